"""The answers of the companion, a module for each question: in words, and as a JSON document."""
