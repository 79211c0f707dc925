"""Do what the README and the guides say, as a new user would, and compare.

    python scripts/newcomer.py                     everything, in a new environment and home
    python scripts/newcomer.py docs/players.md     the pages that are named
    python scripts/newcomer.py --installed FOLDER  with a virtual environment that is there

It types the first command of the README, which installs the program and starts a game, and then,
in both languages, every command of the pages, with the output that a page shows. A failure names
the page, the line, the command, the expected and the found output. Needs an index of packages, and
a system that has terminals like POSIX. `tests/test_docs.py` does a short part of it, and plays a
whole game with every word of the guide's tables.
"""

import argparse
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
GUIDES = ("players", "companion", "power-grid-table", "comparers", "programmers", "researchers")
MORE = ("own-bots", "hosting", "formats")
LOCALES = {"en": "C.UTF-8", "pt_BR": "pt_BR.UTF-8"}
PATIENCE = 300  # seconds for one command
REFUSED = {"gridgames compare refill": 2}  # the page says so

# What is not typed, each with the reason
SKIPPED = {
    r"HOST|VAR=|dask ": "needs several computers",
    r"192\.168\.1\.5|KEY": "somebody else's table; one of our own is joined",
    r"--games 100000|--games 1000$|train\.py": "takes hours",
    r"^(uv|git|node) |pytest|\.\[test": "the tests are not for those who play",
    r"gridgames join LINK": "joined where a table is served",
    r"^(rsync|systemctl|apt|pip|python) ": "for the one who runs a server, or needs other packages",
}
RECORDED = "recorded"  # a folder with a game
# What a page leaves to its reader
NAMES = {
    r"\b(FILE|RECORD|ARQUIVO|REGISTRO)\b": f"{RECORDED}/eletrika-1.jsonl",
    r"mybot\.py": "careful.py",
}
WORDS = {  # of the tables of commands
    r"ACTION|AÇÃO": "{action}",
    r"\[N\]": "1",
    r"\[(ID|CÓDIGO)\]": "PG-AUC-07",
    r"FILE|ARQUIVO": "copy{number}.jsonl",
    r"\[(WHAT|O QUE)\]": "",
    r"\bR\b": "2",
}


class Step(NamedTuple):
    """A command of a page: where it is, what is piped into it, and the output the page shows."""

    page: str
    line: int
    command: str
    typed: str | None = None
    expected: tuple[str, ...] = ()
    is_asked: bool = False  # after $, so that it needs no terminal and ends by itself

    @property
    def code(self) -> int:
        """Return the exit code that the page promises."""
        return REFUSED.get(self.command, 0)

    @property
    def words(self) -> list[str]:
        """Return the command as words, without ``gridgames``."""
        words = shlex.split(self.command)
        return words[words.index("gridgames") + 1 :]

    @property
    def is_on_screen(self) -> bool:
        """Return whether the command opens the full screen."""
        words = [word for word in self.words if not word.startswith("-")]
        opens = words[:1] in ([], ["play"], ["replay"], ["learn"]) or words[1:2] in (
            ["keep"],
            ["edit"],
        )
        return opens and not {"--plain", "--watch", "--help", "--page", "--version"} & {*self.words}


class Failure(Exception):
    """A page says something else than what happens."""

    def __init__(self, step: Step, expected: str, found: str) -> None:
        super().__init__(
            f"{step.page}:{step.line}: {step.command}\n  expected: {expected}\n  found:    {found}"
        )


