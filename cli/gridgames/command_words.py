"""The words that command the program, besides the actions of the games, in both languages."""

import unicodedata
from collections.abc import Mapping

PORTUGUESE: Mapping[str, str] = {
    "ajuda": "help",
    "desfazer": "undo",
    "dica": "hint",
    "estado": "state",
    "historico": "log",
    "jogadores": "players",
    "jogar": "play",
    "porque": "why",
    "proximo": "next",
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


def unaccented(word: str) -> str:
    """Return a word in small letters without accents: as it may be typed.

    >>> unaccented("Preparação")
    'preparacao'
    """
    parts = unicodedata.normalize("NFKD", word.lower())
    return "".join(part for part in parts if not unicodedata.combining(part))
