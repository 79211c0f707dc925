"""The positions of comparison rows, side by side: made by the engines, and what decides marked."""

import pytest
from typer.testing import CliRunner

from gridgames.app import app
from gridgames.commands.site.comparisons import comparison_pages
from gridgames.comparison.pictures import scenes
from gridgames.comparison.sides import parse_sides, standard
from gridgames.comparison.topics import compared, topics

SIDES = parse_sides(standard())
# Networks of Eletrika without places, and a rule about money alone
NOTHING_TO_SHOW = {"power.dead_end", "power.inner", "income.extra"}


@pytest.fixture(scope="module")
def parts():
    return [compared(topic, SIDES) for topic in topics().values()]


def test_every_row_that_was_played_has_its_positions_with_what_the_engine_computed(parts):
    drawn = [(row, found) for part in parts for row in part.rows if (found := scenes(row))]
    played = [row for part in parts for row in part.rows if row.first_played]
    assert len(drawn) >= 18
    assert {row.key for row in played} - {row.key for row, _ in drawn} <= NOTHING_TO_SHOW
    for row, found in drawn:
        texts = {cell.head: cell.run.text for cell in row.all_cells}
        for scene in found:
            for heads, one in scene:
                assert one.refused or one.claim, row.key
                for head in heads:  # the caption's claim is what this side computed
                    assert all(claim in texts[head] for claim in one.claim.split("; ")), row.key


def test_what_decides_is_marked_on_the_board(parts):
    rows = {row.key: row for part in parts for row in part.rows}
    [[(heads, own), (others, other)], *_] = scenes(rows["setup.map"])
    assert "Power Grid Recharged" in heads
    assert others == ["Power Grid Classic"]
    names = {target.name for target in targets(own)}
    assert any("Mainz" in name for name in names)
    assert not any("Wiesbaden" in name for name in names)
    assert any("Wiesbaden" in target.name for target in targets(other))
    [[(heads, own), (others, other)], *_] = scenes(rows["connecting.cost"])
    assert "closed" in other.claim
    assert "17" in own.claim
    assert {target.place for target in targets(own)} == {target.place for target in targets(other)}


def targets(one) -> list:
    layers = one.face.board_layers(one.before, one.names, one.wanted)
    return list(layers.targets)


def test_the_pages_show_them_side_by_side(parts):
    pages = dict(comparison_pages([part for part in parts if part.key in ("setup", "options")]))
    setup = pages["compare/setup.md"]
    assert setup.count('<div class="pair">') >= 2
    assert setup.count("<figure") >= 2 * setup.count('<div class="pair">') - 1
    assert 'class="spot"' in setup
    assert "games between bots" in pages["compare/options.md"]


@pytest.mark.parametrize("columns", [78, 79, 80])
def test_in_a_terminal_boards_are_beside_each_other_with_what_decides(monkeypatch, columns):
    sides = ("powergrid:classic", "powergrid:cartel")
    lines = drawn(monkeypatch, columns, "connecting.cost", sides)
    marked = [line.count(">Köln<") for line in lines if ">Köln<" in line]
    assert marked[:2] == ([1, 1] if columns < 79 else [2, 1])  # then a position of one side
    heads = [line for line in lines if "Power Grid Classic   " in line and "│" not in line]
    assert bool(heads) == (columns >= 79)
    assert "> marks the places that decide." in lines


def test_a_board_of_tiles_is_beside_a_map(monkeypatch):
    lines = drawn(monkeypatch, 80, "blocking.taken", ("eletrika", "powergrid:classic"))
    assert any("> (T) <" in line and "▀" in line for line in lines)


def drawn(monkeypatch, columns: int, row: str, sides: tuple[str, ...]) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    words = [
        "compare",
        row.partition(".")[0],
        "--rows",
        row,
        "--between",
        *sides,
        "--run",
        "--draw",
    ]
    lines = CliRunner().invoke(app, words).stdout.splitlines()
    assert max(map(len, lines)) <= columns
    return lines
