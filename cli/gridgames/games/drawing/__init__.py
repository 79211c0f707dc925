"""Pictures that stand alone: SVG, and PNG and GIF made from it."""
