"""``gridgames rules OPTION``: an option of the rules explained."""

import json

import pytest
from typer.testing import CliRunner, Result

from gridcommon.errors import NotationError
from gridgames.app import app
from gridgames.games.registry import game_of, names
from gridgames.rules.options import named_options

OPTIONS = [(game, name) for game in names() for name in game_of(game).OPTIONS]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["rules", *arguments], env={"COLUMNS": "80"})


def option(*arguments: str) -> dict:
    answer = run(*arguments, "--json")
    assert answer.exit_code == 0, answer.output
    (found,) = json.loads(answer.stdout)["options"]
    return found


@pytest.mark.parametrize(("game", "name"), OPTIONS)
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_every_option_is_explained(game: str, name: str, language: str) -> None:
    answer = run(name, "--game", game, "--lang", language)
    assert answer.exit_code == 0, answer.output
    lines = answer.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    for word in game_of(game).OPTIONS[name].words():
        assert any(line.startswith(f"  {name}={word}") for line in lines), word
    assert ("Played: " if language == "en" else "Jogado: ") in answer.stdout


def test_what_comes_out_for_each_value() -> None:
    found = option("step3_at_step2")
    assert (found["game"], found["default"]) == ("powergrid", "phase_5")
    assert found["values"] == ["phase_5", "phase_4"]
    assert "PG-STEP-08" in found["rules"]
    (example,) = found["examples"]
    steps = {value: one["step"]["value"] for value, one in example["found"].items()}
    assert steps == {"phase_5": 2, "phase_4": 3}


def test_an_open_option_has_one_example() -> None:
    found = option("house_limit=20")
    assert (found["open"], found["values"]) == (True, ["null", "20"])
    assert "a number from 1" in run("house_limit").stdout
    (example,) = found["examples"]
    assert example["found"]["20"]["last"]["value"] == {"refused": "PG-COMP-04"}


@pytest.mark.parametrize("name", ["cartel_buys_39", "refill_2p", "unsold_discount_with_step3"])
def test_an_option_of_one_edition_says_so_and_is_refused_with_another(name: str) -> None:
    assert option(name)["editions"] == ["recharged"]
    assert option("hidden_money")["editions"] == []
    assert "option of Power Grid, only recharged" in run(name).stdout
    assert "opção de Power Grid, só recharged" in run(name, "--lang", "pt_BR").stdout
    setting = f"{name}={option(name)['values'][1]}"
    new = ["new", "powergrid", "--option", setting, "--json", "--edition"]
    assert CliRunner().invoke(app, [*new, "recharged"]).exit_code == 0
    for words in ([*new, "classic"], ["compare", "power", "--between", "eletrika",
                                      f"powergrid:classic,{setting}"]):  # fmt: skip
        answer = CliRunner().invoke(app, words)
        assert (answer.exit_code, answer.stdout) == (2, "")
        told = " ".join(answer.stderr.split())
        assert name in told
        assert "classic does not use this option; it belongs to recharged" in told


def test_several_options_are_explained_in_turn() -> None:
    answer = run("Hidden_Money", "abandon_zero", "--json")
    assert [one["name"] for one in json.loads(answer.stdout)["options"]] == [
        "hidden_money",
        "abandon_zero",
    ]
    assert named_options(["hidden_money", "auction"]) == []  # a question, then


def test_an_option_called_like_a_usual_word_comes_after_the_rules_found() -> None:
    answer = json.loads(run("tie", "--json").stdout)
    assert answer["rules"]
    assert [one["name"] for one in answer["options"]] == ["tie"]
    text = run("tie").stdout
    assert text.index("EL-WIN-02") < text.index("option of Eletrika")
    assert "options" not in json.loads(run("auction", "--json").stdout)


def test_a_misspelt_option_is_answered_with_the_nearest() -> None:
    answer = run("hiden_mony")
    assert answer.exit_code == 2
    assert "hidden_money" in answer.stderr
    with pytest.raises(NotationError, match="plant_towers"):
        named_options(["plant_tower"], "eletrika")
