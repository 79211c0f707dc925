"""Playing in plain mode: numbered choices and short notation, in any terminal or pipe."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Typed, Word, Wording
from gridcommon.evaluation import Candidate
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.lines.front_end import PlainFrontEnd, leaves
from gridgames.show.face import Move
from gridgames.show.menus import Choice
from gridgames.show.registry import table_of
from gridgames.table import answers
from gridgames.table.answers import Answer
from gridgames.table.bots.evaluation import rank_candidates
from gridgames.table.command_table import Front, command_and_rest
from gridgames.table.game_desk import GameDesk
from gridgames.table.questions import Asked
from gridgames.table.saves.saves_text import advance_words
from gridgames.table.sentences import explained, hint_sentences, not_allowed
from gridgames.table.session import Session
from gridgames.terminal import output
from gridgames.terminal.line_input import has_line, read_line
from gridgames.terminal.printable import escape_controls

_THINKING = 10  # maximum seconds for a hint


class PlainGame(PlainFrontEnd):
    """A game in plain mode, from the first line to the last."""

    DESK: ClassVar[type[GameDesk]] = GameDesk
    desk: GameDesk

    def __init__(self, session: Session, *options: Any, **named: Any) -> None:
        """``options`` and ``named`` are those of :class:`GameDesk`."""
        super().__init__()
        self.desk = self.DESK(session, Front.LINES, self.seen, *options, **named)
        self._pending: list[Move] = []  # moves that may be narrated together with the next ones
        self._trouble: Word | Wording | None = None  # why the last save failed
        self._at_keyboard: Seat | None = None  # the seat that sees the screen
        self._situation_shown: tuple[Seat, Any] | None = None  # the seat and situation shown last
        self._typist: Seat | None = None  # of the line that is done now; None after the end
        self.draws_turns = False  # whether the board is drawn at each turn
        self._shown: Any = None  # the state that the open menu belongs to

    def play(self) -> bool:
        """Play the game, and return whether its end was reached."""
        names = self.desk.names_with_levels
        output.print_lines(self.desk.face.full_description(self.seen(), names))
        if self.session.humans:
            output.print_sentence(say("Type a number, an action, or ? for help."))
        if orders := self.session.orders():
            output.print_sentence(self.desk.orders_words(orders))
        self._report_save_trouble()
        while self.session.to_act is not None and not self.session.is_broken_off:
            if self.session.waits_for_human:
                self.narrate_pending()
                if not self._turn():
                    if told := advance_words(self.session, self.desk.save):
                        output.print_sentence(told)
                    return False
            else:
                self.go_on()
        self.narrate_pending()
        output.print_lines([[]])
        self.show_ending()
        return True

    def go_on(self) -> None:
        """Make and narrate a move that no person has to choose."""
        if self.desk.pause and not self.session.plays_on:
            time.sleep(self.desk.pause)
        self.narrate(self.session.next_move())

    def continues_after_end(self) -> bool:
        """Carry out commands after the end; return whether there is a game to play again."""
        if self.desk.again is None or not self.session.humans:
            return False
        output.print_lines([[]])
        if untold := self.desk.face.missing_information(self.session.state):
            output.print_sentence(untold)
        output.print_sentence(
            say("Type rematch, review, export FILE, chart, log or undo; Enter leaves.")
        )
        while self.session.to_act is None:
            result = self.session.result
            line = (read_line(say("over> ")) or "").strip()
            self._typist = None
            if not line or not self.do_line(line):
                return False
            self.narrate_pending()
            if self.session.result not in (result, None):
                self.show_ending()
        return True

    def seen(self) -> Any:
        """Return the state as the person at the keyboard may see it."""
        seat, humans = self.session.to_act, self.session.humans
        if seat is None or not humans:
            return self.session.state
        if seat not in humans and len(humans) == 1:
            [seat] = humans
        return self.desk.face.seen(self.session.state, seat)

    def viewpoint(self) -> Seat:
        seat = self.session.to_act
        return seat if seat is not None and seat in self.session.humans else super().viewpoint()

    def narrate(self, move: Move) -> None:
        """Narrate a move when no more moves can belong to it."""
        if self._pending and not self.desk.face.continues_group(self._pending, move):
            self.narrate_pending()
        self._pending.append(move)
        self._report_save_trouble()

    def narrate_pending(self) -> None:
        """Narrate the moves that were held back."""
        moves, self._pending = self._pending, []
        if moves:
            self.show_moves(moves)

    def _report_save_trouble(self) -> None:
        """Warn once that the game cannot be saved, and report once that it is saved again."""
        if self.desk.save is None:
            return
        before, self._trouble = self._trouble, self.desk.save.trouble
        if self._trouble and not before:
            file = escape_controls(str(self.desk.save.path))
            told = say(
                "{file}: not saved: {trouble}; the game continues, and will be saved as soon as "
                "possible",
                file=file,
                trouble=self._trouble,
            )
            output.print_error(told, keep=[file])
        elif before and not self._trouble:
            output.print_error(say("the game is saved again"))

    def _turn(self) -> bool:
        """Ask the person to act for one choice; return False if they leave."""
        seat = self.session.to_act
        assert seat is not None
        if not self._hand_over(seat):
            return False
        is_ahead = has_line()  # typed before there was anything to see
        self.show_turn(seat)
        state = self.session.state
        while self.session.state is state and self.session.waits_for_human:
            line = read_line(say("{name}> ", name=self.desk.names[seat]))
            asked = Asked(state, None if is_ahead else seat, self.desk.menus[-1])
            self.desk.note_question(asked)
            self._typist = seat
            if line is None or not self.do_line(line):
                return False
            is_ahead = has_line()
        return True

    def show_turn(self, seat: Seat) -> None:
        """Show the situation of ``seat``, and its choices."""
        last = self.session.moves[-1].seat if self.session.moves else None
        place = (seat, self.desk.face.situation_key(self.session.state))
        if self._situation_shown != place or last != seat:  # else it was shown a moment ago
            output.print_lines([[]])
            for sentence in self.desk.face.situation_lines(self.seen(), seat, self.desk.names):
                output.print_lines(output.wrapped(sentence, "      ", first=""))
            if self.draws_turns:
                table = table_of(self.desk.face, self.desk.names, self.seen())
                if table.board_matters:
                    table.print_board()
            self.show_bar()
        self._situation_shown = place
        if changed := self.desk.plan_words():
            output.print_sentence(changed)
        self._open_top_menu()
        if not self.session.may_overrule:  # else the table has chosen already
            self._show_menu()

    def _hand_over(self, seat: Seat) -> bool:
        """If something is hidden, wait until the right person is at the keyboard."""
        before, self._at_keyboard = self._at_keyboard, seat
        is_alone = len(self.session.humans) < 2
        if before == seat or is_alone or not self.desk.face.hides(self.session.state):
            return True
        if output.is_terminal():  # scroll the other player's view away
            output.print_lines([[]] * output.height())
        name = self.desk.names[seat]
        output.print_sentence(
            say("It is {name}'s turn. Everybody else, please look away.", name=name)
        )
        typed = read_line(say("{name}, press Enter> ", name=name))
        if typed and not leaves(typed):
            output.print_sentence(say("Just press Enter here."))
            output.print_sentence(say("Not done: {rest}", rest=typed))
        return not leaves(typed)

    def _show_menu(self) -> None:
        menu = self.desk.menus[-1]
        output.print_lines(output.wrapped(menu.title, "  ", "bold", first=""))
        for number, choice in enumerate(menu.choices, start=1):
            output.print_lines(output.wrapped(self._words(choice), " " * 9, first=f"{number:>3}  "))
        if len(self.desk.menus) > 1:
            output.print_lines([[("  0  " + say("back"), "")]])
        sys.stdout.flush()

    def _words(self, choice: Choice) -> str:
        if choice.action is None:
            return choice.text or choice.name
        words = self.desk.face.format(choice.action)
        return f"{words}: {choice.text}" if choice.text else words

    def may_do(self, part: str) -> bool:
        """Return whether the person who typed a line may continue it; if not, show why.

        The scorekeeper chooses for everybody.
        """
        if why := self._not_for_typist():
            self.narrate_pending()
            if command_and_rest(part)[0] != "go":
                output.print_sentence(why)
                return False
        elif self.session.state is not self._shown and self._typist is not None:
            self._open_top_menu()
        return True

    def _not_for_typist(self) -> str:
        to_act = self.session.to_act
        if self._typist is None:
            return "" if to_act is None else say("The game continues.")
        if to_act is None:
            return self.session.over_words()
        if to_act != self._typist and not self.session.may_overrule:
            return self.desk.turn_words(to_act)
        if not self.session.waits_for_human:
            return say("Queued orders come first.")
        return ""

    def show(self, answer: Answer) -> bool:
        if not answer.is_done:
            self.narrate_pending()
        match answer:
            case answers.Made():  # and an order in advance
                for move in answer.moves:
                    self.narrate(move)
                if isinstance(answer, answers.Ordered) and answer.told:
                    output.print_sentence(answer.told.title)
                    output.print_sentences(answer.told.sentences, "  ")
                elif isinstance(answer, answers.Ordered):
                    output.print_sentence(answer.orders)
            case answers.Refused():
                self.refuse(answer)
            case answers.Confirm():
                words = Typed(self.desk.face.format(answer.action))
                again = say("Type {action} again to do it anyway.", action=words)
                output.print_sentences((answer.doubt, again))
            case answers.OpenMenu():
                self._show_menu()
            case answers.Misread():
                told = say("Not understood: {problem}", problem=render_message(answer.problem))
                output.print_sentence(told)
                output.print_sentence(say("Type ? for help, or an empty line for the choices."))
            case answers.Explained():
                output.print_sentence(explained(self.desk, answer))
                if answer.refusal:
                    self._show_allowed()
                    self.show_rule(answer.refusal)
            case answers.HintWanted():
                self._show_hint(self._thoughts(answer.seat))
            case answers.Hint():
                self._show_hint(answer.thoughts)
            case answers.Travelled():
                output.print_sentence(answer.text)
                self._report_save_trouble()
                if self.session.to_act is not None:
                    self._open_top_menu()
            case answers.Wanted():
                self._open_top_menu()  # the answers, after an empty line
                return super().show(answer)
            case answers.NewGame():
                self._trouble = self._at_keyboard = self._situation_shown = None
                output.print_sentence(say("Seed {seed}", seed=self.session.header.seed))
            case answers.GoesOn():
                pass
            case _:
                return super().show(answer)
        return answer.is_done

    def refuse(self, answer: answers.Refused) -> None:
        """Show a refusal, and the legal actions or how to overrule it."""
        told = not_allowed(answer.refusal)
        if answer.of_plan:
            told = f"{self.desk.face.format(answer.action)}: {told}"
        output.print_sentence(told)
        if not self.session.may_overrule:
            self._show_allowed()
        elif not self.session.is_confirmed:
            output.print_sentence(self.desk.face.overrule_words())

    def _show_allowed(self) -> None:
        output.print_sentence(say("Allowed now:"))
        self._open_top_menu()
        self._show_menu()

    def _open_top_menu(self) -> None:
        self.desk.menus = [self.desk.top_menu()]
        self._shown = self.session.state

    def on_review(self, _: str) -> None:
        """Show the review of the finished game."""
        if self.session.to_act is not None:
            output.print_sentence(say("A game can be reviewed after its end."))
        elif self.session.wing.evaluator is None:
            output.print_sentence(say("This game cannot be reviewed."))
        else:
            from gridgames.study.review.review import review, seats_named
            from gridgames.study.review.review_text import describe_review

            output.print_sentence(say("The review is being made; this takes a minute."))
            found = review(self.session, seats_named(self.session, None), "quick")
            output.print_lines(describe_review(self.session, found))

    def help_lines(self) -> Iterator[tuple[str, str]]:
        number = say("choose from the list; 0 goes back, an empty line shows it again")
        yield as_typed("NUMBER"), number
        yield "... ; ...", say("several of these in one line, one after another")

    def on_help(self, rest: str) -> None:
        super().on_help(rest)
        actions, orders = Typed(self.desk.face.examples), Typed(self.desk.face.orders)
        output.print_sentence(say("Format of actions: {examples}", examples=actions))
        if orders.text:
            output.print_sentence(say("Queued orders: {examples}", examples=orders))

    def _thoughts(self, seat: Seat) -> list[Candidate[Any]]:
        """Return the best choices, as far as there is time to evaluate them."""
        if self.session.wing.evaluator is not None:
            output.print_sentence(
                say("The strongest bot is thinking, for at most {seconds} s.", seconds=_THINKING)
            )
        until = time.monotonic() + _THINKING
        position = self.session.position(seat)
        return rank_candidates(
            self.session.wing, position, should_continue=lambda: time.monotonic() < until
        )

    def _show_hint(self, thoughts: Sequence[Candidate[Any]]) -> None:
        for indent, line in hint_sentences(self.desk, thoughts):
            output.print_sentence(line, indent)

    def show_rule(self, refusal: Refusal) -> None:
        """Show the rule that refused an action."""
        from gridgames.study.rules.rule_text import look_up  # loads the ledgers

        output.print_lines(look_up(self.session.game.NAME, refusal.rule))


def run_plain(game: PlainGame) -> None:
    """Play a game and its rematches in plain mode until they are over or the person leaves."""
    while game.play() and game.continues_after_end():
        pass
