"""Keeping score beside a real box: entries, corrections, what the table overrules, and saves."""

import json
import os
from pathlib import Path

import pytest

import eletrika
from eletrika.actions import Build, EndTurn, LayTile
from eletrika.events import TileRevealed
from eletrika.overrides import check_override, override_line
from eletrika.ruleset import OPTIONS, Ruleset
from eletrika.state import AFTER, OVER
from eletrika.tables import KINDS, UNKNOWN_KIND
from entering import Pad
from gridcommon.game_loop import play, start
from gridcommon.hexes import DIRECTION_NAMES, neighbours
from gridcommon.records import Header, read_record
from gridgames.show.registry import face_of
from gridgames.table.record_files import replayed
from gridgames.table.saves.saves import Save
from gridgames.table.scorekeeping import session_of
from gridgames.table.session import Player, Session
from gridgames.wings.eletrika.description.situation import turns_left


def kept(names: str = "Ana,Bea", **setup: object) -> Session:
    """Return a game that is kept for a real box, some of its draws known."""
    players = tuple(names.split(","))
    header = Header("eletrika", {}, players, 1)
    header, _ = face_of("eletrika").begin(header, {"keep": names})
    header.setup.update(setup)  # type: ignore[attr-defined]
    session = session_of(header, [Player(name) for name in players])
    assert session.may_overrule
    return session


def where(state: eletrika.State, cell: tuple[int, int]) -> str:
    """Return a cell as it is entered with the fewest keys."""
    last = next(reversed(state.laid))
    if cell == last:
        return "."
    if cell in neighbours(last):
        return DIRECTION_NAMES[neighbours(last).index(cell)].lower()
    return f"{cell[0]},{cell[1]}"


def entry(state: eletrika.State, action: eletrika.Action) -> str:
    """Return an action as it is entered with few keys."""
    if isinstance(action, LayTile):
        bonus = str(action.marker or "") if action.build is None else KINDS[action.build].lower()
        cell = where(state, action.at)
        return f"{action.tile}/{action.rotation} {cell} {bonus}".rstrip()
    if isinstance(action, eletrika.Build):
        return f"{KINDS[action.kind].lower()} {where(state, action.at)}"
    if isinstance(action, eletrika.Score):
        return " ".join(["$", *(where(state, cell) for cell in action.set)])
    return eletrika.format_action(action)


def told(events: list[object]) -> list[str]:
    """Return how what was turned up is entered."""
    tiles = [str(one.tile) for one in events if isinstance(one, TileRevealed)]
    return [" ".join(["v", *tiles])] if tiles else []


def recorded(path: Path) -> tuple[eletrika.State, list[tuple[str, list[str]]]]:
    """Return the end of a recorded game, and what is entered for each of its actions."""
    with path.open("rb") as file:
        header, lines = read_record(file, str(path))
        state = start(eletrika, header)
        entries = []
        for line in lines:
            if line.kind == "action":
                action = eletrika.action_from_json(line.data)
                typed, events = entry(state, action), []
                eletrika.advance(state, action, events)
                entries.append((typed, told(events)))
    return state, entries


ORACLE = os.environ.get("GRIDGAMES_ORACLE")
GAMES = sorted(Path(ORACLE).glob("eletrika/*.jsonl")) if ORACLE else []


MOMENTS = ("first", "when it matters", "last", "never")


