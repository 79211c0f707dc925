"""Adding a thing touches few files: each is added to a copy of the program, and used there.

``CONTRIBUTING.md`` names the files for each. Translations are counted apart: the tests add none,
so the program shows the English texts.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plain_games import environment

ROOT = Path(__file__).parent.parent
SOURCES = ("packages/common", "packages/powergrid", "packages/eletrika", "cli")
POWERGRID, ELETRIKA = "packages/powergrid/powergrid", "packages/eletrika/eletrika"
WINGS = "cli/gridgames/wings"


class Tree:
    """A copy of the program to which things are added: links, so nothing is written in place."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.touched: set[str] = set()
        self._process: subprocess.Popen[str] | None = None
        self._records = 0

    def create(self, path: str, text: str) -> None:
        """Write a new file."""
        file = self.root / path
        assert not file.exists(), path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self.touched.add(path)

    def replace(self, path: str, old: str, new: str) -> None:
        """Replace the only ``old`` in a file."""
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, (path, old)
        file.unlink()  # the original is the same file
        file.write_text(text.replace(old, new), encoding="utf-8")
        self.touched.add(path)

    def insert(self, path: str, before: str, new: str) -> None:
        """Insert ``new`` before the only ``before`` in a file."""
        self.replace(path, before, new + before)

    def run(self, *words: str, typed: str = "", code: int = 0) -> str:
        """Run the program of the copy, and return its output."""
        found, told, complained = self._ask([words, typed])
        assert found == code, complained
        return str(told)

    def record(self, game: str, seats: str, *more: str) -> str:
        """Let bots play a game, and return its record."""
        self._records += 1
        folder = f"games {self._records}"
        words = ("simulate", game, "--seats", seats, "--games", "1", "--seed", "1")
        self.run(*words, *more, "--records", folder)
        return f"{folder}/{game}-1.jsonl"

    def python(self, code: str) -> str:
        """Run Python with the modules of the copy, and return its output."""
        return str(self._ask(code))

    def _ask(self, asked: Any) -> Any:
        """Ask the process of the copy, which begins with the first question."""
        if self._process is None:
            path = os.pathsep.join(str(self.root / source) for source in SOURCES)
            self._process = subprocess.Popen(
                [sys.executable, "-c", _ANSWERING],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                env=environment(self.root / "home", PYTHONPATH=path, COLUMNS="200"),
                cwd=self.root,
            )
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def end(self) -> None:
        """End the process."""
        if self._process:
            self._process.communicate()


# One process answers all: to begin takes longer than most answers
_ANSWERING = """
import contextlib, io, json, sys
from typer.testing import CliRunner
from gridgames.commands.app import app
for line in sys.stdin:
    asked = json.loads(line)
    if isinstance(asked, str):
        with contextlib.redirect_stdout(io.StringIO()) as answer:
            exec(asked, {})
        answer = answer.getvalue()
    else:
        done = CliRunner().invoke(app, asked[0], input=asked[1])
        answer = done.exit_code, done.stdout, done.stderr
    print(json.dumps(answer), flush=True)
"""


