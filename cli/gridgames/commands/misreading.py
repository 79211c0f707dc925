"""Unreadable positions: recognising texts from a chat, and positions of another game."""

import re

from gridcommon.errors import Command, NotationError
from gridcommon.spelling import quoted
from gridgames.languages.messages import say
from gridgames.show.registry import face_of, names, wing_of

# The prefixes that chats add to a message: [21:03, 05/12/2026] Ana: or 05/12/2026, 21:03 - Ana:
_SENT = re.compile(
    r"^[ \t\u200e]*(?:\[[^\]\n]*\d{1,2}:\d\d[^\]\n]*\][^:\n]*:"
    r"|\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4},? \d{1,2}:\d\d[^:\n]*:)[ \t]*",
    re.MULTILINE,
)


def explain_misreading(text: str, game: str, problem: NotationError) -> NotationError:
    """Return the error for a text that cannot be read as a position of a game.

    It is a specific error for a text from a chat or a position of another game, or else
    ``problem``.
    """
    if sent := _SENT.search(text):
        return NotationError(
            "a chat program has put {found} in front of the text; delete it from every line",
            line=text.count("\n", 0, sent.start()) + 1,
            column=1,
            found=quoted(sent[0].strip()),
            source=problem.source,
        )
    for name in names():
        if name != game and face_of(name).is_position(text):
            return NotationError(
                "this is a position of {other}, not of {game}; see {command}",
                other=say(wing_of(name).title),
                game=say(wing_of(game).title),
                command=Command(f"gridgames {name} --help"),
                source=problem.source,
            )
    return problem
