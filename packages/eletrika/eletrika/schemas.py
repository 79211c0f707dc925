"""The JSON Schemas of what Eletrika writes."""

from typing import Any

from eletrika.analysis_json import BoardJson, NetworkJson
from eletrika.ending import Result
from eletrika.notation.actions import ACTIONS, TILE
from eletrika.ruleset import OPTIONS
from eletrika.view_json import BONUS, FACTS, NAME, SEAT, TABLE
from gridcommon.codecs import Many, object_schema
from gridcommon.schemas import AnswerSchemas, game_schemas, options_schema, result_schema


def json_schemas() -> dict[str, Any]:
    """Return JSON Schemas: ``record`` (a line), ``action``, ``actions``, ``view``, ``position``.

    Parts of these that answers have too are ``header``, ``ruleset``, ``facts`` and ``result``.

    >>> json_schemas()["action"]["oneOf"][5]["properties"]["do"]
    {'const': 'pass'}
    """
    tiles = Many(TILE).schema()
    table = {"type": ["string", "object"]}
    setup = {"stack": tiles, "row": tiles, "aside": tiles}
    setup |= {"queue": Many(BONUS).schema(), "first": SEAT.schema()}
    schemas = game_schemas(
        NAME,
        ruleset=object_schema(
            {"options": options_schema(OPTIONS), "tiles": table, "scoring": table}, []
        ),
        setup=object_schema(setup, []),
        action=ACTIONS.schema(),
        check=FACTS.schema(),
        result=result_schema(Result, ["compared"]),
        facts=FACTS.schema(),
        table=TABLE.schema(),
    )
    position = AnswerSchemas([schemas]).document(NetworkJson | BoardJson)
    return schemas | {"position": position}
