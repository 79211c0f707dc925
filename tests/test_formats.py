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
from gridcommon.views import actions_to_json
from gridgames.commands.answer_schemas import names, schema_of
from gridgames.commands.app import app
from gridgames.show.registry import wing_of
from gridgames.system import exit_codes
from powergrid.tables import EDITIONS, MAPS
from samples import difference, read_sample, without_gaps

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
    pattern = r"^```console\n\$ ([^`]*?)\n```\n+```(?:json|js)\n(.*?)^```$"
    found = re.findall(pattern, PAGE, re.MULTILINE | re.DOTALL)
    return [(commands.splitlines()[0], answer) for commands, answer in found]


def test_records_actions_and_positions_of_the_page_are_read(tmp_path):
    file = tmp_path / "game.jsonl"
    for record in blocks("jsonl"):
        file.write_text(record, encoding="utf-8")
        done = CliRunner().invoke(app, ["verify", str(file), "--json"])
        assert done.exit_code == 0, done.stdout
    for heading, action in actions():
        game = GAMES[heading]
        assert game.action_to_json(game.action_from_json(action)) == action
    for position in blocks("position"):
        assert parse_position(position, shipped_tiles()).structures


def test_every_kind_of_action_and_each_key_of_a_check_is_on_the_page():
    for heading, game in GAMES.items():
        table, _, text = PAGE.partition(f"### {heading}")[2].partition("`check` takes")
        verbs = import_module(f"{game.__name__.partition('.')[0]}.notation.actions").ACTIONS.kinds
        assert [verb for verb in verbs if f"`{verb}`" not in table] == []
        keys = game.facts(game.new_game(game.Ruleset(), 2, 1))
        assert [key for key in keys if f"`{key}`" not in text.partition("## ")[0]] == []


def test_every_answer_of_the_page_is_one_of_these():
    assert len(answers()) == len(blocks("json")) + len(blocks("js")) - 5  # tested below
    assert [one for one in blocks("json") if read_sample(one) != json.loads(one)] == []


@pytest.mark.parametrize(("command", "shown"), answers())
def test_an_answer_of_the_page_is_what_the_program_answers(command, shown, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("GRIDGAMES_SITE", raising=False)
    typed, _, words = command.rpartition(" | ")
    said = shlex.split(typed)[1] if typed else None
    done = CliRunner().invoke(app, shlex.split(words)[1:], input=said)
    assert done.exit_code == 0, done.output
    assert difference(read_sample(shown), json.loads(done.stdout)) == ""


def recorded(folder: Path, command: str) -> Path:
    done = CliRunner().invoke(app, ["simulate", *command.split(), "--records", str(folder)])
    assert done.exit_code == 0, done.output
    return folder


def test_the_documents_of_the_page_are_what_the_program_writes(tmp_path):
    answered = [answer for _, answer in answers()]
    shown = [one for one in blocks("js") if one not in answered]
    view, actions, batch, _ = map(read_sample, shown[:-1])  # the messages: test_protocol.py
    state = eletrika.new_game(eletrika.Ruleset(), 2, 7)
    assert difference(view, eletrika.view_to_json(eletrika.observe(state, 0))) == ""
    assert difference(actions, actions_to_json(eletrika, state, most=1)) == ""
    folder = recorded(tmp_path, "eletrika --seats random,easy --games 2 --seed 1")
    text = (folder / "eletrika-1.batch.json").read_text(encoding="utf-8")
    assert difference(batch, json.loads(text)) == ""


def test_the_review_of_the_page_fits_its_game_its_schema_and_its_figures(tmp_path):
    """A review takes a minute, and its figures depend on how much was played in that."""
    jsonschema = pytest.importorskip("jsonschema")
    (text,) = [one for one in blocks("js") if "turning_points" in one]
    review = without_gaps(read_sample(text))
    jsonschema.Draft202012Validator(schema_of("review")).validate(review)
    folder = recorded(tmp_path, "powergrid --seats normal,easy --games 1 --seed 4")
    lines = (folder / "powergrid-4.jsonl").read_text(encoding="utf-8").splitlines()
    header, *moves = (one for one in map(json.loads, lines) if "check" not in one)
    assert review["players"] == header["players"]
    (point,) = review["turning_points"]
    assert moves[point["action"]] == point["done"][0]
    assert point["loss"] == pytest.approx(point["worth_better"] - point["worth_done"])
    assert sum(point["interval"]) / 2 == pytest.approx(point["loss"], abs=0.001)
    assert point["loss"] / point["to_win"] >= 0.4  # a blunder


def test_exit_codes_editions_and_maps_are_on_the_page():
    codes = ("REFUSED", "UNREADABLE", "FAULT", "INTERRUPTED", "PIPE_CLOSED")
    told = re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)
    assert told == [str(code) for code in (0, *(getattr(exit_codes, name) for name in codes))]
    for name, values in (("edition", EDITIONS), ("map", MAPS)):
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
