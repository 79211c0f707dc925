"""The names of bots at a table with people; the transcript shows who gets which."""

from gridgames.languages.language import Language, use_language
from gridgames.languages.messages import render_value
from gridgames.table.bots.roster import CAST


def test_the_cast_has_its_own_names_in_each_language() -> None:
    names = []
    for language in Language:
        with use_language(language):
            names += [render_value(name) for name in CAST]
    assert len({*names}) == len(Language) * len(CAST)
    assert max(map(len, names)) <= len("normal 2"), "panels have room for that"
