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
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

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
COLOURS = {"standard": 16, "256": 256, "truecolor": 1 << 24, "windows": 16}  # as Rich calls them

_MOUSE = b"\x1b[?1006$p"  # whether the terminal knows the reports of a mouse that Textual asks for
_PLACE = b"\x1b[6n"  # where the cursor is
_TOLD = re.compile(rb"\x1b\[\?1006;(?P<mouse>\d)\$y|\x1b\[\d+;(?P<column>\d+)R")
_EXTRA = re.compile(r"([\w.-]+).*\bextra == ['\"]([\w-]+)['\"]")

Stream = Literal["terminal", "pipe", "file", "device", "closed"]


class SymbolJson(TypedDict):
    """A symbol, and the cells of the terminal that the program counts with and that it takes."""

    symbol: str
    expected: int
    shown: int


class TerminalJson(TypedDict):
    """The abilities of the terminal; null is unknown, and only a terminal is asked."""

    input: Stream
    output: Stream
    asked: bool
    name: str | None
    columns: int
    lines: int
    encoding: str
    colours: int
    picture: str
    pictures: str | None
    able: list[str]
    mouse: bool | None
    symbols: bool | None
    wrong: list[SymbolJson]


class EngineJson(TypedDict):
    """The engine of a game, or what they share, and whether it is compiled."""

    engine: str
    compiled: bool


class ExtraJson(TypedDict):
    """An extra of the package, and the packages that it needs and that are missing."""

    extra: str
    installed: bool
    missing: list[str]


class FolderJson(TypedDict):
    """A folder of the program; ``path`` begins with ~ in the home folder."""

    folder: Literal["saves", "settings", "faults"]
    path: str
    writable: bool
    files: int


class InstallationJson(TypedDict):
    """The whole answer; ``ok`` is false if something is broken."""

    schema: Literal[1]
    gridgames: str
    python: str
    system: str
    language: str
    terminal: TerminalJson
    engines: list[EngineJson]
    extras: list[ExtraJson]
    folders: list[FolderJson]
    variables: dict[str, str]
    ok: bool
    advice: NotRequired[list[str]]


def _build() -> str:
    """Return the command that compiles the engines, in a checkout."""
    return with_variable("HATCH_BUILD_HOOKS_ENABLE", "1", ("pip", "install", "."))


class Ability(NamedTuple):
    """A thing, what is true of it, and a line of advice if something is missing."""

    thing: str
    text: str
    advice: str = ""


def doctor(as_json: AsJson = False) -> None:
    """Show what this terminal can, what is installed, and where games are saved, with advice.

    Send the answer of doctor --json with a report. It names your home folder as ~, and of the
    environment only the variables for terminals and languages. The exit code is 1 if games or
    settings cannot be saved.
    """
    found = examine()
    if as_json:
        with use_language(Language.ENGLISH):
            found["advice"] = [
                one.advice for _, part in _parts(found) for one in part if one.advice
            ]
        output.print_json(found)
    else:
        output.print_lines(_page(found))
    if not found["ok"]:
        raise typer.Exit(REFUSED)


def _page(found: InstallationJson) -> Iterator[Line]:
    parts = [*_parts(found)]
    column = 4 + max(len(one.thing) for _, part in parts for one in part)
    paths = [one["path"] for one in found["folders"]]
    for title, part in parts:
        yield [(title, "bold")]
        for one in part:
            first = f"  {one.thing}".ljust(column)
            yield from output.wrapped(one.text, " " * column, first=first, keep=paths)
            if one.advice:
                margin = " " * column
                told = f"> {one.advice}"
                yield from output.wrapped(
                    told, f"{margin}  ", "magenta", margin, [*paths, _build()]
                )
        yield []
    command = "gridgames doctor --json"
    last = say("For a report, copy the answer of {command}.", command=Typed(command))
    yield from output.wrapped(last, keep=[command])


def _parts(found: InstallationJson) -> Iterator[tuple[str, list[Ability]]]:
    yield say("Terminal"), [*_of_terminal(found["terminal"])]
    yield say("Program"), [*_of_program(found)]
    yield say("Extras"), [*_of_extras(found)]
    yield say("Files"), [*_of_folders(found)]


