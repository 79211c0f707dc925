"""Plans of Eletrika: what they come to, how they are changed, and how they are carried out."""

from dataclasses import replace

import pytest

from eletrika import Ruleset, from_position
from eletrika.actions import Build, EndTurn, LayTile, Score
from eletrika.notation import parse_full
from eletrika.tables import CITY, POLE
from eletrika_positions import LINE
from gridcommon.errors import IllegalAction, NotationError
from gridgames.games.registry import Choice
from gridgames.languages.catalogue import read_catalogue
from gridgames.languages.language import folders
from gridgames.languages.messages import use_catalogue
from gridgames.screen.play import GameApp
from gridgames.sessions.session import Session
from planned import asked, settled
from screens import driven, new_session, shown

NAMES = ("Ana", "Bia")
PORTUGUESE = read_catalogue(folders()["pt_BR"])


def people(lines: str = LINE, names: tuple[str, str] = NAMES) -> Session:
    """Return a game of two people in which Ana is to act."""
    session = new_session(Choice("eletrika"), names)
    session.state = from_position(parse_full(lines, Ruleset().tiles), Ruleset(), 1)
    return session


@pytest.mark.rule("EL-NRG-01", "EL-SHORT-03", "EL-SCORE-05")
def test_a_plan_says_what_it_comes_to_and_changes_nothing():
    session = people()
    told = asked(session, 0, "plan build C 5,0, score 2,0 4,0, tile 9/3 6,-1")
    assert "build C 5,0: lights 5: 1,0 2,0 3,0 4,0 5,0; closes 4,1 5,-1;" in told
    assert "the marker on 4,1 goes back to Bia" in told
    assert "score 2,0 4,0: set 1 + high demand 1 = 2 MW" in told
    assert "tile 9/3 6,-1, 1 turn later: lights and closes nothing" in told
    assert "Then: 4 pawns in hand, 1 of 1 own structures lit, 2 MW." in told
    assert "Bia could then score 1 MW, now 0." in told
    assert "commit carries it out" in told
    assert session.moves == []
    assert session.waits_for_human


def test_where_nothing_is_worth_a_look_one_is_told_how_to_plan():
    told = asked(new_session(Choice("eletrika"), NAMES), 0, "plan")
    assert told.startswith(
        "Nothing is planned. Type what you want to plan, as in: plan tile 13/2 1,0"
    )


def test_any_part_may_be_replaced_or_taken_away():
    session = people()
    nothing = asked(session, 0, "plan")
    assert nothing.startswith("Nothing is planned. Worth a look: ")
    assert "build C 5,0: lights 5, 3 of them yours; the best set then: 2 MW" in nothing
    asked(session, 0, "plan tile 9/3 5,-1, build C 5,-1")
    told = asked(session, 0, "plan score")
    assert "score 4,0 5,-1, 1 turn later: set 1 + high demand 1 + forest 1 = 3 MW" in told
    told = asked(session, 0, "plan tile 8/3 5,-1")
    assert "tile 9" not in told, "another tile for that cell"
    assert "Not possible, EL-BUILD-01" in told, "the tile is last now"
    told = asked(session, 0, "plan back")
    assert "tile 9/3 5,-1" in told
    told = asked(session, 0, "plan no score, no 5,-1")
    assert told.startswith("Nothing is planned.")
    with pytest.raises(NotationError):
        session.order(0, "plan no build")
    assert asked(session, 0, "plan clear") == nothing
    with pytest.raises(NotationError):
        session.order(0, "plan back")


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("plan build T 9,9; commit", "EL-BUILD-01"),
        ("plan build U 4,1; commit", "EL-CONN-03"),
        ("plan tile 9/0 1,0; commit", "EL-TILE-01"),
        ("plan score 2,0 4,0; commit", "EL-NRG-01"),
        ("plan build C 5,0, score 2,0 4,0, score 5,0 3,0; commit", "EL-SCORE-01"),
        ("plan build T 9,9; plan score", "EL-BUILD-01"),
        ("plan pass", None),
        ("plan", None),
        ("plan score", None),
        ("plan tile", None),
        ("plan build X 5,0", None),
        ("commit", None),
    ],
)
def test_what_is_in_the_way_is_told_with_its_rule_and_not_carried_out(text, rule):
    session = people()
    *before, last = text.split("; ")
    for part in before:
        assert f"Not possible, {rule}:" in asked(session, 0, part)
    if text == "plan":
        assert asked(session, 0, text)
        return
    with pytest.raises(NotationError if rule is None else IllegalAction) as caught:
        session.order(0, last)
    assert rule is None or caught.value.refusal.rule == rule
    assert session.moves == []
    assert session.waits_for_human


