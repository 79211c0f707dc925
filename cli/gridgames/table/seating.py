"""The people at the table: the players of a text, and the usual ones."""

from collections.abc import Sequence

from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError
from gridgames.languages.messages import say
from gridgames.table.bots.roster import Bots
from gridgames.table.session import Player
from gridgames.terminal.printable import is_printable, visible_part

SEATS = 4  # the default number of players


def default_seats(game: AnyGame) -> int:
    """Return the default number of players."""
    return min(SEATS, game.SEATS[-1])


def default_level(levels: Sequence[str]) -> str:
    """Return the default level of an opponent: a good player that moves at once."""
    return "normal" if "normal" in levels else levels[-1]


def default_bots(game: AnyGame) -> list[str]:
    """Return the default bots: half of them of the weakest level, half of the next one."""
    levels = list(game.LEVELS)
    seats = default_seats(game)
    weak = seats // 2
    return [levels[0]] * weak + [levels[min(1, len(levels) - 1)]] * (seats - weak)


def players_from_text(text: str, bots: Bots) -> tuple[Player, ...]:
    """Return the players of a text such as ``Ana=human,normal,easy``.

    A person without a name gets a number. Raises NotationError for an unknown bot, a duplicate
    name, a name that cannot be displayed, and a person with the name of a bot.
    """
    players: list[Player] = []
    taken: set[str] = set()
    for number, word in enumerate(text.split(","), start=1):
        name, equals, level = (part.strip() for part in word.rpartition("="))
        if not word.strip():
            raise NotationError("a name is missing between the commas", key="seats")
        if level != "human" and level not in bots:
            if not equals:
                bots.ask_about(level)
            raise NotationError(
                "unknown player {found}; choose from {allowed}",
                key="seats",
                found=repr(level),
                allowed=f"human, NAME=human, {bots.choices()}",
            )
        if equals and not name:
            raise NotationError("a name comes before '='", key="seats")
        if equals and level != "human":
            raise NotationError(
                "a bot has no name of its own; write {level} alone", key="seats", level=level
            )
        if not is_printable(name) or (name and not visible_part(name)):
            raise NotationError(
                "{name} cannot be shown; a name is printable text", key="seats", name=repr(name)
            )
        if level == "human":
            player = Player(name or say("Player {number}", number=number))
        else:
            level = bots.named(level)
            player = Player(f"{level} {number}", level)
        if name and (bots.is_ours(name) or bots.of_player(visible_part(name))):
            raise NotationError(
                "{name} is the name of a bot; choose another one", key="seats", name=repr(name)
            )
        if visible_part(player.name) in taken:
            raise NotationError("{name} is listed twice", key="seats", name=repr(player.name))
        taken.add(visible_part(player.name))
        players.append(player)
    return tuple(players)
