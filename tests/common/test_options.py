"""An option is declared once: its values are read from JSON and text, and refused in one way."""

import json
from dataclasses import dataclass

import pytest

from common_rows import rows_of
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


def test_a_value_is_read_from_text_and_from_json():
    assert OPTIONS["twice"] == Option("twice", (False, True), "XX-A-01")
    assert OPTIONS["twice"].words() == ["false", "true"]
    letters = Domain(Wording("letters", {}), tuple, list)
    assert Option("faces", (("U", "T"),), domain=letters).words() == ["UT"]
    typed = {"twice": "True", "refill": " 3 ", "tie": "STRUCTURES", "heap": "9"}
    assert list(OPTIONS) == list(typed)
    found = {name: OPTIONS[name].from_text(text) for name, text in typed.items()}
    assert repr(found) == repr({"twice": True, "refill": 3, "tie": "structures", "heap": 9})
    for name, value in found.items():
        assert OPTIONS[name].from_json(OPTIONS[name].to_json(value)) == value


@pytest.mark.parametrize(("name", "value", "expected"), rows_of("option"))
def test_another_value_is_refused_with_what_is_expected(name, value, expected):
    with pytest.raises(NotationError) as caught:
        OPTIONS[name].from_json(json.loads(value))
    assert expected in caught.value.message
    assert caught.value.key == f"ruleset.options.{name}"


def test_another_text_and_an_unknown_option_are_refused():
    for name, text in (("twice", "1"), ("refill", "4"), ("heap", "ten")):
        with pytest.raises(NotationError, match="expected"):
            OPTIONS[name].from_text(text)
    with pytest.raises(NotationError, match="twice, refill, tie, heap") as caught:
        find_option(OPTIONS, "thrice")
    assert caught.value.key == "ruleset.options.thrice"


def test_a_record_holds_the_options_that_differ():
    rules = Ruleset(refill=3, heap=7)
    data = options_to_json(OPTIONS, rules)
    assert data == {"refill": 3, "heap": 7}
    assert Ruleset(**options_from_json(OPTIONS, data)) == rules
    assert Ruleset() == Ruleset(False, 2, "pawns", 5)
    with pytest.raises(NotationError, match="expected an object"):
        options_from_json(OPTIONS, ["refill"])


def test_an_edition_without_a_use_for_an_option_is_told_which_have_it():
    cartel = Option("cartel_buys_39", (False, True), editions=("recharged",))
    cartel.check_use("recharged")
    with pytest.raises(NotationError, match="classic does not use this option") as caught:
        cartel.check_use("classic")
    assert caught.value.key == "ruleset.options.cartel_buys_39"