def _of_terminal(found: TerminalJson) -> Iterator[Ability]:
    streams = {
        "terminal": say("a terminal"),
        "pipe": say("a pipe"),
        "file": say("a file"),
        "device": say("a device"),
        "closed": say("closed"),
    }
    is_seen = found["output"] == "terminal"
    yield Ability(say("input"), streams[found["input"]])
    yield Ability(
        say("output"),
        streams[found["output"]],
        "" if is_seen else say("No terminal was asked. Run gridgames doctor without a pipe."),
    )
    yield Ability(
        say("text"),
        say(
            "{columns} columns, {lines} lines, {encoding}",
            columns=found["columns"], lines=found["lines"], encoding=found["encoding"],
        ),
        _advice_on_text(found),
    )  # fmt: skip
    if not is_seen:
        return
    name = escape_controls(found["name"] or "") or say("unknown")
    yield Ability(
        say("name"),
        name,
        "" if found["asked"] else say("This terminal cannot be asked, so much stays unknown."),
    )
    yield Ability(say("colours"), *_colours(found["colours"]))
    yield Ability(say("pictures"), *_pictures(found))
    yield Ability(say("mouse"), *_mouse(found["mouse"]))
    yield Ability(say("symbols"), *_symbols(found))


def _advice_on_text(found: TerminalJson) -> str:
    if not output.is_utf8(found["encoding"]):
        return say("Boards have simpler characters and no full screen, which needs UTF-8.")
    if found["output"] == "terminal" and (found["columns"] < 80 or found["lines"] < 24):
        return say("The full screen is made for 80 columns and 24 lines.")
    return ""


def _colours(count: int) -> tuple[str, str]:
    if not count:
        return say("none"), say(
            "NO_COLOR turns colours off, and so does TERM if it is dumb or not set."
        )
    if count <= 256:
        return str(count), say("If this terminal shows all colours, set COLORTERM=truecolor.")
    return say("all"), ""


def _pictures(found: TerminalJson) -> tuple[str, str]:
    if found["pictures"]:
        return say("yes: {protocol}", protocol=found["pictures"]), ""
    if found["picture"] == "off":
        return say("turned off"), say("--picture auto shows them where that was seen to work.")
    if found["able"]:
        mode = found["able"][0]
        return say("not by themselves; the terminal knows {protocol}", protocol=mode), say(
            "Try them with {option}, or set GRIDGAMES_PICTURE.", option=Typed(f"--picture {mode}")
        )
    if not found["name"]:
        return say("unknown: the terminal did not answer"), say(
            "Run gridgames doctor again: a busy terminal may answer too late."
        )
    return say("no"), say("kitty, and xterm started as xterm -ti vt340, show boards as pictures.")


def _mouse(found: bool | None) -> tuple[str, str]:
    if found:
        return say("yes"), ""
    if found is None:
        return say("unknown: the terminal did not answer"), say(
            "Keys do all that the mouse does. In tmux, set -g mouse on passes the mouse on."
        )
    return say("no"), say("Keys do all that the mouse does.")


def _symbols(found: TerminalJson) -> tuple[str, str]:
    if found["symbols"]:
        return say("as wide as expected"), ""
    if found["symbols"] is None:
        return say("unknown: the terminal did not answer"), ""
    wrong = JoinedList(tuple(one["symbol"] for one in found["wrong"]), "and")
    return say("of another width than expected: {symbols}", symbols=wrong), say(
        "Boards may look shifted: set characters of ambiguous width to narrow."
    )


def _of_program(found: InstallationJson) -> Iterator[Ability]:
    yield Ability("gridgames", found["gridgames"])
    yield Ability("Python", found["python"])
    yield Ability(say("system"), found["system"])
    yield Ability(say("language"), found["language"])
    pure = [one["engine"] for one in found["engines"] if not one["compiled"]]
    compiled = [one["engine"] for one in found["engines"] if one["compiled"]]
    told = []
    if compiled:
        told.append(say("compiled: {names}", names=", ".join(compiled)))
    if pure:
        told.append(say("pure Python: {names}", names=", ".join(pure)))
    advice = say(
        "Compiled engines are faster: build them with {command}, with a C compiler.",
        command=Typed(_build()),
    )
    yield Ability(say("engines"), "; ".join(told), advice if pure else "")


def _of_extras(found: InstallationJson) -> Iterator[Ability]:
    there = [one["extra"] for one in found["extras"] if one["installed"]]
    yield Ability(say("installed"), ", ".join(there) or say("none"))
    for one in found["extras"]:
        if not one["installed"]:
            yield Ability(
                one["extra"],
                say("missing: {names}", names=", ".join(one["missing"])),
                'pip install "gridgames[{}]"'.format(one["extra"]),
            )


def _of_folders(found: InstallationJson) -> Iterator[Ability]:
    names = {"saves": say("saved games"), "settings": say("settings"), "faults": say("faults")}
    for one in found["folders"]:
        path, count = escape_controls(one["path"]), one["files"]
        advice = ""
        if not one["writable"]:
            told = say("{file} cannot be written", file=path)
            advice = say("Nothing can be saved there: check the folder and the disk.")
        elif one["folder"] == "faults":
            told = path
            if count:
                advice = say(
                    "The program has failed: send {file} too.", file=str(Path(path, "fault.txt"))
                )
        else:
            told = say("{file}, {count:file|files}", file=path, count=count)
        yield Ability(names[one["folder"]], told, advice)


