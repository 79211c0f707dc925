"""The question ``light``: builds that energize structures or raise the possible score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypedDict

from eletrika.analysis_json import CellJson
from eletrika.projection import Suggestion, suggestions
from eletrika.sites import check_main_action
from eletrika.state import SETUP
from gridcommon.answers import ActionJson, RefusalJson
from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.commands.answers import refusal_to_json, refusal_words
from gridgames.languages.messages import say
from gridgames.show.parts import Marks
from gridgames.terminal.output import Line, section, wrapped
from gridgames.wings.eletrika.companion.answer import (
    PositionAnswer,
    action_words,
    actions_to_json,
    cells_to_json,
)
from gridgames.wings.eletrika.companion.query_subject import Player, QuerySubject
from gridgames.wings.eletrika.description.places import cell_place, planned_places
from gridgames.wings.eletrika.description.words import cells_words
from gridgames.wings.eletrika.plan.text import site_of

_MOST = 15  # in words; --json gives all


class ProposalJson(TypedDict):
    """One action, or a tile and a build a turn later, and what they bring."""

    actions: list[ActionJson]
    points: int
    gain: int
    lit: list[CellJson]
    own: int


class LightJson(TypedDict):
    """The answer."""

    player: str
    barred: RefusalJson | None
    proposals: list[ProposalJson]


@dataclass(frozen=True)
class Light(PositionAnswer):
    """The suggestions for a seat, best first; for its next turn if it is ``barred`` in this one."""

    assumes: ClassVar[tuple[str, ...]] = ("turn", "hand", "markers", "bonus", "row", "stack")

    seat: Seat
    barred: Refusal | None
    found: Sequence[Suggestion]

    def marks(self) -> Marks:
        """Return the best actions, and what they light."""
        if not self.found:
            return Marks()
        best, owner = self.found[0], self.subject.owners[self.seat]
        return Marks(
            lit=list(map(cell_place, best.lit)),
            planned=planned_places(best.actions, self.subject.ruleset.tiles, owner),
        )

    def lines(self) -> Iterator[Line]:
        name = self.subject.players[self.seat]
        if self.barred:
            why = refusal_words(self.barred)
            yield from wrapped(
                say("Nothing now: {why}. In the next turn, if the others do nothing:", why=why),
                first="",
            )
        if self.found:
            best = action_words(self.found[0].actions)
            title = say("To light or score more, {name} best plays {best}", name=name, best=best)
        else:
            title = say("{name} can light or score no more", name=name)
        yield from section(
            title, self._items(), say("nothing: no build or tile lights or adds anything")
        )

    def _items(self) -> Iterator[str]:
        """Yield the best suggestion for each cell, kind and number of actions."""
        best: dict[Any, Suggestion] = {}
        for one in self.found:
            best.setdefault((site_of(one), len(one.actions)), one)
        yield from map(_words, list(best.values())[:_MOST])
        if len(best) > _MOST:
            yield say("and {count} more (see --json)", count=len(best) - _MOST)

    def to_json(self) -> LightJson:
        return {
            "player": self.subject.colour(self.seat),
            "barred": refusal_to_json(self.barred),
            "proposals": [
                {
                    "actions": actions_to_json(one.actions),
                    "points": one.points,
                    "gain": one.gain,
                    "lit": cells_to_json(one.lit),
                    "own": one.own,
                }
                for one in self.found
            ],
        }


def ask(subject: QuerySubject, player: Player = None) -> Light:
    """Return the answer for a player. Raises InvalidState for more pieces than the box holds."""
    subject.check_pieces()
    state, seat = subject.table(), subject.seat(player)
    is_open = seat == state.actor and state.phase != SETUP
    barred = check_main_action(state.phase) if is_open else None
    return Light(subject, seat, barred, suggestions(state, seat))


def _words(one: Suggestion) -> str:
    text = say(
        "{actions}: {points} MW ({gain:+d})",
        actions=action_words(one.actions),
        points=one.points,
        gain=one.gain,
    )
    if one.lit:
        cells = cells_words(one.lit)
        text += say(
            "; lights {count}, {own} own: {cells}", count=len(one.lit), own=one.own, cells=cells
        )
    if len(one.actions) > 1:
        text += say("; the build comes one turn later")
    return text
