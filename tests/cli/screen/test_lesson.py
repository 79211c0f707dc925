"""The lessons on the full screen: typed as they say, with mistakes, undone and left."""

from typing import Any

import pytest

from gridgames.games.registry import names
from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import as_typed
from gridgames.lessons.lesson import LessonSession, read_lesson
from gridgames.screen.lesson import LessonApp
from gridgames.screen.widgets.dialogs import TextDialog
from screens import driven, shown

SIZES = {"en": (80, 24), "pt_BR": (120, 40)}


def lesson_app(game: str, language: str = "en", first: int = 1) -> LessonApp:
    return LessonApp(LessonSession(read_lesson(game, Language(language)), first))


def words_on(app: Any) -> str:
    """Return all words on the screen, whatever line they stand in."""
    return " ".join(shown(app).split())


async def typed(pilot: Any, line: str) -> None:
    """Type a line as fast as one can, and wait until the others have moved."""
    pilot.app.line.value = line
    await pilot.press("enter")
    await settled(pilot)


async def settled(pilot: Any) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize(("game", "language"), list(zip(names(), SIZES, strict=True)))
def test_a_lesson_is_played_to_its_end_by_typing_what_it_shows(game: str, language: str) -> None:
    app = lesson_app(game, language)
    steps = app.lesson.lesson.steps

    async def script(pilot: Any) -> None:
        await settled(pilot)
        for step in steps:
            told = words_on(app)
            assert f"{step.title} " in told
            assert step.text in told, "the whole step is seen, and no letter of it is cut off"
            line = as_typed(step.move)
            assert line in told
            await typed(pilot, line)
            assert app.line.value == ""
            if step.refused and step is not steps[-1]:
                assert step.refused in words_on(app)
        assert app.lesson.to_act is None
        assert isinstance(app.screen, TextDialog)
        told = ["".join(text for text, _ in line) for line in app.screen._lines]
        assert app.lesson.lesson.end in told
        assert app.lesson.lesson.end.split()[0] in words_on(app)
        await pilot.press("escape", "ctrl+z")
        await settled(pilot)
        assert app.lesson.step is not None, "the end can be taken back"

    with use_language(Language(language)):
        driven(app, script, SIZES[language])


def test_a_mistake_is_explained_and_stays_to_be_corrected() -> None:
    app = lesson_app("powergrid")

    async def script(pilot: Any) -> None:
        await settled(pilot)
        await typed(pilot, "bid 3")
        assert "plant 3 is yours" in words_on(app)
        assert (app.line.value, len(app.lesson.moves)) == ("bid 3", 2)
        await typed(pilot, "bid 90")
        assert "PG-AUC-03" in words_on(app)
        assert (app.line.value, len(app.lesson.moves)) == ("bid 90", 2)
        await typed(pilot, "1")
        assert "plant 3 is yours" in words_on(app), "a number is no way around"

    driven(app, script, (120, 40))


def test_a_hint_does_the_step_and_undo_goes_back() -> None:
    app = lesson_app("powergrid")

    async def script(pilot: Any) -> None:
        await settled(pilot)
        for number in (1, 2):
            assert app.lesson.step is not None
            assert app.lesson.step.number == number
            await pilot.press("f2")
            await settled(pilot)
            await pilot.press("enter")
            await settled(pilot)
        assert "Step 3 of" in words_on(app)
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert "Step 1 of" in words_on(app)

    driven(app, script, (120, 40))


def test_the_board_shows_what_the_lesson_says_it_does() -> None:
    app = lesson_app("eletrika", first=10)
    step = app.lesson.step
    assert step is not None
    assert "U+5" in step.text

    async def script(pilot: Any) -> None:
        await settled(pilot)
        assert words_on(app).count("U+5") == 2, "in the text and on the tile"

    driven(app, script, (120, 40))


def test_a_lesson_is_left_at_once_and_begins_at_any_step() -> None:
    app = lesson_app("eletrika", first=4)

    async def script(pilot: Any) -> None:
        await settled(pilot)
        assert "Step 4 of" in words_on(app)
        await pilot.press("f10")

    driven(app, script, (80, 24))
    assert app.return_value is None
    assert not app.is_running


@pytest.mark.parametrize(("game", "language"), [("powergrid", "en"), ("eletrika", "pt_BR")])
def test_the_end_of_a_lesson_has_no_dead_keys(game: str, language: str) -> None:
    with use_language(Language(language)):
        lesson = read_lesson(game, Language(language))
    app = LessonApp(LessonSession(lesson, len(lesson.steps) - 1))
    over = {"en": "The lesson is over", "pt_BR": "A lição acabou"}[language]

    async def script(pilot: Any) -> None:
        await settled(pilot)
        for step in lesson.steps[-2:]:
            await typed(pilot, step.move)
        assert isinstance(app.screen, TextDialog)
        await pilot.press("escape")
        assert lesson.steps[-1].text[:40] not in words_on(app), "nothing is asked for any more"
        assert f"gridgames play {game}" in words_on(app)
        for key in ("f2", "f3", "f4", "f8", "f9"):
            await pilot.press("escape", key)
            await pilot.pause()
            assert words_on(app).count(over) > 1, f"{key}: {shown(app)}"
            offered = list(app.keys())
            assert key.upper() not in [word for word, _ in offered]
        await pilot.press("enter")
        assert isinstance(app.screen, TextDialog), "what there is to know, once more"
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert app.lesson.step is not None
        while app.lesson.step is not None:
            await typed(pilot, app.lesson.step.move)
        await pilot.press("f10")
        await pilot.pause()
        assert not app.is_running

    with use_language(Language(language)):
        driven(app, script, (80, 24))
