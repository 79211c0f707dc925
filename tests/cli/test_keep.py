"""Keeping score beside a real box: entries, corrections, what the table overrules, and saves."""

import json
import os
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import eletrika
from eletrika.actions import Build, EndTurn, LayTile
from eletrika.events import TileRevealed
from eletrika.overrides import check_override, override_line
from eletrika.ruleset import OPTIONS, Ruleset
from eletrika.state import AFTER, OVER
from eletrika.tables import KINDS, UNKNOWN_KIND
from entering import Pad
from gridcommon.errors import IllegalAction, NotationError
from gridcommon.game_loop import play, start
from gridcommon.hexes import DIRECTION_NAMES, neighbours
from gridcommon.records import Header, read_record
from gridgames.app import app
from gridgames.desk.answers import Wanted
from gridgames.games.registry import face_of
from gridgames.saves.saves import Save
from gridgames.screen.play import GameApp
from gridgames.sessions.scorekeeping import ScorekeepingSession, session_of
from gridgames.sessions.session import Player
from gridgames.wings.eletrika.description.outlook import turns_left


def run(*words: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=typed)


def kept(names: str = "Ana,Bea", **setup: object) -> ScorekeepingSession:
    """Return a game that is kept for a real box, some of its draws known."""
    players = tuple(names.split(","))
    header = Header("eletrika", {}, players, 1)
    header, _ = face_of("eletrika").begin(header, {"keep": names})
    header.setup.update(setup)  # type: ignore[attr-defined]
    session = session_of(header, [Player(name) for name in players])
    assert isinstance(session, ScorekeepingSession)
    return session


def enter(session: ScorekeepingSession, *lines: str) -> None:
    """Enter lines as the front ends do."""
    for line in lines:
        with session.parse_confirmation(line) as text:
            if session.order(session.state.actor, text):
                continue
            action = session.face.parse(session.state, text)
            if refusal := session.check(action):
                raise IllegalAction(action, refusal)
            session.act(action)


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


def names_of(state: eletrika.State) -> str:
    """Return names of which the first one begins, as the companion wants them."""
    return ",".join("ABCD"[: state.seats])


@pytest.mark.skipif(not GAMES, reason="../shared")
@pytest.mark.rule("EL-COMP-09")
@pytest.mark.parametrize("told_at", ["first", "last", "never"])
def test_a_recorded_game_that_is_entered_with_nothing_made_up(told_at: str, tmp_path: Path) -> None:
    """What is not told is never filled in: the scores are right, or said to be unsure."""
    unsure = 0
    for path in GAMES[::3]:
        state, entries = recorded(path)
        session = kept(names_of(state), first=state.first)
        save = Save(tmp_path / f"{path.stem}-{told_at}.jsonl")
        save.follow(session)
        draws = eletrika.draws(state).to_json()
        enter(session, " ".join(["v", *map(str, draws["row"])]))
        queue = " ".join(["queue", *draws["queue"]])
        if told_at == "first":
            enter(session, queue)
        for typed, turned in entries:
            enter(session, typed, *turned)
        if told_at == "last":
            enter(session, queue)
        found, wanted = eletrika.result(session.state), eletrika.result(state)
        assert found is not None
        assert wanted is not None
        if told_at != "never":
            assert found == wanted
            assert eletrika.facts(session.state) == eletrika.facts(state)
        else:
            unsure += bool(found.unsure)
            for seat, points in enumerate(wanted.scores):
                assert found.scores[seat] <= points
                assert found.scores[seat] == points or seat in found.unsure
            assert session.face.missing_information(session.state)
        save.close()
        verified = run("verify", save.path)
        assert verified.exit_code == 0, verified.output
        assert ("depend on something that was not given" in verified.stdout) == bool(found.unsure)
        assert (found.unsure == ()) == ("unsure" not in json.loads(last_line(save.path))["result"])
    assert (unsure > 5) == (told_at == "never")


def last_line(path: Path) -> str:
    return path.read_text(encoding="utf-8").splitlines()[-1]


