"""The editor of a Power Grid position: a city, a player or the table at a time.

A change that breaks a rule is not made: its rule is named, and the position stays.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from gridcommon.errors import InvalidState, NotationError, Refusal
from gridcommon.spelling import unaccented
from gridgames.languages.messages import render_message, say
from gridgames.show.parts import BoardLayers, Marks, View
from gridgames.show.questions import Answer
from gridgames.show.table import Picture as TextPicture
from gridgames.table.editor import Editor, Entry, Fact, Group, place_in
from gridgames.terminal.output import Line
from gridgames.wings.powergrid import EDITION
from gridgames.wings.powergrid.companion.editing import changes, offers
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.drawing.board import board_layers
from gridgames.wings.powergrid.plan.standing_orders import reach_lines
from gridgames.wings.powergrid.screen import board, map_layout
from powergrid.codecs import CARTEL_WORD
from powergrid.declarations import changed_networks
from powergrid.notation.formatter import format_position
from powergrid.position import Position
from powergrid.position_fields import TEXT_FIELDS, full_facts
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
    SEATS,
    SLOT_COST,
    City,
    CustomMap,
)

_EFFORT = 3_000  # positions searched for the reach of a player
_SLOTS = len(SLOT_COST)


class PositionEditor(Editor[Position]):
    """A table of Power Grid that is being entered. A spot is a city."""

    GAME = "powergrid"
    KEYS: ClassVar[Mapping[str, str]] = {
        "left": "go -1 0",
        "right": "go 1 0",
        "up": "go 0 -1",
        "down": "go 0 1",
        "space": "own house",
        "tab": "next 1",
        "shift+tab": "next -1",
        "backspace": "back",
        "ctrl+z": "undo",
        "ctrl+y": "redo",
        **{letter: f"seek {letter}" for letter in "abcdefghijklmnopqrstuvwxyz"},
    }
    example = "A money 43; plants 8 13"

    def __init__(self, position: Position) -> None:
        self._focus = 0  # a seat, or the number of players for the table
        self._sought = ""  # letters of a city
        self._chosen: dict[str, list[Any]] = {}  # lists that are not complete yet, by key
        self._plan: map_layout.Layout | None = None
        super().__init__(position, position.table().board.cities[0])

    # What holds

    def refresh(self) -> None:
        self.state: State = changes.table_of(self.position)
        self._focus = min(self._focus, len(self.position.names))
        if self.cursor not in self.state.board.places:
            self.cursor = self.state.board.cities[0]

    @property
    def seat(self) -> int | None:
        """The player that is being entered, None for the table."""
        return self._focus if self._focus < len(self.position.names) else None

    def can_point(self, spot: City) -> bool:
        return spot in self.state.board.places

    def point(self, spot: City) -> None:
        self.cursor, self._sought = spot, ""

    # Commands

    def commands(self) -> Mapping[str, Callable[[str], None]]:
        return {
            **super().commands(),
            "go": self._go,
            "seek": self._seek,
            "back": self._back,
            "focus": self._set_focus,
            "next": self._next,
            "house": self._house,
            "own": self._own,
            "money": self._money,
            "fuel": self._fuel,
            "market": self._market,
            "sale": self._sale,
            "region": self._region,
            "step": self._step,
            "phase": self._phase,
            "round": self._round,
            "rules": self._rules,
            "players": self._players,
        }

    def _with(self, *gone: str, **facts: Any) -> None:
        """Change facts, without those in ``gone``.

        Raises InvalidState or NotationError for an impossible position.
        """
        told = {key: one for key, one in self.position.facts.items() if key not in gone} | facts
        fresh = Position(self.position.ruleset, self.position.names, told)
        changes.table_of(fresh)
        self.change(fresh)
        for key in facts:
            self._chosen.pop(key, None)

    def _told(self, key: str) -> Any:
        """Return the value of a fact, or the one that follows from the others."""
        return self.position.facts.get(key, full_facts(self.state).get(key))

    def _go(self, step: str) -> None:
        dx, dy = _numbers(step, 2)
        if self._plan is None:
            self.picture(80, 24, 0)
        plan = self._plan
        assert plan is not None
        here = plan.spots[self.state.board.places[self.cursor]]
        best, nearest = self.cursor, 1e9
        for place, spot in enumerate(plan.spots):
            x, y = spot.x - here.x, 2 * (spot.line - here.line)
            along, aside = (x * dx, abs(y)) if dx else (y * dy, abs(x))
            if along > 0 and along + 2 * aside < nearest:
                best, nearest = self.state.board.cities[place], along + 2 * aside
        self.point(best)

    def _seek(self, letter: str) -> None:
        """Go to the first city that begins with the letters typed in a row."""
        for sought in (self._sought + letter, letter):
            for city in self.state.board.cities:
                if unaccented(CITY_NAMES[city]).replace(" ", "").startswith(sought):
                    self.cursor, self._sought = city, sought
                    return
        raise NotationError("no city of this map begins with {found}", found=repr(letter))

    def _back(self, _rest: str) -> None:
        if self._sought:
            self._sought = self._sought[:-1]
        else:
            self.do("undo")

    def _set_focus(self, number: str) -> None:
        place_in([str(one) for one in range(len(self.position.names) + 1)], number)
        self._focus = int(number)

    def _next(self, step: str) -> None:
        (by,) = _numbers(step, 1)
        self._focus = (self._focus + by) % (len(self.position.names) + 1)

    def _own(self, word: str) -> None:
        """Toggle a house or a plant of the player that is being entered."""
        if self.seat is None:
            raise NotationError("Choose a player first.")
        if word == "house":
            self._house(str(self.seat))
            return
        (plant,) = _numbers(word, 1)
        plants = [list(own) for own in self._told("plants")]
        _toggle(plants[self.seat], plant)
        self._with(plants=plants)

    def _house(self, number: str) -> None:
        """Put a house on the cheapest free slot of the city, or take it away."""
        owners = [*_seats(self.position), *([CARTEL] if self.state.terms.cartel else [])]
        place_in([*map(str, owners)], number)
        seat, name = int(number), CITY_NAMES[self.cursor]
        facts = full_facts(self.state)
        slots = facts["houses"].setdefault(name, [None] * _SLOTS)
        if seat == CARTEL:
            self._house_of_cartel(facts["houses"])
            return
        if seat not in slots and None not in slots:
            raise NotationError("All slots of this city are taken.")
        _toggle(facts["cities"][seat], name)
        self._with(**changed_networks(self.state, facts["cities"]))

    def _house_of_cartel(self, houses: dict[str, list[Any]]) -> None:
        """Put a house of the Cartel into the city, or take it away.

        Its first houses are put into cities in the set-up, which ends with the last of them.
        Rules: PG-CART-02.
        """
        slots = houses[CITY_NAMES[self.cursor]]
        old, new = (CARTEL_WORD, None) if CARTEL_WORD in slots else (None, CARTEL_WORD)
        if old not in slots:
            raise NotationError("All slots of this city are taken.")
        slots[slots.index(old)] = new
        first = sum(slots[0] == CARTEL_WORD for slots in houses.values())
        phase = PHASES[SETUP] if first < len(CARTEL_START) else PHASES[self.state.phase or AUCTION]
        self._with("round", houses=houses, phase=phase)

    def _money(self, step: str) -> None:
        (by,) = _numbers(step, 1)
        money = list(self._told("money"))
        if self.seat is None:
            raise NotationError("Choose a player first.")
        money[self.seat] = max(0, money[self.seat] + by)
        self._with(money=money)

    def _fuel(self, rest: str) -> None:
        fuel, by = _numbers(rest, 2)
        if self.seat is None:
            raise NotationError("Choose a player first.")
        held = [list(own) for own in self._told("fuel")]
        _add(held[self.seat], fuel, by)
        self._with(fuel=held)

    def _market(self, rest: str) -> None:
        fuel, by = _numbers(rest, 2)
        market = list(self._told("market"))
        _add(market, fuel, by)
        self._with(market=market)

    def _sale(self, number: str) -> None:
        (plant,) = _numbers(number, 1)
        self._choose("plant_market", plant, sort=True)

    def _region(self, name: str) -> None:
        place_in(self.state.board.map.regions, name)
        self._choose("regions", name, sort=False)

    def _choose(self, key: str, value: Any, *, sort: bool) -> None:
        """Toggle a value of a list, which is entered as soon as it is possible."""
        chosen = list(self._chosen.get(key, self._told(key)))
        _toggle(chosen, value)
        self._chosen[key] = sorted(chosen) if sort else chosen
        try:
            self._with(**{key: self._chosen[key]})
        except (InvalidState, NotationError) as problem:
            why = problem.problems[0] if isinstance(problem, InvalidState) else None
            text = render_message(why) if why else str(problem)
            self.told = Fact(
                say("Not complete yet: {why}", why=text), why.rule if why else "", "dim"
            )

    def _step(self, number: str) -> None:
        (step,) = _numbers(number, 1)
        self._with(step=step)

    def _phase(self, word: str) -> None:
        place_in(PHASES, word)
        self._with(phase=word)

    def _round(self, step: str) -> None:
        (by,) = _numbers(step, 1)
        self._with(round=max(1, self.state.round + by))

    def _rules(self, rest: str) -> None:
        edition, _, land = rest.partition(" ")
        place_in([*EDITIONS], edition)
        own = self.position.ruleset.custom_map
        place_in([*MAPS, offers.OWN_MAP] if own else [*MAPS], land)
        chosen = own if own and land == offers.OWN_MAP else land
        self._replace(changes.with_rules(self.position, Ruleset(edition=edition, map=chosen)))

    def _players(self, number: str) -> None:
        place_in([*map(str, SEATS)], number)
        self._replace(changes.with_players(self.position, int(number)))

    def _replace(self, position: Position) -> None:
        self._chosen.clear()
        self.change(position)

    # The text

    def text(self) -> str:
        return format_position(self.position)

    def restore(self, text: str) -> None:
        self._replace(changes.read_again(text, self.position))

    def type_line(self, line: str) -> None:
        self.restore(changes.with_line(self.position, line))

    def form(self, name: str) -> str:
        if name == "text":
            return self.text()
        if name == "json":
            return json.dumps(self.position.to_json(), indent=1) + "\n"
        from gridgames.show.registry import face_of

        return face_of(self.GAME).draw([self.state], self.position.names)[0].to_text()

    def forms(self) -> Mapping[str, tuple[str, str]]:
        return {
            "text": (".powergrid", say("as text: everything")),
            "json": (".json", say("a document for other programs")),
            "svg": (".svg", say("a drawing")),
        }

    def questions(self) -> Mapping[str, str]:
        return {
            "show": say("everything about the position"),
            "reach": say("how many cities each player can pay"),
            "power": say("which plants to run on which fuel"),
            "market": say("the price of fuel, and the next refill"),
            "auction": say("the worth of the plants on sale"),
            "end": say("who would win now"),
        }

    def answer(self, question: str) -> Iterable[Line]:
        if question == "show":
            from gridgames.wings.powergrid.panels import describe

            return describe(self.state, self.position.names)
        from gridgames.wings.powergrid.companion import questions

        ask: Callable[[QuerySubject], Answer[Any]] = getattr(questions, question)
        return ask(QuerySubject(self.state, self.position.names)).lines()

    def continuations(self) -> Mapping[str, str]:
        return {
            "play": say("play on from here"),
            "keep": say("keep the score of the game on your table from here"),
        }

    def check_continuation(self, name: str) -> None:
        del name
        self.position.state()

    def continuation(self, name: str, file: str) -> Sequence[str]:
        if name == "keep":
            return [self.GAME, name, file]
        players = str(len(self.position.names))
        return [name, self.GAME, "--position", file, "--players", players]

    # What is shown

    def title(self) -> str:
        rules = self.position.ruleset
        return (
            f"Power Grid · {say(EDITION.words[rules.edition])} · {say(self.state.board.map.name)}"
        )

    def spot_of(self, place: str) -> City | None:
        return next((city for city in self.state.board.cities if city_place(city) == place), None)

    def place(self) -> str:
        return city_place(self.cursor)

    def groups(self) -> Sequence[Group]:
        names = self.position.names
        found = [
            offers.of_house(self.state, names, self.cursor),
            offers.of_focus(names, self._focus),
        ]
        if self.seat is not None:
            return [*found, *offers.of_player(self.state, names, self.seat)]
        sale = self._chosen.get("plant_market", [*self.state.plant_market])
        regions = self._chosen.get("regions", [*self.state.board.regions])
        return [*found, *offers.of_table(self.state, self.position, sale, regions)]

    def picture(self, columns: int, lines: int, zoom: int) -> TextPicture:
        width, height = max(columns, 40), max(lines, 17)
        if zoom % 2:
            width, height = max(86, width * 4 // 3), max(40, height * 4 // 3)
        state, step = self.state, max(self.state.step, 1)
        self._plan = plan = map_layout.layout(state.board, width, height, step)
        cursor = city_place(self.cursor)
        drawn = board.draw(state, Marks(cursor), width, height)

        def where(city: City) -> tuple[int, int]:
            spot = plan.spots[state.board.places[city]]
            return spot.name_x + len(spot.name) // 2, spot.line

        def city_at(x: int, y: int) -> City | None:
            place = plan.place(x, y)
            return None if place is None else state.board.cities[place]

        return TextPicture(drawn, width, where, city_at)

    def layers(self, view: View | None = None) -> BoardLayers:
        places = {city_place(city) for city in self.state.board.cities}
        return board_layers(self.state, self.position.names, places, view)

    def here(self) -> Iterator[Fact]:
        """Yield the houses of the city, and what it costs each player."""
        state, city = self.state, self.cursor
        region = say(state.board.map.region_of[city])
        yield Fact(f"{CITY_NAMES[city]} · {region}", tone="head")
        slots = state.houses[state.board.places[city]]
        for slot, owner in enumerate(slots):
            if owner != EMPTY:
                names, cost = self.position.names, SLOT_COST[slot]
                name = say("Cartel") if owner == CARTEL else names[owner]
                yield Fact(say("house of {name} for {cost}", name=name, cost=cost))
        for seat, name in enumerate(self.position.names):
            if seat in slots:
                continue
            route = cheapest_route(state, seat, [city])
            if isinstance(route, Refusal):
                yield Fact(f"{name}: {render_message(route)}", route.rule, "dim")
            else:
                cost, path = route.total, route.paths[0]
                text = say("{name}: costs {cost}, path {path}", name=name, cost=cost, path=path)
                yield Fact(text, "", "good" if cost <= state.money[seat] else "")

    def summary(self) -> Iterator[Fact]:
        state = self.state
        phase = say(PHASES[state.phase])
        text = say(
            "round {round}, {phase}, step {step}", round=state.round, phase=phase, step=state.step
        )
        yield Fact(text, tone="head")

    def findings(self) -> Iterator[Fact]:
        """Yield the power of each player, and how far the money of the present one reaches."""
        state, count = self.state, len(CITY_NAMES)
        for seat, name in enumerate(self.position.names):
            power = best_outcome(state.plants[seat], state.fuel[seat], count)[2]
            values = {"name": name, "money": state.money[seat], "power": power}
            text = say(
                "{name}: {money} Elektro, {cities:city|cities}, could power {power}",
                cities=state.city_count[seat],
                **values,
            )
            yield Fact(text, tone="head" if seat == self.seat else "")
            if seat == self.seat:
                money = state.money[seat]
                for line in reach_lines(most_cities(state, seat, money, _EFFORT), money):
                    yield Fact(line, tone="good")

    def entries(self) -> Iterator[Entry]:
        facts = full_facts(self.state)
        for field in TEXT_FIELDS:
            if field.key not in facts or facts[field.key] in (None, [], {}, False):
                continue
            value = field.codec.to_text(field.codec.from_json(facts[field.key]))
            is_told = field.key in self.position.facts
            yield Entry(field.word, value if is_told else "", "" if is_told else value)

    def hints(self) -> Iterator[tuple[str, str, str]]:
        yield "a-z", "", say("city")
        yield "1-6", "", say("house")
        yield "Tab", "tab", say("next player")
        if self.seat is not None:
            yield "+ -", "plus", say("money")
        yield "^Z", "ctrl+z", say("undo")

    def help(self) -> Iterator[tuple[str, str]]:
        yield "← → ↑ ↓", say("to the next city")
        yield "a-z", say("to the city whose name begins so")
        yield "1-6", say("a house of this player; again: none")
        yield "Space", say("a house of the player that is being entered")
        yield "Tab", say("enter the things of the next player, or of the table")
        yield "+ - > <", say("money: one more or less, ten more or less")
        yield "⌫ ^Z ^Y", say("undo; undo, redo")


def new_editor(own: CustomMap | None = None) -> PositionEditor:
    """Return the editor of a position at the beginning of a game of three, or as many as can play.

    Raises NotationError for a map on which nobody can.
    """
    if own is None:
        return begin(Ruleset(), 3)
    from powergrid.custom_maps import suitabilities

    suited = [fit.seats for fit in suitabilities(own, Ruleset().edition) if not fit.why]
    return begin(Ruleset(map=own), 3 if 3 in suited else next(iter(suited), 3))


def begin(ruleset: Ruleset, count: int) -> PositionEditor:
    """Return the editor of a position at the beginning of a game."""
    return PositionEditor(changes.first_possible(ruleset, changes.NAMES[:count]))


def _seats(position: Position) -> range:
    return range(len(position.names))


def _numbers(text: str, count: int) -> list[int]:
    """Return the whole numbers of a command. Raises NotationError for anything else."""
    words = text.split()
    if len(words) != count or not all(re.fullmatch(r"[+-]?\d{1,3}", word) for word in words):
        raise NotationError("This cannot be done here.")
    return [int(word) for word in words]


def _toggle(values: list[Any], value: Any) -> None:
    if value in values:
        values.remove(value)
    else:
        values.append(value)


def _add(counts: list[int], fuel: int, by: int) -> None:
    if not 0 <= fuel < len(FUELS):
        raise NotationError("This cannot be done here.")
    counts[fuel] = max(0, counts[fuel] + by)
