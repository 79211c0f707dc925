"""Many games: what is added up, when to stop, tournaments, and collectors of one's own."""

import json
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

import powergrid
from gridgames.batches.outcome import WHOLE, Outcome
from gridgames.batches.results.intervals import interval
from gridgames.batches.results.tally import Tally
from gridgames.batches.simulation import Simulation, outcomes
from gridgames.bots.roster import Bots
from gridgames.games.statistics import Statistics
from plain_games import PROGRAM, environment, gridgames

GAMES = ("powergrid", "eletrika")
COLLECTOR = '''
"""Counts events by their names."""
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
'''


def told(home: Path, *words: object) -> dict:
    done = gridgames(home, *words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def one_line(text: str) -> str:
    return " ".join(text.split())


def simulation(*bots: str, games: int = 0, players: int | None = None) -> Simulation:
    ruleset = powergrid.Ruleset().to_json()
    return Simulation("powergrid", ruleset, {}, bots, 1, games, players=players)


def outcome(number: int, bots: tuple[str, ...], *winners: int) -> Outcome:
    points = tuple(10 + (seat in winners) + number for seat in range(len(bots)))
    return Outcome(number, bots, winners, points, "PG-END-03", 100 + number, 9)


# Adding up


def test_a_shared_win_counts_as_its_share():
    asked = simulation("a", "b", games=4)
    tally = Tally(asked, Statistics(powergrid, powergrid.new_game(powergrid.Ruleset(), 2, 1), 0))
    for number, winners in enumerate([(0,), (0, 1), (1,), (0,)]):
        one = outcome(number, asked.levels, *winners)
        assert sum(map(one.won, range(2))) == WHOLE
        tally.add(one)
    summary = tally.summary()
    assert [row["wins"] for row in summary["seats"]] == [2.5, 1.5]
    assert [row["share"] for row in summary["bots"]] == [0.625, 0.375]
    assert summary["shared"] == 1
    assert summary["actions"] == {"mean": 101.5, "min": 100, "max": 103}
    assert summary["decided_by"] == {"PG-END-03": 4}
    assert "asked" not in summary


@pytest.mark.parametrize(("wins", "games"), [(0, 30), (15, 30), (30, 30), (3, 1000)])
def test_an_interval_of_single_games_is_wilson_s(wins, games):
    statsmodels = {(0, 30): (0, 0.1135), (15, 30): (0.3315, 0.6685), (3, 1000): (0.001, 0.0088)}
    low, high = interval(games, wins, wins, 1)
    expected = statsmodels.get((wins, games), (0.8865, 1))
    assert (low, high) == pytest.approx(expected, abs=0.003)


@pytest.mark.parametrize(("wins", "games"), [(3, 30), (15, 31), (500, 1001)])
def test_an_interval_of_single_games_is_that_of_one_game_fewer(wins, games):
    """As the guide says: the scatter is estimated with n - 1, so Wilson's formula gets n - 1."""
    z, share, count = 1.959964, wins / games, games - 1
    middle, size = share + z * z / (2 * count), 1 + z * z / count
    reach = z * (share * (1 - share) / count + z * z / (4 * count * count)) ** 0.5
    wilson = ((middle - reach) / size, (middle + reach) / size)
    assert interval(games, wins, wins, 1) == pytest.approx(wilson, abs=0.00006)


@pytest.mark.parametrize("game", GAMES)
def test_statistics_are_only_counted_for_an_output_that_has_them(game, tmp_path, monkeypatch):
    words = ["simulate", game, "--seats", "random,random", "--games", "2", "--seed", "3"]
    whole = gridgames(tmp_path, *words, "--details").stdout

    def see(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Statistics, "see", see)
    plain = gridgames(tmp_path, *words)
    assert plain.exit_code == 0, plain.output
    assert whole.startswith(plain.stdout)
    for more in (["--details"], ["--json"], ["-o", tmp_path / "games.csv"]):
        assert isinstance(gridgames(tmp_path, *words, *more).exception, AssertionError)


def test_only_our_own_bots_are_trusted_to_keep_the_rules(monkeypatch):
    asked = simulation("easy", "bot:Careful", "random", games=3)
    found = []

    def play(*_: object, trusted: list[int], sample: int, **__: object) -> list[object]:
        found.append((trusted, sample))
        return []

    monkeypatch.setattr("gridgames.batches.simulation.play", play)
    monkeypatch.setattr(Bots, "make", lambda *_: None)
    assert [one.actions for one in outcomes(asked)] == [0, 0, 0]
    assert found == [([0, 2], seed) for seed in (1, 2, 3)]


def test_games_of_a_deal_are_not_independent():
    """Where every deal ends 1 : 1, much is known; where both games agree, as little as of one."""
    mixed = interval(100, 100, 50 * 4, 2)  # 2 : 0 fifty times, and 0 : 2
    single = interval(100, 50, 50, 1)
    assert mixed == pytest.approx(single, abs=0.001)
    mostly_split = interval(100, 100, 90 + 5 * 4, 2)
    assert mostly_split.half_width < mixed.half_width / 2


@pytest.mark.parametrize("game", GAMES)
def test_what_games_came_to_is_added_up(game, tmp_path):
    words = ("simulate", game, "--seats", "easy,random", "--games", 3, "--seed", 2)
    summary = told(tmp_path, *words, "--records", tmp_path)
    by_round = summary["by_round"]
    assert by_round["rounds"] == list(range(1, summary["rounds"]["max"] + 1))
    assert by_round["games"][0][0] == 3
    assert all(len(one["means"]) == 2 for one in by_round["measures"])
    shown = told(tmp_path, game, "show", tmp_path / f"{game}-2.jsonl")["statistics"]
    keys = [one["key"] for one in shown["series"]]
    assert [one["key"] for one in by_round["measures"]] == keys
    first = [
        told(tmp_path, game, "show", tmp_path / f"{game}-{seed}.jsonl")["statistics"]
        for seed in (2, 3, 4)
    ]
    for place, key in enumerate(keys):
        means = by_round["measures"][place]["means"]
        for seat in range(2):
            found = [one["series"][place]["by_seat"][seat][0] for one in first]
            assert means[seat][0] == pytest.approx(sum(found) / 3, abs=0.001), key
    tables = {one["key"]: one for one in summary["tables"]}
    if game == "powergrid":
        rows = [row for one in first for row in one["tables"][0]["rows"]]
        bought = Counter(row["plant"] for row in rows)
        assert {row["plant"]: row["games"] for row in tables["plants"]["rows"]} == bought
        plant = tables["plants"]["rows"][0]
        prices = [row["price"] for row in rows if row["plant"] == plant["plant"]]
        assert plant["price"]["mean"] == pytest.approx(sum(prices) / len(prices), abs=0.001)
    else:
        assert [row["seat"] for row in tables["points"]["rows"]] == [0, 1]


# Tournaments


def test_all_sit_down_in_every_order_with_the_same_seed(tmp_path):
    words = ("tournament", "eletrika", "--bots", "random,easy,easy", "--games", 7, "--seed", 1)
    summary = told(tmp_path, *words, "--records", tmp_path)
    assert (summary["games"], summary["deals"]) == (9, 3)  # easy against easy is the same turned
    assert {row["bot"]: row["games"] for row in summary["bots"]} == {"random": 6, "easy": 12}
    assert sum(row["wins"] for row in summary["seats"]) == pytest.approx(9, abs=0.01)
    records = sorted(path.name for path in tmp_path.glob("*.jsonl"))
    assert records[:4] == [f"eletrika-{name}.jsonl" for name in ("1.1", "1.2", "1.3", "2.1")]
    headers = [json.loads((tmp_path / name).read_text().splitlines()[0]) for name in records[:3]]
    assert [one["players"] for one in headers] == [
        ["random 1", "easy 2"],
        ["easy 1", "random 2"],
        ["easy 1", "easy 2"],
    ]
    assert {one["seed"] for one in headers} == {1}
    rating = {row["bot"]: row["rating"]["strength"] for row in summary["bots"]}
    assert rating["random"] < 25 < rating["easy"]
    before = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert told(tmp_path, *words[:-2], "--records", tmp_path) == summary  # its seed is known
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}


