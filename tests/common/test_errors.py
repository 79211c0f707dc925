"""What can go wrong: sentences as templates, places, and errors that travel between processes."""

import copy
import pickle

import pytest

from gridcommon.errors import (
    GridgamesError,
    IllegalAction,
    InvalidState,
    NotationError,
    NotationErrors,
    Refusal,
)

LOW = Refusal("PG-AUC-03", "{bid} does not beat {high}", bid=7, high=9)


def test_a_refusal_is_a_rule_and_a_sentence():
    assert (LOW.rule, LOW.why) == ("PG-AUC-03", "7 does not beat 9")
    assert str(LOW) == "PG-AUC-03: 7 does not beat 9"
    assert repr(LOW) == "Refusal('PG-AUC-03', '7 does not beat 9')"


def test_the_template_keeps_its_values_apart():
    assert LOW.template == "{bid} does not beat {high}"
    assert LOW.values == {"bid": 7, "high": 9}


def test_values_may_bear_any_name_and_hold_braces():
    odd = Refusal("EL-X-01", "{rule} and {template}: {self}", rule="{a}", template="}", self="{0}")
    assert odd.why == "{a} and }: {0}"


def test_a_sentence_without_values_is_no_template():
    assert Refusal("EL-X-01", "a set {1, 2").why == "a set {1, 2"
    assert NotationError("expected '{'").message == "expected '{'"


def test_refusals_are_equal_by_rule_template_and_values():
    same = Refusal("PG-AUC-03", "{bid} does not beat {high}", high=9, bid=7)
    assert same == LOW
    assert hash(same) == hash(LOW)
    for other in (
        Refusal("PG-AUC-02", "{bid} does not beat {high}", bid=7, high=9),
        Refusal("PG-AUC-03", "{bid} is below {high}", bid=7, high=9),
        Refusal("PG-AUC-03", "{bid} does not beat {high}", bid=8, high=9),
    ):
        assert other != LOW
    assert LOW != "PG-AUC-03: 7 does not beat 9"


def test_a_refusal_with_values_that_have_no_hash_can_stand_in_a_set():
    assert len({Refusal("EL-X-01", "{at}", at=[0, 1]), Refusal("EL-X-01", "{at}", at=[0, 2])}) == 2


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ({}, "no such plant"),
        ({"source": "game.jsonl"}, "game.jsonl: no such plant"),
        ({"line": 3}, "line 3: no such plant"),
        ({"key": "plant"}, "key 'plant': no such plant"),
        ({"source": "<stdin>", "line": 1, "column": 9}, "<stdin>, line 1, column 9: no such plant"),
        (
            {"source": "g", "line": 2, "column": 0, "key": "a.b"},
            "g, line 2, column 0, key 'a.b': no such plant",
        ),
    ],
)
def test_a_notation_error_names_its_place(place, text):
    assert str(NotationError("no such plant", **place)) == text


def test_a_caller_that_knows_more_fills_in_the_place():
    problem = NotationError("{found} is no city", found="Atlantis", key="city")
    problem.source, problem.line = "game.jsonl", 4
    assert str(problem) == "game.jsonl, line 4, key 'city': Atlantis is no city"
    assert problem.message == "Atlantis is no city"


def test_an_illegal_action_carries_action_and_refusal():
    problem = IllegalAction({"do": "bid"}, LOW)
    assert problem.action == {"do": "bid"}
    assert problem.refusal is LOW
    assert str(problem) == "PG-AUC-03: 7 does not beat 9"


def test_an_invalid_state_carries_all_its_problems():
    second = Refusal("PG-COMP-02", "25 coal")
    problem = InvalidState([LOW, second])
    assert problem.problems == (LOW, second)
    assert str(problem) == "PG-AUC-03: 7 does not beat 9; PG-COMP-02: 25 coal"


@pytest.mark.parametrize(
    "problem", [NotationError("x"), IllegalAction("x", LOW), InvalidState([LOW])]
)
def test_every_error_is_a_value_error_of_one_base(problem):
    assert isinstance(problem, GridgamesError)
    assert isinstance(problem, ValueError)


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
@pytest.mark.parametrize(
    "problem",
    [
        NotationError("{a} is wrong", source="f", line=1, column=2, key="k", a=7),
        IllegalAction(("bid", 7), LOW),
        InvalidState([LOW, Refusal("PG-COMP-02", "{n} coal", n=25)]),
    ],
)
def test_errors_come_back_whole_from_another_process(problem, again):
    back = again(problem)
    assert type(back) is type(problem)
    assert str(back) == str(problem)
    assert vars(back) == vars(problem)


def test_all_faults_of_a_text_travel_together():
    faults = [NotationError("no {what}", line=2, column=3, what="coal"), NotationError("no oil")]
    faulty = NotationErrors(faults)
    assert (faulty.line, faulty.column, faulty.message) == (2, 3, "no coal")
    faulty.source = "table.txt"
    for one in (faulty, copy.copy(faulty), pickle.loads(pickle.dumps(faulty))):
        assert str(one) == "table.txt, line 2, column 3: no coal\ntable.txt: no oil"
