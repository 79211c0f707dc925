"""Self-contained pictures: SVG, and PNG and GIF made from it."""
