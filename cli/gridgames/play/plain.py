"""The plain mode: numbered choices and short notation, for any terminal or a pipe."""

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal, Typed, Word, Wording
from gridgames.games.face import Move
from gridgames.games.menus import Choice, Menu
from gridgames.languages.language import spoken
from gridgames.languages.ledgers import rules
from gridgames.languages.messages import said, say, told, unbroken
from gridgames.play.command_words import command_and_rest
from gridgames.play.saves import Save, write_copy
from gridgames.play.session import Session
from gridgames.rules.pages import describe_rule, look_up
from gridgames.terminal import output
from gridgames.terminal.dialogue import prepare, read_line
from gridgames.terminal.printable import visible

_LOG = 30  # sentences that ``log`` shows

_HELP = (
    "NUMBER     take a choice; an empty line shows the choices again, 0 goes back",
    "t          a hint: what the strongest bot would do, and why",
    "y ACTION   why an action is allowed or not, with the rule",
    "u, r       undo your last choice, redo it",
    "board, state, players   what lies on the table",
    "log [N]    what happened last",
    "rules ID   a rule by its id, or a word of its title",
    "save FILE  write a copy of the game so far",
    "q          leave; the game is kept",
)


class PlainGame:
    """One game, from the first line to the last."""

    def __init__(self, session: Session, save: Save | None, pause: float) -> None:
        self.session = session
        self.save = save
        self.pause = pause
        self.face = session.face
        self.names = [player.name for player in session.players]
        self._trouble: Word | Wording | None = None
        self._at_keyboard: Seat | None = None  # who sees the screen
        self._told_of: tuple[Seat, Any] | None = None  # whose choice in which phase
        self._menus: list[Menu] = []  # those that are open, the innermost last
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._help,
            "help": self._help,
            "t": self._hint,
            "hint": self._hint,
            "y": self._why,
            "why": self._why,
            "u": self._undo,
            "undo": self._undo,
            "r": self._redo,
            "redo": self._redo,
            "board": lambda _: output.show(self.face.board(self._seen(), self.names)),
            "state": lambda _: output.show(self.face.whole(self._seen(), self.names)),
            "players": lambda _: output.show(self.face.players(self._seen(), self.names)),
            "log": self._log,
            "rules": self._rules,
            "save": self._copy,
        }

    def play(self) -> bool:
        """Play to the end of the game, and say whether it was reached."""
        prepare()
        output.show(self.face.whole(self._seen(), self.names))
        if any(player.is_human for player in self.session.players):
            output.tell(say("Type a number, an action, or ? for help."))
        self._mind_the_disk()
        while self.session.to_act is not None:
            if self.session.waits_for_human:
                if not self._turn():
                    return False
            else:
                if self.pause:
                    time.sleep(self.pause)
                self.tell(self.session.bot_move())
        output.show([[]])
        for sentence in self.face.tell_result(self.session.result, self.names):
            output.tell(sentence)
        return True

    def _seen(self) -> Any:
        """Return the state as the person at the keyboard may see it."""
        seat = self.session.to_act
        if seat is None or not any(player.is_human for player in self.session.players):
            return self.session.state
        if not self.session.players[seat].is_human:
            humans = [i for i, player in enumerate(self.session.players) if player.is_human]
            seat = humans[0] if len(humans) == 1 else seat
        return self.session.game.observe(self.session.state, seat).public

    def tell(self, move: Move) -> None:
        """Tell a move: what was done, with the reason of a bot, then what followed."""
        first, *others = self._sentences(move)
        output.tell(first)
        for sentence in others:
            output.tell(sentence, "  ")
        self._mind_the_disk()

    def _sentences(self, move: Move) -> list[str]:
        first, *others = self.face.tell(move, self.names)
        if move.reason is not None:
            first = say("{what} ({why})", what=first, why=said(move.reason))
        return [first, *others]

    def _mind_the_disk(self) -> None:
        """Say once that the game cannot be saved, and once when it can be again."""
        trouble = self.save.trouble if self.save else None
        if trouble and not self._trouble:
            file = visible(str(self.save.path)) if self.save else ""
            output.complain(
                say(
                    "{file}: not saved: {trouble}; the game goes on, and is written as soon as"
                    " it can be",
                    file=file,
                    trouble=trouble,
                ),
                keep=[file],
            )
        elif self._trouble and not trouble:
            output.complain(say("the game is saved again"))
        self._trouble = trouble

    def _turn(self) -> bool:
        """Let the person to act make one choice. Returns False if they leave."""
        seat = self.session.to_act
        assert seat is not None
        if not self._hand_over(seat):
            return False
        last = self.session.moves[-1].action.seat if self.session.moves else None
        place = (seat, self.face.moment(self.session.state))
        if self._told_of != place or last != seat:  # else it was shown a moment ago
            output.show([[]])
            for sentence in self.face.now(self._seen(), seat, self.names):
                output.show(output.wrapped(sentence, "      ", first=""))
        self._told_of = place
        self._menus = [self._top_menu()]
        self._show_menu()
        moves = len(self.session.moves)
        state = self.session.state
        while self.session.state is state and len(self.session.moves) == moves:
            line = read_line(say("{name}> ", name=self.names[seat]))
            if line is None or command_and_rest(line)[0] in ("q", "quit"):
                return False
            try:
                self._obey(line.strip())
            except NotationError as problem:
                output.tell(told(problem), keep=unbroken(problem))
        return True

    def _hand_over(self, seat: Seat) -> bool:
        """If something is hidden, wait until the right person is at the keyboard."""
        before, self._at_keyboard = self._at_keyboard, seat
        humans = sum(player.is_human for player in self.session.players)
        if before == seat or humans < 2 or not self.face.hides(self.session.state):
            return True
        if output.is_terminal():
            output.show([[]] * output.height())  # scrolls what the other player saw out of sight
        name = self.names[seat]
        output.tell(say("It is the turn of {name}. The others look away.", name=name))
        return read_line(say("{name}, press Enter> ", name=name)) is not None

    def _top_menu(self) -> Menu:
        return self.face.menu(self._seen(), self.session.legal_actions())

    def _show_menu(self) -> None:
        menu = self._menus[-1]
        output.show(output.wrapped(menu.title, "  ", "bold", first=""))
        for number, choice in enumerate(menu.choices, start=1):
            output.show(output.wrapped(self._words(choice), " " * 9, first=f"{number:>3}  "))
        if len(self._menus) > 1:
            output.show([[("  0  " + say("back"), "")]])
        sys.stdout.flush()

    def _words(self, choice: Choice) -> str:
        if choice.action is None:
            return choice.text
        words = self.face.format(choice.action)
        return f"{words}: {choice.text}" if choice.text else words

    def _obey(self, line: str) -> None:
        """Do what one line asks for."""
        word, rest = command_and_rest(line)
        if not line:
            self._show_menu()
        elif line.isascii() and line.isdecimal():
            self._choose(int(line[:9]))
        elif command := self._commands.get(word):
            command(rest)
        else:
            self._act(line)

    def _choose(self, number: int) -> None:
        menu = self._menus[-1]
        if number == 0:
            if len(self._menus) > 1:
                self._menus.pop()
            self._show_menu()
            return
        if number > len(menu.choices):
            count = len(menu.choices)
            output.tell(
                say("There is no choice {number}; take 1 to {count}.", number=number, count=count)
            )
            return
        choice = menu.choices[number - 1]
        if choice.menu is not None:
            self._menus.append(choice.menu())
            self._show_menu()
        else:
            self.tell(self.session.act(choice.action))

    def _read(self, text: str) -> Any:
        """Return the action that ``text`` means, or None after saying what is wrong."""
        try:
            return self.face.parse(self._seen(), text)
        except NotationError as problem:
            output.tell(say("Not understood: {problem}", problem=said(problem)))
            output.tell(say("Type ? for help, or an empty line for the choices."))
            return None

    def _act(self, text: str) -> None:
        action = self._read(text)
        if action is None:
            return
        if refusal := self.session.check(action):
            output.tell(say("Not allowed, {rule}: {why}", rule=refusal.rule, why=said(refusal)))
            self._show_allowed()
            return
        self.tell(self.session.act(action))

    def _show_allowed(self) -> None:
        output.tell(say("Allowed now:"))
        self._menus = [self._top_menu()]
        self._show_menu()

    def _help(self, _: str) -> None:
        for line in _HELP:
            output.show(output.wrapped(say(line), " " * 13, first="  "))
        output.tell(say("Actions are written so: {examples}", examples=Typed(self.face.examples)))

    def _hint(self, _: str) -> None:
        action, reason = self.session.hint()
        words = self.face.format(action)
        level = self.session.levels[-1]
        if reason is None:
            output.tell(say("A bot ({level}) would: {action}", level=level, action=words))
        else:
            output.tell(
                say(
                    "A bot ({level}) would: {action} ({why})",
                    level=level,
                    action=words,
                    why=said(reason),
                )
            )

    def _why(self, text: str) -> None:
        if not text:
            output.tell(say("Write y and an action: y {example}", example=self._example()))
            return
        action = self._read(text)
        if action is None:
            return
        refusal = self.session.check(action)
        words = self.face.format(action)
        if refusal is None:
            output.tell(say("{action} is allowed.", action=words))
            return
        output.tell(
            say(
                "{action} is not allowed, {rule}: {why}",
                action=words,
                rule=refusal.rule,
                why=said(refusal),
            )
        )
        self._show_allowed()
        self._show_rule(refusal)

    def _example(self) -> str:
        return self.face.format(self.session.legal_actions()[0])

    def _show_rule(self, refusal: Refusal) -> None:
        output.show(describe_rule(rules(self.session.game.LEDGER, spoken())[refusal.rule]))

    def _undo(self, _: str) -> None:
        taken = self.session.undo()
        if not taken:
            output.tell(say("There is nothing to take back."))
            return
        self._told_back(say("Taken back: {action}", action=self._done(taken)))

    def _redo(self, _: str) -> None:
        made = self.session.redo()
        if not made:
            output.tell(say("There is nothing to make again."))
            return
        self._told_back(say("Made again: {action}", action=self._done(made)))

    def _done(self, moves: Sequence[Move]) -> str:
        words = self.face.format(moves[0].action)
        others = len(moves) - 1
        if not others:
            return words
        return say("{action}, and {count:move|moves} after it", action=words, count=others)

    def _told_back(self, sentence: str) -> None:
        output.tell(sentence)
        self._mind_the_disk()

    def _log(self, count: str) -> None:
        wanted = int(count[:9]) if count.isascii() and count.isdecimal() else _LOG
        lines = [line for move in self.session.moves for line in self._sentences(move)]
        for line in lines[max(0, len(lines) - wanted) :]:
            output.tell(line)

    def _rules(self, wanted: str) -> None:
        if not wanted:
            output.tell(say("Write rules and an id or a word, as in: rules end"))
            return
        output.show(look_up(self.session.game.NAME, wanted))

    def _copy(self, name: str) -> None:
        if not name:
            output.tell(say("Write save and the name of a file."))
            return
        write_copy(self.session, Path(name))
        output.tell(say("A copy is in {file}.", file=name), keep=[name])


def run_plain(session: Session, save: Save | None, *, pause: float) -> None:
    """Play ``session`` in plain mode until it is over or somebody leaves."""
    PlainGame(session, save, pause).play()
