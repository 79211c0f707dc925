"""The registry of games: the one place that names them and the modules of their wings."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from gridcommon.errors import NotationError
from gridgames.show.wing import Flag, Wing, load_module

if TYPE_CHECKING:
    from gridcommon.contract import AnyGame
    from gridgames.show.face import Face
    from gridgames.show.table import Table

# Each game with the module of its wing, which is loaded on demand.
_WINGS: dict[str, str | Wing] = {
    "powergrid": "gridgames.wings.powergrid",
    "eletrika": "gridgames.wings.eletrika",
}


def names() -> list[str]:
    """Return the names of all games."""
    return list(_WINGS)


def wing_of(name: str) -> Wing:
    """Return the wing of a game. Raises NotationError for an unknown name."""
    found = _WINGS.get(name)
    if found is None:
        known = ", ".join(_WINGS)
        raise NotationError(
            "expected one of {known}, found {found}", key="game", known=known, found=repr(name)
        )
    if isinstance(found, str):
        wing: Wing = load_module(found).WING
        return wing
    return found


def wings() -> list[Wing]:
    """Return the wings of all games."""
    return [wing_of(name) for name in _WINGS]


def game_of(name: str) -> "AnyGame":
    """Return the engine of a game. Raises NotationError for an unknown name."""
    return wing_of(name).game


def face_of(name: str) -> "Face":
    """Return the presenter of a game. Raises NotationError for an unknown name."""
    return wing_of(name).face


def table_of(face: "Face", names: Sequence[str], state: Any) -> "Table":
    """Return the full-screen table of a game, for players with these names."""
    return wing_of(face.game.NAME).table(face, names, state)


@contextmanager
def register(wing: Wing) -> Iterator[None]:
    """Register one more game for the duration of a ``with`` block."""
    _WINGS[wing.name] = wing
    try:
        yield
    finally:
        del _WINGS[wing.name]


def flags_of(command: str) -> dict[str, Flag]:
    """Return the flags that games add to a command, keyed by name."""
    return {flag.name: flag for wing in wings() for flag in wing.flags if command in flag.commands}


def options_from_text(name: str, typed: Sequence[str]) -> dict[str, Any]:
    """Return the JSON values of rule options typed as ``NAME=VALUE``, keyed by name.

    Raises NotationError naming the option.
    """
    from gridcommon.options import KEY, find_option

    options: dict[str, Any] = {}
    known = game_of(name).OPTIONS
    for text in typed:
        word, equals, value = text.partition("=")
        word = word.strip()
        if not equals:
            raise NotationError("expected an option as NAME=VALUE, found {found}", found=repr(text))
        if word in options:
            raise NotationError("given twice", key=f"{KEY}.{word}")
        option = find_option(known, word)
        options[word] = option.to_json(option.from_text(value.strip()))
    return options


class GameChoice(NamedTuple):
    """The game that a command line chooses: its name and flags.

    ``flags`` has the values of the given flags of all games, keyed by name.
    """

    game: str
    options: Sequence[str] = ()
    flags: Mapping[str, Any] = {}

    def ruleset(self) -> dict[str, Any]:
        """Return the ``ruleset`` of a record's header.

        Raises NotationError naming the option, or the file of an unusable table.
        """
        options = options_from_text(self.game, self.options)
        ruleset: dict[str, Any] = game_of(self.game).Ruleset().to_json()
        ruleset["options"] = options
        files = {}
        for flag, value in self._own():
            if flag.key.startswith("ruleset."):
                flag.put(value, {"ruleset": ruleset})
                if flag.reader:
                    files[flag.key] = str(value)
        for name in options:
            game_of(self.game).OPTIONS[name].check_use(ruleset.get("edition"))
        if files:
            try:
                game_of(self.game).Ruleset.from_json(ruleset)
            except NotationError as problem:
                problem.source = files.get(problem.key or "")
                raise
        return ruleset

    def setup(self) -> dict[str, Any]:
        """Return the chosen draws, as the ``setup`` of a record's header."""
        setup: dict[str, Any] = {}
        for flag, value in self._own():
            if flag.key.startswith("setup."):
                flag.put(value, {"setup": setup})
        return setup

    def start(self) -> dict[str, Any]:
        """Return the other start settings, for :meth:`Face.begin`."""
        return {flag.key: value for flag, value in self._own() if "." not in flag.key}

    @property
    def kept_seats(self) -> str:
        """The value of ``--seats`` that a game with the real box implies, '' for any other game."""
        names = self.start().get("keep", "").split(",")
        return ",".join(f"{name}=human" for name in names) if names != [""] else ""

    def _own(self) -> Iterator[tuple[Flag, Any]]:
        """Yield the game's flags and values.

        Raises NotationError for flags of other games, or two for one thing.
        """
        given: dict[str, Flag] = {}
        for name, value in self.flags.items():
            owners = {
                wing.name: flag for wing in wings() for flag in wing.flags if flag.name == name
            }
            if self.game not in owners:
                raise NotationError(
                    "{flag} is an option of {other} only",
                    flag=next(iter(owners.values())).typed,
                    other=", ".join(owners),
                )
            flag = owners[self.game]
            first = given.setdefault(flag.key, flag)
            if first is not flag:
                raise NotationError(
                    "{one} and {other} exclude each other", one=first.typed, other=flag.typed
                )
            yield flag, value