@pytest.mark.skipif(not GAMES, reason="../shared")
@pytest.mark.rule("EL-COMP-09")
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_recorded_game_that_is_entered_with_nothing_made_up(moment: str, tmp_path: Path) -> None:
    """The order of the bonus tiles is told at some moment: scores are right, or said to be unsure.

    What is turned up is entered when it is, as people do.
    """
    unsure = 0
    for path in GAMES[MOMENTS.index(moment) :: 6 * len(MOMENTS)]:
        state, entries = recorded(path)
        session = kept(",".join("ABCD"[: state.seats]), first=state.first)
        pad, save = Pad(session), Save(tmp_path / path.name)
        save.follow(session)
        draws = eletrika.draws(state).to_json()
        queue = " ".join(["queue", *draws["queue"]])
        lines = [" ".join(["v", *map(str, draws["row"])])]
        for typed, turned in entries:
            lines += [typed, *turned]
        lines = [queue] * (moment == "first") + lines + [queue] * (moment == "last")
        for line in lines:
            assert pad.enter(line).is_done, (path.name, line)
            if moment == "when it matters" and session.state.bonus == UNKNOWN_KIND:
                assert "bonus T" in session.policy.missing
                known = len(draws["queue"]) - len(session.state.queue) - 1
                assert pad.enter(f"bonus {draws['queue'][known]}").is_done
        save.close()
        found, wanted = eletrika.result(session.state), eletrika.result(state)
        assert found is not None
        assert wanted is not None
        if moment != "never":
            assert found == wanted
            assert eletrika.facts(session.state) == eletrika.facts(state), path.name
        else:
            unsure += bool(found.unsure)
            for seat, points in enumerate(wanted.scores):
                assert found.scores[seat] <= points
                assert found.scores[seat] == points or seat in found.unsure
            assert session.policy.missing
        assert replayed(save.path).difference is None
        last = save.path.read_text(encoding="utf-8").splitlines()[-1]
        assert ("unsure" in json.loads(last)["result"]) == bool(found.unsure)
    assert (unsure > 0) == (moment == "never")


def test_what_is_overruled_comes_to_what_the_rules_would_make_of_it() -> None:
    """Each action of a game, put by the table: what a rule allows comes to the same."""
    state = eletrika.new_game(eletrika.Ruleset(), 2, 5)
    bots = [eletrika.make_bot("easy", 1), eletrika.make_bot("random", 2)]
    before, put_count = state.copy(), 0
    for action, _ in play(eletrika, state, bots):
        after = eletrika.apply(before, action)
        is_turn_over = eletrika.to_act(after) != eletrika.to_act(before) or not after.round
        if not isinstance(action, EndTurn | eletrika.Score) and is_turn_over:
            assert check_override(before, action) is None
            put = before.copy()
            eletrika.apply_declaration(put, "set", override_line(put, action), None)
            assert eletrika.facts(put) == eletrika.facts(after)
            for name in ("laid", "owners", "pawns", "markers", "queue"):
                assert getattr(put, name) == getattr(after, name)
            put_count += 1
        before = after
    assert put_count > 20


@pytest.mark.rule("EL-END-03", "EL-SETUP-09", "EL-TILE-06")
@pytest.mark.parametrize(("seats", "rotates"), [(2, True), (4, False)])
@pytest.mark.parametrize("refill", OPTIONS["refill"].values)
@pytest.mark.parametrize("trigger", OPTIONS["end_trigger"].values)
def test_the_turns_left_are_counted_at_any_action(trigger, refill, seats, rotates) -> None:
    """In set-up and in mid-turn too; the least is reached if every turn lays a tile."""
    options = {"end_trigger": trigger, "refill": refill, "first_player_rotates": rotates}
    state = eletrika.new_game(Ruleset(**options), seats, seats)
    names = [str(seat) for seat in range(seats)]
    turns, seen = [], []
    while state.phase != OVER:
        if state.round and (state.round, state.actor) not in turns:
            turns.append((state.round, state.actor))
        lines = [*turns_left(state, names)]
        seen.append((max(0, len(turns) - 1), lines[:-1]))
        kinds = [EndTurn] if state.phase == AFTER else [LayTile, Build]
        legal = [*eletrika.legal_actions(state)]
        chosen = [one for kind in kinds for one in legal if isinstance(one, kind)]
        eletrika.advance(state, (chosen or legal)[0])
    always_lays = len(state.laid) == 1 + seats + len(turns)
    for place, lines in seen:
        for line in lines:
            name, _, count = line.partition(": ")
            played = sum(str(actor) == name for _, actor in turns[place:])
            told = int(count.split()[0])
            assert told == played if always_lays or "more" not in count else told <= played
