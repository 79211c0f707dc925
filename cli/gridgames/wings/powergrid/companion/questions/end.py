"""The question ``end``: the winner if the game ended now, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypedDict

from gridcommon.answers import ResultJson
from gridgames.commands.answers import Answer, ShownBoard
from gridgames.languages.messages import say
from gridgames.terminal.output import Line, heading, wrapped
from gridgames.wings.powergrid.companion.position_input import QuerySubject
from gridgames.wings.powergrid.description.situation import cities_words
from powergrid.codecs import LETTERS
from powergrid.ending import RankedSeat, Result, provisional_result, ranking
from powergrid.record import result_facts


class RankedJson(TypedDict):
    """A player in the ranking, and the rule that puts it before the next one."""

    place: int
    seat: int
    name: str
    powered: int
    money: int
    cities: int
    decided_by: str | None


class EndJson(TypedDict):
    """The answer."""

    result: ResultJson
    ranking: list[RankedJson]
    largest: int
    ends_at: int


@dataclass(frozen=True)
class End(Answer):
    """The result as of now, and the whole ranking."""

    subject: QuerySubject
    result: Result
    ranking: Sequence[RankedSeat]

    def board(self) -> ShownBoard:
        return ShownBoard("powergrid", *self.subject)

    def lines(self) -> Iterator[Line]:
        state, names = self.subject
        winners = " + ".join(names[seat] for seat in self.result.winners)
        text = say(
            "If the game ended now: {names} ({rule})", names=winners, rule=self.result.decided_by
        )
        yield from heading(text)
        wide = max(len(names[one.seat]) for one in self.ranking)
        for one in self.ranking:
            powered = say("{cities:city powered|cities powered}", cities=one.powered)
            values = {"powered": powered, "money": one.money, "cities": one.cities}
            facts = say("{powered}, {money} Elektro, {cities:city|cities}", **values)
            head = f"{one.place}. {LETTERS[one.seat]} {names[one.seat]:<{wide}}  "
            yield from wrapped(f"{head}{facts}", " " * len(head), first="")
            if one is not self.ranking[-1]:
                yield from wrapped(tie_breaker(one), " " * len(head), "dim")
        values = {"largest": cities_words(state.most_cities), "end": state.terms.end_cities}
        template = "The largest network has {largest}; the game ends with phase 4 at {end}."
        yield from wrapped(say(template, **values), "  ", first="")

    def to_json(self) -> EndJson:
        """Return the keys of this question; ``result`` has those of a result line."""
        state, names = self.subject
        return {
            "result": dict(result_facts(self.result)),
            "ranking": [
                {
                    "place": one.place,
                    "seat": one.seat,
                    "name": names[one.seat],
                    "powered": one.powered,
                    "money": one.money,
                    "cities": one.cities,
                    "decided_by": one.decided_by,
                }
                for one in self.ranking
            ],
            "largest": state.most_cities,
            "ends_at": state.terms.end_cities,
        }


def ask(subject: QuerySubject) -> End:
    """Return the answer."""
    return End(subject, provisional_result(subject.state), ranking(subject.state))


def tie_breaker(one: RankedSeat) -> str:
    """Return the tie-breaker that ranks a player before the next one."""
    if one.decided_by is None:
        return say("tied with the next: they share (PG-END-06)")
    return say(
        {
            "PG-END-03": "ahead with more cities powered ({rule})",
            "PG-END-04": "ahead with more money ({rule})",
            "PG-END-05": "ahead with more cities ({rule})",
        }[one.decided_by],
        rule=one.decided_by,
    )
