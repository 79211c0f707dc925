"""Tables: whatever is wrong with a file, the complaint names the file and the place."""

from time import process_time

import pytest

from common_rows import rows_of
from gridcommon.errors import NotationError
from gridcommon.tables import (
    decode_text,
    line_of_key,
    load_toml,
    parse_toml,
    read_text,
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
    ("text", "line", "column"),
    [*rows_of("toml"), ("a = " + "[" * 20_000, None, None), ("a = " + "9" * 5_000, None, None)],
)
def test_what_is_not_toml_is_refused_with_its_place(text, line, column):
    problem = refused(parse_toml, text, "scoring.toml")
    assert problem.source == "scoring.toml"
    assert "at line" not in problem.message
    assert len(str(problem)) < 120
    if line:
        assert (problem.line, problem.column) == (line, column)


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    problem = refused(load_toml, tmp_path / "none.toml")
    assert problem.source == str(tmp_path / "none.toml")
    assert problem.message == "cannot be read: no such file or directory"
    assert refused(load_toml, tmp_path).message == "cannot be read: is a directory"
    assert refused(load_toml, tmp_path / ("x" * 5_000)).message.startswith("cannot be read")
    problem = refused(load_toml, tmp_path / "a\0b.toml")
    assert "a\\x00b.toml" in str(problem), "and no control character reaches the terminal"


def test_a_text_may_be_as_long_as_the_limit_and_no_longer(tmp_path):
    path = tmp_path / "long.txt"
    path.write_bytes(b"x" * 1000)
    assert read_text(path, limit=1000) == "x" * 1000
    problem = refused(read_text, path, limit=999)
    assert problem.source == str(path)
    assert "999 bytes" in problem.message
    path.write_bytes(b"#" * 1_048_577)
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
    rows_of("key"),
)
def test_a_key_stands_in_a_line(key: str, line: int | None) -> None:
    text = (
        '# a table\n[meta]\nversion = 1 # one\n\n[[tile]]\nedges = "rrrrrr"\n\n[[tile]]\n'
        'edges = "......"\n\n[set.equal]\n2 = 3\n\n[forest.u]\nalias = "b"\n'
    )
    assert line_of_key(text, key) == line
