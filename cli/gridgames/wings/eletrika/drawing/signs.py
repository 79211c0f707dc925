"""The signs on the board of Eletrika: structures, pawns, markers and trees, drawn around (0, 0)."""

from collections.abc import Mapping, Sequence
from functools import partial

from eletrika.tables import (
    COLOURS,
    UNKNOWN_LETTER,
    Kind,
    Owner,
    kind_text,
)
from gridgames.show.drawing.palette import (
    BLACK,
    FAINT,
    PALETTE,
    PANEL,
    SEATS,
    WHITE,
    Palette,
    Tone,
)
from gridgames.show.drawing.svg import Group, Value, picture
from gridgames.show.parts import Picture
from gridgames.terminal.canvas import Colour, mix

TONES = Palette(PALETTE)

TOKEN = 25  # radius of what stands for a structure

LIT: Colour = (255, 226, 92)
_LIT_RIM: Colour = (255, 246, 200)
_DARK: Colour = (66, 76, 88)
_DARK_RIM: Colour = (150, 160, 170)
_DARK_INK: Colour = (214, 220, 226)
_LIT_INK: Colour = (36, 30, 12)
SHORT: Colour = (200, 30, 40)

# Lines of the picture of each kind, in a box from -10 to 10; filled where the second word says so.
_ICONS: Mapping[str, Sequence[tuple[str, bool]]] = {
    "U": (  # the wheel of a turbine over water
        ("M0 -4C-6 -6 -5 -12 0 -12C3 -9 2 -6 0 -4Z", True),
        ("M0 -4C5 -8 10 -4 8 0C4 1 2 -1 0 -4Z", True),
        ("M0 -4C1 2 -4 5 -8 2C-7 -2 -4 -4 0 -4Z", True),
        ("M-10 7Q-7 4 -4 7T2 7T8 7T11 6", False),
    ),
    "T": (  # a lattice tower
        ("M-6 9L-1.5 -12H1.5L6 9", False),
        ("M-9 -6H9M-7 -1H7", False),
        ("M-3 -1L4.5 5M3 -1L-4.5 5", False),
    ),
    "S": (  # a transformer under a bolt
        ("M-9 8V-2H9V8Z", False),
        ("M-6 -2V-6M0 -2V-4M6 -2V-6", False),
        ("M1.5 -12L-3 -1H0L-2 7L4.5 -2.5H1Z", True),
    ),
    "P": (  # a pole with two arms
        ("M0 9V-12", False),
        ("M-8 -8H8M-6 -3H6", False),
        ("M-7 -8V-10.5M7 -8V-10.5M-5 -3V-5.5M5 -3V-5.5", False),
    ),
    "C": (  # houses
        ("M-10 8V-3H-5V8ZM-4 8V-12H3V8ZM4 8V-6H10V8Z", True),
    ),
    UNKNOWN_LETTER: (),
}

_TOKENS = {True: "el-token-lit", False: "el-token-dark", None: "el-token"}

# A tree of each forest, from its foot at (0, 4) up.
_TREES: Mapping[str, tuple[str, str]] = {
    "u": ("M0 -8L5 3H-5Z", "M0 3V5"),  # a fir
    "t": ("M0 -7A5 5 0 1 1 -0.01 -7Z", "M0 3V5"),  # a round crown
    "s": ("M0 -8L5 -2L0 4L-5 -2Z", "M0 3V5"),  # a rhombus
    "p": ("M0 -9C3.4 -6 3.4 0 0 4C-3.4 0 -3.4 -6 0 -9Z", "M0 3V5"),  # a poplar
    "c": ("M-5 -6H5V2H-5Z", "M0 2V5"),  # a square crown
}


def owner_colour(owner: Owner) -> Colour:
    """Return the colour that a player has by name, as on the wood of the box (EL-SETUP-01)."""
    return (SEATS[0].dark, SEATS[0].light, SEATS[2].dark, SEATS[3].light)[owner]


def ink_on(owner: Owner) -> Colour:
    """Return a colour that can be read on that of an owner."""
    return (BLACK, WHITE, BLACK, WHITE)[owner]


def define_tree(shared: Group, letter: str, rim: Tone, crown: Tone) -> None:
    """Define the tree of a forest, by the name of :func:`tree_name`."""
    shape, trunk = _TREES[letter]
    tree = shared.group(id=tree_name(letter), stroke=rim)
    tree.path(trunk, stroke_width=1.6, fill="none")
    tree.path(shape, fill=crown, stroke_width=1)


def tree_name(letter: str) -> str:
    """Return the name by which a tree is used."""
    return f"el-tree-{letter}"


