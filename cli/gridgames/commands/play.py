"""``gridgames play``, ``resume``, ``replay`` and ``join``: games at this terminal."""

import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gridcommon.errors import Command, NotationError, errors_located_in
from gridcommon.game_loop import ROUNDS
from gridcommon.spelling import as_number, is_number
from gridgames.commands.full_screen import full_terminal
from gridgames.commands.options import (
    BotFrom,
    BotTime,
    Flags,
    GameFile,
    GameName,
    Options,
    Plain,
    Rounds,
    SaveFile,
    Seed,
)
from gridgames.commands.typer_classes import missing_argument
from gridgames.languages.language import (
    Language,
    current_language,
    is_language_requested,
    use_language,
)
from gridgames.languages.messages import say
from gridgames.show.registry import GameChoice, names, wing_of
from gridgames.system.exit_codes import INTERRUPTED, UNREADABLE
from gridgames.system.signals import end_on_signals
from gridgames.terminal import output
from gridgames.terminal.line_input import listens, read_line
from gridgames.terminal.printable import escape_controls

if TYPE_CHECKING:
    from gridgames.table.saves.saves import Save
    from gridgames.table.saves.start_menu import StartMenu
    from gridgames.table.session import Session

_WATCHED = 0.5  # seconds between moves of bots if a person only watches

DrawTurns = Annotated[
    bool,
    typer.Option(
        "--draw",
        help="In plain text: draw the board at each turn of a person, as a picture in terminals "
        "that show pictures.",
    ),
]
Pause = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Pause before each move of a bot.",
        min=0,
        max=60,
    ),
]


ConfirmFlag = Annotated[
    bool | None,
    typer.Option(
        "--confirm/--no-confirm",
        help="Ask before a move that gives something up; --no-confirm turns this off.",
        show_default=False,
    ),
]


