"""Play Power Grid at random for a long time, and check every invariant after each action.

    scripts/deep_powergrid.py --actions 1000000 --seed 1 --jobs 2

The games have any edition, map, options and number of players, and half of the players are mostly
sensible, to get far. After every action the script checks that tokens, plants and money are
conserved, caches are right, money changes only by events, legal actions agree with ``check``, and
notation and records can be read back. Now and then it checks that ``apply`` leaves its argument
alone and that a redrawn view looks the same, and at the end that the record can be replayed.
The script stops at the first failure and names the game; ``--game N`` plays only that game.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from harness import play_deep

import powergrid
from gridcommon.game_loop import header as header_of
from gridcommon.game_loop import replay, start
from gridcommon.lazy_actions import LegalActions
from gridcommon.records import format_line, read_record
from powergrid import Ruleset, State, format_action, make_bot, new_game
from powergrid.actions import Action, Bid, Build, Buy, Decline, Done, Open, Pass, Run
from powergrid.events import Event, StepBegan
from powergrid.notation import ACTIONS
from powergrid.ruleset import CHOICES
from powergrid.tables import EDITIONS, MAPS
from powergrid_positions import invariants, money_after


def a_ruleset(random: Random, share: float = 0.5) -> Ruleset:
    """Return a ruleset of any edition and map; ``share`` is the chance to choose an option."""
    options = {
        name: random.choice(values) for name, values in CHOICES.items() if random.random() < share
    }
    if random.random() < 0.1:
        options["house_limit"] = random.choice([5, 12, 20])
    return Ruleset(random.choice(EDITIONS), random.choice(MAPS), **options)


def a_choice(
    state: State, actions: LegalActions[Action], random: Random, *, sensible: bool
) -> Action:
    """Return an action of a random kind, or if ``sensible``, mostly the choice of ``easy``."""
    if sensible and random.random() < 0.85:
        view = powergrid.observe(state, state.actor)
        return make_bot("easy", random.getrandbits(30)).choose(view, actions)
    kind = actions.kinds[random.randrange(len(actions.kinds))]
    return kind[random.randrange(len(kind))]


def probe(state: State, actions: LegalActions[Action], random: Random) -> None:
    """Assert that legal actions agree with ``check`` on samples and on borderline actions."""
    seats, known = state.terms.seats, set(actions)
    for action in random.sample(actions, min(6, len(actions))):
        assert powergrid.check(state, action) is None, f"offered, but refused: {action}"
        text = format_action(action)
        assert ACTIONS.parse(text, action.seat) == action, text
        assert powergrid.action_from_json(powergrid.action_to_json(action)) == action, text
    seat = random.randrange(seats)
    plant = random.choice([*state.plant_market, 3, 50])
    near: list[Action] = [
        Bid(seat, random.randint(0, max(state.money) + 1)),
        Open(seat, plant, random.choice([1, plant - 1, plant, state.money[seat] + 1])),
        Buy(seat, random.randrange(4), random.randint(0, 14)),
        Build(seat, random.choice(state.board.cities)),
        Run(seat, state.plants[seat][:1], state.fuel[seat]),
        Decline(seat),
        Pass(seat),
        Done(seat),
    ]
    for action in near:
        assert (powergrid.check(state, action) is None) == (action in known), (
            f"at the line: {action}"
        )


def look(state: State, random: Random) -> None:
    """Assert that a redrawn view looks the same, and that ``apply`` leaves ``state`` alone."""
    seat = random.randrange(state.terms.seats)
    view = powergrid.observe(state, seat)
    other = powergrid.determinize(view, random.getrandbits(60))
    invariants(other)
    assert powergrid.observe(other, seat) == view, "a redrawn view differs"
    before = repr(state)
    actions = powergrid.legal_actions(state)
    if actions:
        powergrid.apply(state, random.choice(actions))
    assert repr(state) == before, "apply changed its argument"


def play_game(base: int, number: int) -> Counter[str]:
    """Play a game to its end, and return the counts of its actions and steps."""
    seed = base * 10**9 + number
    random, counts = Random(seed), Counter[str]()
    ruleset, seats = a_ruleset(random), random.randint(2, 6)
    state = new_game(ruleset, seats, seed)
    names = [str(seat) for seat in range(seats)]
    lines = []
    sensible = random.random() < 0.5
    while actions := powergrid.legal_actions(state):
        action = a_choice(state, actions, random, sensible=sensible)
        money = list(state.money)
        try:
            probe(state, actions, random)
            events: list[Event] = []
            powergrid.advance(state, action, events)
            counts["actions"] += 1
            assert money_after(events, money) == state.money, "money moved without an event"
            invariants(state)
            if counts["actions"] % 64 == 0:
                look(state, random)
        except Exception as problem:
            problem.add_note(f"action {counts['actions']}: {format_action(action)}")
            problem.add_note(f"{ruleset}, {seats} players")
            raise
        lines.append(format_line(powergrid.action_to_json(action)))
        if powergrid.is_checkpoint(events):
            lines.append(format_line({"check": powergrid.facts(state)}))
        for event in events:
            if isinstance(event, StepBegan):
                counts[f"step {event.step}"] += 1
    found = powergrid.result(state)
    if found:
        counts["games finished"] += 1
        counts[f"decided by {found.decided_by}"] += 1
        lines.append(format_line({"result": powergrid.result_facts(found)}))
        header = format_line(header_of(powergrid, state, names, None).to_json())
        record, rest = read_record([header, *lines], f"seed {seed}")
        for _, _, difference in replay(powergrid, start(powergrid, record), rest, f"seed {seed}"):
            assert difference is None, difference
    counts[f"{ruleset.edition}, {seats} players"] += 1
    return counts


if __name__ == "__main__":
    play_deep(__doc__, play_game)
