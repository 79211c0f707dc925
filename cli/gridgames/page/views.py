"""The contents of a page for one guest, computed from the table for the templates."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from gridcommon.contract import Seat
from gridcommon.spelling import as_number
from gridgames.languages.language import Language, current_language
from gridgames.languages.ledgers import rules
from gridgames.languages.messages import as_typed, render_message, render_value, say
from gridgames.page.house import Guest
from gridgames.page.tables import UndoAnswered
from gridgames.show.face import Face
from gridgames.show.menus import Choice, Field, Menu
from gridgames.show.parts import Target
from gridgames.study.rules.rule_text import describe_rule, look_up
from gridgames.table import answers
from gridgames.table.answers import Reply, not_allowed
from gridgames.table.command_table import Front, help_sections
from gridgames.table.desk import Desk
from gridgames.table.ending import moment_words, moments, result_sentences
from gridgames.table.narration import Story, as_told, news, stories, turning_point
from gridgames.table.saves.new_games import default_level
from gridgames.table.statistics_text import statistics_of
from gridgames.terminal.output import Line, within

_NEWS = 12  # groups of moves that a spectator sees first
_LOG = 40  # groups of moves on the page; all are on a page of their own
COLUMNS = 60  # of text whose spaces matter


@dataclass(frozen=True, slots=True)
class Pick:
    """The selection of a guest: a place of the board, and the menus opened one in another.

    ``number`` is that in the field of a menu, None for the least.
    """

    at: str = ""
    path: tuple[int, ...] = ()
    is_zoomed: bool = False
    number: int | None = None

    @classmethod
    def from_query(cls, query: Mapping[str, str]) -> "Pick":
        """Return the pick in an address, without its invalid parts."""
        path = query.get("menu", "").split(".")
        is_path = len(path) < 8 and all(part.isdecimal() and len(part) < 6 for part in path)
        at = query.get("at", "")[:60]
        return cls(
            at if at.isprintable() else "",
            tuple(map(int, path)) if is_path else (),
            "zoom" in query,
            as_number(query.get("number", "")),
        )

    def query(
        self,
        *,
        at: str | None = None,
        path: Sequence[int] = (),
        zoom: bool | None = None,
        number: int | None = None,
    ) -> str:
        """Return the address of another pick, relative to the page."""
        found = {
            "at": self.at if at is None else at,
            "menu": ".".join(map(str, path)),
            "zoom": "1" if (self.is_zoomed if zoom is None else zoom) else "",
            "number": "" if number is None else f"{number}",
        }
        return "?" + urlencode({name: value for name, value in found.items() if value})


@dataclass(frozen=True, slots=True)
class Notice:
    """Sentences to read; ``is_text`` for lines whose spaces matter.

    ``line`` is what the button below it does, '' for none; ``rule`` is the id of a rule.
    """

    sentences: Sequence[str]
    title: str = ""
    is_error: bool = False
    is_text: bool = False
    line: str = ""
    rule: str = ""

    @property
    def button(self) -> str:
        """The words on the button, in the language in use."""
        return say("Do it anyway") if self.line.endswith("!") else as_typed(self.line)


class PageView:
    """The contents of the page of one guest, in the language in use.

    ``desk`` is None for a spectator. ``is_kept`` means that the game is on a real table, and
    everybody enters what happens there. ``turn`` is ``mine``, ``other`` or ``over``.
    """

    def __init__(self, guest: Guest, pick: Pick) -> None:
        self.guest = guest
        self.table = guest.table
        self.session = guest.table.session
        self.face: Face = self.session.face
        self.title = self.session.wing.title
        self.is_kept = self.session.may_overrule
        self.seat = guest.seat
        self.pick = pick
        self.names = self.table.names
        self.desk = None if self.seat is None else self.table.desk(self.seat)
        is_stood_in = bool(guest.chair and guest.chair.stand_in)
        self.actions = self.desk.legal_actions() if self.desk and not is_stood_in else ()
        mine = "mine" if self.actions else "other"
        self.turn = "over" if self.session.to_act is None else mine
        self.seen = self.face.seen(self.session.state, self.seat)
        self.places = {place for action in self.actions if (place := self.face.place(action))}
        self.languages = [*Language]
        self.stand_in = default_level(self.session.levels)  # the bot that would play for the guest
        self.may_undo = self.seat is not None and self.table.can_undo(self.seat)
        self.board = self.face.board_layers(self.seen, self.names, self.places)
        panels = self.face.panels(self.seen, self.names)
        self.panels = sorted(panels, key=lambda panel: panel.key != "players")
        if self.seat is not None and self.turn != "over":
            plan = self.session.standing[self.seat].panel(self.seen, self.seat, self.names)
            self.panels[:0] = [plan] if plan else []
        self.stage = self.face.stage(self.seen, self.names, self.seat, self.session.moves)
        self.menus = [*self._open_menus()]  # the top one first
        self.path = self.pick.path[: max(0, len(self.menus) - 1)]  # to the last one

    # Head

    @property
    def moment(self) -> str:
        """The stage of the game."""
        if self.turn == "over":
            return say("The game is over")
        return render_message(self.face.review_stage(self.session.state))

    @property
    def turn_words(self) -> str:
        """Whose turn it is."""
        seat = self.session.to_act
        if seat is None:
            return say("over")
        if self.turn == "mine" and not self.is_kept:
            return say("Your turn")
        return say("{name} is to act", name=self.names[seat])

    @property
    def task(self) -> str:
        """The task of the player to act, such as the auction and its leader."""
        if self.turn == "over" or self.session.policy.open_question:
            return ""
        return self.face.heading(self.seen, self.names).task

    @property
    def mine(self) -> str:
        """The possessions of the guest in short."""
        if self.seat is None or self.is_kept:  # there everybody enters for all
            return ""
        name = self.names[self.seat]
        players = [card for panel in self.panels for card in panel.cards if panel.key == "players"]
        facts = next((card.facts for card in players if card.title.startswith(name)), ())
        return say("You: {facts}", facts=" · ".join(facts)) if facts else ""

    # Board and choices

    @property
    def targets(self) -> list[tuple[Target, str]]:
        """The places with a choice, each with the address that opens it.

        While a menu asks for a place these are the places in it.
        """
        if self.board is None:
            return []
        choices = self.menus[-1].choices if self.path else ()
        opens = {
            choice.place: self.pick.query(path=(*self.path, number))
            for number, choice in enumerate(choices, start=1)
            if choice.place and choice.menu
        }
        asked = {choice.place for choice in choices if choice.place}
        return [
            (one, opens.get(one.place) or self.pick.query(at=one.place))
            for one in self.board.targets
            if not asked or one.place in asked
        ]

    @property
    def tags(self) -> list[tuple[Target, str]]:
        """The prices at places of the board, where each has one choice with a price."""
        if not self.board or self.pick.at:
            return []
        choices = self.menus[0].choices if self.menus else ()
        prices = {one.place: one.price for one in choices if one.price}
        return [(one, prices[one.place]) for one in self.board.targets if one.place in prices]

    @property
    def board_words(self) -> Sequence[str]:
        """The board in words."""
        return plain(self.face.board(self.seen, self.names))

    def _open_menus(self) -> Iterator[Menu]:
        """Yield the open menus; a path that leads nowhere ends before."""
        actions = self.actions
        if self.pick.at in self.places:
            actions = [one for one in actions if self.face.place(one) == self.pick.at]
        if not actions:
            return
        menu = self.session.policy.menu(self.seen, actions)
        yield menu
        for number in self.pick.path:
            choices = menu.choices
            if not 1 <= number <= len(choices) or (make := choices[number - 1].menu) is None:
                return
            menu = make()
            yield menu

    @property
    def field(self) -> Field | None:
        """The field of the open menu, if one number answers it."""
        numbers = self.menus[-1].numbers if self.menus else None
        return numbers.field if numbers else None

    @property
    def number(self) -> int:
        """The number in the field."""
        assert self.field is not None
        given = self.pick.number
        return self.field.least if given is None else self.field.within(given)

    @property
    def back(self) -> str:
        """The address of what was open before, '' if nothing was."""
        if self.path:
            return self.pick.query(path=self.path[:-1])
        return self.pick.query(at="") if self.menus and self.pick.at in self.places else ""

    @property
    def where(self) -> str:
        """The name of the place whose choices are open."""
        known = self.board.targets if self.board else ()
        return next((one.name for one in known if one.place == self.pick.at), "")

    def button(self, choice: Choice) -> tuple[str, str, str]:
        """Return the name of a choice, a note, and the line that does it, '' for a menu."""
        line = "" if choice.action is None else self.session.policy.text_of(choice.action)
        name = choice.name or (self.face.format(choice.action) if line else choice.text)
        is_noted = choice.text != name and not self.menus[-1].is_brief
        return name, choice.note or (choice.text if is_noted else ""), line

    @property
    def plan(self) -> str:
        """The orders in advance of the guest."""
        if self.desk is None or self.seat is None or self.session.to_act is None:
            return ""
        lines = [*self.session.standing[self.seat].describe(self.session.state)]
        return self.desk.orders_words(lines) if lines else ""

    @property
    def missing(self) -> str:
        """What has to be entered about a real table, '' while a question is open."""
        if self.desk is None or self.session.policy.open_question or self.pick.path:
            return ""
        return self.session.policy.missing

    @property
    def questions(self) -> list[tuple[str, str]]:
        """The questions that a tap asks: the word, and the words on the button."""
        asked = [
            ("turns", say("If the game ended now")),
            ("rivals", say("Within reach of each player")),
        ]
        if self.is_kept:
            last = ("last", say("The last turn"))
            return [last, *asked, ("entries", say("Entries")), ("unknown", say("Unknown"))]
        return [*asked, ("secrets", say("Who can see what"))]

    @property
    def changed_plan(self) -> str:
        """Why the guest is asked in spite of a plan."""
        return self.desk.plan_words() if self.desk and self.turn == "mine" else ""

    @property
    def examples(self) -> str:
        """An example of what may be typed."""
        if self.actions:
            return self.face.format(self.actions[0])
        return as_typed((self.face.orders or self.face.examples).split(", ")[-1])

    @property
    def notices(self) -> list[Notice]:
        """The answers to what the guest did last; their buttons go with the question."""
        chair = self.guest.chair
        if self.desk is None or chair is None:
            return []
        found = filter(None, (_notice(self.desk, answer) for answer in chair.answers))
        is_late = self.table.is_late(chair.seat, chair.answered)
        return [replace(one, line="") if is_late else one for one in found]

    # What happened

    @property
    def banner(self) -> Notice | None:
        """The turning point that the game has reached, in one line if it is not new."""
        if self.turn == "over":
            return None
        banner, is_new = turning_point(self.session, self.seat, len(self.session.moves))
        if is_new:
            return Notice([banner.paragraph], banner.title)
        return Notice([banner.line]) if banner.line else None

    @property
    def news(self) -> list[Story]:
        """What the players have done since the last move of the guest, in short."""
        if self.pick.at or self.pick.path:
            return []  # the choice needs the room
        if self.seat is None:
            return self.log[:_NEWS]
        return [Story(seat, [words]) for seat, words in news(self.session, self.seat)]

    @property
    def log(self) -> list[Story]:
        """The last moves, the latest first."""
        last = as_told(self.session, self.session.moves[-3 * _LOG :])
        return [*stories(self.face, last, self.names)][: -_LOG - 1 : -1]

    @property
    def whole_log(self) -> list[Story]:
        """All moves, the first one first."""
        return [*stories(self.face, as_told(self.session, self.session.moves), self.names)]

    @property
    def result(self) -> list[str]:
        """The result in sentences."""
        return [] if self.session.result is None else result_sentences(self.session, self._own)

    @property
    def moments(self) -> list[tuple[str, str]]:
        """Moments of the finished game, each with its round."""
        if self.session.result is None:
            return []
        found = moments(self.session, self._own, statistics_of(self.session))
        return [moment_words(self.session, one) for one in found]

    @property
    def _own(self) -> Seat | None:
        return None if self.is_kept else self.seat

    # Together

    @property
    def undo_request(self) -> str:
        """The name of the person who asks the guest to take something back, '' for nobody."""
        request = self.table.undo
        if request is None or self.seat is None or self.seat in (request.seat, *request.agreed):
            return ""
        return self.names[request.seat]

    def time_left(self, seat: Seat) -> str:
        """Return the time that a person has, '' without a clock."""
        clock = self.table.clock
        return time_words(clock.left(seat)) if clock else ""

    @property
    def save_trouble(self) -> str:
        """Why the game cannot be saved now."""
        save = self.table.match.save
        return render_value(save.trouble) if save and save.trouble else ""


def time_words(seconds: float) -> str:
    """Return a time as a clock shows it.

    >>> time_words(75), time_words(7300), time_words(200000)
    ('1:15', '2:01:40', '55:33:20')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# Answers


