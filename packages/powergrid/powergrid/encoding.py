"""Power Grid in numbers: actions as paths of codes, and views as vectors.

Codes: 0 declines, 1 passes, 2 ends a turn; then come plants by number (to open or scrap), amounts
in Elektro (bids), cities, purchases (kind and count), sets of own plants to run, and tokens burnt
or lost (kind and count). Opening an auction takes two codes, the plant and the bid; running or
scrapping takes five, with one code for each kind of fuel.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, SupportsIndex

from gridcommon.contract import Seat
from gridcommon.encoding import CodeRanges, Path, Tree, VectorSlice, extend_tree, layout_slices
from gridcommon.pickling import pickle_by_call
from powergrid.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
)
from powergrid.board import FAR
from powergrid.game import legal_actions
from powergrid.ruleset import Ruleset
from powergrid.state import AUCTION, CARTEL, EMPTY, PHASES, SETUP, State
from powergrid.tables import (
    BACKS,
    CITY_NAMES,
    FUELS,
    GOODS,
    NOTHING,
    PLANTS,
    TOKENS,
    City,
    Plant,
    Tokens,
    map_of,
)
from powergrid.view import UNKNOWN_MONEY, View

MOST: Final = 1500  # Elektro, more than any player was seen to hold; higher bids have no path
_PLANTS: Final = max(PLANTS) + 1
_TOKENS: Final = max(TOKENS) + 1
_SETS: Final = 16  # of four plants

CODES: Final = CodeRanges(
    ("decline", 1),
    ("pass", 1),
    ("done", 1),
    ("plant", _PLANTS),
    ("amount", MOST + 1),
    ("city", len(CITY_NAMES)),
    ("buy", len(GOODS) * _TOKENS),
    ("run", _SETS),
    ("tokens", len(FUELS) * _TOKENS),
)
_DECLINE, _PASS, _DONE = CODES.code("decline"), CODES.code("pass"), CODES.code("done")
_PLANT, _AMOUNT, _CITY = CODES.code("plant"), CODES.code("amount"), CODES.code("city")
_BUY, _RUN, _FUEL = CODES.code("buy"), CODES.code("run"), CODES.code("tokens")

_FEATURES: Final = (
    *CODES.names,
    *("number of the plant", "tokens it burns", "cities it powers"),
    *(f"burns {fuel}" for fuel in FUELS),
    *("Elektro", "Elektro above the highest bid"),
    *("price of a house", "path from the own network"),
    *(f"fuel {good}" for good in GOODS),
    "count",
    *(f"runs own plant no. {place + 1}" for place in range(4)),
)
_COLUMN: Final = {name: column for column, name in enumerate(_FEATURES)}

_MONEY, _CITIES, _PRICE = 100.0, 20.0, 50.0  # the amounts that are 1 in the vector


class Encoding:
    """The encoding of games with one ruleset and one number of seats.

    See :class:`gridcommon.encoding.GameEncoding`.
    """

    num_codes = len(CODES)
    max_path_length = 1 + len(FUELS)
    feature_names = _FEATURES

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset = ruleset
        self.seats = seats
        self._cities = map_of(ruleset.map, ruleset.edition).cities
        self._places = {city: place for place, city in enumerate(self._cities)}
        # The codes of cities: for printed maps their numbers, else their places on the map
        is_printed = isinstance(ruleset.map, str)
        self._coded: Sequence[City] = range(len(CITY_NAMES)) if is_printed else self._cities
        self._code_of = {city: _CITY + code for code, city in enumerate(self._coded)}
        self.parts: Mapping[str, VectorSlice] = layout_slices(
            ("phase", 1, len(PHASES)),
            ("step", 1, 3),
            ("round", 1, 1),
            ("turn order", 1, seats),
            ("to act", 1, seats),
            ("may buy a plant", 1, seats),
            ("money", 1, seats),
            ("hides money", 1, seats),
            ("cities", 1, seats),
            ("fuel", seats, len(FUELS)),
            ("plants", seats, _PLANTS),
            ("current market", 1, _PLANTS),
            ("future market", 1, _PLANTS),
            ("may be drawn", 1, _PLANTS),
            ("known to lie under", 1, _PLANTS),
            ("out of the game", 1, _PLANTS),
            ("cards", 1, 1),
            ("Step 3 card to come", 1, 1),
            ("back of the top card", 1, len(BACKS)),
            ("discount", 1, _PLANTS),
            ("auctioned", 1, _PLANTS),
            ("highest bid", 1, 1),
            ("highest bidder", 1, seats),
            ("bidders", 1, seats),
            ("fuel market", 1, len(FUELS)),
            ("fuel beside the market", 1, len(FUELS)),
            ("Cartel", 1, _PLANTS + len(FUELS) + 1),
            # for each city: in play, start city, price of a house, path from the own network,
            # houses of the seats, of the Cartel
            ("map", len(self._cities), 4 + seats + 1),
        )
        self._start = {name: part.start for name, part in self.parts.items()}

    # Actions

    def tree(self, state: State) -> Tree:
        """Return the legal actions as a tree of codes, without bids above MOST."""
        return extend_tree(
            self.path(state, action)
            for action in legal_actions(state)
            if not (
                (isinstance(action, Bid) and action.amount > MOST)
                or (isinstance(action, Open) and action.bid > MOST)
            )
        )

    def path(self, state: State, action: Action) -> Path:
        """Return the path of a legal action. Raises ValueError for a bid above MOST."""
        match action:
            case Open():
                return _PLANT + action.plant, CODES.code("amount", action.bid)
            case Bid():
                return (CODES.code("amount", action.amount),)
            case Decline():
                return (_DECLINE,)
            case Pass():
                return (_PASS,)
            case Done():
                return (_DONE,)
            case Build() | MarkStart() | PlaceCartel():
                return (self._code_of[action.city],)
            case Buy():
                return (_BUY + action.fuel * _TOKENS + action.count,)
            case Scrap():
                return _PLANT + action.plant, *_tokens(action.lose or NOTHING)
            case Run():
                own = state.plants[action.seat]
                chosen = sum(1 << own.index(plant) for plant in action.plants)
                return CODES.code("run", chosen), *_tokens(action.burn)

    def action(self, state: State, path: Path) -> Action:
        seat, (first, *rest) = state.actor, path
        kind, place = CODES.name(first)
        match kind:
            case "decline":
                return Decline(seat)
            case "pass":
                return Pass(seat)
            case "done":
                return Done(seat)
            case "amount":
                return Bid(seat, place)
            case "buy":
                return Buy(seat, *divmod(place, _TOKENS))
            case "run":
                plants = tuple(
                    plant for i, plant in enumerate(state.plants[seat]) if place >> i & 1
                )
                return Run(seat, plants, _counts(rest))
            case "plant" if state.surplus:
                return Scrap(seat, place, _counts(rest))
            case "plant":
                return Open(seat, place, rest[0] - _AMOUNT)
        city = self._coded[place]
        if state.phase != SETUP:
            return Build(seat, city)
        return PlaceCartel(seat, city) if state.terms.cartel else MarkStart(seat, city)

    def features(self, state: State, code: int) -> dict[int, float]:
        kind, place = CODES.name(code)
        found = {kind: 1.0}
        match kind:
            case "plant":
                card = PLANTS[place]
                found["number of the plant"] = place / _PRICE
                found["tokens it burns"] = card.fuel / 3
                found["cities it powers"] = card.cities / 7
                for fuel in FUELS:
                    if fuel == card.kind or (card.kind == "hybrid" and fuel in FUELS[:2]):
                        found[f"burns {fuel}"] = 1.0
            case "amount":
                found["Elektro"] = place / _MONEY
                if state.auction:
                    found["Elektro above the highest bid"] = (place - state.auction.high) / _MONEY
            case "city":
                at = state.board.places[place]
                path = state.reach[state.actor][at]
                found["price of a house"] = min(state.prices[at], _MONEY) / _PRICE
                found["path from the own network"] = (path if path < FAR else 0) / _PRICE
            case "buy" | "tokens":
                fuel_of_code, count = divmod(place, _TOKENS)
                found[f"fuel {GOODS[fuel_of_code]}"] = 1.0
                found["count"] = count / 10
            case "run":
                for own in range(4):
                    if place >> own & 1:
                        found[f"runs own plant no. {own + 1}"] = 1.0
        return {_COLUMN[name]: value for name, value in found.items()}

    def describe(self, code: SupportsIndex) -> str:
        kind, place = CODES.name(code)
        match kind:
            case "city" if place < len(self._coded):
                return CITY_NAMES[self._coded[place]]
            case "amount":
                return f"{place} Elektro"
            case "plant":
                return f"plant {place}"
            case "buy":
                fuel, count = divmod(place, _TOKENS)
                return f"buy {count} {GOODS[fuel]}"
            case "tokens":
                fuel, count = divmod(place, _TOKENS)
                return f"{count} {FUELS[fuel]}"
            case "run":
                return "run own plants no. " + ", ".join(
                    str(i + 1) for i in range(4) if place >> i & 1
                )
        return kind

    # Observations

    def observation(self, view: View) -> dict[int, float]:
        state, own, seats, start = view.public, view.seat, self.seats, self._start
        found = {
            start["phase"] + state.phase: 1.0,
            start["step"] + state.step - 1: 1.0,
            start["round"]: state.round / 20,
            start["Cartel"] + _PLANTS + len(FUELS): state.cartel_houses / 10,
        }
        for place, seat in enumerate(state.turn_order):
            found[start["turn order"] + (seat - own) % seats] = (place + 1) / seats
        for fuel in range(len(FUELS)):
            found[start["fuel market"] + fuel] = state.market[fuel] / _TOKENS
            found[start["fuel beside the market"] + fuel] = state.supply[fuel] / _TOKENS
            found[start["Cartel"] + _PLANTS + fuel] = state.cartel_fuel[fuel] / _TOKENS
        for plant in state.cartel_plants:
            found[start["Cartel"] + plant] = 1.0
        for seat in range(seats):
            self._see_seat(found, state, seat, (seat - own) % seats)
        self._see_cards(found, view)
        self._see_map(found, state, own)
        return found

    def _see_seat(self, found: dict[int, float], state: State, seat: Seat, place: int) -> None:
        start = self._start
        if state.actor == seat:
            found[start["to act"] + place] = 1.0
        if state.phase == AUCTION and state.in_auction >> seat & 1:
            found[start["may buy a plant"] + place] = 1.0
        if state.money[seat] == UNKNOWN_MONEY:
            found[start["hides money"] + place] = 1.0
        else:
            found[start["money"] + place] = state.money[seat] / _MONEY
        found[start["cities"] + place] = state.city_count[seat] / _CITIES
        at = start["fuel"] + place * len(FUELS)
        for fuel, count in enumerate(state.fuel[seat]):
            found[at + fuel] = count / 10
        at = start["plants"] + place * _PLANTS
        for plant in state.plants[seat]:
            found[at + plant] = 1.0
        auction = state.auction
        if auction and auction.leader == seat:
            found[start["highest bidder"] + place] = 1.0
        if auction and auction.bidders >> seat & 1:
            found[start["bidders"] + place] = 1.0

    def _see_cards(self, found: dict[int, float], view: View) -> None:
        state, start = view.public, self._start
        piles: tuple[tuple[str, list[Plant] | tuple[Plant, ...]], ...] = (
            ("current market", state.current_market),
            ("future market", state.future_market),
            ("may be drawn", view.unseen),
            ("known to lie under", view.buried),
            ("out of the game", view.out),
        )
        for name, plants in piles:
            at = start[name]
            for plant in plants:
                found[at + plant] = 1.0
        found[start["cards"]] = len(state.stack) / 40
        if view.step3_in_stack:
            found[start["Step 3 card to come"]] = 1.0
        if view.top_back:
            found[start["back of the top card"] + BACKS.index(view.top_back)] = 1.0
        if state.discount:
            found[start["discount"] + state.discount] = 1.0
        if state.auction:
            found[start["auctioned"] + state.auction.plant] = 1.0
            found[start["highest bid"]] = state.auction.high / _PRICE

    def _see_map(self, found: dict[int, float], state: State, own: Seat) -> None:
        board, reach, seats = state.board, state.reach[own], self.seats
        part = self.parts["map"]
        for place, city in enumerate(board.cities):
            at = part.start + self._places[city] * part.columns
            found[at] = 1.0
            if state.marked >> place & 1:
                found[at + 1] = 1.0
            price, path = state.prices[place], reach[place]
            if price < FAR:
                found[at + 2] = price / _PRICE
            if path < FAR:
                found[at + 3] = path / _PRICE
            for owner in state.houses[place]:
                if owner != EMPTY:
                    who = seats if owner == CARTEL else (owner - own) % seats
                    found[at + 4 + who] = 1.0


def _tokens(tokens: Tokens) -> Iterator[int]:
    for fuel, count in enumerate(tokens):
        yield _FUEL + fuel * _TOKENS + count


def _counts(numbers: list[int]) -> Tokens:
    coal, oil, garbage, uranium = ((number - _FUEL) % _TOKENS for number in numbers)
    return coal, oil, garbage, uranium


pickle_by_call(Encoding, Encoding, lambda one: (one.ruleset, one.seats))
