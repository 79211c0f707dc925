"""Themes and wide letters: what can be read and told apart, and that the choice is remembered."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from gridgames.languages.language import Language, use_language
from gridgames.screen.play import GameApp
from gridgames.screen.widgets.panels import fitted, folded
from gridgames.screen.widgets.themes import THEME_COLOURS, contrast, styled
from gridgames.show.registry import GameChoice
from gridgames.table.settings import THEMES, read_settings
from gridgames.terminal.seat_styles import COLOURS_BY_THEME, seat_style
from screens import driven, laid, new_session, shown

NAMES = ("Ana", "Bia")

# Machado, Oliveira and Fernandes 2009, severity 1: what people see who lack one kind of cones.
SEEN = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def _lab(colour: Any, seen: Any) -> tuple[float, float, float]:
    """Return a colour, seen by somebody, in CIELAB."""
    light = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (one / 255 for one in colour)
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in seen
    )
    x, y, z = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116
        for value in (
            (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
            0.2126 * red + 0.7152 * green + 0.0722 * blue,
            (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seen", SEEN)
def test_owners_are_told_apart_by_everybody(theme: str, seen: str) -> None:
    colours = [_lab(colour, SEEN[seen]) for colour in COLOURS_BY_THEME[theme]]
    for one, other in combinations(colours, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 20


@pytest.mark.parametrize(("theme", "least"), [("dark", 4.5), ("light", 4.4), ("contrast", 7)])
def test_owners_can_be_read_on_the_ground(theme: str, least: float) -> None:
    look = THEME_COLOURS[theme]
    assert len(COLOURS_BY_THEME[theme]) == 6
    for seat, colour in enumerate(COLOURS_BY_THEME[theme]):
        assert contrast(colour, look.ground) > least
        assert styled(seat_style(seat), theme).color.get_truecolor() == colour


def _colours(app: Any) -> set[tuple[Any, Any]]:
    """Return ink and ground of everything on the screen that is neither empty nor painted."""
    return {
        (tuple(style.color.get_truecolor()), tuple(style.bgcolor.get_truecolor()))
        for strip in app.screen._compositor.render_strips()
        for segment in strip
        if (style := segment.style) and style.color and style.bgcolor
        if not style.dim and re.search(r"\w", segment.text)
    }


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_a_theme_is_chosen_by_its_word_remembered_and_read(game: str, tmp_path: Path) -> None:
    kept = tmp_path / "settings.json"
    app = GameApp(new_session(GameChoice(game), NAMES), None, pause=0, settings=read_settings(kept))
    seen = {}

    async def script(pilot: Any) -> None:
        await pilot.pause()
        before = _colours(app)
        for line, theme in (
            ("theme light", "light"),
            ("theme", "contrast"),
            ("tema escuro", "dark"),
        ):
            with use_language(Language("pt_BR" if line.startswith("tema") else "en")):
                app.line.value = line
                await pilot.press("enter")
                await pilot.pause()
            assert (app.theme, read_settings(kept).theme) == (theme, theme)
            seen[theme] = _colours(app)
        assert before <= seen["dark"]
        app.line.value = "theme pink"
        await pilot.press("enter")
        assert "expected dark, light, contrast, found 'pink'" in shown(app)
        assert read_settings(kept).theme == "dark"

    driven(app, script, (120, 40))
    assert len(seen["light"]) > 8
    painted = seen["dark"]  # tiles and labels look the same in dark and light
    assert {pair for pair in seen["light"] - painted if contrast(*pair) < 4.4} == set()
    extremes = {(0, 0, 0), (255, 255, 255)}  # no ink is better on such a ground
    assert {
        pair for pair in seen["contrast"] if contrast(*pair) < 7 and pair[0] not in extremes
    } == set()


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_names_of_any_width_keep_the_columns(game):
    names = ("Ana", "日本語🎲", "日本語日本語日本語日本語", "José " * 20)
    shown = laid(new_session(GameChoice(game), names))
    for form in next(part.forms for part in shown.sections(40) if "○" in str(part.forms[0])):
        lines = ["".join(text for text, _ in line) for line in form.lines]
        rows = [line for line in lines if any(glyph in line for glyph in "○●■◆")]
        assert len(rows) == 4
        assert {cell_len(row) for row in rows} == {40}, "the columns end at the right edge"


def test_wide_letters_are_folded_by_the_cells_they_take():
    text = "日本語🎲 plays 日本語日本語日本語日本語 and José waits"
    pieces = ["".join(part for part, _ in piece) for piece in folded([(text, "")], 12)]
    assert max(map(cell_len, pieces)) <= 12
    assert "".join(pieces).replace(" ", "") == text.replace(" ", "")


def test_of_a_story_the_newest_is_shown_whole_and_what_is_cut_says_so():
    story = [[("o ", ""), (text, "")] for text in ("a b c d, e f", "g h i j k", "l")]

    def seen(room):
        return ["".join(part for part, _ in line) for line in fitted(story, 10, room)[-room:]]

    whole = ["o a b c d,", "  e f", "o g h i j", "  k", "o l"]
    assert seen(5) == whole
    assert seen(4) == ["o a b c…", *whole[2:]]
    assert seen(2) == ["o g h i j…", *whole[4:]]
    assert seen(1) == whole[4:]
