"""Small positions of Eletrika, judged or played by the engine under the rules of a side."""

from collections.abc import Sequence
from dataclasses import replace

from eletrika.actions import Build, LayTile
from eletrika.analysis import analyse, scoring_sets
from eletrika.ending import result as result_of
from eletrika.energy import energized
from eletrika.game import advance, check, legal_actions, to_act
from eletrika.notation import parse_full, parse_picture, parse_wire
from eletrika.notation.actions import format_action
from eletrika.position import Network
from eletrika.ruleset import Ruleset
from eletrika.setup import new_game
from eletrika.state import HIDDEN, MAIN, OVER, SETUP, State
from eletrika.tables import COLOURS, KIND_NAMES, KINDS, PLANT, STRUCTURES, TOWER
from eletrika.turns import seat_at
from gridcommon.errors import Typed
from gridcommon.hexes import Hex
from gridgames.comparison.document import Trial, Unplayable, reason, refused
from gridgames.comparison.sides import Side
from gridgames.games.eletrika.words import worth_words
from gridgames.languages.messages import say

SEATS = "ABCD"

# Positions of the ledger (section 5) and of the rulebook's figures, in a layout of our own.
DEAD_ENDS = {
    "Tower on a live Tower": "U-Tr-S-P-Cw; Tr-Tk",
    "Pole past the last City": "U-T-S-P-C-P2",
}
INNER = {
    "City inside": "U-T-S-P-C1-P2-C2",
    "Plant inside": "U1-T1-U2-T2-S-P-C",
}
FORKED = "Uk-Tw-T1-Sk-P1-Cg; P1-Pk-Cw; T1-S1-Tr-Uw"
TWO_TOWERS = "T   T\n  ."
SCORING = """\
-1,0  ..r.r.  U
0,0   .ttt..  T:R2
1,0   ......  S
2,0   ......  P
3,0   cc....  C:R
1,-1  ..t...
0,1   ....t.
bonus T
queue U
"""


def _lit(network: Network, rules: Ruleset) -> list[str]:
    kinds = [structure.kind for structure in network.structures]
    lit = energized(kinds, network.conducting, rules.energized)
    return [name for name, is_lit in zip(network.names, lit, strict=True) if is_lit]


def _lines(side: Side, lines: dict[str, str]) -> Trial:
    rules = side.eletrika_rules()
    values: dict[str, str] = {}
    working = []
    for name, text in lines.items():
        network = parse_wire(text)
        lit = _lit(network, rules)
        dark = [piece for piece in network.names if piece not in lit]
        values[say(name)] = say("{part} of {count} lit", part=len(lit), count=len(network.names))
        template = (
            "{line}: under {reading} lit are {lit}; dark are none"
            if not dark
            else "{line}: under {reading} lit are {lit}; dark is {dark}"
            if len(dark) == 1
            else "{line}: under {reading} lit are {lit}; dark are {dark}"
        )
        working.append(
            say(
                template,
                line=text,
                reading=rules.energized,
                lit=" ".join(lit),
                dark=" ".join(dark),
            )
        )
    return Trial(values, tuple(working))


def dead_ends(side: Side) -> Trial:
    """Light two lines that have a dead end."""
    return _lines(side, DEAD_ENDS)


def inner_terminals(side: Side) -> Trial:
    """Light two lines with a City or a Plant inside."""
    return _lines(side, INNER)


def through_others(side: Side) -> Trial:
    """Light the rulebook's forked network as it is owned, and as nobody's."""
    rules = side.eletrika_rules()
    owned = parse_wire(FORKED)
    bare = replace(
        owned,
        structures=tuple(replace(structure, owner=None, pawns=0) for structure in owned.structures),
    )
    values = {
        say("with three owners"): say("{count} lit", count=len(_lit(owned, rules))),
        say("without owners"): say("{count} lit", count=len(_lit(bare, rules))),
    }
    return Trial(values, (f"{FORKED}: {'; '.join(f'{k}: {v}' for k, v in values.items())}",))


