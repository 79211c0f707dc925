"""Maps and tables of the user: drawn, exported, and carried in records; stories are transcripts."""

from itertools import pairwise
from pathlib import Path
from typing import Any

from eletrika.tile_set import load_tiles, shipped_tiles
from gridgames.wings.powergrid.companion.maps import template
from gridgames.wings.powergrid.screen.map_layout import layout
from plain_games import gridgames
from powergrid import map_from_table
from powergrid.board import board
from powergrid.custom_maps import MOST_CITIES
from powergrid.tables import COLOURS

SHIPPED = Path(__file__).parents[2] / "packages/eletrika/eletrika/data/tiles.toml"


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


def test_a_template_is_the_shipped_table(tmp_path: Path) -> None:
    assert gridgames(tmp_path, "eletrika", "tiles", "init", tmp_path / "t.toml").exit_code == 0
    assert load_tiles(tmp_path / "t.toml").tiles == shipped_tiles().tiles
    lines = (tmp_path / "t.toml").read_text(encoding="utf-8").splitlines()
    assert all(len(line) <= 80 for line in lines[:20])
    assert all(len(line) <= 90 for line in template().splitlines())
    assert all(colour in template() for colour in COLOURS)


def test_a_table_that_no_header_can_hold_is_refused_before_the_game(tmp_path: Path) -> None:
    table, text = tmp_path / "my box.toml", SHIPPED.read_text(encoding="utf-8")
    table.write_text(text.replace('name = "', f'name = "{"a" * 200_000}', 1), "utf-8")
    done = gridgames(tmp_path, "new", "eletrika", "--tiles", table)
    told = gridgames(tmp_path, "play", "eletrika", "--plain", "--tiles", table)
    for one in (done, told):
        assert one.exit_code == 2
        assert "that a record can carry" in " ".join(one.stderr.split())
