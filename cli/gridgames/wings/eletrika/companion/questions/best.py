"""The question ``best``: the turn of a bot, with its reasons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypedDict

import typer

from eletrika.actions import Abandon, Action, Build, LayTile, Score
from eletrika.analysis_json import CellJson, ItemJson, items_to_json
from eletrika.bots import LEVELS, make_bot
from eletrika.projection import Effect, bot_turn, project, state_at_turn
from eletrika.tables import COLOURS, KINDS
from gridcommon.answers import ActionJson, RefusalJson
from gridcommon.contract import Reason, Seat
from gridcommon.errors import Refusal
from gridgames.commands.answers import refusal_to_json, refusal_words
from gridgames.languages.messages import render_message, say
from gridgames.show.parts import Marks
from gridgames.terminal.output import Line, item, titled, wrapped
from gridgames.wings.eletrika.companion.answer import (
    PositionAnswer,
    action_words,
    actions_to_json,
    cells_to_json,
)
from gridgames.wings.eletrika.companion.query_subject import Player, QuerySubject
from gridgames.wings.eletrika.description.places import cell_place, planned_places
from gridgames.wings.eletrika.plan.text import effect_words

_SEED = 0  # of the bot: the same question has the same answer

Level = Annotated[
    str,
    typer.Option(metavar="|".join(LEVELS), help="The bot to ask."),
]


class BarredJson(TypedDict):
    """A structure that can no longer be built."""

    at: CellJson
    kind: str


class TakenJson(TypedDict):
    """Points that go to the owner of a marker."""

    player: str
    at: CellJson
    points: int


class EffectJson(TypedDict):
    """The effect of an action."""

    lit: list[CellJson]
    closed: list[CellJson]
    barred: list[BarredJson]
    markers: list[TakenJson]
    points: int
    items: list[ItemJson]


class BestJson(TypedDict):
    """The answer, with a reason for each action."""

    player: str
    level: str
    refused: RefusalJson | None
    actions: list[ActionJson]
    reasons: list[str | None]
    effects: list[EffectJson]


@dataclass(frozen=True)
class Best(PositionAnswer):
    """The turn of a bot: each action with its reason and effect, or why it has no turn."""

    assumes: ClassVar[tuple[str, ...]] = (
        "turn",
        "hand",
        "markers",
        "score",
        "bonus",
        "row",
        "stack",
        "last",
    )

    seat: Seat
    level: str
    refusal: Refusal | None
    actions: Sequence[tuple[Action, Reason | None]] = ()
    effects: Sequence[Effect] = ()  # of those that a plan can hold

    def marks(self) -> Marks:
        tiles, owner = self.subject.ruleset.tiles, self.subject.owners[self.seat]
        planned = planned_places((one for one, _ in self.actions), tiles, owner)
        scored = [cell for one, _ in self.actions if isinstance(one, Score) for cell in one.set]
        lit = {cell for effect in self.effects for cell in effect.lit}
        return Marks(
            lit=[cell_place(cell) for cell in sorted(lit)],
            chosen=list(map(cell_place, scored)),
            planned=planned,
        )

    def lines(self) -> Iterator[Line]:
        players = self.subject.players
        values = {"name": players[self.seat], "level": self.level}
        if self.actions:
            values["actions"] = action_words(action for action, _ in self.actions)
            title = say("Best for {name}, says the {level} bot: {actions}", **values)
        else:
            title = say("Best for {name}, says the {level} bot: nothing", **values)
        yield from titled(title, [refusal_words(self.refusal)] if self.refusal else [])
        effects: dict[Action, Effect] = {effect.action: effect for effect in self.effects}
        for action, reason in self.actions:
            words = action_words([action])
            yield from item(f"{words}: {render_message(reason)}" if reason else words)
            if effect := effects.get(action):
                for clause in effect_words(effect, players):
                    yield from wrapped(clause, " " * 8, first="    ")
        yield []

    def to_json(self) -> BestJson:
        return {
            "player": self.subject.colour(self.seat),
            "level": self.level,
            "refused": refusal_to_json(self.refusal),
            "actions": actions_to_json(action for action, _ in self.actions),
            "reasons": [None if reason is None else str(reason) for _, reason in self.actions],
            "effects": [self._effect(effect) for effect in self.effects],
        }

    def _effect(self, effect: Effect) -> EffectJson:
        return {
            "lit": cells_to_json(effect.lit),
            "closed": cells_to_json(effect.closed),
            "barred": [{"at": list(cell), "kind": KINDS[kind]} for cell, kind in effect.barred],
            "markers": [
                {
                    "player": COLOURS[self.subject.owners[marker.seat]],
                    "at": list(marker.at),
                    "points": marker.points,
                }
                for marker in effect.markers
            ],
            "points": effect.points,
            "items": items_to_json(effect.items),
        }


def ask(subject: QuerySubject, player: Player = None, level: Level = "normal") -> Best:
    """Return the answer for a player, now or in its next turn if the others did nothing.

    Raises InvalidState for more pieces than the box holds, NotationError for an unknown level.
    """
    subject.check_pieces()
    seat = subject.seat(player)
    bot = make_bot(level, _SEED)
    state, refusal = state_at_turn(subject.table(), seat)
    if refusal:
        return Best(subject, seat, level, refusal)
    actions = list(bot_turn(bot, state, seat))
    parts = [one for one, _ in actions if isinstance(one, LayTile | Build | Abandon | Score)]
    return Best(subject, seat, level, None, actions, project(state, seat, parts).effects)
