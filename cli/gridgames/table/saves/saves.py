"""Saved games: records that grow by one line per move, so a kill loses at most one move."""

import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from enum import Enum
from itertools import count, pairwise, takewhile
from pathlib import Path
from typing import Any, BinaryIO

from platformdirs import user_data_path

from gridcommon.contract import Seat
from gridcommon.errors import IllegalAction, NotationError, Word, Wording, system_reason, truncate
from gridcommon.game_loop import ROUNDS, is_too_long
from gridcommon.records import DECLARATION_KINDS, Declaration, Line, format_line, read_record
from gridgames.languages.messages import render_message, say
from gridgames.show.face import Move
from gridgames.show.registry import wing_of
from gridgames.system.durable_files import LockedFile, create, make_folder, sync_folder
from gridgames.system.files import check_regular, is_cut_off, open_lines, writing
from gridgames.table.bots.notes import (
    KeptOrders,
    from_broken_off,
    from_orders,
    from_reason,
    to_broken_off,
    to_orders,
    to_reason,
)
from gridgames.table.record_files import NO_TABLES, with_tables
from gridgames.table.scorekeeping import session_of
from gridgames.table.session import Session, players_of
from gridgames.terminal import output
from gridgames.terminal.printable import escape_controls
from gridgames.terminal.shell import as_command


def orders_to_keep(session: Session) -> KeptOrders:
    """Return the standing orders of all seats, as commands in English and as JSON."""
    agreed = (orders.to_json() for orders in session.standing)
    return KeptOrders(
        [
            (seat, text)
            for seat, orders in enumerate(session.standing)
            for text in orders.to_commands(session.state)
        ],
        [(seat, data) for seat, data in enumerate(agreed) if data is not None],
        [],
    )


def restore_orders(session: Session, kept: KeptOrders) -> list[str]:
    """Restore saved orders, and return those that are invalid or no longer apply."""
    failed = [*kept.unreadable]
    failed += [text for seat, text in kept.orders if not _restore(session, seat, text)]
    failed += ["commit" for seat, data in kept.agreed if not _commit(session, seat, data)]
    return [truncate(text) for text in dict.fromkeys(failed)]


def _restore(session: Session, seat: Seat, text: str) -> bool:
    """Restore an order of a person, and return whether it is one."""
    if seat not in session.humans:
        return False
    public = session.game.observe(session.state, seat).public
    with suppress(NotationError, IllegalAction):
        given = session.standing[seat].parse(public, seat, text)
        if given is not None and text in given.standing.to_commands(public):
            session.standing[seat] = given.standing
            return True
    return False


def _commit(session: Session, seat: Seat, data: Any) -> bool:
    """Restore what a person agreed to, and return whether it fits the restored orders."""
    if seat not in session.humans:
        return False
    public = session.game.observe(session.state, seat).public
    with suppress(NotationError, IllegalAction):
        orders = session.standing[seat].with_json(public, seat, data)
        session.standing[seat] = orders.revalidate(public, seat)
        return True
    return False


SUFFIX = ".jsonl"
_PRIVATE = 0o700  # a save holds the deck
_END = 4096  # bytes at the end of a save, which contain the start of its last line


def saves_directory() -> Path:
    """Return the directory where games are saved if no file is named."""
    return user_data_path("gridgames", appauthor=False) / "saves"


def new_save_path(game: str, now: datetime) -> Path:
    """Return the path of a new save, named after the game and the time."""
    return saves_directory() / f"{game}-{now:%Y%m%d-%H%M%S-%f}{SUFFIX}"


def saved_games() -> list[Path]:
    """Return the saves, the latest first, including unreadable files."""
    directory = saves_directory()
    try:
        found = list(directory.glob(f"*{SUFFIX}")) if directory.is_dir() else []
    except OSError:
        return []
    return sorted(found, key=lambda path: (-time_of(path), path.name))


def time_of(path: Path) -> float:
    """Return the time of the last change of a file, or of a link that leads nowhere."""
    with suppress(OSError):
        return path.stat().st_mtime
    with suppress(OSError):
        return path.lstat().st_mtime
    return 0


class Ending(Enum):
    """How the last line of a save begins, without its brace, if the game is over."""

    RESULT = b'"result"'
    BROKEN_OFF = b'"note":{"broken_off"'
    NONE = b""
    UNREADABLE = None


