"""Keeping score of a game of Eletrika with the real box: short entries and declarations.

13 e T          tile 13 east of the last tile, with a Tower       T ne    a Tower north-east of it
r.tr.. 1,0 2    a tile by its edges as it lies, with a marker     e.ne    a walk; 1,0.e  from there
reveal 22       a tile that was turned up                         set score W12    a correction
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from eletrika.actions import LayTile
from eletrika.declarations import apply_declaration, unknown_in_row
from eletrika.ending import unsure
from eletrika.game import check
from eletrika.notation import format_full, parse_full
from eletrika.overrides import check_override, override_line
from eletrika.pieces import cell_of
from eletrika.position import to_position
from eletrika.state import NO_KIND, State
from eletrika.state_values import bonus_tiles
from eletrika.tables import (
    COLOURS,
    EDGE_LETTERS,
    KINDS,
    MARKERS,
    UNKNOWN_EDGE,
    UNKNOWN_KIND,
    UNKNOWN_LETTER,
    Kind,
    Owner,
    TileNumber,
    kind_text,
)
from eletrika.tile_edges import tile_from_json, tile_text, tile_to_json
from eletrika.view import unseen
from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Typed, Wording
from gridcommon.hexes import DIRECTION_NAMES, step
from gridcommon.records import Declaration, Header
from gridcommon.spelling import is_number, quoted, unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed, say
from gridgames.show.keeping import Keeper
from gridgames.show.menus import PASS, Choice, Menu, Numbers, submenu
from gridgames.show.standing_orders import KEEPING, OrderKeyword
from gridgames.wings.eletrika.description.situation import missing_information, to_do
from gridgames.wings.eletrika.description.words import (
    cell_words,
    word_of_positions,
    words_of_positions,
)
from gridgames.wings.eletrika.menu import fitting, in_demand, revealed
from gridgames.wings.eletrika.presenter import Presenter

_TILE = re.compile(r"(\d{1,2}|\?|[^\d\W]?[^\s/]{6})(?:/([0-5]))?")


@cache  # one
def _directions() -> Mapping[str, int]:
    """Return the directions by their short names in all languages."""
    names = {name.lower(): place for place, name in enumerate(DIRECTION_NAMES)}
    typed = words_of_positions().items()
    short = {word: names[english] for word, english in typed if english in names and len(word) < 3}
    return names | short


@cache  # one
def _step() -> re.Pattern[str]:
    return re.compile("|".join(sorted(_directions(), key=len, reverse=True)))


@cache  # one
def _where() -> re.Pattern[str]:
    """Return the pattern of a cell, of a walk from the last tile, or of a walk from a cell."""
    return re.compile(rf"([+-]?\d{{1,4}},[+-]?\d{{1,4}})?((?:\.?(?:{_step().pattern}))*\.?)")


def is_scorekept(header: Header) -> bool:
    """Return whether a header starts a scorekeeping game: one whose stack is unknown."""
    stack = header.setup.get("stack")
    return isinstance(stack, list) and bool(stack) and all(tile == "?" for tile in stack)


class ScorekeeperPresenter(Keeper, Presenter):
    """The presenter for the person who keeps score beside a real table."""

    examples = (
        "13 e T, r.tr.. 1,0 2, 13/2 ne, T 0,1, score 0,0 3,0, end; reveal 22, set 1,0 13/2,"
        " fix 7 T e, drop 7, entries"
    )
    help = (
        ("13 e T", Wording("tile 13 to the east of the last tile, with a Tower (2 pawns)")),
        ("13/2 1,0 1", Wording("turned by two sixths, on 1,0, with the 1 MW marker")),
        (
            "r.tr.. e.ne",
            Wording("a tile given by its edges as it lies, two steps from the last one"),
        ),
        (
            "T e   U .   P 1,0.w",
            Wording("build to the east of the last tile, on it, to the west of 1,0"),
        ),
        ("score . e   abandon 1,0   end   pass", None),
        ("T e!", Wording("although a rule forbids it")),
    )
    order_words = (
        *Presenter.order_words,
        OrderKeyword("reveal", "the revealed tiles: numbers or edges", "TILE ...", ("v",)),
        OrderKeyword("queue", "the bonus tiles to come, in their order", "U S P C"),
        OrderKeyword("bonus", "the bonus tile that is in high demand", "T"),
        OrderKeyword("set", "overrule the program: a line of a position", "LINE"),
        *KEEPING,
    )

    _colours: Sequence[Owner] = range(len(COLOURS))  # of the seats, as last seen

    def situation_lines(self, state: State, seat: Seat, names: Sequence[str]) -> Iterator[str]:
        _, *lines = super().situation_lines(state, seat, names)
        yield to_do(state, names)
        yield from lines
        if missing := self.missing_information(state):
            yield missing

    def missing_information(self, state: State) -> str:
        self._colours = state.colours
        return missing_information(state)

    def doubts(self, state: State) -> Iterator[str]:
        if missing := missing_information(state):
            yield missing
        yield say(
            "Unknown: {count:tile|tiles} of the stack, {aside} set aside.",
            count=len(state.stack),
            aside=len(state.aside),
        )
        if open_seats := unsure(state):
            who = ", ".join(self.names[seat] for seat in open_seats)
            yield say("Points that depend on missing facts: {names}", names=who)
        yield say(
            "Assumed: the tiles and points of the tables in use, five pawns and two markers for"
            " each player, and the structures of the rules."
        )

    def asked_before(self, state: State, entry: Any) -> str:
        """Return the question for the face of a tile of which nothing is known."""
        del state
        if not isinstance(entry, LayTile) or entry.tile != tile_from_json("?"):
            return ""
        return say(
            "Which tile is on {cell}? Type its number or its six edges, as in {example}, or "
            "{unknown} if nobody knows.",
            cell=(cell := cell_words(entry.at)),
            example=Typed(f"13/2 {cell}"),
            unknown=Typed(f"? {cell}!"),
        )

    def answers_menu(self, state: State, entry: Any) -> Menu:
        """Return the tiles that fit on the cell, then the unknown tile itself."""
        cell = cell_words(entry.at)
        choices = [
            choice
            for tile in sorted(tile for tile in unseen(state) if tile >= 0)
            if (choice := fitting(state, entry, tile))
        ]
        nobody = Choice("", entry, name=say("Nobody knows"), typed=PASS)
        title = say("Which tile is on {cell}?", cell=cell)
        return Menu(title, choices, [nobody], is_brief=True, numbers=_of_tile("", cell))

    def menu(self, state: State, actions: Sequence[Any]) -> Menu:
        """Return the choices, first those that enter face-up pieces."""
        self._colours = state.colours
        menu = super().menu(state, actions)
        return replace(menu, first=[*self._facts_to_tell(state), *menu.first])

    def _facts_to_tell(self, state: State) -> Iterator[Choice]:
        if unknown := unknown_in_row(state):
            seen = [state.row[place] for place in unknown]
            tiles = state.ruleset.tiles
            possible = sorted(
                tile
                for tile in unseen(state)
                if tile >= 0 and any(tiles.agree(one, tile) for one in seen)
            )
            make = partial(revealed, state, possible)
            yield Choice(
                say("face up: {count:tile|tiles} to enter", count=len(unknown)),
                menu=lambda: Menu(
                    say("Which tile is face up?"), make(), is_brief=True, numbers=_of_tile("reveal")
                ),
                count=len(possible),
                name=say("Enter a face-up tile"),
            )
        if state.bonus == UNKNOWN_KIND:
            left = [kind for kind in range(len(KINDS)) if kind not in bonus_tiles(state)]
            yield submenu(
                say("in high demand: not entered"),
                say("Which kind is in high demand?"),
                left,
                partial(in_demand, state),
                name=say("Enter the kind in high demand"),
            )

    def format(self, action: Any) -> str:
        if not isinstance(action, Declaration):
            return super().format(action)
        if "queue" in action.data:
            return as_typed(f"queue {' '.join(action.data['queue'])}")
        if action.kind == "reveal":
            tiles = " ".join(map(str, action.data.get("row", ())))
            return as_typed(f"reveal {tiles}")
        return (
            as_typed("set")
            + " "
            + ", ".join(_put(self._colours, *one) for one in action.data.items())
        )

    def parse(self, state: State, text: str) -> Any:
        self._colours = state.colours
        words = text.split()
        head = _english(words[0]) if words else ""
        declared = _declared(state, head, words)
        if declared is None:
            return super().parse(state, _in_full(state, head, words) or text)
        apply_declaration(state.copy(), declared.kind, declared.data)
        return declared

    check_overruled = staticmethod(check_override)
    overruled = staticmethod(override_line)


def _of_tile(words: str, ending: str = "") -> Numbers:
    return Numbers(say("A number is the tile."), words, ending)


def _declared(state: State, head: str, words: Sequence[str]) -> Declaration | None:
    """Return the declaration in an entry, or None if the entry is an action."""
    match head:
        case "queue" | "bonus":
            return Declaration("reveal", {"queue": _bonus_tiles(state, head, " ".join(words))})
        case "reveal" | "v":
            if len(words) > 1:
                return Declaration("reveal", {"row": _tiles_to_json(state, words[1:])})
            raise NotationError(
                "type reveal and the tiles: numbers or edges, as in reveal 13 r.tr.."
            )
        case "set":
            return Declaration("set", _set(state, words[1:]))
        case _:
            return None


def _in_full(state: State, head: str, words: Sequence[str]) -> str:
    """Return an action in full notation, or an empty string if it has no short form."""
    if head in ("$", "score", "abandon", "recall"):
        cells = (_cell(state, word) or word for word in words[1:])
        return " ".join(["score" if head == "$" else head, *cells])
    cell = _cell(state, words[1]) if len(words) > 1 else None
    if not cell:
        return ""
    if (kind := _kind(words[0])) is not None:
        return " ".join([f"build {KINDS[kind]} {cell}", *words[2:]])
    found = _TILE.fullmatch(words[0])
    if not found:
        return ""
    tile, turn = _tile_of(state, found[1]), found[2]
    if not turn:
        turn = _turn(state, tile, cell) if tile >= 0 else 0
    return f"tile {tile_text(tile)}/{turn} {cell} {_bonus(words[2:])}".strip()


_BY_SEAT = {"scores": "score", "hands": "hand", "markers": "markers"}


def _put(colours: Sequence[Owner], key: str, value: Any) -> str:
    """Return a correction in user notation; a whole board is only mentioned."""
    if key == "position":
        return say("position")
    if subject := _BY_SEAT.get(key):
        held = [one if isinstance(one, list) else [one] for one in value]
        parts = (
            f"{COLOURS[colours[seat]]}{''.join(map(str, one))}"
            for seat, one in enumerate(held)
            if one != [None]
        )
        return f"{word_of_positions(subject)} {' '.join(parts)}"
    if key == "turn":
        value = value if value is None else COLOURS[colours[value]]
    text = " ".join(map(str, value)) if isinstance(value, list) else value
    return f"{word_of_positions(key)} {text}"


def _english(word: str) -> str:
    plain = unaccented(word)
    return input_words("commands").get(plain, input_words().get(plain, plain))


def _cell(state: State, word: str) -> str | None:
    """Return the cell that a word means, or None if it means none.

    A word is a cell, a walk from a cell, or a walk from the last tile.
    """
    found = _where().fullmatch(word.lower())
    if not found or not word:
        return None
    here = (cell_of(found[1]) if found[1] else None) or next(reversed(state.laid))
    for name in _step().findall(found[2]):
        here = step(here, _directions()[name])
    return cell_words(here)


def _kind(word: str) -> int | None:
    """Return the kind that a letter or a name means, or None."""
    if len(word) == 1 and word.upper() in KINDS:
        return KINDS.index(word.upper())
    return None


def _tile_of(state: State, word: str) -> TileNumber:
    if is_number(word):
        return tile_from_json(int(word))
    tiles = state.ruleset.tiles
    letters = [tiles.letter(letter) for letter in word]
    if None in letters and word != "?":
        allowed = " ".join((*EDGE_LETTERS, UNKNOWN_EDGE))
        raise NotationError(
            "{found}: a tile has six edges, of {letters}", found=quoted(word), letters=allowed
        )
    return tile_from_json("?" if word == "?" else "".join(filter(None, letters)))


def _turn(state: State, tile: TileNumber, cell: str) -> int:
    """Return the rotation at which a tile fits. Raises NotationError if several differ."""
    at = cell_of(cell)
    assert at is not None, cell
    seat, faces = state.actor, state.ruleset.tiles.faces[tile]
    fitting = [
        turn
        for turn in range(6)
        if faces[turn] not in faces[:turn] and check(state, LayTile(seat, tile, turn, at)) is None
    ]
    if len(fitting) > 1:
        turns = ", ".join(f"{tile}/{turn} ({faces[turn]})" for turn in fitting)
        raise NotationError("tile {tile} fits in several ways: {turns}", tile=tile, turns=turns)
    return fitting[0] if fitting else 0


def _bonus(words: Sequence[str]) -> str:
    """Return the bonus action in full notation: from ``T``, from ``2``, or unchanged."""
    if len(words) == 1:
        kind = _kind(words[0])
        if kind is not None:
            return f"build {KINDS[kind]}"
        if words[0] in map(str, MARKERS):
            return f"marker {words[0]}"
    return " ".join(words)


def _bonus_tiles(state: State, head: str, line: str) -> list[str]:
    """Return all bonus tiles in order, with those of a line in their places.

    ``queue`` has the tiles to come, or all from the first of the game.
    """
    position = parse_full(f"0,0 src\n{line}", state.ruleset.tiles, words_of_positions())
    kinds: tuple[Kind, ...] = position.queue or ()
    count = len(bonus_tiles(state))
    before = count - len(state.queue)
    if head == "bonus":
        if state.bonus == NO_KIND or position.bonus is None:
            raise NotationError("EL-CITY-01: nothing is in high demand before a City is built")
        kinds, first = (position.bonus,), before - 1
    else:
        first = 0 if len(kinds) == count else before
    if head == "queue" and len(kinds) not in (count, len(state.queue)):
        raise NotationError(
            "write the {left} bonus tiles to come, or all {count} from the first, with ? for"
            " unknown ones; found {found}",
            left=len(state.queue),
            count=count,
            found=len(kinds),
        )
    order = [UNKNOWN_LETTER] * count
    order[first : first + len(kinds)] = map(kind_text, kinds)
    return order


def _set(state: State, words: Sequence[str]) -> dict[str, Any]:
    """Return the correction in a line of a position.

    Points, pawns and markers may be given for some players only.
    """
    if not words:
        raise NotationError("type set and a line of a position, as in set score W12")
    line = " ".join(words)
    if cell_of(words[0]) is not None:
        return _with_line(state, line)
    position = parse_full(f"0,0 src\n{line}", state.ruleset.tiles, words_of_positions())
    open_seats = unsure(state)
    sure = [None if seat in open_seats else one for seat, one in enumerate(state.scores)]
    owner = position.to_act
    values = {
        "scores": _by_seat(state, position.scores, sure),
        "hands": _by_seat(state, position.hands, state.hands),
        "markers": _by_seat(state, position.markers_in_hand, state.markers_in_hand),
        "turn": None if position.is_open or owner is None else _seat(state, owner),
        "stack": position.stack,
        "bonus": None if position.bonus is None else kind_text(position.bonus),
        "round": position.round,
        "row": None if position.row is None else _tiles_to_json(state, words[1:]),
    }
    given = {key: value for key, value in values.items() if value is not None}
    return given or _with_line(state, line)


def _tiles_to_json(state: State, words: Sequence[str]) -> list[int | str]:
    return [tile_to_json(_tile_of(state, word)) for word in words]


def _seat(state: State, owner: Owner) -> Seat:
    """Return the seat of a colour. Raises NotationError if no player has it."""
    if owner not in state.colours[: state.seats]:
        raise NotationError("no player has the colour {letter}", letter=COLOURS[owner])
    return state.colours.index(owner)


def _by_seat(state: State, given: Mapping[Owner, Any], held: Sequence[Any]) -> list[Any] | None:
    """Return ``held`` with the given values by seat, or None if none is given."""
    by_seat = {_seat(state, owner): value for owner, value in given.items()}
    found = [by_seat.get(seat, value) for seat, value in enumerate(held)]
    return [list(one) if isinstance(one, tuple) else one for one in found] if given else None


def _with_line(state: State, line: str) -> dict[str, Any]:
    """Return the current position with the line of one tile or word replaced."""
    head, _, rest = line.partition(" ")
    lines = format_full(to_position(state)).splitlines()
    kept = [one for one in lines if one.split()[0] != head.lower()]
    if rest.strip():
        kept.append(line)
    return {"position": "\n".join(kept) + "\n"}
