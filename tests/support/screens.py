"""Sessions for the screen, and the text of what it shows."""

import asyncio
import io
import zipfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from textual._compositor import Compositor

from gridcommon import game_loop
from gridcommon.records import Header, read_record
from gridgames.show.registry import GameChoice, game_of, table_of
from gridgames.show.table import Table
from gridgames.table.session import Session, players_of
from powergrid.state import BUILDING

FROZEN = Path(__file__).parents[1] / "frozen" / "version-1.zip"


def new_session(choice: GameChoice, names: tuple[str, ...], seed: int = 7) -> Session:
    """Return a game at its beginning."""
    game = game_of(choice.game)
    header = Header(choice.game, choice.ruleset(), names, seed, choice.setup())
    full = game_loop.header(game, game_loop.start(game, header), names, seed)
    return Session(full, players_of(header))


def shown(app: Any) -> str:
    """Return the characters on the screen, without styles and space at the ends of lines."""
    lines = [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]
    return "\n".join(lines) + "\n"


def unpainted(compositor: Any, **_: Any) -> None:
    """Take the place of painting where no terminal shows it: a third of the work."""
    compositor._dirty_regions.clear()


def driven(
    app: Any,
    script: Callable[[Any], Awaitable[None]],
    size: tuple[int, int],
    *,
    is_painted: bool = False,
) -> None:
    """Run an app without a terminal and let ``script`` drive it, for ten minutes at most.

    Nothing is painted before ``shown`` asks, unless ``is_painted``.
    """

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)

    painting = Compositor.render_update if is_painted else unpainted
    with patch.object(Compositor, "render_update", painting):
        asyncio.run(asyncio.wait_for(run(), 600))


async def until(pilot: Any, text: str) -> None:
    """Wait until ``text`` is shown: on a busy machine bots and dialogs take their time.

    To look costs as much as to paint, so the longer it takes, the less often it is looked.
    """
    wait = 0.01
    async with asyncio.timeout(300):
        while text not in shown(pilot.app):
            await pilot.pause(wait)
            wait = min(1.5 * wait, 0.3)


def advanced(game: str, moves: int, choice: GameChoice | None = None) -> Session:
    """Return a game between people after so many actions, the same ones in every version."""
    session = new_session(choice or GameChoice(game), ("Ana", "Bia", "Caio"))
    number = 0
    while len(session.moves) < moves:
        actions = session.legal_actions()
        number += 1
        kinds = getattr(actions, "kinds", (actions,))  # of Eletrika: else nearly all lay tiles
        kind = kinds[number % len(kinds)]
        session.act(kind[(31 * number) % len(kind)])
    return session


def laid(session: Session) -> Table:
    """Return the game of a session on the full screen, as a spectator sees it."""
    return table_of(session.face, [player.name for player in session.players], session.state)


def builds(state: Any) -> bool:
    """Return whether somebody with some money is to build in Power Grid."""
    return state.phase == BUILDING and state.money[state.actor] > 40


def recorded(name: str, until: Callable[[Any], bool]) -> Session:
    """Return a frozen game, now between people, as soon as ``until`` holds of its state."""
    with zipfile.ZipFile(FROZEN) as archive:
        stream = io.BytesIO(archive.read(f"{name}.jsonl"))
    header, lines = read_record(stream, name)
    header = replace(header, players=("Ana", "Bia", "Caio", "Davi")[: len(header.players)])
    session = Session(header, players_of(header))
    for line in lines:
        if until(session.state):
            break
        if line.kind == "action":
            session.act(session.game.action_from_json(line.data))
    return session
