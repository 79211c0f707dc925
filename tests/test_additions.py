"""Adding a thing touches few files: each is added to a copy of the program, and used there.

``CONTRIBUTING.md`` names the files for each. Translations are counted apart: the tests add none,
so the program shows the English texts. A game is added in ``tests/cli/test_third_game.py``, a map
in ``tests/powergrid/test_custom_maps.py``.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from plain_games import environment

ROOT = Path(__file__).parent.parent
SOURCES = ("packages/common", "packages/powergrid", "packages/eletrika", "cli")
POWERGRID = "packages/powergrid/powergrid"


class Tree:
    """A copy of the program to which things are added."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.touched: set[str] = set()

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
        file.write_text(text.replace(old, new), encoding="utf-8")
        self.touched.add(path)

    def insert(self, path: str, before: str, new: str) -> None:
        """Insert ``new`` before the only ``before`` in a file."""
        self.replace(path, before, new + before)

    def run(self, *words: str, typed: str = "") -> str:
        """Run the program of the copy, and return its output."""
        path = os.pathsep.join(str(self.root / source) for source in SOURCES)
        done = subprocess.run(
            [sys.executable, "-m", "gridgames", *words],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment(self.root / "home", PYTHONPATH=path, COLUMNS="200"),
            cwd=self.root,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """One copy with all additions, each of which touches as many files as it may."""
    tree = Tree(tmp_path_factory.mktemp("tree"))
    for source in SOURCES:
        shutil.copytree(
            ROOT / source, tree.root / source, ignore=shutil.ignore_patterns("__pycache__")
        )
    for add, most in ADDITIONS.items():
        tree.touched.clear()
        add(tree)
        assert len(tree.touched) == most, add.__name__
    return tree


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


def test_an_option_is_explained_chosen_and_recorded(tree: Tree) -> None:
    page = tree.run("rules", "first_order")
    assert "Is the first turn order (PG-SETUP-03) random?" in page
    assert "first_order=seats\n    order: A B C" in page
    words = ("simulate", "powergrid", "--seats", "random,random,random", "--games", "1", "--seed")
    tree.run(*words, "1", "--option", "first_order=seats", "--records", "games")
    record = "games/powergrid-1.jsonl"
    header = json.loads((tree.root / record).read_text("utf-8").splitlines()[0])
    assert header["ruleset"]["options"] == {"first_order": "seats"}
    shown = tree.run("powergrid", "show", record, "--at", "0", "--json")
    assert json.loads(shown)["state"]["turn_order"] == [0, 1, 2]


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
    position = "0,0 src\n{} White\nhand W9 K9\n"
    words = ("eletrika", "convert", "-", "--to", "full")
    found = tree.run(*words, typed=position.format("turn"))
    assert tree.run(*words, typed=position.format("vico")) == found
    words = ("eletrika", "keep", "--players", "Ana,Bia", "--plain", "--save")
    found = tree.run(*words, "english", typed="1/0 e\nq\n")
    assert "Not understood" not in found
    assert tree.run(*words, "other", typed="1/0 x\neliri\n") == found.replace("english", "other")


def test_modules_of_the_program_stay_small() -> None:
    """At most 900 lines in a module: a subject is one file, and two subjects are two."""
    modules = (ROOT / "cli").rglob("*.py")
    lines = {path: path.read_text(encoding="utf-8").count("\n") for path in modules}
    assert {str(path): count for path, count in lines.items() if count > 900} == {}


ADDITIONS = {  # and how many files each touches
    add_an_option: 4,
    add_a_language: 2,  # of one folder
}
