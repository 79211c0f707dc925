"""The questions about a position of Power Grid, one module each."""
