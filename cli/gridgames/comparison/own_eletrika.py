"""A position of Eletrika under several readings and options: what is lit, and what scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eletrika.answer import why_dark
from eletrika.energy import Explanation
from eletrika.findings import MOST_LISTED, ScoringSet, problems_of, scoring_sets
from eletrika.position import Network, Position
from eletrika.ruleset import Ruleset
from eletrika.tables import COLOUR_NAMES, KINDS
from gridgames.comparison.document import Cell, Comparison, Row, marked
from gridgames.comparison.sides import Side, written


@dataclass(frozen=True, slots=True)
class _Judged:
    """What one side says of a position."""

    side: Side
    explanation: Explanation
    scores: Mapping[int, tuple[ScoringSet, ...]]


def compared(
    told: Position | Network,
    sides: Sequence[Side],
    chosen: Mapping[str, Any],
    where: str,
    rules: Ruleset | None = None,
) -> Comparison:
    """Return what is lit and what scores under each side.

    ``chosen`` are options that hold on every side, as in the rules of a record; those that a side
    names come over them. A network has no cells, so nothing is said about forests.
    """
    base = rules or Ruleset()
    position = told if isinstance(told, Position) else Position()
    network = told.network() if isinstance(told, Position) else told
    judged = [
        _judge(side, position, network, replace(base, **dict(side.options))) for side in sides
    ]
    rows = [
        _row("lit", "What is energized?", judged, ("EL-NRG-01", "EL-NRG-04"), _lit(network)),
        _row("dark", "What is dark, and why?", judged, ("EL-NRG-01",), _dark(network)),
    ]
    owners = sorted({s.owner for s in network.structures if s.owner is not None})
    for owner in owners:
        rules_of_score = ("EL-SCORE-01", "EL-SCORE-05", "EL-FOREST-01")
        name = COLOUR_NAMES[owner]
        question = f"What is the best set of {name}?"
        rows.append(
            _row(f"scores.{name.lower()}", question, judged, rules_of_score, _best(network, owner))
        )
    notes = [f"{len(network.names)} structures."]
    if chosen:
        held = ", ".join(f"{name}={written(value)}" for name, value in sorted(chosen.items()))
        notes.append(f"Options that hold on every side unless it names them: {held}.")
    if isinstance(told, Network):
        notes.append("The wire form has no tiles, so forests are left out.")
    broken = sum(1 for _ in problems_of(position, network, base.tiles))
    if broken:
        notes.append(f"The position breaks rules ({broken}): see gridgames eletrika check.")
    return Comparison("position", "Eletrika position", where, tuple(rows), tuple(notes))


def _judge(side: Side, position: Position, network: Network, rules: Ruleset) -> _Judged:
    kinds = [structure.kind for structure in network.structures]
    explanation = Explanation(kinds, network.conducting, rules.energized)
    return _Judged(side, explanation, scoring_sets(position, network, explanation.lit, rules))


def _row(
    key: str, question: str, judged: Sequence[_Judged], rules: tuple[str, ...], say: Any
) -> Row:
    told = [(one.side.name, say(one)) for one in judged]
    cells = marked((Cell(side, text, rules), text) for side, text in told)
    return Row(f"position.{key}", question, cells)


def _named(network: Network, place: int) -> str:
    name = network.names[place]
    if network.cells[place] is None:
        return name
    return f"{KINDS[network.structures[place].kind]} {name}"


def _lit(network: Network) -> Any:
    def say(one: _Judged) -> str:
        lit = [place for place, is_lit in enumerate(one.explanation.lit) if is_lit]
        names = "; ".join(_named(network, place) for place in lit)
        return f"{len(lit)} of {len(network.names)}{': ' if names else ''}{names}"

    return say


def _dark(network: Network) -> Any:
    def say(one: _Judged) -> str:
        parts = []
        for place in range(len(network.names)):
            darkness = one.explanation.darkness(place)
            if darkness is not None:
                parts.append(f"{_named(network, place)}, {why_dark(network, darkness)}")
        return "; ".join(parts) or "nothing"

    return say


def _best(network: Network, owner: int) -> Any:
    def say(one: _Judged) -> str:
        sets = one.scores.get(owner, ())
        if not sets:
            own = sum(structure.owner == owner for structure in network.structures)
            return "too many structures to list" if own > MOST_LISTED else "no set"
        best = sets[0]
        members = " + ".join(_named(network, place) for place in best.members)
        worth: dict[str, int] = {}
        for item in best.items:
            worth[item.what] = worth.get(item.what, 0) + item.points
        items = ", ".join(f"{what.replace('_', ' ')} {points}" for what, points in worth.items())
        count = f"{len(sets)} {'set' if len(sets) == 1 else 'sets'} in all"
        return f"{best.points} MW for {members} ({items}); {count}"

    return say
