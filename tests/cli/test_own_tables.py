"""Maps and tables of the user: drawn, exported, and carried in records; stories are transcripts."""

import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from eletrika.ruleset import Ruleset
from eletrika.scoring_table import load_scoring, shipped_scoring
from eletrika.tile_set import load_tiles, shipped_tiles
from gridgames.games.registry import Choice
from gridgames.screen.play import GameApp
from gridgames.wings.powergrid.companion.map_table import template
from gridgames.wings.powergrid.screen.map_layout import REGION_COLOURS, layout
from plain_games import gridgames
from powergrid import map_from_table
from powergrid.board import board
from powergrid.custom_maps import MOST_CITIES
from powergrid.tables import COLOURS
from screens import advanced, driven, shown, until

EXAMPLE = Path(__file__).parents[2] / "examples" / "nordeste.toml"
SHIPPED = Path(__file__).parents[2] / "packages/eletrika/eletrika/data/tiles.toml"


def test_a_map_is_played_on_the_full_screen() -> None:
    session = advanced("powergrid", 24, Choice("powergrid", flags={"map_file": EXAMPLE}))
    app: Any = GameApp(session, None, pause=0)

    async def script(pilot: Any) -> None:
        await until(pilot, "F1")
        await pilot.press("down", "right")
        await pilot.pause()
        assert any(name in shown(app) for name in ("Reci", "Salv", "Tere", "Fort"))

    driven(app, script, (80, 24))


def test_every_colour_of_a_region_can_be_drawn() -> None:
    assert sorted(COLOURS) == sorted(REGION_COLOURS)


def test_as_many_cities_as_a_map_may_have_find_room_in_the_smallest_terminal() -> None:
    names = [f"Town {chr(65 + n // 26)}{chr(97 + n % 26)}" for n in range(MOST_CITIES)]
    places = [divmod(37 * number % MOST_CITIES, 7) for number in range(MOST_CITIES)]
    cities = [
        {"name": name, "region": "abc"[number * 3 // MOST_CITIES], "lon": x, "lat": y}
        for number, (name, (x, y)) in enumerate(zip(names, places, strict=True))
    ]
    links = [[one, other, 5] for one, other in pairwise(names)]
    regions: dict[str, Any] = {region: {} for region in "abc"}
    own = {"name": "Full", "regions": regions, "cities": cities, "connections": links}
    plan = layout(board(map_from_table(own), "classic", ("a", "b", "c")), 40, 17)
    assert len(plan.spots) == MOST_CITIES


def test_unusual_names_are_drawn_exported_and_typed(tmp_path: Path) -> None:
    file, names = tmp_path / "own.toml", {"Alder": "A&B’s 1", "Ash": "Омск", "Oak": "Paris 2"}
    text = template()
    for old, new in names.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    file.write_text(text, "utf-8")
    position = tmp_path / "table.txt"
    table = 'powergrid classic "Grove"\nphase building\nA: cities Paris 2\nB:\nC: cities омск\n'
    position.write_text(table, "utf-8")
    record, named = tmp_path / "game.jsonl", ("--map-file", file)
    seats = ("--seats", "A=human,B=human,C=human", "--seed", "1", *named, "--save", record)
    typed = ["plan build a&bs 1", "build A&B’s 1", "quit"]
    done = gridgames(
        tmp_path, "play", "powergrid", "--plain", "--position", position, *seats, typed=typed
    )
    assert "Not understood" not in done.output
    assert done.output.count("A&B’s 1") > 2
    asked = gridgames(tmp_path, "powergrid", "cost", position, "A&B's", "1", "Elm", *named)
    assert "A&B’s 1" in asked.stdout
    for suffix in ("svg", "html"):
        done = gridgames(tmp_path, "export", record, "-o", tmp_path / f"own.{suffix}")
        assert done.exit_code == 0, done.output
    written = ElementTree.parse(tmp_path / "own.svg").getroot()
    assert {*names.values()} <= {"".join(one.itertext()) for one in written.iter()}
    page = (tmp_path / "own.html").read_text("utf-8")
    assert "A&amp;B’s 1" in page
    assert "A&B" not in re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)


@pytest.fixture
def tables(tmp_path: Path) -> dict[str, Path]:
    """A box whose first two plain tiles are swapped, and points for it."""
    text = SHIPPED.read_text(encoding="utf-8")
    first, second = re.findall(r"edges *= *\"([^\"]+)\"", text)[5:7]
    text = text.replace(first, "?").replace(second, first).replace("?", second)
    found = {"tiles": tmp_path / "my box.toml", "scoring": tmp_path / "points.toml"}
    found["tiles"].write_text(text, encoding="utf-8")
    found["scoring"].write_text("[set.equal]\n3 = 9\n", encoding="utf-8")
    return found


def test_a_record_carries_the_tables_with_their_digests_and_doubts(tables) -> None:
    header = Choice("eletrika", (), tables).ruleset()
    for name in tables:
        text = json.dumps(header[name]["table"], sort_keys=True, separators=(",", ":"))
        assert header[name]["digest"] == f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
    ruleset = Ruleset.from_json(header)
    tiles, scoring = load_tiles(tables["tiles"]), load_scoring(tables["scoring"])
    assert (ruleset.tiles.tiles, ruleset.tiles.forests) == (tiles.tiles, tiles.forests)
    assert (ruleset.tiles.caveat, ruleset.scoring.caveats) == (tiles.caveat, scoring.caveats)
    assert (ruleset.scoring.equal[3], shipped_scoring().equal[3]) == (9, 4)
    assert Ruleset.from_json(ruleset.to_json()).to_json() == ruleset.to_json()
    assert Ruleset().to_json()["tiles"] == "reconstructed"


def test_a_template_is_the_shipped_table(tmp_path: Path) -> None:
    assert gridgames(tmp_path, "eletrika", "tiles", "init", tmp_path / "t.toml").exit_code == 0
    assert load_tiles(tmp_path / "t.toml").tiles == shipped_tiles().tiles
    lines = (tmp_path / "t.toml").read_text(encoding="utf-8").splitlines()
    assert all(len(line) <= 80 for line in lines[:20])
    assert all(len(line) <= 90 for line in template().splitlines())


def test_a_table_that_no_header_can_hold_is_refused_before_the_game(tables, tmp_path) -> None:
    text = tables["tiles"].read_text(encoding="utf-8")
    tables["tiles"].write_text(text.replace('name = "', f'name = "{"a" * 200_000}', 1), "utf-8")
    done = gridgames(tmp_path, "new", "eletrika", "--tiles", tables["tiles"])
    told = gridgames(tmp_path, "play", "eletrika", "--plain", "--tiles", tables["tiles"])
    for one in (done, told):
        assert one.exit_code == 2
        assert "that a record can carry" in " ".join(one.stderr.split())
