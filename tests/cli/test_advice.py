"""Advice in mid-turn: whatever a question proposes as an action is legal when it is asked."""

from collections.abc import Iterator, Sequence

import pytest

import eletrika
import powergrid
from eletrika.actions import Build, LayTile, Score
from eletrika.notation import format_full, parse_full
from gridcommon.game_loop import play
from gridgames.wings.eletrika.companion.query_subject import QuerySubject
from gridgames.wings.eletrika.companion.questions import best, legal, light, score
from gridgames.wings.powergrid.companion.position_input import QuerySubject as PowerGridSubject
from gridgames.wings.powergrid.companion.questions import auction, power, reach
from powergrid.actions import Bid, Buy, Open, Run
from powergrid.actions import Build as Connect
from powergrid.projection import Running
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, RESOURCES

RULES = [
    {},
    {"refill": "turn_end", "aside_from": "next_turn", "first_player_rotates": True},
    {"reoccupy": True, "marker_recall": "owner", "stuck_may_score": True, "abandon_zero": True},
]


def states(game, ruleset, seats: int, seed: int, every: int) -> Iterator[object]:
    """Yield the states of a game between bots, one of ``every``, and all of its last actions."""
    state = game.new_game(ruleset, seats, seed)
    yield state.copy()
    bots = [game.make_bot("easy", seed + seat) for seat in range(seats)]
    for number, _ in enumerate(play(game, state, bots)):
        if number % every == 0 or game.to_act(state) is None:
            yield state.copy()


def advised(subject: QuerySubject) -> Iterator[Sequence[object]]:
    """Yield what may be done now, one action after the other."""
    seat = subject.table().actor
    yield [action for action, _ in best.ask(subject, level="easy").actions]
    lighting = light.ask(subject)
    if lighting.barred is None:
        yield from ([one.actions[0]] for one in lighting.found)
    scores = score.ask(subject)
    owner, cells = subject.owners[seat], subject.analysis.network.cells
    for found, refusal in scores.sets[owner]:
        if refusal is None:
            yield [Score(seat, tuple(sorted(cells[n] for n in found.members)))]
    yield from (one.actions for one, _ in scores.better[owner])
    told = legal.ask(subject)
    if told.barred is None:
        yield from ([Build(seat, kind, site.at)] for site in told.sites for kind in site.kinds)
    if told.no_tile is None:
        for tile, parts in told.fits:
            for part in parts:
                for bonus in part.bonuses:
                    yield [
                        LayTile(seat, tile, turn, part.at, *bonus) for turn in part.rotations[:1]
                    ]
    yield from (
        [Build(seat, kind, site.at)] for site in subject.analysis.free for kind in site.kinds
    )


def check_eletrika(options: dict, seed: int, every: int) -> None:
    for state in states(eletrika, eletrika.Ruleset(**options), 2 + seed % 3, seed, every):
        public = eletrika.observe(state, 0).public
        record = QuerySubject(
            "",
            eletrika.to_position(public),
            eletrika.analysis.analyse_game(public),
            state.ruleset,
            public,
            range(state.seats),
        )
        told = parse_full(format_full(eletrika.to_position(public)), state.ruleset.tiles)
        for subject in (record, QuerySubject.of_position(told, state.ruleset)):
            for actions in advised(subject):
                after = state
                for action in actions:
                    assert eletrika.check(after, action) is None, (action, format_full(told))
                    after = eletrika.apply(after, action)


@pytest.mark.rule("EL-TURN-01", "EL-TURN-02", "EL-SETUP-08", "EL-END-03")
@pytest.mark.parametrize("options", RULES, ids=range(len(RULES)))
def test_what_is_advised_in_eletrika_is_legal(options) -> None:
    check_eletrika(options, 4, 9)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", RULES, ids=range(len(RULES)))
def test_what_is_advised_in_eletrika_is_legal_at_every_action(options, seed) -> None:
    check_eletrika(options, seed, 1)


# Power Grid


def advised_in_phase(state: powergrid.State) -> Iterator[Sequence[object]]:
    """Yield what the seat to act may do now, one action after the other."""
    names = [f"player {one}" for one in range(state.terms.seats)]
    subject = PowerGridSubject(powergrid.to_position(state, names).table(), names)
    seat, letter = state.actor, "ABCDEF"[state.actor]
    if state.phase == BUILDING:
        _, found = reach.ask(subject, player=letter).found[seat]
        yield [Connect(seat, city) for city in found.route.cities]
    if state.phase in (RESOURCES, BUREAUCRACY):
        for way in power.ask(subject, player=letter).found[seat].values():
            if isinstance(way, Running) and state.phase == RESOURCES:
                yield [Buy(seat, fuel, count) for fuel, count in way.buys.items()]
            elif isinstance(way, Running):
                assert not way.buys, "the market is closed"
                yield [Run(seat, tuple(way.plants), way.burn)]
    if state.phase == AUCTION and not state.surplus:
        for one in auction.ask(subject, player=letter).found[seat]:
            if one.most < one.least or auction.barred(state, seat, one):
                continue
            if state.auction:
                yield [Bid(seat, one.most)]
            else:
                yield [Open(seat, one.plant, one.least)]
                yield [Open(seat, one.plant, one.most)]


@pytest.mark.rule("PG-AUC-03", "PG-AUC-08", "PG-BUILD-03")
@pytest.mark.parametrize("edition", ["recharged", "classic"])
@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_advised_in_power_grid_is_legal(edition, seats) -> None:
    for state in states(powergrid, powergrid.Ruleset(edition), seats, seats, 5):
        for actions in advised_in_phase(state):
            after = state
            for action in actions:
                assert powergrid.check(after, action) is None, action
                after = powergrid.apply(after, action)
