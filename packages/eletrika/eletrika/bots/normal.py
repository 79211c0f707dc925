"""The bot that plays like a sensible, experienced person.

It weighs every build, tile and bonus action roughly, looks closely at what the best of them lead
to for all seats, and chooses what leaves it best off against the others: structures lit or nearer
to it, forests, markers, pawns for the next turns, and the sets that the rest of the game allows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from eletrika.actions import Abandon, Action, Build, LayTile, Score
from eletrika.bots.menu import Menu, has_gone_on_too_long
from eletrika.bots.prospects import FAR, LAID
from eletrika.bots.valuation import STANDARD, Appraisal, Values, Weights
from eletrika.building import lit_by
from eletrika.game import legal_actions
from eletrika.placement import TilePart
from eletrika.planning import Main, after_main
from eletrika.scoring import do_score, items_of_score
from eletrika.sets import forest_items
from eletrika.state import AFTER, SETUP, State, around_cell
from eletrika.tables import FORESTS, KIND_NAMES, MAY_TOUCH, PLANT, Kind, is_known_tile
from eletrika.view import View, faces_of
from gridcommon.chance import choose, seeded
from gridcommon.contract import Reason, Seat
from gridcommon.errors import Word
from gridcommon.events import NOBODY_LISTENS
from gridcommon.hexes import Hex

CLOSE_BUILDS, CLOSE_TILES = 14, 6  # how many are looked at closely
JOINS, LIGHTS = 0.3, 1.5  # roughly, what an own structure beside a build, or lit by it, is worth
FACES = 6  # at most, of an unknown tile
EVEN = 1e-9
COMPACT = 0.02  # MW for each tile that a new one touches: lines need such places


class NormalBot:
    """Looks one turn ahead, with all its parts, and values what it leads to."""

    def __init__(self, rng: int, weights: Weights = STANDARD) -> None:
        self._rng = seeded(rng)
        self._weights = weights
        self._values: Values | None = None
        self.reason: Reason | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Return the action that leads to the best turn; ties are broken at random."""
        menu = Menu(actions)
        state = view.public
        if self._values is None or self._values.ruleset is not state.ruleset:
            self._values = Values(state.ruleset, self._weights)
        if menu.recalls:
            self.reason = Reason("takes back a marker that can no longer pay", {})
            return menu.recalls[0]
        if state.phase == AFTER:
            return self._score_or_wait(self._values.of(state), view, menu)
        turn = Turn(self._values, state, view.seat)
        best = turn.best(menu)
        if not best:
            self.reason = Reason("can do nothing else", {})
            return actions[0]
        most = max(worth for worth, _ in best)
        (_, action), self._rng = choose([one for one in best if one[0] >= most - EVEN], self._rng)
        self.reason = turn.reason(action)
        return action

    def _score_or_wait(self, appraisal: Appraisal, view: View, menu: Menu) -> Action:
        """Score the best set, or keep all for a better one.  Only once the main action is done."""
        ways = {way.cells: way for way in appraisal.scorings(view.seat, view.public.bonus)}
        best = max(
            menu.scores,
            key=lambda score: (score.forests, ways[score.set].worth, score.set),
            default=None,
        )
        if best is None or (menu.pauses and ways[best.set].worth < appraisal.worth(view.seat)):
            self.reason = Reason("keeps its structures for a better set", {})
            return menu.pauses[0]
        points = ways[best.set].points
        self.reason = _reason_to_score(points, appraisal.turns[view.seat])
        return best


