"""Names that earlier guides imported still work for one release."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

EARLIER = {
    "eletrika": "lay_out tell",
    "eletrika.advising": "advise evaluate",
    "eletrika.answer": "to_json",
    "eletrika.building": "computed_lit",
    "eletrika.analysis": "aside_waits contradictions has_run_out problems_of reserve_of Problem",
    "eletrika.ending": "standing",
    "eletrika.layout": "Laid laid_position lay_out placed why_not",
    "eletrika.planning": "Outlook outlook Proposal proposals turn_by turn_of after_main",
    "eletrika.position": "Land",
    "eletrika.projection": "after_main turn_by turn_of",
    "eletrika.state": "computed_frontier",
    "eletrika.supposing": "suppose",
    "eletrika.tables": (
        "Forest Scoring Tile TileSet forests_on load_scoring load_tiles shipped_scoring "
        "shipped_tiles tile_text told_edges told_tile turned"
    ),
    "eletrika.turns": "look_at_row",
    "gridcommon.codecs": "ActionTable",
    "gridcommon.levels": "bot_called",
    "gridcommon.networks": "on_paths",
    "gridcommon.playing": "header play recorded replay start",
    "gridcommon.spelling": "folded",
    "powergrid": "recast",
    "powergrid.advising": "advise evaluate",
    "powergrid.planning": (
        "Running cheapest_fuel cheapest_route cheapest_running most_cities outlook"
    ),
    "powergrid.resuming": "from_facts",
}


@pytest.mark.parametrize("module", EARLIER)
def test_earlier_names_work(module):
    found = import_module(module)
    assert [name for name in EARLIER[module].split() if not callable(getattr(found, name))] == []


@pytest.mark.parametrize("package", ["eletrika", "powergrid"])
def test_no_public_name_is_that_of_a_module(package):
    """The module takes the place of the function once it is imported."""
    home = import_module(package)
    modules = {module.name for module in iter_modules(home.__path__)}
    assert not modules & {name for names in home._EXPORTS.values() for name in names.split()}
