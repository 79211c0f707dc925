"""Games played through a pipe: what a script, a screen reader or a test sees."""

import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace

import pytest

import eletrika
from gridcommon.errors import Refusal
from gridgames.plain.game import PlainGame
from gridgames.saves.saves import Save
from gridgames.saves.start_menu import HUMAN
from plain_games import PROGRAM, environment, gridgames, process, recorded_actions

GAMES = ("powergrid", "eletrika")
SHORT = {"powergrid": ("--option", "house_limit=6"), "eletrika": ()}  # an early end
POWER = ("play", "powergrid", "--seats", "Ana=human,easy,easy", "--seed", "7")
# Ana opens, Otto bids or passes, and whatever it chooses Bia is asked in the same auction.
AUCTION = ("play", "powergrid", "--seats", "Ana=human,easy,Bia=human", "--seed", "7")
ELETRIKA = ("play", "eletrika", "--seats", "Ana=human,easy", "--seed", "3")


@pytest.fixture(scope="module")
def whole_games(tmp_path_factory):
    """The saves of games of first choices, which are looked at as they are played."""
    home = tmp_path_factory.mktemp("whole")
    return {game: played_by_first_choices(game, home) for game in GAMES}


def played_by_first_choices(game, home):
    save = home / f"{game}.jsonl"
    words = ("play", game, "--seats", "Ana=human,easy,easy", "--seed", "5", "--save", save)
    words += SHORT[game]
    done = process(home, *words, typed="1\n" * 3000)
    assert done.returncode == 0, done.stderr
    assert "first place, by" in done.stdout
    assert f"gridgames replay {save}" in done.stdout
    assert f"gridgames review {save}" in done.stdout
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    long_lines = [
        line for line in done.stdout.splitlines() if len(line) > 80 and str(save) not in line
    ]
    assert long_lines == []
    return save


@pytest.mark.parametrize("game", GAMES)
def test_a_game_of_first_choices_comes_to_its_end(game, whole_games, tmp_path):
    verified = gridgames(tmp_path, "verify", whole_games[game])
    assert verified.exit_code == 0
    assert "not finished" not in verified.stdout


@pytest.mark.parametrize(
    ("words", "remembered", "told"),
    [
        ((), {}, ["no terminal, so bots play", "Seed ", "Power Grid recharged", "normal 4"]),
        (("--lang=pt",), {}, ["sem terminal, os robôs jogam", "Semente ", "Power Grid recharged"]),
        (
            (),
            {"language": "pt_BR", "last": {"game": "eletrika", "eletrika": {"seats": [HUMAN] * 3}}},
            ["sem terminal", "Semente ", "Eletrika", "normal 3"],
        ),
    ],
)
def test_the_program_alone_without_a_terminal_plays_what_the_menu_offers(
    words, remembered, told, tmp_path
):
    settings = tmp_path / "gridgames" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps(remembered), encoding="utf-8")
    done = process(tmp_path, *words, XDG_CONFIG_HOME=str(tmp_path), LANG="C.UTF-8")
    assert done.returncode == 0
    assert all(one in done.stdout + done.stderr for one in told)
    assert done.stderr.count("\n") == 1
    (save,) = (tmp_path / "gridgames" / "saves").iterdir()
    assert '"result"' in save.read_text(encoding="utf-8").splitlines()[-1]
    assert gridgames(tmp_path, "verify", save).exit_code == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_game_typed_in_short_notation_is_the_game_that_was_played(game, whole_games, tmp_path):
    words = ("play", game, "--seats", "Ana=human,easy,easy", "--seed", "5", *SHORT[game])
    first, second = whole_games[game], tmp_path / "second.jsonl"
    session = Save(first).read()
    typed = [session.face.format(move.action) for move in session.moves if move.action.seat == 0]
    done = gridgames(tmp_path, *words, "--save", second, typed=typed)
    assert "Not allowed" not in done.stdout
    assert "Not understood" not in done.stdout
    assert second.read_bytes() == first.read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_while_one_watches(game, tmp_path):
    words = ("play", game, "--watch", "--seats", "easy,easy", "--seed", "1", *SHORT[game])
    done = gridgames(tmp_path, *words)
    assert done.exit_code == 0
    assert "first place, by" in done.stdout
    assert "Type a number" not in done.stdout
    saves = list((tmp_path / "gridgames" / "saves").glob("*"))
    assert [path.suffix for path in saves] == [".jsonl"], "one save, and no lock left behind"


