"""Many games: what is added up, when to stop, and collectors of one's own.

What is printed and refused is in the transcripts ``batches``, ``batch-refusals``, ``tournament``.
"""

import json
from pathlib import Path

import pytest

import powergrid
from gridgames.show.statistics import Statistics
from gridgames.study.batches.simulation import WHOLE, Outcome, Simulation
from gridgames.study.batches.tally import Tally, interval
from plain_games import gridgames

COLLECTOR = """
from collections import Counter

class Names:
    def __init__(self):
        self.names, self.sat, self.rounds = Counter(), [], 0.0
    def begin(self, state, bots):
        self.sat.append("-".join(bots))
    def see(self, state, events):
        self.names.update(type(event).__name__ for event in events)
        self.rounds += state.round / 7
    def merge(self, other):
        self.names += other.names
        self.sat += other.sat
        self.rounds += other.rounds
    def to_json(self):
        return {"names": dict(sorted(self.names.items())), "sat": self.sat, "rounds": self.rounds}

class Clumsy(Names):
    def see(self, state, events):
        raise ValueError("no idea")
"""


def told(home: Path, *words: object) -> dict:
    done = gridgames(home, *words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def simulation(*bots: str, games: int = 0) -> Simulation:
    return Simulation("powergrid", powergrid.Ruleset().to_json(), {}, bots, 1, games)


def tally(asked: Simulation) -> Tally:
    state = powergrid.new_game(powergrid.Ruleset(), 2, 1)
    return Tally(asked, Statistics(powergrid, state, 0))


def outcome(number: int, bots: tuple[str, ...], *winners: int) -> Outcome:
    points = tuple(10 + (seat in winners) + number for seat in range(len(bots)))
    return Outcome(number, bots, winners, points, "PG-END-03", 100 + number, 9)


# Adding up


def test_a_shared_win_counts_as_its_share():
    asked = simulation("a", "b", games=4)
    added = tally(asked)
    for number, winners in enumerate([(0,), (0, 1), (1,), (0,)]):
        one = outcome(number, asked.levels, *winners)
        assert sum(map(one.won, range(2))) == WHOLE
        added.add(one)
    summary = added.summary()
    assert [row["wins"] for row in summary["seats"]] == [2.5, 1.5]
    assert [row["share"] for row in summary["bots"]] == [0.625, 0.375]
    assert summary["shared"] == 1
    assert summary["actions"] == {"mean": 101.5, "min": 100, "max": 103}
    assert summary["decided_by"] == {"PG-END-03": 4}
    assert "asked" not in summary


@pytest.mark.parametrize(
    ("wins", "games", "statsmodels"),
    [
        (0, 30, (0, 0.1135)),
        (15, 30, (0.3315, 0.6685)),
        (30, 30, (0.8865, 1)),
        (3, 1000, (0.001, 0.0088)),
        (500, 1001, (0.4686, 0.5304)),
    ],
)
def test_an_interval_of_single_games_is_wilson_s_of_one_game_fewer(wins, games, statsmodels):
    """As the guide says: the scatter is estimated with n - 1, so Wilson's formula gets n - 1."""
    found = interval(games, wins, wins, 1)
    assert tuple(found) == pytest.approx(statsmodels, abs=0.003)
    z, share, count = 1.959964, wins / games, games - 1
    middle, size = share + z * z / (2 * count), 1 + z * z / count
    reach = z * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5
    if 0 < wins < games:
        wilson = ((middle - reach) / size, (middle + reach) / size)
        assert tuple(found) == pytest.approx(wilson, abs=0.00006)


# When to stop


def test_when_to_stop_does_not_depend_on_the_processes(tmp_path):
    words = ("tournament", "eletrika", "--bots", "random,random", "--until", "20%", "--seed", 5)
    one, two = (told(tmp_path, *words, "--jobs", jobs) for jobs in (1, 2))
    assert one == two
    assert one["games"] >= 30
    assert "asked" not in one
    widths = [row["interval"][1] - row["interval"][0] for row in one[one["sides"]]]
    assert max(widths) <= 0.4


# Collectors


def test_a_collector_sees_every_game_in_order_and_its_faults_cross_processes(tmp_path):
    collector = tmp_path / "names.py"
    collector.write_text(COLLECTOR, encoding="utf-8")
    words = ("tournament", "eletrika", "--bots", "random,easy", "--games", 4, "--seed", 1)
    words = (*words, "--collect", f"{collector}:Names", "--records", tmp_path / "games")
    alone = told(tmp_path, *words)
    assert told(tmp_path, *words) == alone  # from the records
    assert told(tmp_path, *words[:-2], "--jobs", 2) == alone
    found = alone["collected"][f"{collector}:Names"]
    assert found["sat"] == ["random-easy", "easy-random"] * 2
    assert found["names"]["TileLaid"] > 100
    done = gridgames(tmp_path, *words[:6], "--collect", f"{collector}:Clumsy", "--jobs", 2)
    assert done.exit_code == 2
    assert "the collector failed: ValueError: no idea" in " ".join(done.stderr.split())
