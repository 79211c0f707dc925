"""Trying choices out: from each, games are played on for a round or two, and then valued.

In these games everybody plays as a normal player would, the rivals with other minds from game to
game: a choice that wins only because a rival answers just so is worth little. What is hidden is
redrawn, alike for all choices that are compared.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum, sqrt

from gridcommon.chance import draw, fork, seeded
from gridcommon.contract import Reason, Seat
from gridcommon.evaluation import Candidate, Effort, always_continue
from gridcommon.sequential_halving import sequential_halving
from powergrid import resources
from powergrid.actions import Action, Bid, Build, Buy, Decline, Done, Open, Pass, Run, Scrap
from powergrid.auction import losses
from powergrid.bots.characters import perturbed_weights
from powergrid.bots.fitted_evaluation import evaluate, terms
from powergrid.bots.forecast import money_of
from powergrid.bots.fuel import demand
from powergrid.bots.growth import cheapest_next
from powergrid.bots.normal import NormalBot
from powergrid.bots.player import DecisionBot
from powergrid.bots.weights import Weights
from powergrid.game import advance
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome
from powergrid.resources import buyable_goods
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, OVER, RESOURCES, State
from powergrid.tables import COAL, DEPOT, OIL
from powergrid.view import UNKNOWN_MONEY, View, determinize

OTHERS = 3  # plants or cities that are tried beside the one that a normal player chooses
BELOW, ABOVE = 8, 14  # bids so far from what a plant seems worth are not thought about
MINDS = 13  # ways to think; a prime number, so that any two seats meet in all of them


@dataclass(slots=True)
class Trial:
    """A choice that is tried, and how the games played on from it ended for its seat."""

    action: Action
    worths: list[float]
    line: tuple[Action, ...]
    terms: dict[str, float]

    @property
    def sample_count(self) -> int:
        """How often it was tried."""
        return len(self.worths)

    @property
    def mean_value(self) -> float:
        """What it was worth on average."""
        return fsum(self.worths) / max(1, len(self.worths))

    def thought(self, reason: Reason | None) -> Candidate[Action]:
        """Return it as what is told."""
        count, mean = self.sample_count, self.mean_value
        spread = fsum((worth - mean) ** 2 for worth in self.worths) / max(1, count - 1)
        found: Mapping[str, float] = {name: part / count for name, part in self.terms.items()}
        return Candidate(self.action, mean, sqrt(spread / count), count, self.line, found, reason)


@cache  # one tuple
def minds() -> tuple[Weights, ...]:
    """Return how rivals may think, the usual way first; always the same ones."""
    found, rng = [Weights()], seeded(MINDS)
    while len(found) < MINDS:
        mind, rng = perturbed_weights(rng)
        found.append(mind)
    return tuple(found)


def mind_of(seat: Seat, number: int) -> int:
    """Return which of the minds a rival has in a game that is tried: in the first, the usual."""
    return number * (seat + 1) % MINDS


class Search:
    """Tries choices out for the seat to act of a view."""

    __slots__ = ("_effort", "_own", "_rivals", "_rng", "_seat", "_starts", "_told", "_view")

    def __init__(
        self, view: View, seed: int, effort: Effort, weights: Weights, *, told: bool = False
    ) -> None:
        """``told``: whether the terms of each value are wanted."""
        self._view, self._seat, self._effort, self._told = view, view.seat, effort, told
        self._rng = seeded(seed)
        self._own: DecisionBot = NormalBot(seed, weights)
        self._rivals = [NormalBot(0, mind) for mind in minds()]
        self._starts: list[State] = []

    def _start(self, number: int) -> State:
        """Return the position, redrawn for a sample: the same one whatever is tried."""
        while len(self._starts) <= number:
            public = self._view.public
            state = determinize(self._view, fork(self._rng, len(self._starts)))
            for seat, money in enumerate(public.money):
                if money == UNKNOWN_MONEY:  # nobody saves much more than a round brings
                    state.money[seat] = min(state.money[seat], 2 * money_of(public, seat))
            self._starts.append(state)
        return self._starts[number].copy()

    def play_on(self, number: int, action: Action | None) -> tuple[State, list[Action]]:
        """Return a position some rounds after ``action``, and all actions that led to it."""
        state, line = self._start(number), []
        until = state.round + self._effort.horizon
        while state.phase != OVER and state.round < until:
            if action is None:
                seat = state.actor
                if seat == self._seat:
                    action, _ = self._own.decide(state)
                else:
                    action, _ = self._rivals[mind_of(seat, number)].decide(state)
            line.append(action)
            advance(state, action, None)
            action = None
        return state, line

    def sample(self, trial: Trial) -> None:
        """Play one more game from a choice."""
        number = trial.sample_count
        state, line = self.play_on(number, trial.action)
        trial.worths.append(evaluate(state)[self._seat])
        if not number:
            trial.line = tuple(line[1:])
        if self._told:
            for name, part in terms(state, self._seat).items():
                trial.terms[name] = trial.terms.get(name, 0.0) + part


def think(
    view: View,
    seed: int,
    effort: Effort,
    weights: Weights,
    also: Sequence[Action] = (),
    should_continue: Callable[[], bool] = always_continue,
    *,
    told: bool = False,
) -> list[Candidate[Action]]:
    """Return the choices that were tried for the seat of a view, the best first.

    What a normal player with these weights would do is among them, and first unless another choice
    is worth more by their ``firmness``; ``also`` is among them too. A choice without an alternative
    is not tried, unless the terms of its value are to be ``told``.
    """
    player = NormalBot(seed, weights)
    own, reason = player.decide(view.public)
    stays = [own, *also]
    actions = list(dict.fromkeys([*stays, *others(view.public, own, player)]))
    if len(actions) == 1 and not told:
        return [Candidate(own, 0.0, 0.0, 0, (), {}, reason)]
    search = Search(view, seed, effort, weights, told=told)
    trials = sequential_halving(
        [Trial(action, [], (), {}) for action in actions],
        effort.samples,
        search.sample,
        lambda trial: trial.action in stays,
        should_continue,
    )
    first = next((trial.mean_value for trial in trials if trial.action == own), 0.0)
    if weights.firmness:
        best = trials[0].mean_value
        trials.sort(key=lambda one: one.action != own or best - one.mean_value >= weights.firmness)
    return [
        trial.thought(reason if trial.action == own else _reason(trial.mean_value, first))
        for trial in trials
    ]


def _reason(chance: float, other: float) -> Reason:
    return Reason(
        "tried out, it wins about {chance} % from here; the obvious choice wins {other} %",
        {"chance": round(100 * chance), "other": round(100 * other)},
    )


def others(state: State, own: Action, player: NormalBot) -> list[Action]:
    """Return what is worth a try besides ``own``, the choice of ``player``."""
    seat = state.actor
    if state.phase == AUCTION:
        if state.surplus:
            return _scraps(state, seat)
        return _bids(state, seat, player) if state.auction else _openings(state, seat, player)
    if state.phase == RESOURCES:
        return _purchases(state, seat)
    if state.phase == BUILDING:
        return _builds(state, seat, own)
    if state.phase == BUREAUCRACY:
        run = best_outcome(state.plants[seat], state.fuel[seat], state.city_count[seat])
        return [Run(seat, run[0], run[1])]
    return []


def _openings(state: State, seat: Seat, player: NormalBot) -> list[Action]:
    """Return the plants that promise most, each at the lowest bid, and opting out."""
    promise = [
        (offer.gain - minimum_bid(state, plant), plant)
        for plant, (offer, _) in player.valued(state, seat).items()
        if minimum_bid(state, plant) <= state.money[seat]
    ]
    found: list[Action] = [
        Open(seat, plant, minimum_bid(state, plant))
        for _, plant in sorted(promise, reverse=True)[: OTHERS + 1]
    ]
    if state.round > 1:
        found.append(Decline(seat))
    return found


def _bids(state: State, seat: Seat, player: NormalBot) -> list[Action]:
    """Return the next bid and passing, where the price is near what the plant seems worth."""
    auction = state.auction
    assert auction is not None, state.phase
    most = player.valued(state, seat)[auction.plant][1]
    if not most - ABOVE <= auction.high <= most + BELOW:
        return []
    found: list[Action] = [Pass(seat)]
    if auction.high < state.money[seat]:
        found.append(Bid(seat, auction.high + 1))
    return found


def _scraps(state: State, seat: Seat) -> list[Action]:
    """Return each plant that may go, with the smallest loss."""
    surplus = state.surplus
    assert surplus is not None, state.plants
    return [
        Scrap(seat, plant, min(losses(state, plant), key=sum))
        for plant in state.plants[seat]
        if plant != surplus.bought
    ]


def _purchases(state: State, seat: Seat) -> list[Action]:
    """Return, of each fuel that fits: what a run needs, half of it, and the most; and no more."""
    found: list[Action] = []
    need = demand(state.plants[seat], oil_is_cheaper=state.market[OIL] > state.market[COAL])
    for good in buyable_goods(state):
        most = resources.max_purchase(state, seat, good)
        run = need[COAL if good == DEPOT else good]
        for count in (run, (run + 1) // 2, most):
            if 0 < count <= most:
                found.append(Buy(seat, good, count))
    found.append(Done(seat))
    return found


def _builds(state: State, seat: Seat, own: Action) -> list[Action]:
    """Return the cheapest cities besides the one of ``own``, and building no more."""
    cities = state.board.cities
    found: list[Action] = [
        Build(seat, cities[place]) for place in cheapest_next(state, seat, OTHERS + 1)
    ]
    found = [action for action in found if action != own][:OTHERS]
    found.append(Done(seat))
    return found


Efforts = Mapping[int, Effort]  # by the number of seats


class SearchingBot:
    """A player that tries its choices out before it makes one, as far as its effort goes."""

    __slots__ = ("_efforts", "_rng", "_weights", "reason")

    def __init__(self, seed: int, efforts: Efforts, weights: Weights | None = None) -> None:
        self._rng, self._efforts = seeded(seed), efforts
        self._weights = weights or Weights()
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return one of ``actions``, which are all that are legal."""
        del actions
        seed, self._rng = draw(self._rng, 1 << 62)
        effort = self._efforts[view.public.terms.seats]
        best = think(view, seed, effort, self._weights)[0]
        self.reason = best.reason
        return best.action
