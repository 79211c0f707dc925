"""Plans: what they come to, how they are changed, and how they are carried out."""

import pytest

from gridcommon.errors import IllegalAction, NotationError
from gridgames.games.registry import Choice
from gridgames.languages.catalogue import read_catalogue
from gridgames.languages.language import folders
from gridgames.languages.messages import use_catalogue
from gridgames.screen.play import GameApp
from gridgames.sessions.session import Session
from plain_games import gridgames, recorded_actions
from planned import asked, settled
from powergrid.actions import Build, Buy, Done, Open, Pass, Run
from powergrid.board import Board
from powergrid.state import AUCTION, BUILDING, BUREAUCRACY, RESOURCES
from powergrid.tables import CITY_NAMES, CITY_OF, COAL, OIL
from screens import driven, new_session, shown

NAMES = ("Ana", "Bia", "Caio")
PORTUGUESE = read_catalogue(folders()["pt_BR"])


def people(*options: str, names: tuple[str, ...] = NAMES) -> Session:
    """Return a game of three people whose turn order is by seat; Ana opens the first auction."""
    session = new_session(Choice("powergrid", options=options), names)
    session.state.turn_order = (0, 1, 2)
    session.state.actor = 0
    return session


def buying(session: Session) -> None:
    """Let each of them have a plant, and Caio begin to buy fuel."""
    state = session.state
    for seat, plant in enumerate((4, 5, 7)):
        state.plants[seat] = (plant,)
        state.plant_market = [one for one in state.plant_market if one != plant]
    state.phase, state.actor, state.in_auction = RESOURCES, 2, 0


def near(board: Board) -> tuple[str, str]:
    """Return two cities that are the nearest to each other."""
    pairs = [
        (cost, one, other)
        for one, costs in enumerate(board.costs)
        for other, cost in enumerate(costs)
        if one < other
    ]
    _, one, other = min(pairs)
    return CITY_NAMES[board.cities[one]], CITY_NAMES[board.cities[other]]


@pytest.mark.rule("PG-BUR-02", "PG-ORDER-01")
def test_a_plan_says_what_it_comes_to_and_changes_nothing():
    session = people()
    one, other = near(session.state.board)
    told = asked(session, 0, f"plan 4 at 12, coal 2, {other}, {one}, run")
    assert "plant 4 (2 coal for 1 city): 12" in told
    assert "buy coal 2: 2" in told
    assert "In all 34: plant 12, fuel 2, cities 20; 16 Elektro left." in told
    assert "Then: 2 cities, 1 of them powered for 22; plants 4; 2 coal." in told
    assert "place 1 of 3" in told
    assert "Bia has 50 Elektro and could connect" in told
    assert "commit carries it out" in told
    assert session.moves == []
    assert session.waits_for_human


def test_any_part_may_be_missing_replaced_or_taken_away():
    session = people()
    one, other = near(session.state.board)
    plan = session.standing[0]
    told = asked(session, 0, "plan")
    assert told.startswith(
        "Nothing is planned. Type what you want to plan, as in: plan 13 at 25, coal 2"
    )
    asked(session, 0, f"plan 4, {one}")
    asked(session, 0, "plan coal 2, oil 1")
    told = asked(session, 0, f"plan coal 1, 5 at 9, {other}")
    assert "buy coal 1" in told
    assert "coal 2" not in told
    assert "plant 5 (2 hybrid for 1 city): 9" in told
    assert "plant 4" not in told
    told = asked(session, 0, "plan back")
    assert ("coal 2" in told, "plant 4" in told, other in told) == (True, True, False)
    told = asked(session, 0, f"plan no {one}, no coal, no plant")
    assert "buy oil 1" in told
    assert "plant 4" not in told
    with pytest.raises(NotationError):
        session.order(0, f"plan no {one}")
    for _ in range(3):
        told = asked(session, 0, "plan back")
    assert told.startswith("Nothing is planned.")
    with pytest.raises(NotationError):
        session.order(0, "plan back")
    asked(session, 0, "plan run")
    assert asked(session, 0, "plan clear").startswith("Nothing is planned.")
    assert session.standing[0] == plan


