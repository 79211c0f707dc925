"""``gridgames learn``: a lesson for each game, played step by step."""

from typing import Annotated

import typer

from gridgames.commands.game_words import GameName


def learn(
    game: Annotated[
        GameName | None,
        typer.Argument(metavar="GAME", help="Which game; without it the lessons are listed."),
    ] = None,
    first: Annotated[
        int, typer.Option("--from", metavar="STEP", help="Begin at this step.", min=1)
    ] = 1,
) -> None:
    """Learn a game by playing: about ten minutes, in which each step says what to do, and why.

    Nothing is saved; leave at any time, and begin again at any step.
    """
    from gridgames.languages.language import spoken
    from gridgames.languages.messages import say
    from gridgames.play.lesson import LessonSession, games_with_lessons, read_lesson
    from gridgames.play.plain_lesson import PlainLesson
    from gridgames.terminal import output
    from gridgames.terminal.signals import ended_by_signals

    if game is None:
        for name in games_with_lessons():
            lesson = read_lesson(name, spoken())
            told = say("{title}, {count:step|steps}", title=lesson.title, count=len(lesson.steps))
            output.tell(f"gridgames learn {name}: {told}")
        return
    session = LessonSession(read_lesson(game, spoken()), first)
    with ended_by_signals():
        PlainLesson(session).play()
