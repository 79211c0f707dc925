"""Entering lines in a game with the real box, as the front ends do."""

from gridgames.table.answers import Answer
from gridgames.table.command_table import Front
from gridgames.table.game_desk import GameDesk
from gridgames.table.scorekeeping import ScorekeepingSession


class Pad:
    """A game that is kept, and the desk at which lines are entered."""

    def __init__(self, session: ScorekeepingSession) -> None:
        self.session = session
        self.desk = GameDesk(session, Front.LINES, lambda: session.state)

    def enter(self, line: str) -> Answer:
        """Enter a line, and return the last answer."""
        found: list[Answer] = []
        self.desk.do_line(line, lambda one: bool(found.append(one)) or one.is_done, lambda _: True)
        return found[-1]
