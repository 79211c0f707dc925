"""A game at a table: its players, its moves, and its history for undo and redo.

All activities and front ends use a :class:`Session`, and ask its policy who enters what, what a
broken rule means, and what follows an entry. :class:`Policy` is that of play: the seat to act
enters actions, a rule refuses, bots move after it. Keeping score, a lesson, a replay and a seat at
a table of another computer answer some of these questions in another way.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from gridcommon.contract import Seat
from gridcommon.errors import GridgamesError, IllegalAction, Refusal, Wording, truncate
from gridcommon.evaluation import Candidate
from gridcommon.game_loop import ROUNDS, is_too_long, start
from gridcommon.records import Declaration, Header
from gridcommon.spelling import unaccented
from gridgames.languages.messages import as_typed, say
from gridgames.show.face import Face, Move, actions_of
from gridgames.show.menus import Menu
from gridgames.show.registry import wing_of
from gridgames.show.standing_orders import ParsedOrder, StandingOrders
from gridgames.table.answers import Reply
from gridgames.table.bots.evaluation import ObservedPosition, bot_seed
from gridgames.table.bots.roster import Bots, level_name, sitting
from gridgames.table.command_table import PLAYING, Command, of_game
from gridgames.terminal.printable import escape_controls


class Player(NamedTuple):
    """The player of a seat: a bot by its name in records, or a person if ``level`` is None."""

    name: str
    level: str | None = None

    @property
    def is_human(self) -> bool:
        """Whether this is a person."""
        return self.level is None


_LONGEST_NAME = 60


def name_shown(name: str) -> str:
    """Return a name that is safe to display: a record may hold any text of any length."""
    return truncate(escape_controls(name), _LONGEST_NAME)


def players_of(header: Header) -> tuple[Player, ...]:
    """Return the players of a record, with names that are safe to display.

    A name like ``normal 2`` is a bot of that level.
    """
    bots = Bots(header.game)
    return tuple(Player(name_shown(name), bots.of_player(name)) for name in header.players)


class _Step(NamedTuple):
    """The situation before a move, and whether a person or a bot chose the move.

    ``orders`` are the standing orders of the seat that moved, None for a declaration.
    """

    state: Any
    orders: StandingOrders | None
    is_chosen: bool  # not by a standing order, and not because nothing else was possible


class Policy:
    """Playing. A method ``on_WORD`` carries out a command that only its activity has."""

    COMMANDS: ClassVar[Sequence[Command]] = PLAYING
    may_overrule = False  # whether the people at the table may overrule a refusal
    may_insist = True  # whether they do so by an entry with ! at the end
    overruling = Wording("If it happened anyway, enter it with ! at the end.")
    AFTER_THE_END: ClassVar[Sequence[str]] = ("review", "replay", "export", "chart")
    is_replay = False  # whether nobody enters anything
    is_remote = False  # whether moves come from another computer
    trouble = ""  # why an entry could not be kept
    session: "Session"

    def begin(self, session: "Session") -> None:
        """Take charge of a game."""
        self.session = session
        session.policy = self

    def commands(self) -> Sequence[Command]:
        """Return the commands that the help lists."""
        return (*self.COMMANDS, *of_game(self.session.face.order_words))

    def first_state(self, game: Any, header: Header) -> Any:
        """Return the state before the first move. Raises NotationError naming the key."""
        return start(game, header)

    def outcome(self, state: Any, action: Any) -> tuple[Any, list[Any]]:
        """Return the state after a legal action or a declaration, and the events."""
        game, after, events = self.session.game, state.copy(), list[Any]()
        if isinstance(action, Declaration):
            game.apply_declaration(after, action.kind, action.data, events)
        else:
            game.advance(after, action, events)
        return after, events

    # Who enters what

    def to_act(self) -> Seat | None:
        """Return the seat to act, or None if the game is over."""
        return self.session.game.to_act(self.session.state)

    def waits_for(self, seat: Seat) -> bool:
        """Return whether the person at the seat to act has to choose."""
        return self.session.players[seat].is_human and self.covered(seat) is None

    def covered(self, seat: Seat) -> Any | None:
        """Return the action that is made without asking a person, or None to ask."""
        session = self.session
        action = session.standing[seat].next_action(session.state, seat)
        if action is not None and session.check(action) is None:
            return action
        if session.plays_on and session.skips_for in (None, seat):
            actions = session.legal_actions()
            if len(actions) == 1:
                return actions[0]
        return None

    @property
    def place(self) -> int:
        """The number of moves before the shown position."""
        return len(self.session.moves)

    def read(self, desk: Any, part: str) -> Reply | None:
        """Carry out an entry of this activity, or return None for an action, order or number."""
        del desk, part
        return None

    def order(self, seat: Seat, text: str) -> ParsedOrder | None:
        """Parse a standing order or a question of the game, or return None for any other text."""
        session = self.session
        public = session.game.observe(session.state, seat).public
        return session.standing[seat].parse(public, seat, text)

    def menu(self, seen: Any, actions: Sequence[Any]) -> Menu:
        """Return the choices of the person to act; ``seen`` is the state as they may see it."""
        return self.session.face.menu(seen, actions)

    def text_of(self, action: Any) -> str:
        """Return an action as any language reads it."""
        return "; ".join(map(self.session.game.format_action, actions_of(action)))

    def written(self, action: Any) -> str:
        """Return an entry as people read it."""
        return self.session.face.format(action)

    def inputs(self) -> Iterator[tuple[str, str]]:
        """Yield input other than commands and actions, with its effect."""
        number = say("choose from the list; 0 goes back, an empty line shows it again")
        yield as_typed("NUMBER"), number
        yield "... ; ...", say("several of these in one line, one after another")

    # A broken rule

    def check(self, action: Any) -> Refusal | None:
        """Return why an action is illegal now, or None."""
        return self.session.game.check(self.session.state, actions_of(action)[0])

    @property
    def missing(self) -> str:
        """The question for what is still to be entered about a real table, or ''."""
        return ""

    def correction(self, action: Any) -> tuple[Declaration, Any] | None:
        """Return the declaration that stands for an overruled action, and its reason, or None."""
        del action
        return None

    def objection(self, action: Any) -> str | None:
        """Return why a legal action is not what the activity wants, or None."""
        del action
        return None

    def expects(self, refusal: Refusal) -> bool:
        """Return whether the activity asked for this refusal."""
        del refusal
        return False

    def used(self, word: str) -> bool:
        """Note that a command was used, and return whether the activity asked for it."""
        del word
        return False

    def doubt(self, action: Any) -> str | None:
        """Return a warning about a wasteful legal action, or None."""
        return self.session.face.wasteful_warning(self.session.state, action)

    # What follows an entry

    def enter(self, entry: Any) -> Sequence[Move]:
        """Make an entry, and return the moves that it led to. Raises IllegalAction."""
        first, *others = actions_of(entry)
        made = [self.session.act(first)]
        return made + [self.session.act(other, is_chosen=False) for other in others]

    def question_before(self, entry: Any) -> str:
        """Return the question before an entry is made, or ''; the entry waits for the answer."""
        del entry
        return ""

    @property
    def open_question(self) -> str:
        """The question that an entry waits for, or ''."""
        return ""

    def confirmed(self, action: Any) -> Any:
        """Return the action that is made for a legal one, after the others who have to agree."""
        return action

    def next_action(self) -> tuple[Any, Any, bool]:
        """Return an action that no person has to choose, its reason, and whether a bot did."""
        seat = self.to_act()
        assert seat is not None, "the game is over"
        if not self.session.players[seat].is_human:
            return *self.choice(), True
        action = self.covered(seat)
        assert action is not None, "a person has to choose"
        return action, None, False

    def choice(self, level: str | None = None) -> tuple[Any, Any]:
        """Return the choice of a bot, by default the one to act, and its reason.

        Each choice has its own generator, so it is the same after an undo or a resume.
        """
        session, seat = self.session, self.to_act()
        assert seat is not None, "the game is over"
        level = level or session.players[seat].level
        assert level is not None, "a person plays this seat"
        bot = session.bots.make(level, bot_seed(session.header, seat, len(session.moves)), seat)
        action = bot.choose(session.game.observe(session.state, seat), session.legal_actions())
        session.failures += getattr(bot, "failures", ())
        return action, getattr(bot, "reason", None)

    def hint(self) -> Sequence[Candidate[Any]]:
        """Return a hint that needs no search; by default there is none."""
        return ()

    def undo(self, seat: Seat | None) -> list[Move]:
        """Take back what :meth:`Session.undo` describes."""
        return self.session.take_back(seat)

    def redo(self) -> list[Move]:
        """Make the moves again that were taken back last."""
        return self.session.make_again()

    def over_words(self) -> str:
        """Return the message that the game is over."""
        return say("The game is over")

    @property
    def is_ready(self) -> bool:
        """Whether a move that no person has to choose can be made now."""
        return True

    @property
    def ended(self) -> str:
        """Why the table has been closed elsewhere, or ''."""
        return ""

    def news(self, seconds: float) -> Sequence[str]:
        """Take what comes from elsewhere within some seconds; return sentences about it."""
        del seconds
        return ()

    def recover(self, problem: GridgamesError) -> str:
        """Go on after a move that cannot be made, and return why. Raises it if that was known."""
        raise problem

    # Around the game

    @property
    def step(self) -> Any:
        """The task of a lesson now: a :class:`~gridgames.table.lesson.Step`, or None."""
        return None

    @property
    def last_step(self) -> Any:
        """The task of a lesson that was completed last, or None."""
        return None

    def opening(self) -> tuple[str, str] | None:
        """Return a title and a sentence before the start."""
        return None

    def leaving(self) -> str | None:
        """Return what becomes of the game if the person leaves, '' for no game, None if saved."""
        return None

    def ending(self) -> str:
        """Return what is shown at the end instead of the result, or ''."""
        return ""


class Session:
    """A game in progress, with its moves and those that were undone.

    ``on_change`` is called after each move, undo and redo, to write the save. ``standing`` has the
    standing orders of each seat. If ``confirms`` is set, a wasteful
    action has to be confirmed. The default policy is that of play.
    """

    def __init__(
        self,
        header: Header,
        players: Sequence[Player],
        on_change: Callable[["Session"], None] | None = None,
        policy: Policy | None = None,
    ) -> None:
        self.policy = policy or Policy()
        self.wing = wing_of(header.game)
        self.face: Face = self.wing.face
        self.game = self.face.game
        self.header = header
        self.players = tuple(players)
        self.on_change = on_change
        self.bots = Bots(header.game)
        self.failures: list[Any] = []  # of custom bots
        self.state = self.policy.first_state(self.game, header)
        self.moves: list[Move] = []
        self.standing = [self.face.standing() for _ in self.players]
        self.rounds = ROUNDS  # maximum rounds of a game between bots
        self.plays_on = False  # past forced moves, until the next real choice
        self.skips_for: Seat | None = None  # whose forced moves; None: those of all people
        self.confirms = True
        self.marks: Mapping[int, Sequence[str]] = {}  # comments of a review by place
        self._steps: list[_Step] = []  # one for each move
        self._undone: list[tuple[list[Move], list[_Step], StandingOrders | None]] = []
        self._ordered: dict[Seat, int] = {}  # the moves so far when a seat last gave an order
        self._to_confirm: tuple[Any, Any] = (None, None)  # moves so far, and an action
        self.is_confirmed = False  # whether ! confirms the current action in advance
        self.policy.begin(self)

    def seat(self, bots: Bots) -> None:
        """Set the bots. Raises NotationError if the bot of a player is missing."""
        bots.check(player.level for player in self.players if player.level)
        self.bots = bots

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of bots, weakest first."""
        return self.bots.levels

    @property
    def to_act(self) -> Seat | None:
        """The seat to act, or None if the game is over."""
        return self.policy.to_act()

    @property
    def may_overrule(self) -> bool:
        """Whether the people at the table may overrule a refusal."""
        return self.policy.may_overrule

    @property
    def humans(self) -> list[Seat]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.players) if player.is_human]

    @property
    def names(self) -> list[str]:
        """The names of the players as people see them, in the language in use."""
        return [one.name for one in sitting(self.players)]

    def find_players(self, typed: str) -> list[Seat]:
        """Return the seats of the players with a name, or else with names that start with it."""
        wanted = unaccented(typed)
        both = zip(self.names, self.players, strict=True)
        known = [tuple(map(unaccented, (name, one.name, level_name(*one)))) for name, one in both]
        found = [seat for seat, names in enumerate(known) if wanted in names]
        starts = (any(one.startswith(wanted) for one in names) for names in known)
        return found or [seat for seat, is_start in enumerate(starts) if is_start]

    @property
    def viewpoint(self) -> Seat:
        """The seat whose viewpoint evaluations take: the first person or the first bot."""
        return next(iter(self.humans), 0)

    @property
    def waits_for_human(self) -> bool:
        """Whether a person is to act and no standing order chooses for them."""
        seat = self.to_act
        return seat is not None and self.policy.waits_for(seat)

    @property
    def is_broken_off(self) -> bool:
        """Whether a game between bots has reached the maximum number of rounds."""
        return not self.humans and is_too_long(self.game, self.state, self.rounds)

    @property
    def result(self) -> Any:
        """The result of the game, or None until it is over."""
        return self.game.result(self.state)

    def state_after(self, moves: int) -> Any:
        """Return the state after a number of moves, which the caller must not change."""
        return self._steps[moves].state if moves < len(self.moves) else self.state

    def places_of_choices(self, seats: Collection[Seat | None]) -> list[int]:
        """Return the places of the moves that people in ``seats`` chose."""
        both = enumerate(zip(self.moves, self._steps, strict=True))
        return [place for place, (move, one) in both if move.seat in seats and one.is_chosen]

    def place_after(self, actions: int) -> int | None:
        """Return the number of moves up to an action, counted from 1, or None if there are fewer.

        The declarations right after the action are included.
        """
        place, left = 0, actions
        for move in self.moves:
            is_told = isinstance(move.action, Declaration)
            if not left and not is_told:
                break
            left -= not is_told
            place += 1
        return None if left else place

    def legal_actions(self) -> Sequence[Any]:
        """Return all legal actions."""
        return self.game.legal_actions(self.state)

    def check(self, action: Any) -> Refusal | None:
        """Return why an action is illegal now, or None."""
        return self.policy.check(action)

    def act(self, action: Any, reason: Any = None, *, is_chosen: bool = True) -> Move:
        """Make an action or declaration. Raises IllegalAction without changing the game."""
        if isinstance(action, Declaration):
            return self.declare(action, reason, is_chosen=is_chosen)
        if refusal := self.check(action):
            raise IllegalAction(action, refusal)
        if correction := self.policy.correction(action):
            return self.declare(*correction, is_chosen=is_chosen)
        return self._act(action, reason, is_chosen=is_chosen)

    def _act(
        self,
        action: Any,
        reason: Any = None,
        *,
        before: StandingOrders | None = None,
        is_chosen: bool = True,
    ) -> Move:
        """Make a legal action; ``before`` are the orders of its seat before it."""
        action = self.policy.confirmed(action)
        self._undone.clear()
        step = _Step(self.state, before or self.standing[action.seat], is_chosen)
        move = self._make(action, reason, step)
        orders = self.standing[action.seat]
        orders = orders.without_notices() if is_chosen else orders
        self.standing[action.seat] = orders.after_action(step.state, action)
        self.standing = [one.revalidate(self.state, seat) for seat, one in enumerate(self.standing)]
        if self.plays_on and self.waits_for_human:
            self.plays_on = False
        self._changed()
        return move

    def declare(self, told: Declaration, reason: Any = None, *, is_chosen: bool = True) -> Move:
        """Apply a declaration of the people at the table.

        Raises NotationError without changing the game.
        """
        step = _Step(self.state, None, is_chosen and self._is_undoable(told))
        move = self._make(told, reason, step)
        self._undone.clear()
        self._changed()
        return move

    def confirmation_for(self, action: Any) -> str | None:
        """Return a warning about a wasteful legal action, or None if it is confirmed."""
        if not self.confirms or self.is_confirmed or self._to_confirm == (len(self.moves), action):
            return None
        self._to_confirm = (len(self.moves), action)
        return self.policy.doubt(action)

    @contextmanager
    def parse_confirmation(self, line: str) -> Iterator[str]:
        """Yield a line without a final ``!``, which confirms its actions in advance."""
        text = line.rstrip("! ")
        self.is_confirmed = text != line
        try:
            yield text
        finally:
            self.is_confirmed = False

    def clear_confirmation(self) -> None:
        """Ask again before the wasteful action that was asked about last."""
        self._to_confirm = (None, None)

    def order(self, seat: Seat, text: str) -> ParsedOrder | None:
        """Parse and apply a standing order, and return it, or None if ``text`` is not an order.

        If it chooses for the seat to act, its action is made at once and counts as chosen. Raises
        NotationError or IllegalAction without changing anything.
        """
        given = self.policy.order(seat, text)
        if given is None:
            return None
        action = given.action
        if seat == self.to_act and action is None:
            action = given.standing.next_action(self.state, seat)
        if action is not None and (refusal := self.check(action)):
            raise IllegalAction(action, refusal)
        before = self.standing[seat]
        self.standing[seat] = given.standing
        if action is not None:
            self._act(action, before=before)
        elif given.standing != before:
            self._ordered[seat] = len(self.moves)
            if self.moves:
                self._changed()
        return given

    def orders(self) -> list[str]:
        """Return all standing orders in words."""
        return [line for orders in self.standing for line in orders.describe(self.state)]

    def changed_plan(self) -> str | None:
        """Return why a standing order does not choose for the person to act, or None."""
        seat = self.to_act
        return None if seat is None else self.standing[seat].interruption(self.state, seat)

    def skip_forced_moves(self) -> bool:
        """Start skipping forced moves until there is a real choice.

        Return whether there is one to skip.
        """
        self.plays_on = True
        self.plays_on = self.to_act is not None and not self.waits_for_human
        return self.plays_on

    def next_move(self) -> Move:
        """Make the next move of a bot, a standing order, or a forced one."""
        action, reason, is_chosen = self.policy.next_action()
        return self.act(action, reason, is_chosen=is_chosen)

    def position(self, seat: Seat, place: int | None = None) -> ObservedPosition:
        """Return the position after a number of moves, by default all, as a seat sees it."""
        return ObservedPosition(self.header, [move.action for move in self.moves[:place]], seat)

    def _make(self, action: Any, reason: Any, step: _Step) -> Move:
        after, events = self.policy.outcome(self.state, action)
        move = Move(action, tuple(events), reason, self.state)
        self._steps.append(step)
        self.state = after
        self.moves.append(move)
        return move

    def undo(self, seat: Seat | None = None) -> list[Move]:
        """Undo the last choice of a person, or of ``seat``, and all later moves; return the moves.

        Moves of standing orders are undone with the choice before them. The orders of the seat that
        made the choice are restored, unless it gave others since; those of other seats stay. If
        only bots play, undo the last move. Return an empty list if there is no such move.
        """
        return self.policy.undo(seat)

    def take_back(self, seat: Seat | None) -> list[Move]:
        """Undo as :meth:`undo` does in play."""
        humans = self.humans
        whose = (None, *humans) if seat is None else (seat,)
        places = self.places_of_choices(whose) if humans else range(len(self.moves))
        if not places:
            return []
        first = places[-1]
        taken, steps = self.moves[first:], self._steps[first:]
        self.state, orders, mover = steps[0].state, steps[0].orders, taken[0].seat
        self._undone.append((taken, steps, None if mover is None else self.standing[mover]))
        if mover is not None and orders is not None and self._ordered.get(mover, 0) <= first:
            self.standing[mover] = orders
            self._ordered.pop(mover, None)
        self.plays_on = False
        del self.moves[first:], self._steps[first:]
        self._changed()
        return taken

    def forget(self, most: int) -> None:
        """Forget all moves but the last ``most``, which alone can be undone."""
        del self.moves[:-most], self._steps[:-most]

    def redo(self) -> list[Move]:
        """Redo the moves that were undone last, and return them, or an empty list."""
        return self.policy.redo()

    def make_again(self) -> list[Move]:
        """Redo as :meth:`redo` does in play."""
        if not self._undone:
            return []
        moves, steps, orders = self._undone.pop()
        made = [
            self._make(move.action, move.reason, step)
            for move, step in zip(moves, steps, strict=True)
        ]
        mover = moves[0].seat
        if mover is not None and orders is not None and mover not in self._ordered:
            self.standing[mover] = orders
        self._changed()
        return made

    def become(self, other: "Session", moves: int | None = None) -> None:
        """Take the first moves of the same game in another session, by default all."""
        moves = len(other.moves) if moves is None else moves
        self.state = other.state_after(moves)
        self.moves, self._steps = other.moves[:moves], other._steps[:moves]
        self._undone.clear()
        self._changed()

    def give_reason(self, reason: Any) -> None:
        """Set the reason of the last move, as in its record."""
        self.moves[-1] = replace(self.moves[-1], reason=reason)

    def follow(self, actions: Iterable[Any]) -> None:
        """Make recorded actions and declarations, without saving them again.

        A ``set`` line before the first move belongs to the start of the game and is never undone.
        Raises IllegalAction, or NotationError for an impossible declaration.
        """
        for action in actions:
            is_told = isinstance(action, Declaration)
            if not is_told and (refusal := self.check(action)):
                raise IllegalAction(action, refusal)
            is_chosen = not is_told or self._is_undoable(action)
            orders = None if is_told else self.standing[action.seat]
            self._make(action, None, _Step(self.state, orders, is_chosen))

    def _is_undoable(self, told: Declaration) -> bool:
        """Return whether a declaration can be undone: it is not part of the start of the game."""
        return bool(self.moves) or told.kind != "set"

    def _changed(self) -> None:
        if self.on_change:
            self.on_change(self)
