"""Names from before version 1.0 still work, and warn of what they have become."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

from eletrika import analysis, gaps
from gridgames.environments import Position

EARLIER = {
    "eletrika": "lay_out tell",
    "eletrika.advising": "advise evaluate",
    "eletrika.answer": "to_json",
    "eletrika.building": "computed_lit",
    "eletrika.analysis": "aside_waits has_run_out",
    "eletrika.bots": "DEPTHS",
    "eletrika.ending": "standing",
    "eletrika.layout": "Laid laid_position lay_out placed why_not",
    "eletrika.planning": "Outlook outlook Proposal proposals turn_by turn_of after_main",
    "eletrika.notation": "recognise",
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
    "gridgames.languages.language": "speaking",
    "gridgames.languages.messages": "said",
    "powergrid": "recast",
    "powergrid.advising": "advise evaluate",
    "powergrid.bots": "SearchingBot",
    "powergrid.bots.player": "Player because",
    "powergrid.planning": (
        "Running cheapest_fuel cheapest_route cheapest_running most_cities outlook"
    ),
    "powergrid.resuming": "from_facts",
}


@pytest.mark.parametrize("module", EARLIER)
def test_earlier_names_work_and_warn(module):
    found = import_module(module)
    for name in EARLIER[module].split():
        vars(found).pop(name, None)  # of an earlier use, which has warned
        with pytest.warns(DeprecationWarning, match=f"^{module}.{name} is now ") as warned:
            getattr(found, name)
        assert [one.filename for one in warned] == [__file__]  # where it is used


def test_earlier_members_work_and_warn():
    with pytest.warns(DeprecationWarning, match=r"Fit\.rotations; .* version 1\.1$") as warned:
        assert gaps.Fit(5, (0, 3)).turns == (0, 3)
    position = Position.new("powergrid", players=3, seed=7)
    with pytest.warns(DeprecationWarning, match=r"Position\.describe"):
        assert position.told(position.legal_actions()[0]) == "plant 3"
    assert [one.filename for one in warned] == [__file__]


def test_names_that_a_module_imports_may_be_taken_from_it():
    names = "contradictions problems_of reserve_of Problem"
    assert [name for name in names.split() if not callable(getattr(analysis, name))] == []


@pytest.mark.parametrize("package", ["eletrika", "powergrid"])
def test_no_public_name_is_that_of_a_module(package):
    """The module takes the place of the function once it is imported."""
    home = import_module(package)
    modules = {module.name for module in iter_modules(home.__path__)}
    assert not modules & {name for names in home._EXPORTS.values() for name in names.split()}
