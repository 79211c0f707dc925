"""The worked examples of a game as test cases: one per example and side it says something about."""

from gridcommon.examples import Bench, play, read_examples, sides_of
from gridcommon.ledger import read_ledger


def cases(bench: Bench) -> dict[str, tuple]:
    """Return an example and a side by the name of the case."""
    return {
        f"{example.id} {side.name}": (example, side)
        for example in read_examples(bench.choices.game).values()
        for side in sides_of(example, bench.choices)
    }


def assert_holds(bench: Bench, example, side) -> None:
    """Play an example on a side; every value must come out as the data says."""
    found = play(example, bench, side)
    came_out = {one.id: one.answer.value for one in found}
    assert came_out == {one.id: one.expected for one in found}
    for one in found:
        assert str(one.answer.shown), one.id
    assert example.about
    assert set(example.rules) <= read_ledger(bench.choices.game).keys()
