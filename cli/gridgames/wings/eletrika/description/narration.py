"""Events and results of Eletrika as sentences, whole or in short."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from eletrika import actions, events
from eletrika.ending import Result
from eletrika.state import NO_KIND
from eletrika.tables import CAVEATS, HIDDEN, KIND_NAMES
from eletrika.tile_edges import tile_text
from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, Word, Wording
from gridcommon.hexes import Hex
from gridcommon.records import Declaration
from gridgames.languages.messages import render_value, say
from gridgames.show.face import Move
from gridgames.show.winning import Criterion, result_words
from gridgames.wings.eletrika.description.places import PlaceNames, on_cell
from gridgames.wings.eletrika.description.words import (
    cells_words,
    demand_words,
    items_words,
    pawns_words,
    queue_words,
)

# The facts that a correction sets, by the key of its line.
_KEY_WORDS = {
    "position": Word("the board"),
    "round": Word("the round"),
    "final_rounds": Word("the last rounds"),
    "turn": Word("the player to act"),
    "scores": Word("the points"),
    "hands": Word("the pawns in hand"),
    "markers": Word("the markers in hand"),
    "reserve": Word("the reserve"),
    "stack": Word("the stack"),
    "row": Word("the face-up tiles"),
    "bonus": Word("the kind in high demand"),
    "lit": Word("the energized structures"),
}

_MOST_NAMED = 3  # structures

# Events that are narrated instead of the action that caused them, since they say more.
_NARRATED_BY: Mapping[type[actions.Action], type[events.Event]] = {
    actions.LayTile: events.TileLaid,
    actions.Build: events.Built,
    actions.Score: events.Scored,
    actions.Recall: events.MarkerReturned,
}

# The values of these sentences come from _values.
_SENTENCES: Mapping[type[events.Event], Wording] = {
    events.TileLaid: Wording("{name} lays tile {tile} {place}"),
    events.TilePutUnder: Wording(
        "Tile {tile} fits nowhere and goes under the stack; {name} draws again"
    ),
    events.TileRevealed: Wording("Tile {tile} is turned face up"),
    events.RowDiscarded: Wording("No face-up tile fits: {tiles} leave the game"),
    events.StackRanOut: Wording("The stack has run out: the final rounds begin"),
    events.AsideReturned: Wording("The structures and tiles set aside come back"),
    events.MarkerPlaced: Wording("{name} puts the marker of {value} MW {place}"),
    events.MarkerReturned: Wording("{name} gets {points} MW from the marker {place}"),
    events.Built: Wording("{name} builds a {kind} ({pawns}) {place}"),
    events.Energized: Wording("Energy reaches {structures}"),
    events.PawnsReturned: Wording("{name} takes {pawns} back from {structure}"),
    events.Scored: Wording("{name} scores {structures}: {items}"),
    events.BonusChanged: Wording("In high demand now: {kind}"),
    events.BonusTold: Wording("The bonus tiles in their order: {queue}"),
    events.ScoreSettled: Wording(
        "{name} scored {points} MW more earlier, according to what is known now", {}
    ),
    events.TurnEnded: Wording("{name}'s turn ends"),
    events.GameEnded: Wording("The last round is over"),
    events.Corrected: Wording("Overruled: {what}"),
}

# By field of an event: the value in its sentence, and its wording.
_FIELDS: Mapping[str, tuple[str, Callable[[Any], object]]] = {
    "tile": ("tile", tile_text),
    "tiles": ("tiles", lambda tiles: ", ".join(map(tile_text, tiles))),
    "pawns": ("pawns", pawns_words),
    "items": ("items", items_words),
    "kinds": ("queue", queue_words),
    "keys": ("what", lambda keys: JoinedList(tuple(_KEY_WORDS[key] for key in keys))),
}


def narrate(moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    """Yield the action, then each event that followed, as one sentence each."""
    [move] = moves
    action = move.action
    if isinstance(action, Declaration):
        for event in move.events:
            yield narrate_event(event, names, move)
        return
    main, others = move.parted(_NARRATED_BY.get(type(action)))
    if main is None:
        yield _action(action, names[action.seat], _Places(move))
    else:
        yield narrate_event(main, names, move)
    for event in others:
        # The pawns of a set come back with it, and each turn ends: a sentence would add nothing.
        is_implied = isinstance(event, events.PawnsReturned) and isinstance(action, actions.Score)
        if not is_implied and not isinstance(event, events.TurnEnded):
            yield narrate_event(event, names, move)


class _Places:
    """The places and structures of a move in words: by what lay there, or by coordinates."""

    def __init__(self, move: Move | None) -> None:
        state = move.before if move else None
        self._action: Any = move.action if move else None
        self._names = PlaceNames(state) if state else None
        self._kinds = dict(state.kinds) if state else {}
        built = [one for one in move.events if isinstance(one, events.Built)] if move else []
        self._kinds |= {one.at: one.kind for one in built}

    def place(self, cell: Hex, event: events.Event) -> str:
        """Return a place; for a consequence at the place of the action: there."""
        is_main = isinstance(event, _NARRATED_BY.get(type(self._action), ()))
        if not is_main and cell == getattr(self._action, "at", None):
            return say("there")
        return self._names[cell] if self._names else on_cell(cell)

    def structures(self, cells: Sequence[Hex]) -> str:
        """Return the structures on some cells, or how many they are."""
        if not all(cell in self._kinds for cell in cells):
            return cells_words(cells)
        if len(cells) > _MOST_NAMED:
            return say("{count:structure|structures}", count=len(cells))
        found = (say("the {kind}", kind=Word(KIND_NAMES[self._kinds[cell]])) for cell in cells)
        return render_value(JoinedList(tuple(found), "and"))


def _action(action: actions.Action, name: str, places: _Places) -> str:
    match action:
        case actions.EndTurn():
            return say("{name} ends the turn without scoring", name=name)
        case actions.Pass():
            return say("{name} passes: nothing else is possible", name=name)
        case actions.Abandon(at=()):
            return say("{name} abandons nothing", name=name)
        case actions.Abandon():
            structures = places.structures(action.at)
            return say("{name} abandons {structures}", name=name, structures=structures)
        case _:
            return say("{name} continues", name=name)


def narrate_event(event: events.Event, names: Sequence[str], move: Move | None = None) -> str:
    """Return one event as a sentence; with its move, by what lies there."""
    values = _values(event, names, _Places(move))
    match event:
        case events.TileRevealed(tile=tile) if tile == HIDDEN:
            return say("A tile is turned face up, but it is not known yet which one")
        case events.StackRanOut(rule="EL-STUCK-03"):
            return say("No face-up tile fits any more: the final rounds begin")
        case events.MarkerReturned(points=0):
            return say("{name} takes back the marker of {value} MW {place}", **values)
        case _:
            return say(_SENTENCES[type(event)].template, **values)


def _values(event: Any, names: Sequence[str], places: _Places) -> dict[str, object]:
    """Return the fields of an event in words, as the values of its sentence."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    values |= {
        name: words(values[field]) for field, (name, words) in _FIELDS.items() if field in values
    }
    if "at" in values:
        values["place"] = places.place(event.at, event)
        values["structure"] = places.structures([event.at])
    match event:
        case events.Built():
            values["kind"] = Word(KIND_NAMES[event.kind])
        case events.BonusChanged():
            values["kind"] = demand_words(NO_KIND if event.kind is None else event.kind)
        case events.Energized(cells=cells) | events.Scored(set=cells):
            values["structures"] = places.structures(cells)
    return values | ({"name": names[event.seat]} if hasattr(event, "seat") else {})


