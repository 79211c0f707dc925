"""Pictures of Eletrika: the board and the signs on it."""
