"""Entering lines in a game with the real box, as the front ends do."""

from gridgames.table.answers import Reply
from gridgames.table.command_table import Front
from gridgames.table.desk import Desk
from gridgames.table.session import Session


class Pad:
    """A game that is kept, and the desk at which lines are entered."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.desk = Desk(session, Front.LINES)

    def enter(self, line: str) -> Reply:
        """Enter a line, and return the last answer."""
        found: list[Reply] = []
        self.desk.do_line(line, lambda one: bool(found.append(one)) or one.is_done, lambda _: True)
        return found[-1]
