"""Plain mode: a game or a replay as lines of text."""
