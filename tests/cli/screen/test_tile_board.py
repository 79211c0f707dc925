"""The board of Eletrika as text: everything can be read without colour."""

import pytest

from eletrika.tile_set import shipped_tiles
from gridgames.wings.eletrika.screen.board import BoardScene, Piece, draw, piece_text
from gridgames.wings.eletrika.screen.hex_sprites import SIZES, HexSprite, around

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


def _text(size: HexSprite) -> list[str]:
    lines = draw(SCENE, around(size, SCENE.cells)).lines
    return ["".join(part for part, _ in line) for line in lines]


@pytest.mark.parametrize("size", SIZES)
def test_glyphs_and_letters_say_everything(size: HexSprite) -> None:
    text = "\n".join(_text(size))
    for sign in ("[T]■2", "(U)", "*○2", "fits", "turn", "▶", "◀"):
        assert sign in text
    assert text.count("l") >= 3, "the lake"
    assert text.count("p") >= 1, "the forest of the Pole"


def test_a_lit_structure_differs_from_a_dark_one_without_colour() -> None:
    assert piece_text(Piece(4, True, 0, 1)) == "[C]○"
    assert piece_text(Piece(4, False, 0, 1)) == "(C)○"
    assert piece_text(Piece(3, False)) == "(P)"
