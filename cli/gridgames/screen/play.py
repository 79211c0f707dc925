"""The full screen of a game that is being played."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input

from gridcommon.advice import Effort, Thought
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, in_short
from gridcommon.records import Told
from gridcommon.spelling import as_number, is_number
from gridgames.games.face import Move
from gridgames.games.menus import Menu
from gridgames.games.registry import table_of
from gridgames.games.standing_orders import ParsedOrder
from gridgames.games.table import BAD, DIM, GOOD, HEAD, Part, Spot
from gridgames.languages.language import current_language
from gridgames.languages.messages import as_typed, render_error, render_message, say
from gridgames.review.evaluation_text import hint_lines, worth_words
from gridgames.saves.rematch import Again
from gridgames.saves.saves import Save, write_copy
from gridgames.saves.saves_text import advance_words, broken_off_words, look_back_words
from gridgames.screen.application import run_screen_app
from gridgames.screen.game_screen import GameScreen, bindings
from gridgames.screen.widgets.dialogs import (
    HandOver,
    MenuDialog,
    Question,
    TextDialog,
    rule_lines,
)
from gridgames.screen.widgets.layout import in_a_row
from gridgames.screen.widgets.panels import Board
from gridgames.sessions.command_table import PLAYING, Command, of_game
from gridgames.sessions.questions import Asked
from gridgames.sessions.session import Session
from gridgames.sessions.settings import Settings, next_pause, pause_words, set_confirm
from gridgames.terminal.browser_host import goes_on_with, in_browser
from gridgames.terminal.output import Clickable, Line
from gridgames.terminal.printable import visible

_SHOWN = 0.1  # seconds between pictures while bots play without a pause
_SLOW = 0.15  # seconds of a move that make keys wait
_ALLOWED = 8  # legal choices shown with a refusal


class GameApp(GameScreen):
    """A game being played."""

    OFFERED = PLAYING
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(PLAYING),
        Binding("pagedown", "side(1)", show=False),
        Binding("pageup", "side(-1)", show=False),
    ]

    def __init__(
        self,
        session: Session,
        save: Save | None,
        *,
        pause: float,
        settings: Settings | None = None,
        again: Again | None = None,
    ) -> None:
        super().__init__(session, settings)
        self.again = again
        self.save = save
        self.bot_pause = pause
        self.paused = False
        self._thinking = False
        self._slow: set[str] = set()  # levels of bots that have taken long for a move
        self._wanted: str | None = None  # an action to run after the bot's move
        self._orders: list[tuple[Seat, str]] = []  # to be taken after it
        self._asked = self._question()  # when what stands in the line was begun
        self._typed = ""  # what stands there
        self._drawn = 0.0
        self._refused: Any = None  # the action that was refused last
        self._hint: tuple[Any, Any] = (None, None)  # an action, and the place it was hinted for
        self._hinted: Sequence[Thought[Any]] = ()  # it and the next best, where they are valued
        self.effort: Effort | None = None  # of a hint; by default that of the strongest level
        self._told_of: Any = None  # the state that the message is about
        self._told_page: list[str] = []  # the words that go on with this game
        self._is_click = False  # what is done now was asked for by a click on a part of a panel
        self._clicked: tuple[Any, Any] = (None, None)  # the action shown last, and its place
        self._own_spot: Spot = None  # where a person has put the cursor
        self._humans = [seat for seat, one in enumerate(session.players) if one.is_human]

    def on_mount(self) -> None:
        """Show the game and let it go on."""
        self.message()
        self._look_through_eyes(self._humans[0] if len(self._humans) == 1 else None)
        self.draw_frame()  # now, lest the board be laid out twice
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
        self.workers.cancel_group(self, "hint")
        seat = self.session.to_act
        if seat is None:
            self._look_through_eyes(None)
            self.draw()
            again = ("rematch",) if self.again else ()
            told = [say("^Z takes the last move back, F10 leaves.")]
            if self.save and not self.save.trouble and in_browser():  # else said on leaving
                told += look_back_words(self.session, self.save)
            self.show_result(told, "chart", "export", *again)
            return
        if not self.is_my_turn:
            self._look_through_eyes(self.table.viewer)
            self.draw()
            if self.session.is_broken_off:
                self.message([(broken_off_words(self.session.rounds), "")])
            else:
                self.let_bots_play()
            return
        others = len(self._humans) > 1 and self.table.viewer != seat
        if others and self.face.hides(self.session.state):
            self.push_screen(HandOver(self.table.names[seat]), lambda _: self._show_turn(seat))
            return
        self._show_turn(seat)

    def _show_turn(self, seat: Seat) -> None:
        self._look_through_eyes(seat)
        self._forget_clicks()
        targets = self.table.targets()
        if targets and self.table.cursor not in targets:
            self.table.cursor = targets[0]
        self.draw()

    @work(exclusive=True, group="bots")
    async def let_bots_play(self) -> None:
        """Make moves until a person has to choose or the game is over.

        They are those of bots, and of people who need not be asked.
        """
        while not (
            self.session.to_act is None
            or self.session.waits_for_human
            or self.session.is_broken_off
        ):
            if self.paused:
                return
            if pause := 0 if self.session.plays_on else self.bot_pause:
                await asyncio.sleep(pause)
                if self.is_my_turn:
                    break
            self._thinking = True
            try:
                move = await self._next_move()
            finally:
                self._thinking = False
            self.log_move(move, len(self.session.moves))
            self._take_orders()
            if self._wanted:
                wanted, self._wanted = self._wanted, None
                await self.run_action(wanted)
                return
            if pause or monotonic() - self._drawn > _SHOWN:
                self._look_through_eyes(self.table.viewer)
                self.draw()
                self.draw_log()
                self._drawn = monotonic()
                await asyncio.sleep(0)
        self.draw_log()
        self.go_on()

    async def _next_move(self) -> Move:
        """Make the next move. A bot that has taken long thinks beside the screen from then on."""
        session, seat = self.session, self.session.to_act
        assert seat is not None, "the game is over"
        place, level = len(session.moves), session.players[seat].level
        if level in self._slow:
            found = self.thinker.ask("move", lambda: session.position(seat, place), level=level)
            for thought in await asyncio.wrap_future(found) or ():
                return session.act(thought.action, thought.reason)
        begun = monotonic()
        move = await asyncio.to_thread(session.next_move)
        if level and session.bots.is_ours(level) and monotonic() - begun > _SLOW:
            self._slow.add(level)
        return move

    def _waits(self, action: str) -> bool:
        """Whether an action has to wait for a bot's move."""
        if self._thinking:
            self._wanted = action
        return self._thinking

    def make(self, action: Any) -> bool:
        """Make an action of a person, and return whether it was made.

        If not, say why it is refused, or ask whether to throw away what it gives up.
        """
        if not isinstance(action, Told) and not self._may_choose():  # telling is never too late
            return False
        if refusal := self.session.check(action):
            if self._is_overruled(action):
                with self.session.meaning("!"):
                    return self.make(action)
            self._refuse(action, refusal)
            return False
        if self._is_click and not self.session.is_meant and self._shows_first(action):
            return True
        if doubt := self.session.doubt(action):
            self._ask(action, doubt)
            return False
        move = self.session.act(action)
        self._made([move])
        return True

    def take_click(self, typed: str) -> None:
        """Do what a click types; an action is shown first, and a second click makes it."""
        self._is_click = True
        try:
            super().take_click(typed)
        finally:
            self._is_click = False

    def _shows_first(self, action: Any) -> bool:
        """Show what another click makes, and return True; return False at that click."""
        wanted = action, self._place()
        if self._clicked == wanted:
            self._clicked = (None, None)
            return False
        self._forget_clicks()
        self._clicked = self._hint = wanted
        self._hinted = ()
        self.session.forget_doubt()
        self.line.clear()
        self.line.placeholder = self._invitation()
        words = self.face.format(action)
        told = say("Enter or a second click: {action}", action=words)
        self.message([(Clickable(told, typed=words), GOOD)])
        return True

    def _forget_clicks(self) -> None:
        """Let the next click show again what it would do."""
        self._clicked, self._own_spot = (None, None), None

    def bar_of(self) -> tuple[int, Seat]:
        """Return how many moves were made, and the viewer, who values the position."""
        viewer = self.table.viewer
        return len(self.session.moves), self.session.eyes if viewer is None else viewer

    def _may_choose(self) -> bool:
        """Return whether a person is to choose now; else say that nobody is."""
        if self.is_my_turn and not self._thinking:
            return True
        told = say("It is not your turn.") if self.session.to_act is not None else self.over()
        self.message([(told, BAD)])
        return False

    def over(self) -> str:
        """Say that nothing more is to be chosen."""
        return say("The game is over")

    def _made(self, moves: Sequence[Move]) -> None:
        """Tell what a person has done, and go on."""
        self._refused = None
        self.message()
        self.line.clear()
        before = len(self.session.moves) - len(moves)
        for number, move in enumerate(moves, start=before + 1):
            self.log_move(move, number)
        self.draw_log()
        self.go_on()

    def _refuse(self, action: Any, refusal: Refusal) -> None:
        self._refused = action
        words = self.face.format(action)
        self.message(
            [
                (say("Not allowed: {action}. ", action=words), ""),
                (f"{refusal.rule} ", BAD),
                (render_message(refusal), ""),
                (Clickable(say("  (F3: why)"), key="f3"), DIM),
                *self._overruling(words),
            ]
        )

    def _is_overruled(self, action: Any) -> bool:
        """Return whether the table says for the second time what a rule refuses."""
        may = self.session.may_overrule and not self.session.is_meant
        return may and action == self._refused

    def _overruling(self, words: str) -> Line:
        """Return how the table overrules, where it may."""
        if not self.session.may_overrule or self.session.is_meant:
            return []
        told = say("  Enter: it happened all the same. Esc: no.")
        return [(Clickable(told, typed=f"{words}!"), "bold")]

    def _ask(self, action: Any, doubt: str) -> None:
        """Ask before something is thrown away: the action stands in the line, for Enter."""
        words = self.face.format(action)
        self.line.refused(words)
        asked = say("Enter: {action} all the same. Esc: no.", action=words)
        self.message([(f"{doubt} ", BAD), (Clickable(asked, typed=f"{words}!"), "bold")])

    def message(self, *lines: Line) -> None:
        """Show a message; it goes when the game does."""
        super().message(*(lines or self._standing_message()))
        self._told_of = self.session.state if lines else None

    def _standing_message(self) -> Sequence[Line]:
        """Return what is said as long as there is nothing else: the pause, or own orders."""
        if self.paused:
            return [[(say("PAUSED: the bots wait. F9: go on."), "bold #101010 on #ffb347")]]
        seat = self.table.viewer
        if seat is not None and self.session.players[seat].is_human:
            changed = self.session.changed_plan() if self.session.to_act == seat else None
            if changed:
                return [[(say("Not as planned: {why}", why=changed), BAD)]]
            orders = list(self.session.standing[seat].lines(self.session.state))
            if orders:
                return [[(say("In advance: {orders}", orders="; ".join(orders)), DIM)]]
        return []

    def title_line(self, room: int) -> Line:
        """Return the first line of the screen, which says loudly that the bots wait."""
        if not self.paused:
            return super().title_line(room)
        told = f" {say('PAUSED')} "
        return [
            (told, "bold #101010 on #ffb347"),
            (" ", ""),
            *super().title_line(room - len(told) - 1),
        ]

    def action_forget(self) -> None:
        """Empty the command line; what was asked is answered with no."""
        self.session.forget_doubt()
        self._forget_clicks()
        if self.session.may_overrule:
            self._refused = None
        super().action_forget()

    def draw(self) -> None:
        """Draw everything, and warn if the game cannot be saved."""
        super().draw()
        if self._told_of is not self.session.state:
            self.message()
        self._mind_the_disk()
        self.tell_page()

    def tell_page(self) -> None:
        """Tell the page what goes on with this game when it is loaded again."""
        if self.save is None:
            return
        confirm = "--confirm" if self.session.confirms else "--no-confirm"
        pause = f"{self.bot_pause:g}"
        words = [
            "--lang",
            current_language(),
            "resume",
            str(self.save.path),
            confirm,
            "--pause",
            pause,
        ]
        words += self.session.bots.words()
        if words != self._told_page:
            self._told_page = words
            goes_on_with(words, self.save.path)

    def _mind_the_disk(self) -> None:
        if self.save and self.save.trouble:
            told = say(
                "Not saved: {trouble}. The game goes on, and is written as soon as it can be.",
                trouble=self.save.trouble,
            )
            self.message([(told, BAD)])

    def choice_lines(self, most: int = 9) -> Iterator[Line]:
        """Yield what is to be done, the numbered choices, and what the cursor is on."""
        yield from super().choice_lines(most)
        yield from self.table.numbered_lines(self._side.text, most)

    def keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys that matter now."""
        yield self.key("help")
        if self.session.to_act is None:
            yield "Enter", say("the result")
            yield from map(self.key, ("undo", "quit", "chart", "log", "rules", "zoom"))
            yield "^P", say("commands")
            return
        if self.is_my_turn:
            yield self.key("hint")
            yield self.key("why")
        else:
            yield self.key("pause", say("go on") if self.paused else say("pause"))
            yield "F6 F7", say("slower, faster")
        yield self.key("undo")
        yield self.key("quit")
        if self.is_my_turn:
            yield from ((shown, say(meaning)) for _, shown, meaning in self.table.KEYS)
        yield self.key("go", say("play on"))
        yield self.key("choices")
        yield self.key("rules")
        yield "^P", say("commands")
        yield self.key("zoom")
        yield self.key("redo")
        yield self.key("log")

    def help_keys(self) -> Iterator[tuple[str, str]]:
        """Yield the other keys, with what they do."""
        yield say("letters"), say("go into the command line; Tab completes, Esc empties it")
        yield "^P", say("all commands, to be found by some letters or chosen with the mouse")
        yield say("1 to 9"), say(self.table.NUMBERS)
        yield "... ; ...", say("several of these in one line, one after another")
        yield say("arrows"), say("move the cursor, while nothing is typed")
        yield "Enter", say("choose what is at the cursor; a second click does the same")
        yield "Tab", say("go to the next place where something may be chosen, the best first")
        yield from ((shown, say(meaning)) for _, shown, meaning in self.table.KEYS)
        yield "PgUp PgDn", say("scroll the panels beside the board")

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys, the commands and the notation of actions."""
        yield from super().help_lines()
        yield []
        yield [(say("Actions"), HEAD)]
        for command, meaning in self.face.help or ((self.face.examples, None),):
            ending = f"     {render_message(meaning)}" if meaning else ""
            yield [(f"  {as_typed(command)}{ending}", "")]
        if self.face.orders:
            yield [(say("And in advance: {examples}", examples=as_typed(self.face.orders)), "")]

    def press(self, key: str) -> None:
        """Take a key of the game."""
        if self.is_my_turn and not self._thinking and self.table.press(key):
            self.draw_board()

    def _question(self) -> Asked:
        """Return what is asked on the screen, of nobody while no person is to choose."""
        is_asked = self.is_my_turn and not self._thinking
        seat = self.session.to_act if is_asked else None
        return Asked(self.session.state, seat, self.table.menu)

    def line_begins(self) -> None:
        """Note what is asked now: a number that is typed belongs to it."""
        self._asked = self._question()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Note what is asked when a line is begun, or another one in its place."""
        if event.input is self.line:
            before, self._typed = self._typed, event.value
            if not (before and event.value.startswith(before)):
                self.line_begins()

    def goes_on(self) -> bool:
        """Return whether the rest of a line may be done: it is for the person who has typed it."""
        seat, to_act = self._asked.seat, self.session.to_act
        if self.is_my_turn and seat not in (None, to_act) and not self.session.may_overrule:
            assert to_act is not None, "a person is to act"
            told = say("It is the turn of {name}.", name=self.table.names[to_act])
            self.message([(told, BAD)])
            return False
        return super().goes_on()

    def _take(self, typed: str) -> bool:
        """Take a numbered choice; return whether there is one and it is made or shown."""
        if not self._may_choose():
            return False
        number = as_number(typed) or 0
        if self._asked.is_now(self.session) and self.table.take_number(number):
            self.draw_board()
            return True
        try:
            choice = self._asked.choice(self.session, typed, number)
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            self.line_begins()  # the choices of now are seen from now on
            return False
        if choice is None:
            count, found = len(self._asked.menu.choices), in_short(typed)
            wrong = say(
                "There is no choice {number}; take 1 to {count}.", number=found, count=count
            )
            self.message([(wrong, BAD)])
            return False
        if choice.menu is not None:
            return self._offer(choice.menu())
        return self.make(choice.action)

    def _offer(self, menu: Menu) -> bool:
        """Make the only choice of a menu, or show it."""
        if len(menu.choices) == 1 and menu.choices[0].action is not None:
            return self.make(menu.choices[0].action)
        self.push_screen(MenuDialog(menu, self.face.format), self._chosen)
        return True

    def _chosen(self, action: Any) -> None:
        rest = self.line.value
        if action is not None and self.make(action) and rest:
            self.line.refused(rest)  # it waited for the choice

    def action_choices(self) -> None:
        """Show all choices as a list."""
        if self._may_choose() and self.table.menu.choices:
            self._offer(self.table.menu)

    def enter(self) -> None:
        """Choose what the hint says or what is at the cursor; show the result again at the end."""
        if self.session.to_act is None:
            self.go_on()
        if not self.is_my_turn or self._thinking:
            return
        hinted, place = self._hint
        action = hinted if place == self._place() else self.table.enter()
        if action is None:
            self.draw_board()
            if not self.table.targets():
                self.message([(say("Type a number or a move; F4 shows all choices."), DIM)])
            return
        if missing := self.face.missing(action):
            told, rest = missing
            self.line.value, self.line.cursor_position = rest, 0
            self.message([(told, GOOD)])
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
            self._drop_hint()
        self.line.placeholder = self._invitation()

    def _drop_hint(self) -> None:
        self._hint, self._hinted = (None, None), ()
        self.message()

    def _invitation(self) -> str:
        """Return what the empty command line says: what Enter does, and what may be typed."""
        if not self.is_my_turn:
            return ""
        hinted, place = self._hint
        action = hinted if place == self._place() else self.table.at_cursor()
        told = say("Type a move, a number or a word.")
        if action is None or self.session.check(action):
            return told
        return say("{told} Enter: {action}", told=told, action=self.face.format(action))

    def on_board_picked(self, event: Board.Picked) -> None:
        """Move the cursor to what was clicked; a click where a person put it chooses.

        Where the game put it nobody may have looked.
        """
        if event.spot == self._own_spot == self.table.cursor:
            self.enter()
            return
        before, self.table.cursor = self.table.cursor, event.spot
        if not self.table.is_spot(event.spot):
            self.table.cursor = before
        self._drop_hint()
        self._forget_clicks()
        self._own_spot = self.table.cursor
        self.draw_board()

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor."""
        super().action_step(dx, dy)
        self._own_spot = self.table.cursor

    def action_cycle(self, step: int) -> None:
        """Go to the next target, or complete the command."""
        super().action_cycle(step)
        self._own_spot = self.table.cursor

    def action_hint(self) -> None:
        """Say what the strongest bot would do; asked again, how the game would go on."""
        if not self._may_choose():
            return
        hinted, place = self._hint
        if hinted is None or place != self._place() or not self._hinted:
            self.think_of_a_hint()
            return
        told = hint_lines(self.session.wing, self.face, self.table.names, self._hinted)
        lines: list[Line] = [[(indent + line, "")] for indent, line in told]
        self.push_screen(TextDialog(say("The best choices"), lines))

    @work(exclusive=True, group="hint")
    async def think_of_a_hint(self) -> None:
        """Ask the strongest bot, and put the cursor where it would act.

        A hint that comes when the game has gone on is not told.
        """
        session, state = self.session, self.session.state
        seat = session.to_act
        assert seat is not None, "the game is over"
        thoughts = session.known_hint()
        if not thoughts:
            self.message([(say("The bot is thinking."), DIM)])
            place = len(session.moves)
            found = self.thinker.ask(
                "choices", lambda: session.position(seat, place), effort=self.effort
            )
            thoughts = await asyncio.wrap_future(found)
        if self.session.state is not state:
            return
        if not thoughts:
            self.message([(say("There is no hint: what thinks is always ended."), BAD)])
            return
        action = thoughts[0].action
        self.table.show(action)
        self._forget_clicks()
        self.draw_board()
        self._hint = action, self._place()
        self._hinted = thoughts if thoughts[0].samples else ()
        self.line.placeholder = self._invitation()
        self.message(*self._hint_message(thoughts))

    def _hint_message(self, thoughts: Sequence[Thought[Any]]) -> Iterator[Line]:
        """Yield the best choice with its reason, then as many with values as fit into a line."""
        best = thoughts[0]
        words = self.face.format(best.action)
        told: Line = [
            (Clickable(say("Hint (Enter does it): "), typed=words), DIM),
            (Clickable(words, typed=words), GOOD),
        ]
        if best.reason is not None:
            told.append((f" ({render_message(best.reason)})", ""))
        yield told
        if best.samples:
            wing = self.session.wing
            values: list[Part[Line]] = [Part([[(Clickable(say("F2: why"), key="f2"), DIM)]])]
            for place, thought in enumerate(thoughts):
                words = self.face.format(thought.action)
                value = f" {worth_words(wing, thought.worth)}"
                values.append(
                    Part([[(Clickable(words, typed=words), "bold"), (value, "")], []], place)
                )
            yield in_a_row(values, self.size.width - 2)

    def _place(self) -> Any:
        """Return a value that changes with every move and every step of the cursor."""
        return len(self.session.moves), self.table.cursor, self.table.at_cursor()

    def action_why(self, text: str = "") -> bool:
        """Say whether an action, what was refused or what is at the cursor is allowed, and why.

        Returns whether there is something to explain: a text may be no action.
        """
        if not text and self.session.to_act is None:
            return self._may_choose()
        action = self._read(text) if text else self._refused or self.table.at_cursor()
        if action is not None:
            self._explain(action)
        elif not text:
            self.push_screen(TextDialog(say("Allowed now"), self._allowed_lines()))
        return action is not None or not text

    def _explain(self, action: Any) -> None:
        words = in_short(self.face.format(action))
        refusal = self.session.check(action)
        lines: list[Line] = []
        if refusal is None:
            title = say("{action} is allowed.", action=words)
        else:
            title = say("{action} is not allowed", action=words)
            lines.append([(f"{refusal.rule}: ", BAD), (render_message(refusal), "")])
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

    def action_undo(self) -> None:
        """Take the last choice of a person back."""
        if self._waits("undo"):
            return
        self.workers.cancel_group(self, "bots")
        taken = self.session.undo()
        self._after_travel(
            say("Taken back: {count:move|moves}", count=len(taken)) if taken else "",
            say("There is nothing to take back."),
        )

    def action_redo(self) -> None:
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
        self._look_through_eyes(self.table.viewer)
        self.rewrite_log(self.session.moves)
        self.message([(told or nothing, DIM)])
        if told and not self._humans:
            self.paused = True  # only bots: or they would go on at once
        self.go_on()

    def action_save(self, name: str) -> bool:
        """Write a copy of the game so far, and return whether that was done."""
        if not name:
            self.message([(say("Write save and the name of a file."), DIM)])
            return False
        try:
            write_copy(self.session, Path(name))
        except NotationError as problem:
            self.message([(render_error(problem), BAD)])
            return False
        self.message([(say("A copy is in {file}.", file=visible(name)), DIM)])
        return True

    def action_pause(self) -> None:
        """Pause the bots, or let them go on."""
        if self.session.to_act is None:
            self._may_choose()
            return
        self.paused = not self.paused
        self.message()
        self.draw()
        if not self.paused and not self.is_my_turn and self.session.to_act is not None:
            self.let_bots_play()

    def action_slower(self) -> None:
        """Wait longer before each move of a bot."""
        self._set_pause(1)

    def action_faster(self) -> None:
        """Wait less."""
        self._set_pause(-1)

    def _set_pause(self, step: int) -> None:
        self.bot_pause = self.settings.pause = next_pause(self.bot_pause, step)
        self.settings.keep()
        self.message([(pause_words(self.bot_pause), DIM)])

    def action_confirm(self, wanted: str = "") -> bool:
        """Ask before something is thrown away, or do not."""
        try:
            answer = set_confirm(self.session, self.settings, wanted)
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            return False
        self.message([(answer, DIM)])
        return True

    def action_go(self) -> None:
        """Play on to the next real choice."""
        if self._thinking:
            self.session.plays_on = True
        elif self.session.play_on():
            self.paused = False
            self.go_on()
        elif self._may_choose():
            self.message([(say("You have to choose here."), DIM)])

    def action_chart(self) -> bool:
        """Show what the game has come to, unless that would show what is hidden."""
        if self.session.to_act is not None and self.face.hides(self.session.state):
            told = say("That is shown when the game is over: it tells what is hidden.")
            self.message([(told, DIM)])
            return False
        return super().action_chart()

    def action_rematch(self) -> bool:
        """Begin another game of the same players, if this one is over; return whether it is."""
        if self.again is None or self.session.to_act is not None:
            self.message([(say("A rematch follows a game that is over."), DIM)])
            return False
        self.session, self.save = self.again()
        self.table = table_of(self.face, self.table.names, self.session.state)
        self._refused, self._hint, self._wanted = None, (None, None), None
        self.on_mount()
        return True

    def commands(self) -> Iterator[str]:
        """Yield what may be typed: what is allowed now, then beginnings that make sense."""
        yield from self.table.narrowest()
        yield from map(as_typed, self.table.words())
        yield from super().commands()

    def offered(self) -> Sequence[Command]:
        """Return the commands, with those that the game adds."""
        return (*super().offered(), *of_game(self.face.order_words))

    def read_line(self, line: str) -> bool:
        """Take a numbered choice or an order in advance, or make the action of a line."""
        if is_number(line):
            return self._take(line)
        ordered = self._order(line)
        if ordered is not None:
            return ordered
        if menu := self.table.asked(line):
            return self._may_choose() and self._offer(menu)
        action = self._read(line)
        return action is not None and self.make(action)

    def _order(self, line: str) -> bool | None:
        """Take an order in advance; return whether it is taken, None if the line is none."""
        seat = self.session.to_act if self.is_my_turn else self.table.viewer
        if seat is None or seat not in self._humans:
            return None
        before = list(self.session.moves)
        try:
            if self._thinking:
                return self._order_later(seat, line)
            given = self.session.order(seat, line)
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
            return False
        except IllegalAction as problem:
            self._refuse(problem.action, problem.refusal)
            return False
        if given is None:
            return None
        moves = self.session.moves
        if moves[: len(before)] != before:  # an earlier entry was corrected
            self.rewrite_log(moves)
            before = moves
        self._made(moves[len(before) :])
        if given.told:
            self._answer(given)
        elif not self._standing_message():
            self.message([(say("In advance: {orders}", orders=say("nothing")), DIM)])
        return True

    def _order_later(self, seat: Seat, line: str) -> bool | None:
        """Take an order once the bot has moved. Raises what is wrong with it at once."""
        state = self.session.game.observe(self.session.state, seat).public
        given = self.session.standing[seat].read(state, seat, line)
        if given is None:
            return None
        self._orders.append((seat, line))
        if given.told:
            self._answer(given)
            return True
        self.message([(say("Taken when the bot has moved: {order}", order=line), DIM)])
        return True

    def _answer(self, given: ParsedOrder) -> None:
        assert given.told is not None, given
        title, *lines = given.told(self.table.names)
        self.push_screen(TextDialog(title, [[(text, "")] for text in lines]))

    def _take_orders(self) -> None:
        """Take the orders that waited for the bot; what they do is what comes next anyway."""
        while self._orders:
            before = len(self.session.moves)
            seat, line = self._orders.pop(0)
            try:
                self.session.order(seat, line)
            except NotationError as problem:  # as of a plan that has no step any more
                self.message([(render_message(problem), BAD)])
                self.line.keep(line)
            except IllegalAction as problem:
                self._refuse(problem.action, problem.refusal)
                self.line.keep(line)
            for number, move in enumerate(self.session.moves[before:], start=before + 1):
                self.log_move(move, number)

    def _read(self, text: str) -> Any:
        """Return the action that a text means, None after saying that there is none."""
        try:
            return self.face.parse(self.table.state, text)
        except NotationError as problem:
            self.message([(say("Not understood: "), BAD), (render_message(problem), "")])
            return None

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
        if said_before := advance_words(self.session, self.save):
            told.append([(said_before, "")])
        self.push_screen(Question(say("Leave the game?"), told), self._leave_if)

    def _leave_if(self, answer: bool | None) -> None:
        if answer:
            self.exit()


def run_screen(
    session: Session, save: Save | None, *, pause: float, settings: Settings, again: Again
) -> None:
    """Play ``session`` in full screen until it ends or somebody leaves.

    ``pause`` are the seconds before each move of a bot, ``again`` makes the game of a rematch.
    """
    run_screen_app(GameApp(session, save, pause=pause, settings=settings, again=again))
