"""Events and results of Eletrika as sentences."""

from collections.abc import Iterator, Sequence

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.ending import Result
from eletrika.events import (
    AsideReturned,
    BonusChanged,
    BonusTold,
    Built,
    Corrected,
    Energized,
    Event,
    GameEnded,
    MarkerPlaced,
    MarkerReturned,
    PawnsReturned,
    RowDiscarded,
    Scored,
    ScoreSettled,
    StackRanOut,
    TileLaid,
    TilePutUnder,
    TileRevealed,
    TurnEnded,
)
from eletrika.state import NO_KIND
from eletrika.tables import HIDDEN, KIND_NAMES
from eletrika.tile_edges import tile_text
from gridcommon.errors import JoinedList, Word
from gridcommon.records import Declaration
from gridgames.games.face import Move
from gridgames.games.winning import lead
from gridgames.languages.messages import say
from gridgames.wings.eletrika.description.words import (
    cell_words,
    cells_words,
    demand_words,
    items_words,
    pawns_words,
    points_words,
    queue_words,
)

# What a correction puts, by the key of its line.
_KEY_WORDS = {
    "position": Word("the board"),
    "round": Word("the round"),
    "final_rounds": Word("the last rounds"),
    "turn": Word("whose turn it is"),
    "scores": Word("the points"),
    "hands": Word("the pawns in hand"),
    "markers": Word("the markers in hand"),
    "reserve": Word("the reserve"),
    "stack": Word("the stack"),
    "row": Word("the face-up tiles"),
    "bonus": Word("what is in high demand"),
    "lit": Word("what is energized"),
}

# The event that says the same as the action that caused it, and more: told instead.
_TOLD_BY: dict[type[Action], type[Event]] = {
    LayTile: TileLaid,
    Build: Built,
    Score: Scored,
    Recall: MarkerReturned,
}


def narrate(move: Move, names: Sequence[str]) -> Iterator[str]:
    """Yield the action, then each event that followed, as one sentence each."""
    if isinstance(move.action, Declaration):
        for event in move.events:
            yield narrate_event(event, names)
        return
    main, others = move.parted(_TOLD_BY.get(type(move.action)))
    yield _action(move.action, names) if main is None else narrate_event(main, names)
    for event in others:
        # The pawns of a score come back with it, and each turn ends: the lines would say nothing.
        if isinstance(event, TurnEnded) or (
            isinstance(event, PawnsReturned) and isinstance(move.action, Score)
        ):
            continue
        yield narrate_event(event, names)


def _action(action: Action, names: Sequence[str]) -> str:
    name = names[action.seat]
    match action:
        case EndTurn():
            return say("{name} ends the turn without scoring", name=name)
        case Pass():
            return say("{name} passes: nothing else is possible", name=name)
        case Abandon():
            if not action.at:
                return say("{name} abandons nothing", name=name)
            return say("{name} abandons {cells}", name=name, cells=cells_words(action.at))
        case _:
            return say("{name} goes on", name=name)