def steps_of(page: Path, name: str) -> Iterator[Step]:
    """Yield the commands of the blocks of a page, in their order.

    A command follows ``$``, or begins with ``gridgames`` in a block; the lines after ``$ COMMAND``
    are its output. Two spaces or more end a command that has its explanation beside it.
    """
    lines = page.read_text(encoding="utf-8").splitlines()
    fence, number = "", 0
    while number < len(lines):
        line = lines[number]
        number += 1
        if line.lstrip().startswith("```"):
            fence = "" if fence else line.strip().removeprefix("```") or "plain"
            continue
        is_indented = not fence and line.startswith("    ")
        if not (is_indented or fence in ("console", "text")):
            continue
        text = line.strip()
        asked = text.startswith("$ ")
        if not asked and not re.match(r"gridgames( |$)|GRIDGAMES_\w+=", text):
            continue
        start, text = number, text.removeprefix("$ ")
        while text.endswith("\\"):
            text = text[:-1] + lines[number].strip()
            number += 1
        command = re.split(r"  +(?=\S)", text)[0] if not asked else text
        expected = []
        while asked and number < len(lines) and not _ends(lines[number], fence):
            expected.append(lines[number].removeprefix("    " if is_indented else ""))
            number += 1
        while expected and not expected[-1].strip():
            expected.pop()
        typed = None
        if command.startswith("echo ") and " | " in command:
            said, _, command = command.partition(" | ")
            typed = shlex.split(said)[1] + "\n"
        yield Step(name, start, command.strip(), typed, tuple(expected), asked)


def _ends(line: str, fence: str) -> bool:
    """Return whether the output of a command ends before this line."""
    if fence:
        return line.startswith(("```", "$ "))
    return line.startswith("    $ ") or bool(line.strip() and not line.startswith("    "))


def reason_to_skip(command: str) -> str:
    """Return why a command is not typed, empty if it is."""
    return next((why for pattern, why in SKIPPED.items() if re.search(pattern, command)), "")


def filled(step: Step) -> Step:
    """Return a step with names for what the page leaves to its reader."""
    command = step.command
    for pattern, name in NAMES.items():
        command = re.sub(pattern, name, command)
    return step._replace(command=command)


def check_output(step: Step, code: int, found: str) -> None:
    """Compare an answer with the page; a line ``...`` is any number of lines.

    Raises:
        Failure: if the exit code or the output is another one.
    """
    if code != step.code:
        raise Failure(step, f"exit code {step.code}", f"{code}\n{found[-2000:]}")
    have = [line.rstrip() for line in found.strip("\n").splitlines()]
    place, is_open = 0, False
    for line in (line.rstrip() for line in step.expected):
        if line.strip() == "...":
            is_open = True
            continue
        try:
            at = have.index(line, place) if is_open else place
        except ValueError:
            at = len(have)
        if have[at : at + 1] != [line]:
            raise Failure(step, repr(line), repr(have[place : place + 1] or "the end"))
        place, is_open = at + 1, False
    if step.expected and not is_open and place < len(have):
        raise Failure(step, "the end", repr(have[place]))


def named_commands(page: Path, name: str) -> Iterator[Step]:
    """Yield the commands that the sentences of a page name, between backquotes."""
    text = re.sub(r"^( *)```.*?^\1```$", lambda block: "\n" * block[0].count("\n"),
                  page.read_text(encoding="utf-8"), flags=re.M | re.S)  # fmt: skip
    for found in re.finditer(r"(?<!`)`(gridgames [^`]+)`(?!`)", text):
        command = found[1].partition(" >> ")[0].replace("\n", " ")
        yield Step(name, text[: found.start()].count("\n") + 1, command)


def pages() -> list[Path]:
    """Return the pages whose commands have to be there."""
    docs = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs" / "pt_BR").glob("*.md")]
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted(docs)]


