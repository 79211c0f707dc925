"""Actions declared once: JSON, short text, usage, errors and completion."""

import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common_rows import rows_of
from gridcommon.action_table import ActionTable, Field, kind, optional
from gridcommon.codecs import Codec, Flag, Many, Number, OneOf, Reader
from gridcommon.errors import NotationError
from gridcommon.hexes import Hex
from gridcommon.spelling import nearest, normalized, quoted, unaccented

FUELS = ("coal", "oil")
KINDS = ("U", "T", "P")


@dataclass(frozen=True, slots=True)
class Buy:
    seat: int
    fuel: int
    count: int


@dataclass(frozen=True, slots=True)
class Run:
    seat: int
    plants: tuple[int, ...] = ()
    burn: int = 0


@dataclass(frozen=True, slots=True)
class Lay:
    seat: int
    tile: int
    rotation: int
    at: Hex
    marker: int | None = None
    build: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    seat: int
    set: tuple[Hex, ...]
    forests: bool = True


@dataclass(frozen=True, slots=True)
class Pass:
    seat: int


Action = Buy | Run | Lay | Score | Pass


class Cell(Codec[Hex]):
    """A codec of a game: ``q,r`` in text, ``[q, r]`` in JSON."""

    usage = "Q,R"

    def to_json(self, value: Hex) -> Any:
        return [*value]

    def from_json(self, data: Any) -> Hex:
        if not isinstance(data, list) or [type(part) for part in data] != [int, int]:
            raise NotationError("expected [q, r], found {found}", found=quoted(data))
        return data[0], data[1]

    def to_text(self, value: Hex) -> str:
        return f"{value[0]},{value[1]}"

    def read(self, reader: Reader) -> Hex:
        token = reader.take()
        found = re.fullmatch(r"(-?\d+),(-?\d+)", token.text)
        if not found:
            raise token.problem("a cell is written q,r as in 0,-1; found {found}")
        return int(found[1]), int(found[2])


def burnt(before: Any) -> int:
    if 12 in before["plants"]:
        raise NotationError("say what plant 12 burns")
    return sum(before["plants"])


CELL = Cell()
ACTIONS: ActionTable[Action] = ActionTable(
    kind(Buy, "buy", fuel=OneOf("FUEL", FUELS), count=Number("COUNT")),
    kind(
        Run,
        "run",
        plants=Many(Number("PLANT", 3, 50), ascending=True),
        burn=optional(Number("BURNT"), 0, implied=burnt, word="burning"),
    ),
    kind(
        Lay,
        "tile",
        example="tile 13/2 1,0 marker 2",
        tile=Number("TILE", 0, 38),
        rotation=Field(Number("ROTATION", 0, 5), key="turn", implied=0, glue="/"),
        at=CELL,
        marker=optional(Number("1|2", 1, 2), word="marker"),
        build=optional(OneOf("KIND", KINDS, {"tower": 1, "plant": 0}), word="build"),
    ),
    kind(Score, "score", set=Many(CELL), forests=optional(Flag("no forests"), default=True)),
    kind(Pass, "pass"),
    seats=range(4),
)
PORTUGUESE = {
    "comprar": "buy", "carvao": "coal", "peca": "tile", "marcador": "marker", "sem": "no",
    "bosques": "forests", "passar": "pass", "pontuar": "score", "construir": "build",
    "torre": "tower",
}  # fmt: skip

numbers = st.integers(0, 400)
cells = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
seats = st.integers(0, 3)
plants = st.lists(st.integers(3, 50)).map(sorted).map(tuple)
markers, kinds = st.none() | st.integers(1, 2), st.none() | st.integers(0, 2)
actions = st.one_of(
    st.builds(Buy, seats, st.integers(0, 1), numbers),
    st.builds(Run, seats, plants, numbers),
    st.builds(Lay, seats, st.integers(0, 38), st.integers(0, 5), cells, markers, kinds),
    st.builds(Score, seats, st.lists(cells).map(tuple), st.booleans()),
    st.builds(Pass, seats),
)


LAID = {"do": "tile", "tile": 13, "turn": 2, "at": [1, 0]}
GOOD = {"seat": 1} | LAID


@given(actions)
def test_what_is_written_is_read_back(action):
    line = ACTIONS.to_json(action)
    assert ACTIONS.from_json(json.loads(json.dumps(line))) == action
    assert list(line)[:2] == ["seat", "do"]
    assert ACTIONS.parse(ACTIONS.format(action), action.seat) == action


