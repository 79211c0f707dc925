"""The desk of a game in progress."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, truncate
from gridcommon.records import Declaration
from gridcommon.spelling import as_number, is_number
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.show.menus import Menu
from gridgames.table import answers
from gridgames.table.answers import Answer, Message, problem
from gridgames.table.command_table import PLAYING, Command, Front, of_game
from gridgames.table.desk import Desk, number
from gridgames.table.narration import news
from gridgames.table.questions import Asked, for_another
from gridgames.table.saves.new_games import Again
from gridgames.table.saves.saves import Save, write_copy
from gridgames.table.session import Session
from gridgames.table.settings import Settings, next_pause, pause_words, set_confirm
from gridgames.terminal.printable import escape_controls


class GameDesk(Desk):
    """Carries out numbers, actions, standing orders and commands of the person to act."""

    COMMANDS: ClassVar[Sequence[Command]] = PLAYING

    def __init__(
        self,
        session: Session,
        front: Front,
        seen: Callable[[], Any],
        save: Save | None = None,
        pause: float = 0,
        settings: Settings | None = None,
        again: Again | None = None,
    ) -> None:
        super().__init__(session, front, seen)
        self.save = save
        self.pause = pause  # seconds before each move of a bot
        self.settings = settings or Settings()
        self.again = again  # starts a rematch
        self.menus: list[Menu] = []  # the open ones, the innermost last
        self.asked = Asked(None, None, Menu("", ()))  # the question when the line was started
        self._depth = 0  # open menus at that time

    def commands(self) -> Sequence[Command]:
        return (*super().commands(), *of_game(self.face.order_words))

    def note_question(self, asked: Asked) -> None:
        """Record the question on the screen, to which all numbers typed from now on belong."""
        self.asked, self._depth = asked, len(self.menus)

    def turn_words(self, seat: Seat) -> str:
        """Return a sentence about whose turn it is."""
        return say("It is {name}'s turn.", name=self.names[seat])

    def not_to_choose(self) -> str:
        """Return why no person can choose now, or '' if one can."""
        if self.session.waits_for_human:
            return ""
        return (
            self.session.over_words()
            if self.session.to_act is None
            else say("It is not your turn.")
        )

    def top_menu(self) -> Menu:
        """Return all choices of the person to act."""
        return self.session.menu(self.seen(), self.session.legal_actions()).paged()

    def read(self, part: str) -> Answer:
        if self.session.to_act is None and not self.session.may_overrule:
            return problem(self.session.over_words())
        if not part:
            return answers.OpenMenu(self.menus[-1])
        if is_number(part) and self.session.to_act is not None:
            return self.choose(part)
        if answer := self.order(part):
            return answer
        if menu := self.menu_for(part):
            why = self.not_to_choose()
            return problem(why) if why else answers.OpenMenu(menu)
        try:
            action = self.face.parse(self.seen(), part)
        except NotationError as error:
            return answers.Misread(error, is_done=False)
        return self.make(action)

    def menu_for(self, part: str) -> Menu | None:
        """Return a menu that completes an incomplete action, or None."""
        del part
        return None

    def choose(self, typed: str) -> Answer:
        """Make the choice with a number; 0 goes back to the previous menu."""
        if as_number(typed) == 0:
            if len(self.menus) > 1:
                self.menus.pop()
            return answers.OpenMenu(self.menus[-1])
        if self.asked.is_now(self.session) and len(self.menus) != self._depth:
            raise for_another(typed)  # a part of the line before it has opened a menu
        return self.take(typed)

    def take(self, typed: str) -> Answer:
        """Make the choice that had this number when it was typed."""
        choice = self.asked.choice(self.session, typed, as_number(typed) or 0)
        if choice is None:
            count = len(self.asked.menu.choices)
            found = truncate(typed)
            return problem(
                say(
                    "Choice {number} does not exist; choose 1 to {count}.",
                    number=found,
                    count=count,
                )
            )
        if choice.menu is None:
            words = self.session.text_of(choice.action)
            if not words.endswith("!"):
                return self.make(choice.action)
            with self.session.parse_confirmation(words):
                return self.make(choice.action)
        self.menus.append(choice.menu().paged())
        return answers.OpenMenu(self.menus[-1])

    def make(self, action: Any) -> Answer:
        """Make an action, unless it is refused or has to be confirmed first."""
        if not self._is_never_too_late(action) and (why := self.not_to_choose()):
            return problem(why)
        if refusal := self.session.check(action):
            if self.overrules(action):
                with self.session.parse_confirmation("!"):
                    return self.make(action)
            done = self.session.was_to_be_refused(refusal)
            return self.refused(answers.Refused(action, refusal, is_done=done))
        if objection := self.session.objection(action):
            return answers.Objection(objection, is_error=True, is_done=False)
        if not self.session.is_confirmed and (preview := self.preview(action)):
            return preview
        if doubt := self.session.confirmation_for(action):
            return answers.Confirm(action, doubt, is_done=False)
        if question := self.session.question_before(action):
            return answers.Wanted(question)
        return answers.Made(self.session.enter(action))

    def overrules(self, action: Any) -> bool:
        """Return whether a refused action is made anyway."""
        del action
        return False

    def preview(self, action: Any) -> Answer | None:
        """Return a preview of a legal action, or None to make the action at once."""
        del action
        return None

    def _is_never_too_late(self, action: Any) -> bool:
        """Return whether the table may enter an action after the end; a rule may refuse it."""
        is_over = self.session.to_act is None
        return isinstance(action, Declaration) or (is_over and self.session.may_overrule)

    def orderer(self) -> Seat | None:
        """Return the seat that gives standing orders now, or None."""
        seat = self.session.to_act
        return self.session.viewpoint if seat is None else seat

    def order(self, text: str) -> Answer | None:
        """Apply a standing order, or return None if the text is not an order."""
        seat = self.orderer()
        if seat is None:
            return None
        before = list(self.session.moves)
        given = self.session.order(seat, text)
        if given is None:
            return None
        moves = self.session.moves
        is_rewritten = moves[: len(before)] != before
        orders = self.session.standing[seat].describe(self.session.state)
        return answers.Ordered(
            moves[len(before) :],
            is_rewritten,
            self.text_of(given.told),
            self.orders_words(orders),
        )

    def orders_words(self, orders: Iterable[str]) -> str:
        """Return a sentence with the standing orders in force."""
        return say("Queued orders: {orders}", orders="; ".join(orders) or say("nothing"))

    def plan_words(self) -> str:
        """Return why the person to act is asked, despite a plan or before an entry, or ''."""
        if question := self.session.open_question:
            return question
        why = self.session.changed_plan()
        return say("Not as planned: {why}", why=why) if why else ""

    def text_of(self, told: Any) -> answers.Text | None:
        """Return the answer to an order that asks for information, or None."""
        if told is None:
            return None
        title, *sentences = told(self.names)
        return answers.Text(title, sentences)

    def on_choices(self, _: str) -> Answer:
        if why := self.not_to_choose():
            return problem(why)
        self.menus = [self.top_menu()]
        return answers.OpenMenu(self.menus[-1])

    def on_hint(self, _: str) -> Answer:
        seat = self.session.to_act
        if seat is None or (why := self.not_to_choose()):
            return problem(self.session.over_words() if seat is None else why)
        thoughts = self.session.known_hint()
        return answers.Hint(thoughts) if thoughts else answers.HintWanted(seat)

    def on_why(self, text: str) -> Answer:
        if text:
            try:
                action = self.face.parse(self.seen(), text)
            except NotationError as error:
                return answers.Misread(error, is_done=False)
            return self.explained(action)
        if self.session.to_act is None:
            return problem(self.session.over_words())
        example = self.face.format(self.session.legal_actions()[0])
        return problem(say("Type y and an action: y {example}", example=example))

    def explained(self, action: Any) -> answers.Explained:
        """Return whether an action is allowed."""
        return answers.Explained(action, self.session.check(action))

    def on_turns(self, _: str) -> Answer:
        told = self.face.turns_left(self.seen(), self.names)
        return answers.Text(say("Turns left"), [*told])

    def on_last(self, _: str) -> Answer:
        told = [*self.face.last_turn(self.session.moves, self.names)]
        return answers.Text(say("The last turn"), told or [say("Nobody has acted yet.")])

    def on_worth(self, _: str) -> Answer:
        told = self.face.possible_points(self.seen(), self.names)
        return answers.Text(say("Possible points now"), [*told])

    def on_undo(self, count: str) -> Answer:
        taken = [one for _ in range(number(count) if count else 1) if (one := self.session.undo())]
        if taken:
            undone = say("Undone: {action}", action="; ".join(map(self._counted, taken)))
            return answers.Travelled(undone)
        return Message(say("There is nothing to undo."))

    def on_redo(self, _: str) -> Answer:
        if made := self.session.redo():
            return answers.Travelled(say("Redone: {action}", action=self._counted(made)))
        return Message(say("There is nothing to redo."))

    def _counted(self, moves: Sequence[Move]) -> str:
        words = self.face.format(moves[0].action)
        others = len(moves) - 1
        if not others:
            return words
        return say("{action}, and {count:move|moves} after it", action=words, count=others)

    def on_go(self, _: str) -> Answer:
        if self.session.skip_forced_moves():
            return answers.GoesOn()
        return Message(self.not_to_choose() or say("You have to choose here."))

    def on_slower(self, _: str) -> Answer:
        return self._set_pause(1)

    def on_faster(self, _: str) -> Answer:
        return self._set_pause(-1)

    def _set_pause(self, step: int) -> Answer:
        self.pause = self.settings.pause = next_pause(self.pause, step)
        self.settings.keep()
        return Message(pause_words(self.pause))

    def on_news(self, _: str) -> Answer:
        seat = self.orderer()
        told = news(self.session, self.session.viewpoint if seat is None else seat)
        lines = [
            words if who is None else say("{name}: {deeds}", name=self.names[who], deeds=words)
            for who, words in told
        ]
        return answers.Text(say("Since your last move"), lines or [say("Nothing has happened.")])

    def on_rivals(self, _: str) -> Answer:
        told = self.face.prospects(self.seen(), self.names)
        lines = [say("{name}: {deeds}", name=self.names[who], deeds=words) for who, words in told]
        return answers.Text(say("Within reach of each player"), lines)

    def on_confirm(self, wanted: str) -> Answer:
        return Message(set_confirm(self.session, self.settings, wanted))

    def on_chart(self, rest: str) -> Answer:
        if self.session.to_act is not None and self.face.hides(self.session.state):
            told = say("That is shown only after the game, because it reveals hidden information.")
            return Message(told, is_done=False)
        return super().on_chart(rest)

    def on_rematch(self, _: str) -> Answer:
        if self.session.may_overrule:
            told = say("A game on your own table is not repeated: start the next one with keep.")
            return Message(told, is_done=False)
        if self.again is None or self.session.to_act is not None:
            return Message(say("A rematch is possible only after the game is over."), is_done=False)
        self.session, self.save = self.again()
        return answers.NewGame()

    def on_save(self, name: str) -> Answer:
        if not name:
            return Message(say("Type save and the name of a file."), is_done=False)
        write_copy(self.session, Path(name))
        shown = escape_controls(name)
        return Message(say("A copy is in {file}.", file=shown), [shown])
