"""The result of an Eletrika plan in sentences."""

from collections.abc import Iterator, Sequence

from eletrika.actions import Build
from eletrika.notation.actions import format_action
from eletrika.projection import Effect, Projection, Suggestion, best_score, project, suggestions
from eletrika.scoring import own_lit
from eletrika.state import State
from eletrika.tables import KIND_NAMES, Kind
from gridcommon.contract import Seat
from gridcommon.errors import Word
from gridcommon.hexes import Hex
from gridgames.languages.messages import as_typed, say
from gridgames.show.plans import how_to_go_on, in_the_way, write_as
from gridgames.wings.eletrika.description.words import (
    cell_words,
    cells_words,
    items_words,
    pawns_words,
)
from gridgames.wings.eletrika.plan.turn_plan import TurnPlan

_MOST_SUGGESTED = 5  # if nothing is planned


def describe_plan(plan: TurnPlan, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
    """Yield a plan part by part, its result, and its gain for rivals."""
    if not plan.parts:
        yield say("Nothing is planned.")
        worth_a_look = list(_worth_a_look(state, seat))
        yield from worth_a_look or [write_as(plan.EXAMPLE)]
        return
    failed = plan.obstacle(state, seat)
    bent = plan if failed else plan.without_notices().bent(state, seat, whole=True)
    found = project(state, seat, bent.parts)
    yield say("The plan:")
    for effect in found.effects:
        words = "; ".join(effect_words(effect, names)) or say("lights and closes nothing")
        yield say("{part}: {effects}", part=_part_words(effect), effects=words)
    yield from (as_typed(format_action(part)) for part in bent.parts[len(found.effects) :])
    yield from plan.bending_lines(state, seat)
    if bent is not plan:
        yield from bent.lost_lines()
    if found.refusal:
        yield in_the_way(found.refusal)
        return
    yield from _then(found, state, seat)
    yield from _others(found, state, seat, names)
    yield how_to_go_on(is_committed=bool(plan.agreed))


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


def _worth_a_look(state: State, seat: Seat) -> Iterator[str]:
    """Yield the best builds, and tiles with a build, one for each cell and kind."""
    best: dict[tuple[Hex, Kind | None], Suggestion] = {}
    for one in suggestions(state, seat):
        best.setdefault(site_of(one), one)
    if best:
        yield say("Worth a look:")
    for one in list(best.values())[:_MOST_SUGGESTED]:
        yield say(
            "{parts}: lights {count}, {own} of them yours; the best set then: {points} MW",
            parts=", ".join(as_typed(format_action(action)) for action in one.actions),
            count=len(one.lit),
            own=one.own,
            points=one.points,
        )


def site_of(found: Suggestion) -> tuple[Hex, Kind | None]:
    """Return the cell and the kind that a suggestion builds, or None without a build."""
    last = found.actions[-1]
    return last.at, last.kind if isinstance(last, Build) else last.build
