"""A recorded game as one file: a page with its boards, log, curves, auctions and rules.

The file needs nothing else: no request is made, and of scripts only its own one may run.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import accumulate, takewhile
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from gridcommon.ledger import Rule, parse_sources
from gridgames.languages.language import current_language
from gridgames.languages.ledgers import ledger, rules
from gridgames.languages.messages import say
from gridgames.show.face import Face
from gridgames.show.parts import Auction, Box
from gridgames.study.exports.curves import draw_curves
from gridgames.study.review.review import ReviewJson
from gridgames.study.review.review_text import luck_lines, point_lines
from gridgames.study.rules.rule_text import legend
from gridgames.table.narration import Story, narrate_group, stories
from gridgames.table.session import Session
from gridgames.table.statistics_text import statistics_of
from gridgames.terminal.markdown import bullets, parser
from gridgames.terminal.output import Line
from gridgames.terminal.seat_styles import GLYPHS

_PACKAGE = "gridgames.study.exports"  # with templates and static files
_CUTS = re.compile(r"(?<=\n)|(?=M)")  # at the ends of lines, and between the areas of a path


@cache  # one for each way to find templates
def environment(*packages: str) -> Environment:
    """Return the HTML templates of some packages and of this one; the first package wins."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(package) for package in (*packages, _PACKAGE)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {"say": say, "language": html_language}
    made.filters["markdown"] = _markup
    return made


def html_language() -> str:
    """Return the language in use, as HTML names it."""
    return current_language().replace("_", "-")


def game_page(session: Session, review: ReviewJson | None = None) -> str:
    """Return a game as a page in the language in use, with its review if there is one."""
    page = _Page(session)
    style = [page.face.palette().stylesheet(), _static("parts.css"), _static("game.css")]
    script = _static("game.js")
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return (
        environment()
        .get_template("game.html")
        .render(
            page=page,
            review=review,
            turning_points=[*point_lines(session, review)] if review else [],
            luck=[*luck_lines(session, review)] if review else [],
            glyphs=GLYPHS,
            style=Markup("\n".join(style)),
            script=Markup(script),
            script_hash=f"sha256-{digest}",
        )
    )


