"""Full-text search over rules, comparison rows and topics, in every language."""
