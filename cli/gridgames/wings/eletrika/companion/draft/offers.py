"""The offers at a cell of an edited table: faces, edges, structures, owners."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

from eletrika.position import Position
from eletrika.tables import COLOUR_NAMES, COLOURS, KIND_NAMES, KINDS
from eletrika.tile_set import TileSet
from gridcommon.hexes import DIRECTION_NAMES, Hex
from gridgames.languages.messages import say
from gridgames.show.draft import Offer, Offers
from gridgames.show.drawing.palette import ACCENT, PANEL
from gridgames.show.drawing.svg import Group as Drawing
from gridgames.show.drawing.svg import picture
from gridgames.show.parts import Picture
from gridgames.wings.eletrika.companion.draft.candidates import Candidate, Faces
from gridgames.wings.eletrika.description.words import edge_names, edges_words, word_of_positions
from gridgames.wings.eletrika.drawing import signs, structure_picture, tile_picture
from gridgames.wings.eletrika.screen.bricks import brick

KEYS = {".": "full_stop", "?": "question_mark"}  # as Textual names them


def of_faces(
    faces: Faces, shown: Sequence[Candidate], page: int, most: int, tiles: TileSet
) -> Iterator[Offers]:
    """Yield the faces that fit, and the edge in which they differ."""
    count = len(faces.left)
    title = say("{count:face fits|faces fit}", count=count)
    taken = [
        Offer(
            f"take {number}",
            f"{one.tile}/{one.rotation}",
            str(number),
            about=say(
                "tile {number}: {edges}", number=one.tile, edges=edges_words(one.edges, tiles)
            ),
            is_plain=True,
            picture=partial(tile_picture, one.edges, tiles, str(one.tile)),
            brick=partial(brick, one.edges, tiles, str(number), is_pale=number % 2 == 0),
        )
        for number, one in enumerate(shown, start=1)
    ]
    pages = -(-count // most)
    note = say("0: more ({page}/{pages})", page=page + 1, pages=pages) if pages > 1 else ""
    yield Offers(title, taken, note)
    if faces.asked is not None:
        way = word_of_positions(DIRECTION_NAMES[faces.asked])
        letters = [
            Offer(
                f"edge {letter}",
                letter,
                KEYS.get(letter, letter),
                about=name,
                picture=partial(_swatch, letter, tiles),
                is_plain=True,
            )
            for letter, name in edge_names(tiles).items()
        ]
        asking = partial(tile_picture, faces.edges, tiles, "", partial(_ask_edge, faces.asked))
        yield Offers(say("Its edge to the {way}", way=way), letters, picture=asking)


def _swatch(letter: str, tiles: TileSet) -> Picture:
    """Return a tile of one kind of land as a small picture."""
    return tile_picture(letter * 6, tiles)._replace(scale=0.3)


def _ask_edge(edge: int, group: Drawing) -> None:
    """Draw a question mark at an edge of a tile."""
    angle = math.radians(60 * edge)
    x, y = 40 * math.cos(angle), 40 * math.sin(angle)
    group.circle(x, y, 15, fill=ACCENT)
    group.write_centred(x, y + 8, "?", 22, fill=PANEL)


def of_pieces(position: Position, cell: Hex, *, has_keys: bool) -> Iterator[Offers]:
    """Yield the kinds of structures, the owners, and what can be done with the tile."""
    structure, marker = position.structures.get(cell), position.markers.get(cell)
    kinds = [
        Offer(
            f"kind {letter}",
            f"{letter} {say(name)}",
            letter.lower() if has_keys else "",
            structure is not None and structure.kind == kind,
            say(name),
            partial(structure_picture, kind),
        )
        for kind, (letter, name) in enumerate(zip(KINDS, KIND_NAMES, strict=True))
    ]
    yield Offers(say("Structure"), kinds)
    owner = structure.owner if structure else marker.owner if marker else None
    count = structure.pawns if structure else marker.value if marker else 0
    owners = [
        Offer(
            f"owner {letter}",
            f"{letter} {say(name)}" + (f" {count}" if one == owner else ""),
            letter.lower() if has_keys else "",
            one == owner,
            say(name) + (f" {count}" if one == owner else ""),
            partial(picture, partial(signs.draw_pawn, owner=one), (-13, -15, 26, 31), ""),
        )
        for one, (letter, name) in enumerate(zip(COLOURS, COLOUR_NAMES, strict=True))
    ]
    yield Offers(say("Pawns: again for 2") if structure else say("Marker: again for 2"), owners)
    if cell in position.tiles:
        tile = [
            Offer("turn 1", say("turn")),
            Offer("choose", say("another face")),
            Offer("remove", say("take away")),
        ]
        yield Offers(say("Tile"), tile)
    else:
        yield Offers(say("Tile"), [Offer("lay", say("a tile of unknown land"))])