def python_of(page: Path) -> list[str]:
    """Return the programs of a page, and a test of what its ``>>>`` shows."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    typed = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    return [*(one for one in blocks if ">>>" not in one), *map(_as_doctest, typed)]


def _as_doctest(typed: str) -> str:
    return f"import doctest\n__doc__ = {typed!r}\nassert doctest.testmod().failed == 0\n"


def files_of(page: Path) -> dict[str, str]:
    """Return the programs of a page that begin with the name of their file."""
    found = ((re.match(r"# (\w+\.py)$", one, re.M), one) for one in python_of(page))
    return {name[1]: one for name, one in found if name}


ACTIONS = {"powergrid": "build Essen", "eletrika": "build T 0,1"}


def typed_words(page: Path, game: str) -> list[tuple[int, str]]:
    """Return the words of the table of a game, with values for their placeholders."""
    table: list[tuple[int, str]] = []
    heads = 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if len(cells) != 3:
            continue
        heads += set(cells[0]) == {"-"}
        if heads == 1 and "full screen only" not in cells[2] and "na tela cheia" not in cells[2]:
            table += [(number, word) for word in re.findall(r"`([^`]+)`", cells[0])]
    lines = []
    for number, word in table:
        first = word.replace("\\|", "|").replace("...", "")
        for pattern, value in WORDS.items():
            first = re.sub(pattern, value.format(number=number, action=ACTIONS[game]), first)
        name, _, rest = first.replace("[", "").replace("]", "").partition(" ")
        lines += [(number, f"{name} {one}".strip()) for one in rest.split("|")]
    return [one for one in lines if one[1] not in {"quit", "q", "sair"}]


NOT_UNDERSTOOD = r"Not understood: .*|Não entendido: .*"
LAST = r"gridgames (?:review|replay) (\S+\.jsonl)"


class Game(NamedTuple):
    """A whole game in plain text: every word of the guide, then answers to the end."""

    step: Step
    typed: str


def game_of(page: Path, name: str, game: str) -> Game:
    """Return a whole game with the words of a guide for players."""
    words = f"gridgames play {game} --seats Ana=human,easy,easy --seed 7 --plain"
    said = typed_words(page, game)
    at_once = {"t", "hint", "dica"}  # the strongest bot thinks for ten seconds: asked once
    # One of them answers any question, and none is unknown to it: a plant, a place in a list.
    numbers = (4, 3, 7, 8, 10, 13) if game == "powergrid" else (1, 2, 3, 4, 5, 0)
    keys = [*map(str, numbers), "p", "d"]
    typed = [*keys, *(line for _, line in said if line not in at_once), *keys * 200]
    return Game(Step(name, said[0][0], words), "".join(f"{line}\n" for line in typed))


def check_game(game: Game, code: int, found: str) -> str:
    """Check that all words were understood and the game came to its end; return where it is saved.

    Raises:
        Failure: otherwise.
    """
    if code:
        raise Failure(game.step, "exit code 0", f"{code}\n{found[-2000:]}")
    if problem := re.search(NOT_UNDERSTOOD, found):
        raise Failure(game.step, "each word of the guide is understood", problem[0])
    saved = re.search(LAST, found)
    if not saved:
        raise Failure(game.step, "the end of the game", found[-2000:])
    return saved[1]


# --- Everything, with the program installed as a new user installs it


class Place(NamedTuple):
    """A folder with a new home, and the environment of a user there."""

    folder: Path
    env: dict[str, str]

    def run(self, step: Step, typed: str = "") -> tuple[int, str]:
        """Run a command as a shell would; return its exit code and output."""
        done = subprocess.run(
            ["/bin/sh", "-c", step.command], cwd=self.folder, env=self.env, text=True,
            input=step.typed or typed, encoding="utf-8", timeout=PATIENCE, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        return done.returncode, done.stdout


def place(base: Path, name: str, programs: Path, language: str) -> Place:
    """Make the folder of a page, with the examples of the tree and an empty home."""
    folder = base / f"{name.replace('/', '-')}-{language}"
    shutil.copytree(ROOT / "examples", folder / "examples")
    return Place(folder, environment(folder / "home", programs, language))


def environment(home: Path, programs: Path, language: str) -> dict[str, str]:
    """Return the environment of somebody who has just got this computer."""
    home.mkdir(parents=True)
    kept = ("PIP_", "SSL_", "REQUESTS_", "CURL_", "HTTP", "NO_PROXY", "http", "no_proxy")
    env = {name: value for name, value in os.environ.items() if name.startswith(kept)}
    path = os.pathsep.join([str(programs), "/usr/local/bin", "/usr/bin", "/bin"])
    env |= {"PATH": path, "HOME": str(home), "TERM": "xterm-256color", "COLUMNS": "80"}
    return env | {"LANG": LOCALES[language], "PYTHONUTF8": "1"}


class Screen:
    """A command in a terminal of 100 columns and 30 lines, which the program has to itself."""

    def __init__(self, step: Step, where: Place) -> None:
        import pexpect

        words = ["-c", f"exec {step.command}"]
        self._child = pexpect.spawn(
            "/bin/sh", words, cwd=where.folder, env=where.env, dimensions=(30, 100)
        )
        self.shown = b""

    def wait(self, done: Callable[[str], object], patience: float) -> str:
        """Read until ``done`` holds for all that was shown, or the program has ended."""
        import pexpect

        end = time.monotonic() + patience
        with suppress(pexpect.EOF):
            while time.monotonic() < end and not done(self.text):
                with suppress(pexpect.TIMEOUT):
                    self.shown += self._child.read_nonblocking(65536, 1)
        return self.text

    @property
    def text(self) -> str:
        """Return all that was shown, with its control sequences."""
        return self.shown.decode("utf-8", "replace")

    def leave(self, *keys: str) -> int:
        """Type until the program ends, and return its exit code; 255 if it does not end."""
        for typed in keys * 3:
            with suppress(OSError):
                self._child.send(typed)
            self.wait(lambda _: not self._child.isalive(), 2)
            if not self._child.isalive():
                break
        self._child.close(force=True)
        return 255 if self._child.exitstatus is None else int(self._child.exitstatus)


F10, YES, CONTROL_C = "\x1b[21~", "\r", "\x03"
ON_SCREEN = "\x1b[?1049h"  # the full screen of a terminal
READY = r"F1\b|↑↓"  # in its bottom line, in a game and in the start menu


def look_at_screen(step: Step, where: Place) -> None:
    """Open the full screen as a page says, see it, and leave with F10.

    Raises:
        Failure: if it does not open, or does not end well.
    """
    screen = Screen(step, where)
    shown = screen.wait(lambda text: ON_SCREEN in text and re.search(READY, text), 60)
    time.sleep(1)
    code = screen.leave(F10, YES)
    if ON_SCREEN not in shown:
        raise Failure(step, "the full screen", screen.text[-1000:])
    if code:
        raise Failure(step, "exit code 0 after F10", f"{code}\n{screen.text[-1000:]}")


def look_at_server(step: Step, where: Place) -> None:
    """Serve as a page says, open each link, join a seat in a terminal, and stop with Ctrl-C.

    Raises:
        Failure: if a link does not open, or the server does not end well.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:  # others may have 8000
        at_port = step._replace(command=f"{step.command} --port {free.getsockname()[1]}")
    server = Screen(at_port, where)
    shown = server.wait(lambda text: re.search(r"Ctrl.C", text) and "http" in text, 60)
    links = re.findall(r"https?://[^\s/]+:?\d*/[\w-]{16,}/?", shown)
    try:
        if not links:
            raise Failure(step, "links", shown[-1000:])
        for link in links:
            if link.startswith("http://"):
                here = re.sub(r"//[^/:]+", "//127.0.0.1", link)
                with urllib.request.urlopen(here, timeout=30) as page:
                    if page.status != 200:
                        raise Failure(step, f"a page at {link}", str(page.status))
        if " Ana" in step.command:
            joined = step._replace(command=f"gridgames join {links[0]} --plain")
            code, found = where.run(joined, "q\n")
            if code:
                raise Failure(joined, "exit code 0", f"{code}\n{found[-1000:]}")
    finally:
        code = server.leave(CONTROL_C)
    if code not in (0, 130):
        raise Failure(step, "exit code 0 or 130 after Ctrl-C", f"{code}\n{server.text[-1000:]}")


