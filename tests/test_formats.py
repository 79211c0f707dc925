"""The page of formats: the program reads every record on it, and gives every answer."""

import json
import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

import eletrika
import powergrid
from eletrika.notation import parse_position
from eletrika.tile_set import shipped_tiles
from gridgames.app import app
from gridgames.command_line.answer_schemas import names, schema_of
from gridgames.games.registry import wing_of
from gridgames.system import exit_codes
from powergrid.tables import EDITIONS, MAPS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
GAMES = {"Power Grid": powergrid, "Eletrika": eletrika}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def actions() -> list[tuple[str, dict[str, object]]]:
    """Return the actions of the tables, with the heading that they stand under."""
    found, heading = [], ""
    for line in PAGE.splitlines():
        if line.startswith("### "):
            heading = line.removeprefix("### ")
        found += [
            (heading, json.loads(one)) for one in re.findall(r'`(\{"seat".*?"do":"[^`]*)`', line)
        ]
    return found


def answers() -> list[tuple[str, str]]:
    """Return the command lines that have an answer below them, with it."""
    pattern = r"^```console\n\$ ([^`]*?)\n```\n+```json\n(.*?)^```$"
    found = re.findall(pattern, PAGE, re.MULTILINE | re.DOTALL)
    return [(commands.splitlines()[0], answer) for commands, answer in found]


def check_shape(told: object, answer: object) -> None:
    """Fail where an answer has other keys or types; what the page leaves empty is not looked at."""
    if isinstance(told, dict) and told:
        assert isinstance(answer, dict)
        assert list(answer) == list(told)
        for key, value in told.items():
            check_shape(value, answer[key])
    elif isinstance(told, list) and told:
        assert isinstance(answer, list)
        check_shape(told[-1], answer[-1])
    elif told not in ({}, []):
        assert type(answer) is type(told) or {type(answer), type(told)} == {int, float}


@pytest.mark.parametrize("record", blocks("jsonl"))
def test_a_record_of_the_page_holds(record, tmp_path):
    file = tmp_path / "game.jsonl"
    file.write_text(record, encoding="utf-8")
    done = CliRunner().invoke(app, ["verify", str(file), "--json"])
    assert done.exit_code == 0, done.stdout


@pytest.mark.parametrize(("heading", "action"), actions(), ids=str)
def test_an_action_of_the_page_is_read_back(heading, action):
    game = GAMES[heading]
    assert game.action_to_json(game.action_from_json(action)) == action


def test_every_kind_of_action_is_on_the_page():
    for heading, game in GAMES.items():
        table = PAGE.partition(f"### {heading}")[2].partition("`check` takes")[0]
        verbs = import_module(f"{game.__name__.partition('.')[0]}.notation.actions").ACTIONS.kinds
        assert [verb for verb in verbs if f"`{verb}`" not in table] == []


def test_the_keys_of_a_check_are_on_the_page():
    for heading, game in GAMES.items():
        text = PAGE.partition(f"### {heading}")[2].partition("`check` takes")[2]
        state = game.new_game(game.Ruleset(), 2, 1)
        assert [
            key for key in game.facts(state) if f"`{key}`" not in text.partition("## ")[0]
        ] == []


@pytest.mark.parametrize("position", blocks("position"))
def test_a_position_of_the_page_is_read(position):
    assert parse_position(position, shipped_tiles()).structures


def test_every_answer_of_the_page_is_one_of_these():
    assert len(answers()) == len(blocks("json"))


@pytest.mark.parametrize(("command", "told"), answers())
def test_an_answer_of_the_page_has_the_keys_that_are_given(command, told, monkeypatch):
    monkeypatch.chdir(ROOT)
    typed, _, words = command.rpartition(" | ")
    said = shlex.split(typed)[1] if typed else None
    done = CliRunner().invoke(app, shlex.split(words)[1:], input=said)
    assert done.exit_code == 0, done.output
    check_shape(json.loads(told), json.loads(done.stdout))


def test_the_exit_codes_are_on_the_page():
    names = ("REFUSED", "UNREADABLE", "FAULT", "INTERRUPTED", "PIPE_CLOSED")
    told = re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)
    assert told == [str(code) for code in (0, *(getattr(exit_codes, name) for name in names))]


@pytest.mark.parametrize(("name", "values"), [("edition", EDITIONS), ("map", MAPS)])
def test_the_page_and_the_flag_name_every_edition_and_map(name, values):
    flag = next(flag for flag in wing_of("powergrid").flags if flag.name == name)
    assert list(flag.words) == list(values)
    assert f"`{name}` (" + ", ".join(f"`{value}`" for value in values) + ")" in PAGE


def with_json(command: Any, path: str = "") -> Iterator[str]:
    """Yield the commands that answer with JSON, as they are typed."""
    if hasattr(command, "list_commands"):
        context = typer.Context(command)
        for name in command.list_commands(context):
            yield from with_json(command.get_command(context, name), f"{path} {name}".strip())
    elif any("--json" in one.opts for one in command.params):
        yield path


def test_every_answer_has_a_schema_and_a_wrong_one_is_refused():
    jsonschema = pytest.importorskip("jsonschema")
    of_games = {f"{game.NAME} {key}" for game in GAMES.values() for key in game.json_schemas()}
    others = {"export", "powergrid convert", "eletrika convert"}  # JSON by other options
    assert {*names()} - of_games - others == {*with_json(typer.main.get_command(app))}
    for name in names():
        jsonschema.Draft202012Validator.check_schema(schema_of(name))
    checker = jsonschema.Draft202012Validator(schema_of("verify"))
    told = json.loads(CliRunner().invoke(app, ["verify", "two-turns", "--json"]).stdout)
    checker.validate(told)
    (file,) = told["files"]
    for wrong in (
        told | {"schema": 2},
        told | {"more": 1},
        told | {"files": [file | {"actions": "3"}]},
        told | {"files": [file | {"verdict": "good"}]},
        {"schema": 1},
    ):
        with pytest.raises(jsonschema.ValidationError):
            checker.validate(wrong)
