"""Actions as text: what both games write is read back, and any text is read or refused.

What cannot be read is in the rows ``action`` and ``typed`` of the bad input of each game.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from any_positions import STATES
from common_rows import rows_of
from eletrika.notation.actions import ACTIONS
from gridcommon.errors import NotationError
from gridcommon.spelling import nearest, normalized, quoted, unaccented
from powergrid.notation.actions import ACTIONS as POWERGRID_ACTIONS

PORTUGUESE = {
    "peca": "tile", "marcador": "marker", "sem": "no", "bosques": "forests", "passar": "pass",
    "pontuar": "score", "construir": "build", "torre": "tower",
}  # fmt: skip


@given(STATES)
def test_what_is_written_is_read_back(found):
    game, state = found
    for action in game.legal_actions(state)[:60]:
        line = game.action_to_json(action)
        assert list(line)[:2] == ["seat", "do"]
        assert game.action_from_json(json.loads(json.dumps(line))) == action
        assert game.parse_action(game.format_action(action), state) == action


def rows_of_both(name):
    """Return the rows of both games, each with the actions of its game."""
    other = rows_of(f"{name}_powergrid")
    return [(ACTIONS, *row) for row in rows_of(name)] + [(POWERGRID_ACTIONS, *row) for row in other]


@pytest.mark.parametrize(("actions", "text", "line"), rows_of_both("written"))
def test_how_it_is_written(actions, text, line):
    line = json.loads(line)
    action = actions.from_json({"seat": 1} | line)
    assert actions.to_json(action) == {"seat": 1, **line}
    assert actions.format(action) == text
    assert actions.parse(text, 1) == action
    assert actions.verb(action) == actions.verb(type(action)) == line["do"]


@pytest.mark.parametrize(("actions", "text", "same"), rows_of_both("typed"))
def test_what_may_be_typed(actions, text, same):
    assert actions.parse(text, 0, PORTUGUESE) == actions.parse(same, 0)


@given(st.sampled_from(["", *ACTIONS.verbs, *POWERGRID_ACTIONS.verbs]), st.text())
def test_any_text_is_read_or_refused_in_few_words(verb, text):
    for table in (ACTIONS, POWERGRID_ACTIONS):
        for typed in (f"{verb} {text}", f"{verb} {'x' * 9000}"):
            try:
                action = table.parse(typed, 2, PORTUGUESE)
            except NotationError as problem:
                told = str(problem)
            else:
                told = table.format(action)
                assert table.parse(told, 2) == action
            assert len(told) < 600


@given(st.text())
def test_spelling_is_folded_once_and_for_all(text):
    assert unaccented(unaccented(text)) == unaccented(text)
    assert normalized(normalized(text)) == normalized(text)
    assert len(quoted(text * 99)) < 160


def test_nearest_words_come_in_order():
    assert nearest("Vermelho", ["amarelo", "vermelho"], most=1) == ["vermelho"]
    assert nearest("zzz", ["amarelo"]) == []
