"""Records carry the tables of the user, and what a record calls a file is never opened."""

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from gridgames.games.registry import Choice
from gridgames.saves.saves import Save
from plain_games import gridgames, process, recorded_actions

GAME = ("play", "eletrika", "--plain", "--seats", "Ana=human,Bia=human", "--seed", "3")
READERS = (
    ("verify",),
    ("resume",),
    ("replay", "--all"),
    ("eletrika", "show"),
    ("compare",),
)
SHIPPED = Path(__file__).parents[2] / "packages" / "eletrika" / "eletrika" / "data"


@pytest.fixture
def tables(tmp_path: Path) -> dict[str, Path]:
    """A box whose first two plain tiles are swapped, and points for it."""
    text = (SHIPPED / "tiles.toml").read_text(encoding="utf-8")
    first, second = re.findall(r"edges *= *\"([^\"]+)\"", text)[5:7]
    text = text.replace(first, "?").replace(second, first).replace("?", second)
    found = {"tiles": tmp_path / "my box.toml", "scoring": tmp_path / "points.toml"}
    found["tiles"].write_text(text, encoding="utf-8")
    found["scoring"].write_text("[set.equal]\n3 = 9\n", encoding="utf-8")
    return found


def options(tables: dict[str, Path]) -> list[object]:
    return [word for name, file in tables.items() for word in (f"--{name}", file)]


def header_of(path: Path) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    return line


