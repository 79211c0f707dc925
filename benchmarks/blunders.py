"""Inject blunders into games between bots, and measure how many of them a review finds.

    python benchmarks/blunders.py                          three costly blunders of each kind
    python benchmarks/blunders.py --games 1 --pairs 100 --time 60 --only powergrid
    python benchmarks/blunders.py --short                  check that it works

Bots of level normal play; at one decision of the kind, a seat does what the kind says instead. The
cost of the blunder is measured first, with --pairs pairs of games of their own seeds; games are
tried until --games of them have one that costs what a review shows. These are reviewed, with --time
seconds of the processor for pairs. Everything that the review shows is measured too, until its sign
is clear, to count the losses with the wrong sign. A blunder counts as found if the review shows a
loss at the same stage.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from gridcommon import game_loop
from gridcommon.chance import derived_seed
from gridcommon.records import Header
from gridgames.games.registry import Choice, game_of, wing_of
from gridgames.review.paired_games import LEAST, Comparison, PairedResult
from gridgames.review.review import review
from gridgames.sessions.session import Session, players_of

SEED = 3_300_000  # of the first game of the first kind
SEATS = ("normal 1", "normal 2")

LOOK = 20  # pairs between two looks at a measurement
TRIES = 6  # games for each costly blunder that is wanted

Chooser = Callable[[Any, Sequence[Any]], Any]  # of a state and legal actions, or None


def of_kind(name: str, best: Callable[[Any], Any] = lambda _action: 0) -> Chooser:
    """Return a choice of the action of that class for which ``best`` is largest."""

    def choose(_state: Any, actions: Sequence[Any]) -> Any:
        own = [one for one in actions if type(one).__name__ == name]
        return max(own, key=best, default=None)

    return choose


def dearest_city(state: Any, actions: Sequence[Any]) -> Any:
    """Return the city that leaves least money."""

    def left(action: Any) -> int:
        after = state.copy()
        game_of("powergrid").advance(after, action, None)
        return int(after.money[action.seat])

    own = [one for one in actions if type(one).__name__ == "Build"]
    return min(own, key=left, default=None)


# The kinds of each game: the bot's action that is replaced, and what is done instead
KINDS: dict[str, dict[str, tuple[str, Chooser]]] = {
    "powergrid": {
        "nothing run": ("Run", of_kind("Run", lambda one: -len(one.plants))),
        "no fuel": ("Buy", of_kind("Done")),
        "no city": ("Build", of_kind("Done")),
        "dearest city": ("Build", dearest_city),
        "sold out": ("Open", of_kind("Open", lambda one: one.bid)),
        "worst plant": ("Open", of_kind("Open", lambda one: (-one.plant, -one.bid))),
        "declined": ("Open", of_kind("Decline")),
        "scrapped the best": ("Scrap", of_kind("Scrap", lambda one: one.plant)),
    },
    "eletrika": {
        "not scored": ("Score", of_kind("EndTurn")),
        "smallest set": ("Score", of_kind("Score", lambda one: -len(one.set))),
        "idle tile": ("Build", of_kind("LayTile", lambda one: (one.build is None, one.at))),
        "abandoned": ("LayTile", of_kind("Abandon", lambda one: len(one.at))),
    },
}


@dataclass(frozen=True, slots=True)
class Blunder:
    """A game up to the end of the seat's decision, with a blunder at a place."""

    session: Session
    place: int
    instead: Any  # of what the bot would have done


def games_with(game: str, kind: str) -> Iterator[Blunder]:
    """Yield games with a blunder of a kind, each of another seed."""
    wanted, choose = KINDS[game][kind]
    first = SEED + 1000 * list(KINDS[game]).index(kind)
    rules = game_of(game)
    for number in range(60):
        seed, choice = first + number, Choice(game)
        header = Header(game, choice.ruleset(), SEATS, seed, choice.setup())
        start = game_loop.start(rules, header)
        session = Session(game_loop.header(rules, start, SEATS, seed), players_of(header))
        left = 4 + 3 * (number % 3)  # chances of the kind that pass before the blunder
        while (seat := session.to_act) is not None:
            action, _ = session.bot_choice("normal")
            if type(action).__name__ == wanted:
                other = choose(session.state, rules.legal_actions(session.state))
                left -= other is not None and other != action
                if not left:
                    place = len(session.moves)
                    session.act(other)
                    while session.to_act == seat:
                        session.act(session.bot_choice("normal")[0])
                    yield Blunder(session, place, action)
                    break
            session.act(action)


