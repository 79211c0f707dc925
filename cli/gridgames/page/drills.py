"""Drills as pages: a position, a question, and the answer after a tap."""

from collections.abc import Mapping, Sequence
from typing import Any

from gridgames.languages.messages import say
from gridgames.show.parts import BoardLayers, Panel
from gridgames.show.registry import wing_of
from gridgames.table.drills import Asked, Drill, answer_lines, games_with_drills, read_drills


class DrillPage:
    """A drill, with the answer if a choice has been made."""

    def __init__(self, drill: Drill, asked: Asked, count: int, pick: int | None) -> None:
        self.drill = drill
        self.asked = asked
        self.count = count
        self.pick = pick
        self.title = say(wing_of(drill.game).title)
        self.board: BoardLayers | None = drill.board_layers(is_answered=pick is not None)
        self.panels: Sequence[Panel] = drill.panels()

    @property
    def heading(self) -> str:
        """The number of the drill."""
        return say("Drill {number} of {count}", number=self.drill.number, count=self.count)

    @property
    def answer(self) -> Sequence[str]:
        """Whether the choice was right, and the reasons; nothing before a choice."""
        return [] if self.pick is None else [*answer_lines(self.asked, self.pick)]

    @property
    def next(self) -> int | None:
        """The number of the next drill."""
        return self.drill.number + 1 if self.drill.number < self.count else None


def drill_page(query: Mapping[str, str]) -> DrillPage | None:
    """Return the page that a query asks for, None for the list of games.

    Raises NotationError for a game without drills, LookupError for a drill or a choice that does
    not exist.
    """
    if "game" not in query:
        return None
    drills = read_drills(query["game"])
    drill = drills[_number(query.get("n", "1"), len(drills))]
    asked = drill.asked()
    pick = _number(query["pick"], len(asked.choices)) if "pick" in query else None
    return DrillPage(drill, asked, len(drills), pick)


def drill_games() -> list[dict[str, Any]]:
    """Return the games that have drills, as the list shows them."""
    return [
        {"name": name, "title": say(wing_of(name).title), "count": len(read_drills(name))}
        for name in games_with_drills()
    ]


def _number(text: str, count: int) -> int:
    """Return a number from 1 to ``count`` less one."""
    if not text.isascii() or not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= count:
        raise LookupError(text)
    return int(text) - 1
