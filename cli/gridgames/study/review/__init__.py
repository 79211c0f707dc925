"""Analysing a game: its turning points, the value of choices, and statistics as text."""
