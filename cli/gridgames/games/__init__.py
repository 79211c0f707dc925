"""The games the program knows: one wing each, found through the registry."""
