"""The wings: one package per game, which only the registry loads, by name."""
