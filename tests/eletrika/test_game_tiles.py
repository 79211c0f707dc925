"""Tiles and markers that rows do not tell: ``play.toml`` has the rest."""

import pytest

from eletrika import legal_actions
from eletrika.actions import LayTile
from eletrika.notation.actions import parse_action
from eletrika_games import FIELD, in_row, refusal, table
from gridcommon.errors import NotationError

MEADOW = "0,0 src\n1,0 ?\n"


@pytest.mark.rule("EL-TILE-01")
def test_rotations_that_look_alike_are_offered_once():
    state = table("0,0 src\nrow r..r.. tttttt ......")
    river, wood = in_row(state, "r..r.."), in_row(state, "tttttt")
    tiles = [one for one in legal_actions(state) if isinstance(one, LayTile)]
    assert {(one.tile, one.rotation) for one in tiles if one.at == (1, 0)} == {
        (river, 1), (river, 2), (wood, 0), (in_row(state, FIELD), 0),
    }  # fmt: skip


@pytest.mark.rule("EL-TILE-02", "EL-TILE-03", "EL-TILE-04")
@pytest.mark.parametrize("laid", "rl.utspc")
def test_river_meets_river_lake_meets_lake_and_all_land_meets(laid):
    for beside in "rl.utspc":
        state = table(f"0,0 src\n1,0 {laid}.....\nrow ...{beside}.. ...... ......")
        tile = in_row(state, f"...{beside}..")
        agree = laid == beside or not {laid, beside} & {"r", "l"}
        assert refusal(state, f"tile {tile}/0 2,0") == (None if agree else "EL-TILE-02")
        assert refusal(state, f"tile {tile}/0 -1,0") is None  # a river need not be followed


@pytest.mark.rule("EL-TILE-05")
def test_forests_change_nothing_about_what_may_be_laid_or_built():
    plain, wooded = table(MEADOW), table(MEADOW.replace("?", "ttssuu"))
    assert list(legal_actions(plain)) == list(legal_actions(wooded))


@pytest.mark.rule("EL-MARK-01")
def test_the_last_marker_in_hand_need_not_be_named():
    state = table(MEADOW + "row r..... ...... ......")
    tile = in_row(state, "r.....")
    with pytest.raises(NotationError, match="MW"):
        parse_action(f"tile {tile} 2,0 marker", state)
    state.markers_in_hand[state.actor] = (3,)
    laid = LayTile(state.actor, tile, 0, (2, 0), marker=3)
    assert parse_action(f"tile {tile} 2,0 marker", state) == laid
    assert parse_action(f"peca {tile} 2,0 marcador", state, {"peca": "tile", "marcador": "marker"})
    with pytest.raises(NotationError):
        parse_action(f"tile {tile} 2,0 marker x", state)
