"""Power Grid in comparisons: its sides, and a given state under the rules of several sides.

The state stays as it was recorded. Only the rules and their immediate effects change. The stack
stays hidden: nothing is drawn.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import compress
from typing import Any

import powergrid
from gridcommon.caveats import unique_caveats
from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, JoinedList, NotationError, Typed, Word, Wording
from gridcommon.examples import SEATS, Answer, ExampleResult, ask
from gridcommon.sides import Side
from gridgames.languages.language import Language
from gridgames.languages.ledgers import rules as rules_of
from gridgames.languages.messages import render_value, say
from gridgames.study.comparison.report import NONE, Comparison, Row, cell_of, marked
from gridgames.wings.powergrid import WING
from powergrid.actions import Action, Build
from powergrid.board import counterparts
from powergrid.ending import Result
from powergrid.examples import RUNNER
from powergrid.game import next_auctions
from powergrid.position import Position
from powergrid.ruleset import Ruleset, terms
from powergrid.ruleset_change import RulesetChange, counterpart_names
from powergrid.state import OVER, PHASES, SETUP, State
from powergrid.tables import CITY_NAMES, FUELS

__all__ = [
    "OWN_SIDES",
    "RUNNER",
    "compared",
    "ending",
    "parse_position",
    "places_named",
    "recast",
    "same_choice",
    "translator",
]

OWN_SIDES = ("powergrid:recharged", "powergrid:classic")

_MOST_NAMED = 8
_NO_CITY = -1

_Values = list[tuple[object, Answer]]  # subjects with their answers
_Casts = Mapping[Side, RulesetChange]  # the state under the rules of each side


def parse_position(text: str) -> Position | None:
    """Parse a position, or return None if the text is not a position of this game."""
    from gridgames.wings.powergrid.companion.position_input import is_position, parse_any_position

    return parse_any_position(text) if is_position(text) else None


def pieces(position: Position) -> Iterator[str]:
    """Yield the cities with houses, and their owners."""
    state = position.table()
    for city, slots in zip(state.board.cities, state.houses, strict=True):
        owners = [position.names[house] for house in slots if 0 <= house < len(position.names)]
        if owners:
            yield f"{CITY_NAMES[city]} ({', '.join(owners)})"


def compared(
    state: State | Position, names: Sequence[str], sides: Sequence[Side], where: str
) -> Comparison:
    """Return a comparison of the sides for ``state``; a note names the sides that do not allow it.

    A position has the names of its players. Raises NotationError for another map or number of
    players, and in the set-up.
    """
    if isinstance(state, Position):
        names, state = state.names, state.table()
    _check_begun(state)
    casts: dict[Side, RulesetChange] = {}
    broken = []
    for side in sides:
        try:
            casts[side] = change_ruleset(state, side)
        except InvalidState as problem:
            why = JoinedList(tuple(refusal.wording for refusal in problem.problems))
            broken.append(say("{side}: this state cannot exist: {why}", side=side.name, why=why))
    if not casts:
        raise NotationError("the state cannot exist on any of these sides")
    rows = tuple(_rows(casts, names, is_over=state.phase == OVER))
    notes = (_now(state, names), *broken, *_notes(state, casts))
    return Comparison("record", say("Power Grid record"), where, rows, notes)


def _check_begun(state: State) -> None:
    """Raise NotationError in the set-up."""
    if state.phase == SETUP:
        raise NotationError(
            "this is still the set-up, whose choices only one edition has: see --at"
        )


def _rows(casts: _Casts, names: Sequence[str], *, is_over: bool) -> Iterator[Row]:
    """Yield the answers of the worked examples' questions for the state of each side."""
    row = partial(_row, casts)
    recasts = list(casts.values())
    states = [one.state for one in recasts]
    if not is_over:
        seat = powergrid.to_act(states[0])  # None while something drawn is not known
        if seat is not None:
            question = say("What may {name} do now?", name=names[seat])
            yield row("actions", question, "PG-ROUND-01", _actions(states))
        auctions = [next_auctions(state) for state in states]
        bids = [_asked(state, "minimum_bid", "plant", state.current_market) for state in auctions]
        question = say("What is the least bid for each plant?")
        yield row("bids", question, "PG-AUC-09 PG-AUC-10 PG-AUC-11", bids)
        obsolete = [_alone(list(one.obsolete)) if one.obsolete else [] for one in recasts]
        yield row("obsolete", say("Which plants are obsolete?"), "PG-BUILD-08", obsolete)
        tokens = [_asked(state, "next_token", "fuel", FUELS) for state in states]
        yield row("fuel", say("What does the next token cost?"), "PG-RES-01", tokens)
        if seat is not None:
            question = say("Which cities cost {name} something else?", name=names[seat])
            prices = _differing_prices(states, seat)
            yield row("cities", question, "PG-BUILD-03 PG-BUILD-04", prices)
        ends = [one.at_bureaucracy() for one in recasts]
        added = [_asked(state, "added", "fuel", FUELS, all="run") for state in ends]
        yield row("refill", say("What would a refill add now?"), "PG-BUR-04", added)
    cities = [_alone(state.terms.step2_cities) for state in states]
    question = say("At how many cities does step 2 begin?")
    yield row("step", question, "PG-STEP-02 PG-STEP-03", cities)
    plants = [_alone(state.terms.plant_limit) for state in states]
    yield row("plants", say("How many plants may a player own?"), "PG-AUC-16", plants)
    cities = [_alone(state.terms.end_cities) for state in states]
    question = say("At how many cities does the game end?")
    yield row("end", question, "PG-END-01 PG-END-02", cities)
    if is_over:
        winners = [_winners(state, names) for state in states]
        yield row("winner", say("Who has won?"), "PG-END-03", winners)


