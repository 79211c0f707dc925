"""Playing a game: sessions, saves, plain mode, bots, advice, replay and review."""