def rewritten(path: Path, **changed: object) -> Path:
    """Write a record again with some keys of its header changed."""
    first, *rest = path.read_text(encoding="utf-8").splitlines()
    lines = [json.dumps(json.loads(first) | changed), *rest]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def old(path: Path, named: object = "box.toml", key: str = "tiles") -> Path:
    """Make a record into one of version 1 that names a file in the place of a table."""
    ruleset = {"options": {}, "tiles": "reconstructed", "scoring": "reconstructed", key: str(named)}
    return rewritten(path, version=1, ruleset=ruleset)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A saved game with the tables that are shipped."""
    path = tmp_path / "game.jsonl"
    assert gridgames(tmp_path, *GAME, "--save", path, typed="1\n1\n1\nq\n").exit_code == 0
    return path


def one_line(text: str) -> str:
    return " ".join(text.split())


# Tables that are carried


def test_a_game_with_tables_of_the_user_goes_on_without_them(tables, tmp_path, monkeypatch):
    path = tmp_path / "game.jsonl"
    done = gridgames(tmp_path, *GAME, *options(tables), "--save", path, typed="1\n1\n1\nq\n")
    assert done.exit_code == 0, done.output
    header = header_of(path)
    assert header["version"] == 2
    for name, one in header["ruleset"].items():
        if name != "options":
            text = json.dumps(one["table"], sort_keys=True, separators=(",", ":"))
            assert one["digest"] == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    assert header["ruleset"]["scoring"]["table"]["set"]["equal"]["3"] == 9
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for file in tables.values():
        file.unlink()
    before = len(recorded_actions(path))
    done = gridgames(tmp_path, "resume", path, typed="1\n1\n1\nq\n")
    assert done.exit_code == 0, done.output
    assert len(recorded_actions(path)) > before
    for words in READERS:
        assert gridgames(tmp_path, *words, path).exit_code == 0, words
    assert Save(path).read().state.ruleset.scoring.equal[3] == 9


def test_every_command_that_begins_a_game_writes_the_table(tables, tmp_path):
    shown = gridgames(tmp_path, "new", "eletrika", *options(tables), "--json")
    header = json.loads(shown.stdout)["header"]
    words = ("simulate", "eletrika", "--seats", "random,random", "--games", 1, "--seed", 5)
    done = gridgames(tmp_path, *words, *options(tables), "--records", tmp_path)
    assert done.exit_code == 0, done.output
    written = header_of(tmp_path / "eletrika-5.jsonl")
    assert written["ruleset"] == header["ruleset"]
    assert written["version"] == header["version"] == 2
    assert gridgames(tmp_path, "verify", tmp_path / "eletrika-5.jsonl").exit_code == 0


def test_how_sure_a_table_is_goes_with_it(tables):
    from eletrika.ruleset import Ruleset
    from eletrika.scoring_table import load_scoring
    from eletrika.tile_set import load_tiles

    ruleset = Ruleset.from_json(Choice("eletrika", (), tables).ruleset())
    tiles, scoring = load_tiles(tables["tiles"]), load_scoring(tables["scoring"])
    assert ruleset.tiles.tiles == tiles.tiles
    assert ruleset.tiles.forests == tiles.forests
    assert ruleset.tiles.caveat == tiles.caveat
    assert ruleset.scoring.equal == scoring.equal
    assert ruleset.scoring.caveats == scoring.caveats
    assert Ruleset.from_json(ruleset.to_json()).to_json() == ruleset.to_json()
    assert Ruleset().to_json()["tiles"] == "reconstructed"


def test_a_table_that_was_changed_is_told_by_its_digest(tables, tmp_path, save):
    ruleset = Choice("eletrika", (), tables).ruleset()
    ruleset["scoring"]["table"]["set"]["equal"]["3"] = 10
    rewritten(save, version=2, ruleset=ruleset)
    for words in READERS:
        done = gridgames(tmp_path, *words, save)
        assert done.exit_code == 2, words
        assert "line 1, key 'ruleset.scoring.digest'" in one_line(done.stderr), words


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ({}, "ruleset.tiles.digest"),
        ({"digest": "sha256:0"}, "ruleset.tiles.table"),
        ({"digest": "sha256:0", "table": []}, "ruleset.tiles.table"),
        ({"digest": "sha256:0", "table": {}, "more": 1}, "ruleset.tiles.more"),
        ([], "ruleset.tiles"),
        (7, "ruleset.tiles"),
    ],
)
def test_what_is_no_table_is_refused(table, key, tmp_path, save):
    ruleset = {"options": {}, "tiles": table, "scoring": "reconstructed"}
    done = gridgames(tmp_path, "verify", rewritten(save, version=2, ruleset=ruleset))
    assert done.exit_code == 2
    assert f"line 1, key '{key}'" in one_line(done.stderr)


def test_a_bad_table_with_its_digest_is_refused_by_its_key(tables, tmp_path, save):
    ruleset = Choice("eletrika", (), tables).ruleset()
    table = ruleset["tiles"]["table"]
    table["tile"][4]["edges"] = "rrrrrx"
    text = json.dumps(table, sort_keys=True, separators=(",", ":"))
    ruleset["tiles"]["digest"] = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    done = gridgames(tmp_path, "verify", rewritten(save, version=2, ruleset=ruleset))
    assert done.exit_code == 2
    assert "line 1, key 'ruleset.tiles.table.tile 4.edges'" in one_line(done.stderr)


def test_a_table_that_no_header_can_hold_is_refused_before_the_game(tables, tmp_path):
    text = tables["tiles"].read_text(encoding="utf-8")
    name = re.search(r"name *= *\"", text)
    assert name is not None
    tables["tiles"].write_text(
        text[: name.end()] + "a" * 200_000 + text[name.end() :], encoding="utf-8"
    )
    done = gridgames(tmp_path, *GAME, *options(tables), typed="q\n")
    assert done.exit_code == 2
    assert "that a record can carry" in one_line(done.stderr)


def test_a_table_that_no_game_can_be_played_with_is_named(tables, tmp_path):
    box = tmp_path / "more.toml"
    more = '[[tile]]\nedges = "rrr.cc"\n'
    text = tables["tiles"].read_text(encoding="utf-8")
    box.write_text(text.replace("tile_count = 38", "tile_count = 39") + more, encoding="utf-8")
    given = ("--tiles", box, "--option", "source_in_38=true")
    wire = tmp_path / "wire.txt"
    wire.write_text("U-T-S-P-C", encoding="utf-8")
    for words in (("new", "eletrika"), (*GAME, "--no-save"), ("eletrika", "check", wire)):
        done = gridgames(tmp_path, *words, *given)
        assert done.exit_code == 2, (words, done.output)
        told = "".join(done.stderr.split())
        assert f"{box},key'ruleset.tiles':EL-COMP-01:" in told, words


# Files that are only named


def test_a_named_file_is_opened_only_when_the_user_names_it(tables, tmp_path, save, monkeypatch):
    named = Choice("eletrika", (), tables).ruleset()["scoring"]
    old(save, tables["scoring"].name, "scoring")
    monkeypatch.chdir(tmp_path)  # where it would be found
    for words in READERS:
        done = gridgames(tmp_path, *words, save)
        assert done.exit_code == 2, words
        told = one_line(done.stderr)
        assert "line 1, key 'ruleset.scoring'" in told, words
        assert "'points.toml', which is not opened; give it with --scoring FILE" in told, words
        done = gridgames(tmp_path, *words, save, "--scoring", tables["scoring"])
        assert done.exit_code == 0, (words, done.output)
    read = Save(save, {"scoring": tables["scoring"]}).read()
    assert read.header.ruleset["scoring"] == named


def test_the_way_to_go_on_names_the_tables_too(tables, tmp_path, save):
    old(save)
    done = gridgames(tmp_path, "resume", save, "--tiles", tables["tiles"], typed="q\n")
    assert done.exit_code == 0, done.output
    command = f"gridgames resume {save} --tiles '{tables['tiles']}'"
    assert command in done.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes as POSIX has them")
@pytest.mark.parametrize("key", ["tiles", "scoring"])
def test_a_pipe_that_a_record_names_is_never_waited_for(key, tmp_path, save):
    """Opening it would wait for ever for somebody to write."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    old(save, pipe, key)
    saves = tmp_path / "gridgames" / "saves"
    saves.mkdir(parents=True)
    (saves / "other.jsonl").write_bytes(save.read_bytes())
    done = process(tmp_path, "verify", save)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    listed = gridgames(tmp_path, "resume")
    assert listed.exit_code == 0
    assert "1  " in listed.stdout
    assert "which is not opened" in one_line(listed.stdout)
    for words in READERS:
        assert gridgames(tmp_path, *words, save).exit_code == 2, words


