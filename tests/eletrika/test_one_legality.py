"""What a board says may be built is what the rules of that game allow, whoever draws it."""

import pytest
from hypothesis import given

from eletrika.analysis import Analysis, analyse, analyse_game
from eletrika.building import legal_builds
from eletrika.notation import format_full, format_wire, parse_full, parse_wire
from eletrika.notation.wire import renamed
from eletrika.position import to_position
from eletrika.ruleset import Ruleset
from eletrika.scoring import legal_scores
from eletrika.state import MAIN
from eletrika_states import positions


def letters(analysis: Analysis) -> set[tuple[tuple[int, int], int]]:
    return {(site.at, kind) for site in analysis.free for kind in site.kinds}


@pytest.mark.rule("EL-BUILD-01", "EL-BUILD-02", "EL-BUILD-03", "EL-CONN-02", "EL-ABAN-03")
@given(positions())
def test_the_letters_on_the_board_are_the_legal_builds(state):
    legal = set()
    if state.phase == MAIN:
        legal = {(build.at, build.kind) for build in legal_builds(state)}
    assert letters(analyse_game(state)) == legal
    told = parse_full(format_full(to_position(state)), state.ruleset.tiles)
    assert letters(analyse(told, state.ruleset)) == legal


@pytest.mark.rule("EL-SCORE-01", "EL-TURN-02")
@given(positions())
def test_the_sets_that_are_listed_are_those_that_may_be_scored(state):
    if state.phase != MAIN or state.scored:
        return
    analysis = analyse_game(state)
    cells = analysis.network.cells
    listed = {
        tuple(sorted(cells[member] for member in found.members))
        for found in analysis.scores.get(state.actor, ())
    }
    legal = {score.set for score in legal_scores(state)}
    assert legal <= listed
    assert legal == listed or not legal  # where neither a tile nor a build could follow


@given(positions())
def test_every_position_of_a_game_has_a_wire_form(state):
    network = renamed(to_position(state).network())
    if network.names:
        assert parse_wire(format_wire(network)).structures == network.structures
    else:
        assert format_wire(network) == ""


def test_a_position_that_tells_nothing_leaves_the_whole_box():
    told = parse_full("0,0 r.....\n", Ruleset().tiles)
    assert letters(analyse(told, Ruleset())) == {((0, 0), kind) for kind in range(5)}