def examine() -> InstallationJson:
    """Return what is true of this installation. The terminal is asked, if there is one."""
    folders = [*_folders()]
    return {
        "schema": 1,
        "gridgames": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "language": current_language().value,
        "terminal": _terminal(),
        "engines": [*_engines()],
        "extras": [*_extras()],
        "folders": folders,
        "variables": {name: os.environ[name] for name in VARIABLES if name in os.environ},
        "ok": all(one["writable"] for one in folders),
    }


def _terminal() -> TerminalJson:
    choice.ask_terminal()  # which also finds out that xterm shows all colours
    found = asking.abilities()
    mouse, widths = _seen()
    wrong: list[SymbolJson] = [
        {"symbol": symbol, "expected": expected, "shown": shown}
        for symbol, shown in zip(SYMBOLS, widths, strict=False)
        if shown != (expected := output.text_width(symbol))
    ]
    way = choice.way()
    return {
        "input": _kind(sys.stdin),
        "output": _kind(sys.stdout),
        "asked": asking.can_ask(),
        "name": found.name or None,
        "columns": output.width(),
        "lines": output.height(),
        "encoding": sys.stdout.encoding or "ascii",
        "colours": _colour_count(),
        "picture": wanted().value,
        "pictures": way.protocol.value if way else None,
        "able": [
            mode.value
            for mode, is_able in ((Mode.KITTY, found.has_kitty), (Mode.SIXEL, found.has_sixel))
            if is_able
        ],
        "mouse": mouse,
        "symbols": not wrong if len(widths) == len(SYMBOLS) else None,
        "wrong": wrong,
    }


def _kind(stream: Any) -> Stream:
    """Return what standard input or output is."""
    try:
        fileno = stream.fileno()
        mode = os.fstat(fileno).st_mode
    except (OSError, ValueError, AttributeError):
        return "closed"
    if os.isatty(fileno):
        return "terminal"
    if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
        return "pipe"
    return "file" if stat.S_ISREG(mode) else "device"


def _colour_count() -> int:
    """Return how many colours the program uses here, 0 for none."""
    if not output.has_colour():
        return 0
    from rich.console import Console

    return COLOURS.get(Console().color_system or "", 0)


def _seen() -> tuple[bool | None, list[int]]:
    """Return whether the terminal reports a mouse, and the width at which it shows each symbol.

    Each symbol is written at the left edge, and the cursor asked for; then the line is emptied.
    """
    if not output.is_utf8(sys.stdout.encoding):
        return None, []
    written = b"".join(b"\r" + symbol.encode() + _PLACE for symbol in SYMBOLS)
    told = asking.ask(_MOUSE + written + b"\r\x1b[K", _TOLD)
    mouse, widths = None, []
    for answer in _TOLD.finditer(told):
        if answer["mouse"]:
            mouse = answer["mouse"] != b"0"
        else:
            widths.append(int(answer["column"]) - 1)
    return mouse, widths


def _engines() -> Iterator[EngineJson]:
    """Yield the engines, without loading them."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for engine, module in (
        ("gridcommon", "gridcommon.chance"),
        *((name, f"{name}.game") for name in registry.names()),
    ):
        with suppress(ImportError):
            found = find_spec(module)
            if found and found.origin:
                yield {"engine": engine, "compiled": found.origin.endswith(suffix)}


def _extras() -> Iterator[ExtraJson]:
    """Yield the extras that the package's own metadata name; none if it was not installed."""
    needed: dict[str, list[str]] = {}
    with suppress(metadata.PackageNotFoundError):
        for one in metadata.requires("gridgames") or ():
            if found := _EXTRA.match(one):
                needed.setdefault(found[2], []).append(found[1])
    for extra, packages in sorted(needed.items()):
        missing = [one for one in packages if not _is_installed(one)]
        yield {"extra": extra, "installed": not missing, "missing": missing}


def _is_installed(package: str) -> bool:
    try:
        metadata.version(package)
    except metadata.PackageNotFoundError:
        return False
    return True


def _folders() -> Iterator[FolderJson]:
    settings, fault = settings_path(), fault_path()
    yield _folder("saves", saves_directory(), len(saved_games()))
    yield _folder("settings", settings.parent, settings.is_file())
    yield _folder("faults", fault.parent, fault.is_file())


def _folder(name: Literal["saves", "settings", "faults"], path: Path, files: int) -> FolderJson:
    return {
        "folder": name,
        "path": without_home(path),
        "writable": is_writable(path),
        "files": int(files),
    }


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