def link(source: str, target: str) -> None:
    """Link a file, or copy it to another disk: a thousand copies take as long as a game."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tree]:
    """One copy with all additions, each of which touches as many files as it may."""
    root = tmp_path_factory.mktemp("tree")
    for source in SOURCES:
        shutil.copytree(ROOT / source, root / source, copy_function=link)
    tree = Tree(root)
    for add, most in ADDITIONS.items():
        tree.touched.clear()
        add(tree)
        assert len(tree.touched) == most, add.__name__
    yield tree
    tree.end()
    shutil.rmtree(root)


def add_an_option(tree: Tree) -> None:
    tree.insert(
        f"{POWERGRID}/rules.md",
        "| `hidden_money` |",
        "| `first_order` | Is the first turn order (PG-SETUP-03) random? | `random` | `seats` |\n",
    )
    tree.insert(
        f"{POWERGRID}/ruleset.py",
        "    hidden_money: bool",
        "    first_order: str = option(\n"
        '        "random", "seats", rule="PG-SETUP-03", title="First turn order"\n'
        "    )\n",
    )
    tree.replace(
        f"{POWERGRID}/setup.py",
        "order = tuple(shuffle(range(seats), fork(rng, _ORDER))[0])",
        "order = tuple(shuffle(range(seats), fork(rng, _ORDER))[0])\n"
        '        if ruleset.first_order == "seats":\n'
        "            order = tuple(range(seats))",
    )
    tree.insert(
        f"{POWERGRID}/data/examples.toml",
        "[option_depot_coal]",
        "[option_first_order]\n"
        'option = "first_order"\n'
        'rules = ["PG-SETUP-03"]\n'
        'about = "Dealt for {seats} players."\n'
        'at.dealt = "by chance"\n'
        'values.order = { text = "order", ask = "turn_order", is = "C B A", but = '
        '{ cartel = "B A", "first_order=seats" = "A B C" } }\n\n',
    )


def test_an_option_is_explained_chosen_recorded_and_in_the_menu(tree: Tree) -> None:
    page = tree.run("rules", "first_order")
    assert "Is the first turn order (PG-SETUP-03) random?" in page
    assert "first_order=seats\n    order: A B C" in page
    seats = ("powergrid", "random,random,random", "--option", "first_order=seats")
    record = tree.record(*seats)
    header = json.loads((tree.root / record).read_text("utf-8").splitlines()[0])
    assert header["ruleset"]["options"] == {"first_order": "seats"}
    shown = tree.run("powergrid", "show", record, "--at", "0", "--json")
    assert json.loads(shown)["state"]["turn_order"] == [0, 1, 2]
    assert "option first_order|First turn order|random" in tree.python(_MENU)


_MENU = """
from gridgames.table.saves.start_menu import StartMenu
from gridgames.table.settings import read_settings
menu = StartMenu(read_settings())
menu.shows_options = True
for _ in range(3):
    for row in menu.rows():
        print(row.key, row.label, row.value, sep="|")
    menu.change("--map", 1)
"""


def _toyland() -> str:
    """Return a made-up map: six regions in a row, with seven cities each."""
    colours = ("red", "blue", "teal", "brown", "green", "yellow")
    regions = "\n".join(
        f'zone{place} = {{ colour = "{colour}" }}' for place, colour in enumerate(colours)
    )
    names = [f"{one}{two}toy" for one in "ABCDEF" for two in "aeiouyz"]
    cities = "\n".join(
        f'  {{ name = "{name}", region = "zone{place // 7}", '
        f"lon = {place // 7}, lat = {place % 7} }},"
        for place, name in enumerate(names)
    )
    links = "\n".join(
        f'  ["{names[place]}", "{names[place + step]}", {step + 3}],'
        for place in range(42)
        for step in (1, 7)
        if place + step < 42 and (step == 7 or place % 7 < 6)
    )
    special = "{ phase_out_plant = 0, depot_price = 0, doubts = [] }"
    empty = "classic = []\nrecharged = []\n"
    return (
        f"[special]\nrecharged = {special}\nclassic = {special}\n\n[regions]\n{regions}\n\n"
        f"[cities]\nboth = [\n{cities}\n]\n{empty}\n[connections]\nboth = [\n{links}\n]\n{empty}"
    )


def add_a_map(tree: Tree) -> None:
    tree.create(f"{POWERGRID}/data/toyland.toml", _toyland())
    tree.insert(f"{POWERGRID}/data/tables.toml", "[tokens]", 'toyland = { title = "Toyland" }\n\n')


def test_a_map_is_played_on_drawn_and_compared(tree: Tree) -> None:
    assert "--map germany|usa|toyland" in tree.run("play", "--help")
    assert "--map|Map|Toyland" in tree.python(_MENU)
    record = tree.record("powergrid", "easy,easy,easy", "--map", "toyland")
    assert "holds" in tree.run("verify", record)
    assert "Toyland" in tree.run("powergrid", "show", record, "--at", "40")
    tree.run("draw", record, "--at", "40", "-o", "map.svg")
    assert "Fztoy" in (tree.root / "map.svg").read_text("utf-8")
    compared = tree.run("compare", "network", "--between", "powergrid:map=toyland", "eletrika")
    assert "map=toyland" in compared


_QUESTION = """

