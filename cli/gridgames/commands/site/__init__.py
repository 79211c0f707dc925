"""The pages of rules and comparisons that the documentation is built with."""
