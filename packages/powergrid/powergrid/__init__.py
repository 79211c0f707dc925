"""Power Grid: the rules of both editions, for any caller."""
