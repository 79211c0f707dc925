"""The plain mode: numbered choices and short notation, for any terminal or a pipe."""

import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import Refusal, Typed, Word, Wording, truncate
from gridcommon.evaluation import Candidate
from gridgames.bots.evaluation import rank_candidates
from gridgames.desk import answers
from gridgames.desk.answers import Answer
from gridgames.desk.game_desk import GameDesk
from gridgames.games.face import Move
from gridgames.games.menus import Choice
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.plain.front_end import PlainFrontEnd, leaves
from gridgames.review.evaluation_text import hint_lines, hint_words
from gridgames.review.statistics_text import describe_statistics, statistics_of
from gridgames.saves.new_games import Again
from gridgames.saves.saves import Save
from gridgames.saves.saves_text import advance_words, broken_off_words
from gridgames.sessions.command_table import Front, command_and_rest
from gridgames.sessions.questions import Asked
from gridgames.sessions.session import Session
from gridgames.sessions.settings import Settings
from gridgames.terminal import output
from gridgames.terminal.line_input import has_line, read_line
from gridgames.terminal.printable import escape_controls

_THINKING = 10  # seconds, at most, about a hint


class PlainGame(PlainFrontEnd):
    """One game, from the first line to the last."""

    desk: GameDesk

    def __init__(
        self,
        session: Session,
        save: Save | None,
        pause: float,
        settings: Settings | None = None,
        again: Again | None = None,
    ) -> None:
        super().__init__(session)
        self.desk = GameDesk(
            session,
            Front.LINES,
            self.seen,
            save=save,
            pause=pause,
            settings=settings,
            again=again,
        )
        self._untold: list[Move] = []  # moves that may be narrated together with the next ones
        self._trouble: Word | Wording | None = None  # with the save
        self._at_keyboard: Seat | None = None  # the seat that sees the screen
        self._told_of: tuple[Seat, Any] | None = None  # the seat and phase shown last
        self._typist: Seat | None = None  # of the line that is done now; None after the end
        self._shown: Any = None  # the state that the open menu belongs to

    def play(self) -> bool:
        """Play to the end of the game, and say whether it was reached."""
        output.print_lines(self.desk.face.full_description(self.seen(), self.desk.names))
        if any(player.is_human for player in self.session.players):
            output.print_sentence(say("Type a number, an action, or ? for help."))
        if orders := self.session.orders():
            output.print_sentence(self.desk.orders_words(orders))
        self._mind_the_disk()
        while self.session.to_act is not None and not self.session.is_broken_off:
            if self.session.waits_for_human:
                self._tell_rest()
                if not self._turn():
                    self._tell_what_was_said()
                    return False
            else:
                if self.desk.pause and not self.session.plays_on:
                    time.sleep(self.desk.pause)
                self.tell(self.session.next_move())
        self._tell_rest()
        output.print_lines([[]])
        self.tell_end()
        return True

    def tell_end(self) -> None:
        """Show how the game ended."""
        if self.session.is_broken_off:
            output.print_sentence(broken_off_words(self.session.rounds))
        else:
            for sentence in self.desk.face.narrate_result(self.session.result, self.desk.names):
                output.print_sentence(sentence)
        output.print_lines(describe_statistics(statistics_of(self.session), self.desk.names))

    def goes_on(self) -> bool:
        """After the end, do what is asked for; return whether there is something to play again."""
        if self.desk.again is None or not any(player.is_human for player in self.session.players):
            return False
        output.print_lines([[]])
        if untold := self.desk.face.missing_information(self.session.state):
            output.print_sentence(untold)
        output.print_sentence(say("Type rematch, export FILE, chart, log or undo; Enter leaves."))
        while self.session.to_act is None:
            result = self.session.result
            line = (read_line(say("over> ")) or "").strip()
            self._typist = None
            if not line or not self.do_line(line):
                return False
            self._tell_rest()
            if self.session.result not in (result, None):
                self.tell_end()
        return True

    def _tell_what_was_said(self) -> None:
        if told := advance_words(self.session, self.desk.save):
            output.print_sentence(told)

    def seen(self) -> Any:
        """Return the state as the person at the keyboard may see it."""
        seat = self.session.to_act
        if seat is None or not any(player.is_human for player in self.session.players):
            return self.session.state
        if not self.session.players[seat].is_human:
            humans = [i for i, player in enumerate(self.session.players) if player.is_human]
            seat = humans[0] if len(humans) == 1 else seat
        return self.session.game.observe(self.session.state, seat).public

    def viewpoint(self) -> Seat:
        """Return the person to act, if one is."""
        seat = self.session.to_act
        is_human = seat is not None and self.session.players[seat].is_human
        return seat if seat is not None and is_human else super().viewpoint()

    def tell(self, move: Move) -> None:
        """Narrate a move once no more moves can belong to it."""
        if self._untold and not self.desk.face.continues_group(self._untold, move):
            self._tell_rest()
        self._untold.append(move)
        self._mind_the_disk()

    def _tell_rest(self) -> None:
        """Narrate the moves that were held back: the action, then its consequences."""
        if not self._untold:
            return
        first, *others = self.sentences(self._untold)
        self._untold = []
        output.print_sentence(first)
        for sentence in others:
            output.print_sentence(sentence, "  ")

    def _mind_the_disk(self) -> None:
        """Warn once that the game cannot be saved, and report once that it is saved again."""
        trouble = self.desk.save.trouble if self.desk.save else None
        if trouble and not self._trouble:
            file = escape_controls(str(self.desk.save.path)) if self.desk.save else ""
            output.print_error(
                say(
                    "{file}: not saved: {trouble}; the game continues, and will be "
                    "saved as soon as possible",
                    file=file,
                    trouble=trouble,
                ),
                keep=[file],
            )
        elif self._trouble and not trouble:
            output.print_error(say("the game is saved again"))
        self._trouble = trouble

    def _turn(self) -> bool:
        """Let the person to act make one choice. Returns False if they leave."""
        seat = self.session.to_act
        assert seat is not None
        if not self._hand_over(seat):
            return False
        is_ahead = has_line()  # typed before there was anything to see
        self.show_turn(seat)
        moves = len(self.session.moves)
        state = self.session.state
        while (
            self.session.state is state
            and len(self.session.moves) == moves
            and self.session.waits_for_human
        ):
            line = read_line(say("{name}> ", name=self.desk.names[seat]))
            asked = Asked(state, None if is_ahead else seat, self.desk.menus[-1])
            self.desk.note_question(asked)
            self._typist = seat
            if line is None or not self.do_line(line):
                return False
            is_ahead = has_line()
        return True

    def show_turn(self, seat: Seat) -> None:
        """Show what matters for the choice that ``seat`` has now, and the choices."""
        last = self.session.moves[-1].seat if self.session.moves else None
        place = (seat, self.desk.face.situation_key(self.session.state))
        if self._told_of != place or last != seat:  # else it was shown a moment ago
            output.print_lines([[]])
            for sentence in self.desk.face.situation_lines(self.seen(), seat, self.desk.names):
                output.print_lines(output.wrapped(sentence, "      ", first=""))
            self.show_bar()
        self._told_of = place
        if changed := self.desk.plan_words():
            output.print_sentence(changed)
        self._open_top_menu()
        if not self.session.may_overrule:  # else the table has chosen already
            self._show_menu()

    def _hand_over(self, seat: Seat) -> bool:
        """If something is hidden, wait until the right person is at the keyboard."""
        before, self._at_keyboard = self._at_keyboard, seat
        humans = sum(player.is_human for player in self.session.players)
        if before == seat or humans < 2 or not self.desk.face.hides(self.session.state):
            return True
        if output.is_terminal():
            output.print_lines(
                [[]] * output.height()
            )  # scrolls what the other player saw out of sight
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
            return choice.text
        words = self.desk.face.format(choice.action)
        return f"{words}: {choice.text}" if choice.text else words

    def may_do(self, part: str) -> bool:
        """Return whether another part of a line is for its typist; if not, say why.

        The person who keeps the score chooses for everybody.
        """
        if why := self._not_for_typist():
            self._tell_rest()
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
            return self.desk.over()
        if to_act != self._typist and not self.session.may_overrule:
            return self.desk.turn_words(to_act)
        if not self.session.waits_for_human:
            return say("Queued orders come first.")
        return ""

    def show(self, answer: Answer) -> bool:
        """Show an answer, and return whether what was typed is done."""
        if not answer.is_done:
            self._tell_rest()
        match answer:
            case answers.Made():  # and an order in advance
                for move in answer.moves:
                    self.tell(move)
                if isinstance(answer, answers.Ordered):
                    self._show_order(answer)
            case answers.Refused():
                self.refuse(answer)
            case answers.Confirm():
                output.print_sentence(answer.doubt)
                words = self.desk.face.format(answer.action)
                output.print_sentence(
                    say("Type {action} again to do it anyway.", action=Typed(words))
                )
            case answers.OpenMenu():
                self._show_menu()
            case answers.Misread():
                output.print_sentence(
                    say("Not understood: {problem}", problem=render_message(answer.problem))
                )
                output.print_sentence(say("Type ? for help, or an empty line for the choices."))
            case answers.Explained():
                self._explain(answer.action, answer.refusal)
            case answers.HintWanted():
                self._show_hint(self._thoughts(answer.seat))
            case answers.Hint():
                self._show_hint(answer.thoughts)
            case answers.Travelled():
                output.print_sentence(answer.text)
                self._mind_the_disk()
            case answers.NewGame():
                self._trouble = self._at_keyboard = self._told_of = None
                output.print_sentence(say("Seed {seed}", seed=self.session.header.seed))
            case answers.GoesOn():
                pass
            case _:
                return super().show(answer)
        return answer.is_done

    def _show_order(self, answer: answers.Ordered) -> None:
        if answer.told is None:
            output.print_sentence(answer.orders)
            return
        output.print_sentence(answer.told.title)
        for sentence in answer.told.sentences:
            output.print_sentence(sentence, "  ")

    def _explain(self, action: Any, refusal: Refusal | None) -> None:
        words = truncate(self.desk.face.format(action))
        if refusal is None:
            output.print_sentence(say("{action} is allowed.", action=words))
            return
        output.print_sentence(
            say(
                "{action} is not allowed, {rule}: {why}",
                action=words,
                rule=refusal.rule,
                why=render_message(refusal),
            )
        )
        self._show_allowed()
        self.show_rule(refusal)

    def refuse(self, answer: answers.Refused) -> None:
        """Show a refusal and what is allowed, or how the table overrules it."""
        told = not_allowed(answer.refusal)
        if answer.of_plan:
            told = f"{self.desk.face.format(answer.action)}: {told}"
        output.print_sentence(told)
        if not self.session.may_overrule:
            self._show_allowed()
        elif not self.session.is_confirmed:
            output.print_sentence(say("If it happened anyway, enter it with ! at the end."))

    def _show_allowed(self) -> None:
        output.print_sentence(say("Allowed now:"))
        self._open_top_menu()
        self._show_menu()

    def _open_top_menu(self) -> None:
        self.desk.menus = [self.desk.top_menu()]
        self._shown = self.session.state

    def help_lines(self) -> Iterator[tuple[str, str]]:
        """Yield what is typed to choose."""
        yield (
            as_typed("NUMBER"),
            say("choose from the list; 0 goes back, an empty line shows it again"),
        )
        yield "... ; ...", say("several of these in one line, one after another")

    def on_help(self, rest: str) -> None:
        """Show what may be typed, and how actions are written."""
        super().on_help(rest)
        output.print_sentence(
            say("Format of actions: {examples}", examples=Typed(self.desk.face.examples))
        )
        if self.desk.face.orders:
            output.print_sentence(
                say("Queued orders: {examples}", examples=Typed(self.desk.face.orders))
            )

    def _thoughts(self, seat: Seat) -> list[Candidate[Any]]:
        """Return the best choices as far as there is time to value them, after saying so."""
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
        if not thoughts:
            output.print_sentence(say("There was not enough time to evaluate a choice."))
            return
        face, names = self.desk.face, self.desk.names
        output.print_sentence(hint_words(face, self.session.levels[-1], thoughts[0]))
        if thoughts[0].samples:
            for indent, line in hint_lines(self.session.wing, face, names, thoughts):
                output.print_sentence(line, indent)

    def show_rule(self, refusal: Refusal) -> None:
        """Show the rule that refused an action."""
        from gridgames.rules.rule_text import look_up  # loads the ledgers

        output.print_lines(look_up(self.session.game.NAME, refusal.rule))


def not_allowed(refusal: Refusal) -> str:
    """Return a refusal in words, with its rule."""
    return say("Not allowed, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))


def run_plain(
    session: Session,
    save: Save | None,
    *,
    pause: float,
    settings: Settings | None = None,
    again: Again | None = None,
) -> None:
    """Play ``session`` in plain mode until it is over or somebody leaves.

    ``again`` makes the game of a rematch.
    """
    game = PlainGame(session, save, pause, settings, again)
    while game.play() and game.goes_on():
        pass
