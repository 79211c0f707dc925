"""Power Grid in comparisons: its sides, and a state of the user's own under several of them.

The state stays as it was recorded; only the rules, and what they say of it at once, change. The
stack stays hidden: nothing is drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import powergrid
from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, Listed, NotationError, Typed, Word, Wording
from gridcommon.sides import Side
from gridgames.comparison.document import NONE, Comparison, Row, marked
from gridgames.comparison.sides import cell_of
from gridgames.languages.messages import say, shown
from powergrid.actions import Action
from powergrid.board import FAR, Board
from powergrid.building import cost as city_cost
from powergrid.events import Event, MarketRefilled
from powergrid.examples import BENCH
from powergrid.plant_market import minimum_bid
from powergrid.resources import available
from powergrid.resources import cost as fuel_cost
from powergrid.ruleset import Ruleset
from powergrid.state import AUCTION, OVER, PHASES, SETUP, State
from powergrid.tables import CITY_NAMES, CITY_OF, FUELS, Plant

__all__ = ["BENCH", "OWN_SIDES", "SIDES", "compared", "parse_position"]

SIDES = ("powergrid:recharged", "powergrid:classic", "powergrid:cartel")
OWN_SIDES = SIDES[:2]
parse_position = None  # this game has no positions in text

_MOST_NAMED = 8
# What belongs to the phase in progress, and is as at its beginning where it is left out
_PENDING = {"turn", "auction", "surplus", "in_auction", "bought", "discount"}
_NEVER = Wording("none: this rule is Classic's", {})


@dataclass(frozen=True, slots=True)
class Recast:
    """A state under the rules of a side, and the plants that these take away at once."""

    side: Side
    ruleset: Ruleset
    facts: Mapping[str, Any]
    state: State
    obsolete: tuple[Plant, ...]

    def at(self, **changes: Any) -> State:
        """Return the state at the beginning of another phase, or step."""
        facts = {key: value for key, value in self.facts.items() if key not in _PENDING}
        return powergrid.from_facts(self.ruleset, self.state.terms.seats, {**facts, **changes})


_Told = tuple[object, tuple[str, ...]]  # what a side says, and the rules that say so
_Tell = Callable[[Recast], _Told]


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
    actor = powergrid.to_act(state)
    seat = state.turn_order[-1] if actor is None else actor
    notes = [_now(state, names), *broken]
    if options := BENCH.choices.written(state.ruleset):
        notes.append(
            say("Options of the record, which hold on every side: {known}.", known=options)
        )
    if moved := _renamed(state.board, casts):
        notes.append(say("The maps of the editions differ: {cities}.", cities=moved))
    if len({one.state.terms.cartel for one in casts}) > 1:
        notes.append(
            say(
                "Where the Cartel does not play it has nothing on the board; where the record has "
                "none it has all its houses beside it."
            )
        )
    common = set.intersection(*(set(powergrid.legal_actions(one.state)) for one in casts))
    who = names[seat]
    rows = [
        _row("step", say("When does the next step begin?"), casts, _next_step),
        _row("plants", say("How many plants may a player own?"), casts, _limit),
        _row("end", say("When does the game end?"), casts, lambda one: _end(one, names)),
    ]
    if actor is not None:
        may = say("What may {name} do now?", name=who)
        prices = say("Which cities cost {name} something else?", name=who)
        rows[:0] = [
            _row("actions", may, casts, lambda one: _actions(one, common)),
            _row("bids", say("What is the least bid for each plant?"), casts, _bids),
            _row("obsolete", say("Which plants are obsolete?"), casts, _obsolete),
            _row("fuel", say("What does the next token cost?"), casts, _fuel),
            _row("cities", prices, casts, _city_prices(casts, seat)),
            _row("refill", say("What would a refill add now?"), casts, _refill),
        ]
    return Comparison("record", say("Power Grid record"), where, tuple(rows), tuple(notes))


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
    return Recast(side, ruleset, facts, other, tuple(obsolete))


def counterparts(old: Board, new: Board) -> dict[str, str]:
    """Return the name on ``new`` of each city on ``old``.

    A city that only one edition prints corresponds to the one that only the other prints in its
    region.
    """
    names: dict[str, str] = {}
    free = [city for city in new.cities if city not in old.places]
    for city in old.cities:
        twin = city
        if city not in new.places:
            region = old.map.region_of[city]
            twin = next(other for other in free if new.map.region_of[other] == region)
            free.remove(twin)
        names[CITY_NAMES[city]] = CITY_NAMES[twin]
    return names


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
        "Round {round}, step {step}, {phase}: {name} is to act.",
        round=state.round,
        step=state.step,
        phase=Word(PHASES[state.phase]),
        name=Word("nobody") if actor is None else names[actor],
    )


def _renamed(own: Board, casts: Sequence[Recast]) -> str:
    """Return which cities have another name on a side."""
    parts = [
        say(
            "{side} has {city} where the record has {other}",
            side=one.side.name,
            city=city,
            other=name,
        )
        for one in casts
        for name, city in counterparts(own, one.state.board).items()
        if name != city
    ]
    return ", ".join(dict.fromkeys(parts))


def _row(key: str, question: str, casts: Sequence[Recast], tell: _Tell) -> Row:
    cells = []
    for one in casts:
        answer, rules = tell(one)
        text = shown(answer)
        cells.append((cell_of(one.side, text, rules), NONE if answer == _NEVER else text))
    return Row(f"record.{key}", question, marked(cells))


def _few(values: Sequence[object]) -> object:
    named, more = Listed(tuple(values[:_MOST_NAMED])), len(values) - _MOST_NAMED
    return (
        Wording("{names} and {count} more", {"names": named, "count": more}) if more > 0 else named
    )


def _actions(one: Recast, common: set[Action]) -> _Told:
    actions = powergrid.legal_actions(one.state)
    only = [Typed(powergrid.format_action(one)) for one in actions if one not in common]
    legal = Wording("{count} legal actions", {"count": len(actions)})
    if only:
        values = {"legal": legal, "names": _few(only)}
        return Wording("{legal}; not on every side: {names}", values), ("PG-ROUND-01",)
    return legal, ("PG-ROUND-01",)


def _bids(one: Recast) -> _Told:
    state = one.state if one.state.phase == AUCTION else one.at(phase="auction")
    bids = [
        Wording("{plant} for {price}", {"plant": plant, "price": minimum_bid(state, plant)})
        for plant in state.current_market
    ]
    rules = ("PG-AUC-09", "PG-AUC-11") if state.terms.discount_bid else ("PG-AUC-10",)
    return Listed(tuple(bids)) if bids else Word("the market is empty"), rules


def _obsolete(one: Recast) -> _Told:
    rules = ("PG-BUILD-08",)
    if not one.state.terms.obsolete:
        return _NEVER, rules
    if not one.obsolete:
        return Word("none now"), rules
    plants = Listed(one.obsolete)
    return Wording("{plants}: replaced at once from the stack", {"plants": plants}), rules


def _fuel(one: Recast) -> _Told:
    parts = []
    for fuel, name in enumerate(FUELS):
        price = fuel_cost(one.state, fuel, 1) if available(one.state, fuel) else 0
        template = "{fuel} {price}" if price else "{fuel} none left"
        parts.append(Wording(template, {"fuel": Word(name), "price": price}))
    depot = ("PG-RES-03",) if one.state.terms.depot_price else ()
    return Listed(tuple(parts)), ("PG-RES-01", *depot)


def _city_prices(casts: Sequence[Recast], seat: Seat) -> _Tell:
    boards = [one.state.board for one in casts]
    names = [counterparts(boards[0], one) for one in boards]
    prices = [
        [
            min(city_cost(one.state, seat, one.state.board.places[CITY_OF[name]]), FAR)
            for name in own.values()
        ]
        for one, own in zip(casts, names, strict=True)
    ]
    differing = [
        place for place, found in enumerate(zip(*prices, strict=True)) if len({*found}) > 1
    ]

    def tell(one: Recast) -> _Told:
        number = next(number for number, other in enumerate(casts) if other is one)
        cities = list(names[number].values())
        parts = []
        for place in differing:
            price = prices[number][place]
            shown = Word("closed") if price >= FAR else price
            parts.append(Wording("{city} {price}", {"city": cities[place], "price": shown}))
        return _few(parts) if parts else Word("none"), ("PG-BUILD-03", "PG-BUILD-04")

    return tell


def _refill(one: Recast) -> _Told:
    now = one.state
    reached = now.step == 1 and now.most_cities >= now.terms.step2_cities
    state = one.at(phase="bureaucracy", step=2 if reached else now.step)
    step, stopped = state.step, state.uranium_stopped
    events: list[Event] = []
    for _ in range(state.terms.seats):
        powergrid.advance(state, powergrid.parse_action("run", state), events)
    (added,) = [event.added for event in events if isinstance(event, MarketRefilled)]
    fuels = Listed(
        tuple(
            Wording("{count} {fuel}", {"count": count, "fuel": Word(name)})
            for name, count in zip(FUELS, added, strict=True)
        )
    )
    rules = ("PG-BUR-05",) if stopped else ()
    return Wording("{fuel} (step {step})", {"fuel": fuels, "step": step}), ("PG-BUR-04", *rules)


def _next_step(one: Recast) -> _Told:
    state, wanted = one.state, one.state.terms.step2_cities
    if state.step == 3 or state.step3_pending:
        return Word("step 3 is the last"), ("PG-STEP-09",)
    if state.step == 2:
        return Word("step 3 with the phase after its card is drawn"), ("PG-STEP-05",)
    template = (
        "step 2 in this round: {cities} of {wanted} cities"
        if state.most_cities >= wanted
        else "step 2 at {wanted} cities; the largest network has {cities}"
    )
    rule = "PG-STEP-03" if state.terms.most_cities else "PG-STEP-02"
    return Wording(template, {"cities": state.most_cities, "wanted": wanted}), (rule,)


def _limit(one: Recast) -> _Told:
    return one.state.terms.plant_limit, ("PG-AUC-16",)


def _end(one: Recast, names: Sequence[str]) -> _Told:
    state, wanted = one.state, one.state.terms.end_cities
    rule = "PG-END-02" if state.terms.most_cities else "PG-END-01"
    values = {"wanted": wanted, "cities": state.most_cities}
    if state.phase != OVER:
        return Wording("at {wanted} cities; the largest network has {cities}", values), (rule,)
    if state.most_cities < wanted:
        return Wording("not yet: {cities} of {wanted} cities", values), (rule,)
    end = powergrid.result(state)
    assert end is not None, state.phase
    winners = Listed(tuple(names[seat] for seat in end.winners), "and")
    return Wording("it is over: won by {winners}", {"winners": winners}), (rule, end.decided_by)