def narrate_event(event: Event, names: Sequence[str]) -> str:
    """Return one event as a sentence."""
    match event:
        case TileLaid():
            return say(
                "{name} lays tile {tile}, turn {turn}, on {cell}",
                name=names[event.seat],
                tile=tile_text(event.tile),
                turn=event.rotation,
                cell=cell_words(event.at),
            )
        case TilePutUnder():
            return say(
                "Tile {tile} fits nowhere and goes under the stack; {name} draws again",
                tile=tile_text(event.tile),
                name=names[event.seat],
            )
        case TileRevealed():
            if event.tile == HIDDEN:
                return say("A tile is turned face up; which one is not known yet")
            return say("Tile {tile} is turned face up", tile=tile_text(event.tile))
        case RowDiscarded():
            tiles = ", ".join(map(tile_text, event.tiles))
            return say("No face-up tile fits: {tiles} leave the game", tiles=tiles)
        case StackRanOut("EL-STUCK-03"):
            return say("No face-up tile fits any more: the final rounds begin")
        case StackRanOut():
            return say("The stack has run out: the final rounds begin")
        case AsideReturned():
            return say("The structures and tiles set aside come back")
        case MarkerPlaced():
            return say(
                "{name} puts the marker of {value} MW on {cell}",
                name=names[event.seat],
                value=event.value,
                cell=cell_words(event.at),
            )
        case MarkerReturned():
            return _marker(event, names)
        case Built():
            return say(
                "{name} builds a {kind} on {cell} with {pawns}",
                name=names[event.seat],
                kind=Word(KIND_NAMES[event.kind]),
                cell=cell_words(event.at),
                pawns=pawns_words(event.pawns),
            )
        case Energized():
            return say("Energy reaches {cells}", cells=cells_words(event.cells))
        case PawnsReturned():
            return say(
                "{name} takes {pawns} back from {cell}",
                name=names[event.seat],
                pawns=pawns_words(event.pawns),
                cell=cell_words(event.at),
            )
        case Scored():
            return say(
                "{name} scores {cells}: {items}",
                name=names[event.seat],
                cells=cells_words(event.set),
                items=items_words(event.items),
            )
        case BonusChanged():
            kind = demand_words(NO_KIND if event.kind is None else event.kind)
            return say("In high demand now: {kind}", kind=kind)
        case BonusTold():
            return say("The bonus tiles in their order: {queue}", queue=queue_words(event.kinds))
        case ScoreSettled():
            return say(
                "{name} scored {points} MW more before, by what is told now",
                name=names[event.seat],
                points=event.points,
            )
        case TurnEnded():
            return say("{name}'s turn ends", name=names[event.seat])
        case GameEnded():
            return say("The last round is over")
        case Corrected():
            told = JoinedList(tuple(_KEY_WORDS[key] for key in event.keys))
            return say("Overruled: {what}", what=told)


def _marker(event: MarkerReturned, names: Sequence[str]) -> str:
    values = {
        "name": names[event.seat],
        "value": event.value,
        "cell": cell_words(event.at),
        "points": event.points,
    }
    if event.points:
        return say("The marker on {cell} pays {points} MW to {name}", **values)
    return say("{name} takes the marker of {value} MW back from {cell}", **values)


def _first_place(result: Result, names: Sequence[str]) -> str:
    """Return who has won, by how much, and by which rule."""
    compared = [("EL-WIN-01", result.scores), ("EL-WIN-02", result.compared)]
    margin = lead(compared, result.decided_by)
    winners = say(" and ").join(names[seat] for seat in result.winners)
    told = {"winners": winners, "rule": result.decided_by}
    if margin is None:
        return say("{winners}: first place, shared ({rule})", **told)
    if result.decided_by == "EL-WIN-01":
        return say("{winners}: first place, by {count} MW ({rule})", count=margin, **told)
    if result.compared == result.pawns_on_board:
        return say(
            "{winners}: first place, by {count:pawn|pawns} on the board ({rule})",
            count=margin,
            **told,
        )
    return say(
        "{winners}: first place, by {count:structure|structures} ({rule})", count=margin, **told
    )


def narrate_result(result: Result, names: Sequence[str]) -> Iterator[str]:
    """Yield how the game ended, a sentence each."""
    yield _first_place(result, names)
    if result.unsure:
        yield say(
            "Not certain: {names} may have scored more, since something was not given then",
            names=JoinedList(tuple(names[seat] for seat in result.unsure), "and"),
        )
    for seat in sorted(range(len(names)), key=lambda seat: -result.scores[seat]):
        yield say(
            "{name}: {points}, {pawns} on the board",
            name=names[seat],
            points=points_words(result.scores[seat], is_sure=seat not in result.unsure),
            pawns=pawns_words(result.pawns_on_board[seat]),
        )