@pytest.mark.parametrize("game", GAMES)
def test_where_nobody_can_be_asked_bots_play(game, tmp_path):
    words = ("play", game, "--players", "2", "--seed", "1", "--no-save", *SHORT[game])
    done = gridgames(tmp_path, *words)
    assert done.exit_code == 0
    assert "first place, by" in done.stdout
    assert "not a terminal, so bots play." in " ".join(done.stderr.split())
    for flag in ("--seats", "--watch", "--no-save"):
        assert flag in done.stderr
    assert gridgames(tmp_path, *words, "--seats", "human,easy").exit_code == 2, "--players as well"


def test_the_end_of_input_leaves_a_saved_game(tmp_path):
    done = gridgames(tmp_path, *AUCTION, typed="1\n")
    assert done.exit_code == 0
    assert "Saved; continue with: gridgames resume" in done.stdout
    again = gridgames(tmp_path, "resume", "1", typed="q\n")
    assert again.exit_code == 0
    assert "leads with" in again.stdout


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("open 3 0", "Not allowed, PG-AUC-09: 0 is below the minimum bid of 1 for plant 3"),
        ("build Essen", "Not allowed, PG-ROUND-01: possible only during building; this is auction"),
        ("opne 3", "unknown action 'opne'; nearest: open, done"),
        ("pas", "unknown action 'pas'; nearest: pass Type"),
        ("theme light", "theme can be used only on the full screen."),
        ("pause", "pause can be used only on the full screen."),
        ("abri 3 3", "unknown action 'abri'; nearest: open Type"),
        ("buy carvo 1", "unknown word 'carvo'; nearest: coal"),
        ("build Dresen", "nearest: Dresden"),
        ("17", "Choice 17 does not exist; choose 1 to 4."),
        ("y open 15 15", "open 15 15 is not allowed, PG-AUC-02: plant 15 is not in the current"),
        ("y open 3 5", "open 3 5 is allowed."),
        ("y", "Type y and an action: y open"),
        ("rules PG-AUC-03", "Bidding goes clockwise"),
        ("rules pg-win", "unknown rule PG-WIN"),
        ("rules discount", "PG-AUC-11"),
        ("?", "why an action is allowed or not"),
        ("help", "Format of actions: open 13 15, bid 16"),
        ("t", "would: open"),
        ("u", "There is nothing to undo."),
        ("r", "There is nothing to redo."),
        ("players", "Ana: 50 Elektro"),
        ("board", "east: Dresden"),
        ("state", "Plant market"),
        ("secrets", "No player sees the order of the plants"),
        ("choices", "1 open 3 1"),
        ("log x", "expected a number, found 'x'"),
        ("undo that", "expected a number, found 'that'"),
        ("0", "1 open 3 1"),
        ("", "1 open 3 1"),
        ("\x00\udcff😀", "Not understood"),
        ("9" * 5000, "Choice 999999999"),
    ],
)
def test_what_is_typed_is_answered(typed, told, tmp_path):
    raw = f"{typed}\n".encode("utf-8", "surrogateescape")
    done = gridgames(tmp_path, *POWER, "--no-save", typed=raw)
    assert done.exit_code == 0, done.stderr
    before, _, after = done.stdout.partition("Type a number")
    text = " ".join(after.split())
    assert before
    assert told in text
    if "Not allowed" in told or "not allowed" in told:
        assert "1 open 3 1" in text.split(told)[1].split("Allowed now:")[1]


def test_eletrika_says_why_and_what_instead(tmp_path):
    done = gridgames(
        tmp_path, *ELETRIKA, "--no-save", typed=["y tile 21/0 5,5", "build T 0,0", "tile 1"]
    )
    text = " ".join(done.stdout.split())
    assert "tile 21/0 5,5 is not allowed, EL-TILE-01: 5,5 touches no tile on the table" in text
    assert "Not allowed, EL-TURN-01" in text
    assert "Not understood: expected: tile TILE[/ROTATION] Q,R" in text
    assert text.count("Allowed now:") == 2