def test_the_cheapest_fuel_for_the_cities_of_the_plan_is_planned_by_one_word():
    session = people()
    one, _ = near(session.state.board)
    told = asked(session, 0, f"plan 5, {one}, fuel")
    assert "buy coal 2: 2" in told, "the hybrid burns what is cheapest"
    asked(session, 0, "plan clear")
    assert asked(session, 0, f"plan fuel, {one}, 5") == told, "in any order"
    asked(session, 0, "plan clear")
    assert "fuel: no more is needed" in asked(session, 0, "plan fuel")
    asked(session, 0, "plan clear")
    assert "Not possible, PG-PLANT-01" in asked(session, 0, "plan 5, fuel 3")
    with pytest.raises(IllegalAction) as caught:
        session.order(0, "commit")
    assert caught.value.refusal.rule == "PG-PLANT-01"


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("plan 4 at 60", "PG-AUC-03"),
        ("plan 4 at 0", "PG-AUC-09"),
        ("plan uranium 1", "PG-PLANT-02"),
        ("plan 4, coal 9", "PG-PLANT-02"),
        ("plan 4, coal 4, 8 at 50", "PG-RES-01"),
    ],
)
def test_what_is_in_the_way_is_told_with_its_rule_and_not_carried_out(text, rule):
    session = people()
    if "8" in text:
        session.state.plant_market[3] = 8
    assert f"Not possible, {rule}:" in asked(session, 0, text)
    with pytest.raises(IllegalAction) as caught:
        session.order(0, "commit")
    assert caught.value.refusal.rule == rule
    assert session.moves == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("plan 49", "PG-AUC-02"),
        ("plan Boston", "PG-SETUP-02"),
        ("plan Esen", None),
        ("plan coal x", None),
        ("plan scrap 4", None),
        ("cost", None),
        ("cost Esen", None),
        ("reach far", None),
        ("commit", None),
    ],
)
def test_what_is_no_plan_is_refused(text, rule):
    session = people()
    with pytest.raises(NotationError if rule is None else IllegalAction) as caught:
        session.order(0, text)
    assert rule is None or caught.value.refusal.rule == rule
    assert not session.standing[0].plan.parts


def test_which_plant_goes_is_part_of_a_plan():
    session = people()
    session.state.plants[0] = (13, 15, 20)
    assert "Not possible, PG-AUC-16" in asked(session, 0, "plan 4")
    told = asked(session, 0, "plan scrap 13")
    assert "plant 13 goes" in told
    assert "plants 4 15 20" in told
    assert session.order(0, "commit")
    session.act(session.game.parse_action("pass", session.state))
    session.act(session.game.parse_action("pass", session.state))
    settled(session)
    assert session.state.plants[0] == (4, 15, 20)


def test_a_committed_plan_is_made_in_single_actions_when_its_phases_come():
    session = people()
    one, other = near(session.state.board)
    asked(session, 0, f"plan 4 at 12, fuel 1, {one}, {other}, run")
    assert session.order(0, "commit")
    assert session.moves[0].action == Open(0, 4, 4)
    assert any("plant 4: up to 12" in line for line in session.orders())
    while session.state.phase != BUREAUCRACY or session.state.actor != 0:
        if not settled(session):
            assert session.to_act != 0
            session.act(session.bot_choice("normal")[0])
    settled(session)
    own = [move.action for move in session.moves if move.action.seat == 0]
    own = [action for action in own if not isinstance(action, type(session.moves[1].action))]
    cities = [Build(0, CITY_OF[name]) for name in (one, other)]
    kinds = [type(action) for action in own]
    assert kinds[-6:] == [Buy, Done, Build, Build, Done, Run]
    assert set(cities) <= set(own)
    assert not session.standing[0].plan.parts
    assert session.state.plants[0] == (4,)


