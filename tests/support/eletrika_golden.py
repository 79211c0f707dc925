"""The golden game of Eletrika: lively play by fixed chance, and what is found at each step."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import eletrika
from eletrika import action_to_json, advance, facts, legal_actions, new_game, result, result_facts
from eletrika.ruleset import Ruleset
from eletrika.state import State
from eletrika_play import walk
from gridcommon.game_loop import header

GOLDEN = Path(__file__).parents[1] / "eletrika" / "golden" / "game.jsonl"
SEED = 20


def digest(state: State) -> str:
    """Return the digest of the facts of a state."""
    text = json.dumps(facts(state), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def golden_lines() -> Iterator[str]:
    """Yield the lines of the golden game, played anew."""
    state = new_game(Ruleset(), 4, SEED)
    yield json.dumps(header(eletrika, state, "ABCD", SEED).to_json())
    for action, _ in walk(state, SEED, lively=True):
        legal = len(legal_actions(state))
        advance(state, action)
        line = {"action": action_to_json(action), "legal": legal, "digest": digest(state)}
        yield json.dumps(line)
    found = result(state)
    assert found is not None
    yield json.dumps({"result": result_facts(found)})
