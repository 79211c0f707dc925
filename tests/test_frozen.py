"""What was saved once still opens: records and saves of earlier programs, as they were made.

An archive has a record for each value of each option, cut where another value would show, whole
games, set-ups given in part, saves at several stages, and tables of the user; ``contents.json``
says where each ends. It is never made anew: a test that fails here tells that the program no longer
reads what its users have.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gridcommon.records import VERSIONS
from gridgames.show.registry import game_of
from gridgames.table.record_files import replayed
from gridgames.table.saves.saves import Save
from plain_games import gridgames

FROZEN = Path(__file__).parent / "frozen"
ARCHIVES = sorted(FROZEN.glob("*.zip"))
LEAST = {"version-1": 100, "version-2": 16}  # files; folder names are those of the archives
TABLES = {"tiles": Path("box.toml"), "scoring": Path("points.toml")}


@pytest.fixture(scope="module", params=ARCHIVES, ids=lambda path: path.stem)
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive, unpacked."""
    unpacked = tmp_path_factory.mktemp("frozen") / request.param.stem
    with zipfile.ZipFile(request.param) as archive:
        archive.extractall(unpacked)
    return unpacked


@pytest.fixture
def contents(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What its program said of an archive."""
    monkeypatch.chdir(folder)
    found: dict[str, Any] = json.loads((folder / "contents.json").read_text(encoding="utf-8"))
    return found


def tables_for(name: str) -> dict[str, Path]:
    """Return the tables of the user that a record of version 1 names, which are never opened."""
    return TABLES if "tables" in name or "source_in_38 false" in name else {}


def header(name: str) -> dict[str, Any]:
    with open(name, encoding="utf-8") as file:
        line: dict[str, Any] = json.loads(file.readline())
    return line


def test_each_version_of_a_record_has_its_lines_in_an_archive():
    """``VERSIONS`` has all that were ever written: none may go, and a new one needs an archive."""
    found: dict[int, set[str]] = {}
    for archive in ARCHIVES:
        with zipfile.ZipFile(archive) as opened:
            for name in opened.namelist():
                if name.endswith(".jsonl"):
                    first, *lines = opened.read(name).decode().splitlines()
                    kinds = found.setdefault(json.loads(first)["version"], set())
                    kinds.update(line.split('"')[1] for line in lines if line.endswith("}"))
    assert found.keys() == set(VERSIONS)
    assert found[1] == {"seat", "check", "result"}
    assert found[2] == {"seat", "check", "result", "note", "reveal", "set"}


def test_each_record_still_leads_where_it_led_and_each_save_opens(contents, folder):
    assert len(contents["files"]) >= LEAST[folder.stem]
    assert sum("/save" in name for name in contents["files"]) > 10
    for name, told in contents["files"].items():
        found: Any = None
        if "cut off" not in name:
            found = replayed(Path(name), tables=tables_for(name))
            assert found.difference is None, (name, str(found.difference))
            assert (found.actions, found.checks, found.has_result) == (
                *(told[one] for one in ("actions", "checks", "finished")),
            ), name
        if "/save" in name:
            save = Save(Path(name), tables_for(name))
            found = save.read()
            assert (len(found.moves), save.has_dropped) == (told["actions"], "cut off" in name)
        facts = found.game.facts(found.state)
        assert {key: facts[key] for key in told["end"]} == told["end"], name


def test_each_value_of_each_option_of_that_time_is_in_a_record(contents):
    """And is one still: an option may get new values and new ones may join, none may go."""
    seen = {
        (one["game"], option, json.dumps(value))
        for one in map(header, contents["files"])
        for option, value in one["ruleset"].get("options", {}).items()
    }
    for game, options in contents["options"].items():
        for option, values in options.items():
            known = game_of(game).OPTIONS[option]
            for value in values:
                assert json.dumps(known.to_json(known.from_json(value))) == json.dumps(value)
                assert (game, option, json.dumps(value)) in seen


def test_the_commands_read_them(contents, tmp_path):
    some = [name for name in contents["files"] if "seed only" in name or "tables" in name][::3]
    given = [word for name, file in TABLES.items() for word in (f"--{name}", file)]
    done = gridgames(tmp_path, "verify", *some, *given)
    assert done.exit_code == 0, done.stderr
    for game in contents["options"]:
        save = f"{game}/save middle.jsonl"
        assert gridgames(tmp_path, game, "show", save).exit_code == 0
        kept = Path(save).read_bytes()
        own = tmp_path / Path(save).name
        for cut in ("middle", "cut off"):
            own.write_bytes(Path(f"{game}/save {cut}.jsonl").read_bytes())
            done = gridgames(tmp_path, "resume", own, "--plain", typed="state\nq\n")
            assert done.exit_code == 0, done.stderr
            lines = contents["files"][f"{game}/save {cut}.jsonl"]["actions"] + 1
            assert kept.splitlines()[:lines] == own.read_bytes().splitlines()[:lines]