class _Page:
    """The contents of the page, for the template.

    ``first`` and ``last`` are the contents of all parts at the first and the last place, and
    ``result`` has the sentences about its end.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.face: Face = session.face
        self._hides = session.to_act is not None and self.face.hides(session.state)
        self.names = session.names
        self.count = len(session.moves)
        self.heading = self.face.heading(self._seen(self.count), self.names)
        result = session.result
        self.result = [] if result is None else [*self.face.narrate_result(result, self.names)]
        self._book = rules(session.game.LEDGER, current_language())
        self.log = [*stories(self.face, session.moves, self.names)]
        self.places = [*accumulate(len(story.moves) for story in self.log)]
        self._targets = self._closest()
        self._frames = Frames()
        self._land: dict[Any, str] = {}
        self._boxes: list[Box] = []
        self.definitions = Markup()
        self.first = self.last = self._shown(0)
        for place in range(1, self.count + 1):
            self.last = self._shown(place)

    # Each place

    def _seen(self, place: int) -> Any:
        """Return the state at a place, of an unfinished game without what is hidden."""
        state = self._session.state_after(place)
        return self._session.game.spectate(state) if self._hides else state

    def _closest(self) -> Sequence[str] | None:
        """Return the targets with which the board is drawn closest, without any to point at."""

        def area(targets: Sequence[str] | None) -> float:
            board = self.face.board_layers(self._seen(self.count), self.names, targets)
            return board.box[2] * board.box[3] if board else 0.0

        return min((None, ()), key=area)

    def _shown(self, place: int) -> dict[str, Markup]:
        """Return the contents of all parts at a place, and keep them."""
        state = self._seen(place)
        board = self.face.board_layers(state, self.names, self._targets)
        lines = board.words if board else map(_text, self.face.board(state, self.names))
        moves = self._session.moves[max(0, place - 1) : place]
        told = [*narrate_group(self.face, moves, self.names)] if moves else [say("The start")]
        heading = self.face.heading(state, self.names)
        panels = environment().get_template("panels.html").module.panels  # type: ignore[attr-defined]
        shown = {
            "moment": escape(heading.moment),
            "told": _paragraphs(told if self.count > place else [*told, heading.task]),
            "land": "",
            "pieces": board.pieces if board else "",
            "panels": panels(self.face.panels(state, self.names)),
            "words": _paragraphs(lines),
        }
        if board:
            if board.land_key not in self._land:
                self._land[board.land_key] = board.land()
            shown["land"] = self._land[board.land_key]
            self._boxes.append(board.box)
            self.definitions = Markup(board.definitions)
        for part, content in shown.items():
            self._frames.add(part, content)
        return {part: Markup(content) for part, content in shown.items()}

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

    def rules_of(self, story: Story) -> list[str]:
        """Return the rules that the events of some moves name."""
        named = (getattr(event, "rule", "") for move in story.moves for event in move.events)
        return [rule for rule in dict.fromkeys(named) if rule in self._book]

    @property
    def rules(self) -> list[Rule]:
        """The rules that the log names, in the order of the ledger."""
        named = {rule for story in self.log for rule in self.rules_of(story)}
        if self._session.result is not None:
            named.add(self._session.result.decided_by)
        return [rule for key, rule in self._book.items() if key in named]

    @property
    def sources(self) -> str:
        """The names of the rulebooks that these rules cite, and what they mean."""
        told = parse_sources(ledger(self._session.game.LEDGER, current_language()).text)
        return bullets(legend(self.rules, told))

    def curves(self) -> Iterator[tuple[str, Markup, Sequence[tuple[int, Sequence[int]]]]]:
        """Yield title, picture and rows of each measure, unless they would reveal what is hidden.

        A row is a round and a number for each seat.
        """
        statistics = statistics_of(self._session)
        if self._hides or not statistics.rounds:
            return
        for place, measure in enumerate(statistics.MEASURES):
            title = say("{what} by round", what=measure.title)
            by_seat = statistics.by_seat(place)
            rows = zip(statistics.rounds, zip(*by_seat, strict=True), strict=True)
            yield title, Markup(draw_curves(statistics.rounds, by_seat, title)), [*rows]

    @property
    def auctions(self) -> list[tuple[int, Auction]]:
        """The auctions, each with its round."""
        state_after = self._session.state_after
        found = self.face.auctions(self._session.moves)
        return [(state_after(auction.place - 1).round, auction) for auction in found]


@cache  # one for each static file
def _static(name: str) -> str:
    return (files(_PACKAGE) / "static" / name).read_text("utf-8")


def _markup(markdown: str) -> Markup:
    return Markup(parser(html=False).render(markdown))


def _text(line: Line) -> str:
    return "".join(text for text, _ in line)


def _paragraphs(lines: Iterable[str]) -> str:
    return "\n".join(f"<p>{escape(line)}</p>" for line in lines)


class Frames:
    """Many similar contents of some parts, such as the panels, in little room.

    Each part has one content for each place in a game. The contents are cut into pieces, which
    recur, and stored as differences, each from the content before.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}  # of pieces
        self._last: dict[str, tuple[str, list[int]]] = {}  # the last content of each part
        self._changes: dict[str, list[list[list[int]]]] = {}

    def add(self, part: str, content: str) -> None:
        """Add the content of a part at the next place."""
        same, before = self._last.get(part, ("", []))
        now = before if content == same else self._cut(content)
        self._last[part] = content, now
        self._changes.setdefault(part, []).append([*_changes(before, now)][::-1])

    def _cut(self, content: str) -> list[int]:
        pieces = filter(None, _CUTS.split(content))
        return [self._numbers.setdefault(piece, len(self._numbers)) for piece in pieces]

    def to_json(self) -> dict[str, Any]:
        """Return the ``pieces``, and the ``changes`` for each part and place.

        Changes turn the list of the numbers of pieces, which is empty at first, into the next one.
        Each has an index, the count of numbers removed there, and the numbers put in their place;
        they are in the order in which they are made, the last index first.
        """
        return {"pieces": list(self._numbers), "changes": self._changes}


def _changes(before: Sequence[int], now: Sequence[int]) -> Iterator[list[int]]:
    """Yield the changes from one list to another, the first index first."""
    if before == now:
        return
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False))
    skipped = sum(1 for _ in alike)  # most contents differ little, and late
    matcher = SequenceMatcher(None, before[skipped:], now[skipped:], autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind != "equal":
            yield [skipped + start, end - start, *now[skipped + first : skipped + last]]
