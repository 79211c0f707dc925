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
    small = word.lower()
    parts = unicodedata.normalize("NFKD", small)
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    return PORTUGUESE.get(plain, small)
