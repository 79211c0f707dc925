"""An Eletrika game in plain words: the board, the players, and the current task."""

from collections.abc import Iterable, Iterator, Sequence

from eletrika.actions import Action, EndTurn
from eletrika.declarations import unknown_in_row
from eletrika.ending import unsure
from eletrika.projection import best_score
from eletrika.scoring import items_of_score, legal_scores
from eletrika.sites import buildable_kinds, fitting_kinds, stock_of
from eletrika.state import AFTER, OVER, SETUP, State, seat_at
from eletrika.state_values import bonus_tiles
from eletrika.tables import (
    COLOUR_NAMES,
    FINAL_ROUNDS,
    KIND_NAMES,
    KINDS,
    ROW,
    UNKNOWN_EDGE,
    UNKNOWN_KIND,
    UNKNOWN_LETTER,
)
from eletrika.tile_edges import tile_text
from gridcommon.contract import Seat
from gridcommon.errors import Typed, Word
from gridcommon.hexes import Hex
from gridgames.languages.caveats import marked, notes
from gridgames.languages.messages import say
from gridgames.show.characters import words
from gridgames.show.parts import Banner, Panel
from gridgames.terminal.output import Line, wrapped
from gridgames.wings.eletrika.description.words import (
    cell_words,
    edges_words,
    items_words,
    pawns_words,
    points_words,
    whole_task,
)

_HEAD = "bold"


def describe_game(
    state: State, names: Sequence[str], panels: Sequence[Panel], board: Iterable[Line]
) -> Iterator[Line]:
    """Yield the public game in words: the lines of a board, and the panels beside it."""
    yield [("Eletrika", _HEAD), (f"  {round_words(state)}", "")]
    yield from wrapped(say("Now: {task}", task=to_do(state, names)), "  ", _HEAD, first="")
    if shown := [*board]:
        yield []
        yield from shown
    for panel in panels:
        if panel.key != "legend":
            yield []
            yield from words(panel)


def describe_board(state: State, names: Sequence[str]) -> Iterator[Line]:
    """Yield the board tile by tile: the structure or the legal builds, and the edges."""
    tiles = state.ruleset.tiles
    yield [(say("The board: each cell with its edges, clockwise from the east"), _HEAD)]
    for cell, edges in sorted(state.lands.items()):
        parts = [_on_cell(state, cell, names)]
        if marker := state.markers.get(cell):
            owner, value = marker
            parts.append(say("the marker of {value} MW of {name}", value=value, name=names[owner]))
        parts.append(edges_words(edges, tiles))
        yield from wrapped(f"{cell_words(cell)}: {'; '.join(parts)}", "      ", first="  ")
    yield from wrapped(
        say(
            "East of 0,0 is 1,0; southeast 0,1; southwest -1,1; west -1,0; northwest "
            "0,-1; northeast 1,-1."
        ),
        style="dim",
    )
    for note in notes(dict.fromkeys(forest.caveat for forest in tiles.forests if forest.caveat)):
        yield from wrapped(say("Not certain: {note}", note=note), "  ", "dim", first="")


def _on_cell(state: State, cell: Hex, names: Sequence[str]) -> str:
    """Return the structure on a cell, or the legal builds there."""
    if cell == state.source:
        return say("the source")
    if cell in state.kinds:
        return _structure(state, cell, names)
    if not fitting_kinds(state, cell):
        return say("closed")
    water = state.ruleset.tiles.water[state.laid[cell][0]]
    fitting = buildable_kinds(state, cell, water, stock_of(state.reserve))
    kinds = ", ".join(say(name) for kind, name in enumerate(KIND_NAMES) if fitting >> kind & 1)
    return say("room for {kinds}", kinds=kinds or say("nothing"))


def _structure(state: State, cell: Hex, names: Sequence[str]) -> str:
    kind = Word(KIND_NAMES[state.kinds[cell]])
    if cell not in state.owners:
        if cell in state.lit:
            return say("{kind} without a pawn, lit", kind=kind)
        return say("{kind} without a pawn, dark", kind=kind)
    is_lit = cell in state.lit
    template = "{kind} of {name}, {pawns}, lit" if is_lit else "{kind} of {name}, {pawns}, dark"
    pawns = pawns_words(state.pawns[cell])
    return say(template, kind=kind, name=names[state.owners[cell]], pawns=pawns)


def to_do(state: State, names: Sequence[str]) -> str:
    """Return the current task, and who has to do it."""
    name, colour = names[state.actor], say(COLOUR_NAMES[state.colours[state.actor]])
    who = name if name == colour else f"{name} ({colour})"
    return whole_task(state.phase, who, tile_text(state.drawn), has_scored=state.scored)


def task_words(state: State, names: Sequence[str]) -> str:
    """Return the current task in a few words, and who has to do it; '' after the end."""
    if state.phase == OVER:
        return ""
    name = names[state.actor]
    if state.phase == SETUP:
        return say("{name}: lay the set-up tile", name=name)
    if state.phase == AFTER:
        return say("{name}: score or end", name=name)
    if state.scored:
        return say("{name}: lay a tile or build", name=name)
    return say("{name}: tile, build or score", name=name)


def round_words(state: State) -> str:
    """Return the round, and the last round if it is known."""
    if not state.round:
        return say("set-up")
    if state.end_round:
        return say("round {round}, the last is {last}", round=state.round, last=state.end_round)
    return say("round {round}", round=state.round)


