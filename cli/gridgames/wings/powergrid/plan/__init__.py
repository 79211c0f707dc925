"""Plans and bid limits for a round of Power Grid: what they hold, and what they lead to."""
