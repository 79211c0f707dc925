"""The questions about an Eletrika position or game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, TypedDict

import typer

from eletrika.actions import Abandon, Action, Build, LayTile, Score
from eletrika.analysis import ScoringSet, sites_of
from eletrika.analysis_json import (
    MOST_SETS,
    CellJson,
    ItemJson,
    SetJson,
    SiteJson,
    items_to_json,
    set_to_json,
    site_to_json,
)
from eletrika.bots import LEVELS, make_bot
from eletrika.ending import provisional_result
from eletrika.gaps import NEXT, Fit, Gap, gap_at, gaps, tiles_to_come
from eletrika.notation.actions import action_to_json, format_action
from eletrika.pieces import Token, cell_of, parse_tile
from eletrika.placement import TilePlacements, check_cell, legal_tiles
from eletrika.position_fields import result_facts
from eletrika.projection import (
    Effect,
    Projection,
    Suggestion,
    best_score,
    bot_turn,
    check_scores_again,
    project,
    state_at_turn,
    suggestions,
)
from eletrika.scoring import check_moment
from eletrika.sites import around, check_builder, check_main_action, closed_by
from eletrika.state import AFTER, MAIN, OVER, SETUP, State
from eletrika.state_values import final_rounds
from eletrika.tables import COLOURS, KIND_NAMES, KINDS, Owner, TileNumber
from eletrika.tile_edges import encode_edges, is_known_tile, tile_text, tile_to_json
from eletrika.view import unseen
from gridcommon.answers import ActionJson, DoubtJson, RefusalJson, ResultJson
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Refusal, Word
from gridcommon.hexes import Hex
from gridgames.languages.caveats import percent_words
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.show.parts import Marks
from gridgames.show.questions import Answer, refusal_to_json, refusal_words
from gridgames.terminal.output import Line, heading, item, section, titled, wrapped
from gridgames.wings.eletrika.companion.position_input import PositionJson, QuerySubject
from gridgames.wings.eletrika.description.analysis import (
    site_words,
    uncertain,
    value_of,
)
from gridgames.wings.eletrika.description.narration import narrate_result
from gridgames.wings.eletrika.description.places import cell_place, planned_places
from gridgames.wings.eletrika.description.situation import round_words, turns_left
from gridgames.wings.eletrika.description.words import (
    cell_words,
    cells_words,
    items_words,
    kind_letters,
    pawns_words,
)
from gridgames.wings.eletrika.plan import effect_words, proposals

_MOST_BETTER = 5  # main actions after which more could be scored
_MOST_SHOWN_SETS = 12  # in words; --json gives more
_MOST_PROPOSALS = 15  # in words; --json gives all
_SEED = 0  # of the bot: the same question has the same answer

Player = Annotated[
    str | None,
    typer.Option(metavar="COLOUR", help="The player to answer for. By default, the player to act."),
]


# Legal

TileWords = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TILE",
        help="Show where this tile fits: a number, or six edges (as in r.tr..). Can be "
        "repeated. By default, the face-up tiles.",
    ),
]


class ClosedJson(TypedDict):
    """A closed cell, and the two structures that close it."""

    at: CellJson
    by: list[CellJson]


class PlacesJson(TypedDict):
    """A cell that a tile fits, and what its bonus action may be there."""

    at: CellJson
    turns: list[int]
    edges: list[str]
    builds: list[str]
    markers: list[int]


class LegalTileJson(TypedDict):
    """A tile, and where it fits."""

    tile: int | str
    places: list[PlacesJson]


class LegalJson(PositionJson):
    """The legal builds for any player, and why one player may not build or lay a tile now."""

    player: str
    barred: RefusalJson | None
    no_tile: RefusalJson | None
    free: list[SiteJson]
    closed: list[ClosedJson]
    dead: list[CellJson]
    tiles: list[LegalTileJson]


def legal(
    subject: QuerySubject, tile: TileWords = None, player: Player = None
) -> Answer[LegalJson]:
    """Show what may be built on each tile, or why nothing may, and where tiles fit and in which
    rotation.

    If a tile is closed, the two structures that close it are named.
    """
    state, seat = subject.table(), subject.seat(player)
    if seat == state.actor:
        no_tile = None if state.phase == SETUP else check_main_action(state.phase)
        barred = check_builder(state, seat)
    else:
        coming, no_tile = state_at_turn(state, seat)
        barred = no_tile or check_builder(coming, seat)
    position = subject.position()
    kinds = position.kinds()
    closed = [
        (cell, pair)
        for cell in subject.analysis.closed
        if (pair := closed_by(around(kinds, cell), cell))
    ]
    sites = list(sites_of(position, subject.ruleset, state.reserve))
    shown = [state.drawn] if state.phase == SETUP and seat == state.actor else sorted(state.row)
    tiles = [_tile(word, state) for word in tile or ()] or [*filter(is_known_tile, shown)]
    fits = [(tile, _places_of(state, seat, tile)) for tile in tiles]
    assumes = ("turn", "hand", "stack")

    def document() -> LegalJson:
        faces = subject.ruleset.tiles.faces
        return {
            "schema": 1,
            "player": subject.colour(seat),
            "barred": refusal_to_json(barred),
            "no_tile": refusal_to_json(no_tile),
            "free": [site_to_json(site) for site in sites],
            "closed": [{"at": list(cell), "by": _cells_to_json(by)} for cell, by in closed],
            "dead": _cells_to_json(subject.analysis.dead),
            "tiles": [
                {
                    "tile": tile_to_json(tile),
                    "places": [
                        {
                            "at": list(part.at),
                            "turns": list(part.rotations),
                            "edges": [faces[tile][turn] for turn in part.rotations],
                            "builds": [KINDS[kind] for _, kind in part.bonuses if kind is not None],
                            "markers": [value for value, _ in part.bonuses if value is not None],
                        }
                        for part in parts
                    ],
                }
                for tile, parts in fits
            ],
            **subject.shared_keys(assumes),
        }

    def marks() -> Marks:
        return Marks(
            prices={cell_place(one.at): "" for _, parts in fits for one in parts},
            notes={cell_place(one.at): kind_letters(one.kinds) for one in sites if one.kinds},
        )

    def lines() -> Iterator[Line]:
        dead = subject.analysis.dead
        shut = {cell for cell, _ in closed} | {*dead}
        open_sites = [site_words(site) for site in sites if site.at not in shut]
        title = _may_build(subject, seat, barred, len(open_sites))
        yield from section(title, open_sites, say("on no tile"))
        if closed:
            yield from section(
                say("Closed by two structures that touch (EL-SHORT-02)"),
                (
                    f"{cell_words(cell)}: {' + '.join(_structure(state, one) for one in pair)}"
                    for cell, pair in closed
                ),
            )
        if dead_sites := [site_words(site) for site in sites if site.at in dead]:
            title = say("No kind of structure may be beside the neighbours (EL-CONN-04)")
            yield from section(title, dead_sites)
        if fits:
            title = say(
                "Where tiles fit, turned clockwise by the given number of sixths (EL-TILE-02)"
            )
            if no_tile:
                why = refusal_words(no_tile)
                title = say("{title}; none may be laid now: {why}", title=title, why=why)
            yield from section(title, (_places_words(state, *fit) for fit in fits))

    return subject.answer(document, lines, assumes, marks)


def _may_build(subject: QuerySubject, seat: Seat, barred: Refusal | None, count: int) -> str:
    """Return whether a player may build, and on how many tiles a structure fits."""
    name = subject.players[seat]
    tiles = say("{count:tile takes|tiles take} a structure", count=count)
    if barred:
        values = {"name": name, "why": refusal_words(barred), "tiles": tiles}
        return say("{name} may not build now: {why}; {tiles}", **values)
    pawns = pawns_words(subject.table().hands[seat])
    return say("{name} may build with {pawns}; {tiles}", name=name, pawns=pawns, tiles=tiles)


def _places_words(state: State, tile: TileNumber, parts: Sequence[TilePlacements]) -> str:
    name = tile_text(tile)
    if tile >= 0:
        name = f"{name} ({state.ruleset.tiles.faces[tile][0]})"
    places = "; ".join(
        f"{cell_words(part.at)} /{','.join(map(str, part.rotations))}" for part in parts
    )
    return f"{name}: {places or say('nowhere')}"


def _structure(state: State, cell: Hex) -> str:
    kind = Word(KIND_NAMES[state.kinds[cell]])
    return say("{kind} {cell}", kind=kind, cell=cell_words(cell))


def _places_of(state: State, seat: Seat, tile: TileNumber) -> list[TilePlacements]:
    """Return the places where a tile would fit if it were face up in a turn of ``seat``.

    In set-up it is the tile that the seat to act has drawn.
    """
    turn = state.copy()
    if turn.phase != SETUP or turn.actor != seat:
        turn.actor, turn.phase = seat, MAIN
    turn.row, turn.drawn = [tile], tile
    return list(legal_tiles(turn).parts())


def _tile(typed: str, state: State) -> TileNumber:
    """Return the tile that a word names: a number, or six edges."""
    try:
        land = parse_tile(Token(typed, 1, 1), state.ruleset.tiles)
    except NotationError as problem:
        problem.line = problem.column = None
        problem.key = "--tile"
        raise
    tile = encode_edges(land.edges) if land.tile is None and land.edges else land.tile
    if tile is None or land.rotation or "/" in typed:
        raise NotationError(
            "expected the number of a tile, or six edges as in r.tr..; found {found}",
            key="--tile",
            found=repr(typed),
        )
    if tile >= 0 and any(tile == laid for laid, _ in state.laid.values()):
        raise NotationError(
            "EL-COMP-01: tile {tile} is already on the table", key="--tile", tile=tile
        )
    return tile


# Score


class ScorableJson(SetJson):
    """A set, and why it may not be scored now."""

    refused: RefusalJson | None


class BetterJson(TypedDict):
    """Main actions after which more could be scored."""

    actions: list[ActionJson]
    points: int
    gain: int
    set: list[CellJson]
    items: list[ItemJson]


class ScoreJson(PositionJson):
    """The sets of each colour with any refusal, and the main actions that add to them.

    ``barred`` is why no main action, or no set after one, is left in the open turn.
    """

    barred: RefusalJson | None
    before: dict[str, list[ScorableJson]]
    after: dict[str, list[BetterJson]]
    doubts: list[DoubtJson]


Sets = Sequence[tuple[ScoringSet, Refusal | None]]
Better = Sequence[tuple[Suggestion, Projection]]


def score(subject: QuerySubject, player: Player = None) -> Answer[ScoreJson]:
    """Show what each set is worth now, item by item, and which main action first would add to
    it."""
    network, caveats = subject.analysis.network, subject.analysis.caveats
    owners = subject.owners if player is None else [subject.owner(player)]
    sets: Mapping[Owner, Sets] = {owner: subject.sets(owner) for owner in owners}
    better: dict[Owner, Better] = {}
    barred: Refusal | None = None
    if subject.state is not None and not subject.analysis.problems:
        state, seat = subject.state, subject.seat(player)
        if seat == state.actor:
            barred = check_main_action(state.phase)
            barred = barred or check_moment(state.phase, has_scored=state.scored)
        better[subject.owners[seat]] = [] if barred else _better(state, seat)
    assumes = ("turn", "row", "stack")

    def document() -> ScoreJson:
        return {
            "schema": 1,
            "barred": refusal_to_json(barred),
            "before": {
                COLOURS[owner]: [
                    {**set_to_json(network, one), "refused": refusal_to_json(refusal)}
                    for one, refusal in found[:MOST_SETS]
                ]
                for owner, found in sets.items()
            },
            "after": {
                COLOURS[owner]: [
                    {
                        "actions": _actions_to_json(proposal.actions),
                        "points": proposal.points,
                        "gain": proposal.gain,
                        "set": _cells_to_json(then.best.set if then.best else ()),
                        "items": items_to_json(then.items),
                    }
                    for proposal, then in found
                ]
                for owner, found in better.items()
            },
            "doubts": [caveat.to_json() for caveat in caveats],
            **subject.shared_keys(assumes),
        }

    def marks() -> Marks:
        best = [found[0][0].members for found in sets.values() if found]
        cells = (network.cells[number] for members in best for number in members)
        return Marks(chosen=[cell_place(cell) for cell in cells if cell is not None])

    def lines() -> Iterator[Line]:
        for owner, found in sets.items():
            values = {"name": subject.who(owner), "points": found[0][0].points if found else 0}
            turn = subject.beside.turn
            is_done = turn and (turn.to_act, turn.phase) == (owner, AFTER)
            title = (
                say("{name}, in the open turn: {points} MW", **values)
                if is_done
                else say("{name}, before the main action: {points} MW", **values)
            )
            words = _set_words(subject, found)
            yield from titled(title, words, say("no set of energized structures"))
            if owner in better:
                yield from titled(
                    say("After a main action that adds to it"),
                    map(_better_words, better[owner]),
                    say("none: {why}", why=refusal_words(barred))
                    if barred
                    else say("none: a main action adds nothing this turn"),
                )
            yield []
        yield from uncertain(caveats)

    return subject.answer(document, lines, assumes, marks)


def _better(state: State, seat: Seat) -> Better:
    """Return main actions after which a seat could score more than now, best first.

    Of actions on a cell that lead to equal points, only the first is returned.
    """
    found: dict[tuple[Hex, int], tuple[Suggestion, Projection]] = {}
    for one in suggestions(state, seat):
        key = one.actions[0].at, one.points
        if len(one.actions) == 1 and one.gain > 0 and key not in found:
            found[key] = one, project(state, seat, one.actions)
        if len(found) == _MOST_BETTER:
            break
    return list(found.values())


def _set_words(subject: QuerySubject, sets: Sets) -> Iterator[str]:
    for one, refusal in sets[:_MOST_SHOWN_SETS]:
        words = value_of(subject.analysis.network, one)
        if refusal:
            words = say("{set}; not now: {why}", set=words, why=refusal_words(refusal))
        yield words
    if len(sets) > _MOST_SHOWN_SETS:
        rest = len(sets) - _MOST_SHOWN_SETS
        yield say("and {count} more sets, none worth more (see --json)", count=rest)


def _better_words(found: tuple[Suggestion, Projection]) -> str:
    proposal, then = found
    return say(
        "{actions}: then {cells}, {items}",
        actions=_action_words(proposal.actions),
        cells=cells_words(then.best.set) if then.best else "",
        items=items_words(then.items),
    )


# Light


class ProposalJson(TypedDict):
    """One action, or a tile and a build a turn later, and what they bring."""

    actions: list[ActionJson]
    points: int
    gain: int
    lit: list[CellJson]
    own: int


class LightJson(PositionJson):
    """The proposals for a seat, best first; for its next turn if it is ``barred`` in this one."""

    player: str
    barred: RefusalJson | None
    proposals: list[ProposalJson]


def light(subject: QuerySubject, player: Player = None) -> Answer[LightJson]:
    """Show which builds, and tiles with a build, energize structures or add to a possible
    score."""
    subject.check_pieces()
    state, seat = subject.table(), subject.seat(player)
    is_open = seat == state.actor and state.phase != SETUP
    barred = check_main_action(state.phase) if is_open else None
    found = suggestions(state, seat)
    assumes = ("turn", "hand", "markers", "bonus", "row", "stack")

    def document() -> LightJson:
        return {
            "schema": 1,
            "player": subject.colour(seat),
            "barred": refusal_to_json(barred),
            "proposals": [
                {
                    "actions": _actions_to_json(one.actions),
                    "points": one.points,
                    "gain": one.gain,
                    "lit": _cells_to_json(one.lit),
                    "own": one.own,
                }
                for one in found
            ],
            **subject.shared_keys(assumes),
        }

    def marks() -> Marks:
        if not found:
            return Marks()
        best, owner = found[0], subject.owners[seat]
        return Marks(
            lit=list(map(cell_place, best.lit)),
            planned=planned_places(best.actions, subject.ruleset.tiles, owner),
        )

    def lines() -> Iterator[Line]:
        name = subject.players[seat]
        if barred:
            why = refusal_words(barred)
            text = say("Nothing now: {why}. In the next turn, if the others do nothing:", why=why)
            yield from wrapped(text, first="")
        if found:
            best = _action_words(found[0].actions)
            title = say("To light or score more, {name} best plays {best}", name=name, best=best)
        else:
            title = say("{name} can light or score no more", name=name)
        nothing = say("nothing: no build or tile lights or adds anything")
        words = [*proposals(found)]
        if (rest := len(words) - _MOST_PROPOSALS) > 0:
            words[_MOST_PROPOSALS:] = [say("and {count} more (see --json)", count=rest)]
        yield from section(title, words, nothing)

    return subject.answer(document, lines, assumes, marks)


# Fit


class FitJson(TypedDict):
    """A tile that fits, and how it may be turned."""

    tile: int | str
    turns: list[int]


class GapJson(TypedDict):
    """A gap, the tiles that fit it, and the chances that one turns up."""

    at: CellJson
    beside: int
    row: list[FitJson]
    unseen: list[FitJson]
    next: float
    by_end: float
    dead: bool


class FittingJson(PositionJson):
    """The tiles that fit one gap, or every gap; the unseen tiles, and how many will come."""

    unseen: int
    next: int
    to_come: int
    gaps: list[GapJson]
    doubts: list[DoubtJson]


def fit(
    subject: QuerySubject,
    cell: Annotated[
        str | None,
        typer.Argument(metavar="Q,R", help="A gap, such as 2,-1. By default, all gaps."),
    ] = None,
) -> Answer[FittingJson]:
    """Show which remaining tiles fit a gap, and how likely one is to turn up.

    Without a cell: first the gaps that no remaining tile fits, then all the others.
    """
    state = subject.table()
    if cell is None:
        found = gaps(state)
    else:
        at = cell_of(cell)
        if at is None:
            raise NotationError("expected a cell, as in 0,-1; found {found}", found=repr(cell))
        if refusal := check_cell(state, at):
            raise NotationError("{rule}: {why}", rule=refusal.rule, why=refusal.wording)
        found = [gap_at(state, at)]
    left, to_come = len(unseen(state)), tiles_to_come(state)
    caveats = [caveat] if (caveat := subject.ruleset.tiles.caveat) else []
    assumes = ("row", "stack", "last")

    def document() -> FittingJson:
        return {
            "schema": 1,
            "unseen": left,
            "next": NEXT,
            "to_come": to_come,
            "gaps": [
                {
                    "at": list(gap.at),
                    "beside": gap.beside,
                    "row": _fits_to_json(gap.row),
                    "unseen": _fits_to_json(gap.left),
                    "next": gap.soon,
                    "by_end": gap.by_end,
                    "dead": gap.is_dead,
                }
                for gap in found
            ],
            "doubts": [caveat.to_json() for caveat in caveats],
            **subject.shared_keys(assumes),
        }

    def marks() -> Marks:
        return Marks(
            prices={cell_place(gap.at): "" for gap in found if not gap.is_dead},
            notes={cell_place(gap.at): str(len(gap.left)) for gap in found},
        )

    def lines() -> Iterator[Line]:
        if cell is not None:
            title = say("Tiles that fit {cell}", cell=cell_words(found[0].at))
            yield from section(title, _gap_words(state, found[0], left, to_come))
        else:
            dead = " ".join(cell_words(gap.at) for gap in found if gap.is_dead)
            title = say("Dead gaps: no remaining tile fits")
            yield from section(title, [dead or say("none")])
            yield from _gap_table(found, left, to_come)
        yield from uncertain(caveats)

    return subject.answer(document, lines, assumes, marks)


def _gap_words(state: State, gap: Gap, left: int, to_come: int) -> Iterator[str]:
    tiles = _fits_words(gap.row) or say("none")
    yield say("Face up, turned by sixths: {tiles}", tiles=tiles)
    yield say(
        "Of the {left} tiles that may remain, {count} fit: {tiles}",
        left=left,
        count=len(gap.left),
        tiles=_fits_words(gap.left) or say("none"),
    )
    if gap.is_dead:
        yield say("Dead: no remaining tile fits.")
        return
    soon, end = percent_words(gap.soon), percent_words(gap.by_end)
    yield say("Chance that one of the next 3 revealed tiles fits: {soon}", soon=soon)
    yield say(
        "Chance that one of the remaining tiles to be revealed, at most {count}, fits: {end}"
        if state.end_round
        else "Chance that one of the {count} tiles to come, with those set aside, fits: {end}",
        count=to_come,
        end=end,
    )


def _gap_table(found: Sequence[Gap], left: int, to_come: int) -> Iterator[Line]:
    """Yield a table of the gaps that a remaining tile fits."""
    yield from heading(
        say("Other gaps, and how many of the {left} possible tiles fit them", left=left)
    )
    head = (
        say("gap"),
        say("sides"),
        say("fit"),
        say("next 3"),
        say("next {count}", count=to_come),
        say("face up"),
    )
    rows = [
        (
            cell_words(gap.at),
            str(gap.beside),
            str(len(gap.left)),
            percent_words(gap.soon),
            percent_words(gap.by_end),
            " ".join(tile_text(fit.tile) for fit in gap.row),
        )
        for gap in found
        if not gap.is_dead
    ]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in [head, *rows]:
        cells = (text.rjust(width) for text, width in zip(row, widths[:-1], strict=False))
        yield [(f"  {'  '.join([*cells, row[-1]])}".rstrip(), "")]
    yield []


def _fits_words(fits: Sequence[Fit]) -> str:
    return "; ".join(f"{tile_text(fit.tile)} /{','.join(map(str, fit.rotations))}" for fit in fits)


def _fits_to_json(fits: Sequence[Fit]) -> list[FitJson]:
    return [{"tile": tile_to_json(fit.tile), "turns": list(fit.rotations)} for fit in fits]


# Best

Level = Annotated[str, typer.Option(metavar="|".join(LEVELS), help="The bot to ask.")]


class BarredJson(TypedDict):
    """A structure that can no longer be built."""

    at: CellJson
    kind: str


class TakenJson(TypedDict):
    """Points that go to the owner of a marker."""

    player: str
    at: CellJson
    points: int


class EffectJson(TypedDict):
    """The effect of an action."""

    lit: list[CellJson]
    closed: list[CellJson]
    barred: list[BarredJson]
    markers: list[TakenJson]
    points: int
    items: list[ItemJson]


class BestJson(PositionJson):
    """The turn of a bot, with a reason for each action, or why it has no turn."""

    player: str
    level: str
    refused: RefusalJson | None
    actions: list[ActionJson]
    reasons: list[str | None]
    effects: list[EffectJson]


def best(subject: QuerySubject, player: Player = None, level: Level = "normal") -> Answer[BestJson]:
    """Show what a bot would do in a player's position, and why."""
    subject.check_pieces()
    seat = subject.seat(player)
    bot = make_bot(level, _SEED)
    state, refusal = state_at_turn(subject.table(), seat)
    actions = [] if refusal else list(bot_turn(bot, state, seat))
    parts = [one for one, _ in actions if isinstance(one, LayTile | Build | Abandon | Score)]
    effects = project(state, seat, parts).effects if parts else ()
    assumes = ("turn", "hand", "markers", "score", "bonus", "row", "stack", "last")

    def document() -> BestJson:
        return {
            "schema": 1,
            "player": subject.colour(seat),
            "level": level,
            "refused": refusal_to_json(refusal),
            "actions": _actions_to_json(action for action, _ in actions),
            "reasons": [None if reason is None else str(reason) for _, reason in actions],
            "effects": [_effect_to_json(subject, effect) for effect in effects],
            **subject.shared_keys(assumes),
        }

    def marks() -> Marks:
        tiles, owner = subject.ruleset.tiles, subject.owners[seat]
        scored = [cell for one, _ in actions if isinstance(one, Score) for cell in one.set]
        lit = {cell for effect in effects for cell in effect.lit}
        return Marks(
            lit=[cell_place(cell) for cell in sorted(lit)],
            chosen=list(map(cell_place, scored)),
            planned=planned_places((one for one, _ in actions), tiles, owner),
        )

    def lines() -> Iterator[Line]:
        players = subject.players
        values = {"name": players[seat], "level": level}
        if actions:
            values["actions"] = _action_words(action for action, _ in actions)
            title = say("Best for {name}, says the {level} bot: {actions}", **values)
        else:
            title = say("Best for {name}, says the {level} bot: nothing", **values)
        yield from titled(title, [refusal_words(refusal)] if refusal else [])
        by_action: dict[Action, Effect] = {effect.action: effect for effect in effects}
        for action, reason in actions:
            words = _action_words([action])
            yield from item(f"{words}: {render_message(reason)}" if reason else words)
            if effect := by_action.get(action):
                for clause in effect_words(effect, players):
                    yield from wrapped(clause, " " * 8, first="    ")
        yield []

    return subject.answer(document, lines, assumes, marks)


