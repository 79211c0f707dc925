"""Lines: a game, a replay or a lesson as lines of text."""
