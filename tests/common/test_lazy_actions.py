"""Legal actions as a sequence: how a random one is picked, how they look, and what is shared."""

from collections import Counter
from functools import partial
from random import Random

import pytest

from gridcommon.lazy_actions import LegalActions, Numbered, Spans, by_kind
from legal_lists import assert_like
from powergrid import Bid, Pass
from toy import Take

BIDS = Numbered(partial(Bid, 0), "amount")


def bids(*spans):
    """Return bids in spans of a least and a most amount."""
    return Spans([(BIDS, least, most + 1) for least, most in spans])


def test_a_kind_comes_first_when_one_is_picked():
    actions = LegalActions([bids((4, 12)), [Pass(0)]])
    random = Random(5)
    found = Counter(actions.pick(random) for _ in range(3000))
    assert 1400 < found.pop(Pass(0)) < 1600
    assert set(found) == set(actions.kinds[0])
    assert all(120 < count < 220 for count in found.values())
    assert {type(actions.kinds[0].pick(random)) for _ in range(9)} == {Bid}


def test_bids_beyond_those_that_are_kept_are_made_each_time():
    span = bids((508, 515), (0, 3))
    listed = [Bid(0, amount) for amount in (*range(508, 516), *range(4))]
    assert_like(LegalActions([span]), listed)
    assert_like(LegalActions([]), [])
    with pytest.raises(IndexError):
        LegalActions([]).pick(Random(1))
    assert span[0] is span[0]
    assert span[7] == Bid(0, 515) == Bid(0, 10**9 - 10**9 + 515)
    assert bids((5 * 10**9, 5 * 10**9 + 3))[2] == Bid(0, 5 * 10**9 + 2)


def test_what_is_legal_reads_well_and_is_told_apart():
    span, shown = bids((4, 12)), "9 from Bid(seat=0, amount=4) to Bid(seat=0, amount=12)"
    assert repr(LegalActions([])) == "<legal actions: none>"
    assert repr(span) == f"<{shown}>"
    assert repr(LegalActions([span, [Pass(0)]])) == f"<legal actions: {shown}, Pass(seat=0)>"
    assert [one in span for one in (Bid(0, 7), Bid(1, 7), Take(0, 7))] == [True, False, False]
    listed = [Bid(0, 4), Bid(0, 5), Pass(0)]
    assert by_kind(listed) == [listed[:2], listed[2:]], "from elsewhere"
    assert by_kind([]) == []
