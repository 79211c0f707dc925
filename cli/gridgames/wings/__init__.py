"""The wings: one package per game, found by name through the registry and imported by nobody."""
