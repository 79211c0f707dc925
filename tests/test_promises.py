"""What is promised (docs/promises.md) is there: the lists in tests/promises hold, and only grow."""

import promises
import pytest

import powergrid


@pytest.mark.parametrize("kind", promises.PROMISED)
def test_nothing_promised_is_gone_and_all_that_is_new_is_listed(kind):
    changes = promises.compare(promises.listed(kind), promises.PROMISED[kind]())
    assert changes.gone == [], "users have built on these: docs/promises.md says how they may go"
    assert changes.extended == {}, "scripts/promises.py --add"
    assert changes.added == [], "scripts/promises.py --add"


def test_a_taken_or_renamed_name_is_gone_and_an_optional_part_is_not():
    old = ["f(a)", "g(a, b)", "run FILE", "show FILE", "h"]
    new = ["f(a, *, b=1)", "g(a, c)", "run FILE [AT]", "show FILE AT", "i"]
    changes = promises.compare(old, new)
    assert changes.gone == ["g(a, b)", "show FILE", "h"]
    assert changes.extended == {"f(a)": "f(a, *, b=1)", "run FILE": "run FILE [AT]"}
    assert changes.added == ["g(a, c)", "show FILE AT", "i"]


def test_an_option_that_goes_fails(monkeypatch):
    options = promises.parameters

    def without_plain(context):
        return [one for one in options(context) if "--plain" not in one.flags]

    monkeypatch.setattr(promises, "parameters", without_plain)
    changes = promises.compare(promises.listed("commands"), promises.commands())
    assert "gridgames play --plain" in changes.gone
    assert all(line.endswith(" --plain") for line in changes.gone)


def test_a_parameter_that_is_renamed_fails(monkeypatch):
    monkeypatch.setattr(powergrid, "apply", lambda state, move: (state, move))
    changes = promises.compare(promises.listed("names"), promises.names())
    assert "powergrid.apply(state, action)" in changes.gone
    assert "powergrid.apply(state, move)" in changes.added
