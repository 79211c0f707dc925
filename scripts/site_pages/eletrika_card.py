"""The quick reference of Eletrika: every figure from the tables of the engine.

The boards on it are positions, judged and drawn as any other.
"""

from dataclasses import replace

from eletrika.notation import parse_position
from eletrika.ruleset import Ruleset
from eletrika.tables import (
    ASIDE,
    FINAL_ROUNDS,
    FORESTS,
    KIND_NAMES,
    KINDS,
    MARKERS,
    MAY_TOUCH,
    PAWNS,
    PLANT,
    ROW,
    SEATS,
    STRUCTURES,
    Kind,
)
from gridcommon.errors import Word
from gridgames.languages.caveats import notes
from gridgames.languages.messages import say
from gridgames.show.parts import Picture
from gridgames.wings.eletrika.description.scene import scene_of_position
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.board import board_layers, definitions, tile_picture, woods_of
from gridgames.wings.eletrika.drawing.signs import structure_picture
from site_pages.sheet import Drawn, Line, Row, Section, Sheet, drawn

_RULES = Ruleset()
_LINE = """
-2,1 ...r.. U
-1,1 ...... T:R
0,0 ...... S
1,0 ...... P
2,0 ...... C:W
-1,2 ...... T:K
"""
_PAIR = """
0,0 ...... T:W
1,0 ...... T:K
0,1 ......
1,-1 ......
"""
_FOREST = """
0,0 ...... T:W
1,0 ..tt..
0,1 ..p...
"""


def sheet() -> Sheet:
    """Return the sheet in the language in use."""
    return Sheet(
        "Eletrika",
        say("Quick reference, in the readings that the program plays by default."),
        [_structure(kind)._replace(width=9.0) for kind in range(len(KINDS))],
        ((_turn(), _table(), _end()), (_scoring(), _structures(), _tiles(), _connections())),
        (_boards(),),
    )


def _turn() -> Section:
    return Section(
        say("Your turn: one main action"),
        ("EL-TURN-01",),
        lines=(
            Line(
                say("Add a tile"),
                say(
                    "Lay one of the {count} face-up tiles where all edges agree, and turn up "
                    "another. Then, on this tile only, place a marker, or build with two pawns.",
                    count=ROW,
                ),
                ("EL-TILE-01", "EL-TILE-02", "EL-TILE-06", "EL-BONUS-01", "EL-BONUS-03"),
            ),
            Line(
                say("Build"),
                say(
                    "Put a structure of the reserve with one of your {pawns} pawns on any free "
                    "tile that is not the source, if it may stand beside all its neighbours.",
                    pawns=PAWNS,
                ),
                ("EL-BUILD-01", "EL-BUILD-02", "EL-CONN-03", "EL-COMP-02"),
            ),
            Line(
                say("Abandon"),
                say(
                    "Take all pawns back from as many of your structures as you like. They stay "
                    "and still conduct. No scoring on this turn."
                ),
                ("EL-ABAN-01", "EL-ABAN-02", "EL-ABAN-04"),
            ),
            Line(
                say("Score"),
                say(
                    "Once a turn, before or after adding a tile or building: one set of your "
                    "energized structures. Then take the pawns back; the structures stay."
                ),
                ("EL-TURN-02", "EL-SCORE-01", "EL-SCORE-08", "EL-SCORE-09"),
            ),
        ),
    )


def _table() -> Section:
    first, second = MARKERS
    return Section(
        say("Tiles, short circuits, markers"),
        lines=(
            Line(
                say("Edges"),
                say("River meets river, lake meets lake; field and forest are all land."),
                ("EL-TILE-02", "EL-TILE-03", "EL-TILE-04"),
            ),
            Line(
                say("Closed"),
                say("Three structures never touch each other in a triangle of tiles."),
                ("EL-SHORT-01", "EL-SHORT-02"),
            ),
            Line(
                say("Marker"),
                say(
                    "If another player builds on its tile, you score its {first} or {second} MW "
                    "and take it back. If you build there yourself, or the tile is closed, it "
                    "comes back for nothing.",
                    first=first,
                    second=second,
                ),
                ("EL-MARK-02", "EL-MARK-03", "EL-MARK-04"),
            ),
            Line(
                say("City"),
                say(
                    "At the end of a turn in which a City was built, the next bonus tile is in "
                    "high demand."
                ),
                ("EL-CITY-01", "EL-CITY-02"),
            ),
        ),
    )


def _end() -> Section:
    tiles = len(_RULES.tiles.tiles)
    stack = [tiles - 1 - ROW - ASIDE - seats for seats in SEATS]
    return Section(
        say("End and victory"),
        heads=(say("players"), *map(str, SEATS)),
        rows=(Row(say("tiles in the stack"), [f"{count}" for count in stack], ("EL-SETUP-09",)),),
        lines=(
            Line(
                say("End"),
                say(
                    "When the stack runs out, the {tiles} tiles and the structures set aside come "
                    "into the game. Finish the round and play {rounds} more.",
                    tiles=ASIDE,
                    rounds=FINAL_ROUNDS,
                ),
                ("EL-END-01", "EL-END-02", "EL-END-03"),
            ),
            Line(
                say("Victory"),
                say("Most MW. Ties: most pawns on structures; then a shared victory."),
                ("EL-WIN-01", "EL-WIN-02", "EL-WIN-03"),
            ),
        ),
    )


