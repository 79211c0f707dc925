"""The three forms of a position: what is written is read, and what cannot be read is told."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from eletrika.notation.wire import renamed
from eletrika.position import Marker, Network, PlacedTile, Position, Structure
from eletrika.position_fields import SIDE_LINES
from eletrika.tables import CITY, PLANT, POLE, SUBSTATION, TOWER
from eletrika.tile_set import shipped_tiles
from eletrika_positions import (
    EXAMPLES,
    boards,
    networks,
    pictured_positions,
    told_positions,
)
from gridcommon.errors import NotationError

WHITE, BLACK, RED, GREEN = range(4)
TILES = shipped_tiles()


# Written and read


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


@given(boards)
def test_a_board_told_as_wires_keeps_its_connections(board: Position) -> None:
    network = renamed(board.network())
    again = parse_wire(format_wire(network))
    assert again.names == network.names
    assert again.structures == network.structures
    assert [set(others) for others in again.neighbours] == [
        set(others) for others in network.neighbours
    ]


@given(told_positions(), st.integers(0, 5), st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
def test_moving_a_position_and_back_gives_it_again(
    position: Position, sixths: int, by: tuple[int, int]
) -> None:
    away = position.moved(0, by).moved(sixths)
    assert away.moved(-sixths).moved(0, (-by[0], -by[1])) == position


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.eletrika")), ids=lambda file: file.stem)
def test_every_example_is_written_as_it_is_read(file) -> None:
    told = parse_position(file.read_text(encoding="utf-8"), TILES)
    if isinstance(told, Network):
        assert parse_wire(format_wire(told)) == told
    else:
        assert parse_full(format_full(told), TILES) == told


# The ledger's own words


def test_the_full_form_of_the_ledger() -> None:
    position = parse_full(
        """\
