"""Power Grid in words: the situation, what happened, what comes next, and what to beware of."""
