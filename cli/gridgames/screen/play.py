"""The full screen of a game that is being played."""

import asyncio
from collections.abc import Iterator, Sequence
from itertools import starmap
from time import monotonic
from typing import Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.timer import Timer
from textual.widgets import Input

from gridcommon.contract import Seat
from gridcommon.errors import GridgamesError, IllegalAction, NotationError
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.screen.application import run_screen_app
from gridgames.screen.game_screen import bindings
from gridgames.screen.pointing import PointingScreen
from gridgames.screen.widgets.dialogs import HandOver, Question, TextDialog
from gridgames.screen.widgets.panels import folded
from gridgames.show.face import Move
from gridgames.show.table import BAD, DIM, HEAD, Part
from gridgames.table import answers
from gridgames.table.answers import Answer
from gridgames.table.command_table import PLAYING, Front
from gridgames.table.desk import Desk
from gridgames.table.narration import news
from gridgames.table.saves.new_games import Again
from gridgames.table.saves.saves import Save
from gridgames.table.saves.saves_text import advance_words, broken_off_words, command_on
from gridgames.table.session import Session
from gridgames.table.settings import Settings
from gridgames.terminal.frames import Section
from gridgames.terminal.output import Clickable, Line

_SHOWN = 0.1  # seconds between pictures while bots play without a pause
_MOMENT = 2.5  # seconds for which changes are highlighted
_BETWEEN = 0.5  # seconds between the moves of a replay
_TICK = 0.1  # seconds between two looks for news from elsewhere
_SLOW = 0.15  # seconds of a move that make keys wait


