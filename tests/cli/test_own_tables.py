"""Maps and tables of the user: drawn, exported, and carried in records; stories are transcripts."""

from pathlib import Path

from eletrika.tile_set import load_tiles, shipped_tiles
from gridgames.wings.powergrid.companion.maps import template
from plain_games import gridgames
from powergrid.tables import COLOURS

SHIPPED = Path(__file__).parents[2] / "packages/eletrika/eletrika/data/tiles.toml"


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
