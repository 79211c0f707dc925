"""``gridgames eletrika readings``, and the first lines of the answers of the companion."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from typer.testing import CliRunner

from eletrika.analysis import analyse, energizing_builds
from eletrika.position import Structure
from eletrika.ruleset import OPTIONS, Ruleset
from eletrika_positions import EXAMPLES, boards
from gridgames.app import app
from gridgames.languages.language import Language

FILES = sorted(EXAMPLES.glob("*.eletrika"))


def run(*words: object, columns: int = 80) -> str:
    result = CliRunner(env={"COLUMNS": str(columns)}).invoke(app, ["eletrika", *map(str, words)])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_readings_are_what_check_says_under_each_option(file: Path) -> None:
    for one in json.loads(run("readings", file, "--json"))["parted"]:
        judged = set()
        for reading in one["readings"]:
            option = f"{one['option']}={reading['value']}"
            found = CliRunner().invoke(
                app, ["eletrika", "check", str(file), "--option", option, "--json"]
            )
            document = json.loads(found.stdout)
            assert reading["lit"] == document["lit"]
            assert reading["problems"] == sorted({p["rule"] for p in document["problems"]})
            best = {
                owner: sets[0]["points"] if sets else 0
                for owner, sets in document["scores"].items()
            }
            assert reading["best"] == best
            judged.add(
                json.dumps({key: reading[key] for key in ("lit", "problems", "best", "kinds")})
            )
        assert len(judged) > 1, one["option"]
        assert [reading["in_use"] for reading in one["readings"]].count(True) == 1


def test_options_for_which_there_is_no_time_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridgames.wings.eletrika.companion.questions.readings._TIME", -1)
    file = EXAMPLES / "dead-end.eletrika"
    assert json.loads(run("readings", file, "--json"))["unjudged"] == [*OPTIONS]
    assert "Not judged within -1 seconds: " + next(iter(OPTIONS)) in run("readings", file)


@given(boards)
def test_an_option_that_is_not_listed_changes_nothing(position) -> None:
    from gridgames.wings.eletrika.companion.questions.readings import _judgements

    rules = Ruleset()
    used = analyse(position, rules)
    for option in OPTIONS.values():
        found = [*_judgements(position, rules, option, used)]
        if all(one.judged == found[0].judged for one in found):
            for value in option.values if not option.domain else ():
                other = analyse(position, replace(rules, **{option.name: value}))
                assert other.explanation.lit == found[0].analysis.explanation.lit


def test_readings_show_the_words_the_options_and_the_boards() -> None:
    text = run("readings", "dead-end")
    assert "A-16 Energized" in text
    assert '"because connected between a plant and a city"' in text
    assert "energized=path (in use)" in text
    assert "energized: 6 of 6; also T -1,2" in text
    assert "judged as by the reading in use" in text  # strict
    row = next(line for line in text.splitlines() if "(TK)" in line)
    assert "[TK]" in row  # beside each other


def test_a_position_on_which_all_readings_agree(tmp_path: Path) -> None:
    file = tmp_path / "one.eletrika"
    file.write_text("0,0 src\n-1,0 ......\n", encoding="utf-8")
    assert "Every reading of the rules judges this position alike." in run("readings", file)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "question", ["readings", "check", "legal", "score", "light", "best", "end"]
)
def test_answers_fit_50_columns_in_both_languages(question: str, language: Language) -> None:
    for file in (EXAMPLES / "dead-end.eletrika", EXAMPLES / "full-scoring.eletrika"):
        text = run(question, file, "--lang", language.value, columns=50)
        lines = [line for line in text.splitlines() if not set(line) & set("│─┌")]
        assert max(map(len, lines)) <= 50


@given(boards)
def test_a_build_that_is_said_to_energize_does(position) -> None:
    rules = Ruleset()
    analysis = analyse(position, rules)
    lit = analysis.explanation.lit
    for one in energizing_builds(position, analysis):
        built = {**position.structures, one.at: Structure(one.kind)}
        then = analyse(replace(position, structures=built), rules)
        assert all(then.explanation.lit[place] and not lit[place] for place in one.lit)
        assert not {"EL-CONN-03", "EL-SHORT-01", "EL-BUILD-04"} & {
            problem.refusal.rule
            for problem in then.problems
            if one.at in (problem.at or ()) and problem not in analysis.problems
        }


def test_a_build_that_lights_more_is_named_first(tmp_path: Path) -> None:
    file = tmp_path / "dark.eletrika"
    lines = ("0,0 r..... U", "1,0 ? T", "2,0 ?", "3,0 ? P", "4,0 ? C")
    file.write_text("\n".join(lines), encoding="utf-8")
    text = run("check", file)
    assert "To light more: build a Substation 2,0" in text
    assert "Substation 2,0 lights U 0,0, T 1,0, P 3,0, C 4,0" in text
    found = json.loads(run("check", file, "--json"))["energizing"]
    assert found[0] == {"at": [2, 0], "kind": "S", "lit": ["0,0", "1,0", "3,0", "4,0"]}


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("score", "White, before the main action: 0 MW"),
        ("end", "If the game ended now: "),
        ("legal", "may build with"),
        ("best", "Best for "),
    ],
)
def test_the_answer_is_in_the_first_line(question: str, first: str) -> None:
    assert first in run(question, "full-scoring").splitlines()[0]
