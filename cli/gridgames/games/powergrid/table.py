"""Power Grid on the screen: the map, the plant and fuel markets, the networks."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.cells import set_cell_size

from gridcommon.errors import Word
from gridcommon.networks import cheapest_path
from gridgames.games.powergrid import city_map
from gridgames.games.powergrid.description import to_do
from gridgames.games.powergrid.presenter import worth_building
from gridgames.games.table import DIM, GOOD, HEAD, Picture, Spot, Table, refusal_line
from gridgames.languages.messages import said, say
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH, seat_style
from powergrid.actions import Build, MarkStart, PlaceCartel
from powergrid.board import FAR, Place
from powergrid.building import cost
from powergrid.powering import best_outcome
from powergrid.resources import available, goods
from powergrid.state import AUCTION, BUILDING, PHASES, RESOURCES, SETUP, State
from powergrid.tables import CITY_NAMES, FUELS, GOODS, PLANTS, PRICES, TOKENS, Plant, Tokens

_FUEL_STYLES = ("#c8a27a", "#b9c0c8", "#e6d05c", "#ff9a8a")
_LARGE = (86, 40)  # a map that is zoomed in has at least so many columns and lines
_LEAST = (40, 17)


class PowerGridTable(Table):
    """A game of Power Grid; a spot is a place, a city's number within the zone."""

    state: State

    def refresh(self) -> None:
        """Work out what may be chosen on the map."""
        if self.cursor is None:
            self.cursor = 0
        places = self.state.board.places
        worth = sorted(
            (worth_building(self.state, action), places[action.city])
            for action in self.offers
            if isinstance(action, Build)
        )
        # In the order of the menu; a city of the set-up has no price.
        self._prices: dict[Place, str] = {place: str(price) for (price, *_), place in worth}
        for action in self.offers:
            if isinstance(action, PlaceCartel | MarkStart):
                self._prices[places[action.city]] = ""

    def title(self) -> str:
        """Return edition, map and how far the game is."""
        state = self.state
        return say(
            "Power Grid {edition}, {map} · round {round} · step {step} · {phase}",
            edition=state.terms.ruleset.edition,
            map=Word(state.board.map.name),
            round=state.round,
            step=state.step,
            phase=Word(PHASES[state.phase]),
        )

    def _size(self, columns: int, lines: int) -> tuple[int, int]:
        width, height = max(columns, _LEAST[0]), max(lines, _LEAST[1])
        if self.zoom:
            return max(_LARGE[0], width * 4 // 3), max(_LARGE[1], height * 4 // 3)
        return width, height

    def picture(self, columns: int, lines: int) -> Picture:
        """Return the map of the zone."""
        width, height = self._size(columns, lines)
        self._plan = plan = city_map.layout(self.state.board, width, height)
        state = self.state
        scene = city_map.Scene(
            state.houses,
            max(state.step, 1),
            self._prices,
            self.cursor,
            self._route(self.cursor),
            frozenset(p for p in range(len(state.houses)) if state.marked >> p & 1),
        )
        drawn = city_map.draw(state.board, scene, width, height)

        def where(place: Spot) -> tuple[int, int]:
            spot = plan.spots[place]
            return spot.name_x + len(spot.name) // 2, spot.line

        return Picture(drawn, width, where, plan.place)

    def _route(self, target: Place | None) -> list[Place]:
        """Return the places on a cheapest way from the network of the seat to a target."""
        state, seat = self.state, self.seat
        if target is None or state.phase != BUILDING or not state.network[seat]:
            return []
        own = [place for place in range(len(state.houses)) if state.network[seat] >> place & 1]
        return cheapest_path(state.board.links, own, target) or []

    def move(self, dx: int, dy: int) -> None:
        """Move to the nearest city in a direction."""
        spots = self._plan.spots
        here = spots[self.cursor]
        best, best_far = self.cursor, 1e9
        for place, spot in enumerate(spots):
            x, y = spot.x - here.x, 2 * (spot.line - here.line)
            along, aside = (x * dx, abs(y)) if dx else (y * dy, abs(x))
            if along > 0 and along + 2 * aside < best_far:
                best, best_far = place, along + 2 * aside
        self.cursor = best

    def targets(self) -> Sequence[Spot]:
        """Return the cities that may be chosen, in the order of the menu."""
        return list(self._prices)

    def at_cursor(self) -> Any | None:
        """Return what choosing the city at the cursor means in this phase."""
        city = self.state.board.cities[self.cursor]
        if self.state.phase == SETUP:
            kind = PlaceCartel if self.state.terms.cartel else MarkStart
            return kind(self.seat, city)
        return Build(self.seat, city) if self.state.phase == BUILDING else None

    def show(self, action: Any) -> None:
        """Put the cursor on the city of an action."""
        if isinstance(action, Build | PlaceCartel | MarkStart):
            self.cursor = self.state.board.places[action.city]

    def most_numbered(self) -> int:
        """Return fewer where the map shows the prices."""
        return 5 if self.state.phase == BUILDING else 9

    @property
    def market_first(self) -> bool:
        """Whether plants or fuel are bought now."""
        return self.state.phase in (AUCTION, RESOURCES)

    def words(self) -> Sequence[str]:
        """Return beginnings of commands."""
        return (
            *(("bid up ",) if self.state.auction else ()),
            *("open ", "bid ", *(f"buy {GOODS[good]} " for good in goods(self.state)), "run "),
            *("limit ", "limit all ", "limits off"),
        )

    def choice_lines(self, width: int) -> Iterator[Line]:
        """Yield what is to be done, and the city at the cursor with its full price."""
        del width
        yield [(to_do(self.state, self.names), HEAD)]
        if self.state.phase in (BUILDING, SETUP) and self.offers:
            yield from self._city_lines()

    def _city_lines(self) -> Iterator[Line]:
        state, seat, place = self.state, self.seat, self.cursor
        city = state.board.cities[place]
        region = state.board.map.region_of[city]
        yield [(f"▶ {CITY_NAMES[city]}", "bold"), (f"  {say(region)}", DIM)]
        action = self.at_cursor()
        refusal = self.check(action) if action else None
        if refusal:
            yield refusal_line(refusal, said(refusal))
        if state.phase == BUILDING:
            price = cost(state, seat, place)
            if price < FAR:
                slot = state.prices[place]
                left = state.money[seat] - price
                text = say(
                    "slot {slot} + path {path} = {price}, left {left}",
                    slot=slot,
                    path=price - slot,
                    price=price,
                    left=left,
                )
                yield [(text, GOOD if refusal is None else DIM)]

    def player_lines(self, width: int) -> Iterator[Line]:
        """Yield the players in turn order: money, cities, plants with fuel."""
        state = self.state
        yield [(f"{say('Players'):<{width - 18}}", HEAD), (say("money city power"), DIM)]
        for seat in state.turn_order:
            power = best_outcome(state.plants[seat], state.fuel[seat], len(CITY_NAMES))[2]
            money = "?" if state.money[seat] < 0 else str(state.money[seat])
            mark = "▸" if seat == state.actor else " "
            name = f"{GLYPHS[seat]} {self.names[seat]}"
            yield [
                (mark, "bold #ffffff"),
                (set_cell_size(name, width - 19), seat_style(seat)),
                (f"{money:>5} {state.city_count[seat]:>4} {power:>5}", ""),
            ]
            plants = " ".join(plant_code(plant) for plant in state.plants[seat])
            if plants:
                yield [("   ", ""), (plants, ""), *_fuel_segments(state.fuel[seat])]
        if state.terms.cartel:
            text = say("{count:house|houses} left", count=state.cartel_houses)
            yield [(f" {OTHER_GLYPH} {say('Cartel')}", "bold #ffffff"), (f"  {text}", DIM)]
            plants = " ".join(plant_code(plant) for plant in state.cartel_plants)
            yield [("   ", ""), (plants, ""), *_fuel_segments(state.cartel_fuel)]

    def market_lines(self, width: int) -> Iterator[Line]:
        """Yield the plants for sale and those to come, then the fuel with its next prices."""
        state = self.state
        half = width // 2
        yield [(f"{say('Plants now'):<{half}}", HEAD), (say("later"), HEAD)]
        current, future = state.current_market, state.future_market
        on_auction = state.auction.plant if state.auction else 0
        for row in range(max(len(current), len(future) + state.step3_lies)):
            left = _plant_line(current[row], state) if row < len(current) else ""
            if row < len(future):
                right = _plant_line(future[row], state)
            else:
                right = say("Step 3") if row == len(future) and state.step3_lies else ""
            wanted = row < len(current) and current[row] == on_auction
            style = "bold #101010 on #ffd75f" if wanted else ""
            yield [(f"{left:<{half}}", style), (right, DIM)]
        count, back = len(state.stack), state.top_back
        stack = say("{count:card|cards} in the stack", count=count)
        if back:
            stack = say("stack: {count:card|cards}, top {back}", count=count, back=Word(back))
        yield [(stack, DIM)]
        yield [(f"{say('Fuel'):<9}", HEAD), (say("next prices"), DIM)]
        for fuel, name in enumerate(FUELS):
            count = state.market[fuel]
            prices = list(PRICES[fuel][TOKENS[fuel] - count :])
            told = " ".join(map(str, prices))
            if len(told) > width - 12:
                told = told[: width - 13].rsplit(" ", 1)[0] + "…"
            depot = available(state, fuel) - count
            if depot:
                told += say(" +{count} at {price}", count=depot, price=state.terms.depot_price)
            yield [
                (f"{say(name):<8}", _FUEL_STYLES[fuel]),
                (f"{count:>3} ", "bold"),
                (told or say("none"), ""),
            ]

    def secrets(self) -> Iterator[str]:
        """Yield who can see what."""
        yield say("Nobody sees the order of the plants in the stack; all see how many there are.")
        if self.state.terms.backs:
            yield say("All see the back of its top card (PG-SETUP-10).")
        if self.state.terms.ruleset.hidden_money:
            yield say("Money is hidden: you see only your own (option hidden_money).")
        else:
            yield say("Money, plants, fuel and cities of all players are open.")
        yield say("Bots see what a player in their seat would see, and no more.")


def plant_code(plant: Plant) -> str:
    """Return a plant in few characters, as in ``13·1``: number and cities powered."""
    return f"{plant}·{PLANTS[plant].cities}"


def _plant_line(plant: Plant, state: State) -> str:
    card = PLANTS[plant]
    kinds = ("coal", "oil") if card.kind == "hybrid" else (card.kind,)
    letters = "/".join(say(kind)[0] for kind in kinds)
    need = f"{card.fuel}{letters}" if card.fuel else say(card.kind)
    token = "*" if plant == state.discount else ""
    return f"{plant:>2}{token} {need} > {card.cities}"


def _fuel_segments(tokens: Tokens) -> Line:
    return [
        (f"  {count} {say(FUELS[fuel])}", _FUEL_STYLES[fuel])
        for fuel, count in enumerate(tokens)
        if count
    ]
