"""Replaying a recorded game: nobody enters anything, and a place moves from move to move.

One can jump to landmarks: another round or phase, a player's move, an event.
"""

from collections.abc import Callable, Iterator, Sequence

from gridcommon.errors import NotationError, truncate
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import display_words, input_words
from gridgames.languages.language import current_language
from gridgames.languages.messages import as_typed, say
from gridgames.show.face import round_and_phase
from gridgames.table.answers import Destination, Message, Reply
from gridgames.table.command_table import REPLAYING, Command
from gridgames.table.desk import Desk, number
from gridgames.table.session import Policy, Session

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
            round_and_phase(session.state_after(place))
            != round_and_phase(session.state_after(place - 1))
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


class ReplayPolicy(Policy):
    """The place of a replay: the number of moves before it."""

    COMMANDS = REPLAYING
    is_replay = True
    place = 0

    def __init__(self, session: Session, place: int = 0) -> None:
        self.begin(session)
        self.go_to(place)

    def commands(self) -> Sequence[Command]:
        return self.COMMANDS

    def inputs(self) -> Iterator[tuple[str, str]]:
        yield as_typed("NUMBER"), say("to the position after that many moves")
        yield "Enter", say("the next move")

    def leaving(self) -> str:
        return ""

    def to_act(self) -> None:
        """Return None: nobody enters anything."""

    def read(self, desk: Desk, part: str) -> Reply:
        """Go to the position after a number of moves, or by default to the next move."""
        if not part:
            return self.on_next(desk, "")
        return self._go("", place_of(self.session, number(part), None))

    def go_to(self, place: int) -> None:
        """Go to a place, or to the nearest one that there is."""
        self.place = max(0, min(place, len(self.session.moves)))

    def _go(self, way: str, place: int) -> Reply:
        self.place = place
        return Destination(way)

    def on_round(self, _desk: Desk, wanted: str) -> Reply:
        return self._go("round", place_of(self.session, None, number(wanted)))

    def on_next(self, _desk: Desk, what: str) -> Reply:
        if what:
            return self.jump(what, 1)
        if self.place == len(self.session.moves):
            return Destination("next", is_end=True)
        return self._go("next", self.place + 1)

    def on_back(self, _desk: Desk, what: str) -> Reply:
        return self.jump(what, -1) if what else self._go("back", max(0, self.place - 1))

    def jump(self, what: str, step: int) -> Reply:
        """Go to the nearest landmark after the current place (1) or before it (-1)."""
        place = find_place(self.session, self.place, what, step)
        if place is None:
            return Message(nothing_there(what, step), is_done=False)
        return self._go("landmark", place)


def place_of(session: Session, at: int | None, at_round: int | None) -> int:
    """Return the number of moves before an action or a round, by default 0.

    Raises NotationError if there is no such place.
    """
    if at_round is None:
        place = session.place_after(at or 0)
        if place is None:
            count = sum(move.seat is not None for move in session.moves)
            raise NotationError(
                "action {place} was requested; the record has {count}", place=at, count=count
            )
        return place
    for place in range(len(session.moves) + 1):
        if session.state_after(place).round == at_round:
            return place
    raise NotationError(
        "round {number} was requested; the last is {last}",
        number=at_round,
        last=session.state.round,
    )
