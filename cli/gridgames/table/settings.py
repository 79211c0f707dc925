"""Settings of a person for all games, stored in a small file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from textwrap import wrap
from typing import Any

from platformdirs import user_config_path

from gridcommon.errors import NotationError, truncate
from gridcommon.spelling import unaccented
from gridgames.languages.catalogue import input_words
from gridgames.languages.messages import as_typed, say
from gridgames.system.durable_files import replace
from gridgames.system.files import locate
from gridgames.table.session import Session
from gridgames.terminal.pictures.choice import Way, way
from gridgames.terminal.pictures.mode import Mode, prefer
from gridgames.terminal.seat_styles import COLOURS_BY_THEME

PAUSES = (0.0, 0.2, 0.5, 1.0, 2.0)  # seconds before each move of a bot, from fast to slow
THEMES = tuple(COLOURS_BY_THEME)  # of the full screen
MODES = tuple(mode.value for mode in Mode)  # of pictures in the terminal
_COMMENTED = 76  # columns of a comment


def settings_path() -> Path:
    """Return the path of the settings file."""
    return user_config_path("gridgames", appauthor=False) / "settings.json"


@dataclass(slots=True)
class Settings:
    """Settings; ``path`` is their file, or None if they apply to one game only."""

    confirm: bool = True  # ask before a wasteful action
    motion: bool = True  # what has changed is highlighted for a moment
    pause: float | None = None  # seconds before each move of a bot; None: the default
    language: str = ""  # as in --lang; empty: the language of the locale
    theme: str = THEMES[0]  # of the full screen
    picture: str = MODES[0]  # whether boards are pictures
    last: dict[str, Any] = field(default_factory=dict)  # the last choices in the start menu
    tables: dict[str, Any] = field(default_factory=dict)  # files by name, by option: tiles, scoring
    path: Path | None = None

    def keep(self) -> None:
        """Write the settings, or keep them only until the program ends if that fails."""
        if self.path is None:
            return
        kept = {name: value for name, value in asdict(self).items() if name != "path"}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace(self.path, f"{json.dumps(kept, indent=1)}\n".encode())
        except OSError:
            return


def read_settings(path: Path | None = None) -> Settings:
    """Return the stored settings, with defaults for missing or invalid values."""
    path = path or settings_path()
    settings = Settings(path=path)
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return settings
    if not isinstance(kept, dict):
        return settings
    for name, default in asdict(settings).items():
        value = kept.get(name)
        if name not in _ALLOWED:
            is_valid = isinstance(value, type(default))
        else:
            is_valid = value in _ALLOWED[name] and not isinstance(value, bool)
        if is_valid:
            setattr(settings, name, value)
    return settings


_ALLOWED: Mapping[str, Sequence[Any]] = {"pause": PAUSES, "theme": THEMES, "picture": MODES}


def name_of(typed: str) -> str:
    """Return a name under which a table is remembered. Raises NotationError for any other text."""
    name = typed.strip()
    if not name or len(name) > 40 or not all(sign.isalnum() or sign in "-_" for sign in name):
        raise NotationError(
            "a name has letters, digits, - and _; found {found}", key="name", found=repr(typed)
        )
    return name


def remember_table(option: str, name: str, path: Path) -> None:
    """Remember a file that ``--OPTION`` takes under a name."""
    settings = read_settings()
    known = settings.tables.get(option)
    settings.tables[option] = (known if isinstance(known, dict) else {}) | {name: str(path)}
    settings.keep()


def table_file(option: str, typed: Path) -> Path:
    """Return the file for the value of ``--OPTION``: a path, a remembered name or an example."""
    if typed.exists():
        return typed
    known = read_settings().tables.get(option)
    found = known.get(str(typed)) if isinstance(known, dict) else None
    return Path(found) if isinstance(found, str) else locate(typed)


def commented(texts: Sequence[str]) -> str:
    """Return texts as the comment at the head of a table, examples among them as they are.

    An example begins with a space.
    """
    lines: list[str] = []
    for text in texts:
        lines += [text] if text.startswith(" ") else ["", *wrap(text, _COMMENTED)]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines[1:])


def pause_words(pause: float) -> str:
    """Return the pause before each move of a bot in words."""
    if not pause:
        return say("Bots do not pause.")
    return say("Bots pause for {seconds} s before each move.", seconds=f"{pause:g}")


def is_on(typed: str) -> bool:
    """Return True for ``on`` and False for ``off``. Raises NotationError for other texts."""
    word = input_words("switches").get(unaccented(typed), typed.lower())
    if word not in ("on", "off"):
        raise NotationError("expected on or off, found {found}", found=repr(truncate(typed)))
    return word == "on"


def set_confirm(session: Session, settings: Settings, wanted: str) -> str:
    """Turn confirmations on or off for this game and later ones, and return the setting in words.

    An empty text changes nothing. Raises NotationError for other texts than ``on`` and ``off``.
    """
    if wanted:
        session.confirms = settings.confirm = is_on(wanted)
        settings.keep()
    if session.confirms:
        return say("The program asks before you give something up. Type confirm off to stop this.")
    return say("The program does not ask before you give something up.")


def set_motion(settings: Settings, wanted: str) -> str:
    """Turn highlights of changes on or off, and return the setting in words.

    An empty text changes nothing. Raises NotationError for other texts than ``on`` and ``off``.
    """
    if wanted:
        settings.motion = is_on(wanted)
        settings.keep()
    if settings.motion:
        return say("Changes are highlighted for a moment. Type motion off to stop this.")
    return say("Changes are not highlighted.")


def set_theme(settings: Settings, wanted: str) -> str:
    """Set the theme for this game and later ones, by default the next one, and return its name.

    Raises NotationError for an unknown name.
    """
    following = THEMES[(THEMES.index(settings.theme) + 1) % len(THEMES)]
    name = settings.theme = _one_of(THEMES, wanted, "themes") or following
    settings.keep()
    return name


def set_picture(settings: Settings, wanted: str, *, is_shown: bool) -> tuple[str, Way | None]:
    """Set the mode of pictures for this game and later ones: by default the other of two.

    Returns the mode in words, and how pictures are shown. Raises NotationError for another mode.
    """
    other = Mode.OFF if is_shown else Mode.AUTO
    name = settings.picture = _one_of(MODES, wanted, "switches") or other
    settings.keep()
    prefer(Mode(name))
    shown = way()
    if name == Mode.OFF:
        return say("The board is shown in characters."), shown
    if shown is None:
        return say(
            "auto shows pictures only in terminals in which they were seen to work. picture sixel "
            "or picture kitty tries it here."
        ), None
    return say(
        "The board is shown as a picture ({protocol}).", protocol=shown.protocol.value
    ), shown


def _one_of(allowed: Sequence[str], wanted: str, words: str) -> str:
    """Return the value that a word of any language names, '' for no word.

    Raises NotationError for another word.
    """
    name = input_words(words).get(unaccented(wanted), wanted.lower())
    if name and name not in allowed:
        known, found = ", ".join(map(as_typed, allowed)), repr(truncate(wanted))
        raise NotationError("expected {allowed}, found {found}", allowed=known, found=found)
    return name


def next_pause(pause: float, step: int) -> float:
    """Return the next longer pause (1) or shorter one (-1).

    >>> next_pause(0.5, 1), next_pause(0.5, -1), next_pause(0, -1), next_pause(60, 1)
    (1.0, 0.2, 0.0, 60)
    """
    if step > 0:
        return min((one for one in PAUSES if one > pause), default=pause)
    return max((one for one in PAUSES if one < pause), default=0.0)
