"""Estimating a position: the MW that each seat has, and those it may expect.

A :class:`PositionEstimate` is made between two actions. It uses no hidden information, so a search
can make one anywhere. All values and weights are in MW.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, fsum

from eletrika.bots.prospects import LAID, Prospects
from eletrika.ruleset import Ruleset
from eletrika.sets import Member, forest_items, possible_sets, set_points
from eletrika.state import MAIN, NO_KIND, State, seat_at
from eletrika.tables import FINAL_ROUNDS, KINDS, Kind
from gridcommon.contract import Seat
from gridcommon.hexes import Hex
from gridcommon.tables import shipped_toml

# The parts of the value of a position for a seat.
PARTS = ("points", "sets", "forests", "hopes", "markers", "pawns")

# The properties of an own structure that matter in sets: kind, pawns, MW of adjacent forests.
Holding = tuple[Kind, int, int]


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights, in MW, for assets not yet scored.

    A tuple's last entry holds for all higher indexes.
    """

    tiles_a_turn: float = 0.6  # how fast the stack goes down
    single: tuple[float, ...] = (0.0, 0.5, 0.8, 0.95, 1.0)  # a lit one in no set, by turns left
    forest: tuple[float, ...] = (0.0, 0.6, 0.8, 0.9, 0.95)  # 1 MW of its forests, by turns left
    build: float = 0.8  # the chance of each missing build
    short: float = 0.75  # a factor for each build that the owner has no pawn for
    pawns: tuple[float, ...] = (0.0, 1.0, 1.7, 2.1, 2.3, 2.4)  # in hand, by their number
    pawn_turns: int = 4  # with fewer turns left, pawns are worth less
    marker: tuple[float, ...] = (0.3, 0.25, 0.18, 0.12, 0.08)  # its chance, by missing builds
    wait: float = 0.02  # the cost of scoring a set later
    tie: float = 0.01  # a pawn on the table at the end: EL-WIN-02
    rivals: float = 0.65  # the weight of the others' mean


STANDARD = Weights()
# With more than two seats, others complete lines too, so a pawn on the table brings more
CROWDED = replace(STANDARD, build=0.9, pawns=(0.0, 0.5, 0.8, 1.0, 1.1, 1.2))


def searching_weights(seats: int) -> Weights:
    """Return the weights of searching players without a character, by the number of seats."""
    return STANDARD if seats == 2 else CROWDED


class Estimator:
    """Values under one ruleset. It caches the values of sets, so keep it for a whole game."""

    def __init__(self, ruleset: Ruleset, weights: Weights = STANDARD) -> None:
        self.ruleset = ruleset
        self.weights = weights
        self._sets: dict[tuple[tuple[Kind, int], ...], list[tuple[tuple[int, ...], int]]] = {}
        self._plans: dict[tuple[tuple[Holding, ...], int, Kind], float] = {}

    def sets(self, holdings: Sequence[Holding]) -> list[tuple[tuple[int, ...], int]]:
        """Return each set among some structures, as indexes, with its points without extras."""
        key = tuple([(kind, pawns) for kind, pawns, _ in holdings])
        found = self._sets.get(key)
        if found is None:
            members = [Member(None, kind, pawns) for kind, pawns in key]
            found = []
            for places in possible_sets(members, self.ruleset):
                points = set_points([members[place] for place in places], self.ruleset)
                found.append((places, points or 0))
            self._sets[key] = found
        return found

    def points(
        self, holdings: Sequence[Holding], places: tuple[int, ...], points: int, bonus: Kind
    ) -> int:
        """Return the points of a set with high demand and forests."""
        for place in places:
            points += holdings[place][2]
        if any(holdings[place][0] == bonus for place in places):
            points += self.ruleset.scoring.high_demand
        return points

    def plan(self, holdings: tuple[Holding, ...], turns: int, bonus: Kind) -> float:
        """Return the expected MW of lit structures within ``turns``; ``holdings`` are sorted."""
        if not holdings or not turns:
            return 0.0
        turns = min(turns, len(self.weights.single) - 1)
        key = (holdings, turns, bonus)
        best = self._plans.get(key)
        if best is None:
            single, forest = self.weights.single[turns], self.weights.forest[turns]
            best = fsum(single + forest * forests for _, _, forests in holdings)
            for places, base in self.sets(holdings):
                rest = tuple([one for at, one in enumerate(holdings) if at not in places])
                value = self.points(holdings, places, base, bonus) - self.weights.wait
                # The highest number of turns means "many", so it is not reduced.
                left = turns if turns == len(self.weights.single) - 1 else turns - 1
                value += self.plan(rest, left, bonus)
                if value > best:
                    best = value
            self._plans[key] = best
        return best

    def in_hand(self, pawns: int, turns: int) -> float:
        """Return the value of pawns in hand with ``turns`` left to use them."""
        weights = self.weights
        return weights.pawns[pawns] * min(1.0, turns / weights.pawn_turns)

    def hope(self, missing: float, turns: int) -> float:
        """Return the chance that a structure still lacking ``missing`` builds will be energized."""
        late = (turns + 1 - missing) / (missing + 1)
        if late <= 0:
            return 0.0
        return float(self.weights.build**missing) * min(1.0, late)

    def estimate(self, state: State, *, fresh: bool = False) -> "PositionEstimate":
        """Return the estimate of a position, ``fresh`` if the current turn is still to come."""
        return PositionEstimate(self, state, fresh=fresh)


