"""A disk that fails or loses its power at any moment costs at most the move being made."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from faulty_disk import FaultyDisk, PowerCut
from gridcommon.contract import Reason
from gridcommon.errors import GridgamesError, Word
from gridgames.show.registry import GameChoice, register
from gridgames.show.wing import Wing
from gridgames.system import durable_files
from gridgames.table.record_files import replayed
from gridgames.table.saves.new_games import GameForm
from gridgames.table.saves.saves import Save
from gridgames.table.session import Session

GAMES = ("nim", "eletrika")
SEATS = "Ana=human,Bia=human,Caio=human"
WHY = Reason("takes {count} because of {what}", {"count": 1, "what": Word("oil")})


@pytest.fixture(autouse=True)
def toy_game() -> Iterator[None]:
    with register(Wing("nim", "Nim", engine="toy", package="toy")):
        yield


def one_move(session: Session) -> None:
    if session.to_act is not None:
        session.act(session.legal_actions()[-1], WHY)


STEPS: tuple[Callable[[Session], Any], ...] = (
    one_move,
    one_move,
    one_move,
    Session.undo,
    Session.redo,
    Session.undo,
    Session.undo,
    lambda session: session.act(session.legal_actions()[0]),  # without a reason
    one_move,
    one_move,
    one_move,
    Session.undo,
    Session.redo,
)


def actions(session: Session) -> list[Any]:
    return [move.action for move in session.moves]


def reasons(session: Session) -> list[Any]:
    return [move.reason for move in session.moves]


class Played:
    """A game that is played on a disk with faults, and what must be on it."""

    def __init__(self, game: str, path: Path, at: int, how: str) -> None:
        self.disk = FaultyDisk(at, how)
        self.path = path
        begun = GameForm(GameChoice(game), SEATS, None, 3, watch=False).session()
        self.session = Session(replace(begun.header, takes_notes=True), begun.players)
        self.save = Save(path)
        self.told: list[Any] | None = None  # the game that was saved last without trouble
        self.is_over = False  # it was cut off

    def play(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(durable_files, "os", self.disk)
        try:
            self.save.create(self.session)
            self._look()
            for step in STEPS:
                step(self.session)
                self._look()
        except PowerCut:
            self.is_over = True
        finally:
            monkeypatch.undo()

    def _look(self) -> None:
        if self.save.trouble is None:
            self.told = actions(self.session)
            if self.disk.count < self.disk.at:
                return  # nothing has failed yet; at 0 each step is looked at
            assert list(self.disk.after_a_power_cut(self.path)) == [self.path.read_bytes()]
            read = Save(self.path).read()
            assert actions(read) == self.told
            assert reasons(read) == reasons(self.session)
            assert replayed(self.path).difference is None

    def held(self) -> list[Any]:
        """Return what a save may hold: the game before the last step, or on the way after it."""
        after = actions(self.session)
        if self.told is None:
            return [None, after]
        same = next(
            (n for n, (a, b) in enumerate(zip(self.told, after, strict=False)) if a != b),
            min(len(self.told), len(after)),
        )
        return [self.told, *(after[:n] for n in range(same, len(after) + 1))]


def resumed(content: bytes | None, path: Path) -> list[Any] | None:
    """Return the game that such a file is resumed as; what is left then is verified."""
    path.unlink(missing_ok=True)
    if content is None:
        return None
    path.write_bytes(content)
    save = Save(path)
    save.open()
    session = save.read()
    save.write(session)
    save.close()
    assert save.trouble is None
    assert reasons(Save(path).read()) == reasons(session)
    try:
        assert replayed(path).difference is None
    except GridgamesError as problem:
        raise AssertionError(f"verify refuses {content!r}") from problem
    return actions(session)


@pytest.mark.parametrize("game", GAMES)
def test_the_power_is_cut_at_every_operation(game, tmp_path, monkeypatch):
    states = 0
    known: dict[bytes | None, list[Any] | None] = {}  # most are found after several operations
    for at in count():
        folder = tmp_path / str(at)
        folder.mkdir()
        played = Played(game, folder / "game.jsonl", at, "cut")
        played.play(monkeypatch)
        if not played.is_over:
            break
        held = played.held()
        found = sorted(played.disk.after_a_power_cut(played.path), key=repr)
        for content in found[:: 1 + len(found) // (40 if game == "nim" else 8)]:
            if content not in known:
                known[content] = resumed(content, tmp_path / "left.jsonl")
            assert known[content] in held
            states += 1
        played.save.close()
    assert at > 25
    assert states > (300 if game == "nim" else 60)


@pytest.mark.parametrize(
    ("game", "how"),
    [
        ("nim", "once"),
        ("nim", "short"),
        ("nim", "always"),
        ("eletrika", "short"),
    ],
)
def test_each_operation_fails(game, how, tmp_path, monkeypatch):
    """What is told as saved is on the disk at once; all is on it when the disk is well again."""
    for at in count():
        folder = tmp_path / str(at)
        folder.mkdir()
        played = Played(game, folder / "game.jsonl", at, how)
        played.play(monkeypatch)
        if not played.disk.has_failed:
            break
        played.save.write(played.session)
        assert played.save.trouble is None
        read = Save(played.path).read()
        assert actions(read) == actions(played.session)
        assert reasons(read) == reasons(played.session)
        assert replayed(played.path).difference is None
        assert [one.name for one in folder.iterdir() if one.suffix != ".new"] == ["game.jsonl"]
        if how != "always":
            assert len(list(folder.glob(".*.new"))) <= 1  # where just its removal failed
        played.save.close()
    assert at > 25
