"""Keeping a game of Power Grid with the real box: auctions by price, drawn plants, and checks."""

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

import powergrid
from entering import Pad
from gridcommon.game_loop import start
from gridcommon.records import Header, read_record
from gridgames.show.registry import face_of
from gridgames.table.answers import OpenQuestion
from gridgames.table.record_files import replayed
from gridgames.table.saves.saves import Save
from gridgames.table.scorekeeping import session_of
from gridgames.table.session import Player, Session
from powergrid.actions import Bid, Open, Pass
from powergrid.events import PlantSold
from powergrid.state import PHASES
from powergrid.tables import STEP3, UNKNOWN

NAMES = ("Ana", "Bia", "Caio", "Davi", "Eva", "Fabi")


def kept_like(state: powergrid.State) -> Session:
    """Return a game that is kept, with the beginning of another one."""
    names = NAMES[: state.terms.seats]
    setup = {"regions": list(state.draws.regions)}
    given = {
        "keep": ",".join(names),
        "order": ",".join(names[seat] for seat in state.draws.turn_order),
        "faceup": ",".join(map(str, state.draws.market)),
    }
    header = Header("powergrid", state.ruleset.to_json(), names, 1, setup)
    header, _ = face_of("powergrid").begin(header, given)
    session = session_of(header, [Player(name) for name in names])
    assert session.may_overrule
    return session


ORACLE = os.environ.get("GRIDGAMES_ORACLE")
GAMES = sorted(Path(ORACLE).glob("powergrid/*.jsonl")) if ORACLE else []
SHARES = 56  # of them, one always and the others by -m long


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
            pad = Pad(session := kept_like(state))
            save = Save(tmp_path / path.name)
            save.follow(session)
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
                while isinstance(answer, OpenQuestion) or session.policy.open_question:
                    answer = pad.enter(f"reveal {_next(above, after, session.state)}")
                    asked += 1
                assert answer.is_done, (path.name, line.number, typed, answer)
        assert powergrid.facts(session.state) == powergrid.facts(state), path.name
        assert powergrid.result(session.state) == powergrid.result(state)
        assert PHASES[session.state.phase] == "over"
        save.close()
        assert replayed(save.path).difference is None
    assert asked > 25 * len(GAMES[first::SHARES])


def _next(above: Sequence[int], after: Sequence[int], state: powergrid.State) -> int:
    """Return the real card that is drawn next, of the stack before and after the Step 3 card."""
    unknown = state.stack.count(UNKNOWN)
    if STEP3 not in state.stack:
        return after[len(after) - unknown]
    if unknown:
        return above[len(above) - unknown]
    return after[len(state.draws.after_step3 or ())]


def test_the_start_is_asked_for_until_it_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bad answers are told, and asked for again; nothing that was answered is lost."""
    from gridgames.commands import keeping

    answers = " |x|germany|Ana||Ana,Bia,Caio|west|west,north|east,west,|northwest,west,southwest"
    answers += "|Ana|Bia,Ana,Caio|3 4 5|3 4 5 7 8 11 13 14"
    typed = iter(answers.split("|"))
    told: list[str] = []
    monkeypatch.setattr(keeping, "listens", lambda: True)
    monkeypatch.setattr(keeping, "read_line", lambda _: next(typed))
    for name in ("print_error", "print_sentence"):
        monkeypatch.setattr(keeping.output, name, told.append)
    keys = ("keep", "edition", "map", "regions", "order", "faceup")
    found = keeping.asked_flags("powergrid", dict.fromkeys(keys), ())
    assert found["keep"] == "Ana,Bia,Caio"
    assert (found["edition"], found["map"]) == ("", "germany")
    assert found["order"] == "Bia,Ana,Caio"
    assert found["faceup"] == "3 4 5 7 8 11 13 14"
    refused = "expected 2 to 6|of recharged, classic|unknown region|3 different regions|face-up"
    text = "\n".join(told)
    assert all(one in text for one in refused.split("|")), text
