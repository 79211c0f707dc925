"""Editing a position by pointing, alike for every game, the full screen and the page."""
