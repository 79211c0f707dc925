"""Why bots moved is kept in a save, and told when it is resumed or replayed."""

import json

import pytest

from gridcommon.contract import Reason
from gridcommon.errors import Word
from gridgames.bots.notes import from_reason, to_reason
from gridgames.saves.saves import Save
from plain_games import gridgames

WATCHED = ("play", "eletrika", "--watch", "--seats", "normal,easy", "--seed", "2")
PLAYED = ("play", "eletrika", "--seats", "Ana=human,normal", "--seed", "2")


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """Return the save of a game that only bots played."""
    path = tmp_path_factory.mktemp("notes") / "game.jsonl"
    assert gridgames(path.parent, *WATCHED, "--save", path).exit_code == 0
    return path


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_save_keeps_a_note_after_each_move_of_a_bot(watched, tmp_path):
    header, *lines = lines_of(watched)
    assert header["version"] == 2
    assert "do" in lines[0]
    assert [list(line) for line in lines[1:-1:2]] == [["note"]] * (len(lines) // 2)
    assert gridgames(tmp_path, "verify", watched).exit_code == 0
    reasons = [move.reason for move in Save(watched).read().moves]
    assert [from_reason(reason) for reason in reasons] == [one["note"] for one in lines[1::2]]


def test_a_replay_tells_the_reasons_in_the_language_in_use(watched, tmp_path):
    told = gridgames(tmp_path, "replay", watched, "--all").stdout
    assert "(lays its first tile where it touches the most others)" in " ".join(told.split())
    told = gridgames(tmp_path, "replay", watched, "--all", "--lang", "pt_BR").stdout
    assert "lays" not in told
    assert "(coloca a primeira peça onde ela toca mais peças)" in " ".join(told.split())


def test_a_game_that_is_resumed_still_tells_them(tmp_path):
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *PLAYED, "--save", path, typed=["1", "1", "q"])
    told = gridgames(tmp_path, "resume", path, "--plain", typed=["log", "q"]).stdout
    assert "(lays its first tile where it touches the most others)" in " ".join(told.split())


def test_undo_takes_the_notes_with_the_moves(tmp_path):
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *PLAYED, "--save", path, typed=["1", "1", "1", "q"])
    whole = path.read_bytes()
    save = Save(path)
    save.open()
    session = save.read()
    session.undo()
    assert whole.startswith(path.read_bytes())
    assert len(lines_of(path)) < len(whole.splitlines())
    session.redo()
    save.close()
    assert path.read_bytes() == whole


def test_a_game_without_bots_keeps_plans_too(tmp_path):
    path = tmp_path / "game.jsonl"
    words = ("play", "eletrika", "--seats", "Ana=human,Bia=human", "--seed", "2")
    gridgames(tmp_path, *words, "--save", path, typed=["1", "1", "plan build U 9,9", "q"])
    header, *_, last = lines_of(path)
    assert header["version"] == 2
    assert [one["text"] for one in last["note"]["orders"]] == ["plan build U 9,9"]


def test_a_save_of_version_1_goes_on_without_notes(tmp_path):
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *PLAYED, "--save", path, typed=["1", "q"])
    header, *lines = lines_of(path)
    kept = [header | {"version": 1}, *(line for line in lines if "note" not in line)]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in kept), encoding="utf-8")
    done = gridgames(tmp_path, "resume", path, "--plain", typed=["1", "1", "q"])
    assert done.exit_code == 0, done.output
    found = lines_of(path)
    assert len(found) > len(kept)
    assert found[: len(kept)] == kept
    assert not any("note" in line for line in found)
    assert gridgames(tmp_path, "verify", path).exit_code == 0


@pytest.mark.parametrize(
    "note",
    [
        {},
        {"comment": "well played"},
        {"reason": 7},
        {"reason": "x" * 300},
        {"reason": "\x1b[2J"},
        {"reason": "{}"},
        {"reason": "{a"},
        {"reason": "{a}"},
        {"reason": "{a.__class__}", "values": {"a": 1}},
        {"reason": "{a!r}", "values": {"a": 1}},
        {"reason": "{a:>99999999}", "values": {"a": 1}},
        {"reason": "{a:{b}|x}", "values": {"a": 1, "b": 9}},
        {"reason": "{a:x|y}", "values": {"a": "text"}},
        {"reason": "{a}", "values": {"a": "\x1b]0;"}},
        {"reason": "{a}", "values": {"a": None}},
        {"reason": "{a}", "values": {"a": {"word": "x", "more": 1}}},
        {"reason": "{a}", "values": {"a b": 1}},
        {"reason": "{a}", "values": ["a"]},
    ],
)
def test_what_is_no_reason_that_can_be_told_is_skipped(note, watched, tmp_path):
    assert to_reason(note) is None
    path = tmp_path / "game.jsonl"
    header, action, *_ = lines_of(watched)
    text = "".join(f"{json.dumps(line)}\n" for line in (header, action, {"note": note}))
    path.write_text(text, encoding="utf-8")
    done = gridgames(tmp_path, "replay", path, "--all")
    assert done.exit_code == 0
    assert "(" not in done.stdout.split("1. ")[1]


