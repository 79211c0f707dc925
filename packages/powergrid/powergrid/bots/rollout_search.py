"""Rollout search: value each candidate action by playing on for a round or two.

In a rollout every seat plays as a normal bot would. The profiles of the rivals change from rollout
to rollout, since a choice that wins only against one exact answer is worth little. Hidden
information is sampled, alike for all candidates that are compared.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum, sqrt

from gridcommon.chance import draw, fork, seeded
from gridcommon.contract import Reason, Seat
from gridcommon.evaluation import (
    Candidate,
    Effort,
    always_continue,
    paired_error,
    sequential_halving,
)
from powergrid import resources
from powergrid.actions import Action, Bid, Build, Buy, Decline, Done, Open, Pass, Run, Scrap
from powergrid.auction import losses
from powergrid.bots.fitted_evaluation import evaluate, margin, terms
from powergrid.bots.forecast import money_of
from powergrid.bots.fuel import demand
from powergrid.bots.growth import cheapest_next
from powergrid.bots.normal import NormalBot
from powergrid.bots.player import DecisionBot
from powergrid.bots.weights import Weights, perturbed_weights
from powergrid.game import advance
from powergrid.plant_market import minimum_bid
from powergrid.powering import best_outcome
from powergrid.resources import buyable_goods
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, OVER, RESOURCES, State
from powergrid.tables import COAL, DEPOT, OIL
from powergrid.view import UNKNOWN_MONEY, View, determinize

ALTERNATIVES = 3  # plants or cities tried besides a normal bot's choice
BELOW, ABOVE = 8, 14  # bids further from a plant's estimated value are not evaluated
PROFILES = 13  # of rivals; a prime number, so that any two seats meet in all combinations


@dataclass(slots=True)
class CandidateRollouts:
    """A candidate action, and the values of its rollouts for the seat that acts."""

    action: Action
    values: list[float]
    line: tuple[Action, ...]
    terms: dict[str, float]
    margin: float = 0.0  # the sum over the samples

    @property
    def sample_count(self) -> int:
        return len(self.values)

    @property
    def mean_value(self) -> float:
        return fsum(self.values) / max(1, len(self.values))

    def candidate(self, reason: Reason, first: "CandidateRollouts") -> Candidate[Action]:
        """Return the candidate with its estimated value, relative to the first one."""
        count, mean = self.sample_count, self.mean_value
        spread = fsum((value - mean) ** 2 for value in self.values) / max(1, count - 1)
        found: Mapping[str, float] = {name: part / count for name, part in self.terms.items()}
        return Candidate(
            self.action,
            mean,
            sqrt(spread / count),
            count,
            self.line,
            found,
            reason,
            paired_error(self.values, first.values),
            self.margin / count,
        )


@cache  # one tuple
def rival_profiles() -> tuple[Weights, ...]:
    """Return the fixed rival profiles used in rollouts. The first one is the standard profile."""
    found, rng = [Weights()], seeded(PROFILES)
    while len(found) < PROFILES:
        profile, rng = perturbed_weights(rng)
        found.append(profile)
    return tuple(found)


def rival_profile_index(seat: Seat, number: int) -> int:
    """Return the index of a rival's profile in a rollout; in rollout 0 it is the standard one."""
    return number * (seat + 1) % PROFILES


class RolloutSearch:
    """Rollouts for the seat of a view, which is to act."""

    __slots__ = ("_effort", "_own", "_rivals", "_rng", "_seat", "_starts", "_view", "_with_terms")

    def __init__(
        self, view: View, seed: int, effort: Effort, weights: Weights, *, with_terms: bool = False
    ) -> None:
        self._view, self._seat, self._effort = view, view.seat, effort
        self._with_terms = with_terms
        self._rng = seeded(seed)
        self._own: DecisionBot = NormalBot(seed, weights)
        self._rivals = [NormalBot(0, profile) for profile in rival_profiles()]
        self._starts: list[State] = []

    def _start(self, number: int) -> State:
        """Return the start of a rollout, a sampled state. It is the same for every candidate."""
        while len(self._starts) <= number:
            public = self._view.public
            state = determinize(self._view, fork(self._rng, len(self._starts)))
            for seat, money in enumerate(public.money):
                if money == UNKNOWN_MONEY:  # players rarely save much more than a round brings
                    state.money[seat] = min(state.money[seat], 2 * money_of(public, seat))
            self._starts.append(state)
        return self._starts[number].copy()

    def roll_out(self, number: int, action: Action | None) -> tuple[State, list[Action]]:
        """Return the state at the end of a rollout that starts with ``action``, and its actions."""
        state, line = self._start(number), []
        until = state.round + self._effort.horizon
        while state.phase != OVER and state.round < until:
            if action is None:
                seat = state.actor
                if seat == self._seat:
                    action, _ = self._own.decide(state)
                else:
                    action, _ = self._rivals[rival_profile_index(seat, number)].decide(state)
            line.append(action)
            advance(state, action, None)
            action = None
        return state, line

    def sample(self, rollouts: CandidateRollouts) -> None:
        """Add one more rollout of a candidate."""
        number = rollouts.sample_count
        state, line = self.roll_out(number, rollouts.action)
        rollouts.values.append(evaluate(state)[self._seat])
        if not number:
            rollouts.line = tuple(line[1:])
        if self._with_terms:
            for name, part in terms(state, self._seat).items():
                rollouts.terms[name] = rollouts.terms.get(name, 0.0) + part
            rollouts.margin += margin(state, self._seat)


