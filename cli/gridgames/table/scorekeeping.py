"""Keeping score beside a real table: one person enters everything that happens.

The front ends show it as any other game. The scorekeeper can overrule refusals, enters drawn pieces
when they are turned up, and can correct earlier entries.
"""

from collections.abc import Callable, Sequence
from typing import Any

from gridcommon.contract import Reason, Seat
from gridcommon.errors import IllegalAction, NotationError, Refusal, truncate
from gridcommon.records import Declaration, Header
from gridcommon.spelling import as_number
from gridgames.languages.messages import render_message, say
from gridgames.show.face import Move
from gridgames.show.keeping import Keeper
from gridgames.show.menus import Menu
from gridgames.show.registry import wing_of
from gridgames.show.standing_orders import ParsedOrder
from gridgames.table.command_table import command_and_rest
from gridgames.table.session import Player, Policy, Session

_SHOWN = 12  # entries listed by default


def session_of(
    header: Header,
    players: Sequence[Player],
    on_change: Callable[[Session], None] | None = None,
) -> Session:
    """Return the session of a game, with a scorekeeper if the header says so."""
    keeping = wing_of(header.game).part("scorekeeping")
    if keeping is None or not keeping.is_scorekept(header):
        return Session(header, players, on_change)
    people = [Player(player.name) for player in players]
    return Session(header, people, on_change, KeepPolicy())


