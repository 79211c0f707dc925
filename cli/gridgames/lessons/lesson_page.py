"""The lessons as a page to read: what each step says, what is typed, and what is answered."""

from collections.abc import Iterator, Sequence

from gridgames.desk.narration import together, told_together
from gridgames.games.face import Move
from gridgames.languages.language import Language, current_language
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.lessons.lesson import Lesson, LessonSession


def markdown(lessons: Sequence[Lesson]) -> str:
    """Return the page of some lessons in Markdown, played to their ends while it is written."""
    return "\n".join(_page(lessons))


def picture_of(game: str, number: int) -> str:
    """Return the name of the picture of a step, without its suffix."""
    return f"lesson-{game}-{number}"


def _page(lessons: Sequence[Lesson]) -> Iterator[str]:
    yield f"# {say('The first ten minutes')}"
    yield ""
    yield say(
        "This is what `gridgames learn` plays with you, step by step; it tells you at "
        "once what is wrong with a move, and why. This page is generated from the "
        "same lessons: after each typed line comes the program's answer."
    )
    yield ""
    yield say(
        "Whatever letters and numbers you type go into the line, and `Enter` carries "
        "it out. If it is not allowed, it stays so that you can correct it. `F1` "
        "lists the keys, `F2` gives a hint, `F3` explains why something is not "
        "allowed, `Ctrl+Z` undoes the last choice, and `F10` leaves the game."
    )
    for lesson in lessons:
        yield ""
        yield f"## {lesson.title}"
        yield ""
        yield lesson.about
        yield ""
        yield "```text"
        yield f"gridgames learn {lesson.game}"
        yield "```"
        yield from _steps(LessonSession(lesson))
        yield ""
        yield lesson.end
    yield ""


def _steps(session: LessonSession) -> Iterator[str]:
    learner, *_ = session.header.players
    _play_on(session)
    for step in session.lesson.steps:
        yield ""
        yield f"### {step.number}. {step.title}"
        yield ""
        yield step.text
        yield ""
        if step.picture and current_language() is Language.ENGLISH:  # as the pictures are
            yield f"![{step.title}](pictures/{picture_of(session.lesson.game, step.number)}.png)"
            yield ""
        yield "```text"
        yield f"{learner}> {as_typed(step.move)}"
        action = session.game.parse_action(step.move, session.state)
        refusal = session.check(action)
        if refusal and session.was_to_be_refused(refusal):
            yield say("Not allowed, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))
        else:
            yield from _told(session, [session.act(action), *_play_on(session)])
        yield "```"
        if step.after:
            yield ""
            yield step.after


def _play_on(session: LessonSession) -> list[Move]:
    """Make the moves of the others, and return them."""
    made = []
    while session.to_act is not None and not session.waits_for_human:
        made.append(session.next_move())
    return made


def _told(session: LessonSession, moves: Sequence[Move]) -> Iterator[str]:
    names = [player.shown for player in session.players]
    for group in together(session.face, moves):
        first, *others = told_together(session.face, group, names)
        yield first
        yield from (f"  {sentence}" for sentence in others)