def turning_point(state: State, names: Sequence[str], seat: Seat | None) -> Banner | None:
    """Return the final rounds or the last one, and before them how many tiles are left.

    Rules: EL-END-01, EL-END-03, EL-END-04, EL-STUCK-03.
    """
    last = state.end_round
    if not state.round or state.phase == OVER:
        return None
    if not last:
        count = len(state.stack)
        told = say("The final rounds begin soon: {count:tile|tiles} in the stack.", count=count)
        return Banner(brief=told if count <= state.seats else "")
    is_last = state.round == last
    sentences = [
        say("The game ends after this round.")
        if is_last
        else say("The stack has run out, or no tile fits: round {last} is the last.", last=last),
        say("At the end, only scored sets count."),
    ]
    if seat is not None:
        count = turns_of(state, seat, last)
        sentences.insert(1, say("You have {count:turn|turns} left.", count=count))
    standing = []
    for one in sorted(range(len(names)), key=lambda one: (one != seat, -state.scores[one])):
        points = points_words(state.scores[one], is_sure=one not in unsure(state))
        standing.append((one, f"{names[one]} {points}"))
    title = say("LAST ROUND") if is_last else say("FINAL ROUNDS")
    return Banner(title, sentences, standing, " ".join(sentences[:-1]))


def turns_of(state: State, seat: Seat, last: int) -> int:
    """Return how many turns a seat has until the end of a round, the present one included."""
    turn = state.turn if state.round else 0
    is_to_come = (seat - seat_at(state, 0)) % state.seats >= turn
    return last - max(1, state.round) + is_to_come


def turns_left(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield how many turns each player has left, the one to act first.

    Until the stack has run out this is the least: a tile in every turn.  Rules: EL-END-03.
    """
    seats, now = state.seats, max(1, state.round)
    turn = state.turn if state.round else 0
    last = state.end_round
    if not last:
        # The tiles that the other players draw in set-up come first
        tiles = len(state.stack) - (0 if state.round else seats - 1 - state.turn)
        tiles += state.ruleset.end_trigger == "failed_draw"
        is_drawn = state.phase == AFTER and len(state.row) == ROW
        last = now + (turn + max(0, tiles - 1 + is_drawn)) // seats + FINAL_ROUNDS
    for place in range(seats):
        seat = (state.actor + place) % seats
        count = turns_of(state, seat, last)
        if state.end_round:
            yield say("{name}: {count:turn|turns}", name=names[seat], count=count)
        else:
            yield say("{name}: {count:turn|turns} or more", name=names[seat], count=count)
    if state.end_round:
        yield say("Round {last} is the last; the present turn counts (EL-END-03).", last=last)
    else:
        yield say(
            "The stack holds {count:tile|tiles}. When it runs out, the round and two more are"
            " played (EL-END-03); a turn without a tile makes the game longer.",
            count=len(state.stack),
        )


def lit_or_dark(state: State, cell: Hex) -> str:
    """Return a structure as in ``Tower 1,0 lit``."""
    lit_template = "{kind} {cell} lit" if cell in state.lit else "{kind} {cell} dark"
    return say(lit_template, kind=Word(KIND_NAMES[state.kinds[cell]]), cell=cell_words(cell))


def prospects(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield the best set that each player could score now, without another tile or build.

    Rules: EL-SCORE-01, EL-SCORE-05.
    """
    for seat, name in enumerate(names):
        best, items = best_score(state, seat)
        if best is None:
            yield f"{name}: {say('no set of energized structures')}"
            continue
        structures = ", ".join(
            say("{kind} {cell}", kind=Word(KIND_NAMES[state.kinds[cell]]), cell=cell_words(cell))
            for cell in best.set
        )
        values = {"points": sum(item.points for item in items), "items": items_words(items)}
        words = say("{points} MW with {structures} ({items})", structures=structures, **values)
        yield f"{name}: {words}"


def wasteful_warning(state: State, action: Action) -> str | None:
    """Return a warning if ending the turn gives up a set that could be scored, or None."""
    if not isinstance(action, EndTurn):
        return None
    sets = [items_of_score(state, one) for one in legal_scores(state)]
    best = max(sets, key=lambda items: sum(item.points for item in items), default=())
    points = sum(item.points for item in best)
    text = say("A set worth {points} MW could be scored.", points=points)
    return marked(text, (item.caveat for item in best)) if points else None


def missing_information(state: State) -> str:
    """Return the visible facts that have not been entered yet."""
    cells = [cell for cell, edges in state.lands.items() if UNKNOWN_EDGE in edges]
    missing = []
    if state.bonus == UNKNOWN_KIND:
        missing.append(say("the kind in high demand ({words})", words=Typed("bonus T")))
    if count := len(unknown_in_row(state)):
        words = Typed("reveal 13, reveal r.tr..")
        missing.append(say("{count:tile|tiles} face up ({words})", count=count, words=words))
    if count := len(cells):
        words = Typed(f"set {cell_words(cells[0])} 13/2")
        text = say("{count:tile|tiles} on the board ({words})", count=count, words=words)
        missing.append(text)
    if UNKNOWN_KIND in state.queue:
        words = Typed(f"queue {' '.join(KINDS[: len(state.queue)])}")
        missing.append(say("the order of the bonus tiles ({words})", words=words))
    places = [one.place for one in state.unsettled if one.members and one.place]
    if any(state.covered[place - 1 : place] == (UNKNOWN_KIND,) for place in places):
        # Points that depend on a bonus tile that is covered now.
        letters = " ".join(["U", *[UNKNOWN_LETTER] * (len(bonus_tiles(state)) - 1)])
        words = Typed(f"queue {letters}")
        missing.append(say("the bonus tiles from the first ({words})", words=words))
    return say("Please enter: {what}", what="; ".join(missing)) if missing else ""