def do_page(page: str, language: str, base: Path, programs: Path) -> Iterator[str]:
    """Do what a page says, in its order; yield each failure."""
    name = f"docs/pt_BR/{page}.md" if language != "en" else f"docs/{page}.md"
    path = ROOT / name if page != "README" else ROOT / "README.md"
    name = "README.md" if page == "README" else name
    where = place(base, page, programs, language)
    guide = (ROOT / "docs" / "own-bots.md").read_text(encoding="utf-8")
    programs_of_guide = re.findall(r"^```python\n(.*?)^```$", guide, re.M | re.S)
    (bot,) = [one for one in programs_of_guide if "class Careful:" in one]
    (where.folder / "careful.py").write_text(bot, encoding="utf-8")
    for file, text in files_of(path).items():
        (where.folder / file).write_text(text, encoding="utf-8")
    steps = [filled(one) for one in steps_of(path, name)]
    if any(RECORDED in step.command for step in steps):
        made = (
            f"gridgames simulate eletrika --seats easy,easy --games 1 --seed 1 --records {RECORDED}"
        )
        where.run(Step(name, 0, made))
    for step in steps:
        if reason_to_skip(step.command):
            continue
        try:
            if step.words[:1] == ["serve"]:
                look_at_server(step, where)
            elif step.is_on_screen:
                look_at_screen(step, where)
            else:
                check_output(step, *where.run(step))
        except (Failure, subprocess.TimeoutExpired, OSError) as problem:
            yield str(problem)
    for number, program in enumerate(python_of(path), 1):
        step = Step(name, number, "a program of the page")
        (where.folder / "program.py").write_text(program, encoding="utf-8")
        code, found = where.run(step._replace(command="python program.py"))
        if code:
            yield str(Failure(step._replace(command=program[:200]), "exit code 0", found[-1000:]))


