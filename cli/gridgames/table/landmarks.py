"""Places in a recorded game to jump to: another round or phase, a player's move, an event."""

from collections.abc import Callable

from gridcommon.errors import NotationError, truncate
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import display_words, input_words
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.table.session import Session

ROUND, PHASE, MARK = "round", "phase", "mark"


def place_word(what: str) -> str:
    """Return the word for a landmark in the language in use."""
    return display_words(current_language(), "landmarks").get(what, what)


def main_landmark(session: Session) -> str | None:
    """Return the most important landmark: a mark, or an event of the game."""
    return next(iter((*[MARK] * bool(session.marks), *session.face.landmarks)), None)


def find_place(session: Session, here: int, typed: str, step: int) -> int | None:
    """Return the nearest place with a landmark after ``here`` (1) or before it (-1), or None.

    A place is a number of moves, and shows the last of them. The start of the game is a round and a
    phase too. Raises NotationError for an unknown landmark.
    """
    is_there = _test(session, typed)
    places = range(here + 1, len(session.moves) + 1) if step > 0 else range(here - 1, 0, -1)
    for place in places:
        if is_there(place):
            return place
    begins = _word(typed) in (ROUND, PHASE) and step < 0 and here > 0
    return 0 if begins else None


def _word(typed: str) -> str:
    return input_words("landmarks").get(unaccented(typed), typed.strip().lower())


def _test(session: Session, typed: str) -> Callable[[int], bool]:
    """Return a predicate for the places with a landmark."""
    word, face = _word(typed), session.face
    if word == ROUND:
        return lambda place: (
            session.state_after(place).round != session.state_after(place - 1).round
        )
    if word == MARK and session.marks:
        return session.marks.__contains__
    if word == PHASE:
        return lambda place: (
            face.situation_key(session.state_after(place))
            != face.situation_key(session.state_after(place - 1))
        )
    if kinds := face.landmarks.get(word):
        return lambda place: any(isinstance(one, kinds) for one in session.moves[place - 1].events)
    seats = session.find_players(typed)
    if len(seats) == 1:
        return lambda place: session.moves[place - 1].seat == seats[0]
    known = (ROUND, PHASE, *[MARK] * bool(session.marks), *face.landmarks)
    raise NotationError(
        "expected {known} or a player, found {found}",
        known=", ".join(map(place_word, known)),
        found=repr(truncate(typed)),
    )


def nothing_there(typed: str, step: int) -> str:
    """Return the message that there is no such place."""
    what = truncate(typed)
    if step > 0:
        return say("There is none after this: {what}", what=what)
    return say("There is none before this: {what}", what=what)
