"""The analysis of a position: what is lit, broken, closed, buildable, and what scores.

Rules: EL-TURN-02, EL-SCORE-01, EL-SCORE-04, EL-SCORE-08.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from eletrika.energy import Explanation, energized
from eletrika.items import Item
from eletrika.layout import Laid, lay_out
from eletrika.position import Network, Position, to_position
from eletrika.ruleset import READINGS, Ruleset
from eletrika.sets import Member, items_of_set, possible_sets
from eletrika.sites import (
    around,
    check_builder,
    check_pawn,
    check_site,
    check_taking_over,
    is_closed,
    second_tower,
)
from eletrika.state import State
from eletrika.tables import (
    ASIDE,
    BONUS_TILES,
    CAVEATS,
    COLOUR_NAMES,
    FINAL_ROUNDS,
    KIND_NAMES,
    LAND_CLASS,
    MARKERS,
    MAY_TOUCH,
    PAWNS,
    PLANT,
    ROW,
    SIDES,
    STRUCTURES,
    TOWER,
    UNKNOWN_EDGE,
    UNKNOWN_KIND,
    Kind,
    Owner,
    TileSet,
)
from gridcommon.caveats import Caveat, unique_caveats
from gridcommon.errors import NotationError, Refusal, Word, Wording
from gridcommon.hexes import Hex, neighbours, opposite
from gridcommon.networks import components

ALL = range(len(KIND_NAMES))
_LACKING = {"EL-BUILD-01", "EL-BUILD-03", "EL-TURN-01"}  # a pawn, a piece or a turn is missing

# Sets are listed for owners with at most this many lit structures: all that the box holds.
MOST_LISTED = sum(STRUCTURES)


# Problems are listed up to so many a rule: more than the 38 tiles of the box can have.
MOST_PROBLEMS = 100

# Structures times connection ends: about two seconds of work. A full box needs 1/200 of it.
MOST_WORK = 1_800_000


class Problem(NamedTuple):
    """A broken rule, with the cells and the structures that break it."""

    refusal: Refusal
    at: tuple[Hex, ...] = ()
    ids: tuple[str, ...] = ()


class Site(NamedTuple):
    """A laid tile to build on: the kinds that may be built, and why the others may not.

    Under ``reoccupy`` a structure without pawns is a site too: it may be taken over (A-15).
    """

    at: Hex
    kinds: tuple[Kind, ...]
    refused: dict[Kind, Refusal]
    caveats: tuple[Caveat, ...] = ()  # whether the kinds fit

    @property
    def fits(self) -> bool:
        """Whether some kind may stand here, leaving stock, pawns and turns aside."""
        return any(kind not in self.refused or self.refused[kind].rule in _LACKING for kind in ALL)


class ScoringSet(NamedTuple):
    """A set that could be scored now: its members (indexes in the network) and its value."""

    members: tuple[int, ...]
    items: tuple[Item, ...]
    pawns_back: int
    unknown: tuple[Caveat, ...] = ()  # what the position leaves out, and could add points

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """Why the set may be worth something else."""
        return (*(item.caveat for item in self.items if item.caveat), *self.unknown)

    @property
    def points(self) -> int:
        """The whole value, in MW."""
        return sum(item.points for item in self.items)


class Analysis(NamedTuple):
    """All that can be said about a position under one reading of "energized"."""

    network: Network
    explanation: Explanation
    readings: dict[str, list[bool]]  # of each structure, under each reading
    problems: tuple[Problem, ...]  # up to MOST_PROBLEMS of each rule
    more: dict[str, int]  # by rule, how many problems are not listed
    closed: tuple[Hex, ...]
    dead: tuple[Hex, ...]
    free: tuple[Site, ...]
    scores: dict[Owner, tuple[ScoringSet, ...]]
    caveats: tuple[Caveat, ...]  # about anything in it
    remarks: tuple[NotationError, ...] = ()  # on how it was typed
    laid: Laid | None = None  # how a network without cells lies

    @property
    def broken(self) -> int:
        """How many problems there are, listed or not."""
        return len(self.problems) + sum(self.more.values())

    @property
    def readings_differ(self) -> bool:
        """Whether the three readings light different structures here."""
        return len({tuple(lit) for lit in self.readings.values()}) > 1


def analyse(
    told: Position | Network,
    ruleset: Ruleset,
    *,
    reserve: Sequence[int] | None = None,
    barred: Refusal | None = None,
) -> Analysis:
    """Analyse a position or a network, legal or not, under ``ruleset``.

    A network has no cells, so nothing is said about tiles and forests; it is laid out on hexagons,
    and short circuits are judged on what must touch there. ``reserve`` is what is left
    of each kind; without it, what the position leaves: see :func:`reserve_of`. ``barred`` says why
    nothing at all may be built now; without it, the hand of the player to act decides, if known.

    Raises NotationError for a network that would take too long: far more than a board can hold.
    """
    position = told if isinstance(told, Position) else Position()
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
    if barred is None and position.to_act in position.hands:
        barred = check_pawn(position.hands[position.to_act])
    left = reserve_of(position, ruleset) if reserve is None else reserve
    sites = tuple(sites_of(position, ruleset, left, barred))
    closed = tuple(closed_cells(position))
    scores = scoring_sets(position, network, explanation.lit, ruleset)
    problems, more = _listed(position, network, ruleset)
    problems += tuple(Problem(refusal) for _, refusal in contradictions(position, ruleset))
    laid = lay_out(network) if None in network.cells else None
    if laid and laid.must_short and not network.count_triples():
        refusal = Refusal("EL-SHORT-01", "three of these touch however they lie: a short circuit")
        problems += (_among(network, refusal, laid.blamed),)
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


def _caveats(
    position: Position,
    network: Network,
    sites: Sequence[Site],
    scores: Mapping[Owner, Sequence[ScoringSet]],
    ruleset: Ruleset,
) -> Iterator[Caveat]:
    """Yield what is not certain about a position, the same doubt more than once."""
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
    """Return whether the position tells if a tile has water."""
    land = position.tiles.get(cell)
    return land is not None and land.water_is_sure


def _check_work(network: Network) -> None:
    structures, ends = len(network.structures), sum(map(len, network.neighbours))
    if structures * ends > MOST_WORK:
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
    """Return the first problems of each rule, and by rule how many more there are."""
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


def has_run_out(position: Position, tiles: TileSet) -> bool:
    """Return whether the stack has run out; the set-aside pieces are back then: see `aside_waits`.

    It has if the last round is given, or if the stack is said to hold all unseen tiles.
    Rules: EL-END-01, EL-END-02.
    """
    if position.last is not None:
        return True
    return position.stack == _unseen(position, tiles)


def aside_waits(position: Position, ruleset: Ruleset) -> bool:
    """Return whether the set-aside pieces come back only with the next turn, by an option.

    The stack does not hold them yet then. Under ``row_redraw`` that cannot be counted, since tiles
    may have left the game: they are taken to be back.

    Rules: EL-END-02 (A-21).
    """
    return (
        ruleset.aside_from == "next_turn"
        and not ruleset.row_redraw
        and position.last is not None
        and position.stack is not None
        and position.stack + ASIDE == _unseen(position, ruleset.tiles)
    )


def _unseen(position: Position, tiles: TileSet) -> int:
    row = ROW if position.row is None else len(position.row)
    return len(tiles.tiles) - len(position.tiles) - row


def reserve_of(position: Position, ruleset: Ruleset) -> list[int]:
    """Return what is left of each kind: the box, less what stands.

    One of each kind is set aside too, if the position has a stack that has not run out, or they
    are still to come back.
    Rules: EL-BUILD-03, EL-SETUP-04, EL-SETUP-05, EL-END-02.
    """
    standing = Counter(position.kinds().values())
    run_out = has_run_out(position, ruleset.tiles) and not aside_waits(position, ruleset)
    aside = int(position.stack is not None and not run_out)
    return [max(0, count - aside - standing[kind]) for kind, count in enumerate(STRUCTURES)]


def sites_of(
    position: Position, ruleset: Ruleset, reserve: Sequence[int], barred: Refusal | None = None
) -> Iterator[Site]:
    """Yield each laid tile to build on, with the kinds that may be built there.

    That is every tile that holds no structure and is not the source; under ``reoccupy`` also those
    whose structure carries no pawn. ``barred`` says why nothing may be built, if that is so.
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
    """Yield the cells, laid or next to the board, where any structure makes a short circuit."""
    beside = {cell for structure in position.structures for cell in neighbours(structure)}
    standing = position.kinds()
    for cell in sorted(beside - standing.keys()):
        if is_closed(around(standing, cell)):
            yield cell


