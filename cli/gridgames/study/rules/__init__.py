"""The rule ledgers as pages, tables and search results."""
