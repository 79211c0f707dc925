"""The pages: generated ones are current, links lead somewhere, and what they show runs."""

import ast
import re
import shlex
import shutil
from pathlib import Path

import newcomer
import pytest
from typer.testing import CliRunner

import eletrika
import powergrid
from duels import share_won
from gridgames.commands.app import app, program
from gridgames.commands.typer_classes import every_context, subcommands
from gridgames.languages.language import Language, catalogue
from gridgames.languages.messages import as_typed, say, use_catalogue
from gridgames.show.registry import face_of
from gridgames.study.comparison.topics import topics
from gridgames.study.rules.book import PAGES as BESIDE
from gridgames.table.bots.custom_bots import close_programs
from gridgames.table.command_table import PLAYING, REPLAYING, Front, of_game

ROOT = Path(__file__).parents[1]
LISTED = {"rules/index", "compare/index", "cards/index", *BESIDE}  # written by the build
DOCS = ROOT / "docs"
GUIDES = ("players", "companion", "power-grid-table", "comparers", "programmers", "researchers")
IN_PORTUGUESE = (*GUIDES, "hosting", "own-bots", "promises")
LONG = {"draw", "export", "review", "tournament", "--draw"}
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
WRITTEN = {  # by the build: test_site.py
    DOCS / name
    for name in (
        "rules/index.md",
        "compare/index.md",
        "cards/index.md",
        *(f"{name}.md" for name in BESIDE),
        *(f"compare/{key}.md" for key in topics()),
    )
}

_FENCED = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


def blocks(page: str, language: str) -> list[str]:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as Markdown readers make them."""
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#{1,6} (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page: Path) -> list[str]:
    """Return the links of a page to files or headings that are not there."""
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    dead = []
    for link in _LINK.findall(text):
        name, _, anchor = link.partition("#")
        if ":" in name:
            continue  # elsewhere
        target = (page.parent / name).resolve() if name else page
        if Path(str(target).replace(f"{DOCS}/pt_BR/", f"{DOCS}/")) in WRITTEN:
            continue
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)
    return dead


def test_files_that_newcomers_are_sent_to_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = [name for name in re.findall(r"`([\w./-]+/[\w./-]+)`", text) if "NAME" not in name]
    named = [name for name in named if not name.startswith(".venv/")]
    homes = [ROOT, *ROOT.glob("packages/*/*"), *ROOT.glob("cli/gridgames/wings/*")]
    assert len(named) > 10
    assert [name for name in named if not any((home / name).exists() for home in homes)] == []


def uneven_rows(page: Path) -> list[str]:
    """Return the rows of a page's tables that have more or fewer cells than their head."""
    uneven, cells = [], 0
    for line in _FENCED.sub("", page.read_text(encoding="utf-8")).splitlines():
        found = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        if found and cells and found != cells:
            uneven.append(line)
        cells = cells or found if found else 0
    return uneven


def missing_pictures(page: Path) -> list[str]:
    pictures = re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", _FENCED.sub("", page.read_text("utf-8")))
    return [name for name in pictures if not (page.parent / name).is_file()]


def test_no_page_has_a_dead_link_a_missing_picture_or_a_row_unlike_its_head():
    """A line between two words of code ends a cell: it needs a backslash before it."""
    looks = (dead_links, uneven_rows, missing_pictures)
    found = [(page.name, fault) for page in PAGES for look in looks for fault in look(page)]
    assert found == []


def test_a_decision_is_cited_by_its_number_and_is_there():
    """A number is given once, and a citation in the code or the project's file leads to it."""
    given = [page.name[:4] for page in DOCS.glob("adr/*.md")]
    assert len({*given}) == len(given)
    for page in DOCS.glob("adr/*.md"):
        assert page.read_text("utf-8").startswith(f"# {int(page.name[:4])}. ")
    folders = ("cli", "packages", "scripts", "benchmarks")
    sources = [ROOT / "pyproject.toml", *(f for one in folders for f in (ROOT / one).rglob("*.py"))]
    cited = {n for f in sources for n in re.findall(r"docs/adr/(\d{4})", f.read_text("utf-8"))}
    assert cited - {*given} == set()