@pytest.mark.rule("EL-TURN-02", "EL-TURN-05")
def test_a_committed_plan_is_made_in_single_actions_in_its_turns():
    session = people()
    asked(session, 0, "plan build C 5,0, score 2,0 4,0, tile 9/3 6,-1")
    assert session.order(0, "commit")
    assert settled(session) == [Score(0, ((2, 0), (4, 0)))]
    assert session.moves[0].action == Build(0, CITY, (5, 0))
    assert session.orders() == ["tile 9/3 6,-1"]
    other = next(a for a in session.legal_actions() if isinstance(a, LayTile) and a.tile == 8)
    session.act(other)
    session.act(EndTurn(1))
    assert settled(session) == [LayTile(0, 9, 3, (6, -1))]
    assert not session.standing[0].plan.parts


@pytest.mark.rule("EL-BUILD-02")
def test_a_premove_that_another_has_spoilt_asks_and_tells_why():
    session = people()
    asked(session, 0, "plan tile 9/3 5,-1, build C 5,0")
    session.order(0, "commit")
    assert settled(session) == []
    assert session.to_act == 1
    session.act(Build(1, POLE, (5, 0)))
    assert session.to_act == 0
    assert session.waits_for_human
    dropped = "dropped from the plan: build C 5,0"
    assert session.changed_plan() == f"there is already a Pole on 5,0 (EL-BUILD-02); {dropped}"
    with pytest.raises(NotationError):
        session.order(0, "commit")
    assert session.undo()


@pytest.mark.rule("EL-NRG-05", "EL-CITY-02")
def test_what_another_has_lit_meanwhile_is_no_loss_but_fewer_points_are():
    session = people()
    asked(session, 0, "plan tile 9/3 5,-1, build C 5,-1, score 2,0 4,0")
    session.order(0, "commit")
    session.act(Build(1, CITY, (4, 1)))  # lights the line, and changes what is in high demand
    session.act(EndTurn(1))
    assert settled(session) == [Build(0, CITY, (5, -1))]
    assert session.changed_plan() == "score 2,0 4,0 is now worth 1 MW, planned 2"
    assert session.order(0, "commit")
    assert session.moves[-1].action == Score(0, ((2, 0), (4, 0)))


def test_who_does_something_else_is_asked_and_the_rest_of_the_plan_stays():
    session = people()
    asked(session, 0, "plan tile 9/3 5,-1, build C 5,-1")
    session.order(0, "commit")
    session.undo()
    assert "tile 9/3 5,-1: lights" in asked(session, 0, "plan"), "the plan is back"
    session.order(0, "plan build C 5,0")
    assert session.orders() == [], "a plan that is changed is no longer carried out"
    session.act(Build(0, CITY, (5, 0)))
    told = asked(session, 0, "plan")
    assert "build C 5,0" not in told, "it is done"
    assert session.orders() == []


@pytest.mark.rule("EL-TILE-01")
def test_a_tile_that_another_lays_is_told_and_dropped_with_what_needs_it():
    session = people(LINE.replace("turn W", "turn K"))
    lays = [action for action in session.legal_actions() if isinstance(action, LayTile)]
    free = next(a for a in lays if a.tile == 8 and a.at[0] < 0 and a.marker is a.build is None)
    q, r = free.at
    text = f"tile 8/{free.rotation} {q},{r}"
    asked(session, 0, f"plan tile 9/3 5,-1, build C 5,-1, {text}")
    session.order(0, "commit")
    session.act(next(a for a in lays if a.tile == 9 and a.at[0] > 1 and a.at != (5, -1)))
    told = session.changed_plan()
    assert "(EL-TILE-01); dropped from the plan: tile 9/3 5,-1" in told
    assert "(EL-BUILD-01); dropped from the plan: build C 5,-1" in told
    assert settled(session) == [replace(free, seat=0)], "it goes on with the rest"


