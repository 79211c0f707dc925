"""Records at the command line: verify, simulate, new and show, for both games."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gridgames.app import app

GAMES = {
    "powergrid": ["--edition", "classic", "--map", "usa", "--seats", "random,random,easy"],
    "eletrika": ["--seats", "random,easy,random"],
}


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module", params=sorted(GAMES))
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole game between bots."""
    directory = tmp_path_factory.mktemp("records")
    game = request.param
    words = ["simulate", game, *GAMES[game], "--games", "1", "--seed", "5"]
    answer = run(*words, "--records", directory)
    assert answer.exit_code == 0, answer.output
    return directory / f"{game}-5.jsonl"


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def changed(path: Path, record: Path, number: int, line: str | None) -> Path:
    """Write the record with one line (counted from 1) replaced, or left out."""
    lines = lines_of(record)
    lines[number - 1 : number] = [] if line is None else [line]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_recorded_game_holds_with_its_draws_written_out(record: Path) -> None:
    answer = run("verify", record)
    assert answer.exit_code == 0
    assert "holds" in answer.stdout
    header = json.loads(lines_of(record)[0])
    draws = {"powergrid": {"after_step3"}, "eletrika": {"stack", "row", "aside", "queue", "first"}}
    assert draws[header["game"]] - header["setup"].keys() <= {"after_step3"}
    assert any('"check"' in line for line in lines_of(record))
    assert '"result"' in lines_of(record)[-1]


def test_a_record_needs_no_generator(record: Path, tmp_path: Path) -> None:
    header = json.loads(lines_of(record)[0])
    if header["game"] == "powergrid" and "after_step3" not in header["setup"]:
        pytest.skip("no Step 3 card was drawn in this game")
    del header["seed"]
    bare = changed(tmp_path / "bare.jsonl", record, 1, json.dumps(header))
    assert run("verify", bare).exit_code == 0


def test_the_seed_alone_is_enough_to_start(record: Path, tmp_path: Path) -> None:
    header = json.loads(lines_of(record)[0])
    del header["setup"]
    bare = changed(tmp_path / "bare.jsonl", record, 1, json.dumps(header))
    assert run("verify", bare).exit_code == 0


def test_the_first_difference_is_named(record: Path, tmp_path: Path) -> None:
    lines = lines_of(record)
    number = next(n for n, line in enumerate(lines, start=1) if line.startswith('{"check"'))
    check = json.loads(lines[number - 1])
    check["check"]["stack"] += 1
    broken = changed(tmp_path / "broken.jsonl", record, number, json.dumps(check))
    answer = run("verify", record, broken)
    assert answer.exit_code == 1
    first, second = answer.stdout.splitlines()
    assert "holds" in first
    assert f"line {number}, stack: expected" in second


def test_a_finished_game_without_a_result_is_finished(record: Path, tmp_path: Path) -> None:
    lines = lines_of(record)
    bare = changed(tmp_path / "bare.jsonl", record, len(lines), None)
    words = run("verify", bare).stdout
    assert words.rstrip().endswith("checks; no result given")
    (found,) = json.loads(run("verify", "--json", bare).stdout)["files"]
    assert (found["verdict"], found["finished"], found["result_given"]) == ("holds", True, False)
    (found,) = json.loads(run("verify", "--json", record).stdout)["files"]
    assert (found["finished"], found["result_given"]) == (True, True)
    given = json.loads(lines[-1])["result"]
    told = run(json.loads(lines[0])["game"], "show", bare, "--json").stdout
    assert json.loads(told)["result"] == given
    for suffix in ("json", "csv", "txt"):
        assert run("export", bare, "-o", tmp_path / f"bare.{suffix}").exit_code == 0
    assert json.loads((tmp_path / "bare.json").read_text("utf-8"))["result"] == given
    shown = [run("replay", path, "--plain", "--all").stdout for path in (record, bare)]
    assert shown[0] == shown[1]


