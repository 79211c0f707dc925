"""Bots and evaluations: the program's bots, custom bots in their own processes, and hints."""
