"""Games seen from outside: rules, comparisons, reviews, exports and many games at once."""
