"""The terminal: output, colours, plots, and lines typed by a person."""
