"""A third game: a package and a line of registration are all that the program needs.

The game is ``tests/support/toy``; once with a presenter of its own, once with nothing at all.
More of it is in ``tests/transcripts/toy``.
"""

import pytest

from gridgames.screen.play import GameApp
from gridgames.show.registry import GameChoice, register
from gridgames.show.wing import Wing
from gridgames.table.bots.evaluation_client import EvaluationClient
from gridgames.table.replay import ReplayPolicy
from gridgames.table.saves.saves import Save
from plain_games import gridgames
from screens import driven, new_session, shown, until

SPOKEN = Wing("nim", "Nim", engine="toy", package="toy")
BARE = Wing("nim", "Nim", engine="toy")
PLAY = ("play", "nim", "--seed", "3", "--seats")
SIZE = (80, 24)


@pytest.fixture(params=[SPOKEN, BARE], ids=["presenter", "bare"])
def wing(request):
    with register(request.param):
        yield request.param


@pytest.fixture
def bare():
    with register(BARE):
        yield BARE


def game(*names):
    return new_session(GameChoice("nim"), names, 4)


def test_it_is_drawn_and_replayed_on_the_full_screen(wing, tmp_path):
    save = tmp_path / "nim.jsonl"
    told = gridgames(tmp_path, *PLAY, "Ana=human,easy", "--save", save, typed="take 1\n1\n1\n")
    assert ("Ana takes 1 thing" if wing is SPOKEN else "Ana: take 1") in told.stdout
    pictures = []
    for at in (0, 2):
        done = gridgames(tmp_path, "draw", save, "--at", at, "-o", tmp_path / "a.svg")
        assert done.exit_code == 0
        pictures.append((tmp_path / "a.svg").read_text("utf-8"))
    assert "Ana" in pictures[0] != pictures[1]

    async def script(pilot):
        await pilot.press("enter", "enter")
        assert "Move 2 of" in shown(pilot.app)
        await pilot.press("end")
        assert "the end, after 3 rounds" in shown(pilot.app)

    driven(GameApp(ReplayPolicy(Save(save).read()).session, pause=0), script, SIZE)


@pytest.mark.usefixtures("bare")
def test_hints_and_the_bar_are_worked_out_beside_the_full_screen():
    app = GameApp(game("Ana", "Bia"), None, pause=0)
    losing = "Hint (Enter accepts it): take 1 (all but lost; this loses least: about 0"

    async def script(pilot):
        await pilot.press("f2")
        await until(pilot, losing)
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

    driven(app, script, SIZE)


def test_a_thinker_begins_again_where_it_was_ended_and_tells_its_faults(bare):
    thinker = EvaluationClient(bare)
    session = new_session(GameChoice("nim"), ("Ana", "Bia"), 4)
    thinker.ask("choices", lambda: session.position(0)).cancel()
    assert thinker.ask("worths", lambda: session.position(0)).result(60) == (0.0, 1.0)
    thinker._program.kill()
    assert thinker.ask("worths", lambda: session.position(0)).result(60) == (0.0, 1.0)
    thinker.close()
    other = EvaluationClient(bare._replace(engine="eletrika"))
    with pytest.raises(RuntimeError, match="expected eletrika"):
        other.ask("choices", lambda: session.position(0)).result(60)
    other.close()
