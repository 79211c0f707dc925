"""The sides, positions and questions of Eletrika's worked examples.

The examples are in ``data/examples.toml``, and :mod:`gridcommon.examples` plays them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any

import eletrika
from eletrika.actions import LayTile
from eletrika.analysis import analyse
from eletrika.events import Item
from eletrika.notation import parse_position
from eletrika.position import Network, PlacedTile, Position
from eletrika.position_setup import from_position
from eletrika.ruleset import OPTIONS, Ruleset, make_ruleset
from eletrika.state import SETUP, State
from eletrika.tables import (
    CAVEATS,
    COLOURS,
    HIDDEN,
    KIND_NAMES,
    KINDS,
    LAND_CLASS,
    PAWNS,
    PLANT,
    Owner,
)
from eletrika.tile_set import Tile, TileSet, shipped_tiles
from gridcommon.errors import JoinedList, Typed, Word, Wording
from gridcommon.examples import SEATS, Answer, ExampleContext, ExampleRunner, refusal_answer
from gridcommon.hexes import neighbours, opposite
from gridcommon.sides import SideOptions

_FIELD = "......"
_TILES = 38

Judged = Position | Network | State


def position(rules: Ruleset, seats: int, at: Mapping[str, Any]) -> Judged:
    """Return the position of an example.

    ``board`` and ``more`` are a position to play from: see :func:`table`. ``text`` is a position in
    any notation, only for judging, and so is ``beside``: a free tile with water and its neighbours.
    ``meadow`` field tiles in a line to the west are added to a board; a ``real`` one has tiles of
    the box, by their numbers. Without any of them a game is
    dealt and ``laid`` set-up tiles are laid, by default all; ``draws`` are those of a record, and
    ``box`` the edges of the first tiles, the others being fields.
    """
    if "board" in at:
        if at.get("real"):
            return _at_table(at["board"], rules)
        meadow = "\n".join(f"{-q},0 ?" for q in range(1, at.get("meadow", 0) + 1))
        return table(f"{at['board']}\n{meadow}\n{at.get('more', '')}", rules, seats)
    if "beside" in at:
        touched = zip(("-1,0", "1,0"), at["beside"], strict=False)
        cells = [f"{cell} ? {kind}" for cell, kind in touched]
        return parse_position("\n".join(["0,0 l.....", *cells]), rules.tiles)
    if "text" in at:
        return parse_position(at["text"], rules.tiles)
    if "box" in at or not rules.source_in_38:
        rules = replace(rules, tiles=_box(at.get("box", []), _FIELD, rules))
    draws = eletrika.Setup.from_json({"first": 0, **at.get("draws", {})})
    state = eletrika.new_game(rules, seats, 1, draws)
    while state.phase == SETUP and len(state.laid) <= at.get("laid", seats):
        eletrika.advance(state, eletrika.legal_actions(state)[0], None)
    return state


def table(text: str, rules: Ruleset, seats: int = 2, fill: str = _FIELD) -> State:
    """Return a game at the start of a turn, from a position in the full or the picture form.

    A picture gets a source to the west of its first structure, which becomes 0,0. The box contains
    the tiles whose edges the text gives; the others, including the source, all show ``fill``. A
    tile ``?`` agrees with its neighbours, with water under a Plant. By default, White is to act,
    each of ``seats`` players has the pawns that are not on the board, and the row is full.
    """
    told = parse_position(text, _box([], fill, rules))
    assert isinstance(told, Position), text
    if not any(land.source for land in told.tiles.values()):
        q, r = next(iter(told.structures))
        told.tiles[q - 1, r] = PlacedTile(fill, 0, 0, source=True)
    _fill_unknown(told)
    if told.row is None:
        told.row = (PlacedTile(fill),) * 3
    _complete(told, seats)
    named = [land.edges for land in (*told.tiles.values(), *told.row) if not land.source]
    tiles = _box([edges for edges in named if edges], fill, rules)
    return from_position(told, replace(rules, tiles=tiles), 1)


def _at_table(text: str, rules: Ruleset) -> State:
    """Return a game of two at the start of a turn, with tiles of the box."""
    told = parse_position(text, rules.tiles)
    assert isinstance(told, Position), text
    _complete(told, 2)
    return from_position(told, rules, 1)


def _complete(told: Position, seats: int) -> None:
    """Add what a position does not say: see :func:`table`."""
    if not told.hands:
        on_board: Counter[Owner | None] = Counter()
        for structure in told.structures.values():
            on_board[structure.owner] += structure.pawns
        told.hands = {owner: PAWNS - on_board[owner] for owner in range(seats)}
    if told.to_act is None:
        told.to_act = 0
    if told.stack is None:
        told.stack = (
            _TILES - len(told.tiles) - len(told.row or ()) - (4 if told.last is None else 0)
        )


def _box(edges: Sequence[str], fill: str, rules: Ruleset) -> TileSet:
    faces = [fill, *edges]
    faces += [fill] * (_TILES + (not rules.source_in_38) - len(faces))
    tiles = tuple(Tile(number, "", face) for number, face in enumerate(faces))
    return TileSet("an example's", tiles, 0, shipped_tiles().forests)


def _fill_unknown(told: Position) -> None:
    for cell, land in told.tiles.items():
        if land.edges is not None:
            continue
        edges = ["."] * 6
        open_to = []
        for direction, beside in enumerate(neighbours(cell)):
            other = told.tiles.get(beside)
            if other is None:
                open_to.append(direction)
            elif other.edges is not None:
                edges[direction] = LAND_CLASS[other.edges[opposite(direction)]]
        structure = told.structures.get(cell)
        if structure and structure.kind == PLANT and not {"r", "l"} & set(edges):
            edges[open_to[0]] = "r"
        told.tiles[cell] = replace(land, edges="".join(edges))


# Questions about a position


def _lit(context: ExampleContext) -> Answer:
    found = analyse(context.before, context.ruleset)
    names, is_lit = found.network.names, found.explanation.lit
    lit = [name for name, one in zip(names, is_lit, strict=True) if one]
    dark = [name for name in names if name not in lit]
    note = Wording(
        "{reading}: {lit} lit, {dark} dark" if dark else "{reading}: {lit} lit, none dark",
        {"reading": context.ruleset.energized, "lit": " ".join(lit), "dark": " ".join(dark)},
    )
    count = Wording("{part} of {count} lit", {"part": len(lit), "count": len(names)})
    return Answer(" ".join(lit), count, (note,))


def _best(context: ExampleContext) -> Answer:
    """The best set of ``owner``: its members, its points, or the pawns that come back."""
    found = analyse(context.before, context.ruleset)
    best = found.scores[COLOURS.index(context.given["owner"])][0]
    if context.given["of"] == "set":
        kinds = [found.network.structures[place].kind for place in best.members]
        names = JoinedList(tuple(Word(KIND_NAMES[kind]) for kind in kinds), "and")
        return Answer([KINDS[kind] for kind in kinds], names)
    if context.given["of"] == "points":
        return Answer(best.points, notes=(worth(best.items),), caveats=best.caveats)
    return Answer(best.pawns_back)


def worth(items: Sequence[Item]) -> JoinedList:
    """Return the value of a set, with items of one kind added up, as in ``set 2, forest 3``."""
    points: dict[str, int] = {}
    for item in items:
        points[item.what] = points.get(item.what, 0) + item.points
    told = [
        Wording("{what} {points}", {"what": Word(what.replace("_", " ")), "points": count})
        for what, count in points.items()
    ]
    return JoinedList(tuple(told))


def _sets(context: ExampleContext) -> Answer:
    """All sets that ``owner`` could score, each as its structures and its points."""
    found = analyse(context.before, context.ruleset)
    sets = [
        f"{' '.join(found.network.names[place] for place in one.members)} {one.points}"
        for one in found.scores[COLOURS.index(context.given["owner"])]
    ]
    return Answer(sets, caveats=found.caveats)


def _problems(context: ExampleContext) -> Answer:
    rules = [problem.refusal.rule for problem in analyse(context.before, context.ruleset).problems]
    return Answer(rules)


def _pairs(context: ExampleContext) -> Answer:
    """The kinds that may be neighbours."""
    pairs = []
    for one, other in combinations_with_replacement(KINDS, 2):
        told = parse_position(f"0,0 ? {one}\n1,0 ? {other}", context.ruleset.tiles)
        if not analyse(told, context.ruleset).problems:
            pairs.append(one + other)
    return Answer(pairs)


def _fits(context: ExampleContext) -> Answer:
    """The kinds that the first free tile accepts, or the rules that refuse every kind."""
    site = analyse(context.before, context.ruleset).free[0]
    note = Wording(
        "the tile {at} takes {part} of the {count} kinds",
        {"at": f"{site.at[0]},{site.at[1]}", "part": len(site.kinds), "count": len(KINDS)},
    )
    if site.kinds:
        kinds = "".join(KINDS[kind] for kind in site.kinds)
        return Answer(kinds, notes=(note,))
    return refusal_answer(", ".join(sorted({one.rule for one in site.refused.values()})), (note,))


# Questions about a game


def _pieces(context: ExampleContext) -> Answer:
    """The structures in the reserve, including those set aside if ``of`` is ``box``."""
    aside = 1 if context.given["of"] == "box" else 0
    counts = [left + aside for left in context.state.reserve]
    told = " ".join(f"{count}{kind}" for count, kind in zip(counts, KINDS, strict=True))
    return Answer(dict(zip(KINDS, counts, strict=True)), told)


def _tiles(context: ExampleContext) -> Answer:
    """The number of tiles left to lay before the last rounds."""
    count = len(context.state.stack)
    return Answer(count, Wording("{count} tiles", {"count": count}))


def _to_the_end(context: ExampleContext) -> Answer:
    """The seats that take the remaining turns, if all lay the first tile that fits."""
    state, seats = context.before.copy(), []
    while (seat := eletrika.to_act(state)) is not None:
        seats.append(SEATS[seat])
        eletrika.advance(state, eletrika.legal_actions(state)[0], None)
    return Answer(" ".join(seats))


def _order(context: ExampleContext) -> Answer:
    """The seats that take the turns of the round, if all lay the first tile that fits."""
    state = context.before.copy()
    seats: list[str] = []
    for _ in range(context.given.get("rounds", 1)):
        seats = []
        for _ in range(state.seats):
            seats.append(SEATS[eletrika.to_act(state) or 0])
            eletrika.advance(state, eletrika.legal_actions(state)[0], None)
    return Answer(" ".join(seats))


def _shown(context: ExampleContext) -> Answer:
    """The number of face-down tiles that A sees."""
    public = eletrika.observe(context.state, 0).public
    return Answer(sum(tile != HIDDEN for tile in (*public.stack, *public.aside)))


def _reach(context: ExampleContext) -> Answer:
    """The largest distance from the source at which the next tile may be laid, in tiles."""
    cells = [one.at for one in eletrika.legal_actions(context.state) if isinstance(one, LayTile)]
    return Answer(max(max(abs(q), abs(r), abs(q + r)) for q, r in cells))


def _kinds(context: ExampleContext) -> Answer:
    actions = eletrika.legal_actions(context.state)
    verbs = dict.fromkeys(eletrika.format_action(one).split()[0] for one in actions)
    return Answer(list(verbs), JoinedList(tuple(map(Typed, verbs))))


def _open(context: ExampleContext) -> Answer:
    """Whether A sees the possessions of others."""
    seen = eletrika.observe(context.state, 0).public.hands == context.state.hands
    return Answer("shown", Word("shown")) if seen else Answer("hidden", Word("hidden"))


def _ruleset(**chosen: Any) -> Ruleset:
    return make_ruleset({name: OPTIONS[name].to_json(value) for name, value in chosen.items()})


RUNNER = ExampleRunner(
    game=eletrika,
    choices=SideOptions("eletrika", _ruleset, dict(sorted(OPTIONS.items())), {}),
    seats=2,
    position=position,
    asks={
        "lit": _lit,
        "best": _best,
        "sets": _sets,
        "problems": _problems,
        "pairs": _pairs,
        "fits": _fits,
        "tiles": _tiles,
        "to_the_end": _to_the_end,
        "count": lambda one: Answer(
            sum(len(getattr(one.state, name)) for name in one.given["of"].split())
        ),
        "pieces": _pieces,
        "order": _order,
        "shown": _shown,
        "open": _open,
        "queue": lambda one: Answer("".join(KINDS[kind] for kind in sorted(one.state.queue))),
        "reach": _reach,
        "kinds": _kinds,
    },
    caveats=CAVEATS,
    ruleset=Ruleset,
)
