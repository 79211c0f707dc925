"""Power Grid on the full screen."""
