"""The plain mode: numbered choices and short notation, for any terminal or a pipe."""

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gridcommon.advice import Thought
from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, Typed, Word, Wording, in_short
from gridcommon.spelling import as_number, is_number
from gridgames.bots.evaluation import rank_candidates
from gridgames.games.face import Move
from gridgames.games.menus import Choice, Menu
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import rules
from gridgames.languages.messages import (
    as_typed,
    render_error,
    render_message,
    say,
    unbreakable_parts,
)
from gridgames.plain.text_commands import Lines, no_choice
from gridgames.review.evaluation_text import hint_lines, hint_words
from gridgames.review.statistics_text import describe_statistics, statistics_of
from gridgames.rules.rule_text import describe_rule
from gridgames.saves.rematch import Again
from gridgames.saves.saves import Save, write_copy
from gridgames.saves.saves_text import advance_words, broken_off_words
from gridgames.sessions.command_table import PLAYING, Command, of_game
from gridgames.sessions.questions import Asked, for_another
from gridgames.sessions.session import Session
from gridgames.sessions.settings import Settings, next_pause, pause_words, set_confirm
from gridgames.terminal import output
from gridgames.terminal.line_input import has_line, read_line
from gridgames.terminal.printable import visible

_THINKING = 10  # seconds, at most, about a hint


