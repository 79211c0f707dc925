"""Plans of any kind: what they make is legal, and they survive in a save after each move."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gridcommon.errors import IllegalAction, NotationError
from gridgames.show.registry import GameChoice
from gridgames.table.saves.new_games import GameForm
from gridgames.table.saves.saves import Save
from gridgames.table.session import Session
from powergrid.tables import CITY_NAMES, GOODS


def begun(game: str, seed: int, path: Path) -> Session:
    """Return a saved game between a person and weak bots."""
    session = GameForm(GameChoice(game), "Ana=human,random,easy", None, seed, watch=False).session()
    Save(path).create(session)
    return session


def orders_of(session: Session, chance: random.Random) -> Iterator[str]:
    """Yield orders that a person might give, often some that cannot be carried out."""
    if chance.random() < 0.3:
        yield chance.choice(("plan back", "plan clear", "limit all 3"))
    for _ in range(chance.randint(1, 4)):
        yield f"plan {option(session, chance)}"
    yield "commit"


def option(session: Session, chance: random.Random) -> str:
    if session.header.game == "eletrika":
        text = session.face.format(chance.choice(list(session.legal_actions())[-300:]))
        text = chance.choice((text, "score")) if text.split()[0] in ("tile", "build") else "score"
    else:
        state = session.state
        text = chance.choice(
            (
                CITY_NAMES[chance.choice(state.board.cities[:9])],
                f"{chance.choice(GOODS[:4])} {chance.randint(1, 3)}",
                str(chance.choice(state.plant_market)),
                chance.choice(("fuel", "fuel 2", "run")),
            )
        )
        if chance.random() < 0.4 and text[-1].isalnum() and "run" not in text:
            text += f" at most {chance.randint(1, 30)}"
    return f"{text} else {option(session, chance)}" if chance.random() < 0.3 else text


def known(session: Session) -> list[Any]:
    """Return all that is in force, without notices and the steps that ``back`` takes."""
    return [
        (
            list(orders.to_commands(session.state)),
            list(orders.describe(session.state)),
            orders.to_json(),
            orders.next_action(session.state, seat),
            orders.interruption(session.state, seat),
        )
        for seat, orders in enumerate(one.without_notices() for one in session.standing)
    ]


@pytest.mark.parametrize("game", ["powergrid", "eletrika"])
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 20))]
)
def test_a_plan_makes_only_legal_actions_and_survives_in_a_save(game, seed, tmp_path):
    chance = random.Random(seed)
    path = tmp_path / "game.jsonl"
    session = begun(game, seed, path)
    while session.to_act is not None and len(session.moves) < 80:
        for seat, orders in enumerate(session.standing):
            action = orders.next_action(session.state, seat)
            if action is not None and session.to_act == seat:
                assert session.check(action) is None, (orders, action)
        if session.waits_for_human and chance.random() < 0.7:
            for text in orders_of(session, chance):
                before = known(session)
                try:
                    session.order(0, text)
                except (NotationError, IllegalAction):
                    assert known(session) == before
        elif session.waits_for_human:
            session.act(chance.choice(list(session.legal_actions())))
        else:
            session.next_move()
        if session.to_act is None or not session.moves:
            continue
        if len(session.moves) > 20 and (len(session.moves) + seed) % 4:
            continue  # all moves are read again each time
        save = Save(path)
        again = save.read()
        assert save.failed_orders == [], path.read_text(encoding="utf-8").splitlines()[-1]
        assert known(again) == known(session), path.read_text(encoding="utf-8").splitlines()[-1]
