"""Pictures of Eletrika: the board, the pieces beside it, and a legend."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eletrika.analysis import Analysis, analyse, analyse_game
from eletrika.ending import result
from eletrika.game import to_act
from eletrika.network_layout import laid_position
from eletrika.position import Network, Position, to_position
from eletrika.ruleset import Ruleset
from eletrika.state import State
from eletrika.tables import COLOUR_NAMES, FORESTS, KIND_NAMES, KINDS, UNKNOWN_EDGE, Owner
from gridcommon.caveats import Caveat
from gridcommon.errors import NotationError, Word
from gridcommon.hexes import Hex
from gridgames.games.drawing.colour_scheme import ColourScheme
from gridgames.games.drawing.column import Column, Sample
from gridgames.games.drawing.svg import Drawing, Group, equalize_sizes, shorten
from gridgames.languages.caveats import marked, notes
from gridgames.languages.messages import say
from gridgames.wings.eletrika.description.analysis import structure_words
from gridgames.wings.eletrika.description.narration import narrate_result
from gridgames.wings.eletrika.description.situation import round_words, to_do
from gridgames.wings.eletrika.description.text_board import is_far_flung
from gridgames.wings.eletrika.description.words import demand_words
from gridgames.wings.eletrika.drawing import signs
from gridgames.wings.eletrika.drawing.board import (
    Board,
    Paint,
    draw_board,
    draw_tile,
    edges_of,
    shut_cells,
)

_COLUMN = 330  # pixels of the text beside the board
_MARGIN = 24
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
        to_act(state),
        state.ruleset.caveats,
    )


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
        raise NotationError("The tiles lie too far apart to be drawn.")
    analysis = analyse(position, ruleset)
    moment = "" if position.round is None else say("round {round}", round=position.round)
    acts = position.to_act
    return DrawingScene(
        position, analysis, ruleset, moment=moment, acts=acts, caveats=analysis.caveats
    )


def draw(scenes: Sequence[DrawingScene], look: ColourScheme) -> list[Drawing]:
    """Return pictures of one size, on which no tile changes its place."""
    cells: set[Hex] = set()
    for scene in scenes:
        cells |= scene.position.tiles.keys() | {*scene.analysis.closed}
    board = Board(cells)
    drawings = [_drawn(scene, board, look) for scene in scenes]
    equalize_sizes(drawings)
    return drawings


def _drawn(scene: DrawingScene, board: Board, look: ColourScheme) -> Drawing:
    title = "Eletrika"
    if scene.moment:
        title = say("Eletrika, {moment}", moment=scene.moment)
    drawing = Drawing(title, list(_description(scene)), look.ground)
    paint = Paint(scene.ruleset.tiles, look)
    paint.define(drawing.shared)
    draw_board(drawing.at(-board.left, -board.top), scene.position, scene.analysis, paint)
    column = Column(drawing, look, board.width + 8, _MARGIN - 8, _COLUMN)
    column.title("Eletrika", scene.moment)
    if scene.task:
        column.text(scene.task)
    _players(column, scene)
    _beside(column, scene, paint)
    _legend(column, scene, paint)
    drawing.resize(board.width + 8 + _COLUMN + _MARGIN, max(board.height, column.y + _MARGIN))
    return drawing


def _owners(scene: DrawingScene) -> list[Owner]:
    position = scene.position
    if scene.names:
        return list(range(len(scene.names)))
    told = {*position.hands, *position.scores, *position.markers_in_hand}
    told |= {marker.owner for marker in position.markers.values()}
    told |= {one.owner for one in position.structures.values() if one.owner is not None}
    return sorted(told)


def _name(scene: DrawingScene, owner: Owner) -> str:
    colour = say(COLOUR_NAMES[owner])
    return f"{scene.names[owner]} ({colour})" if scene.names else colour


def _holds(position: Position, owner: Owner) -> str:
    """Return the known possessions of an owner."""
    told = []
    if owner in position.scores:
        told.append(f"{position.scores[owner]} MW")
    if owner in position.hands:
        told.append(say("{count:pawn|pawns} in hand", count=position.hands[owner]))
    if values := position.markers_in_hand.get(owner):
        told.append(say("markers {values}", values=", ".join(map(str, values))))
    return " · ".join(told)


def _players(column: Column, scene: DrawingScene) -> None:
    owners = _owners(scene)
    if not owners:
        return
    column.heading(say("Players"))
    for owner in owners:
        top = column.y
        if owner == scene.acts:
            fill, rim = column.look.panel, column.look.rule
            column.group.box(
                column.x - 4, top + 2, column.width + 8, 42, fill=fill, stroke=rim, rx=6
            )
        signs.draw_pawn(column.group.at(column.x + 14, top + 20), owner)
        name = shorten(_name(scene, owner), 14, column.width - 42, bold=True)
        ink, x = column.look.ink, column.x + 36
        holds = _holds(scene.position, owner)
        column.group.write(x, top + (20 if holds else 27), name, 14, fill=ink, bold=True)
        column.group.write(x, top + 37, holds, 12.5, fill=column.look.faint)
        column.y += 45


def _beside(column: Column, scene: DrawingScene, paint: Paint) -> None:
    """Draw the bonus tiles, the row and the stack, as far as they are known."""
    position, look = scene.position, column.look
    if position.bonus is not None or position.queue is not None:
        column.heading(say("High demand"))
        y, x = column.y + 30, column.x + 28
        if position.bonus is not None:
            signs.draw_structure(
                column.group.at(x, y), position.bonus, lit=True, owner=None, pawns=0
            )
            x += 62
        for kind in position.queue or ():
            small = column.group.group(transform=f"translate({x} {y}) scale(0.72)")
            signs.draw_structure(small, kind, lit=None, owner=None, pawns=0)
            x += 46
        column.y += 60
    if position.row or position.stack is not None:
        column.heading(say("Face up"))
        row = position.row or ()
        for number, land in enumerate(row):
            x, y = column.x + 42 + 104 * (number % 3), column.y + 50 + 104 * (number // 3)
            group = column.group.group(transform=f"translate({x} {y}) scale({_ROW})")
            draw_tile(group, land.edges, paint)
            if land.tile is not None:
                label = f"{land.tile}"
                column.group.write(
                    x, y + 5, label, 14, fill=look.ink, bold=True, anchor="middle", halo=look.panel
                )
        column.y += 100 * -(-len(row) // 3)
        if position.stack is not None:
            count = position.stack
            column.text(say("{count:tile|tiles} in the stack", count=count), faint=True)


def _legend(column: Column, scene: DrawingScene, paint: Paint) -> None:
    """Draw a legend of the signs in use, and the caveats."""
    position, analysis, look = scene.position, scene.analysis, column.look
    column.heading(say("Legend"))
    lit = analysis.explanation.lit
    for is_lit, text in ((True, say("energized")), (False, say("dark"))):
        if is_lit in lit:
            _sample_of_line(column, text, lit=is_lit)
    shown = "".join(edges_of(land.edges) for land in position.tiles.values())
    for kind, letter in enumerate(FORESTS):
        if letter in shown:
            forest = scene.ruleset.tiles.forests[kind]
            text = say(
                "{colour} forest: pays for {kind}",
                colour=Word(forest.colour),
                kind=f"{KINDS[kind]} {say(KIND_NAMES[kind])}",
            )
            column.sample(marked(text, (forest.caveat,)), _grove(letter, paint), high=24)
    if position.markers:
        owner = next(iter(position.markers.values())).owner

        def badge(group: Group) -> None:
            signs.draw_marker(group.group(transform="scale(0.66)"), owner, 2)

        column.sample(say("influence marker, in MW"), badge, high=30)
    closed, dead = shut_cells(position, analysis)
    if closed:
        text = say("closed: a structure would short-circuit")
        column.sample(text, lambda group: signs.draw_short(group, look), high=31)
    if dead:
        text = say("no structure fits beside its neighbours")
        column.sample(text, lambda group: signs.draw_dead(group, look), high=30)
    if UNKNOWN_EDGE in shown:

        def patch(group: Group) -> None:
            group.box(-12, -10, 24, 20, fill=paint.unknown)
            group.box(-12, -10, 24, 20, fill="url(#unknown)", stroke=look.faint)
            group.write(0, 5, "?", 14, fill=look.ink, bold=True, anchor="middle", halo=look.panel)

        column.sample(say("unknown land"), patch)
    if broken := _broken(scene):
        column.y += 8
        column.text(broken, size=12)
    if scene.caveats:
        rules = dict.fromkeys(rule for caveat in scene.caveats for rule in caveat.rules)
        column.y += 8
        column.text(say("Not certain: {note}", note=", ".join(rules)), faint=True, size=11)


def _sample_of_line(column: Column, text: str, *, lit: bool) -> None:
    def line(group: Group) -> None:
        small = group.group(transform="scale(0.5)")
        signs.draw_structure(small, 1, lit=lit, owner=None, pawns=0)

    column.sample(text, line, high=34)


def _grove(letter: str, paint: Paint) -> Sample:
    def grove(group: Group) -> None:
        group.box(-15, -10, 30, 20, rx=8, fill=paint.floor(letter))
        for x in (-8, 1, 9):
            group.use(signs.tree_name(letter), x, 1 - x % 2)

    return grove


def _broken(scene: DrawingScene) -> str:
    """Return a note if a position breaks rules, or an empty string."""
    count = scene.analysis.broken
    template = "The position breaks rules ({count}): see gridgames eletrika check."
    return say(template, count=count) if count else ""


def _description(scene: DrawingScene) -> Iterator[str]:
    """Yield a description of the picture for screen readers."""
    position, analysis = scene.position, scene.analysis
    if scene.task:
        yield scene.task
    for owner in _owners(scene):
        if holds := _holds(position, owner):
            yield f"{_name(scene, owner)}: {holds}"
    network = analysis.network
    for place, lit in enumerate(analysis.explanation.lit):
        yield f"{structure_words(network, place)}: {say('energized') if lit else say('dark')}"
    for cell, marker in position.markers.items():
        yield say(
            "{cell}: marker of {colour}, {value} MW",
            cell=f"{cell[0]},{cell[1]}",
            colour=Word(COLOUR_NAMES[marker.owner]),
            value=marker.value,
        )
    if position.bonus is not None:
        yield say("In high demand: {kind}", kind=demand_words(position.bonus))
    if analysis.closed:
        yield say("Closed: {cells}", cells=_cells(analysis.closed))
    if broken := _broken(scene):
        yield broken
    lands = position.tiles.items()
    known = [f"{q},{r} {edges_of(land.edges)}" for (q, r), land in sorted(lands)]
    yield say("Tiles with their edges clockwise from east: {tiles}", tiles="; ".join(known))
    for note in notes(scene.caveats):
        yield say("Not certain: {note}", note=note)


def _cells(cells: Sequence[Hex]) -> str:
    return " ".join(f"{q},{r}" for q, r in cells)
