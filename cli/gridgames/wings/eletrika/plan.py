"""A plan of Eletrika: tiles, builds, scores and abandoning, in this turn and in later ones.

The parts of a committed plan are made one by one. If one would energize or score less than planned,
or pay more to others, the person is asked.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar, NamedTuple

from eletrika.actions import Abandon, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.notation.actions import format_action, parse_action
from eletrika.projection import (
    Effect,
    Part,
    Projection,
    Suggestion,
    best_score,
    project,
    suggestions,
)
from eletrika.scoring import own_lit
from eletrika.state import AFTER, MAIN, SETUP, State
from eletrika.tables import KIND_NAMES
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Typed, Word, Wording, truncate
from gridcommon.hexes import Hex
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed, say
from gridgames.show.parts import Card, Panel
from gridgames.show.plans import (
    COMMIT,
    Plan,
    Survey,
    how_to_go_on,
    in_the_way,
    in_words,
    unfit,
    write_as,
)
from gridgames.show.standing_orders import OrderKeyword
from gridgames.wings.eletrika.description.words import (
    cell_words,
    cells_words,
    items_words,
    pawns_words,
)

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
        return None if self.setback(state, seat) else self._due(state, seat)

    def after_action(self, state: State, action: Any) -> "TurnPlan":
        """Return the plan after an action of its seat, made in ``state``.

        After an action other than the one that was due, the person is asked again.
        """
        if isinstance(action, EndTurn | Pass | Recall) or not self.parts:
            return self
        due = self._due(state, action.seat)
        left = self.with_parts(part for part in self.parts if part != action)
        if action == self.parts[0]:
            return replace(left, before=self.before if left.parts else None)
        return replace(left, agreed={} if due else self.agreed)

    def revalidate(self, state: State, seat: Seat) -> "TurnPlan":
        return self.bent(state, seat) if self._due(state, seat) else self

    def command(self, part: Part) -> str:
        return format_action(part)

    def describe(self, state: State) -> Iterator[str]:
        del state
        if self.agreed:
            yield from (in_words(self.to_command(part)) for part in self.parts)

    def explain(self, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        if not self.parts:
            yield say("Nothing is planned.")
            if better := suggestions(state, seat):
                yield say("Worth a look:")
                yield from islice(proposals(better), _MOST_SUGGESTED)
            else:
                yield write_as(self.EXAMPLE)
            return
        failed = self.obstacle(state, seat)
        bent = self if failed else self.without_notices().bent(state, seat, whole=True)
        found = project(state, seat, bent.parts)
        yield say("The plan:")
        for effect in found.effects:
            words = "; ".join(effect_words(effect, names)) or say("lights and closes nothing")
            yield say("{part}: {effects}", part=_part_words(effect), effects=words)
        yield from (as_typed(format_action(part)) for part in bent.parts[len(found.effects) :])
        yield from self.bending_lines(state, seat)
        if bent is not self:
            yield from bent.lost_lines()
        if found.refusal:
            yield in_the_way(found.refusal)
            return
        yield from _then(found, state, seat)
        yield from _others(found, state, seat, names)
        yield how_to_go_on(is_committed=bool(self.agreed))

    def panel(self, state: State, seat: Seat, names: Sequence[str]) -> Panel | None:
        if not self.parts:
            return None
        _, *lines = self.explain(state, seat, names)
        return Panel("plan", say("My next turns"), [*map(Card, lines)])

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


_MOST_SUGGESTED = 5  # if nothing is planned


def _part_words(effect: Effect) -> str:
    words = as_typed(format_action(effect.action))
    if not effect.turn:
        return words
    return say("{part}, {count:turn|turns} later", part=words, count=effect.turn)


def effect_words(effect: Effect, names: Sequence[str]) -> Iterator[str]:
    """Yield the effects of a part of a plan, one clause each."""
    if effect.items:
        yield items_words(effect.items)
    if effect.lit:
        yield say("lights {count}: {cells}", count=len(effect.lit), cells=cells_words(effect.lit))
    if effect.closed:
        yield say("closes {cells}", cells=cells_words(effect.closed))
    if effect.barred:
        barred = ", ".join(
            say("{kind} on {cell}", kind=Word(KIND_NAMES[kind]), cell=cell_words(cell))
            for cell, kind in effect.barred
        )
        yield say("no longer possible: {builds}", builds=barred)
    for marker in effect.markers:
        values = {"name": names[marker.seat], "cell": cell_words(marker.at)}
        if marker.points:
            points = marker.points
            yield say("the marker on {cell} pays {points} MW to {name}", points=points, **values)
        else:
            yield say("the marker on {cell} goes back to {name}", **values)


def _then(found: Projection, state: State, seat: Seat) -> Iterator[str]:
    """Yield the seat's possessions before and after the plan."""
    after = found.state
    own = after.own_cells(seat)
    yield say(
        "Then: {pawns} in hand, {lit} of {own} own structures lit, {points} MW.",
        pawns=pawns_words(after.hands[seat]),
        lit=len(own_lit(after, seat)),
        own=len(own),
        points=after.scores[seat],
    )
    now = project(state, seat, ()).points
    if found.best is None:
        yield say("No set could be scored then; the best set now: {now} MW.", now=now)
    else:
        yield say(
            "The best set then: {cells}, {items}; now: {now} MW.",
            cells=cells_words(found.best.set),
            items=items_words(found.items),
            now=now,
        )


def _others(found: Projection, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
    """Yield whose best set the plan changes."""
    for other, name in enumerate(names):
        now, then = (
            sum(item.points for item in best_score(one, other)[1]) for one in (state, found.state)
        )
        if other != seat and now != then:
            yield say(
                "{name} could then score {then} MW, now {now}.", name=name, then=then, now=now
            )


def proposals(found: Sequence[Suggestion]) -> Iterator[str]:
    """Yield the best suggestion for each cell, kind and number of actions; the best come first."""
    best: dict[Any, Suggestion] = {}
    for one in found:
        last = one.actions[-1]
        kind = last.kind if isinstance(last, Build) else last.build
        best.setdefault((last.at, kind, len(one.actions)), one)
    yield from map(_proposal_words, best.values())


def _proposal_words(one: Suggestion) -> str:
    text = say(
        "{actions}: {points} MW ({gain:+d})",
        actions=", ".join(as_typed(format_action(action)) for action in one.actions),
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


ORDER_WORDS = (
    OrderKeyword(
        "plan",
        "the result of a plan, as in plan tile 13/2 1,0, build T 1,0 else 2,0, score; back "
        "and clear change the plan",
        usage="[PART, ...]",
    ),
    COMMIT,
)
