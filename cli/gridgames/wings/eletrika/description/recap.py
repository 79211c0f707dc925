"""Moves of Eletrika in short: what each player laid, built, lit and scored, one line each."""

from collections.abc import Iterator, Sequence

from eletrika import actions, events
from eletrika.tables import KIND_NAMES
from eletrika.tile_edges import tile_text
from gridcommon.contract import Seat
from gridcommon.errors import Word
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.wings.eletrika.description.narration import narrate_event
from gridgames.wings.eletrika.description.words import cell_words, cells_words

# What matters to all players, whoever made the move.
_FOR_ALL = (
    events.BonusChanged,
    events.RowDiscarded,
    events.StackRanOut,
    events.AsideReturned,
)


def recap(moves: Sequence[Move], names: Sequence[str]) -> Iterator[tuple[Seat | None, str]]:
    """Yield for each player who did something what it was, then what matters to all."""
    deeds: dict[Seat, list[str]] = {}
    for_all = []
    for move in moves:
        if move.seat is None:
            continue
        own = deeds.setdefault(move.seat, [])
        match move.action:
            case actions.Abandon(at=cells) if cells:
                own.append(say("abandons {cells}", cells=cells_words(cells)))
            case actions.Pass():
                own.append(say("passes"))
        for event in move.events:
            if isinstance(event, _FOR_ALL):
                for_all.append(narrate_event(event, names))
            elif words := _deed(event):  # a marker may pay someone else
                deeds.setdefault(getattr(event, "seat", move.seat), []).append(words)
    for seat, own in deeds.items():
        if own:
            yield seat, "; ".join(own)
    for sentence in for_all:
        yield None, sentence


def _deed(event: events.Event) -> str:
    match event:
        case events.TileLaid(tile=tile, at=at):
            return say("tile {tile} on {cell}", tile=tile_text(tile), cell=cell_words(at))
        case events.Built(kind=kind, at=at):
            return say("{kind} on {cell}", kind=Word(KIND_NAMES[kind]), cell=cell_words(at))
        case events.MarkerPlaced(value=value, at=at):
            return say("marker of {value} on {cell}", value=value, cell=cell_words(at))
        case events.MarkerReturned(points=points) if points:
            return say("marker: {points} MW", points=points)
        case events.Energized(cells=cells):
            return say("lights {cells}", cells=cells_words(cells))
        case events.Scored(items=items):
            return say("scores {points} MW", points=sum(item.points for item in items))
    return ""
