"""The decisions of a record that other rules change, and how often each option matters."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import eletrika
import powergrid
from gridcommon.errors import Refusal
from gridcommon.game_loop import header, play, play_recorded, replay, start
from gridcommon.records import format_line, read_record
from gridgames.app import app
from gridgames.comparison.decisions import CHOICE, OUTCOME, REFUSED, alternatives
from gridgames.comparison.frequencies import count_game, frequency_of, read_frequencies, summed
from gridgames.comparison.sides import game_comparison, games
from gridgames.languages.language import Language
from gridgames.languages.ledgers import ambiguities, rules
from powergrid.tables import CITY_NAMES


def compare(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["compare", *map(str, words)])


def judged(*words: str | Path) -> dict[str, dict]:
    answer = compare(*words, "--json")
    assert answer.exit_code == 0, answer.output
    return {one["name"]: one for one in json.loads(answer.stdout)["decisions"]["under"]}


@pytest.fixture(scope="module")
def close(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Eletrika that ends 12 to 11."""
    state = eletrika.new_game(eletrika.Ruleset(), 2, 3, eletrika.Setup())
    first = header(eletrika, state, ["Ana", "Bia"], 3)
    bots = [eletrika.make_bot("normal", 20 + seat) for seat in range(2)]
    lines = play_recorded(eletrika, state, play(eletrika, state, bots))
    path = tmp_path_factory.mktemp("close") / "close.jsonl"
    path.write_text("\n".join([format_line(first.to_json()), *lines, ""]), "utf-8")
    return path


@pytest.mark.parametrize("name", ["classic", "cartel", "eletrika"])
def test_every_claim_about_a_decision_is_what_the_engine_does(records, name):
    path = records[name]
    head, lines = read_record(path.read_bytes().splitlines(), str(path))
    part = game_comparison(head.game)
    game = part.RUNNER.game
    state = start(game, head)
    others = {one.name: one for one in alternatives(part, state.ruleset, len(head.players))}
    found = judged(path)
    assert [*found] == [*others]
    states, actions = [state.copy()], []
    for line, _, _ in replay(game, state, lines, "record"):
        if line.kind == "action":
            actions.append(game.action_from_json(line.data))
            states.append(state.copy())
    checked = set()
    for under, one in found.items():
        for different in one["differences"]:
            at, kind = different["at"], different["kind"]
            if not at or (under, kind) in checked or not others[under].option:
                continue
            checked.add((under, kind))
            before, action = states[at - 1], actions[at - 1]
            assert game.check(before, action) is None
            theirs = [part.recast(before, others[under].ruleset)]
            theirs += twin_before(game, states[0], others[under].ruleset, actions[: at - 1])
            assert any(differs(game, before, there, action, different) for there in theirs)
    assert {CHOICE, OUTCOME} <= {kind for _, kind in checked}


def twin_before(game, first, ruleset, actions) -> list:
    """Return the game under another ruleset after the same actions, if they are legal there."""
    seats = len(game.facts(first).get("scores") or first.money)
    state = game.new_game(ruleset, seats, None, game.draws(first))
    for action in actions:
        if game.check(state, action):
            return []
        game.advance(state, action, None)
    return [state]


def differs(game, before, there, action, told: dict) -> bool:
    refusal = game.check(there, action)
    if told["kind"] == REFUSED:
        return isinstance(refusal, Refusal) and [refusal.rule] == told["rules"]
    if told["kind"] == CHOICE:
        legal, other = (set(game.legal_actions(two)) for two in (before, there))
        return (len(legal - other), len(other - legal)) == (len(told["here"]), len(told["there"]))
    events, there_events = [], []
    game.advance(before.copy(), action, events)
    game.advance(there, action, there_events)
    return not refusal and events != there_events


