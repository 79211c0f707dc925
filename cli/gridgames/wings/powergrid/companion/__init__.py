"""``gridgames powergrid ...``: help with a position of Power Grid."""
