"""Fit the weights of Eletrika's evaluation terms to games between bots.

    python scripts/fit_eletrika.py --games 300
    python scripts/fit_eletrika.py --games 10 --seats 2 --output evaluation.toml

Each game has a separate seed. Its players are normal bots of any character, with wide or narrow
limits, and some beginners, so that the weights hold against other styles too. At the start of each
turn, the terms of each seat's evaluation are recorded; at the end, each seat's lead over the mean
of the others. For each class of turns left, a linear model is fitted by least squares, with a ridge
that pulls the weights of rare terms towards 1. Every fifth game is held out to measure the fit.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import eletrika
from eletrika import Ruleset, new_game
from eletrika.bots import CHARACTERS
from eletrika.bots.policy import NARROW, WIDE, Policy
from eletrika.bots.position_estimate import CLASSES, PARTS, STANDARD, TURNS, class_of
from eletrika.state import MAIN
from gridcommon.chance import choose, derived_seed, draw, seeded

TABLE = Path(__file__).parents[1] / "packages/eletrika/eletrika/data/evaluation.toml"
RIDGE = 800.0  # in squared MW of one part: positions of one game resemble each other
STRANGERS = 6  # one of this many players is a beginner

Sample = tuple[int, Sequence[float], float]  # class, lead in each term, final lead in MW


def play(seats: int, seed: int) -> list[Sample]:
    """Return the samples of one game."""
    ruleset = Ruleset()
    state = new_game(ruleset, seats, derived_seed(seed, "margins", seats))
    rng = seeded(derived_seed(seed, "players", seats))
    beginner = eletrika.make_bot("easy", rng)
    policies: list[Policy | None] = []
    for _ in range(seats):
        weights, rng = choose([STANDARD, STANDARD, *CHARACTERS.values()], rng)
        limits, rng = choose([NARROW, WIDE], rng)
        stranger, rng = draw(rng, STRANGERS)
        policies.append(Policy(ruleset, weights, limits) if stranger else None)
    judge = Policy(ruleset).estimator
    noted: list[tuple[int, list[tuple[float, ...]]]] = []
    while (seat := eletrika.to_act(state)) is not None:
        if state.phase == MAIN and not state.scored:
            estimate = judge.estimate(state, fresh=True)
            noted.append((class_of(estimate), [estimate.parts(one) for one in range(seats)]))
        policy = policies[seat]
        if policy:
            action, rng = policy.choose(state, rng)
        else:
            view = eletrika.observe(state, seat)
            action = beginner.choose(view, eletrika.legal_actions(state))
        eletrika.advance(state, action, None)
    return [
        (
            kind,
            [ahead(column, seat) for column in zip(*rows, strict=True)],
            ahead(state.scores, seat),
        )
        for kind, rows in noted
        for seat in range(seats)
    ]


def ahead(values: Sequence[float], seat: int) -> float:
    """Return a seat's lead over the mean of the others."""
    return values[seat] - (sum(values) - values[seat]) / (len(values) - 1)


def parts_of(samples: Sequence[Sample]) -> np.ndarray:
    """Return the leads in each term, a row for each sample."""
    return np.array([x for _, x, _ in samples]).reshape(-1, len(PARTS))


def fitted(samples: Sequence[Sample]) -> np.ndarray:
    """Return the weights that predict the result best."""
    rows, ends = parts_of(samples), np.array([y for _, _, y in samples])
    pull = RIDGE * np.eye(len(PARTS))
    return np.linalg.solve(rows.T @ rows + pull, rows.T @ ends + RIDGE)


def main() -> None:
    """Play, fit, print the quality on held-out games, and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=300, help="for each number of players")
    parser.add_argument("--seats", type=int, action="append", help="only this many (repeatable)")
    parser.add_argument("--output", type=Path, default=TABLE)
    given = parser.parse_args()
    lines = [
        "# What the parts of an estimate of Eletrika are worth at the end of the game, by number",
        "# of players; a column for each class of turns that a seat has left:",
        f"# to {', to '.join(map(str, TURNS))}, more. Made by this command:",
        f"#     python scripts/fit_eletrika.py --games {given.games}",
    ]
    for seats in given.seats or eletrika.SEATS:
        games = [play(seats, seed) for seed in range(given.games)]
        columns = []
        for kind in range(CLASSES):
            test, rest = [
                [one for game in some for one in game if one[0] == kind]
                for some in (games[::5], [game for at, game in enumerate(games) if at % 5])
            ]
            ends = np.array([end for _, _, end in test])
            says, plain = parts_of(test) @ fitted(rest), parts_of(test).sum(axis=1)
            if all(len({*values}) > 1 for values in (ends, says, plain)):
                wrong = np.abs(says - ends).mean()
                lines.append(
                    f"# {seats} players, class {kind}: {len(test) + len(rest)} samples; of games "
                    f"kept apart: correlation {np.corrcoef(says, ends)[0, 1]:.2f} (unfitted "
                    f"{np.corrcoef(plain, ends)[0, 1]:.2f}), mean error {wrong:.1f} MW"
                )
                print(lines[-1][2:], flush=True)
            columns.append(fitted(rest + test))
        lines += ["", f"[seats_{seats}]"]
        for part, values in zip(PARTS, zip(*columns, strict=True), strict=True):
            lines.append(f"{part} = [{', '.join(f'{value:.2f}' for value in values)}]")
    given.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
