"""Power Grid in words: the situation, events, the near future and warnings."""
