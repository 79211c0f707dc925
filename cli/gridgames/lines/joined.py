"""A joined table in plain mode."""

from typing import ClassVar

from gridcommon.errors import GridgamesError, NotationError
from gridgames.languages.messages import render_error, say
from gridgames.lines.game import PlainGame
from gridgames.table.game_desk import GameDesk
from gridgames.table.joined_desk import JoinedDesk
from gridgames.table.joined_session import JoinedSession
from gridgames.terminal import output

_WAIT = 0.5  # seconds for news, before the line is looked at again


class JoinedGame(PlainGame):
    """A game in plain mode whose moves the host makes."""

    DESK: ClassVar[type[GameDesk]] = JoinedDesk

    @property
    def session(self) -> JoinedSession:
        session = self.desk.session
        assert isinstance(session, JoinedSession)
        return session

    def go_on(self) -> None:
        """Follow a move of the host, do what was ordered in advance, or wait."""
        try:
            if self.session.has_news or self.session.is_ours_to_move:
                super().go_on()
                return
        except GridgamesError as problem:  # the host does not do as ordered
            self.session.drop_orders()
            output.print_sentence(render_error(problem))
        self.narrate_pending()
        self._catch_up(_WAIT)

    def do_line(self, line: str) -> bool:
        self._catch_up(0)
        return super().do_line(line)

    def _catch_up(self, seconds: float) -> None:
        """Take news of the host, and show what they mean. Raises NotationError at the end."""
        session = self.session
        try:
            session.poll(seconds)
        except NotationError as problem:
            output.print_sentence(render_error(problem))
        for sentence in session.hear():
            output.print_sentence(sentence)
        if session.is_rewritten:
            session.is_rewritten = False
            output.print_sentence(say("The host has taken moves back."))
        if session.wire.ended:
            raise NotationError(session.wire.ended, source="LINK")
