"""The full screen of a table, whatever its activity; pointing, clicks and hints."""

import asyncio
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.timer import Timer
from textual.widgets import Input

from gridcommon.contract import Seat
from gridcommon.errors import GridgamesError, IllegalAction, NotationError, truncate
from gridcommon.evaluation import Candidate, Effort
from gridcommon.spelling import as_number
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.screen.application import run_screen_app
from gridgames.screen.game_screen import best_choices, bindings
from gridgames.screen.keys import end_keys
from gridgames.screen.replay_screen import REPLAY_BINDINGS, ReplayScreen
from gridgames.screen.widgets.dialogs import (
    HandOver,
    MenuDialog,
    TextDialog,
    YesNo,
    rule_lines,
)
from gridgames.screen.widgets.panels import Board
from gridgames.show.face import as_one
from gridgames.show.menus import Choice, Menu
from gridgames.show.parts import Panel
from gridgames.show.table import BAD, DIM, GOOD, HEAD, Spot
from gridgames.table import answers
from gridgames.table.answers import Confirm, Rejection, Reply, Ruling, problem
from gridgames.table.command_table import DRAFTING, PLAYING, REPLAYING, Front
from gridgames.table.desk import Desk
from gridgames.table.evaluation_text import hint_lines
from gridgames.table.replay import ROUND, ReplayPolicy
from gridgames.table.saves.new_games import Again
from gridgames.table.saves.saves import Save, advance_words, broken_off_words, command_on
from gridgames.table.session import Session
from gridgames.table.settings import Settings
from gridgames.terminal.output import Clickable, Line

if TYPE_CHECKING:
    pass

_ALLOWED = 8  # legal choices shown with a refusal
_SHOWN = 0.1  # seconds between pictures while bots play without a pause
_MOMENT = 2.5  # seconds for which changes are highlighted
_BETWEEN = 0.5  # seconds between the moves of a replay
_TICK = 0.1  # seconds between two looks for news from elsewhere
_GRACE = 0.7  # seconds after the end in which keys are not taken for its own
_SLOW = 0.15  # seconds of a move that make keys wait


