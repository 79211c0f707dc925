"""Eletrika in lines of text: what matters now, and the choices as a numbered menu."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eletrika.actions import (
    Abandon,
    Action,
    Build,
    EndTurn,
    LayTile,
    Pass,
    Recall,
    Score,
)
from eletrika.building import do_build, place_structure
from eletrika.ending import Result, unsure
from eletrika.events import Energized, Event, MarkerReturned, Scored, TileRevealed
from eletrika.position import Network, Position
from eletrika.ruleset import Ruleset
from eletrika.scoring import items_of_score, legal_scores, own_lit
from eletrika.setup import Setup, unknown_setup
from eletrika.state import SETUP, State, around_cell
from eletrika.tables import COLOUR_NAMES, KIND_NAMES, KINDS, MAY_TOUCH, Kind, TileSet, tile_text
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word, Wording
from gridcommon.events import Events
from gridcommon.hexes import Hex
from gridcommon.records import Header, Told
from gridcommon.tables import read_text
from gridgames.games.face import Face, Move
from gridgames.games.menus import Choice, Menu, opening, paged
from gridgames.games.standing import OrderWord
from gridgames.languages.certainty import marked
from gridgames.languages.messages import say
from gridgames.system.files import located
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.description import (
    describe_board,
    describe_game,
    describe_players,
    round_words,
    row_words,
)
from gridgames.wings.eletrika.narration import tell, tell_event, tell_result
from gridgames.wings.eletrika.orders import ORDER_WORDS, Orders
from gridgames.wings.eletrika.words import (
    cell_words,
    demand_words,
    edges_words,
    items_words,
    pawns_words,
    points_words,
    read_position,
    wire_tells_no_places,
    words_of_positions,
)

if TYPE_CHECKING:
    from gridgames.games.drawing.look import Look
    from gridgames.games.drawing.svg import Drawing
    from gridgames.wings.eletrika.drawing import Scene


class Presenter(Face):
    """Eletrika as people meet it."""

    examples = (
        "tile 13/2 1,0 marker 2, tile 13/2 1,0 build P, build T 0,1, score 0,0 3,0,"
        " abandon 0,0, end, pass"
    )
    orders = "plan tile 13/2 1,0, build T 1,0, plan score, plan back, commit"
    order_words: Sequence[OrderWord] = ORDER_WORDS
    draws = (TileRevealed,)
    landmarks: Mapping[str, tuple[type, ...]] = {"score": (Scored,), "light": (Energized,)}
    help: Sequence[tuple[str, Wording | None]] = (
        ("tile 13/2 1,0 marker 2   tile 13/2 1,0 build P   build T 0,1", None),
        ("score 0,0 3,0   abandon 0,0   end   why build T 0,1   rules EL-NRG-01", None),
    )

    def seats(self, given: Mapping[str, Any]) -> str:
        """Return the people at the table whose score is kept."""
        names = given.get("keep", "").split(",")
        return ",".join(f"{name}=human" for name in names) if "keep" in given else ""

    def begin(self, header: Header, given: Mapping[str, Any]) -> tuple[Header, Sequence[Told]]:
        """Return how a game begins: that of ``--position``, or one that is kept for a real box."""
        if not {"keep", "position"} & set(given):
            return super().begin(header, given)
        rules = Ruleset.from_json(header.ruleset)
        setup, told = unknown_setup(rules), tuple[Told, ...]()
        if "position" in given:
            path = Path(given["position"])
            try:
                setup, told = _begun_at(path, rules, header, is_kept="keep" in given)
            except NotationError as problem:
                problem.source = problem.source or str(path)
                raise
        return replace(header, setup=setup.to_json(), takes_notes=True), told

    def tell(self, move: Move, names: Sequence[str]) -> Iterator[str]:
        """Yield what was done, then each thing that followed, one sentence each."""
        return tell(move, names)

    def tell_event(self, event: Event, names: Sequence[str]) -> str:
        """Return what happened as a sentence."""
        return tell_event(event, names)

    def tell_result(self, result: Result, names: Sequence[str]) -> Iterator[str]:
        """Yield how the game ended, one sentence each."""
        return tell_result(result, names)

    def now(self, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        """Yield what matters for the choice that ``seat`` has now, a short line each."""
        bonus = demand_words(state.bonus)
        yield say(
            "Eletrika, {round}; in high demand: {bonus}", round=round_words(state), bonus=bonus
        )
        open_seats = unsure(state)
        for other, name in enumerate(names):
            yield say(
                "  {name} ({colour}): {points}, {pawns} in hand, markers {markers}",
                name=name,
                colour=Word(COLOUR_NAMES[other]),
                points=points_words(state.scores[other], is_sure=other not in open_seats),
                pawns=pawns_words(state.hands[other]),
                markers=" ".join(map(str, state.markers_in_hand[other])) or say("none"),
            )
        own = ", ".join(_structure(state, cell) for cell in state.own_cells(seat))
        yield say("Structures of {name}: {own}", name=names[seat], own=own or say("none"))
        if state.phase == SETUP:  # the menu tells of the tile
            return
        for told in row_words(state):
            yield say("Face up: tile {tile}", tile=told)
        yield say("{count:tile|tiles} in the stack", count=len(state.stack))

    def unsure(self, state: State) -> Sequence[Seat]:
        """Return the seats whose points rest on what nobody has told."""
        return unsure(state)

    def moment(self, state: State) -> tuple[int, int]:
        """Return the round and the phase."""
        return state.round, state.phase

    def whole(self, state: State, names: Sequence[str]) -> Iterator[Line]:
        """Yield the whole state."""
        return describe_game(state, names, drawn=False)

    def whole_drawn(self, state: State, names: Sequence[str]) -> Iterator[Line]:
        """Yield the whole state with the board in bricks."""
        return describe_game(state, names, drawn=True)

    def board(self, state: State, names: Sequence[str]) -> Iterator[Line]:
        """Yield the board alone, tile by tile."""
        return describe_board(state, names)

    def players(self, state: State, names: Sequence[str]) -> Iterator[Line]:
        """Yield what the players have."""
        return describe_players(state, names)

    def draw(
        self,
        shown: Sequence["State | Position | Network | Scene"],
        names: Sequence[str],
        look: "Look",
    ) -> list["Drawing"]:
        """Return pictures of one size, of games or positions.

        Raises NotationError for what cannot be drawn, such as a network without places.
        """
        from gridgames.wings.eletrika.drawing import draw, scene_of

        return draw([scene_of(one, names) for one in shown], look)

    def position(self, text: str, tables: Mapping[str, Path]) -> "Scene":
        """Return the position that a text in picture or full form tells.

        No other game has a notation that looks like one of these, so any text is read.
        """
        from gridgames.wings.eletrika.commands import ruleset_of
        from gridgames.wings.eletrika.drawing import scene_of_position

        rules = ruleset_of(None, (), tables.get("tiles"), None)
        return scene_of_position(read_position(text, rules.tiles), rules)

    def is_position(self, text: str) -> bool:
        """Say whether a text can be read as one, or has lines of the full form."""
        from eletrika.notation import detect_form, parse_position
        from eletrika.tables import shipped_tiles

        try:
            parse_position(text, shipped_tiles(), words_of_positions())
        except NotationError:
            return detect_form(text) == "full"
        return True

    def written_position(self, state: State, names: Sequence[str]) -> str:
        """Return the position in the full form."""
        del names
        from eletrika.notation import format_full
        from eletrika.position import to_position

        return format_full(to_position(state))

    def standing(self) -> Orders:
        """Return no plan."""
        return Orders()

    def regret(self, state: State, action: Action) -> str | None:
        """Return what ending the turn gives up: the best set that could be scored."""
        if not isinstance(action, EndTurn):
            return None
        sets = [items_of_score(state, one) for one in legal_scores(state)]
        best = max(sets, key=lambda items: sum(item.points for item in items), default=())
        points = sum(item.points for item in best)
        told = say("A set worth {points} MW could be scored.", points=points)
        return marked(told, (item.doubt for item in best)) if points else None

    def menu(self, state: State, actions: Sequence[Action]) -> Menu:
        """Return the legal ``actions`` as numbered choices, the most useful first.

        A kind of action with several ways is one choice, which opens another menu.
        """
        choices: list[Choice] = []
        scores = [action for action in actions if isinstance(action, Score)]
        if scores:
            choices.append(
                opening(
                    say("score a set: {count:way|ways}", count=len(scores)),
                    say("Which set?"),
                    scores,
                    partial(_score_choices, state),
                )
            )
        choices += [
            Choice(say("do not score"), action) for action in actions if isinstance(action, EndTurn)
        ]
        builds: dict[Kind, list[Build]] = {}
        for action in actions:
            if isinstance(action, Build):
                builds.setdefault(action.kind, []).append(action)
        if builds:
            choices.append(
                opening(
                    say("build: {count:way|ways}", count=sum(map(len, builds.values()))),
                    say("Build what? (1 pawn)"),
                    sorted(builds.items()),
                    partial(_build_choices, state),
                )
            )
        choices += _tile_choices(state, [one for one in actions if isinstance(one, LayTile)])
        abandons = [action for action in actions if isinstance(action, Abandon)]
        if abandons:
            choices.append(
                opening(
                    say("abandon structures: {count:way|ways}", count=len(abandons)),
                    say("Abandon what? (the whole turn)"),
                    abandons,
                    partial(_abandon_choices, state),
                )
            )
        choices += [
            Choice(say("nothing else is possible"), action)
            for action in actions
            if isinstance(action, Pass)
        ]
        choices += [
            Choice(say("take the marker back"), action)
            for action in actions
            if isinstance(action, Recall)
        ]
        if state.round == 0:
            title = say(
                "Lay your first tile, {tile}: where? Its edges, clockwise from the east: {edges}",
                tile=tile_text(state.drawn),
                edges=_edges_words(state, state.drawn, 0),
            )
        else:
            title = say("What do you do?")
        return paged(title, choices)


def position_to_play(path: Path, tiles: TileSet) -> Position:
    """Return the position in a file that a game can go on from. Raises NotationError."""
    from eletrika.position_setup import check_complete

    told = read_position(read_text(located(path)), tiles)
    if isinstance(told, Network):
        raise wire_tells_no_places(str(path))
    check_complete(told)
    return told


def _begun_at(
    path: Path, rules: Ruleset, header: Header, *, is_kept: bool
) -> tuple[Setup, tuple[Told, ...]]:
    """Return how a game begins that goes on from the position in a file.

    Where it lies on a real table nothing is drawn, and no rule is asked.
    """
    from eletrika.notation import format_full
    from eletrika.position_setup import as_kept, from_position, opening_draws, seats_of

    position = position_to_play(path, rules.tiles)
    if (seats := len(seats_of(position))) != len(header.players):
        raise NotationError(
            "the position has {seats} players, found {found}",
            key="seats",
            seats=seats,
            found=len(header.players),
        )
    if is_kept:
        as_kept(position, rules)
        return unknown_setup(rules), (Told("set", {"position": format_full(position)}),)
    setup, told = opening_draws(from_position(position, rules, header.seed or 0))
    return setup, (Told("set", told),)


def _edges_words(state: State, tile: int, rotation: int) -> str:
    tiles = state.ruleset.tiles
    return edges_words(tiles.faces[tile][rotation], tiles)


def _structure(state: State, cell: Hex) -> str:
    """Return a structure as in ``Tower 1,0 lit``."""
    template = "{kind} {cell} lit" if cell in state.lit else "{kind} {cell} dark"
    return say(template, kind=Word(KIND_NAMES[state.kinds[cell]]), cell=cell_words(cell))


def _score_choices(state: State, scores: Sequence[Score]) -> list[Choice]:
    ranked: list[tuple[int, int, Choice]] = []
    for action in scores:
        items = items_of_score(state, action)
        kinds = ", ".join(say(KIND_NAMES[state.kinds[cell]]) for cell in action.set)
        note = say("{kinds}: {items}", kinds=kinds, items=items_words(items))
        points = sum(item.points for item in items)
        ranked.append((-points, len(action.set), Choice(note, action)))
    ranked.sort(key=lambda row: row[:2])
    return [choice for _, _, choice in ranked]


def _build_choices(state: State, by_kind: Sequence[tuple[Kind, list[Build]]]) -> list[Choice]:
    """Return one choice per kind, with its cells inside, the best cells first."""
    return [
        opening(
            say("{kind}: {count:place|places}", kind=Word(KIND_NAMES[kind]), count=len(same)),
            say("{kind}: where?", kind=Word(KIND_NAMES[kind])),
            same,
            partial(_places, state),
        )
        for kind, same in by_kind
    ]


def _places(state: State, builds: Sequence[Build]) -> list[Choice]:
    ranked = []
    for action in builds:
        events: list[Event] = []
        do_build(state.copy(), action, Events(events))
        joined = _joined(state, action.kind, action.at)
        lit = _lit_by(events)
        kind = say(KIND_NAMES[action.kind])
        note = "; ".join([f"{kind}, {_joined_words(state, joined)}", *_effects(events)])
        value = (-len(lit), -_paid(events, action.seat), -len(joined))
        ranked.append((value, Choice(note, action)))
    ranked.sort(key=lambda row: row[0])
    return [choice for _, choice in ranked]


def _paid(events: Sequence[Event], seat: Seat) -> int:
    """Return what markers pay to ``seat``, less what they pay to others (MW)."""
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
    return say("joins {others}", others=", ".join(_structure(state, cell) for cell in joined))


def _lit_by(events: Sequence[Event]) -> tuple[Hex, ...]:
    return next((event.cells for event in events if isinstance(event, Energized)), ())


def _effects(events: Sequence[Event]) -> Iterator[str]:
    """Yield what a build brings with it at once."""
    if cells := _lit_by(events):
        yield say("energizes {cells}", cells=" ".join(map(cell_words, cells)))
    for event in events:
        if isinstance(event, MarkerReturned) and event.points:
            yield say(
                "the marker pays {points} MW to {colour}",
                points=event.points,
                colour=Word(COLOUR_NAMES[event.seat]),
            )


def _tile_choices(state: State, tiles: Sequence[LayTile]) -> list[Choice]:
    """Return one choice per tile of the row; inside it the cells, then rotations and bonuses."""
    by_tile: dict[int, dict[Hex, list[LayTile]]] = {}
    for action in tiles:
        by_tile.setdefault(action.tile, {}).setdefault(action.at, []).append(action)
    choices = [
        opening(
            say("lay tile {tile}: {count:cell|cells}", tile=tile_text(tile), count=len(by_cell)),
            say("Tile {tile}: where?", tile=tile_text(tile)),
            sorted(by_cell.items(), key=lambda row: (-_structures_beside(state, row[0]), row[0])),
            partial(_cell_choices, state),
        )
        for tile, by_cell in sorted(by_tile.items())
    ]
    if len(choices) == 1 and choices[0].menu and state.round == 0:
        return list(choices[0].menu().choices)
    return choices


def _cell_choices(state: State, by_cell: Sequence[tuple[Hex, list[LayTile]]]) -> list[Choice]:
    """Return one choice per cell on which a tile fits; inside it the rotations and bonuses."""
    choices = []
    for cell, same in by_cell:
        by_rotation: dict[int, list[LayTile]] = {}
        for action in same:
            by_rotation.setdefault(action.rotation, []).append(action)
        tile = tile_text(same[0].tile)
        choices.append(
            opening(
                say("on {cell}, {beside}", cell=cell_words(cell), beside=_beside(state, cell)),
                say("Tile {tile} on {cell}: how?", tile=tile, cell=cell_words(cell)),
                list(by_rotation.items()),
                partial(_turn_choices, state),
            )
        )
    return choices


def _structures_beside(state: State, cell: Hex) -> int:
    return sum(beside in state.kinds for beside in around_cell(cell))


def _beside(state: State, cell: Hex) -> str:
    """Return what would lie beside a tile on ``cell``."""
    found = [beside for beside in around_cell(cell) if beside in state.kinds]
    if not found:
        count = sum(beside in state.lands for beside in around_cell(cell))
        return say("beside {count:tile|tiles}", count=count)
    return say("beside {others}", others=", ".join(_structure(state, one) for one in found))


def _turn_choices(state: State, by_rotation: Sequence[tuple[int, list[LayTile]]]) -> list[Choice]:
    choices = []
    for rotation, same in by_rotation:
        edges = _edges_words(state, same[0].tile, rotation)
        choices.append(
            opening(
                say("turn {turn}: {edges}", turn=rotation, edges=edges),
                say("With which bonus action?"),
                same,
                partial(_bonus_choices, state, edges),
            )
        )
    return choices


def _bonus_choices(state: State, edges: str, tiles: Sequence[LayTile]) -> list[Choice]:
    return [Choice(f"{edges}; {_bonus_words(state, action)}", action) for action in tiles]


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
    return "; ".join([words, joined, *_effects(events)])


def _abandon_choices(state: State, abandons: Sequence[Abandon]) -> list[Choice]:
    choices = []
    for action in abandons:
        pawns = sum(state.pawns[cell] for cell in action.at)
        lit = sum(cell in own_lit(state, action.seat) for cell in action.at)
        note = say("takes {pawns} back", pawns=pawns_words(pawns))
        if lit:
            note += say("; {count} of them energized", count=lit)
        choices.append(Choice(note, action))
    return choices
