"""Words of actions that are understood in other languages too, without accents: see gridcommon."""

from gridcommon.spelling import Vocabulary

TYPED_IN_PORTUGUESE: Vocabulary = {
    "abrir": "open",
    "carvao": "coal",
    "cartel": "place_cartel",
    "comprar": "buy",
    "construir": "build",
    "descartar": "scrap",
    "desistir": "decline",
    "lance": "bid",
    "lixo": "garbage",
    "marcar": "mark_start",
    "nada": "nothing",
    "oleo": "oil",
    "operar": "run",
    "passar": "pass",
    "petroleo": "oil",
    "pronto": "done",
    "rodar": "run",
    "uranio": "uranium",
}
