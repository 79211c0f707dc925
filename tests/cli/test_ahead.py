"""Sections that fit their panels, and what is shortened first; next steps have a transcript."""

import pytest

from gridgames.games.registry import Choice
from gridgames.games.table import Part
from gridgames.languages.language import Language, use_language
from gridgames.screen.widgets.layout import in_a_row, shortened, side
from gridgames.terminal.frames import SIDES
from gridgames.wings.powergrid.description.upcoming import describe_links, incomes
from gridgames.wings.powergrid.screen.compact_panels import guide
from powergrid.state import BUILDING
from powergrid_positions import deal, give, own, skip_to
from screens import laid, new_session


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


@pytest.mark.rule("PG-STEP-10")
def test_step_2_is_not_announced_once_step_3_comes_before_it(building):
    building.step3_pending = True
    (marks,) = [part.forms for part in guide(building, 0) if "largest" in str(part.forms)]
    assert "end at 17" in str(marks)
    assert "step 2" not in str(marks)


def test_connections_and_incomes_are_those_of_the_map_and_the_table(building):
    links = " ".join("".join(part for part, _ in line) for line in describe_links(building))
    assert "Münster: Dortmund 2, Essen 6, Osnabrück 7" in " ".join(links.split())
    give(building, 0, 39, 38, 36, 50, fuel=(6, 0, 6, 2))
    building.city_count[0] = 20
    assert incomes(building, 0) == [(20, 150)]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("width", [31, 39, 41, 63])
def test_no_section_is_wider_than_its_panel(building, width, language):
    with use_language(language):
        shown = laid(new_session(Choice("powergrid"), ("Ana", "Bia", "Caio")))
        shown.look_at(building)
        forms = [form for section in shown.sections(width) for form in section.forms]
    for line in [line for form in forms for line in form.lines]:
        assert sum(len(part) for part, _ in line) <= width, line


@pytest.mark.parametrize(
    ("width", "texts"),
    [
        (12, ["aaaa", "bbbbbb", "cc"]),
        (10, ["aa", "bbbbbb", "cc"]),
        (8, ["", "bbbbbb", "cc"]),
        (7, ["", "bbbbbb", "c"]),
        (4, ["", "b", "cc"]),
        (0, ["", "b", "c"]),  # the shortest where nothing fits
    ],
)
def test_what_matters_least_is_shortened_first(width, texts):
    parts = [Part(["aaaa", "aa", ""], 3), Part(["bbbbbb", "b"], 1), Part(["cc", "c"], 2)]
    assert shortened(parts, width, len) == texts
    row = in_a_row([Part([[("one", "")], []], 1), Part([[("two", "")]])], 8)
    assert "".join(part for part, _ in row) == "two"


def test_the_panels_leave_the_board_its_columns():
    for width in (80, 95, 96, 120, 134, 135, 200):
        for board_matters in (True, False):
            columns, text, is_boxed = side(width, board_matters=board_matters)
            assert text + SIDES * is_boxed < columns <= width // 2
    assert side(200, board_matters=True).columns * 3 <= 200
