"""Help pages and what is said of words that are not understood, in both languages."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from translations import help_texts
from typer.testing import CliRunner, Result

from gridgames.app import app
from gridgames.command_line.help_pages import help_page
from gridgames.command_line.typer_classes import Command, Group
from gridgames.command_line.usage_errors import describe_usage_error
from gridgames.languages.language import Language, catalogue, requested_language, use_language
from plain_games import environment

SAID = catalogue(Language.PT_BR).messages
BOTH = {"GRIDGAMES_LANG": "pt_BR", "LANG": "pt_BR.UTF-8"}
SAMPLE = ("eletrika", "check")

# What only an English page says; none of it is also Portuguese, or typed.
ENGLISH = re.compile(
    r"\b(?:a game|and|any|are|by|command|commands|default|else|for|from|more|of|options?|or"
    r"|required|that|the|to|usage|what|where|which|with|without)\b",
    re.IGNORECASE,
)
TYPED = re.compile(r"--[\w-]+|gridgames( \w+)*|[\w.:]+(=\w+)+")


@pytest.fixture(autouse=True)
def no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "GRIDGAMES_LANG"):
        monkeypatch.delenv(name, raising=False)


def called(home: Path, *words: str, columns: int = 80, **more: str) -> Result:
    own = environment(home, COLUMNS=str(columns)) | more
    return CliRunner().invoke(app, list(words), env=own, prog_name="gridgames")


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command with the words that call it, the program itself first."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), typer.main.get_command(app))]
    while waiting:
        words, command = waiting.pop(0)
        yield words, command
        context = command.context_class(command)
        if isinstance(command, Group):
            names = command.list_commands(context)
            waiting += [((*words, name), command.get_command(context, name)) for name in names]


EACH = [pytest.param(words, command, id=" ".join(words)) for words, command in commands()]


HELP = {text: SAID[text] for _, command in commands() for text in help_texts(command)}


def one_line(text: str) -> str:
    return " ".join(text.split())


# The catalogue


def test_every_command_is_walked():
    walked = [words for words, _ in commands()]
    assert len(walked) == len(set(walked)) > 12
    assert {(), ("play",), ("verify",), SAMPLE, ("powergrid", "show")} <= set(walked)


def test_what_is_typed_stays_in_a_translation():
    for text, translation in HELP.items():
        for typed in re.findall(r"--\w[\w-]*|\w+:\w+|GRIDGAMES_LANG|\.jsonl|\{\w+\}", text):
            assert typed in translation, text


# The pages


@pytest.mark.parametrize(("words", "command"), EACH)
def test_every_command_shows_our_page(words, command, tmp_path):
    assert isinstance(command, Command | Group)
    done = called(tmp_path, *words, "--help")
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: {' '.join(('gridgames', *words))} [OPTIONS]")
    assert done.stdout == called(tmp_path, *words, "-h").stdout


@pytest.mark.parametrize("words", [words for words, _ in commands()], ids=" ".join)
def test_no_english_is_left_on_a_portuguese_page(words, tmp_path):
    page = called(tmp_path, *words, "--help", **BOTH).stdout
    assert page.startswith(f"Uso: {' '.join(('gridgames', *words))} [OPÇÕES]")
    assert ENGLISH.findall(TYPED.sub("", page)) == []
    assert ENGLISH.findall(TYPED.sub("", called(tmp_path, *words, "--help").stdout))


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("words", "command"), EACH)
def test_a_page_is_whole_and_fits(words, command, language, columns, tmp_path):
    done = called(tmp_path, *words, "--help", columns=columns, GRIDGAMES_LANG=language.value)
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= columns
    assert [line for line in lines if line != line.rstrip() or "\x1b" in line] == []
    page = one_line(done.stdout)
    for text in help_texts(command):
        said = HELP[text] if language is Language.PT_BR else text
        assert one_line(said) in page
    for one in command.get_params(command.context_class(command)):
        if one.param_type_name == "option":
            assert re.search(rf"^  {', '.join(one.opts)}\b", done.stdout, re.MULTILINE)


def test_both_halves_of_a_switch_are_shown(tmp_path):
    for command in ("play", "resume"):
        page = called(tmp_path, command, "--help").stdout
        assert re.search(r"^  --confirm, --no-confirm\b", page, re.MULTILINE)


def test_the_bot_that_judges_plants_is_the_one_that_is_named(tmp_path):
    """It is ``normal`` that values them: the program asks its appraisal, and no stronger bot."""
    page = " ".join(called(tmp_path, "powergrid", "auction", "--help").stdout.split())
    assert "the judgement of the normal bot" in page
    assert "strongest" not in page


def test_a_page_says_what_is_taken(tmp_path):
    page = one_line(called(tmp_path, "play", "--help").stdout)
    assert "Usage: gridgames play [OPTIONS] [GAME] Play" in page
    assert "GAME The game. Without it, a menu lets you choose. [powergrid|eletrika]" in page
    assert "--players N Number of players: you and bots. [1 or more]" in page
    assert "--edition recharged|classic" in page
    page = one_line(called(tmp_path, "simulate", "--help").stdout)
    assert (
        "--games N Number of games. By default, 100, or as many as --until needs. [1 or more]"
        in page
    )
    page = one_line(called(tmp_path, *SAMPLE, "--help").stdout)
    assert "--reading path|component|strict" in page
    assert "(the default)" in page
    page = one_line(called(tmp_path, "--help", **BOTH).stdout)
    assert "--lang en|pt_BR" in page
    assert "[variável de ambiente: GRIDGAMES_LANG]" in page
    assert "Usage: gridgames serve [OPTIONS] [GAME]" in called(tmp_path, "serve", "-h").stdout


@pytest.mark.parametrize("words", [words for words, _ in commands()], ids=" ".join)
def test_every_command_takes_the_language_behind_it(words, tmp_path):
    done = called(tmp_path, *words, "--lang", "PT_br", "--help")
    assert done.stdout.startswith("Uso: ")
    assert "--lang en|pt_BR" in done.stdout
    other = called(tmp_path, *words, "--lang", "xx")
    assert (other.exit_code, other.stdout) == (2, "")
    assert "--lang: expected one of en, pt_BR, found 'xx'" in other.stderr


@pytest.mark.parametrize("words", [("eletrika",), ("powergrid",)])
def test_a_group_alone_shows_its_help_and_ends_with_2(words, tmp_path):
    for language in Language:
        done = called(tmp_path, *words, GRIDGAMES_LANG=language)
        assert (done.exit_code, done.stderr) == (2, "")
        assert done.stdout == called(tmp_path, *words, "-h", GRIDGAMES_LANG=language).stdout


def test_names_stand_out_where_there_is_colour():
    command = typer.main.get_command(app)
    styles = {style for line in help_page(command.context_class(command)) for _, style in line}
    assert styles == {"", "bold", "cyan"}


# In which language


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ((*SAMPLE, "--help"), {"GRIDGAMES_LANG": "pt_BR"}),
        ((*SAMPLE, "--help"), {"LANG": "pt_BR.UTF-8"}),
        (("--lang", "pt_BR", *SAMPLE, "--help"), {"GRIDGAMES_LANG": "en"}),
        (("--lang=PT_br", *SAMPLE, "-h"), {}),
        (("play", "--lang", "pt_BR", "--help"), {"GRIDGAMES_LANG": "en"}),
        (("play", "--help", "--lang", "pt_BR"), {"LANG": "en_US.UTF-8"}),
        (("--lang", "en", "play", "--lang", "pt_BR", "--help"), {}),
        (("--lang", "pt_BR", "--help"), {}),
        (("--help", "--lang", "pt_BR"), {}),
        (("play", "--xyzzy", "--lang", "pt_BR"), {}),
        (("play", "--lang", "pt_BR", "chess"), {"GRIDGAMES_LANG": "en"}),
        (("--xyzzy",), {"GRIDGAMES_LANG": "pt_BR"}),
        (("rules", "--lang", "fr"), {"LANG": "pt_BR"}),
    ],
)
def test_help_and_errors_are_in_the_language_that_is_asked_for(words, more, tmp_path):
    done = called(tmp_path, *words, **more)
    assert "Uso: " in done.stdout or "; veja gridgames" in one_line(done.stderr)
    assert "Usage" not in done.stdout + done.stderr
    other = called(tmp_path, *("en" if word.endswith("pt_BR") else word for word in words))
    if "--lang=PT_br" not in words:
        assert "Usage: " in other.stdout or "; see gridgames" in one_line(other.stderr)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], "en"),
        (["--lang"], "en"),
        (["--lang", "fr"], "en"),
        (["--lang", "pt_BR", "--lang", "fr"], "pt_BR"),
        (["--lang", "pt_BR", "x", "--lang=en"], "en"),
        (["serve", "--", "--lang", "pt_BR"], "en"),
        (["rules", "lang", "pt_BR"], "en"),
    ],
)
def test_the_last_language_that_we_speak_counts(words, expected):
    assert requested_language(words, {}) == expected
    assert requested_language([], {"GRIDGAMES_LANG": "fr", "LANG": "pt_BR"}) == "pt_BR"


# What is not understood

MISUSES = [
    (
        ("play", "--xyzzy"),
        "no such option: --xyzzy; see gridgames play --help",
        "não existe a opção --xyzzy; veja gridgames play --help",
    ),
    (
        ("play", "-x"),
        "no such option: -x; see gridgames play --help",
        "não existe a opção -x; veja gridgames play --help",
    ),
    (
        (*SAMPLE, "--readin", "path"),
        "no such option: --readin (did you mean --reading?); see gridgames eletrika check --help",
        "não existe a opção --readin (você quis dizer --reading?);"
        " veja gridgames eletrika check --help",
    ),
    (
        ("bogus",),
        "no such command: bogus; see gridgames --help",
        "não existe o comando bogus; veja gridgames --help",
    ),
    (
        ("plya", "eletrika"),
        "no such command: plya (did you mean play, replay?); see gridgames --help",
        "não existe o comando plya (você quis dizer play, replay?); veja gridgames --help",
    ),
    (
        ("eletrika", "chek"),
        "no such command: chek (did you mean check?); see gridgames eletrika --help",
        "não existe o comando chek (você quis dizer check?); veja gridgames eletrika --help",
    ),
    (
        ("", "x"),
        "no such command: ''; see gridgames --help",
        "não existe o comando ''; veja gridgames --help",
    ),
    (
        ("--picture", "off"),
        "the name of a command is missing; see gridgames --help",
        "falta o nome de um comando; veja gridgames --help",
    ),
    (
        ("play",),
        "GAME is missing: one of powergrid, eletrika; see gridgames play --help",
        "falta JOGO, um destes: powergrid, eletrika; veja gridgames play --help",
    ),
    (
        ("verify",),
        "FILE... is missing; see gridgames verify --help",
        "falta ARQUIVO...; veja gridgames verify --help",
    ),
    (
        ("play", "chess"),
        "GAME: expected one of powergrid, eletrika, found 'chess'; see gridgames play --help",
        "JOGO: os valores possíveis são powergrid, eletrika; foi dado 'chess';"
        " veja gridgames play --help",
    ),
    (
        (*SAMPLE, "-", "--reading", "it is not"),
        "--reading: expected one of path, component, strict, found 'it is not';"
        " see gridgames eletrika check --help",
        "--reading: os valores possíveis são path, component, strict; foi dado 'it is not';"
        " veja gridgames eletrika check --help",
    ),
    (
        ("new", "eletrika", "--seed", "x"),
        "--seed: expected a whole number, found 'x'; see gridgames new --help",
        "--seed: esperado um número inteiro; foi dado 'x'; veja gridgames new --help",
    ),
    (
        ("play", "eletrika", "--players", "x"),
        "--players: expected a whole number, at least 1, found 'x'; see gridgames play --help",
        "--players: esperado um número inteiro a partir de 1; foi dado 'x';"
        " veja gridgames play --help",
    ),
    (
        ("play", "eletrika", "--players", "0"),
        "--players: expected a whole number, at least 1, found 0; see gridgames play --help",
        "--players: esperado um número inteiro a partir de 1; foi dado 0;"
        " veja gridgames play --help",
    ),
    (
        ("resume", "--pause", "61"),
        "--pause: expected a number from 0 to 60, found 61.0; see gridgames resume --help",
        "--pause: esperado um número de 0 a 60; foi dado 61.0; veja gridgames resume --help",
    ),
    (
        ("simulate", "eletrika", "--games", "0"),
        "--games: expected a whole number, at least 1, found 0; see gridgames simulate --help",
        "--games: esperado um número inteiro a partir de 1; foi dado 0;"
        " veja gridgames simulate --help",
    ),
    (
        ("play", "eletrika", "more", "a b"),
        "not expected: more 'a b'; see gridgames play --help",
        "não esperado: more 'a b'; veja gridgames play --help",
    ),
    (
        ("play", "eletrika", "--seed"),
        "--seed needs a value; see gridgames play --help",
        "--seed precisa de um valor; veja gridgames play --help",
    ),
    (
        ("play", "eletrika", "--watch=1"),
        "--watch takes no value; see gridgames play --help",
        "--watch não recebe valor; veja gridgames play --help",
    ),
    (
        ("compare", "all", "--between"),
        "--between needs a value; see gridgames compare --help",
        "--between precisa de um valor; veja gridgames compare --help",
    ),
    (
        ("serve", "eletrika", "--xyzzy"),
        "no such option: --xyzzy; see gridgames serve --help",
        "não existe a opção --xyzzy; veja gridgames serve --help",
    ),
    (
        ("rules", "--lang", "fr"),
        "--lang: expected one of en, pt_BR, found 'fr'; see gridgames rules --help",
        "--lang: os valores possíveis são en, pt_BR; foi dado 'fr'; veja gridgames rules --help",
    ),
]


@pytest.mark.parametrize("columns", [40])
@pytest.mark.parametrize(("words", "english", "portuguese"), MISUSES)
def test_a_misuse_is_told_like_every_error(words, english, portuguese, columns, tmp_path):
    for more, expected in ({}, english), ({"LANG": "pt_BR"}, portuguese):
        own = tuple("pt_BR" if more and word == "en" else word for word in words)
        done = called(tmp_path, *own, columns=columns, **more)
        assert (done.exit_code, done.stdout) == (2, "")
        assert one_line(done.stderr) == f"gridgames: {expected}"
        lines = done.stderr.splitlines()
        assert max(map(len, lines)) <= columns
        assert all(line.startswith("  ") for line in lines[1:])


def test_a_language_of_the_variable_is_refused_by_the_name_of_the_variable(tmp_path):
    done = called(tmp_path, "new", "eletrika", GRIDGAMES_LANG="fr", LANG="pt_BR")
    told = (
        "GRIDGAMES_LANG: os valores possíveis são en, pt_BR; foi dado 'fr'; veja gridgames --help"
    )
    assert one_line(done.stderr) == f"gridgames: {told}"


@pytest.mark.parametrize(
    "words", [("\x1b[31m",), ("play", "--\x1b[31m"), ("play", "eletrika", "\x1b[31m\n")]
)
def test_what_was_typed_cannot_paint_the_terminal(words, tmp_path):
    done = called(tmp_path, *words)
    assert done.exit_code == 2
    assert "\x1b" not in done.stderr
    assert r"\x1b[31m" in done.stderr


def test_a_refusal_that_we_do_not_know_is_told_as_it_is():
    def refuse(_: str | None) -> None:
        raise typer.BadParameter("odd")

    one = typer.Typer(add_completion=False)

    @one.command("one", cls=Command)
    def _one(way: str = typer.Option("", callback=refuse, help="How.")) -> None:
        """Do nothing."""

    command = typer.main.get_command(one)
    with pytest.raises(typer.BadParameter) as caught:
        command.make_context("one", ["--way", "x"])
    assert describe_usage_error(caught.value) == "--way: odd; see one --help"
    with use_language(Language.PT_BR):
        assert describe_usage_error(caught.value) == "--way: odd; veja one --help"