def test_a_premove_that_costs_more_asks_and_commit_takes_the_new_price():
    session = people()
    buying(session)
    one, _ = near(session.state.board)
    asked(session, 0, f"plan coal 2, {one}")
    assert session.order(0, "commit")
    assert session.orders() == ["buy coal 2 for 2", f"build {one} for 10"]
    session.state.plants[2] = (8, 10)
    session.act(Buy(2, COAL, 5))
    session.act(Done(2))
    session.act(Done(1))
    assert session.waits_for_human
    assert session.changed_plan() == "buy coal 2 now costs 5, planned 2"
    assert session.order(0, "commit")
    assert session.moves[-1].action == Buy(0, COAL, 2)
    assert settled(session) == [Done(0)]
    session.act(Build(2, CITY_OF[one]))
    session.act(Done(2))
    session.act(Done(1))
    assert session.waits_for_human, "somebody built there"
    assert session.changed_plan()
    assert session.undo()


@pytest.mark.rule("PG-BUILD-04")
def test_the_rest_of_a_phase_is_done_where_a_part_of_it_cannot_be_and_others_may_be_chosen():
    session = people()
    buying(session)
    one, other = near(session.state.board)
    asked(session, 0, f"plan {one}, {other}, run")
    session.order(0, "commit")
    for seat in (2, 1, 0):
        session.act(Done(seat))
    session.act(Build(2, CITY_OF[other]))
    session.act(Done(2))
    session.act(Done(1))
    assert settled(session) == [Build(0, CITY_OF[one])]
    assert session.to_act == 0, "the turn does not end by itself"
    told = session.changed_plan()
    assert told.endswith(f"(PG-BUILD-04); dropped from the plan: build {other}")
    assert "no slot open" in told
    session.act(Done(0))
    assert session.changed_plan() is None
    assert session.orders() == ["run"], "it goes on"


@pytest.mark.rule("PG-RES-04")
def test_fuel_above_its_limit_gives_way_to_other_fuel():
    session = people()
    buying(session)
    session.state.plants[0] = (5,)
    told = asked(session, 0, "plan coal 2 at most 4 else oil 1 at most 9, run")
    assert "If need be: buy coal 2 at most 4 else buy oil 1 at most 9" in told
    assert "buy coal 2: 2" in told
    session.order(0, "commit")
    assert session.orders() == ["buy coal 2 at most 4 else buy oil 1 at most 9", "run"]
    session.state.plants[2] = (8, 10)
    session.act(Buy(2, COAL, 5))
    session.act(Done(2))
    session.act(Done(1))
    assert settled(session)[:2] == [Buy(0, OIL, 1), Done(0)]
    told = "buy coal 2 costs 5, at most 4; buy oil 1 instead of buy coal 2"
    assert session.standing[0].interruption(session.state, 0) == told


@pytest.mark.rule("PG-BUILD-01", "PG-BUILD-04")
def test_a_city_above_its_limit_gives_way_or_is_left_out():
    session = people()
    buying(session)
    one, other = near(session.state.board)
    names = [CITY_NAMES[city] for city in session.state.board.cities]
    third, fourth = [name for name in names if name not in (one, other)][:2]
    session.state.turn_order, session.state.actor = (2, 1, 0), 0
    told = asked(session, 0, f"plan {one}, {third} at most 9 else {other}, {fourth} at most 9, run")
    assert f"build {third} costs 10, at most 9; build {other} instead" in told
    assert f"at most 9; dropped from the plan: build {fourth}" in told
    session.order(0, "commit")
    assert session.waits_for_human, "no fuel is planned"
    for seat in (0, 1, 2):
        session.act(Done(seat))
    assert settled(session) == [Build(0, CITY_OF[one]), Build(0, CITY_OF[other]), Done(0)]
    told = session.standing[0].interruption(session.state, 0)
    assert f"at most 9; dropped from the plan: build {fourth}" in told


@pytest.mark.rule("PG-AUC-02")
def test_another_plant_is_bid_for_when_the_first_one_is_sold():
    session = people()
    asked(session, 1, "plan 4 at 6 else 5 at 9")
    session.order(1, "commit")
    assert session.orders() == ["plant 4: up to 6"]
    session.act(Open(0, 4, 9))
    session.order(2, "limit all 0")
    assert settled(session)[-2:] == [Open(1, 5, 5), Pass(2)]
    assert session.state.plants[1] == (5,)
    told = session.standing[1].interruption(session.state, 1)
    assert told == "plant 4 is not yours (PG-AUC-02); open 5 9 instead of open 4 6"


