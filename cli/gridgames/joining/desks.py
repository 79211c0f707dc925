"""The desks of a joined table: those of a game here, with commands for the people elsewhere."""

from gridgames.desk.answers import Answer, Message
from gridgames.desk.game_desk import GameDesk
from gridgames.joining.session import JoinedSession
from gridgames.languages.messages import say
from gridgames.screen.screen_desk import ScreenDesk
from gridgames.sessions.command_table import PLAYING, Command

ELSEWHERE = ("redo", "pause")  # commands for games of this computer
_COMMANDS = (
    *(one for one in PLAYING if one.word not in (*ELSEWHERE, "save", "slower", "faster")),
    Command("agree", "let another person take a choice back"),
    Command("disagree", "let the choice of another person stand"),
    Command("seat", "take your seat back from the bot that plays for you"),
)


class JoinedDesk(GameDesk):
    """A desk that asks the host for what concerns everybody at the table."""

    COMMANDS = _COMMANDS
    session: JoinedSession

    def on_agree(self, _: str) -> Answer:
        return Message(self.session.request("agree"))

    def on_disagree(self, _: str) -> Answer:
        return Message(self.session.request("disagree"))

    def on_seat(self, _: str) -> Answer:
        self.session.request("seat")
        return Message(say("You play again."))


class JoinedScreenDesk(JoinedDesk, ScreenDesk):
    """The same on the full screen."""