def measured(
    session: Session,
    place: int,
    done: Sequence[Any],
    better: Sequence[Any],
    pairs: int,
    is_clear: Callable[[PairedResult], bool],
) -> PairedResult:
    """Return the loss of a line in pairs of games that no review plays, until it is clear."""
    seed = session.header.seed or 0
    one = Comparison(
        session.wing,
        session.state_after(place),
        len(SEATS),
        done[0].seat,
        done,
        better,
        "normal",
        lambda purpose, pair: derived_seed(seed, f"blunder, {purpose}", place, pair),
    )
    for number in range(pairs):
        if number >= LOOK and number % LOOK == 0 and is_clear(one.result()):
            break
        one.play_pair()
    return one.result()


def costly_blunders(game: str, kind: str, wanted: int, pairs: int) -> Iterator[Blunder]:
    """Yield blunders that cost what a review shows, and print what they and the others cost."""
    evaluator = wing_of(game).evaluator
    assert evaluator is not None
    least = LEAST[evaluator.UNIT]
    tried = islice(games_with(game, kind), TRIES * wanted)
    while wanted and (blunder := next(tried, None)):
        session, place = blunder.session, blunder.place
        action = session.moves[place].action
        cost = measured(
            session, place, [action], [blunder.instead], pairs, lambda seen: seen.high < least
        )
        is_costly = cost.low > 0 and cost.loss >= least
        wanted -= is_costly
        print(
            f"{game:9}  {kind:17}  seed {session.header.seed}  round"
            f" {session.state_after(place).round:2}  costs {cost.loss:+.2f}"
            f" ({cost.low:+.2f} to {cost.high:+.2f})" + ("" if is_costly else ": not reviewed"),
            flush=True,
        )
        if is_costly:
            yield blunder


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each blunder and each flag, and the totals."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--time", type=float, default=60.0)
    parser.add_argument("--only", choices=list(KINDS))
    parser.add_argument("--kinds", help="only these kinds, separated by commas")
    parser.add_argument("--short", action="store_true")
    asked = parser.parse_args(words)
    if asked.short:
        asked.games, asked.pairs, asked.time, asked.only = 1, 8, 0.2, "powergrid"
    costly = found = flags = wrong = 0
    classes: dict[str, Counter[str]] = {}
    for game, kinds in KINDS.items():
        if asked.only not in (None, game):
            continue
        named = asked.kinds.split(",") if asked.kinds else list(kinds)
        for kind in [kind for kind in kinds if kind in named][: 1 if asked.short else None]:
            for blunder in costly_blunders(game, kind, asked.games, asked.pairs):
                session, place = blunder.session, blunder.place
                seat = session.moves[place].action.seat
                told = review(session, [seat], seconds=asked.time, clock=time.process_time)
                stage = str(session.face.review_stage(session.state_after(place)))
                hits = [one for one in told.turning_points if str(one.stage) == stage]
                costly += 1
                found += bool(hits)
                print(
                    f"    {'found' if hits else 'missed'} [{told.pairs} pairs,"
                    f" {told.flagged} seemed costly, {told.unsettled} unsettled]",
                    flush=True,
                )
                for one in told.turning_points:
                    true = measured(
                        session,
                        one.first,
                        one.done,
                        one.better,
                        asked.pairs,
                        lambda seen: seen.low > 0 or seen.high < 0,
                    )
                    sign = "right" if true.low > 0 else "wrong" if true.high < 0 else "open"
                    classes.setdefault(str(one.played.kind), Counter())[sign] += 1
                    flags += 1
                    wrong += true.loss < 0
                    print(
                        f"    {one.played.kind} in {one.stage}: {one.loss:+.2f}"
                        f" ({one.played.low:+.2f} to {one.played.high:+.2f});"
                        f" measured {true.loss:+.2f} ({true.low:+.2f} to {true.high:+.2f})"
                        f" by {true.pairs} pairs: {sign}",
                        flush=True,
                    )
    for kind, signs in classes.items():
        print(f"{kind}: {', '.join(f'{count} {sign}' for sign, count in signs.items())}")
    print(f"{found} of {costly} costly blunders found; {wrong} of {flags} flags of wrong sign")


if __name__ == "__main__":
    main()