def _effect_to_json(subject: QuerySubject, effect: Effect) -> EffectJson:
    return {
        "lit": _cells_to_json(effect.lit),
        "closed": _cells_to_json(effect.closed),
        "barred": [{"at": list(cell), "kind": KINDS[kind]} for cell, kind in effect.barred],
        "markers": [
            {
                "player": COLOURS[subject.owners[marker.seat]],
                "at": list(marker.at),
                "points": marker.points,
            }
            for marker in effect.markers
        ],
        "points": effect.points,
        "items": items_to_json(effect.items),
    }


# End


class EndJson(PositionJson):
    """The result as of now, and the points to score; lists are in the order of ``players``."""

    players: list[str]
    over: bool
    result: ResultJson
    unscored: list[int]
    stack: int
    final_rounds: int | None


def end(subject: QuerySubject) -> Answer[EndJson]:
    """Show who would win if the game ended now, how many turns are left, and what each player
    could still score."""
    state, names = subject.table(), subject.players
    result = provisional_result(state)
    unscored = [
        None
        if check_scores_again(state, seat)
        else sum(item.points for item in best_score(state, seat)[1])
        for seat in range(state.seats)
    ]
    assumes = ("score", "stack", "last")

    def document() -> EndJson:
        return {
            "schema": 1,
            "players": [COLOURS[owner] for owner in subject.owners],
            "over": state.phase == OVER,
            "result": result_facts(result),
            "unscored": [points or 0 for points in unscored],
            "stack": len(state.stack),
            "final_rounds": final_rounds(state),
            **subject.shared_keys(assumes),
        }

    def outlook() -> Iterator[str]:
        """Yield the points that each player could still score."""
        for name, points in zip(names, unscored, strict=True):
            if points is None:
                yield say("{name} has no turn left to score in", name=name)
            else:
                yield say(
                    "{name} could still score {points} MW with the best set",
                    name=name,
                    points=points,
                )

    def lines() -> Iterator[Line]:
        is_over = state.phase == OVER
        title = say("The game is over") if is_over else say("If the game ended now")
        winner, *others = narrate_result(result, names)
        yield from section(f"{title}: {winner}", others)
        if not is_over:
            title = say("Nothing more is scored at the end (EL-END-04)")
            yield from section(title, outlook())
            title = say("Turns left, {round}", round=round_words(state))
            yield from section(title, turns_left(state, names))

    return subject.answer(document, lines, assumes)


# Shared by several answers


def _cells_to_json(cells: Iterable[Hex]) -> list[CellJson]:
    return [list(cell) for cell in cells]


def _action_words(actions: Iterable[Action]) -> str:
    """Return actions in user notation, in order."""
    return ", ".join(as_typed(format_action(action)) for action in actions)


def _actions_to_json(actions: Iterable[Action]) -> list[ActionJson]:
    """Return actions as a record has them."""
    return [action_to_json(action) for action in actions]
