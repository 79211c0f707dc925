"""A network of 28 cities: what the engine reaches, every command answers."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import powergrid
from gridcommon import game_loop
from gridgames.commands.app import app
from powergrid import Build, parse_position
from powergrid.building import cost
from powergrid.position_fields import full_facts
from powergrid.position_setup import from_facts
from powergrid.state import BUREAUCRACY

pytestmark = pytest.mark.rule("PG-COMP-04")
NAMES = ("Ana", "Bia", "Caio", "Dora")
ROUNDS = 55  # by then a player who powers nothing has almost 600 Elektro


class Saver:
    """Passes on everything, and builds the whole zone in one turn at the end."""

    def __init__(self, seat: int) -> None:
        self.builds = seat == 0

    def choose(self, view: Any, legal: list[Any]) -> Any:
        state = view.public
        if self.builds and state.round == ROUNDS and isinstance(legal[0], Build):
            places = state.board.places
            return min(legal[:-1], key=lambda one: cost(state, 0, places[one.city]))
        return legal[0 if state.phase == BUREAUCRACY else -1]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A record that ends with 28 cities, and after how many actions the last one is built."""
    state = powergrid.new_game(powergrid.Ruleset(), 4, 1)
    moves = game_loop.play(powergrid, state, [Saver(seat) for seat in range(4)])
    lines = list(game_loop.play_recorded(powergrid, state, moves))
    header = json.dumps(game_loop.header(powergrid, state, NAMES, 1).to_json())
    file = tmp_path_factory.mktemp("houses") / "many.jsonl"
    file.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    done = [json.loads(line)["do"] for line in lines if '"do"' in line]
    assert done.count("build") == 28
    return file, len(done) - done[::-1].index("build")


def run(*words: object, typed: str | None = None) -> Result:
    result = CliRunner().invoke(app, [str(word) for word in words], input=typed)
    assert result.exit_code == 0, result.output
    return result


def test_every_question_is_answered_and_every_notation_read_back(record) -> None:
    file, last = record
    for at, count in ((last, 28), (last - 4, 24)):
        text = run("powergrid", "convert", file, "--at", at, "--to", "text").stdout
        data = run("powergrid", "convert", file, "--at", at, "--to", "json").stdout
        for typed in (text, data):
            assert run("powergrid", "convert", "-", "--to", "text", typed=typed).stdout == text
        state = parse_position(text).state()
        assert state.city_count == [count, 0, 0, 0]
        assert full_facts(from_facts(state.ruleset, 4, full_facts(state))) == full_facts(state)
    for question in ("show", "cost", "power", "market", "auction", "end"):
        words = ("Essen",) if question == "cost" else ()
        assert run("powergrid", question, file, "--at", last, *words).stderr == ""


def test_other_commands_take_the_record_and_a_game_goes_on_from_it(record, tmp_path) -> None:
    file, last = record
    run("verify", file)
    run("draw", file, "-o", tmp_path / "board.svg")
    run("replay", "--plain", file, typed="end\nq\n")
    header, *lines = file.read_text("utf-8").splitlines()
    number = [n for n, line in enumerate(lines, start=1) if '"do"' in line][last - 1]
    text = run("powergrid", "convert", file, "--at", last, "--to", "text").stdout
    for told in ({"money": [7, 8, 9, 10]}, {"position": text}):
        kept = [json.dumps(json.loads(header) | {"version": 2}), *lines[:number]]
        (tmp_path / "open.jsonl").write_text("\n".join([*kept, json.dumps({"set": told}), ""]))
        run("verify", tmp_path / "open.jsonl")
        run("resume", tmp_path / "open.jsonl", "--plain", typed="q\n")
