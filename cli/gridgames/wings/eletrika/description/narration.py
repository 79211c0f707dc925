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
from gridcommon.records import Declaration
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.show.winning import Criterion, result_words
from gridgames.wings.eletrika.description.words import (
    cell_words,
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

# Events that are narrated instead of the action that caused them, since they say more.
_NARRATED_BY: Mapping[type[actions.Action], type[events.Event]] = {
    actions.LayTile: events.TileLaid,
    actions.Build: events.Built,
    actions.Score: events.Scored,
    actions.Recall: events.MarkerReturned,
}

# The values of these sentences come from _values.
_SENTENCES: Mapping[type[events.Event], Wording] = {
    events.TileLaid: Wording("{name} lays tile {tile}, turn {turn}, on {cell}"),
    events.TilePutUnder: Wording(
        "Tile {tile} fits nowhere and goes under the stack; {name} draws again"
    ),
    events.TileRevealed: Wording("Tile {tile} is turned face up"),
    events.RowDiscarded: Wording("No face-up tile fits: {tiles} leave the game"),
    events.StackRanOut: Wording("The stack has run out: the final rounds begin"),
    events.AsideReturned: Wording("The structures and tiles set aside come back"),
    events.MarkerPlaced: Wording("{name} puts the marker of {value} MW on {cell}"),
    events.MarkerReturned: Wording("The marker on {cell} pays {points} MW to {name}"),
    events.Built: Wording("{name} builds a {kind} on {cell} with {pawns}"),
    events.Energized: Wording("Energy reaches {cells}"),
    events.PawnsReturned: Wording("{name} takes {pawns} back from {cell}"),
    events.Scored: Wording("{name} scores {cells}: {items}"),
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
    "rotation": ("turn", str),
    "at": ("cell", cell_words),
    "tiles": ("tiles", lambda tiles: ", ".join(map(tile_text, tiles))),
    "pawns": ("pawns", pawns_words),
    "cells": ("cells", cells_words),
    "set": ("cells", cells_words),
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
            yield narrate_event(event, names)
        return
    main, others = move.parted(_NARRATED_BY.get(type(action)))
    yield _action(action, names[action.seat]) if main is None else narrate_event(main, names)
    for event in others:
        # The pawns of a set come back with it, and each turn ends: a sentence would add nothing.
        is_implied = isinstance(event, events.PawnsReturned) and isinstance(action, actions.Score)
        if not is_implied and not isinstance(event, events.TurnEnded):
            yield narrate_event(event, names)


def _action(action: actions.Action, name: str) -> str:
    match action:
        case actions.EndTurn():
            return say("{name} ends the turn without scoring", name=name)
        case actions.Pass():
            return say("{name} passes: nothing else is possible", name=name)
        case actions.Abandon(at=()):
            return say("{name} abandons nothing", name=name)
        case actions.Abandon():
            return say("{name} abandons {cells}", name=name, cells=cells_words(action.at))
        case _:
            return say("{name} continues", name=name)


def narrate_event(event: events.Event, names: Sequence[str]) -> str:
    """Return one event as a sentence."""
    values = _values(event, names)
    match event:
        case events.TileRevealed(tile=tile) if tile == HIDDEN:
            return say("A tile is turned face up, but it is not known yet which one")
        case events.StackRanOut(rule="EL-STUCK-03"):
            return say("No face-up tile fits any more: the final rounds begin")
        case events.MarkerReturned(points=0):
            return say("{name} takes the marker of {value} MW back from {cell}", **values)
        case _:
            return say(_SENTENCES[type(event)].template, **values)


def _values(event: Any, names: Sequence[str]) -> dict[str, object]:
    """Return the fields of an event in words, as the values of its sentence."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    values |= {
        name: words(values[field]) for field, (name, words) in _FIELDS.items() if field in values
    }
    match event:
        case events.Built():
            values["kind"] = Word(KIND_NAMES[event.kind])
        case events.BonusChanged():
            values["kind"] = demand_words(NO_KIND if event.kind is None else event.kind)
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

# What matters to all players, whoever made the move.
FOR_ALL = (
    events.BonusChanged,
    events.RowDiscarded,
    events.StackRanOut,
    events.AsideReturned,
)


def deeds(moves: Sequence[Move], seat: Seat) -> Iterator[str]:
    """Yield what a seat did, or what a marker paid it, in short."""
    for move in moves:
        match move.action:
            case actions.Abandon(seat=mover, at=cells) if cells and mover == seat:
                yield say("abandons {cells}", cells=cells_words(cells))
            case actions.Pass(seat=mover) if mover == seat:
                yield say("passes")
        for event in move.events:
            if getattr(event, "seat", move.seat) == seat and (words := _deed(event)):
                yield words


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