def test_a_wrong_result_differs(record: Path, tmp_path: Path) -> None:
    last = json.loads(lines_of(record)[-1])
    last["result"]["winners"] = [*last["result"]["winners"], 7]
    text = json.dumps(last)
    wrong = changed(tmp_path / "wrong.jsonl", record, len(lines_of(record)), text)
    answer = run("verify", "--json", wrong)
    assert answer.exit_code == 1
    (found,) = json.loads(answer.stdout)["files"]
    assert (found["finished"], found["difference"]["key"]) == (False, "winners")
    early = changed(tmp_path / "early.jsonl", record, len(lines_of(record)) // 2, text)
    assert run("verify", early).exit_code == 1


def test_a_refused_action_names_its_rule(record: Path, tmp_path: Path) -> None:
    lines = lines_of(record)
    action = json.loads(lines[1])
    action["seat"] = (action["seat"] + 1) % 3
    broken = changed(tmp_path / "broken.jsonl", record, 2, json.dumps(action))
    answer = run("verify", "--json", broken)
    assert answer.exit_code == 1
    (found,) = json.loads(answer.stdout)["files"]
    assert found["difference"]["line"] == 2
    assert found["difference"]["rule"].startswith(("PG-", "EL-"))


@pytest.mark.parametrize(
    ("line", "text", "named"),
    [
        (1, '{"format":"gridgames-record","version":3}', "version"),
        (1, '{"format":"gridgames-record","version":1,"game":"chess","ruleset":{},"players":[],'
            '"seed":1}', "chess"),
        (2, '{"seat":0,"do":"fly"}', "do"),
        (2, '{"seat":0', "line 2"),
        (2, "7", "line 2"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_ends_with_two(
    record: Path, tmp_path: Path, line: int, text: str, named: str
) -> None:
    broken = changed(tmp_path / "broken.jsonl", record, line, text)
    answer = run("verify", broken)
    assert answer.exit_code == 2
    assert f"line {line}" in answer.stderr
    assert named in answer.stderr
    assert "Traceback" not in answer.output


def test_a_missing_file_and_a_directory_end_with_two(tmp_path: Path) -> None:
    directory = (tmp_path, "is a directory, not a regular file")
    missing = (tmp_path / "none.jsonl", "cannot be read: no such file")
    for path, told in (directory, missing):
        answer = run("verify", path)
        assert answer.exit_code == 2
        assert told in " ".join(answer.stderr.split())


def test_the_wire_form_of_a_game_tells_of_two_pawns(records: dict[str, Path]) -> None:
    answers = [
        run("eletrika", "show", records["eletrika"], "--at", str(at), "--form", "wire")
        for at in range(4, 60, 8)
    ]
    assert {answer.exit_code for answer in answers} == {0}
    assert any("+" in answer.stdout for answer in answers)


@pytest.mark.rule("PG-SETUP-10")
def test_show_tells_the_back_of_the_top_card(records: dict[str, Path]) -> None:
    shown = run("powergrid", "show", records["cartel"], "--at", "0")
    assert "Top of the stack: plug (a plant from 3 to 15)" in shown.stdout
    shown = run("--lang", "pt_BR", "powergrid", "show", records["cartel"], "--at", "0")
    assert "Topo da pilha: plugue (uma usina de 3 a 15)" in shown.stdout
    classic = run("powergrid", "show", records["classic"], "--at", "0")
    assert "Top of the stack" not in classic.stdout
    for name, back in (("cartel", "plug"), ("classic", None)):
        answer = run("powergrid", "show", records[name], "--at", "0", "--json")
        assert json.loads(answer.stdout)["state"]["top_back"] == back


@pytest.mark.rule("PG-BUR-04", "EL-SCORE-05")
@pytest.mark.parametrize(
    ("name", "game", "doubts", "said"),
    [
        ("cartel", "powergrid", {"refill_2"}, "PG-BUR-04 (about 55% sure)"),
        ("classic", "powergrid", set(), ""),
        (
            "eletrika",
            "eletrika",
            {"tiles", "colours", "different_4", "equal_3", "equal_2"},
            "EL-SCORE-05 (reconstructed)",
        ),
    ],
)
def test_show_says_what_is_not_certain(records, name, game, doubts, said):
    told = json.loads(run(game, "show", records[name], "--json").stdout)["doubts"]
    assert {doubt["id"] for doubt in told} == doubts
    shown = run(game, "show", records[name]).stdout
    assert said in shown
    assert ("Not certain" in shown) is bool(doubts)


def test_show_after_any_action(record: Path) -> None:
    game = json.loads(lines_of(record)[0])["game"]
    first, later = run(game, "show", record, "--at", "0"), run(game, "show", record, "--at", "9")
    assert first.exit_code == later.exit_code == 0
    assert first.stdout != later.stdout
    assert "Now:" in later.stdout
    assert max(len(line) for line in later.stdout.splitlines()) <= 80
    state = json.loads(run(game, "show", record, "--json").stdout)
    assert state["state"]["round"] > 1
    beyond = run(game, "show", record, "--at", "99999")
    assert beyond.exit_code == 2
    assert "99999" in beyond.stderr
    other = "eletrika" if game == "powergrid" else "powergrid"
    wrong = run(other, "show", record)
    assert wrong.exit_code == 2
    assert game in wrong.stderr


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_number_of_processes_changes_nothing(game: str) -> None:
    words = ["simulate", game, *GAMES[game], "--games", "4", "--seed", "11", "--json"]
    one, two = run(*words), run(*words, "--jobs", "2")
    assert one.exit_code == two.exit_code == 0
    assert one.stdout == two.stdout
    summary = json.loads(one.stdout)
    assert summary["schema"] == 1
    assert sum(seat["wins"] for seat in summary["seats"]) == pytest.approx(4, abs=0.01)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["powergrid", "--seats", "random,genius"], "genius"),
        (["powergrid", "--seats", "random"], "players"),
        (["eletrika", "--seats", "random,random,random,random,random"], "players"),
        (["powergrid", "--map", "mars"], "map"),
        (["eletrika", "--map", "usa"], "--map"),
        (["powergrid", "--tiles", "x.toml"], "--tiles"),
        (["powergrid", "--option", "luck=1"], "luck"),
        (["eletrika", "--option", "energized=maybe"], "energized"),
        (["eletrika", "--option", "energized"], "NAME=VALUE"),
        (["powergrid", "--regions", "east,west"], "regions"),
        (["powergrid", "--seats", "random,random", "--regions", "northeast,south,west"], "regions"),
    ],
)
def test_what_cannot_be_simulated_is_refused(words: list[str], named: str) -> None:
    answer = run("simulate", *words, "--games", "1", "--seed", "1")
    assert answer.exit_code == 2
    assert named in answer.stderr
    assert answer.stdout == ""


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    words = ["simulate", "eletrika", "--seats", "random,random", "--games", "2", "--seed", "3"]
    assert run(*words, "--records", tmp_path).exit_code == 0
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    again = run(*words, "--records", tmp_path)
    assert again.exit_code == 0
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir()}


def test_a_position_told_in_full_is_played_on_from(tmp_path: Path) -> None:
    words = ["simulate", "eletrika", "--seats", "random,random", "--games", "1", "--seed", "3"]
    assert run(*words, "--records", tmp_path).exit_code == 0
    shown = run("eletrika", "show", tmp_path / "eletrika-3.jsonl", "--at", "12", "--form", "full")
    position = tmp_path / "middle.eletrika"
    position.write_text(shown.stdout, encoding="utf-8")
    assert run("eletrika", "check", position).exit_code == 0
    answer = run(*words, "--position", position, "--json")
    assert answer.exit_code == 0, answer.stderr
    assert json.loads(answer.stdout)["games"] == 1
    position.write_text("0,0 src\nturn W\n", encoding="utf-8")
    refused = run(*words, "--position", position)
    assert refused.exit_code == 2
    assert "hand" in refused.stderr


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_fresh_set_up_tells_its_seed(game: str) -> None:
    answer = run("new", game, "--players", "3", "--seed", "7")
    assert answer.exit_code == 0
    assert "seed 7" in answer.stdout
    header = json.loads(run("new", game, "--players", "3", "--seed", "7", "--json").stdout)
    assert header["header"]["game"] == game
    assert header["header"]["setup"]
