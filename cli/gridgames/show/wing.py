"""Wings: the names, modules and flags of a game, known before the game is loaded.

A wing is the package of the program for one game. Its modules have fixed names: ``presenter`` (the
game in words), ``screen.table`` (the game on the full screen), ``companion.commands`` (the commands
of ``gridgames NAME``), and any module that is loaded with :meth:`Wing.part`. Every module is
optional.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from gridcommon.contract import AnyGame
    from gridcommon.evaluation import Evaluator
    from gridcommon.ledger import Rule
    from gridgames.show.face import Face
    from gridgames.show.statistics import Statistics
    from gridgames.show.table import Table

HEADER_COMMANDS = ("play", "new", "simulate", "tournament", "serve")  # they start a game
RECORD_COMMANDS = ("compare", "replay", "resume", "review", "verify")  # they read a record


class Flag(NamedTuple):
    """An option of the command line that one game adds to some commands.

    ``key`` says where its value is stored: ``ruleset.NAME`` and ``setup.NAME`` in the header of the
    record, any other key in the arguments of :meth:`Face.begin`. The last part of the key is the
    name of the flag, unless it is ``called`` otherwise: two flags may give the same key.
    ``title`` is its label where a game with the real box is set up, '' if it is
    not asked for there. ``reader`` is the ``module:function`` that reads the file of a table, which
    a record embeds. ``table`` is the ``engine:section`` of the engine's ``data/tables.toml`` whose
    keys are the allowed words, the default first.
    """

    key: str
    metavar: str = ""  # none: the allowed words
    help: str = ""
    is_file: bool = False
    is_list: bool = False  # words separated by commas
    reader: str = ""
    commands: Sequence[str] = HEADER_COMMANDS
    table: str = ""
    title: str = ""
    called: str = ""

    @property
    def name(self) -> str:
        """The name of the flag, as a parameter of a command."""
        return self.called or self.key.rpartition(".")[2]

    @property
    def typed(self) -> str:
        """The flag as it is typed."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def words(self) -> Mapping[str, str]:
        """The allowed words with their display names, the default first; empty for any word."""
        return _titles(self.table) if self.table else {}

    def put(self, value: Any, header: Mapping[str, dict[str, Any]]) -> None:
        """Store a value under ``key``, in a ``ruleset`` or a ``setup``."""
        part, _, name = self.key.rpartition(".")
        if self.is_list:
            value = [word.strip() for word in value.split(",")]
        if self.reader:
            module, _, function = self.reader.partition(":")
            value = getattr(import_module(module), function)(Path(value)).to_json()
        header[part][name] = value


# Of every game with a position notation; the games share one flag of the command line.
POSITION = Flag(
    "position",
    "FILE",
    "Start from this position, which must list the players.",
    is_file=True,
    commands=("play", "simulate", "tournament", "serve"),
)

# Of every game that can be kept beside a real box.
KEEP = Flag(
    "keep",
    "NAME,NAME...",
    "Keep a game on your own table for these players, clockwise (see gridgames GAME keep).",
    commands=("play", "serve"),
)


@cache  # one for each table of words
def _titles(table: str) -> Mapping[str, str]:
    """Return the keys of a section of an engine's tables with their titles; load no engine."""
    from gridcommon.tables import parse_toml, read_text

    engine, _, section = table.partition(":")
    found = find_spec(engine)
    assert found is not None, engine
    folder = next(iter(found.submodule_search_locations or ()))
    file = Path(folder, "data", "tables.toml")
    words = parse_toml(read_text(file), str(file))[section]
    return {word: entry["title"] for word, entry in words.items()}


@cache  # one for each wing, and for each engine
def load_module(name: str) -> Any:
    """Return a module by its full name; batches need one several times for each game."""
    return import_module(name)


@cache  # one for each module of a wing
def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the package that would contain it
        return False


class Wing(NamedTuple):
    """The wing of a game: its names, packages and flags.

    ``engine`` is the package of the engine, and ``package`` the package of the wing. ``points`` is
    the key of the result that players are compared by, and ``unit`` its unit. ``about`` has two
    sentences on what the game is about, and ``length`` how long it takes.
    """

    name: str
    title: str
    engine: str
    package: str = ""  # none: only defaults
    flags: Sequence[Flag] = ()
    points: str = "scores"
    unit: str = "points"
    editions: Mapping[str, str] = {}  # keyed by the letters of the ledger
    about: Sequence[str] = ()
    length: str = ""

    @property
    def game(self) -> "AnyGame":
        """The engine of the game."""
        return cast("AnyGame", load_module(self.engine))

    def to_json(self) -> dict[str, Any]:
        """Return the fields that a worker process needs to load the game, without the flags."""
        known = ("name", "title", "engine", "package", "points", "unit")
        return {name: getattr(self, name) for name in known}

    @property
    def evaluator(self) -> "Evaluator | None":
        """The evaluator of choices and positions, or None if the game has none."""
        name = f"{self.engine}.evaluator"
        return cast("Evaluator", import_module(name)) if _is_there(name) else None

    @property
    def face(self) -> "Face":
        """The presenter of the game."""
        from gridgames.show.face import Face

        part = self.part("presenter")
        kind: type[Face] = part.Presenter if part else Face
        return kind(self.game)

    def table(self, face: "Face", names: Sequence[str], state: Any) -> "Table":
        """Return the full-screen table of the game."""
        from gridgames.show.table import Table

        part = self.part("screen.table")
        kind: type[Table] = part.GameTable if part else Table
        return kind(face, names, state)

    def statistics(self, state: Any, seats: int) -> "Statistics":
        """Return the statistics object of a game, starting with its first state."""
        from gridgames.show.statistics import Statistics

        part = self.part("statistics")
        kind: type[Statistics] = part.GameStatistics if part else Statistics
        return kind(self.game, state, seats)

    def editions_of(self, rule: "Rule") -> list[str]:
        """Return the editions that a rule belongs to, or none if the game has only one edition."""
        return [self.editions[letter] for letter in rule.edition]

    def has_part(self, name: str) -> bool:
        """Return whether the wing has a module ``name``, without loading it."""
        return bool(self.package) and _is_there(f"{self.package}.{name}")

    def part(self, name: str) -> Any:
        """Return the module ``name`` of the wing, or None."""
        return import_module(f"{self.package}.{name}") if self.has_part(name) else None
