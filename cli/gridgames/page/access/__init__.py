"""Access to the server: keys, names, limits and connections."""
