"""The installation itself: the abilities of its terminal, what is missing, and completion."""
