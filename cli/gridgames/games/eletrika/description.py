"""A game of Eletrika in plain words: the board, the players, and what is to be done."""

from collections.abc import Iterator, Sequence

from eletrika.analysis import analyse_game
from eletrika.position import to_position
from eletrika.state import AFTER, OVER, SETUP, State
from eletrika.tables import COLOUR_NAMES, KIND_NAMES, KINDS, tile_text
from gridgames.games.eletrika.analysis_text import board_lines
from gridgames.games.eletrika.hexboard import OWNER_STYLES
from gridgames.languages.messages import say
from gridgames.terminal.output import Line, wrapped

_HEAD = "bold"


def describe_game(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the whole game as all may see it."""
    yield [("Eletrika", _HEAD), (f"  {round_words(state)}", "")]
    yield from wrapped(say("Now: {task}", task=to_do(state, names)), "  ", _HEAD, first="")
    yield []
    yield from describe_board(state)
    yield []
    yield from _beside(state)
    yield from describe_players(state, names)


def describe_board(state: State) -> Iterator[Line]:
    """Yield the board, as large as the terminal allows."""
    yield from board_lines(to_position(state), analyse_game(state), state.ruleset)


def describe_players(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield what the players have."""
    yield [(say("Players"), _HEAD)]
    for seat, name in enumerate(names):
        markers = ", ".join(f"{value} MW" for value in state.markers_in_hand[seat])
        told = say(
            ": {points} MW, {pawns:pawn|pawns} in hand, markers: {markers}",
            points=state.scores[seat],
            pawns=state.hands[seat],
            markers=markers or say("none"),
        )
        yield [(f"  {say(COLOUR_NAMES[seat])} {name}", OWNER_STYLES[seat]), (told, "")]


def to_do(state: State, names: Sequence[str]) -> str:
    """Return what has to be done now, and by whom."""
    if state.phase == OVER:
        return say("the game is over")
    who = f"{names[state.actor]} ({say(COLOUR_NAMES[state.actor])})"
    if state.phase == SETUP:
        return say("{name} lays the set-up tile {tile}", name=who, tile=tile_text(state.drawn))
    if state.phase == AFTER:
        return say("{name} scores a set, or ends the turn", name=who)
    if state.scored:
        return say("{name} has scored, and lays a tile or builds", name=who)
    return say("{name} lays a tile, builds, or abandons; a set may be scored first", name=who)


def round_words(state: State) -> str:
    """Return the round, and the last one as soon as it is known."""
    if not state.round:
        return say("set-up")
    if state.end_round:
        return say("round {round}, the last is {last}", round=state.round, last=state.end_round)
    return say("round {round}", round=state.round)


def row_words(state: State) -> str:
    """Return the face-up tiles with their edges, as in ``13 (r.tr..), ?``."""
    return ", ".join(
        f"{tile} ({state.ruleset.tiles.tiles[tile].edges})" if tile >= 0 else tile_text(tile)
        for tile in sorted(state.row, key=lambda tile: (tile < 0, tile))
    )


def _beside(state: State) -> Iterator[Line]:
    row = row_words(state)
    told = say(
        "Face up: {tiles}; {count} in the stack",
        tiles=row or say("none"),
        count=len(state.stack),
    )
    yield from wrapped(told, "  ", first="")
    reserve = ", ".join(
        f"{say(KIND_NAMES[kind])} {left}" for kind, left in enumerate(state.reserve) if left
    )
    yield from wrapped(say("Reserve: {left}", left=reserve or say("empty")), "  ", first="")
    bonus = say(KIND_NAMES[state.bonus]) if state.bonus >= 0 else say("nothing")
    queue = " ".join(KINDS[kind] for kind in state.queue) or say("none")
    yield [(say("In high demand: {kind}; next: {queue}", kind=bonus, queue=queue), "")]
    yield []
