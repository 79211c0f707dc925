"""The question ``legal``: legal and illegal builds on each tile, and where tiles fit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypedDict

import typer

from eletrika.analysis import Site, sites_of
from eletrika.analysis_json import CellJson, SiteJson, site_to_json
from eletrika.pieces import Token, parse_tile
from eletrika.placement import TilePlacements, legal_tiles
from eletrika.projection import state_at_turn
from eletrika.sites import around, check_builder, check_main_action, closed_by
from eletrika.state import MAIN, SETUP, State
from eletrika.tables import KIND_NAMES, KINDS, TileNumber
from eletrika.tile_edges import encode_edges, is_known_tile, tile_text, tile_to_json
from gridcommon.answers import RefusalJson
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal, Word
from gridcommon.hexes import Hex
from gridgames.commands.answers import refusal_to_json, refusal_words
from gridgames.languages.messages import say
from gridgames.show.parts import Marks
from gridgames.terminal.output import Line, section
from gridgames.wings.eletrika.companion.answer import (
    PositionAnswer,
    cells_to_json,
)
from gridgames.wings.eletrika.companion.query_subject import Player, QuerySubject
from gridgames.wings.eletrika.description.analysis import site_words
from gridgames.wings.eletrika.description.places import cell_place
from gridgames.wings.eletrika.description.words import cell_words, kind_letters, pawns_words

TileWords = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TILE",
        help="Show where this tile fits: a number, or six edges (as in r.tr..). Can be "
        "repeated. By default, the face-up tiles.",
    ),
]


class ClosedJson(TypedDict):
    """A closed cell, and the two structures that close it."""

    at: CellJson
    by: list[CellJson]


class PlacesJson(TypedDict):
    """A cell that a tile fits, and what its bonus action may be there."""

    at: CellJson
    turns: list[int]
    edges: list[str]
    builds: list[str]
    markers: list[int]


class LegalTileJson(TypedDict):
    """A tile, and where it fits."""

    tile: int | str
    places: list[PlacesJson]


class LegalJson(TypedDict):
    """The answer."""

    player: str
    barred: RefusalJson | None
    no_tile: RefusalJson | None
    free: list[SiteJson]
    closed: list[ClosedJson]
    dead: list[CellJson]
    tiles: list[LegalTileJson]


@dataclass(frozen=True)
class Legal(PositionAnswer):
    """The legal builds for any player, and why one player may not build or lay a tile now."""

    assumes: ClassVar[tuple[str, ...]] = ("turn", "hand", "stack")

    seat: Seat
    barred: Refusal | None
    no_tile: Refusal | None
    sites: Sequence[Site]
    closed: Sequence[tuple[Hex, tuple[Hex, Hex]]]
    fits: Sequence[tuple[TileNumber, Sequence[TilePlacements]]]  # for each tile of the question

    def marks(self) -> Marks:
        return Marks(
            prices={cell_place(one.at): "" for _, parts in self.fits for one in parts},
            notes={cell_place(one.at): kind_letters(one.kinds) for one in self.sites if one.kinds},
        )

    def lines(self) -> Iterator[Line]:
        dead = self.subject.analysis.dead
        shut = {cell for cell, _ in self.closed} | {*dead}
        sites = [site_words(site) for site in self.sites if site.at not in shut]
        yield from section(self._answer(len(sites)), sites, say("on no tile"))
        if self.closed:
            yield from section(
                say("Closed by two structures that touch (EL-SHORT-02)"),
                (
                    f"{cell_words(cell)}: {' + '.join(map(self._structure, pair))}"
                    for cell, pair in self.closed
                ),
            )
        if dead_sites := [site_words(site) for site in self.sites if site.at in dead]:
            title = say("No kind of structure may be beside the neighbours (EL-CONN-04)")
            yield from section(title, dead_sites)
        if self.fits:
            title = say(
                "Where tiles fit, turned clockwise by the given number of sixths (EL-TILE-02)"
            )
            if self.no_tile:
                why = refusal_words(self.no_tile)
                title = say("{title}; none may be laid now: {why}", title=title, why=why)
            yield from section(title, (self._places(*fit) for fit in self.fits))

    def _answer(self, count: int) -> str:
        """Return whether the player may build, and on how many tiles a structure fits."""
        name = self.subject.players[self.seat]
        tiles = say("{count:tile takes|tiles take} a structure", count=count)
        if self.barred:
            values = {"name": name, "why": refusal_words(self.barred), "tiles": tiles}
            return say("{name} may not build now: {why}; {tiles}", **values)
        pawns = pawns_words(self.subject.table().hands[self.seat])
        return say("{name} may build with {pawns}; {tiles}", name=name, pawns=pawns, tiles=tiles)

    def _places(self, tile: TileNumber, parts: Sequence[TilePlacements]) -> str:
        name = tile_text(tile)
        if tile >= 0:
            name = f"{name} ({self.subject.ruleset.tiles.faces[tile][0]})"
        places = "; ".join(
            f"{cell_words(part.at)} /{','.join(map(str, part.rotations))}" for part in parts
        )
        return f"{name}: {places or say('nowhere')}"

    def _structure(self, cell: Hex) -> str:
        kind = Word(KIND_NAMES[self.subject.table().kinds[cell]])
        return say("{kind} {cell}", kind=kind, cell=cell_words(cell))

    def to_json(self) -> LegalJson:
        faces = self.subject.ruleset.tiles.faces
        return {
            "player": self.subject.colour(self.seat),
            "barred": refusal_to_json(self.barred),
            "no_tile": refusal_to_json(self.no_tile),
            "free": [site_to_json(site) for site in self.sites],
            "closed": [{"at": list(cell), "by": cells_to_json(by)} for cell, by in self.closed],
            "dead": cells_to_json(self.subject.analysis.dead),
            "tiles": [
                {
                    "tile": tile_to_json(tile),
                    "places": [
                        {
                            "at": list(part.at),
                            "turns": list(part.rotations),
                            "edges": [faces[tile][turn] for turn in part.rotations],
                            "builds": [KINDS[kind] for _, kind in part.bonuses if kind is not None],
                            "markers": [value for value, _ in part.bonuses if value is not None],
                        }
                        for part in parts
                    ],
                }
                for tile, parts in self.fits
            ],
        }


def ask(subject: QuerySubject, tile: TileWords = None, player: Player = None) -> Legal:
    """Return the answer for a player and some tiles, by default the tiles that are face up.

    Raises NotationError for an unknown tile or player, or a tile on the table.
    """
    state = subject.table()
    seat = subject.seat(player)
    if seat == state.actor:
        no_tile = None if state.phase == SETUP else check_main_action(state.phase)
        barred = check_builder(state, seat)
    else:
        coming, no_tile = state_at_turn(state, seat)
        barred = no_tile or check_builder(coming, seat)
    position = subject.position()
    kinds = position.kinds()
    closed = [
        (cell, pair)
        for cell in subject.analysis.closed
        if (pair := closed_by(around(kinds, cell), cell))
    ]
    shown = [state.drawn] if state.phase == SETUP and seat == state.actor else sorted(state.row)
    tiles = [_tile(word, state) for word in tile or ()] or [*filter(is_known_tile, shown)]
    return Legal(
        subject,
        seat,
        barred,
        no_tile,
        list(sites_of(position, subject.ruleset, state.reserve)),
        closed,
        [(tile, _places_of(state, seat, tile)) for tile in tiles],
    )


def _places_of(state: State, seat: Seat, tile: TileNumber) -> list[TilePlacements]:
    """Return the places where a tile would fit if it were face up in a turn of ``seat``.

    In set-up it is the tile that the seat to act has drawn.
    """
    turn = state.copy()
    if turn.phase != SETUP or turn.actor != seat:
        turn.actor, turn.phase = seat, MAIN
    turn.row, turn.drawn = [tile], tile
    return list(legal_tiles(turn).parts())


def _tile(typed: str, state: State) -> TileNumber:
    """Return the tile that a word names: a number, or six edges."""
    try:
        land = parse_tile(Token(typed, 1, 1), state.ruleset.tiles)
    except NotationError as problem:
        problem.line = problem.column = None
        problem.key = "--tile"
        raise
    tile = encode_edges(land.edges) if land.tile is None and land.edges else land.tile
    if tile is None or land.rotation or "/" in typed:
        raise NotationError(
            "expected the number of a tile, or six edges as in r.tr..; found {found}",
            key="--tile",
            found=repr(typed),
        )
    if tile >= 0 and any(tile == laid for laid, _ in state.laid.values()):
        raise NotationError(
            "EL-COMP-01: tile {tile} is already on the table", key="--tile", tile=tile
        )
    return tile