@pytest.mark.parametrize(("text", "line"), rows_of("written"))
def test_how_it_is_written(text, line):
    line = json.loads(line)
    action = ACTIONS.from_json({"seat": 1} | line)
    assert ACTIONS.to_json(action) == {"seat": 1, **line}
    assert ACTIONS.format(action) == text
    assert ACTIONS.parse(text, 1) == action
    assert ACTIONS.verb(action) == ACTIONS.verb(type(action)) == line["do"]


@pytest.mark.parametrize(("text", "same"), rows_of("typed"))
def test_what_may_be_typed(text, same):
    assert ACTIONS.parse(text, 0, PORTUGUESE) == ACTIONS.parse(same, 0)


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        *rows_of("action"),
        ("pass " + "x" * 9000, 6, "expected: pass"),
        ("buy " + "x" * 9000, 5, "xxx..."),
    ],
)
def test_what_cannot_be_read(text, column, words):
    with pytest.raises(NotationError) as caught:
        ACTIONS.parse(text, 0, PORTUGUESE)
    assert words in str(caught.value)
    assert caught.value.column == column
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("change", "key", "words"),
    [*rows_of("action_line"), (json.dumps({"tile": "x" * 9000}), "tile", "xxx...")],
)
def test_a_line_that_cannot_be_read(change, key, words):
    with pytest.raises(NotationError) as caught:
        ACTIONS.from_json(GOOD | json.loads(change))
    assert caught.value.key == key
    assert words in caught.value.message
    assert len(str(caught.value)) < 400


WRONG = [..., None, 1.5, {"a": 1}, "zzz", [None], ["zzz"], [[1, 2, 3]]]


@given(actions, st.sampled_from(WRONG), st.data())
def test_any_wrong_or_missing_value_names_its_key(action, wrong, data):
    line = ACTIONS.to_json(action)
    key = data.draw(st.sampled_from([key for key in line if key != "do"]))
    line[key] = wrong
    if wrong is ...:
        del line[key]
    if wrong is not ... or key in ("seat", *GOOD, "fuel", "count", "set", "plants"):
        with pytest.raises(NotationError) as caught:
            ACTIONS.from_json(line)
        assert caught.value.key == key
        assert ("missing in" if wrong is ... else "found") in caught.value.template


@given(st.sampled_from(["", *ACTIONS.verbs]), st.text())
def test_any_text_is_read_or_refused(verb, text):
    try:
        action = ACTIONS.parse(f"{verb} {text}", 2, PORTUGUESE)
    except NotationError:
        return
    assert ACTIONS.parse(ACTIONS.format(action), 2) == action


def test_usage_and_the_words_that_are_known_follow_from_the_fields():
    with pytest.raises(NotationError):
        ACTIONS.parse("comprar coal 3", 0)
    assert [ACTIONS.usage(verb) for verb in ACTIONS.verbs] == [
        "buy FUEL COUNT",
        "run [PLANT ...] [burning BURNT]",
        "tile TILE[/ROTATION] Q,R [marker 1|2] [build KIND]",
        "score [Q,R ...] [no forests]",
        "pass",
    ]


@pytest.mark.parametrize(("text", "lines"), rows_of("completion"))
def test_completion(text, lines):
    found = ACTIONS.completions(text, {**PORTUGUESE, "construir": "tile"})
    assert found == lines


def test_names_with_spaces_are_completed_and_narrowed():
    towns = OneOf("CITY", ["St. Louis", "Saint Paul", "Berlin"])
    table: ActionTable[Score] = ActionTable(kind(Score, "build", set=towns, forests=Flag("far")))
    assert table.completions("build st. l") == ["build St. Louis"]
    assert table.completions("build S", known={"CITY": ["Saint Paul"]}) == ["build Saint Paul"]


def test_the_table_must_name_the_fields_of_the_class_in_their_order():
    for named in ({"fuel": CELL}, {"count": CELL, "fuel": CELL}):
        with pytest.raises(TypeError, match="buy"):
            kind(Buy, "buy", **named)


@given(st.text())
def test_spelling_is_folded_once_and_for_all(text):
    assert unaccented(unaccented(text)) == unaccented(text)
    assert normalized(normalized(text)) == normalized(text)
    assert len(quoted(text * 99)) < 160


def test_nearest_words_come_in_order():
    assert nearest("Vermelho", ["amarelo", "vermelho"], most=1) == ["vermelho"]
    assert nearest("zzz", ["amarelo"]) == []
