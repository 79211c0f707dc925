"""The question ``end``: the winner if the game ended now, and the points still to be scored."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from eletrika.ending import Result, provisional_result
from eletrika.projection import best_score, check_scores_again
from eletrika.record import result_facts
from eletrika.state import OVER
from eletrika.state_values import final_rounds
from eletrika.tables import COLOURS
from gridcommon.answers import ResultJson
from gridgames.languages.messages import say
from gridgames.terminal.output import Line, section
from gridgames.wings.eletrika.companion.answer import PositionAnswer
from gridgames.wings.eletrika.companion.query_subject import QuerySubject
from gridgames.wings.eletrika.description.narration import narrate_result
from gridgames.wings.eletrika.description.situation import round_words


class EndJson(TypedDict):
    """The answer; lists are in the order of ``players``."""

    players: list[str]
    over: bool
    result: ResultJson
    unscored: list[int]
    stack: int
    final_rounds: int | None


@dataclass(frozen=True)
class End(PositionAnswer):
    """The result as of now, and the points that each seat could still score."""

    assumes: ClassVar[tuple[str, ...]] = ("score", "stack", "last")

    result: Result
    unscored: Sequence[int | None]  # MW of the best set, by seat; None without a turn to score it

    def lines(self) -> Iterator[Line]:
        is_over = self.subject.table().phase == OVER
        title = say("The game is over") if is_over else say("If the game ended now")
        winner, *others = narrate_result(self.result, self.subject.players)
        yield from section(f"{title}: {winner}", others)
        if not is_over:
            title = say("Nothing more is scored at the end (EL-END-04)")
            yield from section(title, self._outlook())

    def _outlook(self) -> Iterator[str]:
        """Yield the points that each player could still score, and when the game ends."""
        state = self.subject.table()
        for name, points in zip(self.subject.players, self.unscored, strict=True):
            if points is None:
                yield say("{name} has no turn left to score in", name=name)
                continue
            yield say(
                "{name} could still score {points} MW with the best set", name=name, points=points
            )
        if state.end_round:
            yield say("The game ends with the last round: {round}", round=round_words(state))
        else:
            yield say(
                "{round}; the stack holds {count:tile|tiles}, and when it runs out, the round "
                "and two more are played (EL-END-03)",
                round=round_words(state),
                count=len(state.stack),
            )

    def to_json(self) -> EndJson:
        state = self.subject.table()
        return {
            "players": [COLOURS[owner] for owner in self.subject.owners],
            "over": state.phase == OVER,
            "result": result_facts(self.result),
            "unscored": [points or 0 for points in self.unscored],
            "stack": len(state.stack),
            "final_rounds": final_rounds(state),
        }


def ask(subject: QuerySubject) -> End:
    """Return the answer."""
    state = subject.table()
    unscored = [
        None
        if check_scores_again(state, seat)
        else sum(item.points for item in best_score(state, seat)[1])
        for seat in range(state.seats)
    ]
    return End(subject, provisional_result(state), unscored)
