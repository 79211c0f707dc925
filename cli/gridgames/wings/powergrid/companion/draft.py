"""The draft of a Power Grid position: cities, plants, fuel and money, entered by pointing."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, NotationError, NotationErrors, Refusal
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import render_message, say
from gridgames.show.draft import Detail, DraftTable, Finding, place_in
from gridgames.show.menus import Choice, Menu
from gridgames.show.parts import BoardLayers, Picture, View
from gridgames.show.pictures import drawings_of
from gridgames.terminal.output import Line
from gridgames.wings.powergrid import EDITION, MAP
from gridgames.wings.powergrid.companion.position_input import QuerySubject, parse_any_position
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.description.situation import price_words, reach_lines
from gridgames.wings.powergrid.drawing import signs
from gridgames.wings.powergrid.drawing.board import board_layers
from gridgames.wings.powergrid.screen.table import GameTable
from powergrid.codecs import CARTEL_WORD, COUNTS, LETTERS
from powergrid.declarations import changed_networks
from powergrid.notation.formatter import format_position, line_of_player, with_line
from powergrid.notation.parser import read_position
from powergrid.notation.source_text import refusal_error, with_letters
from powergrid.position import Position
from powergrid.position_fields import OF_PLAYER, TEXT_FIELDS, full_facts
from powergrid.powering import best_outcome
from powergrid.projection import cheapest_route, most_cities
from powergrid.ruleset import Ruleset
from powergrid.state import AUCTION, CARTEL, EMPTY, PHASES, SETUP, State
from powergrid.tables import (
    CARTEL_START,
    CITY_NAMES,
    EDITIONS,
    FUELS,
    MAPS,
    PLANTS,
    SEATS,
    SLOT_COST,
    City,
    CustomMap,
)

_EFFORT = 3_000  # positions searched for the reach of a player
_OWN_MAP = "own"  # the custom map of a position, among the maps
_MONEY = (-10, -1, 1, 10)
_PHASES = PHASES[1:]
_NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabio")
_OF_MAP = ("cities", "houses", "regions", "marked")
_OF_TURN = ("turn_order", "turn", "in_auction", "auction", "surplus")


class PositionTable(DraftTable[Position], GameTable):
    """A table of Power Grid that is being entered. A spot is a place, as in a game."""

    GAME = "powergrid"
    COMMANDS: ClassVar[Mapping[str, str]] = {
        "space": "own house",
        "backspace": "back",
        **{letter: f"seek {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"},
    }
    KEYS = (
        ("", "← → ↑ ↓", "to the next city"),
        ("", "a-z", "to the city whose name begins so"),
        ("", "1-6", "a house of this player; again: none"),
        ("space", "Space", "a house of the player that is being entered"),
        ("", "Tab", "enter the things of the next player, or of the table"),
        ("", "+ - > <", "money: one more or less, ten more or less"),
        ("ctrl+z,ctrl+y", "⌫ ^Z ^Y", "undo; undo, redo"),
    )
    example = "A money 43; plants 8 13"

    def __init__(self, position: Position) -> None:
        self._focus = 0  # a seat, or the number of players for the table
        self._sought = ""  # letters of a city
        super().__init__(read_position(format_position(position), own=position.ruleset.custom_map))

    # What holds

    def look(self, state: Position, *, may_choose: bool = True) -> None:
        del may_choose
        city = None if self.cursor is None else self.city
        self.state, self.problems = state.placed()
        self.position, self.names = state, list(state.names)
        if city is not None:
            self.cursor = self.state.board.places.get(city, 0)
        self._focus = min(self._focus, len(self.names))
        self.refresh()

    @property
    def city(self) -> City:
        """The city at the cursor."""
        return self.state.board.cities[self.cursor]

    @property
    def player(self) -> int | None:
        """The player that is being entered, None for the table."""
        return self._focus if self._focus < len(self.names) else None

    def point(self, spot: int) -> None:
        self.cursor, self._sought = spot, ""

    def is_spot(self, spot: int) -> bool:
        return spot in range(len(self.state.board.cities))

    def cycle(self, step: int) -> None:
        self._focus = (self._focus + step) % (len(self.names) + 1)

    # Commands

    def _with(self, *gone: str, **facts: Any) -> Position:
        """Return the position with other facts, and without those in ``gone``."""
        told = {key: one for key, one in self.position.facts.items() if key not in gone} | facts
        return Position(self.position.ruleset, self.position.names, told)

    @property
    def _entered(self) -> int:
        if self.player is None:
            raise NotationError("Choose a player first.")
        return self.player

    def do_seek(self, letter: str) -> None:
        """Go to the first city that begins with the letters typed in a row."""
        for sought in (self._sought + letter, letter):
            for place, city in enumerate(self.state.board.cities):
                if unaccented(CITY_NAMES[city]).replace(" ", "").startswith(sought):
                    self.cursor, self._sought = place, sought
                    return
        raise NotationError("no city of this map begins with {found}", found=repr(letter))

    def do_back(self, _rest: str) -> None:
        self._sought = self._sought[:-1]

    def command_of(self, key: str) -> str | None:
        found = super().command_of(key)
        return "undo" if found == "back" and not self._sought else found

    def do_focus(self, number: str) -> None:
        place_in([str(one) for one in range(len(self.names) + 1)], number)
        self._focus = int(number)

    def do_own(self, _rest: str) -> str:
        """Toggle a house of the player that is being entered."""
        return self.do_house(str(self._entered))

    def do_house(self, number: str) -> str:
        """Put a house on the cheapest free slot of the city, or take it away."""
        owners = [*range(len(self.names)), *([CARTEL] if self.state.terms.cartel else [])]
        place_in([*map(str, owners)], number)
        seat, name = int(number), CITY_NAMES[self.city]
        facts = full_facts(self.state)
        slots = facts["houses"].setdefault(name, [None] * len(SLOT_COST))
        if seat == CARTEL:
            return format_position(self._house_of_cartel(facts["houses"]))
        if seat not in slots and None not in slots:
            raise NotationError("This city has all its houses.")
        facts["cities"][seat] = _toggled(facts["cities"][seat], name)
        position = self._with(**changed_networks(self.state, facts["cities"]))
        line = line_of_player(position, seat, "cities")
        is_all = self.with_line(line).facts == self.read(format_position(position)).facts
        return line if is_all else format_position(position)

    def _house_of_cartel(self, houses: dict[str, list[Any]]) -> Position:
        """Put a house of the Cartel into the city, or take it away.

        Its first houses are put into cities in the set-up, which ends with the last of them.
        Rules: PG-CART-02.
        """
        slots = houses[CITY_NAMES[self.city]]
        old, new = (CARTEL_WORD, None) if CARTEL_WORD in slots else (None, CARTEL_WORD)
        if old not in slots:
            raise NotationError("This city has all its houses.")
        slots[slots.index(old)] = new
        first = sum(slots[0] == CARTEL_WORD for slots in houses.values())
        phase = PHASES[SETUP] if first < len(CARTEL_START) else PHASES[self.state.phase or AUCTION]
        return self._with("round", houses=houses, phase=phase)

    def do_game(self, rest: str) -> str:
        edition, _, land = rest.partition(" ")
        place_in([*EDITIONS], edition)
        own = self.position.ruleset.custom_map
        place_in([*MAPS, _OWN_MAP] if own else [*MAPS], land)
        chosen = own if own and land == _OWN_MAP else land
        ruleset = Ruleset(edition=edition, map=chosen)
        return format_position(_with_rules(self.position, ruleset))

    def do_players(self, number: str) -> str:
        place_in([*map(str, SEATS)], number)
        return format_position(_with_players(self.position, int(number)))

    # The text

    def text(self) -> str:
        return format_position(self.position)

    def read(self, text: str) -> Position:
        return parse_any_position(text, self.position.ruleset.custom_map, is_judged=False)

    def with_line(self, line: str) -> Position:
        return self.read(with_line(self.position, line, input_words("position", "names")))

    def form(self, name: str) -> str:
        if name == "text":
            return self.text()
        if name == "json":
            return json.dumps(self.position.to_json(), indent=1) + "\n"
        return drawings_of(self.face, [self.state], self.names)[0].to_text()

    def forms(self) -> Mapping[str, tuple[str, str]]:
        return {
            "text": (".powergrid", say("as text: everything")),
            "json": (".json", say("a document for other programs")),
            "svg": (".svg", say("a drawing")),
        }

    def questions(self) -> Mapping[str, str]:
        return {
            "check": say("everything about the position"),
            "reach": say("how many cities each player can pay"),
            "power": say("which plants to run on which fuel"),
            "market": say("the price of fuel, and the next refill"),
            "auction": say("the worth of the plants on sale"),
            "end": say("who would win now"),
        }

    def subject(self) -> QuerySubject:
        self._check()
        return QuerySubject(self.state, self.names)

    def answer(self, question: str) -> Iterable[Line]:
        if question == "check":
            from gridgames.wings.powergrid.panels import describe

            return describe(self.state, self.names)
        return super().answer(question)

    def _check(self) -> None:
        """Raise NotationErrors if the position breaks rules."""
        if self.problems:
            raise NotationErrors([refusal_error(one) for one in self.problems])

    def continuation(self, name: str, file: str) -> Sequence[str]:
        self._check()
        self.position.state()
        if name == "keep":
            return [self.GAME, name, file]
        return [name, self.GAME, "--position", file, "--players", str(len(self.names))]

    # What is shown

    def title(self) -> str:
        rules = self.position.ruleset
        return (
            f"Power Grid · {say(EDITION.words[rules.edition])} · {say(self.state.board.map.name)}"
        )

    def menus(self) -> Sequence[Menu]:
        found = [
            _houses(self.state, self.names, self.city),
            _focus(self.names, self._focus),
        ]
        if self.player is not None:
            return [*found, *_of_player(self.state, self.names, self.player)]
        return [*found, *_of_table(self.state, self.position)]

    def layers(self, view: View | None = None) -> BoardLayers:
        places = {city_place(city) for city in self.state.board.cities}
        return board_layers(self.state, self.names, places, view)

    def signs(self) -> Mapping[str, str]:
        names = {problem.values.get("city") for problem in self.problems}
        cities = (city for city in self.state.board.cities if CITY_NAMES[city] in names)
        return {city_place(city): "broken" for city in cities}

    def here(self) -> Iterator[Finding]:
        """Yield the houses of the city, and what it costs each player."""
        state, city = self.state, self.city
        region = say(state.board.map.region_of[city])
        yield Finding(f"{CITY_NAMES[city]} · {region}", tone="head")
        slots = state.houses[self.cursor]
        for slot, owner in enumerate(slots):
            if owner != EMPTY:
                name = say("Cartel") if owner == CARTEL else self.names[owner]
                yield Finding(say("house of {name} for {cost}", name=name, cost=SLOT_COST[slot]))
        for problem in self.problems:
            if problem.values.get("city") == CITY_NAMES[city]:
                yield _finding(problem)
        for seat, name in enumerate(self.names):
            if seat in slots or self.problems:
                continue
            route = cheapest_route(state, seat, [city])
            if isinstance(route, Refusal):
                yield Finding(f"{name}: {render_message(route)}", route.rule, "dim")
            else:
                cost = route.total
                price = price_words(cost - route.paths[0], route.paths[0])
                text = say("{name}: costs {price}", name=name, price=price)
                yield Finding(text, "", "good" if cost <= state.money[seat] else "")

    def summary(self) -> Iterator[Finding]:
        state = self.state
        phase = say(PHASES[state.phase])
        text = say(
            "round {round}, {phase}, step {step}", round=state.round, phase=phase, step=state.step
        )
        yield Finding(text, tone="head")

    def findings(self) -> Iterator[Finding]:
        """Yield broken rules, the power of each player, and the reach of the one being entered."""
        yield from map(_finding, self.problems)
        state, count = self.state, len(CITY_NAMES)
        for seat, name in enumerate(self.names):
            power = best_outcome(state.plants[seat], state.fuel[seat], count)[2]
            values = {"name": name, "money": state.money[seat], "power": power}
            text = say(
                "{name}: {money} Elektro, {cities:city|cities}, could power {power}",
                cities=state.city_count[seat],
                **values,
            )
            yield Finding(text, tone="head" if seat == self.player else "")
            if seat == self.player and not self.problems:
                money = state.money[seat]
                for line in reach_lines(most_cities(state, seat, money, _EFFORT), money):
                    yield Finding(line, tone="good")

    def details(self) -> Iterator[Detail]:
        facts = full_facts(self.state)
        for field in TEXT_FIELDS:
            if field.key not in facts or facts[field.key] in (None, [], {}, False):
                continue
            value = field.codec.to_text(field.codec.from_json(facts[field.key]))
            is_told = field.key in self.position.facts
            yield Detail(field.word, value if is_told else "", "" if is_told else value)


def new_draft(own: CustomMap | None = None) -> PositionTable:
    """Return the draft of the beginning of a game of three, or of as many as can play.

    Raises NotationError for a map on which nobody can.
    """
    if own is None:
        return begin(Ruleset(), 3)
    from powergrid.custom_maps import suitabilities

    suited = [fit.seats for fit in suitabilities(own, Ruleset().edition) if not fit.why]
    return begin(Ruleset(map=own), 3 if 3 in suited else next(iter(suited), 3))


def begin(ruleset: Ruleset, count: int) -> PositionTable:
    """Return the draft of the beginning of a game."""
    return PositionTable(_first_possible(ruleset, _NAMES[:count]))


def _finding(problem: Refusal) -> Finding:
    return Finding(render_message(with_letters(problem)), problem.rule, "bad")


def _toggled(values: Iterable[Any], value: Any) -> list[Any]:
    """Return values without one, or with it if it is not among them."""
    others = [one for one in values if one != value]
    return others if len(others) < len([*values]) else [*others, value]


def _words(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def _houses(state: State, names: Sequence[str], city: City) -> Menu:
    """Return the houses of a city, one for each player and the Cartel."""
    slots = state.houses[state.board.places[city]]
    owners = [*enumerate(names), *([(CARTEL, say("Cartel"))] if state.terms.cartel else [])]
    houses = [
        Choice(
            f"{number} {name}",
            f"house {seat}",
            name=name,
            key=str(number),
            is_on=seat in slots,
            picture=partial(signs.house, seat),
        )
        for number, (seat, name) in enumerate(owners, 1)
    ]
    return Menu(say("Houses in {city}", city=CITY_NAMES[city]), houses)


def _of_player(state: State, names: Sequence[str], seat: Seat) -> Iterator[Menu]:
    """Yield the money, the fuel and the plants of a player."""
    name, letter, held = names[seat], LETTERS[seat], state.money[seat]
    keys = ("less_than_sign", "minus", "plus", "greater_than_sign")
    money = [
        Choice(f"{step:+d}", f"{letter} money {max(0, held + step)}", key=key)
        for step, key in zip(_MONEY, keys, strict=True)
    ]
    yield Menu(say("{name}: {money} Elektro", name=name, money=held), money)
    fuel = [*_steps(f"{letter} fuel", state.fuel[seat])]
    yield Menu(say("Fuel of {name}", name=name), fuel)
    others = {plant for one, own in enumerate(state.plants) if one != seat for plant in own}
    plants = [*_plants(f"{letter} plants", state.plants[seat], others)]
    yield Menu(say("Plants of {name}", name=name), plants, is_brief=True)


def _steps(head: str, counts: Sequence[int]) -> Iterator[Choice]:
    """Yield two choices for each fuel: one token less, and one more."""
    for fuel, name in enumerate(FUELS):
        fewer, more = ([*counts], [*counts])
        fewer[fuel], more[fuel] = max(0, counts[fuel] - 1), counts[fuel] + 1
        yield Choice(f"{say(name)} −", f"{head} {_tokens(fewer)}")
        words = f"{counts[fuel]} +"
        yield Choice(words, f"{head} {_tokens(more)}", name=f"{say(name)} {words}")


def _tokens(counts: Sequence[int]) -> str:
    coal, oil, garbage, uranium = counts
    return COUNTS.to_text((coal, oil, garbage, uranium))


def _small_plate(plant: int) -> Picture:
    plate = signs.plate(plant)
    return plate._replace(scale=plate.scale * 0.55)


def _plants(head: str, own: Sequence[int], taken: Collection[int]) -> Iterator[Choice]:
    for plant in PLANTS:
        if plant not in taken:
            line = " ".join(map(str, (head, *sorted(_toggled(own, plant)))))
            draw = partial(_small_plate, plant)
            yield Choice(str(plant), line, is_on=plant in own, picture=draw)


def _of_table(state: State, position: Position) -> Iterator[Menu]:
    """Yield round, step, phase, markets, and the choice of the game."""
    sale, regions = state.plant_market, state.board.regions
    steps = [
        Choice(say("step {step}", step=step), f"step {step}", is_on=state.step == step)
        for step in (1, 2, 3)
    ]
    yield Menu(say("Step"), steps)
    phases = [
        Choice(say(phase), f"phase {phase}", is_on=PHASES[state.phase] == phase)
        for phase in _PHASES
    ]
    yield Menu(say("Phase"), phases)
    rounds = [
        Choice("−", f"round {max(1, state.round - 1)}", name=say("the round before")),
        Choice("+", f"round {state.round + 1}"),
    ]
    yield Menu(say("Round {round}", round=state.round), rounds)
    yield Menu(say("Fuel market"), [*_steps("market", state.market)])
    held = {plant for own in state.plants for plant in own}
    title = say("Face-up plants: {count}", count=len(sale))
    yield Menu(title, [*_plants("plants", sale, held)], is_brief=True)
    chosen = [
        Choice(say(one), f"regions {', '.join(_toggled(regions, one))}", is_on=one in regions)
        for one in state.board.map.regions
    ]
    yield Menu(say("Regions: {count}", count=len(regions)), chosen)
    rules = position.ruleset
    lands: dict[str, str | CustomMap] = {land: land for land in MAPS}
    if rules.custom_map:
        lands[_OWN_MAP] = rules.custom_map
    games = [
        Choice(
            f"{say(EDITION.words[edition])}, {say(MAP.words.get(word, str(land)))}",
            f"game {edition} {word}",
            is_on=(rules.edition, rules.map) == (edition, land),
        )
        for edition in EDITIONS
        for word, land in lands.items()
    ]
    yield Menu(say("Edition and map"), games)
    counts = [
        Choice(str(count), f"players {count}", is_on=count == len(position.names))
        for count in SEATS
    ]
    yield Menu(say("Players"), counts)


def _focus(names: Sequence[str], focus: int) -> Menu:
    """Return what the other choices are about: a player, or the table."""
    players = [
        Choice(f"{LETTERS[seat]} {name}", f"focus {seat}", name=name, is_on=seat == focus)
        for seat, name in enumerate(names)
    ]
    table = Choice(say("the table"), f"focus {len(names)}", is_on=focus == len(names))
    return Menu(say("Enter for"), [*players, table])


def _with_rules(position: Position, ruleset: Ruleset) -> Position:
    """Return the position under other rules; facts that it cannot have there are left out."""
    facts = position.facts
    apart = {key: value for key, value in facts.items() if key not in _OF_MAP}
    return _first_possible(ruleset, position.names, facts, apart)


def _with_players(position: Position, count: int) -> Position:
    """Return the position for another number of players; who leaves takes everything along."""
    names = (*position.names, *_NAMES[len(position.names) :])[:count]
    start = full_facts(_first_possible(position.ruleset, names).table())
    facts: dict[str, Any] = dict(position.facts)
    for field in OF_PLAYER:
        if field.key in facts:
            facts[field.key] = [*facts[field.key], *start[field.key]][:count]
    facts["houses"] = {
        city: [None if seat is not None and seat >= count else seat for seat in slots]
        for city, slots in facts.get("houses", {}).items()
    }
    for key in _OF_TURN:
        facts.pop(key, None)
    elsewhere = {key: value for key, value in facts.items() if key != "regions"}
    return _first_possible(position.ruleset, names, facts, elsewhere)


def _first_possible(ruleset: Ruleset, names: Sequence[str], *facts: Mapping[str, Any]) -> Position:
    """Return the first possible position with some facts, with none, or in the set-up."""
    for told in (*facts, {}):
        fresh = Position(ruleset, tuple(names), told)
        try:
            fresh.table()
        except (InvalidState, NotationError):
            continue
        return fresh
    return Position(ruleset, tuple(names), {"phase": PHASES[SETUP]})
