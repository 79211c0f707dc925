"""Fit the weights of Power Grid's evaluation to games between bots.

    python scripts/fit_powergrid.py --games 1200
    python scripts/fit_powergrid.py --games 10 --seats 2 --output evaluation.toml

Each game has a separate seed, which also draws the map and the edition. Its players are normal bots
with perturbed weights, and some easy, careful and reckless ones, so that the result holds against
other styles too. At the start of each auction phase, the visible features of each seat are
recorded; at the end, the winners. For each class of progress a conditional logit (softmax of a
linear score, one row of weights for all seats) is fitted by Newton's method with a small ridge. The
search is only as good as this table: with a few hundred games for two, the weights are mostly
noise, and searching hardly wins more often than not searching. With a thousand games or more, the
ridge no longer matters.
"""

import argparse
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log
from pathlib import Path
from typing import Any

import numpy as np

import powergrid
from gridcommon.chance import derived_seed, draw, seeded
from powergrid import Ruleset, new_game
from powergrid.bots.easy import EasyBot
from powergrid.bots.fitted_evaluation import CLASSES, FEATURES, features, progress
from powergrid.bots.normal import NormalBot
from powergrid.bots.player import DecisionBot
from powergrid.bots.weights import perturbed_weights
from powergrid.state import AUCTION

TABLE = Path(__file__).parents[1] / "packages/powergrid/powergrid/data/evaluation.toml"
STRANGERS = 4  # one of this many players is not a normal bot with perturbed weights
STEPS = 12  # steps of Newton's method

Game = tuple[Sequence[int], list[tuple[int, list[list[float]]]]]
Sample = tuple[int, list[list[float]], list[float]]  # class, features by seat, share by seat


def player(rng: int) -> DecisionBot:
    """Return a random player for a training game."""
    weights, rng = perturbed_weights(rng)
    stranger, rng = draw(rng, STRANGERS)
    if stranger:
        return NormalBot(rng, weights)
    kind, rng = draw(rng, 3)
    if not kind:
        return EasyBot(rng)
    factor = 0.7 if kind == 1 else 1.4  # reckless or careful with money
    return NormalBot(rng, replace(weights, price=weights.price * factor, thrift=1.0 / factor - 0.5))


def play(seats: int, seed: int) -> Game:
    """Return the winners of one game, and the classes and features of its positions."""
    rng = seeded(derived_seed(seed, "values", seats))
    edition, rng = draw(rng, 2)
    board, rng = draw(rng, 2)
    ruleset = Ruleset(("recharged", "classic")[edition], ("germany", "usa")[board])
    players = [player(derived_seed(rng, "player", seat)) for seat in range(seats)]
    state = new_game(ruleset, seats, rng)
    noted: list[tuple[int, list[list[float]]]] = []
    last = 1
    while powergrid.to_act(state) is not None:
        if state.phase == AUCTION and state.round > last:
            last = state.round
            rows = [[round(value, 4) for value in row] for row in features(state)]
            noted.append((progress(state), rows))
        action, _ = players[state.actor].decide(state)
        powergrid.advance(state, action)
    result = powergrid.result(state)
    assert result is not None, state.phase
    return result.winners, noted


def samples(games: Iterable[Game]) -> list[Sample]:
    """Return the positions of games, with each seat's share of the win."""
    found = []
    for winners, noted in games:
        for kind, rows in noted:
            shares = [(seat in winners) / len(winners) for seat in range(len(rows))]
            found.append((kind, rows, shares))
    return found


def odds_of(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return each seat's chance to win in each position."""
    scores = rows @ weights
    scores = np.exp(scores - scores.max(axis=1, keepdims=True))
    return scores / scores.sum(axis=1, keepdims=True)


def fitted(some: Sequence[Sample], ridge: float) -> np.ndarray:
    """Return the most likely weights, with a penalty of ``ridge`` on their squares."""
    weights = np.zeros(len(FEATURES))
    if not some:
        return weights
    rows, shares = np.array([x for _, x, _ in some]), np.array([y for _, _, y in some])
    for _ in range(STEPS):
        odds = odds_of(rows, weights)
        away = rows - np.einsum("ns,nsf->nf", odds, rows)[:, None]
        slope = np.einsum("ns,nsf->f", shares - odds, away) - ridge * weights
        bend = np.einsum("ns,nsf,nsg->fg", odds, away, away) + ridge * np.eye(len(FEATURES))
        change = np.linalg.solve(bend, slope)
        weights += change
        if np.abs(change).max() < 1e-4:
            break
    return weights


def quality(some: Sequence[Sample], weights: np.ndarray) -> tuple[float, float]:
    """Return the mean log-likelihood of the winners, and how often a winner was the favourite."""
    if not some:
        return 0.0, 0.0
    shares = np.array([y for _, _, y in some])
    odds = odds_of(np.array([x for _, x, _ in some]), weights)
    right = shares[np.arange(len(some)), odds.argmax(axis=1)]
    return float((shares * np.log(odds.clip(1e-9))).sum(axis=1).mean()), float(right.mean())


def main() -> None:
    """Play missing games, fit, print the quality on held-out games, and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1200, help="for each number of players")
    parser.add_argument("--ridge", type=float, default=0.5, help="the penalty on a weight")
    parser.add_argument("--seats", type=int, action="append", help="only this many (repeatable)")
    parser.add_argument("--output", type=Path, default=TABLE)
    given = parser.parse_args()
    sections = read(given.output)
    for count in given.seats or powergrid.SEATS:
        played = [play(count, seed) for seed in range(given.games)]
        apart = samples(played[::5])
        rest = samples(game for place, game in enumerate(played) if place % 5)
        columns = []
        for kind in range(CLASSES):
            part = [one for one in rest if one[0] == kind]
            test = [one for one in apart if one[0] == kind]
            likely, right = quality(test, fitted(part, given.ridge))
            print(
                f"{count} seats, class {kind}: {len(part) + len(test)} positions; of games kept "
                f"apart the favourite wins {right:.0%}, log chance {likely:.3f} "
                f"({-log(count):.3f} knows nothing)"
            )
            columns.append(fitted(part + test, given.ridge))
        rows = {name: [column[row] for column in columns] for row, name in enumerate(FEATURES)}
        sections[f"seats_{count}"] = {"games": given.games, "ridge": given.ridge, **rows}
    given.output.write_text(written(sections), encoding="utf-8")


def read(path: Path) -> dict[str, dict[str, Any]]:
    """Return the sections of a table, or none without a file."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def written(sections: dict[str, dict[str, Any]]) -> str:
    """Return the content of the table's file, with a comment on its origin."""
    lines = [
        "# What a position of Power Grid is worth: weights of a linear score for each class of",
        "# progress (the largest network, as a part of the cities that end the game), by number",
        "# of players. The softmax of the scores of the seats is their chance to win.",
        "# powergrid/bots/fitted_evaluation.py explains each row. Made as follows, for each number",
        "# of players, from the games 0, 1, 2, ... of both editions on both maps:",
        "#     python scripts/fit_powergrid.py --seats SEATS --games GAMES --ridge RIDGE",
    ]
    for name, rows in sorted(sections.items()):
        lines += ["", f"[{name}]", f"games = {rows['games']}", f"ridge = {rows['ridge']}"]
        for feature in FEATURES:
            lines.append(f"{feature} = [{', '.join(f'{value:.3f}' for value in rows[feature])}]")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
