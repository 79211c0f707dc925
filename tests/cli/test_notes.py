"""Notes in a save: why bots moved and what was said in advance; see also the transcript."""

import json

import pytest

from gridgames.table.bots.notes import to_reason
from gridgames.table.record_files import replayed
from gridgames.table.saves.saves import Save
from plain_games import gridgames

POWER = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "4", "--plain")


def lines_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Return the save of a game in which Ana has passed and the bots have bid."""
    path = tmp_path_factory.mktemp("notes") / "game.jsonl"
    assert gridgames(path.parent, *POWER, "--save", path, typed=["pass", "q"]).exit_code == 0
    return path


def with_note(begun, tmp_path, note):
    path = tmp_path / "game.jsonl"
    path.write_text(begun.read_text("utf-8") + json.dumps({"note": note}) + "\n", "utf-8")
    return path


def test_a_save_of_version_1_goes_on_without_notes(begun, tmp_path):
    path = tmp_path / "game.jsonl"
    header, *lines = lines_of(begun)
    kept = [header | {"version": 1}, *(line for line in lines if "note" not in line)]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in kept), encoding="utf-8")
    done = gridgames(tmp_path, "resume", path, "--plain", typed=["limit all 3", "1", "1", "q"])
    assert done.exit_code == 0, done.output
    found = lines_of(path)
    assert len(found) > len(kept)
    assert found[: len(kept)] == kept
    assert not any("note" in line for line in found)
    assert replayed(path).difference is None


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
def test_what_is_no_reason_that_can_be_told_is_skipped(note, begun, tmp_path):
    assert to_reason(note) is None
    path = with_note(begun, tmp_path, note)
    assert replayed(path).difference is None
    assert len(Save(path).read().moves) == len(Save(begun).read().moves)


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
def test_orders_of_a_stranger_do_nothing_by_themselves(orders, begun, tmp_path):
    save = Save(with_note(begun, tmp_path, {"orders": orders}))
    session = save.read()
    assert session.orders() == []
    assert session.waits_for_human
    assert save.failed_orders
    told = gridgames(tmp_path, "resume", save.path, "--plain", typed=["q"])
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
        ([AGREED | {"agreed": 9}], False),
        ([AGREED | {"agreed": {"buy coal 2": "9"}}], False),
        ([AGREED | {"agreed": {"buy coal 2": -1}}], False),
        ([AGREED | {"agreed": {"open 99 9": 1}}], False),
        ([AGREED | {"agreed": {"": 1}}], False),
    ],
)
def test_what_was_agreed_is_restored_or_told_once(begun, tmp_path, committed, is_restored):
    save = Save(with_note(begun, tmp_path, {"orders": COAL, "committed": committed}))
    session = save.read()
    assert list(session.standing[0].to_commands(session.state)) == ["plan buy coal 2"]
    assert session.orders() == (["buy coal 2 for 9"] if is_restored else [])
    assert bool(save.failed_orders) != is_restored
