"""The rules a game is played by: the ledger's options and the tables, chosen once.

Each option settles one ambiguity of the rulebook (ledger, section 4); the defaults are ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from eletrika.energy import READINGS
from eletrika.tables import (
    BONUS_TILES,
    KIND_NAMES,
    KINDS,
    LAND_CLASS,
    Kind,
    Scoring,
    TileSet,
    load_scoring,
    load_tiles,
    shipped_scoring,
    shipped_tiles,
)
from gridcommon.errors import NotationError
from gridcommon.tables import check_keys

RECONSTRUCTED = "reconstructed"
FEWEST_SEATS, MOST_SEATS = 2, 4


def _choice(*values: str) -> Any:
    return field(default=values[0], metadata={"allowed": values})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """One field an option, under the ledger's name, with the ledger's default first."""

    source_in_38: bool = True  # A-01; False needs a table of 39 tiles
    bonus_faces: tuple[Kind, ...] = tuple(range(len(KINDS)))
    first_player_rotates: bool = False
    setup_touch: str = _choice("any", "source")
    setup_redraw: bool = True  # A-05; False: such a seat lays no set-up tile
    stuck_may_score: bool = False
    end_trigger: str = _choice("empty", "failed_draw")
    refill: str = _choice("placement", "turn_end")
    row_redraw: bool = False
    two_pawns_count: bool = False
    marker_recall: str = _choice("auto", "owner")
    recall_dead_tiles: bool = False
    queue_empty: str = _choice("keep", "clear")
    abandon_zero: bool = False
    reoccupy: bool = False
    energized: str = _choice(*READINGS)
    ask_forests: bool = False
    forest_touch: str = _choice("edge", "tile")
    forest_count: str = _choice("edge", "region")
    aside_from: str = _choice("now", "next_turn")
    tie: str = _choice("pawns", "structures")
    plant_towers: str = _choice("any", "one")
    tiles: TileSet = field(default_factory=shipped_tiles)
    scoring: Scoring = field(default_factory=shipped_scoring)


_TABLES = {"tiles", "scoring"}
OPTIONS = {entry.name: entry for entry in fields(Ruleset) if entry.name not in _TABLES}


def make_ruleset(
    options: Mapping[str, Any], tiles: TileSet | None = None, scoring: Scoring | None = None
) -> Ruleset:
    """Return the rules with the options given, each by its JSON value.

    Raises NotationError naming the option for an unknown name or value, or for tables that no
    game can be set up with.
    """
    check_keys(options, OPTIONS.keys(), "", within="options")
    values = {name: _option(name, value) for name, value in options.items()}
    rules = Ruleset(**values, tiles=tiles or shipped_tiles(), scoring=scoring or shipped_scoring())
    _check_tiles(rules)
    return rules


def _option(name: str, value: Any) -> Any:
    default = OPTIONS[name].default
    if name == "bonus_faces":
        return _bonus_faces(value)
    allowed = OPTIONS[name].metadata.get("allowed", (False, True))
    if isinstance(value, bool) != isinstance(default, bool) or value not in allowed:
        raise NotationError(
            "allowed are {allowed}; found {found}",
            key=f"options.{name}",
            allowed=", ".join(_as_json(choice) for choice in allowed),
            found=_as_json(value),
        )
    return value


def option_from_text(name: str, text: str) -> Any:
    """Return the value of option ``name`` typed as ``text`` (``true``, ``strict``, ``UTSPC``).

    Raises NotationError naming the option.
    """
    check_keys({name: text}, OPTIONS.keys(), "", within="options")
    words = {"true": True, "false": False}
    value = words.get(text.lower(), text)
    _option(name, value)
    return value


def _bonus_faces(value: Any) -> tuple[Kind, ...]:
    words = {name.lower(): kind for names in (KINDS, KIND_NAMES) for kind, name in enumerate(names)}
    listed = list(value) if isinstance(value, (list, tuple, str)) else []
    faces = [words.get(face.lower()) if isinstance(face, str) else None for face in listed]
    if len(faces) != BONUS_TILES or None in faces:
        raise NotationError(
            "a list of {count} of the letters {allowed}; found {found}",
            key="options.bonus_faces",
            count=BONUS_TILES,
            allowed=" ".join(KINDS),
            found=_as_json(value),
        )
    return tuple(face for face in faces if face is not None)


def _as_json(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _check_tiles(rules: Ruleset) -> None:
    """Refuse tables that no game can be set up with. Rules: EL-COMP-01, EL-SETUP-08 (A-01)."""
    wanted = 38 if rules.source_in_38 else 39
    count = len(rules.tiles.tiles)
    if count != wanted:
        raise NotationError(
            "EL-COMP-01: with source_in_38 {setting} the table has {wanted} tiles, found {count}",
            source=rules.tiles.name,
            key="tile",
            setting=_as_json(rules.source_in_38),
            wanted=wanted,
            count=count,
        )
    spring = {LAND_CLASS[edge] for edge in rules.tiles.tiles[rules.tiles.source].edges}
    others = {
        LAND_CLASS[edge]
        for tile in rules.tiles.tiles
        if tile.number != rules.tiles.source
        for edge in tile.edges
    }
    if not spring & others:
        raise NotationError(
            "EL-SETUP-08: no tile has an edge that may touch the source",
            source=rules.tiles.name,
            key=f"tile {rules.tiles.source}.edges",
        )


def ruleset_from_json(data: Mapping[str, Any]) -> Ruleset:
    """Return the rules of a record's header. Raises NotationError naming the key."""
    check_keys(data, {"options", "tiles", "scoring"}, "", within="ruleset")
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise NotationError("expected an object", key="ruleset.options")
    names = {key: data.get(key, RECONSTRUCTED) for key in ("tiles", "scoring")}
    for key, name in names.items():
        if not isinstance(name, str):
            raise NotationError("expected 'reconstructed' or a file", key=f"ruleset.{key}")
    tiles, scoring = names["tiles"], names["scoring"]
    return make_ruleset(
        options,
        None if tiles == RECONSTRUCTED else load_tiles(Path(tiles)),
        None if scoring == RECONSTRUCTED else load_scoring(Path(scoring)),
    )


def ruleset_to_json(rules: Ruleset) -> dict[str, Any]:
    """Return the header's entry: the options that differ from their defaults, and the tables."""
    options = {
        name: getattr(rules, name)
        for name, entry in OPTIONS.items()
        if getattr(rules, name) != entry.default
    }
    if "bonus_faces" in options:
        options["bonus_faces"] = [KINDS[kind] for kind in rules.bonus_faces]
    return {"options": options, "tiles": rules.tiles.name, "scoring": rules.scoring.name}
