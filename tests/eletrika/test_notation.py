"""The three forms of a position: what is written is read, and what cannot be read is told."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eletrika.notation import (
    MOST_STRUCTURES,
    MOST_TILES,
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


def place_of(text: str) -> tuple[int | None, int | None]:
    """Return line and column of the complaint about ``text``."""
    with pytest.raises(NotationError) as caught:
        parse_position(text, TILES)
    assert caught.value.message
    return caught.value.line, caught.value.column


# Written and read


@given(told_positions())
def test_the_full_form_is_read_as_it_was_written(position: Position) -> None:
    text = format_full(position)
    assert parse_full(text, TILES) == position
    assert detect_form(text) == "full"
    assert parse_position(text, TILES) == position


@given(pictured_positions())
def test_the_picture_is_read_as_it_was_drawn(position: Position) -> None:
    text = format_picture(position)
    assert parse_picture(text) == position
    assert detect_form(text) == "picture"
    assert parse_position(text, TILES) == position


@given(networks())
def test_the_wire_form_is_read_as_it_was_written(network: Network) -> None:
    text = format_wire(network)
    assert parse_wire(text) == network
    assert detect_form(text) == "wire"
    assert parse_position(text, TILES) == network


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


def test_an_empty_line_of_a_picture_is_a_row_and_a_comment_is_none() -> None:
    assert list(parse_picture("U\n\nT\n").tiles) == [(0, 0), (-1, 2)]
    assert list(parse_picture("U\n# the next row\n  T\n").tiles) == [(0, 0), (0, 1)]


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


def test_colours_of_forests_stand_for_their_letters() -> None:
    assert parse_full("0,0 ygbvo.", TILES).tiles[0, 0].edges == "tcuspp"[:5] + "."
    assert parse_full("0,0 YGBVO.", TILES) == parse_full("0,0 tcusp.", TILES)
    assert parse_full("0,0 SRC", TILES) == parse_full("0,0 src/0", TILES)


@pytest.mark.parametrize("dash", ["-", " - ", "\u2013", "\u2014", "\u2212", "\u2010"])
def test_any_dash_joins(dash: str) -> None:
    text = dash.join(["U", "T", "S", "P", "C"])
    assert parse_position(text, TILES) == parse_wire("U-T-S-P-C")


def test_chains_may_stand_on_lines_of_their_own() -> None:
    assert parse_wire("U-T1-S\nT1-Tw\n") == parse_wire("U-T1-S; T1-Tw;")


def test_the_same_name_is_the_same_piece_however_it_is_spelt() -> None:
    assert parse_wire("Uk-Tw-T01; tower1-plantK") == parse_wire("Uk-Tw-T1; T1-Uk")


def test_windows_line_ends_and_trailing_space_do_no_harm() -> None:
    text = "0,0 src   \r\n1,0 13/2 T:R2\t# two pawns\r\n\r\nbonus T\r\n"
    assert parse_full(text, TILES) == parse_full("0,0 src\n1,0 13/2 T:R2\nbonus T", TILES)


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
    ("text", "line", "column"),
    [
        # wire
        ("U-T-X-P", 1, 5),
        ("U-T;\nS-Q1", 2, 3),
        ("U-T-", 1, 4),
        ("-U", 1, 1),
        ("U--T", 1, 3),
        ("U-T S-P", 1, 5),
        ("U-T-T", 1, 5),
        ("U-Twk", 1, 3),
        ("U-Tx", 1, 3),
        ("U-T12345", 1, 3),
        ("U-T1; T1-Tw1", 1, 10),
        ("U-Tw1; S-T1", 1, 10),
        ("U-T+", 1, 3),
        ("U-Tr++", 1, 3),
        ("U-Tr+1", 1, 3),
        # picture
        ("U  T", 1, 4),
        ("U   T\n   S", 2, 4),
        ("U   T\n  S\tP", 2, 4),
        ("U   X", 1, 5),
        ("U   TR3", 1, 5),
        ("U   TRK", 1, 5),
        ("@1 U", 1, 1),
        # full
        ("0,0", 1, 1),
        ("0,0 src\n0,0 ?", 2, 1),
        ("0,0 r.x...", 1, 7),
        ("0,0 r....", 1, 5),
        ("0,0 r......", 1, 5),
        ("0,0 38", 1, 5),
        ("0,0 0000013", 1, 5),
        ("0,0 13/6", 1, 5),
        ("0,0 13/", 1, 5),
        ("0,0 13/-1", 1, 5),
        ("0,0 ? T S", 1, 9),
        ("0,0 ? T:R T:W", 1, 11),
        ("0,0 ? T:RW", 1, 7),
        ("0,0 ? T:Q", 1, 7),
        ("0,0 ? T:R3", 1, 7),
        ("0,0 ? T:R0", 1, 7),
        ("0,0 ? *W3", 1, 7),
        ("0,0 ? *X1", 1, 7),
        ("0,0 ? *W1 *K1", 1, 11),
        ("0,0 ?\nbonus", 2, 1),
        ("0,0 ?\nbonus X", 2, 7),
        ("0,0 ?\nbonus T S", 2, 9),
        ("0,0 ?\nbonus T\nbonus S", 3, 1),
        ("0,0 ?\nqueue T Q", 2, 9),
        ("0,0 ?\nhand", 2, 1),
        ("0,0 ?\nhand W", 2, 6),
        ("0,0 ?\nhand W1 W2", 2, 9),
        ("0,0 ?\nhand W1x", 2, 6),
        ("0,0 ?\nmarkers W3", 2, 9),
        ("0,0 ?\nscore K-1", 2, 7),
        ("0,0 ?\nturn Whitest", 2, 6),
        ("0,0 ?\nstack many", 2, 7),
        ("0,0 ?\nrow ? ? ? ?", 2, 11),
        ("0,0 ?\nrow 99", 2, 5),
        ("0,0 ?\nweather fine", 2, 1),
        ("0,0 ?\n0.1 ?", 2, 1),
        ("0,0 ?\n99999,0 ?", 2, 1),
        # an owner forgotten after the colon
        ("U-T:-S", 1, 3),
        ("U-T:1-S", 1, 3),
        ("U   T:", 1, 5),
        ("0,0 ? T:", 1, 7),
        ("0,0 ? T:2", 1, 7),
        ("0,0 ? T\u2013", 1, 7),
        # numbers that cannot be
        ("0,0 ?\nround 0", 2, 7),
        ("0,0 ?\nlast 0", 2, 6),
        # directions
        ("A=0,0 ?\nW of A W 31/5", 2, 8),
    ],
)
def test_a_complaint_names_line_and_column(text: str, line: int, column: int) -> None:
    assert place_of(text) == (line, column)


@pytest.mark.parametrize("text", ["", " \n\t\n", "# nothing but a comment", "bonus", ";", "@0,0"])
def test_a_text_that_tells_of_nothing_is_no_position(text: str) -> None:
    place_of(text)


def test_two_owners_are_named_as_such() -> None:
    for text in ("U-Twk", "U   TWK", "0,0 ? T:WK"):
        with pytest.raises(NotationError, match="two owners"):
            parse_position(text, TILES)


@pytest.mark.parametrize(
    "text",
    [
        "-".join(f"T{number}" for number in range(1, MOST_STRUCTURES + 2)),
        ".   " * (MOST_TILES + 1),
        "\n".join(f"{number},0 ?" for number in range(MOST_TILES + 1)),
    ],
    ids=["wire", "picture", "full"],
)
def test_there_is_an_end_to_pieces(text: str) -> None:
    assert place_of(text)[0] is not None


LONG_WORDS = [
    "." * 9000,
    "U-T" + "1" * 9000,
    "U-TR" + "k" * 9000,
    "0,0 " + "9" * 9000,
    "0,0 1/" + "9" * 9000,
    "0,0 ? T:R" + "2" * 9000,
    *("0,0 ?\n" + word + "x" * 9000 for word in ("hand W", "row ", "turn ", "sun ", "bonus U")),
]


@pytest.mark.parametrize("text", LONG_WORDS, ids=lambda text: text[:10])
def test_a_complaint_is_short_however_long_the_word(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text, TILES)
    assert len(str(caught.value)) < 500


# What cannot be written


def test_a_plus_tells_of_a_second_pawn_in_the_wire_form() -> None:
    network = parse_wire("U-Tr+; Tr-Tr1+-Tk")
    assert network.names == ("U", "Tr", "Tr1", "Tk")
    assert [structure.pawns for structure in network.structures] == [0, 2, 2, 1]
    assert parse_wire("U-Tr; Tr+-Tr1+-Tk") == network
    assert format_wire(network) == "U-Tr+-Tr1+-Tk"
    assert format_wire(renamed(parse_picture("TR2 U").network())) == "Tr+-U"


@pytest.mark.parametrize("picture", ["U   T", "T"])
def test_cells_are_no_names_of_the_wire_form(picture: str) -> None:
    with pytest.raises(ValueError, match=r"wire form|not begin|unknown owner"):
        format_wire(parse_picture(picture).network())


@given(st.text())
def test_any_text_is_read_or_complained_of(text: str) -> None:
    with suppress(NotationError):
        parse_position(text, TILES)


_MARKS = st.sampled_from([*"UTSPCWKRG123;-,.?*@#:/ \n\t", "src", "bonus ", "0,0 ", "\u2013", "é"])


@given(
    st.one_of(
        told_positions().map(format_full),
        pictured_positions().map(format_picture),
        networks().map(format_wire),
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


@pytest.mark.parametrize("arrow", ["->", "-->", "=>", ">", "\u2192", "\u27a1\ufe0f", "\u2013>"])
def test_any_arrow_joins(arrow: str) -> None:
    assert parse_position(f"U{arrow}T1 {arrow} S", TILES) == parse_wire("U-T1-S")


def test_a_longer_dash_stands_for_the_colon() -> None:
    told = parse_full("0,0 ? T\u2013R2\n1,0 ? S\u2014W", TILES)
    assert told.structures == {
        (0, 0): Structure(TOWER, RED, 2),
        (1, 0): Structure(SUBSTATION, WHITE, 1),
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("0,0 ?\n1,0 ?\n0,0 ?", "'0,0' is given twice, first in line 1"),
        ("A=0,0 ?\nA=1,0 ?", "two tiles are called 'A'; the first is in line 1"),
        ("0,0 ?\nhand W1 white2", "'white2': this owner is already in column 6, as 'W1'"),
        ("0,0 ?\nmarkers W1 W2", "'W2': this owner is already in column 9, as 'W1'"),
        ("0,0 ?\nscore W1 W2", "'W2': this owner is already in column 7, as 'W1'"),
        (
            "A=0,0 ?\nNW W of A W 31/5",
            "all directions come before 'of', as in 'NW W W of A'; found 'W' after it",
        ),
        (
            "0,0 ? T:",
            "no owner after the colon of 'T:'; choose W (White), K (Black), R (Red), G (Green), "
            "or leave the colon out for nobody's",
        ),
    ],
)
def test_a_complaint_says_where_it_was_first_and_what_helps(text: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_position(text, TILES)
    assert caught.value.message.startswith(told)


def test_every_line_beside_the_board_is_listed_for_a_reader():
    with pytest.raises(NotationError) as caught:
        parse_full("0,0 src\nnonsense 3", TILES)
    listed = str(caught.value).partition("one of ")[2].split(", ")
    assert sorted(listed) == sorted(SIDE_LINES)
