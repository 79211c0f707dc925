"""Keeping a game of Power Grid with the real box: whole auctions, drawn plants, and checks.

13 Ana 17      plant 13 is sold to Ana for 17          reveal 25     the plant that was drawn
check Ana 34   whether Ana has 34 Elektro               set coal 12   a correction
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import islice, takewhile
from operator import getitem
from typing import Any, NamedTuple

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, JoinedList, NotationError, Refusal, Typed, Wording
from gridcommon.records import Declaration, Header
from gridcommon.spelling import as_number, is_number, quoted
from gridgames.languages.catalogue import english_word, input_words
from gridgames.languages.messages import as_typed, say
from gridgames.show.face import Move, actions_of
from gridgames.show.keeping import Keeper
from gridgames.show.menus import Choice, Menu, Numbers
from gridgames.show.standing_orders import KEEPING, OrderKeyword
from gridgames.wings.powergrid.description.narration import fact_word, narrate_event
from gridgames.wings.powergrid.description.situation import market_words, plant_words, to_do
from gridgames.wings.powergrid.drawing import signs
from gridgames.wings.powergrid.presenter import Presenter
from powergrid import game
from powergrid.actions import Action, Bid, Decline, Open, Pass
from powergrid.codecs import city_named
from powergrid.declarations import apply_declaration, drawable
from powergrid.events import CityConnected, FuelBought, PlantSold, Powered
from powergrid.notation.formatter import facts_of_line
from powergrid.notation.parser import PLAYER
from powergrid.plant_market import UnknownCard, minimum_bid
from powergrid.position import to_position
from powergrid.position_fields import CHECKED, TEXT_FIELDS, Group
from powergrid.position_fields import facts as facts_of
from powergrid.setup import UNKNOWN_WORD
from powergrid.state import AUCTION, State
from powergrid.tables import CITY_NAMES, FUELS, PLANTS, STEP3, UNKNOWN, Plant

_PRICES = 30  # for one buyer, shown at once
LINES = {one.word for one in TEXT_FIELDS} - {"plants", "stack", "step", "round"}  # unlike claims


def is_scorekept(header: Header) -> bool:
    """Return whether a header starts a game with the real box: its stack is unknown."""
    stack = header.setup.get("stack")
    return isinstance(stack, list) and UNKNOWN_WORD in stack


def unsure(_: State) -> tuple[Seat, ...]:
    """Return the seats whose points depend on missing information: none."""
    return ()


@dataclass(frozen=True, slots=True)
class Sale:
    """A whole auction: ``plant`` is sold to ``buyer`` for ``price``; all others passed before."""

    seat: Seat  # that opens, or is to bid
    plant: Plant
    buyer: Seat
    price: int


class Claim(NamedTuple):
    """A claimed fact: of a player, or of the table if ``seat`` is None."""

    subject: str  # as in a line of a position, or a fuel
    value: Any
    seat: Seat | None = None

    @property
    def path(self) -> Sequence[Any]:
        """The key of the fact in a ``check`` line, and where it stands in a list."""
        if self.subject in FUELS:
            key = "market" if self.seat is None else "fuel"
            path = [key, self.seat, FUELS.index(self.subject)]
        else:
            is_market = self.subject == "plants" and self.seat is None
            path = ["plant_market" if is_market else self.subject, self.seat]
        return [step for step in path if step is not None]


class ScorekeeperPresenter(Keeper, Presenter):
    """The presenter for the person who keeps a game on a real table."""

    may_overrule = False
    overruling = Wording(
        "If it happened anyway, correct the table: {words}", {"words": Typed("set Ana 34, coal 12")}
    )
    examples = (
        "13 Ana 17, decline, buy coal 3, build Essen, run 7 10, done; reveal 25, check Ana 34,"
        " set coal 12, fix 7 bid 20, drop 7, entries"
    )
    help = (
        ("13 Ana 17", Wording("an auction: plant 13 is sold to Ana for 17")),
        ("buy coal 3   build Essen   run 7 10   scrap 5   decline   done", None),
        ("reveal 25", Wording("the plant that was drawn")),
        ("check Ana 34, coal 12", Wording("whether money and markets agree with the entries")),
    )
    order_words = (
        *Presenter.order_words,
        OrderKeyword("reveal", "the plants that were drawn", "PLANT ...", ("v",)),
        OrderKeyword(
            "check",
            "compare the table with the entries: money, fuel, cities, plants",
            "Ana 34, coal 12, ...",
        ),
        OrderKeyword(
            "set",
            "overrule the program: facts, or a line of a position",
            "Ana 34, coal 12, ... | turn B | A: cities Essen 15",
        ),
        *KEEPING,
    )

    def seen(self, state: State, seat: Seat | None) -> State:
        """Return the whole state: nobody knows more of a real stack than the entries."""
        del seat
        return state.copy()

    def situation_lines(self, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        yield to_do(state, names)
        yield from super().situation_lines(state, seat, names)
        if state.phase == AUCTION and not state.auction:
            cards = ", ".join(f"{plant} ({plant_words(plant)})" for plant in state.current_market)
            yield say("For sale: {plants}", plants=cards)

    # Entries

    def parse(self, state: State, text: str) -> Any:
        word, _, rest = text.strip().partition(" ")
        match english_word(word, "commands"):
            case "reveal" | "v":
                told: Any = Declaration("reveal", {"stack": _plants(rest)})
            case "set":
                told = Declaration("set", self._correction(state, rest))
            case _:
                return self._sale(state, text.split()) or super().parse(state, text)
        apply_declaration(state.copy(), told.kind, told.data)
        return told

    def _correction(self, state: State, text: str) -> dict[str, Any]:
        """Return the facts that a line of a position, or else claims, set."""
        head = english_word(text.split(maxsplit=1)[0].rstrip(":"), "position") if text else ""
        if PLAYER.match(text) or head in LINES:
            position = to_position(state, self.names)
            return facts_of_line(position, text, input_words("position", "names"))
        return corrected(state, self._claims(text))

    def _claims(self, text: str) -> list[Claim]:
        return claims_of(text, self.find_players)

    def _sale(self, state: State, words: Sequence[str]) -> Sale | None:
        """Return the auction in an entry such as ``13 Ana 17``, or None."""
        if len(words) < 2 or not (is_number(words[0]) and is_number(words[-1])):
            return None
        name = " ".join(words[1:-1])
        found = self.find_players(name) if name else [state.actor]
        if len(found) != 1:
            raise NotationError(
                "no player is called {name}; choose from {names}",
                name=quoted(name),
                names=", ".join(self.names),
            )
        return Sale(state.actor, _plant(words[0]), found[0], as_number(words[-1]) or 0)

    def format(self, action: Any) -> str:
        if isinstance(action, Sale):
            return f"{action.plant} {self.names[action.buyer]} {action.price}"
        if not isinstance(action, Declaration):
            return super().format(action)
        if action.kind == "reveal":
            return " ".join([as_typed("reveal"), *map(str, action.data["stack"])])
        return f"{as_typed('set')} " + ", ".join(_put(*one) for one in action.data.items())

    def expanded(self, state: State, entry: Any) -> Sequence[Any]:
        """Return the bids and passes of a whole auction. Raises IllegalAction."""
        if not isinstance(entry, Sale):
            return actions_of(entry)
        if not state.in_auction >> entry.buyer & 1:
            refusal = Refusal(
                "PG-AUC-01",
                "{name} has bought or opted out in this phase",
                name=self.names[entry.buyer],
            )
            raise IllegalAction(Open(state.actor, entry.plant, entry.price), refusal)
        if state.auction is None and entry.buyer != entry.seat:
            least = minimum_bid(state, entry.plant)
            if entry.price <= least:
                refusal = Refusal(
                    "PG-AUC-02",
                    "{opener} opens with {least} or more, so {name} pays more than that",
                    opener=self.names[entry.seat],
                    least=least,
                    name=self.names[entry.buyer],
                )
                raise IllegalAction(Open(entry.seat, entry.plant, least), refusal)
        made: list[Action] = []
        table = state.copy()
        while not made or table.auction:
            action = _next_bid(table, entry)
            if refused := game.check(table, action):
                raise IllegalAction(action, refused)
            made.append(action)
            try:
                game.advance(table, action)
            except UnknownCard:
                break
        return made

    # What is hidden

    def asked_before(self, state: State, entry: Any) -> str:
        drawn = self._unknown_draw(state, entry)
        if drawn is None:
            return ""
        plants = drawable(drawn)
        words = Typed(f"reveal {25 if 25 in plants or not plants else plants[-1]}")
        return say("{question} ({words})", question=self._question(state, entry), words=words)

    def answers_menu(self, state: State, entry: Any) -> Menu:
        drawn = self._unknown_draw(state, entry)
        plants = [] if drawn is None else drawable(drawn)
        choices = [
            Choice(
                plant_words(plant),
                Declaration("reveal", {"stack": [plant]}),
                name=str(plant),
                picture=partial(signs.plate, plant),
                typed=str(plant),
            )
            for plant in plants
        ]
        asked = say("A number is the plant that was drawn.")
        numbers = Numbers(asked, "reveal")
        return Menu(self._question(state, entry), choices, is_brief=True, numbers=numbers)

    def _question(self, state: State, entry: Any) -> str:
        """Return the question for the next card that an entry draws."""
        known = [str(card) for card in takewhile(lambda card: card in PLANTS, state.stack)]
        if UNKNOWN not in state.stack:
            known += [say("the Step 3 card"), *map(str, state.draws.after_step3 or ())]
        words = self.format(entry)
        if not isinstance(entry, Sale):
            words = f"{self.names[entry.seat]}, {words}"
        if known:
            return say(
                "{entry}: {plants} drawn; which plant comes next?",
                entry=words,
                plants=", ".join(known),
            )
        return say("{entry}: which plant is drawn?", entry=words)

    def _unknown_draw(self, state: State, entry: Any) -> State | None:
        """Return the state at the draw of an unknown card, or None if an entry leads to none."""
        if isinstance(entry, Declaration):
            return None
        table = state.copy()
        try:
            for action in self.expanded(state, entry):
                game.advance(table, action)
        except UnknownCard as drawn:
            return drawn.state
        return None

    def doubts(self, state: State) -> Iterator[str]:
        above = state.stack.index(STEP3) if STEP3 in state.stack else len(state.stack)
        if UNKNOWN in state.stack:
            yield say(
                "Unknown: {count:card|cards} of the stack. Each is asked for when it is drawn.",
                count=state.stack.count(UNKNOWN),
            )
        if STEP3 in state.stack:
            yield say(
                "The Step 3 card comes after {count:card|cards}; under it: {plants}.",
                count=above,
                plants=" ".join(map(str, state.buried)) or say("none"),
            )
        else:
            plants = " ".join(map(str, sorted(state.buried)))
            yield say("The stack holds, in unknown order: {plants}", plants=plants or say("none"))
        yield say(
            "Assumed: the set-up of the rules (cards removed, fuel on the market, money at the"
            " start), the cheapest connection and place for each house, and the cheapest fuel."
        )
        yield say("{words} compares the table with the entries.", words=Typed("check Ana 34"))

    # Questions

    def answer(self, state: State, moves: Sequence[Move], word: str, rest: str) -> Sequence[str]:
        if word != "check":
            return ()
        claims = self._claims(rest)
        lines = [line for claim in claims for line in judged(claim, state, moves, self.names)]
        return [say("Entries and table"), *lines]

    # Choices

    def menu(self, state: State, actions: Sequence[Action]) -> Menu:
        """Return the choices; instead of bids, who buys a plant and for how much."""
        opens = [one for one in actions if isinstance(one, Open | Bid)]
        if not opens or not any(isinstance(one, Open | Pass | Decline) for one in actions):
            return super().menu(state, actions)
        offered = {one.plant for one in opens if isinstance(one, Open)}
        plants = sorted(offered) or ([state.auction.plant] if state.auction else [])
        others = [one for one in actions if isinstance(one, Decline)]
        last = super().menu(state, others).choices if others else ()
        choices = [self._plant_choice(state, plant) for plant in plants]
        asked = say(
            "A number is the plant that is sold: {plants}. Buyer and price may follow, as in"
            " {example}.",
            plants=JoinedList(tuple(plants), "or"),
            example=Typed(f"{plants[0]} {self.names[state.actor]} 20"),
        )
        return Menu(say("Which plant is sold?"), choices, last, numbers=Numbers(asked, ""))

    def _plant_choice(self, state: State, plant: Plant) -> Choice:
        buyers = [seat for seat in range(state.terms.seats) if state.in_auction >> seat & 1]
        make = partial(self._buyers, state, plant, buyers)
        return Choice(
            say("plant {plant} ({card})", plant=plant, card=plant_words(plant)),
            menu=make,
            count=len(buyers),
            name=say("Plant {plant}", plant=plant),
            note=plant_words(plant),
            price=str(minimum_bid(state, plant)),
            place=super().place(Open(state.actor, plant, plant)),
            picture=partial(signs.plate, plant),
            typed=str(plant),
        )

    def _buyers(self, state: State, plant: Plant, buyers: Sequence[Seat]) -> Menu:
        choices = []
        for seat in buyers:
            sales = self._sales(state, plant, seat)
            note = say("{money} Elektro", money=state.money[seat])
            if len(sales) == 1:
                only = say("{name} for {price}", name=self.names[seat], price=sales[0].name)
                choices.append(replace(sales[0], name=only, typed=""))
            elif sales:
                name = self.names[seat]
                title = say("Plant {plant} for {name}: at which price?", plant=plant, name=name)
                words = Typed(f"{plant} {name} 20")
                asked = say("A number is the price, as in {words}.", words=words)
                numbers = Numbers(asked, f"{plant} {name}")
                menu = partial(Menu, title, sales, most=_PRICES, is_brief=True, numbers=numbers)
                choices.append(Choice(name, menu=menu, count=len(sales), name=name, note=note))
        words = Typed(f"{plant} {self.names[buyers[0]]} 20")
        numbers = Numbers(say("Name the buyer too, as in {words}.", words=words))
        title = say("Plant {plant}: who buys it?", plant=plant)
        return Menu(title, choices, numbers=numbers)

    def _sales(self, state: State, plant: Plant, buyer: Seat) -> list[Choice]:
        """Return a sale for each price that the buyer may have paid, the lowest first."""
        least = state.auction.high if state.auction else minimum_bid(state, plant)
        prices = range(least, state.money[buyer] + 1)
        sales = (Sale(state.actor, plant, buyer, price) for price in prices)
        legal = (
            Choice("", sale, name=str(sale.price), typed=str(sale.price))
            for sale in sales
            if self._is_legal(state, sale)
        )
        return list(islice(legal, _PRICES))

    def _is_legal(self, state: State, sale: Sale) -> bool:
        try:
            return bool(self.expanded(state, sale))
        except IllegalAction:
            return False


def _next_bid(state: State, sale: Sale) -> Action:
    """Return what the seat to act does in an auction that ends in a sale."""
    seat, least = state.actor, minimum_bid(state, sale.plant)
    if state.auction is None:
        return Open(seat, sale.plant, sale.price if seat == sale.buyer else least)
    if seat == sale.buyer:
        return Bid(seat, sale.price)
    return Pass(seat)


def _put(key: str, value: Any) -> str:
    """Return a correction in words; a whole position is only mentioned."""
    if key == "position":
        return say("position")
    checked = {one.key for one in CHECKED.fields}
    field = next((one for one in TEXT_FIELDS if one.key == key not in checked), None)
    if field or key == "houses":
        is_plain = field and not isinstance(field.codec, Group)
        text = field.codec.to_text(field.codec.from_json(value)) if field and is_plain else ""
        return f"{fact_word(key)} {text}".rstrip()
    if isinstance(value, list):
        lists = [one if isinstance(one, list) else [one] for one in value]
        between = " " if all(len(one) == 1 for one in lists) else " | "
        value = between.join(" ".join(map(str, one)) or "-" for one in lists)
    return f"{fact_word(key)} {value}"


def _plant(text: str) -> Plant:
    plant = as_number(text)
    if plant is None or plant not in PLANTS:
        raise NotationError("unknown plant {plant}", plant=quoted(text))
    return plant


def _plants(text: str) -> list[Plant]:
    words = text.replace(",", " ").split()
    if not words:
        raise NotationError("type reveal and the plants: their numbers, as in reveal 25")
    return [_plant(word) for word in words]


_SHOWN = 6  # payments of a player
_PAYMENTS = (PlantSold, FuelBought, CityConnected, Powered)
_NUMBERS = ("stack", "step", "round")  # facts of the table with one number


# Claims about the table, such as ``Ana 34`` or ``coal 12``: compared with the entries, or set


def claims_of(text: str, find_players: Callable[[str], Sequence[Seat]]) -> list[Claim]:
    """Return the claims in a text, which commas separate. Raises NotationError."""
    claims: list[Claim] = []
    for part in filter(None, (one.strip() for one in text.split(","))):
        if claims and claims[-1].subject == "cities" and not _starts_claim(part, find_players):
            claims[-1].value.append(_city(part))
        else:
            claims.append(_claim(part.split(), find_players))
    if not claims:
        raise NotationError("give a fact of the table, as in {words}", words=Typed("Ana 34"))
    return claims


def _starts_claim(part: str, find_players: Callable[[str], Sequence[Seat]]) -> bool:
    first = part.split(maxsplit=1)[0]
    return bool(find_players(first)) or _word(first) in (*FUELS, "plants", *_NUMBERS)


def _word(typed: str) -> str:
    found = english_word(typed, "position")
    return english_word(found, "names") if found == typed else found


def _claim(words: Sequence[str], find_players: Callable[[str], Sequence[Seat]]) -> Claim:
    subject, rest, seat = _word(words[0]), words[1:], None
    if subject not in (*FUELS, "plants", *_NUMBERS):
        found = find_players(words[0])
        if len(found) != 1:
            raise NotationError(
                "{found} is neither a player nor one of {known}",
                found=quoted(words[0]),
                known=", ".join((*FUELS, "plants", *_NUMBERS)),
            )
        seat, subject = found[0], _word(rest[0]) if rest else ""
        if subject in (*FUELS, "plants", "cities", "money"):
            rest = rest[1:]
        else:
            subject = "money"
    if subject == "plants":
        return Claim(subject, _numbers(rest), seat)
    if subject == "cities":
        count = as_number(rest[0]) if len(rest) == 1 else None
        named = [_city(" ".join(rest))] if rest and count is None else []
        return Claim(subject, named if count is None else count, seat)
    return Claim(subject, _number(rest), seat)


def _number(words: Sequence[str]) -> int:
    found = as_number(words[0]) if len(words) == 1 else None
    if found is None:
        raise NotationError("expected a number, found {found}", found=quoted(" ".join(words)))
    return found


def _numbers(words: Sequence[str]) -> list[int]:
    return sorted(_number([word]) for word in words)


def _city(name: str) -> str:
    return CITY_NAMES[city_named(name)]


def _known(state: State, claim: Claim) -> Any:
    """Return the value of a claimed fact according to the entries."""
    value = reduce(getitem, claim.path, facts_of(state))
    is_count = claim.subject == "cities" and isinstance(claim.value, int)
    return len(value) if is_count else value


def corrected(state: State, claims: Sequence[Claim]) -> dict[str, Any]:
    """Return the ``set`` line that makes claims true. Raises NotationError."""
    facts = facts_of(state)
    for claim in claims:
        if claim.subject == "cities" and isinstance(claim.value, int):
            raise NotationError("name the cities, as in {words}", words=Typed("Ana cities Essen"))
        *above, last = claim.path
        reduce(getitem, above, facts)[last] = claim.value
    return {claim.path[0]: facts[claim.path[0]] for claim in claims}


def judged(
    claim: Claim, state: State, moves: Sequence[Move], names: Sequence[str]
) -> Iterator[str]:
    """Yield whether a claim agrees with the entries, and if not, where they come from."""
    known = _known(state, claim)
    words = _claim_words(claim, claim.value, names)
    if known == claim.value or (isinstance(known, list) and sorted(known) == sorted(claim.value)):
        yield say("Right: {claim}.", claim=words)
        return
    found = _claim_words(claim, known, names)
    yield say("Not right: {claim}. By the entries and rules: {found}.", claim=words, found=found)
    if claim.subject == "money":
        told = [event for move in moves for event in move.events if isinstance(event, _PAYMENTS)]
        paid = [narrate_event(event, names) for event in told if event.seat == claim.seat]
        if paid:
            yield say("Last payments: {payments}", payments="; ".join(paid[-_SHOWN:]))
        count = abs(claim.value - known)
        template = "{count} too much" if claim.value > known else "{count} too little"
        yield say(template, count=count)
    elif claim.subject in FUELS and claim.seat is None:
        fuel = FUELS.index(claim.subject)
        yield f"{say(claim.subject)}: {market_words(state, fuel)}"


def _claim_words(claim: Claim, value: Any, names: Sequence[str]) -> str:
    between = ", " if claim.subject == "cities" else " "
    is_list = isinstance(value, list)
    shown = between.join(map(str, value)) or say("none") if is_list else str(value)
    if claim.seat is None:
        return f"{say(claim.subject)} {shown}"
    if claim.subject == "money":
        return say("{name} has {money} Elektro", name=names[claim.seat], money=shown)
    return f"{names[claim.seat]}: {say(claim.subject)} {shown}"
