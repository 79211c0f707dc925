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

BEATEN = "{bid} does not beat {high}"
LOW = Refusal("PG-AUC-03", BEATEN, bid=7, high=9)
SECOND = Refusal("PG-COMP-02", "{n} coal", n=25)


def test_a_refusal_is_a_rule_and_a_sentence_whose_values_are_kept_apart():
    assert (LOW.rule, LOW.why) == ("PG-AUC-03", "7 does not beat 9")
    assert str(LOW) == "PG-AUC-03: 7 does not beat 9"
    assert repr(LOW) == "Refusal('PG-AUC-03', '7 does not beat 9')"
    odd = Refusal("EL-X-01", "{rule} and {template}: {self}", rule="{a}", template="}", self="{0}")
    assert odd.why == "{a} and }: {0}"
    assert Refusal("EL-X-01", "a set {1, 2").why == "a set {1, 2"
    assert NotationError("expected '{'").message == "expected '{'"
    same = Refusal("PG-AUC-03", BEATEN, high=9, bid=7)
    assert (same, hash(same)) == (LOW, hash(LOW))
    assert LOW not in (
        Refusal("PG-AUC-02", BEATEN, bid=7, high=9),
        Refusal("PG-AUC-03", "{bid} is below {high}", bid=7, high=9),
        Refusal("PG-AUC-03", BEATEN, bid=8, high=9),
        "PG-AUC-03: 7 does not beat 9",
    )
    assert len({Refusal("EL-X-01", "{at}", at=[0, 1]), Refusal("EL-X-01", "{at}", at=[0, 2])}) == 2


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (NotationError("{a} is wrong", line=1, key="k", a=7), "line 1, key 'k': 7 is wrong"),
        (IllegalAction(("bid", 7), LOW), str(LOW)),
        (InvalidState([LOW, SECOND]), f"{LOW}; PG-COMP-02: 25 coal"),
        (NotationErrors([NotationError("a", line=2), NotationError("b")]), "line 2: a\nb"),
    ],
)
def test_errors_are_of_one_base_and_come_back_whole_from_another_process(problem, text):
    assert isinstance(problem, GridgamesError)
    assert isinstance(problem, ValueError)
    assert str(problem) == text
    for back in (copy.copy(problem), copy.deepcopy(problem), pickle.loads(pickle.dumps(problem))):
        assert type(back) is type(problem)
        assert str(back) == str(problem)
        if not isinstance(problem, NotationErrors):
            assert vars(back) == vars(problem)