def _row(casts: _Casts, key: str, question: str, rules: str, answers: Iterable[_Values]) -> Row:
    """Return a row. A side cites the ``rules`` of its edition, and has no value without one."""
    cells, known = [], rules_of("powergrid", Language.ENGLISH)
    for (side, one), found in zip(casts.items(), answers, strict=True):
        terms = one.state.terms
        edition = terms.ruleset.edition
        cited = tuple(name for name in rules.split() if edition in WING.editions_of(known[name]))
        caveats = unique_caveats(caveat for name in cited for caveat in terms.caveats_of(name))
        text = "; ".join(": ".join(filter(None, map(_shown, pair))) for pair in found)
        if cited:
            values = [(str(about), answer.value) for about, answer in found]
            cells.append(cell_of(side, text or say("nothing"), cited, values, caveats=caveats))
        else:
            cells.append(cell_of(side, say("no such rule"), cited, NONE))
    return Row(f"record.{key}", question, marked(cells))


def _shown(value: object) -> str:
    return render_value(value.shown if isinstance(value, Answer) else value)


def _asked(state: State, ask_for: str, key: str, values: Iterable[Any], **more: Any) -> _Values:
    """Return the answers of an example's question for each of ``values``."""
    given = {"ask": ask_for, "seats": state.terms.seats, **more}
    return [
        (Word(str(value)), ask(RUNNER, state, state.terms.ruleset, {**given, key: value}))
        for value in values
    ]


def _alone(value: object, words: object = None) -> _Values:
    return [("", Answer(value, words))]


def _actions(states: Sequence[State]) -> Iterator[_Values]:
    """Yield for each state the number of legal actions, and some that other states forbid."""
    legal = [powergrid.legal_actions(state) for state in states]
    common = set(legal[0]).intersection(*legal)
    for actions in legal:
        found: _Values = [(Word("legal actions"), Answer(len(actions)))]
        only = [Typed(powergrid.format_action(one)) for one in actions if one not in common]
        if only:
            named = JoinedList(tuple(only[:_MOST_NAMED]))
            words = Wording("{count}, as {names}", {"count": len(only), "names": named})
            found.append((Word("not on every side"), Answer(list(map(str, only)), words)))
        yield found


def _differing_prices(states: Sequence[State], seat: Seat) -> list[_Values]:
    """Return the city prices of each state, only if they differ between states."""
    own = states[0].board
    boards = [counterpart_names(own, state.board).values() for state in states]
    prices = [
        _asked(state, "price", "city", cities, seat=SEATS[seat])
        for state, cities in zip(states, boards, strict=True)
    ]
    columns = zip(*prices, strict=True)
    differs = [len({answer.value for _, answer in column}) > 1 for column in columns]
    return [list(compress(row, differs)) for row in prices]


