"""``gridgames doctor``: the abilities of the terminal and of the installation, with advice.

All is found out without changing anything.
"""

import os
import platform
import re
import stat
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, Literal, NotRequired, TypedDict

import typer

from gridcommon.errors import JoinedList, Typed
from gridgames import __version__
from gridgames.commands.options import AsJson
from gridgames.languages.language import Language, current_language, use_language
from gridgames.languages.messages import say
from gridgames.show import registry
from gridgames.system.exit_codes import REFUSED
from gridgames.system.faults import fault_path
from gridgames.table.saves.saves import saved_games, saves_directory
from gridgames.table.settings import settings_path
from gridgames.terminal import output
from gridgames.terminal.output import Line
from gridgames.terminal.pictures import asking, choice
from gridgames.terminal.pictures.mode import Mode, wanted
from gridgames.terminal.printable import escape_controls
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH
from gridgames.terminal.shell import with_variable

# Boards are written with these, beside letters: terminals and their fonts differ in the width
SYMBOLS = (*GLYPHS, OTHER_GLYPH, "⌂", "☢", "▶", "▪", "█", "─", "→", "…", "−")
# These change how the program looks, and hold nothing private
VARIABLES = (
    "TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LANGUAGE", "GRIDGAMES_LANG",
    "GRIDGAMES_PICTURE", "PYTHONIOENCODING",
)  # fmt: skip

_MOUSE = b"\x1b[?1006$p"  # whether the terminal knows the reports of a mouse that Textual asks for
_PLACE = b"\x1b[6n"  # where the cursor is
_TOLD = re.compile(rb"\x1b\[\?1006;(?P<mouse>\d)\$y|\x1b\[\d+;(?P<column>\d+)R")
_EXTRA = re.compile(r"([\w.-]+).*\bextra == ['\"]([\w-]+)['\"]")


class FactJson(TypedDict):
    """A thing, what is true of it, and a line of advice if something is missing."""

    thing: str
    text: str
    advice: NotRequired[str]


class InstallationJson(TypedDict):
    """The whole answer; ``ok`` is false if games or settings cannot be saved.

    Paths begin with ~ in the home folder.
    """

    schema: Literal[2]
    ok: bool
    terminal: list[FactJson]
    program: list[FactJson]
    extras: list[FactJson]
    files: list[FactJson]
    variables: dict[str, str]


def doctor(as_json: AsJson = False) -> None:
    """Show what this terminal can, what is installed, and where games are saved, with advice.

    Send the answer of doctor --json with a report. It names your home folder as ~, and of the
    environment only the variables for terminals and languages. The exit code is 1 if games or
    settings cannot be saved.
    """
    language = current_language()
    with use_language(Language.ENGLISH if as_json else language):
        found = examine(language)
        if as_json:
            output.print_json(found)
        else:
            output.print_lines(_page(found))
    if not found["ok"]:
        raise typer.Exit(REFUSED)


def examine(language: Language) -> InstallationJson:
    """Return what is true of this installation. The terminal is asked, if there is one."""
    return {
        "schema": 2,
        "ok": all(map(is_writable, _folders())),
        "terminal": [*_terminal()],
        "program": [*_program(language)],
        "extras": [*_extras()],
        "files": [*_files()],
        "variables": {name: os.environ[name] for name in VARIABLES if name in os.environ},
    }


def _fact(thing: str, text: str, advice: str = "") -> FactJson:
    fact: FactJson = {"thing": thing, "text": text}
    return fact | {"advice": advice} if advice else fact


def _page(found: InstallationJson) -> Iterator[Line]:
    parts = [
        (say("Terminal"), found["terminal"]),
        (say("Program"), found["program"]),
        (say("Extras"), found["extras"]),
        (say("Files"), found["files"]),
    ]
    keep = [_build(), *map(without_home, _folders())]
    column = 4 + max(len(one["thing"]) for _, part in parts for one in part)
    margin = " " * column
    for title, part in parts:
        yield [(title, "bold")]
        for one in part:
            first = f"  {one['thing']}".ljust(column)
            yield from output.wrapped(one["text"], margin, first=first, keep=keep)
            if "advice" in one:
                told = f"> {one['advice']}"
                yield from output.wrapped(told, f"{margin}  ", "magenta", margin, keep)
        yield []
    command = "gridgames doctor --json"
    last = say("For a report, copy the answer of {command}.", command=Typed(command))
    yield from output.wrapped(last, keep=[command])


