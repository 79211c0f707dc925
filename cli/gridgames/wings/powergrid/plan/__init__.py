"""Plans and bid limits for a round of Power Grid, and their results."""