def _scoring() -> Section:
    points = _RULES.scoring
    rows = []
    for name, sets, way in (
        (say("of different kinds"), points.different, "different"),
        (say("of the same kind"), points.equal, "equal"),
    ):
        for size, worth in sets.items():
            mark = "*" if f"{way}_{size}" in points.caveats else ""
            rows.append(Row(f"{size} {name}", (f"{worth}{mark} MW",)))
    rows += [
        Row(
            say("one is in high demand"),
            (f"+{points.high_demand} MW",),
            ("EL-SCORE-06",),
        ),
        Row(
            say("each forest of its colour that borders one"),
            (f"+{points.forest_per_edge} MW",),
            ("EL-FOREST-01",),
        ),
    ]
    told = say("Three different kinds are no set (EL-SCORE-02).")
    doubts = " ".join(dict.fromkeys(notes(points.caveats.values())))
    return Section(
        say("Points of a set"),
        ("EL-SCORE-01", "EL-SCORE-05"),
        rows=rows,
        note=f"{told} * {doubts}" if doubts else told,
    )


def _structures() -> Section:
    rows = []
    for kind, name in enumerate(KIND_NAMES):
        forest = _RULES.tiles.forests[kind]
        colour = say(str(Word(forest.colour))) + ("*" if forest.caveat else "")
        count = STRUCTURES[kind]
        rows.append(Row(_structure(kind), (say(name), f"{count}", f"{count - 1}", colour)))
    doubts = " ".join(
        dict.fromkeys(notes(one.caveat for one in _RULES.tiles.forests if one.caveat))
    )
    water = say("{kind}: only on a tile with river or lake", kind=say(KIND_NAMES[PLANT]))
    return Section(
        say("Structures"),
        ("EL-COMP-04", "EL-SETUP-05", "EL-FOREST-03"),
        heads=("", "", say("in all"), say("at the start"), say("forest")),
        rows=rows,
        note=f"{water} (EL-BUILD-04). * {doubts}",
    )


def _connections() -> Section:
    mark = {True: "●", False: ""}
    rows = [
        Row(
            _structure(kind),
            [mark[MAY_TOUCH[kind][other]] for other in range(len(KINDS))],
        )
        for kind in range(len(KINDS))
    ]
    return Section(
        say("Which may stand side by side"),
        ("EL-CONN-02",),
        heads=("", *(_structure(kind) for kind in range(len(KINDS)))),
        rows=rows,
    )


def _tiles() -> Section:
    source = _RULES.tiles.tiles[_RULES.tiles.source]
    shown = [
        ("source", source.edges, say("the source")),
        ("river", "r..r..", say("river")),
        ("lake", "ll....", say("lake")),
        *(
            (f"forest-{KINDS[kind]}", f"..{letter}{letter}..", say(KIND_NAMES[kind]))
            for kind, letter in enumerate(FORESTS)
        ),
    ]
    return Section(
        say("Land, and the forest of each structure"),
        ("EL-COMP-01", "EL-FOREST-03"),
        drawings=[_tile(name, edges, alt) for name, edges, alt in shown],
        is_captioned=True,
    )


def _boards() -> Section:
    boards = (
        (
            "energized",
            _LINE,
            say("A line from a Plant to a City energizes all on it, but no dead end (EL-NRG-01)."),
            70.0,
        ),
        (
            "closed",
            _PAIR,
            say("Two structures side by side close the tiles that touch both (EL-SHORT-02)."),
            36.0,
        ),
        (
            "forests",
            _FOREST,
            say(
                "One forest of its colour borders the Tower: +{points} MW (EL-FOREST-01).",
                points=_RULES.scoring.forest_per_edge,
            ),
            44.0,
        ),
    )
    return Section(
        say("On the table"),
        ("EL-NRG-01", "EL-SHORT-02", "EL-FOREST-01"),
        drawings=[_board(name, text, alt, width) for name, text, alt, width in boards],
        is_captioned=True,
    )


def _board(name: str, text: str, alt: str, width: float) -> Drawn:
    from gridgames.wings.eletrika.description.words import words_of_positions

    position = parse_position(text, _RULES.tiles, words_of_positions())
    scene = scene_of_position(position, _RULES)
    inside = tuple(cell for cell in scene.analysis.closed if cell in scene.lands)
    layers = board_layers(replace(scene, analysis=scene.analysis._replace(closed=inside)), None)
    shown = Picture(f"{layers.land()}\n{layers.pieces}", layers.box)
    return drawn(name, shown, layers.definitions, signs.TONES, alt=alt, width=width)


def _tile(name: str, edges: str, alt: str) -> Drawn:
    return _draw(f"tile-{name}", tile_picture(edges, _RULES.tiles), alt, 10.2)


def _structure(kind: Kind) -> Drawn:
    shown = structure_picture(kind)
    return _draw(f"structure-{KINDS[kind]}", shown, say(KIND_NAMES[kind]), 6.0)


def _draw(name: str, shown: Picture, alt: str, width: float) -> Drawn:
    shapes = definitions(woods_of(_RULES.tiles))
    return drawn(name, shown, shapes, signs.TONES, alt=alt, width=width)
