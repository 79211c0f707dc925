"""The lessons as a page to read: the steps, the typed moves, and the answers of the program."""

from collections.abc import Iterable, Iterator, Sequence

from gridgames.languages.language import Language, current_language
from gridgames.languages.messages import as_typed, say
from gridgames.show.face import Move, group_moves
from gridgames.table.answers import Hint, OrderReply, Prose, not_allowed
from gridgames.table.command_table import Front, command_and_rest
from gridgames.table.desk import Desk
from gridgames.table.lesson import Lesson, LessonPolicy, Step, lesson_session
from gridgames.table.narration import narrate_group
from gridgames.table.session import Session
from gridgames.terminal.markdown import joined


def markdown(lessons: Sequence[Lesson]) -> str:
    """Return a page with lessons in Markdown, played to their ends while it is written."""
    return joined(_page(lessons))


def picture_of(game: str, number: int) -> str:
    """Return the name of the picture of a step, without its suffix."""
    return f"lesson-{game}-{number}"


def _page(lessons: Sequence[Lesson]) -> Iterator[str]:
    """Yield the blocks of the page."""
    yield f"# {say('The first ten minutes')}"
    yield say(
        "These are the lessons that `gridgames learn` plays with you, step by step. The program "
        "explains at once what is wrong with a move, and why. This page is generated from the "
        "same lessons: after each typed line comes the program's answer."
    )
    yield say(
        "Whatever letters and numbers you type go into the line, and `Enter` carries "
        "it out. If it is not allowed, it stays so that you can correct it. `F1` "
        "lists the keys, `F2` gives a hint, `F3` explains why something is not "
        "allowed, `Ctrl+Z` undoes the last choice, and `F10` leaves the game."
    )
    for lesson in lessons:
        yield f"## {lesson.title}"
        yield lesson.about
        yield _code([f"gridgames learn {lesson.game}"])
        yield from _steps(lesson_session(lesson))
        yield lesson.end


def _code(lines: Iterable[str]) -> str:
    return "\n".join(("```text", *lines, "```"))


def _steps(session: Session) -> Iterator[str]:
    learner, *_ = session.header.players
    _play_on(session)
    policy = session.policy
    assert isinstance(policy, LessonPolicy)
    for step in policy.lesson.steps:
        yield f"### {step.number}. {step.title}"
        yield step.text
        if step.picture and current_language() is Language.ENGLISH:  # as the pictures are
            yield f"![{step.title}](pictures/{picture_of(policy.lesson.game, step.number)}.png)"
        yield _code((f"{learner}> {as_typed(step.typed)}", *_answers(session, step)))
        yield step.after


def _answers(session: Session, step: Step) -> Iterator[str]:
    """Do what a step asks for, and yield the lines that answer it."""
    if step.command:
        desk = Desk(session, Front.LINES)
        reply = desk.answer(step.command)
        session.policy.used(command_and_rest(step.command)[0])
        match reply:
            case Hint():
                yield from (sentence for _, sentence in desk.hint_sentences(reply.thoughts))
            case OrderReply(told=Prose() as told):
                yield told.title
                yield from ("".join(text for text, _ in line) for line in told.written("  "))
        return
    action = session.game.parse_action(step.move, session.state)
    refusal = session.check(action)
    if refusal and session.policy.expects(refusal):
        yield not_allowed(refusal)
        return
    names = session.names
    for group in group_moves(session.face, [session.act(action), *_play_on(session)]):
        first, *others = narrate_group(session.face, group, names)
        yield first
        yield from (f"  {sentence}" for sentence in others)


def _play_on(session: Session) -> list[Move]:
    """Make the moves of the others, and return them."""
    made = []
    while session.to_act is not None and not session.waits_for_human:
        made.append(session.next_move())
    return made