class Turn:
    """What one seat may do in a turn, and what each way leads to."""

    def __init__(self, values: Values, state: State, seat: Seat) -> None:
        self.values = values
        self.state = state
        self.seat = seat
        self.now = values.of(state)
        self._rivals = values.weights.rivals / (state.seats - 1)
        self._hopes = [dict(dark) for dark in self.now.dark]
        self._rough_builds: dict[tuple[Kind, Hex], float] = {}

    def best(self, menu: Menu) -> list[tuple[float, Action]]:
        """Return the actions that were looked at closely, each with its worth against the rivals'.

        Empty where nothing but a pass is possible.
        """
        if self.state.phase == SETUP:
            return list(self._set_up_tiles(menu))
        if has_gone_on_too_long(self.state):
            menu.keep_to_tiles()
        found: list[tuple[float, Action]] = [
            (self._outcome(action), action) for action in self._promising(menu)
        ]
        if menu.scores and (not found or self.state.hands[self.seat] < 2):
            found += self._scoring_first(menu)
        return found

    def _set_up_tiles(self, menu: Menu) -> Iterator[tuple[float, Action]]:
        """Yield the set-up tile where it touches most: lines need tiles that touch."""
        for part in menu.tiles:
            touching = self._touching(part.at)
            for rotation in part.rotations:
                yield touching, LayTile(self.seat, part.tile, rotation, part.at)

    def _touching(self, cell: Hex) -> int:
        return sum(beside in self.state.laid for beside in around_cell(cell))

    def _promising(self, menu: Menu) -> list[Main]:
        """Return the main actions that look best roughly."""
        builds: list[tuple[float, Main]] = []
        pawn, pawns = (self._price(1), self._price(2))
        for build in menu.builds:
            builds.append((self._rough_build(build.kind, build.at) - pawn, build))
        tiles: list[tuple[float, Main]] = []
        on_tiles: dict[tuple[Kind, Hex], tuple[float, Main]] = {}
        for part in menu.tiles:
            gain, rotation = self._best_rotation(part)
            gain += COMPACT * self._touching(part.at)
            for marker, kind in part.bonuses:
                action = LayTile(self.seat, part.tile, rotation, part.at, marker, kind)
                if kind is None:
                    hope = self.now.hope_of_marker(self.state, part.at, self.seat) if marker else 0
                    tiles.append((gain + hope * (marker or 0), action))
                else:
                    rough = gain + self._rough_build(kind, part.at) - pawns
                    if (kind, part.at) not in on_tiles or on_tiles[kind, part.at][0] < rough:
                        on_tiles[kind, part.at] = rough, action
        builds += on_tiles.values()
        builds.sort(key=_roughly, reverse=True)
        tiles.sort(key=_roughly, reverse=True)
        chosen = [action for _, action in (*builds[:CLOSE_BUILDS], *tiles[:CLOSE_TILES])]
        return chosen + self._abandons(menu, stuck=not chosen)

    def _price(self, pawns: int) -> float:
        """Return what it costs to have ``pawns`` fewer in hand."""
        hand = self.state.hands[self.seat]
        turns = self.now.turns[self.seat]
        if hand < pawns:
            return 0.0
        return self.values.in_hand(hand, turns) - self.values.in_hand(hand - pawns, turns)

    def _share(self, owner: Seat) -> float:
        return 1.0 if owner == self.seat else -self._rivals

    def _rough_build(self, kind: Kind, cell: Hex) -> float:
        found = self._rough_builds.get((kind, cell))
        if found is None:
            found = self._rough_builds[kind, cell] = self._worked_out(kind, cell)
        return found

    def _worked_out(self, kind: Kind, cell: Hex) -> float:
        """Return what a build brings by what it lights, roughly; its pawns are not counted."""
        state, now, values = self.state, self.now, self.values
        turns = now.turns[self.seat]
        single = values.weights.single[min(turns + 1, len(values.weights.single) - 1)]
        forests = sum(i.points for i in forest_items(cell, kind, state.lands, state.ruleset))
        if cell in state.kinds:
            return (single + forests) * (cell in state.lit)
        lit: frozenset[Hex] = frozenset()
        gain = 0.0
        for beside in around_cell(cell):
            other = state.kinds.get(beside)
            if other is not None and MAY_TOUCH[kind][other]:
                lit = lit or lit_by(state, kind, cell)
                if beside in self._hopes[self.seat]:
                    gain += JOINS
        for other_cell in sorted(lit):
            owner = state.owners.get(other_cell)
            if owner is not None and other_cell in self._hopes[owner]:
                gain += self._share(owner) * (1.0 - self._hopes[owner][other_cell]) * LIGHTS
        if cell in lit:
            hope = 1.0
        else:
            hope = values.hope(max(LAID, now.prospects.missing(cell, kind)) / LAID, turns)
        gain += hope * (single + forests)
        marker = state.markers.get(cell)
        if marker is not None:
            owner, value = marker
            paid = value * now.hope_of_marker(state, cell, owner)
            gain += -paid if owner == self.seat else -self._rivals * (value - paid)
        return gain

    def _best_rotation(self, part: TilePart) -> tuple[float, int]:
        """Return what the forests of a tile bring at its best turn, and that turn."""
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
                sum(
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

    def _abandons(self, menu: Menu, *, stuck: bool) -> list[Main]:
        """Return abandonings worth a look: the most hopeless structures, one more each time."""
        if stuck:
            return list(menu.abandons)
        if not menu.abandons or self.state.hands[self.seat] > 1:
            return []
        dark = sorted(self.now.dark[self.seat], key=lambda one: (one[1], one[0]))
        wanted = {tuple(sorted(cell for cell, _ in dark[:count])) for count in range(len(dark) + 1)}
        return [abandon for abandon in menu.abandons if abandon.at in wanted]

    def _outcome(self, action: Main) -> float:
        """Return the worth for the seat, less that of its rivals, after a main action.

        The best set is scored after it where that is allowed and better than waiting.
        """
        if isinstance(action, LayTile) and not is_known_tile(action.tile):
            return self._expected(action)
        after = after_main(self.state, action)
        appraisal = self.values.of(after)
        worth = appraisal.worth(self.seat)
        if not after.scored and not isinstance(action, Abandon):
            for way in appraisal.scorings(self.seat, after.bonus):
                worth = max(worth, way.worth)
        if isinstance(action, LayTile):
            worth += COMPACT * self._touching(action.at)
        return worth - appraisal.against(self.seat)

    def _expected(self, action: LayTile) -> float:
        """Return the mean outcome of laying a tile whose face is unknown, over what it may be.

        A face that does not fit is worth what there is now.  Rules: EL-COMP-09.
        """
        tiles = self.state.ruleset.tiles
        faces = faces_of(self.state, action.tile)
        faces = faces[:: -(-len(faces) // FACES)] if faces else []
        asked = self.state.frontier[action.at]
        total = 0.0
        for face in faces:
            turns = tuple(turn for turn in range(6) if tiles.fitting[face][asked] >> turn & 1)
            if turns and (action.build != PLANT or tiles.water[face]):
                _, turn = self._best_rotation(TilePart(action.at, face, turns, ()))
                total += self._outcome(replace(action, tile=face, rotation=turn))
            else:
                total += self.now.worth(self.seat) - self.now.against(self.seat)
        return total / len(faces) if faces else 0.0

    def _scoring_first(self, menu: Menu) -> Iterator[tuple[float, Action]]:
        """Yield the best sets to score before the main action, for the pawns they bring back."""
        ways = {way.cells: way for way in self.now.scorings(self.seat, self.state.bonus)}
        scores = [score for score in menu.scores if score.forests and score.set in ways]
        scores.sort(key=lambda score: ways[score.set].worth, reverse=True)
        for score in scores[:2]:
            after = self.state.copy()
            do_score(after, score, NOBODY_LISTENS)
            turn = Turn(self.values, after, self.seat)
            found = [worth for worth, _ in turn.best(Menu(legal_actions(after)))]
            pausing = turn.now.worth(self.seat) - turn.now.against(self.seat)
            yield max(found, default=pausing), score

    def reason(self, action: Action) -> Reason:
        """Return what ``action`` is good for, in one line."""
        if self.state.phase == SETUP:
            return Reason("lays its first tile where it touches most", {})
        match action:
            case Score():
                points = sum(item.points for item in items_of_score(self.state, action))
                return Reason(
                    "scores {points} MW first, to have the pawns back", {"points": points}
                )
            case Abandon():
                pawns = sum(self.state.pawns[cell] for cell in action.at)
                if not pawns:
                    return Reason("waits: anything it did would help others", {})
                return Reason(
                    "takes {pawns:pawn|pawns} back from what will hardly be energized",
                    {"pawns": pawns},
                )
            case Build():
                return self._reason_to_build(action, action.kind, action.at)
            case LayTile():
                if action.build is not None:
                    return self._reason_to_build(action, action.build, action.at)
                return self._reason_to_lay(action)
            case _:
                return Reason("can do nothing else", {})

    def _reason_to_build(self, action: Main, kind: Kind, cell: Hex) -> Reason:
        after = self.values.of(after_main(self.state, action))
        name = Word(KIND_NAMES[kind])
        lit = len(after.lit[self.seat]) - len(self.now.lit[self.seat])
        if lit > 0:
            return Reason(
                "builds a {kind}: it energizes {count:more own structure|more own structures}",
                {"kind": name, "count": lit},
            )
        if not self.now.turns[self.seat]:
            return Reason("builds a {kind}: pawns on the table decide ties", {"kind": name})
        gain = after.worth(self.seat) - self.now.worth(self.seat)
        if self.now.against(self.seat) - after.against(self.seat) > max(0.0, gain):
            return Reason("builds a {kind} in the way of others", {"kind": name})
        missing = after.prospects.missing(cell, kind) / LAID
        if missing > FAR / LAID:
            return Reason("builds a {kind} for want of anything better", {"kind": name})
        return Reason(
            "builds a {kind} for a line that then misses {missing:build|builds}",
            {"kind": name, "missing": max(1, ceil(missing))},
        )

    def _reason_to_lay(self, action: LayTile) -> Reason:
        gain, _ = self._best_rotation(TilePart(action.at, action.tile, (action.rotation,), ()))
        forests = gain >= self.values.ruleset.scoring.forest_per_edge / 2
        if action.marker is not None:
            if forests:
                return Reason(
                    "lays a tile for its forests, and a marker: {value} MW if others build there",
                    {"value": action.marker},
                )
            return Reason(
                "lays a tile where others will want to build: {value} MW if they do",
                {"value": action.marker},
            )
        if forests:
            return Reason("lays a tile for its forests beside own structures", {})
        return Reason("lays a tile and keeps its pawns", {})


def _roughly(one: tuple[float, Main]) -> float:
    return one[0]


def _reason_to_score(points: int, turns: int) -> Reason:
    if turns <= 2:
        return Reason("scores {points} MW before the end", {"points": points})
    return Reason("scores {points} MW: the best it sees for these pawns", {"points": points})