def test_menus_open_and_close(tmp_path):
    done = gridgames(tmp_path, *ELETRIKA, "--no-save", typed=["1", "0", "1", "99", "2"])
    assert done.stdout.count("Tile 21 on -1,0: in which rotation?") == 2
    assert done.stdout.count("  0  back") == 2
    assert "Choice 99 does not exist; choose 1 to 4." in done.stdout
    assert "Ana lays tile 21, turn 3, on -1,0" in done.stdout


def test_undo_and_redo_are_told_and_saved(tmp_path):
    save = tmp_path / "game.jsonl"
    played = (*POWER, "--save", save)
    done = gridgames(tmp_path, *played, typed=["open 4 4", "u", "r", "u"])
    assert done.stdout.count("Undone: open 4 4") == 2
    assert done.stdout.count("Redone: open 4 4") == 1
    assert recorded_actions(save) == []
    gridgames(tmp_path, "resume", save, typed=["open 5 5", "u", "r"])
    assert recorded_actions(save)[0]["plant"] == 5


def test_a_copy_is_saved_and_never_over_a_file(tmp_path):
    copy, other = tmp_path / "copy.jsonl", tmp_path / "letter.txt"
    other.write_text("Dear Ana")
    typed = ["open 4 4", f"save {copy}", f"save {other}", f"save {tmp_path}/no/such", "save"]
    done = gridgames(tmp_path, *POWER, "--no-save", typed=typed)
    text = " ".join(done.stdout.split())
    assert recorded_actions(copy)[0]["plant"] == 4
    assert other.read_text() == "Dear Ana"
    assert "already exists and is not overwritten" in text
    assert "cannot be written: no such file or directory" in text
    assert "Type save and the name of a file." in text


def test_the_log_tells_what_happened(tmp_path):
    done = gridgames(tmp_path, *AUCTION, "--no-save", typed=["open 4 4", "log 2"])
    before, after = done.stdout.split("leave this auction\n")
    (told,) = re.findall(r"^Plant 4 .*: .*Otto.*$", before, re.M)
    assert after.splitlines()[0] == told


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("play",), "GAME is missing: one of powergrid, eletrika"),
        (("play", "--seed", "1"), "GAME is missing"),
        (("play", "powergrid", "--seats", "Ana=human,grandmaster"), "unknown player 'grandmaster'"),
        (("play", "powergrid", "--seats", "human,human=human,=human"), "name comes before"),
        (("play", "powergrid", "--seats", "A=human,A=human"), "'A' is listed twice"),
        (("play", "powergrid", "--seats", "Max=easy,human"), "a bot has no name of its own"),
        (("play", "powergrid", "--seats", "easy 1=human,easy"), "choose another one"),
        (("play", "powergrid", "--seats", "easy,easy"), "add --watch to watch"),
        (("play", "powergrid", "--watch", "--seats", "human,easy"), "--watch is only for bots"),
        (("play", "powergrid", "--seats", "human,easy", "--players", "2"), "leave out --players"),
        (("play", "powergrid", "--seats", "human"), "expected 2 to 6 players"),
        (("play", "eletrika", "--watch", "--players", "5"), "2 to 4 players"),
        (("play", "eletrika", "--watch", "--map", "usa"), "--map is an option of powergrid only"),
        (("play", "powergrid", "--watch", "--no-save", "--save", "x"), "cannot be used together"),
        (("resume", "7"), "saved game 7 does not exist"),
        (("resume", "no-such-file"), "no such file"),
        (("replay", "no-such-file"), "no such file"),
    ],
)
def test_wrong_usage_ends_with_2_and_leaves_nothing(words, problem, tmp_path):
    done = gridgames(tmp_path, *words)
    assert done.exit_code == 2
    assert problem in " ".join(done.stderr.split())
    assert done.stdout == ""
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_save_is_not_written_over(tmp_path):
    save, letter = tmp_path / "game.jsonl", tmp_path / "letter.txt"
    letter.write_text("Dear Ana")
    gridgames(tmp_path, *POWER, "--save", save, typed="1\n")
    before = save.read_bytes()
    done = gridgames(tmp_path, *POWER, "--save", save, typed="1\n")
    assert done.exit_code == 2
    assert f"gridgames resume {save}" in " ".join(done.stderr.split())
    assert save.read_bytes() == before
    done = gridgames(tmp_path, *POWER, "--save", letter, typed="1\n")
    assert done.exit_code == 2
    assert "is not a saved game" in " ".join(done.stderr.split())
    assert letter.read_text() == "Dear Ana"


