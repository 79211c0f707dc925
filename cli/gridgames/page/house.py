"""The house: all tables of a server, found by their keys, and kept on the disk.

A table is kept in a small file beside the saves: its keys, seats, chat and clock. The game itself
is an ordinary save, which is written at every move. Both are files of the saves folder, and nothing
else is written.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gridcommon.contract import Seat
from gridcommon.errors import NotationError
from gridgames.languages.messages import render_error
from gridgames.page.access import ServingLimits, digest_of, is_key, new_key
from gridgames.page.tables import Chair, Clock, Think, WebTable
from gridgames.system.durable_files import make_folder, remove_unfinished, replace
from gridgames.table.saves.new_games import StartedGame
from gridgames.table.saves.saves import Save
from gridgames.table.session import Session

_VERSION = 1  # of the files
_HOST = "host.json"
_OF_CHAIR = ("seat", "key", "language", "stand_in")  # what is kept of it
_PRIVATE = 0o700  # the keys are secrets


@dataclass(frozen=True, slots=True)
class Guest:
    """The owner of a link: a person at a table, or a spectator if ``chair`` is None."""

    table: WebTable
    chair: Chair | None

    @property
    def seat(self) -> Seat | None:
        """The seat of the person, None for a spectator."""
        return None if self.chair is None else self.chair.seat

    def note_pages(self, more: int) -> None:
        """Note that more or fewer pages of the person wait for news."""
        if chair := self.chair:
            was_here = chair.pages > 0
            chair.pages += more
            if (chair.pages > 0) != was_here:
                self.table.changed(is_kept=False)


class House:
    """The tables of a server. Its files are read by :meth:`open`, and written at every change.

    Without a folder nothing is kept. ``think`` calls a function where it may take long, which is
    a thread by default.
    """

    def __init__(
        self,
        limits: ServingLimits | None,
        folder: Path | None,
        think: Think = asyncio.to_thread,
    ) -> None:
        self.limits = limits or ServingLimits()
        self.folder = folder
        self.think = think
        self.tables: dict[str, WebTable] = {}
        self.host_key = new_key()
        self.trouble: dict[str, str] = {}  # files that cannot be read or written, and why
        self._guests: dict[bytes, Guest] = {}
        self._kept: dict[str, Mapping[str, Any]] = {}  # what the files of tables hold
        self._games: dict[str, asyncio.Task[None]] = {}
        self._is_open = False

    def open(self) -> None:
        """Read the tables that were kept. Raises OSError if the folder cannot be made."""
        if self.folder is None:
            return
        make_folder(self.folder, _PRIVATE)
        for folder in (self.folder, self.folder.parent):
            remove_unfinished(folder)
        path = self.folder / _HOST
        if (host := self._read(path)) and is_key(host.get("key")):
            self.host_key = host["key"]
        else:
            self._write(path, {"version": _VERSION, "key": self.host_key})
        for path in sorted(self.folder.glob("table-*.json")):
            if data := self._read(path):
                try:
                    self._add(self._restored(data, self.folder.parent))
                except NotationError as problem:
                    self.trouble[path.name] = render_error(problem)
                except (KeyError, TypeError, ValueError):
                    self.trouble[path.name] = "not the file of a table"

    def start(self) -> None:
        """Let the games go on; call it in the event loop of the server."""
        self._is_open = True
        for table in self.tables.values():
            self._run(table)

    async def close(self) -> None:
        """Stop the games, and keep the clocks."""
        self._is_open = False
        for task in self._games.values():
            task.cancel()
        await asyncio.gather(*self._games.values(), return_exceptions=True)
        for table in self.tables.values():
            self._keep(table)
            if table.match.save:
                table.match.save.close()

    def find(self, key: str) -> Guest | None:
        """Return whose link has this key."""
        return self._guests.get(digest_of(key))

    def is_host(self, key: str) -> bool:
        """Return whether a key is the host's."""
        return digest_of(key) == digest_of(self.host_key)

    def seat(
        self, session: Session, save: Save | None, setup: Mapping[str, Any], clock: Clock | None
    ) -> WebTable:
        """Set up a table for a new game. Raises NotationError if there are too many."""
        if len(self.tables) >= self.limits.tables:
            raise NotationError("there are {count} tables already", count=len(self.tables))
        if save:
            save.create(session)
        chairs = {
            seat: Chair(seat, new_key())
            for seat, player in enumerate(session.players)
            if player.is_human
        }
        match = StartedGame(session, save, setup)
        table = WebTable(new_key()[:8], match, chairs, new_key(), clock)
        self._add(table)
        self._keep(table)
        return table

    def remove(self, table: WebTable) -> None:
        """Close a table: its links lead nowhere any more. The record of the game stays."""
        if task := self._games.pop(table.ident, None):
            task.cancel()
        del self.tables[table.ident]
        for key in (table.watch_key, *(chair.key for chair in table.chairs.values())):
            self._guests.pop(digest_of(key), None)
        if path := self._path(table):
            path.unlink(missing_ok=True)
        self._kept.pop(table.ident, None)
        table.changed(is_kept=False)
        if table.match.save:
            table.match.save.close()

    def discard(self, table: WebTable) -> None:
        """Close a table that nobody has seen, and delete its record."""
        self.remove(table)
        if table.match.save:
            table.match.save.path.unlink(missing_ok=True)

    def _add(self, table: WebTable) -> None:
        table.on_change, table.think = self._keep, self.think
        self.tables[table.ident] = table
        self._guests[digest_of(table.watch_key)] = Guest(table, None)
        for chair in table.chairs.values():
            self._guests[digest_of(chair.key)] = Guest(table, chair)
        if self._is_open:
            self._run(table)

    def _run(self, table: WebTable) -> None:
        self._games[table.ident] = asyncio.get_running_loop().create_task(table.run())

    # Files

    def _path(self, table: WebTable) -> Path | None:
        return self.folder and self.folder / f"table-{table.ident}.json"

    def _keep(self, table: WebTable) -> None:
        """Keep what the record of the game does not hold. After an error it tries again."""
        save, path = table.match.save, self._path(table)
        if path is None:
            return
        data = {
            "version": _VERSION,
            "table": table.ident,
            "record": save.path.name if save else "",
            "setup": table.match.setup,
            "seats": [
                {name: getattr(chair, name) for name in _OF_CHAIR}
                for chair in table.chairs.values()
            ],
            "watch": table.watch_key,
            "clock": table.clock.to_json() if table.clock else None,
            "chat": table.chat,
        }
        if self._kept.get(table.ident) != data and self._write(path, data):
            self._kept[table.ident] = data

    def _restored(self, data: Mapping[str, Any], saves: Path) -> WebTable:
        """Return a table that was kept. Raises NotationError if its record cannot be read."""
        save = Save(saves / Path(data["record"]).name)
        save.open()
        session = save.read()
        found = [
            Chair(int(one["seat"]), str(one["key"]), str(one["language"]), str(one["stand_in"]))
            for one in data["seats"]
        ]
        chairs = {chair.seat: chair for chair in found}
        clock = Clock.from_json(data["clock"]) if data["clock"] else None
        match = StartedGame(session, save, data["setup"])
        table = WebTable(str(data["table"]), match, chairs, str(data["watch"]), clock)
        table.chat = [(int(seat), str(text)) for seat, text in data["chat"]]
        return table

    def _read(self, path: Path) -> dict[str, Any] | None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as problem:
            self.trouble[path.name] = str(problem)
            return None
        if isinstance(data, dict) and data.get("version") == _VERSION:
            return data
        self.trouble[path.name] = "not the file of a table"
        return None

    def _write(self, path: Path, data: Mapping[str, Any]) -> bool:
        try:
            replace(path, f"{json.dumps(data)}\n".encode())
        except OSError as problem:
            self.trouble[path.name] = str(problem)
            return False
        self.trouble.pop(path.name, None)
        return True