class SeatsJson(DocumentJson):
    players: int


def players(subject: QuerySubject) -> Answer[SeatsJson]:
    \"\"\"Show how many players sit at the table.\"\"\"
    count = len(subject.players)
    return Answer(
        lambda: {"schema": 1, "players": count}, lambda: [[(f"{count} players", "")]]
    )


# End
"""


def add_a_question(tree: Tree) -> None:
    path = f"{WINGS}/eletrika/companion"
    tree.replace(f"{path}/questions.py", "\n\n# End\n", _QUESTION)
    tree.replace(f"{path}/questions.py", "import Answer, ", "import Answer, DocumentJson, ")
    end = '    "end": "questions",\n'
    tree.replace(f"{path}/commands.py", end, f'{end}    "players": "questions",\n')


def test_a_question_is_answered_in_words_and_json(tree: Tree) -> None:
    assert "Show how many players sit" in tree.run("eletrika", "--help")
    record = tree.record("eletrika", "random,random")
    assert "2 players" in tree.run("eletrika", "players", record)
    assert json.loads(tree.run("eletrika", "players", record, "--json"))["players"] == 2


def add_a_statistic(tree: Tree) -> None:
    path = f"{WINGS}/powergrid/statistics.py"
    measure = '        Measure("fuel", Word("paid for fuel")),\n'
    tree.replace(path, measure, measure + '        Measure("plants", Word("plants owned")),\n')
    values = "list(state.money), list(state.city_count), powered, spent"
    tree.replace(path, values, f"{values}, [len(plants) for plants in state.plants]")


def test_a_statistic_is_counted_shown_and_written(tree: Tree) -> None:
    record = tree.record("powergrid", "random,random", "-o", "games.csv")
    head, *_ = (tree.root / "games.rounds.csv").read_text("utf-8").splitlines()
    assert "plants" in head.split(",")
    assert "plants owned" in tree.run("powergrid", "show", record)
    told = json.loads(tree.run("powergrid", "show", record, "--json"))["statistics"]["series"]
    assert told[-1]["key"] == "plants"


_BOT = """
class LastBot:
    def __init__(self, seed):
        self.rng, self.reason = seed, None

    def choose(self, view, actions):
        return actions[-1]
"""


def add_a_bot(tree: Tree) -> None:
    tree.create(f"{ELETRIKA}/bots/last_bot.py", _BOT)
    path = f"{ELETRIKA}/bots/__init__.py"
    tree.insert(path, "from eletrika.bots.normal", "from eletrika.bots.last_bot import LastBot\n")
    tree.insert(path, '    "easy": EasyBot,\n', '    "last": LastBot,\n')


def test_a_bot_plays_and_may_be_chosen(tree: Tree) -> None:
    assert "last" in tree.run("simulate", "eletrika", "--seats", "last,random", "--games", "2")
    assert "--level random|beginner|last|easy" in tree.run("eletrika", "best", "--help")


def add_a_language(tree: Tree) -> None:
    folder = "cli/gridgames/languages/eo"
    tree.create(f"{folder}/messages.po", 'msgid "Usage: "\nmsgstr "Uzado: "\n')
    tree.create(
        f"{folder}/vocabulary.toml",
        '[language]\nname = "Esperanto"\n[commands]\nquit = "eliri"\n'
        '[eletrika_position]\nE = "x"\nturn = "vico"\n',
    )
    assert {str(Path(path).parent) for path in tree.touched} == {folder}


def test_a_language_is_shown_and_understood(tree: Tree) -> None:
    assert tree.run("play", "--help", "--lang", "eo").startswith("Uzado: ")
    assert "--lang en|eo|pt_BR" in tree.run("--help")
    names = "from gridgames.languages.language import *; print(*map(catalogue, Language))"
    assert "Esperanto" in tree.python(names)
    position = "0,0 src\n{} White\nhand W9 K9\n"
    words = ("eletrika", "convert", "-", "--to", "full")
    found = tree.run(*words, typed=position.format("turn"))
    assert tree.run(*words, typed=position.format("vico")) == found
    words = ("eletrika", "keep", "--players", "Ana,Bia", "--plain", "--save")
    found = tree.run(*words, "english", typed="1/0 e\nq\n")
    assert "Not understood" not in found
    assert tree.run(*words, "other", typed="1/0 x\neliri\n") == found.replace("english", "other")


_ICON = '    "C": (  # houses'
_MATRIX = """\
    # U T S P C
    ". x . . .",  # U
    "x x x . .",  # T
    ". x . x .",  # S
    ". . x x x",  # P
    ". . . x .",  # C
