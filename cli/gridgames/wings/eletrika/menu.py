"""The legal actions of Eletrika as a menu, the most useful first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any

from eletrika.actions import Abandon, Action, Build, EndTurn, LayTile, Pass, Recall, Score
from eletrika.building import do_build, place_structure
from eletrika.events import Energized, Event, MarkerReturned
from eletrika.game import check
from eletrika.scoring import items_of_score, own_lit
from eletrika.state import State, around_cell
from eletrika.state_values import bonus_tiles
from eletrika.tables import (
    COLOUR_NAMES,
    KIND_NAMES,
    KINDS,
    MAY_TOUCH,
    UNKNOWN_LETTER,
    Kind,
    TileNumber,
    kind_text,
)
from eletrika.tile_edges import tile_text, tile_to_json
from gridcommon.contract import Seat
from gridcommon.errors import JoinedList, Word
from gridcommon.events import Events
from gridcommon.hexes import Hex
from gridcommon.records import Declaration
from gridcommon.spelling import is_number
from gridgames.languages.messages import say
from gridgames.show.menus import DONE, PASS, Choice, Menu, Numbers, grouped, submenu
from gridgames.show.parts import Picture
from gridgames.wings.eletrika.description.places import PlaceNames, place_of
from gridgames.wings.eletrika.description.words import (
    cell_words,
    edges_words,
    items_words,
    pawns_words,
)


def menu_of(state: State, actions: Sequence[Action]) -> Menu:
    """Return the legal ``actions`` as choices.

    Several actions of a kind are one choice, which opens another menu.
    """
    by_kind: Mapping[type, Sequence[Any]] = grouped(actions, type)
    builds = grouped(by_kind.get(Build, ()), attrgetter("kind"))
    choices = _submenu(
        say("score a set: {count:way|ways}", count=len(by_kind.get(Score, ()))),
        say("Which set?"),
        by_kind.get(Score, ()),
        partial(_score_choices, state),
        say("Score a set"),
    )
    for action in by_kind.get(EndTurn, ()):
        choices.append(Choice(say("do not score"), action, name=say("End the turn"), typed=DONE))
    choices += _submenu(
        say("build: {count:way|ways}", count=len(by_kind.get(Build, ()))),
        say("Build what? (1 pawn)"),
        sorted(builds.items()),
        partial(_build_choices, state),
        say("Build"),
    )
    choices += _tile_choices(state, by_kind.get(LayTile, ()))
    choices += _submenu(
        say("abandon structures: {count:way|ways}", count=len(by_kind.get(Abandon, ()))),
        say("Abandon what? (the whole turn)"),
        by_kind.get(Abandon, ()),
        partial(_abandon_choices, state),
        say("Abandon"),
    )
    for action in by_kind.get(Pass, ()):
        choices.append(
            Choice(say("nothing else is possible"), action, name=say("Pass"), typed=PASS)
        )
    for action in by_kind.get(Recall, ()):
        name = say("Take back the marker {place}", place=PlaceNames(state)[action.at])
        text = say("take the marker back")
        choices.append(Choice(text, action, name=name, place=place_of(action)))
    title, typing = say("What do you do?"), ""
    is_row = LayTile in by_kind and state.round > 0  # else the cells of the only tile are counted
    if state.round == 0:
        title = say("Lay your first tile: where?")
        typing = say(
            "Lay your first tile, {tile}: where? Its edges, clockwise from the east: {edges}",
            tile=tile_text(state.drawn),
            edges=_edges_words(state, state.drawn, 0),
        )
    return Menu(title, choices, typing=typing, numbers=of_row(state) if is_row else None)


def of_row(state: State) -> Numbers:
    """Return that a number is a face-up tile by its place."""
    return Numbers(say("A number is a face-up tile: 1 to {count}.", count=len(state.row) or 1))


def turns(laid: Iterable[LayTile]) -> Numbers:
    """Return that a number is a turn of a tile."""
    found = JoinedList(tuple(sorted({one.rotation for one in laid})), "or")
    return Numbers(say("A number is the turn: {turns}.", turns=found))


def _markers(values: Sequence[int]) -> Numbers:
    if not values:
        return Numbers(say("No marker can be added here."))
    return Numbers(
        say("A number is a marker: {values} MW.", values=JoinedList(tuple(values), "or"))
    )


def _submenu(
    text: str, title: str, items: Sequence[Any], make: Callable[..., list[Choice]], name: str
) -> list[Choice]:
    """Return a choice that opens a menu, if there are any items."""
    return [submenu(text, title, items, make, name=name)] if items else []


def _edges_words(state: State, tile: int, rotation: int) -> str:
    tiles = state.ruleset.tiles
    return edges_words(tiles.faces[tile][rotation], tiles)


def _score_choices(state: State, scores: Sequence[Score]) -> list[Choice]:
    """Return one choice per set, the most valuable first, then the smallest."""
    ranked: list[tuple[int, int, Choice]] = []
    for action in scores:
        items = items_of_score(state, action)
        points = sum(item.points for item in items)
        value = items_words(items)
        kinds = ", ".join(say(KIND_NAMES[state.kinds[cell]]) for cell in action.set)
        note = say("{kinds}: {items}", kinds=kinds, items=value)
        name = say("Score {kinds}", kinds=kinds)
        choice = Choice(note, action, name=name, price=f"+{points} MW", note=value)
        ranked.append((-points, len(action.set), choice))
    ranked.sort(key=itemgetter(0, 1))
    return [choice for _, _, choice in ranked]


def _build_choices(state: State, by_kind: Sequence[tuple[Kind, list[Build]]]) -> list[Choice]:
    """Return one choice per kind, with its cells inside, the best cells first."""
    return [
        submenu(
            say("{kind}: {count:place|places}", kind=Word(KIND_NAMES[kind]), count=len(same)),
            say("{kind}: where?", kind=Word(KIND_NAMES[kind])),
            same,
            partial(_places, state),
            name=say(KIND_NAMES[kind]),
            picture=partial(_structure, kind),
            note=say("{count:place|places}", count=len(same)),
        )
        for kind, same in by_kind
    ]


def _places(state: State, builds: Sequence[Build]) -> list[Choice]:
    """Return one choice per cell: first those that energize, pay or join most."""
    ranked = []
    places = PlaceNames(state, state.actor, [action.at for action in builds])
    for action in builds:
        events: list[Event] = []
        do_build(state.copy(), action, Events(events))
        joined = _joined(state, action.kind, action.at)
        kind, place = KIND_NAMES[action.kind], places.without_letters(action.at)
        note = "; ".join([_joined_words(state, joined), *_effects(state, events)])
        choice = Choice(
            f"{say(kind)}, {note}",
            action,
            name=say("{kind} {place}", kind=Word(kind), place=place),
            note=note,
            place=place_of(action),
            picture=partial(_structure, action.kind),
        )
        rank = (-len(_lit_by(events)), -_paid(events, action.seat), -len(joined))
        ranked.append((rank, choice))
    ranked.sort(key=itemgetter(0))
    return [choice for _, choice in ranked]


def _paid(events: Sequence[Event], seat: Seat) -> int:
    """Return the points (MW) that markers pay to ``seat``, minus those they pay to rivals."""
    paid = [event for event in events if isinstance(event, MarkerReturned)]
    return sum(event.points if event.seat == seat else -event.points for event in paid)


def _joined(state: State, kind: Kind, at: Hex) -> list[Hex]:
    return [
        beside
        for beside in around_cell(at)
        if beside in state.kinds and MAY_TOUCH[kind][state.kinds[beside]]
    ]


def _joined_words(state: State, joined: Sequence[Hex]) -> str:
    if not joined:
        return say("alone")
    structure = PlaceNames(state, state.actor).structure
    return say("joins {others}", others=", ".join(map(structure, joined)))


def _lit_by(events: Sequence[Event]) -> tuple[Hex, ...]:
    return next((event.cells for event in events if isinstance(event, Energized)), ())


def _effects(state: State, events: Sequence[Event]) -> Iterator[str]:
    """Yield the immediate effects of a build."""
    if cells := _lit_by(events):
        yield say("energizes {count:structure|structures}", count=len(cells))
    for event in events:
        if isinstance(event, MarkerReturned) and event.points:
            yield say(
                "the marker pays {points} MW to {colour}",
                points=event.points,
                colour=Word(COLOUR_NAMES[state.colours[event.seat]]),
            )


def _tile_choices(state: State, tiles: Sequence[LayTile]) -> list[Choice]:
    """Return one choice per tile of the row; inside it the cells, then rotations and bonuses."""
    choices = []
    for tile, same in sorted(grouped(tiles, attrgetter("tile")).items()):
        by_cell = grouped(same, attrgetter("at"))
        text = tile_text(tile)
        choices.append(
            submenu(
                say("lay tile {tile}: {count:cell|cells}", tile=text, count=len(by_cell)),
                say("Tile {tile}: where?", tile=text),
                list(by_cell.values()),
                partial(_cell_choices, state),
                name=say("Tile {tile}", tile=text),
                picture=partial(_tile, state, tile),
                typed=str(sorted(state.row).index(tile) + 1) if tile in state.row else "",
            )
        )
    if len(choices) == 1 and choices[0].menu and state.round == 0:
        return list(choices[0].menu().choices)
    return choices


def _cell_choices(state: State, by_cell: Sequence[list[LayTile]]) -> list[Choice]:
    """Return one choice per cell on which a tile fits; inside it the rotations and bonuses.

    Cells beside many structures come first.
    """

    def rank(same: list[LayTile]) -> tuple[int, Hex]:
        cell = same[0].at
        return -sum(beside in state.kinds for beside in around_cell(cell)), cell

    choices = []
    places = PlaceNames(state, state.actor, [same[0].at for same in by_cell])
    for same in sorted(by_cell, key=rank):
        tile, cell = tile_text(same[0].tile), cell_words(same[0].at)
        place = places.without_letters(same[0].at)
        choice = submenu(
            f"{place}  {cell}" if cell not in place else place,
            say("Tile {tile} {place}: in which rotation?", tile=tile, place=place),
            list(grouped(same, attrgetter("rotation")).values()),
            partial(_turn_choices, state),
            place=place_of(same[0]),
            picture=partial(_tile, state, same[0].tile),
            numbers=turns(same),
        )
        choices.append(replace(choice, name=say("Tile {tile} {place}", tile=tile, place=place)))
    return choices


def _turn_choices(state: State, by_rotation: Sequence[list[LayTile]]) -> list[Choice]:
    choices = []
    for same in by_rotation:
        tile, rotation = same[0].tile, same[0].rotation
        edges = _edges_words(state, tile, rotation)
        choice = submenu(
            say("turn {turn}: {edges}", turn=rotation, edges=edges),
            say("With which bonus action?"),
            same,
            partial(_bonus_choices, state, edges),
            place=place_of(same[0]),
            picture=partial(_tile, state, tile, rotation),
            note=edges,
            typed=str(rotation),
            numbers=_markers([one.marker for one in same if one.marker]),
        )
        choices.append(replace(choice, name=say("Turn {turn}", turn=rotation)))
    return choices


def _bonus_choices(state: State, edges: str, tiles: Sequence[LayTile]) -> list[Choice]:
    choices = []
    for action in tiles:
        note = _bonus_words(state, action)
        choice = Choice(
            f"{edges}; {note}",
            action,
            name=_bonus_name(action),
            place=place_of(action),
            picture=partial(_laid, state, action),
            note=note,
            typed="" if action.build is not None else str(action.marker or PASS),
        )
        choices.append(choice)
    return choices


def _bonus_name(action: LayTile) -> str:
    if action.marker is not None:
        return say("Marker of {value} MW", value=action.marker)
    return say("No bonus") if action.build is None else say(KIND_NAMES[action.build])


def _structure(kind: Kind) -> Picture:
    from gridgames.wings.eletrika.drawing.signs import structure_picture

    return structure_picture(kind)


def _tile(state: State, tile: int, rotation: int = 0) -> Picture:
    from gridgames.wings.eletrika.drawing.board import tile_picture

    tiles = state.ruleset.tiles
    return tile_picture(tiles.faces[tile][rotation], tiles)


def _laid(state: State, action: LayTile) -> Picture:
    """Return a picture of a placed tile with its marker or structure."""
    from gridgames.wings.eletrika.drawing import signs
    from gridgames.wings.eletrika.drawing.board import tile_picture

    tiles = state.ruleset.tiles
    edges = tiles.faces[action.tile][action.rotation]
    draw = None
    if action.marker is not None:
        draw = partial(signs.draw_marker, owner=action.seat, value=action.marker)
    elif action.build is not None:
        owner, kind = action.seat, action.build
        draw = partial(signs.draw_structure, kind=kind, lit=None, owner=owner, pawns=2)
    return tile_picture(edges, tiles, draw=draw)


def _bonus_words(state: State, action: LayTile) -> str:
    if action.marker is not None:
        return say("with the marker of {value} MW", value=action.marker)
    if action.build is None:
        return say("no bonus action")
    after = state.copy()
    after.put_tile(action.tile, action.rotation, action.at)
    events: list[Event] = []
    place_structure(after, action.seat, action.build, action.at, 2, Events(events))
    words = say(
        "with a {kind} ({letter}) and 2 pawns",
        kind=Word(KIND_NAMES[action.build]),
        letter=KINDS[action.build],
    )
    joined = _joined_words(state, _joined(state, action.build, action.at))
    return "; ".join([words, joined, *_effects(state, events)])


def _abandon_choices(state: State, abandons: Sequence[Abandon]) -> list[Choice]:
    choices = []
    own = PlaceNames(state, state.actor, state.own_cells(state.actor))
    for action in abandons:
        pawns = sum(state.pawns[cell] for cell in action.at)
        lit = sum(cell in own_lit(state, action.seat) for cell in action.at)
        note = say("takes {pawns} back", pawns=pawns_words(pawns))
        if lit:
            note += say("; {count} of them energized", count=lit)
        name = say("Abandon {structures}", structures=", ".join(map(own.__getitem__, action.at)))
        choices.append(Choice(note, action, name=name, place=place_of(action)))
    return choices


# Facts of a real table


def fitting(state: State, entry: LayTile, tile: TileNumber) -> Choice | None:
    """Return the choice of a tile for a cell, with its turns inside, or None if it does not fit."""
    from gridgames.wings.eletrika.drawing.board import tile_picture

    all_tiles = state.ruleset.tiles
    faces = all_tiles.faces[tile]
    laid = [
        action
        for turn in range(6)
        if faces[turn] not in faces[:turn]
        and check(state, action := replace(entry, tile=tile, rotation=turn)) is None
    ]
    if not laid:
        return None
    turned = [
        Choice("", one, name=f"{tile_text(tile)}/{one.rotation}", typed=str(one.rotation),
               picture=partial(tile_picture, faces[one.rotation], all_tiles))
        for one in laid
    ]  # fmt: skip
    if len(turned) == 1:
        return replace(turned[0], name=tile_text(tile), typed=_number_of(tile))
    title = say("Tile {tile}: how is it turned?", tile=tile_text(tile))
    return Choice(
        "",
        menu=lambda: Menu(title, turned, is_brief=True, numbers=turns(laid)),
        count=len(turned),
        name=tile_text(tile),
        picture=turned[0].picture,
        typed=_number_of(tile),
    )


def _number_of(tile: TileNumber) -> str:
    return text if is_number(text := tile_text(tile)) else ""


def revealed(state: State, tiles: Sequence[TileNumber]) -> list[Choice]:
    """Return a choice for each tile that may be face up."""
    from gridgames.wings.eletrika.drawing.board import tile_picture

    faces, all_tiles = state.ruleset.tiles.faces, state.ruleset.tiles
    return [
        Choice(
            "",
            Declaration("reveal", {"row": [tile_to_json(tile)]}),
            name=tile_text(tile),
            picture=partial(tile_picture, faces[tile][0], all_tiles),
            typed=_number_of(tile),
        )
        for tile in tiles
    ]


def in_demand(state: State, kinds: Sequence[Kind]) -> list[Choice]:
    """Return a choice for each kind that may be in high demand."""
    from gridgames.wings.eletrika.drawing.signs import structure_picture

    return [
        Choice(
            "",
            Declaration("reveal", {"queue": _order_with(state, kind)}),
            name=say(KIND_NAMES[kind]),
            picture=partial(structure_picture, kind),
        )
        for kind in kinds
    ]


def _order_with(state: State, kind: Kind) -> list[str]:
    """Return the bonus tiles in their order, of which only the one in force is given."""
    count = len(bonus_tiles(state))
    order = [UNKNOWN_LETTER] * count
    order[count - len(state.queue) - 1] = kind_text(kind)
    return order
