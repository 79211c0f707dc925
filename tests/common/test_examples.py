"""Sides of a comparison and worked examples, with a game of two rules."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from common_rows import rows_of
from gridcommon import examples
from gridcommon.errors import NotationError, Refusal
from gridcommon.examples import Answer, ExampleRunner, Unplayable, read_examples, run_example
from gridcommon.options import Option
from gridcommon.sides import SideOptions, Variant, parse_side
from worked_examples import sides_of


def choose(edition: str, *, slow: bool = False, most: int = 3) -> dict:
    """Return a ruleset; ``slow`` is for the old edition only."""
    if slow and edition == "new":
        raise NotationError("the new edition is never slow")
    return {"edition": edition, "slow": slow, "most": most}


@dataclass
class Count:
    """A game in which one counts up."""

    most: int
    at: int = 0

    def copy(self) -> "Count":
        return replace(self)


def check(state: Count, action: int) -> Refusal | None:
    return Refusal("EL-TOY-01", "too far") if state.at + action > state.most else None


def advance(state: Count, action: int, events: list) -> None:
    state.at += action
    events.append(action)


GAME = SimpleNamespace(check=check, advance=advance, parse_action=lambda text, _state: int(text))
CHOICES = SideOptions(
    "toy",
    choose,
    {"slow": Option("slow", (False, True)), "most": Option("most", (3, 5))},
    {
        "new": Variant({"edition": "new"}),
        "old": Variant({"edition": "old"}),
        "duel": Variant({"edition": "old"}, 2, "old"),
    },
)
RUNNER = ExampleRunner(
    GAME,
    CHOICES,
    3,
    lambda ruleset, _seats, at: Count(ruleset["most"], at.get("at", 0)),
    {"at": lambda scene: Answer(scene.state.at)},
    choose,
)


def side(parts: str = ""):
    return parse_side(CHOICES, parts)


@pytest.mark.parametrize(("typed", "said"), rows_of("side"))
def test_what_no_side_has_is_refused_with_what_is_near(typed, said):
    with pytest.raises(NotationError, match=said):
        side(typed)


def test_a_side_is_written_one_way_and_the_closest_parts_fit_best():
    assert [side(text).name for text in ("", "most=3")] == ["toy:new"] * 2
    assert side("slow=true,old").name == "toy:old,slow=true"
    assert side("most=5, OLD").name == "toy:old,most=5"
    keys = ["", "old", "duel", "most=5", "old,most=5"]
    assert side().best_match(keys) == ""
    assert side("duel").best_match(keys) == "duel"
    assert side("duel").best_match(["", "old"]) == "old"
    assert side("duel,most=5").best_match(keys) == "old,most=5"
    assert side("old").best_match(["new"]) is None


@pytest.fixture
def told(monkeypatch):
    """Yield a function that puts one example in the place of those shipped."""

    def tell(**table):
        monkeypatch.setattr(examples, "shipped_tables", lambda _game, _name: {"one": table})
        read_examples.cache_clear()
        return read_examples("toy")["one"]

    yield tell
    read_examples.cache_clear()


def test_an_example_is_played_on_each_side_it_speaks_of(told):
    example = told(
        rules=["EL-TOY-01"],
        at={"at": 1},
        ask="at",
        values={
            "once": {"do": ["2"], "is": 3},
            "far": {"do": ["2", "2"], "is": {"refused": "EL-TOY-01"}, "but": {"most=5": 5}},
            "all": {"all": "1", "at": {"at": 0}, "is": 3, "but": {"duel": 2}, "never": ["most=5"]},
        },
    )
    sides = sides_of(example, CHOICES)
    assert [one.name for one in sides] == ["toy:new", "toy:old", "toy:duel", "toy:new,most=5"]
    for one in sides:
        for value in run_example(example, RUNNER, one):
            assert value.answer.value == value.expected, (one.name, value.id)


def test_a_side_that_an_example_is_not_about_does_not_play_it_and_it_needs_rules(told):
    example = told(rules=["EL-TOY-01"], only=["old"], ask="at", values={"a": {"is": 0}})
    assert [one.name for one in sides_of(example, CHOICES)] == ["toy:old", "toy:duel"]
    with pytest.raises(Unplayable):
        run_example(example, RUNNER, side())
    forced = told(rules=["EL-TOY-01"], ask="at", values={"a": {"play": ["4"], "is": 4}})
    with pytest.raises(Unplayable):
        run_example(forced, RUNNER, side())
    assert run_example(forced, RUNNER, side("most=5"))
    with pytest.raises(NotationError, match="no rules"):
        told(values={"a": {"is": 0}})
    with pytest.raises(NotationError, match="no values"):
        told(rules=["EL-TOY-01"])
