"""Random play of Eletrika under random rules, for property tests and digests."""

from collections.abc import Iterator

from hypothesis import strategies as st

from eletrika import SEATS, advance, bots, legal_actions, new_game
from eletrika.actions import Action, Build, EndTurn, LayTile, Score
from eletrika.bots.rollout_search import RolloutBot, RolloutBudget
from eletrika.ruleset import OPTIONS, Ruleset
from eletrika.state import State, around_cell
from eletrika.tables import KINDS
from eletrika.tile_set import Tile, TileSet, shipped_tiles
from eletrika.view import View
from gridcommon.chance import choose, draw, seeded
from gridcommon.contract import Bot
from gridcommon.evaluation import Effort
from gridcommon.lazy_actions import LegalActions

CHOICES = {
    name: entry.values
    for name, entry in OPTIONS.items()
    if name not in ("bonus_faces", "source_in_38")
}
BONUS_FACES = ((0, 1, 2, 3, 4), (1, 1, 1, 3, 4), (2, 2, 2, 2, 2))


def wider_box() -> TileSet:
    """Return the shipped tiles and one more, for ``source_in_38`` false (A-01)."""
    shipped = shipped_tiles()
    tiles = (*shipped.tiles, Tile(len(shipped.tiles), "one more", "r.llcc"))
    return TileSet("wider", tiles, shipped.source, shipped.forests)


def lake_box() -> TileSet:
    """Return a box in which every other tile is all lake or nearly so: much fits nowhere."""
    shipped = shipped_tiles()
    edges = ("llllll", "lllllr", "l.lllr", "llrllr", "rrrrrr")
    tiles = tuple(
        Tile(number, "", edges[number % len(edges)]) if number % 2 else tile
        for number, tile in enumerate(shipped.tiles)
    )
    return TileSet("lakes", tiles, shipped.source, shipped.forests)


# The searching levels think as they do, for less.
QUICK = dict.fromkeys(SEATS, RolloutBudget(Effort(1, 1), choices=8))


def quick_bot(level: str, seed: int) -> Bot[View, Action]:
    """Return a bot of a level; one that searches does it for little."""
    return RolloutBot(seed, budgets=QUICK) if level in bots.BUDGETS else bots.make_bot(level, seed)


WIDER = wider_box()
LAKES = lake_box()


def random_rules(rng: int) -> tuple[Ruleset, int]:
    """Return rules in which about a third of the options differ, one game in four none."""
    plain, rng = draw(rng, 4)
    values = {}
    if plain:
        for name, allowed in CHOICES.items():
            value, rng = choose(allowed, rng)
            keep, rng = draw(rng, 3)
            if not keep:
                values[name] = value
        values["bonus_faces"], rng = choose(BONUS_FACES, rng)
        box, rng = draw(rng, 4)
        if box == 0:
            values |= {"source_in_38": False, "tiles": WIDER}
        elif box == 1:
            values |= {"tiles": LAKES, "row_redraw": True}  # else a row may stay for ever
    return Ruleset(**values), rng


def chosen(
    state: State, actions: LegalActions[Action], rng: int, *, lively: bool
) -> tuple[Action, int]:
    """Return one of ``actions`` by chance: a kind, then one of the kind.

    Lively play rather scores and builds beside what it may join, so that networks are lit.
    """
    kind, rng = choose(actions.kinds, rng)
    if lively:
        eager, rng = draw(rng, 8)
        for other in actions.kinds:
            if eager and isinstance(other[0], Score):
                kind = other
            if eager > 3 and isinstance(other[0], Build) and not isinstance(kind[0], Score):
                kind = other
    if not lively or isinstance(kind[0], EndTurn):
        return choose(kind, rng)
    some = []
    for _ in range(12):
        action, rng = choose(kind, rng)
        some.append(action)
    return max(some, key=lambda action: _joins(state, action)), rng


def _joins(state: State, action: Action) -> int:
    if not isinstance(action, Build | LayTile) or action.at == state.source:
        return 0
    beside = [other for other in around_cell(action.at) if other in state.kinds]
    live = sum(other in state.lit for other in beside)
    kind = action.kind if isinstance(action, Build) else action.build
    if kind is None:
        return live
    rare = KINDS[kind] in "UC" and kind not in [state.kinds[other] for other in beside]
    return 4 * len(beside) + live + rare


def walk(state: State, rng: int, *, lively: bool) -> Iterator[tuple[Action, int]]:
    """Yield the actions of a random game, which the caller makes before asking for the next."""
    while len(actions := legal_actions(state)):
        action, rng = chosen(state, actions, rng, lively=lively)
        yield action, rng


SEEDS = st.integers(0, 2**32)


@st.composite
def positions(draw):
    """A state that random play reaches: most of the way by chance, the last steps by numbers."""
    rules, rng = random_rules(seeded(draw(SEEDS)))
    state = new_game(rules, draw(st.integers(2, 4)), draw(SEEDS))
    lively = draw(st.integers(0, 3)) > 0
    for _ in range(draw(st.integers(0, 90))):
        actions = legal_actions(state)
        if not actions:
            break
        action, rng = chosen(state, actions, rng, lively=lively)
        advance(state, action)
    for number in draw(st.lists(st.integers(0, 10**6), max_size=6)):
        actions = legal_actions(state)
        if not actions:
            break
        kind = actions.kinds[number % len(actions.kinds)]
        advance(state, kind[number // len(actions.kinds) % len(kind)])
    return state