def test_bots_that_are_all_the_same_have_no_rating(tmp_path):
    words = ("tournament", "eletrika", "--bots", "random,random", "--games", 2, "--seed", 1)
    (row,) = told(tmp_path, *words)["bots"]
    assert "rating" not in row
    assert "rating" not in gridgames(tmp_path, *words).stdout


def test_a_tournament_is_told_in_words(tmp_path):
    words = ("tournament", "eletrika", "--bots", "random,easy", "--games", 2, "--seed", 1)
    done = gridgames(tmp_path, *words, "--details")
    assert done.exit_code == 0, done.output
    assert "2 games, 1 deal" in one_line(done.stdout)
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "easy" in done.stdout.splitlines()[3]  # the strongest first


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--bots", "random,genius"), "genius"),
        (("--bots", "random"), "'players': a game has 2 players, but only 1 take part"),
        (("--bots", "random,easy,easy", "--players", "3", "--map", "usa"), "--map"),
        (
            ("--bots", ",".join(["random", "easy"] * 20), "--players", "4"),
            "too many seating orders",
        ),
        (("--until", "1"), "'--until': expected a percentage"),
        (("--until", "0%"), "'--until': expected a percentage"),
        (("--until", "nan%"), "'--until': expected a percentage"),
        (("--collect", "nothing"), "'--collect': expected FILE:CLASS"),
        (("--collect", "none.py:Names"), "none.py"),
    ],
)
def test_what_cannot_be_played_is_refused(words, named, tmp_path):
    done = gridgames(tmp_path, "tournament", "eletrika", "--games", 1, *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert named in one_line(done.stderr)


# When to stop


@pytest.mark.parametrize("game", GAMES)
def test_when_to_stop_does_not_depend_on_the_processes(game, tmp_path):
    words = ("tournament", game, "--bots", "random,random", "--until", "16%", "--seed", 5)
    if game == "powergrid":
        words = ("simulate", game, "--seats", "easy,random", "--until", "12%", "--seed", 5)
    one, two = (told(tmp_path, *words, "--jobs", jobs) for jobs in (1, 2))
    assert one == two
    assert one["games"] >= 30
    assert "asked" not in one
    sides = one[one["sides"]]
    assert all(row["interval"][1] - row["interval"][0] <= 0.32 for row in sides)


def test_it_stops_at_the_games_that_are_asked_for_at_most(tmp_path):
    words = ("simulate", "eletrika", "--seats", "random,random", "--seed", 5, "--until", "1%")
    assert told(tmp_path, *words, "--games", 3)["games"] == 3


def test_how_long_it_will_take_is_guessed_from_the_width_so_far():
    asked = simulation("a", "b")
    tally = Tally(asked, Statistics(powergrid, powergrid.new_game(powergrid.Ruleset(), 2, 1), 0))
    for number in range(29):
        tally.add(outcome(number, asked.levels, number % 2))
    assert tally.games_needed(0.1) is None
    assert (tally.games_needed(None), tally.half_width) == (0, 1)
    for number in range(29, 100):
        tally.add(outcome(number, asked.levels, number % 2))
    assert tally.games_needed(tally.half_width / 2) == pytest.approx(400)
    assert tally.games_needed(0.5) == 100


@pytest.mark.skipif(sys.platform == "win32", reason="terminals as POSIX has them")
def test_a_terminal_sees_how_far_it_is(tmp_path):
    import pexpect

    words = ("simulate", "eletrika", "--seats", "random,random", "--games", "4", "--seed", "1")
    home = environment(tmp_path, TERM="xterm")
    program = pexpect.spawn(PROGRAM[0], [*PROGRAM[1:], *words], env=home, encoding="utf-8")
    shown = program.read()
    program.wait()
    assert program.exitstatus == 0
    assert re.search(r"games .*[1-4]/4 .*/s .*\d:\d\d:\d\d left", shown)
    told = re.sub(r"\x1b\[[0-9;?]*\w", "", shown.replace("\r", ""))
    assert "starting at seed 1" in told
    assert gridgames(tmp_path, *words).stderr == ""


# Collectors


@pytest.fixture
def collector(tmp_path) -> Path:
    path = tmp_path / "names.py"
    path.write_text(COLLECTOR, encoding="utf-8")
    return path


def test_a_collector_sees_every_game_in_order(collector, tmp_path):
    words = ("tournament", "eletrika", "--bots", "random,easy", "--games", 6, "--seed", 1)
    words = (*words, "--collect", f"{collector}:Names", "--records", tmp_path / "games")
    alone = told(tmp_path, *words)
    assert told(tmp_path, *words) == alone  # from the records
    assert told(tmp_path, *words[:-2], "--jobs", 2) == alone
    found = alone["collected"][f"{collector}:Names"]
    assert found["sat"] == ["random-easy", "easy-random"] * 3
    assert found["names"]["TileLaid"] > 100


@pytest.mark.parametrize(
    ("named", "text", "why"),
    [
        ("Clumsy", COLLECTOR, "the collector failed: ValueError: no idea"),
        ("Nobody", COLLECTOR, "no collector 'Nobody' here"),
        ("Counter", COLLECTOR, "no collector 'Counter' here"),
        ("Names", "1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("Names", "class Names", "cannot be loaded: SyntaxError"),
    ],
)
def test_a_collector_that_fails_is_named(named, text, why, collector, tmp_path):
    collector.write_text(text, encoding="utf-8")
    words = ("simulate", "eletrika", "--seats", "random,random", "--games", 2, "--jobs", 2)
    done = gridgames(tmp_path, *words, "--collect", f"{collector}:{named}")
    assert done.exit_code == 2
    assert "names.py" in done.stderr.replace("\n  ", "")
    assert why in one_line(done.stderr)


def test_games_are_yielded_in_their_order():
    found = list(outcomes(simulation("random", "random", games=5), jobs=2))
    assert [one.number for one in found] == list(range(5))
