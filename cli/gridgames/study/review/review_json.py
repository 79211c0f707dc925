"""The review of a game as JSON, written and read again."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, TypedDict

from gridcommon.answers import ActionJson
from gridcommon.evaluation import Effort
from gridgames.study.review.effects import Effect, LineRound
from gridgames.study.review.paired_games import PairedResult
from gridgames.study.review.review import (
    LuckyDraw,
    Review,
    ReviewBudget,
    RoundEvaluation,
    TurningPoint,
    is_action,
)
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
        return {
            "seat": point.seat,
            "round": point.round,
            "stage": str(point.stage),
            "action": _actions(session, place),
        }

    def actions_to_json(actions: Sequence[Any]) -> list[ActionJson]:
        return [game.action_to_json(one) for one in actions if is_action(one)]

    def effect_to_json(effect: Effect | None) -> EffectJson | None:
        if effect is None:
            return None
        return {
            "measure": effect.measure,
            "round": effect.round,
            "done": effect.done,
            "better": effect.better,
            "line": [
                {"round": one.round, "actions": actions_to_json(one.actions), "gain": one.gain}
                for one in effect.line
            ],
        }

    return {
        "schema": VERSION,
        "game": session.header.game,
        "players": list(session.header.players),
        "seats": list(review.seats),
        "finished": session.result is not None,
        "unit": adviser.UNIT,
        "effort": {
            "name": review.effort,
            "time": review.seconds,
            "level": review.level,
            "first": _budget(review.depth.first),
            "again": _budget(review.depth.again),
            "worths": _budget(review.depth.worths),
            "draws": review.depth.draws,
        },
        "curve": [
            {
                "round": one.round,
                "action": _actions(session, one.place),
                "worths": list(one.worths),
            }
            for one in review.curve
        ],
        "decisions": review.decisions,
        "flagged": review.flagged,
        "unsettled": review.unsettled,
        "pairs": review.pairs,
        "turning_points": [
            {
                **place_to_json(point, point.first),
                "done": actions_to_json(point.done),
                "better": actions_to_json(point.better),
                "line": actions_to_json(point.line),
                "worth_done": point.played.done,
                "worth_better": point.played.better,
                "loss": point.loss,
                "error": point.played.error,
                "interval": [point.played.low, point.played.high],
                "pairs": point.played.pairs,
                "wins_done": point.played.wins_done,
                "wins_better": point.played.wins_better,
                "to_win": point.played.to_win,
                "effect": effect_to_json(point.effect),
                "kind": str(point.played.kind),
                "term": point.term,
            }
            for point in review.turning_points
        ],
        "luck": [
            {**place_to_json(luck, luck.place), "gain": luck.gain, "error": luck.error}
            for luck in review.luck
        ],
    }


def _budget(effort: Effort) -> BudgetJson:
    return {"samples": effort.samples, "horizon": effort.horizon}


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
