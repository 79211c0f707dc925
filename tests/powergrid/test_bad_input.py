"""What cannot be read: every row of ``bad_input.toml`` is refused with its key and message."""

import io
import json
import tomllib
from pathlib import Path

import pytest

import powergrid
from gridcommon.errors import InvalidState, NotationError, NotationErrors
from gridcommon.game_loop import start
from gridcommon.options import find_option
from gridcommon.records import read_record
from powergrid import Position, Ruleset, Setup, from_facts, map_from_table, new_game, parse_position
from powergrid.notation import ACTIONS
from powergrid.position_fields import full_facts
from powergrid.ruleset import OPTIONS
from powergrid_maps import small

THREE = "powergrid\nA:\nB:\nC:\n"
HEADER = {
    "format": "gridgames-record",
    "version": 1,
    "game": "powergrid",
    "ruleset": {"edition": "recharged", "map": "germany", "options": {}},
    "players": ["a", "b", "c"],
    "seed": 7,
}
DRAWS = {
    "regions": ["northwest", "southwest", "west"],
    "turn_order": [0, 1, 2],
    "market": [3, 4, 5, 6, 7, 8, 9, 10],
    "stack": [11, 12, 13, "step3"],
}


def read_header(text):
    changes = json.loads(text)
    ruleset = {**HEADER["ruleset"], **changes.pop("ruleset", {})}
    header, _ = read_record(io.StringIO(json.dumps(HEADER | changes | {"ruleset": ruleset})), "x")
    return start(powergrid, header)


def read_setup(text):
    return new_game(Ruleset(), 3, 1, Setup.from_json(DRAWS | json.loads(text)))


def read_declaration(text):
    """Put the declaration in two games; neither changes."""
    ((kind, data),) = json.loads(text).items()
    for state in (new_game(Ruleset(), 3, 1), from_facts(Ruleset(), 3, {})):
        before = full_facts(state)
        with pytest.raises(NotationError) as caught:
            powergrid.apply_declaration(state, kind, data, None)
        assert full_facts(state) == before
    raise caught.value


def read_option(text):
    name, _, value = text.partition("=")
    return find_option(OPTIONS, name).from_text(value)


def read_lines(text):
    return parse_position("A:\nB:\nC:\n" + text if text.startswith("powergrid") else THREE + text)


READERS = {
    "facts": lambda text: from_facts(Ruleset(), 3, json.loads(text)),
    "header": read_header,
    "setup": read_setup,
    "action_line": lambda text: powergrid.action_from_json(json.loads(text)),
    "declaration": read_declaration,
    "json_position": lambda text: Position.from_json(
        parse_position(THREE).to_json() | json.loads(text)
    ),
    "option": read_option,
    "action": lambda text: ACTIONS.parse(text, 0),
    "position": lambda text: parse_position(text.replace("|", "\n")),
    "position_line": read_lines,
    "twice": read_lines,
    "map": lambda text: map_from_table(small(text)),
}
TABLES = tomllib.loads(Path(__file__).with_name("bad_input.toml").read_text("utf-8"))
ROWS = [(kind, *row) for kind, table in TABLES.items() for row in table["rows"]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[1][:40]}")
def test_what_cannot_be_read_is_refused_with_its_key_and_why(row):
    kind, text, where, *messages = row
    with pytest.raises((NotationError, InvalidState)) as caught:
        READERS[kind](text)
    problem = caught.value
    if isinstance(problem, InvalidState):
        assert [one.rule for one in problem.problems] == [where]
        return
    if kind == "position":
        each = [(f"{one.line}:{one.column}", one.values.get("rule", "")) for one in problem.each()]
        assert ", ".join(" ".join(filter(None, one)) for one in each) == where
        return
    if isinstance(problem, NotationErrors) and kind in ("position_line", "twice"):
        [problem, *_] = problem.problems
    if kind == "twice":
        assert problem.message == where
    elif isinstance(where, int):
        assert problem.column == where
    else:
        assert where in ("", problem.key)
    assert all(message in str(problem) for message in messages)
