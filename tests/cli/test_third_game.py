"""A third game: a package and a line of registration are all that the program needs.

The game is ``tests/support/toy``; once with a presenter of its own, once with nothing at all.
"""

import json

import pytest

import toy
from gridcommon.contract import AnyGame
from gridcommon.evaluation import Candidate
from gridgames.bots.evaluation_client import EvaluationClient
from gridgames.games.registry import Choice, register
from gridgames.games.wing import Wing
from gridgames.review.evaluation_text import choice_words, difference_words, value_words
from gridgames.saves.saves import Save
from gridgames.screen.play import GameApp
from gridgames.screen.replay import ReplayApp
from plain_games import gridgames
from screens import driven, new_session, shown, until

GAME: AnyGame = toy
SPOKEN = Wing("nim", "Nim", engine="toy", package="toy")
BARE = Wing("nim", "Nim", engine="toy")


@pytest.fixture(params=[SPOKEN, BARE], ids=["presenter", "bare"])
def wing(request):
    with register(request.param):
        yield request.param


@pytest.fixture
def save(wing, tmp_path):
    """Return the save of a game in which a person made the first choice each time."""
    words = ("play", wing.name, "--seats", "Ana=human,easy", "--seed", "3")
    file = tmp_path / "nim.jsonl"
    done = gridgames(tmp_path, *words, "--save", file, typed="1\n" * 20)
    assert done.exit_code == 0, done.output
    return file


def test_it_is_played_in_lines_of_text(wing, tmp_path):
    typed = ["?", "y take 3", "take 4", "take x", "take 3", "t", "u", "r", "board", "q"]
    words = ("play", wing.name, "--seats", "Ana=human,Bia=human", "--seed", "3", "--no-save")
    done = gridgames(tmp_path, *words, "--option", "heap=7", typed=typed)
    assert done.exit_code == 0, done.output
    for expected in (
        "take 3 is allowed.",
        "Not allowed, NI-TAKE-01: 4 is too many",
        "Not understood",
        "Ana takes 3 things" if wing is SPOKEN else "Ana: take 3",
        "4 things left",
        "Undone: take 3",
        "Redone: take 3",
    ):
        assert expected in done.stdout


def test_it_is_played_on_the_full_screen(wing):
    session = new_session(Choice(wing.name), ("Ana", "random 2"), 4)

    async def script(pilot):
        while session.to_act is not None:
            if session.waits_for_human:
                await pilot.press("1", "enter")
            await pilot.pause(0.01)
        await until(pilot, "The game is over")
        assert "NI-END-01" in shown(pilot.app)

    app = GameApp(session, None, pause=0)
    driven(app, script, (80, 24))


def test_it_is_saved_resumed_and_replayed(wing, tmp_path):
    words = (
        "play",
        wing.name,
        "--seats",
        "Ana=human,easy",
        "--seed",
        "3",
        "--save",
        tmp_path / "a",
    )
    assert "gridgames resume" in gridgames(tmp_path, *words, typed=["take 1", "q"]).stdout
    done = gridgames(tmp_path, "resume", tmp_path / "a", typed="1\n" * 20)
    assert "gridgames replay" in done.stdout
    told = gridgames(tmp_path, "replay", tmp_path / "a", "--all").stdout
    assert "0 things left" in told
    assert "NI-END-01" in told or "wins" in told


def test_a_replay_is_shown_on_the_full_screen(save):
    session = Save(save).read()

    async def script(pilot):
        await pilot.press("enter", "enter")
        assert "Move 2 of" in shown(pilot.app)
        await pilot.press("end")
        assert "The game is over" in shown(pilot.app)

    driven(ReplayApp(session, pause=0), script, (80, 24))


def test_it_is_drawn_as_text(save, tmp_path):
    pictures = []
    for at in (0, 2):
        file = tmp_path / f"{at}.svg"
        answer = gridgames(tmp_path, "draw", save, "--at", at, "-o", file)
        assert answer.exit_code == 0, answer.stderr
        pictures.append(file.read_text("utf-8"))
    assert "Ana" in pictures[0]
    assert pictures[0] != pictures[1]


