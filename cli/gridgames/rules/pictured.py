"""The positions in the examples of a rule."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from gridcommon.examples import SEATS, Unplayable, read_examples, run_example
from gridcommon.ledger import Example
from gridcommon.sides import parse_side
from gridgames.games.registry import wing_of
from gridgames.games.wing import Wing
from gridgames.languages.examples import about
from gridgames.rules.book import Entry


class Pictured(NamedTuple):
    """A state or position of an example, with a sentence about it and the names of its players."""

    about: str
    shown: Any
    names: Sequence[str] = ()


def pictured(entry: Entry) -> Iterator[Pictured]:
    """Yield the positions of a rule: those in its text, or else of the first worked example."""
    wing = wing_of(entry.game)
    drawn = [(one.name, position_of(one, wing)) for one in entry.rule.examples]
    if any(position for _, position in drawn):
        yield from (Pictured(name, position) for name, position in drawn if position)
        return
    part = wing.part("comparison")
    for example in read_examples(entry.package).values() if part else ():
        if entry.rule.id not in example.rules:
            continue
        side = parse_side(part.RUNNER.choices, example.only[0] if example.only else "")
        try:
            found = run_example(example, part.RUNNER, side)
        except Unplayable:
            continue
        state = found[0].state
        yield Pictured(about(example, found), state, SEATS[: found[0].given["seats"]])
        return


def position_of(example: Example, wing: Wing) -> Any:
    """Return the position in the text of an example, or None without one."""
    lines = [line for line in example.text.split("\n") if line.startswith("    ")]
    return wing.face.parse_position("\n".join(lines), {}) if lines else None
