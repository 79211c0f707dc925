"""The three front ends as a person uses them: lines that are typed, a full screen, and a page.

Each takes the commands of a scenario and its steps, and knows how a step is done *there*: a line, a
key of the footer, the number of a choice, a click on what is written, or a button and its form.
They know only what can be seen, so that they hold while the inside of the program changes.
"""

import asyncio
import io
import json
import re
import sys
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urljoin

import pytest
from textual._compositor import Compositor
from textual.app import App
from textual.events import Paste
from textual.worker import WorkerCancelled

from gridgames.commands.app import app
from screens import shown, unpainted
from served import served

SIZE = (100, 30)


@dataclass
class Step:
    """What one person does: ``hand`` is keys, mouse, or typed; ``sees`` is then shown."""

    line: str
    hand: str = "typed"
    sees: list[str] = field(default_factory=list)
    is_pictured: bool = False


@dataclass
class Sitting:
    """A command with the steps after it. ``shown`` is what a front end shows after each step."""

    words: list[str]
    steps: list[Step]
    shown: list[str] = field(default_factory=list)
    picture: str = ""

    def saw(self, text: str, step: Step, picture: str = "") -> None:
        self.shown.append(text)
        if step.is_pictured:
            self.picture = picture or text


class Pipe(io.StringIO):
    """A stream that takes any letter."""

    encoding = "utf-8"


class Tty(Pipe):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


class TypedLines(io.StringIO):
    """Standard input whose lines are shown as they are read."""

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline(-1 if size is None else size)
        sys.stdout.write(f"\0{line}")
        return line


def run(words: list[str], stdin: Any, out: Any) -> None:
    """Run a command of the program in this process."""
    read = patch.object(sys, "stdin", stdin)
    with redirect_stdout(out), redirect_stderr(out), read, pytest.raises(SystemExit) as end:
        app(words, prog_name="gridgames")
    assert end.value.code in (0, None), out.getvalue()


def saving(words: list[str]) -> list[str]:
    """Return a command that keeps what it plays in ``game.jsonl``."""
    is_new = words[0] == "play" or words[1:2] == ["keep"]
    return [*words, "--save", "game.jsonl"] if is_new else words


def record() -> str:
    """Return the lines of ``game.jsonl``, if there are, without header, checks and bots' notes."""
    file = Path("game.jsonl")
    lines = file.read_text(encoding="utf-8").splitlines()[1:] if file.exists() else ()
    return "".join(f"{line}\n" for line in lines if not {"check", "note"} & {*json.loads(line)})


class Lines:
    """Lines of text: ``--plain``."""

    name = "lines"

    def play(self, sittings: list[Sitting]) -> str:
        """Do everything; return the record."""
        for one in sittings:
            typed = TypedLines("".join(f"{step.line}\n" for step in one.steps))
            out = Pipe()
            is_drill = "--drills" in one.words
            run([*saving(one.words), *([] if is_drill else ["--plain"])], typed, out)
            text = re.sub(r"\0.*\n", "\0", out.getvalue())
            for step, told in zip(one.steps, text.split("\0")[1:], strict=False):
                one.saw(told, step)
        return record()

    def can(self, words: list[str]) -> bool:
        del words
        return True