def test_it_is_verified_and_simulated(wing, save, tmp_path):
    assert "holds" in gridgames(tmp_path, "verify", save).stdout
    words = ("simulate", wing.name, "--games", "20", "--seed", "1", "--json", "--records", tmp_path)
    done = gridgames(tmp_path, *words)
    answer = json.loads(done.stdout)
    assert [seat["bot"] for seat in answer["seats"]] == ["random", "random", "easy", "easy"]
    assert sum(seat["wins"] for seat in answer["seats"]) == 20
    records = sorted(tmp_path.glob("nim-*.jsonl"))
    assert len(records) == 20
    assert gridgames(tmp_path, "verify", *records).exit_code == 0
    assert "points" in gridgames(tmp_path, *words[:4]).stdout


def test_a_record_that_was_tampered_with_differs(save, tmp_path):
    lines = save.read_text(encoding="utf-8").splitlines()
    lines[1] = lines[1].replace('"count":1', '"count":3')
    save.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = gridgames(tmp_path, "verify", save)
    assert done.exit_code == 1
    assert "differs" in done.stdout or "line" in done.stdout


def test_a_fresh_game_is_shown(wing, tmp_path):
    words = ("new", wing.name, "--seed", "5", "--players", "3", "--option", "heap=20")
    assert "left: 20" in gridgames(tmp_path, *words).stdout
    header = json.loads(gridgames(tmp_path, *words, "--json").stdout)["header"]
    assert header["ruleset"] == {"options": {"heap": 20}}
    assert set(header["setup"]) == {"first"}


def test_its_rules_are_shown(wing, tmp_path):
    assert "NI-TAKE-01" in gridgames(tmp_path, "rules", "--game", wing.name).stdout
    done = gridgames(tmp_path, "rules", "NI-TAKE-01")
    assert "one, two or three things" in done.stdout
    assert "toy:check" in done.stdout


def test_it_is_named_where_games_are_named(wing, tmp_path):
    assert f"powergrid|eletrika|{wing.name}" in gridgames(tmp_path, "play", "--help").stdout
    done = gridgames(tmp_path, "play", "go")
    assert done.exit_code == 2
    assert "expected one of powergrid, eletrika, nim" in done.stderr


@pytest.mark.parametrize(
    "words",
    [("--option", "heap=8"), ("--option", "stack=7"), ("--edition", "classic"), ("--players", "5")],
)
def test_what_it_has_not_is_refused(wing, words, tmp_path):
    done = gridgames(tmp_path, "new", wing.name, *words)
    assert done.exit_code == 2
    assert done.stdout == ""


def test_a_game_is_known_only_while_it_is_registered(tmp_path):
    assert gridgames(tmp_path, "new", "nim").exit_code == 2


ADVISED = ("play", "nim", "--seats", "Ana=human,Bia=human", "--seed", "3", "--no-save")


@pytest.mark.usefixtures("wing")
def test_a_hint_tells_the_three_best_choices_and_what_they_are_worth(tmp_path):
    told = gridgames(tmp_path, *ADVISED, typed=["take 2", "t", "q"]).stdout
    assert "A bot (easy) would: take 2 (it leaves 8)" in told
    assert "1. take 2: 100%; ahead in who takes the last thing" in told
    assert "2. take 1: 0%, 100% less; behind in who takes the last thing" in told
    assert "3. take 3: 0%, 100% less" in told
    assert "then Ana: take 1; Bia: take 3; Ana: take 1; Bia: take 3" in told


@pytest.mark.usefixtures("wing")
def test_the_evaluation_bar_is_told_while_it_is_on(tmp_path):
    typed = ["bar", "take 2", "bar off", "take 1", "bar x", "q"]
    told = gridgames(tmp_path, *ADVISED, typed=typed).stdout
    assert "\n○ Ana, ● Bia\n" in told
    first, second, *others = [line for line in told.splitlines() if line.startswith("○ Ana ")]
    assert first.startswith("○ Ana 0%  ● Bia 100%  ●●●●")
    assert second == first
    assert not others
    assert "The evaluation bar is off." in told
    assert "expected on or off, found 'x'" in told


