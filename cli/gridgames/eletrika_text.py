"""A game of Eletrika in plain words: the board, the players, and what is to be done."""

from collections.abc import Iterator, Sequence

from eletrika.findings import examine
from eletrika.resuming import to_position
from eletrika.state import AFTER, OVER, SETUP, State
from eletrika.tables import COLOUR_NAMES, KIND_NAMES, KINDS
from gridgames.findings_text import board_lines
from gridgames.hexboard import OWNER_STYLES
from gridgames.output import Line, wrapped

_HEAD = "bold"


def describe_game(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the whole game as all may see it."""
    yield [("Eletrika", _HEAD), (f"  {round_words(state)}", "")]
    yield from wrapped(f"Now: {to_do(state, names)}", "  ", _HEAD, first="")
    yield []
    yield from describe_board(state)
    yield []
    yield from _beside(state)
    yield from describe_players(state, names)


def describe_board(state: State) -> Iterator[Line]:
    """Yield the board, as large as the terminal allows."""
    position = to_position(state)
    rules = state.rules
    findings = examine(position, rules.tiles, rules.scoring, rules.energized)
    yield from board_lines(position, findings, rules.tiles)


def describe_players(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield what the players have."""
    yield [("Players", _HEAD)]
    for seat, name in enumerate(names):
        markers = ", ".join(f"{value} MW" for value in state.markers_in_hand[seat]) or "none"
        pawns = state.hands[seat]
        yield [
            (f"  {COLOUR_NAMES[seat]} {name}", OWNER_STYLES[seat]),
            (f": {state.scores[seat]} MW, {pawns} pawns in hand, markers: {markers}", ""),
        ]


def to_do(state: State, names: Sequence[str]) -> str:
    """Return what has to be done now, and by whom."""
    if state.phase == OVER:
        return "the game is over"
    who = f"{names[state.seat]} ({COLOUR_NAMES[state.seat]})"
    if state.phase == SETUP:
        return f"{who} lays the set-up tile {state.drawn}"
    if state.phase == AFTER:
        return f"{who} scores a set, or ends the turn"
    if state.scored:
        return f"{who} has scored, and lays a tile or builds"
    return f"{who} lays a tile, builds, or abandons; a set may be scored first"


def round_words(state: State) -> str:
    """Return the round, and the last one as soon as it is known."""
    if not state.round:
        return "set-up"
    last = f", the last is {state.end_round}" if state.end_round else ""
    return f"round {state.round}{last}"


def _beside(state: State) -> Iterator[Line]:
    tiles = state.rules.tiles
    row = ", ".join(f"{tile} ({tiles.tiles[tile].edges})" for tile in sorted(state.row)) or "none"
    yield from wrapped(f"Face up: {row}; {len(state.stack)} in the stack", "  ", first="")
    reserve = ", ".join(
        f"{left} {KIND_NAMES[kind]}" for kind, left in enumerate(state.reserve) if left
    )
    yield from wrapped(f"Reserve: {reserve or 'empty'}", "  ", first="")
    bonus = KIND_NAMES[state.bonus] if state.bonus >= 0 else "nothing"
    queue = " ".join(KINDS[kind] for kind in state.queue) or "none"
    yield [(f"In high demand: {bonus}; next: {queue}", "")]
    yield []
