"""Power Grid in comparisons: its sides, and a state of the user's own under several of them.

The state stays as it was recorded; only the rules, and what they say of it at once, change. The
stack stays hidden: nothing is drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import powergrid
from gridcommon.certainty import together
from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, Listed, NotationError, Typed, Word, Wording
from gridcommon.examples import SEATS, Answer, ask
from gridcommon.sides import Side
from gridgames.comparison.document import NONE, Comparison, Row, marked
from gridgames.comparison.sides import cell_of
from gridgames.games.powergrid import WING
from gridgames.languages.language import Language
from gridgames.languages.ledgers import rules as rules_of
from gridgames.languages.messages import say, shown
from powergrid.actions import Action
from powergrid.examples import BENCH
from powergrid.recasting import Recast, counterparts
from powergrid.state import OVER, PHASES, SETUP, State
from powergrid.tables import FUELS

__all__ = ["BENCH", "OWN_SIDES", "SIDES", "compared", "parse_position"]

SIDES = ("powergrid:recharged", "powergrid:classic", "powergrid:cartel")
OWN_SIDES = SIDES[:2]
parse_position = None  # this game has no positions in text

_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Case:
    """A state under the rules of a side."""

    side: Side
    recast: Recast

    @property
    def state(self) -> State:
        """The state as the side has it."""
        return self.recast.state


_Values = list[tuple[object, Answer]]  # what is asked about, and what came out


def compared(state: State, names: Sequence[str], sides: Sequence[Side], where: str) -> Comparison:
    """Return how the sides differ about ``state``; those under which it cannot be are only noted.

    Raises NotationError for another map or number of players, and in the set-up.
    """
    if state.phase == SETUP:
        raise NotationError(
            "this is still the set-up, whose choices only one edition has: see --at"
        )
    casts, broken = [], []
    for side in sides:
        try:
            casts.append(recast(state, side))
        except InvalidState as problem:
            why = Listed(tuple(refusal.wording for refusal in problem.problems))
            broken.append(say("{side}: the state cannot be: {why}", side=side.name, why=why))
    if not casts:
        raise NotationError("the state cannot be on any of these sides")
    rows = tuple(_rows(casts, names, is_over=state.phase == OVER))
    notes = (_now(state, names), *broken, *_notes(state, casts))
    return Comparison("record", say("Power Grid record"), where, rows, notes)


def _rows(casts: Sequence[Case], names: Sequence[str], *, is_over: bool) -> Iterator[Row]:
    """Yield what the questions of the worked examples find in the state of each side."""
    if not is_over:
        seat = powergrid.to_act(casts[0].state) or 0
        who = names[seat]
        common = set.intersection(*(set(powergrid.legal_actions(one.state)) for one in casts))
        prices = _differing_prices(casts, seat)
        yield from (
            _row("actions", say("What may {name} do now?", name=who), "PG-ROUND-01",
                 casts, lambda one: _actions(one.state, common)),
            _row("bids", say("What is the least bid for each plant?"),
                 "PG-AUC-09 PG-AUC-10 PG-AUC-11", casts, _bids),
            _row("obsolete", say("Which plants are obsolete?"), "PG-BUILD-08",
                 casts, _obsolete),
            _row("fuel", say("What does the next token cost?"), "PG-RES-01",
                 casts, lambda one: _asked(one.state, "next_token", "fuel", FUELS)),
            _row("cities", say("Which cities cost {name} something else?", name=who),
                 "PG-BUILD-03 PG-BUILD-04", casts, lambda one: prices[one.side]),
            _row("refill", say("What would a refill add now?"), "PG-BUR-04", casts,
                 _refill),
        )  # fmt: skip
    step = say("At how many cities does step 2 begin?")
    yield _row("step", step, "PG-STEP-02 PG-STEP-03", casts, partial(_term, "step2_cities"))
    limit = say("How many plants may a player own?")
    yield _row("plants", limit, "PG-AUC-16", casts, partial(_term, "plant_limit"))
    end = say("At how many cities does the game end?")
    yield _row("end", end, "PG-END-01 PG-END-02", casts, partial(_term, "end_cities"))
    if is_over:
        won = say("Who has won?")
        yield _row("winner", won, "PG-END-03", casts, lambda one: _winners(one.state, names))


def _row(
    key: str, question: str, rules: str, casts: Sequence[Case], tell: Callable[[Case], _Values]
) -> Row:
    """Return a row; of ``rules`` a side cites those of its edition, and has none without any."""
    cells, known = [], rules_of("powergrid", Language.ENGLISH)
    for one in casts:
        terms = one.state.terms
        edition = next(key for key, name in WING.editions.items() if name == terms.ruleset.edition)
        cited = tuple(name for name in rules.split() if edition in known[name].edition)
        told = tell(one) if cited else []
        text = "; ".join(": ".join(filter(None, map(_shown, pair))) for pair in told)
        missing = say("nothing") if cited else say("no such rule")
        doubts = together(doubt for name in cited for doubt in terms.doubts_of(name))
        cell = cell_of(one.side, text or missing, cited, doubts=doubts)
        meaning = [(str(about), answer.value) for about, answer in told] if cited else NONE
        cells.append((cell, meaning))
    return Row(f"record.{key}", question, marked(cells))


def _shown(value: object) -> str:
    return shown(value.shown if isinstance(value, Answer) else value)


def _asked(state: State, ask_for: str, key: str, values: Iterable[Any], **more: Any) -> _Values:
    """Return what comes out of a question of the examples for each of ``values``."""
    given = {"ask": ask_for, "seats": state.terms.seats, **more}
    return [
        (Word(str(value)), ask(BENCH, state, state.terms.ruleset, {**given, key: value}))
        for value in values
    ]


def _term(name: str, one: Case) -> _Values:
    return [("", answer) for _, answer in _asked(one.state, "terms", "of", [name])]


def _actions(state: State, common: set[Action]) -> _Values:
    """Return how many actions are legal, and some of those that are not on every side."""
    actions = powergrid.legal_actions(state)
    only = [Typed(powergrid.format_action(action)) for action in actions if action not in common]
    told: _Values = [(Word("legal actions"), Answer(len(actions)))]
    if only:
        named = Listed(tuple(only[:_MOST_NAMED]))
        words = Wording("{count}, as {names}", {"count": len(only), "names": named})
        told.append((Word("not on every side"), Answer(list(map(str, only)), words)))
    return told


def _obsolete(one: Case) -> _Values:
    return [("", Answer(list(one.recast.obsolete)))] if one.recast.obsolete else []


def _refill(one: Case) -> _Values:
    return _asked(one.recast.at("bureaucracy"), "added", "fuel", FUELS, all="run")


def _bids(one: Case) -> _Values:
    state = one.recast.at("auction")
    return _asked(state, "minimum_bid", "plant", state.current_market)


def _differing_prices(casts: Sequence[Case], seat: Seat) -> dict[Side, _Values]:
    """Return what cities cost on each side, only those whose prices are not the same on all."""
    own = casts[0].state.board
    prices = []
    for one in casts:
        cities = counterparts(own, one.state.board).values()
        prices.append(_asked(one.state, "price", "city", cities, seat=SEATS[seat]))
    kept = [
        of_city
        for of_city in zip(*prices, strict=True)
        if len({answer.value for _, answer in of_city}) > 1
    ]
    return {one.side: [of_city[at] for of_city in kept] for at, one in enumerate(casts)}


def _winners(state: State, names: Sequence[str]) -> _Values:
    end = powergrid.result(state) if state.most_cities >= state.terms.end_cities else None
    if end is None:
        return [("", Answer("nobody", Word("the game would go on")))]
    won = Listed(tuple(names[seat] for seat in end.winners), "and")
    words = Wording("{winners} ({rule})", {"winners": won, "rule": end.decided_by})
    return [("", Answer(list(end.winners), words))]


def recast(state: State, side: Side) -> Case:
    """Return ``state`` under the rules of ``side``, whose defaults leave its own options alone.

    Raises NotationError for another map or number of players, InvalidState for a state that breaks
    the rules of the side.
    """
    old, seats = state.terms, state.terms.seats
    ruleset = replace(old.ruleset, **side.chosen)
    if ruleset.map != old.ruleset.map:
        raise NotationError(
            "{side}: the record is played on {map}", side=side.name, map=old.ruleset.map
        )
    if side.variant.seats not in (0, seats):
        raise NotationError(
            "{side}: the Cartel plays with two; the record has {seats} players",
            side=side.name,
            seats=seats,
        )
    return Case(side, powergrid.recast(state, ruleset))


def _now(state: State, names: Sequence[str]) -> str:
    if state.phase == OVER:
        return say(
            "Round {round}, step {step}: the game is over.", round=state.round, step=state.step
        )
    actor = powergrid.to_act(state)
    return say(
        "Round {round}, step {step}, {phase}: {name} is to act; the largest network has {cities}.",
        cities=state.most_cities,
        round=state.round,
        step=state.step,
        phase=Word(PHASES[state.phase]),
        name=Word("nobody") if actor is None else names[actor],
    )


def _notes(state: State, casts: Sequence[Case]) -> Iterator[str]:
    """Yield what has to be known to compare the sides."""
    if options := BENCH.choices.written(state.ruleset):
        yield say("Options of the record, which hold on every side: {known}.", known=options)
    for one in casts:
        names = counterparts(state.board, one.state.board)
        moved = [f"{old} > {new}" for old, new in names.items() if old != new]
        if moved:
            yield say("Cities of {side}: {cities}.", side=one.side.name, cities=", ".join(moved))
    if len({one.state.terms.cartel for one in casts}) > 1:
        yield say(
            "Where the Cartel does not play it has nothing on the board; where the record has none "
            "it has all its houses beside it."
        )
