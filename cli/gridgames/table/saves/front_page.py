"""The front page: everything that can be done next, each thing with the command that does it."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice, starmap
from pathlib import Path
from typing import Any

from gridcommon.errors import NotationError
from gridgames.languages.language import catalogue, current_language
from gridgames.languages.messages import say
from gridgames.show.registry import GameChoice, names, table_of, wing_of
from gridgames.show.table import Table
from gridgames.table.drills import games_with_drills
from gridgames.table.lesson import games_with_lessons, lesson_session, read_lesson
from gridgames.table.saves.new_games import GameForm
from gridgames.table.saves.saves import Ending, Save, ending_of, saved_games, time_of
from gridgames.table.saves.start_menu import StartMenu
from gridgames.table.session import Session

LANGUAGE, ALL_SAVES = "language", "all saves"
_FIRST = 4  # unfinished games that are listed at first
_FINISHED = 3  # games to look back at


@dataclass(frozen=True, slots=True)
class FrontEntry:
    """Something to do: what it is, and the arguments of the command that does it.

    If it ``asks``, what is typed follows the arguments. ``game`` is the one it is about, '' for
    all, ``session`` the saved game, and ``is_text`` whether the command only prints.
    """

    key: str
    label: str
    value: str = ""
    about: Sequence[str] = ()
    words: Sequence[str] = ()
    asks: str = ""
    group: str = ""  # the heading that begins here
    game: str = ""
    session: Session | None = None
    is_text: bool = False


class FrontPage:
    """All that can be done next; a game is played with the settings of the start menu."""

    def __init__(self, menu: StartMenu) -> None:
        self.menu = menu
        self.shows_all = False  # unfinished games, not only the latest
        self._saves = [(path, ending_of(path)) for path in saved_games()]
        self._sessions: dict[Path, Session] = {}  # the list is written again at each change
        self._boards: dict[str, Table] = {}
        self._finished = self._readable(Ending.RESULT, _FINISHED)

    def _readable(self, ending: Ending, most: int) -> dict[Path, Session]:
        """Return the latest saves with an ending that can be read, at most some."""

        def read() -> Iterator[tuple[Path, Session]]:
            for path, found in self._saves:
                if found is ending:
                    with suppress(NotationError):
                        session = self._sessions.get(path) or Save(path).read()
                        self._sessions[path] = session
                        if (session.result is None) == (ending is Ending.NONE):
                            yield path, session

        return dict(islice(read(), most))

    def _unfinished(self) -> Iterator[FrontEntry]:
        count = sum(ending is Ending.NONE for _, ending in self._saves)
        most = count if self.shows_all else _FIRST
        yield from starmap(_to_continue, self._readable(Ending.NONE, most).items())
        if count > _FIRST:
            label = say("Only the latest") if self.shows_all else say("All {count}", count=count)
            about = say("Unfinished games, the latest first.")
            yield FrontEntry(ALL_SAVES, label, about=[about])

    @property
    def first(self) -> str:
        """The key of the entry that is offered first: the game before, or the first one."""
        return f"play {self.menu.game}"

    def entries(self) -> Iterator[FrontEntry]:
        """Yield all entries, in groups."""
        yield from _titled(say("Play"), map(self._to_play, names()))
        yield from _titled(say("Continue"), self._unfinished())
        yield from _titled(say("Learn"), self._to_learn())
        yield from _titled(say("With others"), self._with_others())
        yield from _titled(say("Finished games"), starmap(_to_replay, self._finished.items()))
        yield from _titled(say("More"), self._more())

    def _to_play(self, name: str) -> FrontEntry:
        wing = wing_of(name)
        least, *_, most = wing.game.SEATS
        seats = say("{least} to {most} players", least=least, most=most)
        return FrontEntry(f"play {name}", wing.title, seats, [*map(say, wing.about)], game=name)

    def _to_learn(self) -> Iterator[FrontEntry]:
        about = say("Learn this game by playing it. Each step explains what to do and why.")
        for name in games_with_lessons():
            label = say("{game} in ten minutes", game=wing_of(name).title)
            yield FrontEntry(
                f"learn {name}", label, about=[about], words=["learn", name], game=name
            )
        about = say("One position, one question, and the answer with its reasons.")
        for name in games_with_drills():
            label = say("Drills: {game}", game=wing_of(name).title)
            words = ["learn", name, "--drills"]
            yield FrontEntry(
                f"drills {name}", label, about=[about], words=words, game=name, is_text=True
            )

    def _with_others(self) -> Iterator[FrontEntry]:
        about = say("A page in the browser, with a link for each player's phone or computer.")
        yield FrontEntry("serve", say("Open a table"), about=[about], words=["serve"], is_text=True)
        about = say("Paste the link of your seat, which the host has.")
        yield FrontEntry(
            "join", say("Join a table"), about=[about], words=["join"], asks=say("Link")
        )
        about = say("You play with the real box; the program counts, checks and explains.")
        for name in names():
            if wing_of(name).has_part("companion.keep"):
                label = say("Keep score: {game}", game=wing_of(name).title)
                words = [name, "keep"]
                yield FrontEntry(f"keep {name}", label, about=[about], words=words, game=name)

    def _more(self) -> Iterator[FrontEntry]:
        about = say("Ask in your own words: the rule, its source and an example.")
        asked = say("Question")
        yield FrontEntry(
            "rules", say("Rules"), about=[about], words=["rules"], asks=asked, is_text=True
        )
        about = say("The two games side by side: how each handles a thing, such as money.")
        label = say("Compare the games")
        yield FrontEntry(
            "compare", label, about=[about], words=["compare"], asks=asked, is_text=True
        )
        about = say("Bots of the level above play by themselves.")
        label = say("Watch bots play")
        yield FrontEntry(
            "watch", label, about=[about], words=self.menu.watched(), game=self.menu.game
        )
        about = say("English or Portuguese.")
        yield FrontEntry(LANGUAGE, say("Language"), catalogue(current_language()).name, [about])

    def words(self, entry: FrontEntry, typed: str = "") -> list[str]:
        """Return the arguments of the command that an entry runs; none if something is missing."""
        if entry.key.startswith("play "):
            return self.menu.words()
        if entry.key == "join" and not typed.strip():
            return []
        return [*entry.words, *typed.split()]

    def table(self, entry: FrontEntry) -> Table:
        """Return the board beside an entry: of its save, of its lesson, or of a new game."""
        if session := entry.session:
            seats = session.humans
            state = session.face.seen(session.state, seats[0] if len(seats) == 1 else None)
            return _board(session, state)
        name = entry.game or self.menu.game
        if name not in self._boards:
            if name in games_with_lessons():
                lesson = read_lesson(name, current_language())
                session = lesson_session(lesson, len(lesson.steps))
            else:
                session = GameForm(GameChoice(name)).session()
            self._boards[name] = _board(session, session.state)
        return self._boards[name]


def _board(session: Session, state: Any) -> Table:
    """Return a state to look at, without choices and marks."""
    table = table_of(session.face, session.names, state)
    table.look(state, may_choose=False)
    table.has_marks = False
    return table


def _titled(group: str, entries: Iterator[FrontEntry]) -> Iterator[FrontEntry]:
    """Yield entries, the first with the heading of the group."""
    for number, entry in enumerate(entries):
        yield entry if number else replace(entry, group=group)


def _to_continue(path: Path, session: Session) -> FrontEntry:
    brief = session.face.heading(session.state, session.names).brief
    value = say("round {round}: {task}", round=session.state.round, task=brief)
    return _of_save(path, session, "resume", value)


def _to_replay(path: Path, session: Session) -> FrontEntry:
    told = session.face.narrate_result(session.result, session.names)
    return _of_save(path, session, "replay", next(iter(told)))


def _of_save(path: Path, session: Session, command: str, value: str) -> FrontEntry:
    when = f"{datetime.fromtimestamp(time_of(path)):%Y-%m-%d %H:%M}"
    about = [", ".join(session.names), when]
    words = [command, str(path)]
    return FrontEntry(f"{command} {path}", session.wing.title, value, about, words, session=session)
