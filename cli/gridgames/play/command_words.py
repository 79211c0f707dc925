"""The words that command the program, besides the actions of the games, in both languages."""

import unicodedata
from collections.abc import Mapping

PORTUGUESE: Mapping[str, str] = {
    "ajuda": "help",
    "desfazer": "undo",
    "dica": "hint",
    "estado": "state",
    "historico": "log",
    "registro": "log",
    "jogadores": "players",
    "jogar": "play",
    "porque": "why",
    "proximo": "next",
    "proxima": "next",
    "refazer": "redo",
    "regras": "rules",
    "rodada": "round",
    "sair": "quit",
    "salvar": "save",
    "segredos": "secrets",
    "tabuleiro": "board",
    "voltar": "back",
}


def english_command(word: str) -> str:
    """Return the English word of a command, in small letters; any other word as it is.

    >>> english_command("Histórico"), english_command("UNDO"), english_command("abrir")
    ('log', 'undo', 'abrir')
    """
    return PORTUGUESE.get(unaccented(word), word.lower())


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


def unaccented(word: str) -> str:
    """Return a word in small letters without accents: as it may be typed.

    >>> unaccented("Preparação")
    'preparacao'
    """
    parts = unicodedata.normalize("NFKD", word.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))
