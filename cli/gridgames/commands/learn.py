"""``gridgames learn``: a lesson for each game, played step by step."""

from typing import Annotated

import typer

from gridcommon.errors import NotationError
from gridgames.commands.full_screen import full_terminal
from gridgames.commands.options import GameName, Plain
from gridgames.languages.language import current_language
from gridgames.languages.messages import say
from gridgames.lines.drills import practise
from gridgames.lines.table import PlainTable
from gridgames.system.signals import end_on_signals
from gridgames.table.drills import games_with_drills, read_drills
from gridgames.table.lesson import LessonPolicy, games_with_lessons, lesson_session, read_lesson
from gridgames.table.lesson_page import markdown
from gridgames.table.saves.start_menu import StartMenu
from gridgames.table.settings import read_settings
from gridgames.terminal import output
from gridgames.terminal.line_input import listens, read_line
from gridgames.terminal.shell import as_command


def learn(
    ctx: typer.Context,
    game: Annotated[
        GameName | None,
        typer.Argument(metavar="GAME", help="The game. Without it, the lessons are listed."),
    ] = None,
    drills: Annotated[
        bool, typer.Option("--drills", help="Questions about positions instead of the lesson.")
    ] = False,
    first: Annotated[
        int,
        typer.Option("--from", metavar="STEP", help="Start at this step or drill.", min=1),
    ] = 1,
    plain: Plain = False,
    page: Annotated[
        bool, typer.Option("--page", help="Write the lesson, or all, as a page in Markdown.")
    ] = False,
) -> None:
    """Learn a game by playing it, in about ten minutes. Each step explains what to do and why.

    With --drills, read positions: is it energized, what does it cost, who wins? Each answer comes
    with its reasons and rules.

    Nothing is saved. You can leave at any time and start again at any step.
    """
    if first > 1 and (page or game is None):
        raise NotationError(
            "--from works only when you play one lesson: name a game, and leave out --page"
        )
    if drills:
        _practise(game, first, is_page=page)
        return
    if page:
        asked = [game] if game else games_with_lessons()
        output.print_text(markdown([read_lesson(name, current_language()) for name in asked]))
        return
    if game is None:
        for name in games_with_lessons():
            lesson = read_lesson(name, current_language())
            about = say("{title}, {count:step|steps}", title=lesson.title, count=len(lesson.steps))
            output.print_sentence(f"gridgames learn {name}: {about}")
        return
    session = lesson_session(read_lesson(game, current_language()), first)
    with end_on_signals():
        if plain or not full_terminal():
            is_whole = PlainTable(session, settings=read_settings()).play()
            asks = is_whole and listens() and output.is_terminal()
            plays = asks and read_line(say("Play now? (Enter: yes, q: no) ")) == ""
        else:
            from gridgames.screen.play import run_screen

            plays = run_screen(session, settings=read_settings())
    if plays:
        menu = StartMenu(read_settings())
        menu.game = game
        words = ["--lang", current_language(), *menu.words(), *["--plain"] * plain]
        ctx.find_root().command.main(words, prog_name="gridgames")
    if session.to_act is not None and isinstance(session.policy, LessonPolicy):
        _tell_how_to_go_on(as_command(["gridgames", *session.policy.words_back()]))


def _practise(game: GameName | None, first: int, *, is_page: bool) -> None:
    """Ask the drills of a game, or list the games that have some."""
    if is_page:
        raise NotationError("--page writes lessons; leave out --drills")
    if game is None:
        for name in games_with_drills():
            about = say("{count:drill|drills}", count=len(read_drills(name)))
            output.print_sentence(f"gridgames learn {name} --drills: {about}")
        return
    drills = read_drills(game)
    if first > len(drills):
        raise NotationError(
            "drill {number} was requested; there are {count}", number=first, count=len(drills)
        )
    with end_on_signals():
        left = practise(drills[first - 1 :])
    if left is not None:
        _tell_how_to_go_on(f"gridgames learn {game} --drills --from {left}")


def _tell_how_to_go_on(command: str) -> None:
    output.print_sentence(say("Continue with: {command}", command=command), keep=[command])