def test_several_people_with_hidden_money_hand_over(tmp_path):
    words = ("play", "powergrid", "--seats", "Ana=human,Bea=human", "--seed", "3")
    typed = ["", "1", "", "1", "", "players"]
    setup = gridgames(tmp_path, *words, "--option", "hidden_money=true", typed=typed).stdout
    assert "It is Ana's turn. Everybody else, please look away." in setup
    assert "It is Bea's turn. Everybody else, please look away." in setup
    assert "Bea: money hidden" in setup
    assert "50 Elektro" in setup
    for block in re.split("It is (?=Ana's|Bea's)", setup)[1:]:
        other = "Bea" if block.startswith("Ana") else "Ana"
        assert f"{other}: money hidden" in block
        assert f"{other}: 50 Elektro" not in block
    plain = gridgames(tmp_path, *words, typed=typed).stdout
    assert "look away" not in plain


@pytest.mark.parametrize("game", GAMES)
def test_every_move_of_a_bot_is_told_with_its_reason(game, tmp_path):
    save = tmp_path / "game.jsonl"
    words = ("play", game, "--watch", "--seats", "easy,random", "--seed", "1", *SHORT[game])
    gridgames(tmp_path, *words, "--save", save)
    session = Save(save).read()
    shown, told = PlainGame(session, None, 0), ""
    for move in session.moves[:20]:
        one = replace(move, reason=Refusal("", "it costs only {price}", price=7))
        told += " ".join(shown.sentences([one]))
    assert told.count("(it costs only 7)") == 20


