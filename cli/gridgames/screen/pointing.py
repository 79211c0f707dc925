"""Choosing on the full screen: the cursor, clicks, Enter and hints."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Any

from textual import work

from gridcommon.contract import Seat
from gridcommon.errors import truncate
from gridcommon.evaluation import Candidate, Effort
from gridgames.languages.messages import render_message, say
from gridgames.screen.game_screen import GameScreen
from gridgames.screen.widgets.dialogs import MenuDialog, TextDialog, rule_lines
from gridgames.screen.widgets.layout import in_a_row
from gridgames.screen.widgets.panels import Board
from gridgames.show.menus import Menu
from gridgames.show.table import BAD, DIM, GOOD, HEAD, Part, Spot
from gridgames.table.answers import Confirm, Rejection, Ruling
from gridgames.table.desk import Desk
from gridgames.table.evaluation_text import hint_lines, reason_words, worth_words
from gridgames.table.settings import Settings
from gridgames.terminal.output import Clickable, Line

_ALLOWED = 8  # legal choices shown with a refusal


class PointingScreen(GameScreen):
    """A game whose next action can be pointed at, by a person or by a hint."""

    def __init__(self, desk: Desk, settings: Settings) -> None:
        super().__init__(desk, settings)
        self._hint: tuple[Any, Any] = (None, None)  # an action, and its place
        self._hinted: Sequence[Candidate[Any]] = ()  # it and the next best, if they have values
        self.effort: Effort | None = None  # of a hint; by default the strongest level's
        self._is_click = False  # whether the current line was clicked and not typed
        self._clicked: tuple[Any, Any] = (None, None)  # the last previewed action, and its place
        self._own_spot: Spot = None  # the spot on which the person put the cursor

    def go_on(self) -> None:
        """Continue the game."""
        raise NotImplementedError

    def take_click(self, typed: str) -> None:
        """Do what a click types. An action is only shown; a second click makes it."""
        self._is_click = True
        try:
            super().take_click(typed)
        finally:
            self._is_click = False

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
        return self.show(self.desk.make(action))

    def enter(self) -> None:
        """Make the hinted action or the one at the cursor; after the end, show the result again."""
        if self.session.to_act is None:
            self.go_on()
        if self.desk.not_to_choose():
            return
        action = self._current_hint() or self.table.enter()
        if action is None:
            self.draw_board()
            if not self.table.targets():
                self.message([(say("Type a number or a move; F4 shows all choices."), DIM)])
            return
        if missing := self.face.undeclared_cell(action):
            text, rest = missing
            self.line.value, self.line.cursor_position = rest, 0
            self.message([(text, GOOD)])
            return
        self.make(action)

    def _current_hint(self) -> Any | None:
        hinted, place = self._hint
        return hinted if place == self._place() else None

    def draw_board(self) -> None:
        """Draw the board, and drop a hint if Enter would no longer follow it."""
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
        if self.desk.not_to_choose():
            return ""
        action = self._current_hint() or self.table.at_cursor()
        text = say("Type a move, a number or a word.")
        if action is None or self.session.check(action):
            return text
        return say("{text} Enter: {action}", text=text, action=self.face.format(action))

    def on_board_picked(self, event: Board.Picked) -> None:
        """Move the cursor to the clicked spot; a second click there acts as Enter.

        The cursor may be there already, but the person may not have noticed it.
        """
        if event.spot == self._own_spot == self.table.cursor and not self._is_replay:
            self.enter()
            return
        if self.table.is_spot(event.spot):
            self.table.cursor = event.spot
        self._drop_hint()
        self._forget_clicks()
        self._own_spot = self.table.cursor
        self.draw_board()

    def action_step(self, dx: int, dy: int) -> None:
        super().action_step(dx, dy)
        self._own_spot = self.table.cursor

    def action_cycle(self, step: int) -> None:
        super().action_cycle(step)
        self._own_spot = self.table.cursor

    def press(self, key: str) -> None:
        if not self.desk.not_to_choose() and self.table.press(key):
            self.draw_board()

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
        self.draw_board()
        self._hint = action, self._place()
        self._hinted = thoughts if thoughts[0].samples else ()
        self.line.placeholder = self._invitation()
        self.message(*self._hint_message(thoughts))

    def _hint_message(self, thoughts: Sequence[Candidate[Any]]) -> Iterator[Line]:
        """Yield the best choice with its reason, then as many with values as fit into a line."""
        best = thoughts[0]
        words = self.face.format(best.action)
        why = reason_words(self.session.wing, thoughts)
        yield [
            (Clickable(say("Hint (Enter accepts it): "), typed=words), DIM),
            (Clickable(words, typed=words), GOOD),
            (f" ({why})" if why else "", ""),
        ]
        if best.samples:
            values: list[Part[Line]] = [Part([[(Clickable(say("F2: why"), key="f2"), DIM)]])]
            for place, thought in enumerate(thoughts):
                words = self.face.format(thought.action)
                value = f" {worth_words(self.session.wing, thoughts, place)}"
                line: Line = [(Clickable(words, typed=words), "bold"), (value, "")]
                values.append(Part([line, []], place))
            yield in_a_row(values, self.size.width - 2)

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
            (Clickable(say("  (F3: why)"), key="f3"), DIM),
        ]
        if self.session.may_overrule and not self.face.may_overrule:
            line.append((f" {self.face.overrule_words()}", DIM))
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
        self.message([(f"{answer.doubt} ", BAD), (Clickable(asked, typed=f"{words}!"), "bold")])

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
        self.push_screen(MenuDialog(menu, self.face.format), self._chosen)
        return True

    def _chosen(self, action: Any) -> None:
        rest = self.line.value
        if action is not None and self.make(action) and rest:
            self.line.refused(rest)  # it waited for the choice
