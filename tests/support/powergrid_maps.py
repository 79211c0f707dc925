"""A small map of the user for tests, and changes of it in a line."""

import json
from typing import Any

from powergrid.tables import CITY_NAMES, MAP

Table = dict[str, Any]
DECK: Table = {
    "market": ["3-10"],
    "top": [11, 12],
    "groups": [["3-15"], ["16-30", 50]],
    "remove": {"3": [1, 2]},
}


def printed(name: str, edition: str) -> Table:
    """Return a printed map as the table of a custom one."""
    chart = MAP[name, edition]
    colours = zip(chart.regions, chart.colours, strict=True)
    return {
        "name": f"{name} again",
        "regions": {one: {"colour": colour} for one, colour in colours},
        "cities": [
            {
                "name": CITY_NAMES[city],
                "region": chart.region_of[city],
                "lon": chart.place[city][0],
                "lat": chart.place[city][1],
            }
            for city in chart.cities
        ],
        "connections": [[CITY_NAMES[one], CITY_NAMES[two], cost] for one, two, cost in chart.links],
    }


def small(*changes: str, **values: Any) -> Table:
    """Return three regions of five cities, joined in a grid, for two or three players.

    A change is ``PATH = JSON``, ``PATH -`` to leave out, ``LIST + JSON`` to add, or ``OLD > NEW``
    for another name of a city.
    """
    names = [f"{letter}{letter.lower()}" for letter in "ABCDEFGHIJKLMNO"]
    cities = [
        {"name": name, "region": "xyz"[place // 5], "lon": place % 5, "lat": place // 5}
        for place, name in enumerate(names)
    ]
    links = [[names[one], names[one + 1], 3] for one in range(14) if one % 5 < 4]
    links += [[names[one], names[one + 5], 7] for one in range(10)]
    table: Table = {
        "name": "Small",
        "regions": {"x": {}, "y": {}, "z": {"colour": "red"}},
        "cities": cities,
        "connections": links,
        "players": {"2": {"step2": 4, "game_end": 12}, "3": {"step2": 4, "game_end": 12}},
    } | values
    for change in changes:
        _change(table, change)
    return table


def _change(table: Table, change: str) -> None:
    path, how, value = (*change.split(" ", 2), "")[:3]
    if how == ">":
        for row in table["cities"]:
            row["name"] = value if row["name"] == path else row["name"]
        for link in table["connections"]:
            link[:] = [value if end == path else end for end in link]
        return
    if path.startswith("deck."):
        table["deck"] = {**DECK}
    *way, last = path.split(".")
    place: Any = table
    for part in way:
        place = place[int(part) if isinstance(place, list) else part]
    last = int(last) if isinstance(place, list) else last
    if how == "=":
        place[last] = json.loads(value)
    elif how == "+":
        place[last].append(json.loads(value))
    else:
        del place[last]
