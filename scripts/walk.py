"""A walk: a page that tells what to press and type, done as it says.

What is to be typed is typed letter by letter, with Enter after it.
Readers see prose; ``press``, ``type`` and ``shows`` or ``says``, each followed by words in
backquotes, are the steps, and a picture is what stands on the screen just then.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from gridgames.commands.serve import check_play
from gridgames.screen.play import GameApp

SIZE = (120, 40)

_SPANS = r"((?:`[^`]+`(?:,?\s(?:then|and)\s|,\s)?)+)"
_STEP = re.compile(
    r"^```text\ngridgames (?P<play>play [^\n]+ --seed \d+)\n```$"
    rf"|\b[Pp]ress\s{_SPANS}|\b[Tt]ype\s{_SPANS}|\b(?:shows|says)\s{_SPANS}"
    r"|^!\[[^\]]*\]\(pictures/(?P<picture>[\w-]+)\.png\)$",
    re.MULTILINE,
)


class Step(NamedTuple):
    """What a page tells to do: ``play``, ``press`` or ``type``; to see: ``shows``, ``picture``."""

    kind: str
    words: list[str]


def steps(page: str) -> Iterator[Step]:
    """Yield what a page tells its readers to do and to see, in its order."""
    for match in _STEP.finditer(page):
        press, typed, shows = match.groups()[1:4]
        if match["play"]:
            yield Step("play", match["play"].split()[1:])
        elif match["picture"]:
            yield Step("picture", [match["picture"]])
        elif press:
            yield Step("press", re.findall(r"`([^`]+)`", press))
        elif typed:
            yield Step("type", re.findall(r"`([^`]+)`", typed))
        else:
            yield Step("shows", re.findall(r"`([^`]+)`", shows))


async def walk(page: str, see: Callable[[GameApp, Step], None]) -> None:
    """Do what a page tells to do, and hand over what it tells to see."""
    games: list[list[Step]] = []
    for step in steps(page):
        if step.kind == "play":
            games.append([step])
        else:
            games[-1].append(step)
    for (_, words), *others in games:
        app = GameApp(check_play(words), None, pause=0)
        async with app.run_test(size=SIZE) as pilot:
            await _settled(app, pilot)
            for step in others:
                if step.kind == "press":
                    for key in step.words:
                        await pilot.press(key.lower())
                        await _settled(app, pilot)
                elif step.kind == "type":
                    for line in step.words:
                        await pilot.press(*line, "enter")
                        await _settled(app, pilot)
                else:
                    see(app, step)


async def _settled(app: GameApp, pilot: Any) -> None:
    """Wait until bots have moved and hints are told."""
    await app.workers.wait_for_complete()
    await pilot.pause()
