"""What the program knows of a game before it loads it: names, modules, and flags.

A wing is a package of the program for one game. Its modules have fixed names: ``presenter`` (the
face of the game), ``screen.table`` (the game on the full screen), ``companion.commands`` (what
follows ``gridgames NAME``), and whatever else asks for it with :meth:`Wing.part`. Each of them may
be missing.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from gridcommon.advice import Adviser
    from gridcommon.contract import AnyGame
    from gridcommon.ledger import Rule
    from gridgames.games.face import Face
    from gridgames.games.statistics import Statistics
    from gridgames.games.table import Table

HEADER_COMMANDS = ("play", "new", "simulate", "tournament", "serve")  # those that begin a game
RECORD_COMMANDS = ("compare", "replay", "resume", "review", "verify")  # those that read a record


class Flag(NamedTuple):
    """An option of the command line that one game adds to some commands.

    ``key`` says where its value goes: ``ruleset.NAME`` and ``setup.NAME`` into the header of the
    record, anything else to :meth:`Face.start`. The flag is called like the last part of it.
    ``reader`` is the ``module:function`` that reads the file of a table, for a record to carry it.
    ``titles`` are what people call the words that it takes.
    """

    key: str
    metavar: str
    help: str
    is_file: bool = False
    is_list: bool = False  # words separated by commas
    reader: str = ""
    commands: Sequence[str] = HEADER_COMMANDS
    titles: Mapping[str, str] = {}

    @property
    def name(self) -> str:
        """The name of the flag, as a parameter of a command."""
        return self.key.rpartition(".")[2]

    def put(self, value: Any, header: Mapping[str, dict[str, Any]]) -> None:
        """Put a value where ``key`` says, into a ``ruleset`` or a ``setup``."""
        part, _, name = self.key.rpartition(".")
        if self.is_list:
            value = [word.strip() for word in value.split(",")]
        if self.reader:
            module, _, function = self.reader.partition(":")
            value = getattr(import_module(module), function)(Path(value)).to_json()
        header[part][name] = value


# Of every game with positions in text; one flag of the command line for all of them.
POSITION = Flag(
    "position",
    "FILE",
    "Play on from this position; it must say who plays.",
    is_file=True,
    commands=("play", "simulate", "tournament"),
)


@cache  # one for each module of a wing
def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the room that it would be in
        return False


class Wing(NamedTuple):
    """A game in the program.

    ``engine`` is the package that keeps :class:`gridcommon.contract.Game`, ``package`` the one
    with the modules of the wing. ``points`` is the key of a result by which players are compared,
    ``unit`` what it counts.
    """

    name: str
    title: str
    engine: str
    package: str = ""  # none: only defaults
    flags: Sequence[Flag] = ()
    points: str = "scores"
    unit: str = "points"
    editions: Mapping[str, str] = {}  # by the letters of the ledger

    @property
    def game(self) -> "AnyGame":
        """The rules of the game."""
        engine: Any = import_module(self.engine)
        game: AnyGame = engine
        return game

    def to_json(self) -> dict[str, Any]:
        """Return what another program of ours needs to know the game, but for its flags."""
        known = ("name", "title", "engine", "package", "points", "unit")
        return {name: getattr(self, name) for name in known}

    @property
    def adviser(self) -> "Adviser | None":
        """What values the choices and positions of the game, None where nothing does."""
        name = f"{self.engine}.advising"
        if not _is_there(name):
            return None
        module: Any = import_module(name)
        adviser: Adviser = module
        return adviser

    @property
    def face(self) -> "Face":
        """What the program says and shows of the game."""
        presenter = self.part("presenter")
        if presenter is None:
            from gridgames.games.face import Face

            return Face(self.game)
        face: Face = presenter.Presenter(self.game)
        return face

    def table(self, face: "Face", names: Sequence[str], state: Any) -> "Table":
        """Return the game on the full screen."""
        from gridgames.games.table import PlainTable

        part = self.part("screen.table")
        kind: type[Table] = part.GameTable if part else PlainTable
        return kind(face, names, state)

    def statistics(self, state: Any, seats: int) -> "Statistics":
        """Return what counts a game from its first state on."""
        part = self.part("statistics")
        if part is None:
            from gridgames.games.statistics import FactStatistics

            return FactStatistics(self.game, state, seats)
        found: Statistics = part.GameStatistics(self.game, state, seats)
        return found

    def editions_of(self, rule: "Rule") -> list[str]:
        """Return the editions that a rule belongs to, none where the game has one only."""
        return [self.editions[letter] for letter in rule.edition]

    def has_part(self, name: str) -> bool:
        """Say whether the wing has a module ``name``, without loading it."""
        return bool(self.package) and _is_there(f"{self.package}.{name}")

    def part(self, name: str) -> Any:
        """Return the module ``name`` of the wing, None where it has none."""
        return import_module(f"{self.package}.{name}") if self.has_part(name) else None