def begin_like(state: eletrika.State) -> ScorekeepingSession:
    draws = eletrika.draws(state).to_json()
    known = {key: draws[key] for key in ("row", "queue", "first")}
    return kept(",".join("ABCD"[: state.seats]), **known)


@pytest.mark.skipif(not GAMES, reason="../shared")
@pytest.mark.parametrize("third", range(3))
def test_all_recorded_games_entered_by_lines_end_in_their_scores(third: int) -> None:
    """Nothing is known at the start; what is turned up is entered when it is, as people do."""
    for path in GAMES[third::3]:
        state, entries = recorded(path)
        session = kept(names_of(state), first=state.first)
        pad = Pad(session)
        draws = eletrika.draws(state).to_json()
        lines = [" ".join(["v", *map(str, draws["row"])])]
        for typed, turned in entries:
            lines += [typed, *turned]
        for line in lines:
            assert pad.enter(line).is_done, (path.name, line)
            if session.state.bonus == UNKNOWN_KIND:  # it matters from now on
                assert "bonus T" in session.face.missing_information(session.state)
                told = len(draws["queue"]) - len(session.state.queue) - 1
                assert pad.enter(f"bonus {draws['queue'][told]}").is_done
        assert eletrika.result(session.state) == eletrika.result(state), path.name
        found, wanted = eletrika.facts(session.state), eletrika.facts(state)
        assert found == wanted, path.name


@pytest.fixture(scope="module")
def game() -> tuple[eletrika.State, list[tuple[str, list[str]]]]:
    """A game between bots, and what is entered for it."""
    state = eletrika.new_game(eletrika.Ruleset(), 2, 5)
    bots = [eletrika.make_bot("normal", 1), eletrika.make_bot("random", 2)]
    entries = []
    before = state.copy()
    for action, events in play(eletrika, state, bots):
        entries.append((entry(before, action), told(events)))
        before = state.copy()
    return state, entries


def test_what_is_overruled_comes_to_what_the_rules_would_make_of_it(game) -> None:
    """The same entries, each of them put by the table: what a rule allows comes to the same."""
    state, entries = game
    session = begin_like(state)
    for typed, turned in entries:
        action = session.face.parse(session.state, typed)
        if not isinstance(action, eletrika.EndTurn | eletrika.Score):
            after = eletrika.apply(session.state, action)
            if eletrika.to_act(after) != session.to_act or not after.round:
                assert check_override(session.state, action) is None
                put = session.state.copy()
                eletrika.apply_declaration(put, "set", override_line(put, action), None)
                assert eletrika.facts(put) == eletrika.facts(after)
                assert (put.laid, put.owners, put.pawns, put.markers, put.queue) == (
                    (after.laid, after.owners, after.pawns, after.markers, after.queue)
                )
        enter(session, typed, *turned)
    assert eletrika.result(session.state) == eletrika.result(state)


@pytest.mark.rule("EL-COMP-09")
def test_the_table_overrules_a_rule_and_the_record_says_so() -> None:
    session = kept()
    enter(session, "llllll e!", "rrrrr. .w.sw", "v 1 R.YR.. 3")
    assert eletrika.facts(session.state)["row"] == [1, 3, "r.tr.."]
    assert [one.action.kind for one in session.moves if one.seat is None] == ["set", "reveal"]
    with pytest.raises(IllegalAction) as problem:
        enter(session, "P 1,0", "P e")
    assert problem.value.refusal.rule == "EL-BUILD-01"
    assert (session.to_act, session.state.kinds[1, 0]) == (1, 3)
    enter(session, "U 1,0.w.sw")
    with pytest.raises(IllegalAction) as problem:
        enter(session, "T 1,0")
    assert problem.value.refusal.rule == "EL-BUILD-02"
    with pytest.raises(IllegalAction) as problem:
        enter(session, "U 0,0")
    enter(session, "U 0,0!")
    assert (session.to_act, session.state.round, session.state.hands) == (1, 2, [3, 4])
    with pytest.raises(IllegalAction) as problem:
        enter(session, "U 9,9!")
    assert problem.value.refusal.rule == "EL-BUILD-01"