def points(side: Side) -> Trial:
    """Score the set of the rulebook's full example."""
    rules = side.eletrika_rules()
    position = parse_full(SCORING, rules.tiles)
    network = position.network()
    kinds = [structure.kind for structure in network.structures]
    lit = energized(kinds, network.conducting, rules.energized)
    best = scoring_sets(position, network, lit, rules)[COLOURS.index("R")][0]
    names = say(" and ").join(say(KIND_NAMES[kinds[place]]) for place in best.members)
    return Trial(
        {say("the best set"): names, "MW": best.points, say("pawns back"): best.pawns_back},
        (
            say(
                "Red's energized {kinds}, Towers in high demand: {items}; {points} MW in all.",
                kinds=names,
                items=worth_words(best.items),
                points=best.points,
            ),
        ),
    )


def _first_turn(side: Side, seats: int = 2) -> State:
    """Return a game whose set-up tiles are laid, each where it may lie first."""
    state = new_game(side.eletrika_rules(), seats, 1)
    while state.phase == SETUP:
        advance(state, legal_actions(state)[0])
    return state


def _free_cell(state: State) -> Hex:
    return min(cell for cell in state.laid if cell != state.source and cell not in state.kinds)


def taken(side: Side) -> Trial:
    """Build where a structure stands, and on the tile that touches two joined Towers."""
    state = _first_turn(side)
    cell = _free_cell(state)
    state.put_structure(TOWER, cell)
    refusal = check(state, Build(state.actor, TOWER, cell))
    rules = side.eletrika_rules()
    board = parse_picture(TWO_TOWERS)
    (site,) = (one for one in analyse(board, rules).free if one.at not in board.structures)
    closed = sorted({one.rule for one in site.refused.values()})
    values = {
        say("tile with a structure"): refused(refusal.rule) if refusal else say("open"),
        say("tile beside two joined Towers"): refused(", ".join(closed)),
    }
    return Trial(
        values,
        (
            say(
                "A Tower without pawns stands on a tile; a Tower there: {why}", why=reason(refusal)
            ),
            say(
                "Beside Towers on 0,0 and 1,0 the tile {q},{r} takes {part} of the {count} kinds.",
                q=site.at[0],
                r=site.at[1],
                part=len(site.kinds),
                count=len(KIND_NAMES),
            ),
        ),
    )


def storage(side: Side) -> Trial:
    """Build with a main and with a bonus action, and count the pawns in hand."""
    state = _first_turn(side)
    seat = state.actor
    start = state.hands[seat]
    builds = [action for action in legal_actions(state) if isinstance(action, Build)]
    bonus = [
        action
        for action in legal_actions(state)
        if isinstance(action, LayTile) and action.build is not None
    ]
    if not builds or not bonus:
        raise Unplayable
    values: dict[str, int | str] = {say("pawns in hand"): start}
    working = []
    for name, action in (
        (say("after a build"), builds[0]),
        (say("after a bonus build"), bonus[0]),
    ):
        after = state.copy()
        advance(after, action)
        values[name] = after.hands[seat]
        working.append(
            say(
                "{action}: {count} pawns, then {left}",
                action=Typed(format_action(action)),
                count=start,
                left=after.hands[seat],
            )
        )
    state.hands[seat] = 1
    refusal = check(state, bonus[0])
    values[say("bonus build with one pawn")] = refused(refusal.rule) if refusal else say("accepted")
    working.append(say("The same with one pawn in hand: {why}", why=reason(refusal)))
    return Trial(values, tuple(working))


def hidden(side: Side) -> Trial:
    """Ask the engine what A may see when play starts."""
    from eletrika.view import observe

    state = _first_turn(side, 3)
    public = observe(state, 0).public
    return Trial(
        {
            say("face down, {seats} players", seats=3): len(public.stack) + len(public.aside),
            say("of them shown"): sum(tile != HIDDEN for tile in [*public.stack, *public.aside]),
            say("pawns and points of others"): (
                say("shown") if public.hands == state.hands else say("hidden")
            ),
        },
        (
            say(
                "A sees {row} tiles face up and the bonus tiles to come; {stack} tiles in the "
                "stack and {aside} set aside are hidden.",
                row=len(public.row),
                stack=len(public.stack),
                aside=len(public.aside),
            ),
        ),
    )


