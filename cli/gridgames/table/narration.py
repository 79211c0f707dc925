"""Moves as sentences: moves that belong together are narrated together."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gridcommon.contract import Seat
from gridgames.languages.messages import render_message, say
from gridgames.show.face import Face, Move, group_moves
from gridgames.table.session import Session


def news(session: Session, seat: Seat) -> list[tuple[Seat | None, str]]:
    """Return what each player has done since the last choice of ``seat``, in short.

    The first of each pair is the player's seat, or None for what matters to all.
    """
    chosen = session.places_of_choices((seat,))
    first = chosen[-1] + 1 if chosen else 0
    return list(session.face.recap(session.moves[first:], session.names))


class Story(NamedTuple):
    """Moves that are narrated together: their player, the action, and its consequences."""

    seat: Seat | None
    sentences: Sequence[str]
    moves: Sequence[Move] = ()


def stories(face: Face, moves: Sequence[Move], names: Sequence[str]) -> Iterator[Story]:
    """Yield consecutive moves, each group with its sentences."""
    for group in group_moves(face, moves):
        yield Story(group[0].seat, [*narrate_group(face, group, names)], group)


def narrate_group(face: Face, moves: Sequence[Move], names: Sequence[str]) -> Iterator[str]:
    """Yield the action of a group of moves, then its consequences.

    A single move of a bot has its reason.
    """
    if len(moves) > 1:
        yield from face.narrate(moves, names)
        return
    first, *others = face.narrate(moves, names)
    if moves[0].reason is not None:
        first = say("{what} ({why})", what=first, why=render_message(moves[0].reason))
    yield first
    yield from others
