"""Comparing how games and editions handle a rule, with positions that the engines play."""