def rank_candidates(
    view: View,
    seed: int,
    effort: Effort,
    weights: Weights,
    include: Sequence[Action] = (),
    should_continue: Callable[[], bool] = always_continue,
    *,
    with_terms: bool = False,
) -> list[Candidate[Action]]:
    """Return the sampled candidates for the seat of a view, best first.

    The choice of a normal bot with these weights is a candidate; it comes first unless another one
    is better by their ``firmness``. The actions in ``include`` are candidates too. A single
    candidate is not sampled, except ``with_terms``: then the terms of its value are computed.
    """
    player = NormalBot(seed, weights)
    own, reason = player.decide(view.public)
    stays = [own, *include]
    actions = list(dict.fromkeys([*stays, *alternatives(view.public, own, player)]))
    if len(actions) == 1 and not with_terms:
        return [Candidate(own, 0.0, 0.0, 0, (), {}, reason)]
    search = RolloutSearch(view, seed, effort, weights, with_terms=with_terms)
    ranked = sequential_halving(
        [CandidateRollouts(action, [], (), {}) for action in actions],
        effort.samples,
        search.sample,
        lambda rollouts: rollouts.action in stays,
        should_continue,
    )
    first = next((one.mean_value for one in ranked if one.action == own), 0.0)
    if weights.firmness:
        best = ranked[0].mean_value
        ranked.sort(key=lambda one: one.action != own or best - one.mean_value >= weights.firmness)
    return [
        one.candidate(reason if one.action == own else _reason(one.mean_value, first), ranked[0])
        for one in ranked
    ]


def _reason(chance: float, other: float) -> Reason:
    percent, others = round(100 * chance), round(100 * other)
    if percent == others:
        return Reason(
            "in trials, it wins as often as the obvious choice: {chance}%", {"chance": percent}
        )
    return Reason(
        "in trials, it wins about {chance}% from here; the obvious choice wins {other}%",
        {"chance": percent, "other": others},
    )


def alternatives(state: State, own: Action, player: NormalBot) -> list[Action]:
    """Return candidate actions besides ``own``, the choice of ``player``."""
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
    """Return the openings of the most promising plants at the minimum bid, and opting out."""
    promise = [
        (offer.gain - minimum_bid(state, plant), plant)
        for plant, (offer, _) in player.valued(state, seat).items()
        if minimum_bid(state, plant) <= state.money[seat]
    ]
    found: list[Action] = [
        Open(seat, plant, minimum_bid(state, plant))
        for _, plant in sorted(promise, reverse=True)[: ALTERNATIVES + 1]
    ]
    if state.round > 1:
        found.append(Decline(seat))
    return found


def _bids(state: State, seat: Seat, player: NormalBot) -> list[Action]:
    """Return passing and the next bid, if the price is near the plant's estimated value."""
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
    """Return the scrapping of each possible plant, with the smallest loss."""
    surplus = state.surplus
    assert surplus is not None, state.plants
    return [
        Scrap(seat, plant, min(losses(state, plant), key=sum))
        for plant in state.plants[seat]
        if plant != surplus.bought
    ]


def _purchases(state: State, seat: Seat) -> list[Action]:
    """Return purchases for one run, for half of one and of the most tokens, and ending the turn."""
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
    """Return the cheapest cities besides that of ``own``, and ending the turn."""
    cities = state.board.cities
    found: list[Action] = [
        Build(seat, cities[place]) for place in cheapest_next(state, seat, ALTERNATIVES + 1)
    ]
    found = [action for action in found if action != own][:ALTERNATIVES]
    found.append(Done(seat))
    return found


Efforts = Mapping[int, Effort]  # by the number of seats


class RolloutBot:
    """A bot that evaluates its candidate actions by rollouts, within its search budget."""

    __slots__ = ("_efforts", "_rng", "_weights", "reason")

    def __init__(self, seed: int, weights: Weights | None = None, *, efforts: Efforts) -> None:
        self._rng, self._efforts = seeded(seed), efforts
        self._weights = weights or Weights()
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        del actions
        seed, self._rng = draw(self._rng, 1 << 62)
        effort = self._efforts[view.public.terms.seats]
        best = rank_candidates(view, seed, effort, self._weights)[0]
        self.reason = best.reason
        return best.action
