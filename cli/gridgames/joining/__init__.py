"""Tables of other computers: ``gridgames join`` plays at them from a terminal."""
