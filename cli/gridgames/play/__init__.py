"""Playing a game: sessions, saves, plain mode, replay and simulation."""