def _terminal() -> Iterator[FactJson]:
    choice.ask_terminal()  # which also finds out that xterm shows all colours
    yield _fact(say("input"), _kind(sys.stdin))
    is_seen = output.is_terminal()
    no_terminal = say("No terminal was asked. Run gridgames doctor without a pipe.")
    yield _fact(say("output"), _kind(sys.stdout), "" if is_seen else no_terminal)
    columns, lines, encoding = output.width(), output.height(), sys.stdout.encoding or "ascii"
    advice = ""
    if not output.is_utf8(encoding):
        advice = say("Boards have simpler characters and no full screen, which needs UTF-8.")
    elif is_seen and (columns < 80 or lines < 24):
        advice = say("The full screen is made for 80 columns and 24 lines.")
    size = say(
        "{columns} columns, {lines} lines, {encoding}",
        columns=columns,
        lines=lines,
        encoding=encoding,
    )
    yield _fact(say("text"), size, advice)
    if not is_seen:
        return
    name = escape_controls(asking.abilities().name) or say("unknown")
    mute = say("This terminal cannot be asked, so much stays unknown.")
    yield _fact(say("name"), name, "" if asking.can_ask() else mute)
    yield _colours()
    yield _pictures()
    yield from _mouse_and_symbols()


def _kind(stream: Any) -> str:
    """Return what standard input or output is."""
    try:
        fileno = stream.fileno()
        mode = os.fstat(fileno).st_mode
    except (OSError, ValueError, AttributeError):
        return say("closed")
    if os.isatty(fileno):
        return say("a terminal")
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
        return say("a pipe")
    return say("a file") if stat.S_ISREG(mode) else say("a device")


def _colours() -> FactJson:
    if not output.has_colour():
        why = say("NO_COLOR turns colours off, and so does TERM if it is dumb or not set.")
        return _fact(say("colours"), say("none"), why)
    from rich.console import Console

    if Console().color_system == "truecolor":
        return _fact(say("colours"), say("all"))
    advice = say("If this terminal shows all colours, set COLORTERM=truecolor.")
    return _fact(say("colours"), "256" if Console().color_system == "256" else "16", advice)


def _pictures() -> FactJson:
    found, title = asking.abilities(), say("pictures")
    able = [Mode.KITTY] * found.has_kitty + [Mode.SIXEL] * found.has_sixel
    if way := choice.way():
        return _fact(title, say("yes: {protocol}", protocol=way.protocol.value))
    if wanted() is Mode.OFF:
        advice = say("--picture auto shows them where that was seen to work.")
        return _fact(title, say("turned off"), advice)
    if able:
        text = say("not by themselves; the terminal knows {protocol}", protocol=able[0].value)
        option = Typed(f"--picture {able[0].value}")
        advice = say("Try them with {option}, or set GRIDGAMES_PICTURE.", option=option)
        return _fact(title, text, advice)
    if not found.name:
        return _fact(
            title,
            say("unknown: the terminal did not answer"),
            say("Run gridgames doctor again: a busy terminal may answer too late."),
        )
    advice = say("kitty, and xterm started as xterm -ti vt340, show boards as pictures.")
    return _fact(title, say("no"), advice)


def _mouse_and_symbols() -> Iterator[FactJson]:
    """Yield whether the terminal reports a mouse, and the symbols of another width than expected.

    Each symbol is written at the left edge, and the cursor asked for; then the line is emptied.
    """
    written = b"".join(b"\r" + symbol.encode() + _PLACE for symbol in SYMBOLS)
    told = b""
    if output.is_utf8(sys.stdout.encoding):
        told = asking.ask(_MOUSE + written + b"\r\x1b[K", _TOLD)
    found = [*_TOLD.finditer(told)]
    unknown = say("unknown: the terminal did not answer")
    match [one["mouse"] for one in found if one["mouse"]]:
        case []:
            advice = say(
                "Keys do all that the mouse does. In tmux, set -g mouse on passes the mouse on."
            )
            yield _fact(say("mouse"), unknown, advice)
        case [*_, b"0"]:
            yield _fact(say("mouse"), say("no"), say("Keys do all that the mouse does."))
        case _:
            yield _fact(say("mouse"), say("yes"))
    widths = [int(one["column"]) - 1 for one in found if one["column"]]
    if len(widths) != len(SYMBOLS):
        yield _fact(say("symbols"), unknown)
        return
    pairs = zip(SYMBOLS, widths, strict=True)
    wrong = tuple(symbol for symbol, shown in pairs if shown != output.text_width(symbol))
    if not wrong:
        yield _fact(say("symbols"), say("as wide as expected"))
        return
    symbols = JoinedList(wrong, "and")
    yield _fact(
        say("symbols"),
        say("of another width than expected: {symbols}", symbols=symbols),
        say("Boards may look shifted: set characters of ambiguous width to narrow."),
    )


