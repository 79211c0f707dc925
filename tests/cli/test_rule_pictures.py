"""The pictures of rules: their claims hold, they show something, and can be played on from."""

import re

import pytest
from typer.testing import CliRunner

from gridcommon.examples import read_examples
from gridgames.app import app
from gridgames.bots.roster import bots_of
from gridgames.commands.site.figures import Figures
from gridgames.games.registry import Choice, names, wing_of
from gridgames.rules.pictured import Played, picture_of, pictured_rules, result_of
from gridgames.saves.new_games import new_session

LARGEST = 60_000  # characters of a figure


def run(*words: str):
    return CliRunner(env={"COLUMNS": "80"}).invoke(app, list(words))


@pytest.fixture(scope="module", params=names())
def pictures(request) -> tuple[str, dict[str, Played]]:
    """All pictures of a game, each made once."""
    game = request.param
    return game, {rule: picture_of(rule, game) for rule in pictured_rules(game)}


def test_a_picture_for_each_rule_that_has_a_place():
    assert sum(len(pictured_rules(game)) for game in names()) == 148


def test_each_rule_has_one_picture():
    for game in names():
        examples = read_examples(wing_of(game).game.LEDGER).values()
        shown = [
            (rule, example)
            for example in examples
            for given in example.values.values()
            for rule in given.get("shows", ())
        ]
        assert len({rule for rule, _ in shown}) == len(shown)
        assert [rule for rule, example in shown if rule not in example.rules] == []


def test_what_a_picture_claims_holds(pictures):
    """The value is the one of the data; what is refused, the rule of the picture refuses."""
    game, made = pictures
    for rule, picture in made.items():
        one, _ = result_of(rule, game)
        assert one.answer.value == one.expected, rule
        assert picture.refused in ("", *one.given["shows"]), rule
        assert (picture.refused != "") == (one.attempt.refusal is not None), rule
        for said in picture.words:
            assert said, rule
        assert picture.words or picture.claim, rule


def test_a_picture_shows_what_it_is_about(pictures):
    """Before and after differ, and each figure is a small piece of HTML that names its boards."""
    _, made = pictures
    figures = Figures()
    for rule, picture in made.items():
        name = rule.lower()
        html = figures.figure(picture, name, picture.command(rule))
        assert "\n" not in html, rule
        assert len(html) < LARGEST, rule
        assert picture.command(rule) in html
        assert 'class="panel' in html or "<svg" in html, rule
        boards = re.findall(r'<svg class="board".*?</svg>', html)
        assert all(board.count("<title") == board.count("<desc") == 1 for board in boards), rule
        scenes = html.partition('<div class="scene after">')
        before = (
            scenes[0].partition('<div class="scene before">')[2].partition("</div><p class=")[0]
        )
        if picture.after is not None:
            after = scenes[2].partition("<figcaption>")[0]
            assert _without_names(after) != _without_names(before), rule
        else:
            assert picture.refused or picture.claim, rule
    shared = figures.shared()
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'id="([^"]+)"', shared))


def _without_names(html: str) -> str:
    return re.sub(
        r'(id|aria-labelledby)="[^"]*"|<title.*?</title>|<p class="label">\w+</p>', "", html
    )


def test_each_picture_is_played_on_from(pictures):
    """The command of a picture leads to its position, where the same is refused or done."""
    game, made = pictures
    for rule, picture in made.items():
        choice = Choice(game, picture.options, {"position": rule})
        seats = len(picture.names)
        session = new_session(choice, None, seats, 1, watch=True, bots=bots_of(game, None, None))
        state, engine = session.state.copy(), wing_of(game).game
        one, _ = result_of(rule, game)
        for place, text in enumerate(one.attempt.texts):
            action = engine.parse_action(text, state)
            refusal = engine.check(state, action)
            if place == len(one.attempt.made):
                assert refusal is not None, rule
                assert refusal.rule == picture.refused, rule
                break
            assert refusal is None, (rule, text, str(refusal))
            engine.advance(state, action, [])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rules", "PG-BUILD-04", "--draw"), "build Köln is refused: "),
        (("rules", "pg-build-4", "--draw"), "--position PG-BUILD-04 --players 3"),
        (("draw", "PG-BUILD-04"), "Köln"),
        (("draw", "el-mark-2"), "*K2"),
        (("powergrid", "show", "PG-BUILD-04"), "A: 100 Elektro"),
        (("eletrika", "check", "EL-MARK-02"), "1,1"),
        (("eletrika", "legal", "EL-MARK-02"), "1,1: Tower, Substation"),
    ],
)
def test_commands_take_the_picture_of_a_rule_as_a_position(words, told):
    answer = run(*words)
    assert answer.exit_code == 0, answer.output
    assert told in answer.stdout


def test_a_game_is_played_from_the_picture_of_a_rule():
    played = ("--no-save", "--watch", "--plain", "--rounds", "3")
    answer = run("play", "powergrid", "--position", "PG-BUILD-04", "--players", "3", *played)
    assert answer.exit_code == 0, answer.output
    assert "builds in" in answer.stdout


def test_a_file_comes_before_a_rule_and_a_rule_may_have_no_picture(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "PG-BUILD-04").write_text("U-T-S-P-C\n")
    assert "U" in run("eletrika", "check", "PG-BUILD-04").stdout
    refused = run("draw", "PG-COMP-06")
    assert refused.exit_code == 2
    assert "neither a file nor a rule with a picture" in " ".join(refused.stderr.split())
