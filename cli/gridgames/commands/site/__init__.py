"""The pages of rules and comparisons for the documentation."""