def scoring_sets(
    position: Position, network: Network, lit: Sequence[bool], ruleset: Ruleset
) -> dict[Owner, tuple[ScoringSet, ...]]:
    """Return the sets that each owner on the board could score now, best first.

    Equal values: fewer pawns bound first, then the order of the structures.
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
    forests = (CAVEATS["forests"],)
    is_open = position.queue is None if position.bonus is None else position.bonus == UNKNOWN_KIND
    demand = (CAVEATS["high_demand"],) if is_open else ()
    found = [
        ScoringSet(
            tuple(own[place] for place in chosen),
            items_of_set([members[place] for place in chosen], lands, position.bonus, ruleset),
            sum(members[place].pawns for place in chosen),
            (*forests[: any(open_land[place] for place in chosen)], *demand),
        )
        for chosen in possible_sets(members, ruleset)
    ]
    found.sort(key=lambda one: (-one.points, one.pawns_back, one.members))
    return tuple(found)


def _land_is_open(position: Position, lands: Mapping[Hex, str], cell: Hex | None) -> bool:
    """Return whether a position leaves out land around ``cell``, where forests may lie.

    One that tells no land at all says nothing of the tiles around its structures.
    """
    if cell is None or not lands:
        return True
    return any(beside in position.tiles and beside not in lands for beside in neighbours(cell))


def problems_of(
    position: Position, network: Network, ruleset: Ruleset, most: int | None = None
) -> Iterator[Problem]:
    """Yield every rule that a position breaks; what it leaves out is no fault.

    Of short circuits ``most`` are yielded: structures that all touch have thousands of them.
    """
    yield from _cohesion(position)
    yield from _connections(network)
    yield from _sides(network)
    if ruleset.plant_towers == "one":
        yield from _plant_towers(network)
    yield from islice(_short_circuits(network), most)
    yield from _ground(position)
    yield from _markers(position, ruleset)
    yield from _counts(position, network, ruleset)
    yield from _apart(position)


def _cohesion(position: Position) -> Iterator[Problem]:
    """Rules: EL-TILE-02, EL-TILE-03, EL-TILE-04."""
    for cell, land in position.tiles.items():
        for direction in range(3):  # each edge once
            beside = neighbours(cell)[direction]
            other = position.tiles.get(beside)
            if other is None or other.edges is None or land.edges is None:
                continue
            here, there = land.edges[direction], other.edges[opposite(direction)]
            if UNKNOWN_EDGE in (here, there):
                continue
            if LAND_CLASS[here] != LAND_CLASS[there]:
                refusal = Refusal(
                    "EL-TILE-02",
                    "{here} of {q},{r} meets {there} of {q2},{r2}",
                    here=_TERRAIN[LAND_CLASS[here]],
                    there=_TERRAIN[LAND_CLASS[there]],
                    q=cell[0],
                    r=cell[1],
                    q2=beside[0],
                    r2=beside[1],
                )
                yield Problem(refusal, (cell, beside))


_TERRAIN = {"r": Word("river"), "l": Word("lake"), ".": Word("land")}


def _connections(network: Network) -> Iterator[Problem]:
    """Rules: EL-CONN-02, EL-CONN-03."""
    for one, other in network.pairs():
        kinds = network.structures[one].kind, network.structures[other].kind
        if not MAY_TOUCH[kinds[0]][kinds[1]]:
            refusal = Refusal(
                "EL-CONN-03",
                "a {kind} may not stand beside a {other}",
                kind=Word(KIND_NAMES[kinds[0]]),
                other=Word(KIND_NAMES[kinds[1]]),
            )
            yield _among(network, refusal, (one, other))


def _sides(network: Network) -> Iterator[Problem]:
    """Rules: EL-CONN-05."""
    for place, others in enumerate(network.neighbours):
        if len(others) > SIDES:
            refusal = Refusal(
                "EL-CONN-05",
                "a structure touches at most {most} others, found {found}",
                most=SIDES,
                found=len(others),
            )
            yield _among(network, refusal, (place,))


def _plant_towers(network: Network) -> Iterator[Problem]:
    """Rules: EL-CONN-02 (A-25, ``plant_towers`` one)."""
    for plant, structure in enumerate(network.structures):
        if structure.kind == PLANT:
            towers = [v for v in network.neighbours[plant] if network.structures[v].kind == TOWER]
            if len(towers) > 1:
                yield _among(network, second_tower(), (plant, *towers))


def _short_circuits(network: Network) -> Iterator[Problem]:
    """Rules: EL-SHORT-01."""
    refusal = Refusal("EL-SHORT-01", "three structures that all touch make a short circuit")
    for triple in network.triples():
        yield _among(network, refusal, triple)


def _among(network: Network, refusal: Refusal, members: Sequence[int]) -> Problem:
    cells = [network.cells[member] for member in members]
    ids = tuple(network.names[member] for member in members)
    return Problem(refusal, tuple(cell for cell in cells if cell is not None), ids)


def _ground(position: Position) -> Iterator[Problem]:
    """Rules: EL-BUILD-02, EL-BUILD-04."""
    for cell, structure in position.structures.items():
        land = position.tiles[cell]
        ids = (f"{cell[0]},{cell[1]}",)
        if land.source:
            refusal = Refusal("EL-BUILD-02", "nothing may be built on the source")
            yield Problem(refusal, (cell,), ids)
        elif structure.kind == PLANT and not land.has_water:
            refusal = Refusal("EL-BUILD-04", "a Plant needs a tile with river or lake")
            yield Problem(refusal, (cell,), ids)


def _markers(position: Position, ruleset: Ruleset) -> Iterator[Problem]:
    """Rules: EL-MARK-01, EL-MARK-02, EL-MARK-03, EL-MARK-04 (A-11)."""
    standing = position.kinds()
    for cell in position.markers:
        if position.tiles[cell].source:
            refusal = Refusal("EL-MARK-01", "a marker lies on a tile laid by its owner")
        elif cell in position.structures:
            refusal = Refusal("EL-MARK-02", "a marker goes back to its owner at a build")
        elif ruleset.marker_recall == "auto" and is_closed(around(standing, cell)):
            refusal = Refusal("EL-MARK-04", "a marker goes back when its tile is closed")
        else:
            continue
        yield Problem(refusal, (cell,))


def _counts(position: Position, network: Network, ruleset: Ruleset) -> Iterator[Problem]:
    """Rules: EL-COMP-01, EL-COMP-02, EL-COMP-03, EL-COMP-04, EL-COMP-05."""
    tiles = ruleset.tiles
    total, row = len(tiles.tiles), position.row or ()
    told = len(position.tiles) + len(row) + (position.stack or 0)
    if told > total:
        yield _too_many("EL-COMP-01", Word("tiles"), total, told)
    lying: dict[int, list[Hex]] = {}
    seen: Counter[int] = Counter()
    for cell, land in [*position.tiles.items(), *((None, land) for land in row)]:
        number = tiles.source if land.source else land.tile
        if number is not None:
            seen[number] += 1
            lying.setdefault(number, []).extend([] if cell is None else [cell])
    for number, times in sorted(seen.items()):
        if times > 1:
            refusal = Refusal("EL-COMP-01", "there is more than one tile {tile}", tile=number)
            yield Problem(refusal, tuple(lying[number]))
    for kind, most in enumerate(STRUCTURES):
        members = [n for n, s in enumerate(network.structures) if s.kind == kind]
        if len(members) > most:
            refusal = _too_many("EL-COMP-04", Word(KIND_NAMES[kind]), most, len(members)).refusal
            yield _among(network, refusal, members)
    for owner, name in enumerate(COLOUR_NAMES):
        pawns = sum(s.pawns for s in network.structures if s.owner == owner)
        pawns += position.hands.get(owner, 0)
        if pawns > PAWNS:
            refusal = Refusal(
                "EL-COMP-02",
                "{owner} has {most} pawns on the board and in hand, the sixth is on the score "
                "track; found {found}",
                owner=Word(name),
                most=PAWNS,
                found=pawns,
            )
            yield Problem(refusal)
        values = [marker.value for marker in position.markers.values() if marker.owner == owner]
        values.extend(position.markers_in_hand.get(owner, ()))
        for value in MARKERS:
            if values.count(value) > 1:
                what = Wording(
                    "{value} MW markers of {owner}", {"value": value, "owner": Word(name)}
                )
                yield _too_many("EL-COMP-03", what, 1, values.count(value))
    shown = () if position.bonus is None else (position.bonus,)
    bonus_tiles = shown + (position.queue or ())
    if len(bonus_tiles) > BONUS_TILES:
        yield _too_many("EL-COMP-05", Word("bonus tiles"), BONUS_TILES, len(bonus_tiles))


def contradictions(position: Position, ruleset: Ruleset) -> Iterator[tuple[str, Refusal]]:
    """Yield what the lines beside the board rule out, by the line.

    Rules: EL-COMP-05, EL-SETUP-09, EL-TILE-06, EL-END-03.
    """
    now, last, stack, row = position.round, position.last, position.stack, position.row
    if now is not None and last is not None and last < now:
        yield "last", Refusal("EL-END-03", "the last round is over")
    elif now is not None and last is not None and last > now + FINAL_ROUNDS:
        yield "last", Refusal("EL-END-03", "at most two more rounds are played")
    if stack and row is not None and len(row) < ROW and ruleset.refill == "placement":
        refusal = Refusal(
            "EL-TILE-06",
            "the row is full as long as the stack lasts; found {found} tiles",
            found=len(row),
        )
        yield "row", refusal
    unseen = _unseen(position, ruleset.tiles)
    if stack is not None and last is None and unseen - ASIDE < stack < unseen:
        refusal = Refusal(
            "EL-SETUP-09",
            "{unseen} tiles were not seen, so the stack holds {wanted}, found {found}",
            unseen=unseen,
            wanted=max(0, unseen - ASIDE),
            found=stack,
        )
        yield "stack", refusal
    shown = () if position.bonus is None else (position.bonus,)
    queue = () if position.queue is None else position.queue
    if len(shown + queue) > BONUS_TILES:
        return  # one of the problems
    left = Counter(ruleset.bonus_faces)
    for key, told in (("bonus", shown), ("queue", queue)):
        for kind in told:
            if kind == UNKNOWN_KIND:
                continue
            if not left[kind]:
                refusal = Refusal(
                    "EL-COMP-05",
                    "no bonus tile with {kind} is left",
                    kind=Word(KIND_NAMES[kind]),
                )
                yield key, refusal
                break
            left[kind] -= 1


def _too_many(rule: str, what: object, most: int, found: int) -> Problem:
    return Problem(
        Refusal(
            rule, "the box holds {most} {what}, found {found}", most=most, what=what, found=found
        )
    )


def _apart(position: Position) -> Iterator[Problem]:
    """Rules: EL-TILE-01. Judged only where the source is among the tiles."""
    cells = list(position.tiles)
    sources = [place for place, cell in enumerate(cells) if position.tiles[cell].source]
    if not sources:
        return
    places = {cell: place for place, cell in enumerate(cells)}
    label = components(
        [[places[beside] for beside in neighbours(cell) if beside in places] for cell in cells]
    )
    for part in sorted(set(label) - {label[sources[0]]}):
        apart = tuple(cell for cell, own in zip(cells, label, strict=True) if own == part)
        refusal = Refusal("EL-TILE-01", "not connected to the source by other tiles")
        yield Problem(refusal, apart)
