"""Short notation: what is read, and what is said about the rest."""

import pytest

from gridcommon.errors import NotationError
from powergrid import (
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
    format_action,
    parse_action,
)
from powergrid.tables import CITY_OF


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("open 13 15", Open(2, 13, 15)),
        ("bid 16", Bid(2, 16)),
        ("pass", Pass(2)),
        ("decline", Decline(2)),
        ("scrap 5 coal 1", Scrap(2, 5, (1, 0, 0, 0))),
        ("scrap 5 nothing", Scrap(2, 5, (0, 0, 0, 0))),
        ("scrap 5", Scrap(2, 5, None)),
        ("buy coal 3", Buy(2, 0, 3)),
        ("build Essen", Build(2, CITY_OF["Essen"])),
        ("build St. Louis", Build(2, CITY_OF["St. Louis"])),
        ("run 7 12 coal 2 oil 3", Run(2, (7, 12), (2, 3, 0, 0))),
        ("run 7 nothing", Run(2, (7,), (0, 0, 0, 0))),
        ("run 13 33", Run(2, (13, 33), (0, 0, 0, 0))),
        ("run", Run(2, (), (0, 0, 0, 0))),
        ("done", Done(2)),
        ("place_cartel Köln", PlaceCartel(2, CITY_OF["Köln"])),
        ("mark_start Köln", MarkStart(2, CITY_OF["Köln"])),
    ],
)
def test_both_ways(text, action):
    assert parse_action(text, 2) == action
    assert format_action(action) == text


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("  BUILD   dusseldorf ", Build(0, CITY_OF["Düsseldorf"])),
        ("build st louis", Build(0, CITY_OF["St. Louis"])),
        ("build washington dc", Build(0, CITY_OF["Washington D.C."])),
        ("Buy Coal 03", Buy(0, 0, 3)),
        ("run 10 7", Run(0, (7, 10), (2, 3, 0, 0))),  # what they need, where that is no choice
        ("run 12 7 oil 5", Run(0, (7, 12), (0, 5, 0, 0))),
    ],
)
def test_easier_spellings(text, action):
    assert parse_action(text, 0) == action


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "open"),
        ("sell 3", "open, decline"),
        ("board", "known are place_cartel, mark_start, open"),
        ("buld Essen", "build"),
        ("open 3", "open PLANT BID"),
        ("open 3 4 5", "open PLANT BID"),
        ("open 41 50", "40, 42"),
        ("open three 4", "number"),
        ("bid -3", "number"),
        ("bid 1_000", "number"),
        ("bid ٣", "number"),
        ("bid 99999999999999999999", "number"),
        ("pass 3", "pass"),
        ("buy cole 3", "coal"),
        ("buy zzz 3", "coal, oil, garbage, uranium"),
        ("buy coal", "buy FUEL COUNT"),
        ("build", "build CITY"),
        ("build Esen", "Essen"),
        ("build Zzyzx", "Zzyzx"),
        ("scrap", "scrap PLANT"),
        ("scrap 3 4", "scrap PLANT"),
        ("scrap 3 coal", "scrap PLANT"),
        ("scrap 3 coal 1 coal 1", "twice"),
        ("run 12", "hybrids"),
        ("run 7 coal", "run [PLANT ...]"),
    ],
)
def test_what_cannot_be_read(text, words):
    with pytest.raises(NotationError) as caught:
        parse_action(text, 0)
    assert words in str(caught.value)


def test_only_given_cities_are_suggested():
    with pytest.raises(NotationError) as caught:
        parse_action("build Bosten", 0, [CITY_OF["Bremen"], CITY_OF["Dresden"]])
    assert "Boston" not in str(caught.value)