class GameApp(PointingScreen):
    """A game being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(PLAYING),
        Binding("pagedown", "side(1)", show=False),
        Binding("pageup", "side(-1)", show=False),
    ]

    def __init__(
        self,
        session: Session,
        save: Save | None = None,
        *,
        pause: float = 0,
        settings: Settings | None = None,
        again: Again | None = None,
    ) -> None:
        desk = Desk(session, Front.SCREEN, save, pause, settings, again)
        desk.previews = self.previews
        super().__init__(desk, desk.settings)
        desk.note_question(desk.question())
        self.paused = False
        self._slow: set[str] = set()  # levels of bots that took long for a move
        self._typed = ""  # in the command line
        self._drawn = 0.0  # when the screen was last drawn while bots play
        self._told: tuple[Any, list[tuple[Seat | None, str]]] = (None, [])  # by place and seat
        self._fading: Timer | None = None  # ends a highlight
        self._message_state: Any = None  # the state that the message is about
        self._humans = session.humans
        self.replays = False  # a replay of the game follows
        self._is_listening = False  # to the table of another computer

    def on_mount(self) -> None:
        self.message()
        self.table.planned = self._planned
        self.look_through_eyes(self._humans[0] if len(self._humans) == 1 else None)
        self.draw_frame()  # before the board, so that it is laid out only once
        self.rewrite_log(self.session.moves)
        self.call_after_refresh(self.go_on)
        if self.session.policy.is_remote and not self._is_listening:
            self._is_listening = True  # a rematch mounts again
            self.set_interval(_TICK, self.listen)

    def listen(self) -> None:
        """Follow the table of another computer, and show what has happened."""
        session, policy, before = self.session, self.session.policy, len(self.session.moves)
        told = list(policy.news(0))
        if len(session.moves) < before:
            self.show_travelled(told.pop())
            before = len(session.moves)
        try:
            while policy.is_ready:
                session.next_move()
        except GridgamesError as problem:
            told.append(policy.recover(problem))
        if made := session.moves[before:]:
            self.history.add(self.table, made, before)
            self.draw_log()
            self.go_on()
        for sentence in told:
            self.message([(sentence, BAD)])

    def look_through_eyes(self, seat: Seat | None) -> None:
        self.table.viewer = seat
        self.table.look(self.session.state, may_choose=self.session.waits_for_human)

    def _planned(self) -> Sequence[Any]:
        """Return the actions of the viewer's plan."""
        seat = self.table.viewer
        return () if seat is None else self.session.standing[seat].actions

    def go_on(self) -> None:
        """Continue the game: a bot moves, a person chooses, or the game ends."""
        self.workers.cancel_group(self, "hint")
        seat = self.session.to_act
        if seat is None:
            self.look_through_eyes(None)
            self.draw()
            again = ("rematch",) if self.desk.again else ()
            after = [say("^Z undoes the last move, F10 leaves.")]
            self.show_result(after, *self.session.policy.AFTER_THE_END, *again)
            return
        if not self.session.waits_for_human:
            self.look_through_eyes(self.table.viewer)
            self.draw()
            if self.session.is_broken_off:
                self.message([(broken_off_words(self.session.rounds), "")])
            elif not self.session.policy.is_remote:
                self.let_bots_play()
            return
        is_other = len(self._humans) > 1 and self.table.viewer != seat
        if is_other and self.face.hides(self.session.state):
            self.push_screen(HandOver(self.table.names[seat]), lambda _: self._show_turn(seat))
        else:
            self._show_turn(seat)

    def _show_turn(self, seat: Seat) -> None:
        self.look_through_eyes(seat)
        self._forget_clicks()
        targets = self.table.targets()
        if targets and self.table.cursor not in targets:
            self.table.cursor = targets[0]
        chosen = self.session.places_of_choices((seat,))
        self.highlight(chosen[-1] + 1 if chosen else len(self.session.moves))
        self.draw()

    def highlight(self, first: int) -> None:
        """Highlight for a moment what the moves from ``first`` on have changed."""
        if not self.settings.motion:
            return
        before = self.session.state_after(first)
        self.table.changed = self.face.changed_places(before, self.session.state)
        if self._fading:
            self._fading.stop()
        if self.table.changed:
            self._fading = self.set_timer(_MOMENT, self._fade)

    def _fade(self) -> None:
        self.table.changed = ()
        if self.screen_stack:  # otherwise the game was left meanwhile
            self.draw()

    def story(self, width: int) -> Sequence[Part[Section]]:
        seat = self.table.viewer
        if seat is None or self.session.to_act is None:
            return ()
        place = len(self.session.moves), seat
        if self._told[0] != place:
            self._told = place, news(self.session, seat)
        lines = [*starmap(self._story_line, self._told[1])]
        if not lines:
            return ()
        brief = [next(folded(line, width)) for line in lines]
        title = say("Since your last move")
        return [Part([Section(title, lines), Section(title, brief), Section()], 2)]

    def _story_line(self, seat: Seat | None, words: str) -> Line:
        if seat is None:
            return [(words, DIM)]
        name = "".join(text for text, _ in self.table.name(seat))
        return [(f"{name} ", self.table.style_of(seat)), (words, "")]

    @work(exclusive=True, group="bots")
    async def let_bots_play(self) -> None:
        """Make moves of bots, and of people without a choice, until a person has to choose."""
        session = self.session
        while not (session.to_act is None or session.waits_for_human or session.is_broken_off):
            if self.paused:
                return
            if pause := 0 if self.session.plays_on else self.desk.pause:
                await asyncio.sleep(pause)
                if self.session.waits_for_human:
                    break
            self.desk.is_thinking = True
            try:
                move = await self._next_move()
            finally:
                self.desk.is_thinking = False
            self.history.add(self.table, [move], len(self.session.moves) - 1)
            self._take_orders()
            if self.desk.waiting_command:
                wanted, self.desk.waiting_command = self.desk.waiting_command, ""
                self.action_command(wanted)
                return
            if pause or monotonic() - self._drawn > _SHOWN:
                self.look_through_eyes(self.table.viewer)
                self.highlight(len(self.session.moves) - 1)
                self.draw()
                self.draw_log()
                self._drawn = monotonic()
                await asyncio.sleep(0)
        self.draw_log()
        self.go_on()

    async def _next_move(self) -> Move:
        """Make the next move. A bot that took long before thinks in another process."""
        session, seat = self.session, self.session.to_act
        assert seat is not None, "the game is over"
        place, level = len(session.moves), session.players[seat].level
        if level in self._slow:
            found = self.thinker.ask("move", lambda: session.position(seat, place), level=level)
            for thought in await asyncio.wrap_future(found) or ():
                return session.act(thought.action, thought.reason)
        start = monotonic()
        move = await asyncio.to_thread(session.next_move)
        if level and session.bots.is_ours(level) and monotonic() - start > _SLOW:
            self._slow.add(level)
        return move

    def message(self, *lines: Line) -> None:
        """Show a message until the state of the game changes."""
        super().message(*(lines or self._standing_message()))
        self._message_state = self.session.state if lines else None

    def _standing_message(self) -> Sequence[Line]:
        """Return the message to show without another: the pause, or the viewer's orders."""
        if self.paused:
            return [[(say("PAUSED: the bots wait. F9: continue."), "bold #101010 on #ffb347")]]
        seat = self.table.viewer
        if seat is not None and self.session.players[seat].is_human:
            if self.session.to_act == seat and (changed := self.desk.plan_words()):
                return [[(changed, BAD)]]
            orders = list(self.session.standing[seat].describe(self.session.state))
            if orders:
                return [[(self.desk.orders_words(orders), DIM)]]
        return []

    def title_line(self, room: int) -> Line:
        if not self.paused:
            return super().title_line(room)
        label = f" {say('PAUSED')} "
        rest = super().title_line(room - len(label) - 1)
        return [(label, "bold #101010 on #ffb347"), (" ", ""), *rest]

    def action_forget(self) -> None:
        """Empty the command line, and answer an open question with no."""
        self.session.clear_confirmation()
        self._forget_clicks()
        if self.session.may_overrule:
            self.desk.last_refused = None
        super().action_forget()

    def draw(self) -> None:
        """Draw everything, and warn if the game cannot be saved."""
        if lines := list(self._step_lines()):
            self._panel("#lesson").show(lines)
        super().draw()
        if self._message_state is not self.session.state:
            self.message()
        if self.desk.save and (trouble := self.desk.save.trouble):
            template = (
                "Not saved: {trouble}. The game continues, and will be saved as soon as possible."
            )
            self.message([(say(template, trouble=trouble), BAD)])

    def _step_lines(self) -> Iterator[Line]:
        """Yield the task of a lesson after the end of the last one, or the next thing to do."""
        step, last = self.session.policy.step, self.session.policy.last_step
        if step is not None:
            if last is not None and last.after:
                yield [(last.after, DIM)]
            request = Clickable(step.request, typed=step.move)
            yield [(step.heading, HEAD), ("   ", ""), (request, "bold #ffb347")]
            yield [(step.text, "")]
        elif last is not None and self.session.to_act is None:
            command = f"gridgames play {self.session.game.NAME}"
            yield [(self.session.policy.over_words(), HEAD)]
            yield [(say("Start a game: {command}", command=command), DIM)]

    def choice_lines(self, most: int = 9) -> Iterator[Line]:
        yield from super().choice_lines(most)
        yield from self.table.numbered_lines(self._side.text, most)

    def keys(self) -> Iterator[tuple[str, str]]:
        yield self.key("help")
        if self.session.to_act is None:
            yield "Enter", say("the result")
            yield from map(self.key, ("undo", "quit", "chart", "log", "rules", "zoom"))
            yield "^P", say("commands")
            return
        if self.session.waits_for_human:
            yield self.key("hint")
            yield from ((say(shown), say(meaning)) for shown, meaning in self.table.useful_keys())
        else:
            yield self.key("pause", say("continue") if self.paused else say("pause"))
            if "slower" in self.desk.words:
                yield "F6 F7", say("slower, faster")
        yield from map(self.key, ("undo", "quit", "choices"))
        yield self.key("go", say("play on"))
        yield "^P", say("commands")
        yield from map(self.key, ("rules", "zoom", "log", "redo", "why"))

    def help_keys(self) -> Iterator[tuple[str, str]]:
        yield say("letters"), say("go into the command line; Tab completes, Esc empties it")
        yield "^P", say("all commands; type some letters or use the mouse to choose one")
        yield say("1 to 9"), say(self.table.NUMBERS)
        yield "... ; ...", say("several of these in one line, one after another")
        yield say("arrows"), say("move the cursor, while nothing is typed")
        yield "Enter", say("make the choice at the cursor; a second click does the same")
        yield "Tab", say("move to the next place with a choice, the best first")
        yield from ((say(shown), say(meaning)) for _, shown, meaning in self.table.KEYS)
        yield "PgUp PgDn", say("scroll the panels beside the board")

    def help_lines(self) -> Iterator[Line]:
        """Yield the keys and commands, then the notation of actions."""
        yield from super().help_lines()
        yield []
        yield [(say("Actions"), HEAD)]
        for command, meaning in self.face.help or ((self.face.examples, None),):
            ending = f"     {render_message(meaning)}" if meaning else ""
            yield [(f"  {as_typed(command)}{ending}", "")]
        if self.face.orders:
            yield [(say("Queued orders: {examples}", examples=as_typed(self.face.orders)), "")]

    def line_begins(self) -> None:
        """Note the current question: a number that is typed belongs to it."""
        self.desk.note_question(self.desk.question())

    def on_input_changed(self, event: Input.Changed) -> None:
        """Note the current question when a line is started or replaced."""
        if event.input is self.line:
            before, self._typed = self._typed, event.value
            if not (before and event.value.startswith(before)):
                self.line_begins()

    def may_do(self, part: str) -> bool:
        """Return whether another part of a line may be done: not in another person's turn."""
        seat, to_act = self.desk.asked.seat, self.session.to_act
        may = self.session.may_overrule or seat in (None, to_act)
        if self.session.waits_for_human and to_act is not None and not may:
            self.message([(self.desk.turn_words(to_act), BAD)])
            return False
        return super().may_do(part)

    def show(self, answer: Answer) -> bool:
        match answer:
            case answers.Made():
                self._show_made(answer)
            case answers.Refused():
                self.show_refused(answer)
            case answers.Confirm():
                self.show_confirm(answer)
            case answers.Preview():
                self.show_preview(answer.action)
            case answers.OpenMenu():
                return self.open_menu(answer.menu)
            case answers.Misread():
                problem = render_message(answer.problem)
                self.message([(say("Not understood: "), BAD), (problem, "")])
            case answers.Explained():
                self.show_explained(answer)
            case answers.Allowed():
                self.push_screen(TextDialog(say("Allowed now"), self.allowed_lines()))
            case answers.HintWanted():
                self.show_hint_wanted(answer.seat)
            case answers.Hint():
                self.show_hint(answer.thoughts)
            case answers.Travelled():
                self.show_travelled(answer.text)
            case answers.GoesOn():
                self.paused = False
                self.go_on()
            case answers.NewGame():
                self.table = self.new_table()
                self.desk.table, self.desk.last_refused = self.table, None
                self._hint, self.desk.waiting_command = (None, None), ""
                self.on_mount()
            case answers.Pointed():
                self.draw_board()
            case _:
                return super().show(answer)
        return answer.is_done

    def _show_made(self, answer: answers.Made) -> None:
        self.desk.last_refused = None
        self.message()
        self.line.clear()
        before = len(self.session.moves) - len(answer.moves)
        if isinstance(answer, answers.Ordered) and answer.is_rewritten:
            self.history.rewrite(self.table, self.session.moves[:before])
        self.history.add(self.table, answer.moves, before)
        self.draw_log()
        self.go_on()
        if isinstance(answer, answers.Ordered):
            if answer.told:
                self.show_text(answer.told)
            elif not self._standing_message():
                self.message([(answer.orders, DIM)])

    def show_travelled(self, text: str) -> None:
        self.workers.cancel_group(self, "bots")
        self.desk.last_refused = None
        self.look_through_eyes(self.table.viewer)
        self.rewrite_log(self.session.moves)
        self.message([(text, DIM)])
        if not self._humans:
            self.paused = True  # otherwise the bots would play on at once
        self.go_on()

    def action_side(self, step: int) -> None:
        pane = self.screen_stack[0].query_one("#panels", VerticalScroll)
        pane.scroll_relative(y=step * max(pane.size.height // 2, 1), animate=False)

    def action_replay(self) -> bool:
        """Leave this screen for a replay of the finished game."""
        if self.session.to_act is not None:
            self.message([(say("A game can be watched again after its end."), BAD)])
            return False
        self.replays = True
        if found := self.found_review():
            from gridgames.study.review.review_text import marks

            self.session.marks = marks(self.session, found)
        self.exit()
        return True

    def action_pause(self) -> None:
        if self.session.to_act is None:
            self.message([(self.session.policy.over_words(), BAD)])
            return
        self.paused = not self.paused
        self.message()
        self.draw()
        if not self.paused and not self.session.waits_for_human:
            self.let_bots_play()

    def commands(self) -> Iterator[str]:
        """Yield the legal actions, the start of other actions, and the commands."""
        yield from self.table.narrowest()
        yield from map(as_typed, self.table.words())
        yield from super().commands()

    def _take_orders(self) -> None:
        while self.desk.waiting_orders:
            before = len(self.session.moves)
            seat, line = self.desk.waiting_orders.pop(0)
            try:
                self.session.order(seat, line)
            except NotationError as error:  # for example a plan without a step to take back
                self.message([(render_message(error), BAD)])
                self.line.keep(line)
            except IllegalAction as error:
                refused = answers.Refused(error.action, error.refusal, is_done=False)
                self.show(self.desk.refused(refused))
                self.line.keep(line)
            self.history.add(self.table, self.session.moves[before:], before)

    def action_ask_to_leave(self) -> None:
        """Ask before leaving; leave at once if the game is over or on a second Ctrl-C."""
        is_kept = self.session.policy.leaving() == ""
        if self.session.to_act is None or is_kept or isinstance(self.screen, Question):
            self.exit()
            return
        lines = list(self.leaving_lines())
        if orders := advance_words(self.session, self.desk.save):
            lines.append([(orders, "")])
        question = Question(say("Leave the game?"), lines)
        self.push_screen(question, lambda leaves: self.exit() if leaves else None)

    def leaving_lines(self) -> Iterator[Line]:
        """Yield what happens to the game when the person leaves."""
        save, told = self.desk.save, self.session.policy.leaving()
        if told:
            yield [(told, "")]
        elif save is None:
            yield [(say("This game is not saved."), BAD)]
        elif not save.is_begun:
            yield [(say("No move was made, so nothing was saved."), "")]
        elif save.trouble:
            yield [(say("Not saved: {trouble}", trouble=save.trouble), BAD)]
        else:
            command = command_on(save, "resume", self.session.bots.words())
            yield [(say("The game is saved; continue with: {command}", command=command), "")]


def run_screen(
    session: Session,
    save: Save | None = None,
    *,
    pause: float = 0,
    settings: Settings,
    again: Again | None = None,
) -> None:
    """Play ``session`` in full screen until a person leaves.

    ``pause`` is the number of seconds before each move of a bot; ``again`` makes a rematch.
    """
    app = GameApp(session, save, pause=pause, settings=settings, again=again)
    run_screen_app(app)
    if app.replays:
        from gridgames.screen.replay import run_replay

        run_replay(app.session, pause=_BETWEEN, settings=settings)