def test_every_page_is_in_its_contents():
    """A page that is in no contents stops the build, as does one that the build writes itself."""
    for folder, others in ((DOCS, ("adr/", "pt_BR/")), (DOCS / "pt_BR", ())):
        text = (folder / "index.md").read_text("utf-8")
        listed = set(re.findall(r"^[\w/-]+$", text, re.MULTILINE)) - LISTED
        pages = {one.relative_to(folder).with_suffix("").as_posix() for one in folder.rglob("*.md")}
        assert {one for one in pages if not one.startswith(others)} == {"index", *listed}
    assert set(IN_PORTUGUESE) < pages


def outline(page: Path) -> list[str]:
    """Return the levels of a page's headings, its rows and pictures, as marks in their order."""
    text = _FENCED.sub("", page.read_text(encoding="utf-8"))
    return re.findall(r"^(#{1,6}|\||!\[)", text, re.MULTILINE)


def code_of(page: str) -> list[str]:
    """Return the code of a page without comments and docstrings, which are translated."""
    found = []
    for block in blocks(page, "python"):
        tree = ast.parse(block)
        for node in ast.walk(tree):
            is_told = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            if is_told and ast.get_docstring(node) is not None:
                node.body[:1] = [ast.Pass()]
        found.append(ast.dump(tree))
    return found


def test_a_guide_in_portuguese_has_the_sections_the_code_and_the_files_of_the_english_one():
    for name in IN_PORTUGUESE:
        assert outline(DOCS / "pt_BR" / f"{name}.md") == outline(DOCS / f"{name}.md")
    for name in ("programmers", "researchers", "own-bots"):
        assert code_of(f"pt_BR/{name}") == code_of(name) != []
    for language in ("text", "ini"):  # which hosts copy
        assert blocks("pt_BR/hosting", language) == blocks("hosting", language) != []


@pytest.mark.parametrize(("language", "folder"), [("en", DOCS), ("pt_BR", DOCS / "pt_BR")])
def test_the_page_of_the_lessons_is_what_they_say_and_the_program_answers(language, folder):
    answer = CliRunner().invoke(app, ["learn", "--page", "--lang", language])
    assert answer.exit_code == 0
    page = (folder / "first-games.md").read_text(encoding="utf-8")
    assert answer.stdout == page, "run scripts/docs"
    pictures = re.findall(r"^!\[.+\]\((.+)\)$", page, re.MULTILINE)
    assert len(pictures) == (6 if language == "en" else 0)
    assert [name for name in pictures if not (folder / name).is_file()] == []


@pytest.mark.parametrize(
    ("page", "is_whole"),
    [
        *((page, False) for page in (*GUIDES, *(f"pt_BR/{name}" for name in GUIDES))),
        *(pytest.param(page, True, marks=pytest.mark.slow) for page in GUIDES),
    ],
)
def test_the_commands_of_a_page_answer_as_it_says(page, is_whole, tmp_path, monkeypatch):
    """Those that take long, and that nothing needs after them, are tests of their own."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("GRIDGAMES_LANG", "pt_BR" if page.startswith("pt_BR/") else "en")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for name, text in newcomer.files_of(DOCS / f"{page}.md").items():
        Path(name).write_text(text, encoding="utf-8")
    steps = newcomer.steps_of(DOCS / f"{page}.md", f"docs/{page}.md")
    for step in steps:
        is_here = step.is_asked and not newcomer.reason_to_skip(step.command)
        if is_here and (is_whole or not LONG & {*step.words}):
            answer = CliRunner().invoke(app, step.words, input=step.typed)
            newcomer.check_output(step, answer.exit_code, answer.output)


def unknown_names(step):
    """Yield the commands and options of a line that do not exist; the program's may be anywhere."""
    root = context = next(every_context(program()))
    has_value = False
    for word in step.words:
        names = subcommands(context)
        options = {
            flag: one
            for one in (*root.command.params, *context.command.get_params(context))
            for flag in one.opts + one.secondary_opts
        }
        flag = word.partition("=")[0]
        if has_value:
            has_value = False
        elif word.startswith("--") and flag not in options:
            yield flag
        elif word.startswith("--"):
            has_value = not options[flag].is_flag and "=" not in word
        elif word in names:
            command = context.command.get_command(context, word)
            context = command.context_class(command, info_name=word, parent=context)
        elif names and re.fullmatch(r"[a-z]+", word):
            yield word


def test_every_command_that_a_page_names_is_there():
    for page in newcomer.pages():
        name = page.relative_to(ROOT).as_posix()
        for step in (*newcomer.named_commands(page, name), *newcomer.steps_of(page, name)):
            if "gridgames" in step.command.split():
                assert (*unknown_names(step),) == (), step
    wrong = ("gridgames plai", "gridgames play --sets 3", "gridgames eletrika chek FILE")
    found = [[*unknown_names(newcomer.Step("page.md", 1, command))] for command in wrong]
    assert found == [["plai"], ["--sets"], ["chek"]]


