"""Tables: whatever is wrong with a file, the complaint names the file and the place."""

import os
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridcommon.errors import NotationError
from gridcommon.tables import (
    check_keys,
    decode_text,
    line_of_key,
    load_toml,
    parse_toml,
    read_text,
    shipped_toml,
)


def refused(call, *args, **named) -> NotationError:
    """Return the complaint that the call ends with."""
    with pytest.raises(NotationError) as caught:
        call(*args, **named)
    return caught.value


def complaint(call, *args) -> NotationError | None:
    """Return the complaint that the call ends with, if it does."""
    try:
        call(*args)
    except NotationError as problem:
        return problem
    return None


@pytest.mark.parametrize(
    ("package", "name"),
    [
        ("powergrid", "germany.toml"),
        ("powergrid", "usa.toml"),
        ("powergrid", "plants.toml"),
        ("powergrid", "tables.toml"),
        ("eletrika", "tiles.toml"),
        ("eletrika", "scoring.toml"),
    ],
)
def test_the_shipped_tables_are_there(package, name):
    assert shipped_toml(package, name)


def test_a_file_is_read_as_a_table(tmp_path):
    path = tmp_path / "scoring.toml"
    path.write_text('title = "Árvore"\n[set]\nequal = [1, 3]\n', encoding="utf-8")
    assert load_toml(path) == {"title": "Árvore", "set": {"equal": [1, 3]}}


@pytest.mark.parametrize("text", ["", "\n", "# nothing yet\n"])
def test_an_empty_table_is_a_table(text):
    assert parse_toml(text, "t") == {}


def test_a_byte_order_mark_and_foreign_line_ends_are_forgiven(tmp_path):
    path = tmp_path / "t.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    assert load_toml(path) == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a = 1\nb = = 2\n", 2, 5),
        ("a = 1\na = 2\n", 2, 6),
        ("[set]\nx = 1\n[set]\n", 3, 5),
        ("a = [1, 2\nb = 3\n", 2, 1),
        ("a = 01\n", 1, 6),
        ("\x00", 1, 1),
    ],
)
def test_what_is_not_toml_is_refused_with_its_place(text, line, column):
    problem = refused(parse_toml, text, "scoring.toml")
    assert (problem.source, problem.line, problem.column) == ("scoring.toml", line, column)
    assert "at line" not in problem.message


@pytest.mark.parametrize("text", ["a = '", 'a = """\nx', "a = {", "just words"])
def test_what_breaks_off_is_refused(text):
    assert refused(parse_toml, text, "t").source == "t"


@pytest.mark.parametrize("text", ["a = " + "[" * 20_000, "a = " + "9" * 5_000])
def test_what_python_cannot_hold_is_refused(text):
    problem = refused(parse_toml, text, "t")
    assert problem.source == "t"
    assert len(str(problem)) < 80


@given(st.text(max_size=60))
def test_any_text_is_a_table_or_refused(text):
    problem = complaint(parse_toml, text, "t")
    assert problem is None or problem.source == "t"


def test_a_missing_file_is_refused(tmp_path):
    problem = refused(load_toml, tmp_path / "none.toml")
    assert problem.source == str(tmp_path / "none.toml")
    assert problem.message == "cannot be read: no such file or directory"


def test_a_directory_is_refused(tmp_path):
    assert refused(load_toml, tmp_path).message == "cannot be read: is a directory"


def test_a_nul_in_a_name_is_refused_and_does_not_reach_the_terminal(tmp_path):
    problem = refused(load_toml, tmp_path / "a\0b.toml")
    assert "\0" not in str(problem)
    assert "a\\x00b.toml" in str(problem)


def test_a_name_longer_than_any_file_system_takes_is_refused(tmp_path):
    assert refused(load_toml, tmp_path / ("x" * 5_000)).message.startswith("cannot be read")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="a user other than root"
)
def test_a_file_without_leave_is_refused(tmp_path):
    path = tmp_path / "secret.toml"
    path.write_text("a = 1")
    path.chmod(0)
    assert refused(load_toml, path).message == "cannot be read: permission denied"