REFUSED = [
    ("13 e build X", NotationError),
    ("xxxxxx e", NotationError),
    ("reveal", NotationError),
    ("reveal 99", NotationError),
    ("reveal 1 2 3 4", NotationError),
    ("set", NotationError),
    ("set score G1", NotationError),
    ("set score Z1", NotationError),
    ("set row 1 2 3 4", NotationError),
    ("set 0,0", NotationError),
    ("fix 1", NotationError),
    ("fix 9 end", NotationError),
    ("fix 1 end", IllegalAction),
    ("drop 1 2", NotationError),
    ("drop x", NotationError),
    ("drop 0", NotationError),
]


@pytest.mark.parametrize(("line", "problem"), REFUSED)
def test_what_cannot_be_entered_changes_nothing(line: str, problem: type[Exception]) -> None:
    session = kept()
    enter(session, "llllll e!", "v 1", "r..... .w.sw!")
    before = (list(session.moves), eletrika.facts(session.state))
    with pytest.raises(problem):
        enter(session, line)
    assert (session.moves, eletrika.facts(session.state)) == before


def test_an_earlier_entry_is_corrected_and_what_followed_is_kept(game, tmp_path: Path) -> None:
    state, entries = game
    session = begin_like(state)
    save = Save(tmp_path / "kept.jsonl")
    save.follow(session)
    wrong = next(place for place, (typed, _) in enumerate(entries) if typed[0] == "$")
    for place, (typed, turned) in enumerate(entries):
        if place == wrong:
            enter(session, "set score W9 K9")
            number = len(session.moves)
        enter(session, typed, *turned)
    assert eletrika.facts(session.state) != eletrika.facts(state)
    assert len(session.undo()) == 1
    enter(session, f"drop {number}", *entries[-1][1])
    assert eletrika.facts(session.state) == eletrika.facts(state)
    save.close()
    again = Save(save.path).read()
    assert isinstance(again, ScorekeepingSession)
    assert eletrika.facts(again.state) == eletrika.facts(state)
    assert run("verify", save.path).stdout.strip().endswith("checks")


def test_a_correction_that_later_entries_do_not_survive_is_said_and_may_be_meant() -> None:
    session = kept()
    enter(session, "v 1 2 3", "llllll e!", "rrrrr. .w.sw", "U -1,1", "U 1,0")
    facts = eletrika.facts(session.state)
    with pytest.raises(NotationError, match=r"4. Ana: build U -1,1: EL-BUILD-01"):
        enter(session, "fix 3 .rrrrr 1,0.w.w")
    assert eletrika.facts(session.state) == facts
    enter(session, "fix 3 .rrrrr 1,0.w.w!")
    assert session.entries(None)[2:] == ["3. Bea: tile .rrrrr/0 -1,0"]


