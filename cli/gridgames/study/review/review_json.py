"""The review of a game as JSON, and the reviews kept beside their records.

The file of ``game.jsonl`` is ``game.review.json``. It holds the reviews of different seats, as
``review --json`` writes them. It counts only for the same content of the record and the same
version of the program, and for an effort and a time that are no less than wanted.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Literal, TypedDict

from gridcommon.answers import ActionJson, as_answer
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Word, Wording, errors_located_in, system_reason
from gridcommon.evaluation import Effort
from gridcommon.records import read_object
from gridcommon.tables import read_text
from gridgames import __version__
from gridgames.study.review.paired_games import Effect, LineRound, PairedResult
from gridgames.study.review.review import (
    EFFORTS,
    LuckyDraw,
    Review,
    ReviewBudget,
    RoundEvaluation,
    TurningPoint,
    is_action,
    review,
)
from gridgames.system.durable_files import replace
from gridgames.system.files import check_regular
from gridgames.table.session import Session

VERSION: Final = 3


class BudgetJson(TypedDict):
    """Games from each choice, and how many rounds or turns each is played on for."""

    samples: int
    horizon: int


class EffortJson(TypedDict):
    """The search budget of the review."""

    name: str
    time: float
    level: str
    first: BudgetJson
    again: BudgetJson
    worths: BudgetJson
    draws: int


class CurveJson(TypedDict):
    """The worth to every seat as a round begins."""

    round: int
    action: int
    worths: list[float]


class PlaceJson(TypedDict):
    """A place in the game."""

    seat: int
    round: int
    stage: str
    action: int


class LineRoundJson(TypedDict):
    """A round of a game after the better choice: what the seat did, and what it gained."""

    round: int
    actions: list[ActionJson]
    gain: int


class EffectJson(TypedDict):
    """The cost of a decision by the end of a round, as means over some games."""

    measure: str
    round: int
    done: float
    better: float
    line: list[LineRoundJson]


class PointJson(PlaceJson):
    """A turning point."""

    done: list[ActionJson]
    better: list[ActionJson]
    line: list[ActionJson]
    worth_done: float
    worth_better: float
    loss: float
    error: float
    interval: list[float]
    pairs: int
    wins_done: float
    wins_better: float
    to_win: float
    effect: EffectJson | None
    kind: str
    term: str | None


class LuckJson(PlaceJson):
    """A draw that brought a seat much, or cost it much."""

    gain: float
    error: float


class ReviewJson(TypedDict):
    """The answer."""

    schema: Literal[3]
    game: str
    players: list[str]
    seats: list[int]
    finished: bool
    unit: str
    effort: EffortJson
    curve: list[CurveJson]
    decisions: int
    flagged: int
    unsettled: int
    pairs: int
    turning_points: list[PointJson]
    luck: list[LuckJson]


def review_to_json(session: Session, review: Review) -> ReviewJson:
    """Return a review as JSON, as ``docs/formats.md`` describes it."""
    game, adviser = session.game, session.wing.evaluator
    assert adviser is not None, session.header.game

    def place_to_json(point: TurningPoint | LuckyDraw, place: int) -> PlaceJson:
        return as_answer(PlaceJson, point, stage=str(point.stage), action=_actions(session, place))

    def actions_to_json(actions: Sequence[Any]) -> list[ActionJson]:
        return [game.action_to_json(one) for one in actions if is_action(one)]

    def effect_to_json(effect: Effect) -> EffectJson:
        line = [
            as_answer(LineRoundJson, one, actions=actions_to_json(one.actions))
            for one in effect.line
        ]
        return as_answer(EffectJson, effect, line=line)

    return as_answer(
        ReviewJson,
        review,
        schema=VERSION,
        game=session.header.game,
        players=session.header.players,
        finished=session.result is not None,
        unit=adviser.UNIT,
        effort=as_answer(
            EffortJson,
            review.depth,
            name=review.effort,
            time=review.seconds,
            level=review.level,
        ),
        curve=[
            as_answer(CurveJson, one, action=_actions(session, one.place)) for one in review.curve
        ],
        turning_points=[
            as_answer(
                PointJson,
                point.played,
                **place_to_json(point, point.first),
                done=actions_to_json(point.done),
                better=actions_to_json(point.better),
                line=actions_to_json(point.line),
                worth_done=point.played.done,
                worth_better=point.played.better,
                interval=[point.played.low, point.played.high],
                effect=point.effect and effect_to_json(point.effect),
                kind=str(point.played.kind),
                term=point.term,
            )
            for point in review.turning_points
        ],
        luck=[as_answer(LuckJson, luck, **place_to_json(luck, luck.place)) for luck in review.luck],
    )


def _actions(session: Session, place: int) -> int:
    """Return the number of actions before a place, without declarations."""
    return sum(is_action(move.action) for move in session.moves[:place])


def review_from_json(session: Session, data: Mapping[str, Any]) -> Review:
    """Return the review that was written as ``data``; it must be of this game."""
    effort, face = data["effort"], session.face
    first = [place for place, move in enumerate(session.moves) if is_action(move.action)]
    first.append(len(session.moves))

    def draw(one: Mapping[str, Any]) -> LuckyDraw:
        after = range(first[one["action"] - 1], first[one["action"]])
        drawn = (any(isinstance(of, face.draws) for of in session.moves[at].events) for at in after)
        place = next((at for at, is_drawn in zip(after, drawn, strict=True) if is_drawn), after[0])
        stage = face.review_stage(session.state_after(place))
        return LuckyDraw(one["seat"], stage, one["round"], place + 1, one["gain"], one["error"])

    def actions_of(given: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(map(session.game.action_from_json, given))

    def effect_from(one: Mapping[str, Any] | None) -> Effect | None:
        if one is None:
            return None
        line = (
            LineRound(each["round"], actions_of(each["actions"]), each["gain"])
            for each in one["line"]
        )
        return Effect(one["measure"], one["round"], one["done"], one["better"], tuple(line))

    def point(one: Mapping[str, Any]) -> TurningPoint:
        action = one["action"]
        begin, end = first[action], first[action + len(one["done"]) - 1] + 1
        state, (low, high) = session.state_after(begin), one["interval"]
        return TurningPoint(
            one["seat"],
            face.review_stage(state),
            one["round"],
            begin,
            end,
            tuple(move.action for move in session.moves[begin:end]),
            actions_of(one["better"]),
            actions_of(one["line"]),
            PairedResult(
                effort["level"],
                one["pairs"],
                one["worth_done"],
                one["worth_better"],
                low,
                high,
                one["error"],
                one["wins_done"],
                one["wins_better"],
                one["to_win"],
            ),
            effect_from(one["effect"]),
            one["term"],
            face.review_phase(state),
        )

    return Review(
        tuple(data["seats"]),
        effort["name"],
        ReviewBudget(
            **{part: Effort(**effort[part]) for part in ("first", "again", "worths")},
            draws=effort["draws"],
        ),
        tuple(
            RoundEvaluation(one["round"], first[one["action"]], tuple(one["worths"]))
            for one in data["curve"]
        ),
        tuple(map(point, data["turning_points"])),
        tuple(map(draw, data["luck"])),
        data["decisions"],
        data["flagged"],
        data["unsettled"],
        effort["time"],
        effort["level"],
        data["pairs"],
    )


FORMAT = "gridgames-review"
SUFFIX = ".review.json"

_MOST = 1 << 24  # maximum bytes of a file that is read


class KeptReviews:
    """The reviews of a record, in the file beside it.

    ``is_known`` is set if the last review came from the file, and ``trouble`` is the reason why one
    could not be kept.
    """

    def __init__(self, record: Path) -> None:
        self.path = record.with_name(f"{record.stem}{SUFFIX}")
        self.trouble: Word | Wording | None = None
        self.is_known = False
        self._record = record
        self._is_ours = True  # the file, or there is none
        # A pipe cannot be read again, and the examples of the program are not in the user's folder
        self._of = sha256(record.read_bytes()).hexdigest() if record.is_file() else ""

    def review(
        self,
        session: Session,
        seats: Sequence[Seat],
        effort: str,
        seconds: float | None = None,
        progress: Callable[[int, int], object] = lambda _done, _all: None,
        *,
        again: bool = False,
    ) -> Review:
        """Return the kept review of some seats; if there is none, or ``again``, make and keep it.

        Raises NotationError, naming the record, if the game cannot be reviewed.
        """
        kept = self._read() if self._of else []
        time = EFFORTS[effort] if seconds is None else seconds
        for one in kept:
            if not again and _is_enough(one, seats, effort, time):
                self.is_known = True
                return review_from_json(session, one)
        with errors_located_in(str(self._record)):
            found = review(session, seats, effort, progress, time)
        if self._of:
            others = [one for one in kept if one["seats"] != list(seats)]
            self._keep([*others, review_to_json(session, found)])
        return found

    def _read(self) -> list[dict[str, Any]]:
        """Return the kept reviews, none if the file is damaged, or of another game or version."""
        if not os.path.lexists(self.path):
            return []
        try:
            check_regular(self.path)
            data = read_object(read_text(self.path, _MOST))
        except NotationError:
            data = {}
        self._is_ours = data.get("format") == FORMAT
        if not self._is_ours or data != self._file(data.get("reviews")):
            return []
        reviews: list[dict[str, Any]] = data["reviews"]
        return reviews

    def _keep(self, reviews: Sequence[Mapping[str, Any]]) -> None:
        if not self._is_ours:
            self.trouble = Word("another file has its name")
            return
        data = json.dumps(self._file(reviews), ensure_ascii=False, indent=1)
        try:
            replace(self.path, f"{data}\n".encode())
        except OSError as problem:
            self.trouble = system_reason(problem)

    def _file(self, reviews: Any) -> dict[str, Any]:
        """Return the content of the file; the sum shows that the reviews were not edited."""
        written = json.dumps(reviews, sort_keys=True).encode()
        return {
            "format": FORMAT,
            "version": VERSION,
            "program": __version__,
            "record": self._of,
            "sum": sha256(written).hexdigest(),
            "reviews": reviews,
        }


def _is_enough(one: Mapping[str, Any], seats: Sequence[Seat], effort: str, time: float) -> bool:
    """Return whether a kept review is of these seats, and as thorough as wanted."""
    efforts = list(EFFORTS)
    made = one["effort"]
    is_deep = efforts.index(made["name"]) >= efforts.index(effort)
    return one["seats"] == list(seats) and is_deep and made["time"] >= time
