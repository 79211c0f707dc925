"""``gridgames eletrika ...``: the companion for people with the real box on the table."""
