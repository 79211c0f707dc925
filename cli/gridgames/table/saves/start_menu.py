"""The form of the next game, and the command line that results from its settings."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from gridcommon.errors import NotationError
from gridcommon.options import Option
from gridcommon.records import read_object
from gridgames.languages.language import Language, catalogue, current_language
from gridgames.languages.ledgers import ambiguities, option_words
from gridgames.languages.messages import say
from gridgames.show.registry import GameChoice, names, wing_of
from gridgames.show.wing import Wing
from gridgames.table.bots.roster import Bots, level_words
from gridgames.table.saves.new_games import GameForm, choice_flags, default_level, default_seats
from gridgames.table.saves.saves import Ending, last_line, saved_games
from gridgames.table.settings import Settings

HUMAN = "human"
LEVEL_WORDS = {
    "random": "Moves at random: for a first look at the rules.",
    "beginner": "Has just read the lesson. Anybody who takes the best of every turn beats it.",
    "easy": "Knows the game a little: pays too much, and looks only at its own turn.",
    "normal": "Plays soundly: values what it gets, and counts the last round.",
    "hard": "Tries a few choices, and plays on from each in its head.",
    "expert": "The strongest: tries many choices, and takes longer to think.",
}
_MAX_COUNTED = 500  # latest saves whose results are counted
_HEADER = 1 << 16  # bytes, at most


@dataclass(frozen=True, slots=True)
class MenuLine:
    """A line of the form: a setting with its value and an explanation, or a heading."""

    key: str  # unique
    label: str
    value: str = ""
    about: str = ""
    is_heading: bool = False
    is_changed: bool = False  # the value is not the usual one


class StartMenu:
    """The settings of the next game, starting from the last ones; :meth:`change` changes them."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        last = settings.last
        known = names()
        self.game: str = last["game"] if last.get("game") in known else known[0]
        self.name: str = last["name"] if isinstance(last.get("name"), str) else ""
        self._chosen: dict[str, dict[str, Any]] = {
            name: _remembered(wing_of(name), last.get(name)) for name in known
        }
        self.shows_options = False

    @cached_property
    def _outcomes(self) -> list[tuple[str, str, bool]]:
        """The game, each rival's level and whether the person won, from the finished saves."""
        paths = saved_games()[:_MAX_COUNTED]
        return [outcome for path in paths for outcome in _outcomes(path)]

    @cached_property
    def _played(self) -> Counter[tuple[str, str]]:
        return Counter((game, level) for game, level, _ in self._outcomes)

    @cached_property
    def _won(self) -> Counter[tuple[str, str]]:
        return Counter((game, level) for game, level, is_won in self._outcomes if is_won)

    @property
    def language(self) -> str:
        """The language chosen last, or an empty text if there is none or it is unknown."""
        kept = self.settings.language
        return kept if kept in [str(one) for one in Language] else ""

    @property
    def wing(self) -> Wing:
        """The chosen game."""
        return wing_of(self.game)

    @property
    def seats(self) -> list[str]:
        """The player of each seat: ``human``, or the level of a bot."""
        seats: list[str] = self._chosen[self.game]["seats"]
        return seats

    @property
    def _options(self) -> dict[str, Option]:
        """The options of the game that the chosen edition uses, by name."""
        edition = self._chosen[self.game]["flags"].get("edition")
        options = self.wing.game.OPTIONS.items()
        return {name: option for name, option in options if option.is_used_in(edition)}

    def rows(self) -> Iterator[MenuLine]:
        """Yield the lines of the form."""
        wing, chosen = self.wing, self._chosen[self.game]
        yield MenuLine("game", say("Game"), wing.title)
        for flag in choice_flags(wing.name):
            value = chosen["flags"][flag.name]
            shown = say(flag.words[value])
            yield MenuLine(f"--{flag.name}", say(flag.name).capitalize(), shown, say(flag.help))
        least, *_, most = wing.game.SEATS
        about = say("From {least} to {most} players.", least=least, most=most)
        yield MenuLine("players", say("Players"), str(len(self.seats)), about)
        for seat, who in enumerate(self.seats):
            about = say("Somebody at this keyboard. ← and → select a bot.")
            shown = say("a person")
            if who != HUMAN:
                shown = say("bot: {level}", level=level_words(who))
                if games := self._played[self.game, who]:
                    won = self._won[self.game, who]
                    shown += " · " + say("you won {won} of {games}", won=won, games=games)
                about = say(LEVEL_WORDS.get(who, ""))
            yield MenuLine(f"seat {seat}", say("Seat {number}", number=seat + 1), shown, about)
        if HUMAN in self.seats:
            about = say("Type your name; without one you are Player 1.")
            shown = self.name or say("Player {number}", number=1)
            yield MenuLine("name", say("Your name"), shown, about)
        yield from self._option_rows()
        language = catalogue(current_language()).name
        yield MenuLine("language", say("Language"), language, about=say("English or Portuguese."))

    def _option_rows(self) -> Iterator[MenuLine]:
        """Yield a line for all options, and if it is open a line for each, in groups."""
        wing, options = self.wing, self._options
        chosen: dict[str, str] = self._chosen[self.game]["options"]
        changed = sum(name in options for name in chosen)
        count = say("{count:option|options} changed", count=changed) if changed else say("as usual")
        edition = self._chosen[self.game]["flags"].get("edition")
        about = say("Details of the rules, in groups. Enter shows or hides them.")
        yield MenuLine(
            "options",
            say("Rules"),
            f"{count} {'▾' if self.shows_options else '▸'}",
            about,
            is_changed=bool(changed),
        )
        if not self.shows_options:
            return
        for group in dict.fromkeys(option.group for option in options.values()):
            yield MenuLine(f"group {group}", say(group), is_heading=True)
            for name, option in options.items():
                if option.group == group:
                    usual = option.words()[0]
                    value = chosen.get(name, usual)
                    label, shown = option_words(option, value)
                    is_changed = value != usual
                    about = option_about(wing, name, edition)
                    yield MenuLine(f"option {name}", label, shown, about, is_changed=is_changed)

    def kind(self) -> str:
        """Return the edition and the map of the next game in words, '' if there are none."""
        chosen = self._chosen[self.game]["flags"]
        return ", ".join(say(flag.words[chosen[flag.name]]) for flag in choice_flags(self.game))

    def players(self) -> str:
        """Return the players of the next game in words."""
        people = self.seats.count(HUMAN)
        who = [say("you") if people == 1 else say("{count} people", count=people)] * bool(people)
        for level in dict.fromkeys(one for one in self.seats if one != HUMAN):
            count, words = self.seats.count(level), level_words(level)
            who.append(f"{count} × {words}" if count > 1 else words)
        return ", ".join(who)

    def change(self, key: str, step: int) -> None:
        """Select the value ``step`` places after that of a line."""
        chosen = self._chosen[self.game]
        kind, _, name = key.partition(" ")
        match kind:
            case "game":
                self.game = _next(names(), self.game, step)
            case "players":
                seats = list(self.wing.game.SEATS)
                count = _next(seats, len(self.seats), step)
                chosen["seats"] = [*self.seats, *[self._level] * count][:count]
            case "bots":
                level = _next(list(self.wing.game.LEVELS), self._level, step)
                chosen["seats"] = [one if one == HUMAN else level for one in self.seats]
            case "seat":
                levels = (HUMAN, *self.wing.game.LEVELS)
                self.seats[int(name)] = _next(levels, self.seats[int(name)], step)
            case "option":
                words = self.wing.game.OPTIONS[name].words()
                value = _next(words, chosen["options"].get(name, words[0]), step)
                chosen["options"].pop(name, None)
                if value != words[0]:
                    chosen["options"][name] = value
            case "options":
                self.shows_options = not self.shows_options
            case "language":
                self.settings.language = _next(
                    [str(one) for one in Language], current_language(), step
                )
            case _ if key.startswith("--"):
                flag = next(one for one in choice_flags(self.game) if f"--{one.name}" == key)
                flags = chosen["flags"]
                flags[flag.name] = _next(list(flag.words), flags[flag.name], step)

    def form(self) -> GameForm:
        """Return the form of the game, filled in."""
        chosen = self._chosen[self.game]
        name = f"{self.name}={HUMAN}" if self.name else HUMAN
        seats = self.seats[:]
        if HUMAN in seats:
            seats[seats.index(HUMAN)] = name
        flags = {
            flag.name: chosen["flags"][flag.name]
            for flag in choice_flags(self.game)
            if chosen["flags"][flag.name] != next(iter(flag.words))
        }
        known = chosen["options"]
        options = [f"{option}={known[option]}" for option in self._options if option in known]
        watch = HUMAN not in self.seats
        return GameForm(GameChoice(self.game, options, flags), ",".join(seats), watch=watch)

    def words(self) -> list[str]:
        """Return the arguments of the command that starts the game."""
        return self.form().words()

    @property
    def _level(self) -> str:
        """The level of the first bot, or the default."""
        bots = (one for one in self.seats if one != HUMAN)
        return next(bots, default_level(list(self.wing.game.LEVELS)))

    def watched(self) -> list[str]:
        """Return the arguments of the command that lets bots play for the people too."""
        form = self.form()
        seats = [self._level if who == HUMAN else who for who in self.seats]
        return replace(form, seats=",".join(seats), watch=True).words()

    def keep(self) -> None:
        """Save the settings for the next start."""
        self.settings.last = {"game": self.game, "name": self.name, **self._chosen}
        self.settings.keep()


