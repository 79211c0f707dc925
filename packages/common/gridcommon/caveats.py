"""Caveats: which values are unattested, weakly attested or disputed by the sources.

A :class:`Caveat` is a reason why a value may be wrong. It accompanies the value: tables, positions
and answers list their caveats, and whatever prints the value adds their mark. ``data/doubts.toml``
of a game lists them all::

    [equal_3]
    degree = "reconstructed"
    rules = ["EL-SCORE-05"]
    why = "3 equal structures: the table of points is a lost picture."

`degree`  one of DEGREES, see below
`rules`   the rules that the value belongs to
`why`     a sentence with the doubt and its reason
`mark`    the mark of such a value, if it is not the one of its degree
`percent` the estimated probability that the value is right, if there is one
`field`   the file and the key that hold the value
`only`    the sides with this caveat, `never` the sides without it
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gridcommon.answers import DoubtJson, as_answer
from gridcommon.pickling import pickle_by_fields
from gridcommon.tables import shipped_toml

RECONSTRUCTED = "reconstructed"  # by us: no source attests it
REPORTED = "reported"  # by one description
ESTIMATED = "estimated"  # from sources that disagree
UNKNOWN = "unknown"  # missing in the input
DEGREES = (RECONSTRUCTED, REPORTED, ESTIMATED, UNKNOWN)


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

    def to_json(self) -> DoubtJson:
        """Return the caveat for programs. Values refer to it by its ``id``."""
        return as_answer(DoubtJson, self)


def read_caveats(package: str) -> Mapping[str, Caveat]:
    """Return the caveats shipped in ``package`` by id; empty without a ``doubts.toml``."""
    try:
        table = shipped_toml(package, "doubts.toml")
    except FileNotFoundError:  # a game without caveats
        return {}
    caveats = {}
    for name, row in table.items():
        lists: dict[str, Any] = {key: tuple(row.get(key, ())) for key in ("rules", "only", "never")}
        caveats[name] = Caveat(name, **row | lists)
    return caveats


def unique_caveats(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """Return the caveats without duplicates, in order of first appearance."""
    return tuple(dict.fromkeys(caveats))


pickle_by_fields(Caveat)
