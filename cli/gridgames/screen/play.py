"""The full screen of a game that is being played."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widgets import Input

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal
from gridcommon.spelling import as_number, is_number
from gridgames.games.menus import Menu
from gridgames.games.table import BAD, DIM, GOOD, HEAD
from gridgames.languages.messages import as_typed, said, say, told
from gridgames.play.command_table import PLAYING
from gridgames.play.lines import no_choice
from gridgames.play.saves import Save, write_copy
from gridgames.play.session import Session
from gridgames.screen.dialogs import (
    HandOver,
    MenuDialog,
    Question,
    TextDialog,
    rule_lines,
)
from gridgames.screen.game_screen import GameScreen, bindings, run_screen_app
from gridgames.screen.widgets import Board
from gridgames.terminal.output import Line
from gridgames.terminal.printable import visible

_SHOWN = 0.1  # seconds between pictures while bots play without a pause
_ALLOWED = 8  # legal choices shown with a refusal


class GameApp(GameScreen):
    """A game being played."""

    OFFERED = PLAYING
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(PLAYING),
        Binding("enter,space", "choose", show=False),
        Binding("pagedown", "side(1)", show=False),
        Binding("pageup", "side(-1)", show=False),
    ]

    def __init__(self, session: Session, save: Save | None, *, pause: float) -> None:
        super().__init__(session)
        self.save = save
        self.bot_pause = pause
        self.paused = False
        self._thinking = False
        self._wanted: str | None = None  # an action to run after the bot's move
        self._drawn = 0.0
        self._refused: Any = None  # the action that was refused last
        self._hint: tuple[Any, Any] = (None, None)  # an action, and the place it was hinted for
        self._humans = [seat for seat, one in enumerate(session.players) if one.is_human]

    def on_mount(self) -> None:
        """Show the game and let it go on."""
        self.message()
        self._fit(self.size.width, self.size.height)
        self._look_through_eyes(self._humans[0] if len(self._humans) == 1 else None)
        self.rewrite_log(self.session.moves)
        self.call_after_refresh(self.go_on)

    def _look_through_eyes(self, seat: Seat | None) -> None:
        """Show the game as ``seat`` sees it."""
        self.table.viewer = seat
        self.table.look(self.session.state, may_choose=self.session.waits_for_human)

    @property
    def is_my_turn(self) -> bool:
        """Whether a person is to choose."""
        return self.session.waits_for_human

    def go_on(self) -> None:
        """Do what comes next: a bot moves, a person chooses, or the game ends."""
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
        if others and self.face.hides(self.session.state):
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
        """Let bots move until a person has to choose or the game is over."""
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
        """Whether an action has to wait for a bot's move."""
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
        words = self.face.format(action)
        self.message(
            [
                (say("Not allowed: {action}. ", action=words), ""),
                (f"{refusal.rule} ", BAD),
                (said(refusal), ""),
                (say("  (y: why)"), DIM),
            ]
        )

    def draw(self) -> None:
        """Draw everything, and warn if the game cannot be saved."""
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
        yield self.key("help")
        if self.is_my_turn:
            yield self.key("hint")
            yield self.key("why")
        else:
            yield self.key("pause", say("go on") if self.paused else say("pause"))
        yield self.key("undo")
        yield self.key("quit")
        yield self.key("rules")
        if self.is_my_turn:
            yield from ((key, say(meaning)) for key, meaning in self.table.KEYS)
        yield ":", say("command")
        yield self.key("zoom")
        yield self.key("redo")
        yield self.key("log")
        yield self.key("secrets", say("who sees what"))

    def help_keys(self) -> Iterator[tuple[str, str]]:
        """Yield the other keys, with what they do."""
        yield say("arrows, hjkl"), say("move the cursor")
        yield "Enter", say("choose what is at the cursor; a second click does the same")
        yield "Tab", say("go to the next place where something may be chosen, the best first")
        yield say("1 to 9"), say(self.table.NUMBERS)
        yield from ((key, say(meaning)) for key, meaning in self.table.KEYS)
        yield "PgUp PgDn", say("scroll the panels beside the board")
        yield ":", say("command line; Tab completes, Esc goes back")

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys, the commands and the notation of actions."""
        yield from super().help_lines()
        yield []
        yield [(say("Actions"), HEAD)]
        for command in self.face.help or (self.face.examples,):
            yield [(f"  {as_typed(command)}", "")]

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
        self.push_screen(MenuDialog(menu, self.face.format), self._chosen)

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
                self.message([(say("Choose a number, or press c for all choices."), DIM)])
            return
        self.make(action)

    def action_side(self, step: int) -> None:
        """Scroll what stands beside the board."""
        pane = self.screen_stack[0].query_one("#panels", VerticalScroll)
        pane.scroll_relative(y=step * max(pane.size.height // 2, 1), animate=False)

    def draw_board(self) -> None:
        """Draw the board again; drop a hint once Enter would do something else."""
        super().draw_board()
        hinted, place = self._hint
        if hinted is not None and place != self._place():
            self._hint = (None, None)
            self.message()
            self.screen_stack[0].query_one("#command", Input).clear()

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
        words = self.face.format(action)
        told: Line = [(say("Hint (Enter does it): "), DIM), (words, GOOD)]
        if reason is not None:
            told.append((f" ({said(reason)})", ""))
        self.table.show(action)
        self.screen_stack[0].query_one("#command", Input).value = words
        self.draw_board()
        self._hint = action, self._place()
        self.message(told)

    def _place(self) -> Any:
        """Return a value that changes with every move and every step of the cursor."""
        return len(self.session.moves), self.table.cursor, self.table.at_cursor()

    def action_why(self, text: str = "") -> None:
        """Say whether an action, what was refused or what is at the cursor is allowed, and why."""
        if text:
            self._read(text, self._explain)
            return
        action = self._refused or self.table.at_cursor()
        if action is None:
            self.push_screen(TextDialog(say("Allowed now"), self._allowed_lines()))
            return
        self._explain(action)

    def _explain(self, action: Any) -> None:
        words = self.face.format(action)
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
            words = self.face.format(action) if action is not None else "…"
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

    def action_save(self, name: str) -> None:
        """Write a copy of the game so far."""
        if not name:
            self.message([(say("Write save and the name of a file."), DIM)])
            return
        try:
            write_copy(self.session, Path(name))
        except NotationError as problem:
            self.message([(told(problem), BAD)])
            return
        self.message([(say("A copy is in {file}.", file=visible(name)), DIM)])

    def action_pause(self) -> None:
        """Pause the bots, or let them go on."""
        self.paused = not self.paused
        self.draw()
        if not self.paused and not self.is_my_turn and self.session.to_act is not None:
            self.let_bots_play()

    def commands(self) -> Iterator[str]:
        """Yield what may be typed: what is allowed now, then beginnings that make sense."""
        yield from self.table.narrowest()
        yield from map(as_typed, self.table.words())
        yield from super().commands()

    def read_line(self, line: str) -> None:
        """Make the action of a line, or take a choice by its number."""
        choices = len(self.table.menu.choices)
        if choices and is_number(line):
            number = as_number(line)
            if number and number <= choices:
                self._take(number)
            else:
                self.message([(no_choice(line, choices), BAD)])
        elif line:
            self._read(line, self.make)

    def _read(self, text: str, then: Any) -> None:
        try:
            action = self.face.parse(self.table.state, text)
        except NotationError as problem:
            self.message([(say("Not understood: "), BAD), (said(problem), "")])
            return
        then(action)

    def action_ask_to_leave(self) -> None:
        """Ask before leaving; leave at once if the game is over or on a second Ctrl-C."""
        if self.session.to_act is None or isinstance(self.screen, Question):
            self.exit()
            return
        if self.save is None:
            told: list[Line] = [[(say("This game is not saved."), BAD)]]
        elif not self.save.is_begun:
            told = [[(say("No move was made, and nothing is saved."), "")]]
        elif self.save.trouble:
            told = [[(say("Not saved: {trouble}", trouble=self.save.trouble), BAD)]]
        else:
            told = [[(say("The game is saved; go on with: gridgames resume"), "")]]
        self.push_screen(Question(say("Leave the game?"), told), self._leave_if)

    def _leave_if(self, answer: bool | None) -> None:
        if answer:
            self.exit()


def run_screen(session: Session, save: Save | None, *, pause: float) -> None:
    """Play ``session`` in full screen until it ends or somebody leaves.

    ``pause`` are the seconds before each move of a bot.
    """
    run_screen_app(GameApp(session, save, pause=pause))
