"""Plans for turns of Eletrika, and their results."""
