"""Who plays and thinks: the program's bots, custom bots in their own processes, and evaluations."""