@pytest.mark.usefixtures("wing")
def test_a_hint_leaves_out_whole_choices_on_a_narrow_screen():
    session = new_session(Choice("nim"), ("Ana", "Bia"), 4)
    session.act(toy.Take(0, 1))
    app = GameApp(session, None, pause=0)

    async def script(pilot):
        await pilot.press("f2")
        await until(pilot, " F2: why   take 3 100%   take 1 0%\n")

    driven(app, script, (40, 24))


@pytest.mark.usefixtures("wing")
def test_choices_that_are_worth_the_same_may_be_as_good():
    session = new_session(Choice("nim"), ("Ana", "Bia"), 4)
    thoughts = [
        Candidate(toy.Take(0, count), worth, 0.0, 4, (), {"tempo": worth})
        for count, worth in ((1, 0.364), (2, 0.362), (3, 0.2))
    ]
    told = [choice_words(session.wing, session.face, thoughts, place) for place in range(3)]
    assert told[:2] == [
        "take 1: 36%; the second may be as good",
        "take 2: 36%; may be as good as the first",
    ]
    assert told[2] == "take 3: 20%, 16% less; behind in who takes the last thing"


def test_a_difference_is_that_of_the_values_as_they_are_told(wing):
    points = wing._replace(engine="eletrika", unit="MW")
    assert [difference_words(wing, *two) for two in ((0.384, 0.336), (0.999, 0.5), (-0.07,))] == [
        "4%",
        "49%",
        "7%",
    ]
    assert difference_words(points, -2.46, -3.54) == "1.0 MW"
    assert difference_words(points, 0.3, -0.04) == "0.3 MW"
    assert [value_words(points, worth) for worth in (-0.04, 1.26)] == ["+0.0 MW", "+1.3 MW"]


@pytest.mark.usefixtures("wing")
def test_hints_and_the_bar_are_worked_out_beside_the_full_screen():
    session = new_session(Choice("nim"), ("Ana", "Bia"), 4)
    app = GameApp(session, None, pause=0)

    async def script(pilot):
        await pilot.press("f2")
        await until(
            pilot, "Hint (Enter accepts it): take 1 (all but lost; this loses least: about 0"
        )
        await until(pilot, "F2: why   take 1 0%   take 2 0%   take 3 0%")
        await pilot.press("f2")
        await until(pilot, "then Bia: take 3; Ana: take 1")
        await pilot.press("escape", *"bar", "enter")
        await until(pilot, "○ Ana 0%  ● Bia 100%  ●●●")
        for _ in range(2):
            await pilot.press(*"take 1", "enter")
        await until(pilot, "○ Ana 100%  ● Bia 0%  ○○○")
        await pilot.press(*"bar off", "enter")
        await until(pilot, "The evaluation bar is off.")
        assert "100%" not in shown(app)

    driven(app, script, (80, 24))


def test_a_thinker_begins_again_where_it_was_ended_and_tells_its_faults(wing):
    thinker = EvaluationClient(wing)
    session = new_session(Choice("nim"), ("Ana", "Bia"), 4)
    left = thinker.ask("choices", lambda: session.position(0))
    left.cancel()
    assert thinker.ask("worths", lambda: session.position(0)).result(60) == (0.0, 1.0)
    thinker._program.kill()
    assert thinker.ask("worths", lambda: session.position(0)).result(60) == (0.0, 1.0)
    thinker.close()
    assert thinker._program is None
    other = EvaluationClient(wing._replace(engine="eletrika"))
    with pytest.raises(RuntimeError, match="expected eletrika"):
        other.ask("choices", lambda: session.position(0)).result(60)
    other.close()


@pytest.mark.usefixtures("wing")
def test_a_slow_bot_chooses_the_same_beside_the_screen(monkeypatch):
    monkeypatch.setattr("gridgames.screen.play._SLOW", 1000)  # but for those named
    played = []
    for slow in ((), ("random", "easy")):
        session = new_session(Choice("nim"), ("random 1", "easy 2"), 4)
        app = GameApp(session, None, pause=0)
        app._slow.update(slow)

        async def script(pilot):
            while "The game is over" not in shown(pilot.app):
                await pilot.pause(0.01)

        driven(app, script, (80, 24))
        assert (app.thinker._count > 0) is bool(slow)
        played.append([(move.action, move.reason) for move in session.moves])
    assert played[0] == played[1]
