"""The offers at a cell of an edited table: faces, edges, structures, owners."""

from collections.abc import Iterator, Sequence
from functools import partial

from eletrika.position import Position
from eletrika.tables import COLOUR_NAMES, COLOURS, EDGE_LETTERS, KIND_NAMES, KINDS, UNKNOWN_EDGE
from eletrika.tile_set import TileSet
from gridcommon.hexes import DIRECTION_NAMES, Hex
from gridgames.editing.editor import Group, Offer
from gridgames.languages.messages import say
from gridgames.wings.eletrika.companion.editing.candidates import Candidate, Faces
from gridgames.wings.eletrika.description.words import word_of_positions
from gridgames.wings.eletrika.drawing import tile_picture
from gridgames.wings.eletrika.screen.bricks import brick

_KEYS = {".": "full_stop", "?": "question_mark"}  # as Textual names them


def of_faces(
    faces: Faces, shown: Sequence[Candidate], page: int, most: int, tiles: TileSet
) -> Iterator[Group]:
    """Yield the faces that fit, and the edge in which they differ."""
    count = len(faces.left)
    title = say("{count:face fits|faces fit}", count=count)
    taken = [
        Offer(
            f"take {number}",
            f"{one.tile}/{one.rotation}",
            str(number),
            picture=partial(tile_picture, one.edges, tiles, str(one.tile)),
            brick=partial(brick, one.edges, tiles, str(number), is_pale=number % 2 == 0),
        )
        for number, one in enumerate(shown, start=1)
    ]
    pages = -(-count // most)
    note = say("0: more, page {page} of {pages}", page=page + 1, pages=pages) if pages > 1 else ""
    yield Group(title, taken, note)
    if faces.asked is not None:
        way = word_of_positions(DIRECTION_NAMES[faces.asked])
        letters = [
            Offer(f"edge {letter}", letter, _KEYS.get(letter, letter))
            for letter in EDGE_LETTERS + UNKNOWN_EDGE
        ]
        yield Group(say("Its edge to the {way}", way=way), letters)


def of_pieces(position: Position, cell: Hex, *, has_keys: bool) -> Iterator[Group]:
    """Yield the kinds of structures, the owners, and what can be done with the tile."""
    structure, marker = position.structures.get(cell), position.markers.get(cell)
    kinds = [
        Offer(
            f"kind {letter}",
            f"{letter} {say(name)}",
            letter.lower() if has_keys else "",
            structure is not None and structure.kind == kind,
        )
        for kind, (letter, name) in enumerate(zip(KINDS, KIND_NAMES, strict=True))
    ]
    yield Group(say("Structure"), kinds)
    owner = structure.owner if structure else marker.owner if marker else None
    count = structure.pawns if structure else marker.value if marker else 0
    owners = [
        Offer(
            f"owner {letter}",
            f"{letter} {say(name)}" + (f" {count}" if one == owner else ""),
            letter.lower() if has_keys else "",
            one == owner,
        )
        for one, (letter, name) in enumerate(zip(COLOURS, COLOUR_NAMES, strict=True))
    ]
    yield Group(say("Pawns: again for 2") if structure else say("Marker: again for 2"), owners)
    if cell in position.tiles:
        tile = [
            Offer("turn 1", say("turn")),
            Offer("choose", say("another face")),
            Offer("remove", say("take away")),
        ]
        yield Group(say("Tile"), tile)
    else:
        yield Group(say("Tile"), [Offer("lay", say("a tile of unknown land"))])