def test_parts_are_planned_and_committed_in_one_line():
    session = people()
    assert session.order(0, "commit 4 up to 12, fuel, run")
    assert session.moves[0].action == Open(0, 4, 4)
    assert session.orders() == ["plant 4: up to 12", "fuel for 0", "run"]


def test_a_kept_plan_is_carried_out_in_each_round():
    session = people(names=("Ana", "easy 1", "easy 2"))
    assert "It is kept" in asked(session, 0, "plan fuel at most 40, run, keep")
    assert session.order(0, "commit")
    while session.state.round < 6 and session.to_act is not None:
        if settled(session):
            continue
        action, _ = session.bot_choice("normal")
        assert session.state.phase in (AUCTION, BUILDING), "fuel and running need no choice"
        session.act(action)
    own = [move.action for move in session.moves if move.action.seat == 0]
    assert sum(isinstance(action, Run) for action in own) == 5
    assert sum(isinstance(action, Buy) for action in own) > 3
    kept = session.standing[0].plan.kept
    while not session.waits_for_human or session.state.phase != BUILDING:
        session.next_move() if not session.waits_for_human else session.act(
            session.bot_choice("normal")[0]
        )
    one = CITY_NAMES[session.game.observe(session.state, 0).public.board.cities[0]]
    asked(session, 0, f"plan {one}")
    assert session.standing[0].plan.parts[0] == kept[0], "a new part ends nothing"
    asked(session, 0, "plan no keep")
    assert session.orders() == []


def test_a_plan_that_is_not_kept_is_cleared_when_the_round_ends():
    session = people()
    buying(session)
    one, _ = near(session.state.board)
    asked(session, 0, f"plan coal 1, {one}")
    while session.state.phase < BUREAUCRACY:
        session.act(Done(session.to_act))
    assert not session.standing[0].plan.parts
    asked(session, 0, f"plan {one}, run")
    while session.state.round == 1:
        session.act(Run(session.to_act))
    assert list(session.standing[0].plan.to_commands(session.state)) == [f"build {one}", "run"]
    assert session.standing[0].plan.round == 2, "it was made for the next round"


@pytest.mark.parametrize(
    "text",
    ["run at most 3", "4 else", "else 4", "4 else else 5", "scrap 4 at most 3", "no keep"],
)
def test_what_cannot_bend_is_refused(text):
    session = people()
    before = session.standing[0].plan
    try:
        session.order(0, f"plan {text}")
    except NotationError:
        assert session.standing[0].plan == before
    else:
        assert not session.standing[0].plan.parts


def test_undo_takes_a_plan_back_that_was_carried_out_and_redo_makes_it_again():
    session = people()
    buying(session)
    session.state.turn_order, session.state.actor = (2, 1, 0), 0
    asked(session, 0, "plan coal 2, coal 3")
    asked(session, 0, "plan coal 1")
    assert session.order(0, "do")
    assert settled(session) == [Done(0)]
    assert len(session.undo()) == 2
    assert session.waits_for_human
    assert "buy coal 1: 1" in asked(session, 0, "plan"), "the plan is back"
    assert session.redo()
    assert [move.action for move in session.moves] == [Buy(0, COAL, 1), Done(0)]


def test_who_does_something_else_is_asked_in_all_of_that_phase():
    session = people()
    buying(session)
    session.state.turn_order, session.state.actor = (2, 1, 0), 0
    one, _ = near(session.state.board)
    session.state.plants[0] = (5,)
    asked(session, 0, f"plan {one}")
    session.order(0, "commit")
    assert session.waits_for_human, "no fuel is planned"
    session.act(Buy(0, OIL, 1))
    session.act(Done(0))
    assert session.orders() == [f"build {one} for 10"]
    asked(session, 1, "plan coal 1")
    session.order(1, "commit")
    assert session.orders() == [f"build {one} for 10"], "that of Bia was made at once"
    asked(session, 0, "plan coal 1")
    with pytest.raises(IllegalAction) as caught:
        session.order(0, "commit")
    assert caught.value.refusal.rule == "PG-ROUND-01"


