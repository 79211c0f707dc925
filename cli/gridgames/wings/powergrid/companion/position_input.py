"""The subject of a question: a Power Grid position as text or JSON, or a game."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from gridcommon.contract import Seat
from gridcommon.errors import InvalidState, NotationError, NotationErrors, Typed
from gridcommon.records import read_object
from gridgames.commands.options import At, option_of
from gridgames.languages.catalogue import input_words
from gridgames.show.questions import AnswerBoard
from gridgames.study.positions import explain_misreading, position_or_record
from gridgames.wings.powergrid import MAP_FILE
from powergrid.codecs import LETTERS, city_named
from powergrid.notation.parser import HEAD, parse_position, read_position
from powergrid.position import NAME, Position, to_position
from powergrid.state import State
from powergrid.tables import CITY_NAMES, City, CustomMap

if TYPE_CHECKING:
    from gridgames.table.record_files import ReplayedRecord

_SIGN = re.compile(rf"^{HEAD}\b|^A\b[^:;#\n]*:", re.IGNORECASE | re.MULTILINE)


PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE|-",
        help="A position as text or JSON, or a record. The format is detected. - reads "
        "standard input.",
    ),
]


MapFile = Annotated[
    Path | None,
    option_of(MAP_FILE._replace(help="The custom map that a position names.")),
]


class QuerySubject(NamedTuple):
    """The subject of a question: a game as all players see it, their names, and the seat that asks.

    Without an ``asker``, questions about players are about all of them. ``blocked`` are the cities
    whose slot 15 has a house of the Cartel that the position leaves out.
    """

    state: State
    names: Sequence[str]
    asker: Seat | None = None
    blocked: Sequence[str] = ()

    @classmethod
    def load(
        cls, position: PositionArgument, at: At = None, map_file: MapFile = None
    ) -> "QuerySubject":
        """Load a position from a file. Raises NotationError."""
        found = load_position(position, at, own=own_map(map_file))
        state, given = found.table(), found.facts.get("houses", {})
        full = to_position(state, found.names).facts["houses"]
        blocked = [
            city for city in full if "cartel" in full[city] and full[city] != given.get(city)
        ]
        return cls(state, found.names, blocked=blocked)

    @classmethod
    def of_game(
        cls, state: State, names: Sequence[str], asker: Seat | None = None
    ) -> "QuerySubject":
        """Return a game as the seat that asks sees it."""
        return cls(state, names, asker)

    def board(self) -> AnswerBoard:
        """Return the map as it is."""
        return AnswerBoard("powergrid", self.state, self.names)

    def seats(self, typed: str | None) -> list[Seat]:
        """Return the seat of a player by letter or name, by default the one that asks, or all.

        Raises NotationError.
        """
        if typed is None:
            return [*range(len(self.names))] if self.asker is None else [self.asker]
        letters = LETTERS[: len(self.names)]
        known = [one.casefold() for one in (*letters, *self.names)]
        if typed.casefold() in known:
            return [known.index(typed.casefold()) % len(self.names)]
        players = zip(letters, self.names, strict=True)
        raise NotationError(
            "unknown player {found}; choose one of {known}",
            key="player",
            found=repr(typed),
            known=", ".join(f"{letter} {name}" for letter, name in players),
        )

    def open_seats(self, typed: str | None) -> list[Seat]:
        """Return :meth:`seats`. Raises NotationError too if the money of one is hidden."""
        seats = self.seats(typed)
        for seat in seats:
            if self.state.money[seat] < 0:
                raise NotationError("the money of {name} is hidden", name=self.names[seat])
        return seats

    def cities(self, words: Sequence[str]) -> list[City]:
        """Return the cities in typed words; a name may have several words.

        Raises NotationError with the most similar names of the game.
        """
        known = [CITY_NAMES[city] for city in self.state.board.cities]
        longest = max(len(name.split()) for name in (*CITY_NAMES, *known))  # words of a name
        found: list[City] = []
        for piece in " ".join(words).split(","):
            left = piece.split()
            while left:
                for count in range(min(longest, len(left)), 0, -1):
                    try:
                        found.append(city_named(" ".join(left[:count]), known))
                    except NotationError:
                        if count == 1:
                            raise
                    else:
                        del left[:count]
                        break
        return list(dict.fromkeys(found))


def own_map(path: Path | None) -> CustomMap | None:
    """Return the map in a file of the user, if one is given. Raises NotationError."""
    if path is None:
        return None
    from powergrid.custom_maps import load_map

    return load_map(path)


def load_position(
    name: str, at: int | None, *, cards: bool = False, own: CustomMap | None = None
) -> Position:
    """Load a position from a file, or from standard input as ``-``.

    ``at`` counts actions of a record. With ``cards`` the position lists the stack of a record card
    by card, although players cannot see it. ``own`` is the custom map that a text names. Raises
    NotationError with the source.
    """
    found = load_position_or_record(name, at, own)
    if isinstance(found, Position):
        return found
    return to_position(found.state, found.names, cards=cards)


def load_position_or_record(
    name: str, at: int | None, own: CustomMap | None = None, *, is_judged: bool = True
) -> "Position | ReplayedRecord":
    """Load a position, or a record replayed up to an action, from a file or standard input.

    Raises NotationError with the source, also for broken rules if the position is judged.
    """
    text, source = position_or_record(name, at, NAME, reads_json=True)
    if not isinstance(text, str):
        return text
    try:
        if text.strip() and not is_position(text):
            raise NotationError(
                "this is not a position of Power Grid: one begins with {head}, and has a line for"
                " each player, as in {example}",
                head=HEAD,
                example=Typed("A Ana: money 50"),
            )
        return parse_any_position(text, own, is_judged=is_judged)
    except NotationError as problem:
        problem.source = source
        raise explain_misreading(text, NAME, problem) from None


def parse_any_position(
    text: str, own: CustomMap | None = None, *, is_judged: bool = True
) -> Position:
    """Return the position in a text, which may be JSON. Raises NotationError."""
    if not text.lstrip().startswith("{"):
        parse = parse_position if is_judged else read_position
        return parse(text, input_words("position", "names"), own)
    try:
        return Position.from_json(read_object(text))
    except InvalidState as invalid:
        problems = [
            NotationError("{rule}: {why}", rule=one.rule, why=one.wording)
            for one in invalid.problems
        ]
        raise NotationErrors(problems) from None


def is_position(text: str) -> bool:
    """Return whether a text looks like a position: by its head, a player A, or as JSON."""
    return text.lstrip().startswith("{") or bool(_SIGN.search(text))


def with_defaults_filled_in(position: Position) -> Position:
    """Return a position with everything that it leaves out set to its default."""
    if position.knows_the_stack:
        return to_position(position.state(), position.names, cards=True)
    full = to_position(position.table(), position.names)
    facts = {**full.facts, "buried": list(position.facts.get("buried", ()))}
    return Position(full.ruleset, full.names, facts)
