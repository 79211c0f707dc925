"""The rules of a game: the ledger's options and the tables.

Each option settles one ambiguity of the rulebook (ledger, section 4); the defaults are ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from eletrika.scoring_table import ScoringTable, scoring_from_json, shipped_scoring
from eletrika.tables import BONUS_TILES, KIND_NAMES, KINDS, LAND_CLASS, RECONSTRUCTED, Kind
from eletrika.tile_set import TileSet, shipped_tiles, tiles_from_json
from gridcommon.caveats import Caveat, unique_caveats
from gridcommon.errors import NotationError, Wording
from gridcommon.options import (
    Domain,
    Option,
    declared_options,
    option,
    options_from_json,
    options_to_json,
    written,
)
from gridcommon.pickling import pickle_by_fields
from gridcommon.tables import check_keys

READINGS = ("path", "component", "strict")  # of "energized": A-16


def _bonus_faces(data: object) -> tuple[Kind, ...]:
    """Read five kinds, as letters or words."""
    words = {name.lower(): kind for names in (KINDS, KIND_NAMES) for kind, name in enumerate(names)}
    listed = list(data) if isinstance(data, list | tuple | str) else []
    faces = [words.get(face.lower()) if isinstance(face, str) else None for face in listed]
    if len(faces) != BONUS_TILES or None in faces:
        raise ValueError(data)
    return tuple(face for face in faces if face is not None)


def _letters(kinds: Sequence[Kind]) -> list[str]:
    return [KINDS[kind] for kind in kinds]


_FACES = Domain(
    Wording(
        "a list of {count} of the letters {allowed}",
        {"count": BONUS_TILES, "allowed": " ".join(KINDS)},
    ),
    _bonus_faces,
    _letters,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One field per option, under the ledger's name, with the ledger's default first."""

    # False needs a table of 39 tiles
    source_in_38: bool = option(
        True, False, rule="A-01", group="Set-up", title="The source is one of the 38 tiles"
    )
    bonus_faces: tuple[Kind, ...] = option(
        tuple(range(len(KINDS))),
        (0, 1, 1, 1, 4),
        rule="A-02",
        domain=_FACES,
        group="Set-up",
        title="Bonus tiles",
        titles={KINDS: "one of each kind"},
    )
    first_player_rotates: bool = option(
        False, True, rule="A-03", group="Set-up", title="First player changes each round"
    )
    setup_touch: str = option(
        "any",
        "source",
        rule="A-04",
        group="Set-up",
        title="A set-up tile touches",
        titles={"any": "any tile", "source": "the source"},
    )
    # False: such a seat lays no set-up tile
    setup_redraw: bool = option(
        True,
        False,
        rule="A-05",
        group="Set-up",
        title="Set-up tile that fits nowhere",
        titles={"true": "another one is drawn", "false": "is not laid"},
    )
    stuck_may_score: bool = option(
        False,
        True,
        rule="A-06",
        group="Tiles and the end",
        title="A stuck player may score, then pass",
    )
    end_trigger: str = option(
        "empty",
        "failed_draw",
        rule="A-07",
        group="Tiles and the end",
        title="The stack has run out",
        titles={"empty": "when it is empty", "failed_draw": "when a tile is missing"},
    )
    refill: str = option(
        "placement",
        "turn_end",
        rule="A-07",
        group="Tiles and the end",
        title="Face-up tiles are replaced",
        titles={"placement": "after each tile", "turn_end": "at the end of the turn"},
    )
    row_redraw: bool = option(
        False, True, rule="A-08", group="Tiles and the end", title="New face-up tiles if none fits"
    )
    no_fit_ends: bool = option(
        True, False, rule="A-08", group="Tiles and the end", title="The end begins if no tile fits"
    )
    two_pawns_count: bool = option(
        False,
        True,
        rule="A-09",
        group="Pawns and markers",
        title="Two pawns count as two structures",
    )
    marker_recall: str = option(
        "auto",
        "owner",
        rule="A-11",
        group="Pawns and markers",
        title="Short-circuited marker comes back",
        titles={"auto": "at once", "owner": "when its owner asks"},
    )
    recall_dead_tiles: bool = option(
        False,
        True,
        rule="A-12",
        group="Pawns and markers",
        title="Marker comes back where nothing fits",
    )
    queue_empty: str = option(
        "keep",
        "clear",
        rule="A-13",
        group="Energy and points",
        title="Bonus tile when the queue is empty",
        titles={"keep": "the last one stays", "clear": "is removed"},
    )
    abandon_zero: bool = option(
        False, True, rule="A-14", group="Pawns and markers", title="One may abandon nothing"
    )
    reoccupy: bool = option(
        False,
        True,
        rule="A-15",
        group="Pawns and markers",
        title="Structures without owner can be taken",
    )
    energized: str = option(
        *READINGS,
        rule="A-16",
        group="Energy and points",
        title="A structure is energized by",
        titles={
            "path": "a path",
            "component": "its whole network",
            "strict": "a path with no U, C inside",
        },
    )
    ask_forests: bool = option(
        False, True, rule="A-18", group="Energy and points", title="Forest points may be declined"
    )
    forest_touch: str = option(
        "edge",
        "tile",
        rule="A-19",
        group="Energy and points",
        title="A forest borders if it lies",
        titles={"edge": "on the shared edge", "tile": "anywhere on the tile"},
    )
    forest_count: str = option(
        "edge",
        "region",
        rule="A-20",
        group="Energy and points",
        title="A forest on two tiles counts",
        titles={"edge": "once for each edge", "region": "once"},
    )
    aside_from: str = option(
        "now",
        "next_turn",
        rule="A-21",
        group="Tiles and the end",
        title="Set-aside pieces may be used",
        titles={"now": "in the same turn", "next_turn": "starting with the next turn"},
    )
    tie: str = option(
        "pawns",
        "structures",
        rule="A-22",
        group="Tiles and the end",
        title="A tie is broken by",
        titles={"pawns": "pawns", "structures": "structures"},
    )
    plant_towers: str = option(
        "any",
        "one",
        rule="A-25",
        group="Energy and points",
        title="Towers beside a Plant",
        titles={"any": "any number", "one": "one only"},
    )
    tiles: TileSet = field(default_factory=shipped_tiles)
    scoring: ScoringTable = field(default_factory=shipped_scoring)

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """The caveats about the tiles, the colours of their forests, and the points."""
        of_tiles = [self.tiles.caveat, *(forest.caveat for forest in self.tiles.forests)]
        return unique_caveats(filter(None, [*of_tiles, *self.scoring.caveats.values()]))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Ruleset":
        """Read the ``ruleset`` of a record's header. Raises NotationError naming the key."""
        check_keys(data, {"options", "tiles", "scoring"}, within="ruleset")
        return make_ruleset(
            data.get("options", {}),
            tiles_from_json(data.get("tiles", RECONSTRUCTED)),
            scoring_from_json(data.get("scoring", RECONSTRUCTED)),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the ``ruleset`` of a record's header: the options that differ, and the tables."""
        options = options_to_json(OPTIONS, self)
        return {
            "options": options,
            "tiles": self.tiles.to_json(),
            "scoring": self.scoring.to_json(),
        }


OPTIONS: Mapping[str, Option] = declared_options(Ruleset)


def make_ruleset(
    options: Mapping[str, Any], tiles: TileSet | None = None, scoring: ScoringTable | None = None
) -> Ruleset:
    """Return the rules with the given options, keyed by name, as JSON values.

    Raises NotationError naming the option for an unknown name or value, or for tables that make
    setting up a game impossible.
    """
    values = options_from_json(OPTIONS, options)
    ruleset = Ruleset(
        **values, tiles=tiles or shipped_tiles(), scoring=scoring or shipped_scoring()
    )
    _check_tiles(ruleset)
    return ruleset


def _check_tiles(ruleset: Ruleset) -> None:
    """Reject tables that make a set-up impossible. Rules: EL-COMP-01, EL-SETUP-08 (A-01)."""
    wanted = 38 if ruleset.source_in_38 else 39
    count = len(ruleset.tiles.tiles)
    if count != wanted:
        raise NotationError(
            "EL-COMP-01: with source_in_38 {setting} the table has {wanted} tiles, found {count}",
            key="ruleset.tiles",
            setting=written(ruleset.source_in_38),
            wanted=wanted,
            count=count,
        )
    spring = {LAND_CLASS[edge] for edge in ruleset.tiles.tiles[ruleset.tiles.source].edges}
    others = {
        LAND_CLASS[edge]
        for tile in ruleset.tiles.tiles
        if tile.number != ruleset.tiles.source
        for edge in tile.edges
    }
    if not spring & others:
        raise NotationError(
            "EL-SETUP-08: no tile has an edge that may touch tile {tile}, the source",
            key="ruleset.tiles",
            tile=ruleset.tiles.source,
        )


pickle_by_fields(Ruleset)
