"""The board of Eletrika as hexagons: stamps, letters without colour, lights, and few colours."""

from collections import Counter
from typing import Any

import pytest
from rich._palettes import STANDARD_PALETTE

from eletrika.actions import Build
from eletrika.game import apply
from eletrika.tables import COLOUR_NAMES, FORESTS, KINDS
from eletrika.tile_set import shipped_tiles
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.few_colours import of_sixteen
from gridgames.terminal.canvas import GROUND, Colour, mix
from gridgames.wings.eletrika.screen.board import BoardScene, Piece, draw, land_colour, piece_text
from gridgames.wings.eletrika.screen.hex_sprites import DOTS, SIZES, HexSprite, around
from gridgames.wings.eletrika.screen.piece_styles import piece_style
from gridgames.wings.eletrika.screen.table import GameTable as EletrikaTable
from screens import advanced, driven, laid, until

STAMPS = pytest.mark.parametrize("stamp", SIZES)
ALL_STAMPS = pytest.mark.parametrize("stamp", [*SIZES, *DOTS])
CELLS = [(q, r) for q in range(-4, 5) for r in range(-4, 5)]


@ALL_STAMPS
def test_every_pixel_is_covered_once_and_belongs_to_the_cell_that_covers_it(
    stamp: HexSprite,
) -> None:
    covered = {}
    for cell in CELLS:
        left, top = stamp.corner(cell)
        for x, y in stamp.pixels():
            assert (left + x, top + y) not in covered
            covered[left + x, top + y] = cell
    for (x, y), cell in covered.items():
        assert stamp.cell(x, y) == cell
    # A hole would be a pixel whose cell was drawn and that nothing covers.
    left, top, right, bottom = stamp.box(CELLS)
    for x in range(left, right):
        for y in range(top, bottom):
            assert ((x, y) in covered) == (stamp.cell(x, y) in CELLS)