def test_a_plan_for_a_plant_that_another_buys_asks():
    session = people()
    asked(session, 1, "plan 4 at 6, run")
    session.order(1, "commit")
    session.act(Open(0, 4, 9))
    session.order(2, "limit all 0")
    settled(session)
    assert session.state.plants[0] == (4,)
    assert session.to_act == 1
    assert session.state.phase == AUCTION
    told = "plant 4 is not yours (PG-AUC-02); dropped from the plan: open 4 6"
    assert session.changed_plan() == told


def test_a_part_that_has_failed_is_told_dropped_and_in_the_way_of_no_other():
    session = people()
    buying(session)
    one, other = near(session.state.board)
    asked(session, 0, f"plan coal 2, {one}, run")
    assert session.order(0, "commit")
    session.state.plants[2] = (8, 10)
    session.act(Buy(2, COAL, 5))
    session.act(Done(2))
    session.act(Done(1))
    assert session.changed_plan() == "buy coal 2 now costs 5, planned 2"
    session.act(Done(0))
    session.act(Build(2, CITY_OF[one]))
    session.act(Done(2))
    session.act(Done(1))
    dropped = "it is too late for this (PG-ROUND-01); dropped from the plan: buy coal 2"
    assert session.changed_plan().startswith(f"{dropped}; ")
    assert "must be empty" in session.changed_plan(), "both are told"
    session.act(Done(0))
    while session.to_act != 0 or not session.waits_for_human:
        session.act(session.bot_choice("normal")[0]) if not settled(session) else None
    assert session.state.round == 2
    plant = session.state.plant_market[0]
    asked(session, 0, f"plan {plant}, {other}")
    assert session.order(0, "commit"), "nothing of the last round is in the way"
    ordered = session.standing[0]
    while session.undo():
        pass
    assert session.standing[0] == ordered, "orders given since stay"


def test_what_waits_for_a_commit_is_dropped_only_where_it_can_never_be():
    session = people()
    buying(session)
    plant, other = session.state.plant_market[:2]
    asked(session, 2, f"plan {plant}, {other}, coal 2")
    session.act(Done(2))
    assert session.changed_plan() is None
    assert list(session.standing[2].to_commands(session.state)) == [
        f"plan open {other} {other}",
        "plan buy coal 2",
    ]
    session.state.plant_market.remove(other)
    session.act(Done(1))
    assert list(session.standing[2].to_commands(session.state)) == ["plan buy coal 2"]
    assert f"dropped from the plan: open {other} {other}" in session.standing[2].interruption(
        session.state, 2
    )


def test_a_plan_that_is_changed_is_no_longer_carried_out_and_its_limit_ends():
    session = people()
    asked(session, 1, "plan 4 at 9, run")
    session.order(1, "commit")
    assert session.orders() == ["plant 4: up to 9", "run"]
    assert "It is being carried out." in asked(session, 1, "plan")
    asked(session, 1, "plan 5")
    assert session.orders() == []
    session.act(Open(0, 4, 4))
    assert session.waits_for_human
    session.order(1, "commit")
    assert session.orders() == ["plant 5: up to 5", "run"]


def test_costs_and_reach_are_told_without_a_plan():
    session = people()
    one, other = near(session.state.board)
    told = asked(session, 0, f"cost {one}, {other}")
    assert told.startswith("The cheapest order:")
    assert f"{one}: 10 (slot 10, path 0)" in told
    assert "Elektro left" in told
    assert "With 9 Elektro: 0 cities" in asked(session, 0, "reach 9")
    assert "With 50 Elektro: " in asked(session, 0, "reach")


def test_hidden_money_of_others_stays_hidden():
    session = people("hidden_money=true")
    told = asked(session, 0, "plan 4")
    assert "Bia: money hidden" in told
    assert "Bia has" not in told


