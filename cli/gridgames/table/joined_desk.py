"""The desk of a joined table: that of a game here, with commands for the people elsewhere."""

from gridgames.languages.messages import say
from gridgames.table.answers import Answer, Message
from gridgames.table.command_table import PLAYING, Command
from gridgames.table.game_desk import GameDesk
from gridgames.table.joined_session import JoinedSession

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
