"""A position of Eletrika under several readings and options: what is lit, and what scores."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from eletrika.analysis import MOST_LISTED, ScoringSet, problems_of, scoring_sets
from eletrika.energy import REASONS, Explanation
from eletrika.position import Network, Position
from eletrika.ruleset import Ruleset
from eletrika.tables import COLOUR_NAMES, KINDS
from gridcommon.errors import Word
from gridgames.comparison.document import Cell, Comparison, Row, marked
from gridgames.comparison.sides import Side, written
from gridgames.games.eletrika.words import worth_words
from gridgames.languages.messages import say


@dataclass(frozen=True, slots=True)
class _Judged:
    """What one side says of a position."""

    side: Side
    explanation: Explanation
    scores: Mapping[int, tuple[ScoringSet, ...]]


_Tell = Callable[[_Judged], str]


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
        _row("lit", say("What is energized?"), judged, ("EL-NRG-01", "EL-NRG-04"), _lit(network)),
        _row("dark", say("What is dark, and why?"), judged, ("EL-NRG-01",), _dark(network)),
    ]
    owners = sorted({s.owner for s in network.structures if s.owner is not None})
    for owner in owners:
        rules_of_score = ("EL-SCORE-01", "EL-SCORE-05", "EL-FOREST-01")
        name = COLOUR_NAMES[owner]
        question = say("What is the best set of {colour}?", colour=Word(name))
        rows.append(
            _row(f"scores.{name.lower()}", question, judged, rules_of_score, _best(network, owner))
        )
    notes = [say("{count} structures.", count=len(network.names))]
    if chosen:
        held = ", ".join(f"{name}={written(value)}" for name, value in sorted(chosen.items()))
        notes.append(
            say("Options that hold on every side unless it names them: {known}.", known=held)
        )
    if isinstance(told, Network):
        notes.append(say("The wire form has no tiles, so forests are left out."))
    broken = sum(1 for _ in problems_of(position, network, base))
    if broken:
        notes.append(
            say("The position breaks rules ({count}): see gridgames eletrika check.", count=broken)
        )
    return Comparison("position", say("Eletrika position"), where, tuple(rows), tuple(notes))


def _judge(side: Side, position: Position, network: Network, rules: Ruleset) -> _Judged:
    kinds = [structure.kind for structure in network.structures]
    explanation = Explanation(kinds, network.conducting, rules.energized)
    return _Judged(side, explanation, scoring_sets(position, network, explanation.lit, rules))


def _row(
    key: str, question: str, judged: Sequence[_Judged], rules: tuple[str, ...], tell: _Tell
) -> Row:
    told = [(one.side.name, tell(one)) for one in judged]
    cells = marked((Cell(side, text, rules), text) for side, text in told)
    return Row(f"position.{key}", question, cells)


def _named(network: Network, place: int) -> str:
    name = network.names[place]
    if network.cells[place] is None:
        return name
    return f"{KINDS[network.structures[place].kind]} {name}"


def _lit(network: Network) -> _Tell:
    def tell(one: _Judged) -> str:
        lit = [place for place, is_lit in enumerate(one.explanation.lit) if is_lit]
        names = "; ".join(_named(network, place) for place in lit)
        count = say("{part} of {count}", part=len(lit), count=len(network.names))
        return f"{count}: {names}" if names else count

    return tell


def _dark(network: Network) -> _Tell:
    def tell(one: _Judged) -> str:
        parts = []
        for place in range(len(network.names)):
            darkness = one.explanation.darkness(place)
            if darkness is not None:
                on = "" if darkness.hangs_on is None else network.names[darkness.hangs_on]
                parts.append(f"{_named(network, place)}, {say(REASONS[darkness.reason], name=on)}")
        return "; ".join(parts) or say("nothing")

    return tell


def _best(network: Network, owner: int) -> _Tell:
    def tell(one: _Judged) -> str:
        sets = one.scores.get(owner, ())
        if not sets:
            own = sum(structure.owner == owner for structure in network.structures)
            return say("too many structures to list" if own > MOST_LISTED else "no set")
        best = sets[0]
        members = " + ".join(_named(network, place) for place in best.members)
        template = (
            "{points} MW for {names} ({items}); 1 set in all"
            if len(sets) == 1
            else "{points} MW for {names} ({items}); {count} sets in all"
        )
        return say(
            template,
            points=best.points,
            names=members,
            items=worth_words(best.items),
            count=len(sets),
        )

    return tell
