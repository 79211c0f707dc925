"""Names in letters that take two cells, or none."""

import pytest
from rich.cells import cell_len

from gridgames.games.registry import Choice
from gridgames.screen.widgets.panels import folded
from screens import laid, new_session


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_names_of_any_width_keep_the_columns(game):
    names = ("Ana", "日本語🎲", "日本語日本語日本語日本語", "José " * 20)
    shown = laid(new_session(Choice(game), names))
    lines = ["".join(text for text, _ in line) for line in shown.player_lines(40)]
    rows = [line for line in lines if any(glyph in line for glyph in "○●■◆")]
    assert len(rows) == 4
    assert {cell_len(row) for row in rows} == {40}, "the columns end at the right edge"


def test_wide_letters_are_folded_by_the_cells_they_take():
    text = "日本語🎲 plays 日本語日本語日本語日本語 and José waits"
    pieces = ["".join(part for part, _ in piece) for piece in folded([(text, "")], 12)]
    assert max(map(cell_len, pieces)) <= 12
    assert "".join(pieces).replace(" ", "") == text.replace(" ", "")
