"""Every sentence that can be said has a value for each of its places, found in the sources."""

import ast
from string import Formatter

from templates import calls

GIVEN = {"problem": {"found"}}  # filled in besides the keywords
PLACES = {"source", "line", "column", "key"}  # say where, and are never part of a sentence
UNCHECKED = {"Reason", "Wording"}  # take their values as a mapping


def test_a_template_has_all_its_values() -> None:
    assert len(calls()) > 500
    for call in calls():
        assert not isinstance(call.argument, ast.JoinedStr), f"{call.where}: a value inside"
        if call.taker in UNCHECKED or any(word.arg is None for word in call.node.keywords):
            continue
        named = {word.arg for word in call.node.keywords} | GIVEN.get(call.taker, set())
        if call.taker == "NotationError":
            named -= PLACES
        for template in call.templates:
            wanted = {field for _, field, _, _ in Formatter().parse(template) if field}
            assert wanted <= named, f"{call.where}: {wanted - named}"