def test_who_would_have_won_is_the_result_of_the_whole_game_under_the_other_rules(close):
    found = judged(close)
    assert json.loads(compare(close, "--json").stdout)["decisions"]["winners"] == [0]
    one = found["forest_touch=tile"]
    assert one["winners"] == [1]
    assert one["stopped"] is None
    assert one["decisions"] > 0
    lines = close.read_text("utf-8").splitlines()
    head = json.loads(lines[0])
    head["ruleset"]["options"] = {"forest_touch": "tile"}
    changed, _ = read_record([format_line(head)], "changed")
    state = start(eletrika, changed)
    for line in lines[1:]:
        if "do" in (data := json.loads(line)):
            eletrika.advance(state, eletrika.action_from_json(data), None)
    assert eletrika.result(state).winners == (1,)
    same = found["row_redraw=true"]
    assert not same["differences"]
    assert same["winners"] == [0]


def test_the_text_names_decisions_rules_and_the_end(close):
    shown = compare(close, "--rows", "forest_touch=tile").stdout
    text = " ".join(shown.replace("│", " ").split())
    assert "forest_touch=tile (A forest borders if it lies: anywhere on the tile):" in text
    assert "(EL-SCORE-01)" in text
    assert "instead of: Ana scores" in text
    assert "≠ different" in text
    assert "Bia would win." in text
    assert "Of 1" in text
    assert "games between bots" in text
    assert "No decision is different under" in compare(close).stdout
    assert '"decisions"' not in compare(close, "--at", "5", "--json").stdout


def test_only_the_sides_that_are_asked_for_are_judged(records):
    sides = ("--between", "powergrid:classic", "powergrid", "powergrid:hidden_money=true")
    found = judged(records["classic"], *sides)
    assert [*found] == ["powergrid:recharged", "powergrid:recharged,hidden_money=true"]
    rules_named = {
        rule for one in found["powergrid:recharged"]["differences"] for rule in one["rules"]
    }
    assert "PG-AUC-11" in rules_named
    assert rules_named <= {*rules("powergrid", Language.ENGLISH)}


def test_a_city_that_only_one_edition_has_is_its_counterpart():
    state = powergrid.new_game(powergrid.Ruleset(), 2, 3, powergrid.Setup())
    part = game_comparison("powergrid")
    there = part.recast(
        powergrid.from_facts(powergrid.Ruleset(), 3, {"phase": "building"}),
        powergrid.Ruleset("classic"),
    )
    translate = part.translator(state, there)
    build = powergrid.Build(0, [*CITY_NAMES].index("Mainz"))
    assert powergrid.format_action(translate(build)) == "build Wiesbaden"


def test_an_unfinished_record_is_judged_and_has_no_winner(close, tmp_path):
    path = tmp_path / "begun.jsonl"
    path.write_text("\n".join(close.read_text("utf-8").splitlines()[:20]) + "\n", "utf-8")
    answer = compare(path)
    assert answer.exit_code == 0
    assert "The record ends before the game does." in answer.stdout


