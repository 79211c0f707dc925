"""The room for a picture in a pane whose neighbours come and go."""

_PANEL = 4  # lines that panels below the pane may take from it and give back


class Room:
    """The size of a pane while no panel below it takes some of its lines.

    A picture made for it stays as it is when a message of two lines appears.
    """

    def __init__(self) -> None:
        self.columns = 0
        self.lines = 0

    def take(self, columns: int, lines: int) -> bool:
        """Take the size that the pane has now; return whether the terminal has another size.

        >>> room = Room()
        >>> room.take(76, 35), room.take(76, 33), room.lines
        (True, False, 35)
        """
        if columns == self.columns and abs(lines - self.lines) <= _PANEL:
            self.lines = max(lines, self.lines)
            return False
        self.columns, self.lines = columns, lines
        return True
