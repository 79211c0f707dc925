"""Projecting turns: the effects of a plan, and plans to suggest.

No hidden information is used, and no state is changed. All other seats are assumed to do nothing
meanwhile; newly drawn tiles stay unknown, so the row is one shorter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.building import check_build, do_build, legal_builds, lit_by
from eletrika.events import Event, Item, MarkerReturned, Scored
from eletrika.game import check, legal_actions
from eletrika.markers import do_recall
from eletrika.placement import do_bonus, do_tile, legal_tiles
from eletrika.scoring import (
    best_members,
    check_moment,
    do_abandon,
    do_score,
    items_of_score,
    legal_scores,
    own_lit,
    possible_scores,
)
from eletrika.sites import buildable_kinds, fitting_kinds
from eletrika.stack import return_aside, run_out
from eletrika.state import AFTER, MAIN, NO_TILE, OPEN, OVER, SETUP, State, around_cell, seat_at
from eletrika.tables import KINDS, ROW, Kind
from eletrika.turns import change_bonus
from eletrika.view import View, observe
from gridcommon.contract import Bot, Reason, Seat
from gridcommon.errors import Refusal
from gridcommon.events import NOBODY_LISTENS, Events
from gridcommon.hexes import Hex

Main = LayTile | Build | Abandon  # the main actions that change the table
Part = Main | Score  # the actions of a plan
_ALL_KINDS = OPEN - 1


@dataclass(frozen=True, slots=True)
class Effect:
    """The immediate effects of one action of a plan."""

    action: Part
    turn: int  # the number of own turns until then, 0 for the coming one
    lit: tuple[Hex, ...] = ()  # structures it energizes, itself included, sorted
    closed: tuple[Hex, ...] = ()  # cells where every structure becomes a short circuit
    barred: tuple[tuple[Hex, Kind], ...] = ()  # builds no longer possible on other cells
    markers: tuple[MarkerReturned, ...] = ()  # those that leave the board, with their points
    items: tuple[Item, ...] = ()  # of the scored set

    @property
    def points(self) -> int:
        """The MW of the scored set."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Projection:
    """The result of a plan. ``refusal`` explains why the action after the effects is illegal."""

    state: State
    effects: tuple[Effect, ...] = ()
    refusal: Refusal | None = None
    best: Score | None = None  # the best set to score then
    items: tuple[Item, ...] = ()  # the value of that set

    @property
    def points(self) -> int:
        """The MW of the best set that could be scored then."""
        return sum(item.points for item in self.items)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A build, a tile, or a tile and a build on it, with its gains for the seat.

    ``lit`` are all structures that it energizes, ``own`` the number of those that are the seat's.
    ``points`` are the MW of the best set that the seat could score then, ``gain`` the increase.
    """

    actions: tuple[LayTile | Build, ...]
    lit: tuple[Hex, ...]
    own: int
    points: int
    gain: int


def project(state: State, seat: Seat, parts: Sequence[Part]) -> Projection:
    """Return the effects of a seat's actions, made in order over as many turns as needed.

    They start in the seat's current turn, or its next one. A second main action or score moves to
    the seat's following turn. Each action has to be legal at its time.
    Rules: EL-TURN-01, EL-TURN-02, EL-TURN-03, EL-END-03.
    """
    twin, turn = _twin(state), 0
    refusal = _come_to_turn(twin, seat)
    effects: list[Effect] = []
    for part in parts:
        if refusal is None and _is_for_next_turn(twin, part):
            refusal = _next_turn(twin, seat)
            turn += 1
        refusal = refusal or check(twin, part)
        if refusal:
            return Projection(twin, tuple(effects), refusal)
        effects.append(_made(twin, part, turn))
    best, items = best_score(twin, seat)
    return Projection(twin, tuple(effects), refusal, best, items)


def best_score(state: State, seat: Seat) -> tuple[Score | None, tuple[Item, ...]]:
    """Return a seat's most valuable set after a main action, and its items.

    It does not matter whether the seat may score now. Of equal sets, the smallest is returned.
    Rules: EL-SCORE-01, EL-SCORE-05, EL-SCORE-06.
    """
    sets = possible_scores(state, seat, best_members(state, seat))
    if not sets:
        return None, ()
    found = [(items_of_score(state, score), score) for score in sets]
    items, score = max(found, key=lambda one: sum(item.points for item in one[0]))
    return score, items


def suggestions(state: State, seat: Seat) -> list[Suggestion]:
    """Return plans that energize structures or increase the seat's possible score, best first.

    The plans are every build, every tile with its bonus build, every tile with a build on it in the
    next turn, and every tile next to an own lit structure. Each action is legal at its time, if the
    others do nothing. Only the best rotation of a tile is returned, or the first. Plans are sorted
    by most points, then by most own structures lit, most lit at all, fewest actions and fewest
    pawns.
    Rules: EL-NRG-01, EL-NRG-05, EL-BONUS-03, EL-BUILD-01, EL-SCORE-05, EL-FOREST-01.
    """
    if state.phase == AFTER:
        twin = _twin(state)
        refusal = _next_turn(twin, seat)
    else:
        twin, refusal = state_at_turn(state, seat)
    if refusal:
        return []
    return _Search(twin, seat).found()


def state_at_turn(state: State, seat: Seat) -> tuple[State, Refusal | None]:
    """Return the state at the seat's next turn, if the others do nothing until then.

    If the seat is to act, that is now. A refusal gives the reason if it has no more turn.
    Rules: EL-TURN-06, EL-END-03.
    """
    twin = _twin(state)
    return twin, _come_to_turn(twin, seat)


def check_scores_again(state: State, seat: Seat) -> Refusal | None:
    """Return why a seat can score in no turn, the open one included, or None.

    Rules: EL-TURN-02, EL-END-03.
    """
    refusal = check_moment(state.phase, has_scored=state.scored)
    if state.phase == OVER or (state.actor == seat and refusal is None):
        return refusal
    return _next_turn(_twin(state), seat)


def bot_turn(
    bot: Bot[View, Action], state: State, seat: Seat
) -> Iterator[tuple[Action, Reason | None]]:
    """Yield a bot's actions in the current turn of a seat, each with its reason.

    The bot has the view of the seat, and newly drawn tiles stay unknown. A turn that ends by itself
    has no action to end it.
    """
    twin = state.copy()
    is_open = state.phase == AFTER  # it ends by an action, with or without a set to score
    while twin.phase in (SETUP, MAIN) or (twin.phase == AFTER and (is_open or legal_scores(twin))):
        action = bot.choose(observe(twin, seat), legal_actions(twin))
        yield action, bot.reason
        if twin.phase == SETUP or isinstance(action, EndTurn | Pass):
            return
        if isinstance(action, Recall):
            do_recall(twin, action, NOBODY_LISTENS)
        else:
            is_open = False
            _made(twin, action, 0)


def state_after_main_action(state: State, action: Main) -> State:
    """Return the table after a main action, before the turn ends.

    All effects of the end of the stack are included.  Rules: EL-END-01, EL-END-02 (A-07).
    """
    after = state.copy()
    _do_main(after, action, NOBODY_LISTENS)
    return after


def _do_main(state: State, action: Main, events: Events) -> None:
    match action:
        case Build():
            do_build(state, action, events)
        case Abandon():
            do_abandon(state, action, events)
        case LayTile():
            do_tile(state, action, events)
            if state.phase == SETUP:
                return
            if state.ruleset.refill == "placement":
                _draw(state, events)
            do_bonus(state, action, events)
            if state.ruleset.refill != "placement":
                _draw(state, events)


def _draw(state: State, events: Events) -> None:
    """Draw the tile that fills the row, and leave it unknown."""
    if state.stack:
        state.stack.pop()
        ran_out = not state.stack and state.ruleset.end_trigger == "empty"
    else:
        ran_out = True
    if ran_out and state.aside:
        run_out(state, events)


def _twin(state: State) -> State:
    """Return a copy in which the tile that the open turn still turns up at its end is drawn.

    Rules: EL-TILE-06 (A-07 ``turn_end``).
    """
    twin = state.copy()
    if state.phase == AFTER and state.ruleset.refill == "turn_end" and len(state.row) < ROW:
        _draw(twin, NOBODY_LISTENS)
    return twin


def _come_to_turn(state: State, seat: Seat) -> Refusal | None:
    """Advance to the next turn of a seat unless it is to act. Return why there is none, or None."""
    if state.phase == OVER:
        return Refusal("EL-END-03", "the game is over")
    return None if state.actor == seat else _next_turn(state, seat)


def _next_turn(state: State, seat: Seat) -> Refusal | None:
    """End the current turn and advance to a seat's next one. Return why there is none, or None.

    After the set-up that is a turn of the first round.
    """
    if state.aside_due:
        return_aside(state, NOBODY_LISTENS)
    if state.city_built:
        state.city_built = False
        change_bonus(state, NOBODY_LISTENS)
    places = [turn for turn in range(state.turn + 1, state.seats) if seat_at(state, turn) == seat]
    if not places or not state.round:
        state.round += 1
        places = [turn for turn in range(state.seats) if seat_at(state, turn) == seat]
    if state.end_round and state.round > state.end_round:
        return Refusal("EL-END-03", "the game is over before that turn")
    state.turn, state.actor = places[0], seat
    state.phase, state.scored, state.drawn = MAIN, False, NO_TILE
    return None


def _is_for_next_turn(state: State, part: Part) -> bool:
    if state.phase != AFTER:
        return False
    return state.scored or not isinstance(part, Score)


def _made(state: State, part: Part, turn: int) -> Effect:
    lit, fitting = state.lit, _fitting(state)
    events: list[Event] = []
    if isinstance(part, Score):
        do_score(state, part, Events(events))
    else:
        _do_main(state, part, Events(events))
        state.phase = AFTER
        state.scored = state.scored or isinstance(part, Abandon)  # no score may follow
    after = _fitting(state)
    lost = {cell: bits & ~after[cell] for cell, bits in fitting.items() if cell in after}
    return Effect(
        part,
        turn,
        tuple(sorted(state.lit - lit)),
        tuple(sorted(cell for cell, bits in lost.items() if bits & OPEN)),
        tuple(
            (cell, kind)
            for cell, bits in sorted(lost.items())
            if not bits & OPEN
            for kind in range(len(KINDS))
            if bits >> kind & 1
        ),
        tuple(event for event in events if isinstance(event, MarkerReturned)),
        next((event.items for event in events if isinstance(event, Scored)), ()),
    )


def _fitting(state: State) -> dict[Hex, int]:
    """Return the kinds that neighbours allow on each free cell, as bits, regardless of the reserve.

    For a cell next to the board, only whether it is closed.
    """
    water = state.ruleset.tiles.water
    found = {
        cell: buildable_kinds(state, cell, water[state.laid[cell][0]], _ALL_KINDS)
        | fitting_kinds(state, cell) & OPEN
        for cell in state.plots
    }
    for cell in state.frontier:
        found[cell] = fitting_kinds(state, cell) & OPEN
    return found


class _Search:
    """The suggestions for a seat at the start of its turn."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._now = _points(state, seat)
        self._own_lit = frozenset(own_lit(state, seat))
        self._lit: dict[tuple[Kind, Hex], frozenset[Hex]] = {}

    def found(self) -> list[Suggestion]:
        state = self._state
        found = list(self._tiles())
        if state.phase == MAIN:
            for build in legal_builds(state):
                if build.at in state.kinds:  # a take-over: A-15
                    lights = build.at in state.lit
                else:
                    lights = bool(self._lit_by(build.kind, build.at))
                if lights:
                    found.append(self._proposal((build,), state_after_main_action(state, build)))
        found = [one for one in found if one.lit or one.gain > 0]
        found.sort(key=_order)
        return found

    def _lit_by(self, kind: Kind, cell: Hex) -> frozenset[Hex]:
        found = self._lit.get((kind, cell))
        if found is None:
            found = lit_by(self._state, kind, cell)
            self._lit[kind, cell] = found
        return found

    def _tiles(self) -> Iterator[Suggestion]:
        """Yield the best suggestions for each tile and cell: alone, or with a build."""
        state, seat = self._state, self._seat
        for part in legal_tiles(state).parts():
            lays = [LayTile(seat, part.tile, turn, part.at) for turn in part.rotations]
            if not self._own_lit.isdisjoint(around_cell(part.at)):
                yield self._best([((lay,), state_after_main_action(state, lay)) for lay in lays])
            lights = [kind for kind in range(len(KINDS)) if self._lit_by(kind, part.at)]
            for kind in lights:
                if (None, kind) in part.bonuses:
                    both = [
                        LayTile(seat, part.tile, lay.rotation, part.at, None, kind) for lay in lays
                    ]
                    yield self._best(
                        [((one,), state_after_main_action(state, one)) for one in both]
                    )
            if lights:
                yield from self._built_later(lays, lights)

    def _built_later(self, lays: Sequence[LayTile], kinds: Sequence[Kind]) -> Iterator[Suggestion]:
        """Yield each energizing build on a tile in the turn after it."""
        later = []
        for lay in lays:
            after = state_after_main_action(self._state, lay)
            if _next_turn(after, self._seat):
                return
            later.append((lay, after))
        for kind in kinds:
            build = Build(self._seat, kind, lays[0].at)
            if check_build(later[0][1], build) is None:  # for every rotation of the tile
                yield self._best(
                    [((lay, build), state_after_main_action(twin, build)) for lay, twin in later]
                )

    def _best(self, ways: Sequence[tuple[tuple[LayTile | Build, ...], State]]) -> Suggestion:
        found = [self._proposal(actions, after) for actions, after in ways]
        return max(found, key=lambda one: one.points)

    def _proposal(self, actions: tuple[LayTile | Build, ...], after: State) -> Suggestion:
        lit = tuple(sorted(after.lit - self._state.lit))
        own = sum(after.owners.get(cell) == self._seat for cell in lit)
        points = _points(after, self._seat)
        return Suggestion(actions, lit, own, points, points - self._now)


def _order(found: Suggestion) -> tuple[int, ...]:
    last = found.actions[-1]
    pawns = 1 if isinstance(last, Build) else 0 if last.build is None else 2
    return -found.points, -found.own, -len(found.lit), len(found.actions), pawns


def _points(state: State, seat: Seat) -> int:
    return sum(item.points for item in best_score(state, seat)[1])
