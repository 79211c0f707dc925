"""Bid limits: how far a seat bids in the auctions of a round without being asked."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, truncate
from gridcommon.spelling import as_number, is_number, unaccented
from gridgames.games.standing_orders import ParsedOrder, StandingOrders
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import say
from powergrid.actions import Action, Bid, Decline, Open, Pass
from powergrid.game import check
from powergrid.plant_market import minimum_bid
from powergrid.state import AUCTION, State
from powergrid.tables import Plant

_FILLERS = ("to", "at", "most")


@dataclass(frozen=True, slots=True)
class BidLimits(StandingOrders):
    """The most a seat bids for plants, in one round: raised by one each time, then a pass."""

    round: int = 0
    plants: tuple[tuple[Plant, int], ...] = ()  # each with the most it bids, in Elektro
    others: int | None = None  # the same for every plant without a limit

    def parse(self, state: Any, seat: Seat, text: str) -> ParsedOrder | None:
        """Return the limits with the one that ``text`` sets; None if it sets none.

        ``bid up to 40``, ``open 13 up to 40``, ``limit 13 40``, ``pass unless at most 40`` and
        ``limit all 40``, ``limits off``; ``limits`` changes none.
        """
        known = input_words("actions", "orders", "switches")
        words = [known.get(unaccented(word), word.lower()) for word in text.split()]
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
        """Return the next bid, or a pass where the price is beyond the limit.

        With every plant on sale beyond its limit the seat opens none.
        """
        if state.round != self.round or state.phase != AUCTION or state.surplus:
            return None
        auction = state.auction
        if auction is None:
            limits = dict(self.plants)
            for plant in state.current_market:
                most = limits.get(plant, self.others)
                if most is None or most >= minimum_bid(state, plant):
                    return None
            return Decline(seat)
        most = dict(self.plants).get(auction.plant, self.others)
        if most is None:
            return None
        bid = auction.high + 1
        return Bid(seat, bid) if bid <= min(most, state.money[seat]) else Pass(seat)

    def describe(self, state: Any) -> Iterator[str]:
        limits = self._now(state)
        for plant, most in limits.plants:
            if plant in state.plant_market:
                yield say("plant {plant}: up to {most}", plant=plant, most=most)
        if limits.others is not None:
            yield say("every other plant: up to {most}", most=limits.others)

    def to_commands(self, state: Any) -> Iterator[str]:
        limits = self._now(state)
        for plant, most in limits.plants:
            if plant in state.plant_market:
                yield f"limit {plant} {most}"
        if limits.others is not None:
            yield f"limit all {limits.others}"

    def _now(self, state: State) -> "BidLimits":
        """Return the limits of this auction, or of the next one once this one is over."""
        number = state.round + (state.phase > AUCTION)
        return self if self.round == number else BidLimits(number)

    def with_plant(self, state: State, plant: Plant, most: int) -> "BidLimits":
        """Return the limits with ``most`` as that of a plant."""
        now = self._now(state)
        return replace(now, plants=tuple(sorted({**dict(now.plants), plant: most}.items())))

    def without_plant(self, plant: Plant) -> "BidLimits":
        """Return the limits without that of a plant."""
        return replace(self, plants=tuple(one for one in self.plants if one[0] != plant))

    def _bidding(self, state: State, seat: Seat, most: int) -> ParsedOrder:
        bid = Bid(seat, most)
        if refusal := check(state, bid):
            raise IllegalAction(bid, refusal)
        assert state.auction is not None, bid
        return ParsedOrder(
            self.with_plant(state, state.auction.plant, most), Bid(seat, state.auction.high + 1)
        )

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
        raise NotationError(
            "expected a number of Elektro, found {found}", found=repr(truncate(word))
        )
    return amount


def market_plant(state: State, seat: Seat, word: str) -> Plant:
    """Return a plant of the market. Raises NotationError, or IllegalAction for another one."""
    plant = as_number(word)
    if plant is None:
        raise NotationError(
            "expected the number of a plant, found {found}", found=repr(truncate(word))
        )
    if plant not in state.plant_market:
        market = ", ".join(map(str, state.plant_market))
        refusal = Refusal(
            "PG-AUC-02",
            "plant {plant} is not on the market: {market}",
            plant=plant,
            market=market,
        )
        raise IllegalAction(Open(seat, plant, 0), refusal)
    return plant