@pytest.mark.parametrize(("name", "language"), [("powergrid", "en"), ("eletrika", "pt_BR")])
def test_a_whole_game_understands_each_word_of_the_guide(name, language, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = DOCS / ("" if language == "en" else language) / "players.md"
    game = newcomer.game_of(page, "players.md", name)
    env = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    words = ["--lang", language, *game.step.words]
    answer = CliRunner(env=env).invoke(app, words, input=game.typed)
    assert Path(newcomer.check_game(game, answer.exit_code, answer.output)).is_file()


BOTS = {"powergrid": "Careful", "eletrika": "Farsighted"}  # of the guide


def bot_of_the_guide(game):
    (program,) = [one for one in blocks("own-bots", "python") if f"class {BOTS[game]}:" in one]
    assert program.count("\n") < 40
    names: dict[str, object] = {}
    exec(compile(program, "own-bots.md", "exec"), names)
    return program, names[BOTS[game]]


GAMES = pytest.mark.parametrize("game", [powergrid, eletrika], ids=lambda game: game.NAME)


@pytest.mark.long
@GAMES
def test_the_bot_of_the_guide_wins_60_of_100_games(game):
    _, bot = bot_of_the_guide(game.NAME)
    seeds = range(90000, 90100)
    assert sum(share_won(game, bot, "easy", seed, seed % 2, seed) for seed in seeds) >= 60


def test_the_bots_of_the_guide_play(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("careful.py").write_text(bot_of_the_guide("powergrid")[0], encoding="utf-8")
    shown = blocks("own-bots", "console")[0].splitlines()[0]
    answer = CliRunner().invoke(app, shlex.split(shown.removeprefix("$ gridgames ")))
    assert answer.exit_code == 0, answer.output
    close_programs()
    bot = bot_of_the_guide("eletrika")[1](1)
    state = eletrika.new_game(eletrika.Ruleset(), 2, 4)
    for _ in range(3):
        view = eletrika.observe(state, eletrika.to_act(state))
        action = bot.choose(view, eletrika.legal_actions(state))
        assert action in eletrika.legal_actions(state)
        eletrika.advance(state, action, [])


FRONTS = {  # only one of them has a command
    Language.ENGLISH: {Front.SCREEN: " (full screen only)", Front.LINES: " (lines of text only)"},
    Language.PT_BR: {Front.SCREEN: " (só na tela cheia)", Front.LINES: " (só em texto simples)"},
}


def command_rows(commands, language):
    with use_catalogue(catalogue(language)):
        for one in commands:
            names = [f"`{as_typed(' '.join(filter(None, (one.word, one.usage))))}`"]
            typed = ", ".join([*names, *(f"`{letter}`" for letter in one.letters)])
            typed = typed.replace("|", r"\|")  # or it ends the cell, also within code
            key = f"`{one.key}`" if one.key else ""
            yield f"| {typed} | {key} | {say(one.about)}{FRONTS[language].get(one.front, '')} |"


@pytest.mark.parametrize("language", Language)
def test_the_commands_of_a_game_and_the_words_of_orders_are_in_the_guide(language):
    folder = DOCS if language is Language.ENGLISH else DOCS / language
    guide = (folder / "players.md").read_text(encoding="utf-8")
    for commands in (PLAYING, [one for one in REPLAYING if one not in PLAYING]):
        assert "\n".join(command_rows(commands, language)) in guide
    for game in ("powergrid", "eletrika"):
        rows = command_rows(of_game(face_of(game).order_words), language)
        assert "\n".join(row.replace(" |  | ", " | ") for row in rows) in guide


def test_the_python_of_the_guides_runs():
    for block in [*blocks("programmers", "python"), *blocks("researchers", "python")]:
        names: dict[str, object] = {}
        exec(compile(block, block, "exec"), names)  # so that a failure shows the block
        assert names.get("lit", ["U", "Tr", "S", "P", "Cw"]) == ["U", "Tr", "S", "P", "Cw"]


@GAMES
def test_what_is_exported_is_on_the_page_for_programmers(game):
    page = (DOCS / "programmers.md").read_text(encoding="utf-8")
    assert [name for name in game.__all__ if not re.search(rf"\b{name}\b", page)] == []
