"""A position of Power Grid that somebody tells the program of: a record, text, or JSON."""

import re
from collections.abc import Sequence
from pathlib import Path

from gridcommon.contract import Seat
from gridcommon.errors import FaultyText, InvalidState, NotationError
from gridcommon.records import FORMAT as RECORD_FORMAT
from gridcommon.records import read_object
from gridgames.languages.catalogue import understood
from gridgames.terminal.files import STANDARD_INPUT, read_argument
from powergrid.notation.cities import city_named
from powergrid.notation.position import HEAD, LETTERS, parse_position
from powergrid.position import Position, to_position
from powergrid.state import State
from powergrid.tables import CITY_NAMES, City

_LONGEST = max(len(name.split()) for name in CITY_NAMES)  # words of a name
_SIGN = re.compile(rf"^{HEAD}\b|^A\b[^:;#\n]*:", re.IGNORECASE | re.MULTILINE)
_PEEKED = 4096  # bytes of a file in which a record says that it is one


def position_told(name: str, at: int | None, *, cards: bool = False) -> Position:
    """Return the position in a file, or in what is piped in as ``-``.

    ``at`` counts actions of a record. With ``cards`` the stack of a record is told card by card,
    also where nobody has seen it. Raises NotationError with the source.
    """
    if is_record(name):
        from gridgames.commands.record import state_of

        found = state_of(Path(name), at, "powergrid")
        return to_position(found.state, found.names, cards=cards)
    if at is not None:
        raise NotationError("--at needs a game record; this is a position", source=name)
    text, source = read_argument(name)
    try:
        return position_in(text)
    except InvalidState as invalid:
        problems = [
            NotationError("{rule}: {why}", rule=one.rule, why=one.wording, source=source)
            for one in invalid.problems
        ]
        raise FaultyText(problems) from None
    except NotationError as problem:
        problem.source = source
        raise


def position_in(text: str) -> Position:
    """Return the position in a text, which may be JSON. Raises NotationError."""
    if not text.lstrip().startswith("{"):
        return parse_position(text, understood("position", "names"))
    if RECORD_FORMAT in text[:_PEEKED]:
        raise NotationError("a record cannot be piped in: name the file")
    return Position.from_json(read_object(text))


def is_position(text: str) -> bool:
    """Say whether a text looks like a position of this game: by its head, a player A, or JSON."""
    return text.lstrip().startswith("{") or bool(_SIGN.search(text))


def is_record(name: str) -> bool:
    """Say whether a file begins like a record; errors in reading it are reported later."""
    path = Path(name)
    if name == STANDARD_INPUT or "\0" in name or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            begun = file.read(_PEEKED)
    except OSError:
        return False
    return begun.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") and RECORD_FORMAT.encode() in begun


def whole(told: Position) -> Position:
    """Return a position with everything that it leaves out, as it is then taken to be."""
    if told.knows_the_stack:
        return to_position(told.state(), told.names, cards=True)
    full = to_position(told.table(), told.names)
    facts = {**full.facts, "buried": list(told.facts.get("buried", ()))}
    return Position(full.ruleset, full.names, facts)


def cities_named(words: Sequence[str], state: State) -> list[City]:
    """Return the cities that words of a command line name; a name may be several words.

    Raises NotationError with the nearest names of the game.
    """
    known = [CITY_NAMES[city] for city in state.board.cities]
    found: list[City] = []
    for piece in " ".join(words).split(","):
        left = piece.split()
        while left:
            for count in range(min(_LONGEST, len(left)), 0, -1):
                try:
                    found.append(city_named(" ".join(left[:count]), known))
                except NotationError:
                    if count == 1:
                        raise
                else:
                    del left[:count]
                    break
    return list(dict.fromkeys(found))


def seats_named(player: str | None, names: Sequence[str]) -> list[Seat]:
    """Return the seat of a player, told by its letter or its name; without one all of them.

    Raises NotationError.
    """
    if player is None:
        return list(range(len(names)))
    letters = LETTERS[: len(names)]
    for known in (list(letters), names):
        for seat, one in enumerate(known):
            if one.casefold() == player.casefold():
                return [seat]
    raise NotationError(
        "unknown player {found}; choose one of {known}",
        key="player",
        found=repr(player),
        known=", ".join(f"{letter} {name}" for letter, name in zip(letters, names, strict=True)),
    )
