"""``gridgames doctor``: the abilities of the terminal and of the installation, with advice."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from gridcommon.errors import JoinedList, Typed
from gridgames.commands.options import AsJson
from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import say
from gridgames.system.exit_codes import REFUSED
from gridgames.terminal import output
from gridgames.terminal.output import Line
from gridgames.terminal.printable import escape_controls
from gridgames.terminal.shell import with_variable

if TYPE_CHECKING:
    from gridgames.commands.examination import InstallationJson, TerminalJson


def _build() -> str:
    """Return the command that compiles the engines, in a checkout."""
    return with_variable("HATCH_BUILD_HOOKS_ENABLE", "1", ("pip", "install", "."))


class Finding(NamedTuple):
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
    from gridgames.commands.examination import examine

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


def _page(found: "InstallationJson") -> Iterator[Line]:
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


def _parts(found: "InstallationJson") -> Iterator[tuple[str, list[Finding]]]:
    yield say("Terminal"), [*_of_terminal(found["terminal"])]
    yield say("Program"), [*_of_program(found)]
    yield say("Extras"), [*_of_extras(found)]
    yield say("Files"), [*_of_folders(found)]


def _of_terminal(found: "TerminalJson") -> Iterator[Finding]:
    streams = {
        "terminal": say("a terminal"),
        "pipe": say("a pipe"),
        "file": say("a file"),
        "device": say("a device"),
        "closed": say("closed"),
    }
    is_seen = found["output"] == "terminal"
    yield Finding(say("input"), streams[found["input"]])
    yield Finding(
        say("output"),
        streams[found["output"]],
        "" if is_seen else say("No terminal was asked. Run gridgames doctor without a pipe."),
    )
    yield Finding(
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
    yield Finding(
        say("name"),
        name,
        "" if found["asked"] else say("This terminal cannot be asked, so much stays unknown."),
    )
    yield Finding(say("colours"), *_colours(found["colours"]))
    yield Finding(say("pictures"), *_pictures(found))
    yield Finding(say("mouse"), *_mouse(found["mouse"]))
    yield Finding(say("symbols"), *_symbols(found))


def _advice_on_text(found: "TerminalJson") -> str:
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


def _pictures(found: "TerminalJson") -> tuple[str, str]:
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


def _symbols(found: "TerminalJson") -> tuple[str, str]:
    if found["symbols"]:
        return say("as wide as expected"), ""
    if found["symbols"] is None:
        return say("unknown: the terminal did not answer"), ""
    wrong = JoinedList(tuple(one["symbol"] for one in found["wrong"]), "and")
    return say("of another width than expected: {symbols}", symbols=wrong), say(
        "Boards may look shifted: set characters of ambiguous width to narrow."
    )


def _of_program(found: "InstallationJson") -> Iterator[Finding]:
    yield Finding("gridgames", found["gridgames"])
    yield Finding("Python", found["python"])
    yield Finding(say("system"), found["system"])
    yield Finding(say("language"), found["language"])
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
    yield Finding(say("engines"), "; ".join(told), advice if pure else "")


def _of_extras(found: "InstallationJson") -> Iterator[Finding]:
    there = [one["extra"] for one in found["extras"] if one["installed"]]
    yield Finding(say("installed"), ", ".join(there) or say("none"))
    for one in found["extras"]:
        if not one["installed"]:
            yield Finding(
                one["extra"],
                say("missing: {names}", names=", ".join(one["missing"])),
                'pip install "gridgames[{}]"'.format(one["extra"]),
            )


def _of_folders(found: "InstallationJson") -> Iterator[Finding]:
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
        yield Finding(names[one["folder"]], told, advice)
