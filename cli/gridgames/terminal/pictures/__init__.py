"""Pictures in a terminal: asking it what it can show, and writing Sixel or kitty's protocol."""