def test_a_broken_record_is_refused_in_one_message(close, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # a long path takes more lines
    Path("torn.jsonl").write_text(close.read_text("utf-8")[:900], "utf-8")
    answer = compare("torn.jsonl")
    assert answer.exit_code == 2
    assert not answer.stdout
    assert "torn.jsonl, line 7" in " ".join(answer.stderr.split())
    assert len(answer.stderr.splitlines()) <= 3


def test_two_positions_are_compared_and_nothing_else(close):
    examples = Path(__file__).parents[2] / "examples"
    files = examples / "fifth-round.powergrid", examples / "last-round.powergrid"
    rows = json.loads(compare(*files, "--json").stdout)["topics"][0]["rows"]
    bids = next(row for row in rows if row["row"] == "record.bids")
    assert [Path(cell["name"]).name for cell in bids["sides"]] == [file.name for file in files]
    assert [cell["mark"] for cell in bids["sides"]] == [None, "different"]
    assert bids["sides"][1]["text"].startswith("23: 1; 27: 27")
    with_sides = compare(*files, "--between", "powergrid:classic", "powergrid", "--json")
    assert len(json.loads(with_sides.stdout)["topics"][0]["rows"][1]["sides"]) == 4
    for words, said in (
        ((files[0], examples / "dead-end.eletrika"), "positions of one game"),
        ((files[0], close), "is a record; two positions"),
        ((*files, "--at", "3"), "--at needs a game record"),
        ((*files, "--between", "eletrika"), "is a side of eletrika"),
        ((files[0], examples / "none.powergrid"), "none.powergrid: cannot be read: no such file"),
    ):
        answer = compare(*words)
        assert answer.exit_code == 2
        assert said in " ".join(answer.stderr.split())


def test_the_first_row_of_two_positions_is_what_only_one_of_them_has(tmp_path):
    path = Path(__file__).parents[2] / "examples" / "fifth-round.powergrid"
    text = path.read_text("utf-8")
    changed = tmp_path / "changed.powergrid"
    changed.write_text(text.replace("Stuttgart", "Augsburg"), "utf-8")
    first, *_ = json.loads(compare(path, changed, "--json").stdout)["topics"][0]["rows"]
    assert first["row"] == "record.differs"
    assert [cell["text"] for cell in first["sides"]] == [
        "Board: Stuttgart (Ana)",
        "Board: Augsburg (Ana)",
    ]
    first, *_ = json.loads(compare(path, path, "--json").stdout)["topics"][0]["rows"]
    assert [cell["text"] for cell in first["sides"]] == ["nothing"] * 2


def test_a_record_on_a_map_of_the_user_is_judged_on_that_map(tmp_path):
    table = Path(__file__).parents[2] / "examples" / "nordeste.toml"
    rules = powergrid.Ruleset(map=powergrid.load_map(table))
    state = powergrid.new_game(rules, 3, 3, powergrid.Setup())
    first = header(powergrid, state, ["Ana", "Bia", "Caio"], 3)
    bots = [powergrid.make_bot("random", 3 + seat) for seat in range(3)]
    lines = play_recorded(powergrid, state, play(powergrid, state, bots))
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join([format_line(first.to_json()), *list(lines)[:40], ""]), "utf-8")
    found = json.loads(compare(path, "--json").stdout)
    assert len(found["decisions"]["under"]) > 3
    assert not any("map" in one["name"] for one in found["decisions"]["under"])
    assert f'map="{rules.map}"' in " ".join(found["topics"][0]["notes"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing in the text"),
        ("the quick brown fox", "neither a game record nor a position"),
        ('{"a": 1}', "key 'format'"),
    ],
)
def test_a_text_that_is_neither_is_refused_in_one_message(tmp_path, text, said):
    path = tmp_path / "text.jsonl"
    path.write_text(text, "utf-8")
    answer = compare(path)
    assert answer.exit_code == 2
    assert not answer.stdout
    assert said in " ".join(answer.stderr.split())
    assert answer.stderr.count("text.jsonl") == 1


# How often


@pytest.mark.parametrize("game", games())
def test_each_option_has_a_figure_and_the_first_game_counts_as_shipped(game):
    batch = read_frequencies(game)
    engine = game_comparison(game).RUNNER.game
    for option in engine.OPTIONS:
        allowed = [one for one in frequency_of(game, option) if one.games]
        assert allowed or option == "source_in_38", option  # which needs other tiles
    for one in batch.frequencies:
        assert 0 <= one.winners <= one.games - one.stopped
        assert one.differing <= one.games <= batch.games
        assert sum(games for games, _ in one.seats.values()) == one.games
        known = {
            *rules(game, Language.ENGLISH),
            *(a.id for a in ambiguities(game, Language.ENGLISH)),
        }
        assert {*one.rules} <= known
    assert batch.sampled == 1
    assert tuple(summed(game, [count_game(game, 0)])) == batch.sample
