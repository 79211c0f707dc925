"""Games with a real box: from a position with unknown tiles, and records of what the table told."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gridgames.app import app

POSITION = """\
0,0 src
1,0 ? T:W
2,0 r.t???
0,1 ......
hand W4 K5
turn W
stack 27
row ? r.t??? 7
"""


def run(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=typed)


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "box.txt"
    path.write_text(POSITION, encoding="utf-8")
    return path


def test_a_game_goes_on_from_a_position_is_saved_and_resumed(position: Path) -> None:
    save = position.with_name("save.jsonl")
    words = ("--seats", "Ana=human,easy", "--seed", "3", "--plain", "--save", save)
    begun = run("play", "eletrika", "--position", position, *words, typed="build U 2,0\nq\n")
    assert begun.exit_code == 0, begun.output
    assert "Ana builds a Plant on 2,0" in begun.stdout
    lines = [json.loads(line) for line in save.read_text(encoding="utf-8").splitlines()]
    assert (lines[0]["version"], lines[0]["setup"]["row"]) == (2, ["?", "?", "?"])
    assert "2,0    r.t???" in lines[1]["set"]["position"]
    told = json.loads(run("verify", save, "--json").stdout)["files"][0]
    assert (told["verdict"], told["corrections"]) == ("holds", 1)
    assert "corrected by hand 1 time" in run("verify", save).stdout
    replayed = run("replay", save, "--at", "1", "--plain", typed="board\nq\n")
    assert "2,0: Plant of Ana, 1 pawn" in replayed.stdout
    resumed = run("resume", save, "--plain", typed="undo\nundo\nplayers\nq\n")
    assert "White Ana: 0 MW, 4 pawns in hand" in resumed.stdout
    shown = json.loads(run("eletrika", "show", save, "--at", "0", "--json").stdout)
    assert "2,0    r.t???" in shown["position"]


def test_bots_go_on_from_a_position_with_unknown_tiles(position: Path) -> None:
    words = ("--seats", "random,easy", "--games", "2", "--seed", "1", "--position", position)
    assert "2 games" in run("simulate", "eletrika", *words).stdout
    answer = run("simulate", "eletrika", *words, "--records", position.parent / "records")
    assert (answer.exit_code, "cannot write records" in " ".join(answer.stderr.split())) == (
        2,
        True,
    )
    answer = run("play", "eletrika", "--position", position, "--seats", "a=human,easy,easy")
    assert (answer.exit_code, "has 2 players, found 3" in answer.stderr) == (2, True)


BOX = (
    '{"format":"gridgames-record","version":VERSION,"game":"eletrika","ruleset":{},'
    '"players":["Ana","Bea"],"setup":{"row":["r.tr..",5,"?"],"stack":STACK,'
    '"aside":["?","?","?","?"],"queue":["U","T","S","P","C"],"first":0}}'
).replace("STACK", json.dumps(["?"] * 30))
LINES = (
    '{"reveal":{"row":["?"]}}',
    '{"reveal":{"row":["l....."]}}',
    '{"check":{"row":[5,"l.....","r.tr.."],"stack":29}}',
    '{"set":{"scores":[0,3]}}',
    '{"set":{"hands":[5,4]}}',
    '{"check":{"scores":[0,3],"hands":[5,4]}}',
)


def verified(path: Path, version: int, *lines: str) -> Result:
    text = "\n".join([BOX.replace("VERSION", str(version)), *lines])
    path.write_text(f"{text}\n", encoding="utf-8")
    return run("verify", path)


def test_what_was_turned_up_and_corrected_holds_and_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "box.jsonl"
    answer = verified(path, 2, *LINES)
    assert (answer.exit_code, "corrected by hand 2 times" in answer.stdout) == (0, True)
    assert verified(path, 2, '{"check":{"row":[5,"r.tr.."]}}').exit_code == 1
    for line, told in (
        ('{"reveal":{"row":["......",6]}}', "line 2, key 'reveal.row': no unknown tile"),
        ('{"set":{"points":[1,2]}}', "line 2, key 'set.points': unknown key"),
        ('{"set":{"position":"0,0 src\\n1,0 r.t"}}', "line 2 of the position"),
    ):
        answer = verified(path, 2, line)
        assert (answer.exit_code, told in " ".join(answer.stderr.split())) == (2, True)


@pytest.mark.parametrize("line", LINES[1:4:2])
def test_version_1_has_no_such_lines(line: str, tmp_path: Path) -> None:
    answer = verified(tmp_path / "box.jsonl", 1, line)
    assert (answer.exit_code, "needs version 2" in answer.stderr) == (2, True)


def test_power_grid_turns_up_only_cards_of_a_real_box(tmp_path: Path) -> None:
    record = tmp_path / "powergrid.jsonl"
    header = '"version":2,"game":"powergrid","ruleset":RULES,"players":["Ana","Bea"],"seed":1'
    header = header.replace("RULES", '{"edition":"classic","map":"usa"}')
    record.write_text(f'{{"format":"gridgames-record",{header}}}\n{LINES[1]}\n', encoding="utf-8")
    answer = run("verify", record)
    assert answer.exit_code == 2
    assert "the known keys are stack" in " ".join(answer.stderr.split())
    record.write_text(record.read_text(encoding="utf-8").replace('"row"', '"stack"'))
    answer = run("verify", record)
    assert answer.exit_code == 2
    assert "cannot be drawn now; these can: none" in " ".join(answer.stderr.split())
