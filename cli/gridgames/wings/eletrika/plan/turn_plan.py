"""A plan of Eletrika: tiles, builds, scores and abandoning, in this turn and in later ones.

The parts of a committed plan are made one by one. If one would energize or score less than planned,
or pay more to others, the person is asked.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from eletrika.actions import Abandon, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.notation.actions import format_action, parse_action
from eletrika.projection import Effect, Part, project
from eletrika.state import AFTER, MAIN, SETUP, State
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Typed, Wording, truncate
from gridcommon.hexes import Hex
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed
from gridgames.show.plans import Plan, Survey, in_words, unfit
from gridgames.wings.eletrika.description.words import cell_words

_KINDS: dict[str, type[Part]] = {
    "tile": LayTile,
    "build": Build,
    "score": Score,
    "abandon": Abandon,
}
_SECTIONS = ("actions", "names", "orders")  # the vocabulary of a plan
_BETWEEN_PARTS = re.compile(r",(?!\s*-?\d)")  # not the comma of a cell
_CELL = re.compile(r"-?\d+,\s*-?\d+")


class Worth(NamedTuple):
    """The structures that a part energizes, its points, and those of rivals' markers, in MW."""

    lit: tuple[Hex, ...]
    points: int
    paid: int


@dataclass(frozen=True, slots=True)
class TurnPlan(Plan[Part]):
    """A seat's plan; ``agreed`` holds the worth of each part when the plan was committed."""

    EXAMPLE: ClassVar[str] = "plan tile 13/2 1,0, build T 1,0 else 2,0"

    def parts_of(self, text: str) -> list[str]:
        """Split a text into the texts of the parts; the comma of a cell separates nothing."""
        return [part.strip() for part in _BETWEEN_PARTS.split(text) if part.strip()]

    def read(
        self, state: State, seat: Seat, text: str, most: int | None, instead: Part | None
    ) -> tuple[Part, int | None]:
        """Return the action in a text; after a tile or build, another cell is enough."""
        if most is not None:
            raise NotationError("nothing of this costs money; found {found}", found=repr(most))
        word = input_words(*_SECTIONS).get(unaccented(text), text.lower())
        if isinstance(instead, LayTile | Build) and _CELL.fullmatch(text):
            q, r = map(int, text.split(","))
            return replace(instead, at=(q, r)), None
        part = (
            self._best(state, seat)
            if word == "score"
            else replace(parse_action(text, state, input_words()), seat=seat)
        )
        if not isinstance(part, Part):
            raise NotationError(
                "a plan is made of {parts}; found {found}",
                parts=", ".join(map(as_typed, _KINDS)),
                found=repr(truncate(text)),
            )
        return part, None

    def rules_out(self, new: Part, old: Part) -> bool:
        """Return whether two parts use the same tile, or the same cell for the same purpose."""
        match new, old:
            case (LayTile(), LayTile()):
                return new.tile == old.tile or new.at == old.at
            case (Build(), Build()):
                return new.at == old.at
        return False

    def meant(self, state: State, seat: Seat, text: str) -> Sequence[Part]:
        """Return the parts of a kind, or on a cell."""
        del state, seat
        word = input_words(*_SECTIONS).get(unaccented(text), text.lower())
        kind = _KINDS.get(word)
        return [
            part
            for part in self.parts
            if (isinstance(part, kind) if kind else word in _cells_of(part))
        ]

    def _best(self, state: State, seat: Seat) -> Score:
        """Return the best set to score after the plan. Raises IllegalAction or NotationError."""
        found = project(state, seat, self.parts)
        if found.refusal:
            raise IllegalAction(self.parts[len(found.effects)], found.refusal)
        if found.best is None:
            raise NotationError("no set could be scored then")
        return found.best

    def _due(self, state: State, seat: Seat) -> Part | None:
        """Return the next part if the phase allows its kind of action, or None."""
        if not (self.agreed and self.parts) or state.actor != seat:
            return None
        part = self.parts[0]
        is_due = {
            SETUP: isinstance(part, LayTile) and part.tile == state.drawn,
            MAIN: not isinstance(part, Score),
            AFTER: isinstance(part, Score) and not state.scored,
        }
        return part if is_due.get(state.phase) else None

    def survey(self, state: State, seat: Seat, *, whole: bool = False) -> Survey:
        due = self._due(state, seat)
        parts = self.parts if whole else (due,) if due else ()
        found = project(state, seat, parts)
        effects = {effect.action: _worth(effect, seat) for effect in found.effects}
        if not found.refusal or not parts:
            return Survey(effects)
        return Survey(effects, (parts[min(len(effects), len(parts) - 1)], found.refusal))

    def worsening(self, state: State, part: Part, value: Worth) -> Wording | None:
        before = self.agreed.get(part)
        if before is None:
            return None
        lit = {cell for cell in before.lit if cell in value.lit or cell in state.lit}
        for template, now, planned in (
            ("{part} now lights {now}, planned {before}", len(lit), len(before.lit)),
            ("{part} is now worth {now} MW, planned {before}", value.points, before.points),
        ):
            if now < planned:
                return _wording(template, part, now, planned)
        if value.paid > before.paid:
            template = "{part} now pays others {now} MW, planned {before}"
            return _wording(template, part, value.paid, before.paid)
        return None

    def action_of(self, part: Part) -> Part:
        return part

    def next_action(self, state: State, seat: Seat) -> Part | None:
        return None if self.interruption(state, seat) else self._due(state, seat)

    def after_action(self, state: State, action: Any) -> "TurnPlan":
        """Return the plan after an action of its seat, made in ``state``.

        After an action other than the one that was due, the person is asked again.
        """
        if isinstance(action, EndTurn | Pass | Recall) or not self.parts:
            return self
        due = self._due(state, action.seat)
        left = tuple(part for part in self.parts if part != action)
        if action == self.parts[0]:
            return replace(self, parts=left, before=self.before if left else None)
        return replace(self, parts=left, agreed={} if due else self.agreed)

    def revalidate(self, state: State, seat: Seat) -> "TurnPlan":
        return self.bent(state, seat) if self._due(state, seat) else self

    def command(self, part: Part) -> str:
        return format_action(part)

    def describe(self, state: State) -> Iterator[str]:
        del state
        if self.agreed:
            yield from (in_words(self.to_command(part)) for part in self.parts)

    def value_of(self, data: Any) -> Worth:
        match data:
            case [[*cells], int(points), int(paid)] if all(
                isinstance(cell, list) and list(map(type, cell)) == [int, int] for cell in cells
            ):
                return Worth(tuple((q, r) for q, r in cells), points, paid)
        raise unfit("agreed", data)


def _worth(effect: Effect, seat: Seat) -> Worth:
    paid = sum(marker.points for marker in effect.markers if marker.seat != seat)
    return Worth(effect.lit, effect.points, paid)


def _wording(template: str, part: Part, now: int, before: int) -> Wording:
    """Return a sentence about an effect that is worse than planned."""
    return Wording(template, {"part": Typed(format_action(part)), "now": now, "before": before})


def _cells_of(part: Part) -> list[str]:
    match part:
        case LayTile() | Build():
            cells = [part.at]
        case Abandon():
            cells = [*part.at]
        case Score():
            cells = [*part.set]
    return [*map(cell_words, cells)]
