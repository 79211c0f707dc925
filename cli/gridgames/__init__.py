"""The terminal program: the only package that prints, prompts, colours or exits."""

__version__ = "1.0.0"