class Screen:
    """The full screen, of 100 columns and 30 lines."""

    name = "screen"

    def can(self, words: list[str]) -> bool:
        return "--drills" not in words

    def play(self, sittings: list[Sitting]) -> str:
        for one in sittings:
            self._run(one)
        return record()

    def _run(self, sitting: Sitting) -> None:
        async def driven(screen: Any, **_: Any) -> None:
            async with screen.run_test(size=SIZE) as pilot:
                self.pilot = pilot
                await self._settle()
                for step in sitting.steps:
                    await self._do(step)
                    sitting.saw(shown(pilot.app), step)
                await pilot.press("ctrl+q")

        with (
            patch.object(App, "run_async", driven),
            patch.object(Compositor, "render_update", unpainted),
        ):
            out = Tty()
            run(saving(sitting.words), Tty(), out)
        assert len(sitting.shown) == len(sitting.steps), out.getvalue()

    async def _settle(self) -> None:
        """Wait until nobody thinks or moves."""
        quiet = 0
        while quiet < 2:
            quiet += 1
            if any(not worker.is_finished for worker in self.pilot.app.workers):
                quiet = 0
                with suppress(WorkerCancelled):
                    await self.pilot.app.workers.wait_for_complete()
            await self.pilot.pause()

    async def _do(self, step: Step) -> None:
        pilot, line = self.pilot, step.line
        if step.hand == "typed":
            if ": type a line" in shown(pilot.app):
                await pilot.press("colon")
            await pilot.press(line[0])
            pilot.app.post_message(Paste(line[1:]))
            await pilot.press("enter")
        elif line in KEYS:
            await pilot.press(line)
        else:
            await self._point(line, is_mouse=step.hand == "mouse")
        await self._settle()

    async def _point(self, line: str, *, is_mouse: bool) -> None:
        """Do a word of the footer, a choice with a number, a place of the board, or a dialog's."""
        await self.pilot.press("escape")  # what was typed and refused stays
        text = shown(self.pilot.app)
        keys = "\n".join(text.splitlines()[-2:])
        footer = re.search(rf"(F\d+|\^[A-Z]|\b[a-z]) {re.escape(line)}\b", keys)
        choice = re.search(rf"(?<![\w,])({_KEY}) {re.escape(line)}(?!\w)", text)
        place = line.rsplit(maxsplit=1)[-1][:4]  # a small map has short names
        if is_mouse and line.startswith("build") and place in text:
            await self._click(place, twice=True)
        elif found := footer or choice:
            if is_mouse:
                await self._click(found[0], twice=not footer)
            elif footer:
                await self.pilot.press(footer[1].lower().replace("^", "ctrl+"))
            else:
                await self.pilot.press(*_pressed(found[1]), "enter")
        elif not is_mouse and (await self._marked()).split()[:1] == line.split()[:1]:
            await self._reach(line)
            await self.pilot.press("enter")
        else:
            await self._choose(line, is_mouse=is_mouse)

    async def _choose(self, line: str, *, is_mouse: bool) -> None:
        """Choose in the dialogs of F4 what leads to ``line``."""
        await self.pilot.press("f4")
        words = set(re.split(r"[ /]", line))
        await self._settle()
        while "Esc goes back" in (text := shown(self.pilot.app)):
            options = re.findall(rf"│ +(({_KEY}) (.*?)) +│$", text, re.MULTILINE)
            exact = [one for one in options if re.split(r"[:…]|  ", one[2])[0] == line]
            more = [one for one in options if one[2].endswith("…")]
            whole, key, _ = max(
                exact or more, key=lambda one: len(words & {*re.split(r"[ :/]|, ", one[2])})
            )
            await (self._click(whole, twice=True) if is_mouse else self.pilot.press(*_pressed(key)))
            await self._settle()
            if not is_mouse and shown(self.pilot.app) == text:  # a longer key may be meant
                await self.pilot.press("enter")
                await self._settle()

    async def _marked(self) -> str:
        """Mark what is best, and return what Enter would do."""
        await self.pilot.press("tab")
        return self._offered()

    def _offered(self) -> str:
        """Return what Enter would do, without its cost."""
        found = re.search(r"Enter: (.*?)(?: for \d+| \(takes .*)? *$", shown(self.pilot.app), re.M)
        return found[1] if found else ""

    async def _click(self, text: str, *, twice: bool) -> None:
        for _ in range(1 + twice):
            lines = shown(self.pilot.app).splitlines()
            places = [
                (line.index(text) + len(text) // 2, y)
                for y, line in enumerate(lines)
                if text in line
            ]
            assert places, f"{text!r} is not there to be clicked:\n" + "\n".join(lines)
            await self.pilot.click(offset=min(places))  # the board is to the left
            await self._settle()

    async def _reach(self, line: str) -> None:
        """Press keys of the board until Enter would do ``line``, each as far as it helps."""
        wanted = re.split(r"[ /]", line)

        def fit(offered: str) -> int:
            parts = re.split(r"[ /]", offered)
            same = [a == b for a, b in zip(wanted, parts, strict=False)]
            return sum(weight * one for weight, one in zip((1, 9, 2, 4, 1, 1), same, strict=False))

        bonus = wanted[-1] if "build" in wanted else "m" if "marker" in wanted else "n"
        for key in ("shift+down", "tab", "space", f"{bonus} enter"):
            seen: list[tuple[int, int]] = []
            offered = begin = self._offered()  # to look costs as much as to paint
            for count in range(60):
                seen.append((fit(offered), -count))
                if offered == line:
                    return
                await self.pilot.press(*key.split())
                offered = self._offered()
                if offered == begin:
                    break
            for _ in range(-max(seen)[1]):
                await self.pilot.press(*key.split())
        assert self._offered() == line, shown(self.pilot.app)


_KEY = r"[a-z]|\d+(?: \d+)*"  # of a choice


def _pressed(key: str) -> list[str]:
    return ["space" if one == " " else one for one in key]


KEYS = {"tab", "enter", "escape", "space", "left", "right", "up", "down", "home", "end", "f1"}


@dataclass
class Button:
    """A button or link of a page: what it says, and what it sends or where it leads."""

    label: str = ""
    value: str = ""
    name: str = ""
    address: str = ""
    sent: dict[str, str] = field(default_factory=dict)


class Document(HTMLParser):
    """The words of a page, one line for each block, and its buttons, links and fields."""

    BLOCKS = re.compile("p|h[1-3]|li|div|section|aside|header|form|summary|tr|dt|dd|ol|ul")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.buttons: list[Button] = []
        self.links: list[Button] = []
        self.fields: list[Button] = []
        self._text: list[str] = []
        self._form = Button()
        self._open: Button | None = None
        self._hidden = 0  # within pictures and heads, which nobody reads, and what is folded away
        self._folded = self._is_summary = False
        self.feed(page)
        lines = (" ".join(line.split()) for line in "".join(self._text).split("\n"))
        text = "".join(f"{line}\n" for line in lines if line)
        self.text = re.sub(r"^(-|#+)\n(?=[^-#])", r"\1 ", text, flags=re.MULTILINE)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        name, value = found.get("name", ""), found.get("value", "")
        self._folded |= tag == "details" and "open" not in found
        self._hidden += tag in ("head", "svg")
        if self.BLOCKS.fullmatch(tag):
            self._text.append("\n" + {"h1": "# ", "h2": "## ", "li": "- "}.get(tag, ""))
        self._is_summary |= tag == "summary"
        if tag == "form":
            self._form = Button(address=found.get("action", ""))
        elif tag in ("input", "textarea") and found.get("type") == "hidden":
            self._form.sent[name] = value
        elif tag in ("input", "textarea"):
            self.fields.append(Button("", "", name, self._form.address, self._form.sent))
            self._text.append(f" [____ {found.get('placeholder', '')}] ")
        elif tag == "button" and "script-only" not in found.get("class", ""):
            self._begin(Button("", value, name, self._form.address, self._form.sent))
            self.buttons += [] if "disabled" in found else [self._open]  # type: ignore[list-item]
        elif tag in ("span", "b"):
            self._text.append(" ")
        elif tag == "a":
            self._begin(Button(address=found.get("href", "")))
            self._open.label = found.get("aria-label", "")  # type: ignore[union-attr]
            self.links.append(self._open)  # type: ignore[arg-type]

    def _begin(self, button: Button) -> None:
        self._open = button
        self._text.append("" if self._hidden or self._folded else " [")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("head", "svg")
        self._folded &= tag != "details"
        self._is_summary &= tag != "summary"
        if tag in ("button", "a") and self._open:
            self._open = None
            self._text.append("" if self._hidden or self._folded else "] ")
        elif self.BLOCKS.fullmatch(tag):
            self._text.append("\n")

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open.label = " ".join(f"{self._open.label} {data}".split())
        if not self._hidden and (self._is_summary or not self._folded):
            self._text.append(data.replace("\n", " "))


class Page:
    """The page of ``gridgames serve``: every person has one, and taps buttons or types."""

    name = "page"

    def can(self, words: list[str]) -> bool:
        """Return whether the page has it: no replay, and drills in place of the lesson."""
        return words[0] in ("play", "resume") or {"keep", "edit", "--drills"} & {*words} != set()

    def play(self, sittings: list[Sitting]) -> str:
        asyncio.run(self._play(sittings))
        for save in Path().glob("*.jsonl"):
            save.rename("game.jsonl")
        return record()

    async def _play(self, sittings: list[Sitting]) -> None:
        self.seats, self.last = [""], ""  # the last person to do something takes it back
        for one in sittings:
            async with served(Path()) as self.server:
                self._sit_down(one.words)
                for step in one.steps:
                    await self._do(step)
                    told = self.page.text
                    if step.is_pictured:
                        await self._turn()
                    one.saw(told, step, self.page.text)
                await self._turn()
            assert self.server.faults == []

    def _sit_down(self, words: list[str]) -> None:
        """Open what a command of the terminal shows, as the host or at a table."""
        host = self.server.house.host_key
        if "edit" in words:
            self.seats, self.end = [host], f"edit?game={words[0]}"
        elif "--drills" in words:
            self.seats, self.end = [host], f"drills?game={words[1]}&n=1"
        elif words[0] != "resume":  # links hold after a restart
            self.end = ""
            flags = {
                name.removeprefix("--"): value
                for name, value in zip(words, [*words[1:], ""], strict=True)
                if name.startswith("--")
            }
            if "keep" in words:
                flags["keep"] = flags.pop("players")
            seats = flags.pop("seats", "")
            seed = int(flags.pop("seed", 0)) or None
            game = words[0] if "keep" in words else words[1]
            table = self.server.table(game, seats, seed=seed, flags=flags)
            self.seats = [chair.key for _, chair in sorted(table.chairs.items())]

    async def _get(self, address: str) -> Document:
        status, page = await self.server.get(address)
        assert status == 200, (address, page)
        self.at, self.page = address, Document(page)
        return self.page

    async def _turn(self) -> None:
        """Open the page of the person whose turn it is, after the bots have moved."""
        for _ in range(3000):
            for key in self.seats:
                page = await self._get(f"{key}/{self.end}")
                if self.end or "or type it" in page.text or "Play again" in page.text:
                    return
            if "is to act…" in self.page.text and len(self.seats) > 1:
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.page.text)

    async def _do(self, step: Step) -> None:
        await self._turn()
        choices = [one.address for one in self.page.links if "pick=" in one.address]
        if choices:
            await self._get(urljoin(self.at, choices[int(step.line) - 1]))
        elif step.hand == "typed":
            found = next(one for one in self.page.fields if one.name == "line")
            await self._send(found, step.line)
        else:
            mine = self.last if step.line == "undo" else self.at.partition("/")[0]
            for key in sorted(self.seats, key=lambda key: key != mine):
                await self._get(f"{key}/{self.end}")
                if found := await self._found(step.line, 5):
                    break
            assert found, f"no button for {step.line!r}:\n{self.page.text}"
            await self._send(found, found.value)
        for key in self.seats if step.line == "undo" else ():  # the others are asked
            await self._get(f"{key}/{self.end}")
            for agree in (one for one in self.page.buttons if one.label == "Agree"):
                await self._send(agree, agree.value)

    async def _send(self, button: Button, value: str) -> None:
        self.last = self.at.partition("/")[0]
        address = urljoin(self.at, button.address or self.at)
        status, page = await self.server.post(address, {**button.sent, button.name: value})
        assert status == 200, page
        self.page = Document(page)

    async def _found(self, line: str, depth: int, seen: set[str] | None = None) -> Button | None:
        """Return the button that means ``line``, here or behind the links that lead to choices."""
        seen = set() if seen is None else seen
        for one in self.page.buttons:
            if line in (one.value, one.label.lower()):
                return one
        at, words = self.at, re.split(r"[ /]", line)

        def fits(link: Button) -> int:
            return sum(word in re.split(r"[ :/]", link.label.lower()) for word in words)

        links = [one for one in self.page.links if one.address.startswith("?") and fits(one)]
        for one in sorted(links, key=fits, reverse=True):
            if depth and one.address not in seen:
                seen.add(one.address)
                await self._get(urljoin(at, one.address))
                if found := await self._found(line, depth - 1, seen):
                    return found
        return None
