"""Pictures of Power Grid: the map, and the signs for its pieces."""
