"""The saved games as a list."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from gridcommon.errors import NotationError
from gridgames.languages.messages import render_message, say
from gridgames.show.registry import wing_of
from gridgames.table.saves.saves import Save, time_of
from gridgames.table.session import Session
from gridgames.terminal.output import Line, wrapped
from gridgames.terminal.printable import escape_controls
from gridgames.terminal.shell import as_command


def describe_saves(paths: Sequence[Path]) -> Iterator[Line]:
    """Yield the time, the game, the round, the players and the turn of each save."""
    for number, path in enumerate(paths, start=1):
        when = datetime.fromtimestamp(time_of(path))
        try:
            words = session_words(Save(path).read())
        except NotationError as problem:
            words = say("not a saved game ({problem})", problem=render_message(problem))
        yield from wrapped(f"{when:%Y-%m-%d %H:%M}  {words}", " " * 7, first=f"{number:>3}  ")
        yield [(f"       {escape_controls(str(path))}", "dim")]


def session_words(session: Session) -> str:
    """Return the game, round and players of a saved game, and whose turn it is."""
    names = ", ".join(session.names)
    seat = session.to_act
    if seat is None:
        turn = say("over")
    elif session.is_broken_off:
        turn = say("stopped without a winner")
    else:
        turn = say("{name} is to act", name=session.names[seat])
    return say(
        "{game}, round {round}: {names}; {turn}",
        game=wing_of(session.header.game).title,
        round=session.state.round,
        names=names,
        turn=turn,
    )


def broken_off_words(rounds: int) -> str:
    """Return a sentence about a game that was broken off after a number of rounds."""
    return say("Stopped after round {rounds}: no winner.", rounds=rounds)


def look_back_words(session: Session, save: Save) -> Iterator[str]:
    """Yield sentences about the commands for the record of a finished game."""
    yield say("View it with: {command}", command=command_on(save, "replay"))
    if session.wing.evaluator is not None:
        yield say("See its turning points with: {command}", command=command_on(save, "review"))


def command_on(save: Save, name: str, more: Sequence[str] = ()) -> str:
    """Return the command line that runs a command on a saved game."""
    words = ["gridgames", name, str(save.path)]
    for option, file in save.tables.items():
        words += [f"--{option}", str(file)]
    return as_command([*words, *more])


def advance_words(session: Session, save: Save | None) -> str:
    """Return a sentence about whether the standing orders are saved; empty if there are none."""
    orders = "; ".join(session.orders())
    if not orders:
        return ""
    if save and save.is_begun and session.header.takes_notes:
        return say("Saved with the game: {orders}", orders=orders)
    return say("Queued orders, not saved: {orders}", orders=orders)
