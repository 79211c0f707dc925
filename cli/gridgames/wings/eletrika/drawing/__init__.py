"""Pictures of Eletrika: the board, the pieces beside it, and a legend."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from eletrika.analysis import Analysis, analyse, analyse_game
from eletrika.ending import result
from eletrika.game import to_act
from eletrika.network_layout import laid_position
from eletrika.position import Network, PlacedTile, Position, to_position
from eletrika.ruleset import Ruleset
from eletrika.state import SETUP, State
from eletrika.tables import (
    COLOUR_NAMES,
    FORESTS,
    KIND_NAMES,
    KINDS,
    TOWER,
    UNKNOWN_EDGE,
    Kind,
    Owner,
)
from eletrika.tile_edges import tile_text
from eletrika.tile_set import TileSet
from gridcommon.caveats import Caveat
from gridcommon.errors import NotationError, Word
from gridcommon.hexes import Hex, neighbours
from gridgames.languages.caveats import marked, notes
from gridgames.languages.messages import say
from gridgames.show.drawing.palette import FAINT, INK, PANEL
from gridgames.show.drawing.svg import Group, picture, points
from gridgames.show.parts import (
    BoardLayers,
    Card,
    Heading,
    Panel,
    Picture,
    Target,
    View,
)
from gridgames.wings.eletrika.description.analysis import open_task, structure_words
from gridgames.wings.eletrika.description.narration import narrate_result
from gridgames.wings.eletrika.description.places import cell_place
from gridgames.wings.eletrika.description.situation import round_words, to_do
from gridgames.wings.eletrika.description.text_board import is_far_flung
from gridgames.wings.eletrika.description.words import (
    cell_words,
    cells_words,
    demand_words,
    edges_words,
)
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.board import (
    UNKNOWN,
    Forest,
    Woods,
    board_box,
    definitions,
    draw_doubt,
    draw_pieces,
    draw_tile,
    edges_of,
    frame_box,
    land_fragments,
    shut_cells,
    woods_of,
)
from gridgames.wings.eletrika.drawing.land import LAYOUT
from gridgames.wings.eletrika.drawing.marks import draw_marks, draw_overview

_FEWEST = ((-2, 0), (2, 0), (-1, 2), (1, -2))  # so a board has room for these from the start
_ROW = 0.62  # size of a face-up tile, to one on the board


@dataclass(frozen=True)
class DrawingScene:
    """The contents of one picture."""

    position: Position
    analysis: Analysis
    ruleset: Ruleset
    names: Sequence[str] = ()  # of the players, by seat; none for a position
    moment: str = ""
    task: str = ""  # what is to be done, or who won
    acts: Owner | None = None
    caveats: tuple[Caveat, ...] = ()
    reserve: tuple[int, ...] | None = None  # by kind
    drawn: PlacedTile | None = None  # the tile that is laid in the set-up
    is_judged: bool = True  # or a picture shows neither light nor closed tiles

    @property
    def lit(self) -> Sequence[bool | None]:
        """Whether each structure is energized, None for a picture that must not show it."""
        lit = self.analysis.explanation.lit
        return lit if self.is_judged else [None] * len(lit)

    def unjudged(self) -> "DrawingScene":
        """Return the scene without anything that the rules say about it."""
        return replace(self, is_judged=False, analysis=self.analysis._replace(closed=(), dead=()))


def scene_of_game(state: State, names: Sequence[str]) -> DrawingScene:
    """Return the public contents of a picture of a game."""
    ended = result(state)
    return DrawingScene(
        to_position(state),
        analyse_game(state),
        state.ruleset,
        names,
        round_words(state),
        next(narrate_result(ended, names)) if ended else to_do(state, names),
        None if (seat := to_act(state)) is None else state.colours[seat],
        state.ruleset.caveats,
        tuple(state.reserve),
        _drawn(state),
    )


def _drawn(state: State) -> PlacedTile | None:
    if state.phase != SETUP:
        return None
    number = state.drawn if state.drawn >= 0 else None  # without one its edges are told at most
    return PlacedTile(state.ruleset.tiles.faces[state.drawn][0], number)


def scene_of(
    shown: State | Position | Network | DrawingScene, names: Sequence[str]
) -> DrawingScene:
    """Return the contents of a picture; a position is judged by the shipped rules.

    Raises NotationError if it cannot be drawn.
    """
    if isinstance(shown, DrawingScene):
        return shown
    if isinstance(shown, State):
        return scene_of_game(shown, names)
    return scene_of_position(shown, Ruleset())


def scene_of_position(position: Position | Network, ruleset: Ruleset) -> DrawingScene:
    """Return the contents of a picture of a position. Raises NotationError if undrawable."""
    if isinstance(position, Network):
        position = laid_position(position)
    if is_far_flung(position.tiles):
        raise NotationError("The tiles are too far apart to be drawn.")
    analysis = analyse(position, ruleset)
    moment = "" if position.round is None else say("round {round}", round=position.round)
    return DrawingScene(
        position,
        analysis,
        ruleset,
        moment=moment,
        task=open_task(position),
        acts=position.to_act,
        caveats=analysis.caveats,
        drawn=position.drawn,
    )


def heading(scene: DrawingScene) -> Heading:
    """Return the heading of a picture."""
    return Heading("Eletrika", scene.moment, scene.task)


def board_layers(
    scene: DrawingScene, targets: Collection[str] | None, view: View | None = None
) -> BoardLayers:
    """Return the board in layers; with ``targets`` it has room for all cells beside it.

    In a ``view`` all these cells can be pointed at.
    """
    position, analysis = scene.position, scene.analysis
    woods = woods_of(scene.ruleset.tiles)
    lands = {cell: edges_of(land.edges) for cell, land in position.tiles.items()}
    cells = {*lands, *analysis.closed}
    around = cells | {beside for cell in lands for beside in neighbours(cell)}
    if view:
        box, zoom = frame_box(around, view)
        targets = {cell_place(cell) for cell in around}
        marks = [*draw_marks(view.marks, woods, zoom)]
        whole = board_box(cells)
        if whole[2] > box[2] or whole[3] > box[3]:
            lights = zip(analysis.network.cells, scene.lit, strict=True)
            lit = {cell for cell, is_lit in lights if cell and is_lit}
            marks.append(draw_overview(cells, lit, box, view.marks.cursor))
    else:
        box, zoom = board_box(cells if targets is None else {*around, *_FEWEST}), 1.0
        marks = []
    pieces = [*draw_pieces(position, analysis, scene.lit, zoom), *marks]
    return BoardLayers(
        box,
        ("eletrika", woods, *sorted(lands.items())),
        definitions(woods),
        lambda: [*land_fragments(lands, woods)],
        [piece for piece in pieces if piece.markup],
        [_target(cell) for cell in sorted(around) if cell_place(cell) in (targets or ())],
        [*_words(scene)],
    )


def _target(cell: Hex) -> Target:
    corners = LAYOUT.corners(cell)
    x, y = LAYOUT.centre(cell)
    return Target(cell_place(cell), cell_words(cell), points(corners), (x, y + 40))


def _owners(scene: DrawingScene) -> list[Owner]:
    position = scene.position
    if scene.names:
        return [*position.hands]
    told = {*position.hands, *position.scores, *position.markers_in_hand}
    told |= {marker.owner for marker in position.markers.values()}
    told |= {one.owner for one in position.structures.values() if one.owner is not None}
    return sorted(told)


def _name(scene: DrawingScene, owner: Owner) -> str:
    colour = say(COLOUR_NAMES[owner])
    if not scene.names:
        return colour
    return f"{scene.names[_owners(scene).index(owner)]} ({colour})"


def _holds(position: Position, owner: Owner) -> Iterator[str]:
    """Yield the known possessions of an owner."""
    if owner in position.scores:
        yield f"{position.scores[owner]} MW"
    if owner in position.hands:
        yield say("{count:pawn|pawns} in hand", count=position.hands[owner])
    if values := position.markers_in_hand.get(owner):
        yield say("markers {values}", values=", ".join(map(str, values)))


def panels(scene: DrawingScene) -> Iterator[Panel]:
    """Yield the players, the bonus tiles, the row and the stack as far as known, and a legend."""
    position = scene.position
    if owners := _owners(scene):
        yield Panel("players", say("Players"), [_player(scene, owner) for owner in owners])
    demand = [] if position.bonus is None else [_demand(position.bonus, is_first=True)]
    demand += [_demand(kind, is_first=False) for kind in position.queue or ()]
    if demand or position.queue is not None:
        yield Panel("demand", say("High demand"), demand, is_compact=True)
    if scene.drawn:
        drawn = [_face_up(scene.drawn, scene)]
        yield Panel("drawn", say("The tile to lay"), drawn, is_compact=True)
    if position.row or position.stack is not None:
        cards = [_face_up(land, scene) for land in position.row or ()]
        yield Panel("row", say("Face up"), cards, "\n".join(_in_stock(scene)), is_compact=True)
    yield Panel("legend", say("Legend"), [*_legend(scene)], "\n".join(_notes(scene)))


def _player(scene: DrawingScene, owner: Owner) -> Card:
    pawn = picture(lambda group: signs.draw_pawn(group, owner), (-13, -15, 26, 31))
    facts = [*_holds(scene.position, owner)]
    return Card(_name(scene, owner), pawn, facts, is_to_act=owner == scene.acts)


def _demand(kind: Kind, *, is_first: bool) -> Card:
    """Return a bonus tile: the one in high demand, or one that waits."""
    words = demand_words(kind)
    if is_first:
        glowing = structure_picture(kind, (-42, -42, 84, 84), 0.9, lit=True)
        return Card(say("In high demand: {kind}", kind=words), pictures=[glowing])
    return Card(say("Next: {kind}", kind=words), pictures=[structure_picture(kind, scale=0.72)])


def structure_picture(
    kind: Kind,
    box: tuple[float, float, float, float] = (-30, -30, 60, 60),
    scale: float = 1.0,
    *,
    lit: bool | None = None,
) -> Picture:
    """Return a structure as a picture."""
    draw = partial(signs.draw_structure, kind=kind, lit=lit, owner=None, pawns=0)
    return picture(draw, box, "", scale)


def _face_up(land: PlacedTile, scene: DrawingScene) -> Card:
    label = "" if land.tile is None else tile_text(land.tile)
    shown = tile_picture(edges_of(land.edges), scene.ruleset.tiles, label)
    edges = edges_words(edges_of(land.edges), scene.ruleset.tiles)
    return Card(label or say("unknown"), None, [edges], [shown])


def tile_picture(
    edges: str, tiles: TileSet, label: str = "", draw: Callable[[Group], None] | None = None
) -> Picture:
    """Return a tile as a picture, with a label or what ``draw`` draws on it."""

    def drawn(group: Group) -> None:
        group.insert(_tile(edges, woods_of(tiles)))
        if label:
            group.write_centred(0, 8, label, 22, fill=INK, halo=PANEL)
        if draw:
            draw(group)

    return picture(drawn, (-61, -69, 122, 138), "", _ROW)


@lru_cache(256)  # more than one table needs
def _tile(edges: str, woods: Woods) -> str:
    """Return a tile around (0, 0)."""
    group = Group()
    group.insert(draw_tile(edges, woods))
    draw_doubt(group, (0, 0), edges, is_taken=False)
    return str(group)


def _in_stock(scene: DrawingScene) -> Iterator[str]:
    if scene.position.stack is not None:
        yield say("{count:tile|tiles} in the stack", count=scene.position.stack)
    if scene.reserve is not None:
        left = ", ".join(
            f"{say(KIND_NAMES[kind])} {count}" for kind, count in enumerate(scene.reserve) if count
        )
        yield say("Reserve: {left}", left=left or say("empty"))


def _legend(scene: DrawingScene) -> Iterator[Card]:
    """Yield the signs in use."""
    position, analysis = scene.position, scene.analysis
    for is_lit, text in ((True, say("energized")), (False, say("dark"))):
        if is_lit in scene.lit:
            yield _sign(text, partial(_tower, is_lit=is_lit), 44, 0.4)
    shown = "".join(edges_of(land.edges) for land in position.tiles.values())
    woods = woods_of(scene.ruleset.tiles)
    for kind, letter in enumerate(FORESTS):
        if letter in shown:
            forest = scene.ruleset.tiles.forests[kind]
            text = say(
                "{colour} forest: pays for {kind}",
                colour=Word(forest.colour),
                kind=f"{KINDS[kind]} {say(KIND_NAMES[kind])}",
            )
            draw = partial(_grove, letter, woods[kind])
            yield _sign(marked(text, (forest.caveat,)), draw, 15, high=11)
    if position.markers:
        owner = next(iter(position.markers.values())).owner
        badge = partial(signs.draw_marker, owner=owner, value=2)
        yield _sign(say("influence marker, in MW"), badge, 23, 0.66)
    closed, dead = shut_cells(position, analysis)
    if closed:
        text = say("closed: a structure would short-circuit")
        yield _sign(text, signs.draw_short, 15)
    if dead:
        yield _sign(say("no structure fits beside its neighbours"), signs.draw_dead, 14)
    if UNKNOWN_EDGE in shown:
        yield _sign(say("unknown land"), _patch, 13, high=11)


def _sign(
    text: str, draw: Callable[[Group], None], size: float, scale: float = 1.0, high: float = 0.0
) -> Card:
    """Return an entry of the legend; ``size`` and ``high`` are half the size of its sign."""
    high = high or size
    return Card(text, picture(draw, (-size, -high, 2 * size, 2 * high), "", scale))


def _tower(group: Group, *, is_lit: bool) -> None:
    signs.draw_structure(group, TOWER, lit=is_lit, owner=None, pawns=0)


def _grove(letter: str, forest: Forest, group: Group) -> None:
    group.box(-15, -10, 30, 20, rx=8, fill=forest.floor)
    for x in (-8, 1, 9):
        group.use(signs.tree_name(letter), x, 1 - x % 2)


def _patch(group: Group) -> None:
    group.box(-12, -10, 24, 20, fill=UNKNOWN)
    group.box(-12, -10, 24, 20, fill="url(#el-unknown)", stroke=FAINT)
    group.write_centred(0, 5, "?", 14, fill=INK, halo=PANEL)


def _notes(scene: DrawingScene) -> Iterator[str]:
    """Yield that a position breaks rules, and which rules are not certain."""
    if count := scene.analysis.broken:
        template = "The position breaks rules ({count}): see gridgames eletrika check."
        yield say(template, count=count)
    if scene.caveats:
        rules = dict.fromkeys(rule for caveat in scene.caveats for rule in caveat.rules)
        yield say("Not certain: {note}", note=", ".join(rules))


def _words(scene: DrawingScene) -> Iterator[str]:
    """Yield a description of the board for screen readers."""
    position, analysis = scene.position, scene.analysis
    network = analysis.network
    for place, lit in enumerate(scene.lit):
        what = structure_words(network, place)
        yield what if lit is None else f"{what}: {say('energized') if lit else say('dark')}"
    for cell, marker in position.markers.items():
        yield say(
            "{cell}: marker of {colour}, {value} MW",
            cell=f"{cell[0]},{cell[1]}",
            colour=Word(COLOUR_NAMES[marker.owner]),
            value=marker.value,
        )
    if analysis.closed:
        yield say("Closed: {cells}", cells=cells_words(analysis.closed))
    lands = position.tiles.items()
    known = [f"{q},{r} {edges_of(land.edges)}" for (q, r), land in sorted(lands)]
    yield say("Tiles with their edges clockwise from east: {tiles}", tiles="; ".join(known))
    for note in notes(scene.caveats):
        yield say("Not certain: {note}", note=note)