def test_a_game_is_kept_in_lines_saved_exported_and_taken_up_again(tmp_path: Path) -> None:
    save = tmp_path / "kept.jsonl"
    typed = f"""\
llllll e
llllll e!
P 4,4!
set score K3
rrrrr. .w.sw
v 1 2 3
entries
P 1,0
export {tmp_path}/table.txt
export {tmp_path}/table.svg
export {tmp_path}/table.png
q
"""
    begun = run("eletrika", "keep", "--players", "Ana,Bea", "--save", save, "--plain", typed=typed)
    assert begun.exit_code == 0, begun.output
    assert "Not allowed, EL-TILE-02" in begun.stdout
    assert "with ! at the end" in begun.stdout
    assert begun.stdout.count("with ! at the end") == 1  # not where nothing can be overruled
    assert "\nEntries\n  1. Ana: tile llllll/0 1,0, against EL-TILE-02\n" in begun.stdout
    assert "\n  2. set score W0 K3\n" in begun.stdout
    assert "4. reveal 1 2 3" in begun.stdout
    assert "Ana builds a Pole on 1,0" in begun.stdout
    assert "corrected by hand 2 times" in run("verify", save).stdout
    text = (tmp_path / "table.txt").read_text(encoding="utf-8")
    assert "1,0    llllll P:W" in text
    assert (tmp_path / "table.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "table.png").read_bytes().startswith(b"\x89PNG")
    resumed = run("eletrika", "keep", save, "--plain", typed="undo\nU 1,0\nentries\nq\n")
    assert "5. Ana: build U 1,0" in resumed.stdout
    position = run("eletrika", "keep", tmp_path / "table.txt", "--plain", typed="U .\nq\n")
    assert "Black builds a Plant on -1,1" in position.stdout, position.output


def test_who_plays_has_to_be_said() -> None:
    answer = run("eletrika", "keep", "--plain")
    assert (answer.exit_code, "--players Ana,Bea" in answer.stderr) == (2, True)
    answer = run("eletrika", "keep", "--players", "Ana", "--plain")
    assert answer.exit_code == 2


@pytest.mark.parametrize(
    ("typed", "found"), [("U-T-S", "convert FILE --to full"), ("U   T", "hand, stack and turn")]
)
def test_a_position_that_tells_too_little_to_go_on_is_refused(
    typed: str, found: str, tmp_path: Path
) -> None:
    told = tmp_path / "told.txt"
    told.write_text(typed, encoding="utf-8")
    answer = run("eletrika", "keep", told, "--plain")
    assert answer.exit_code == 2
    assert found in " ".join(answer.stderr.split())
    assert str(told.name) in answer.stderr


def test_what_the_table_says_is_written_and_read_in_portuguese(tmp_path: Path) -> None:
    typed = "mesa score K3\nmesa fileira 1 2 3\nentradas\nllllll l\nq\n"
    asked = ("keep", "--players", "Ana,Bea", "--save", tmp_path / "kept.jsonl", "--plain")
    told = run("eletrika", *asked, "--lang", "pt_BR", typed=typed).stdout
    assert "  1. mesa pontos W0 K3\n" in told
    assert "  2. mesa fileira 1 2 3\n" in told
    assert "EL-TILE-02: lago encontraria rio a oeste" in " ".join(told.split())


def test_what_was_assumed_is_named_in_portuguese() -> None:
    told = run("eletrika", "legal", "dead-end", "--lang", "pt_BR").stdout
    assert "  vez: é a vez de Branco\n" in told
    assert "  pilha: " in told


def test_in_lines_too_several_entries_stand_in_one_line(tmp_path: Path) -> None:
    save = tmp_path / "kept.jsonl"
    typed = "llllll e!; rrrrr. .w.sw; v 1 2 3; nonsense; U 1,0\nq\n"
    done = run("eletrika", "keep", "--players", "Ana,Bea", "--save", save, "--plain", typed=typed)
    told = " ".join(done.stdout.split())
    places = ["Tile 3 is turned face up", "unknown action 'nonsense'", "Not done: U 1,0"]
    assert sorted(places, key=told.index) == places, done.output


def test_the_end_of_a_turn_is_entered_once(game) -> None:
    state, entries = game
    place = next(place for place, (typed, _) in enumerate(entries) if typed == "end")
    session = begin_like(state)
    for typed, turned in entries[:place]:
        enter(session, typed, *turned)
    action = session.face.parse(session.state, "end")
    assert session.face.wasteful_warning(session.state, action)
    assert session.confirmation_for(action) is None


KEPT = """\
0,0 src
-1,0 .l.... U:W
-2,0 ...... T:W
-3,0 ...... S
-4,0 ...... P
-5,0 ...... C
hand W3 K5
score W7 K3
turn W
stack 25
row 1 2 3
first W
"""


def kept_from(tmp_path: Path, text: str, *lines: str) -> Result:
    told = tmp_path / "table.txt"
    told.write_text(text, encoding="utf-8")
    typed = "".join(f"{line}\n" for line in lines)
    save = tmp_path / "kept.jsonl"
    return run("eletrika", "keep", told, "--save", save, "--plain", typed=typed)


@pytest.mark.rule("EL-COMP-09")
def test_what_a_position_leaves_out_is_not_made_up(tmp_path: Path) -> None:
    done = kept_from(tmp_path, KEPT, "score -2,0 -1,0", "state", "llllll 0,1!", "q")
    told = " ".join(done.stdout.split())
    assert "In high demand: not known yet; next: ? ? ? ?" in told
    assert "the kind in high demand (bonus T); the order of the bonus tiles (queue U T S P)" in told
    assert "scores -2,0 -1,0: set 1 + high demand ? = 1 MW (at least)" in told
    assert "White: 8 MW (at least), 5 pawns" in told
    save = tmp_path / "kept.jsonl"
    assert (
        "; the points of White depend on something that was not given" in run("verify", save).stdout
    )
    document = json.loads(run("verify", save, "--json").stdout)
    assert document["files"][0]["unsure"] == [0]
    again = run("eletrika", "keep", save, "--plain", typed="bonus T\nq\n").stdout
    assert "The bonus tiles in their order: T ? ? ? ?" in again
    assert "White scored 1 MW more earlier, according to what is known now" in again
    assert "unsure" not in json.dumps(json.loads(run("eletrika", "show", save, "--json").stdout))


@pytest.mark.parametrize(
    ("line", "instead", "key"),
    [
        ("score W7 K3\n", "", "score"),
        ("score W7 K3\n", "score W7\n", "score"),
        ("first W\n", "", "first"),
        ("stack 25\n", "stack 0\n", "last"),
        ("stack 25\n", "stack 29\n", "last"),
        ("stack 25\n", "stack 29\nlast 9\n", "round"),
        ("row 1 2 3\nfirst W\n", "first W\nround 8\nlast 9\n", None),
    ],
)
def test_what_the_score_or_the_end_rests_on_is_asked_for(
    line: str, instead: str, key: str | None, tmp_path: Path
) -> None:
    done = kept_from(tmp_path, KEPT.replace(line, instead), "q")
    if key is None:
        assert done.exit_code == 0, done.output
    else:
        assert (done.exit_code, f"'{key}': missing" in " ".join(done.stderr.split())) == (
            2,
            True,
        ), done.stderr


def test_what_was_forgotten_is_told_after_the_end(game, tmp_path: Path) -> None:
    state, entries = game
    draws = eletrika.draws(state).to_json()
    session = kept(names_of(state), first=state.first, row=draws["row"])
    save = Save(tmp_path / "kept.jsonl")
    save.follow(session)
    for typed, turned in entries:
        enter(session, typed, *turned)
    save.close()
    found = eletrika.result(session.state)
    assert found.unsure
    queue = " ".join(["queue", *draws["queue"]])
    done = run("eletrika", "keep", save.path, "--plain", typed=f"nonsense; 1\n{queue}\nend\nq\n")
    told = " ".join(done.stdout.split())
    assert "may have scored more, since some facts were missing then" in told
    assert "; the bonus tiles from the first (queue U ?" in told
    assert "Not done: 1" in told
    assert "EL-END-03: the game is over" in told
    assert told.count("first place, by") == 2
    again = Save(save.path).read()
    assert eletrika.result(again.state) == eletrika.result(state)
    assert run("eletrika", "keep", save.path, "--plain").stdout.startswith("This game is over.")


def test_an_overruled_action_neither_settles_nor_forgets_what_is_unsure(tmp_path: Path) -> None:
    lines = ("score -2,0 -1,0", "T -4,0!", "llllll 0,1!", "bonus T", "q")
    done = kept_from(tmp_path, KEPT, *lines)
    told = " ".join(done.stdout.split())
    assert "White: 8 MW (at least)" in told or "White (White): 8 MW (at least)" in told, told
    assert "White scored 1 MW more earlier" in told


@pytest.mark.rule("EL-COMP-09")
def test_a_tile_of_which_nothing_is_known_is_asked_for_once() -> None:
    session = kept()
    pad = Pad(session)
    answer = pad.enter("? e")
    assert isinstance(answer, Wanted)
    assert "Which tile is on 1,0?" in answer.text
    menu = session.menu(session.state, session.legal_actions())
    assert [one.name for one in menu.last] == ["Nobody knows"]
    by_name = {one.name: one for one in menu.first}
    turns = by_name["13"].menu()  # type: ignore[misc]
    assert [one.name for one in turns.choices] == ["13/2", "13/3"]
    pad.enter(session.text_of(turns.choices[0].action))
    assert session.state.laid[1, 0] == (13, 2)
    pad.enter("? -1,0")
    menu = session.menu(session.state, session.legal_actions())
    assert session.text_of(menu.last[0].action).endswith("!")
    pad.enter(session.text_of(menu.last[0].action))
    assert session.state.lands[-1, 0] == "??????"


def test_face_up_pieces_are_entered_by_taps() -> None:
    session = kept()
    menu = session.menu(session.state, session.legal_actions())
    tiles = menu.first[0].menu()  # type: ignore[misc]
    assert len(tiles.choices) == len(eletrika.Ruleset().tiles.tiles) - 1
    pad = Pad(session)
    pad.enter(session.text_of(tiles.choices[4].action))
    assert session.state.row[0] == 5
    pad.enter("set bonus ?")
    menu = session.menu(session.state, session.legal_actions())
    kinds = menu.first[1].menu()  # type: ignore[misc]
    pad.enter(session.text_of(kinds.choices[1].action))
    assert session.state.bonus == 1


def test_questions_of_the_table_are_answered_first_in_one_line(tmp_path: Path) -> None:
    lines = ("turns", "worth", "score -2,0 -1,0", "last", "unknown", "undo 1", "worth", "q")
    done = kept_from(tmp_path, KEPT, *lines)
    told = " ".join(done.stdout.split())
    assert "White: 15 turns or more Black: 15 turns or more The stack holds 25 tiles" in told
    assert (
        "White: 1 MW with -2,0 -1,0 (set 1 + high demand ? = 1 MW (at least)) Black: nothing"
        in told
    )
    assert "White scored 1 MW." in told
    assert "Points that depend on missing facts: White" in told
    assert "Undone: score -2,0 -1,0" in told
    assert told.count("White: 1 MW with") == 2


@pytest.mark.rule("EL-END-03")
def test_the_turns_left_are_those_that_are_played(game) -> None:
    """Until the stack has run out the number is the least, from then on it is exact."""
    _, entries = game
    session = begin_like(game[0])
    turns, seen = [], []
    for typed, turned in entries:
        state = session.state
        if state.round and (state.round, state.actor) not in turns:
            turns.append((state.round, state.actor))
            seen.append([*session.face.turns_left(state, session.names)])
        enter(session, typed, *turned)
    exact = 0
    for place, lines in enumerate(seen):
        for line in lines[:2]:
            name, _, count = line.partition(": ")
            played = sum(session.names[actor] == name for _, actor in turns[place:])
            if "or more" in count:
                assert int(count.split()[0]) <= played, (place, lines)
            else:
                exact += 1
                assert int(count.split()[0]) == played, (place, lines)
    assert exact > 3


@pytest.mark.rule("EL-END-03", "EL-SETUP-09", "EL-TILE-06")
@pytest.mark.parametrize("rotates", [False, True])
@pytest.mark.parametrize("refill", OPTIONS["refill"].values)
@pytest.mark.parametrize("trigger", OPTIONS["end_trigger"].values)
def test_the_turns_left_are_counted_at_any_action(trigger, refill, rotates) -> None:
    """In set-up and in mid-turn too; the least is reached if every turn lays a tile."""
    options = {"end_trigger": trigger, "refill": refill, "first_player_rotates": rotates}
    for seats in (2, 3, 4):
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


def test_leaving_says_the_command_that_continues_the_game(tmp_path: Path) -> None:
    """``gridgames resume`` lists only the games of its own folder."""
    session, save = kept(), Save(tmp_path / "ana.jsonl")
    save.follow(session)
    enter(session, "llllll e!")
    (line,) = GameApp(session, save, pause=0).leaving_lines()
    save.close()
    command = "".join(part[0] for part in line).partition("continue with: ")[2]
    done = run(*shlex.split(command)[1:], "--plain", typed="q\n")
    assert done.exit_code == 0, done.output
    assert "Ana" in done.stdout
