"""``gridgames rules``: all rules, options and pictures; pages and lists are in transcripts."""

import json
import re
from pathlib import Path

import pytest
from site_pages.figures import Figures

from gridcommon.examples import read_examples
from gridcommon.traceability import coverage
from gridgames.languages.language import Language
from gridgames.show.registry import GameChoice, game_of, names, wing_of
from gridgames.study.rules import rule_text
from gridgames.study.rules.book import open_book
from gridgames.study.rules.pictured import picture_of, pictured_rules, result_of
from gridgames.table.bots.roster import bots_of
from gridgames.table.saves.new_games import GameForm
from plain_games import invoke

TESTS = Path(__file__).parents[1]
BOOK = open_book(Language.ENGLISH)


def run(*words, code=0):
    done = invoke(*words)
    assert done.exit_code == code, done.output
    return done.stdout or " ".join(done.stderr.split())


def answered(*words):
    return json.loads(run("rules", "--json", *words))


@pytest.mark.parametrize("language", list(Language))
def test_every_rule_and_option_is_shown_within_80_columns(language, monkeypatch):
    """Some in each language, without names of test vectors, which are for programmers."""
    monkeypatch.setattr(rule_text, "find_tests", lambda: None)
    some = [*BOOK][language != "en" :: 8]
    text = run("rules", *some, "--lang", language)
    assert max(map(len, text.splitlines())) <= 80
    assert not re.search(r"\*\*|TV-", text)
    for game in names():
        for name, option in [*game_of(game).OPTIONS.items()][language != "en" :: 4]:
            text = run("rules", name, "--game", game, "--lang", language)
            assert max(map(len, text.splitlines())) <= 80
            assert all(f"\n  {name}={word}" in text for word in option.words()), name
            assert ("Played: " if language == "en" else "Jogado: ") in text


def test_a_rule_lists_the_code_and_the_tests_that_name_it():
    """Its other fields are in the transcript ``asked``."""
    (rule,) = answered("EL-FOREST-01")["rules"]
    places = {name.partition("::")[0] for name in rule["tests"]}
    assert "eletrika/data/examples.toml" in places
    assert all(place.startswith("tests/") or place.endswith(".toml") for place in places)
    trace = coverage("eletrika", TESTS).traces["EL-FOREST-01"]
    assert (rule["code"], rule["tests"]) == (trace.code, trace.tests)


def test_without_a_checkout_the_tests_are_said_to_be_elsewhere(monkeypatch):
    monkeypatch.setattr(rule_text, "find_tests", lambda: None)
    assert "not shipped with the program" in run("rules", "PG-AUC-01")
    assert answered("PG-AUC-01")["rules"][0]["tests"] is None


# Pictures


@pytest.fixture(scope="module", params=names())
def pictures(request):
    """A quarter of the pictures of a game; the site has all of them."""
    return request.param, {one: picture_of(one, request.param) for one in
                           [*pictured_rules(request.param)][::4]}  # fmt: skip


def test_each_rule_that_has_a_place_has_one_picture():
    assert sum(len(pictured_rules(game)) for game in names()) == 148
    for game in names():
        shown = [
            (rule, example)
            for example in read_examples(wing_of(game).game.LEDGER).values()
            for given in example.values.values()
            for rule in given.get("shows", ())
        ]
        assert len({rule for rule, _ in shown}) == len(shown)
        assert [rule for rule, example in shown if rule not in example.rules] == []


def test_a_picture_claims_what_holds_shows_it_and_is_played_on_from(pictures):
    """What is refused, the rule of the picture refuses; its command leads to its position."""
    game, made = pictures
    engine, figures, html = wing_of(game).game, Figures(), ""
    for rule, picture in made.items():
        one, _ = result_of(rule, game)
        assert one.answer.value == one.expected, rule
        assert picture.refused in ("", *one.given["shows"]), rule
        assert (picture.refused != "") == (one.attempt.refusal is not None), rule
        assert picture.words or picture.claim, rule
        assert all(picture.words), rule
        html = figures.figure(picture, rule.lower(), picture.command(rule))
        assert len(html) < 60_000, rule
        assert "\n" not in html, rule
        assert picture.command(rule) in html
        assert 'class="panel' in html or "<svg" in html, rule
        boards = re.findall(r'<svg class="board".*?</svg>', html)
        assert all(board.count("<title") == board.count("<desc") == 1 for board in boards), rule
        before, _, after = html.partition('<div class="scene after">')
        before = before.partition('<div class="scene before">')[2].partition("</div><p class=")[0]
        if picture.after is not None:
            assert _bare(after.partition("<figcaption>")[0]) != _bare(before), rule
        else:
            assert picture.refused or picture.claim, rule

        choice = GameChoice(game, picture.options, {"position": rule})
        bots = bots_of(game, None, None)
        state = (
            GameForm(choice, None, len(picture.names), 1, watch=True, bots=bots)
            .session()
            .state.copy()
        )
        for place, text in enumerate(one.attempt.texts):
            action = engine.parse_action(text, state)
            refusal = engine.check(state, action)
            if place == len(one.attempt.made):
                assert refusal.rule == picture.refused, rule
                break
            assert refusal is None, (rule, text, str(refusal))
            engine.advance(state, action, [])
    shared = figures.shared()
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'id="([^"]+)"', shared))


def _bare(html):
    names = r'(id|aria-labelledby)="[^"]*"|<title.*?</title>|<p class="label">\w+</p>'
    return re.sub(names, "", html)
