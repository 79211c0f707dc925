"""Power Grid's wing: all that the program knows of this game."""