def turns_left(state: State, seat: Seat, tiles_a_turn: float) -> int:
    """Return the number of turns of ``seat`` after the current one, a guess until the last rounds.

    Rules: EL-END-01, EL-END-03.
    """
    behind = (seat - seat_at(state, 0)) % state.seats > state.turn
    if state.end_round:
        rounds = state.end_round - state.round
    else:
        rounds = FINAL_ROUNDS + round(len(state.stack) / tiles_a_turn / state.seats)
    return rounds + behind


@dataclass(frozen=True, slots=True)
class ScoringOption:
    """A set that may be scored: its cells, sorted, its points, and the seat's value afterwards."""

    worth: float
    points: int
    cells: tuple[Hex, ...]


class PositionEstimate:
    """The value of a position for each seat, and the sets that each seat could score.

    ``lit`` are the energized structures of each seat, ``holdings`` their properties in the same
    order, and ``dark`` the other structures with their chance to be energized.
    """

    __slots__ = (
        "_estimator",
        "_forests",
        "_hopes",
        "_markers",
        "_points",
        "_rest",
        "bonus",
        "dark",
        "hands",
        "holdings",
        "lit",
        "prospects",
        "turns",
    )

    def __init__(self, estimator: Estimator, state: State, *, fresh: bool = False) -> None:
        weights, ruleset = estimator.weights, estimator.ruleset
        seats = range(state.seats)
        self._estimator = estimator
        self.prospects = Prospects(state)
        self.turns = [turns_left(state, seat, weights.tiles_a_turn) for seat in seats]
        if fresh and state.phase == MAIN:
            self.turns[state.actor] += 1
        self.hands = state.hands
        self.bonus = bonus_after(state)
        self.lit: list[list[Hex]] = [[] for _ in seats]
        self.holdings: list[list[Holding]] = [[] for _ in seats]
        self.dark: list[list[tuple[Hex, float]]] = [[] for _ in seats]
        self._points = [float(points) for points in state.scores]
        self._hopes = [0.0] * state.seats
        self._forests = [0.0] * state.seats  # beside dark structures
        self._markers = [0.0] * state.seats
        most = len(weights.single) - 1
        dark: list[tuple[Hex, Seat, int]] = []
        for cell, owner in state.owners.items():
            kind = state.kinds[cell]
            if not self.turns[owner]:
                self._points[owner] += weights.tie * _counts_in_ties(state, cell)
            forests = sum(item.points for item in forest_items(cell, kind, state.lands, ruleset))
            if cell in state.lit:
                self.lit[owner].append(cell)
                self.holdings[owner].append((kind, state.pawns[cell], forests))
            else:
                dark.append((cell, owner, forests))
        for cell, owner, forests in dark:
            missing = max(LAID, self.prospects.missing(cell, state.kinds[cell])) / LAID
            turns = self.turns[owner]
            hope = estimator.hope(missing, turns)
            # Scoring a set gives two pawns back without a turn.
            short = ceil(missing) - state.hands[owner] - (2 if len(self.lit[owner]) > 1 else 0)
            if short > 0:
                hope *= weights.short**short
            self.dark[owner].append((cell, hope))
            turns = min(turns, most)
            self._hopes[owner] += hope * weights.single[turns]
            self._forests[owner] += hope * weights.forest[turns] * forests
        for cell, (owner, value) in state.markers.items():
            self._markers[owner] += self.hope_of_marker(state, cell, owner) * value
        self._rest = [
            fsum(parts)
            for parts in zip(self._points, self._hopes, self._forests, self._markers, strict=True)
        ]

    def hope_of_marker(self, state: State, cell: Hex, owner: Seat) -> float:
        """Return the chance that another seat builds on ``cell``."""
        prospects, weights = self.prospects, self._estimator.weights
        bits = prospects.fits(cell)
        costs = [prospects.missing(cell, kind) for kind in range(len(KINDS)) if bits >> kind & 1]
        if not costs:
            return 0.0
        steps = min((min(costs) + 1) // LAID, len(weights.marker) - 1)
        turns = self.turns[owner] * (state.seats - 1)
        return weights.marker[steps] * min(1.0, turns / 4)

    def worth(self, seat: Seat) -> float:
        """Return the MW that a seat has and may expect, if it scores no set this turn."""
        turns = self.turns[seat]
        held = tuple(sorted(self.holdings[seat]))
        estimator = self._estimator
        return (
            self._rest[seat]
            + estimator.plan(held, turns, self.bonus)
            + estimator.in_hand(self.hands[seat], turns)
        )

    def parts(self, seat: Seat) -> tuple[float, ...]:
        """Return the parts of ``worth``, in the order of PARTS."""
        turns = self.turns[seat]
        held = sorted(self.holdings[seat])
        estimator = self._estimator
        plan = estimator.plan(tuple(held), turns, self.bonus)
        bare = estimator.plan(
            tuple(sorted([(kind, pawns, 0) for kind, pawns, _ in held])), turns, self.bonus
        )
        return (
            self._points[seat],
            bare,
            self._forests[seat] + plan - bare,
            self._hopes[seat],
            self._markers[seat],
            estimator.in_hand(self.hands[seat], turns),
        )

    def scorings(self, seat: Seat, bonus: Kind) -> "list[ScoringOption]":
        """Return each set that ``seat`` may score now.

        ``bonus`` is the kind in high demand now, which may change at the end of the turn.
        """
        found = []
        held = self.holdings[seat]
        estimator = self._estimator
        turns = self.turns[seat]
        for places, base in estimator.sets(held):
            points = estimator.points(held, places, base, bonus)
            rest = tuple(sorted([one for at, one in enumerate(held) if at not in places]))
            pawns = self.hands[seat] + sum(held[place][1] for place in places)
            worth = (
                self._rest[seat]
                + points
                + estimator.plan(rest, turns, self.bonus)
                + estimator.in_hand(pawns, turns)
            )
            cells = tuple(sorted([self.lit[seat][place] for place in places]))
            found.append(ScoringOption(worth, points, cells))
        return found

    def of_others(self, seat: Seat) -> float:
        """Return the mean of the MW that the others have and may expect."""
        others = [other for other in range(len(self.hands)) if other != seat]
        return fsum(self.worth(other) for other in others) / len(others)


def _counts_in_ties(state: State, cell: Hex) -> int:
    """Rules: EL-WIN-02 (A-22)."""
    return 1 if state.ruleset.tie == "structures" else state.pawns[cell]


def bonus_after(state: State) -> Kind:
    """Return the kind in high demand after the current turn, or NO_KIND.

    Rules: EL-CITY-01, EL-CITY-02, EL-CITY-04 (A-13).
    """
    if not state.city_built:
        return state.bonus
    if state.queue:
        return state.queue[0]
    return NO_KIND if state.ruleset.queue_empty == "clear" else state.bonus


CHARACTERS: Mapping[str, Weights] = {
    # trusts missing builds less, and scores early
    "careful": replace(STANDARD, build=0.6, short=0.5, wait=0.8),
    # places its pawns and trusts that lines are completed
    "builder": replace(STANDARD, build=0.95, pawns=(0.0, 0.3, 0.5, 0.6, 0.7, 0.8)),
    # holds on to pawns and markers, and waits for large sets
    "miser": replace(STANDARD, wait=-0.2, pawns=(0.0, 1.6, 2.9, 3.9, 4.6, 5.0)),
    # counts the gains of others more than its own
    "blocker": replace(STANDARD, rivals=1.6),
}


# The last number of turns left in each class. With no turns left, the weights are 1.
TURNS = (2, 5, 9, 13)
CLASSES = len(TURNS) + 1

Parts = list[float]  # in MW, in the order of PARTS


def class_of(estimate: PositionEstimate) -> int:
    """Return the class of a position, 0 for the last turns."""
    turns = max(estimate.turns)
    return sum(turns > bound for bound in TURNS)


def weighted_parts(estimate: PositionEstimate) -> list[Parts]:
    """Return the expected MW of each part at the end, by seat. Only differences are meaningful."""
    seats = range(len(estimate.hands))
    if not any(estimate.turns):
        return [list(estimate.parts(seat)) for seat in seats]
    weights = _table(len(seats))[class_of(estimate)]
    return [
        [weight * part for weight, part in zip(weights, estimate.parts(seat), strict=True)]
        for seat in seats
    ]


def lead_by_term(parts: Sequence[Parts], seat: Seat, rivals: float = 1.0) -> Parts:
    """Return a seat's lead, part by part: see :func:`gridcommon.evaluation.lead`.

    ``rivals`` is the weight of the rivals' parts relative to the seat's own.
    """
    others = [one for other, one in enumerate(parts) if other != seat]
    best = max(others, key=fsum)
    return [
        own - rivals * (of_best + fsum(of_others) / len(others)) / 2
        for own, of_best, *of_others in zip(parts[seat], best, *others, strict=True)
    ]


@lru_cache
def _table(seats: int) -> list[Parts]:
    table = shipped_toml("eletrika", "evaluation.toml")[f"seats_{seats}"]
    return [[table[part][number] for part in PARTS] for number in range(CLASSES)]
