"""A position on the full screen, entered with keys and the mouse."""