class PlainGame(Lines):
    """One game, from the first line to the last."""

    OFFERED = PLAYING

    def __init__(
        self,
        session: Session,
        save: Save | None,
        pause: float,
        settings: Settings | None = None,
        again: Again | None = None,
    ) -> None:
        super().__init__(session)
        self.again = again
        self.save = save
        self.pause = pause
        self.settings = settings or Settings()
        self._untold: list[Move] = []  # those that are told together with what follows
        self._trouble: Word | Wording | None = None
        self._at_keyboard: Seat | None = None  # who sees the screen
        self._told_of: tuple[Seat, Any] | None = None  # whose choice in which phase
        self._menus: list[Menu] = []  # those that are open, the innermost last
        self._asked = Asked(None, None, Menu("", ())), 0  # and the open menus, as a line came

    def play(self) -> bool:
        """Play to the end of the game, and say whether it was reached."""
        output.print_lines(self.face.whole(self.seen(), self.names))
        if any(player.is_human for player in self.session.players):
            output.print_sentence(say("Type a number, an action, or ? for help."))
        if orders := self.session.orders():
            output.print_sentence(say("In advance: {orders}", orders="; ".join(orders)))
        self._mind_the_disk()
        while self.session.to_act is not None and not self.session.is_broken_off:
            if self.session.waits_for_human:
                self._tell_rest()
                if not self._turn():
                    self._tell_what_was_said()
                    return False
            else:
                if self.pause and not self.session.plays_on:
                    time.sleep(self.pause)
                self.tell(self.session.next_move())
        self._tell_rest()
        output.print_lines([[]])
        self.tell_end()
        return True

    def tell_end(self) -> None:
        """Tell how the game ended."""
        if self.session.is_broken_off:
            output.print_sentence(broken_off_words(self.session.rounds))
        else:
            for sentence in self.face.tell_result(self.session.result, self.names):
                output.print_sentence(sentence)
        output.print_lines(describe_statistics(statistics_of(self.session), self.names))

    def goes_on(self) -> bool:
        """After the end, do what is asked for; return whether there is something to play again."""
        if self.again is None or not any(player.is_human for player in self.session.players):
            return False
        output.print_lines([[]])
        if untold := self.face.untold(self.session.state):
            output.print_sentence(untold)
        output.print_sentence(say("Type rematch, export FILE, chart, log or undo; Enter leaves."))
        while self.session.to_act is None:
            result = self.session.result
            line = (read_line(say("over> ")) or "").strip()
            if not line or not self.each_part(line, self._obey_or_tell, self._goes_on_anew):
                return False
            self._tell_rest()
            if self.session.result not in (result, None):
                self.tell_end()
        return True

    def _goes_on_anew(self) -> str:
        """Say that there is something to choose again, '' after the end of the game."""
        return "" if self.session.to_act is None else say("The game goes on.")

    def _tell_what_was_said(self) -> None:
        if told := advance_words(self.session, self.save):
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

    def eyes(self) -> Seat:
        """Return the person to act, if one is."""
        seat = self.session.to_act
        is_human = seat is not None and self.session.players[seat].is_human
        return seat if seat is not None and is_human else super().eyes()

    def tell(self, move: Move) -> None:
        """Tell a move once nothing more is told together with it."""
        if self._untold and not self.face.joins(self._untold, move):
            self._tell_rest()
        self._untold.append(move)
        self._mind_the_disk()

    def _tell_rest(self) -> None:
        """Tell the moves that were held back: what was done, then what followed."""
        if not self._untold:
            return
        first, *others = self.sentences(self._untold)
        self._untold = []
        output.print_sentence(first)
        for sentence in others:
            output.print_sentence(sentence, "  ")

    def told(self) -> Sequence[Move]:
        """Return all moves."""
        return self.session.moves

    def _mind_the_disk(self) -> None:
        """Say once that the game cannot be saved, and once when it can be again."""
        trouble = self.save.trouble if self.save else None
        if trouble and not self._trouble:
            file = visible(str(self.save.path)) if self.save else ""
            output.print_error(
                say(
                    "{file}: not saved: {trouble}; the game goes on, and is written as soon as"
                    " it can be",
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
            line = read_line(say("{name}> ", name=self.names[seat]))
            asked = Asked(state, None if is_ahead else seat, self._menus[-1])
            self._asked = asked, len(self._menus)
            if line is None or not self._obey_all(line, seat):
                return False
            is_ahead = has_line()
        return True

    def show_turn(self, seat: Seat) -> None:
        """Show what matters for the choice that ``seat`` has now, and the choices."""
        last = self.session.moves[-1].seat if self.session.moves else None
        place = (seat, self.face.moment(self.session.state))
        if self._told_of != place or last != seat:  # else it was shown a moment ago
            output.print_lines([[]])
            for sentence in self.face.now(self.seen(), seat, self.names):
                output.print_lines(output.wrapped(sentence, "      ", first=""))
            self.show_bar()
        self._told_of = place
        if changed := self.session.changed_plan():
            output.print_sentence(say("Not as planned: {why}", why=changed))
        self._menus = [self._top_menu()]
        if not self.session.may_overrule:  # else the table has chosen already
            self._show_menu()

    def _hand_over(self, seat: Seat) -> bool:
        """If something is hidden, wait until the right person is at the keyboard."""
        before, self._at_keyboard = self._at_keyboard, seat
        humans = sum(player.is_human for player in self.session.players)
        if before == seat or humans < 2 or not self.face.hides(self.session.state):
            return True
        if output.is_terminal():
            output.print_lines(
                [[]] * output.height()
            )  # scrolls what the other player saw out of sight
        name = self.names[seat]
        output.print_sentence(say("It is the turn of {name}. The others look away.", name=name))
        typed = read_line(say("{name}, press Enter> ", name=name))
        if typed and not self.leaves(typed):
            output.print_sentence(say("Only Enter is asked for here."))
            output.print_sentence(say("Not done: {rest}", rest=typed))
        return not self.leaves(typed)

    def _top_menu(self) -> Menu:
        return self.face.menu(self.seen(), self.session.legal_actions())

    def _show_menu(self) -> None:
        menu = self._menus[-1]
        output.print_lines(output.wrapped(menu.title, "  ", "bold", first=""))
        for number, choice in enumerate(menu.choices, start=1):
            output.print_lines(output.wrapped(self._words(choice), " " * 9, first=f"{number:>3}  "))
        if len(self._menus) > 1:
            output.print_lines([[("  0  " + say("back"), "")]])
        sys.stdout.flush()

    def _words(self, choice: Choice) -> str:
        if choice.action is None:
            return choice.text
        words = self.face.format(choice.action)
        return f"{words}: {choice.text}" if choice.text else words

    def _obey_all(self, line: str, seat: Seat) -> bool:
        """Do the parts of a line as long as they can be done and ``seat`` is to choose.

        Returns False if somebody leaves.
        """

        state = self.session.state

        def bar() -> str:
            if why := self._not_to_choose(seat):
                self._tell_rest()
                return why
            if self.session.state is not state:
                self._menus = [self._top_menu()]
            return ""

        return self.each_part(line, self._obey_or_tell, bar)

    def _not_to_choose(self, seat: Seat) -> str:
        """Say why ``seat`` has nothing to choose now, '' if it has.

        Whoever keeps the score chooses for all.
        """
        to_act = self.session.to_act
        if to_act is None:
            return self.is_over()
        if to_act != seat and not self.session.may_overrule:
            return say("It is the turn of {name}.", name=self.names[to_act])
        if not self.session.waits_for_human:
            return say("What was said in advance comes first.")
        return ""

    def is_over(self) -> str:
        """Say that nothing is left to choose."""
        return say("The game is over")

    def _obey_or_tell(self, part: str) -> bool:
        """Do one part of a line, or tell why not; return whether it is done."""
        try:
            with self.session.meaning(part) as line:
                return self._obey(line)
        except NotationError as problem:
            self._tell_rest()
            output.print_sentence(render_error(problem), keep=unbreakable_parts(problem))
        except IllegalAction as problem:
            self.refuse(problem.refusal, problem.action)
        return False

    def _obey(self, line: str) -> bool:
        """Do what one part of a line asks for, and return whether it is done."""
        if self.session.to_act is None:
            if self.obeys(line):
                return True
            if self.session.may_overrule:  # what was forgotten can still be told
                return self._act(line)
            output.print_sentence(self.is_over())
            return False
        if not line:
            self._show_menu()
        elif is_number(line):
            return self._choose(line)
        elif not self.obeys(line):
            return self._act(line)
        return True

    def _choose(self, typed: str) -> bool:
        number = as_number(typed)
        if number == 0:
            if len(self._menus) > 1:
                self._menus.pop()
            self._show_menu()
            return True
        question, menus = self._asked
        if question.is_now(self.session) and len(self._menus) != menus:
            raise for_another(typed)  # a part of the line before it has opened a list
        choice = question.choice(self.session, typed, number or 0)
        if choice is None:
            output.print_sentence(no_choice(typed, len(question.menu.choices)))
            return False
        if choice.menu is None:
            if refusal := self.session.check(choice.action):
                self.refuse(refusal)
                return False
            return self.make(choice.action)
        self._menus.append(choice.menu())
        self._show_menu()
        return True

    def make(self, action: Any) -> bool:
        """Make a legal action; one that throws something away has to be given twice."""
        if doubt := self.session.doubt(action):
            output.print_sentence(doubt)
            words = self.face.format(action)
            output.print_sentence(
                say("Type {action} again to do it all the same.", action=Typed(words))
            )
            return False
        self.tell(self.session.act(action))
        return True

    def refuse(self, refusal: Refusal, part: Any = None) -> None:
        """Say that an action is not allowed, and what is; name the ``part`` of a plan it is."""
        self._tell_rest()
        told = say("Not allowed, {rule}: {why}", rule=refusal.rule, why=render_message(refusal))
        output.print_sentence(f"{self.face.format(part)}: {told}" if part else told)
        if self.session.may_overrule:
            if not self.session.is_meant:
                output.print_sentence(
                    say("If it happened all the same, enter it with ! at the end.")
                )
            return
        self._show_allowed()

    def _read(self, text: str) -> Any:
        """Return the action that ``text`` means, or None after saying what is wrong."""
        try:
            return self.face.parse(self.seen(), text)
        except NotationError as problem:
            self._tell_rest()
            output.print_sentence(say("Not understood: {problem}", problem=render_message(problem)))
            output.print_sentence(say("Type ? for help, or an empty line for the choices."))
            return None

    def _act(self, text: str) -> bool:
        """Take an order in advance, or make an action; return whether it is done."""
        seat = self.session.to_act
        seat = self.session.eyes if seat is None else seat
        moves = len(self.session.moves)
        if given := self.session.order(seat, text):
            for move in self.session.moves[moves:]:
                self.tell(move)
            if given.told:
                self._answer(given.told(self.names))
            else:
                self._show_standing(seat)
            return True
        action = self._read(text)
        if action is None:
            return False
        if refusal := self.session.check(action):
            self.refuse(refusal)
            return False
        return self.make(action)

    def _answer(self, lines: Iterator[str]) -> None:
        output.print_sentence(next(lines))
        for line in lines:
            output.print_sentence(line, "  ")

    def _show_standing(self, seat: Seat) -> None:
        lines = list(self.session.standing[seat].lines(self.session.state))
        output.print_sentence(
            say("In advance: {orders}", orders="; ".join(lines) or say("nothing"))
        )

    def _show_allowed(self) -> None:
        output.print_sentence(say("Allowed now:"))
        self._menus = [self._top_menu()]
        self._show_menu()

    def offered(self) -> Sequence[Command]:
        """Return the commands, with those that the game adds."""
        return (*super().offered(), *of_game(self.face.order_words))

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
            say("Actions are written so: {examples}", examples=Typed(self.face.examples))
        )
        if self.face.orders:
            output.print_sentence(
                say("And in advance: {examples}", examples=Typed(self.face.orders))
            )

    def on_choices(self, _: str) -> None:
        """Show all choices."""
        self._menus = [self._top_menu()]
        self._show_menu()

    def on_hint(self, _: str) -> None:
        """Say what the strongest bot would do, and what its best choices are worth."""
        seat = self.session.to_act
        if seat is None:
            output.print_sentence(self.is_over())
            return
        thoughts = self.session.known_hint() or self._thoughts(seat)
        if not thoughts:
            output.print_sentence(say("That was not enough time to value a choice."))
            return
        output.print_sentence(hint_words(self.face, self.session.levels[-1], thoughts[0]))
        if thoughts[0].samples:
            for indent, line in hint_lines(self.session.wing, self.face, self.names, thoughts):
                output.print_sentence(line, indent)

    def _thoughts(self, seat: Seat) -> list[Thought[Any]]:
        """Return the best choices as far as there is time to value them, after saying so."""
        if self.session.wing.adviser is not None:
            output.print_sentence(
                say("The strongest bot thinks, {seconds} s at most.", seconds=_THINKING)
            )
        until = time.monotonic() + _THINKING
        position = self.session.position(seat)
        return rank_candidates(
            self.session.wing, position, goes_on=lambda: time.monotonic() < until
        )

    def on_why(self, text: str) -> None:
        """Say whether an action is allowed, and the rule."""
        if not text:
            output.print_sentence(
                say("Write y and an action: y {example}", example=self._example())
            )
            return
        action = self._read(text)
        if action is None:
            return
        refusal = self.session.check(action)
        words = in_short(self.face.format(action))
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

    def _example(self) -> str:
        return self.face.format(self.session.legal_actions()[0])

    def show_rule(self, refusal: Refusal) -> None:
        """Show the rule that refused an action."""
        output.print_lines(
            describe_rule(rules(self.session.game.LEDGER, current_language())[refusal.rule])
        )

    def on_undo(self, _: str) -> None:
        """Take the last choice back."""
        taken = self.session.undo()
        if not taken:
            output.print_sentence(say("There is nothing to take back."))
            return
        self._told_back(say("Taken back: {action}", action=self._done(taken)))

    def on_redo(self, _: str) -> None:
        """Make again what was taken back."""
        made = self.session.redo()
        if not made:
            output.print_sentence(say("There is nothing to make again."))
            return
        self._told_back(say("Made again: {action}", action=self._done(made)))

    def _done(self, moves: Sequence[Move]) -> str:
        words = self.face.format(moves[0].action)
        others = len(moves) - 1
        if not others:
            return words
        return say("{action}, and {count:move|moves} after it", action=words, count=others)

    def _told_back(self, sentence: str) -> None:
        output.print_sentence(sentence)
        self._mind_the_disk()

    def on_go(self, _: str) -> None:
        """Go past choices with one answer."""
        if self.session.to_act is None:
            output.print_sentence(self.is_over())
        elif not self.session.play_on():
            output.print_sentence(say("You have to choose here."))

    def on_slower(self, _: str) -> None:
        """Wait longer before each move of a bot."""
        self._set_pause(1)

    def on_faster(self, _: str) -> None:
        """Wait less."""
        self._set_pause(-1)

    def _set_pause(self, step: int) -> None:
        self.pause = self.settings.pause = next_pause(self.pause, step)
        self.settings.keep()
        output.print_sentence(pause_words(self.pause))

    def on_confirm(self, wanted: str) -> None:
        """Ask before something is thrown away, or do not."""
        output.print_sentence(set_confirm(self.session, self.settings, wanted))

    def on_chart(self, _: str) -> None:
        """Show what the game has come to, unless that would show what is hidden."""
        if self.session.to_act is not None and self.face.hides(self.session.state):
            output.print_sentence(
                say("That is shown when the game is over: it tells what is hidden.")
            )
            return
        super().on_chart("")

    def on_rematch(self, _: str) -> None:
        """Sit down to a new game of the same players, if this one is over."""
        if self.again is None or self.session.to_act is not None:
            output.print_sentence(say("A rematch follows a game that is over."))
            return
        self.session, self.save = self.again()
        self._trouble = self._at_keyboard = self._told_of = None
        output.print_sentence(say("Seed {seed}", seed=self.session.header.seed))

    def on_save(self, name: str) -> None:
        """Write a copy of the game so far."""
        if not name:
            output.print_sentence(say("Write save and the name of a file."))
            return
        write_copy(self.session, Path(name))
        output.print_sentence(say("A copy is in {file}.", file=name), keep=[name])


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
