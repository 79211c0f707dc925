"""Looking at a game: its turning points, the worth of choices, and statistics as text."""
