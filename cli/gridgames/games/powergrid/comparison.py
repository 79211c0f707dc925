"""Power Grid in comparisons: its sides, and a state of the user's own under several of them.

The state stays as it was recorded; only the rules, and what they say of it at once, change. The
stack stays hidden: nothing is drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
from powergrid.board import Board
from powergrid.examples import BENCH
from powergrid.state import AUCTION, OVER, PHASES, SETUP, State
from powergrid.tables import CITY_NAMES, FUELS, Plant

__all__ = ["BENCH", "OWN_SIDES", "SIDES", "compared", "parse_position"]

SIDES = ("powergrid:recharged", "powergrid:classic", "powergrid:cartel")
OWN_SIDES = SIDES[:2]
parse_position = None  # this game has no positions in text

_MOST_NAMED = 8
# What belongs to the phase in progress, and is as at its beginning where it is left out
_PENDING = {"turn", "auction", "surplus", "in_auction", "bought", "discount"}


@dataclass(frozen=True, slots=True)
class Recast:
    """A state under the rules of a side, and the plants that these take away at once."""

    side: Side
    facts: Mapping[str, Any]
    state: State
    obsolete: tuple[Plant, ...]

    def at(self, phase: str) -> State:
        """Return the state at the beginning of ``phase``."""
        now = self.state
        if now.phase == PHASES.index(phase):
            return now
        facts = {key: value for key, value in self.facts.items() if key not in _PENDING}
        if phase == "bureaucracy" and now.step == 1 and now.most_cities >= now.terms.step2_cities:
            facts["step"] = 2
        return powergrid.from_facts(now.terms.ruleset, now.terms.seats, {**facts, "phase": phase})


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


def _rows(casts: Sequence[Recast], names: Sequence[str], *, is_over: bool) -> Iterator[Row]:
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
                 casts, lambda one: [("", Answer(list(one.obsolete)))] if one.obsolete else []),
            _row("fuel", say("What does the next token cost?"), "PG-RES-01",
                 casts, lambda one: _asked(one.state, "next_token", "fuel", FUELS)),
            _row("cities", say("Which cities cost {name} something else?", name=who),
                 "PG-BUILD-03 PG-BUILD-04", casts, lambda one: prices[one.side]),
            _row("refill", say("What would a refill add now?"), "PG-BUR-04", casts,
                 lambda one: _asked(one.at("bureaucracy"), "added", "fuel", FUELS, all="run")),
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
    key: str, question: str, rules: str, casts: Sequence[Recast], tell: Callable[[Recast], _Values]
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


def _term(name: str, one: Recast) -> _Values:
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


def _bids(one: Recast) -> _Values:
    state = one.at("auction")
    return _asked(state, "minimum_bid", "plant", state.current_market)


def _differing_prices(casts: Sequence[Recast], seat: Seat) -> dict[Side, _Values]:
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


def recast(state: State, side: Side) -> Recast:
    """Return ``state`` under the rules of ``side``.

    Its options that are defaults leave those of the record alone. The discount token is placed
    where its edition has one and nothing was sold yet; obsolete plants are taken away and not
    replaced, since the stack is hidden. Raises NotationError for another map or number of players,
    InvalidState for a state that breaks the rules of the side.
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
    empty = powergrid.from_facts(ruleset, seats, {"regions": list(state.board.regions)})
    facts = _renaming(powergrid.full_facts(state), counterparts(state.board, empty.board))
    facts.pop("top_back")  # the cards say it, as the edition of the side prints them
    if old.cartel and not empty.terms.cartel:
        gone = facts.pop("cartel")
        facts["supply"] = [
            here + held for here, held in zip(facts["supply"], gone["fuel"], strict=True)
        ]
        facts["out"] = sorted({*facts["out"], *gone["plants"]})
        for slots in facts["houses"].values():
            slots[:] = [None if owner == "cartel" else owner for owner in slots]
    if not empty.terms.discount_bid or (
        not old.discount_bid and state.phase == AUCTION and not state.bought
    ):
        facts.pop("discount")
    obsolete: list[Plant] = []
    if empty.terms.obsolete and state.phase != OVER:
        on_auction = state.auction.plant if state.auction else 0
        obsolete = [
            plant
            for plant in state.plant_market
            if plant <= state.most_cities and plant != on_auction
        ]
        facts["out"] = sorted({*facts["out"], *obsolete})
        facts["plant_market"] = [plant for plant in state.plant_market if plant not in obsolete]
    other = powergrid.from_facts(ruleset, seats, facts)
    return Recast(side, facts, other, tuple(obsolete))


def counterparts(old: Board, new: Board) -> dict[str, str]:
    """Return the name on ``new`` of each city on ``old``.

    A city that only one edition prints corresponds to the one that only the other prints in its
    region.
    """
    only = [
        sorted({*one.map.cities} - {*other.map.cities}, key=lambda city: one.map.region_of[city])
        for one, other in ((old, new), (new, old))
    ]
    twins = dict(zip(*only, strict=True))
    return {CITY_NAMES[city]: CITY_NAMES[twins.get(city, city)] for city in old.cities}


def _renaming(facts: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return facts with other names of cities."""
    return facts | {
        "cities": [[names[city] for city in owned] for owned in facts["cities"]],
        "marked": [names[city] for city in facts["marked"]],
        "houses": {names[city]: list(slots) for city, slots in facts["houses"].items()},
    }


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


def _notes(state: State, casts: Sequence[Recast]) -> Iterator[str]:
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
