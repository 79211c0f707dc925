"""Who may ask the server, and how much: keys, names, limits and connections."""
