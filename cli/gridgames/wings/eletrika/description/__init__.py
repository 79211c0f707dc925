"""Eletrika in words: the board, what stands on it, what happened, and what is to be done."""
