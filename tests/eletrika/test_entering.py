"""Entering a position: cells told from others, all faults at once, and pictures typed askew."""

import pytest

from eletrika.analysis import analyse
from eletrika.network_layout import laid_position
from eletrika.notation import parse_full, parse_picture, parse_position, parse_wire
from eletrika.pieces import MOST_FAULTS
from eletrika.ruleset import Ruleset
from eletrika.tile_set import shipped_tiles
from gridcommon.errors import NotationError, NotationErrors

TILES = shipped_tiles()
PORTUGUESE = {"l": "e", "so": "sw", "de": "of", "fonte": "src", "vermelho": "red", "vez": "turn"}


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        ("E ?", (3, -1)),
        ("sw SW ?", (0, 1)),
        ("NE of A ?", (3, -3)),
        ("NW E of a ?", (3, -3)),
        ("W of 0,7 ?", (-1, 7)),
        ("B = SE of A ?", (2, -1)),
    ],
)
def test_a_cell_is_told_from_another(line: str, cell: tuple[int, int]) -> None:
    text = f"A=2,-2 src\n# between\n2,-1 ?\n{line}".replace("2,-1 ?\nB", "B")
    assert list(parse_full(text, TILES).tiles)[-1] == cell


def test_a_walk_goes_on_from_the_line_above_and_ends_where_it_began() -> None:
    text = "5,5 src\nE 1\nSW 2\nW 3\nNW 4\nNE 5\nhand W3\nE E 6/2 Tred2 *white1\nW of 4,5 7"
    told = parse_full(text, TILES)
    assert [land.tile for land in told.tiles.values()] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert list(told.tiles)[1:6] == [(6, 5), (5, 6), (4, 6), (4, 5), (5, 4)]
    assert told == parse_full(text.replace("E E 6", "7,4 6"), TILES)


def test_words_of_another_language_tell_the_same() -> None:
    assert parse_full(
        "A=0,0 fonte\nL de A 13 T:vermelho2\nSO ? *Vermelho1\nvez vermelho", TILES, PORTUGUESE
    ) == parse_full("A=0,0 src\nE of A 13 T:R2\nSW ? *R1\nturn R", TILES)


def test_there_is_an_end_to_faults() -> None:
    with pytest.raises(NotationErrors) as caught:
        parse_position("0,0 ?" + " X" * 90, TILES)
    assert len([*caught.value.each()]) == MOST_FAULTS


def test_a_token_between_two_tiles_is_told_with_both_of_them() -> None:
    with pytest.raises(NotationError) as caught:
        parse_picture("U   T\n   S   P\n")
    assert not isinstance(caught.value, NotationErrors)  # the rest of the row is astray by as much
    assert "at column 3 it would lie on 0,1 (below U and T)" in caught.value.message
    assert "at column 7 on 1,1 (below T)" in caught.value.message


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            "U   T\n                  S   P",
            2,
            "S' lies on 4,1; with 12 spaces less before it, on 1,1",
        ),
        ("        U   T\n  S", 2, "'S' lies on -2,1; with 4 spaces more before it, on -1,1"),
        ("U   T\n\nS", 3, "the empty line"),
    ],
)
def test_a_row_that_touches_nothing_is_remarked_on(text: str, line: int, said: str) -> None:
    (remark,) = parse_picture(text).remarks
    assert remark.line == line
    assert said in remark.message
    assert parse_picture("U   T\n  S").remarks == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("U-Tr2-S", "'Tr2' is a name here, not two pawns"),
        ("U-T-S-Pr-C;\nPr-Pw2", "with two pawns it is Pw+"),
        ("U-Tr1-Tr2-S", None),
        ("U-Tw1-Tr2-S", None),
        ("U-T2-S", None),
        ("U-Tr2+-S", None),
        ("U-Tr3-S", None),
    ],
)
def test_a_number_that_looks_like_two_pawns_is_remarked_on(text: str, said: str | None) -> None:
    network = parse_wire(text)
    assert len(network.remarks) == (said is not None)
    for remark in network.remarks:
        assert said in remark.message
        assert remark.line == 1 + text[: text.index("2")].count("\n")
        assert analyse(network, Ruleset()).remarks == network.remarks
        assert laid_position(network).remarks == network.remarks