def test_a_full_disk_is_told_and_the_game_goes_on(tmp_path):
    """The file may not grow beyond a limit: writing fails as on a full disk, for root too."""
    save = tmp_path / "game.jsonl"
    limited = (
        "import resource, sys; from gridgames.__main__ import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1200, 1200)); main()"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", limited, *POWER, "--save", str(save)],
        input="1\n" * 60,
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    told = " ".join(done.stderr.split())
    assert "not saved: file too large; the game continues" in told
    assert told.count("the game continues") == 1
    assert done.stdout.count("Ana ") > 10
    assert save.stat().st_size <= 1200
    assert gridgames(tmp_path, "verify", save).exit_code == 0
    assert recorded_actions(save)


def test_a_directory_that_cannot_be_made_is_told_and_the_game_goes_on(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = gridgames(tmp_path, *POWER, "--save", blocked / "game.jsonl", typed="1\n")
    assert done.exit_code == 2
    assert "not saved" in done.stderr
    assert "Plant 3 (2 oil for 1 city)" in done.stdout


def test_a_second_program_on_one_save_is_refused(tmp_path):
    save = tmp_path / "game.jsonl"
    first = subprocess.Popen(
        [*PROGRAM, *POWER, "--save", str(save)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert first.stdin
    assert first.stdout
    with first:
        while "open 6 6" not in first.stdout.readline():
            pass
        second = gridgames(tmp_path, "resume", save, typed="1\n")
        assert second.exit_code == 2
        assert "this game is open in another program" in " ".join(second.stderr.split())
        assert gridgames(tmp_path, "replay", save, "--all").exit_code == 0
        first.communicate("1\n")
    assert first.returncode == 0
    assert recorded_actions(save)
    assert gridgames(tmp_path, "resume", save).exit_code == 0


def test_output_that_nobody_reads_ends_quietly(tmp_path):
    words = ("play", "eletrika", "--watch", "--seats", "easy,easy", "--seed", "1")
    command = shlex.join([*PROGRAM, *words])
    done = subprocess.run(
        ["sh", "-c", f"{command} | head -3"],
        capture_output=True,
        text=True,
        env=environment(tmp_path),
        timeout=60,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("Seed 1")


DECORATION = re.compile(r"[^\w\s.,;:()/+=?!*'\"\[\]<>|-]|--|->|=>|\s>\s|\([a-z.]*\.[a-z.]*\)")


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
def test_plain_mode_has_nothing_that_is_not_to_be_read_aloud(tmp_path, game, language):
    typed = ["board", "state", "players", "1", "1", "1", "1", "plan", "log", "chart", "choices"]
    words = ("play", game, "--seats", "Ana=human,easy,easy", "--seed", "4", "--lang", language)
    done = gridgames(tmp_path, *words, "--plain", typed=[*typed, *["1"] * 20, "board", "plan"])
    assert done.exit_code == 0
    told = done.stdout.partition("gridgames resume")[0]
    assert DECORATION.findall(told) == []


def test_the_board_of_eletrika_is_told_tile_by_tile_and_drawn_when_asked(tmp_path):
    words = ("play", "eletrika", "--seats", "Ana=human,easy,easy", "--seed", "4", "--plain")
    done = gridgames(tmp_path, *words, typed=["1", "1", "board", "draw"])
    assert "Lay your first tile, 27: where? Its edges, clockwise from the east: " in done.stdout
    words, _, drawn = done.stdout.rpartition("northeast 1,-1.")
    assert "0,0: the source; river, field, field, field, field, field" in words
    assert "room for Plant, Tower, Substation, Pole, City; " in words
    assert "src" not in words
    assert "src" in drawn


TWO_PEOPLE = ("play", "eletrika", "--seats", "Ana=human,Bea=human", "--seed", "3", "--plain")
FIRST = "tile 21/3 1,0"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (f"{FIRST}; 1", ["It is Bea's turn.", "Not done: 1"]),
        (f"{FIRST}; log; board;", ["It is Bea's turn.", "Not done: log; board"]),
        ("nonsense; 1", ["Type ? for help, or an empty line for the choices.", "Not done: 1"]),
        ("log; q; 1", ["Not done: 1"]),
        (f"{FIRST};", []),
    ],
)
def test_what_is_left_of_a_line_is_done_or_said_not_to_be(typed, told, tmp_path):
    done = gridgames(tmp_path, *TWO_PEOPLE, "--no-save", typed=[typed])
    assert done.exit_code == 0, done.output
    lines = [line.strip() for line in done.stdout.splitlines()]
    at = next((place for place, line in enumerate(lines) if "Not done" in line), 0)
    assert lines[at + 1 - len(told) : at + 1] == told if told else not at


def test_a_line_is_left_in_the_middle(tmp_path):
    done = gridgames(tmp_path, *TWO_PEOPLE, "--no-save", typed=["log; q", "state"])
    assert (done.exit_code, done.stdout.count("Reserve")) == (0, 1)


def test_what_is_typed_while_the_others_look_away_is_not_lost_without_a_word(tmp_path):
    seats = "Ana=human,Bea=human,Caio=human"
    hidden = ("play", "powergrid", "--seats", seats, "--option", "hidden_money=true", "--no-save")
    done = gridgames(tmp_path, *hidden, "--seed", "3", "--plain", typed=["open 3 3", "q"])
    assert "Just press Enter here." in done.stdout
    assert "Not done: open 3 3" in done.stdout


def test_after_the_end_what_is_not_understood_is_said_and_nobody_is_thrown_out(tmp_path):
    save = tmp_path / "over.jsonl"
    seats = ("--seats", "random,random", "--seed", "3")
    gridgames(tmp_path, "play", "eletrika", "--watch", *seats, "--save", save)
    lines = save.read_text(encoding="utf-8").replace('"random 1"', '"Ana"').splitlines()
    last = max(place for place, line in enumerate(lines) if '"do":' in line)
    action = eletrika.format_action(eletrika.action_from_json(json.loads(lines[last])))
    lines[last:] = []
    lines[0] = lines[0].replace('"random 2"', '"Bea"')
    save.write_text("\n".join(lines) + "\n", encoding="utf-8")
    typed = [f"{action}!; chart", "build T 0,1; chart", "log; undo; log", "q"]
    done = gridgames(tmp_path, "resume", save, "--plain", typed=typed)
    assert done.stdout.count("The game is over\nNot done: chart") == 2
    assert "The game continues.\nNot done: log" in done.stdout
