"""The sides of a comparison: a game, for Power Grid an edition or the Cartel game, and options.

A side is written ``GAME[:PART,PART...]``. A part is the word of an edition (``recharged``, the
default, or ``classic``), ``cartel`` for Recharged's game for two, ``map=usa``, or an option of the
rules as ``NAME=VALUE``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from gridcommon.errors import NotationError, Wording
from gridcommon.options import find_option
from gridgames.games.registry import GameName, game_of

if TYPE_CHECKING:
    from eletrika.ruleset import Ruleset as EletrikaRules
    from powergrid.ruleset import Ruleset as PowerRules

EDITIONS = ("recharged", "classic")
CARTEL = "cartel"
MAPS = ("germany", "usa")

STANDARD = ("powergrid:recharged", "powergrid:classic", "powergrid:cartel", "eletrika")


@dataclass(frozen=True, slots=True)
class Side:
    """A game with its edition (empty for Eletrika) and what differs from the defaults, sorted."""

    game: str
    variant: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    map: str = "germany"

    @property
    def name(self) -> str:
        """The side as it is written, options that are defaults left out.

        >>> parse_side("powergrid:map=usa,classic").name
        'powergrid:classic,map=usa'
        """
        parts = [self.variant] if self.variant else []
        parts += [f"map={self.map}"] if self.map != MAPS[0] else []
        parts += [f"{name}={written(value)}" for name, value in self.options]
        return self.game + (":" + ",".join(parts) if parts else "")

    @property
    def edition(self) -> str:
        """The edition of Power Grid; that of the Cartel game is Recharged."""
        return EDITIONS[0] if self.variant == CARTEL else self.variant

    def power_rules(self) -> "PowerRules":
        """Return the ruleset of a side of Power Grid."""
        from powergrid.ruleset import Ruleset

        return Ruleset(self.edition, self.map, **dict(self.options))

    def eletrika_rules(self) -> "EletrikaRules":
        """Return the ruleset of a side of Eletrika."""
        from eletrika.ruleset import make_ruleset

        return make_ruleset(dict(self.options))


def written(value: object) -> str:
    """Return the value of an option as it is typed."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, tuple):
        from eletrika.tables import KINDS

        return "".join(KINDS[kind] for kind in value)
    return str(value)


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known names that look most like ``word``, all of them where none does."""
    names = list(known)
    return ", ".join(get_close_matches(word.lower(), names, n=3, cutoff=0.5) or names)


def parse_side(text: str) -> Side:
    """Return the side that ``text`` names. Raises NotationError with the nearest names.

    >>> parse_side("eletrika:energized=component").options
    (('energized', 'component'),)
    """
    game, colon, rest = text.strip().partition(":")
    game = game.lower()
    if game not in tuple(GameName):
        raise NotationError(
            "unknown side {side}; nearest are {known}",
            side=repr(text),
            known=nearest(text, STANDARD),
        )
    parts = [part.strip() for part in rest.split(",")] if colon else []
    words = [part.lower() for part in parts if "=" not in part]
    variants = (*EDITIONS, CARTEL) if game == GameName.POWERGRID else ()
    for word in words:
        if word not in variants:
            raise NotationError(
                "{side}: unknown part {word}; {known}",
                side=text,
                word=repr(word),
                known=Wording("nearest are {known}", {"known": nearest(word, variants)})
                if variants
                else Wording("the parts of a side of eletrika are options, NAME=VALUE", {}),
            )
    if len(words) > 1:
        raise NotationError(
            "{side}: a side has one edition, found {words}", side=text, words=", ".join(words)
        )
    values = _values(text, game, [part for part in parts if "=" in part])
    board = values.pop("map", MAPS[0])
    defaults = defaults_of(game)
    options = sorted((name, value) for name, value in values.items() if value != defaults[name])
    variant = words[0] if words else (EDITIONS[0] if variants else "")
    side = Side(game, variant, tuple(options), board)
    if game == GameName.ELETRIKA:
        side.eletrika_rules()  # options that cannot go together
    return side


def _values(side: str, game: str, parts: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    known = [*defaults_of(game), *(["map"] if game == GameName.POWERGRID else [])]
    for part in parts:
        name, _, value = (word.strip() for word in part.partition("="))
        if name not in known:
            raise NotationError(
                "{side}: unknown option {name}; nearest are {known}",
                side=side,
                name=repr(name),
                known=nearest(name, known),
            )
        if name in values:
            raise NotationError("{side}: {name} stands there twice", side=side, name=name)
        if name == "map":
            if value not in MAPS:
                raise NotationError(
                    "{side}: unknown map {value}; known are {known}",
                    side=side,
                    value=repr(value),
                    known=", ".join(MAPS),
                )
            values[name] = value
            continue
        try:
            values[name] = find_option(game_of(game).OPTIONS, name).from_text(value)
        except NotationError as problem:
            problem.source = problem.source or side
            raise
    return values


def defaults_of(game: str) -> dict[str, Any]:
    """Return the options of a game, each with its default."""
    return {name: one.default for name, one in game_of(game).OPTIONS.items()}


def parse_sides(texts: Iterable[str]) -> list[Side]:
    """Return the sides to compare, two at least. Raises NotationError."""
    sides: list[Side] = []
    for text in texts:
        side = parse_side(text)
        if side in sides:
            raise NotationError("{side} stands there twice", side=side.name)
        sides.append(side)
    if len(sides) < 2:
        raise NotationError(
            "a comparison has two sides at least, found {found}; known are {known}",
            found=len(sides),
            known=", ".join(STANDARD),
        )
    return sides
