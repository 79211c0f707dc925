"""Saved games, and everything that starts one: new games, rematches and the start menu."""
