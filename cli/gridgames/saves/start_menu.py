"""The rows of the start menu, and the command line that each choice stands for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from os import SEEK_END
from pathlib import Path
from typing import Any

from gridcommon.errors import NotationError
from gridcommon.options import Option
from gridgames.bots.roster import level_words
from gridgames.games.registry import names, wing_of
from gridgames.games.wing import Flag, Wing
from gridgames.languages.language import Language, catalogue, current_language
from gridgames.languages.messages import say
from gridgames.saves.saves import Save, saved_games
from gridgames.saves.saves_text import session_words
from gridgames.sessions.session import default_level, default_seats
from gridgames.sessions.settings import Settings

HUMAN = "human"
_MOST_SAVES = 20  # that are offered; gridgames resume lists them all
_END = 4096  # bytes of a save in which its last line begins


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the menu: what it sets and to what; ``key`` tells it from the others.

    ``acts`` is whether Enter does something there besides going to the next value.
    """

    key: str
    label: str
    value: str = ""
    acts: bool = False
    begins_group: bool = False


class StartMenu:
    """A game as it is set up, from what was remembered; it changes only by :meth:`change`."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        last = settings.last
        known = names()
        self.game: str = last["game"] if last.get("game") in known else known[0]
        self.name: str = last["name"] if isinstance(last.get("name"), str) else ""
        self._chosen: dict[str, dict[str, Any]] = {
            name: _remembered(wing_of(name), last.get(name)) for name in known
        }
        self._saves = list(islice(filter(_goes_on, saved_games()), _MOST_SAVES))
        self._save = 0
        self._pass_unreadable(1)

    @property
    def language(self) -> str:
        """The language that was chosen last, empty if none was or we do not have it."""
        kept = self.settings.language
        return kept if kept in [str(one) for one in Language] else ""

    @property
    def wing(self) -> Wing:
        """The game that is chosen."""
        return wing_of(self.game)

    @property
    def seats(self) -> list[str]:
        """Who sits at each seat: ``human`` or the level of a bot."""
        seats: list[str] = self._chosen[self.game]["seats"]
        return seats

    @property
    def _options(self) -> dict[str, Option]:
        """The options of the game that the edition chosen has a use for, by name."""
        edition = self._chosen[self.game]["flags"].get("edition")
        options = self.wing.game.OPTIONS.items()
        return {name: option for name, option in options if option.is_used_in(edition)}

    def rows(self) -> Iterator[Row]:
        """Yield the lines of the menu."""
        yield Row("play", say("Play"), self.wing.title, acts=True)
        if self._saves:
            yield Row("resume", say("Continue"), _described(self._saves[self._save]), acts=True)
        yield Row("learn", say("Learn"), say("a lesson of ten minutes"), acts=True)
        yield Row("game", say("Game"), self.wing.title, begins_group=True)
        chosen = self._chosen[self.game]
        for flag in _flags(self.wing):
            value = chosen["flags"][flag.name]
            shown = say(flag.words[value])
            yield Row(f"--{flag.name}", say(flag.name).capitalize(), shown)
        yield Row("players", say("Players"), str(len(self.seats)))
        for seat, who in enumerate(self.seats):
            shown = say("a person") if who == HUMAN else level_words(who)
            yield Row(f"seat {seat}", say("Seat {number}", number=seat + 1), shown)
        if HUMAN in self.seats:
            yield Row("name", say("Your name"), self.name or say("Player {number}", number=1))
        for number, (name, option) in enumerate(self._options.items()):
            value = chosen["options"].get(name, option.words()[0])
            label, shown = option_words(self.wing, name, value)
            yield Row(f"option {name}", label, shown, begins_group=not number)
        language = catalogue(current_language()).name
        yield Row("language", say("Language"), language, begins_group=True)
        yield Row("quit", say("Quit"), acts=True)

    def change(self, key: str, step: int) -> None:
        """Go to the next value of a line, or the one before."""
        chosen = self._chosen[self.game]
        kind, _, name = key.partition(" ")
        match kind:
            case "resume":
                self._save = (self._save + step) % len(self._saves)
                self._pass_unreadable(step)
            case "game" | "play":
                self.game = _next(names(), self.game, step)
            case "players":
                seats = list(self.wing.game.SEATS)
                count = _next(seats, len(self.seats), step)
                level = default_level(list(self.wing.game.LEVELS))
                chosen["seats"] = [*self.seats, *[level] * count][:count]
            case "seat":
                levels = (HUMAN, *self.wing.game.LEVELS)
                self.seats[int(name)] = _next(levels, self.seats[int(name)], step)
            case "option":
                words = self.wing.game.OPTIONS[name].words()
                value = _next(words, chosen["options"].get(name, words[0]), step)
                chosen["options"].pop(name, None)
                if value != words[0]:
                    chosen["options"][name] = value
            case "language":
                self.settings.language = _next(
                    [str(one) for one in Language], current_language(), step
                )
            case _ if key.startswith("--"):
                flag = next(one for one in _flags(self.wing) if f"--{one.name}" == key)
                flags = chosen["flags"]
                flags[flag.name] = _next(list(flag.words), flags[flag.name], step)

    def _pass_unreadable(self, step: int) -> None:
        """Go on from saves that cannot be read, and offer them no more; gridgames resume does."""
        while self._saves and not _described(self._saves[self._save]):
            del self._saves[self._save]
            self._save = (self._save - (step < 0)) % max(len(self._saves), 1)

    def words(self) -> list[str]:
        """Return what starts the game at a command line, after ``gridgames``."""
        chosen = self._chosen[self.game]
        name = f"{self.name}={HUMAN}" if self.name else HUMAN
        seats = self.seats[:]
        if HUMAN in seats:
            seats[seats.index(HUMAN)] = name
        words = ["play", self.game, "--seats", ",".join(seats)]
        if HUMAN not in self.seats:
            words.append("--watch")
        for flag in _flags(self.wing):
            value = chosen["flags"][flag.name]
            if value != next(iter(flag.words)):
                words += [f"--{flag.name}", value]
        for option in self._options:
            if option in chosen["options"]:
                words += ["--option", f"{option}={chosen['options'][option]}"]
        return words

    def resumed(self) -> list[str]:
        """Return what goes on with the saved game that is shown."""
        return ["resume", str(self._saves[self._save])]

    def learned(self) -> list[str]:
        """Return what begins the lesson of the game."""
        return ["learn", self.game]

    def keep(self) -> None:
        """Remember all that is chosen."""
        self.settings.last = {"game": self.game, "name": self.name, **self._chosen}
        self.settings.keep()


def _remembered(wing: Wing, kept: Any) -> dict[str, Any]:
    """Return what was chosen for a game; what is missing or unknown is as by default."""
    game = wing.game
    known = kept if isinstance(kept, Mapping) else {}
    seats = known.get("seats")
    levels = (HUMAN, *game.LEVELS)
    if not isinstance(seats, list) or len(seats) not in game.SEATS or not set(seats) <= set(levels):
        seats = [HUMAN, *[default_level(list(wing.game.LEVELS))] * (default_seats(game) - 1)]
    flags, options = known.get("flags"), known.get("options")
    flags = flags if isinstance(flags, Mapping) else {}
    options = options if isinstance(options, Mapping) else {}
    return {
        "seats": seats,
        "flags": {
            flag.name: flags[flag.name]
            if flags.get(flag.name) in flag.words
            else next(iter(flag.words))
            for flag in _flags(wing)
        },
        "options": {
            name: options[name]
            for name, option in game.OPTIONS.items()
            if options.get(name) in option.words()[1:]
        },
    }


def _flags(wing: Wing) -> list[Flag]:
    """Return the flags of a game that are a choice among words."""
    return [flag for flag in wing.flags if "play" in flag.commands and len(flag.words) > 1]


def _next(values: Sequence[Any], value: Any, step: int) -> Any:
    return values[(values.index(value) + step) % len(values)]


def _goes_on(path: Path) -> bool:
    """Return whether a saved game seems not to be over: its last line has no result."""
    try:
        with path.open("rb") as file:
            file.seek(0, SEEK_END)
            file.seek(max(0, file.tell() - _END))
            return not file.read().rpartition(b"\n{")[2].startswith(b'"result"')
    except OSError:
        return False


@lru_cache(maxsize=_MOST_SAVES)
def _described(path: Path) -> str:
    """Return a saved game in words, empty if it cannot be read."""
    try:
        return session_words(Save(path).read())
    except NotationError:
        return ""


def option_words(wing: Wing, name: str, value: str) -> tuple[str, str]:
    """Return what an option is called, and what a value of it is; as typed where nothing is said.

    >>> option_words(wing_of("powergrid"), "depot_coal", "when_empty")
    ('Coal of the depot is for sale', 'when the market has none')
    """
    option = wing.game.OPTIONS[name]
    told = option.titles.get(
        value, {"true": "yes", "false": "no", "null": "none"}.get(value, value)
    )
    return say(option.title or name), say(told)


def about(menu: StartMenu, key: str) -> str:
    """Return what a line of the menu is about, where no rule says it."""
    kind = key.partition(" ")[0]
    match kind:
        case "play":
            return say("Start this game. The command below starts it without the menu.")
        case "resume":
            return say("Resume a saved game; ← and → select another one.")
        case "learn":
            return say("Learn this game by playing it. Each step explains what to do and why.")
        case "players":
            least, *_, most = menu.wing.game.SEATS
            return say("From {least} to {most} players.", least=least, most=most)
        case "seat":
            levels = ", ".join(map(level_words, menu.wing.game.LEVELS))
            return say("A human player or a bot, from weak to strong: {levels}.", levels=levels)
        case "name":
            return say("Type your name; without one you are Player 1.")
        case _ if key.startswith("--"):
            return say(next(one.help for one in _flags(menu.wing) if f"--{one.name}" == key))
    return ""
