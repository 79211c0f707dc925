"""The desk: carries out what one person types or clicks at a table, whatever the activity."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, JoinedList, NotationError, truncate
from gridcommon.evaluation import Candidate
from gridcommon.records import Declaration
from gridcommon.spelling import as_number, is_number, quoted
from gridgames.languages.messages import (
    as_typed,
    render_error,
    render_message,
    say,
    unbreakable_parts,
)
from gridgames.show.characters import words
from gridgames.show.face import Move
from gridgames.show.menus import BACK, DONE, PASS, Choice, Menu, Numbers
from gridgames.show.questions import about, ask, questions_at_tables, usage
from gridgames.show.registry import table_of
from gridgames.show.table import Table, with_level
from gridgames.table import answers
from gridgames.table.answers import Message, Reply, problem
from gridgames.table.bots.roster import sitting
from gridgames.table.command_table import Command, Front, by_word, command_and_rest, elsewhere
from gridgames.table.evaluation_text import bar_words, hint_lines, hint_words
from gridgames.table.narration import as_told, news, stories
from gridgames.table.saves.new_games import Again
from gridgames.table.saves.saves import Save, write_copy
from gridgames.table.session import Session
from gridgames.table.settings import Settings, is_on, next_pause, pause_words, set_confirm
from gridgames.terminal.printable import escape_controls

_LOG = 30  # sentences of the log by default


class Undone(NamedTuple):
    """The parts of a line that were not done: the failed part, if any, and all later parts."""

    failed: str = ""
    others: Sequence[str] = ()

    @property
    def line(self) -> str:
        """These parts as one line, or '' if everything was done."""
        return "; ".join(filter(None, (self.failed, *self.others)))


class Prompt(NamedTuple):
    """The seat that is asked, if any, in which state, and the choices on the screen."""

    state: Any
    seat: Seat | None
    menu: Menu

    def choice(self, session: Session, typed: str) -> Choice | None:
        """Return the choice with a key on the screen, or None if there is none.

        The state may have changed since the key was typed. While the question is still the same,
        the key keeps its action. Raises NotationError if the question has changed.
        """
        choice = self.menu.keys.get(typed)
        if self.is_now(session):
            return choice
        keeps_meaning = choice.action is not None if choice else self.menu.numbers is not None
        if not (keeps_meaning and self._is_asked_still(session)):
            raise _for_another(typed)
        return choice

    def is_now(self, session: Session) -> bool:
        """Return whether nothing has happened since the question."""
        return self.seat is not None and session.state is self.state

    def _is_asked_still(self, session: Session) -> bool:
        question = session.face.question
        return (
            self.seat is not None
            and session.to_act == self.seat
            and session.waits_for_human
            and question(self.state) is not None
            and question(self.state) == question(session.state)
        )


class Desk:
    """Carries out typed lines and returns answers; ``on_WORD`` is the method of a command.

    A command without a method, here or in the policy, is left to the front end. ``seat`` is that of
    the only person here, None at a keyboard of all people. ``table`` is the game on a full screen,
    where lines can be typed while a bot thinks, and clicks are shown before they count.
    """

    is_thinking = False  # a bot is about to move
    waiting_command = ""  # to be carried out after its move
    last_refused: Any = None  # the action that was refused last
    ask_undo: Callable[[Seat], Reply] | None = None  # asks the others, and takes back

    def __init__(
        self,
        session: Session,
        front: Front,
        save: Save | None = None,
        pause: float = 0,
        settings: Settings | None = None,
        again: Again | None = None,
        *,
        seat: Seat | None = None,
        table: Table | None = None,
    ) -> None:
        self.session = session
        self.face = session.face
        self.front = front
        self.save = save
        self.pause = pause  # seconds before each move of a bot
        self.settings = settings or Settings()
        self.again = again  # starts a rematch
        self.seat = seat
        self.table = table
        self.has_bar = False
        self.words = by_word(session.policy.COMMANDS, front)
        self.menus: list[Menu] = []  # the open ones, the innermost last
        self.asked = Prompt(None, None, Menu("", ()))  # the one when the line was started
        self._depth = 0  # open menus at that time
        self.waiting_orders: list[tuple[Seat, str]] = []
        # Whether an action is only shown, since it was clicked for the first time.
        self.previews: Callable[[Any], bool] = lambda _: False

    def seen(self) -> Any:
        """Return the state that the person may see."""
        session = self.session
        if self.table:
            return self.table.state
        seat, humans = session.to_act if self.seat is None else self.seat, session.humans
        state = session.state_after(session.policy.place)
        if seat is None or not humans:
            return state
        if self.seat is None and seat not in humans and len(humans) == 1:
            [seat] = humans
        return self.face.seen(state, seat)

    @property
    def names(self) -> list[str]:
        """The displayed names of the players."""
        return self.session.names

    @property
    def names_with_levels(self) -> list[str]:
        """The displayed names of the players, with the levels of bots at a table with people."""
        return [with_level(*one) for one in sitting(self.session.players)]

    def moves(self) -> Sequence[Move]:
        """Return the moves up to the current place, as people may hear of them."""
        return as_told(self.session, self.session.moves[: self.session.policy.place])

    def commands(self) -> Sequence[Command]:
        """Return the commands that the help lists."""
        return self.session.policy.commands()

    def is_word(self, text: str) -> bool:
        """Return whether a text begins with a command, or is the key of a choice."""
        word, _ = command_and_rest(text)
        keys = (PASS, DONE, *self.asked.menu.keys)
        return word in by_word(self.commands(), self.front) or text.strip().lower() in keys

    def do_line(
        self, line: str, show: Callable[[Reply], bool], may_do: Callable[[str], bool]
    ) -> Undone:
        """Carry out the parts of a line in order until one fails, and return the rest.

        ``show`` shows an answer and returns whether the part is done; ``may_do`` returns whether a
        part after the first may start.
        """
        first, *others = self.face.parts(line)
        while True:
            with self.session.parse_confirmation(first) as part:
                is_done = show(self.answer(part))
            if is_done and self.session.policy.used(command_and_rest(part)[0]):
                show(answers.Continuation())
            if not is_done:
                return Undone(first, others)
            if not others:
                return Undone()
            if not may_do(others[0]):
                return Undone("", others)
            first = others.pop(0)

    def answer(self, part: str) -> Reply:
        """Carry out one part of a line, and return the answer."""
        try:
            if self.table and not self.not_to_choose() and self.table.take_letter(part):
                return answers.ScreenEffect()
            if why := elsewhere(part, self.session.policy.COMMANDS, self.front):
                return problem(why)
            word, rest = command_and_rest(part)
            command = self.words.get(word)
            if command is None or (rest and not _takes(command, word, rest)):
                return self.read(part)
            name = f"on_{command.word}"
            method: Callable[[str], Reply] | None = getattr(self, name, None)
            if special := getattr(self.session.policy, name, None):
                method = partial(special, self)
            return method(rest) if method else answers.FrontEndCommand(command, rest)
        except NotationError as error:
            return problem(render_error(error), unbreakable_parts(error))
        except IllegalAction as error:
            return self._illegal(error)

    def _illegal(self, error: IllegalAction) -> answers.Rejection:
        found = answers.Rejection(error.action, error.refusal, of_plan=True, is_done=False)
        return self.refused(found)

    def refused(self, answer: answers.Rejection) -> answers.Rejection:
        """Remember a refused action, and return the answer."""
        self.last_refused = answer.action
        return answer

    def on_board(self, _: str) -> Reply:
        told = partial(self.face.board, self.seen(), self.names)
        return answers.Prose(say("The board"), lines=told)

    def on_state(self, _: str) -> Reply:
        title = say("Everything on the table")
        told = partial(self.face.full_description, self.seen(), self.names_with_levels)
        return answers.Prose(title, lines=told)

    def on_players(self, _: str) -> Reply:
        panels = self.face.panels(self.seen(), self.names_with_levels)
        [players] = [panel for panel in panels if panel.key == "players"]
        return answers.Prose(say("The players"), lines=partial(words, players))

    def on_secrets(self, _: str) -> Reply:
        table = table_of(self.face, self.names, self.seen())
        return answers.Prose(say("Visibility"), list(table.secrets()))

    def ask_question(self, part: str) -> Reply | None:
        """Return the answer to a question about the position, or None if a text is none.

        Raises NotationError for arguments that the question does not take.
        """
        word, rest = command_and_rest(part)
        question = questions_at_tables(self.session.wing).get(word)
        if question is None:
            return None
        asked = partial(ask, question, rest, self.seen(), self.names, self.orderer())
        title = " ".join([as_typed(word), rest]).strip()
        if self.front is Front.PAGE:
            return answers.QuestionWanted(title, asked)
        return answers.Prose(title, lines=asked().lines)

    def on_ask(self, part: str) -> Reply:
        if part and (answer := self.ask_question(part)):
            return answer
        found = questions_at_tables(self.session.wing).items()
        if not found:
            return answers.Message(say("This game has no questions."))
        told = [
            f"{as_typed(f'ask {word} {usage(one)}'.strip())}: {say(about(one))}"
            for word, one in found
        ]
        title = say("unknown question {found}", found=quoted(part)) if part else say("Questions")
        return answers.Prose(title, told)

    def on_chart(self, _: str) -> Reply:
        from gridgames.table.statistics_text import describe_statistics, statistics_of

        place = self.session.policy.place
        is_over = self.session.game.to_act(self.session.state_after(place)) is None
        if place == len(self.session.moves) and not is_over and self.face.hides(self.session.state):
            told = say("That is shown only after the game, because it reveals hidden information.")
            return Message(told, is_done=False)
        statistics = statistics_of(self.session, place)
        note = [] if statistics.rounds else [say("No round is over yet.")]
        lines = partial(describe_statistics, statistics, self.names)
        return answers.Chart("", note, lines, statistics=statistics, is_done=not note)

    def on_bar(self, wanted: str) -> Reply:
        is_wanted = is_on(wanted) if wanted else not self.has_bar
        self.has_bar = is_wanted and self.session.wing.evaluator is not None
        return answers.BarSwitch(bar_words(self.session.wing, is_on=is_wanted))

    def on_log(self, count: str) -> Reply:
        wanted = number(count) if count else None
        told = [
            sentence
            for story in stories(self.face, self.moves(), self.names)
            for sentence in story.sentences
        ]
        first = max(0, len(told) - (_LOG if wanted is None else wanted))
        return answers.Log(say("Recent moves"), told[first:], count=wanted)

    def note_question(self, asked: Prompt) -> None:
        """Record the question on the screen, to which all numbers typed from now on belong."""
        self.asked, self._depth = asked, len(self.menus)

    def turn_words(self, seat: Seat) -> str:
        """Return a sentence about whose turn it is."""
        return say("It is {name}'s turn.", name=self.names[seat])

    def question(self) -> Prompt:
        """Return the question now, without a seat if no person has to choose."""
        seat = None if self.not_to_choose() else self.session.to_act
        return Prompt(self.session.state, seat, self.top_menu())

    def not_to_choose(self) -> str:
        """Return why the person cannot choose now, or '' if they can."""
        session = self.session
        seat, is_for_all = session.to_act, self.seat is None or session.may_overrule
        if seat is None:
            return session.policy.over_words() if not session.waits_for_human else ""
        if not is_for_all and seat != self.seat:
            return self.turn_words(seat)
        if self.is_thinking or not session.waits_for_human:
            return say("It is not your turn.")
        return ""

    def legal_actions(self) -> Sequence[Any]:
        """Return the actions of the person if they are to choose now, none otherwise."""
        return () if self.not_to_choose() else self.session.legal_actions()

    def top_menu(self) -> Menu:
        """Return all choices of the person to act."""
        if self.table:
            return self.table.menu
        if self.seat is not None and not self.legal_actions():
            return Menu("", ())
        menu = self.session.policy.menu(self.seen(), self.session.legal_actions())
        if self.seat is None:
            return menu.paged()
        return replace(menu, first=[one for one in menu.choices if one.typed], last=())

    def read(self, part: str) -> Reply:
        """Carry out a part that is not a command. Raises NotationError or IllegalAction."""
        session = self.session
        if answer := session.policy.read(self, part):
            return answer
        if self.seat is not None and not part:
            return self.on_choices("")
        if session.to_act is None and not session.may_overrule:
            return problem(session.policy.over_words())
        if not part:
            return answers.OpenMenu(self.menus[-1])
        if session.to_act is not None and (answer := self.choose(part)):
            return answer
        return self.enter(part)

    def enter(self, part: str) -> Reply:
        """Carry out an order or an action in words. Raises NotationError or IllegalAction."""
        if answer := self.order(part):
            return answer
        if self.table and (menu := self.table.asked(part)):
            why = self.not_to_choose()
            return problem(why) if why else answers.OpenMenu(menu)
        try:
            action = self.face.parse(self.seen(), part)
        except NotationError as error:
            return self.ask_question(part) or answers.unreadable(error)
        return self.make(action)

    def choose(self, part: str) -> Reply | None:
        """Do what the key of a choice or bare numbers mean, or return None for another part."""
        typed, is_in_lines = part.lower(), self.table is None and self.seat is None
        if self.seat is not None:
            self.asked = self.question()
        are_numbers = all(map(is_number, typed.split()))
        is_key = typed in (PASS, DONE, *self.asked.menu.keys) or (typed == BACK and is_in_lines)
        if not (are_numbers or is_key):
            return None
        is_now = self.asked.is_now(self.session)
        if not is_in_lines:
            if why := self.not_to_choose():
                return problem(why)
            self.menus = []
        elif typed == BACK:
            self.menus = self.menus[:-1] or self.menus
            return answers.OpenMenu(self.menus[-1])
        elif is_now and len(self.menus) != self._depth:
            raise _for_another(typed)  # a part of the line before it has opened a menu
        if self.table and is_now and self.table.take_number(as_number(typed) or 0):
            return answers.ScreenEffect()
        try:
            return self.take(typed)
        except NotationError:
            if self.table:
                self.asked = self.question()  # the next key belongs to the choices on the screen
            raise

    def take(self, typed: str) -> Reply:
        """Make the choice that had this key when it was typed, or do what a number means."""
        choice = self.asked.choice(self.session, typed)
        if choice is None:
            return self._take_number(self.asked.menu, typed)
        if choice.menu is None:
            words = self.session.policy.text_of(choice.action)
            if not words.endswith("!"):
                return self.make(choice.action)
            with self.session.parse_confirmation(words):
                return self.make(choice.action)
        if self.seat is not None:
            return self.on_choices("")
        self.menus.append(choice.menu().paged())
        return answers.OpenMenu(self.menus[-1])

    def _take_number(self, menu: Menu, typed: str) -> Reply:
        """Do what a number means that is no key, or say what may be typed."""
        numbers, keys = menu.numbers, list(menu.keys)
        if numbers is None:
            if self.seat is not None:
                return self.on_choices("")
            if counted := list(filter(is_number, keys)):
                keys[: len(counted)] = [say("1 to {count}", count=counted[-1])]
            numbers = Numbers(say("Choose {keys}.", keys=JoinedList(tuple(keys), "or")))
        asked = numbers.asked
        if numbers.words is not None and typed not in (PASS, DONE):
            try:
                answer = self.enter(f"{numbers.words} {typed} {numbers.ending}".strip())
            except IllegalAction as error:
                answer = self._illegal(error)
            if isinstance(answer, answers.Rejection):
                return replace(answer, asked=asked)
            if isinstance(answer, answers.Unreadable):
                told = answer.text.rstrip(".")
                return problem(say("{problem}. {asked}", problem=told, asked=asked))
            return answer
        return problem(say("{found} is not possible. {asked}", found=truncate(typed), asked=asked))

    def make(self, action: Any) -> Reply:
        """Make an action, unless it is refused or has to be confirmed first."""
        if not self._is_never_too_late(action) and (why := self.not_to_choose()):
            return problem(why)
        if refusal := self.session.check(action):
            if self.overrules(action):
                with self.session.parse_confirmation("!"):
                    return self.make(action)
            done = self.session.policy.expects(refusal)
            return self.refused(answers.Rejection(action, refusal, is_done=done))
        if objection := self.session.policy.objection(action):
            return answers.Objection(objection, is_error=True, is_done=False)
        if not self.session.is_confirmed and self.previews(action):
            return answers.Preview(action)
        if doubt := self.session.confirmation_for(action):
            return answers.Confirm(action, doubt, is_done=False)
        if question := self.session.policy.question_before(action):
            return answers.OpenQuestion(question)
        return answers.Moves(self.session.policy.enter(action))

    def overrules(self, action: Any) -> bool:
        """Return whether the people at a real table enter an illegal action a second time."""
        may = self.session.may_overrule and self.session.policy.may_insist
        may = may and self.table is not None and not self.session.is_confirmed
        return may and bool(action == self.last_refused)

    def _is_never_too_late(self, action: Any) -> bool:
        """Return whether the table may enter an action after the end; a rule may refuse it."""
        is_over = self.session.to_act is None
        return isinstance(action, Declaration) or (is_over and self.session.may_overrule)

    def orderer(self) -> Seat | None:
        """Return the seat that gives standing orders now, or None."""
        session, seat = self.session, self.session.to_act
        if self.seat is not None:
            return None if seat is None else self.seat
        if self.table is None:
            return session.viewpoint if seat is None else seat
        seat = seat if session.waits_for_human else self.table.viewer
        return seat if seat is not None and session.players[seat].is_human else None

    def order(self, text: str) -> Reply | None:
        """Apply a standing order, or return None if the text is not an order."""
        seat = self.orderer()
        if seat is None:
            return None
        if self.is_thinking:
            return self._order_later(seat, text)
        before = len(self.session.moves)
        given = self.session.order(seat, text)
        if given is None:
            return None
        orders = self.session.standing[seat].describe(self.session.state)
        told: answers.Prose | Message | None = self.text_of(given.told)
        is_seen = self.table is not None and self.table.plan() is not None  # beside the board
        if told and is_seen and command_and_rest(text)[1]:
            told = told if given.standing.obstacle(self.session.state, seat) else Message("")
        return answers.OrderReply(
            self.session.moves[before:], told or Message(self.orders_words(orders))
        )

    def _order_later(self, seat: Seat, text: str) -> Reply | None:
        """Check an order while a bot thinks, and queue it."""
        given = self.session.policy.order(seat, text)
        if given is None:
            return None
        self.waiting_orders.append((seat, text))
        words = say("Queued until the bot has moved: {order}", order=text)
        return self.text_of(given.told) or Message(words)

    def orders_words(self, orders: Iterable[str]) -> str:
        """Return a sentence with the standing orders in force."""
        return say("Queued orders: {orders}", orders="; ".join(orders) or say("nothing"))

    def plan_words(self) -> str:
        """Return why the person to act is asked, despite a plan or before an entry, or ''."""
        if question := self.session.policy.open_question:
            return question if self.seat is None else ""
        why = self.session.changed_plan()
        return say("Not as planned: {why}", why=why) if why else ""

    def text_of(self, told: Any) -> answers.Prose | None:
        """Return the answer to an order that asks for information, or None."""
        if told is None:
            return None
        title, *sentences = told(self.names)
        return answers.Prose(title, sentences)

    def on_choices(self, _: str) -> Reply:
        if why := self.not_to_choose():
            return problem(why)
        if self.seat is not None:
            return problem(say("Your choices are on the page."))
        if self.table and not self.top_menu().choices:
            return answers.ScreenEffect()
        self.menus = [self.top_menu()]
        return answers.OpenMenu(self.menus[-1])

    def on_hint(self, _: str) -> Reply:
        seat = self.session.to_act
        if seat is None or (why := self.not_to_choose()):
            return problem(self.session.policy.over_words() if seat is None else why)
        thoughts = self.session.policy.hint()
        return answers.Hint(thoughts) if thoughts else answers.HintWanted(seat)

    def on_why(self, text: str) -> Reply:
        """Explain an action: on a screen by default the refused one, or the one at the cursor."""
        if text:
            try:
                action = self.face.parse(self.seen(), text)
            except NotationError as error:
                return answers.unreadable(error)
            return self.explained(action)
        if self.session.to_act is None:
            return problem(self.session.policy.over_words())
        if self.table:
            action = self.last_refused or self.table.at_cursor()
            return answers.LegalChoices() if action is None else self.explained(action)
        if self.seat is not None and (why := self.not_to_choose()):
            return problem(why)
        example = self.face.format(self.session.legal_actions()[0])
        return problem(say("Type y and an action: y {example}", example=example))

    def explained(self, action: Any) -> answers.Ruling:
        """Return whether an action is allowed."""
        return answers.Ruling(action, self.session.check(action))

    def on_turns(self, _: str) -> Reply:
        return self.on_ask("end")

    def on_last(self, _: str) -> Reply:
        told = [*self.face.last_turn(self.session.moves, self.names)]
        return answers.Prose(say("The last turn"), told or [say("Nobody has acted yet.")])

    def on_undo(self, count: str) -> Reply:
        if later := self._later("undo"):
            return later
        times = min(number(count), len(self.session.moves)) if count else 1
        if self.ask_undo and self.seat is not None and times:
            for _ in range(times - 1 if self.session.may_overrule else 0):
                self.session.undo()
            return self.ask_undo(self.seat)
        taken = [one for _ in range(times) if (one := self.session.undo())]
        if taken:
            undone = say("Undone: {action}", action="; ".join(map(self._counted, taken)))
            return answers.HistoryChange(undone)
        return Message(say("There is nothing to undo."))

    def on_redo(self, _: str) -> Reply:
        if later := self._later("redo"):
            return later
        if made := self.session.redo():
            return answers.HistoryChange(say("Redone: {action}", action=self._counted(made)))
        return Message(say("There is nothing to redo."))

    def _later(self, command: str) -> Reply | None:
        """Delay a command while a bot thinks, and return the answer, or None."""
        if self.is_thinking:
            self.waiting_command = command
            return answers.ScreenEffect()
        return None

    def _counted(self, moves: Sequence[Move]) -> str:
        words = self.session.policy.written(moves[0].action)
        others = len(moves) - 1
        if not others:
            return words
        return say("{action}, and {count:move|moves} after it", action=words, count=others)

    def on_go(self, _: str) -> Reply:
        self.session.skips_for = self.seat  # nobody moves for another
        if self.is_thinking:
            self.session.plays_on = True
            return answers.ScreenEffect()
        if self.session.skip_forced_moves():
            return answers.Continuation()
        return Message(self.not_to_choose() or say("You have to choose here."))

    def on_slower(self, _: str) -> Reply:
        return self._set_pause(1)

    def on_faster(self, _: str) -> Reply:
        return self._set_pause(-1)

    def _set_pause(self, step: int) -> Reply:
        self.pause = self.settings.pause = next_pause(self.pause, step)
        self.settings.keep()
        return Message(pause_words(self.pause))

    def on_news(self, _: str) -> Reply:
        seat = self.orderer()
        told = news(self.session, self.session.viewpoint if seat is None else seat)
        lines = [words for _, words in told]
        return answers.Prose(say("Since your last move"), lines or [say("Nothing has happened.")])

    def on_rivals(self, _: str) -> Reply:
        lines = [*self.face.prospects(self.seen(), self.names)]
        return answers.Prose(say("Within reach of each player"), lines)

    def on_confirm(self, wanted: str) -> Reply:
        return Message(set_confirm(self.session, self.settings, wanted))

    def on_rematch(self, _: str) -> Reply:
        if self.session.may_overrule:
            told = say("A game on your own table is not repeated: start the next one with keep.")
            return Message(told, is_done=False)
        if self.again is None or self.session.to_act is not None:
            return Message(say("A rematch is possible only after the game is over."), is_done=False)
        self.session, self.save = self.again()
        return answers.NewGame()

    def on_save(self, name: str) -> Reply:
        if not name:
            return Message(say("Type save and the name of a file."), is_done=False)
        write_copy(self.session, Path(name))
        shown = escape_controls(name)
        return Message(say("A copy is in {file}.", file=shown), [shown])

    def explained_words(self, answer: answers.Ruling) -> str:
        """Return whether an action is allowed, with the rule if it is not."""
        words, refusal = truncate(self.face.format(answer.action)), answer.refusal
        if refusal is None:
            return say("{action} is allowed.", action=words)
        rule, why = refusal.rule, render_message(refusal)
        return say("{action} is not allowed, {rule}: {why}", action=words, rule=rule, why=why)

    def hint_sentences(self, thoughts: Sequence[Candidate[Any]]) -> Iterator[tuple[str, str]]:
        """Yield the sentences of a hint, each with its indent; the thoughts are best first."""
        if not thoughts:
            yield "", say("There was not enough time to evaluate a choice.")
            return
        wing = self.session.wing
        yield "", hint_words(wing, self.face, self.session.levels[-1], thoughts)
        if thoughts[0].samples:
            yield from hint_lines(wing, self.face, self.names, thoughts)


def _takes(command: Command, word: str, rest: str) -> bool:
    """Return whether a command takes what follows it: ``u 2`` is a command, ``U 1,0`` is none."""
    is_short = word in command.letters
    is_number = as_number(rest) is not None
    return bool(command.usage) and (not is_short or is_number or command.usage != "[N]")


def number(text: str) -> int:
    """Parse a number. Raises NotationError."""
    found = as_number(text)
    if found is None:
        raise NotationError("expected a number, found {found}; ? for help", found=repr(text))
    return found


def _for_another(typed: str) -> NotationError:
    """Return the error for a number that was typed for another question."""
    return NotationError(
        "{number} was typed for another question; look at the choices, then choose again.",
        number=truncate(typed),
    )
