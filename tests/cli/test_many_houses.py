"""A network of 28 cities: what the engine reaches, every command answers."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import powergrid
from gridcommon import game_loop
from gridgames.app import app
from powergrid import Build, parse_position
from powergrid.building import cost
from powergrid.position_fields import full_facts
from powergrid.position_setup import from_facts
from powergrid.state import BUREAUCRACY

pytestmark = pytest.mark.rule("PG-COMP-04")

QUESTIONS = ("show", "cost", "reach", "power", "market", "auction", "end")
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
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record without a house limit that ends with a network of 28 cities."""
    state = powergrid.new_game(powergrid.Ruleset(), 4, 1)
    moves = game_loop.play(powergrid, state, [Saver(seat) for seat in range(4)])
    lines = list(game_loop.play_recorded(powergrid, state, moves))
    assert state.city_count == [28, 0, 0, 0]
    header = json.dumps(game_loop.header(powergrid, state, NAMES, 1).to_json())
    file = tmp_path_factory.mktemp("houses") / "many.jsonl"
    file.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def last(record: Path) -> int:
    """The number of actions after which the 28th city is built, and its player still acts."""
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    actions = [line for line in lines if "do" in line]
    builds = [count for count, line in enumerate(actions, start=1) if line["do"] == "build"]
    assert len(builds) == 28
    return builds[-1]


def run(*words: object, typed: str | None = None) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=typed)


@pytest.mark.parametrize("command", QUESTIONS)
def test_every_question_is_answered(command: str, record: Path, last: int) -> None:
    text = run("powergrid", "convert", record, "--at", last, "--to", "text").stdout
    for told in ([record, "--at", last], [record], ["-"]):
        words = ("Essen",) if command == "cost" else ()
        answer = run("powergrid", command, *told, *words, typed=text if told == ["-"] else None)
        assert answer.exit_code == 0, answer.output
        assert answer.stderr == ""


def test_it_is_read_back_from_every_notation(record: Path, last: int) -> None:
    for at in ([], ["--at", last], ["--at", last - 4]):
        text = run("powergrid", "convert", record, *at, "--to", "text").stdout
        data = run("powergrid", "convert", record, *at, "--to", "json").stdout
        count = 24 if at and at[1] != last else 28
        for typed in (text, data):
            again = run("powergrid", "convert", "-", "--to", "text", typed=typed)
            assert again.stdout == text, again.output
        state = parse_position(text).state()
        assert state.city_count == [count, 0, 0, 0]
        assert full_facts(from_facts(state.ruleset, 4, full_facts(state))) == full_facts(state)
    whole = run("powergrid", "convert", record, "--at", last, "--to", "text", "--cards")
    assert whole.exit_code == 0, whole.output


@pytest.mark.parametrize(
    "words",
    [
        ["verify"],
        ["compare"],
        ["draw"],
        ["replay", "--plain"],
    ],
    ids=lambda words: words[0],
)
def test_other_commands_take_the_record(words: list[str], record: Path, tmp_path: Path) -> None:
    more = ["-o", tmp_path / "board.svg"] if words[0] == "draw" else []
    answer = run(*words, record, *more, typed="end\nq\n")
    assert answer.exit_code == 0, answer.output


def test_a_game_goes_on_from_it(record: Path, last: int, tmp_path: Path) -> None:
    lines = record.read_text("utf-8").splitlines()
    numbers = [number for number, line in enumerate(lines, start=1) if '"do"' in line]
    number = numbers[last - 1]
    header = json.loads(lines[0]) | {"version": 2}
    told = {"set": {"money": [7, 8, 9, 10]}}
    text = run("powergrid", "convert", record, "--at", last, "--to", "text").stdout
    placed = {"set": {"position": text}}
    for added in (told, placed):
        open_game = tmp_path / "open.jsonl"
        kept = [json.dumps(header), *lines[1:number], json.dumps(added)]
        open_game.write_text("\n".join(kept) + "\n", encoding="utf-8")
        answer = run("verify", open_game)
        assert answer.exit_code == 0, answer.output
        answer = run("resume", open_game, "--plain", typed="q\n")
        assert answer.exit_code == 0, answer.output
