"""A game written to a file: its record, its numbers, a picture, or a page."""
