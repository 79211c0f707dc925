"""The three forms of a position: what is written is read, and what is typed askew is told."""

import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.analysis import analyse
from eletrika.network_layout import laid_position
from eletrika.notation import (
    detect_form,
    format_full,
    format_picture,
    format_wire,
    parse_full,
    parse_picture,
    parse_position,
    parse_wire,
)
from eletrika.position import Network, Position, Structure
from eletrika.ruleset import Ruleset
from eletrika.tables import KINDS
from eletrika.tile_set import shipped_tiles
from eletrika_positions import (
    networks,
    pictured_positions,
    told_positions,
)
from gridcommon.errors import MOST_FAULTS, NotationError, NotationErrors

BLACK, RED = 1, 2
TILES = shipped_tiles()


@given(told_positions())
def test_the_full_form_is_read_as_it_was_written(position: Position) -> None:
    text = format_full(position)
    assert detect_form(text) == "full"
    assert parse_full(text, TILES) == parse_position(text, TILES) == position


@given(pictured_positions())
def test_the_picture_is_read_as_it_was_drawn(position: Position) -> None:
    text = format_picture(position)
    assert detect_form(text) == "picture"
    assert parse_picture(text) == parse_position(text, TILES) == position


@given(networks())
def test_the_wire_form_is_read_as_it_was_written(network: Network) -> None:
    text = format_wire(network)
    assert detect_form(text) == "wire"
    assert parse_wire(text) == parse_position(text, TILES) == network


NAMES = {"usina": "plant", "torre": "tower", "subestacao": "substation", "poste": "pole",
         "cidade": "city"}  # fmt: skip
PORTUGUESE = {"l": "e", "so": "sw", "de": "of", "fonte": "src", "vermelho": "red", "vez": "turn"}
ROWS = tomllib.loads(Path(__file__).with_name("notation.toml").read_text(encoding="utf-8"))


def rows(name: str):
    return pytest.mark.parametrize("row", ROWS[name]["rows"], ids=lambda row: repr(row)[:30])


@rows("words")
def test_structures_have_their_names_in_other_languages_and_any_case(row: list[str]) -> None:
    for word in row[1:]:
        wanted = KINDS.index(row[0])
        for text in (f"0,0 ? {word}:R2", f"0,0 ? {word}R2"):
            assert parse_full(text, TILES, NAMES).structures == {(0, 0): Structure(wanted, RED, 2)}
        assert parse_picture(f"{word}r", NAMES).structures == {(0, 0): Structure(wanted, RED, 1)}
        assert parse_wire(f"{word}k7-T1", NAMES).structures[0] == Structure(wanted, BLACK, 1)
        assert parse_full(f"0,0 ?\nbonus {word}", TILES, NAMES).bonus == wanted


@rows("forms")
def test_the_form_is_recognised(row: list[str]) -> None:
    assert {detect_form(text) for text in row[1:]} == {row[0]}


@rows("same")
def test_what_is_spelt_otherwise_says_the_same(row: list[str]) -> None:
    first, *others = (parse_position(text, TILES) for text in row)
    assert others
    assert all(other == first for other in others)


_MARKS = st.sampled_from([*"UTSPCWKRG123;-,.?*@#:/ \n\t", "src", "bonus ", "0,0 ", "\u2013", "é"])


@given(
    st.one_of(
        told_positions().map(format_full),
        pictured_positions().map(format_picture),
        networks().map(format_wire),
        st.text(max_size=40),
    ),
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 3), _MARKS), max_size=4),
)
def test_a_misspelt_position_is_read_or_complained_of(
    text: str, changes: list[tuple[int, int, str]]
) -> None:
    for place, length, put in changes:
        start = place % (len(text) + 1)
        text = text[:start] + put + text[start + length :]
    with suppress(NotationError):
        parse_position(text, TILES)


@rows("cells")
def test_a_cell_is_told_from_another(row: list[str]) -> None:
    line, cell = row
    text = f"A=2,-2 src\n# between\n2,-1 ?\n{line}".replace("2,-1 ?\nB", "B")
    assert "{},{}".format(*list(parse_full(text, TILES).tiles)[-1]) == cell


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


def test_there_is_an_end_to_faults_and_one_that_leads_the_rest_astray_stands_alone() -> None:
    with pytest.raises(NotationErrors) as caught:
        parse_position("0,0 ?" + " X" * 90, TILES)
    assert len([*caught.value.each()]) == MOST_FAULTS + 1  # and more
    with pytest.raises(NotationError) as caught:
        parse_picture("U   T\n   S   P\n")
    assert not isinstance(caught.value, NotationErrors)
    assert "at column 3 it would lie on 0,1 (below U and T)" in caught.value.message
    assert "at column 7 on 1,1 (below T)" in caught.value.message


@rows("astray")
def test_a_row_that_touches_nothing_is_remarked_on(row: list[str]) -> None:
    text, *remarks = row
    found = [f"{one.line}: {one.message}" for one in parse_picture(text).remarks]
    assert len(found) == len(remarks)
    assert all(said in told for said, told in zip(remarks, found, strict=True))


@rows("numbers")
def test_a_number_that_looks_like_two_pawns_is_remarked_on(row: list[str]) -> None:
    text, *remarks = row
    network = parse_wire(text)
    assert len(network.remarks) == len(remarks)
    for remark, said in zip(network.remarks, remarks, strict=True):
        assert said in remark.message
        assert remark.line == 1 + text[: text.index("2")].count("\n")
        assert analyse(network, Ruleset()).remarks == network.remarks
        assert laid_position(network).remarks == network.remarks
