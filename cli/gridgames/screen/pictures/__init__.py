"""The drawn board on the full screen, in terminals that show pictures."""