def test_nothing_of_a_file_that_a_record_names_is_told(tmp_path, save):
    for named in ("/etc/passwd", str(tmp_path / "missing"), "a\nb" * 500, "\0", "\x1b[2J"):
        done = gridgames(tmp_path, "verify", old(save, named))
        assert done.exit_code == 2
        assert "which is not opened" in one_line(done.stderr)
        assert "root:" not in done.output
        assert "\x1b" not in done.output
        assert len(done.output) < 600


# Notes


def test_notes_are_skipped_and_kept(tmp_path, save):
    path = rewritten(save, version=2)
    lines = path.read_text(encoding="utf-8").splitlines()
    note = json.dumps({"note": {"reason": "only to see what comes"}})
    noted = [lines[0], note, *(line for one in lines[1:] for line in (one, note))]
    path.write_text("".join(f"{line}\n" for line in noted), encoding="utf-8")
    actions = recorded_actions(path)
    for words in READERS:
        done = gridgames(tmp_path, *words, path)
        assert done.exit_code == 0, (words, done.output)
    done = gridgames(tmp_path, "resume", path, typed="1\n1\n1\nq\n")
    assert done.exit_code == 0, done.output
    kept = path.read_text(encoding="utf-8").splitlines()
    assert kept[: len(noted)] == noted
    assert len(recorded_actions(path)) > len(actions)
    done = gridgames(tmp_path, "verify", rewritten(path, version=1))
    assert done.exit_code == 2
    assert "line 2, key 'note'" in one_line(done.stderr)


def test_a_later_version_is_not_guessed_at(tmp_path, save):
    rewritten(save, version=3)
    for words in READERS:
        done = gridgames(tmp_path, *words, save)
        assert done.exit_code == 2, words
        told = one_line(done.stderr)
        assert "line 1, key 'version': unknown version 3; the known versions are 1 and 2" in told, (
            words
        )
