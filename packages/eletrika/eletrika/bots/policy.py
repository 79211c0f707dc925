"""The policy of a sensible, experienced player for one turn of any state.

Every build, tile and bonus action gets a rough value. The best of them are evaluated for all seats,
and the action with the best result relative to the others is chosen. No hidden information is used,
so bots can apply the policy to views and to simulated games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import fsum

from eletrika.actions import Abandon, Action, LayTile
from eletrika.bots.grouped_actions import FEW, GroupedActions, is_overlong, legal_actions_grouped
from eletrika.bots.position_estimate import STANDARD, Estimator, PositionEstimate, Weights
from eletrika.bots.prospects import LAID
from eletrika.building import lit_by
from eletrika.placement import TilePlacements
from eletrika.projection import Main, state_after_main_action
from eletrika.ruleset import Ruleset
from eletrika.scoring import do_score
from eletrika.sets import forest_items
from eletrika.state import AFTER, SETUP, State, around_cell
from eletrika.tables import CITY, FORESTS, MAY_TOUCH, PLANT, Kind
from eletrika.tile_edges import is_known_tile
from eletrika.view import faces_of
from gridcommon.chance import choose
from gridcommon.contract import Seat
from gridcommon.events import NOBODY_LISTENS
from gridcommon.hexes import Hex

JOINS, LIGHTS = 0.3, 1.5  # rough MW of an own structure beside a build, or lit by it
FACES = 6  # examined of an unknown tile
EVEN = 1e-9
YIELDING = 0.3  # factor for rivals in a deadlock: it is better if all score than none
COMPACT = 0.02  # MW for each tile that a new one touches, since lines need such cells

_END = {PLANT: 1, CITY: 2}  # the ends of a line, as bits
_BOTH_ENDS = 3

Choice = tuple[float, Action]  # an action and its value relative to the rivals


@dataclass(frozen=True, slots=True)
class Limits:
    """The number of builds, and of tiles without one, that are evaluated fully."""

    builds: int
    tiles: int


WIDE = Limits(14, 6)
NARROW = Limits(4, 2)  # for rollouts: twice as fast, and hardly weaker


class Policy:
    """A policy for one ruleset. It caches the values of sets, so keep it for a whole game."""

    def __init__(
        self, ruleset: Ruleset, weights: Weights = STANDARD, limits: Limits = WIDE
    ) -> None:
        self.ruleset = ruleset
        self.estimator = Estimator(ruleset, weights)
        self.limits = limits

    def turn(self, state: State) -> "Turn":
        """Return the turn of the seat to act."""
        return Turn(self.estimator, state, self.limits)

    def choose(self, state: State, rng: int) -> tuple[Action, int]:
        """Return the choice of the seat to act, and the generator. Ties are broken at random."""
        return self.turn(state).choose(legal_actions_grouped(state), rng)


class Turn:
    """The options of the seat to act, and their values."""

    def __init__(self, estimator: Estimator, state: State, limits: Limits) -> None:
        self.estimator = estimator
        self.state = state
        self.limits = limits
        self.seat: Seat = state.actor
        self.now = estimator.estimate(state)
        self._rivals = estimator.weights.rivals * (YIELDING if is_deadlocked(state) else 1.0)
        self._each = self._rivals / (state.seats - 1)
        self._hopes = [dict(dark) for dark in self.now.dark]
        self._rough_builds: dict[tuple[Kind, Hex], float] = {}
        self._marker_hopes: dict[Hex, float] = {}
        self._ends = _ends_of_networks(state)
        self._lights_dead_ends = state.ruleset.energized == "component"

    @property
    def likes_rivals(self) -> bool:
        """Whether the gains of others count for the seat, not against it."""
        return self._rivals < 0

    def against(self, estimate: PositionEstimate) -> float:
        """Return the value of the others' positions, weighted as it counts against the seat."""
        return self._rivals * estimate.of_others(self.seat)

    def choose(self, menu: GroupedActions, rng: int) -> tuple[Action, int]:
        """Return the best of some actions, and the generator. Ties are broken at random."""
        if menu.recalls:
            return menu.recalls[0], rng
        choices = self.choices(menu)
        if not choices:
            return menu.any_other(), rng
        return best_of(choices, rng)

    def choices(self, menu: GroupedActions) -> list[Choice]:
        """Return the actions that were evaluated fully; none if only a pass is possible."""
        if self.state.phase == SETUP:
            return list(self._set_up_tiles(menu))
        if self.state.phase == AFTER:
            return self._scores(menu)
        if is_overlong(self.state):
            menu.keep_to_tiles()
        found: list[Choice] = [(self._outcome(action), action) for action in self._promising(menu)]
        if menu.scores and (not found or self.state.hands[self.seat] < 2):
            found += self._scoring_first(menu)
        return found

    def _scores(self, menu: GroupedActions) -> list[Choice]:
        """Return the options after the main action: score a set, or save it for a better one.

        Forests are never declined.
        """
        ways = {way.cells: way for way in self.now.scorings(self.seat, self.state.bonus)}
        against = self.against(self.now)
        kept = self.now.worth(self.seat) - against
        found: list[Choice] = [(kept - 2 * EVEN, pause) for pause in menu.pauses]
        found += [(ways[one.set].worth - against, one) for one in menu.scores if one.forests]
        return found

    def _set_up_tiles(self, menu: GroupedActions) -> Iterator[Choice]:
        """Yield the set-up tile, with the number of tiles it touches: lines need that."""
        for part in menu.tiles:
            touching = self._touching(part.at)
            for rotation in part.rotations:
                yield touching, LayTile(self.seat, part.tile, rotation, part.at)

    def _touching(self, cell: Hex) -> int:
        return sum(beside in self.state.laid for beside in around_cell(cell))

    def _promising(self, menu: GroupedActions) -> list[Main]:
        builds: list[tuple[float, Main]] = []
        pawn, pawns = (self._price(1), self._price(2))
        for build in menu.builds:
            builds.append((self._rough_build(build.kind, build.at) - pawn, build))
        tiles: list[tuple[float, Main]] = []
        on_tiles: dict[tuple[Kind, Hex], tuple[float, Main]] = {}
        for part in menu.tiles:
            gain, rotation = self.best_rotation(part)
            gain += COMPACT * self._touching(part.at)
            for marker, kind in part.bonuses:
                action = LayTile(self.seat, part.tile, rotation, part.at, marker, kind)
                if kind is None:
                    hoped = marker * self._marker_hope(part.at) if marker else 0.0
                    tiles.append((gain + hoped, action))
                else:
                    rough = gain + self._rough_build(kind, part.at) - pawns
                    if (kind, part.at) not in on_tiles or on_tiles[kind, part.at][0] < rough:
                        on_tiles[kind, part.at] = rough, action
        builds += on_tiles.values()
        builds.sort(key=_roughly, reverse=True)
        tiles.sort(key=_roughly, reverse=True)
        close = (*builds[: self.limits.builds], *tiles[: self.limits.tiles])
        chosen = [action for _, action in close]
        return chosen + self._abandons(menu, stuck=not chosen)

    def _price(self, pawns: int) -> float:
        hand = self.state.hands[self.seat]
        turns = self.now.turns[self.seat]
        if hand < pawns:
            return 0.0
        return self.estimator.in_hand(hand, turns) - self.estimator.in_hand(hand - pawns, turns)

    def _share(self, owner: Seat) -> float:
        return 1.0 if owner == self.seat else -self._each

    def _rough_build(self, kind: Kind, cell: Hex) -> float:
        found = self._rough_builds.get((kind, cell))
        if found is None:
            found = self._rough_builds[kind, cell] = self._worked_out(kind, cell)
        return found

    def _marker_hope(self, cell: Hex) -> float:
        found = self._marker_hopes.get(cell)
        if found is None:
            found = self.now.hope_of_marker(self.state, cell, self.seat)
            self._marker_hopes[cell] = found
        return found

    def _worked_out(self, kind: Kind, cell: Hex) -> float:
        """Return the rough value of a build by the structures it energizes, without its pawns."""
        state, now, estimator = self.state, self.now, self.estimator
        turns = now.turns[self.seat]
        single = estimator.weights.single[min(turns + 1, len(estimator.weights.single) - 1)]
        forests = sum(i.points for i in forest_items(cell, kind, state.lands, state.ruleset))
        if cell in state.kinds:
            return (single + forests) * (cell in state.lit)
        gain = 0.0
        ends = _END.get(kind, 0)
        touched = 0
        for beside in around_cell(cell):
            if beside in state.kinds:  # they may touch, or the build would not be legal
                touched += 1
                ends |= self._ends[beside]
                if beside in self._hopes[self.seat]:
                    gain += JOINS
        # At the end of a branch only a Plant or a City lights anything; paths must pass other kinds
        lit: frozenset[Hex] = frozenset()
        if ends == _BOTH_ENDS and (touched > 1 or self._lights_dead_ends or kind in _END):
            lit = lit_by(state, kind, cell)
        for other_cell in sorted(lit):
            owner = state.owners.get(other_cell)
            if owner is not None and other_cell in self._hopes[owner]:
                gain += self._share(owner) * (1.0 - self._hopes[owner][other_cell]) * LIGHTS
        if cell in lit:
            hope = 1.0
        else:
            hope = estimator.hope(max(LAID, now.prospects.missing(cell, kind)) / LAID, turns)
        gain += hope * (single + forests)
        marker = state.markers.get(cell)
        if marker is not None:
            owner, value = marker
            paid = value * now.hope_of_marker(state, cell, owner)
            gain += -paid if owner == self.seat else -self._each * (value - paid)
        return gain

    def best_rotation(self, part: TilePlacements) -> tuple[float, int]:
        """Return the forest value of a tile at its best rotation, and that rotation."""
        state = self.state
        sides = []
        for direction, beside in enumerate(around_cell(part.at)):
            owner = state.owners.get(beside)
            if owner is not None:
                hope = self._hopes[owner].get(beside, 1.0)
                sides.append((direction, FORESTS[state.kinds[beside]], self._share(owner) * hope))
        if not sides:
            return 0.0, part.rotations[0]
        faces = state.ruleset.tiles.faces[part.tile]
        by_edge = state.ruleset.forest_touch == "edge"
        gains = [
            (
                fsum(
                    gain
                    for direction, letter, gain in sides
                    if (
                        faces[rotation][direction] == letter
                        if by_edge
                        else letter in faces[rotation]
                    )
                ),
                rotation,
            )
            for rotation in part.rotations
        ]
        return max(gains)

    def _abandons(self, menu: GroupedActions, *, stuck: bool) -> list[Main]:
        """Return candidate abandonments: the one, two, ... most hopeless structures."""
        if stuck:
            return list(menu.abandons)
        if not menu.abandons or self.state.hands[self.seat] > FEW:
            return []
        dark = sorted(self.now.dark[self.seat], key=lambda one: (one[1], one[0]))
        wanted = {tuple(sorted(cell for cell, _ in dark[:count])) for count in range(len(dark) + 1)}
        return [abandon for abandon in menu.abandons if abandon.at in wanted]

    def _outcome(self, action: Main) -> float:
        """Return the value for the seat, relative to its rivals, after a main action.

        The best set is scored after it if that is legal and better than waiting.
        """
        if isinstance(action, LayTile) and not is_known_tile(action.tile):
            return self._expected(action)
        after = state_after_main_action(self.state, action)
        estimate = self.estimator.estimate(after)
        worth = estimate.worth(self.seat)
        if not after.scored and not isinstance(action, Abandon):
            for way in estimate.scorings(self.seat, after.bonus):
                worth = max(worth, way.worth)
        if isinstance(action, LayTile):
            worth += COMPACT * self._touching(action.at)
        return worth - self.against(estimate)

    def _expected(self, action: LayTile) -> float:
        """Return the mean value of laying a tile with an unknown face, over its possible faces.

        A face that does not fit has the value of the present position.  Rules: EL-COMP-09.
        """
        tiles = self.state.ruleset.tiles
        faces = faces_of(self.state, action.tile)
        faces = faces[:: -(-len(faces) // FACES)] if faces else []
        asked = self.state.frontier[action.at]
        total = 0.0
        for face in faces:
            turns = tuple(turn for turn in range(6) if tiles.fitting[face][asked] >> turn & 1)
            if turns and (action.build != PLANT or tiles.water[face]):
                _, turn = self.best_rotation(TilePlacements(action.at, face, turns, ()))
                total += self._outcome(replace(action, tile=face, rotation=turn))
            else:
                total += self.now.worth(self.seat) - self.against(self.now)
        return total / len(faces) if faces else 0.0

    def _scoring_first(self, menu: GroupedActions) -> Iterator[Choice]:
        """Yield the best sets to score before the main action, for the pawns they bring back."""
        ways = {way.cells: way for way in self.now.scorings(self.seat, self.state.bonus)}
        scores = [score for score in menu.scores if score.forests and score.set in ways]
        scores.sort(key=lambda score: ways[score.set].worth, reverse=True)
        for score in scores[:2]:
            after = self.state.copy()
            do_score(after, score, NOBODY_LISTENS)
            turn = Turn(self.estimator, after, self.limits)
            found = [worth for worth, _ in turn.choices(legal_actions_grouped(after))]
            pausing = turn.now.worth(self.seat) - turn.against(turn.now)
            yield max(found, default=pausing), score


def best_of(choices: Sequence[Choice], rng: int) -> tuple[Action, int]:
    """Return the best of some actions, and the generator. Ties are broken at random."""
    most = max(worth for worth, _ in choices) - EVEN
    (_, action), rng = choose([one for one in choices if one[0] >= most], rng)
    return action, rng


def is_deadlocked(state: State) -> bool:
    """Return whether nothing is lit or scored, and more tiles are laid than left in the stack."""
    return not state.lit and not any(state.scores) and len(state.laid) > len(state.stack)


def _ends_of_networks(state: State) -> dict[Hex, int]:
    """Return for each structure whether its network contains a Plant and a City, as bits.

    A build lights nothing unless its network contains both.  Rules: EL-CONN-01, EL-NRG-01.
    """
    kinds = state.kinds
    found: dict[Hex, int] = {}
    for start in kinds:
        if start not in found:
            network = [start]
            found[start] = ends = 0
            for cell in network:  # grows while it is walked
                ends |= _END.get(kinds[cell], 0)
                may_touch = MAY_TOUCH[kinds[cell]]
                for beside in around_cell(cell):
                    if beside in kinds and beside not in found and may_touch[kinds[beside]]:
                        found[beside] = 0
                        network.append(beside)
            for cell in network:
                found[cell] = ends
    return found


def _roughly(one: tuple[float, Main]) -> float:
    return one[0]