def criteria(result: Result) -> tuple[Criterion, Criterion]:
    """Return what decides the game.  Rules: EL-WIN-01, EL-WIN-02."""
    unsure = dict.fromkeys(result.unsure, CAVEATS["unsettled"])
    of_pawns = result.compared == result.pawns_on_board
    pawns = Wording("{count:pawn|pawns} on the board"), Word("more pawns on the board")
    structures = Wording("{count:structure|structures}"), Word("more structures")
    return (
        Criterion(result.scores, Wording("{count} MW"), caveats=unsure),
        Criterion(result.compared, *(pawns if of_pawns else structures)),
    )


def narrate_result(result: Result, names: Sequence[str]) -> Iterator[str]:
    """Yield who wins and why, whose points are unsure, then each player in order."""
    unsure = JoinedList(tuple(names[seat] for seat in result.unsure), "and")
    note = say(
        "Not certain: {names} may have scored more, since some facts were missing then",
        names=unsure,
    )
    yield from result_words(criteria(result), result, names, [note] * bool(result.unsure))


# In short

_FOR_ALL = (
    events.BonusChanged,
    events.RowDiscarded,
    events.StackRanOut,
    events.AsideReturned,
)


def deeds(moves: Sequence[Move], names: Sequence[str]) -> Iterator[tuple[Seat | None, str]]:
    """Yield what each seat did, what a marker paid it, and what matters to all, in order."""
    for move in moves:
        places = _Places(move)
        match move.action:
            case actions.Abandon(seat=seat, at=cells) if cells:
                yield seat, say("abandoned {structures}", structures=places.structures(cells))
            case actions.Pass(seat=seat):
                yield seat, say("passed")
        for event in move.events:
            if isinstance(event, _FOR_ALL):
                yield None, narrate_event(event, names)
            elif words := _deed(event, places):
                whose = getattr(event, "seat", move.seat)
                yield from () if whose is None else ((whose, words),)


def _deed(event: events.Event, places: _Places) -> str:
    match event:
        case events.TileLaid(tile=tile, at=at):
            place = places.place(at, event)
            return say("laid tile {tile} {place}", tile=tile_text(tile), place=place)
        case events.Built(kind=kind, at=at, pawns=pawns):
            values = {"place": places.place(at, event), "pawns": pawns_words(pawns)}
            return say("built a {kind} ({pawns}) {place}", kind=Word(KIND_NAMES[kind]), **values)
        case events.MarkerPlaced(value=value, at=at):
            return say(
                "put a marker of {value} {place}", value=value, place=places.place(at, event)
            )
        case events.MarkerReturned(points=points) if points:
            return say("got {points} MW for a marker", points=points)
        case events.Energized(cells=cells):
            return say("lit {structures}", structures=places.structures(cells))
        case events.Scored(items=items):
            return say("scored {points} MW", points=sum(item.points for item in items))
    return ""