def test_a_text_may_be_as_long_as_the_limit_and_no_longer(tmp_path):
    path = tmp_path / "long.txt"
    path.write_bytes(b"x" * 1000)
    assert read_text(path, limit=1000) == "x" * 1000
    problem = refused(read_text, path, limit=999)
    assert problem.source == str(path)
    assert "999 bytes" in problem.message


def test_ten_megabytes_are_refused_by_default(tmp_path):
    path = tmp_path / "long.toml"
    path.write_bytes(b"#" * 10_000_000)
    assert "1,048,576" in refused(load_toml, path).message


@pytest.mark.parametrize(
    ("raw", "line", "column", "byte"),
    [
        (b"\xff", 1, 1, "0xff"),
        (b"a = 1\nb = '\x80'\n", 2, 6, "0x80"),
        ("é = 'ção'\nñé".encode() + b"\xe9", 2, 3, "0xe9"),  # columns are characters
        (b"\xef\xbb\xbfab\xff", 1, 3, "0xff"),  # and the mark is none
        (b"\xff\xfea\x00", 1, 1, "0xff"),  # UTF-16
        (b"ab\xc3", 1, 3, "0xc3"),  # broken off within a character
    ],
)
def test_what_is_not_utf8_is_refused_with_its_place(raw, line, column, byte):
    problem = refused(decode_text, raw, "<stdin>")
    assert (problem.source, problem.line, problem.column) == ("<stdin>", line, column)
    assert byte in problem.message


@given(st.binary(max_size=40))
def test_any_bytes_are_text_or_refused(raw):
    problem = complaint(decode_text, raw, "b")
    if problem is None:
        assert decode_text(raw, "b").encode() == raw.removeprefix(b"\xef\xbb\xbf")
    else:
        assert problem.source == "b"
        assert problem.line in range(1, raw.count(b"\n") + 2)


def test_known_keys_pass():
    check_keys({"a": 1}, {"a", "b"}, "t")
    check_keys({}, {"a"}, "t")
    check_keys({"a": 1, "b": 2}, {"a", "b"}, "t", required={"a"})


def test_an_unknown_key_is_refused_with_what_is_known():
    problem = refused(check_keys, {"a": 1, "x": 1}, {"b", "a"}, "t.toml")
    assert (problem.source, problem.key) == ("t.toml", "x")
    assert problem.message == "unknown key; the known keys are a, b"


def test_keys_bear_the_name_of_their_table():
    assert refused(check_keys, {"x": 1}, {"a"}, "t", within="set.equal").key == "set.equal.x"
    missing = refused(check_keys, {}, {"a"}, "t", within="tile 7", required={"a"})
    assert (missing.key, missing.message) == ("tile 7.a", "missing")
    assert refused(check_keys, {}, {"a", "b"}, "t", required={"b", "a"}).key == "a"


@pytest.mark.parametrize(
    "text",
    [
        ".".join("a" * 20_000) + " = 1",
        f"[{'.'.join('a' * 20_000)}]",
        f"a = {'[' * 5_000}{']' * 5_000}",
        f"a = [{'1,' * 30_000}]",
        "\n".join(f"k{number} = 1" for number in range(30_000)),
        f"a = {'1' * 5_000}",
        f"a = 0x{'f' * 5_000}",
        f"a = [[0x{'f' * 5_000}]]",
    ],
    ids=["key", "table", "nested", "items", "entries", "digits", "hexadecimal", "inside"],
)
def test_a_table_that_would_take_long_is_refused_before_it_is_read(tmp_path, text):
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    begin = process_time()
    problem = refused(load_toml, path)
    assert process_time() - begin < 1
    assert problem.source == str(path)
    assert len(str(problem)) < 200 + len(str(path))


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("meta.version", 3),
        ("meta.unknown", 2),
        ("tile 0.edges", 6),
        ("tile 1.edges", 9),
        ("tile 1", 8),
        ("tile 7", None),
        ("set.equal.2", 12),
        ("forest.u.alias", 15),
        ("elsewhere", None),
    ],
)
def test_a_key_stands_in_a_line(key: str, line: int | None) -> None:
    text = (
        '# a table\n[meta]\nversion = 1 # one\n\n[[tile]]\nedges = "rrrrrr"\n\n[[tile]]\n'
        'edges = "......"\n\n[set.equal]\n2 = 3\n\n[forest.u]\nalias = "b"\n'
    )
    assert line_of_key(text, key) == line