def end_trigger(side: Side) -> Trial:
    """Lay the set-up tiles and count what is left to lay before the last rounds."""
    values: dict[str, str] = {}
    working = []
    for seats in (2, 3, 4):
        left = len(_first_turn(side, seats).stack)
        values[say("{seats} players", seats=seats)] = say("{count} tiles", count=left)
        working.append(
            say(
                "{seats} players: {count} tiles lie in the stack when play starts.",
                seats=seats,
                count=left,
            )
        )
    return Trial(values, tuple(working))


def turn_order(side: Side) -> Trial:
    """Take the order of two rounds; A has no points, D the most."""
    state = _first_turn(side, 4)
    state.first, state.scores = 0, [0, 5, 5, 6]
    orders = []
    for state.round in (1, 2):
        orders.append(" ".join(SEATS[seat_at(state, turn)] for turn in range(4)))
    return Trial(
        {say("order of {seats}", seats=4): orders[0], say("in the next round"): orders[1]},
        (
            say(
                "A has 0 MW, B and C 5, D 6. Round 1: {first}. Round 2: {second}.",
                first=orders[0],
                second=orders[1],
            ),
        ),
    )


def ties(side: Side) -> Trial:
    """End a game with two players equal in MW; first A has more pawns out, then nobody."""
    values: dict[str, str] = {}
    working = []
    for name, pawns in ((say("A has more pawns"), (2, 1)), (say("A has as many pawns"), (1, 1))):
        state = _first_turn(side)
        state.phase, state.scores = OVER, [40, 40]
        for seat, count in enumerate(pawns):
            cell = (9 + seat, 0)
            state.kinds[cell], state.owners[cell], state.pawns[cell] = TOWER, seat, count
        end = result_of(state)
        assert end is not None, state.phase
        who = say(" and ").join(SEATS[seat] for seat in end.winners)
        values[name] = f"{who} ({end.decided_by})"
        working.append(
            say(
                "40 MW each, one structure each, with {first} and {second} pawns: {winners} by "
                "{rule}",
                first=pawns[0],
                second=pawns[1],
                winners=who,
                rule=end.decided_by,
            )
        )
    return Trial(values, tuple(working))


def setup(side: Side) -> Trial:
    """Deal a game and count what lies ready when play starts."""
    state = _first_turn(side, 3)
    return Trial(
        {
            say("tiles face up"): len(state.row),
            say("set aside"): len(state.aside),
            say("tiles in the stack, {seats} players", seats=3): len(state.stack),
            say("reserve"): _counted(state.reserve),
            say("pawns"): state.hands[0],
        },
        (say("Dealt for 3 players; each has laid a set-up tile."),),
    )


def component_counts(side: Side) -> Trial:
    """Count the pieces of a game."""
    state = _first_turn(side, 4)
    tiles = len(state.laid) + len(state.row) + len(state.stack) + len(state.aside)
    aside = [count - left for count, left in zip(STRUCTURES, state.reserve, strict=True)]
    return Trial(
        {
            say("structures"): _counted(STRUCTURES),
            say("tiles"): tiles,
            say("pawns to work with"): state.hands[0],
        },
        (
            say(
                "In the reserve: {left}; set aside: {aside}.",
                left=_counted(state.reserve),
                aside=_counted(aside),
            ),
        ),
    )


def _counted(counts: Sequence[int]) -> str:
    return " ".join(f"{count}{kind}" for count, kind in zip(counts, KINDS, strict=True))


def stuck(side: Side) -> Trial:
    """Leave the seat to act no tile to lay and no pawn in hand, and ask what is legal."""
    values: dict[str, list[str]] = {}
    working = []
    for name, owns in ((say("one structure out"), True), (say("none out"), False)):
        state = _first_turn(side)
        seat = to_act(state) or 0
        cell = _free_cell(state)
        state.row, state.hands[seat] = [], 0
        state.put_structure(PLANT, cell)
        if owns:
            state.owners[cell], state.pawns[cell] = seat, 1
        assert state.phase == MAIN, state.phase
        actions = [format_action(action) for action in legal_actions(state)]
        values[name] = actions
        working.append(
            say("No tile, no pawn in hand, {what}: {names}", what=name, names=", ".join(actions))
        )
    return Trial(values, tuple(working))