def install(base: Path) -> Path:
    """Type the first command of the README in a copy of the tree; return the folder of programs.

    Raises:
        Failure: if it does not install the program and open a game.
    """
    copy = base / "gridgames"
    known = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in known.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    python = base / "python"
    python.mkdir()
    own = getattr(sys, "_base_executable", sys.executable)
    (python / "python3").symlink_to(Path(own).resolve())
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    where = Place(copy, environment(base / "home", python, "en"))
    (command,) = re.findall(r"^    (python3 -m venv .*/gridgames)$", text, re.M)
    step = Step("README.md", text[: text.index(command)].count("\n") + 1, command)
    check_output(step, *where.run(step))  # bots play
    look_at_screen(step._replace(command=command.rpartition("&& ")[2]), where)
    extra = Step("docs/researchers.md", 1, '.venv/bin/pip install "gridgames[rl]"')
    check_output(extra, *where.run(extra))
    return copy / ".venv" / "bin"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do all of it, or the pages that are named; return how it ended."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pages", nargs="*", help="pages, such as docs/players.md")
    parser.add_argument("--installed", type=Path, help="a virtual environment with the program")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="pages at a time")
    chosen = parser.parse_args(arguments)
    begun, failures = time.monotonic(), 0
    with tempfile.TemporaryDirectory(prefix="newcomer-") as folder:
        base = Path(folder)
        try:
            programs = chosen.installed.absolute() / "bin" if chosen.installed else install(base)
        except Failure as problem:
            print(problem)
            return 1
        print(f"installed after {time.monotonic() - begun:.0f} s", flush=True)
        tasks: dict[str, Callable[[], list[str]]] = {}
        for language in LOCALES:
            for page in ("README", *GUIDES, *MORE):
                name = f"docs/{language}/{page}.md" if language != "en" else f"docs/{page}.md"
                name = "README.md" if page == "README" else name
                if (ROOT / name).is_file() and (page != "README" or language == "en"):
                    tasks[name] = partial(_all, do_page, page, language, base, programs)
        if chosen.pages:
            tasks = {name: task for name, task in tasks.items() if name in chosen.pages}
        with ThreadPoolExecutor(chosen.jobs) as pool:
            for name, (seconds, problems) in zip(
                tasks, pool.map(_timed, tasks.values()), strict=True
            ):
                print(f"{name}: {len(problems)} failures, {seconds:.0f} s", flush=True)
                for problem in problems:
                    print(problem, flush=True)
                failures += len(problems)
    print(f"{failures} failures after {time.monotonic() - begun:.0f} s")
    return 1 if failures else 0


def _all(task: Callable[..., Iterator[str]], *arguments: object) -> list[str]:
    return list(task(*arguments))


def _timed(task: Callable[[], list[str]]) -> tuple[float, list[str]]:
    begun = time.monotonic()
    problems = task()
    return time.monotonic() - begun, problems


if __name__ == "__main__":
    sys.exit(main())