class GameApp(ReplayScreen):
    """A table on the screen, whatever its policy is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings((*PLAYING, *REPLAYING, *DRAFTING)),
        *REPLAY_BINDINGS,
        Binding("pagedown", "side(1)", show=False),
        Binding("pageup", "side(-1)", show=False),
        *(
            Binding(f"shift+{key}", f"point({dx}, {dy})", show=False)
            for key, dx, dy in (("up", 0, -1), ("down", 0, 1), ("left", -1, 0), ("right", 1, 0))
        ),
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
        self._hint: tuple[Any, Any] = (None, None)  # an action, and its place
        self._hinted: Sequence[Candidate[Any]] = ()  # it and the next best, if they have values
        self.effort: Effort | None = None  # of a hint; by default the strongest level's
        self._clicked: tuple[Any, Any] = (None, None)  # the last previewed action, and its place
        self._own_spot: Spot = None  # the spot on which the person put the cursor
        self._slow: set[str] = set()  # levels of bots that took long for a move
        self._typed = ""  # in the command line
        self._left: tuple[Spot, Spot] = (None, None)  # before a city was typed, and that city
        self._drawn = 0.0  # when the screen was last drawn while bots play
        self._fading: Timer | None = None  # ends a highlight
        self._message_state: Any = None  # the state that the message is about
        self._humans = session.humans
        self.plays_now = False  # a game follows the lesson
        self._is_listening = False  # to the table of another computer

    def on_mount(self) -> None:
        if self.session.policy.is_replay:
            self.begin_replay()
            return
        if self.draft:
            self.close_line()
            self.draw()
            if self.draft.is_restored:
                told = say("Your unsaved position is back. z: without it.")
                self.message([(told, GOOD)])
            return
        self.message()
        self.table.planned, self.table.plan = self._planned, self._plan
        self.look_through_eyes(self._humans[0] if len(self._humans) == 1 else None)
        self.draw_frame()  # before the board, so that it is laid out only once
        self.draw_log()
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
        if len(session.moves) > before:
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

    def _plan(self) -> Panel | None:
        """Return the panel of the viewer's plan."""
        seat, table = self.table.viewer, self.table
        if seat is None or self.session.to_act is None:
            return None
        return self.session.standing[seat].panel(table.state, seat, table.names)

    def _due(self) -> Any | None:
        """Return what the viewer's plan does now, unless the person points elsewhere."""
        seat, action = self.table.viewer, self.table.at_cursor()
        if seat is None or self.session.to_act != seat:
            return None
        due = self.session.standing[seat].due(self.table.state, seat)
        if self._own_spot is not None and action not in due and not self.session.check(action):
            return None
        return as_one(due) if due else None

    def change_plan(self, text: str) -> None:
        """Change the plan of the person to act; a part that a rule forbids is refused."""
        seat = self.desk.orderer()
        if seat is None or self.desk.is_thinking:
            return
        try:
            self.session.order(seat, text)
            if failed := self.session.standing[seat].obstacle(self.table.state, seat):
                self.session.order(seat, "plan back")
                raise IllegalAction(self.table.part_at_cursor(), failed[1])
        except NotationError as problem:
            self.message([(render_message(problem), BAD)])
        except IllegalAction as problem:
            self.message([(render_message(problem.refusal), BAD)])
        else:
            self.message()
        self._own_spot, self._hint = None, (None, None)
        self.draw()

    def go_on(self) -> None:
        """Continue the game: a bot moves, a person chooses, or the game ends."""
        if self.draft:
            self.draw()
            return
        self.workers.cancel_group(self, "hint")
        seat = self.session.to_act
        if seat is None:
            self.look_through_eyes(None)
            if self.session.policy.ending():
                self.draw()
                self._end_lesson()
            else:
                self.show_end()
            return
        self.hide_end()
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
                await self._next_move()
            finally:
                self.desk.is_thinking = False
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

    async def _next_move(self) -> None:
        """Make the next move. A bot that took long before thinks in another process."""
        session, seat = self.session, self.session.to_act
        assert seat is not None, "the game is over"
        place, level = len(session.moves), session.players[seat].level
        if level in self._slow:
            found = self.thinker.ask("move", lambda: session.position(seat, place), level=level)
            for thought in await asyncio.wrap_future(found) or ():
                session.act(thought.action, thought.reason)
                return
        start = monotonic()
        await asyncio.to_thread(session.next_move)
        if level and session.bots.is_ours(level) and monotonic() - start > _SLOW:
            self._slow.add(level)

    def message(self, *lines: Line) -> None:
        """Show a message until the state of the game changes.

        A question that can no longer be read is not answered by Enter, but asked again.
        """
        self.session.clear_confirmation()
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

    def action_forget(self) -> None:
        """Empty the command line, and answer an open question with no."""
        self.session.clear_confirmation()
        self._forget_clicks()
        if self.session.may_overrule:
            self.desk.last_refused = None
        if self.draft and self.line.has_focus:
            self.close_line()
        elif self.draft:
            self.table.point(self.table.cursor)
            self.draw()
        else:
            self.table.press("escape")
            self.cover_board()
            self.draw_board()
        self.line.clear()
        self.message()

    def draw(self) -> None:
        """Draw everything, and warn if the game cannot be saved."""
        if lines := list(self._step_lines()):
            self._panel("#lesson").show(lines)
        super().draw()
        self.draw_timeline()
        if self._message_state is not self.session.state:
            self.message()
        if trouble := (self.desk.save or self.session.policy).trouble:
            told = say(
                "Not saved: {trouble}. It is tried again after every change.", trouble=trouble
            )
            self.message([(told, BAD)])

    def _step_lines(self) -> Iterator[Line]:
        """Yield the task of a lesson after the end of the last one, or the next thing to do."""
        step, last = self.session.policy.step, self.session.policy.last_step
        if step is not None:
            if last is not None and last.after:
                yield [(last.after, DIM)]
            request = Clickable(step.request, typed=step.typed)
            yield [(step.heading, HEAD), ("   ", ""), (request, "bold #ffb347")]
            yield [(step.text, "")]
            if step.by_hand:
                yield [(step.by_hand, "bold #ffb347")]
        elif last is not None and self.session.to_act is None:
            yield [(self.session.policy.over_words(), HEAD)]

    def action_step(self, dx: int, dy: int) -> None:
        if not self._is_replay:
            self.action_point(dx, dy)
        elif dx:
            self.action_jump(self.place + dx)
        else:
            self.action_landmark(ROUND, dy)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.input is not self.line:
            return
        line = event.value.strip()
        if not line:
            self.close_line()
            self.enter()
            return
        self._forget_clicks()  # an empty Enter after it does nothing
        self._hint, self.table.number = (None, None), None
        if self.table.is_pointed:
            self.draw_board()
        if self.do_line(line):
            self.close_line()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Note the current question when a line is started or replaced."""
        if event.input is self.line:
            before, self._typed = self._typed, event.value
            if not (before and event.value.startswith(before)):
                self.line_begins()
            if self.line.selection.is_empty:  # not kept for correction, below a question
                self._find(event.value)
            if self.table.field:
                self.set_number(as_number(event.value))

    def _find(self, text: str) -> None:
        """Put the cursor on the city that is typed, and back once something else is."""
        left, city = self._left
        was_found = city is not None and city == self.table.cursor
        if was_found:
            self.table.cursor = left
        left = self.table.cursor
        found = "" if self.desk.is_word(text) else self.table.find(text)
        self._left = (left, self.table.cursor) if found else (None, None)
        if found or was_found:
            self.draw_board()
            self.message(*([[(found, GOOD)]] if found else []))

    def show(self, answer: Reply) -> bool:
        match answer:
            case answers.Moves():
                self._show_made(answer)
            case answers.Rejection():
                self.show_refused(answer)
            case answers.Entry():
                self.message()
                self.draw()
            case answers.Confirm():
                self.show_confirm(answer)
            case answers.Preview():
                self.show_preview(answer.action)
            case answers.OpenMenu():
                return self.open_menu(answer.menu)
            case answers.Ruling():
                self.show_explained(answer)
            case answers.LegalChoices():
                self.push_screen(TextDialog(say("Allowed now"), self.allowed_lines()))
            case answers.HintWanted():
                self.show_hint_wanted(answer.seat)
            case answers.Hint():
                self.show_hint(answer.thoughts)
            case answers.HistoryChange():
                self.show_travelled(answer.text)
            case answers.Continuation():
                self.paused = False
                self.go_on()
            case answers.NewGame():
                self.table = self.new_table()
                self.desk.table, self.desk.last_refused = self.table, None
                self._hint, self.desk.waiting_command = (None, None), ""
                self.on_mount()
            case answers.Destination():
                self.action_jump(self.place)
            case answers.ScreenEffect():
                self._own_spot = self.table.cursor  # a number that chooses a tile marks it
                self.draw_board()
            case _:
                if self.draft:
                    self.draw_frame()
                return super().show(answer)
        return answer.is_done

    def _show_made(self, answer: answers.Moves) -> None:
        self.desk.last_refused, self._left = None, (None, None)
        self.message()
        self.line.clear()
        self.draw_log()
        self.go_on()
        if isinstance(answer, answers.OrderReply) and (
            isinstance(answer.told, answers.Prose) or not self._standing_message()
        ):
            super().show(answer.told)

    def show_travelled(self, text: str) -> None:
        self.workers.cancel_group(self, "bots")
        self.desk.last_refused = None
        self.look_through_eyes(self.table.viewer)
        self.draw_log()
        self.message([(text, DIM)])
        if not self._humans:
            self.paused = True  # otherwise the bots would play on at once
        self.go_on()

    def action_side(self, step: int) -> None:
        pane = self.screen_stack[0].query_one("#panels", VerticalScroll)
        pane.scroll_relative(y=step * max(pane.size.height // 2, 1), animate=False)

    def _end_lesson(self) -> None:
        """Show the last words of the lesson, and ask for a game."""
        policy = self.session.policy
        last = policy.last_step
        told: list[Line] = [[(last.after, "")], []] if last and last.after else []
        told += [[(policy.ending(), "")], []]

        def leave(plays: bool | None) -> None:
            self.plays_now = bool(plays)
            self.exit()

        self.push_screen(YesNo(f"{policy.over_words()} {say('Play now?')}", told), leave)

    def take_end_key(self, key: str) -> bool:
        if self.ending is None or self.line.value or len(self.screen_stack) > 1:
            return False
        if key == "tab":
            self.is_end_open = not self.is_end_open
            self.draw_end()
            return True
        words, name = end_keys(self.desk), "1-3" if key in ("1", "2", "3") else key.capitalize()
        if self._is_replay or not (name in words or key == "escape"):
            return False
        if monotonic() - self.ended_at < _GRACE:
            return True  # it was meant for the game
        if key == "escape":
            self.exit()
        elif name == "1-3":
            for moment in self.ending.moments[int(key) - 1 : int(key)]:
                self.see(moment.place)
        else:
            if words[name] == "export":  # the name has to be typed, or the command offers some
                self.open_line(f"{as_typed('export')} ")
            self.action_command(words[name])
        return True

    def action_pause(self) -> None:
        if self.session.to_act is None:
            self.show(problem(self.session.policy.over_words()))
            return
        self.paused = not self.paused
        self.message()
        self.draw()
        if not self.paused and not self.session.waits_for_human:
            self.let_bots_play()

    def _take_orders(self) -> None:
        while self.desk.waiting_orders:
            seat, line = self.desk.waiting_orders.pop(0)
            try:
                self.session.order(seat, line)
            except NotationError as error:  # for example a plan without a step to take back
                self.message([(render_message(error), BAD)])
                self.line.keep(line)
            except IllegalAction as error:
                refused = answers.Rejection(error.action, error.refusal, is_done=False)
                self.show(self.desk.refused(refused))
                self.line.keep(line)

    def action_ask_to_leave(self) -> None:
        """Ask before leaving; leave at once if the game is over or on a second Ctrl-C."""
        is_kept = self.session.policy.leaving() == ""
        if self.session.to_act is None or is_kept or isinstance(self.screen, YesNo):
            self.exit()
            return
        if self.draft:
            ways = [self.desk.words[word] for word in ("quit", "discard")]
            choices = [Choice(say(way.about), way.word) for way in ways]
            menu = Menu(say("Leave the position?"), choices)
            self.push_screen(MenuDialog(menu, as_typed), self._leave_draft)
            return
        lines = list(self.leaving_lines())
        if orders := advance_words(self.session, self.desk.save):
            lines.append([(orders, "")])
        question = YesNo(say("Leave the game?"), lines)
        self.push_screen(question, lambda leaves: self.exit() if leaves else None)

    def _leave_draft(self, way: str | None) -> None:
        if way == "discard":
            self.do_line(way)
        elif way:
            self.exit()

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

    # Pointing, clicks and hints

    def previews(self, action: Any) -> bool:
        """Return whether an action is only shown, since it was clicked for the first time."""
        if not self._is_click:
            return False
        if self._clicked == (action, self._place()):
            self._clicked = (None, None)
            return False
        return True

    def show_preview(self, action: Any) -> None:
        """Show the action that another click makes."""
        self._forget_clicks()
        self.set_number(None)
        self._clicked = self._hint = action, self._place()
        self._hinted = ()
        self.session.clear_confirmation()
        self.line.clear()
        self.line.placeholder = self._invitation()
        words = self.face.format(action)
        text = say("Enter or a second click: {action}", action=words)
        self.message([(Clickable(text, typed=words), GOOD)])

    def _forget_clicks(self) -> None:
        self._clicked, self._own_spot = (None, None), None

    def make(self, action: Any) -> bool:
        """Make an action of a person, or show its refusal or confirmation; return whether made."""
        if self.draft:
            return self.do_line(action)
        return self.show(self.desk.make(action))

    def enter(self) -> None:
        """Make what is marked since the question: a hint, a plan, or what the person points at.

        After the end, show the result again.
        """
        if self._is_replay:
            self.action_command("next")
            return
        if self.draft:
            return
        if self.session.to_act is None:
            self.go_on()
        if self.desk.not_to_choose():
            return
        if self.table.number is not None:
            self.line_begins()
            self.do_line(f"{self.table.number}")
            return
        action = self._current_hint() or self._due()
        if action is None and self._own_spot is not None:
            action = self.table.enter()
        if action is not None:
            self.make(action)
            return
        self.draw_board()
        if not self.table.targets():
            numbers = self.table.menu.numbers
            told = say("Type a number or a move; F4 shows all choices.")
            self.message([(numbers.asked if numbers else told, DIM)])
        elif self._own_spot is None:
            text = say("Nothing is marked: use Tab, the arrows or a click, or type a move.")
            self.message([(text, DIM)])

    def _current_hint(self) -> Any | None:
        hinted, place = self._hint
        return hinted if place == self._place() else None

    def draw_board(self) -> None:
        """Draw the board, and drop a hint if Enter would no longer follow it."""
        self.table.is_pointed = self._own_spot is not None or self._current_hint() is not None
        super().draw_board()
        if self._hint[0] is not None and self._current_hint() is None:
            self._drop_hint()
        self.line.placeholder = self._invitation()

    def _drop_hint(self) -> None:
        self._hint, self._hinted = (None, None), ()
        self.message()

    def _invitation(self) -> str:
        """Return the text of an empty command line: possible input, and the effect of Enter."""
        if self._is_replay:
            return say("Type the number of a move, or round and a number.")
        if self.draft:
            return self.draft.table.example
        if self.desk.not_to_choose():
            return ""
        action = self._marked()
        numbers = self.table.menu.numbers
        text = numbers.asked if numbers else say("Type a move, a number or a word.")
        words = self.table.number_words
        if action is not None and not self.session.check(action):
            parts = self.face.format(action), self.table.cost_words(action)
            words = " ".join(filter(None, parts))
        return say("{text} Enter: {action}", text=text, action=words) if words else text

    def _marked(self) -> Any | None:
        """Return the hint, what the plan does now, or what the person points at."""
        action = self._current_hint() or self._due()
        return self.table.at_cursor() if action is None and self._own_spot is not None else action

    def on_board_picked(self, event: Board.Picked) -> None:
        """Move the cursor to the clicked spot; a second click there acts as Enter.

        The cursor may be there already, but the person may not have noticed it.
        """
        is_again = event.spot == self._own_spot == self.table.cursor
        if is_again and not self._is_replay and not self.table.is_picking:
            if self.draft:
                self.take_click("tap")
            self.enter()
            return
        if self.table.is_spot(event.spot):
            self.table.point(event.spot)
        if not self.line.value:  # else a question that it waits for stays
            self._drop_hint()
        self._forget_clicks()
        self._own_spot = self.table.cursor
        self.draw_pointed()

    def action_cycle(self, step: int) -> None:
        """Go to the next target, or complete the command."""
        if self.line.value:
            self.line.action_cursor_right()
            return
        if self.cover_board():
            return
        if self._own_spot is not None or self.table.cursor not in self.table.targets():
            self.table.cycle(step)  # else it marks the best place first, where the cursor is
        self.uncover_board()
        self._own_spot = self.table.cursor
        self.draw_pointed()

    def draw_pointed(self) -> None:
        """Draw what belongs to the cursor: in a draft nearly everything, and no old message."""
        if self.draft:
            self.message()
            self.draw()
        else:
            self.draw_board()

    def on_key(self, event: Key) -> None:
        if len(self.screen_stack) > 1 or self.line.value:
            return
        if self.draft is None:
            self.press(event.key)
        elif event.character in (":", "/") and not self.line.has_focus:
            event.prevent_default()
            self.open_line("")
        elif not self.line.has_focus:
            key = event.key.removeprefix("upper_").lower()
            if (entry := self.draft.table.command_of(key)) is not None:
                event.stop()
                self.take_click(entry)

    def press(self, key: str) -> None:
        if self._is_replay:
            if key == "space":
                self.action_play()
        elif self.desk.not_to_choose():
            return
        elif self.table.step_number(key):
            self.set_number(self.table.number)
        elif self.table.press(key):
            self._own_spot = self.table.cursor
            self.draw_frame()
            self.draw_board()
        elif key == "backspace" and self._plan():
            self.change_plan("plan back")
        elif key == "space" and (part := self.table.part_at_cursor()):
            no = "no " if part in self._planned() else ""
            self.change_plan(f"plan {no}{self.session.game.format_action(part)}")

    def set_number(self, number: int | None) -> None:
        """Show the number that the person has set in the field, which Enter takes."""
        self.table.number = number
        if number is not None and self._current_hint() is not None:
            self._drop_hint()
        self.line.placeholder = self._invitation()
        self._draw_cards()

    def show_hint_wanted(self, seat: Seat) -> None:
        """Request a hint of the strongest bot; the second time, show it in detail."""
        if self._current_hint() is None or not self._hinted:
            self._request_hint(seat)
            return
        texts = hint_lines(self.session.wing, self.face, self.table.names, self._hinted)
        lines: list[Line] = [[(indent + line, "")] for indent, line in texts]
        self.push_screen(TextDialog(say("The best choices"), lines))

    @work(exclusive=True, group="hint")
    async def _request_hint(self, seat: Seat) -> None:
        """Ask the strongest bot; a hint that arrives after the next move is not shown."""
        session, state = self.session, self.session.state
        self.message([(say("The bot is thinking."), DIM)])
        place = len(session.moves)
        found = self.thinker.ask(
            "choices", lambda: session.position(seat, place), effort=self.effort
        )
        thoughts = await asyncio.wrap_future(found)
        if self.session.state is state:
            self.show_hint(thoughts or ())

    def show_hint(self, thoughts: Sequence[Candidate[Any]]) -> None:
        """Show the best choices, and put the cursor where the first of them acts."""
        if not thoughts:
            text = say("No hint: the process that works it out keeps being stopped.")
            self.message([(text, BAD)])
            return
        action = thoughts[0].action
        self.table.show(action)
        self._forget_clicks()
        self.set_number(None)
        self.draw_board()
        self._hint = action, self._place()
        self._hinted = thoughts if thoughts[0].samples else ()
        self.line.placeholder = self._invitation()
        self.message(*best_choices(self.session, thoughts, self.size.width - 2))

    def _place(self) -> Any:
        """Return a key that changes with every move and every step of the cursor."""
        return len(self.session.moves), self.table.cursor, self.table.at_cursor()

    def show_refused(self, answer: Rejection) -> None:
        """Show a refusal, and how to overrule it at a real table."""
        words = self.face.format(answer.action)
        line: Line = [
            (say("Not allowed: {action}. ", action=words), ""),
            (f"{answer.refusal.rule} ", BAD),
            (render_message(answer.refusal), ""),
            (f". {answer.asked}" if answer.asked else "", ""),
            (Clickable(say("  (F3: why)"), key="f3"), DIM),
        ]
        if self.session.may_overrule and not self.session.policy.may_insist:
            line.append((f" {render_message(self.session.policy.overruling)}", DIM))
        elif self.session.may_overrule and not self.session.is_confirmed:
            text = say("  Enter: it happened anyway. Esc: no.")
            line.append((Clickable(text, typed=f"{words}!"), "bold"))
        self.message(line)
        if answer.is_done:  # a lesson asked for it
            self.go_on()

    def show_confirm(self, answer: Confirm) -> None:
        """Ask before a wasteful action, and put it into the command line for Enter."""
        words = self.face.format(answer.action)
        self.line.refused(words)
        asked = say("Enter: {action} anyway. Esc: no.", action=words)
        super().message([(f"{answer.doubt} ", BAD), (Clickable(asked, typed=f"{words}!"), "bold")])
        self._message_state = self.session.state

    def show_explained(self, answer: Ruling) -> None:
        """Show whether an action is allowed, with its rule and some legal choices."""
        words, refusal = truncate(self.face.format(answer.action)), answer.refusal
        lines: list[Line] = []
        if refusal is None:
            title = say("{action} is allowed.", action=words)
        else:
            title = say("{action} is not allowed", action=words)
            lines += [[(f"{refusal.rule}: ", BAD), (render_message(refusal), "")], []]
            if rule := self.ledger().get(refusal.rule):
                lines += [*rule_lines(rule), []]
        if self.table.menu.choices:
            lines.append([(say("Allowed now"), HEAD)])
        self.push_screen(TextDialog(title, [*lines, *self.allowed_lines()]))

    def allowed_lines(self) -> Iterator[Line]:
        """Yield some of the legal choices."""
        if self.table.menu.title:
            yield [(self.table.menu.title, "")]
        for choice in self.table.menu.choices[:_ALLOWED]:
            action = choice.action
            words = self.face.format(action) if action is not None else "…"
            yield [(f"  {words}  ", "bold"), (choice.text, "")]

    def open_menu(self, menu: Menu) -> bool:
        """Make the only choice of a menu, or show it."""
        if len(menu.choices) == 1 and menu.choices[0].action is not None:
            return self.make(menu.choices[0].action)
        self.push_screen(MenuDialog(menu, self.session.policy.written), self._chosen)
        return True

    def _chosen(self, action: Any) -> None:
        rest = self.line.value
        if action is not None and self.make(action) and rest:
            self.line.refused(rest)  # it waited for the choice

    def action_point(self, dx: int, dy: int) -> None:
        """Move the cursor on the board, also where the arrows alone step."""
        self.table.move(dx, dy)
        self.uncover_board()
        self._own_spot = self.table.cursor
        self.draw_pointed()


def run_screen(
    session: Session,
    save: Save | None = None,
    *,
    pause: float = 0,
    settings: Settings,
    again: Again | None = None,
) -> bool:
    """Play ``session`` in full screen until a person leaves; return whether a game follows.

    A replay of the finished game comes back to its end. ``pause`` is the number of seconds before
    each move of a bot; ``again`` makes a rematch.
    """
    app = GameApp(session, save, pause=pause, settings=settings, again=again)
    run_screen_app(app)
    while app.replays is not None:
        session, save, policy = app.session, app.desk.save, app.session.policy
        run_replay(session, pause=_BETWEEN, settings=settings, at=app.replays)
        session.policy = policy
        app = GameApp(session, save, pause=pause, settings=settings, again=again)
        run_screen_app(app)
    return app.plays_now


def run_replay(session: Session, *, pause: float, settings: Settings, at: int = 0) -> None:
    """Replay ``session`` in full screen, starting after ``at`` moves."""
    ReplayPolicy(session, at)
    run_screen_app(GameApp(session, pause=pause, settings=settings))
