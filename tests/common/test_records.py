"""Records: what is written is read back, and bad input is refused with file, line and key."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common_rows import rows_of
from gridcommon.errors import NotationError
from gridcommon.records import Header, Line, format_line, read_record

GOOD = {
    "format": "gridgames-record",
    "version": 1,
    "game": "nim",
    "ruleset": {"heap": 7},
    "players": ["Ana", "Bo"],
    "seed": 3,
}
HEAD = json.dumps(GOOD)
DIGITS = "9" * 5000
WIDE = [[[q, r]] for q in range(30) for r in range(30)]


def read(*lines: str | bytes) -> tuple[Header, list[Line]]:
    header, rest = read_record(lines, "game.jsonl")
    return header, list(rest)


def complaint(*lines: str | bytes) -> NotationError | None:
    """Return the complaint that reading ends with, if it does."""
    try:
        read(*lines)
    except NotationError as problem:
        return problem
    return None


def refused(*lines: str | bytes) -> NotationError:
    problem = complaint(*lines)
    assert problem is not None
    assert problem.source == "game.jsonl"
    assert len(str(problem).encode()) < 300
    return problem


def head(**changed: object) -> str:
    """Return the good header with some keys changed; ``...`` leaves a key out."""
    return json.dumps({k: v for k, v in (GOOD | changed).items() if v is not ...})


# What is right


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([HEAD], []),
        (["\n", HEAD, "  \n", b"\t\r\n", '{"do":"x"}', ""], [(5, "action", {"do": "x"})]),
        (["\ufeff" + HEAD], []),
        ([b"\xef\xbb\xbf" + HEAD.encode()], []),
        ([HEAD, '{"do":"Köln"}\r\n'.encode(), "\n", ""], [(2, "action", {"do": "Köln"})]),
        ([HEAD, '{"do":"\\ud83d\\ude00"}'], [(2, "action", {"do": "😀"})]),
        ([HEAD, '{"result":{}}', "\n", ""], [(2, "result", {})]),
        ([HEAD, json.dumps({"check": {"lit": WIDE}})], [(2, "check", {"lit": WIDE})]),
    ],
)
def test_what_is_forgiven(lines, found):
    header, rest = read(*lines)
    assert header == read(HEAD)[0]
    assert rest == [Line(*one) for one in found]


def test_notes_and_tables_are_in_records_of_version_2():
    note, table = '{"note":{"why":["coal"]}}', {"heap": {"digest": "sha256:0", "table": {}}}
    lines = read(head(version=2), note, '{"seat":0,"do":"take","count":2}', note)[1]
    assert [line.kind for line in lines] == ["note", "action", "note"]
    assert lines[0].data == {"why": ["coal"]}
    for version in (1, 2):
        assert read(head(version=version))[0].to_json()["version"] == version
    assert read(head(ruleset=table, version=2))[0].to_json()["version"] == 2
    assert refused(head(ruleset=table)).key == "version"


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(), PLAIN, max_size=4)


@given(st.text(), OBJECTS, st.lists(st.text()), st.none() | st.integers(), OBJECTS.filter(bool))
def test_a_header_is_read_back_as_it_was_written(game, ruleset, players, seed, setup):
    header = Header(game, ruleset, tuple(players), seed, setup)
    line = format_line(header.to_json())
    assert "\n" not in line
    assert read(line) == read(line.encode()) == (header, [])


# The header


@pytest.mark.parametrize("version", [3, 0, -1, "1", None, 1.0, True, [1], 10**40])
def test_an_unknown_version_is_refused(version):
    problem = refused("", "", head(version=version))
    assert (problem.line, problem.key) == (3, "version")
    assert json.dumps(version)[:36] in problem.message
    assert "1 and 2" in problem.message


@pytest.mark.parametrize(
    ("key", "values", "message"),
    [
        ("format", ("gridgames", "", None, 1, ...), ""),
        ("version", (...,), ""),
        ("game", (1, None, ["x" * 1000]), "expected"),
        ("ruleset", ([], "classic"), "expected"),
        ("players", ({}, "Ana", ["Ana", 1], [None]), "expected"),
        ("seed", ("7", 7.0, True, None), "expected"),
        ("setup", ([], None), "expected"),
        ("sede", (3,), "seed"),
        *((key, (...,), "") for key in ("game", "ruleset", "players", "seed")),
    ],
)
def test_a_header_that_cannot_be_is_refused_by_its_key(key, values, message):
    for value in values:
        problem = refused(head(**{key: value}))
        assert (problem.line, problem.key) == (1, key)
        assert message in problem.message
        assert len(str(problem)) < 130


@given(st.integers(0, len(HEAD) - 1))
def test_no_header_or_one_cut_anywhere_is_refused(length):
    assert refused(HEAD[:length]).line == 1
    for lines in ((), ("",), ("\n", "  \n"), (b"",), (HEAD.encode("utf-16"),)):
        assert refused(*lines).line == 1
    for number in ("1e999", '1,"seed":1', '1,"x":"\\ud800"'):
        assert refused(HEAD.replace("3}", f"{number}}}")).line == 1


# The lines


@pytest.mark.parametrize(
    ("line", "key", "words"),
    [
        *rows_of("record_line"),
        (f'{{"do":"x","n":{DIGITS}}}', None, ""),
        (f'{{"do":"x","n":{DIGITS}.0e999}}', None, ""),
        ('{"do":"é'.encode() + b'\xe9"}', None, "0xe9"),
        ('{"do":"x","n":"\udce9"}', None, ""),
    ],
)
def test_a_line_that_cannot_be_is_refused(line, key, words):
    problem = refused(HEAD, "", line)
    assert (problem.line, problem.key) == (3, key)
    assert words in problem.message
    if words in ("not JSON", "0xe9"):
        assert problem.column == (9 if words == "0xe9" else problem.column or 0) > 0
    assert refused(line).line == 1
    assert refused(head(version=2), '{"note":"text"}').key == "note"
    assert refused(head(version=2), '{"note":{},"seat":0}').line == 2


@pytest.mark.parametrize("line", ['{"do":"x"}', '{"check":{}}', '{"result":{}}'])
def test_nothing_may_follow_the_result(line):
    problem = refused(HEAD, '{"result":{}}', "", line)
    assert problem.line == 4
    assert "line 2" in problem.message


@pytest.mark.parametrize("depth", [31, 500, 980, 990, 1000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_refused_and_read_to_the_limit(depth, opening, closing):
    inner = opening * depth + "1" + closing * depth
    assert "too deep" in refused(HEAD, f'{{"check":{{"a":{inner}}}}}').message
    assert "too deep" in refused(HEAD, opening * 100_000).message
    assert refused(inner).line == 1
    assert read(HEAD, '{"check":{"a":' + "[" * 30 + "1" + "]" * 30 + "}}")[1][0].kind == "check"
