"""A game in progress: its players and moves, its commands, settings, seeds and record files."""
