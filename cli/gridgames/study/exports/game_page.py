"""A recorded game as one file: a page with its boards, log, curves, auctions and rules.

The file needs nothing else: no request is made, and of scripts only its own one may run.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import accumulate
from typing import Any

from jinja2 import Template
from markupsafe import Markup

from gridcommon.contract import Seat
from gridcommon.ledger import Rule, parse_sources
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import ledger, rules
from gridgames.languages.messages import say
from gridgames.show.face import Face, Move
from gridgames.show.parts import Auction, BoardLayers
from gridgames.study.exports.curves import draw_curves
from gridgames.study.exports.frames import Frames
from gridgames.study.exports.rendering import environment
from gridgames.study.review.review import ReviewJson
from gridgames.study.review.review_text import luck_lines, point_lines
from gridgames.study.rules.rule_text import legend
from gridgames.table.narration import group_moves, narrate_group
from gridgames.table.session import Session
from gridgames.table.statistics_text import statistics_of
from gridgames.terminal.markdown import bullets, parser
from gridgames.terminal.seat_styles import GLYPHS

_STATIC = files("gridgames.study.exports") / "static"

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Story:
    """Sentences about some moves, the number of moves up to the last one, and their rules."""

    seat: Seat | None
    sentences: Sequence[str]
    place: int
    rules: Sequence[str]


@dataclass(frozen=True, slots=True)
class Curves:
    """A measure by round: its title, its picture, and a row of numbers for each round."""

    title: str
    picture: Markup
    rows: Sequence[tuple[int, Sequence[int]]]


@dataclass(frozen=True, slots=True)
class ShownRule:
    """The text of a rule, as markup, and where it comes from."""

    id: str
    title: str
    text: Markup
    source: str


def game_page(session: Session, review: ReviewJson | None = None) -> str:
    """Return a game as a page in the language in use, with its review if there is one."""
    return _template("game.html").render(page=_Page(session, review))


@cache  # one
def _template(name: str) -> Template:
    return environment("gridgames.study.exports").get_template(name)


class _Page:
    """The contents of the page, for the template."""

    def __init__(self, session: Session, review: ReviewJson | None) -> None:
        self._session, self._review = session, review
        self._face: Face = session.face
        self._hides = session.to_act is not None and self._face.hides(session.state)
        self.names = session.names
        self.glyphs = GLYPHS
        self.count = len(session.moves)
        self.heading = self._face.heading(self._seen(self.count), self.names)
        self._targets = self._closest()
        self._frames = Frames()
        self._land: dict[Any, str] = {}
        self._boxes: list[Box] = []
        self.definitions = Markup()
        self.first = self._shown(0)
        self.last = self.first
        for place in range(1, self.count + 1):
            self.last = self._shown(place)
        self.stories = [*self._stories()]

    # Each place

    def _seen(self, place: int) -> Any:
        """Return the state at a place, of an unfinished game without what is hidden."""
        state = self._session.state_after(place)
        return self._session.game.spectate(state) if self._hides else state

    def _closest(self) -> Sequence[str] | None:
        """Return the targets with which the board is drawn closest, without any to point at."""

        def area(targets: Sequence[str] | None) -> float:
            board = self._face.board_layers(self._seen(self.count), self.names, targets)
            return board.box[2] * board.box[3] if board else 0.0

        return min((None, ()), key=area)

    def _shown(self, place: int) -> dict[str, Markup]:
        """Return the contents of all parts at a place, and keep them."""
        state = self._seen(place)
        board = self._face.board_layers(state, self.names, self._targets)
        lines = board.words if board else self._words(state)
        moves = self._session.moves[max(0, place - 1) : place]
        told = [*narrate_group(self._face, moves, self.names)] if moves else [say("The start")]
        heading = self._face.heading(state, self.names)
        panels = self._face.panels(state, self.names)
        shown = {
            "moment": escape(heading.moment),
            "told": _paragraphs(told if self.count > place else [*told, heading.task]),
            "land": self._land_of(board) if board else "",
            "pieces": board.pieces if board else "",
            "panels": _template("panels.html").module.panels(panels),  # type: ignore[attr-defined]
            "words": _paragraphs(lines),
        }
        if board:
            self._boxes.append(board.box)
            self.definitions = Markup(board.definitions)
        for part, content in shown.items():
            self._frames.add(part, content)
        return {part: Markup(content) for part, content in shown.items()}

    def _land_of(self, board: BoardLayers) -> str:
        if board.land_key not in self._land:
            self._land[board.land_key] = board.land()
        return self._land[board.land_key]

    def _words(self, state: Any) -> list[str]:
        lines = self._face.board(state, self.names)
        return ["".join(text for text, _ in line) for line in lines]

    @property
    def box(self) -> str:
        """The view box that has room for the boards of all places; '' without a board."""
        if not self._boxes:
            return ""
        left, top = min(box[0] for box in self._boxes), min(box[1] for box in self._boxes)
        right = max(box[0] + box[2] for box in self._boxes)
        bottom = max(box[1] + box[3] for box in self._boxes)
        return f"{left:g} {top:g} {right - left:g} {bottom - top:g}"

    @property
    def data(self) -> Markup:
        """The contents of each place as JSON that cannot end its element."""
        rounds = [self._session.state_after(place).round for place in range(self.count + 1)]
        data = self._frames.to_json() | {"rounds": rounds}
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return Markup(text.replace("</", "<\\/").replace("<!", "\\u003c!"))

    # The whole game

    @property
    def result(self) -> Sequence[str]:
        """How the game ended."""
        result = self._session.result
        return [] if result is None else [*self._face.narrate_result(result, self.names)]

    def _stories(self) -> Iterator[Story]:
        groups = [*group_moves(self._face, self._session.moves)]
        for group, place in zip(groups, accumulate(map(len, groups)), strict=True):
            told = [*narrate_group(self._face, group, self.names)]
            yield Story(group[0].seat, told, place, self._known_rules(group))

    def _known_rules(self, moves: Sequence[Move]) -> list[str]:
        named = (getattr(event, "rule", "") for move in moves for event in move.events)
        return [rule for rule in dict.fromkeys(named) if rule in self._book]

    @property
    def _book(self) -> Mapping[str, Rule]:
        return rules(self._session.game.LEDGER, current_language())

    @property
    def rules(self) -> list[ShownRule]:
        """The rules that the log names, in the order of the ledger."""
        return [
            ShownRule(rule.id, rule.title, _markup(rule.text), rule.source) for rule in self._named
        ]

    @property
    def _named(self) -> list[Rule]:
        named = {rule for story in self.stories for rule in story.rules}
        if self._session.result is not None:
            named.add(self._session.result.decided_by)
        return [rule for key, rule in self._book.items() if key in named]

    @property
    def sources(self) -> Markup:
        """The names of the rulebooks that these rules cite, and what they mean."""
        told = parse_sources(ledger(self._session.game.LEDGER, current_language()).text)
        return _markup(bullets(legend(self._named, told)))

    @property
    def curves(self) -> list[Curves]:
        """The measures by round, unless they would reveal what is hidden."""
        statistics = statistics_of(self._session)
        if self._hides or not statistics.rounds:
            return []
        found = []
        for place, measure in enumerate(statistics.MEASURES):
            title = say("{what} by round", what=measure.title)
            by_seat = statistics.by_seat(place)
            picture = Markup(draw_curves(statistics.rounds, by_seat, title))
            rows = zip(statistics.rounds, zip(*by_seat, strict=True), strict=True)
            found.append(Curves(title, picture, [*rows]))
        return found

    @property
    def auctions(self) -> list[tuple[int, Auction]]:
        """The auctions, each with its round."""
        state_after = self._session.state_after
        found = self._face.auctions(self._session.moves)
        return [(state_after(auction.place - 1).round, auction) for auction in found]

    @property
    def is_reviewed(self) -> bool:
        """Whether there is a review."""
        return self._review is not None

    @property
    def turning_points(self) -> list[tuple[int, list[str]]]:
        """The turning points: place and sentences."""
        return [*point_lines(self._session, self._review)] if self._review else []

    @property
    def luck(self) -> list[tuple[int, list[str]]]:
        """The draws that mattered: place and sentences."""
        return [*luck_lines(self._session, self._review)] if self._review else []

    # The file

    @property
    def style(self) -> Markup:
        """The style sheets."""
        sheets = [_static("parts.css"), _static("game.css")]
        return Markup("\n".join([self._face.palette().stylesheet(), *sheets]))

    @property
    def script(self) -> Markup:
        """The script."""
        return Markup(_static("game.js"))

    @property
    def script_hash(self) -> str:
        """The digest of the script, so that a browser runs no other."""
        return f"sha256-{b64encode(sha256(self.script.encode()).digest()).decode()}"


@cache  # one for each static file
def _static(name: str) -> str:
    return (_STATIC / name).read_text("utf-8")


def _markup(markdown: str) -> Markup:
    return Markup(parser(html=False).render(markdown))


def _paragraphs(lines: Sequence[str]) -> str:
    return "\n".join(f"<p>{escape(line)}</p>" for line in lines)
