"""Questions about a position, in one form for every game: how they are declared and answered."""