def _notice(desk: Desk, answer: Reply) -> Notice | None:
    match answer:
        case answers.OrderReply():
            return _notice(desk, answer.told)
        case answers.Rejection():
            may = desk.session.may_overrule and desk.session.policy.may_insist
            line = f"{desk.session.policy.text_of(answer.action)}!" if may else ""
            told = [f"{desk.face.format(answer.action)}: {not_allowed(answer.refusal)}"]
            told += filter(None, [answer.asked])
            if desk.session.may_overrule and not may:
                told.append(render_message(desk.session.policy.overruling))
            return Notice(told, is_error=True, rule=answer.refusal.rule, line=line)
        case answers.Confirm():
            return Notice([answer.doubt], line=f"{desk.session.policy.text_of(answer.action)}!")
        case answers.Ruling():
            rule = answer.refusal.rule if answer.refusal else ""
            return Notice([desk.explained_words(answer)], rule=rule)
        case answers.Hint():
            return _hint(desk, answer)
        case answers.OpenQuestion():
            return None  # the choices ask it
        case answers.Message():
            return Notice([answer.text], is_error=answer.is_error)
        case UndoAnswered():
            return Notice([_undo_words(answer)])
        case answers.Prose():
            if answer.sentences or not answer.lines:
                return Notice(answer.sentences, answer.title)
            return Notice(plain(answer.lines()), answer.title, is_text=True)
        case answers.FrontEndCommand():
            return _command(desk, answer)
        case _:
            return None


