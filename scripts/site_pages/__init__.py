"""The pages of rules and comparisons for the documentation, and the cards to print.

``scripts/docs`` writes them from the ledgers and the engines, in each language, and gives them to
Sphinx.
"""
