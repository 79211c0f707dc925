"""A plan of Eletrika: tiles, builds, scores and abandoning, in this turn and in later ones.

The parts of a committed plan are made one by one. If one would energize or score less than planned,
or pay more to others, the person is asked.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eletrika.actions import Abandon, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.notation.actions import format_action, parse_action
from eletrika.projection import Effect, Part, project
from eletrika.state import AFTER, MAIN, SETUP, State
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, truncate
from gridcommon.spelling import unaccented
from gridgames.games.plans import Plan, nothing_planned
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.wings.eletrika.description.words import cell_words

_KINDS: dict[str, type[Part]] = {
    "tile": LayTile,
    "build": Build,
    "score": Score,
    "abandon": Abandon,
}
EXAMPLE = "plan tile 13/2 1,0, build T 1,0"
_BETWEEN_PARTS = re.compile(r",(?!\s*-?\d)")  # not the comma of a cell


@dataclass(frozen=True, slots=True)
class TurnPlan(Plan[Part]):
    """A seat's plan; ``agreed`` holds the effect of each part when the plan was committed."""

    agreed: tuple[Effect, ...] = ()

    def parts_of(self, text: str) -> list[str]:
        """Split a text into the texts of the parts; the comma of a cell separates nothing."""
        return [part.strip() for part in _BETWEEN_PARTS.split(text) if part.strip()]

    def with_text(self, state: State, seat: Seat, text: str) -> "TurnPlan":
        """Return the plan with one more action, or without some.

        An action replaces the planned one with the same tile or on the same cell.
        """
        known = input_words("actions", "names", "orders")
        first, _, rest = text.partition(" ")
        word = known.get(unaccented(first), first.lower())
        if word == "no" and rest.strip():
            return self._without(rest.strip())
        if word == "score" and not rest.strip():
            part: Any = self._best(state, seat)
        else:
            part = replace(parse_action(text, state, input_words()), seat=seat)
        if not isinstance(part, Part):
            raise NotationError(
                "a plan is made of {parts}; found {found}",
                parts=", ".join(map(as_typed, _KINDS)),
                found=repr(truncate(text)),
            )
        if part in self.parts:
            return self
        kept = (one for one in self.parts if not _is_other_way(one, part))
        return replace(self, parts=(*kept, part))

    def _without(self, text: str) -> "TurnPlan":
        """Return the plan without the parts of a kind, or on a cell."""
        word = input_words("actions", "names", "orders").get(unaccented(text), text.lower())
        kind = _KINDS.get(word)
        left = tuple(
            part
            for part in self.parts
            if not (isinstance(part, kind) if kind else word in _cells_of(part))
        )
        if left == self.parts:
            raise NotationError("{found} is not in the plan", found=repr(truncate(text)))
        return replace(self, parts=left)

    def _best(self, state: State, seat: Seat) -> Score:
        """Return the best set to score after the plan. Raises IllegalAction or NotationError."""
        found = project(state, seat, self.parts)
        if found.refusal:
            raise IllegalAction(self.parts[len(found.effects)], found.refusal)
        if found.best is None:
            raise NotationError("no set could be scored then")
        return found.best

    def committed(self, state: State, seat: Seat) -> "TurnPlan":
        """Return the plan as committed now, with the effect of each part."""
        if not self.parts:
            raise nothing_planned(EXAMPLE)
        found = project(state, seat, self.parts)
        if found.refusal:
            at = min(len(found.effects), len(self.parts) - 1)
            raise IllegalAction(self.parts[at], found.refusal)
        return TurnPlan(self.parts, self.before, agreed=found.effects)

    def _due(self, state: State, seat: Seat) -> Part | None:
        """Return the next part if the phase allows its kind of action, or None."""
        if not self.agreed or state.actor != seat:
            return None
        part = self.parts[0]
        is_due = {
            SETUP: isinstance(part, LayTile) and part.tile == state.drawn,
            MAIN: True,
            AFTER: isinstance(part, Score) and not state.scored,
        }
        return part if is_due.get(state.phase) else None

    def next_action(self, state: State, seat: Seat) -> Part | None:
        return None if self.interruption(state, seat) else self._due(state, seat)

    def interruption(self, state: State, seat: Seat) -> str | None:
        part = self._due(state, seat)
        if part is None:
            return None
        found = project(state, seat, (part,))
        if found.refusal:
            return render_message(found.refusal)
        now, before = found.effects[0], self.agreed[0]
        words = as_typed(format_action(part))
        lit = {cell for cell in before.lit if cell in now.lit or cell in state.lit}
        if len(lit) < len(before.lit):
            return say(
                "{part} now lights {now}, planned {before}",
                part=words,
                now=len(lit),
                before=len(before.lit),
            )
        if now.points < before.points:
            return say(
                "{part} is now worth {now} MW, planned {before}",
                part=words,
                now=now.points,
                before=before.points,
            )
        if _paid_to_others(now, seat) > _paid_to_others(before, seat):
            return say(
                "{part} now pays others {now} MW, planned {before}",
                part=words,
                now=_paid_to_others(now, seat),
                before=_paid_to_others(before, seat),
            )
        return None

    def after_action(self, state: State, action: Any) -> "TurnPlan":
        """Return the plan after an action of its seat, made in ``state``.

        After an action other than the next part, the person is asked again. If the next part has
        become illegal, it is dropped.
        """
        if isinstance(action, EndTurn | Pass | Recall) or not self.parts:
            return self
        left = tuple(part for part in self.parts if part != action)
        if action == self.parts[0]:
            before = self.before if left else ()
            return replace(self, parts=left, before=before, agreed=self.agreed[1:])
        due = self._due(state, action.seat)
        rest = replace(self, parts=left, agreed=())
        if due and project(state, action.seat, (due,)).refusal:
            return rest._dropping(state, action.seat, [due])
        return rest

    def revalidate(self, state: State, seat: Seat) -> "TurnPlan":
        """Return the plan without tiles that were laid, or whose cell was taken, in the meantime.

        Parts that depend on them are dropped as well, and the rest has to be committed again.
        """
        laid = {tile for tile, _ in state.laid.values()}
        gone = [
            part
            for part in self.parts
            if isinstance(part, LayTile) and (part.tile in laid or part.at in state.laid)
        ]
        return self._dropping(state, seat, gone) if gone else self

    def _dropping(self, state: State, seat: Seat, gone: Sequence[Part]) -> "TurnPlan":
        """Return the plan without ``gone`` and without the parts that are illegal without them."""
        lost = [(part, project(state, seat, (part,)).refusal) for part in gone]
        left = [part for part in self.parts if part not in gone]
        while left:
            found = project(state, seat, left)
            if not found.refusal:
                break
            lost.append((left.pop(min(len(found.effects), len(left) - 1)), found.refusal))
        refused = tuple((part, refusal) for part, refusal in lost if refusal)
        return TurnPlan(tuple(left), lost=(*self.lost, *refused))

    def words(self, part: Part) -> str:
        return as_typed(format_action(part))

    def describe(self, state: State) -> Iterator[str]:
        del state
        if self.agreed:
            yield from (as_typed(format_action(part)) for part in self.parts)

    def to_commands(self, state: State) -> Iterator[str]:
        del state
        yield from map(format_action, self.parts)


def _is_other_way(one: Part, other: Part) -> bool:
    """Return whether two parts use the same tile, or the same cell for the same purpose."""
    if isinstance(one, LayTile) and isinstance(other, LayTile):
        return one.tile == other.tile or one.at == other.at
    return isinstance(one, Build) and isinstance(other, Build) and one.at == other.at


def _cells_of(part: Part) -> list[str]:
    match part:
        case LayTile() | Build():
            cells = [part.at]
        case Abandon():
            cells = [*part.at]
        case Score():
            cells = [*part.set]
    return [*map(cell_words, cells)]


def _paid_to_others(effect: Effect, seat: Seat) -> int:
    """Return the points (MW) that markers pay to the rivals of a seat."""
    return sum(marker.points for marker in effect.markers if marker.seat != seat)
