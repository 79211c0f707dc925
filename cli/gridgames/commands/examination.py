"""Facts about this installation and its terminal, found out without changing anything."""

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
from typing import Any, Literal, NotRequired, TypedDict

from gridgames import __version__
from gridgames.languages.language import current_language
from gridgames.show import registry
from gridgames.system.faults import fault_path
from gridgames.table.saves.saves import saved_games, saves_directory
from gridgames.table.settings import settings_path
from gridgames.terminal import output
from gridgames.terminal.pictures import asking, choice
from gridgames.terminal.pictures.mode import Mode, wanted
from gridgames.terminal.seat_styles import GLYPHS, OTHER_GLYPH

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
        "colours": _colours(),
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


def _colours() -> int:
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
    from tempfile import TemporaryFile

    there = next((one for one in (folder, *folder.parents) if os.path.lexists(one)), folder)
    try:
        with TemporaryFile(dir=there) as file:
            file.write(b"?")
            file.flush()
    except OSError:
        return False
    return True
