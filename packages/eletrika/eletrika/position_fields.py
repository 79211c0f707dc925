"""The fields of a position beside the board, each declared once, for texts and for records.

A field has a line in the full form, or a key in ``check`` and ``set`` lines, or both.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eletrika import state_values as values
from eletrika.ending import Result, unsure
from eletrika.events import Event, TurnEnded
from eletrika.pieces import (
    UNKNOWN,
    Token,
    format_tile,
    kind_of,
    parse_tile,
    split_owner,
)
from eletrika.position import PlacedTile, Position, Turn
from eletrika.state import AFTER, MAIN, NO_KIND, OVER, SETUP, State
from eletrika.tables import COLOURS, KINDS, MARKERS, UNKNOWN_KIND, Kind, Owner, kind_text
from eletrika.tile_set import TileSet
from gridcommon.contract import Seat
from gridcommon.errors import Faults, Wording


@dataclass(frozen=True, slots=True)
class TypedLine:
    """The words of a line, head included, with the tiles of the game and the errors so far."""

    words: list[Token]
    tiles: TileSet
    errors: Faults


_OPEN_TURNS = Wording("scored, done, done city, drew 13", {})


class LineCodec:
    """How the value of a line is read and written, without the head of the line."""

    def read(self, line: TypedLine) -> Any:
        """Return the value of a line. Raises NotationError, or collects errors in ``line``."""
        raise NotImplementedError

    def write(self, value: Any) -> list[str]:
        """Return the words of a value."""
        raise NotImplementedError


class NumberLine(LineCodec):
    """A number from ``least`` to 999."""

    def __init__(self, least: int = 0) -> None:
        self._least = least

    def read(self, line: TypedLine) -> int:
        word = _one(line.words, "a number")
        typed = word.text
        is_number = typed.isdecimal() and typed.isascii() and len(typed) <= 3
        if not is_number or int(typed) < self._least:
            raise word.problem(
                "expected a number from {least} to 999, found {found}", least=self._least
            )
        return int(typed)

    def write(self, value: int) -> list[str]:
        return [str(value)]


class OwnerLine(LineCodec):
    """The letter of an owner."""

    def read(self, line: TypedLine) -> Owner:
        word = _one(line.words, "one owner")
        owner, rest = split_owner(word.text, word)
        if rest:
            raise word.problem("expected the letter of an owner, found {found}")
        return owner

    def write(self, value: Owner) -> list[str]:
        return [COLOURS[value]]


class TurnLine(LineCodec):
    """The owner to act and how far its turn is, as in ``W``, ``W done city``; or ``over``."""

    def read(self, line: TypedLine) -> Turn:
        if [word.english for word in line.words[1:]] == ["over"]:
            return Turn(None, OVER)
        owner = OwnerLine().read(replace(line, words=line.words[:2]))
        match [word.english for word in line.words[2:]]:
            case []:
                return Turn(owner)
            case ["scored"]:
                return Turn(owner, scored=True)
            case ["done"]:
                return Turn(owner, AFTER)
            case ["done", "city"]:
                return Turn(owner, AFTER, city_built=True)
            case ["drew", _]:
                return Turn(owner, SETUP, drawn=parse_tile(line.words[3], line.tiles))
        raise line.words[2].problem(
            "{found} cannot follow the owner; allowed are {allowed}, for an open turn",
            allowed=_OPEN_TURNS,
        )

    def write(self, value: Turn) -> list[str]:
        if value.to_act is None:
            return ["over"]
        words = OwnerLine().write(value.to_act)
        if value.phase == SETUP:
            return [*words, "drew", UNKNOWN if value.drawn is None else format_tile(value.drawn)]
        if value.phase == MAIN:
            return words + ["scored"] * value.scored
        return [*words, "done", *["city"] * value.city_built]


class BonusLine(LineCodec):
    """The bonus tile in force."""

    def read(self, line: TypedLine) -> Kind:
        return _bonus_tile(_one(line.words, "one structure"))

    def write(self, value: Kind) -> list[str]:
        return [kind_text(value)]


class QueueLine(LineCodec):
    """Bonus tiles in order."""

    def read(self, line: TypedLine) -> tuple[Kind, ...]:
        kinds: list[Kind] = []
        for word in line.words[1:]:
            with line.errors.noted():
                kinds.append(_bonus_tile(word))
        return tuple(kinds)

    def write(self, value: tuple[Kind, ...]) -> list[str]:
        return [kind_text(kind) for kind in value]


class RowLine(LineCodec):
    """The face-up tiles."""

    def read(self, line: TypedLine) -> tuple[PlacedTile, ...]:
        if len(line.words) > 4:
            raise line.words[4].problem("{found}: the row holds at most three tiles")
        row: list[PlacedTile] = []
        for word in line.words[1:]:
            with line.errors.noted():
                row.append(parse_tile(word, line.tiles))
        return tuple(row)

    def write(self, value: tuple[PlacedTile, ...]) -> list[str]:
        return [format_tile(land) for land in value]


class NumbersLine(LineCodec):
    """A number for each owner, as in ``W3 K5``."""

    def read(self, line: TypedLine) -> Mapping[Owner, Any]:
        if len(line.words) == 1:
            raise line.words[0].problem(
                "nothing after {found}; expected owners with numbers, as in W3 K5"
            )
        found: dict[Owner, int] = {}
        typed: dict[Owner, Token] = {}
        for word in line.words[1:]:
            with line.errors.noted():
                owner, rest = _owner_and_digits(word, typed)
                if not rest:
                    del typed[owner]
                    raise word.problem("{found}: a number follows the owner, as in W3")
                found[owner] = int(rest)
        return found

    def write(self, value: Mapping[Owner, Any]) -> list[str]:
        return [f"{COLOURS[owner]}{number}" for owner, number in value.items()]


class ScoresLine(NumbersLine):
    """Points for each owner, with ``?`` if they are not sure: pairs of points and certainty."""

    def read(self, line: TypedLine) -> Mapping[Owner, tuple[int, bool]]:
        plain = [
            replace(word, text=word.text.removesuffix(UNKNOWN)) if word.text != UNKNOWN else word
            for word in line.words
        ]
        points = super().read(replace(line, words=plain))
        unsure = {
            split_owner(word.text, word)[0] for word in line.words[1:] if word.text[-1] == UNKNOWN
        }
        return {owner: (number, owner not in unsure) for owner, number in points.items()}

    def write(self, value: Mapping[Owner, tuple[int, bool]]) -> list[str]:
        return [
            f"{COLOURS[owner]}{points}{'' if is_sure else UNKNOWN}"
            for owner, (points, is_sure) in value.items()
        ]


class MarkersLine(LineCodec):
    """The values of the markers of each owner, as in ``W12 K``."""

    def read(self, line: TypedLine) -> dict[Owner, tuple[int, ...]]:
        held: dict[Owner, tuple[int, ...]] = {}
        typed: dict[Owner, Token] = {}
        for word in line.words[1:]:
            with line.errors.noted():
                owner, rest = _owner_and_digits(word, typed)
                if not set(rest) <= {str(value) for value in MARKERS}:
                    raise word.problem("{found}: markers are worth 1 or 2, as in W12")
                held[owner] = tuple(sorted(int(value) for value in rest))
        return held

    def write(self, value: dict[Owner, tuple[int, ...]]) -> list[str]:
        return [COLOURS[owner] + "".join(map(str, values)) for owner, values in value.items()]


def _one(words: list[Token], wanted: str) -> Token:
    if len(words) != 2:
        raise words[min(2, len(words) - 1)].problem(
            "expected {wanted} after {head} and nothing else",
            head=words[0].text,
            wanted=Wording(wanted, {}),
        )
    return words[1]


def _bonus_tile(word: Token) -> Kind:
    return UNKNOWN_KIND if word.text == UNKNOWN else kind_of(word)


def _owner_and_digits(word: Token, typed: dict[Owner, Token]) -> tuple[Owner, str]:
    """Return an owner and the digits after it. ``typed`` has the words of earlier owners."""
    owner, rest = split_owner(word.text, word)
    if rest and not (rest.isdecimal() and rest.isascii() and len(rest) <= 6):
        raise word.problem("{found}: a number follows the owner, as in W3")
    first = typed.setdefault(owner, word)
    if first is not word:
        raise word.problem(
            "{found}: this owner is already in column {column}, as {first}",
            column=first.column,
            first=repr(first.text),
        )
    return owner, rest


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the full form: its head, the attribute of Position, its codec, and its place."""

    head: str
    name: str
    codec: LineCodec
    place: int

    def read(self, position: Position, line: TypedLine) -> None:
        """Set the attribute of a position from a line. Raises NotationError."""
        setattr(position, self.name, self.codec.read(line))

    def written(self, position: Position) -> Iterator[str]:
        """Yield the line of a position, if its value is known."""
        value = getattr(position, self.name)
        if value is not None and value != {}:
            yield " ".join([self.head, *self.codec.write(value)])


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a position or a state.

    ``get`` returns its JSON in a check line, and ``put`` sets it as in a set line: those of
    ``FIRST`` first, since the others depend on them.
    """

    line: Line | None = None
    key: str = ""
    get: Callable[[State], Any] | None = None
    put: Callable[[State, Any, str], None] | None = None


FIRST = ("round", "final_rounds")  # set before the others, which depend on them

FIELDS = (
    Field(Line("turn", "turn", TurnLine(), 6), "turn", values.seat_to_act, values.set_turn),
    Field(
        Line("round", "round", NumberLine(1), 9),
        "round",
        lambda state: state.round,
        values.set_round,
    ),
    Field(
        Line("score", "scores_and_certainty", ScoresLine(), 4),
        "scores",
        lambda state: list(state.scores),
        values.set_scores,
    ),
    Field(
        Line("hand", "hands", NumbersLine(), 3),
        "hands",
        lambda state: list(state.hands),
        values.set_hands,
    ),
    Field(
        Line("markers", "markers_in_hand", MarkersLine(), 5),
        "markers",
        lambda state: [list(held) for held in state.markers_in_hand],
        values.set_markers,
    ),
    Field(
        None,
        "reserve",
        lambda state: dict(zip(KINDS, state.reserve, strict=True)),
        values.set_reserve,
    ),
    Field(
        Line("stack", "stack", NumberLine(), 7),
        "stack",
        lambda state: len(state.stack),
        values.set_stack,
    ),
    Field(Line("row", "row", RowLine(), 8), "row", values.row_facts, values.set_row),
    Field(
        Line("bonus", "bonus", BonusLine(), 1),
        "bonus",
        lambda state: None if state.bonus == NO_KIND else kind_text(state.bonus),
        values.set_bonus,
    ),
    Field(None, "lit", lambda state: [list(cell) for cell in sorted(state.lit)], values.set_lit),
    Field(None, "final_rounds", values.final_rounds, values.set_final_rounds),
    Field(Line("queue", "queue", QueueLine(), 2)),
    Field(Line("first", "first", OwnerLine(), 10)),
    Field(Line("last", "last", NumberLine(1), 11)),
)

SIDE_LINES = {
    line.head: line
    for line in sorted((field.line for field in FIELDS if field.line), key=lambda line: line.place)
}
CHECKED = {field.key: field.get for field in FIELDS if field.get}
SETTERS = {
    field.key: field.put
    for field in sorted(FIELDS, key=lambda field: field.key not in FIRST)
    if field.put
}


def is_checkpoint(events: Sequence[Event]) -> bool:
    """Return whether a turn ended among these events."""
    return any(isinstance(event, TurnEnded) for event in events)


def facts(state: State) -> dict[str, Any]:
    """Return the values of all keys that a ``check`` line may have."""
    return {key: get(state) for key, get in CHECKED.items()} | _unsure(unsure(state))


def _unsure(seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the key of the seats whose points are not sure, if there are any."""
    return {"unsure": list(seats)} if seats else {}


def result_facts(result: Result) -> dict[str, Any]:
    """Return the keys of the ``result`` line."""
    return {
        "winners": list(result.winners),
        "scores": list(result.scores),
        "pawns_on_board": list(result.pawns_on_board),
        "decided_by": result.decided_by,
    } | _unsure(result.unsure)
