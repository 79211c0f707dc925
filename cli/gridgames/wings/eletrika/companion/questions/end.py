"""The question ``end``: the winner if the game were over now, and what is left to score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from eletrika.ending import Result, provisional_result
from eletrika.projection import best_score
from eletrika.record import result_facts
from eletrika.state import OVER
from eletrika.state_values import final_rounds
from eletrika.tables import COLOURS
from gridgames.companion.answers import heading, item
from gridgames.languages.messages import say
from gridgames.terminal.output import Line
from gridgames.wings.eletrika.companion.answer import PositionAnswer
from gridgames.wings.eletrika.companion.query_subject import QuerySubject
from gridgames.wings.eletrika.description.narration import narrate_result
from gridgames.wings.eletrika.description.situation import round_words


@dataclass(frozen=True)
class End(PositionAnswer):
    """The result as of now, and the points that each seat could still score."""

    assumes: ClassVar[tuple[str, ...]] = ("score", "stack", "last")

    result: Result
    unscored: Sequence[int]  # MW of the best set, by seat

    def lines(self) -> Iterator[Line]:
        state = self.subject.table()
        names = self.subject.players
        over = state.phase == OVER
        yield from heading(say("The game is over") if over else say("If the game ended now"))
        for sentence in narrate_result(self.result, names):
            yield from item(sentence)
        yield []
        if over:
            return
        yield from heading(say("Nothing more is scored at the end (EL-END-04)"))
        for seat, name in enumerate(names):
            yield from item(
                say(
                    "{name} could still score {points} MW with the best set",
                    name=name,
                    points=self.unscored[seat],
                )
            )
        count = len(state.stack)
        rounds = round_words(state)
        if state.end_round:
            yield from item(say("The game ends with the last round: {round}", round=rounds))
        else:
            yield from item(
                say(
                    "{round}; the stack holds {count:tile|tiles}, and when it runs out, the round "
                    "and two more are played (EL-END-03)",
                    round=rounds,
                    count=count,
                )
            )
        yield []

    def to_json(self) -> dict[str, Any]:
        state = self.subject.table()
        return {
            "players": [COLOURS[owner] for owner in self.subject.owners],
            "over": state.phase == OVER,
            "result": result_facts(self.result),
            "unscored": list(self.unscored),
            "stack": len(state.stack),
            "final_rounds": final_rounds(state),
        }


def ask(subject: QuerySubject) -> End:
    """Return the answer."""
    state = subject.table()
    unscored = [
        sum(item.points for item in best_score(state, seat)[1]) for seat in range(state.seats)
    ]
    return End(subject, provisional_result(state), unscored)
