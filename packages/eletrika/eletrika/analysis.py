"""The analysis of a position: energized structures, broken rules, closed cells, sites, and scores.

Rules: EL-TURN-02, EL-SCORE-01, EL-SCORE-04, EL-SCORE-08.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from eletrika.energy import Explanation, energized
from eletrika.events import Item
from eletrika.network_layout import NetworkLayout, find_layout
from eletrika.pieces import MOST_STRUCTURES
from eletrika.position import Network, Position, Structure, reserve_of, to_position
from eletrika.problems import Problem, among, contradictions, problems_of
from eletrika.ruleset import READINGS, Ruleset
from eletrika.sets import Member, forests_of, items_with_forests, possible_sets
from eletrika.sites import (
    around,
    check_builder,
    check_main_action,
    check_pawn,
    check_site,
    check_taking_over,
    is_closed,
)
from eletrika.state import State
from eletrika.tables import CAVEATS, KIND_NAMES, PLANT, SIDES, STRUCTURES, UNKNOWN_KIND, Kind, Owner
from gridcommon.caveats import Caveat, unique_caveats
from gridcommon.errors import NotationError, Refusal
from gridcommon.hexes import Hex, neighbours

ALL = range(len(KIND_NAMES))
_LACKING = {
    "EL-BUILD-01",
    "EL-BUILD-03",
    "EL-TURN-01",
    "EL-END-03",
}  # for lack of a pawn, a piece or a turn

# Sets are listed for owners with at most this many lit structures, the number in the box.
MOST_LISTED = sum(STRUCTURES)


# Problems listed for each rule: more than the 38 tiles of the box can have.
MOST_PROBLEMS = 100

# Structures times connection ends, where more touch than on hexagons: about two seconds of work
MOST_WORK = 1_800_000


class Site(NamedTuple):
    """A laid tile to build on: the kinds that may be built, and why the others may not.

    Under ``reoccupy`` a structure without pawns is a site too, since it may be taken over (A-15).
    """

    at: Hex
    kinds: tuple[Kind, ...]
    refused: dict[Kind, Refusal]
    caveats: tuple[Caveat, ...] = ()  # about the kinds

    @property
    def fits(self) -> bool:
        """Whether any kind fits here, apart from stock, pawns and turns."""
        return any(kind not in self.refused or self.refused[kind].rule in _LACKING for kind in ALL)


class ScoringSet(NamedTuple):
    """A set that could be scored now: its members (indexes in the network) and its value."""

    members: tuple[int, ...]
    items: tuple[Item, ...]
    pawns_back: int
    unknown: tuple[Caveat, ...] = ()  # about missing facts that could add points

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """The reasons why the value may be wrong."""
        return (*(item.caveat for item in self.items if item.caveat), *self.unknown)

    @property
    def points(self) -> int:
        """The total value, in MW."""
        return sum(item.points for item in self.items)


class EnergizingBuild(NamedTuple):
    """A build that would energize dark structures: its cell, its kind, and those it energizes.

    ``lit`` are indexes in the network.
    """

    at: Hex
    kind: Kind
    lit: tuple[int, ...]


class Analysis(NamedTuple):
    """All results of analysing a position under one reading of "energized"."""

    network: Network
    explanation: Explanation
    readings: dict[str, list[bool]]  # keyed by reading, for each structure
    problems: tuple[Problem, ...]  # up to MOST_PROBLEMS of each rule
    more: dict[str, int]  # by rule, the number of problems not listed
    closed: tuple[Hex, ...]
    dead: tuple[Hex, ...]
    free: tuple[Site, ...]
    scores: dict[Owner, tuple[ScoringSet, ...]]
    caveats: tuple[Caveat, ...]
    remarks: tuple[NotationError, ...] = ()  # on the notation
    laid: NetworkLayout | None = None  # the layout of a network without cells

    @property
    def broken(self) -> int:
        """The number of problems, including those not listed."""
        return len(self.problems) + sum(self.more.values())

    @property
    def readings_differ(self) -> bool:
        """Whether the three readings energize different structures here."""
        return len({tuple(lit) for lit in self.readings.values()}) > 1


def analyse(
    told: Position | Network,
    ruleset: Ruleset,
    *,
    reserve: Sequence[int] | None = None,
    barred: Refusal | None = None,
) -> Analysis:
    """Analyse a position or a network, legal or not, under ``ruleset``.

    A network has no cells, so its analysis has no tiles or forests. It is laid out on hexagons, and
    its short circuits are those that no layout avoids. ``reserve`` is the number of pieces left of
    each kind, by default the pieces that the position leaves: see :func:`reserve_of`. ``barred`` is
    the reason why nothing may be built now. By default it depends on how far the turn is, and on
    the hand of the player to act, if that is known.

    Raises NotationError for a network far larger than a board, whose analysis would take too long.
    """
    position = told if isinstance(told, Position) else replace(told.beside, stack=None)
    network = told.network() if isinstance(told, Position) else told
    _check_work(network)
    kinds = [structure.kind for structure in network.structures]
    explanation = Explanation(kinds, network.conducting, ruleset.energized)
    readings = {
        name: explanation.lit
        if name == ruleset.energized
        else energized(kinds, network.conducting, name)
        for name in READINGS
    }
    barred = barred or check_main_action(position.phase)
    if barred is None and position.to_act in position.hands:
        barred = check_pawn(position.hands[position.to_act])
    left = reserve_of(position, ruleset) if reserve is None else reserve
    sites = tuple(sites_of(position, ruleset, left, barred))
    closed = tuple(closed_cells(position))
    scores = scoring_sets(position, network, explanation.lit, ruleset)
    problems, more = _listed(position, network, ruleset)
    problems += tuple(Problem(refusal) for _, refusal in contradictions(position, ruleset))
    laid = find_layout(network) if None in network.cells else None
    if laid and laid.must_short and not network.count_triples():
        refusal = Refusal("EL-SHORT-01", "three of these touch in every layout: a short circuit")
        problems += (among(network, refusal, laid.blamed),)
    return Analysis(
        network,
        explanation,
        readings,
        problems,
        more,
        closed,
        tuple(site.at for site in sites if site.at not in closed and not site.fits),
        sites,
        scores,
        unique_caveats(_caveats(position, network, sites, scores, ruleset)),
        told.remarks,
        laid,
    )


def energizing_builds(position: Position, analysis: Analysis) -> list[EnergizingBuild]:
    """Return the single builds that would energize dark structures, those of the most first.

    Only whether a kind fits its neighbours and the land is asked, not who builds it. A position
    with more structures than the box has none.
    Rules: EL-NRG-01, EL-CONN-03, EL-SHORT-01, EL-BUILD-04.
    """
    lit = analysis.explanation.lit
    dark = {place for place, is_lit in enumerate(lit) if not is_lit}
    if not dark or len(lit) > MOST_LISTED:
        return []
    found = []
    for site in analysis.free:
        for kind in ALL:
            if kind in site.refused and site.refused[kind].rule not in _LACKING:
                continue
            structures = {**position.structures, site.at: Structure(kind)}
            then = replace(position, structures=structures).network()
            kinds = [structure.kind for structure in then.structures]
            after = energized(kinds, then.conducting, analysis.explanation.reading)
            if woken := tuple(place for place in sorted(dark) if after[place]):
                found.append(EnergizingBuild(site.at, kind, woken))
    found.sort(key=lambda one: (-len(one.lit), one.at, one.kind))
    return found


def _caveats(
    position: Position,
    network: Network,
    sites: Sequence[Site],
    scores: Mapping[Owner, Sequence[ScoringSet]],
    ruleset: Ruleset,
) -> Iterator[Caveat]:
    for sets in scores.values():
        for one in sets:
            yield from one.caveats
    for site in sites:
        yield from site.caveats
    for structure, cell in zip(network.structures, network.cells, strict=True):
        if structure.kind == PLANT and (cell is None or not _water_is_sure(position, cell)):
            yield CAVEATS["water"]
    numbered = any(land.tile is not None and not land.source for land in position.tiles.values())
    if numbered and ruleset.tiles.caveat:
        yield ruleset.tiles.caveat


def _water_is_sure(position: Position, cell: Hex) -> bool:
    land = position.tiles.get(cell)
    return land is not None and land.water_is_sure


def _check_work(network: Network) -> None:
    structures, ends = len(network.structures), sum(map(len, network.neighbours))
    is_dense = ends > SIDES * structures and structures * ends > MOST_WORK
    if structures > MOST_STRUCTURES or is_dense:
        raise NotationError(
            "{structures} structures with {connections} connections are too many to work out; "
            "the box holds {most}, and each touches at most {sides}",
            structures=structures,
            connections=ends // 2,
            most=sum(STRUCTURES),
            sides=SIDES,
        )


def _listed(
    position: Position, network: Network, ruleset: Ruleset
) -> tuple[tuple[Problem, ...], dict[str, int]]:
    """Return the first problems of each rule, and by rule the number of other problems."""
    found: Counter[str] = Counter()
    listed = []
    for problem in problems_of(position, network, ruleset, MOST_PROBLEMS):
        rule = problem.refusal.rule
        found[rule] += 1
        if found[rule] <= MOST_PROBLEMS:
            listed.append(problem)
    found["EL-SHORT-01"] = network.count_triples()
    more = {rule: count - MOST_PROBLEMS for rule, count in found.items() if count > MOST_PROBLEMS}
    return tuple(listed), more


def analyse_game(state: State) -> Analysis:
    """Analyse the table of a game, under its own rules and with its own reserve.

    The kinds of a site are those that the seat to act may build now.
    """
    barred = check_builder(state, state.actor)
    return analyse(to_position(state), state.ruleset, reserve=state.reserve, barred=barred)


def sites_of(
    position: Position, ruleset: Ruleset, reserve: Sequence[int], barred: Refusal | None = None
) -> Iterator[Site]:
    """Yield each laid tile to build on, with the kinds that may be built there.

    These are all tiles without a structure except the source, and under ``reoccupy`` also those
    with a structure that carries no pawn. ``barred`` is the reason why nothing may be built, or
    None.
    Rules: EL-BUILD-02, EL-BUILD-03, EL-BUILD-05, EL-ABAN-03.
    """
    standing = position.kinds()
    for cell, land in sorted(position.tiles.items()):
        structure = position.structures.get(cell)
        if land.source or (structure and not (ruleset.reoccupy and structure.owner is None)):
            continue
        refused = {}
        for kind in ALL:
            refusal = (
                check_site(standing, kind, cell, land.has_water, reserve, ruleset)
                if structure is None
                else check_taking_over(standing, kind, cell, ruleset, has_owner=False)
            )
            if refusal := refusal or barred:
                refused[kind] = refusal
        kinds = tuple(kind for kind in ALL if kind not in refused)
        is_open = PLANT in kinds and not land.water_is_sure
        yield Site(cell, kinds, refused, (CAVEATS["water"],) if is_open else ())


def closed_cells(position: Position) -> Iterator[Hex]:
    """Yield the cells, laid or next to the board, where every structure makes a short circuit."""
    beside = {cell for structure in position.structures for cell in neighbours(structure)}
    standing = position.kinds()
    for cell in sorted(beside - standing.keys()):
        if is_closed(around(standing, cell)):
            yield cell


def scoring_sets(
    position: Position, network: Network, lit: Sequence[bool], ruleset: Ruleset
) -> dict[Owner, tuple[ScoringSet, ...]]:
    """Return the sets that each owner on the board could score now, best first.

    Sets of equal value are sorted by pawns, fewer first, then by the order of the structures.
    """
    owners = sorted({s.owner for s in network.structures if s.owner is not None})
    return {owner: _sets_of(owner, position, network, lit, ruleset) for owner in owners}


def _sets_of(
    owner: Owner, position: Position, network: Network, lit: Sequence[bool], ruleset: Ruleset
) -> tuple[ScoringSet, ...]:
    own = [
        place
        for place, structure in enumerate(network.structures)
        if structure.owner == owner and lit[place]
    ]
    if len(own) > MOST_LISTED:
        return ()
    structures = [network.structures[place] for place in own]
    members = [
        Member(network.cells[place], structure.kind, structure.pawns)
        for place, structure in zip(own, structures, strict=True)
    ]
    lands = {cell: land.edges for cell, land in position.tiles.items() if land.edges}
    open_land = [_land_is_open(position, lands, member.cell) for member in members]
    paying = [forests_of(member, lands, ruleset) for member in members]
    forests = (CAVEATS["forests"],)
    is_open = position.queue is None if position.bonus is None else position.bonus == UNKNOWN_KIND
    demand = (CAVEATS["high_demand"],) if is_open else ()
    found = [
        ScoringSet(
            tuple(own[place] for place in chosen),
            items_with_forests(
                [members[place] for place in chosen],
                [paying[place] for place in chosen],
                position.bonus,
                ruleset,
            ),
            sum(members[place].pawns for place in chosen),
            (*forests[: any(open_land[place] for place in chosen)], *demand),
        )
        for chosen in possible_sets(members, ruleset)
    ]
    found.sort(key=lambda one: (-one.points, one.pawns_back, one.members))
    return tuple(found)


def _land_is_open(position: Position, lands: Mapping[Hex, str], cell: Hex | None) -> bool:
    """Return whether a forest around ``cell`` could be missing from a position.

    This is so too if the position declares no land at all.
    """
    if cell is None or not lands:
        return True
    return any(beside in position.tiles and beside not in lands for beside in neighbours(cell))
