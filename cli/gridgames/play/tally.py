"""What came of many games between bots: added up one by one, and told at any time."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gridcommon.errors import Word
from gridgames.games.registry import wing_of
from gridgames.languages.messages import say
from gridgames.terminal.output import Line

SCHEMA = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """One game: who won and by which rule, the points of each seat, and how long it took."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    decided_by: str
    actions: int
    rounds: int


class Spread:
    """The mean, the least and the most of whole numbers."""

    def __init__(self) -> None:
        self.count = 0
        self.sum = 0
        self.least: int | None = None
        self.most: int | None = None

    def add(self, value: int) -> None:
        """Take one more number."""
        self.count += 1
        self.sum += value
        self.least = value if self.least is None else min(self.least, value)
        self.most = value if self.most is None else max(self.most, value)

    def to_json(self) -> dict[str, Any]:
        """Return them; none of no numbers."""
        mean: float | None = None
        if self.count:
            whole, rest = divmod(self.sum, self.count)
            mean = round(self.sum / self.count, 3) if rest else whole
        return {"mean": mean, "min": self.least, "max": self.most}


class Tally:
    """The sums of many games, which do not depend on the order they were finished in."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self._wins = [Fraction(0)] * seats
        self._points = [Spread() for _ in range(seats)]
        self._actions = Spread()
        self._rounds = Spread()
        self._shared = 0
        self._decided_by: Counter[str] = Counter()

    def add(self, outcome: Outcome) -> None:
        """Take one more game; a shared win counts as its share."""
        self.games += 1
        for seat in outcome.winners:
            self._wins[seat] += Fraction(1, len(outcome.winners))
        for spread, points in zip(self._points, outcome.points, strict=True):
            spread.add(points)
        self._actions.add(outcome.actions)
        self._rounds.add(outcome.rounds)
        self._shared += len(outcome.winners) > 1
        self._decided_by[outcome.decided_by] += 1

    def summary(
        self, game: str, ruleset: Mapping[str, Any], levels: tuple[str, ...], seed: int, asked: int
    ) -> dict[str, Any]:
        """Return the summary; ``asked`` is in it where fewer games are finished."""
        return {
            "schema": SCHEMA,
            "game": game,
            "ruleset": dict(ruleset),
            "seed": seed,
            "games": self.games,
            **({} if self.games == asked else {"asked": asked}),
            "seats": [
                {
                    "seat": seat,
                    "bot": level,
                    "wins": round(float(self._wins[seat]), 3),
                    "points": self._points[seat].to_json(),
                }
                for seat, level in enumerate(levels)
            ],
            "actions": self._actions.to_json(),
            "rounds": self._rounds.to_json(),
            "shared": self._shared,
            "decided_by": dict(sorted(self._decided_by.items())),
        }


def describe_summary(summary: Mapping[str, Any]) -> Iterator[Line]:
    """Yield the summary as text."""
    games = summary["games"]
    if "asked" in summary:
        text = say(
            "Ended early: {games} of {asked} games are finished.",
            games=games,
            asked=summary["asked"],
        )
        yield [(text, "bold")]
    if not games:
        return
    head = say(
        "{game}: {games} games, seeds {seed} and on",
        game=summary["game"],
        games=games,
        seed=summary["seed"],
    )
    yield [(head, "bold")]
    points = Word(wing_of(summary["game"]).unit)
    row = say("  seat  bot         wins    share   {points} (mean, least, most)", points=points)
    yield [(row, "dim")]
    for row in summary["seats"]:
        spread = row["points"]
        yield [
            (f"  {row['seat']:<5} {row['bot']:<8} {row['wins']:>8.1f}", ""),
            (f" {row['wins'] / games:>7.1%}", ""),
            (f"   {spread['mean']:.1f}, {spread['min']}, {spread['max']}", ""),
        ]
    for key in ("actions", "rounds"):
        spread = summary[key]
        text = say(
            "  {what}: {mean} on the average, {least} to {most}",
            what=Word(key),
            mean=f"{spread['mean']:.1f}",
            least=spread["min"],
            most=spread["max"],
        )
        yield [(text, "")]
    decided = ", ".join(f"{rule} {count}" for rule, count in summary["decided_by"].items())
    text = say(
        "  decided by: {rules}; shared wins: {count}", rules=decided, count=summary["shared"]
    )
    yield [(text, "")]
