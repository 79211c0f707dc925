"""Fit the weights of Power Grid's evaluation to games between bots.

    python scripts/fit_powergrid.py --games 1200 --samples build/values
    python scripts/fit_powergrid.py --games 10 --seats 2 --output evaluation.toml

Each game has a separate seed, which also draws the map and the edition. Its players are normal bots
with perturbed weights, and some easy, careful and reckless ones, so that the result holds against
other styles too. At the start of each auction phase, the visible features of each seat are
recorded; at the end, the winners. For each class of progress a conditional logit (softmax of a
linear score, one row of weights for all seats) is fitted by Newton's method with a small ridge. The
search is only as good as this table: with a few hundred games for two, the weights are mostly
noise, and searching hardly wins more often than not searching. With a thousand games or more, the
ridge no longer matters.

The samples are stored in the folder ``--samples``, one line per game. The same command continues an
interrupted run, and with more ``--games`` it plays only the missing ones.
"""

import argparse
import json
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log
from pathlib import Path
from typing import Any

import powergrid
from gridcommon.chance import derived_seed, draw, seeded
from powergrid import Ruleset, State, new_game
from powergrid.bots.easy import EasyBot
from powergrid.bots.fitted_evaluation import CLASSES, FEATURES, chances, features, progress, score
from powergrid.bots.normal import NormalBot
from powergrid.bots.player import DecisionBot
from powergrid.bots.weights import perturbed_weights
from powergrid.state import AUCTION

TABLE = Path(__file__).parents[1] / "packages/powergrid/powergrid/data/evaluation.toml"
STRANGERS = 4  # one of this many players is not a normal bot with perturbed weights
STEPS = 12  # steps of Newton's method

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


def play(seats: int, seed: int) -> dict[str, Any]:
    """Return the samples of one game."""
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
        step(state, players)
    result = powergrid.result(state)
    assert result is not None, state.phase
    return {"seed": seed, "winners": list(result.winners), "positions": noted}


def step(state: State, players: Sequence[DecisionBot]) -> None:
    """Let the seat to act choose and make an action."""
    action, _ = players[state.actor].decide(state)
    powergrid.advance(state, action)


def games(seats: int, count: int, folder: Path | None) -> list[dict[str, Any]]:
    """Return the first ``count`` games, read from the folder if they were played before."""
    found: list[dict[str, Any]] = []
    path = folder / f"values-{seats}.jsonl" if folder else None
    if path and path.exists():
        lines = path.read_text(encoding="utf-8").split("\n")
        found = [json.loads(line) for line in lines[:-1]][:count]  # the last line may be incomplete
        if lines[-1]:
            path.write_text("\n".join([*lines[:-1], ""]), encoding="utf-8")
    for seed in range(len(found), count):
        found.append(play(seats, seed))
        if path:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(found[-1], separators=(",", ":")) + "\n")
    return found


def samples(played: Iterable[dict[str, Any]]) -> list[Sample]:
    """Return the positions of the games, with each seat's share of the win."""
    found = []
    for game in played:
        winners = game["winners"]
        for kind, rows in game["positions"]:
            shares = [(seat in winners) / len(winners) for seat in range(len(rows))]
            found.append((kind, rows, shares))
    return found


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve ``matrix`` x = ``right`` by elimination; the matrix is positive definite."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(size):
        for below in range(k + 1, size):
            factor = rows[below][k] / rows[k][k]
            if factor:
                rows[below] = [b - factor * a for a, b in zip(rows[k], rows[below], strict=True)]
    found = [0.0] * size
    for k in reversed(range(size)):
        known = sum(rows[k][j] * found[j] for j in range(k + 1, size))
        found[k] = (rows[k][size] - known) / rows[k][k]
    return found


def fitted(some: Sequence[Sample], ridge: float) -> list[float]:
    """Return the most likely weights, with a penalty of ``ridge`` on their squares."""
    size = len(FEATURES)
    weights = [0.0] * size
    for _ in range(STEPS):
        slope = [-ridge * weight for weight in weights]
        bend = [[ridge if i == j else 0.0 for j in range(size)] for i in range(size)]
        for _, rows, shares in some:
            odds = chances([score(row, weights) for row in rows])
            mean = [
                sum(p * v for p, v in zip(odds, c, strict=True)) for c in zip(*rows, strict=True)
            ]
            for row, share, odd in zip(rows, shares, odds, strict=True):
                away = [value - middle for value, middle in zip(row, mean, strict=True)]
                for i, value in enumerate(away):
                    slope[i] += (share - odd) * value
                    part, line = odd * value, bend[i]
                    for j in range(i + 1):
                        line[j] += part * away[j]
        for i in range(size):
            for j in range(i):
                bend[j][i] = bend[i][j]
        change = solved(bend, slope)
        weights = [weight + more for weight, more in zip(weights, change, strict=True)]
        if max(map(abs, change)) < 1e-4:
            break
    return weights


def quality(some: Sequence[Sample], weights: Sequence[float]) -> tuple[float, float]:
    """Return the mean log-likelihood of the winners, and how often a winner was the favourite."""
    likely = right = 0.0
    for _, rows, shares in some:
        odds = chances([score(row, weights) for row in rows])
        likely += sum(share * log(max(odd, 1e-9)) for share, odd in zip(shares, odds, strict=True))
        right += shares[odds.index(max(odds))]
    return likely / max(1, len(some)), right / max(1, len(some))


def main() -> None:
    """Play missing games, fit, print the quality on held-out games, and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1200, help="for each number of players")
    parser.add_argument("--ridge", type=float, default=0.5, help="the penalty on a weight")
    parser.add_argument("--seats", type=int, action="append", help="only this many (repeatable)")
    parser.add_argument("--samples", type=Path, help="folder for the games played")
    parser.add_argument("--output", type=Path, default=TABLE)
    given = parser.parse_args()
    sections = read(given.output)
    for count in given.seats or powergrid.SEATS:
        played = games(count, given.games, given.samples)
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
    """Return the sections of a table, or none if there is no file yet."""
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
