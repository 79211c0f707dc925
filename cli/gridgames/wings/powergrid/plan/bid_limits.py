"""Bid limits: the highest bids that a seat makes in a round without being asked."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, truncate
from gridcommon.spelling import as_number, is_number
from gridgames.languages.catalogue import english_word
from gridgames.languages.messages import say
from gridgames.show.standing_orders import ParsedOrder, StandingOrders
from powergrid.actions import Action, Bid, Decline, Open, Pass
from powergrid.game import check
from powergrid.plant_market import minimum_bid
from powergrid.state import AUCTION, State
from powergrid.tables import Plant

_FILLERS = ("to", "at", "most")


@dataclass(frozen=True, slots=True)
class BidLimits(StandingOrders):
    """The highest bids of a seat in one round. It raises by one each time, then passes."""

    round: int = 0
    plants: tuple[tuple[Plant, int], ...] = ()  # each with its limit in Elektro
    others: int | None = None  # the limit of all other plants

    def parse(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        """Return the limits with the one in ``text``, or None if it is not about limits.

        The forms are ``bid up to 40``, ``open 13 up to 40``, ``limit 13 40``, ``limit all 40``,
        ``pass unless at most 40``, ``limits off``, and ``limits``, which changes nothing.
        """
        words = [english_word(word, "actions", "orders", "switches") for word in text.split()]
        words = [word for word in words if word not in _FILLERS]
        match words:
            case ["limits"]:
                return ParsedOrder(self)
            case ["limits" | "limit", "off"]:
                return ParsedOrder(BidLimits())
            case ["bid", "up", most] | ["up", most]:
                return self._bidding(state, seat, money_of(most))
            case ["open", plant, "up", most]:
                return self._opening(state, seat, plant, None, money_of(most))
            case ["open", plant, bid, "up", most]:
                return self._opening(state, seat, plant, money_of(bid), money_of(most))
            case ["limit", "all", most] | ["pass", "unless", most] | ["pass", "unless", "up", most]:
                return ParsedOrder(replace(self._now(state), others=money_of(most)))
            case ["limit", plant, most] if is_number(plant):
                return ParsedOrder(
                    self.with_plant(state, market_plant(state, seat, plant), money_of(most))
                )
            case ["limit" | "limits", *_]:
                raise NotationError(
                    "expected: limit PLANT MOST, limit all MOST, or limits off; found {found}",
                    found=repr(truncate(text)),
                )
        return None

    def next_action(self, state: Any, seat: Seat) -> Action | None:
        """Return the next bid, or a pass if the price is above the limit.

        If all plants on sale are above their limits, the seat declines to open an auction.
        """
        if state.round != self.round or state.phase != AUCTION or state.surplus:
            return None
        auction, limits = state.auction, dict(self.plants)
        if auction is None:
            for plant in state.current_market:
                most = limits.get(plant, self.others)
                if most is None or most >= minimum_bid(state, plant):
                    return None
            return Decline(seat)
        most = limits.get(auction.plant, self.others)
        if most is None:
            return None
        bid = auction.high + 1
        return Bid(seat, bid) if bid <= min(most, state.money[seat]) else Pass(seat)

    def describe(self, state: Any) -> Iterator[str]:
        for plant, most in self._in_force(state):
            if plant == "all":
                yield say("every other plant: up to {most}", most=most)
            else:
                yield say("plant {plant}: up to {most}", plant=plant, most=most)

    def to_commands(self, state: Any) -> Iterator[str]:
        return (f"limit {plant} {most}" for plant, most in self._in_force(state))

    def _in_force(self, state: State) -> Iterator[tuple[Plant | str, int]]:
        """Yield the limits of the plants in the market, then the limit of ``all`` others."""
        limits = self._now(state)
        yield from (one for one in limits.plants if one[0] in state.plant_market)
        if limits.others is not None:
            yield "all", limits.others

    def _now(self, state: State) -> "BidLimits":
        """Return the limits of this round's auctions, or of the next round's if they are over."""
        number = state.round + (state.phase > AUCTION)
        return self if self.round == number else BidLimits(number)

    def with_plant(self, state: State, plant: Plant, most: int) -> "BidLimits":
        """Return the limits with ``most`` as the limit of a plant."""
        now = self._now(state)
        return replace(now, plants=tuple(sorted({**dict(now.plants), plant: most}.items())))

    def without_plant(self, plant: Plant) -> "BidLimits":
        """Return the limits without the limit of a plant."""
        return replace(self, plants=tuple(one for one in self.plants if one[0] != plant))

    def _bidding(self, state: State, seat: Seat, most: int) -> ParsedOrder:
        bid = Bid(seat, most)
        if refusal := check(state, bid):
            raise IllegalAction(bid, refusal)
        assert state.auction is not None, bid
        limits = self.with_plant(state, state.auction.plant, most)
        return ParsedOrder(limits, Bid(seat, state.auction.high + 1))

    def _opening(
        self, state: State, seat: Seat, text: str, bid: int | None, most: int
    ) -> ParsedOrder:
        plant = market_plant(state, seat, text)
        opened = Open(seat, plant, minimum_bid(state, plant) if bid is None else bid)
        if refusal := check(state, replace(opened, bid=min(opened.bid, most))):
            raise IllegalAction(opened, refusal)
        return ParsedOrder(self.with_plant(state, plant, most), opened)


def money_of(word: str) -> int:
    """Return the Elektro of a word. Raises NotationError."""
    amount = as_number(word)
    if amount is None:
        found = repr(truncate(word))
        raise NotationError("expected a number of Elektro, found {found}", found=found)
    return amount


def market_plant(state: State, seat: Seat, word: str) -> Plant:
    """Return a plant of the market. Raises NotationError, or IllegalAction for another one."""
    plant = as_number(word)
    if plant is None:
        found = repr(truncate(word))
        raise NotationError("expected the number of a plant, found {found}", found=found)
    if plant not in state.plant_market:
        values = {"plant": plant, "market": ", ".join(map(str, state.plant_market))}
        refusal = Refusal("PG-AUC-02", "plant {plant} is not on the market: {market}", **values)
        raise IllegalAction(Open(seat, plant, 0), refusal)
    return plant
