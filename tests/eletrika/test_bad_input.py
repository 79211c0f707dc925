"""What is given wrong is refused with its place, and with what it lacks: ``bad_input.toml``."""

import json
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import eletrika
from eletrika.declarations import apply_declaration
from eletrika.notation import parse_full, parse_position
from eletrika.notation.actions import ACTIONS
from eletrika.ruleset import Ruleset, make_ruleset
from eletrika.scoring_table import load_scoring
from eletrika.setup import Setup
from eletrika.state import State
from eletrika.tile_set import load_tiles, shipped_tiles
from eletrika_games import DRAWS, played_on, unknown_game
from eletrika_positions import analysed
from gridcommon.errors import GridgamesError, NotationError, NotationErrors

TABLES = tomllib.loads(Path(__file__).with_name("bad_input.toml").read_text(encoding="utf-8"))
SHIPPED = files("eletrika").joinpath("data", "tiles.toml").read_text(encoding="utf-8")


def complaint(read) -> GridgamesError:
    with pytest.raises(GridgamesError) as caught:
        read()
    assert str(caught.value)
    assert len(str(caught.value)) < 2000
    return caught.value


def place(problem: NotationError) -> str:
    """Return line and column of each fault, and ``-`` for one that has none."""
    found = problem.each() if isinstance(problem, NotationErrors) else [problem]
    return " ".join(f"{one.line}:{one.column}" if one.line else "-" for one in found)


def rows(name: str):
    return pytest.mark.parametrize(
        "row", TABLES[name]["rows"], ids=lambda row: " ".join(map(str, row))[:40]
    )


@rows("position")
def test_a_position_that_cannot_be_read_is_refused_with_every_place(row):
    text, places, *said = row
    problem = complaint(lambda: parse_position(text, shipped_tiles()))
    assert place(problem) == places
    assert "".join(said) in problem.message


@rows("problems")
def test_a_position_is_told_all_the_rules_that_it_breaks(row):
    text, broken = row
    told = parse_full(text.replace("; ", "\n"), shipped_tiles())
    assert [one.refusal.rule for one in analysed(told).problems] == broken.split()


@rows("typed")
def test_a_typed_action_that_cannot_be_read_is_refused_with_its_column(row):
    text, column, *said = row
    problem = complaint(lambda: ACTIONS.parse(text, 0))
    assert ("" if problem.column is None else f"1:{problem.column}") == column
    assert "".join(said) in str(problem)


def told(kind: str, data: str) -> None:
    state = unknown_game(queue=["?"] * 5)
    before = [getattr(state.copy(), name) for name in State.__dataclass_fields__]
    try:
        apply_declaration(state, kind, json.loads(data, strict=False))
    finally:
        assert [getattr(state, name) for name in State.__dataclass_fields__] == before


def drawn(key: str, value: str) -> State:
    return eletrika.new_game(Ruleset(), 2, 1, Setup.from_json(DRAWS | {key: json.loads(value)}))


READERS = {  # what the rows of a table are given to
    "played_on": played_on,
    "action": lambda line: eletrika.action_from_json(json.loads(line)),
    "told": told,
    "draws": drawn,
    "options": lambda options: make_ruleset(json.loads(options)),
    "ruleset": lambda data: Ruleset.from_json(json.loads(data)),
}


@pytest.mark.parametrize(
    ("table", "row"), [(name, row) for name in READERS for row in TABLES[name]["rows"]], ids=str
)
def test_what_cannot_be_is_refused_by_key(table, row):
    *given, key, said = row
    problem = complaint(lambda: READERS[table](*given))
    assert (getattr(problem, "key", None) or "") == key
    assert said in str(problem)


def refused_file(path: Path, load, text: str, key: str | None, said: str = "") -> None:
    path.write_text(text, encoding="utf-8")
    problem = complaint(lambda: load(path))
    assert (problem.source, problem.key) == (str(path), key)
    assert str(path) in str(problem)
    assert said in str(problem)


@rows("tiles")
@pytest.mark.rule("EL-COMP-01")
def test_a_broken_tile_file_is_refused_with_file_and_key(row, tmp_path):
    old, new, key = row
    assert old in SHIPPED
    refused_file(tmp_path / "own.toml", load_tiles, SHIPPED.replace(old, new, 1), key)


@pytest.mark.parametrize(("table", "load"), [("tile_file", load_tiles), ("points", load_scoring)])
def test_a_file_of_another_shape_is_refused_with_file_and_key(table, load, tmp_path):
    for text, key in TABLES[table]["rows"]:
        refused_file(tmp_path / "own.toml", load, text, key)


@pytest.mark.parametrize("load", [load_tiles, load_scoring])
def test_what_is_no_toml_or_no_file_is_refused(load, tmp_path):
    for text in ("not = [toml", "= 3", "[[", "a = 1\na = 2"):
        refused_file(tmp_path / "own.toml", load, text, None, "TOML")
    assert "missing" in str(complaint(lambda: load(tmp_path / "missing.toml")))
    complaint(lambda: load(tmp_path))