def test_a_failed_part_is_told_until_something_is_chosen():
    session = people()
    asked(session, 0, "plan tile 9/3 5,-1, build C 5,0")
    session.order(0, "commit")
    session.act(Build(1, POLE, (5, 0)))
    told = session.changed_plan()
    assert "there is already a Pole on 5,0" in told
    other = next(a for a in session.legal_actions() if isinstance(a, LayTile))
    session.act(other)
    assert not session.standing[0].plan.parts
    assert session.standing[0].interruption(session.state, 0) is None
    assert session.undo()
    assert session.changed_plan() == told


def test_another_cell_replaces_one_that_is_taken():
    session = people(LINE.replace("turn W", "turn K"))
    told = asked(session, 0, "plan build C 5,0 else 5,-1 else tile 9/3 5,-1")
    assert "If need be: build C 5,0 else build C 5,-1 else tile 9/3 5,-1" in told
    session.order(0, "commit")
    session.act(Build(1, POLE, (5, 0)))
    session.act(EndTurn(1)) if session.to_act == 1 else None
    assert settled(session) == [LayTile(0, 9, 3, (5, -1))], "no tile lies on 5,-1 yet"
    told = " ".join(session.standing[0].plan.lost_lines())
    assert "(EL-BUILD-02); build C 5,-1 instead of build C 5,0" in told
    assert "(EL-BUILD-01); tile 9/3 5,-1 instead of build C 5,-1" in told


@pytest.mark.rule("EL-NRG-05", "EL-CITY-02")
def test_a_set_that_is_worth_less_than_agreed_gives_way_without_asking():
    session = people()
    asked(session, 0, "plan tile 9/3 5,-1, build C 5,-1, score 2,0 4,0 else score 4,0 5,-1")
    session.order(0, "commit")
    session.act(Build(1, CITY, (4, 1)))  # changes what is in high demand
    session.act(EndTurn(1))
    other = Score(0, ((4, 0), (5, -1)))
    assert settled(session)[:2] == [Build(0, CITY, (5, -1)), other]
    told = " ".join(session.standing[0].plan.lost_lines())
    assert "now worth 1 MW, planned 2; score 4,0 5,-1 instead of score 2,0 4,0" in told


def test_a_plan_may_be_made_in_the_turn_of_another():
    session = people(LINE.replace("turn W", "turn K"))
    asked(session, 0, "plan build C 5,0, score 2,0 4,0")
    assert session.order(0, "commit")
    assert session.moves == []
    session.act(next(a for a in session.legal_actions() if isinstance(a, LayTile)))
    assert settled(session) == [Build(0, CITY, (5, 0)), Score(0, ((2, 0), (4, 0)))]


def test_plans_in_portuguese():
    session = people()
    with use_catalogue(PORTUGUESE):
        told = asked(session, 0, "planejar peça 9/3 5,-1, construir C 5,-1, pontuar 4,0 5,-1")
        assert "construir C 5,-1, 1 turno depois: energiza 5:" in told
        assert "executar" in told
        assert "peça 9" not in asked(session, 0, "plano sem peça, sem pontuar, construir C 5,0")
        assert asked(session, 0, "planejar limpar").startswith("Nada está planejado.")
        asked(session, 0, "planejar construir C 5,0")
        assert session.order(0, "executar")
    assert session.moves[0].action == Build(0, CITY, (5, 0))


def test_the_full_screen_answers_in_a_box_and_shows_what_will_be_done():
    session = people()
    app = GameApp(session, None, pause=9)

    async def script(pilot):
        app.line.value = "plan tile 9/3 5,-1, build C 5,-1"
        await pilot.press("enter")
        assert "lights 5: 1,0 2,0 3,0" in " ".join(shown(app).split())
        app.line.value = "plan; commit"
        await pilot.press("escape", "enter")
        await pilot.pause()
        assert len(app.screen_stack) == 1, "what follows in a line closes the box"
        assert session.moves[0].action == LayTile(0, 9, 3, (5, -1))

    driven(app, script, (80, 24))
    assert session.orders() == ["build C 5,-1"]
