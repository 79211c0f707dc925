"""Tables that are parsed when they are asked for: the same as the whole file."""

from importlib.resources import files

import pytest

from gridcommon.tables import parse_toml, shipped_tables, shipped_text


@pytest.mark.parametrize(
    ("package", "name", "folder"),
    [
        ("powergrid", "examples.toml", "data"),
        ("eletrika", "sources.toml", "data"),
        ("gridgames", "compare.toml", "languages"),
        ("gridgames", "vocabulary.toml", "languages/pt_BR"),
    ],
)
def test_each_table_is_that_of_the_whole_file(package, name, folder):
    assert files(package).joinpath(folder, name).is_file()
    whole = parse_toml(shipped_text(package, name, folder), name)
    whole = {key: table for key, table in whole.items() if isinstance(table, dict)}
    tables = shipped_tables(package, name, folder)
    assert list(tables) == list(whole)
    assert dict(tables) == whole


def test_only_what_is_about_a_rule_is_found():
    tables = shipped_tables("gridgames", "glossary.toml", "languages", about="PG-ORDER-01")
    whole = shipped_tables("gridgames", "glossary.toml", "languages")["powergrid"].items()
    assert tables["powergrid"] == {key: one for key, one in whole if "PG-ORDER-01" in one["rules"]}
