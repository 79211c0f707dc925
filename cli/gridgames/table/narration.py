"""Moves as sentences: moves that belong together are narrated together."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from gridcommon.contract import Seat
from gridgames.languages.messages import render_message, say
from gridgames.show.face import Face, Move, group_moves
from gridgames.show.parts import Banner
from gridgames.table.session import Session

_WATCHED = 8  # moves for which a turning point is new to a spectator


def news(session: Session, seat: Seat) -> list[tuple[Seat | None, str]]:
    """Return the story since ``seat`` last chose before others moved, that choice included.

    The first of each pair is the player's seat, or None for what matters to all.
    """
    first, has_others = 0, False
    chosen = {*session.places_of_choices((seat,))}
    for place in reversed(range(len(session.moves))):
        has_others |= session.moves[place].seat not in (seat, None)
        if has_others and place in chosen:
            first = place
            break
    return list(session.face.recap(session.moves[first:], _addressed(session, seat)))


def turning_point(session: Session, seat: Seat | None, place: int) -> tuple[Banner, bool]:
    """Return the stage that the game has reached, and whether it is new to ``seat``.

    It is new until the seat chooses again; ``seat`` is None for a spectator. ``place`` is the
    number of moves before the position that is shown.
    """

    def banner(moves: int) -> Banner:
        shown = session.face.seen(session.state_after(moves), seat)
        mine = None if session.may_overrule else seat
        return session.face.turning_point(shown, _addressed(session, seat), mine) or Banner()

    now = banner(place)
    chosen = [] if seat is None else session.places_of_choices((seat,))
    told = len([*takewhile(lambda move: move.seat is None, session.moves)])  # a given position
    first = max(told, place - _WATCHED)
    before = next((one for one in reversed(chosen) if one < place), min(first, place))
    return now, bool(now.title) and banner(before).title != now.title


def _addressed(session: Session, seat: Seat | None) -> list[str]:
    """Return the names, with a word for ``seat``, except if somebody enters for all."""
    names = session.names
    if seat is not None and not session.may_overrule:
        names[seat] = say("You")
    return names


def as_told(session: Session, moves: Sequence[Move]) -> Sequence[Move]:
    """Return moves without the reasons of bots while people play against them."""
    if session.to_act is None or session.policy.is_replay or not session.humans:
        return moves
    return [move if move.seat is None else replace(move, reason=None) for move in moves]


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

    A single move of a bot has its reason, if that may be shown.
    """
    if len(moves) > 1:
        yield from face.narrate(moves, names)
        return
    first, *others = face.narrate(moves, names)
    if moves[0].reason is not None:
        first = say("{what} ({why})", what=first, why=render_message(moves[0].reason))
    yield first
    yield from others
