"""Plans for a turn of Eletrika: what they hold, and what they lead to."""
