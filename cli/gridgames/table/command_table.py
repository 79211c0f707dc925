"""The commands, in one table for plain mode and the full screen.

The help pages, the completion, the keys and the table in ``docs/players.md`` follow from this
declaration. Commands are typed in English or in any other language (section ``commands`` of its
vocabulary).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Flag, auto
from typing import NamedTuple

from gridcommon.errors import Word
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed, render_value, say
from gridgames.show.standing_orders import OrderKeyword


class Front(Flag):
    """The front ends that have a command."""

    LINES = auto()
    SCREEN = auto()
    PAGE = auto()
    BOTH = LINES | SCREEN
    ALL = BOTH | PAGE


class Command(NamedTuple):
    """A command: its English word, its effect, and its shortcuts.

    On the full screen letters belong to the command line, so a key is never a letter, and it is the
    same in every language.
    """

    word: str
    about: str
    usage: str = ""  # what may follow the word
    letters: tuple[str, ...] = ()  # short for the word
    keys: str = ""  # on the full screen, as Textual names them
    front: Front = Front.BOTH
    shown: str = ""  # the key that is named, if it is not the first of them

    @property
    def key(self) -> str:
        """The key for people; ^ is Ctrl."""
        control, _, letter = self.keys.partition(",")[0].rpartition("+")
        return self.shown or (f"^{letter.upper()}" if control else letter.capitalize())


_SHOWING = (
    Command("board", "the board, in words", front=Front.ALL),
    Command("draw", "the board, drawn", front=Front.LINES),
    Command("state", "everything on the table", front=Front.ALL),
    Command("players", "what the players have", front=Front.ALL),
    Command("log", "the last events", usage="[N]", keys="ctrl+l", front=Front.ALL),
    Command(
        "rules",
        "a rule by its id, or all rules that contain a word",
        usage="[ID]",
        keys="f5",
        front=Front.ALL,
    ),
    Command(
        "ask",
        "a question of the companion about this position; without one, all of them",
        usage="[QUESTION]",
        front=Front.ALL,
    ),
    Command("secrets", "who can see what", front=Front.ALL),
    Command(
        "chart", "the game in numbers: by round, and as tables", keys="ctrl+g", front=Front.ALL
    ),
    Command(
        "export",
        "write it to a file: a page (.html), .jsonl, .csv, .json, the position (.txt) or a picture"
        " (.svg, .png)",
        usage="FILE",
    ),
    Command("legend", "the signs on the board", keys="f12", front=Front.SCREEN),
    Command("zoom", "the board in another size", keys="ctrl+o", front=Front.SCREEN),
    Command(
        "view",
        "on a screen of less than 60 columns: the board, the panel or the log",
        usage="board|panel|log",
        front=Front.SCREEN,
    ),
    Command(
        "theme",
        "other colours: dark, light or with high contrast",
        usage="dark|light|contrast",
        front=Front.SCREEN,
    ),
    Command(
        "motion", "highlight changes for a moment: on or off", usage="on|off", front=Front.SCREEN
    ),
    Command(
        "picture",
        "the board as a picture, in terminals that show pictures, or in characters",
        usage="[auto|sixel|kitty|off]",
        keys="ctrl+t",
        front=Front.SCREEN,
    ),
    Command("bar", "who is ahead, in one line: the evaluation bar, on or off", usage="[on|off]"),
    Command("help", "all commands and keys", letters=("?",), keys="f1", front=Front.ALL),
)

PLAYING = (
    Command(
        "hint",
        "the three best choices according to the strongest bot, and why",
        letters=("t",),
        keys="f2",
        front=Front.ALL,
    ),
    Command(
        "why",
        "why an action is allowed or not, with the rule",
        usage="ACTION",
        letters=("y",),
        keys="f3",
        front=Front.ALL,
    ),
    Command(
        "news",
        "the story since your last move, with what you paid and got",
        keys="ctrl+n",
        front=Front.ALL,
    ),
    Command(
        "rivals",
        "the best that each player could score now, or power",
        letters=("worth",),
        keys="ctrl+r",
        front=Front.ALL,
    ),
    Command("choices", "all choices as a list", keys="f4"),
    Command("turns", "who would win now, and how much is left to play", front=Front.ALL),
    Command("last", "what the last player did and scored", front=Front.ALL),
    Command(
        "undo",
        "undo your last choice, or the last N",
        usage="[N]",
        letters=("u",),
        keys="ctrl+z",
        front=Front.ALL,
    ),
    Command("redo", "redo it", letters=("r",), keys="ctrl+y"),
    Command(
        "go",
        "play on to your next real choice, skipping those with only one answer",
        keys="f8",
        front=Front.ALL,
    ),
    Command("slower", "a longer pause before each move of a bot", keys="f6"),
    Command("faster", "a shorter pause, down to none", keys="f7"),
    Command("confirm", "ask before a move that gives something up: on or off", usage="on|off"),
    *_SHOWING,
    Command("save", "write a copy of the game so far", usage="FILE"),
    Command("review", "after the end: the moment that decided, and what was better"),
    Command("replay", "after the end: the game again, move by move"),
    Command("rematch", "after the end: the same players again, with a new seed"),
    Command("pause", "pause the bots, or let them continue", keys="f9", front=Front.SCREEN),
    Command("quit", "leave; the game stays saved", letters=("q",), keys="f10"),
)

REPLAYING = (
    Command(
        "next",
        "the next move, or to the next round, phase, sale, score or move of a player",
        usage="[WHAT]",
        letters=("n",),
        keys="f8",
        shown="Enter",
    ),
    Command(
        "back",
        "one move back, or to the last round, phase, sale, score or move of a player",
        usage="[WHAT]",
        letters=("b", "p"),
        keys="backspace",
    ),
    Command("round", "to the beginning of a round", usage="R"),
    Command("play", "all following moves, one by one", keys="f9"),
    *_SHOWING,
    Command("quit", "leave", letters=("q",), keys="f10"),
)

_SHARED = ("undo", "rules", "zoom", "theme", "picture", "draw", "help")
DRAFTING = (
    Command("entries", "the last entries", usage="[N]"),
    Command("show", "the position as text, in a form", usage="[FORM]"),
    Command(
        "write",
        "write it to a file, in the form of its ending",
        usage="FILE [FORM]",
        keys="f9,ctrl+s",
    ),
    Command("play", "play on from here"),
    Command("keep", "keep the score of the game on your table from here"),
    Command("check", "everything about the position", keys="f2"),
    Command("ask", "the questions, and the forms of the position", keys="f4", front=Front.SCREEN),
    Command("why", "the rule at the cursor", keys="f3", front=Front.SCREEN),
    *(one for one in PLAYING if one.word in _SHARED),
    Command("redo", "redo it", letters=("r",), keys="ctrl+y", front=Front.ALL),
    Command("discard", "leave, and throw away what is not saved"),
    Command("quit", "leave; the next start offers the position again", letters=("q",), keys="f10"),
)


# The sections of the help: what one wants to do, and the words for it. All others plan ahead.
_SECTIONS = {
    Word("To choose"): ("choices", "hint", "why", "rivals", "ask", "turns"),
    Word("To plan ahead"): ("go",),
    Word("Events so far"): ("news", "last", "log", "chart"),
    Word("Things on the table"): (
        "board",
        "legend",
        "draw",
        "state",
        "players",
        "secrets",
        "rules",
    ),
    Word("To take back"): ("undo", "redo"),
    Word("To go through the game"): ("next", "back", "round"),
    Word("The position"): ("entries", "show", "write", "keep"),
    Word("The picture and the screen"): ("bar", "zoom", "view", "theme", "motion", "picture"),
    Word("The course of the game"): ("play", "pause", "slower", "faster", "confirm"),
    Word("To keep and to leave"): (
        "save",
        "export",
        "review",
        "replay",
        "rematch",
        "help",
        "discard",
        "quit",
    ),
}


def of_game(orders: Iterable[OrderKeyword]) -> tuple[Command, ...]:
    """Return the commands that a game adds while it is played: its standing orders."""
    return tuple(
        Command(one.word, one.about, one.usage, one.letters, front=Front.ALL) for one in orders
    )


def by_word(commands: Sequence[Command], front: Front) -> Mapping[str, Command]:
    """Return the commands of a front end, keyed by English word and by letter."""
    return {
        word: command
        for command in commands
        if front in command.front
        for word in (command.word, *command.letters)
    }


def english_command(word: str) -> str:
    """Return the English word of a command in lower case, or any other word unchanged.

    >>> english_command("Histórico"), english_command("UNDO"), english_command("abrir")
    ('log', 'undo', 'abrir')
    """
    return input_words("commands").get(unaccented(word), word.lower())


def command_and_rest(line: str) -> tuple[str, str]:
    """Return the English word of the command in a line, and the rest of the line.

    >>> command_and_rest("por que construir Essen"), command_and_rest("SAIR")
    (('why', 'construir Essen'), ('quit', ''))
    """
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    second, _, others = rest.partition(" ")
    if (unaccented(word), unaccented(second)) == ("por", "que"):  # written in two words
        return "why", others.strip()
    return english_command(word), rest


def elsewhere(line: str, commands: Sequence[Command], front: Front) -> str:
    """Return the front end that has the command in a line, or '' if this one has it."""
    word, _ = command_and_rest(line)
    if not any(one.word == word and front not in one.front for one in commands):
        return ""
    if front is Front.LINES:
        return say("{word} can be used only on the full screen.", word=as_typed(word))
    if front is Front.PAGE:
        return say("{word} can be used only in a terminal.", word=as_typed(word))
    return say("{word} can be used only in plain text (--plain).", word=as_typed(word))


def completions(commands: Sequence[Command], front: Front) -> Iterator[str]:
    """Yield the words of the commands in the language in use."""
    for command in commands:
        if front in command.front:
            yield as_typed(command.word) + (" " if command.usage else "")


def help_sections(
    commands: Sequence[Command], front: Front
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the sections of the help of a front end: the input for each command, and its effect."""
    listed = {word for words in _SECTIONS.values() for word in words}
    known = [one for one in commands if front in one.front]
    for section, words in _SECTIONS.items():
        of_games = [one for one in known if one.word not in listed] if "go" in words else []
        entries = [one for one in known if one.word in words] + of_games
        if entries:
            yield render_value(section), [_help_entry(one, front) for one in entries]


def _help_entry(command: Command, front: Front) -> tuple[str, str]:
    typed = " ".join(filter(None, (as_typed(command.word), as_typed(command.usage))))
    if front is not Front.SCREEN:
        return ", ".join((*command.letters, typed)), say(command.about)
    short = f" ({', '.join(command.letters)})" if command.letters else ""
    return command.key, f"{typed}{short}: {say(command.about)}"
