"""The show of a game: the interface of its wing, menus, panels, and drawings."""
