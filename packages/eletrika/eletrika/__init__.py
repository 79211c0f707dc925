"""Eletrika: the rules of the game, for any caller."""
