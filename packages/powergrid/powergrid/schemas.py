"""The JSON Schemas of what Power Grid writes."""

from typing import Any

from gridcommon.codecs import Many, Maybe, object_schema
from gridcommon.records import POSITION_FORMAT
from gridcommon.schemas import TEXTS, as_document, game_schemas, options_schema, result_schema
from powergrid.codecs import NUMBER, PLANT_LIST, SEATS
from powergrid.ending import Result
from powergrid.notation.actions import ACTIONS
from powergrid.position import NAME, VERSION
from powergrid.position_fields import CHECKED, FIELDS
from powergrid.ruleset import OPTIONS
from powergrid.setup import STEP3_WORD, UNKNOWN_WORD
from powergrid.tables import EDITIONS, PLANTS
from powergrid.view_json import OWN


def json_schemas() -> dict[str, Any]:
    """Return JSON Schemas: ``record`` (a line), ``action``, ``actions``, ``view``, ``position``.

    >>> json_schemas()["action"]["oneOf"][3]["properties"]["do"]
    {'const': 'decline'}
    """
    cards = {"type": "array", "items": {"enum": [*PLANTS, STEP3_WORD, UNKNOWN_WORD]}}
    setup = {"regions": TEXTS, "turn_order": SEATS.schema(), "market": PLANT_LIST.schema()}
    ruleset = object_schema(
        {
            "edition": {"enum": list(EDITIONS)},
            "map": {"type": ["string", "object"]},
            "options": options_schema(OPTIONS),
        },
        ["edition", "map"],
    )
    check = CHECKED.schema()
    others = [field for field in FIELDS.fields if field.key not in check["properties"]]
    table = {field.key: field.schema() for field in others}
    table |= {key: codec.schema() for key, codec in OWN.items()}
    table["setup"] = object_schema(setup, list(setup))
    money = Many(Maybe(NUMBER)).schema()
    schemas = game_schemas(
        NAME,
        ruleset=ruleset,
        setup=object_schema(setup | {"stack": cards, "after_step3": cards}, []),
        action=ACTIONS.schema(),
        check=check,
        result=result_schema(Result),
        facts=check | {"properties": check["properties"] | {"money": money}},
        table=object_schema(table, [key for key in table if key not in ("auction", "surplus")]),
    )
    position = {
        "format": {"const": POSITION_FORMAT},
        "version": {"const": VERSION},
        "game": {"const": NAME},
        "ruleset": ruleset,
        "players": TEXTS,
        "facts": FIELDS.schema(),
    }
    shown = {"top_back": FIELDS.schema()["properties"]["top_back"]}  # null where it is not known
    state = object_schema(check["properties"] | shown, [*check["required"], "top_back"])
    return schemas | {
        "position": as_document(object_schema(position, list(position))),
        "state": as_document(state),
    }