def test_a_reason_is_read_as_it_was_written():
    reason = Reason("{count:pawn|pawns} on a {kind} of {name}", {"count": 2, "kind": Word("Pole")})
    reason = Reason(reason.template, reason.values | {"name": "Ana"})
    assert to_reason(json.loads(json.dumps(from_reason(reason)))) == reason


POWER = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "4")


def test_what_is_said_in_advance_is_one_note_after_the_last_move(tmp_path):
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *POWER, "--save", path, typed=["pass", "limit 5 9; plan coal 2, run", "q"])
    *_, last = lines_of(path)
    texts = ["limit 5 9", "plan buy coal 2", "plan run"]
    assert last == {"note": {"orders": [{"seat": 0, "text": text} for text in texts]}}
    assert gridgames(tmp_path, "verify", path).exit_code == 0
    before = path.read_bytes()
    told = gridgames(tmp_path, "resume", path, typed=["plan", "q"]).stdout
    assert "buy coal 2: 2" in told
    assert "Queued orders: plant 5: up to 9" in told
    assert path.read_bytes() == before, "nothing has changed"
    gridgames(tmp_path, "resume", path, typed=["plan clear; limits off", "q"])
    assert "orders" not in path.read_text(encoding="utf-8")


def test_only_the_note_after_the_last_move_counts_and_moves_are_appended_before_it(tmp_path):
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *POWER, "--save", path, typed=["limit all 3", "plan run", "q"])
    save = Save(path)
    save.open()
    session = save.read()
    assert session.orders() == ["every other plant: up to 3"]
    while session.to_act is not None and len(session.moves) < 12:
        session.act(session.bot_choice("normal")[0])
    save.close()
    _, *lines = lines_of(path)
    orders = [place for place, line in enumerate(lines) if "orders" in line.get("note", {})]
    assert orders in ([], [len(lines) - 1])
    actions = [line for line in lines if "do" in line]
    assert len(actions) == len(session.moves)
    assert len(Save(path).read().moves) == len(session.moves)


@pytest.mark.parametrize(
    "orders",
    [
        7,
        [7],
        [{"seat": 9, "text": "limit all 3"}],
        [{"seat": 1, "text": "limit all 3"}],
        [{"seat": 0, "text": 5}],
        [{"seat": 0, "text": "limit all x"}],
        [{"seat": 0, "text": "limit 49 3"}],
        [{"seat": 0, "text": "plan run"}, {"seat": 0, "text": "commit"}],
        [{"seat": 0, "text": "open 4 up to 50"}],
        [{"seat": 0, "text": "\u001b[2J"}],
    ],
)
def test_a_note_of_a_stranger_does_nothing_by_itself(tmp_path, orders):
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *POWER, "--save", path, typed=["pass", "q"])
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"note": {"orders": orders}}) + "\n")
    save = Save(path)
    session = save.read()
    assert session.orders() == []
    assert session.waits_for_human
    assert save.failed_orders
    told = gridgames(tmp_path, "resume", path, typed=["q"])
    assert told.exit_code == 0
    assert " ".join(told.stderr.split()).count("without these queued orders") == 1
    assert "\u001b" not in told.stderr


COAL = [{"seat": 0, "text": "plan buy coal 2"}]
AGREED = {"seat": 0, "round": 1, "phases": ["resources"], "kept": [], "agreed": {"buy coal 2": 9}}


@pytest.mark.parametrize(
    ("committed", "is_restored"),
    [
        ([AGREED], True),
        ([AGREED | {"kept": ["fuel at most 9"]}], True),
        (7, False),
        ([7], False),
        ([AGREED | {"seat": 1}], False),
        ([AGREED | {"seat": "0"}], False),
        ([AGREED | {"round": 9}], False),
        ([AGREED | {"round": True}], False),
        ([AGREED | {"phases": ["lunch"]}], False),
        ([AGREED | {"phases": [["resources"]]}], False),
        ([AGREED | {"kept": [7]}], False),
        ([AGREED | {"kept": ["Atlantis"]}], False),
        ([AGREED | {"agreed": 9}], False),
        ([AGREED | {"agreed": {"buy coal 2": "9"}}], False),
        ([AGREED | {"agreed": {"buy coal 2": -1}}], False),
        ([AGREED | {"agreed": {"open 99 9": 1}}], False),
        ([AGREED | {"agreed": {"": 1}}], False),
    ],
)
def test_what_was_agreed_is_restored_or_told_once(tmp_path, committed, is_restored):
    path = tmp_path / "game.jsonl"
    gridgames(tmp_path, *POWER, "--save", path, typed=["pass", "q"])
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"note": {"orders": COAL, "committed": committed}}) + "\n")
    save = Save(path)
    session = save.read()
    assert list(session.standing[0].to_commands(session.state)) == ["plan buy coal 2"]
    assert session.orders() == (["buy coal 2 for 9"] if is_restored else [])
    assert bool(save.failed_orders) != is_restored
    assert gridgames(tmp_path, "verify", path).exit_code == 0
