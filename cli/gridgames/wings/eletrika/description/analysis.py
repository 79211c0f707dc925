"""The analysis of an Eletrika position in plain words, with the ids of the rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import and_

from eletrika.analysis import MOST_LISTED, Analysis, ScoringSet, Site, energizing_builds
from eletrika.energy import EVERY_WAY, REASONS, Darkness
from eletrika.network_layout import NetworkLayout, layout_conflict, placed
from eletrika.notation import format_wire
from eletrika.position import Network, Position, Structure
from eletrika.problems import Problem, lacking_tiles
from eletrika.ruleset import READINGS, Ruleset
from eletrika.tables import COLOUR_NAMES, KIND_NAMES, KINDS, PLANT, Kind
from gridcommon.caveats import Caveat
from gridcommon.errors import Refusal, Word
from gridgames.languages.caveats import marked, notes
from gridgames.languages.messages import render_error, render_message, say
from gridgames.terminal.output import Line, headed, item, titled, wrapped
from gridgames.wings.eletrika.description.scene import BoardScene
from gridgames.wings.eletrika.description.text_board import board_lines
from gridgames.wings.eletrika.description.words import (
    ITEM_NAMES,
    cell_words,
    cells_words,
    first_of,
    open_task,
    pawns_words,
)

_HEAD = "bold"
_BAD = "bold red"
_MOST_SETS = 5  # shown for each player; --json gives more
_MOST_PROBLEMS = 20  # of a rule
_MOST_BUILDS = 8  # that would energize something
_LONGEST_PATH = 16  # structures; a path of the box seldom has more
_LONGEST_NETWORK = 2000  # characters; 39 structures take a quarter of that


def describe(
    known: Position | Network, analysis: Analysis, ruleset: Ruleset, *, has_board: bool = True
) -> Iterator[Line]:
    """Yield the board, unless it is shown already, then the findings."""
    if task := open_task(known if isinstance(known, Position) else known.beside):
        yield from wrapped(say("Now: {task}", task=task), "  ", _HEAD, first="")
        yield []
    if isinstance(known, Position) and has_board:
        yield from board_lines(BoardScene(known, analysis, ruleset))
        yield []
    elif isinstance(known, Network):
        yield from headed(say("Network  "), _HEAD, _chains(known))
        yield []
        if analysis.laid:
            board = _laid_out(known, analysis, analysis.laid, ruleset) if has_board else ()
            yield from _layout_lines(known, analysis.laid, board)
    yield from remarks(analysis)
    yield from _energized(analysis)
    if isinstance(known, Position) and not all(analysis.explanation.lit):
        yield from _energizing(known, analysis)
    yield from _problems(analysis)
    yield from _scores(analysis)
    if isinstance(known, Position):
        yield from _building(analysis)
    if isinstance(known, Position) and (lacking := [*lacking_words(known, ruleset)]):
        yield from titled(say("Tiles that the table does not have"), lacking)
        yield []
    yield from uncertain(analysis.caveats)


def lacking_words(position: Position, ruleset: Ruleset) -> Iterator[str]:
    """Yield the tiles with edges that no tile left in the table has."""
    for cell, edges in lacking_tiles(position, ruleset.tiles):
        yield say(
            "{cell}: no tile left in the table has the edges {edges} (EL-COMP-01)",
            cell=cell_words(cell),
            edges=edges,
        )


def remarks(analysis: Analysis) -> Iterator[Line]:
    """Yield notes on likely typing errors in the text."""
    if analysis.remarks:
        yield [(say("Uncertain readings"), _HEAD)]
        for remark in analysis.remarks:
            yield from wrapped(render_error(remark), "    ", "yellow", first="  ")
        yield []


def _chains(network: Network) -> str:
    """Return the chains of a network, cut off if they are too long to be read."""
    text = format_wire(network)
    if len(text) > _LONGEST_NETWORK:
        text = text[: text.rfind(";", 0, _LONGEST_NETWORK)] + "; ..."
    return text


def _laid_out(
    network: Network, analysis: Analysis, laid: NetworkLayout, ruleset: Ruleset
) -> Iterator[Line]:
    if laid.cells is not None:
        there = analysis._replace(network=replace(analysis.network, cells=laid.cells))
        yield from board_lines(BoardScene(placed(network, laid.cells), there, ruleset))
        yield []


def _layout_lines(network: Network, laid: NetworkLayout, board: Iterable[Line]) -> Iterator[Line]:
    """Yield a layout of a network on hexagons, or why there is none."""
    yield from titled(say("On the table"), _layout_notes(network, laid))
    yield []
    if laid.cells is None:
        return
    yield from board
    cells = (
        f"{name} {cell_words(cell)}" for name, cell in zip(network.names, laid.cells, strict=True)
    )
    yield from wrapped("; ".join(cells), "  ", first="  ")
    yield []


def _layout_notes(network: Network, laid: NetworkLayout) -> Iterator[str]:
    if laid.blamed:
        names = " ".join(network.names[one] for one in laid.blamed)
        why = layout_conflict(network, laid)
        yield say("{names} cannot be placed exactly as described: {why}", names=names, why=why)
    if laid.cells is None:
        if not laid.is_sure:
            yield say("No layout was found within the time limit of the search.")
        elif laid.blamed:
            yield say("No layout exists.")
    elif laid.touching:
        pairs = (f"{network.names[one]}-{network.names[other]}" for one, other in laid.touching)
        yield say(
            "In this layout, these structures touch as well: {pairs}.", pairs=", ".join(pairs)
        )
    elif laid.is_exact:
        yield say("One layout in which only the structures that you joined touch:")


def _name(network: Network, place: int) -> str:
    """Return a structure as people say it: its kind and cell, or its name."""
    kind = say(KIND_NAMES[network.structures[place].kind])
    if network.cells[place] is None:
        return network.names[place]
    return f"{kind} {network.names[place]}"


def short_name(network: Network, place: int) -> str:
    """Return a structure as a step of a path: its letter and cell, or its name."""
    if network.cells[place] is None:
        return network.names[place]
    return f"{KINDS[network.structures[place].kind]} {network.names[place]}"


def structure_words(network: Network, place: int) -> str:
    """Return a structure with its owner, as in ``Tower 1,0 (Red's)``."""
    return f"{_name(network, place)} ({_owner(network.structures[place])})"


def _owner(structure: Structure) -> str:
    if structure.owner is None:
        return say("nobody's")
    template = "{colour}'s, 2 pawns" if structure.pawns == 2 else "{colour}'s"
    return say(template, colour=Word(COLOUR_NAMES[structure.owner]))


def why_dark(network: Network, darkness: Darkness) -> str:
    """Return why a structure is dark."""
    place = darkness.hangs_on
    return say(REASONS[darkness.reason], name="" if place is None else network.names[place])


def _energized(analysis: Analysis) -> Iterator[Line]:
    network, explanation = analysis.network, analysis.explanation
    count = len(network.names)
    head = say("Energized: {lit} of {count}", lit=sum(explanation.lit), count=count)
    reading = say(", read as {reading} (EL-NRG-01, A-16)", reading=repr(explanation.reading))
    yield from headed(head, _HEAD, reading)
    for words in _lit_or_dark(analysis):
        yield from item(words)
    if not count:
        yield from item(say("no structure on the board"))
    if analysis.readings_differ:
        disputed = [
            network.names[place]
            for place in range(count)
            if len({lit[place] for lit in analysis.readings.values()}) > 1
        ]
        yield from wrapped(
            say(
                "The readings differ here: {readings} lit; in dispute: {disputed}. The question "
                "readings shows each (A-16).",
                readings=", ".join(f"{name} {sum(analysis.readings[name])}" for name in READINGS),
                disputed=first_of(disputed),
            ),
            "  ",
            "yellow",
        )
    else:
        agreed = say("The three readings (path, component, strict) agree here.")
        yield from wrapped(agreed, "    ", "dim", first="  ")
    yield []


def _lit_or_dark(analysis: Analysis) -> Iterator[str]:
    """Yield each structure with its path if it is lit, or why it is dark."""
    network, explanation = analysis.network, analysis.explanation
    first_on: dict[tuple[int, ...], int] = {}  # the first structure on each path
    left_out = Counter(explanation.lit[EVERY_WAY:])
    for place, witness in zip(range(EVERY_WAY), explanation.witnesses(), strict=False):
        what = structure_words(network, place)
        if witness:
            first = first_on.setdefault(tuple(witness), place)
            if first == place:
                way = path_words(network, witness)
            else:
                way = say("on the path of {what}", what=_name(network, first))
            yield say("lit   {what}: {way}", what=what, way=way)
        elif darkness := explanation.darkness(place):
            yield say("dark  {what}: {why}", what=what, why=why_dark(network, darkness))
        else:
            left_out[True] += 1
    if left_out[True]:
        yield say("lit   {count} more, not listed", count=left_out[True])
    if left_out[False]:
        yield say("dark  {count} more, not listed", count=left_out[False])


def path_words(network: Network, witness: Sequence[int]) -> str:
    """Return a path from a Plant to a City, without the middle of a long one."""
    steps = [short_name(network, vertex) for vertex in witness]
    if len(steps) > _LONGEST_PATH:
        half = _LONGEST_PATH // 2
        more = say("... {count} more ...", count=len(steps) - 2 * half)
        steps = [*steps[:half], more, *steps[-half:]]
    return " > ".join(steps)


def _energizing(position: Position, analysis: Analysis) -> Iterator[Line]:
    """Yield which single builds would energize dark structures, or that none would."""
    builds = energizing_builds(position, analysis)
    head = say("To light more: ")
    if not builds:
        yield from headed(head, _HEAD, say("no single build on a laid tile does"))
        yield []
        return
    network = analysis.network
    first = [f"{say(KIND_NAMES[builds[0].kind])} {cell_words(builds[0].at)}"]
    yield from headed(head, _HEAD, say("build a {what}", what=first[0]))
    for one in builds[:_MOST_BUILDS]:
        woken = ", ".join(short_name(network, place) for place in one.lit)
        kind = say(KIND_NAMES[one.kind])
        values = {"kind": kind, "cell": cell_words(one.at), "structures": woken}
        yield from item(say("{kind} {cell} lights {structures}", **values))
    if len(builds) > _MOST_BUILDS:
        yield from item(say("and {count} more (see --json)", count=len(builds) - _MOST_BUILDS))
    yield []


def _problems(analysis: Analysis) -> Iterator[Line]:
    if not analysis.problems:
        yield [(say("Rules: "), _HEAD), (say("none broken"), "green")]
        yield []
        return
    by_rule: dict[str, list[Problem]] = {}
    for problem in analysis.problems:
        by_rule.setdefault(problem.refusal.rule, []).append(problem)
    yield [(say("Broken rules: {count}", count=analysis.broken), _BAD)]
    for rule, problems in by_rule.items():
        for problem in problems[:_MOST_PROBLEMS]:
            where = _where(problem)
            yield from item(
                f"{rule}  {where}{': ' if where else ''}{render_message(problem.refusal)}"
            )
        rest = len(problems) - _MOST_PROBLEMS + analysis.more.get(rule, 0)
        if rest > 0:
            yield [("        " + say("and {count} more of {rule}", count=rest, rule=rule), "dim")]
    yield []


def _where(problem: Problem) -> str:
    """Return the structures or cells of a problem, cut off if there are too many to be read."""
    places = problem.ids or [*map(cell_words, problem.at)]
    return first_of(places)


def _building(analysis: Analysis) -> Iterator[Line]:
    """Yield how many tiles are open to structures, and what fits on each."""
    shut = {*analysis.closed, *analysis.dead}
    count = sum(site.at not in shut for site in analysis.free)
    told = say("{count:tile is|tiles are} free, {closed} closed", count=count, closed=len(shut))
    yield from headed(say("Building: "), _HEAD, told)
    for words in _builds(analysis):
        yield from item(words)
    yield []


def _builds(analysis: Analysis) -> Iterator[str]:
    if analysis.closed:
        yield say(
            "Closed, a structure would short-circuit (EL-SHORT-02): {cells}",
            cells=cells_words(analysis.closed),
        )
    if analysis.dead:
        yield say(
            "No kind of structure may be beside the neighbours (EL-CONN-04): {cells}",
            cells=cells_words(analysis.dead),
        )
    shut = {*analysis.closed, *analysis.dead}
    by_kinds: dict[tuple[Kind, ...], list[Site]] = {}
    for site in analysis.free:
        if site.at not in shut:
            by_kinds.setdefault(site.kinds, []).append(site)
    for sites in by_kinds.values():
        cells = cells_words(site.at for site in sites)
        yield say("{kinds}: {cells}", kinds=_kinds_of(sites[0]), cells=cells)
    if not analysis.free:
        yield say("no free tile")


def site_words(site: Site) -> str:
    """Return the legal builds on a tile, and why others are illegal: ``1,0: Tower (...)``."""
    refusals: dict[str, list[str]] = {}
    for kind, refusal in site.refused.items():
        refusals.setdefault(_why_refused(refusal), []).append(say(KIND_NAMES[kind]))
    why = "; ".join(
        say("no {kind}: {why}", kind=", ".join(kinds), why=reason)
        for reason, kinds in refusals.items()
    )
    return f"{cell_words(site.at)}: {_kinds_of(site)}" + (f" ({why})" if why else "")


def _kinds_of(site: Site) -> str:
    """Return the kinds that may be built on a tile."""
    kinds = (marked(say(KIND_NAMES[k]), site.caveats if k == PLANT else ()) for k in site.kinds)
    return ", ".join(kinds) or say("nothing")


def _why_refused(refusal: Refusal) -> str:
    """Return the rule of a refusal and its reason, alike for all kinds that a neighbour bars."""
    values = refusal.values
    if {"kind", "other", "q", "r"} <= values.keys():
        beside = {name: values[name] for name in ("other", "q", "r")}
        return say("{rule} beside the {other} on {q},{r}", rule=refusal.rule, **beside)
    return f"{refusal.rule} {render_message(refusal)}"


def _scores(analysis: Analysis) -> Iterator[Line]:
    best = ", ".join(
        say("{colour} {points} MW", colour=Word(COLOUR_NAMES[owner]), points=sets[0].points)
        for owner, sets in analysis.scores.items()
        if sets
    )
    head, text = say("Scoring now: "), best or say("nothing")
    yield from headed(head, _HEAD, f"{text} (EL-SCORE-01, EL-FOREST-01)")
    if not analysis.scores:
        yield from item(say("no structure carries a pawn"))
    for owner, sets in analysis.scores.items():
        if not sets:
            own = [s.owner == owner for s in analysis.network.structures]
            lit = sum(map(and_, own, analysis.explanation.lit))
            template = (
                "{colour}: no set of energized structures"
                if lit <= MOST_LISTED
                else "{colour}: too many sets to list among the energized structures"
            )
            yield from item(say(template, colour=Word(COLOUR_NAMES[owner])))
        for one in sets[:_MOST_SETS]:
            yield from item(f"{say(COLOUR_NAMES[owner])}: {value_of(analysis.network, one)}")
        if len(sets) > _MOST_SETS:
            rest = len(sets) - _MOST_SETS
            more = say("and {count} more sets, none worth more (see --json)", count=rest)
            yield [(" " * 8 + more, "dim")]
    yield []


def value_of(network: Network, one: ScoringSet) -> str:
    """Return the value of a set, item by item, with marks on uncertain values."""
    members = " + ".join(_name(network, member) for member in one.members)
    items = []
    for part in one.items:
        if part.what == "forest" and part.at is not None:
            cell = cell_words(part.at)
            items.append(say("forest on {cell} {points}", cell=cell, points=part.points))
        else:
            words = say("{what} {points}", what=Word(ITEM_NAMES[part.what]), points=part.points)
            items.append(marked(words, (part.caveat,)))
    return say(
        "{value} for {members} ({items}; {pawns} back)",
        value=marked(say("{points} MW", points=one.points), one.unknown),
        members=members,
        items=", ".join(items),
        pawns=pawns_words(one.pawns_back),
    )


def uncertain(caveats: Sequence[Caveat]) -> Iterator[Line]:
    """Yield the caveats, and how to remove them."""
    if not caveats:
        return
    yield from titled(say("Not certain"), notes(caveats))
    if any(caveat.field for caveat in caveats):
        hint = say("With the real box, give your own tables (--tiles, --scoring) or the six edges.")
        yield from wrapped(hint, "  ")
    yield []
