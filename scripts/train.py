"""Train a small player by reinforcement learning, from nothing but its games.

    python scripts/train.py powergrid --games 600
    python scripts/train.py eletrika --games 1000 --players 3 --save eletrika.npz
    python scripts/train.py powergrid --against easy

The player takes one seat, a new one in each game, and bots the others. A linear function of the
observation scores each legal code, and a softmax of the scores draws one. After a game, all its
choices become more or less likely according to the return (REINFORCE, with the mean so far as the
baseline). It is a starting point, not a strong player: docs/researchers.md has its results, also
before any training, when it already beats random play.
"""

import argparse
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridgames.environments import Runner

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Choice:
    """A decision: the observation, the mask, the probabilities and the chosen code."""

    places: NDArray[np.intp]
    values: Floats
    codes: NDArray[np.intp]
    chances: Floats
    chosen: int


class Learner:
    """A linear policy: weights over the observation and a bias for each code."""

    def __init__(self, length: int, codes: int, rate: float) -> None:
        self.weights = np.zeros((length, codes))
        self.bias = np.zeros(codes)
        self.rate = rate
        self._mean = 0.0

    def choose(
        self, seen: NDArray[np.float32], mask: NDArray[np.int8], rng: np.random.Generator
    ) -> Choice:
        """Draw one of the legal codes."""
        places, codes = np.flatnonzero(seen), np.flatnonzero(mask)
        values = seen[places].astype(float)
        scores = self.bias[codes] + values @ self.weights[np.ix_(places, codes)]
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        return Choice(places, values, codes, chances, int(rng.choice(len(codes), p=chances)))

    def learn(self, choices: list[Choice], got: float) -> None:
        """Make the choices of a game more or less likely, according to the return."""
        step = self.rate * (got - self._mean)
        self._mean += 0.02 * (got - self._mean)
        for choice in choices:
            towards = -choice.chances
            towards[choice.chosen] += 1
            self.bias[choice.codes] += step * towards
            # The vector has hundreds of entries: scale its step to the size of the bias's step
            share = step / max(1.0, float(choice.values @ choice.values))
            self.weights[np.ix_(choice.places, choice.codes)] += share * np.outer(
                choice.values, towards
            )


def play(runner: Runner, learner: Learner, games: int, seed: int, *, learns: bool) -> float:
    """Play more games and return the learner's average return, from -1 to 1."""
    rng = np.random.default_rng(seed)
    count = len(runner.positions)
    choices: list[list[Choice]] = [[] for _ in range(count)]
    total, played = 0.0, 0
    while played < games:
        codes = np.zeros(count, np.intp)
        for place in range(count):
            choice = learner.choose(runner.observations[place], runner.masks[place], rng)
            codes[place] = choice.codes[choice.chosen]
            choices[place].append(choice)
        seats = runner.players.copy()
        got, ended = runner.step(codes)
        for place in np.flatnonzero(ended):
            reward = float(got[place, seats[place]])
            if learns:
                learner.learn(choices[place], reward)
            total, played = total + reward, played + 1
            choices[place] = []
    return total / played


def main() -> None:
    """Train, and print the learner's average return before and after."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=("powergrid", "eletrika"))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--against", default="random", help="the level of the other players")
    parser.add_argument("--games", type=int, default=600, help="to learn from")
    parser.add_argument("--test", type=int, default=200, help="games before and after")
    parser.add_argument("--at-once", type=int, default=16)
    parser.add_argument("--rate", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="write the weights to this file (npz)")
    given = parser.parse_args()

    def games(seed: int) -> Runner:
        others = dict.fromkeys(range(1, given.players), given.against)
        return Runner(given.game, given.at_once, players=given.players, seed=seed, bots=others)

    runner = games(given.seed)
    learner = Learner(runner.observations.shape[1], runner.encoding.num_codes, given.rate)
    before = play(games(given.seed + 1), learner, given.test, given.seed, learns=False)
    print(f"before: {before:+.2f} (1 wins all games, {-1 / (given.players - 1):.2f} none)")
    for part in range(4):
        got = play(runner, learner, given.games // 4, given.seed + part, learns=True)
        print(f"  learning from {given.games // 4} games: {got:+.2f}")
    after = play(games(given.seed + 1), learner, given.test, given.seed, learns=False)
    print(f"after: {after:+.2f} in {given.test} games with the deals of before")
    if given.save:
        np.savez_compressed(given.save, weights=learner.weights, bias=learner.bias)


if __name__ == "__main__":
    main()
