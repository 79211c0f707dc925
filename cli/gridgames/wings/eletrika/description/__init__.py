"""Eletrika in words: the board, the situation, events and warnings."""