class KeepPolicy(Policy):
    """Anybody at the real table enters anything; a rule warns, and what is unknown is asked for."""

    may_overrule = True

    def begin(self, session: Session) -> None:
        super().begin(session)
        keeper: Keeper = session.wing.part("scorekeeping").ScorekeeperPresenter(session.game)
        session.face = self._keeper = keeper
        self._keeper.find_players = session.find_players
        self._keeper.names = [player.name for player in session.players]
        if not keeper.may_overrule:
            self.may_insist, self.overruling = False, keeper.overruling
        self._waiting: Any = None  # an entry that waits for an answer

    @property
    def missing(self) -> str:
        return self._keeper.missing_information(self.session.state)

    def check(self, action: Any) -> Refusal | None:
        """Return why an entry is illegal, or None; a confirmed entry may break the rules."""
        if isinstance(action, Declaration):
            return None
        try:
            action, *_ = self._keeper.expanded(self.session.state, action)
        except IllegalAction as problem:
            return problem.refusal
        refusal = super().check(action)
        if refusal and self.session.is_confirmed and self._keeper.may_overrule:
            return self._keeper.check_overruled(self.session.state, action)
        return refusal

    def correction(self, action: Any) -> tuple[Declaration, Any] | None:
        if (refusal := super().check(action)) is None:
            return None
        values = {
            "name": self.session.players[action.seat].name,
            "entry": self.session.game.format_action(action),
            "rule": refusal.rule,
        }
        facts = self._keeper.overruled(self.session.state, action)
        return Declaration("set", facts), Reason("{name}: {entry}, against {rule}", values)

    def doubt(self, action: Any) -> None:
        """Return None: an entry only reports what happened at the table."""
        del action

    def question_before(self, entry: Any) -> str:
        """Return the question before an entry is made, or ''; the entry waits for the answer."""
        if isinstance(entry, Declaration) or self.session.is_confirmed:
            return ""
        question = self._keeper.asked_before(self.session.state, entry)
        self._waiting = entry if question else None
        return question

    @property
    def open_question(self) -> str:
        return self._keeper.asked_before(self.session.state, self._waiting) if self._waiting else ""

    def enter(self, entry: Any) -> list[Move]:
        """Make an entry, and then one that has waited for it; return the moves that were made.

        They are taken back together.
        """
        count = len(self.session.moves)
        waiting, self._waiting = self._waiting, None
        self._enter_all(entry, is_chosen=True)
        if isinstance(entry, Declaration) and waiting and self.check(waiting) is None:
            if self._keeper.asked_before(self.session.state, waiting):
                self._waiting = waiting
            else:
                self._enter_all(waiting, is_chosen=False)
        return self.session.moves[count:]

    def _enter_all(self, entry: Any, *, is_chosen: bool) -> None:
        """Make all actions of an entry; only the first is one that may be taken back alone."""
        for action in self._keeper.expanded(self.session.state, entry):
            self.session.act(action, is_chosen=is_chosen)
            is_chosen = False

    def menu(self, seen: Any, actions: Sequence[Any]) -> Menu:
        if self._waiting:
            return self._keeper.answers_menu(self.session.state, self._waiting)
        return super().menu(seen, actions)

    def text_of(self, action: Any) -> str:
        """Return an entry as it is typed, confirmed if it is the one that waits for an answer."""
        is_confirmed = bool(action == self._waiting)
        return self.session.face.format(action) + "!" * is_confirmed

    def undo(self, seat: Seat | None) -> list[Move]:
        """Undo the last entry, or take one back that still waits for an answer."""
        if waiting := self._waiting:
            self._waiting = None
            return [Move(waiting, ())]
        return super().undo(seat)

    def order(self, seat: Seat, text: str) -> ParsedOrder | None:
        """Carry out a command about earlier entries, or apply a standing order."""
        word, rest = command_and_rest(text)
        if word == "unknown":
            told = [*self._keeper.doubts(self.session.state)]
            return self._answered(seat, [say("Unknown and assumed"), *told])
        if answer := self._keeper.answer(self.session.state, self.session.moves, word, rest):
            return self._answered(seat, answer)
        if word == "entries":
            lines = self.entries(as_number(rest) if rest else _SHOWN)
            return self._answered(seat, [say("Entries"), *lines] if self.session.moves else lines)
        if word not in ("fix", "drop"):
            return super().order(seat, text)
        number, _, entry = rest.partition(" ")
        if (word == "drop" and entry) or (word == "fix" and not entry.strip()):
            raise NotationError("type drop and a number, or fix, a number and the right entry")
        return self._answered(seat, self._amend(number, entry.strip()))

    def _answered(self, seat: Seat, lines: Sequence[str]) -> ParsedOrder:
        return ParsedOrder(self.session.standing[seat], told=lambda _names: iter(lines))

    def entries(self, most: int | None) -> list[str]:
        """Return the last entries in user notation, with their numbers."""
        first = max(0, len(self.session.moves) - (most or len(self.session.moves)))
        lines = [
            say("{number}. {entry}", number=number, entry=self._written(move))
            for number, move in enumerate(self.session.moves[first:], start=first + 1)
        ]
        return lines or [say("No entries yet.")]

    def _written(self, move: Move) -> str:
        if move.reason:
            return render_message(move.reason)
        words = self.session.face.format(move.action)
        return words if move.seat is None else f"{self.session.players[move.seat].name}: {words}"

    def _amend(self, typed: str, entry: str) -> list[str]:
        """Replace or delete an earlier entry, and replay the entries after it.

        Raises NotationError or IllegalAction without changing anything if the new entry or a later
        one is impossible. If the correction is confirmed, impossible later entries are left out.
        """
        number, session = as_number(typed), self.session
        if number is None or not 1 <= number <= len(session.moves):
            raise NotationError(
                "entry {number} does not exist; see entries", number=truncate(typed)
            )
        trial = session_of(session.header, session.players)
        trial.become(session, number - 1)
        trial.is_confirmed = session.is_confirmed
        if entry:
            action = trial.face.parse(trial.state, entry)
            if refusal := trial.check(action):
                raise IllegalAction(action, refusal)
            trial.policy.enter(action)
        trial.is_confirmed = False
        left_out = []
        for place, move in enumerate(session.moves[number:], start=number + 1):
            try:
                trial.follow([move.action])
                trial.give_reason(move.reason)
            except (IllegalAction, NotationError) as problem:
                if not isinstance(problem, IllegalAction):
                    why = render_message(problem)
                elif move.seat is not None and trial.to_act not in (None, move.seat):
                    why = say("It is {name}'s turn.", name=session.players[trial.to_act].name)
                else:
                    refusal = problem.refusal
                    why = f"{refusal.rule}: {render_message(refusal)}"
                told = say(
                    "{number}. {entry}: {why}", number=place, entry=self._written(move), why=why
                )
                left_out.append(told)
        if left_out and not session.is_confirmed:
            raise NotationError(
                "nothing was changed: a later entry would no longer be possible ({why}); with ! at "
                "the end, such entries are left out",
                why=left_out[0],
            )
        self._waiting = None
        session.become(trial)
        return [
            say(
                "Corrected; {count:later entry|later entries} replayed.",
                count=len(session.moves) - number + (not entry),
            ),
            *([say("Left out:"), *left_out] if left_out else ()),
        ]
