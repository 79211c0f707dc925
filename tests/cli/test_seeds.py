"""Seeds: those that are drawn cannot be guessed, and a bot's tells nothing about the game's."""

from functools import reduce
from operator import and_, or_

import pytest

import toy
from gridcommon.chance import derived_seed
from gridgames.show.registry import GameChoice, register
from gridgames.show.wing import Wing
from gridgames.study.batches.simulation import Simulation, play_one
from gridgames.table.saves.new_games import chosen_seed
from screens import new_session

NIM = Wing("nim", "Nim", engine="toy")
GAME_SEED = 0x1B16_5EED_CAFE_F


@pytest.fixture
def given(monkeypatch):
    """The seeds that bots are made with, in their order."""
    seeds = []
    make_bot = toy.make_bot

    def spy(level, rng):
        seeds.append(rng)
        return make_bot(level, rng)

    monkeypatch.setattr(toy, "make_bot", spy)
    with register(NIM):
        yield seeds


def test_a_drawn_seed_has_53_bits():
    """Each of them is one now and then, and a number in JavaScript holds them all."""
    drawn = [chosen_seed(None) for _ in range(100)]
    assert len(set(drawn)) == len(drawn)
    assert reduce(or_, drawn) == (1 << 53) - 1
    assert reduce(and_, drawn) == 0
    for seed in (0, 7, -7, 1 << 60):
        assert chosen_seed(seed) == seed, "given"


def test_bots_at_the_table_get_derived_seeds(given):
    session = new_session(GameChoice("nim"), ("random 1", "easy 2", "random 3"), GAME_SEED)
    seats = []
    while session.to_act is not None:
        seats.append(session.to_act)
        session.next_move()
    assert given == [derived_seed(GAME_SEED, "bot", seat, move) for move, seat in enumerate(seats)]
    session.undo()
    session.next_move()
    assert given[-1] == given[-2], "the same choice after an undo"


def test_bots_in_many_games_get_derived_seeds(given):
    levels = ("random", "easy", "random")
    simulation = Simulation("nim", {"options": {}}, {}, levels, GAME_SEED, 2)
    for number in range(2):
        play_one(simulation, number)
    assert given == [
        derived_seed(GAME_SEED + number, "bot", seat) for number in range(2) for seat in range(3)
    ]
