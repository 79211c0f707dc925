"""The panels of Eletrika: what is shown beside the board, on every front end."""

from collections.abc import Callable, Iterator
from functools import partial

from eletrika.position import PlacedTile
from eletrika.tables import (
    FORESTS,
    KIND_NAMES,
    KINDS,
    TOWER,
    UNKNOWN_EDGE,
    Kind,
    Owner,
    kind_text,
)
from eletrika.tile_edges import tile_text
from eletrika.tile_set import TileSet
from gridcommon.errors import Word
from gridgames.languages.caveats import marked
from gridgames.languages.messages import say
from gridgames.show.drawing.palette import FAINT, INK, PANEL
from gridgames.show.drawing.svg import Group, picture
from gridgames.show.parts import (
    Card,
    Cell,
    Panel,
    Picture,
)
from gridgames.terminal.frames import DIM
from gridgames.terminal.seat_styles import GLYPHS
from gridgames.wings.eletrika.description.scene import BoardScene, edges_of
from gridgames.wings.eletrika.description.words import (
    demand_words,
    edges_words,
    piece_style,
    points_words,
)
from gridgames.wings.eletrika.drawing import signs


def panels(scene: BoardScene) -> Iterator[Panel]:
    """Yield the players, the bonus tiles, the reserve and the tiles, all as far as known."""
    position = scene.position
    if owners := scene.owners:
        players = [_player(scene, owner) for owner in owners]
        yield Panel("players", say("Players"), players, heights=(len(players),))
    demand = []
    if position.bonus is not None:
        demand.append(_demand(position.bonus, is_first=True))
    elif scene.reserve:
        demand.append(Card(say("nothing"), cells=[Cell("", [(say("nothing"), "bold")])]))
    demand += [_demand(kind, is_first=False) for kind in position.queue or ()]
    if demand or position.queue is not None:
        stack = "" if position.stack is None else say("stack: {count}", count=position.stack)
        aside = stack, stack  # here, as the reserve leaves a low screen first
        title, heights = say("High demand"), (2, 1)
        yield Panel("demand", title, demand, is_compact=True, asides=aside, heights=heights)
    if scene.reserve is not None:
        left = [_left(kind, count) for kind, count in enumerate(scene.reserve)]
        yield Panel("reserve", say("Reserve"), left, is_compact=True, rank=2, heights=(2, 1, 0))
    if position.drawn:
        drawn = [_face_up(position.drawn, scene)]
        yield Panel("drawn", say("The tile to lay"), drawn, is_compact=True)
    if position.row or position.stack is not None:
        row = sorted(position.row or (), key=lambda land: (land.tile is None, land.tile or 0))
        cards = [_face_up(land, scene) for land in row]
        note = ""
        if position.stack is not None:
            note = say("{count:tile|tiles} in the stack", count=position.stack)
        yield Panel("row", say("Face up"), cards, note, is_compact=True)
    yield Panel("legend", say("Legend"), [*_legend(scene)], "\n".join(_notes(scene)))


def _player(scene: BoardScene, owner: Owner) -> Card:
    """Return what a player is known to hold."""
    position, cells = scene.position, []
    if owner in position.scores:
        points, is_sure = position.scores_and_certainty[owner]
        line = [(f"{points}{'' if is_sure else '+'}", "")]
        cells.append(Cell(points_words(points, is_sure=is_sure), line, head="MW"))
    if owner in position.hands:
        pawns = position.hands[owner]
        words = say("{count:pawn|pawns} in hand", count=pawns)
        cells.append(Cell(words, [(f"{pawns}", "")], head=say("pawns")))
    if owner in position.markers_in_hand:
        values = position.markers_in_hand[owner]
        words = say("markers {values}", values=", ".join(map(str, values)) or say("none"))
        cells.append(Cell(words, [(" ".join(map(str, values)) or "-", "")], head=say("markers")))
    return Card(
        scene.name(owner),
        partial(_pawn, owner),
        cells,
        is_to_act=owner == position.to_act,
        mark=(GLYPHS[scene.seat_of(owner)], piece_style(owner)),
    )


def _pawn(owner: Owner) -> Picture:
    return picture(partial(signs.draw_pawn, owner=owner), (-13, -15, 26, 31))


def _demand(kind: Kind, *, is_first: bool) -> Card:
    """Return a bonus tile: the one in high demand, or one that waits."""
    name = demand_words(kind)
    if is_first:
        draw = partial(signs.structure_picture, kind, (-42, -42, 84, 84), 0.9, lit=True)
        return Card(name, cells=[Cell("", [(name, "bold")], name), Cell("", [], draw=draw)])
    draw = partial(signs.structure_picture, kind, scale=0.72)
    cell = Cell("", [("› ", DIM), (name, "")], f"› {kind_text(kind)}")
    return Card(say("then {kind}", kind=name), cells=[cell, Cell("", [], draw=draw)])


