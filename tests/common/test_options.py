"""An option is declared once: its values are read from JSON and text, and refused in one way."""

from dataclasses import dataclass

import pytest

import toy
from gridcommon.errors import NotationError, Wording
from gridcommon.options import (
    Domain,
    Option,
    declared_options,
    find_option,
    option,
    options_from_json,
    options_to_json,
)


def small(data: object) -> int:
    """Read a number below ten."""
    if type(data) is int and data < 10:
        return data
    raise ValueError(data)


SMALL = Domain(Wording("a number below {limit}", {"limit": 10}), small)


@dataclass(frozen=True, slots=True)
class Ruleset:
    twice: bool = option(False, True, rule="XX-A-01")
    refill: int = option(2, 3)
    tie: str = option("pawns", "structures")
    heap: int = option(5, 7, domain=SMALL)
    name: str = "no option"


OPTIONS = declared_options(Ruleset)


def test_options_are_the_fields_that_are_declared_so():
    assert list(OPTIONS) == ["twice", "refill", "tie", "heap"]
    assert OPTIONS["twice"] == Option("twice", (False, True), "XX-A-01")
    assert [one.default for one in OPTIONS.values()] == [False, 2, "pawns", 5]
    assert Ruleset() == Ruleset(False, 2, "pawns", 5)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("twice", "True", True),
        ("refill", " 3 ", 3),
        ("tie", "STRUCTURES", "structures"),
        ("heap", "9", 9),
    ],
)
def test_a_value_is_read_from_text_and_from_json(name, text, value):
    found = OPTIONS[name].from_text(text)
    assert (found, type(found)) == (value, type(value))
    assert OPTIONS[name].from_json(OPTIONS[name].to_json(value)) == value


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("twice", 1, "expected false or true, found 1"),
        ("refill", True, "expected 2 or 3, found true"),
        ("refill", "2", 'expected 2 or 3, found "2"'),
        ("tie", None, "expected pawns or structures, found null"),
        ("heap", 10, "expected a number below 10, found 10"),
        ("heap", [1] * 40, "..."),
    ],
)
def test_another_value_is_refused_with_what_is_expected(name, value, expected):
    with pytest.raises(NotationError) as caught:
        OPTIONS[name].from_json(value)
    assert expected in caught.value.message
    assert caught.value.key == f"ruleset.options.{name}"


@pytest.mark.parametrize(("name", "text"), [("twice", "1"), ("refill", "4"), ("heap", "ten")])
def test_another_text_is_refused(name, text):
    with pytest.raises(NotationError, match="expected"):
        OPTIONS[name].from_text(text)


def test_an_unknown_option_is_refused_with_the_known_ones():
    with pytest.raises(NotationError, match="twice, refill, tie, heap") as caught:
        find_option(OPTIONS, "thrice")
    assert caught.value.key == "ruleset.options.thrice"


def test_a_record_holds_the_options_that_differ():
    rules = Ruleset(refill=3, heap=7)
    data = options_to_json(OPTIONS, rules)
    assert data == {"refill": 3, "heap": 7}
    assert Ruleset(**options_from_json(OPTIONS, data)) == rules
    with pytest.raises(NotationError, match="expected an object"):
        options_from_json(OPTIONS, ["refill"])


def test_an_edition_without_a_use_for_an_option_is_told_which_have_it():
    cartel = Option("cartel_buys_39", (False, True), editions=("recharged",))
    cartel.check_use("recharged")
    with pytest.raises(NotationError, match="classic does not use this option") as caught:
        cartel.check_use("classic")
    assert caught.value.key == "ruleset.options.cartel_buys_39"
    assert Option("tie", ("pawns",)).is_used_in(None)


def test_values_are_listed_as_they_are_typed():
    assert OPTIONS["twice"].words() == ["false", "true"]
    letters = Domain(Wording("letters", {}), tuple, list)
    assert Option("faces", (("U", "T"),), domain=letters).words() == ["UT"]


def test_the_options_of_a_game_are_in_its_contract():
    assert {name: one.default for name, one in toy.OPTIONS.items()} == {"heap": 12}
