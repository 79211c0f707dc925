"""The full screen: one design for both games, to play and to look at games again."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any, ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.suggester import Suggester
from textual.widgets import Input

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal
from gridcommon.ledger import Rule, read_ledger
from gridgames.command_words import command_and_rest, english_command
from gridgames.games import GameName
from gridgames.language import spoken
from gridgames.menus import Menu
from gridgames.messages import as_typed, said, say
from gridgames.output import Line
from gridgames.saves import Save
from gridgames.screen.canvas import GROUND, hex_code
from gridgames.screen.dialogs import (
    HandOver,
    MenuDialog,
    Question,
    RulesDialog,
    TextDialog,
    rule_lines,
)
from gridgames.screen.players import seat_style
from gridgames.screen.table import BAD, DIM, GOOD, HEAD, Table
from gridgames.screen.widgets import Board, Panel
from gridgames.session import Move, Session

_LOGGED = 200  # lines of the log that are kept on the screen
_SHOWN = 0.1  # seconds between pictures while bots play without a pause
_WIDE = 110  # columns from which there is more room beside the board
_HIGH = 30  # lines from which the log is beside the board
_LEAST = (60, 18)  # columns and lines below which too little is seen
_ALLOWED = 8  # legal choices told with a refusal

_CSS = """
Screen { background: GROUND; color: #dde3ea; }
* { scrollbar-color: #4a5866; scrollbar-background: #161d24; scrollbar-color-hover: #6b7c8c;
    scrollbar-background-hover: #161d24; scrollbar-color-active: #8fa2b4;
    scrollbar-background-active: #161d24; scrollbar-corner-color: #161d24; }
#title { height: 1; background: #22303a; padding: 0 1; text-wrap: nowrap; }
#middle { height: 1fr; }
#board { width: 1fr; background: GROUND; scrollbar-size: 1 1; }
#side { width: 42; padding: 0 0 0 1; border-left: solid #3a4652; }
#side.narrow { width: 33; padding: 0; }
#panels { height: auto; max-height: 88%; scrollbar-size: 1 1; }
#panels Panel { height: auto; margin-bottom: 1; }
.short #panels { max-height: 100%; }
.short #panels Panel { margin-bottom: 0; }
#log-pane { height: 1fr; border-top: solid #3a4652; scrollbar-size: 1 1; }
#log { height: auto; }
.short #log-pane { display: none; }
#message { height: auto; min-height: 1; max-height: 3; padding: 0 1; background: #1a222a; }
#command { height: 1; border: none; padding: 0 1; background: #26313b; }
.box Panel { height: auto; }
#keys { height: auto; min-height: 1; padding: 0 1; background: #22303a; text-wrap: nowrap; }
TextDialog, MenuDialog, Question, RulesDialog { align: center middle; background: #000000 50%; }
HandOver { align: center middle; background: GROUND; }
.box { width: 76; max-width: 96%; height: auto; max-height: 90%; padding: 0 2;
       border: round #e0a030; background: #161d24; }
.box.small { width: 60; }
.box.large { width: 90; height: 90%; }
.box VerticalScroll { height: auto; max-height: 70vh; scrollbar-size: 1 1; }
.box.large #rule { height: 1fr; max-height: 100%; border-top: solid #3a4652; }
.box OptionList { height: auto; max-height: 70vh; border: none; background: #161d24;
                  scrollbar-size: 1 1; padding: 0; }
.box.large OptionList { max-height: 25vh; }
.box Input { border: none; height: 1; background: #26313b; }
""".replace("GROUND", hex_code(GROUND))


def make_table(session: Session) -> Table:
    """Return the table of the game that is played."""
    if session.header.game == GameName.POWERGRID:
        from gridgames.screen.powergrid_table import PowerGridTable

        return PowerGridTable(session)
    from gridgames.screen.eletrika_table import EletrikaTable

    return EletrikaTable(session)


class Completion(Suggester):
    """Completes commands: from the legal actions, then from beginnings that make sense.

    After ``why`` it completes actions too, after ``rules`` their ids.
    """

    def __init__(self, table: Table, ledger: Callable[[], Iterable[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._table = table
        self._ledger = ledger

    async def get_suggestion(self, value: str) -> str | None:
        """Return the first command that begins with ``value``, None where there is none."""
        typed = value.lower()
        word, space, rest = typed.partition(" ")
        if not typed:
            return None
        known: Iterable[str] = self._known()
        if english_command(word) == "rules" and space:
            known, typed = self._ledger(), rest
        elif english_command(word) == "why" and space:
            typed = rest
        for command in known:
            if command.lower().startswith(typed) and len(command) > len(typed):
                return value + command[len(typed) :]
        return None

    def _known(self) -> Iterator[str]:
        """Yield what can be typed, what is allowed now first."""
        yield from self._table.narrowest()
        yield from map(as_typed, self._table.words())
        yield from map(as_typed, _COMMANDS)


_COMMANDS = ("why ", "hint", "undo", "redo", "rules ", "help", "log", "secrets", "zoom", "quit")


class GameScreen(App[None]):
    """What playing and looking at a game have in common: board, panels, message, command line."""

    CSS = _CSS
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = "#board"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("ctrl+c", "ask_to_leave", show=False, priority=True),
        Binding("q", "ask_to_leave", show=False),
        Binding("question_mark", "help_keys", show=False),
        Binding("f1", "rules", show=False, priority=True),
        Binding("z", "zoom", show=False),
        Binding("w", "secrets", show=False),
        Binding("L,f2", "log", show=False),
        Binding("colon,slash", "command", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.table = make_table(session)
        self._ledger: dict[str, Rule] | None = None
        self._told: list[Line] = []

    def compose(self) -> ComposeResult:
        """Make the widgets of the screen."""
        yield Panel(id="title")
        with Horizontal(id="middle"):
            yield Board()
            with Vertical(id="side"):
                with VerticalScroll(id="panels", can_focus=False):
                    yield Panel(id="choice")
                    yield Panel(id="first")
                    yield Panel(id="second")
                with VerticalScroll(id="log-pane", can_focus=False):
                    yield Panel(id="log")
        yield Panel(id="message")
        yield Input(
            id="command",
            placeholder=say(": opens the command line"),
            suggester=Completion(self.table, self.ledger),
            compact=True,
        )
        yield Panel(id="keys")

    def on_resize(self, event: Resize) -> None:
        """Fit the panels to the size of the terminal, and say where it is too small."""
        width, height = event.size
        self._fit(width, height)
        if width < _LEAST[0] or height < _LEAST[1]:
            told = say("This wants 80 columns and 24 lines; --plain needs neither.")
            self.message([(told, DIM)])

    def _fit(self, width: int, height: int) -> None:
        screen = self.screen_stack[0]
        screen.query_one("#side").set_class(width < _WIDE, "narrow")
        screen.set_class(height < _HIGH, "short")

    @property
    def side_width(self) -> int:
        """Columns of a panel."""
        return 31 if self.size.width < _WIDE else 39

    def draw(self) -> None:
        """Draw everything that may have changed."""
        self.draw_board()
        width = self.side_width
        first, second = self.table.player_lines(width), self.table.market_lines(width)
        if self.size.height < _HIGH and self.table.market_first:
            first, second = second, first
        self._panel("#first").show(first)
        self._panel("#second").show(second)
        self._panel("#title").show([[(self.table.title(), "bold")]])
        self._panel("#keys").show(self._keys_lines())

    def draw_board(self) -> None:
        """Draw the board and what is at the cursor."""
        board = self.screen_stack[0].query_one(Board)
        size = board.size
        if size.width and size.height:
            picture = self.table.picture(size.width, size.height)
            board.show_picture(picture, self.table.cursor)
        self._panel("#choice").show(self.choice_lines())

    def on_board_resized(self) -> None:
        """Draw the board in its new size, and keep to the end of the log."""
        self.draw()
        self._go_to_end_of_log()

    def choice_lines(self) -> Iterator[Line]:
        """Yield what stands at the top of the panels."""
        yield from self.table.choice_lines(self.side_width)

    def _keys_lines(self) -> list[Line]:
        """Return the last lines of the screen: the keys that matter now, as far as they fit."""
        lines: list[Line] = [[]]
        most = 1 if self.size.height < _HIGH else 2
        room = self.size.width - 2
        for key, meaning in self.keys():
            wanted = len(f"{key} {meaning}  ")
            if room - wanted < -2 and len(lines) < most:
                lines.append([])
                room = self.size.width - 2
            room -= wanted
            if room >= -2:
                lines[-1] += [(f"{key} ", "bold #ffb347"), (f"{meaning}  ", "#c3ccd4")]
        return lines

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield keys and what they do."""
        yield "?", say("help")

    def _panel(self, name: str) -> Panel:
        return self.screen_stack[0].query_one(name, Panel)

    def message(self, *lines: Line) -> None:
        """Show a message above the command line; without lines take it away.

        Its line stays, so that the board keeps its size.
        """
        self._panel("#message").show(lines)

    def log_move(self, move: Move, number: int) -> None:
        """Add a move to the log: what was done, by a bot with its reason, and what followed."""
        first, *others = self.table.talk.tell(move, self.table.names)
        if move.reason is not None:
            first = say("{what} ({why})", what=first, why=said(move.reason))
        seat: Seat = move.action.seat
        self._told.append([(f"{number:>3} ", DIM), (first, seat_style(seat).removeprefix("bold "))])
        self._told.extend([("    " + sentence, DIM)] for sentence in others)
        del self._told[:-_LOGGED]

    def draw_log(self) -> None:
        """Show the end of the log."""
        self._panel("#log").show(self._told[-60:])
        self._go_to_end_of_log()

    def _go_to_end_of_log(self) -> None:
        pane = self.screen_stack[0].query_one("#log-pane", VerticalScroll)
        pane.call_after_refresh(pane.scroll_end, animate=False, force=True)

    def rewrite_log(self, moves: Sequence[Move]) -> None:
        """Tell the moves anew."""
        self._told.clear()
        first = max(0, len(moves) - _LOGGED)
        for number, move in enumerate(moves[first:], start=first + 1):
            self.log_move(move, number)
        self.draw_log()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Do what was typed and go back to the board."""
        if event.input.id == "command":
            event.input.clear()
            self.screen_stack[0].query_one(Board).focus()
            self.obey(event.value.strip())

    def on_key(self, event: Key) -> None:
        """Take the keys of the command line and of the game."""
        command = self.screen_stack[0].query_one("#command", Input)
        if len(self.screen_stack) > 1:
            return
        if self.focused is command:
            if event.key == "escape":
                self.screen.query_one(Board).focus()
                event.stop()
            elif event.key == "tab":
                command.action_cursor_right()
                event.prevent_default()
                event.stop()
            return
        self.press(event)

    def press(self, event: Key) -> None:
        """Take a key of the game."""

    def obey(self, line: str) -> None:
        """Do what a typed line says."""
        del line

    def action_go(self, dx: int, dy: int) -> None:
        """Move the cursor."""
        self.table.move(dx, dy)
        self.draw_board()

    def action_zoom(self) -> None:
        """Show the board in the next size."""
        self.table.zoom = (self.table.zoom + 1) % self.table.ZOOMS
        self.draw_board()

    def action_command(self) -> None:
        """Go to the command line."""
        self.screen.query_one("#command", Input).focus()

    def action_secrets(self) -> None:
        """Say who can see what."""
        lines: list[Line] = [[(sentence, "")] for sentence in self.table.secrets()]
        self.push_screen(TextDialog(say("Who can see what"), lines))

    def action_log(self) -> None:
        """Show the whole log."""
        self.push_screen(TextDialog(say("What happened"), self._told, at_end=True))

    def action_help_keys(self) -> None:
        """Show the keys."""
        self.push_screen(TextDialog(say("Help"), self.help_lines()))

    def help_lines(self) -> Iterator[Line]:
        """Yield the help."""
        yield from ()

    def ledger(self) -> dict[str, Rule]:
        """Return the rules of the game."""
        if self._ledger is None:
            self._ledger = read_ledger(self.table.talk.LEDGER, spoken())
        return self._ledger

    def show_result(self, after: str) -> None:
        """Show who has won and by which rule, and what can be done after it."""
        lines: list[Line] = [
            [(sentence, "")]
            for sentence in self.table.talk.tell_result(self.session.result, self.table.names)
        ]
        rule = self.ledger().get(self.session.result.decided_by)
        if rule:
            lines += [[], *rule_lines(rule)]
        lines += [[], [(after, DIM)]]
        self.push_screen(TextDialog(say("The game is over"), lines))

    def action_rules(self, wanted: str = "") -> None:
        """Show the ledger."""
        if len(self.screen_stack) == 1:
            self.push_screen(RulesDialog(self.ledger(), wanted))

    def action_leave(self) -> None:
        """Leave at once."""
        self.exit()

    def action_ask_to_leave(self) -> None:
        """Leave."""
        self.exit()


class GameApp(GameScreen):
    """A game being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "choose", show=False),
        Binding("tab", "cycle(1)", show=False, priority=True),
        Binding("shift+tab", "cycle(-1)", show=False, priority=True),
        Binding("t", "hint", show=False),
        Binding("y", "why", show=False),
        Binding("u", "undo", show=False),
        Binding("U,ctrl+r", "redo", show=False),
        Binding("c", "choices", show=False),
        Binding("p", "pause", show=False),
        Binding("pagedown", "side(1)", show=False),
        Binding("pageup", "side(-1)", show=False),
    ]

    def __init__(self, session: Session, save: Save | None, *, pause: float) -> None:
        super().__init__(session)
        self.save = save
        self.bot_pause = pause
        self.paused = False
        self._thinking = False
        self._wanted: str | None = None  # an action that waits until a bot has moved
        self._drawn = 0.0
        self._refused: Any = None  # the action that was refused last
        self._hint: tuple[Any, Any] = (None, None)  # an action, and where it was hinted at
        self._humans = [seat for seat, one in enumerate(session.players) if one.is_human]

    def on_mount(self) -> None:
        """Show the game and let it go on."""
        self.message()
        self._fit(self.size.width, self.size.height)
        self._look_through_eyes(self._humans[0] if len(self._humans) == 1 else None)
        self.rewrite_log(self.session.moves)
        self.call_after_refresh(self.go_on)

    def _look_through_eyes(self, seat: Seat | None) -> None:
        """Show the game as a seat sees it."""
        self.table.viewer = seat
        self.table.look(may_choose=self.session.waits_for_human)

    @property
    def is_my_turn(self) -> bool:
        """Whether a person is to choose."""
        return self.session.waits_for_human

    def go_on(self) -> None:
        """Do what is due after every change: bots move, a person is asked, or the game ends."""
        seat = self.session.to_act
        if seat is None:
            self._look_through_eyes(None)
            self.draw()
            self.show_result(say("u takes the last move back, q leaves."))
            return
        if not self.session.players[seat].is_human:
            self._look_through_eyes(self.table.viewer)
            self.draw()
            self.let_bots_play()
            return
        others = len(self._humans) > 1 and self.table.viewer != seat
        if others and self.table.talk.hides(self.session.state):
            self.push_screen(HandOver(self.table.names[seat]), lambda _: self._show_turn(seat))
            return
        self._show_turn(seat)

    def _show_turn(self, seat: Seat) -> None:
        self._look_through_eyes(seat)
        targets = self.table.targets()
        if targets and self.table.cursor not in targets:
            self.table.cursor = targets[0]
        self.draw()

    @work(exclusive=True, group="bots")
    async def let_bots_play(self) -> None:
        """Let bots make their moves until a person is to choose, or the game is over."""
        while self.session.to_act is not None and not self.session.waits_for_human:
            if self.paused:
                return
            if self.bot_pause:
                await asyncio.sleep(self.bot_pause)
            self._thinking = True
            try:
                move = await asyncio.to_thread(self.session.bot_move)
            finally:
                self._thinking = False
            self.log_move(move, len(self.session.moves))
            if self._wanted:
                wanted, self._wanted = self._wanted, None
                await self.run_action(wanted)
                return
            if self.bot_pause or monotonic() - self._drawn > _SHOWN:
                self._look_through_eyes(self.table.viewer)
                self.draw()
                self.draw_log()
                self._drawn = monotonic()
                await asyncio.sleep(0)
        self.draw_log()
        self.go_on()

    def _waits(self, action: str) -> bool:
        """Say whether an action has to wait until a bot has moved."""
        if self._thinking:
            self._wanted = action
        return self._thinking

    def make(self, action: Any) -> None:
        """Make an action of a person, or say why it is refused."""
        if not self.is_my_turn or self._thinking:
            self.message([(say("It is not your turn."), BAD)])
            return
        if refusal := self.session.check(action):
            self._refuse(action, refusal)
            return
        self._refused = None
        self.message()
        self.screen_stack[0].query_one("#command", Input).clear()  # may hold a hint
        self.log_move(self.session.act(action), len(self.session.moves))
        self.draw_log()
        self.go_on()

    def _refuse(self, action: Any, refusal: Refusal) -> None:
        self._refused = action
        words = self.session.room.format_action(action)
        self.message(
            [
                (say("Not allowed: {action}. ", action=words), ""),
                (f"{refusal.rule} ", BAD),
                (said(refusal), ""),
                (say("  (y: why)"), DIM),
            ]
        )

    def draw(self) -> None:
        """Draw everything, with the trouble of a save that cannot be written."""
        super().draw()
        self._mind_the_disk()

    def _mind_the_disk(self) -> None:
        if self.save and self.save.trouble:
            told = say(
                "Not saved: {trouble}. The game goes on, and is written as soon as it can be.",
                trouble=self.save.trouble,
            )
            self.message([(told, BAD)])

    def choice_lines(self) -> Iterator[Line]:
        """Yield what is to be done, the numbered choices, and what the cursor is on."""
        yield from super().choice_lines()
        yield from self.table.numbered_lines(self.side_width)

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys that matter now."""
        yield "?", say("help")
        if self.is_my_turn:
            yield "t", say("hint")
            yield "y", say("why")
        else:
            yield "p", say("go on") if self.paused else say("pause")
        yield "u", say("undo")
        yield "q", say("quit")
        yield "F1", say("rules")
        if self.is_my_turn:
            yield from ((key, say(meaning)) for key, meaning in self.table.KEYS)
        yield ":", say("command")
        yield "z", say("zoom")
        yield "U", say("redo")
        yield "L", say("log")
        yield "w", say("who sees what")

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys and the notation."""
        keys = (
            (say("arrows, hjkl"), say("move the cursor")),
            ("Enter", say("choose what is at the cursor; a second click does the same")),
            ("Tab", say("go to the next place where something may be chosen, the best first")),
            (say("1 to 9"), say("take a numbered choice; in Eletrika choose a tile")),
            *((key, say(meaning)) for key, meaning in self.table.KEYS),
            ("c", say("all choices as a list")),
            ("t", say("hint: what the strongest bot would do, and why")),
            ("y", say("why: is this allowed, by which rule, and what is allowed")),
            ("u   U", say("undo, redo")),
            ("z", say("the board in another size")),
            (":", say("command line; Tab completes, Esc goes back")),
            ("PgUp PgDn", say("scroll what stands beside the board")),
            ("L  F1  w", say("log, rules, who can see what")),
            ("p", say("bots stop and go on")),
            ("q", say("leave; the game is kept")),
        )
        for key, meaning in keys:
            yield [(f"{key:<14}", "bold #ffb347"), (meaning, "")]
        yield []
        yield [(say("Commands"), HEAD)]
        for command in self._examples():
            yield [(f"  {as_typed(command)}", "")]

    def _examples(self) -> Sequence[str]:
        if self.session.header.game == GameName.POWERGRID:
            return (
                "open 13 15    bid 16    pass    decline    buy coal 3",
                "build Essen   run 7 10 coal 2   done   why build Essen   rules PG-AUC-03",
            )
        return (
            "tile 13/2 1,0 marker 2   tile 13/2 1,0 build P   build T 0,1",
            "score 0,0 3,0   abandon 0,0   end   why build T 0,1   rules EL-NRG-01",
        )

    def press(self, event: Key) -> None:
        """Take a key of the game, or the number of a choice."""
        if not self.is_my_turn or self._thinking or event.character is None:
            return
        answer = self.table.press(event.character)
        if isinstance(answer, Menu):
            self._offer(answer)
        elif answer:
            self.draw_board()
        elif event.character.isdecimal() and event.character != "0":
            self._take(int(event.character))

    def _take(self, number: int) -> None:
        choices = self.table.menu.choices
        if not 1 <= number <= len(choices):
            return
        choice = choices[number - 1]
        if choice.menu is not None:
            self._offer(choice.menu())
        else:
            self.make(choice.action)

    def _offer(self, menu: Menu) -> None:
        """Make the only choice of a menu, or show it."""
        if len(menu.choices) == 1 and menu.choices[0].action is not None:
            self.make(menu.choices[0].action)
            return
        self.push_screen(MenuDialog(menu, self.session.room.format_action), self._chosen)

    def _chosen(self, action: Any) -> None:
        if action is not None:
            self.make(action)

    def action_choices(self) -> None:
        """Show all choices as a list."""
        if self.is_my_turn and self.table.menu.choices:
            self._offer(self.table.menu)

    def action_choose(self) -> None:
        """Choose what the hint says or what is at the cursor."""
        if not self.is_my_turn:
            return
        hinted, place = self._hint
        action = hinted if place == self._place() else self.table.enter()
        if action is None:
            self.draw_board()
            if not self.table.targets():
                self.message([(say("Take a number, or c for all choices."), DIM)])
            return
        self.make(action)

    def action_side(self, step: int) -> None:
        """Scroll what stands beside the board."""
        pane = self.screen_stack[0].query_one("#panels", VerticalScroll)
        pane.scroll_relative(y=step * max(pane.size.height // 2, 1), animate=False)

    def draw_board(self) -> None:
        """Draw the board anew; a hint that no longer stands for what Enter does goes away."""
        super().draw_board()
        hinted, place = self._hint
        if hinted is not None and place != self._place():
            self._hint = (None, None)
            self.message()
            self.screen_stack[0].query_one("#command", Input).clear()

    def action_cycle(self, step: int) -> None:
        """Go to the next target, or complete the command."""
        command = self.screen_stack[0].query_one("#command", Input)
        if len(self.screen_stack) > 1:
            return
        if self.focused is command:
            if command.value:
                command.action_cursor_right()
            return
        self.table.cycle(step)
        self.draw_board()

    def on_board_picked(self, event: Board.Picked) -> None:
        """Move the cursor to what was clicked; a click on the cursor chooses."""
        self.screen.query_one(Board).focus()
        if event.spot == self.table.cursor:
            self.action_choose()
            return
        before, self.table.cursor = self.table.cursor, event.spot
        if not self.table.is_spot(event.spot):
            self.table.cursor = before
        self.draw_board()

    def action_hint(self) -> None:
        """Say what the strongest bot would do."""
        if self.is_my_turn and not self._thinking:
            self.think_of_a_hint()

    @work(exclusive=True, group="hint")
    async def think_of_a_hint(self) -> None:
        """Ask the strongest bot, and put the cursor where it would act."""
        action, reason = await asyncio.to_thread(self.session.hint)
        words = self.session.room.format_action(action)
        told: Line = [(say("Hint (Enter does it): "), DIM), (words, GOOD)]
        if reason is not None:
            told.append((f" ({said(reason)})", ""))
        self.table.show(action)
        self.screen_stack[0].query_one("#command", Input).value = words
        self.draw_board()
        self._hint = action, self._place()
        self.message(told)

    def _place(self) -> Any:
        """Return what changes as soon as somebody moves, or goes elsewhere on the board."""
        return len(self.session.moves), self.table.cursor, self.table.at_cursor()

    def action_why(self) -> None:
        """Say whether what was refused, or what is at the cursor, is allowed, and the rule."""
        action = self._refused or self.table.at_cursor()
        if action is None:
            self.push_screen(TextDialog(say("Allowed now"), self._allowed_lines()))
            return
        self._explain(action)

    def _explain(self, action: Any) -> None:
        words = self.session.room.format_action(action)
        refusal = self.session.check(action)
        lines: list[Line] = []
        if refusal is None:
            title = say("{action} is allowed.", action=words)
        else:
            title = say("{action} is not allowed", action=words)
            lines.append([(f"{refusal.rule}: ", BAD), (said(refusal), "")])
            lines.append([])
            if rule := self.ledger().get(refusal.rule):
                lines.extend(rule_lines(rule))
                lines.append([])
        if self.table.menu.choices:
            lines.append([(say("Allowed now"), HEAD)])
        self.push_screen(TextDialog(title, [*lines, *self._allowed_lines()]))

    def _allowed_lines(self) -> Iterator[Line]:
        if self.table.menu.title:
            yield [(self.table.menu.title, "")]
        for choice in self.table.menu.choices[:_ALLOWED]:
            action = choice.action
            words = self.session.room.format_action(action) if action is not None else "…"
            yield [(f"  {words}  ", "bold"), (choice.text, "")]

    async def action_undo(self) -> None:
        """Take the last choice of a person back."""
        if self._waits("undo"):
            return
        self.workers.cancel_group(self, "bots")
        taken = self.session.undo()
        self._after_travel(
            say("Taken back: {count:move|moves}", count=len(taken)) if taken else "",
            say("There is nothing to take back."),
        )

    async def action_redo(self) -> None:
        """Make again what was taken back."""
        if self._waits("redo"):
            return
        made = self.session.redo()
        self._after_travel(
            say("Made again: {count:move|moves}", count=len(made)) if made else "",
            say("There is nothing to make again."),
        )

    def _after_travel(self, told: str, nothing: str) -> None:
        self._refused = None
        self.rewrite_log(self.session.moves)
        self.message([(told or nothing, DIM)])
        if told and not self._humans:
            self.paused = True  # only bots: or they would go on at once
        self.go_on()

    def action_pause(self) -> None:
        """Let the bots stop, or go on."""
        self.paused = not self.paused
        self.draw()
        if not self.paused and not self.is_my_turn and self.session.to_act is not None:
            self.let_bots_play()

    def obey(self, line: str) -> None:
        """Do what a typed line says: a command, a number, or an action."""
        if not line:
            return
        word, rest = command_and_rest(line)
        line = f"{word} {rest}".rstrip()
        commands = {
            "help": self.action_help_keys,
            "?": self.action_help_keys,
            "hint": self.action_hint,
            "secrets": self.action_secrets,
            "log": self.action_log,
            "zoom": self.action_zoom,
            "quit": self.action_ask_to_leave,
        }
        if line in commands:
            commands[line]()
        elif line in ("undo", "redo"):
            self.call_later(self.run_action, line)
        elif word == "rules":
            self.action_rules(rest)
        elif line.isascii() and line.isdecimal() and len(line) < 4:
            self._take(int(line))
        elif word == "why" and rest:
            self._read(rest, self._explain)
        else:
            self._read(line, self.make)

    def _read(self, text: str, then: Any) -> None:
        try:
            action = self.table.talk.parse(self.table.state, text)
        except NotationError as problem:
            self.message([(say("Not understood: "), BAD), (said(problem), "")])
            return
        then(action)

    def action_ask_to_leave(self) -> None:
        """Ask before leaving; a game that is over, or a second Ctrl-C, is left at once."""
        if self.session.to_act is None or isinstance(self.screen, Question):
            self.exit()
            return
        if self.save is None:
            told: list[Line] = [[(say("This game is not saved."), BAD)]]
        elif self.save.trouble:
            told = [[(say("Not saved: {trouble}", trouble=self.save.trouble), BAD)]]
        else:
            told = [[(say("The game is saved; go on with: gridgames resume"), "")]]
        self.push_screen(Question(say("Leave the game?"), told), self._leave_if)

    def _leave_if(self, answer: bool | None) -> None:
        if answer:
            self.exit()


class ReplayApp(GameScreen):
    """A game that was played, looked at move by move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,enter,right_square_bracket", "step(1)", show=False),
        Binding("b,left_square_bracket,backspace", "step(-1)", show=False),
        Binding("pagedown,N", "round(1)", show=False, priority=True),
        Binding("pageup,B", "round(-1)", show=False, priority=True),
        Binding("home", "jump(0)", show=False, priority=True),
        Binding("end", "jump(1000000)", show=False, priority=True),
        Binding("space,p", "play", show=False),
    ]

    def __init__(self, session: Session, *, pause: float, at: int = 0) -> None:
        super().__init__(session)
        self.bot_pause = pause
        self.place = min(at, len(session.moves))
        self.playing = False

    def on_mount(self) -> None:
        """Show where it begins."""
        self.message()
        self._fit(self.size.width, self.size.height)
        self.call_after_refresh(self.action_jump, self.place)

    def action_jump(self, place: int) -> None:
        """Show the game after so many moves."""
        self.place = max(0, min(place, len(self.session.moves)))
        self.table.look_at(self.session.state_after(self.place))
        if self.place:
            self.table.show(self.session.moves[self.place - 1].action)
        self.rewrite_log(self.session.moves[: self.place])
        self.message()
        self.draw()
        if self.place == len(self.session.moves) and self.session.result is not None:
            self.show_result(say("b goes a move back, q leaves."))

    def action_step(self, step: int) -> None:
        """Go so many moves on, or back."""
        self.action_jump(self.place + step)

    def action_round(self, step: int) -> None:
        """Go to the beginning of the next round, or of the round before."""
        here = self._round(self.place)
        last = len(self.session.moves)
        if step > 0:
            later = (place for place in range(self.place, last) if self._round(place) > here)
            self.action_jump(next(later, last))
            return
        begins = next(place for place in range(last + 1) if self._round(place) == here)
        self.to_round(here if begins < self.place else here - 1)

    def _round(self, place: int) -> int:
        found: int = self.session.state_after(place).round
        return found

    def to_round(self, wanted: int) -> None:
        """Go to the beginning of a round, or say that there is none."""
        for place in range(len(self.session.moves) + 1):
            if self._round(place) == wanted:
                self.action_jump(place)
                return
        last = self._round(len(self.session.moves))
        told = say("There is no round {round}; the last is {last}.", round=wanted, last=last)
        self.message([(told, BAD)])

    def action_play(self) -> None:
        """Let it go on by itself, or stop."""
        self.playing = not self.playing
        self.draw()
        if self.playing:
            self.play_on()

    @work(exclusive=True, group="replay")
    async def play_on(self) -> None:
        """Make move after move until the end, or until stopped."""
        while self.playing and self.place < len(self.session.moves):
            self.action_step(1)
            await asyncio.sleep(max(self.bot_pause, 0.02))
        self.playing = False
        self.draw()

    def choice_lines(self) -> Iterator[Line]:
        """Yield where in the game it is, and the move that was made."""
        total = len(self.session.moves)
        yield [(say("Move {place} of {total}", place=self.place, total=total), HEAD)]
        if self.place:
            first, *_ = self.table.talk.tell(self.session.moves[self.place - 1], self.table.names)
            yield [(first, "")]
        yield from super().choice_lines()

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys of a replay."""
        yield "n", say("next")
        yield "b", say("back")
        yield "N B", say("round")
        yield "Home End", ""
        yield say("space"), say("stop") if self.playing else say("play")
        yield ":", say("number, round R")
        yield "z", say("zoom")
        yield "L", say("log")
        yield "F1", say("rules")
        yield "q", say("quit")

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys."""
        for key, meaning in (
            ("n  b", say("one move on, one back")),
            ("N  B", say("to the next round, to the one before (also PageDown, PageUp)")),
            ("Home End", say("to the beginning, to the end")),
            (say("space"), say("play by itself, stop")),
            (":", say("the number of a move, or round R")),
            (say("arrows, hjkl"), say("move the cursor")),
            ("z  L  F1  w", say("zoom, log, rules, who can see what")),
            ("q", say("leave")),
        ):
            yield [(f"{key:<14}", "bold #ffb347"), (meaning, "")]

    def obey(self, line: str) -> None:
        """Go to a move by its number, or to a round."""
        word, rest = command_and_rest(line)
        number = rest if word == "round" else line
        if not (number.isascii() and number.isdecimal() and len(number) < 7):
            self.message([(say("Write the number of a move, or round and a number."), BAD)])
        elif word == "round":
            self.to_round(int(number))
        else:
            self.action_jump(int(number))

    def on_board_picked(self, event: Board.Picked) -> None:
        """Move the cursor to what was clicked."""
        if self.table.is_spot(event.spot):
            self.table.cursor = event.spot
            self.draw_board()


def run_screen(session: Session, save: Save | None, *, pause: float) -> None:
    """Play ``session`` in full screen until it is over or somebody leaves.

    ``pause`` are the seconds before each move of a bot.
    """
    GameApp(session, save, pause=pause).run()


def run_replay(session: Session, *, pause: float, at: int = 0) -> None:
    """Look at the moves of ``session`` in full screen, first at the game after ``at`` of them."""
    ReplayApp(session, pause=pause, at=at).run()
