"""The questions about a position of Eletrika, one module each."""
