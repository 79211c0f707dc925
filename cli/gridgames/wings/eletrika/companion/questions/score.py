"""The question ``score``: all sets to score now, and the gain of a main action first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from eletrika.analysis import ScoringSet
from eletrika.analysis_json import (
    MOST_SETS,
    CellJson,
    ItemJson,
    SetJson,
    items_to_json,
    set_to_json,
)
from eletrika.projection import Projection, Suggestion
from eletrika.scoring import check_moment
from eletrika.sites import check_main_action
from eletrika.state import AFTER
from eletrika.tables import COLOURS, Owner
from gridcommon.answers import ActionJson, DoubtJson, RefusalJson
from gridcommon.errors import Refusal
from gridgames.commands.answers import refusal_to_json, refusal_words
from gridgames.languages.messages import say
from gridgames.show.parts import Marks
from gridgames.terminal.output import Line, titled
from gridgames.wings.eletrika.companion.answer import (
    PositionAnswer,
    action_words,
    actions_to_json,
    cells_to_json,
)
from gridgames.wings.eletrika.companion.query_subject import Player, QuerySubject
from gridgames.wings.eletrika.description.analysis import uncertain, value_of
from gridgames.wings.eletrika.description.places import cell_place
from gridgames.wings.eletrika.description.words import cells_words, items_words

_SHOWN = 12  # in words; --json gives more

Sets = Sequence[tuple[ScoringSet, Refusal | None]]


class ScorableJson(SetJson):
    """A set, and why it may not be scored now."""

    refused: RefusalJson | None


class BetterJson(TypedDict):
    """Main actions after which more could be scored."""

    actions: list[ActionJson]
    points: int
    gain: int
    set: list[CellJson]
    items: list[ItemJson]


class ScoresJson(TypedDict):
    """The answer, by owner."""

    barred: RefusalJson | None
    before: dict[str, list[ScorableJson]]
    after: dict[str, list[BetterJson]]
    doubts: list[DoubtJson]


@dataclass(frozen=True)
class Scores(PositionAnswer):
    """The sets of each colour with any refusal, and the main actions that add to them.

    ``barred`` is why no main action, or no set after one, is left in the open turn.
    """

    assumes: ClassVar[tuple[str, ...]] = ("turn", "row", "stack")

    sets: Mapping[Owner, Sets]
    better: Mapping[Owner, Sequence[tuple[Suggestion, Projection]]]
    barred: Refusal | None = None

    def marks(self) -> Marks:
        """Return the best set of each colour."""
        cells = self.subject.analysis.network.cells
        best = [sets[0][0].members for sets in self.sets.values() if sets]
        found = (cells[number] for members in best for number in members)
        return Marks(chosen=[cell_place(cell) for cell in found if cell is not None])

    def lines(self) -> Iterator[Line]:
        for owner, sets in self.sets.items():
            values = {"name": self.subject.who(owner), "points": sets[0][0].points if sets else 0}
            turn = self.subject.beside.turn
            is_done = turn and (turn.to_act, turn.phase) == (owner, AFTER)
            title = (
                say("{name}, in the open turn: {points} MW", **values)
                if is_done
                else say("{name}, before the main action: {points} MW", **values)
            )
            yield from titled(title, self._sets(sets), say("no set of energized structures"))
            if owner in self.better:
                yield from titled(
                    say("After a main action that adds to it"),
                    self._better(self.better[owner]),
                    say("none: {why}", why=refusal_words(self.barred))
                    if self.barred
                    else say("none: a main action adds nothing this turn"),
                )
            yield []
        yield from uncertain(self.subject.analysis.caveats)

    def _sets(self, sets: Sets) -> Iterator[str]:
        for one, refusal in sets[:_SHOWN]:
            words = value_of(self.subject.analysis.network, one)
            if refusal:
                words = say("{set}; not now: {why}", set=words, why=refusal_words(refusal))
            yield words
        if len(sets) > _SHOWN:
            rest = len(sets) - _SHOWN
            yield say("and {count} more sets, none worth more (see --json)", count=rest)

    def _better(self, found: Sequence[tuple[Suggestion, Projection]]) -> Iterator[str]:
        for proposal, then in found:
            yield say(
                "{actions}: then {cells}, {items}",
                actions=action_words(proposal.actions),
                cells=cells_words(then.best.set) if then.best else "",
                items=items_words(then.items),
            )

    def to_json(self) -> ScoresJson:
        network = self.subject.analysis.network
        return {
            "barred": refusal_to_json(self.barred),
            "before": {
                COLOURS[owner]: [
                    {**set_to_json(network, one), "refused": refusal_to_json(refusal)}
                    for one, refusal in sets[:MOST_SETS]
                ]
                for owner, sets in self.sets.items()
            },
            "after": {
                COLOURS[owner]: [
                    {
                        "actions": actions_to_json(proposal.actions),
                        "points": proposal.points,
                        "gain": proposal.gain,
                        "set": cells_to_json(then.best.set if then.best else ()),
                        "items": items_to_json(then.items),
                    }
                    for proposal, then in found
                ]
                for owner, found in self.better.items()
            },
            "doubts": [caveat.to_json() for caveat in self.subject.analysis.caveats],
        }


def ask(subject: QuerySubject, player: Player = None) -> Scores:
    """Return the answer for a player or for all; main actions only for the player to act."""
    owners = subject.owners if player is None else [subject.owner(player)]
    better, barred = {}, None
    if subject.state is not None and not subject.analysis.problems:
        state, seat = subject.state, subject.seat(player)
        if seat == state.actor:
            barred = check_main_action(state.phase)
            barred = barred or check_moment(state.phase, has_scored=state.scored)
        better[subject.owners[seat]] = [] if barred else subject.better(seat)
    return Scores(subject, {owner: subject.sets(owner) for owner in owners}, better, barred)
