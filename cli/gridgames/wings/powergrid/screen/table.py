"""Power Grid on the screen: the map, the plant and fuel markets, the networks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gridcommon.errors import Word
from gridgames.languages.messages import say
from gridgames.show.characters import sections
from gridgames.show.parts import Marks
from gridgames.show.table import (
    DIM,
    GOOD,
    PaneSize,
    Spot,
    Table,
    TextPicture,
    refusal_line,
)
from gridgames.terminal.frames import RULE, boxed, titled
from gridgames.terminal.output import Clickable, Line, line_width
from gridgames.terminal.seat_styles import GLYPHS, seat_style
from gridgames.wings.powergrid.description import upcoming
from gridgames.wings.powergrid.description.places import city_place
from gridgames.wings.powergrid.description.short_forms import cities_beginning
from gridgames.wings.powergrid.description.situation import (
    HOUSE,
    kind_words,
    needed_tokens,
    top_cards,
)
from gridgames.wings.powergrid.description.upcoming import worth_building
from gridgames.wings.powergrid.screen import board, map_layout
from gridgames.wings.powergrid.screen.auction import auction_lines, plant_values
from powergrid.actions import Build, MarkStart, PlaceCartel
from powergrid.board import FAR, Place
from powergrid.building import cost
from powergrid.game import check
from powergrid.plant_market import minimum_bid
from powergrid.projection import Route, cheapest_route
from powergrid.resources import buyable_goods
from powergrid.state import AUCTION, BUILDING, CARTEL, OVER, SETUP, State
from powergrid.tables import CITY_NAMES, GOODS, PLANTS, Plant
from powergrid.view import observe

if TYPE_CHECKING:
    from gridgames.show.drawing.pane import BoardPicture

_LARGE = (86, 40)  # the least columns and lines of a map that is zoomed in
_LEAST = (40, 17)  # the least columns and lines of a map


class GameTable(Table):
    """A game of Power Grid; a spot is a place, a city's number within the zone."""

    ZOOMS = 2
    KEYS: Sequence[tuple[str, str, str]] = (
        ("space", "Space", "into the plan"),
        ("backspace", "Backspace", "out of it"),
        ("plus,minus", "+ −", Word("your limit").text),
    )
    state: State
    _points: Sequence[tuple[float, float]] = ()  # where the cities are shown, for the arrows
    _frame: Any = None  # of the picture in which they are there

    def refresh(self) -> None:
        self._worth: dict[Plant, int] | None = None  # of plants on sale, found when it is shown
        if self.cursor is None:
            self.cursor = 0
            self._room = PaneSize()
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

    def _size(self, columns: int, lines: int) -> tuple[int, int]:
        width, height = max(columns, _LEAST[0]), max(lines, _LEAST[1])
        if self.zoom:
            return max(_LARGE[0], width * 4 // 3), max(_LARGE[1], height * 4 // 3)
        return width, height

    def picture(self, columns: int, lines: int) -> TextPicture:
        self._room.take(columns, lines)
        width, height = self._size(columns, self._room.lines)
        state, step = self.state, max(self.state.step, 1)
        plan = map_layout.layout(state.board, width, height, step)
        self._points, self._frame = _points(plan), None
        drawn = board.draw(state, self.marks(), width, height)
        # A panel below the map hides its last lines, unless the cursor is there.
        is_cut = lines < height == self._room.lines
        top = max(0, plan.spots[self.cursor].line + 1 - lines) if is_cut else 0
        end = top + lines if is_cut else height

        def where(place: Spot) -> tuple[int, int]:
            spot = plan.spots[place]
            return spot.name_x + len(spot.name) // 2, spot.line - top

        return TextPicture(drawn[top:end], width, where, lambda x, y: plan.place(x, y + top))

    def board_picture(self, width: int, height: int) -> "BoardPicture | None":
        picture = super().board_picture(width, height)
        if picture and self._frame != (frame := (picture.size, picture.box)):
            self._frame = frame
            spots = range(len(self.state.board.cities))
            self._points = [picture.middle_of(self.place_of(spot)) for spot in spots]
        return picture

    def marks(self) -> Marks:
        if not self.has_marks:
            return Marks()
        action = self.at_cursor() if self.cursor in self._prices else None
        ghosts = {Build: self.seat, PlaceCartel: CARTEL}
        return Marks(
            cursor=self.place_of(self.cursor),
            prices={self.place_of(place): price for place, price in self._prices.items()},
            path=[self.place_of(place) for place in self._route(self.cursor)],
            planned={
                city_place(part.city): part.seat
                for part in self.planned()
                if isinstance(part, Build)
            },
            ghost=ghosts.get(type(action)),
            changed=sorted(self.changed),
        )

    def place_of(self, spot: Spot) -> str:
        return city_place(self.state.board.cities[spot])

    def spot_of(self, place: str) -> Spot | None:
        cities = self.state.board.cities
        return next((spot for spot, city in enumerate(cities) if city_place(city) == place), None)

    def _route(self, target: Place | None) -> list[Place]:
        if target is None or self.state.phase != BUILDING:
            return []
        return upcoming.route(self.state, self.seat, target)

    def move(self, dx: int, dy: int) -> None:
        points = self._points or _points(map_layout.layout(self.state.board, *_LEAST, 1))
        here = points[self.cursor]
        best, best_far = self.cursor, 1e9
        for place, point in enumerate(points):
            x, y = point[0] - here[0], point[1] - here[1]
            along, aside = (x * dx, abs(y)) if dx else (y * dy, abs(x))
            if along > 0 and along + 2 * aside < best_far:
                best, best_far = place, along + 2 * aside
        self.cursor = best

    def find(self, text: str) -> str:
        if self.state.phase not in (BUILDING, SETUP) or not self.offers:
            return ""
        found = cities_beginning(self.state, text, self.state.actor)
        places = [self.state.board.places[city] for city in found]
        if not places:
            return ""
        self.cursor, *others = places
        told = ["".join(words for words, _ in line) for line in self._city_lines()]
        if others:
            named = [self._priced(one) for one in others]
            told.append(say("also: {cities}", cities=", ".join(named)))
        return "; ".join(told)

    def targets(self) -> Sequence[Spot]:
        return list(self._prices)

    def at_cursor(self) -> Any | None:
        city = self.state.board.cities[self.cursor]
        if self.state.phase == SETUP:
            kind = PlaceCartel if self.state.terms.cartel else MarkStart
            return kind(self.seat, city)
        return Build(self.seat, city) if self.state.phase == BUILDING else None

    def useful_keys(self) -> Iterator[tuple[str, str]]:
        if self.KEYS is not GameTable.KEYS:  # those of a draft
            yield from super().useful_keys()
            return
        uses = {"space": self.part_at_cursor() is not None, "backspace": self.plan() is not None}
        uses["plus,minus"] = self.field is not None
        if self.state.auction:
            yield "Tab", say("map")
        yield from ((shown, about) for key, shown, about in self.KEYS if uses.get(key, True))

    def part_at_cursor(self) -> Any | None:
        phases = range(AUCTION, BUILDING + 1)
        if self.has_cards or not self.offers or self.state.phase not in phases:
            return None
        return Build(self.seat, self.state.board.cities[self.cursor])

    def show(self, action: Any) -> None:
        if isinstance(action, Build | PlaceCartel | MarkStart):
            self.cursor = self.state.board.places[action.city]

    def words(self) -> Sequence[str]:
        bid_up = ("bid up ",) if self.state.auction else ()
        buys = (f"buy {GOODS[good]} " for good in buyable_goods(self.state))
        cities = (CITY_NAMES[self.state.board.cities[place]] for place in self._prices)
        return (
            *cities,
            *bid_up,
            "open ",
            "bid ",
            *buys,
            "run ",
            "limit ",
            "limit all ",
            "limits off",
        )

    def cost_words(self, action: Any) -> str:
        price = (
            self._prices.get(self.state.board.places[action.city]) if type(action) is Build else ""
        )
        return say("for {price}", price=price) if price else ""

    def choice_lines(self, width: int) -> Iterator[Line]:
        del width
        if self.state.phase in (BUILDING, SETUP) and self.offers:
            yield from self._city_lines()

    def _priced(self, place: Place) -> str:
        """Return a city with its price, if it has one."""
        name = CITY_NAMES[self.state.board.cities[place]]
        return f"{name} {self._prices.get(place, '')}".rstrip()

    def _city_lines(self) -> Iterator[Line]:
        state, seat, place = self.state, self.seat, self.cursor
        city = state.board.cities[place]
        region = state.board.map.region_of[city]
        yield [(f"▶ {CITY_NAMES[city]}", "bold"), (f"  {say(region)}", DIM)]
        action = self.at_cursor()
        refusal = check(self.state, action) if action else None
        if refusal:
            yield refusal_line(refusal)
        if state.phase == BUILDING:
            price = cost(state, seat, place)
            if price < FAR:
                yield [(self._price_words(place, price), GOOD if refusal is None else DIM)]
            parts = [part.city for part in self.planned() if isinstance(part, Build)]
            if parts and refusal is None and city not in parts:
                routes = [cheapest_route(state, seat, some) for some in (parts, [*parts, city])]
                totals = [route.total for route in routes if isinstance(route, Route)]
                if len(totals) == len(routes):
                    yield [(say("after the plan: {price}", price=totals[1] - totals[0]), GOOD)]

    def _price_words(self, place: Place, price: int) -> str:
        """Return the price of a city, with the cheapest path to it."""
        state, path = self.state, self._route(place)
        values: dict[str, Any] = {"slot": state.prices[place], "price": price}
        values["left"] = state.money[self.seat] - price
        if len(path) < 2 or price == state.prices[place]:
            return say("costs {price}, leaves {left}", **values)
        values["city"] = CITY_NAMES[state.board.cities[path[0]]]
        values["path"] = upcoming.path_words(state, path)
        return say("costs {price}: house {slot}, {path} from {city}; leaves {left}", **values)

    def cards(self, columns: int, lines: int) -> list[Line]:
        """Return the plants on sale as cards during auctions."""
        state = self.state
        if state.phase != AUCTION or state.surplus:
            return []
        if stage := self.stage():
            limit = [self.field_lines(columns, framed=framed) for framed in (True, False)]
            if self.covers_panels:
                mine = [self.names[self.seat if self.viewer is None else self.viewer]]
                panels = {one.key: one for one in self.face.panels(state, self.names)}
                found = (sections(panels[key], columns, (), mine) for key in ("players", "plants"))
                below = [
                    [titled(form, form.lines, columns, is_boxed=False) for form in forms]
                    for forms in found
                ]
            else:
                rooms = (lines, _CARD_LINES + 1)  # without the future market where there is little
                below = [[plant_cards(state, self.names, {}, columns, room) for room in rooms]]
            return auction_lines(stage, limit, below, columns, lines)
        if self._worth is None:
            self._worth = {}
            if self.offers:
                from powergrid.bots.plant_valuation import appraise

                self._worth = {one.plant: one.worth for one in appraise(observe(state, self.seat))}
        return plant_cards(state, self.names, self._worth, columns, lines)

    @property
    def board_matters(self) -> bool:
        return self.state.phase in (SETUP, BUILDING, OVER)

    def secrets(self) -> Iterator[str]:
        yield say(
            "No player sees the order of the plants in the stack; all see how many there are."
        )
        if self.state.terms.backs:
            yield say("Every player sees the back of the top card of the stack (PG-SETUP-10).")
        if self.state.terms.ruleset.hidden_money:
            yield say("Money is hidden: you see only your own (option hidden_money).")
        else:
            yield say("Money, plants, fuel and cities of all players are open.")
        yield say("Bots see only what a player in their seat would see.")


def _points(plan: map_layout.Layout) -> list[tuple[float, float]]:
    """Return where the cities are in characters, which are twice as high as wide."""
    return [(spot.x, 2 * spot.line) for spot in plan.spots]


_NARROW, _BROAD = 15, 20  # columns of a card
_SLIVER = 6  # columns of the map beside the cards that are not worth showing
_LEAST_BEHIND = 9  # columns of a card behind others
_CARD_LINES = 5  # of a card during an auction
_BEHIND = 3  # lines of a card that are seen behind others
_FAINT = "#66727e"


def plant_cards(
    state: State, names: Sequence[str], worth: Mapping[Plant, int], columns: int, lines: int
) -> list[Line]:
    """Return the current market in front of the future one; no lines without room.

    A plant on auction is not among them. ``worth`` is what plants are worth to the person who has
    to choose, as far as it is known.
    """
    auction, later = state.auction, state.future_market
    now = [one for one in state.current_market if auction is None or one != auction.plant]
    if not now or columns < _NARROW:
        return []
    rows = -(-len(now) // min(len(now), (columns + 1) // (_NARROW + 1)))
    in_a_row = -(-len(now) // rows)
    width = min((columns - in_a_row + 1) // in_a_row, _BROAD)
    across = (width + 1) * in_a_row - 1
    if columns - across < _SLIVER:
        across = columns
    behind = _behind(later, across, step3=state.step3_lies)
    laid = behind[:]
    for first in range(0, len(now), in_a_row):
        cards = [_card(state, plant, worth, width) for plant in now[first : first + in_a_row]]
        laid += _beside(cards, across)
    laid.append(_caption(state, names, across))
    if len(laid) > lines:
        laid = laid[len(behind) :]
    return laid if len(laid) <= lines else []


def _beside(cards: Sequence[Sequence[Line]], width: int) -> list[Line]:
    """Return cards side by side, in lines of ``width`` columns."""
    rows: list[Line] = [
        [segment for line in parts for segment in (*line, (" ", ""))][:-1]
        for parts in zip(*cards, strict=True)
    ]
    return [[*row, (" " * (width - line_width(row)), "")] for row in rows]


def _card(state: State, plant: Plant, worth: Mapping[Plant, int], width: int) -> list[Line]:
    """Return a plant of the current market."""
    is_out = state.auction is not None
    least = minimum_bid(state, plant)
    is_cheap = plant == state.discount
    price = say("from {amount}, token", amount=least) if is_cheap else ""
    if not is_cheap or len(price) > width - 4:
        price = say("from {amount}", amount=least)
    value: Line = []
    if plant in worth:
        words = say("worth ~{amount} to you", amount=worth[plant])
        if len(words) > width - 4:
            words = say("worth ~{amount}", amount=worth[plant])
        value = [(words, GOOD if worth[plant] >= least else DIM)]
    body: list[Line] = [*plant_values(plant), [(price, "bold")], value]
    style, title = RULE if is_out else "#c3ccd4", [(f"{plant}", "bold #ffffff")]
    card = list(boxed(body[: 4 - is_out], width, title, style=style))
    if is_out:
        return [_faint(line) for line in card]
    typed = f"open {plant} {least}"
    return [[(Clickable(text, typed=typed), look) for text, look in line] for line in card]


def _behind(plants: Sequence[Plant], across: int, *, step3: bool) -> list[Line]:
    """Return the upper lines of the cards of the future market."""
    count = len(plants) + step3
    width = min((across - count + 1) // max(count, 1), _BROAD)
    if not count or width < _LEAST_BEHIND:
        return []
    cards = []
    for plant in plants:
        tokens, cities = needed_tokens(plant), f"{HOUSE}{PLANTS[plant].cities}"
        name = kind_words(plant, is_brief=width < len(kind_words(plant)) + 2)
        space = " " * max(width - 2 - line_width(tokens) - len(cities), 1)
        body: list[Line] = [
            [*tokens, (space, ""), (cities, "")],
            [(name[: width - 2], "")],
        ]
        cards.append(list(boxed(body, width, [(f"{plant}", "")], pad=0))[:_BEHIND])
    if step3:
        cards.append(list(boxed([[], []], width, [(say("Step 3"), "")], pad=0))[:_BEHIND])
    return [_faint(line) for line in _beside(cards, across)]


def _faint(line: Line) -> Line:
    return [(text, _FAINT) for text, _ in line]


def _caption(state: State, names: Sequence[str], width: int) -> Line:
    """Return who may still bid or buy, by name if there is room, and the stack."""
    seats = [seat for seat in state.turn_order if state.in_auction >> seat & 1]
    if state.auction:
        seats = []  # the bids show them
    head: Line = [(f"{say('may buy:')} ", DIM)] if seats else []
    by_name: Line = [(f"{GLYPHS[seat]} {names[seat]} ", seat_style(seat)) for seat in seats]
    glyphs: Line = [(f"{GLYPHS[seat]} ", seat_style(seat)) for seat in seats]
    count = len(state.stack)
    stack: Line = [(say("stack: {count}", count=count), DIM)]
    top = stack
    if state.top_back:
        low, high = top_cards(state)
        top = [(say("stack: {count}, top {low} to {high}", count=count, low=low, high=high), DIM)]
    forms: list[tuple[Line, Line]] = [
        ([*head, *by_name], top),
        ([*head, *glyphs], top),
        ([*head, *glyphs], stack),
        (glyphs, stack),
        (glyphs, []),
    ]
    for line, end in forms:
        space = width - line_width(line) - line_width(end)
        if space >= 0:
            break
    return [*line, (" " * space, ""), *end]
