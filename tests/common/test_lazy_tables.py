"""Tables that are parsed when they are asked for: the same as the whole file."""

from importlib.resources import files

import pytest

from gridcommon import lazy_tables
from gridcommon.lazy_tables import LazyMapping, shipped_tables
from gridcommon.tables import parse_toml, shipped_text

READ_LAZILY = [
    *((game, "examples.toml", "data") for game in ("powergrid", "eletrika")),
    *((game, "sources.toml", "data") for game in ("powergrid", "eletrika")),
    ("powergrid", "tables.toml", "data"),
    ("gridgames", "compare.toml", "languages"),
    ("gridgames", "vocabulary.toml", "languages/pt_BR"),
]


@pytest.mark.parametrize("place", READ_LAZILY, ids=lambda place: "/".join(place[:2]))
def test_each_table_is_that_of_the_whole_file(place):
    package, name, folder = place
    assert files(package).joinpath(folder, name).is_file()
    whole = parse_toml(shipped_text(package, name, folder), name)
    whole = {key: table for key, table in whole.items() if isinstance(table, dict)}
    tables = shipped_tables(package, name, folder)
    assert list(tables) == list(whole)
    assert dict(tables) == whole


def test_only_the_tables_that_are_asked_for_are_parsed(monkeypatch):
    parsed = []

    def counted(text, source):
        parsed.append(text)
        return parse_toml(text, source)

    monkeypatch.setattr(lazy_tables, "parse_toml", counted)
    tables = shipped_tables("powergrid", "sources.toml")
    assert len(tables) > 90
    assert not parsed
    assert tables["PG-AUC-07"] is tables["PG-AUC-07"]
    assert [text.splitlines()[0] for text in parsed] == ["[PG-AUC-07]"]


def test_tables_about_a_rule_are_those_that_contain_its_id():
    about = shipped_tables("gridgames", "glossary.toml", "languages", about="PG-ORDER-01")
    whole = shipped_tables("gridgames", "glossary.toml", "languages")["powergrid"]
    assert dict(about) == {
        "powergrid": {key: one for key, one in whole.items() if "PG-ORDER-01" in one["rules"]}
    }
    assert about["powergrid"]


def test_a_key_that_is_not_there_is_refused_without_making_anything():
    made = []
    mapping = LazyMapping(["a", "b"], lambda key: made.append(key) or key)
    assert "c" not in mapping
    assert mapping.get("c") is None
    assert not made
    assert dict(mapping) == {"a": "a", "b": "b"}
    assert made == ["a", "b"]
