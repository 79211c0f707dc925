"""The words that command the program, besides the actions of the games, in every language."""

from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import understood


def english_command(word: str) -> str:
    """Return the English word of a command, in small letters; any other word as it is.

    >>> english_command("Histórico"), english_command("UNDO"), english_command("abrir")
    ('log', 'undo', 'abrir')
    """
    return understood("commands").get(unaccented(word), word.lower())


def command_and_rest(line: str) -> tuple[str, str]:
    """Return the English word of the command in a line, and what follows it.

    >>> command_and_rest("por que construir Essen"), command_and_rest("SAIR")
    (('why', 'construir Essen'), ('quit', ''))
    """
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    second, _, others = rest.partition(" ")
    if (unaccented(word), unaccented(second)) == ("por", "que"):  # written in two words
        return "why", others.strip()
    return english_command(word), rest