@STAMPS
def test_the_wedges_are_six_of_about_the_same_size(stamp: HexSprite) -> None:
    edges = [edge for row in stamp.wedges for edge in row]
    sizes = [edges.count(edge) for edge in range(6)]
    assert min(sizes) >= stamp.width * stamp.step / 6 * 0.75, sizes
    middle = stamp.wedges[stamp.height // 2]
    assert (middle[-1], middle[0]) == (0, 3)
    assert {stamp.wedges[0][0], stamp.wedges[0][-1]} == {4, 5}
    assert {stamp.wedges[-1][0], stamp.wedges[-1][-1]} == {1, 2}


TILES = shipped_tiles()
SCENE = BoardScene(
    TILES,
    {(0, 0): "r.....", (1, 0): "t..r.p", (0, 1): "lll.ss"},
    {(1, 0): Piece(1, True, 2, 2), (0, 1): Piece(0, False)},
    {(1, 0): (0, 2)},
    spots={(2, 0): True, (-1, 0): False},
    beside={(2, 0), (-1, 0), (0, -1)},
    ghost=None,
    cursor=(0, 1),
)


def _tiles(size: HexSprite) -> list[str]:
    lines = draw(SCENE, around(size, SCENE.cells)).lines
    return ["".join(part for part, _ in line) for line in lines]


@pytest.mark.parametrize("size", SIZES)
def test_glyphs_and_letters_say_everything(size: HexSprite) -> None:
    text = "\n".join(_tiles(size))
    for sign in ("[T]■2", "(U)", "*○2", "fits", "turn", "▶", "◀"):
        assert sign in text
    assert text.count("l") >= 3, "the lake"
    assert text.count("p") >= 1, "the forest of the Pole"


def test_a_lit_structure_differs_from_a_dark_one_without_colour() -> None:
    assert piece_text(Piece(4, True, 0, 1)) == "[C]○"
    assert piece_text(Piece(4, False, 0, 1)) == "(C)○"
    assert piece_text(Piece(3, False)) == "(P)"


def _text(lines):
    return "\n".join("".join(part for part, _ in line) for line in lines)


def _drawn(shown, size):
    scene = shown.scene()
    return draw(scene, around(size, scene.cells))


@pytest.fixture
def shown() -> EletrikaTable:
    """A board on which a Plant would light nine structures."""
    session = advanced("eletrika", 28)
    table = laid(session)
    assert isinstance(table, EletrikaTable)
    table.look(session.state)
    return table


def _sites(shown: EletrikaTable) -> dict[Build, frozenset]:
    found = {}
    for action in shown.offers:
        if isinstance(action, Build):
            lit = apply(shown.state, action).lit - shown.state.lit
            found[action] = lit
    return found


@pytest.mark.rule("EL-NRG-01")
def test_a_site_tells_how_much_it_lights_and_only_such_a_site(shown) -> None:
    sites = _sites(shown)
    lights = {action for action, lit in sites.items() if lit}
    assert lights
    assert lights != set(sites)
    notes = shown.scene().notes
    for action, lit in sites.items():
        if lit:
            assert notes[action.at] == f"{KINDS[action.kind]}+{len(lit)}"
        elif action.at not in {one.at for one in lights}:
            assert "+" not in notes[action.at]
    assert shown.scene().bright == {action.at for action in lights}


@pytest.mark.rule("EL-NRG-01")
@pytest.mark.parametrize("size", SIZES)
def test_the_cursor_shows_what_would_be_lit(shown, size) -> None:
    action, lit = max(_sites(shown).items(), key=lambda item: len(item[1]))
    shown.cursor = shown.state.source
    assert shown.scene().woken == frozenset()
    assert "{" not in _text(_drawn(shown, size).lines)
    shown.show(action)
    assert shown.scene().woken == lit
    drawn = _text(_drawn(shown, size).lines)
    assert drawn.count("{") == len(lit - {action.at}), "the structure itself is not there yet"
    assert f"lights {len(lit)}:" in _text(shown.choice_lines(40))
    assert shown.state.lit.isdisjoint(lit), "looking changes nothing"


@pytest.mark.rule("EL-SETUP-01")
def test_colours_agree_with_their_names() -> None:
    def parts(seat: int) -> tuple[list[int], list[int]]:
        ink, _, ground = piece_style(seat).removeprefix("bold ").partition(" on ")
        both = (ink, ground or "#10141a")
        found = [[int(code[at : at + 2], 16) for at in (1, 3, 5)] for code in both]
        return found[0], found[1]

    for seat, name in enumerate(COLOUR_NAMES):
        ink, ground = parts(seat)
        assert abs(sum(ink) - sum(ground)) > 250, "it can be read"
        if name == "White":
            assert min(ink) > 200
        elif name == "Black":
            assert max(ink) < 40 < min(ground)
        else:
            assert max(range(3), key=lambda part: ink[part]) == ("Red", "Green").index(name)
    assert laid(advanced("eletrika", 0)).name(1)[0][1] == piece_style(1)


SHADES = range(0, 256, 15)


def test_kinds_of_land_differ_in_sixteen_colours() -> None:
    tiles = shipped_tiles()
    lands = [mix(land_colour(letter, tiles), GROUND, 0.22) for letter in (*FORESTS, "r", "l", ".")]
    shown = {of_sixteen(land) for land in lands}
    assert len(shown) == len(lands)
    greys = [one for one in shown if max(one) == min(one)]
    assert len(greys) == 2, "fields and grey forests"
    assert all(STANDARD_PALETTE.match(one) is not None for one in shown)
    known = {STANDARD_PALETTE[number] for number in range(16)}
    assert {of_sixteen((r, g, b)) for r in SHADES for g in SHADES for b in SHADES} <= known


@pytest.mark.parametrize("terminal", ["screen", "linux", "xterm"])
def test_a_board_is_not_grey_in_sixteen_colours(
    terminal: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", terminal)
    app = GameApp(advanced("eletrika", 40), None, pause=0)
    assert app.console.color_system == "standard"
    found: Counter[Colour] = Counter()

    async def script(pilot: Any) -> None:
        await until(pilot, "F1")
        for strip in app.screen._compositor.render_strips():
            for segment in strip.apply_filter(app._filters[-1], app.screen.background_colors[0]):
                style = segment.style
                ground = style.bgcolor.triplet if style and style.bgcolor else None
                if ground:
                    found[tuple(ground)] += len(segment.text)

    driven(app, script, (120, 40), is_painted=True)
    coloured = {colour: number for colour, number in found.items() if len(set(colour)) > 1}
    assert len(coloured) >= 6, "hues"
    assert sum(coloured.values()) > 2 * found[85, 85, 85], "not grey"