0,0   src
1,0   13/2    T:R2        # Red Tower with two pawns
2,-1  r.tr..  U           # Plant without pawns
0,1   ?       *W2         # White's 2 MW marker
bonus T
queue U S P C
hand W3 K5
markers W12 K2
score W4 K7
turn W
stack 12
row r..r.. uu.ppc
""",
        TILES,
    )
    assert position == Position(
        {
            (0, 0): PlacedTile("r.....", 0, 0, True),
            (1, 0): PlacedTile(".prr..", 13, 2),
            (2, -1): PlacedTile("r.tr.."),
            (0, 1): PlacedTile(),
        },
        {(1, 0): Structure(TOWER, RED, 2), (2, -1): Structure(PLANT)},
        {(0, 1): Marker(WHITE, 2)},
        TOWER,
        (PLANT, SUBSTATION, POLE, CITY),
        {WHITE: 3, BLACK: 5},
        {WHITE: (1, 2), BLACK: (2,)},
        {WHITE: 4, BLACK: 7},
        WHITE,
        12,
        (PlacedTile("r..r.."), PlacedTile("uu.ppc")),
    )


def test_cells_of_a_picture_row_stand_four_columns_apart_and_rows_shift_by_two() -> None:
    position = parse_picture("      S   P   CW\nU   TR\n      TK\n")
    assert position.structures == {
        (0, 0): Structure(SUBSTATION),
        (1, 0): Structure(POLE),
        (2, 0): Structure(CITY, WHITE, 1),
        (-2, 1): Structure(PLANT),
        (-1, 1): Structure(TOWER, RED, 1),
        (-1, 2): Structure(TOWER, BLACK, 1),
    }
    moved = parse_picture("@3,-1  S   P   CW\n U   TR\n       TK\n")
    assert moved.structures == position.moved(0, (3, -1)).structures


# What is forgiven

NAMES = {
    "usina": "plant",
    "torre": "tower",
    "subestacao": "substation",
    "poste": "pole",
    "cidade": "city",
}


@pytest.mark.parametrize(
    "word",
    [
        *("Plant", "plant", "PLANT", "Usina", "u", "U"),
        *("Tower", "Torre", "t", "torre"),
        *("Substation", "Subestação", "subestacao", "SUBESTAÇÃO", "Subestac\u0327a\u0303o"),
        *("Pole", "Poste", "p"),
        *("City", "Cidade", "c"),
    ],
)
def test_structures_have_their_names_in_other_languages_and_any_case(word: str) -> None:
    wanted = {"u": PLANT, "t": TOWER, "s": SUBSTATION, "c": CITY}.get(word[0].lower(), POLE)
    if word.lower() == "plant":
        wanted = PLANT
    for text in (f"0,0 ? {word}:R2", f"0,0 ? {word}R2"):
        assert parse_full(text, TILES, NAMES).structures == {(0, 0): Structure(wanted, RED, 2)}
    assert parse_picture(f"{word}r", NAMES).structures == {(0, 0): Structure(wanted, RED, 1)}
    assert parse_wire(f"{word}k7-T1", NAMES).structures[0] == Structure(wanted, BLACK, 1)
    assert parse_full(f"0,0 ?\nbonus {word}", TILES, NAMES).bonus == wanted


# Which form it is


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("U-T", "wire"),
        ("U - T", "wire"),
        ("U; T", "wire"),
        ("U1;", "wire"),
        ("# U-T\nU   T", "picture"),
        ("U", "picture"),
        ("@-1,-2 U   T", "picture"),
        (". . .", "picture"),
        ("0,0 ?", "full"),
        ("  -1,-2 src", "full"),
        ("bonus T\n0,0 src", "full"),
        ("# U-T\n0,0 src", "full"),
    ],
)
def test_the_form_is_recognised(text: str, form: str) -> None:
    assert detect_form(text) == form


# What cannot be read, and where


@pytest.mark.parametrize(
    "text",
    [
        "." * 9000,
        "U-T" + "1" * 9000,
        "U-TR" + "k" * 9000,
        "0,0 " + "9" * 9000,
        "0,0 1/" + "9" * 9000,
        "0,0 ? T:R" + "2" * 9000,
        *("0,0 ?\n" + word + "x" * 9000 for word in ("hand W", "row ", "turn ", "sun ", "bonus U")),
    ],
    ids=lambda text: text[:10],
)
def test_a_complaint_is_short_however_long_the_word(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text, TILES)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("text", "same"),
    [
        *(
            (dash.join("UTS"), "U-T-S")
            for dash in ("-", " - ", "\u2013", "\u2014", "\u2212", "\u2010")
        ),
        *(
            (arrow.join("UTS"), "U-T-S")
            for arrow in ("->", " --> ", "=>", ">", "→", "\u27a1\ufe0f", "–>")
        ),
        ("U-T1-S\nT1-Tw\n", "U-T1-S; T1-Tw;"),
        ("Uk-Tw-T01; tower1-plantK", "Uk-Tw-T1; T1-Uk"),
        (
            "0,0 src   \r\n1,0 13/2 T:R2\t# two\r\n\r\nbonus T\r\n",
            "0,0 src\n1,0 13/2 T:R2\nbonus T",
        ),
        ("0,0 ygbvo.", "0,0 tcusp."),
        ("0,0 YGBVO.", "0,0 tcusp."),
        ("0,0 SRC", "0,0 src/0"),
        ("0,0 ? T\u2013R2\n1,0 ? S\u2014W", "0,0 ? T:R2\n1,0 ? S:W"),
        ("U\n\nT\n", "0,0 ? U\n-1,2 ? T"),
        ("U\n# the next row\n  T\n", "U\n  T\n"),
    ],
)
def test_what_is_spelt_otherwise_says_the_same(text: str, same: str) -> None:
    told, wanted = parse_position(text, TILES), parse_position(same, TILES)
    assert told == wanted


def test_every_line_beside_the_board_is_listed_for_a_reader() -> None:
    with pytest.raises(NotationError) as caught:
        parse_full("0,0 src\nnonsense 3", TILES)
    listed = str(caught.value).partition("one of ")[2].split(", ")
    assert sorted(listed) == sorted(SIDE_LINES)


# What cannot be written


def test_a_plus_tells_of_a_second_pawn_in_the_wire_form() -> None:
    network = parse_wire("U-Tr+; Tr-Tr1+-Tk")
    assert network.names == ("U", "Tr", "Tr1", "Tk")
    assert [structure.pawns for structure in network.structures] == [0, 2, 2, 1]
    assert parse_wire("U-Tr; Tr+-Tr1+-Tk") == network
    assert format_wire(network) == "U-Tr+-Tr1+-Tk"
    assert format_wire(renamed(parse_picture("TR2 U").network())) == "Tr+-U"
    for picture in ("U   T", "T"):
        with pytest.raises(ValueError, match=r"wire form|not begin|unknown owner"):
            format_wire(parse_picture(picture).network())


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