def recast(state: State, ruleset: Ruleset) -> State:
    """Return ``state`` under another ruleset of the same map.

    Raises InvalidState if it cannot exist there, NotationError in the set-up of another edition.
    """
    if ruleset.edition != state.ruleset.edition:
        _check_begun(state)
        return powergrid.change_ruleset(state, ruleset).state
    other = state.copy()
    other.terms = terms(ruleset, state.terms.seats)
    return other


def translator(here: State, there: State) -> Callable[[Any], Any] | None:
    """Return what names the cities of actions and events as another edition's map, if it has one.

    It is None on the same map.  Rules: PG-COMP-07.
    """
    if here.board.map == there.board.map:
        return None
    twins = counterparts(here.board.map, there.board.map)

    def translated(told: Any) -> Any:
        city = getattr(told, "city", _NO_CITY)
        return told if twins.get(city, city) == city else replace(told, city=twins[city])

    return translated


def places_named(one: ExampleResult) -> frozenset[str]:
    """Return the places of the cities that a question or its answer names."""
    told = f"{one.given.get('city', '')} {one.answer.value}"
    return frozenset(
        WING.face.place(Build(0, city))
        for city in one.state.board.cities
        if re.search(rf"\b{re.escape(CITY_NAMES[city])}\b", told)
    )


def same_choice(state: State, action: Action | None) -> Sequence[Action]:
    """Return the actions that make a recorded choice in ``state``: always the same one."""
    del state
    return (action,) if action else ()


def ending(state: State) -> Result | None:
    """Return the result of a final state, or None if the game would continue under its rules."""
    return powergrid.result(state) if state.most_cities >= state.terms.end_cities else None


def _winners(state: State, names: Sequence[str]) -> _Values:
    end = ending(state)
    if end is None:
        return _alone("nobody", Word("the game would continue"))
    won = JoinedList(tuple(names[seat] for seat in end.winners), "and")
    words = Wording("{winners} ({rule})", {"winners": won, "rule": end.decided_by})
    return _alone(list(end.winners), words)


def change_ruleset(state: State, side: Side) -> RulesetChange:
    """Return ``state`` under the rules of ``side``; options of the state keep their values.

    Raises NotationError for another map or number of players, InvalidState for a state that breaks
    the rules of the side.
    """
    old, seats = state.terms.ruleset, state.terms.seats
    ruleset = replace(old, **side.chosen)
    if ruleset.map != old.map:
        raise NotationError("{side}: the record is played on {map}", side=side.name, map=old.map)
    if side.variant.seats not in (0, seats):
        template = "{side}: the Cartel plays with two; the record has {seats} players"
        raise NotationError(template, side=side.name, seats=seats)
    return powergrid.change_ruleset(state, ruleset)


def _now(state: State, names: Sequence[str]) -> str:
    at = {"round": state.round, "step": state.step}
    if state.phase == OVER:
        return say("Round {round}, step {step}: the game is over.", **at)
    actor = powergrid.to_act(state)
    return say(
        "Round {round}, step {step}, {phase}: {name} is to act; the largest network has {cities}.",
        **at,
        cities=state.most_cities,
        phase=Word(PHASES[state.phase]),
        name=Word("nobody") if actor is None else names[actor],
    )


def _notes(state: State, casts: _Casts) -> Iterator[str]:
    if options := RUNNER.choices.written(state.ruleset):
        yield say("Options of the record, which apply to every side: {known}.", known=options)
    for side, one in casts.items():
        names = counterpart_names(state.board, one.state.board)
        moved = [f"{old} > {new}" for old, new in names.items() if old != new]
        if moved:
            yield say("Cities of {side}: {cities}.", side=side.name, cities=", ".join(moved))
    if len({one.state.terms.cartel for one in casts.values()}) > 1:
        yield say(
            "If the Cartel does not play, it has nothing on the board. If the record "
            "has no Cartel, all its houses are off the board."
        )
