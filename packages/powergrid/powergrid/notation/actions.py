"""Actions in records and in typed notation: one table, and the codecs of its fields.

    open 13 15      bid 16       pass           decline       scrap 5 coal 1
    buy coal 3      build Essen  run 7 10 coal 2 oil 3        done
    place_cartel Essen           mark_start Essen

A typed line does not name the seat. ``scrap 5`` alone loses as little as possible. ``run 7 10``
burns the fuel of these plants, but with a hybrid, coal and oil must be named. ``open 13`` and
``bid`` alone make the lowest legal bid, and ``buy coal`` the only possible purchase. ``nothing``
means no fuel. ``buy depot 2`` takes coal from the depot while the market has some.
"""

from collections.abc import Mapping
from typing import Any

from gridcommon.action_table import VERB, ActionTable, Field, kind
from gridcommon.codecs import Many, Number
from gridcommon.errors import NotationError, Typed
from gridcommon.spelling import ENGLISH_ONLY, Vocabulary
from powergrid.actions import (
    Action,
    Bid,
    Build,
    Buy,
    Decline,
    Done,
    MarkStart,
    Open,
    Pass,
    PlaceCartel,
    Run,
    Scrap,
)
from powergrid.codecs import CITY, GOOD, PLANT, TOKENS
from powergrid.game import legal_actions
from powergrid.plant_market import minimum_bid
from powergrid.powering import fuel_needs
from powergrid.resources import buyable_goods, check_buy
from powergrid.state import State
from powergrid.tables import CITY_NAMES, GOODS, NOTHING, Tokens


def _lowest_bid(before: Mapping[str, Any], state: State) -> int:
    return minimum_bid(state, before["plant"])


def _next_bid(_: Mapping[str, Any], state: State) -> int:
    """Return the lowest bid above the highest one. Without an auction a rule refuses it."""
    return state.auction.high + 1 if state.auction else 0


def _only_count(before: Mapping[str, Any], state: State) -> int:
    """Return the only number of tokens that may be bought. Raises NotationError for several."""
    fuel = before["fuel"]
    if check_buy(state, Buy(state.actor, fuel, 2)) is None:
        raise NotationError(
            "enter how many, as in: {example}", example=Typed(f"buy {GOODS[fuel]} 2")
        )
    return 1  # or none: a rule gives the reason


def _usual_burn(before: Mapping[str, Any]) -> Tokens:
    """Return the fuel of the named plants. Raises NotationError if a hybrid leaves a choice."""
    fixed, hybrids = fuel_needs(before["plants"])
    if hybrids:
        plants = " ".join(map(str, before["plants"]))
        raise NotationError(
            "enter how much coal and oil the plants burn, as in: {example}",
            example=Typed(f"run {plants} coal 1 oil 1"),
        )
    return fixed


ACTIONS: ActionTable[Action] = ActionTable(
    kind(PlaceCartel, "place_cartel", city=CITY),
    kind(MarkStart, "mark_start", city=CITY),
    kind(Open, "open", plant=PLANT, bid=Field(Number("BID"), obvious=_lowest_bid)),
    kind(Decline, "decline"),
    kind(Bid, "bid", amount=Field(Number("AMOUNT"), obvious=_next_bid)),
    kind(Pass, "pass"),
    kind(Scrap, "scrap", plant=PLANT, lose=Field(TOKENS, default=None)),
    kind(Buy, "buy", fuel=GOOD, count=Field(Number("COUNT"), obvious=_only_count)),
    kind(Build, "build", city=CITY),
    kind(
        Run,
        "run",
        plants=Many(PLANT, ascending=True),
        burn=Field(TOKENS, default=NOTHING, implied=_usual_burn),
    ),
    kind(Done, "done"),
)

action_to_json = ACTIONS.to_json
action_from_json = ACTIONS.from_json


def format_action(action: Action) -> str:
    """Return ``action`` in short notation, without its seat.

    >>> format_action(Run(0, (7, 10), (2, 3, 0, 0)))
    'run 7 10 coal 2 oil 3'
    """
    return ACTIONS.format(action)


def parse_action(text: str, state: State, vocabulary: Vocabulary = ENGLISH_ONLY) -> Action:
    """Return the action in ``text``, made by the seat to act.

    ``vocabulary`` maps words of other languages to the English ones. Raises NotationError with the
    column and the words allowed in this phase, and for an unknown name the most similar ones.
    """
    kinds = dict.fromkeys(map(type, legal_actions(state)))
    known = {
        VERB: [*map(ACTIONS.verb, kinds)],
        CITY.usage: [CITY_NAMES[city] for city in state.board.cities],
        GOOD.usage: [GOODS[good] for good in buyable_goods(state)],
    }
    return ACTIONS.parse(text, state.actor, vocabulary, known, state)
