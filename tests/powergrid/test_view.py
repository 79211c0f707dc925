"""What a seat may see, and redrawing the rest."""

from collections import Counter

import pytest

import powergrid
from powergrid import Ruleset, determinize, new_game, observe, spectate
from powergrid.state import AUCTION
from powergrid.tables import STEP3
from powergrid_positions import invariants, say


@pytest.mark.rule("PG-SETUP-07", "PG-SETUP-08")
@pytest.mark.parametrize("edition", ["recharged", "classic"])
def test_a_view_does_not_depend_on_what_is_hidden(edition):
    state = new_game(Ruleset(edition), 4, 5)
    other = state.copy()
    at = other.stack.index(STEP3)
    top = next(card for card in other.stack[1:at] if state.terms.back(card) == state.top_back)
    other.stack = [top, *(card for card in other.stack[:at] if card != top), *other.stack[at:]]
    other.rng = 99
    assert observe(state, 0) == observe(other, 0)
    view = observe(state, 0)
    assert set(view.public.stack) == {0}
    assert len(view.public.stack) == len(state.stack)
    assert view.public.rng == 0
    assert set(view.public.draws.stack) == {0}
    assert view.public.draws.after_step3 is None


@pytest.mark.rule("PG-SETUP-06", "PG-SETUP-07", "PG-SETUP-08")
def test_redrawn_stacks_are_those_of_the_set_up():
    state = new_game(Ruleset(), 3, 5)
    view = observe(state, 0)
    tops, places = Counter(), Counter()
    for seed in range(1000):
        other = determinize(view, seed)
        invariants(other)
        stack = other.stack
        assert stack[0] <= 15
        assert stack[-1] == STEP3
        assert sum(card <= 15 for card in stack) == sum(card <= 15 for card in state.stack)
        tops[stack[0]] += 1
        places[stack.index(50) if 50 in stack else -1] += 1
    assert set(tops) == set(range(3, 16)) - set(state.draws.market)
    assert max(tops.values()) < 1.5 * min(tops.values())
    # 6 of 29 sockets are out of the game; anywhere below the top is as likely as anywhere else.
    assert 1000 * 6 / 29 * 0.8 < places[-1] < 1000 * 6 / 29 * 1.2
    del places[-1]
    assert set(places) == set(range(1, len(state.stack) - 1))
    view = observe(new_game(Ruleset("classic"), 3, 5), 0)  # where everybody knows the top card
    assert {determinize(view, seed).stack[0] for seed in range(20)} == {13}


@pytest.mark.rule("PG-SETUP-03")
def test_option_hidden_money():
    state = new_game(Ruleset(hidden_money=True), 3, 5)
    say(state, f"open {state.plant_market[0]} 20")
    leader = state.auction.leader
    for seat in range(3):
        view = observe(state, seat)
        assert view.public.money == [50 if other == seat else -1 for other in range(3)]
        seen = spectate(state)
        assert seen.money == [-1, -1, -1]
        seen.money[seat] = state.money[seat]
        assert seen == view.public
    other = observe(state, (leader + 1) % 3)
    found = {determinize(other, seed).money[leader] for seed in range(500)}
    assert min(found) == 20  # it has bid so much
    assert max(found) == 50
    state = new_game(Ruleset(), 3, 5)
    for seat in range(3):
        assert observe(state, seat).public == spectate(state)
        assert spectate(state).money == [50, 50, 50]


@pytest.mark.rule("PG-SETUP-03")
def test_hidden_money_is_never_less_than_it_can_be_nor_more():
    """What can be seen of the spending is taken into account, and is never too much."""
    state, last = new_game(Ruleset(hidden_money=True), 3, 3), 0
    bots = [powergrid.make_bot("normal", seat) for seat in range(3)]
    while powergrid.to_act(state) is not None:
        view = observe(state, state.actor)
        if state.phase == AUCTION and state.round > last:
            last = state.round
            drawn = [determinize(view, seed).money for seed in range(30)]
            for seat, money in enumerate(state.money):
                found = [one[seat] for one in drawn]
                spread = 10 + max(found) // 8
                assert min(found) - spread <= money <= max(found) + spread
                assert max(found) <= 50 + 118 * (last - 1) - 10 * state.city_count[seat]
        actions = powergrid.legal_actions(state)
        powergrid.advance(state, bots[state.actor].choose(view, actions))
    assert last > 6
