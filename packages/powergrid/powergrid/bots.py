"""Players: they see a view and the legal actions, and carry their own chance."""

from collections.abc import Callable, Mapping, Sequence

from gridcommon.chance import draw, seeded
from gridcommon.contract import Bot
from gridcommon.errors import NotationError
from powergrid import building, resources
from powergrid.actions import Action, Bid, Build, Buy, Decline, Done, Open, Pass, Run, Scrap
from powergrid.board import FAR
from powergrid.bureaucracy import payment
from powergrid.ending import powering
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome, needs
from powergrid.state import State
from powergrid.tables import COAL, OIL, PLANTS, Plant
from powergrid.view import View


class RandomBot:
    """Chooses a kind of action, each equally likely, then an action of that kind likewise."""

    __slots__ = ("_rng",)

    def __init__(self, seed: int) -> None:
        self._rng = seeded(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return one of ``actions``, in which each kind stands together."""
        del view
        starts = kind_starts(actions)
        kind, self._rng = draw(self._rng, len(starts))
        end = starts[kind + 1] if kind + 1 < len(starts) else len(actions)
        place, self._rng = draw(self._rng, end - starts[kind])
        return actions[starts[kind] + place]


def kind_starts(actions: Sequence[Action]) -> list[int]:
    """Return where in ``actions`` each kind begins; legal actions keep the kinds together.

    >>> kind_starts([Bid(0, 4), Bid(0, 5), Pass(0)])
    [0, 2]
    """
    starts, last = [0], type(actions[-1])
    while type(actions[starts[-1]]) is not last:
        low, high, kind = starts[-1], len(actions) - 1, type(actions[starts[-1]])
        while high - low > 1:  # actions[low] is of this kind, actions[high] is not
            middle = (low + high) // 2
            if type(actions[middle]) is kind:
                low = middle
            else:
                high = middle
        starts.append(high)
    return starts


class EasyBot:
    """A thin but sensible player.

    Bids for plants that power more than its worst does, to a little above their number; buys
    fuel for one round, then the cheapest cities that it can power; runs what pays most.
    """

    __slots__ = ("_rng",)

    def __init__(self, seed: int) -> None:
        self._rng = seeded(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return one of ``actions``."""
        state, seat = view.public, view.seat
        match actions[0]:
            case Open() | Decline():
                return self._open(state, actions)
            case Bid() | Pass():
                return self._bid(state, seat, actions)
            case Scrap():
                return _scrap(actions)
            case Run():
                return _run(state, seat, actions)
        match actions[-1]:
            case Done() if any(isinstance(action, Buy) for action in actions):
                return _buy(state, seat, actions)
            case Done():
                return _build(state, seat, actions)
        return self._any(actions)

    def _any(self, actions: Sequence[Action]) -> Action:
        place, self._rng = draw(self._rng, len(actions))
        return actions[place]

    def _limit(self, state: State, seat: int, plant: Plant) -> int:
        """Return what ``plant`` is worth in Elektro, 0 if it is not wanted."""
        card, owned = PLANTS[plant], state.plants[seat]
        gain = card.cities
        if len(owned) >= state.terms.plant_limit:
            gain -= min(PLANTS[other].cities for other in owned)
        if gain <= 0:
            return 0
        extra, self._rng = draw(self._rng, 4)
        uranium = 2 if card.kind == "uranium" and state.uranium_stopped else 0
        fuel_left = state.money[seat] - 8 * (card.fuel + uranium)
        return min(plant + 2 * gain + extra - 2 * card.fuel, fuel_left)

    def _open(self, state: State, actions: Sequence[Action]) -> Action:
        best, best_value = actions[-1], 0
        if isinstance(best, Open):  # the first round: something must be opened
            best = min(
                (action for action in actions if isinstance(action, Open)),
                key=lambda action: (action.bid - 4 * PLANTS[action.plant].cities, action.plant),
            )
        for action in actions:
            if isinstance(action, Open) and action.bid == minimum_bid(state, action.plant):
                value = self._limit(state, action.seat, action.plant) - action.bid
                if value > best_value:
                    best, best_value = action, value
        return best

    def _bid(self, state: State, seat: int, actions: Sequence[Action]) -> Action:
        auction, lowest = state.auction, actions[0]
        if auction is not None and isinstance(lowest, Bid):
            limit = self._limit(state, seat, auction.plant)
            if lowest.amount <= limit:
                return lowest
        return actions[-1]


def _scrap(actions: Sequence[Action]) -> Action:
    """Give up the plant that powers least; of these the lowest, with the least fuel lost."""

    def worth(action: Action) -> tuple[int, int, int]:
        if not isinstance(action, Scrap):
            return (0, 0, 0)
        return (PLANTS[action.plant].cities, action.plant, sum(action.lose or ()))

    return min(actions, key=worth)


def _wanted(state: State, seat: int) -> list[int]:
    """Return the tokens of each fuel that one run of all plants needs; hybrids take the cheaper."""
    fixed, hybrids = needs(state.plants[seat])
    wanted = list(fixed)
    cheap = OIL if state.market[OIL] > state.market[COAL] else COAL
    wanted[cheap] += sum(hybrids)
    return wanted


def _buy(state: State, seat: int, actions: Sequence[Action]) -> Action:
    """Buy what one run needs, the scarcest kind first."""
    wanted, held = _wanted(state, seat), state.fuel[seat]
    if state.city_count[seat] == 0 and state.round < 3:
        keep = 10 + 2 * state.terms.seats  # for the first city
    else:
        keep = 0
    best: Action = actions[-1]
    for action in actions:
        if isinstance(action, Buy):
            missing = wanted[action.fuel] - held[action.fuel]
            price = resources.cost(state, action.fuel, action.count)
            if action.count <= missing and price <= state.money[seat] - keep:
                best = action
    return best


def _build(state: State, seat: int, actions: Sequence[Action]) -> Action:
    """Connect the cheapest city, while plants can power it and money for fuel is left.

    The city that ends the game is connected only by who powers most then, or has money to spare.
    """
    owned, count = state.plants[seat], state.city_count[seat]
    best, price = actions[-1], FAR
    for action in actions:
        if isinstance(action, Build):
            cost = building.cost(state, seat, state.board.places[action.city])
            if cost < price:
                best, price = action, cost
    left = state.money[seat] - price
    if left > 250:
        return best
    if count + 1 >= state.terms.end_cities:
        rivals = [powering(state, other) for other in range(state.terms.seats) if other != seat]
        power = best_outcome(owned, state.fuel[seat], count + 1)[2]
        return best if min(power, count + 1) > max(rivals) else actions[-1]
    if count > sum(PLANTS[plant].cities for plant in owned) + 1:
        return actions[-1]
    keep = 4 * sum(PLANTS[plant].fuel for plant in owned) - payment(0)
    return best if left >= keep or not count else actions[-1]


def _run(state: State, seat: int, actions: Sequence[Action]) -> Action:
    """Power as many cities as can be, on as little fuel as can be."""
    plants, burn, _ = best_outcome(state.plants[seat], state.fuel[seat], state.city_count[seat])
    run = Run(seat, plants, burn)
    return run if run in actions else actions[0]


# The levels of play, weakest first.
LEVELS: Mapping[str, Callable[[int], Bot[View, Action]]] = {"random": RandomBot, "easy": EasyBot}


def make_bot(level: str, seed: int) -> Bot[View, Action]:
    """Return a player of a level; the same seed plays the same. Raises NotationError."""
    if level not in LEVELS:
        raise NotationError(
            "unknown level {level}; known are {known}",
            level=repr(level),
            known=", ".join(LEVELS),
        )
    return LEVELS[level](seed)