def _undo_words(answer: UndoAnswered) -> str:
    if answer.is_taken_back:
        return say("The others agree: your choice is taken back.")
    if answer.refused_by:
        return say("{name} does not agree: your choice stands.", name=answer.refused_by)
    return say("The game has gone on: your choice stands.")


def _hint(desk: Desk, answer: answers.Hint) -> Notice:
    told = [line for _, line in desk.hint_sentences(answer.thoughts)]
    if not answer.thoughts:
        return Notice(told)
    return Notice(told, say("Hint"), line=desk.session.policy.text_of(answer.thoughts[0].action))


def _command(desk: Desk, answer: answers.FrontEndCommand) -> Notice | None:
    match answer.command.word:
        case "rules" if answer.rest:
            return Notice(plain(look_up(desk.session.game.NAME, answer.rest)), is_text=True)
        case "rules":
            return Notice([say("Type rules and an id or a word, as in: rules end")])
        case "help":
            told = []
            for section, entries in help_sections(desk.commands(), Front.PAGE):
                told += [f"{section}:", *(f"{typed}: {about}" for typed, about in entries)]
            return Notice(told, say("Help"))
        case _:
            return None


def rule_lines(game_ledger: str, rule: str) -> list[str]:
    """Return a rule of a ledger, as lines of text."""
    return plain(describe_rule(rules(game_ledger, current_language())[rule]))


def plain(lines: Iterable[Line]) -> list[str]:
    """Return lines of a terminal as texts, wrapped for a narrow page."""
    with within(COLUMNS):
        return ["".join(text for text, _ in line) for line in lines]
