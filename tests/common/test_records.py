"""Records: what is written is read back, and bad input is refused with file, line and key."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridcommon.errors import NotationError
from gridcommon.records import Header, Line, format_line, format_lines, read_record

GOOD = {
    "format": "gridgames-record",
    "version": 1,
    "game": "nim",
    "ruleset": {"heap": 7},
    "players": ["Ana", "Bo"],
    "seed": 3,
}
HEAD = json.dumps(GOOD)


def read(*lines: str | bytes) -> tuple[Header, list[Line]]:
    header, rest = read_record(lines, "game.jsonl")
    return header, list(rest)


def refused(*lines: str | bytes) -> NotationError:
    """Return the complaint, which always names the source."""
    with pytest.raises(NotationError) as caught:
        read(*lines)
    assert caught.value.source == "game.jsonl"
    assert str(caught.value).encode()
    return caught.value


def complaint(*lines: str | bytes) -> NotationError | None:
    """Return the complaint that reading ends with, if it does."""
    try:
        read(*lines)
    except NotationError as problem:
        return problem
    return None


def head(**changed: object) -> str:
    """Return the good header with some keys changed; ``...`` leaves a key out."""
    return json.dumps({k: v for k, v in (GOOD | changed).items() if v is not ...})


# What is right


def test_a_record_is_a_header_and_its_lines():
    header, lines = read(
        HEAD,
        '{"seat":0,"do":"take","count":2}',
        '{"check":{"heap":5}}',
        '{"result":{"winner":1}}',
    )
    assert header == Header("nim", {"heap": 7}, ("Ana", "Bo"), 3)
    assert lines == [
        Line(2, "action", {"seat": 0, "do": "take", "count": 2}),
        Line(3, "check", {"heap": 5}),
        Line(4, "result", {"winner": 1}),
    ]


def test_a_header_alone_is_a_record():
    assert read(HEAD)[1] == []


def test_bytes_and_text_are_read_alike():
    text = ['{"do":"build","city":"Köln"}\r\n', '{"check":{}}\n']
    assert read(head(players=["Åsa"]), *text) == read(
        *(line.encode() for line in (head(players=["Åsa"]), *text))
    )


def test_blank_lines_are_skipped_and_counted():
    header, lines = read("\n", HEAD, "  \n", b"\t\r\n", '{"do":"x"}', "")
    assert header.game == "nim"
    assert [line.number for line in lines] == [5]


def test_a_byte_order_mark_is_forgiven():
    for mark in ("\ufeff" + HEAD, b"\xef\xbb\xbf" + HEAD.encode()):
        assert read(mark)[0].game == "nim"


def test_lines_are_read_when_they_are_asked_for():
    def stream():
        yield HEAD
        yield '{"do":"a"}'
        raise AssertionError("read too far")

    _, lines = read_record(stream(), "s")
    assert next(lines).data == {"do": "a"}


def test_a_set_up_is_enough_without_a_seed():
    header, _ = read(head(seed=..., setup={"stack": [1]}))
    assert (header.seed, header.setup) == (None, {"stack": [1]})


@pytest.mark.parametrize(
    "objects", [[], [{}], [{"a": 1}, {"do": "x", "of": ["y", "\n"]}], [{"a": ["", "\n", "\n"]}] * 2]
)
def test_many_lines_are_written_as_each_is(objects):
    assert format_lines(objects) == list(map(format_line, objects))


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.text(), PLAIN, max_size=4)


@given(
    st.text(),
    OBJECTS,
    st.lists(st.text()),
    st.none() | st.integers(),
    OBJECTS.filter(bool),
)
def test_a_header_is_read_back_as_it_was_written(game, ruleset, players, seed, setup):
    header = Header(game, ruleset, tuple(players), seed, setup)
    line = format_line(header.to_json())
    assert "\n" not in line
    assert read(line) == (header, [])
    assert read(line.encode()) == (header, [])


@given(OBJECTS, st.sampled_from(["action", "check", "result"]))
def test_a_line_is_read_back_as_it_was_written(data, kind):
    if kind == "action":
        data = {k: v for k, v in data.items() if k not in ("check", "result")} | {"do": "x"}
    line = format_line(data if kind == "action" else {kind: data})
    assert "\n" not in line
    assert read(HEAD, line)[1] == [Line(2, kind, data)]


def test_what_a_header_leaves_out_is_not_written():
    assert Header("nim", {}, ("A",)).to_json().keys() == GOOD.keys() - {"seed"}


# The header


@pytest.mark.parametrize("lines", [(), ("",), ("\n", "  \n"), (b"",)])
def test_an_empty_file_is_refused(lines):
    assert refused(*lines).line == 1


@pytest.mark.parametrize("version", [3, 0, -1, "1", None, 1.0, True, [1], 10**40])
def test_an_unknown_version_is_refused(version):
    problem = refused(head(version=version))
    assert (problem.line, problem.key) == (1, "version")
    assert json.dumps(version)[:36] in problem.message
    assert "1 and 2" in problem.message


def test_a_note_is_read_where_the_version_has_it():
    note = '{"note":{"why":["nobody else has coal"]}}'
    lines = read(head(version=2), note, '{"seat":0,"do":"take","count":2}', note)[1]
    assert [line.kind for line in lines] == ["note", "action", "note"]
    assert lines[0].data == {"why": ["nobody else has coal"]}
    problem = refused(HEAD, note)
    assert (problem.line, problem.key) == (2, "note")
    assert refused(head(version=2), '{"note":"text"}').key == "note"
    assert refused(head(version=2), '{"note":{},"seat":0}').line == 2


def test_a_table_in_the_ruleset_needs_version_2():
    table = {"heap": {"digest": "sha256:0", "table": {}}}
    assert refused(head(ruleset=table)).key == "version"
    header = read(head(ruleset=table, version=2))[0]
    assert header.to_json()["version"] == 2


def test_a_record_that_takes_notes_has_version_2():
    assert read(head(version=2))[0].to_json()["version"] == 2
    assert read(head(version=1))[0].to_json()["version"] == 1


@pytest.mark.parametrize("name", ["gridgames", "", None, 1, ...])
def test_another_format_is_refused(name):
    assert refused(head(format=name)).key == "format"


def test_an_action_is_no_header():
    assert refused('{"seat":0,"do":"x"}').key == "format"


@pytest.mark.parametrize("key", ["version", "game", "ruleset", "players"])
def test_a_missing_key_is_refused(key):
    problem = refused(head(**{key: ...}))
    assert (problem.line, problem.key) == (1, key)


def test_a_header_without_any_draws_is_refused():
    assert refused(head(seed=...)).key == "seed"


def test_an_unknown_key_is_refused():
    problem = refused(head(sede=3))
    assert problem.key == "sede"
    assert "seed" in problem.message


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 1),
        ("game", None),
        ("ruleset", []),
        ("ruleset", "classic"),
        ("players", {}),
        ("players", "Ana"),
        ("players", ["Ana", 1]),
        ("players", [None]),
        ("seed", "7"),
        ("seed", 7.0),
        ("seed", True),
        ("seed", None),
        ("setup", []),
        ("setup", None),
    ],
)
def test_a_value_of_another_kind_is_refused(key, value):
    problem = refused(head(**{key: value}))
    assert (problem.line, problem.key) == (1, key)
    assert "expected" in problem.message


def test_a_complaint_about_a_long_value_stays_short():
    assert len(str(refused(head(game=["x" * 1000])))) < 120


def test_a_header_on_a_later_line_is_still_the_header():
    """Blank lines before it are skipped, and complaints count them."""
    assert refused("", "", head(version=3)).line == 3


# The lines


@pytest.mark.parametrize(
    "line",
    [
        '{"seat":0,"do":"take","cou',  # the program died while it wrote
        '{"do":"x"',
        "take 2",
        "{'do':'x'}",
        '{"do":"x",}',
        '{"do":"x"} {"do":"y"}',
        '{"do":"a\nb"}',
        "\x00\x01\x02",
        "-",
    ],
)
def test_what_is_not_json_is_refused_with_its_column(line):
    problem = refused(HEAD, "", line)
    assert problem.line == 3
    assert (problem.column or 0) >= 1
    assert "not JSON" in problem.message


@pytest.mark.parametrize("line", ["[]", "3", '"do"', "null", "true", '[{"do":"x"}]'])
def test_what_is_no_object_is_refused(line):
    problem = refused(HEAD, line)
    assert problem.line == 2
    assert "expected an object" in problem.message
    assert refused(line).line == 1


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_what_is_no_number_is_refused(number):
    problem = refused(HEAD, f'{{"do":"x","n":{number}}}')
    assert problem.line == 2
    assert number in problem.message
    assert refused(head(seed=math.pi).replace(str(math.pi), number)).line == 1


def test_a_number_of_thousands_of_digits_is_refused():
    problem = refused(HEAD, '{"do":"x","n":' + "9" * 5000 + "}")
    assert problem.line == 2
    assert len(str(problem)) < 80
    assert len(str(refused(HEAD, '{"do":"x","n":' + "9" * 5000 + ".0e999}"))) < 120


def test_a_key_that_stands_there_twice_is_refused():
    problem = refused(HEAD, '{"do":"x","n":1,"n":1}')
    assert (problem.line, problem.key) == (2, "n")
    assert refused(HEAD, '{"check":{"a":{"b":1,"b":2}}}').key == "b"
    assert refused(HEAD.replace('"seed"', '"seed": 1, "seed"')).key == "seed"


@pytest.mark.parametrize("line", ['{"do":"x"}', '{"check":{}}', '{"result":{}}'])
def test_nothing_may_follow_the_result(line):
    problem = refused(HEAD, '{"result":{}}', "", line)
    assert problem.line == 4
    assert "line 2" in problem.message


def test_blank_lines_may_follow_the_result():
    assert len(read(HEAD, '{"result":{}}', "\n", "")[1]) == 1


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        '{"seat":0}',
        '{"check":{},"result":{}}',
        '{"check":{},"seat":0}',
        '{"result":{},"seat":0}',
        '{"do":"x","check":{}}',
        '{"do":"x","result":{}}',
    ],
)
def test_a_line_of_no_kind_or_of_two_is_refused(line):
    problem = refused(HEAD, line)
    assert problem.line == 2
    assert "'do'" in problem.message


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ('{"check":[]}', "check"),
        ('{"check":null}', "check"),
        ('{"result":3}', "result"),
        ('{"do":3}', "do"),
        ('{"do":null,"seat":1}', "do"),
    ],
)
def test_a_line_whose_kind_has_another_value_is_refused(line, key):
    problem = refused(HEAD, line)
    assert (problem.line, problem.key) == (2, key)


def test_what_is_not_utf8_is_refused_with_its_column():
    problem = refused(HEAD, '{"do":"é'.encode() + b'\xe9"}')
    assert (problem.line, problem.column) == (2, 9)
    assert "0xe9" in problem.message
    assert refused(HEAD.encode("utf-16")).line == 1


@pytest.mark.parametrize("text", ['"\\ud800"', '"\\udc00x"', '{"\\ud83d":1}', '"\udce9"'])
def test_half_a_character_is_refused(text):
    """It could be neither printed nor written again."""
    assert refused(HEAD, f'{{"do":"x","n":{text}}}').line == 2
    assert refused(head(game=...)[:-1] + f', "game":{text}}}').line == 1


def test_a_whole_surrogate_pair_is_a_character():
    assert read(HEAD, '{"do":"\\ud83d\\ude00"}')[1][0].data == {"do": "😀"}


@pytest.mark.parametrize("depth", [31, 500, 980, 990, 1000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_refused(depth, opening, closing):
    inner = opening * depth + "1" + closing * depth
    assert "too deep" in refused(HEAD, f'{{"check":{{"a":{inner}}}}}').message
    assert refused(inner).line == 1


def test_nesting_is_read_to_the_limit():
    line = '{"check":{"a":' + "[" * 30 + "1" + "]" * 30 + "}}"
    assert read(HEAD, line)[1][0].kind == "check"


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_that_breaks_off_is_refused(opening):
    assert "too deep" in refused(HEAD, opening * 100_000).message


def test_wide_lines_are_no_deep_lines():
    wide = [[[q, r]] for q in range(30) for r in range(30)]
    assert read(HEAD, json.dumps({"check": {"lit": wide}}))[1][0].data == {"lit": wide}


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(raw):
    problem = complaint(HEAD, raw)
    assert problem is None or (problem.source, problem.line) == ("game.jsonl", 2)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    for lines in ((text,), (HEAD, text)):
        problem = complaint(*lines)
        assert problem is None or (problem.source, problem.line) == ("game.jsonl", len(lines))


@given(st.integers(0, len(HEAD) - 1))
def test_a_header_cut_anywhere_is_refused(length):
    assert refused(HEAD[:length]).line == 1