"""
_LARGER_MATRIX = """\
    # U T S P C A
    ". x . . . .",  # U
    "x x x . . .",  # T
    ". x . x . x",  # S
    ". . x x x .",  # P
    ". . . x . .",  # C
    ". . x . . .",  # A
"""


def add_a_kind_of_structure(tree: Tree) -> None:
    """Add an accumulator beside a substation: it is never energized.

    The ledger, the help page of the companion and the lesson would name it too.
    """
    tables = f"{ELETRIKA}/tables.py"
    tree.replace(tables, 'KINDS = "UTSPC"', 'KINDS = "UTSPCA"')
    tree.replace(tables, '"Pole", "City")', '"Pole", "City", "Accumulator")')
    tree.replace(tables, "STRUCTURES = (4, 11, 5, 13, 6)", "STRUCTURES = (4, 11, 5, 13, 6, 3)")
    tree.replace(tables, _MATRIX, _LARGER_MATRIX)
    tree.replace(tables, 'FORESTS = "utspc"', 'FORESTS = "utspca"')
    tiles = f"{ELETRIKA}/data/tiles.toml"
    tree.replace(tiles, '"rl.utspc"', '"rl.utspca"')
    forest = 'structure = "A"\ncolour = "white"\nalias = "w"\norigin = "reconstructed"\n'
    tree.insert(tiles, "[forest.u]", f"[forest.a]\n{forest}\n")
    tree.insert(
        f"{ELETRIKA}/bots/prospects.py",
        "        to_plant, to_city = self._to_plant[kind]",
        "        if kind not in self._to_plant:\n            return NEVER\n",
    )
    signs = f"{WINGS}/eletrika/drawing/signs.py"
    tree.insert(signs, _ICON, '    "A": (("M-7 8V-8H7V8Z", True),),\n')
    tree.insert(signs, '    "c": ("M-5', '    "a": ("M-4 -6H4V2H-4Z", "M0 2V5"),\n')


def test_a_kind_of_structure_is_checked_played_and_drawn(tree: Tree) -> None:
    table = "0,0 src\n1,0 ?\n2,0 ?\n3,0 ? S:K\n4,0 ? A:W\n"
    assert "Accumulator 4,0 (White's)" in tree.run("eletrika", "check", "-", typed=table)
    wrong = table.replace("S:K", "T:K")
    assert "EL-CONN-03" in tree.run("eletrika", "check", "-", typed=wrong, code=1)
    record = tree.record("eletrika", "random,easy")
    assert "holds" in tree.run("verify", record)
    tree.run("draw", record, "-o", "board.svg")
    assert "Accumulator" in (tree.root / "board.svg").read_text("utf-8")


def test_modules_of_the_program_stay_small() -> None:
    """At most 900 lines in a module: a subject is one file, and two subjects are two."""
    modules = (ROOT / "cli").rglob("*.py")
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in modules}
    assert {str(path): count for path, count in lines.items() if count > 900} == {}


ADDITIONS = {  # and how many files each touches; a game: test_third_game.py
    add_an_option: 4,
    add_a_map: 2,
    add_a_question: 2,
    add_a_statistic: 1,
    add_a_bot: 2,
    add_a_language: 2,  # of one folder
    add_a_kind_of_structure: 4,
}