def ending_of(path: Path) -> Ending:
    """Return whether a saved game is over, without reading it all."""
    with suppress(OSError), path.open("rb") as file:
        last = last_line(file)
        return next(one for one in Ending if last.startswith(one.value or b""))
    return Ending.UNREADABLE


def last_line(file: BinaryIO) -> bytes:
    """Return the last line of a save without its opening brace."""
    file.seek(0, os.SEEK_END)
    file.seek(max(0, file.tell() - _END))
    return file.read().rpartition(b"\n{")[2]


class SaveExists(NotationError):
    """A saved game with this name already exists."""


class Save:
    """The file of one game, locked by one program at a time.

    A failed write never stops the game: ``trouble`` has the reason until a later move, and all the
    missing moves, can be written.
    """

    def __init__(self, path: Path, tables: Mapping[str, Path] = NO_TABLES) -> None:
        self.path = path
        self.tables = tables  # given by the user for the tables that a record of version 1 names
        self.trouble: Word | Wording | None = None
        self.is_begun = False
        self.has_dropped = False  # an incomplete last line, as after a power cut
        self.failed_orders: Sequence[str] = ()  # in the file, but invalid or no longer possible
        self._file: LockedFile | None = None
        self._moves: list[Move] = []  # in the file
        self._texts: list[bytes] = []  # the header, and each move with what follows it
        self._content = b""  # of the file, as far as it is certain
        self._may_be_longer = False  # a write has failed, or the last line is incomplete
        self._is_named = True  # on the disk

    def follow(self, session: Session) -> None:
        """Save a game from its first move; a game without moves leaves no file."""
        session.on_change = self._begin

    def _begin(self, session: Session) -> None:
        wanted = self.path
        for number in count(2):
            try:
                self.create(session)
                return
            except NotationError:
                if number > 99:
                    raise
                self.path = wanted.with_stem(f"{wanted.stem}-{number}")

    def create(self, session: Session) -> None:
        """Create the file, and write each later change of the game into it.

        Raises SaveExists if a saved game has this name, and NotationError if any other file has it:
        nothing is overwritten.
        """
        check_regular(self.path)
        try:
            self._make(session)
        except FileExistsError:
            self._refuse_what_is_there()
        except OSError as problem:
            self.trouble = system_reason(problem)
        self.is_begun = True
        session.on_change = self.write

    def _make(self, session: Session) -> None:
        real = Path(os.path.realpath(self.path))
        if real.parent == Path(os.path.realpath(saves_directory())):
            make_folder(real.parent, _PRIVATE)
            _close_to_others(real.parent)
        else:
            make_folder(real.parent)
        content = self._record(session)
        create(real, content)
        self._content, self._may_be_longer = content, False
        self._is_named = False
        self._take()
        self._wait_for_name()

    def _wait_for_name(self) -> None:
        if not self._is_named:
            sync_folder(Path(os.path.realpath(self.path)).parent)
            self._is_named = True

    def _refuse_what_is_there(self) -> None:
        try:
            Save(self.path).read()
        except NotationError as problem:
            raise NotationError(
                "already exists, is not a saved game, and is not overwritten ({problem})",
                source=str(self.path),
                problem=problem.wording,
            ) from None
        raise SaveExists("holds a saved game already", source=str(self.path))

    def open(self) -> None:
        """Lock the file of a game that is to be continued.

        Raises NotationError if another program holds it, or if it is not a regular file.
        """
        check_regular(self.path)
        self.is_begun = True
        try:
            self._take()
        except OSError as problem:
            self.trouble = system_reason(problem)

    def _take(self) -> LockedFile:
        """Lock the file. Raises NotationError if another program has locked it, or OSError."""
        try:
            self._file = LockedFile(self.path)
        except BlockingIOError:
            raise NotationError(
                "this game is open in another program", source=str(self.path)
            ) from None
        return self._file

    def close(self) -> None:
        """Release the file."""
        if self._file:
            self._file.close()
            self._file = None

    def write(self, session: Session) -> None:
        """Update the file: drop the undone moves, and write the new ones."""
        try:
            self._write(session)
        except OSError as problem:
            self.trouble = system_reason(problem)
        except NotationError as problem:
            self.trouble = problem.wording
        else:
            self.trouble = None

    def _write(self, session: Session) -> None:
        file = self._held()
        if file is None:
            self._make(session)
            return
        before = self._content
        if not self._may_be_longer and file.size != len(before):
            raise NotationError("another program has changed the file")
        self._wait_for_name()
        content = self._record(session)
        same = len(before) if content.startswith(before) else _common(before, content)
        is_cut = self._may_be_longer or same < len(before)
        self._content, self._may_be_longer = before[:same], True
        if is_cut:
            file.cut(same)
        if same < len(content):
            file.append(content[same:])
        self._content, self._may_be_longer = content, False

    def _record(self, session: Session) -> bytes:
        """Return what the file should hold; what it has of the same moves stays as it is."""
        pairs = zip(self._moves, session.moves, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self._texts = _texts(session, self._texts[: same + 1])
        self._moves = list(session.moves)
        return b"".join([*self._texts, _tail(session)])

    def _held(self) -> LockedFile | None:
        """Return the file, or None if it was never created or has disappeared."""
        if self._file and not self._file.is_at(self.path):
            self.close()
            self._content = b""
        if not self._content:
            return None
        return self._file or self._take()

    def read(self, *, or_pipe: bool = False) -> Session:
        """Return the saved game without an incomplete last line, which a crash may leave.

        Raises NotationError if it cannot be read, or if a rule refuses an action.
        """
        source = str(self.path)
        content = bytearray()
        with open_lines(self.path, or_pipe=or_pipe) as read:
            header, lines = read_record(self._whole(read, content), source)
            try:
                header = with_tables(header, self.tables)
                session = session_of(header, players_of(header))
            except NotationError as problem:
                problem.source, problem.line = problem.source or source, problem.line or 1
                raise
            ends = [len(content)]  # of the header, and of each move
            kept: KeptOrders | None = None
            for line in lines:
                note = line.data if line.kind == "note" else {}
                if (orders := to_orders(note)) is not None:
                    kept = orders
                elif (rounds := to_broken_off(note)) is not None:
                    if is_too_long(session.game, session.state, rounds):
                        session.rounds = rounds
                elif line.kind != "result":
                    if line.kind == "action" or line.kind in DECLARATION_KINDS:
                        _follow(session, line, source)
                        ends.append(0)
                        kept, session.rounds = None, ROUNDS
                    elif session.moves and (reason := to_reason(note)):
                        session.give_reason(reason)
                    ends[-1] = len(content)
            self.failed_orders = restore_orders(session, kept) if kept else []
        self._content = bytes(content)
        parts = (self._content[begin:end] for begin, end in pairwise([0, *ends]))
        self._texts = [part if part.endswith(b"\n") else part + b"\n" for part in parts]
        self._moves = list(session.moves)
        self._may_be_longer = self.has_dropped
        session.on_change = self.write
        return session

    def _whole(self, lines: Iterable[bytes], content: bytearray) -> Iterator[bytes]:
        """Yield the lines except an incomplete last one, and add them to ``content``.

        The header is always yielded, so that its errors are reported.
        """
        self.has_dropped = has_header = False
        for line in lines:
            if has_header and is_cut_off(line) and not _is_whole(line):
                self.has_dropped = True
                return
            content += line
            has_header = has_header or bool(line.strip())
            yield line


def _follow(session: Session, line: Line, source: str) -> None:
    """Make the action of a line, or apply its declaration.

    Raises NotationError if it cannot be read or a rule refuses it.
    """
    try:
        if line.kind in DECLARATION_KINDS:
            session.follow([Declaration(line.kind, line.data)])
            return
        action = session.game.action_from_json(line.data)
    except NotationError as problem:
        problem.source, problem.line = source, line.number
        raise
    if refusal := session.check(action):
        raise NotationError(
            "{rule}: {why}",
            source=source,
            line=line.number,
            rule=refusal.rule,
            why=refusal.wording,
        )
    session.follow([action])


def write_copy(session: Session, path: Path) -> None:
    """Write the record so far to a new file. Raises NotationError if that fails."""
    write_new(path, b"".join([*_texts(session), _tail(session)]))


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet. Raises NotationError if that fails."""
    with writing(path):
        try:
            create(path, data)
            sync_folder(path.parent)
        except FileExistsError:
            raise _exists(path) from None


def check_new(path: Path) -> None:
    """Raise NotationError if a file is there already: before long work for it begins."""
    with writing(path):
        if path.exists():
            raise _exists(path)


def _exists(path: Path) -> NotationError:
    return NotationError("already exists and is not overwritten", source=str(path))


def _texts(session: Session, first: Sequence[bytes] = ()) -> list[bytes]:
    """Return the header and each move as in a record, the first of them as given."""
    texts = [*first] or [_bytes(session.header.to_json())]
    return [*texts, *(_move_lines(session, move) for move in session.moves[len(texts) - 1 :])]


def _tail(session: Session) -> bytes:
    """Return the text after the last move: the end of the game, or the standing orders."""
    if session.result is not None:
        return _bytes({"result": session.game.result_facts(session.result)})
    if session.is_broken_off and session.header.takes_notes:
        return _bytes({"note": from_broken_off(session.rounds)})
    note = from_orders(orders_to_keep(session)) if session.header.takes_notes else {}
    return _bytes({"note": note}) if note else b""


def _move_lines(session: Session, move: Move) -> bytes:
    """Return the line of an action, with the note about its reason if there is one."""
    is_told = isinstance(move.action, Declaration)
    action = _bytes(move.action.to_json() if is_told else session.game.action_to_json(move.action))
    if move.reason is None or not session.header.takes_notes:
        return action
    return action + _bytes({"note": from_reason(move.reason)})


def _bytes(data: Mapping[str, Any]) -> bytes:
    return f"{format_line(data)}\n".encode()


def _common(before: bytes, now: bytes) -> int:
    """Return the length of the lines that both start with."""
    pairs = zip(before.splitlines(True), now.splitlines(True), strict=False)
    return sum(len(one) for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _is_whole(line: bytes) -> bool:
    """Return whether a line without a line break is complete."""
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _close_to_others(folder: Path) -> None:
    """Make a folder private, if it is ours."""
    if sys.platform == "win32":
        return
    found = folder.stat()
    if found.st_uid == os.getuid() and stat.S_IMODE(found.st_mode) & 0o077:
        folder.chmod(_PRIVATE)


def describe_saves(paths: Sequence[Path]) -> Iterator[output.Line]:
    """Yield the time, the game, the round, the players and the turn of each save."""
    for number, path in enumerate(paths, start=1):
        when = datetime.fromtimestamp(time_of(path))
        try:
            words = session_words(Save(path).read())
        except NotationError as problem:
            words = say("not a saved game ({problem})", problem=render_message(problem))
        yield from output.wrapped(
            f"{when:%Y-%m-%d %H:%M}  {words}", " " * 7, first=f"{number:>3}  "
        )
        yield [(f"       {escape_controls(str(path))}", "dim")]


def session_words(session: Session) -> str:
    """Return the game, round and players of a saved game, and whose turn it is."""
    names = ", ".join(session.names)
    seat = session.to_act
    if seat is None:
        turn = say("over")
    elif session.is_broken_off:
        turn = say("stopped without a winner")
    else:
        turn = say("{name} is to act", name=session.names[seat])
    return say(
        "{game}, round {round}: {names}; {turn}",
        game=wing_of(session.header.game).title,
        round=session.state.round,
        names=names,
        turn=turn,
    )


def broken_off_words(rounds: int) -> str:
    """Return a sentence about a game that was broken off after a number of rounds."""
    return say("Stopped after round {rounds}: no winner.", rounds=rounds)


def look_back_words(session: Session, save: Save) -> Iterator[str]:
    """Yield sentences about the commands for the record of a finished game."""
    yield say("View it with: {command}", command=command_on(save, "replay"))
    if session.wing.evaluator is not None:
        yield say("See its turning points with: {command}", command=command_on(save, "review"))


def command_on(save: Save, name: str, more: Sequence[str] = ()) -> str:
    """Return the command line that runs a command on a saved game."""
    words = ["gridgames", name, str(save.path)]
    for option, file in save.tables.items():
        words += [f"--{option}", str(file)]
    return as_command([*words, *more])


def advance_words(session: Session, save: Save | None) -> str:
    """Return a sentence about whether the standing orders are saved; empty if there are none."""
    orders = "; ".join(session.orders())
    if not orders:
        return ""
    if save and save.is_begun and session.header.takes_notes:
        return say("Saved with the game: {orders}", orders=orders)
    return say("Queued orders, not saved: {orders}", orders=orders)
