"""Lessons: a game taught by playing it, as pages and in plain mode."""