def _left(kind: Kind, count: int) -> Card:
    """Return the structures of a kind in the reserve."""
    name = say(KIND_NAMES[kind])
    line = [(f"{KINDS[kind]} ", "bold"), (f"{name} ", ""), (f"{count}", "bold")]
    sign = partial(signs.structure_picture, kind, scale=0.5)
    return Card(f"{name} {count}", sign, [Cell("", line, f"{KINDS[kind]} {count}")])


def _face_up(land: PlacedTile, scene: BoardScene) -> Card:
    label = "" if land.tile is None else tile_text(land.tile)
    draw = partial(_tile, edges_of(land.edges), scene.ruleset.tiles, label)
    edges = edges_words(edges_of(land.edges), scene.ruleset.tiles)
    return Card(label or "?", None, [Cell(edges), Cell("", [], draw=draw)])


# Shapely, which the board is drawn with, is loaded with the first picture


def _tile(edges: str, tiles: TileSet, label: str) -> Picture:
    from gridgames.wings.eletrika.drawing.board import tile_picture

    return tile_picture(edges, tiles, label)


def _legend(scene: BoardScene) -> Iterator[Card]:
    """Yield the signs in use."""
    position = scene.position
    for is_lit, text in ((True, say("energized")), (False, say("dark"))):
        if is_lit in scene.lit.values():
            label = "[T]" if is_lit else "(T)"
            yield _sign(label, text, partial(_tower, is_lit=is_lit), 44, 0.4)
    shown = "".join(scene.lands.values())
    for kind, letter in enumerate(FORESTS):
        if letter in shown:
            forest = scene.ruleset.tiles.forests[kind]
            text = say(
                "{colour} forest: pays for {kind}",
                colour=Word(forest.colour),
                kind=f"{KINDS[kind]} {say(KIND_NAMES[kind])}",
            )
            draw = partial(_grove, letter, scene.ruleset.tiles, kind)
            yield _sign(letter, marked(text, (forest.caveat,)), draw, 15, high=11)
    if position.markers:
        owner = next(iter(position.markers.values())).owner
        badge = partial(signs.draw_marker, owner=owner, value=2)
        yield _sign("2MW", say("influence marker, in MW"), badge, 23, 0.66)
    signs_shown = {*scene.shut.values()}
    if "x" in signs_shown:
        text = say("closed: a structure would short-circuit")
        yield _sign("x", text, signs.draw_short, 15)
    if "-" in signs_shown:
        text = say("no structure fits beside its neighbours")
        yield _sign("-", text, signs.draw_dead, 14)
    if UNKNOWN_EDGE in shown:
        yield _sign("?", say("unknown land"), _patch, 13, high=11)


def _sign(
    label: str,
    text: str,
    draw: Callable[[Group], None],
    size: float,
    scale: float = 1.0,
    high: float = 0.0,
) -> Card:
    """Return an entry of the legend, ``label`` in characters; its sign has half of these sizes."""
    high = high or size
    sign = partial(picture, draw, (-size, -high, 2 * size, 2 * high), "", scale)
    return Card(text, sign, label=label)


def _tower(group: Group, *, is_lit: bool) -> None:
    signs.draw_structure(group, TOWER, lit=is_lit, owner=None, pawns=0)


def _grove(letter: str, tiles: TileSet, kind: Kind, group: Group) -> None:
    from gridgames.wings.eletrika.drawing.board import woods_of

    group.box(-15, -10, 30, 20, rx=8, fill=woods_of(tiles)[kind].floor)
    for x in (-8, 1, 9):
        group.use(signs.tree_name(letter), x, 1 - x % 2)


def _patch(group: Group) -> None:
    from gridgames.wings.eletrika.drawing.board import UNKNOWN

    group.box(-12, -10, 24, 20, fill=UNKNOWN)
    group.box(-12, -10, 24, 20, fill="url(#el-unknown)", stroke=FAINT)
    group.write_centred(0, 5, "?", 14, fill=INK, halo=PANEL)


def _notes(scene: BoardScene) -> Iterator[str]:
    """Yield that a position breaks rules, and which rules are not certain."""
    if count := scene.analysis.broken:
        template = "The position breaks rules ({count}): see gridgames eletrika check."
        yield say(template, count=count)
    if scene.caveats:
        rules = dict.fromkeys(rule for caveat in scene.caveats for rule in caveat.rules)
        yield say("Not certain: {note}", note=", ".join(rules))
