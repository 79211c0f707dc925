"""The terminal program: the only package that prints, prompts, colours or exits."""

__version__ = "0.1.0"