def test_plans_in_portuguese():
    session = people()
    one, _ = near(session.state.board)
    with use_catalogue(PORTUGUESE):
        told = asked(session, 0, f"planejar 4 por 12, 2 carvão, {one}, operar")
        assert "comprar carvão 2: 2" in told
        assert "executar" in told
        told = asked(session, 0, "plano limpar")
        assert told.startswith(
            "Nada está planejado. Digite o que quer planejar, como em: planejar 13"
        )
        assert asked(session, 0, "alcance 9").startswith("Com 9")
        assert asked(session, 0, f"custo {one}").startswith("A ordem mais barata")
        told = asked(session, 0, "plano carvão 2 no máximo 8 senão lixo 1 até 9")
        assert "Se preciso: comprar carvão 2 no máximo 8 senão comprar lixo 1 no máximo 9" in told
        assert "mantido" in asked(session, 0, "plano manter")
        asked(session, 0, "plano limpar")
        asked(session, 0, "planejar 4 por 12, recursos 1")
        assert asked(session, 0, "planejar voltar").startswith("Nada está planejado.")
        asked(session, 0, "planejar 4 por 12")
        assert session.order(0, "executar")
    assert session.moves[0].action == Open(0, 4, 4)


def test_a_round_is_played_by_one_line_of_text(tmp_path):
    save = tmp_path / "game.jsonl"
    words = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "7", "--save", save)
    typed = ["plan 4 at 12, coal 2, Erfurt, run; commit", "plan coal 2", "commit", "?"]
    done = gridgames(tmp_path, *words, typed=typed)
    text = " ".join(done.stdout.split())
    assert "Queued orders: plant 4: up to 12; buy coal 2 for 2; build Erfurt for 10; run" in text
    assert "Saved with the game: buy coal 2 for " in text
    assert "plan [PART, ...]" in text
    kinds = [line["do"] for line in recorded_actions(save) if line["seat"] == 0]
    assert kinds[-5:] == ["buy", "done", "build", "done", "run"]
    again = gridgames(tmp_path, "resume", save, typed=["plan"])
    assert "The plan: buy coal 2: " in " ".join(again.stdout.split()), "it is kept"
    assert "It is being carried out." in " ".join(again.stdout.split())


def test_the_full_screen_answers_in_a_box_and_shows_what_will_be_done():
    session = people(names=("easy 1", "easy 2", "Caio"))
    buying(session)
    one, _ = near(session.state.board)
    app = GameApp(session, None, pause=9)

    async def script(pilot):
        for key in f"plan oil 2, {one}":
            await pilot.press({" ": "space"}.get(key, key))
        await pilot.press("enter")
        assert "In all" in shown(app)
        await pilot.press(*"plan no oil; plan oil 2; commit", "enter")
        await pilot.pause()
        assert len(app.screen_stack) == 1, "what follows in a line closes the box"
        assert f"Queued orders: build {one} for 10" in shown(app)
        assert session.moves[0].action == Buy(2, OIL, 2)
        assert session.state.phase == RESOURCES

    driven(app, script, (80, 24))
    assert BUILDING in session.standing[2].plan.phases


def test_lines_of_text_name_the_part_of_a_plan_that_is_refused(tmp_path):
    words = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "7")
    done = gridgames(tmp_path, *words, typed=["plan 4 at 60, coal 2", "commit"])
    assert "open 4 60: Not allowed, PG-AUC-03: 60 is more" in " ".join(done.stdout.split())


def test_lines_of_text_tell_what_is_not_as_planned(tmp_path):
    words = ("play", "powergrid", "--seats", "Bia=human,Ana=human,easy", "--seed", "7")
    done = gridgames(tmp_path, *words, typed=["open 4 20", "plan 4 at 4, coal 2; commit"])
    assert "Not as planned: plant 4 is not yours" in " ".join(done.stdout.split())


def test_nothing_is_left_of_a_plan_that_is_over():
    session = people(names=("Ana", "easy 1", "easy 2"))
    session.order(0, "commit 4 at 12, fuel, run")
    while session.state.round == 1:
        if not settled(session):
            session.act(session.bot_choice("normal")[0])
    orders = session.standing[0].without_notices()
    assert orders.to_json() is None
    assert not orders.plan.phases