def define(shared: Group) -> None:
    """Define everything that is on the land."""
    glow = shared.group("radialGradient", id="el-glow")
    for offset, opacity in ((0.45, 0.95), (0.75, 0.4), (1.0, 0.0)):
        glow.add("stop", offset=offset, stop_color=LIT, stop_opacity=opacity)
    for lit, name in _TOKENS.items():
        _define_token(shared.group(id=name), lit=lit)
    for letter, ways in _ICONS.items():
        _define_icon(shared.group(id=_icon_name(letter)), letter, ways)
    for owner in range(len(COLOURS)):
        _define_pawn(shared.group(id=f"el-pawn-{owner}"), owner)
        _define_marker(shared.group(id=f"el-marker-{owner}"), owner)
    short = shared.group(id="el-short")
    short.circle(0, 0, 13, fill=PANEL, fill_opacity=0.88, stroke=SHORT, stroke_width=2.6)
    short.path("M1.5 -9L-5 1.5H-0.5L-2 9L5 -2H0.8Z", fill=SHORT)
    short.path("M-9 -9L9 9", stroke=PANEL, stroke_width=5)
    short.path("M-9 -9L9 9", stroke=SHORT, stroke_width=2.6)
    dead = shared.group(id="el-dead")
    dead.circle(0, 0, 12, fill=PANEL, fill_opacity=0.7, stroke=FAINT, stroke_width=2.2)
    dead.path("M-6 0H6", stroke=FAINT, stroke_width=2.6)


def _define_token(token: Group, *, lit: bool | None) -> None:
    if lit:
        token.circle(0, 0, TOKEN * 1.75, fill="url(#el-glow)")
    token.circle(0, 0, TOKEN + 3, fill=BLACK, fill_opacity=0.35)
    rim: Mapping[str, Value] = {"stroke": _LIT_RIM if lit else _DARK_RIM, "stroke_width": 3}
    dashes: Mapping[str, Value] = {"stroke_dasharray": "5 4"} if lit is False else {}
    token.circle(0, 0, TOKEN, fill=LIT if lit else _DARK, **rim, **dashes)


def _define_icon(icon: Group, letter: str, ways: Sequence[tuple[str, bool]]) -> None:
    """Define the picture of a kind with its letter; lines and areas have the colour of its use."""
    lines = icon.group(transform="translate(0 -5)", stroke_width=1.9, stroke_linecap="round")
    for way, is_filled in ways:
        if is_filled:
            lines.path(way, stroke="none")
        else:
            lines.path(way, fill="none")
    size, y = (12, 17.5) if ways else (24, 8)
    text: Mapping[str, Value] = {"font_weight": "bold", "text_anchor": "middle", "stroke": "none"}
    icon.add("text", letter, x=0, y=y, font_size=size, **text)


def _icon_name(letter: str) -> str:
    return f"el-icon-{'unknown' if letter == UNKNOWN_LETTER else letter}"


def _define_pawn(pawn: Group, owner: Owner) -> None:
    """Define a pawn with the letter of its owner."""
    way = "M-9 13C-9 6 -5 5 -4 0A6.5 6.5 0 1 1 4 0C5 5 9 6 9 13Z"
    edge, fill = ink_on(owner), owner_colour(owner)
    pawn.path(way, fill="none", stroke=edge, stroke_width=5, stroke_linejoin="round")
    rim = mix(fill, edge, 0.55)
    pawn.path(way, fill=fill, stroke=rim, stroke_width=1.4, stroke_linejoin="round")
    pawn.write_centred(0, 11, COLOURS[owner], 10.5, fill=edge)


def _define_marker(marker: Group, owner: Owner) -> None:
    """Define a badge with the letter of its owner."""
    ink, fill = ink_on(owner), owner_colour(owner)
    way = "M-17 -15H17V6Q17 14 0 20Q-17 14 -17 6Z"
    marker.path(way, fill=fill, stroke=ink, stroke_width=4, stroke_linejoin="round")
    marker.path(way, fill=fill, stroke=mix(fill, ink, 0.5), stroke_width=1.2)
    marker.write_centred(10, 12, COLOURS[owner], 9.5, fill=ink)
    marker.write_centred(-5, 12, "MW", 8, fill=ink)


def draw_structure(
    group: Group, kind: Kind, *, lit: bool | None, owner: Owner | None, pawns: int
) -> None:
    """Draw a structure with its pawns; ``lit`` is None if that is unknown."""
    ink = _LIT_INK if lit else _DARK_INK
    group.use(_TOKENS[lit], 0, 0)
    group.use(_icon_name(kind_text(kind)), 0, 0, fill=ink, stroke=ink)
    if owner is not None:
        for number in range(pawns):
            group.use(f"el-pawn-{owner}", 25 - 50 * number, 14)


def draw_pawn(group: Group, owner: Owner) -> None:
    """Draw a pawn with the letter of its owner."""
    group.use(f"el-pawn-{owner}", 0, 0)


def draw_marker(group: Group, owner: Owner, value: int) -> None:
    """Draw an influence marker: a badge with its value and the letter of its owner."""
    group.use(f"el-marker-{owner}", 0, 0)
    group.write_centred(-2, 4, f"{value}", 18, fill=ink_on(owner))


def draw_short(group: Group) -> None:
    """Draw the sign of a closed tile: a struck bolt."""
    group.use("el-short", 0, 0)


def draw_dead(group: Group) -> None:
    """Draw the sign of a tile without legal builds: an empty ring with a bar."""
    group.use("el-dead", 0, 0)


def structure_picture(
    kind: Kind,
    box: tuple[float, float, float, float] = (-30, -30, 60, 60),
    scale: float = 1.0,
    *,
    lit: bool | None = None,
) -> Picture:
    """Return a structure as a picture."""
    draw = partial(draw_structure, kind=kind, lit=lit, owner=None, pawns=0)
    return picture(draw, box, "", scale)
