"""Eletrika on the full screen."""
