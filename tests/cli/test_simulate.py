"""Many games: what is added up, when to stop, and collectors of one's own.

What is printed and refused is in the transcripts ``batches``, ``batch-refusals``, ``tournament``.
"""

import json
from pathlib import Path

import powergrid
from gridgames.show.statistics import Statistics
from gridgames.study.batches.simulation import WHOLE, Outcome, Simulation
from gridgames.study.batches.tally import Tally
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
