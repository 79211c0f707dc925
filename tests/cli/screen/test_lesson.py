"""A lesson on the full screen: every step is seen in full, and its end has no dead keys."""

from typing import Any

import pytest

from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import as_typed
from gridgames.screen.play import GameApp
from gridgames.show.registry import names
from gridgames.table.lesson import lesson_session, read_lesson
from screens import driven, shown

SIZES = {"en": (80, 24), "pt_BR": (120, 40)}
OVER = {"en": "The lesson is over", "pt_BR": "A lição acabou"}


def words_on(app: Any) -> str:
    """Return all words on the screen, whatever line they stand in."""
    return " ".join(shown(app).split())


async def typed(pilot: Any, line: str) -> None:
    pilot.app.line.value = line
    await pilot.press("enter")
    await settled(pilot)


async def settled(pilot: Any) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


@pytest.mark.parametrize(("game", "language"), list(zip(names(), SIZES, strict=True)))
def test_a_lesson_is_played_to_its_end_by_typing_what_it_shows(game: str, language: str) -> None:
    app = GameApp(lesson_session(read_lesson(game, Language(language)), 1))
    lesson = app.session.policy.lesson

    async def script(pilot: Any) -> None:
        await settled(pilot)
        for step in lesson.steps:
            assert f"{step.title} " in words_on(app)
            assert step.text in words_on(app), "the whole step is seen, no letter is cut off"
            assert as_typed(step.move) in words_on(app)
            await typed(pilot, as_typed(step.move))
            assert app.line.value == ""
            if step.refused and step is not lesson.steps[-1]:
                assert step.refused in words_on(app)
        assert app.session.to_act is None
        assert lesson.end.split()[0] in words_on(app)
        await pilot.press("escape")
        assert lesson.steps[-1].text[:40] not in words_on(app), "nothing is asked for any more"
        for key in ("f2", "f3", "f4", "f8", "f9"):
            await pilot.press("escape", key)
            await pilot.pause()
            assert words_on(app).count(OVER[language]) > 1, f"{key}: {shown(app)}"
            assert f" {key.upper()} " not in shown(app).splitlines()[-1]
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert app.session.policy.step is not None, "the end can be taken back"

    with use_language(Language(language)):
        driven(app, script, SIZES[language])
