"""Caveats: which values are unattested, weakly attested or disputed by the sources.

A :class:`Caveat` says why a value may be another one. It travels with the value: a table, a
position or an answer carries its doubts, and whoever prints the value adds their mark.
``data/caveats.toml`` of a game lists them all::

    [equal_3]
    degree = "reconstructed"
    rules = ["EL-SCORE-05"]
    why = "3 equal structures: the table of points is a lost picture."

`degree`  one of DEGREES, see below
`rules`   the rules that the value belongs to
`why`     what is doubtful and why, in a sentence
`mark`    how a value with this doubt is marked, where not by the degree
`percent` how sure the value is, where that is estimated
`field`   the file and the key that holds the value
`only`    the sides that it is about, `never` those that it is not about
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gridcommon.errors import NotationError
from gridcommon.tables import check_keys, shipped_toml

RECONSTRUCTED = "reconstructed"  # by us: no source attests it
REPORTED = "reported"  # by one description
ESTIMATED = "estimated"  # from sources that differ
UNKNOWN = "unknown"  # in what was told
DEGREES = (RECONSTRUCTED, REPORTED, ESTIMATED, UNKNOWN)

_REQUIRED = {"degree", "rules", "why"}


@dataclass(frozen=True, slots=True)
class Caveat:
    """A reason why a value may be wrong."""

    id: str
    degree: str
    rules: tuple[str, ...]
    why: str
    mark: str = ""
    percent: int | None = None
    field: str = ""
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what programs may read of it; values name it by its ``id``."""
        return {
            "id": self.id,
            "degree": self.degree,
            "percent": self.percent,
            "rules": list(self.rules),
            "why": self.why,
        }


def read_caveats(package: str) -> Mapping[str, Caveat]:
    """Return the doubts shipped in ``package`` by id; none where it ships no ``caveats.toml``.

    Raises NotationError for a key or a degree that does not exist.
    """
    source = f"{package}/data/doubts.toml"
    try:
        table = shipped_toml(package, "doubts.toml")
    except FileNotFoundError:  # a game without doubts
        return {}
    caveats: dict[str, Caveat] = {}
    for name, row in table.items():
        known = {*_REQUIRED, "mark", "percent", "field", "only", "never"}
        check_keys(row, known, source, within=name, required=_REQUIRED)
        if row["degree"] not in DEGREES or (row["degree"] == ESTIMATED) != ("percent" in row):
            raise NotationError(
                "expected one of {known}, with a percentage if it is estimated",
                source=source,
                key=f"{name}.degree",
                known=", ".join(DEGREES),
            )
        lists = {key: tuple(row.get(key, ())) for key in ("rules", "only", "never")}
        caveats[name] = Caveat(name, **{**row, **lists})
    return caveats


def unique_caveats(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """Return the caveats without duplicates, in order of first appearance."""
    return tuple(dict.fromkeys(caveats))
