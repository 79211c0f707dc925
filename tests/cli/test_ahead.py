"""Next steps in Power Grid, in lines: the facts of the full screen for plain mode."""

import pytest

from gridgames.games.registry import Choice
from gridgames.games.table import Part
from gridgames.languages.language import Language, use_language
from gridgames.screen.widgets.layout import in_a_row, shortened, side
from gridgames.terminal.frames import SIDES
from gridgames.terminal.output import Line
from gridgames.wings.powergrid.description.upcoming import (
    describe_links,
    describe_upcoming,
    incomes,
)
from gridgames.wings.powergrid.screen.compact_panels import guide
from powergrid.state import BUILDING, price_slots
from powergrid_positions import deal, give, own, skip_to
from screens import laid, new_session

NAMES = ("Ana", "Bia", "Caio")


def _text(lines):
    return " ".join(" ".join("".join(part for part, _ in line) for line in lines).split())


@pytest.fixture
def building():
    state = deal()
    skip_to(state, "building")
    assert state.phase == BUILDING
    state.actor = 0
    own(state, 0, "Münster")
    own(state, 1, "Osnabrück", "Hannover")
    give(state, 0, 4, 7, fuel=(0, 3, 0, 0), money=35)
    give(state, 1, 10)
    return state


def test_plain_mode_tells_what_each_city_costs_and_by_which_way(building):
    building.step = 2
    give(building, 0, 4, 7, fuel=(0, 3, 0, 0), money=40)
    price_slots(building)
    told = _text(describe_upcoming(building, NAMES))
    assert "Ana can build: Dortmund 12 (slot 10, from Münster 2)" in told
    assert "Hannover 38 (slot 15, from Münster 7+16)" in told
    assert "Kiel" not in told, "too dear"


def test_plain_mode_tells_income_order_refill_and_end(building):
    told = _text(describe_upcoming(building, NAMES))
    assert "Ana 22 for 1 city (33 for one more)" in told
    assert "Bia 10 for 0 cities (22 for one more)" in told
    assert "Turn order of the next round if nothing changes: Bia, Ana, Caio" in told
    assert "Next refill (step 1):" in told
    assert "The largest network has 2 cities; step 2 begins at 7, the game ends at 17" in told
    building.step = 2
    assert "2 cities; the game ends at 17" in _text(describe_upcoming(building, NAMES))


@pytest.mark.rule("PG-STEP-10")
def test_step_2_is_not_announced_once_step_3_comes_before_it(building):
    building.step3_pending = True
    told = _text(describe_upcoming(building, NAMES))
    assert "2 cities; the game ends at 17" in told
    (marks,) = [part.forms for part in guide(building, 0) if "largest" in str(part.forms)]
    assert "end at 17" in str(marks)
    assert "step 2" not in str(marks)


def test_plain_mode_tells_connections(building):
    assert "Münster: Dortmund 2, Essen 6, Osnabrück 7" in _text(describe_links(building))


def test_incomes_end_with_the_table_of_payments(building):
    give(building, 0, 39, 38, 36, 50, fuel=(6, 0, 6, 2))
    building.city_count[0] = 21
    assert incomes(building, 0)[0][0] <= 20
    building.city_count[0] = 20
    assert incomes(building, 0) == [(20, 150)]


def test_nothing_is_told_ahead_before_the_first_round(building):
    building.phase = 0
    assert not list(describe_upcoming(building, NAMES))


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("width", [31, 39, 41, 63])
def test_no_section_is_wider_than_its_panel(building, width, language):
    with use_language(language):
        shown = laid(new_session(Choice("powergrid"), NAMES))
        shown.look_at(building)
        for section in shown.sections(width):
            for form in section.forms:
                for line in form.lines:
                    assert sum(len(part) for part, _ in line) <= width, line


def _line(text: str) -> Line:
    return [(text, "")]


def test_what_matters_least_is_shortened_first_and_what_is_left_goes_to_what_matters_most():
    parts = [Part(["aaaa", "aa", ""], 3), Part(["bbbbbb", "b"], 1), Part(["cc", "c"], 2)]
    assert shortened(parts, 12, len) == ["aaaa", "bbbbbb", "cc"]
    assert shortened(parts, 10, len) == ["aa", "bbbbbb", "cc"]
    assert shortened(parts, 8, len) == ["", "bbbbbb", "cc"]
    assert shortened(parts, 7, len) == ["", "bbbbbb", "c"]
    assert shortened(parts, 4, len) == ["", "b", "cc"]
    assert shortened(parts, 0, len) == ["", "b", "c"], "the shortest where nothing fits"
    row = in_a_row([Part([_line("one"), []], 1), Part([_line("two")])], 8)
    assert "".join(part for part, _ in row) == "two"


def test_the_panels_leave_the_board_its_columns():
    for width in (80, 95, 96, 120, 134, 135, 200):
        for board_matters in (True, False):
            columns, text, is_boxed = side(width, board_matters=board_matters)
            assert text + SIDES * is_boxed < columns <= width // 2
    assert side(200, board_matters=True).columns * 3 <= 200
