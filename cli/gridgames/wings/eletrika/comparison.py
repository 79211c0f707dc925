"""Eletrika in comparisons: its sides, and a position of the user's own under several of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from eletrika.actions import Action, EndTurn
from eletrika.analysis import MOST_LISTED, Analysis, analyse
from eletrika.building import recompute_lit
from eletrika.ending import result as ending
from eletrika.examples import RUNNER
from eletrika.notation import parse_position as parse
from eletrika.position import Network, Position, to_position
from eletrika.ruleset import Ruleset
from eletrika.state import AFTER, State
from eletrika.tables import COLOUR_NAMES, KIND_NAMES
from eletrika.tile_set import shipped_tiles
from gridcommon.caveats import Caveat
from gridcommon.errors import Word
from gridcommon.examples import ExampleResult
from gridcommon.sides import Side
from gridgames.languages.messages import say
from gridgames.study.comparison.report import Comparison, Row, cell_of, marked
from gridgames.wings.eletrika.description.analysis import short_name, value_of, why_dark
from gridgames.wings.eletrika.description.words import cell_words, words_of_positions

__all__ = [
    "OWN_SIDES",
    "RUNNER",
    "compared",
    "ending",
    "parse_position",
    "places_named",
    "recast",
    "same_choice",
    "translator",
]

OWN_SIDES = (
    "eletrika",
    "eletrika:energized=component",
    "eletrika:energized=strict",
    "eletrika:two_pawns_count=true",
    "eletrika:forest_touch=tile",
    "eletrika:forest_count=region",
)

_Cell = tuple[str, tuple[Caveat, ...]]


def parse_position(text: str) -> Position | Network:
    """Return the position that a text describes. Raises NotationError."""
    return parse(text, shipped_tiles(), words_of_positions())


def pieces(known: Position | Network) -> Iterator[str]:
    """Yield the structures, with their cells or names, and their owners."""
    if isinstance(known, Position):
        found = [(cell_words(cell), one) for cell, one in known.structures.items()]
    else:
        found = [*zip(known.names, known.structures, strict=True)]
    for name, one in found:
        owner = "" if one.owner is None else f" ({say(COLOUR_NAMES[one.owner])})"
        yield f"{say(KIND_NAMES[one.kind])} {name}{owner}"


def recast(state: State, ruleset: Ruleset) -> State:
    """Return ``state`` under another ruleset, with what it lights."""
    other = state.copy()
    other.ruleset = ruleset
    if ruleset.energized != state.ruleset.energized:
        other.lit = recompute_lit(other)
    return other


def translator(here: State, there: State) -> None:
    """Return nothing: all sides name actions and events in the same way."""
    del here, there


def places_named(one: ExampleResult) -> frozenset[str]:
    """Return the cells that an answer names."""
    return frozenset(re.findall(r"-?\d+,-?\d+", str(one.answer.value)))


def same_choice(state: State, action: Action | None) -> Sequence[Action]:
    """Return the actions that make a recorded choice in ``state``; None is the end of the record.

    A turn that may only be scored here ends first, and one that is over needs no end.
    Rules: EL-TURN-06.
    """
    if action and action.seat == state.actor:
        return (action,)
    ending_turn = (EndTurn(state.actor),) if state.phase == AFTER else ()
    return (*ending_turn, action) if action and not isinstance(action, EndTurn) else ending_turn


def compared(
    state: State | Position | Network, names: Sequence[str], sides: Sequence[Side], where: str
) -> Comparison:
    """Return the energized structures and the scores under each side.

    The options of a game hold on every side that does not name them. A network has no cells, so
    nothing is said about forests.
    """
    del names
    base, known = (
        (state.ruleset, to_position(state)) if isinstance(state, State) else (Ruleset(), state)
    )
    judged = {side: analyse(known, replace(base, **side.chosen)) for side in sides}
    lit = {side: _lit(found) for side, found in judged.items()}
    dark = {side: _dark(found) for side, found in judged.items()}
    rows = [
        _row("lit", say("What is energized?"), ("EL-NRG-01", "EL-NRG-04"), lit),
        _row("dark", say("What is dark, and why?"), ("EL-NRG-01",), dark),
    ]
    network = judged[sides[0]].network
    for owner in sorted({s.owner for s in network.structures if s.owner is not None}):
        name = COLOUR_NAMES[owner]
        question = say("What is the best set of {colour}?", colour=Word(name))
        best = {side: _best(owner, found) for side, found in judged.items()}
        rules = ("EL-SCORE-01", "EL-SCORE-05", "EL-FOREST-01")
        rows.append(_row(f"scores.{name.lower()}", question, rules, best))
    notes = [say("{count} structures.", count=len(network.names))]
    if held := RUNNER.choices.written(base):
        notes.append(
            say(
                "Options that apply to every side that does not set them itself: {known}.",
                known=held,
            )
        )
    if broken := analyse(known, base).broken:
        notes.append(
            say("The position breaks rules ({count}): see gridgames eletrika check.", count=broken)
        )
    return Comparison("position", say("Eletrika position"), where, tuple(rows), tuple(notes))


def _row(key: str, question: str, rules: tuple[str, ...], texts: Mapping[Side, _Cell]) -> Row:
    cells = (
        cell_of(side, text, rules, text, caveats=caveats) for side, (text, caveats) in texts.items()
    )
    return Row(f"position.{key}", question, marked(cells))


def _lit(found: Analysis) -> _Cell:
    lit = [place for place, is_lit in enumerate(found.explanation.lit) if is_lit]
    names = "; ".join(short_name(found.network, place) for place in lit)
    count = say("{part} of {count}", part=len(lit), count=len(found.network.names))
    return f"{count}: {names}" if names else count, ()


def _dark(found: Analysis) -> _Cell:
    network = found.network
    parts = [
        f"{short_name(network, place)}, {why_dark(network, darkness)}"
        for place in range(len(network.names))
        if (darkness := found.explanation.darkness(place))
    ]
    return "; ".join(parts) or say("nothing"), ()


def _best(owner: int, found: Analysis) -> _Cell:
    sets = found.scores.get(owner, ())
    if not sets:
        own = sum(structure.owner == owner for structure in found.network.structures)
        return say("too many structures to list" if own > MOST_LISTED else "no set"), ()
    value = value_of(found.network, sets[0])
    text = say("{value}; {count:set|sets} in all", value=value, count=len(sets))
    return text, sets[0].caveats
