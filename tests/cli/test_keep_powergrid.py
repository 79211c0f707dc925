"""Keeping a game of Power Grid with the real box: auctions by price, drawn plants, and checks."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import powergrid
from entering import Pad
from gridcommon.game_loop import start
from gridcommon.records import Header, read_record
from gridgames.app import app
from gridgames.desk.answers import Misread, Refused, Wanted
from gridgames.games.registry import face_of
from gridgames.saves.saves import Save
from gridgames.sessions.scorekeeping import ScorekeepingSession, session_of
from gridgames.sessions.session import Player
from powergrid.actions import Bid, Open, Pass
from powergrid.declarations import drawable
from powergrid.events import PlantSold
from powergrid.state import PHASES
from powergrid.tables import STEP3, UNKNOWN

NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabi")
FACE_UP = (3, 4, 5, 7, 8, 11, 13, 14)
BEGIN = ("--players", "Ana,Bia,Caio", "--regions", "northwest,west,southwest", "--order",
         "Bia,Ana,Caio", "--faceup", "3,4,5,7,8,11,13,14", "--plain")  # fmt: skip


def run(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=typed)


def keep(tmp_path: Path, *lines: str) -> str:
    """Return what is told while these lines are entered in a new game."""
    save = ("--save", tmp_path / "kept.jsonl")
    done = run("powergrid", "keep", *BEGIN, *save, typed="".join(f"{one}\n" for one in lines))
    assert done.exit_code == 0, done.output
    return " ".join(done.stdout.split())


class PowerGridPad(Pad):
    """A game of Power Grid that is kept, with the beginning of another one."""

    def __init__(self, like: powergrid.State | None = None) -> None:
        ruleset = like.ruleset if like else powergrid.Ruleset()
        names = NAMES[: like.terms.seats if like else 3]
        given = {"keep": ",".join(names)}
        setup: dict[str, object] = {"regions": ["northwest", "southwest", "west"]}
        order, market = (1, 0, 2), FACE_UP
        if like:
            setup["regions"] = list(like.draws.regions)
            order, market = like.draws.turn_order, like.draws.market  # type: ignore[assignment]
        given["order"] = ",".join(names[seat] for seat in order)
        given["faceup"] = ",".join(map(str, market))
        header = Header("powergrid", ruleset.to_json(), names, 1, setup)
        header, _ = face_of("powergrid").begin(header, given)
        session = session_of(header, [Player(name) for name in names])
        assert isinstance(session, ScorekeepingSession)
        super().__init__(session)

    @property
    def state(self) -> powergrid.State:
        state: powergrid.State = self.session.state
        return state


def test_an_auction_is_entered_by_its_price_and_the_drawn_plant_is_asked_for() -> None:
    pad = PowerGridPad()
    assert isinstance(pad.enter("7 Ana 17"), Wanted)
    assert pad.state.money == [50, 50, 50]
    answer = pad.enter("reveal 25")
    assert answer.is_done
    assert pad.state.money == [33, 50, 50]
    assert pad.state.plants[0] == (7,)
    assert pad.state.plant_market == [3, 4, 5, 8, 11, 13, 14, 25]
    pad.enter("undo")
    assert (pad.state.money, pad.state.plant_market) == ([50, 50, 50], list(FACE_UP))
    pad.enter("v 25; 7 Ana 17")  # told before it is drawn
    assert pad.state.plants[0] == (7,)


def test_an_entry_that_waits_is_taken_back_before_any_other() -> None:
    pad = PowerGridPad()
    pad.enter("v 25; 7 Ana 17")
    pad.enter("5 5")
    assert pad.session.open_question
    pad.enter("undo")
    assert not pad.session.open_question
    assert pad.state.plants[0] == (7,)
    pad.enter("undo 2")
    assert pad.state.plants[0] == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("13 Ana 17", "PG-AUC-02"),
        ("7 Ana 7", "PG-AUC-02"),
        ("7 Ana 51", "PG-AUC-03"),
        ("7 Zoe 9", "no player is called"),
        ("99 Ana 9", "unknown plant"),
        ("reveal 7", "cannot be drawn now"),
        ("reveal x", "unknown plant"),
        ("reveal", "type reveal"),
        ("check Zoe 3", "neither a player nor"),
        ("check", "give a fact"),
        ("set coal 30", "coal"),
        ("set Ana cities 3", "name the cities"),
        ("buy coal 3", "PG-ROUND-01"),
    ],
)
def test_what_cannot_be_entered_is_told_and_changes_nothing(line: str, told: str) -> None:
    pad = PowerGridPad()
    before = powergrid.full_facts(pad.state)
    answer = pad.enter(line)
    if isinstance(answer, Refused):
        assert answer.refusal.rule == told
    elif isinstance(answer, Misread):
        assert told in str(answer.problem)
    else:
        assert told in getattr(answer, "text", "")
    assert powergrid.full_facts(pad.state) == before
    assert not pad.session.moves


def test_money_and_markets_are_compared_with_the_entries_and_corrected(tmp_path: Path) -> None:
    told = keep(tmp_path, "7 Ana 17; v 25", "check Ana 30, oil 18, Bia 50, plants 6 8",
                "set Ana 30, Ana coal 0, coal 20", "check Ana 30, coal 20", "q")  # fmt: skip
    assert "Not right: Ana has 30 Elektro. By the entries and rules: Ana has 33" in told
    assert "Last payments: -17 plant 7 3 too little" in told
    assert "Right: oil 18." in told
    assert "Not right: plants 6 8. By the entries and rules: plants 3 4 5 8 11 13 14 25" in told
    assert "Right: Ana has 30 Elektro. Right: coal 20." in told
    verified = run("verify", tmp_path / "kept.jsonl")
    assert "corrected by hand 1 time" in verified.stdout, verified.output


def test_a_correction_of_cities_leaves_the_stack_unknown() -> None:
    pad = PowerGridPad()
    pad.enter("set Ana cities Essen, Köln, Bia cities Trier, Ana 12, plants 3 4 5 7 8 11 13 25")
    assert pad.state.city_count == [2, 1, 0]
    assert pad.state.stack.count(UNKNOWN) == len(pad.state.stack) - 1
    assert 14 in drawable(pad.state)
    assert 25 not in drawable(pad.state)


def test_what_is_unknown_and_the_questions_of_the_table_are_answered(tmp_path: Path) -> None:
    told = keep(tmp_path, "7 Ana 17; v 25", "unknown", "turns", "worth", "last", "q")
    assert "Unknown: 25 cards of the stack" in told
    assert "somebody has 17 cities" in told
    assert "Bia: 0 cities, 17 more to the end" in told
    assert "1. Bia powers 0 of 0 cities and gets 10; has 50" in told


def test_an_entry_is_kept_in_portuguese(tmp_path: Path) -> None:
    save = ("--save", tmp_path / "kept.jsonl", "--lang", "pt_BR")
    typed = "7 Ana 17\nrevelar 25\nconferir Ana 33, carvão 24\nincerto\nvale\nturnos\núltimo\n"
    typed += "tirar 1\nmesa carvão 12\nentradas\nq\n"
    done = run("powergrid", "keep", *BEGIN, *save, typed=typed)
    told = " ".join(done.stdout.split())
    assert done.exit_code == 0, done.output
    assert "qual usina sai da pilha" in told
    assert "Certo: Ana tem 33 Elektro" in told
    assert "carvão 24" in told
    assert "Suposto" in told
    assert "a usina que sai da pilha aqui é desconhecida" in told
    assert "mesa mercado 12 18 9 2" in told


def test_a_pad_goes_on_from_a_position_and_from_its_record(tmp_path: Path) -> None:
    text = tmp_path / "table.txt"
    text.write_text(
        "powergrid classic usa\nphase building\norder B A C\n"
        "A Ana: money 31; plants 5 13; cities Detroit, Chicago\n"
        "B Bia: money 55; plants 8 10; cities New York\nC Caio: money 18; plants 7 11\n"
        "plants 12 15 16 18 20 22 25 31\nstack 20\nburied 33 28\n",
        encoding="utf-8",
    )
    save = tmp_path / "kept.jsonl"
    begun = run("powergrid", "keep", text, "--plain", "--save", save, typed="unknown\ndone\nq\n")
    told = " ".join(begun.stdout.split())
    assert "Unknown: 17 cards of the stack" in told, begun.output
    assert "under it: 33 28." in told
    again = run("powergrid", "keep", save, "--plain", typed="undo\nentries\nq\n")
    assert "Undone: done" in again.stdout, again.output


@pytest.mark.parametrize(
    ("left_out", "key"),
    [("--players", "--players"), ("--regions", "--regions"), ("--order", "--order"),
     ("--faceup", "--faceup")],
)  # fmt: skip
def test_what_matters_at_once_has_to_be_told_first(left_out: str, key: str) -> None:
    place = BEGIN.index(left_out)
    answer = run("powergrid", "keep", *BEGIN[:place], *BEGIN[place + 2 :])
    assert (answer.exit_code, key in answer.stderr) == (2, True), answer.output


@pytest.mark.parametrize(
    ("flag", "value", "told"),
    [
        ("--order", "Bia,Ana", "name each player once"),
        ("--faceup", "3,4,5", "found 3"),
        ("--faceup", "3,4,5,7,8,11,13,40", "found '40'"),
        ("--regions", "northwest,north,south", "unknown region"),
        ("--players", "Ana", "2 to 6"),
    ],
)
def test_an_impossible_start_is_told_at_its_flag(flag: str, value: str, told: str) -> None:
    words = list(BEGIN)
    words[words.index(flag) + 1] = value
    answer = run("powergrid", "keep", *words)
    assert answer.exit_code == 2
    assert told in " ".join(answer.stderr.split())
    assert flag in answer.stderr


ORACLE = os.environ.get("GRIDGAMES_ORACLE")
GAMES = sorted(Path(ORACLE).glob("powergrid/*.jsonl")) if ORACLE else []
SHARES = 8  # of them, one always and the others by -m long


@pytest.mark.skipif(not GAMES, reason="../shared")
@pytest.mark.rule("PG-COMP-08", "PG-STEP-06")
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.long) for first in range(1, SHARES))]
)
def test_recorded_games_that_are_entered_end_in_their_results(first: int, tmp_path: Path) -> None:
    """Auctions by price, the rest as it is typed; each plant is told when it is asked for."""
    asked = 0
    for path in GAMES[first::SHARES]:
        with path.open("rb") as file:
            header, lines = read_record(file, str(path))
            state = start(powergrid, header)
            pad = PowerGridPad(state)
            save = Save(tmp_path / path.name)
            save.follow(pad.session)
            above = [card for card in state.draws.stack if card != STEP3]
            after = state.draws.after_step3 or ()
            for line in lines:
                if line.kind != "action":
                    continue
                action, events = powergrid.action_from_json(line.data), list[object]()
                typed = powergrid.format_action(action)
                powergrid.advance(state, action, events)
                sold = next((one for one in events if isinstance(one, PlantSold)), None)
                if sold:
                    typed = f"{sold.plant} {NAMES[sold.seat]} {sold.price}"
                elif isinstance(action, Open | Bid | Pass):
                    continue
                answer = pad.enter(typed)
                while isinstance(answer, Wanted) or pad.session.open_question:
                    answer = pad.enter(f"reveal {_next(above, after, pad.state)}")
                    asked += 1
                assert answer.is_done, (path.name, line.number, typed, answer)
        assert powergrid.facts(pad.state) == powergrid.facts(state), path.name
        assert powergrid.result(pad.state) == powergrid.result(state)
        assert PHASES[pad.state.phase] == "over"
        save.close()
        assert run("verify", save.path).exit_code == 0
    assert asked > 25 * len(GAMES[first::SHARES])


def _next(above: Sequence[int], after: Sequence[int], state: powergrid.State) -> int:
    """Return the real card that is drawn next, of the stack before and after the Step 3 card."""
    unknown = state.stack.count(UNKNOWN)
    if STEP3 not in state.stack:
        return after[len(after) - unknown]
    if unknown:
        return above[len(above) - unknown]
    return after[len(state.draws.after_step3 or ())]


def test_the_next_question_names_the_card_before() -> None:
    """The last sale of the phase draws two: the plant with the unsold token is replaced too."""
    pad = PowerGridPad()
    pad.enter("v 25; 7 Ana 17; v 31; 5 Bia 5")
    first = pad.enter("8 Caio 8")
    assert isinstance(first, Wanted)
    assert "8 Caio 8: which plant is drawn?" in first.text
    pad.enter("v 6")
    assert "6 drawn; which plant comes next?" in pad.session.open_question
    pad.enter("v 40")
    assert pad.state.plant_market == [4, 6, 11, 13, 14, 25, 31, 40]


def test_the_start_is_asked_for_until_it_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad answers are told, and asked for again; nothing that was answered is lost."""
    from gridgames.companion import asking
    from gridgames.wings.powergrid.companion.keep import _asked

    answers = " |Ana|Ana,Bia,Caio|x||germany|west|west,north|east,west,|northwest,west,southwest"
    answers += "|Ana|Bia,Ana,Caio|3 4 5|3 4 5 7 8 11 13 14"
    typed = iter(answers.split("|"))
    told: list[str] = []
    monkeypatch.setattr(asking, "listens", lambda: True)
    monkeypatch.setattr(asking, "read_line", lambda _: next(typed))
    monkeypatch.setattr(asking.output, "print_error", told.append)
    keys = ("keep", "edition", "map", "regions", "order", "faceup")
    found = _asked(dict.fromkeys(keys), ())
    assert found["keep"] == "Ana,Bia,Caio"
    assert (found["edition"], found["map"]) == ("", "germany")
    assert found["order"] == "Bia,Ana,Caio"
    assert found["faceup"] == "3 4 5 7 8 11 13 14"
    assert len(told) == 8
    assert "choose from recharged, classic" in told[2]


def test_a_refused_entry_is_not_overruled_but_corrected(tmp_path: Path) -> None:
    told = keep(tmp_path, "13 Ana 17!", "entries", "q")
    assert "PG-AUC-02" in told
    assert "No entries yet." in told


def test_the_flags_of_a_real_box_need_one() -> None:
    answer = run("play", "powergrid", "--seats", "Ana=human,normal", "--order", "Ana", "--plain")
    assert (answer.exit_code, "only together with --keep" in answer.stderr) == (2, True)
    assert "--order" in answer.stderr
