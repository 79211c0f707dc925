"""A joined table on the full screen."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from gridcommon.errors import GridgamesError
from gridgames.languages.messages import render_error, say
from gridgames.screen.application import run_screen_app
from gridgames.screen.play import GameApp
from gridgames.screen.screen_desk import ScreenDesk
from gridgames.show.table import BAD
from gridgames.table.joined_desk import ELSEWHERE, JoinedDesk
from gridgames.table.joined_session import JoinedSession
from gridgames.table.settings import Settings
from gridgames.terminal.output import Line

_TICK = 0.1  # seconds between two looks at the line


class JoinedScreenDesk(JoinedDesk, ScreenDesk):
    """The desk of a joined table on the full screen."""


class JoinedApp(GameApp):
    """A game on the full screen whose moves the host makes."""

    AFTER_THE_END: ClassVar[Sequence[str]] = ("export", "chart")
    DESK: ClassVar[type[ScreenDesk]] = JoinedScreenDesk

    def __init__(self, session: JoinedSession, settings: Settings) -> None:
        super().__init__(session, None, pause=0, settings=settings, again=session.again)
        self.joined = session

    def on_mount(self) -> None:
        super().on_mount()
        if not self._is_listening:
            self._is_listening = True
            self.set_interval(_TICK, self.listen)

    _is_listening = False  # a rematch mounts again

    def let_bots_play(self) -> None:  # type: ignore[override]
        """Do nothing: moves of others come from the host."""

    def listen(self) -> None:
        """Follow the host, and show what has happened."""
        session, before = self.joined, len(self.session.moves)
        try:
            session.poll()
            is_rewritten, session.is_rewritten = session.is_rewritten, False
            if is_rewritten:
                self.show_travelled(say("The host has taken moves back."))
                before = len(session.moves)
            while session.has_news or session.is_ours_to_move:
                session.next_move()
        except GridgamesError as problem:
            session.drop_orders()
            self.message([(render_error(problem), BAD)])
        if made := session.moves[before:]:
            self.history.add(self.table, made, before)
            self.draw_log()
            self.go_on()
        for sentence in session.hear():
            self.message([(sentence, BAD)])

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something: not what only the host could do."""
        word = parameters[0] if action == "command" and parameters else action
        return word not in ELSEWHERE and super().check_action(action, parameters)

    def key(self, word: str, label: str = "") -> tuple[str, str]:
        return super().key(word, label) if word in self.desk.words else ("", "")

    def keys(self) -> Iterator[tuple[str, str]]:
        shown = super().keys()
        yield from (one for one in shown if one[0] not in ("", "F6 F7"))

    def leaving_lines(self) -> Iterator[Line]:
        yield [(say("The host keeps the game; the same link leads back to your seat."), "")]


def run_joined_screen(session: JoinedSession, settings: Settings) -> None:
    """Play at a joined table in full screen until the person leaves."""
    run_screen_app(JoinedApp(session, settings))
