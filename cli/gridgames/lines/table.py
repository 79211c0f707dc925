"""A table in lines of text: numbered choices and short notation, in any terminal or pipe."""

import sys
import time
from collections.abc import Sequence
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import GridgamesError, NotationError, Refusal, Typed, Word, Wording
from gridcommon.evaluation import Candidate
from gridcommon.spelling import as_number, is_number
from gridgames.languages.messages import render_message, say
from gridgames.show.characters import words
from gridgames.show.face import Move, round_and_phase
from gridgames.show.menus import BACK, Choice
from gridgames.show.moments import Moment
from gridgames.show.registry import table_of
from gridgames.table import answers
from gridgames.table.answers import Message, Reply, not_allowed
from gridgames.table.bots.evaluation import evaluate, rank_candidates
from gridgames.table.command_table import Front, command_and_rest, help_sections
from gridgames.table.desk import Desk, Prompt
from gridgames.table.draft import DraftPolicy
from gridgames.table.ending import moment_words, moments, own_seat, result_sentences
from gridgames.table.evaluation_text import bar_line, legend
from gridgames.table.narration import as_told, narrate_group, turning_point
from gridgames.table.replay import ReplayPolicy
from gridgames.table.saves.saves import advance_words, broken_off_words
from gridgames.table.session import Policy, Session
from gridgames.table.statistics_text import describe_statistics, statistics_of
from gridgames.terminal import output
from gridgames.terminal.line_input import has_line, read_line
from gridgames.terminal.printable import escape_controls

_INDENT = " " * 20  # of the descriptions of commands in the help
_THINKING = 10  # maximum seconds for a hint
_WAIT = 0.5  # seconds for news from elsewhere


