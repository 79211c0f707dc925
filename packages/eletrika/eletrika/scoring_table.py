"""The points of the game, read from a TOML table: ours, a user's, or one embedded in a record.

Rules: EL-COMP-06.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from eletrika.tables import CAVEATS, RECONSTRUCTED
from gridcommon.caveats import REPORTED, Caveat
from gridcommon.pickling import pickle_by_fields
from gridcommon.tables import (
    check_keys,
    read_embedded,
    read_user_table,
    require,
    shipped_toml,
    subtable,
    to_embedded,
)


@dataclass(frozen=True, slots=True)
class ScoringTable:
    """Points, in MW. ``caveats`` lists entries that may be wrong, such as ``equal_3``.

    ``name`` is RECONSTRUCTED, or the file or the digest of the table.
    """

    name: str = field(compare=False)
    different: Mapping[int, int]  # by size: 2 and 4
    equal: Mapping[int, int]  # by size: 2 and 3
    high_demand: int
    forest_per_edge: int
    influence: tuple[int, int]  # points of the markers 1 and 2
    caveats: Mapping[str, Caveat]

    def caveat(self, points: int, size: int, *, equal: bool) -> Caveat | None:
        """Return why the ``points`` of a set of at least ``size`` may be wrong, or None."""
        way, values = ("equal", self.equal) if equal else ("different", self.different)
        sizes = (key for key, value in values.items() if key >= size and value == points)
        return self.caveats.get(f"{way}_{next(sizes, 0)}")

    def to_json(self) -> str | dict[str, Any]:
        """Return the points as JSON for a record: their name if shipped, else the table."""
        if self.name == RECONSTRUCTED:
            return self.name
        sets = {"different": self.different, "equal": self.equal}
        return to_embedded(
            {
                "set": {
                    way: {str(size): points for size, points in values.items()}
                    for way, values in sets.items()
                },
                "origin": {entry: caveat.degree for entry, caveat in sorted(self.caveats.items())},
                "bonus": {
                    "high_demand": self.high_demand,
                    "forest_per_edge": self.forest_per_edge,
                    "influence": list(self.influence),
                },
            }
        )


@cache  # one
def _shipped_table() -> dict[str, Any]:
    return shipped_toml("eletrika", "scoring.toml")


@cache  # one
def shipped_scoring() -> ScoringTable:
    """Return the points shipped with the package."""
    return _scoring(_shipped_table(), RECONSTRUCTED, {})


def load_scoring(path: Path) -> ScoringTable:
    """Return the points in a user's file. A key it lacks keeps the shipped value.

    Raises NotationError naming file, line and key.
    """
    return read_user_table(path, _scoring)


def scoring_from_json(data: object) -> ScoringTable:
    """Return the points in the ``ruleset`` of a record, without opening a file.

    Raises NotationError naming the key.
    """
    if data == RECONSTRUCTED:
        return shipped_scoring()
    return read_embedded(data, "ruleset.scoring", _scoring)


def _scoring(
    table: dict[str, Any], name: str, shipped: Mapping[str, Any] | None = None
) -> ScoringTable:
    """Return the points in a table. Values that it lacks are those in ``shipped``."""
    if shipped is None:
        shipped = _shipped_table()
    check_keys(table, {"meta", "set", "origin", "bonus"})
    check_keys(subtable(table, "meta"), {"game", "version"}, within="meta")
    sets = subtable(table, "set")
    check_keys(sets, {"different", "equal"}, within="set")
    names = ("different_2", "different_4", "equal_2", "equal_3")
    origin = subtable(table, "origin")
    check_keys(origin, set(names), within="origin")
    values: dict[str, dict[int, int]] = {}
    caveats: dict[str, Caveat] = {}
    for way, sizes in (("different", (2, 4)), ("equal", (2, 3))):
        given = sets.get(way, {})
        require(isinstance(given, dict), f"set.{way}", "expected a table")
        check_keys(given, {str(size) for size in sizes}, within=f"set.{way}")
        values[way] = {}
        for size in sizes:
            key, entry = str(size), f"{way}_{size}"
            if key in given:
                values[way][size] = _points(given[key], f"set.{way}.{key}")
                told_by = origin.get(entry)
            else:
                require(bool(shipped), f"set.{way}.{key}", "missing")
                values[way][size] = shipped["set"][way][key]
                told_by = shipped["origin"][entry]
            if told_by in (RECONSTRUCTED, REPORTED):
                caveats[entry] = CAVEATS[entry]
    bonus = dict(shipped.get("bonus", {})) | subtable(table, "bonus")
    keys = {"high_demand", "forest_per_edge", "influence"}
    check_keys(bonus, keys, within="bonus", required=keys)
    influence = bonus["influence"]
    require(
        isinstance(influence, list) and len(influence) == 2,
        "bonus.influence",
        "the points of the markers 1 and 2, found {found}",
        found=influence,
    )
    return ScoringTable(
        name,
        values["different"],
        values["equal"],
        _points(bonus["high_demand"], "bonus.high_demand"),
        _points(bonus["forest_per_edge"], "bonus.forest_per_edge"),
        (_points(influence[0], "bonus.influence"), _points(influence[1], "bonus.influence")),
        caveats,
    )


def _points(value: Any, key: str) -> int:
    require(
        isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1000,
        key,
        "expected points, a whole number from 0 to 1000; found {found}",
        found=repr(value),
    )
    return int(value)


pickle_by_fields(ScoringTable)