def _remembered(wing: Wing, kept: Any) -> dict[str, Any]:
    """Return the saved settings of a game, with defaults for missing and unknown ones."""
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
            for flag in choice_flags(wing.name)
        },
        "options": {
            name: options[name]
            for name, option in game.OPTIONS.items()
            if options.get(name) in option.words()[1:]
        },
    }


def _next(values: Sequence[Any], value: Any, step: int) -> Any:
    return values[(values.index(value) + step) % len(values)]


def _outcomes(path: Path) -> Iterator[tuple[str, str, bool]]:
    """Yield the game, the level and whether the person won for each level met in a finished save.

    Only the first and the last line are read. A game of several people, or a file that is not such
    a save, has none.
    """
    with suppress(OSError, ValueError, NotationError), path.open("rb") as file:
        header, last = file.readline(_HEADER), last_line(file)
        if not last.startswith(Ending.RESULT.value):
            return
        match read_object(header.decode()), read_object("{" + last.decode()):
            case {"game": str(game), "players": list(players)}, {"result": {"winners": list(won)}}:
                if game not in names() or not all(isinstance(one, str) for one in players):
                    return
                levels = [Bots(game).of_player(one) for one in players]
                if levels.count(None) == 1:
                    for level in {level.partition("-")[0] for level in levels if level}:
                        yield game, level, levels.index(None) in won


def option_about(wing: Wing, name: str, edition: str | None) -> str:
    """Return the values of an option in words with the usual one, and its question."""
    option = wing.game.OPTIONS[name]
    asked = next(
        one for one in ambiguities(wing.game.LEDGER, current_language()) if name in one.options
    )
    usual, *others = (option_words(option, value)[1] for value in option.words())
    words = say("Usually {usual}; or {others}.", usual=usual, others=" / ".join(others))
    if edition and option.editions:
        words += " " + say("Only in this edition.")
    return f"{words} {asked.question.replace('**', '').replace('`', '')}"