def _program(language: Language) -> Iterator[FactJson]:
    yield _fact("gridgames", __version__)
    yield _fact("Python", f"{platform.python_implementation()} {platform.python_version()}")
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    yield _fact(say("system"), system)
    yield _fact(say("language"), language.value)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    engines: dict[bool, list[str]] = {True: [], False: []}  # the names, by whether it is compiled
    modules = {"gridcommon": "gridcommon.chance"}
    modules |= {name: f"{name}.game" for name in registry.names()}
    for engine, module in modules.items():
        found = find_spec(module)  # which does not load it
        if found and found.origin:
            engines[found.origin.endswith(suffix)].append(engine)
    told = [say("compiled: {names}", names=", ".join(engines[True]))] if engines[True] else []
    advice = ""
    if engines[False]:
        told.append(say("pure Python: {names}", names=", ".join(engines[False])))
        advice = say(
            "Compiled engines are faster: build them with {command}, with a C compiler.",
            command=Typed(_build()),
        )
    yield _fact(say("engines"), "; ".join(told), advice)


def _build() -> str:
    """Return the command that compiles the engines, in a checkout."""
    return with_variable("HATCH_BUILD_HOOKS_ENABLE", "1", ("pip", "install", "."))


def _extras() -> Iterator[FactJson]:
    """Yield the extras that the package's own metadata name; none if it was not installed."""
    missing: dict[str, list[str]] = {}
    with suppress(metadata.PackageNotFoundError):
        for one in sorted(metadata.requires("gridgames") or ()):
            if found := _EXTRA.match(one):
                missing.setdefault(found[2], []).extend(_missing(found[1]))
    there = sorted(extra for extra, packages in missing.items() if not packages)
    yield _fact(say("installed"), ", ".join(there) or say("none"))
    for extra, packages in sorted(missing.items()):
        if packages:
            text = say("missing: {names}", names=", ".join(packages))
            yield _fact(extra, text, f'pip install "gridgames[{extra}]"')


def _missing(package: str) -> list[str]:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return [package]
    return []


def _folders() -> list[Path]:
    """Return the folders of saved games, settings and faults."""
    return [saves_directory(), settings_path().parent, fault_path().parent]


def _files() -> Iterator[FactJson]:
    counts = {
        say("saved games"): len(saved_games()),
        say("settings"): int(settings_path().is_file()),
        say("faults"): int(fault_path().is_file()),
    }
    for (thing, count), folder in zip(counts.items(), _folders(), strict=True):
        path, advice = escape_controls(without_home(folder)), ""
        text = say("{file}, {count:file|files}", file=path, count=count)
        if not is_writable(folder):
            text = say("{file} cannot be written", file=path)
            advice = say("Nothing can be saved there: check the folder and the disk.")
        elif count and thing == say("faults"):
            fault = str(Path(path, "fault.txt"))
            advice = say("The program has failed: send {file} too.", file=fault)
        yield _fact(thing, text, advice)


def without_home(path: Path) -> str:
    """Return a path, with ~ for the home folder."""
    with suppress(RuntimeError, ValueError):
        return str(Path("~") / path.relative_to(Path.home()))
    return str(path)


def is_writable(folder: Path) -> bool:
    """Return whether files can be made in a folder, or in the one in which it would be made."""
    there = next((one for one in (folder, *folder.parents) if os.path.lexists(one)), folder)
    try:
        with TemporaryFile(dir=there) as file:
            file.write(b"?")
            file.flush()
    except OSError:
        return False
    return True
