"""Small positions of Eletrika, judged or played by the engine under the rules of a side."""

from collections.abc import Sequence
from dataclasses import replace

from eletrika.actions import Build, LayTile
from eletrika.ending import result as result_of
from eletrika.energy import energized
from eletrika.findings import examine, scoring_sets
from eletrika.game import advance, check, legal_actions, to_act
from eletrika.notation import parse_full, parse_picture, parse_wire
from eletrika.notation.action_lines import format_action
from eletrika.position import Network
from eletrika.ruleset import Ruleset
from eletrika.setup import new_game
from eletrika.state import HIDDEN, MAIN, OVER, SETUP, State
from eletrika.tables import COLOURS, KIND_NAMES, KINDS, PLANT, STRUCTURES, TOWER
from eletrika.turns import seat_at
from gridcommon.hexes import Hex
from gridgames.comparison.document import Trial, Unplayable
from gridgames.comparison.sides import Side

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
        values[name] = f"{len(lit)} of {len(network.names)} lit"
        working.append(
            f"{text}: under {rules.energized} lit are {' '.join(lit)}; "
            f"dark {'is' if len(dark) == 1 else 'are'} {' '.join(dark) or 'none'}"
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
        "with three owners": f"{len(_lit(owned, rules))} lit",
        "without owners": f"{len(_lit(bare, rules))} lit",
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
    names = " and ".join(KIND_NAMES[kinds[place]] for place in best.members)
    worth: dict[str, int] = {}
    for item in best.items:
        worth[item.what] = worth.get(item.what, 0) + item.points
    items = ", ".join(f"{what.replace('_', ' ')} {mw}" for what, mw in worth.items())
    return Trial(
        {"the best set": names, "MW": best.points, "pawns back": best.pawns_back},
        (f"Red's energized {names}, Towers in high demand: {items}; {best.points} MW in all.",),
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
    refusal = check(state, Build(state.seat, TOWER, cell))
    rules = side.eletrika_rules()
    findings = examine(parse_picture(TWO_TOWERS), rules.tiles, rules.scoring)
    (site,) = findings.free
    closed = sorted({refused.rule for refused in site.refused.values()})
    values = {
        "tile with a structure": f"refused: {refusal.rule}" if refusal else "open",
        "tile beside two joined Towers": f"refused: {', '.join(closed)}",
    }
    return Trial(
        values,
        (
            f"A Tower without pawns stands on a tile; a Tower there: {refusal or 'accepted'}",
            f"Beside Towers on 0,0 and 1,0 the tile {site.at[0]},{site.at[1]} takes "
            f"{len(site.kinds)} of the {len(KIND_NAMES)} kinds.",
        ),
    )


def storage(side: Side) -> Trial:
    """Build with a main and with a bonus action, and count the pawns in hand."""
    state = _first_turn(side)
    seat = state.seat
    start = state.hands[seat]
    builds = [action for action in legal_actions(state) if isinstance(action, Build)]
    bonus = [
        action
        for action in legal_actions(state)
        if isinstance(action, LayTile) and action.build is not None
    ]
    if not builds or not bonus:
        raise Unplayable
    values: dict[str, int | str] = {"pawns in hand": start}
    for name, action in (("after a build", builds[0]), ("after a bonus build", bonus[0])):
        after = state.copy()
        advance(after, action)
        values[name] = after.hands[seat]
    state.hands[seat] = 1
    refusal = check(state, bonus[0])
    values["bonus build with one pawn"] = f"refused: {refusal.rule}" if refusal else "accepted"
    return Trial(
        values,
        (
            f"{format_action(builds[0])}: {start} pawns, then {values['after a build']}",
            f"{format_action(bonus[0])}: {start} pawns, then {values['after a bonus build']}",
            f"The same with one pawn in hand: {refusal or 'accepted'}",
        ),
    )


def hidden(side: Side) -> Trial:
    """Ask the engine what A may see when play starts."""
    from eletrika.view import observe

    state = _first_turn(side, 3)
    public = observe(state, 0).public
    return Trial(
        {
            "face down, 3 players": len(public.stack) + len(public.aside),
            "of them shown": sum(tile != HIDDEN for tile in [*public.stack, *public.aside]),
            "pawns and points of others": "shown" if public.hands == state.hands else "hidden",
        },
        (
            f"A sees {len(public.row)} tiles face up and the bonus tiles to come; "
            f"{len(public.stack)} tiles in the stack and {len(public.aside)} set aside are hidden.",
        ),
    )


def end_trigger(side: Side) -> Trial:
    """Lay the set-up tiles and count what is left to lay before the last rounds."""
    values: dict[str, str] = {}
    working = []
    for seats in (2, 3, 4):
        left = len(_first_turn(side, seats).stack)
        values[f"{seats} players"] = f"{left} tiles"
        working.append(f"{seats} players: {left} tiles lie in the stack when play starts.")
    return Trial(values, tuple(working))


def turn_order(side: Side) -> Trial:
    """Take the order of two rounds; A has no points, D the most."""
    state = _first_turn(side, 4)
    state.first, state.scores = 0, [0, 5, 5, 6]
    orders = []
    for state.round in (1, 2):
        orders.append(" ".join(SEATS[seat_at(state, turn)] for turn in range(4)))
    return Trial(
        {"order of 4": orders[0], "in the next round": orders[1]},
        (f"A has 0 MW, B and C 5, D 6. Round 1: {orders[0]}. Round 2: {orders[1]}.",),
    )


def ties(side: Side) -> Trial:
    """End a game with two players equal in MW; first A has more pawns out, then nobody."""
    values: dict[str, str] = {}
    working = []
    for name, pawns in (("more pawns", (2, 1)), ("as many pawns", (1, 1))):
        state = _first_turn(side)
        state.phase, state.scores = OVER, [40, 40]
        for seat, count in enumerate(pawns):
            cell = (9 + seat, 0)
            state.kinds[cell], state.owners[cell], state.pawns[cell] = TOWER, seat, count
        end = result_of(state)
        assert end is not None, state.phase
        who = " and ".join(SEATS[seat] for seat in end.winners)
        values[f"A has {name}"] = f"{who} ({end.decided_by})"
        working.append(
            f"40 MW each, one structure each, with {pawns[0]} and {pawns[1]} pawns: {who} by "
            f"{end.decided_by}"
        )
    return Trial(values, tuple(working))


def setup(side: Side) -> Trial:
    """Deal a game and count what lies ready when play starts."""
    state = _first_turn(side, 3)
    return Trial(
        {
            "tiles face up": len(state.row),
            "set aside": len(state.aside),
            "tiles in the stack, 3 players": len(state.stack),
            "reserve": _counted(state.reserve),
            "pawns": state.hands[0],
        },
        ("Dealt for 3 players; each has laid a set-up tile.",),
    )


def component_counts(side: Side) -> Trial:
    """Count the pieces of a game."""
    state = _first_turn(side, 4)
    tiles = len(state.laid) + len(state.row) + len(state.stack) + len(state.aside)
    aside = [count - left for count, left in zip(STRUCTURES, state.reserve, strict=True)]
    return Trial(
        {"structures": _counted(STRUCTURES), "tiles": tiles, "pawns to work with": state.hands[0]},
        (f"In the reserve: {_counted(state.reserve)}; set aside: {_counted(aside)}.",),
    )


def _counted(counts: Sequence[int]) -> str:
    return " ".join(f"{count}{kind}" for count, kind in zip(counts, KINDS, strict=True))


def stuck(side: Side) -> Trial:
    """Leave the seat to act no tile to lay and no pawn in hand, and ask what is legal."""
    values: dict[str, list[str]] = {}
    working = []
    for name, owns in (("one structure out", True), ("none out", False)):
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
        working.append(f"No tile, no pawn in hand, {name}: {', '.join(actions)}")
    return Trial(values, tuple(working))
