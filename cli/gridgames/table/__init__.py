"""A table: its game, its players and bots, what is typed at it, its saves and lessons."""