class PlainTable:
    """Shows the answers of a desk; ``on_WORD`` is the method of a command without an answer."""

    def __init__(self, session: Session, *options: Any, **named: Any) -> None:
        """``options`` and ``named`` are those of :class:`Desk`."""
        self.desk = Desk(session, Front.LINES, *options, **named)
        self.has_left = False
        self.draws_turns = False  # whether the board is drawn at each turn
        self._pending: list[Move] = []  # moves that may be narrated together with the next ones
        self._trouble: Word | Wording | None = None  # why the last save failed
        self._at_keyboard: Seat | None = None  # the seat that sees the screen
        self._situation_shown: tuple[Seat, Any] | None = None  # the seat and situation shown last
        self._typist: Seat | None = None  # of the line that is done now; None after the end
        self._turned: dict[Seat | None, str] = {}  # the turning point that each has seen last
        self._shown: Any = None  # the state that the open menu belongs to
        self._moments: Sequence[Moment] = ()  # of the finished game
        self._closed = self.policy.last_step  # the last step of a lesson whose end was shown

    @property
    def session(self) -> Session:
        """The game; a rematch replaces it."""
        return self.desk.session

    @property
    def policy(self) -> Policy:
        """The policy of the table."""
        return self.desk.session.policy

    def run(self) -> None:
        """Play a game and its rematches until they are over or the person leaves."""
        while self.play() and self.continues_after_end():
            pass

    def play(self) -> bool:
        """Play the game, and return whether its end was reached."""
        if opening := self.policy.opening():
            title, about = opening
            output.print_lines([[(title, "bold")]])
            output.print_sentence(about)
            output.print_lines([[]])
        names = self.desk.names_with_levels
        output.print_lines(self.desk.face.full_description(self.desk.seen(), names))
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
        """Make and narrate a move that no person has to choose, or wait for one from elsewhere."""
        try:
            if self.policy.is_ready:
                if self.desk.pause and not self.session.plays_on:
                    time.sleep(self.desk.pause)
                self.narrate(self.session.next_move())
                return
        except GridgamesError as problem:
            output.print_sentence(self.policy.recover(problem))
        self.narrate_pending()
        self._catch_up(_WAIT)

    def _catch_up(self, seconds: float) -> None:
        """Take news from elsewhere, and show them. Raises NotationError at their end."""
        output.print_sentences(self.policy.news(seconds))
        if self.policy.ended:
            raise NotationError(self.policy.ended, source="LINK")

    def replay(self, *, at_once: bool = False, is_begun: bool = False) -> None:
        """Show a recorded game as lines ask for it, or at once; first the state there."""
        if not is_begun:
            self.show(self.desk.on_state(""))
            self._show_marks()
        if at_once:
            self.on_play()
            return
        output.print_sentence(say("{count:move|moves}; ? for help", count=len(self.session.moves)))
        while True:
            line = read_line(say("move {place}> ", place=self.policy.place))
            if line is None or not self.do_line(line):
                return

    def draft(self, draft: DraftPolicy) -> None:
        """Take lines of a position until the person leaves or starts another command."""
        output.print_sentence(draft.table.title())
        if draft.is_restored:
            output.print_sentence(say("Your unsaved position is back. undo: without it."))
        output.print_sentence(
            say("Type a line of a position, as in {line}, or ? for help.", line=draft.table.example)
        )
        self._typist = self.session.to_act
        while not self.has_left and (line := read_line("> ")) is not None:
            self.do_line(line.strip())
            if draft.trouble:
                template = "Not saved: {trouble}. It is tried again after every change."
                output.print_sentence(say(template, trouble=draft.trouble))
        output.print_sentences(filter(None, [draft.leaving()]))

    def on_play(self, _: str = "") -> None:
        while self.policy.place < len(self.session.moves):
            if self.desk.pause:
                time.sleep(self.desk.pause)
            self.show(self.desk.answer("next"))

    def do_line(self, line: str) -> bool:
        """Carry out a line, show the parts not done, and return whether the person stays."""
        if self.policy.is_remote:
            self._catch_up(0)
        undone = self.desk.do_line(line, self.show, self.may_do)
        if undone.others:
            output.print_sentence(say("Not done: {rest}", rest="; ".join(undone.others)))
        return not self.has_left

    def continues_after_end(self) -> bool:
        """Carry out commands after the end; return whether there is a game to play again."""
        if self.desk.again is None or not self.session.humans:
            return False
        output.print_lines([[]])
        if untold := self.policy.missing:
            output.print_sentence(untold)
        told = say(
            "Type the number of a moment, rematch, replay, review, export FILE, chart, log, undo "
            "or q."
        )
        output.print_sentence(told)
        while self.session.to_act is None:
            result = self.session.result
            line = read_line(say("over> "))
            self._typist = None
            if line is None:
                return False
            number = (as_number(line.strip()) or 0) if is_number(line.strip()) else None
            if number and number <= len(self._moments):
                self.on_replay("", self._moments[number - 1].place)
            elif not line.strip() or number is not None:
                output.print_sentence(told)
            elif not self.do_line(line.strip()):
                return False
            self.narrate_pending()
            if self.session.result not in (result, None):
                self.show_ending()
        return True

    def on_replay(self, _: str, place: int = 0) -> None:
        """Replay the finished game from a place, and come back."""
        policy = self.policy
        if self.session.to_act is not None:
            output.print_sentence(say("A game can be watched again after its end."))
            return
        ReplayPolicy(self.session, place)
        there = PlainTable(self.session)
        if place:
            there.show(answers.Destination("landmark"))
        there.replay(is_begun=place > 0)
        self.session.policy = policy

    def viewpoint(self) -> Seat:
        """Return the seat whose viewpoint the evaluation bar takes."""
        seat = self.session.to_act
        return seat if seat in self.session.humans and seat is not None else self.session.viewpoint

    def narrate(self, move: Move) -> None:
        """Narrate a move when no more moves can belong to it."""
        if not isinstance(move.action, self.desk.face.continuing):
            self.narrate_pending(1)
        self._pending.append(move)
        self._report_save_trouble()

    def narrate_pending(self, later: int = 0) -> None:
        """Narrate the moves that were held back; ``later`` moves have followed them."""
        moves, self._pending = self._pending, []
        if moves:
            self.show_moves(moves)
            humans = self.session.humans
            if len(humans) < 2 and (later or not self.session.waits_for_human):
                seat = humans[0] if humans else None  # of several, each sees it in their turn
                self._show_turning_point(seat, len(self.session.moves) - later)

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
            asked = Prompt(state, None if is_ahead else seat, self.desk.menus[-1])
            self.desk.note_question(asked)
            self._typist = seat
            if line is None or not self.do_line(line):
                return False
            is_ahead = has_line()
        return True

    def show_turn(self, seat: Seat) -> None:
        """Show the situation of ``seat``, its choices, and the task of a lesson."""
        self._close_step()
        last = self.session.moves[-1].seat if self.session.moves else None
        place = (seat, round_and_phase(self.session.state))
        is_known = self._situation_shown == place and last == seat  # it was shown a moment ago
        if not is_known:
            output.print_lines([[]])
            seen, names, face = self.desk.seen(), self.desk.names, self.desk.face
            stage = face.stage(seen, names, seat, self.desk.moves())
            for panel in stage:
                output.print_lines(words(panel))
            for sentence in () if stage else face.situation_lines(seen, seat, names):
                output.print_lines(output.wrapped(sentence, "      ", first=""))
            if self.draws_turns:
                from gridgames.show.pictures import print_table

                table = table_of(self.desk.face, self.desk.names, self.desk.seen())
                if table.board_matters:
                    print_table(table)
            self.show_bar()
        self._situation_shown = place
        line = self._show_turning_point(seat, self.policy.place)
        if line and not is_known:
            output.print_sentence(line)
        if changed := self.desk.plan_words():
            output.print_sentence(changed)
        self._open_top_menu()
        if not self.session.may_overrule:  # else the table has chosen already
            self._show_menu()
        self._show_step()

    def _close_step(self) -> None:
        """Show the text after the last step of a lesson, once."""
        last = self.policy.last_step
        if last is not self._closed and last is not None and last.after:
            output.print_sentence(last.after)
        self._closed = last

    def _show_step(self) -> None:
        if step := self.policy.step:
            output.print_lines([[]])
            output.print_lines([[(step.heading, "bold")]])
            output.print_sentence(step.text)
            output.print_sentence(step.request)

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
        for key, choice in menu.keys.items():
            output.print_lines(output.wrapped(self._words(choice), " " * 9, first=f"{key:>3}  "))
        if len(self.desk.menus) > 1:
            output.print_lines([[(f"{BACK:>3}  {say('back')}", "")]])
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
            return self.policy.over_words()
        if to_act != self._typist and not self.session.may_overrule:
            return self.desk.turn_words(to_act)
        if not self.session.waits_for_human:
            return say("Queued orders come first.")
        return ""

    def show(self, answer: Reply) -> bool:
        """Show an answer, and return whether its part of the line is done."""
        if type(answer) not in (answers.Moves, answers.Continuation):
            self.narrate_pending()  # what was done before it
        match answer:
            case answers.Moves():  # and an order in advance
                for move in answer.moves:
                    self.narrate(move)
                match getattr(answer, "told", None):
                    case answers.Prose() as told:
                        output.print_sentence(told.title)
                        output.print_lines(told.written("  "))
                    case Message() as told:
                        output.print_sentence(told.text, keep=told.keep)
            case answers.Rejection():
                self.refuse(answer)
            case answers.Confirm():
                words = Typed(self.desk.face.format(answer.action))
                again = say("Type {action} again to do it anyway.", action=words)
                output.print_sentences((answer.doubt, again))
            case answers.OpenMenu():
                self._show_menu()
            case answers.Unreadable():
                output.print_sentence(answer.text)
                output.print_sentence(say("Type ? for help, or an empty line for the choices."))
            case answers.HintWanted():
                return self.show(answers.Hint(self._thoughts(answer.seat)))
            case answers.Hint():
                for indent, sentence in self.desk.hint_sentences(answer.thoughts):
                    output.print_sentence(sentence, indent)
            case answers.HistoryChange():
                output.print_sentence(answer.text)
                self._report_save_trouble()
                self._closed = self.policy.last_step  # its text is due again
                if self.session.to_act is not None:
                    self._open_top_menu()
            case answers.OpenQuestion():
                self._open_top_menu()  # the answers, after an empty line
                output.print_sentence(answer.text)
            case answers.Objection():
                output.print_sentence(answer.text)
                if step := self.policy.step:
                    output.print_sentence(step.request)
            case answers.Destination():
                self._show_place(answer)
            case answers.NewGame():
                self._trouble = self._at_keyboard = self._situation_shown = None
                output.print_sentence(say("Seed {seed}", seed=self.session.header.seed))
            case answers.Continuation():
                if self.policy.step:
                    self._close_step()
                    self._show_step()
            case _:
                return self._show_view(answer)
        return answer.is_done

    def _show_view(self, answer: Reply) -> bool:
        """Show an answer that has no part in what goes on."""
        match answer:
            case answers.BarSwitch():
                output.print_sentence(answer.text)
                if self.desk.has_bar:
                    output.print_sentence(legend(self.desk.names))
                self.show_bar()
            case Message():
                output.print_sentence(answer.text, keep=answer.keep)
            case answers.Ruling():
                output.print_sentence(self.desk.explained_words(answer))
                if answer.refusal:
                    self._show_allowed()
                    self.show_rule(answer.refusal)
            case answers.Prose():
                output.print_lines(answer.written())
            case answers.FrontEndCommand():
                done = getattr(self, f"on_{answer.command.word}")(answer.rest)
                return done is not False and not self.has_left
            case _:
                raise TypeError(answer)
        return answer.is_done

    def refuse(self, answer: answers.Rejection) -> None:
        """Show a refusal, and the legal actions or how to overrule it."""
        told = not_allowed(answer.refusal)
        if answer.asked:
            told = f"{told}. {answer.asked}"
        if self.policy.step or answer.is_done:  # a lesson, which may have asked for it
            output.print_sentence(told)
            self.show_rule(answer.refusal)
            if answer.is_done and self.policy.step:  # the end is shown elsewhere
                self._close_step()
                self._show_step()
            elif self.policy.step:
                output.print_sentence(self.policy.step.request)
            return
        if answer.of_plan:
            told = f"{self.desk.face.format(answer.action)}: {told}"
        output.print_sentence(told)
        if not self.session.may_overrule:
            self._show_allowed()
        elif not self.session.is_confirmed:
            output.print_sentence(render_message(self.policy.overruling))

    def _show_allowed(self) -> None:
        output.print_sentence(say("Allowed now:"))
        self._open_top_menu()
        self._show_menu()

    def _open_top_menu(self) -> None:
        self.desk.menus = [self.desk.top_menu()]
        self._shown = self.session.state

    def _show_place(self, answer: answers.Destination) -> None:
        """Show the place at which a replay has arrived."""
        place, is_next = self.policy.place, answer.way == "next"
        if answer.is_end:
            output.print_sentence(say("That was the last move."))
            return
        if is_next:
            self.show_moves(self.desk.moves()[-1:], f"{place}. ")
        elif answer.way == "landmark" and place:
            self.show_moves(self.desk.moves()[-1:], indent="")
        self.show_bar()
        self._show_marks()
        if is_next:
            if place == len(self.session.moves) and self.session.result is not None:
                self.show_ending()
            return
        face, state = self.desk.face, self.desk.seen()
        output.print_sentence(
            say("After move {place}, round {round}", place=place, round=state.round)
        )
        seat = self.session.game.to_act(state)
        if seat is not None:
            output.print_sentences(face.situation_lines(state, seat, self.desk.names), "  ")

    def _show_marks(self) -> None:
        marks = self.session.marks.get(self.policy.place, ())
        output.print_sentences(f"! {sentence}" for sentence in marks)

    def on_quit(self, _: str) -> None:
        self.has_left = True

    def on_help(self, _: str) -> None:
        inputs = (say("To enter"), list(self.policy.inputs()))
        for section, entries in (inputs, *help_sections(self.desk.commands(), Front.LINES)):
            if entries:
                output.print_lines([[(section, "bold")]])
            for typed, about in entries:
                first = f"  {typed}".ljust(len(_INDENT) - 1) + " "
                output.print_lines(output.wrapped(about, _INDENT, first=first))
        if self.policy.is_replay or self.desk.table:
            return
        actions, orders = Typed(self.desk.face.examples), Typed(self.desk.face.orders)
        output.print_sentence(say("Format of actions: {examples}", examples=actions))
        if orders.text:
            output.print_sentence(say("Queued orders: {examples}", examples=orders))

    def on_export(self, name: str) -> bool:
        from gridgames.study.exports.export import export_as

        return self.show(export_as(self.session, name))

    def on_draw(self, _: str) -> None:
        from gridgames.show.pictures import print_table

        seen = self.desk.seen()
        print_table(self.desk.table or table_of(self.desk.face, self.desk.names, seen))

    def on_rules(self, wanted: str) -> None:
        if not wanted:
            output.print_sentence(say("Type rules and an id or a word, as in: rules end"))
            return
        from gridgames.study.rules.rule_text import look_up

        output.print_lines(look_up(self.session.game.NAME, wanted))

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

    def show_rule(self, refusal: Refusal) -> None:
        """Show the rule that refused an action."""
        from gridgames.study.rules.rule_text import look_up  # loads the ledgers

        output.print_lines(look_up(self.session.game.NAME, refusal.rule))

    def show_bar(self) -> None:
        """Show the evaluation bar if it is switched on."""
        if self.desk.has_bar:
            place = len(self.desk.moves())
            values = evaluate(self.session.wing, self.session.position(self.viewpoint(), place))
            output.print_lines(
                [bar_line(self.session.wing, values, self.desk.names, output.width())]
            )

    def show_moves(self, moves: Sequence[Move], number: str = "", indent: str = "  ") -> None:
        """Show moves that belong together, all sentences but the first after ``indent``."""
        told = as_told(self.session, moves)
        first, *others = narrate_group(self.desk.face, told, self.desk.names)
        output.print_sentence(f"{number}{first}")
        output.print_sentences(others, indent)

    def _show_turning_point(self, seat: Seat | None, place: int) -> str:
        """Show the stage that the game has reached, once; return the line that stays later."""
        banner, is_new = turning_point(self.session, seat, place)
        is_new = is_new and banner.title != self._turned.get(seat)
        self._turned[seat] = banner.title
        if is_new:
            output.print_lines([[(banner.title, "bold")]])
            output.print_sentence(banner.paragraph, "  ")
        return "" if is_new else banner.line

    def show_ending(self) -> None:
        """Show the result of the game, its moments and its statistics."""
        self._close_step()
        if ending := self.policy.ending():
            output.print_sentence(ending)
            return
        session, statistics, own = self.session, statistics_of(self.session), None
        if session.is_broken_off:
            output.print_sentence(broken_off_words(session.rounds))
        else:
            own = own_seat(session)
            output.print_sentences(result_sentences(session, own))
        output.print_lines(
            describe_statistics(statistics, self.desk.names, is_brief=bool(session.humans))
        )
        self._moments = [] if session.is_broken_off else moments(session, own, statistics)
        if self._moments:
            output.print_lines([[], [(say("Moments"), "bold")]])
        for number, one in enumerate(self._moments, start=1):
            output.print_sentence("  ".join([str(number), *moment_words(session, one)]), "  ")


def leaves(line: str | None) -> bool:
    """Return whether a line, or the end of input, ends the program."""
    return line is None or command_and_rest(line)[0] in ("q", "quit")
