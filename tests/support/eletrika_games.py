"""Positions of Eletrika for tests: written in the full form, played on by short notation."""

from collections import Counter
from dataclasses import replace

from eletrika import advance, check, to_act
from eletrika.events import Event
from eletrika.notation import parse_position
from eletrika.notation.actions import ACTIONS
from eletrika.position import Land, Position
from eletrika.resuming import from_position
from eletrika.ruleset import Ruleset
from eletrika.state import State
from eletrika.tables import LAND_CLASS, PAWNS, PLANT, Tile, TileSet, shipped_tiles
from gridcommon.hexes import neighbours, opposite

FIELD = "......"
TILES = 38


def table(text: str, seats: int = 2, *, fill: str = FIELD, **options) -> State:
    """Return a game at the beginning of a turn, from a position in the full or the picture form.

    A picture gets a source to the west of its first structure, which becomes 0,0.
    The tiles of the box are those that the text tells by their edges; the others, the source
    among them, all show ``fill``. A tile ``?`` is one that agrees with its neighbours, with water
    where a Plant stands. What the text leaves out: White is to act, each of ``seats`` players has
    the pawns that are not on the board, the row is full.
    """
    told = parse_position(text, _box([], fill))
    assert isinstance(told, Position)
    if not any(land.source for land in told.tiles.values()):
        q, r = next(iter(told.structures))
        told.tiles[q - 1, r] = Land(fill, 0, 0, True)
    _fill_unknown(told)
    if told.row is None:
        told.row = (Land(fill),) * 3
    if not told.hands:
        on_board = Counter()
        for structure in told.structures.values():
            on_board[structure.owner] += structure.pawns
        told.hands = {owner: PAWNS - on_board[owner] for owner in range(seats)}
    if told.to_act is None:
        told.to_act = 0
    if told.stack is None:
        told.stack = TILES - len(told.tiles) - len(told.row) - (4 if told.last is None else 0)
    named = [land.edges for land in (*told.tiles.values(), *told.row) if not land.source]
    tiles = _box([edges for edges in named if edges], fill)
    return from_position(told, Ruleset(tiles=tiles, **options), 1)


def _box(edges: list[str], fill: str) -> TileSet:
    faces = [fill, *edges]
    faces += [fill] * (TILES - len(faces))
    return TileSet(
        "a test's",
        tuple(Tile(number, "", face) for number, face in enumerate(faces)),
        0,
        shipped_tiles().forests,
        reconstructed=False,
    )


def _fill_unknown(position: Position) -> None:
    for cell, land in position.tiles.items():
        if land.edges is not None:
            continue
        edges = ["."] * 6
        open_to = []
        for direction, beside in enumerate(neighbours(cell)):
            other = position.tiles.get(beside)
            if other is None:
                open_to.append(direction)
            elif other.edges is not None:
                edges[direction] = LAND_CLASS[other.edges[opposite(direction)]]
        structure = position.structures.get(cell)
        if structure and structure.kind == PLANT and not {"r", "l"} & set(edges):
            edges[open_to[0]] = "r"
        position.tiles[cell] = replace(land, edges="".join(edges))


def act(state: State, action) -> list[Event]:
    """Make a legal action; return its events."""
    refused = check(state, action)
    assert refused is None, f"{action} {refused}"
    events: list[Event] = []
    advance(state, action, events)
    return events


def say(state: State, *texts: str) -> list[Event]:
    """Make the actions that ``texts`` mean for whoever is to act; return all events."""
    events: list[Event] = []
    for text in texts:
        events += act(state, ACTIONS.parse(text, to_act(state)))
    return events


def refusal(state: State, text: str, seat: int | None = None) -> str | None:
    """Return the rule that refuses ``text`` to ``seat`` (else to whoever is to act), or None."""
    found = check(state, ACTIONS.parse(text, to_act(state) if seat is None else seat))
    return found.rule if found else None


def kinds_of(events: list[Event]) -> list[str]:
    """Return the names of the kinds of events, in order."""
    return [type(event).__name__ for event in events]


def shorten(state: State, left: int) -> State:
    """Leave so many tiles in the stack; the others leave the game."""
    state.discarded += tuple(state.stack[left:])
    del state.stack[left:]
    return state


def in_row(state: State, edges: str) -> int:
    """Return the number of the face-up tile that shows ``edges``."""
    return next(tile for tile in state.row if state.ruleset.tiles.tiles[tile].edges == edges)