def play(
    ctx: typer.Context,
    flags: Flags,
    game: Annotated[
        GameName | None,
        typer.Argument(metavar="GAME", help="The game. Without it, a menu lets you choose."),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(metavar="WHO,WHO...", help="human, NAME=human, or a bot: random, easy, ..."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(help="Number of players: you and bots.", min=1, show_default=False),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only bots play.")] = False,
    plain: Plain = False,
    draw: DrawTurns = False,
    pause: Pause = None,
    confirm: ConfirmFlag = None,
    seed: Seed = None,
    file: SaveFile = None,
    no_save: Annotated[bool, typer.Option("--no-save", help="Do not save the game.")] = False,
    bot_from: BotFrom = None,
    bot_time: BotTime = None,
    rounds: Rounds = ROUNDS,
    option: Options = None,
) -> None:
    """Play a game against bots, or with others at this keyboard. Every move is saved.

    Without a terminal and without --seats, bots play a whole game as plain text.
    """
    from gridgames.table.bots.roster import bots_of
    from gridgames.table.saves.new_games import GameForm
    from gridgames.table.saves.saves import Save, SaveExists, new_save_path

    if game is None:
        sources = [ctx.get_parameter_source(name) for name in ctx.params]
        has_options = any(source and source.name == "COMMANDLINE" for source in sources)
        run = partial(ctx.find_root().command.main, prog_name="gridgames")
        if has_options or not start(run):
            raise missing_argument(ctx, "game")
        return
    if file and no_save:
        raise NotationError("--save and --no-save cannot be used together")
    _check_plain(plain=plain, draw=draw)
    choice = GameChoice(game, option or (), flags)
    if not (listens() or seats or watch or choice.kept_seats):
        watch = plain = True
        output.print_error(
            say(
                "standard input is not a terminal, so bots play. --seats NAME=human,... reads moves"
                " from standard input, --watch is for bots, and --no-save keeps no record."
            )
        )
    bots = bots_of(game, bot_from, bot_time)
    session = GameForm(choice, seats, players, seed, watch, bots).session()
    session.rounds = rounds
    save = None if no_save else Save(file or new_save_path(game, datetime.now()))
    if save and file:  # reserves the name at once
        try:
            save.create(session)
        except SaveExists:
            raise NotationError(
                "already holds a saved game; continue with: {command}",
                source=str(save.path),
                command=Command(_resume_command(session, save)),
            ) from None
    elif save:
        save.follow(session)
    if not session.may_overrule:  # otherwise nothing is drawn
        output.print_sentence(say("Seed {seed}", seed=session.header.seed))
    _run(session, save, choice.setup(), plain=plain, draw=draw, pause=pause, confirm=confirm)


def start(run: Callable[[list[str]], Any]) -> bool:
    """Show the start menu and ``run`` its command line, if there is a terminal; return whether.

    A terminal that cannot show the menu is asked for the game, with the settings of last time.
    """
    if not (listens() and output.is_terminal()):
        return False
    from gridgames.table.saves.start_menu import StartMenu
    from gridgames.table.settings import read_settings

    menu = StartMenu(read_settings())
    language = _menu_language(menu)
    if full_terminal():
        _show_front_page(menu, language, run)
        return True
    with use_language(language):
        words = _ask_game(menu)
    if words is not None:
        run(words)
    return True


def _show_front_page(
    menu: "StartMenu", language: Language, run: Callable[[list[str]], Any]
) -> None:
    """Show the front page, ``run`` what is chosen there, and show it again until it is left.

    Raises SystemExit if a signal ends what was chosen.
    """
    from gridgames.screen.start import run_start

    at = ""
    while True:
        page = run_start(menu, language, at)
        if page.answer is None:
            return
        at = page.at
        code: str | int = 0
        try:
            run(page.answer)
        except SystemExit as left:
            code = left.code or 0
        if code not in (0, UNREADABLE, INTERRUPTED):
            raise SystemExit(code)
        language = Language(menu.language or language)
        if page.is_text or code:
            with use_language(language):
                read_line(say("Enter: back to the front page "))


def watch_bots(run: Callable[[list[str]], Any]) -> None:
    """``run`` the game that the start menu would offer, between bots and as plain text."""
    from gridgames.table.saves.start_menu import StartMenu
    from gridgames.table.settings import read_settings

    menu = StartMenu(read_settings())
    language = _menu_language(menu)
    with use_language(language):
        output.print_error(say("no terminal, so bots play; see gridgames --help"))
    run(["--lang", language, *menu.watched(), "--plain"])


def _menu_language(menu: "StartMenu") -> Language:
    """Return the requested language, or else the one chosen in the menu before."""
    if is_language_requested(sys.argv[1:]) or not menu.language:
        return current_language()
    return Language(menu.language)


def _ask_game(menu: "StartMenu") -> list[str] | None:
    """Ask for the game; return the command line that starts it, or None at the end of input."""
    games = names()
    for number, name in enumerate(games, start=1):
        output.print_sentence(f"  {number}  {wing_of(name).title}")
    title = menu.wing.title
    while (typed := read_line(say("Which game? (Enter: {title}) ", title=title))) is not None:
        chosen = as_number(typed.strip()) if typed.strip() else games.index(menu.game) + 1
        if chosen and chosen <= len(games):
            menu.game = games[chosen - 1]
            return ["--lang", current_language(), *menu.words(), "--plain"]
    return None


def resume(
    flags: Flags,
    game: Annotated[
        str | None,
        typer.Argument(metavar="[FILE|NUMBER]", help="A saved game, or its number in the list."),
    ] = None,
    plain: Plain = False,
    draw: DrawTurns = False,
    pause: Pause = None,
    confirm: ConfirmFlag = None,
    bot_from: BotFrom = None,
    bot_time: BotTime = None,
    rounds: Rounds = ROUNDS,
) -> None:
    """Continue a saved game, or list the saved games."""
    from gridgames.table.bots.roster import bots_of
    from gridgames.table.saves.saves import Save, saved_games, saves_directory

    if game is None:
        paths = saved_games()
        if not paths:
            where = saves_directory()
            output.print_sentence(
                say("No game is saved in {directory}.", directory=where), keep=[str(where)]
            )
            return
        from gridgames.table.saves.saves import describe_saves

        output.print_lines(describe_saves(paths))
        if not (listens() and output.is_terminal()):
            return
        game = (read_line(say("Which one? (Enter: none) ")) or "").strip()
        if not game:
            return
    _check_plain(plain=plain, draw=draw)
    save = Save(_saved(game), flags)
    save.open()
    try:
        session = save.read()
        session.rounds = rounds
        if save.has_dropped:
            output.print_error(
                say(
                    "{file}: the last line is incomplete and was dropped; at most the move that"
                    " was being made is lost",
                    file=escape_controls(str(save.path)),
                ),
                keep=[escape_controls(str(save.path))],
            )
            save.write(session)
        if save.failed_orders:
            told = say(
                "{file}: the game continues without these queued orders, which are invalid or no"
                " longer possible: {orders}",
                file=escape_controls(str(save.path)),
                orders=escape_controls("; ".join(save.failed_orders)),
            )
            output.print_error(told, keep=[escape_controls(str(save.path))])
        if session.result is None:
            session.seat(bots_of(session.header.game, bot_from, bot_time))
    except BaseException:
        save.close()
        raise
    is_open = session.policy.missing
    if session.result is not None and not is_open:
        from gridgames.table.saves.saves import look_back_words

        save.close()
        output.print_sentence(say("This game is over."))
        output.print_lines([[(words, "")] for words in look_back_words(session, save)])
        return
    _run(session, save, {}, plain=plain, draw=draw, pause=pause, confirm=confirm)


def _check_plain(*, plain: bool, draw: bool) -> None:
    """Raise NotationError if the board is to be drawn between lines of text that there are not."""
    if draw and not plain and full_terminal():
        raise NotationError("--draw needs --plain: the full screen shows the board", key="--draw")


def _saved(named: str) -> Path:
    """Return the save with this name or number. Raises NotationError for an unknown number."""
    from gridgames.table.saves.saves import saved_games

    if not is_number(named):
        return Path(named)
    paths = saved_games()
    number = as_number(named) or 0
    if not 1 <= number <= len(paths):
        raise NotationError(
            "saved game {number} does not exist; see gridgames resume", number=named
        )
    return paths[number - 1]


def _run(
    session: "Session",
    save: "Save | None",
    setup: Mapping[str, Any],
    *,
    plain: bool,
    draw: bool,
    pause: float | None,
    confirm: bool | None,
) -> None:
    """Play, full screen or plain, and always print how to continue later.

    ``setup`` has the chosen draws, which a rematch repeats.
    """
    from gridgames.table.saves.new_games import StartedGame
    from gridgames.table.settings import read_settings

    sitting = StartedGame(session, save, setup)
    settings = read_settings()
    session.confirms = settings.confirm if confirm is None else confirm
    seconds = settings.pause if pause is None else pause
    with end_on_signals():
        try:
            if plain or not full_terminal():
                from gridgames.lines.table import PlainTable

                if not listens():
                    seconds = pause  # only people have remembered settings
                table = PlainTable(session, save, seconds or 0, settings, sitting.again)
                table.draws_turns = draw
                table.run()
            else:
                from gridgames.screen.play import run_screen

                if seconds is None:
                    seconds = 0 if session.humans else _WATCHED
                run_screen(session, save, pause=seconds, settings=settings, again=sitting.again)
        finally:
            session, save = sitting.session, sitting.save
            if session.failures:
                from gridgames.table.bots.custom_bots import describe_failures

                for sentence in describe_failures(session.failures):
                    output.print_error(sentence)
            if save:
                if save.is_begun:
                    save.write(session)  # the missing files, if any
                save.close()
                _farewell(session, save)
    if save and save.trouble:
        raise SystemExit(UNREADABLE)


def join(
    link: Annotated[str, typer.Argument(metavar="LINK", help="The link of a seat, from the host.")],
    plain: Plain = False,
    confirm: ConfirmFlag = None,
) -> None:
    """Play in this terminal at a table that gridgames serve shows elsewhere.

    The host keeps the game; the same link leads back to the seat.
    """
    from gridgames.table.settings import read_settings

    try:
        from gridgames.table.joined import join as join_host
        from gridgames.table.wire import Wire, socket_address
    except ImportError:
        raise NotationError(
            'joining a table needs the web extra: pip install "gridgames[web]"'
        ) from None
    wire = Wire(socket_address(link))
    settings = read_settings()
    with end_on_signals():
        try:
            seat = join_host(wire)
            session = seat.session
            session.confirms = settings.confirm if confirm is None else confirm
            if plain or not full_terminal():
                from gridgames.lines.table import PlainTable

                PlainTable(session, None, 0, settings, seat.again).run()
            else:
                from gridgames.screen.play import run_screen

                run_screen(session, settings=settings, again=seat.again)
        finally:
            wire.close()
    if wire.ended:
        raise NotationError(wire.ended, source="LINK")
    output.print_sentence(say("The host keeps the game; the same link leads back to your seat."))


def _farewell(session: "Session", save: "Save") -> None:
    from gridgames.table.saves.saves import look_back_words

    if not save.is_begun:
        output.print_sentence(say("No move was made, so nothing was saved."))
    elif save.trouble:
        file = escape_controls(str(save.path))
        message = say("{file}: not saved: {trouble}", file=file, trouble=save.trouble)
        output.print_error(message, keep=[file])
    elif session.to_act is None:
        output.print_sentence(say("The game is saved."))
        output.print_lines([[(words, "")] for words in look_back_words(session, save)])
    else:
        command = _resume_command(session, save)
        output.print_lines([[(say("Saved; continue with: {command}", command=command), "")]])


def _resume_command(session: "Session", save: "Save") -> str:
    from gridgames.table.saves.saves import command_on

    return command_on(save, "resume", session.bots.words())


def replay(
    record: GameFile,
    flags: Flags,
    at: Annotated[
        int | None,
        typer.Option(metavar="N", help="Start after N actions.", min=0, show_default=False),
    ] = None,
    at_round: Annotated[
        int | None,
        typer.Option("--round", metavar="R", help="Start at round R.", min=0, show_default=False),
    ] = None,
    play_all: Annotated[
        bool, typer.Option("--all", help="Print all remaining moves, and exit.")
    ] = False,
    plain: Plain = False,
    pause: Pause = None,
) -> None:
    """Step through a game: forward, back, to a round, or automatically.

    With --plain, commands come from the terminal or a pipe. --all needs no commands.
    """
    from gridgames.lines.table import PlainTable
    from gridgames.table.replay import ReplayPolicy, place_of
    from gridgames.table.saves.saves import Save

    if at is not None and at_round is not None:
        raise NotationError("--at and --round cannot be used together")
    session = Save(record, flags).read(or_pipe=True)
    with errors_located_in(str(record)):
        place = place_of(session, at, at_round)
    if not (plain or play_all) and full_terminal():
        from gridgames.screen.play import run_replay
        from gridgames.table.settings import read_settings

        seconds = _WATCHED if pause is None else pause
        run_replay(session, pause=seconds, settings=read_settings(), at=place)
        return
    ReplayPolicy(session, place)
    PlainTable(session, pause=pause or 0).replay(at_once=play_all)
