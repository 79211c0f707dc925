"""The keys of the full screen: which are useful now, and the help."""

from collections.abc import Iterator

from gridcommon.errors import Word
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.show.table import HEAD, Table
from gridgames.table.command_table import Front, help_sections
from gridgames.table.desk import Desk
from gridgames.table.draft import DraftPolicy
from gridgames.table.replay import main_landmark, place_word
from gridgames.terminal.output import Clickable, Line

_KEY = "bold #ffb347"
_NAMES = {
    "PgUp": "pageup",
    "PgDn": "pagedown",
    "Home": "home",
    "End": "end",
    "^P": "ctrl+p",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    "Enter": "enter",
    "Tab": "tab",
    "Esc": "escape",
    **{key: key for key in "RVX"},
}


# The keys at the end of a game, their commands and what they do.
_END = (
    ("Enter", "rematch", Word("play again")),
    ("1-3", "see", Word("see a moment")),
    ("R", "replay", Word("replay")),
    ("V", "review", Word("review")),
    ("X", "export", Word("export")),
)


def keys_line(desk: Desk, table: Table, room: int, *, is_idle: bool, is_typing: bool) -> Line:
    """Return the last line of the screen: the keys that are useful now, as many as fit.

    ``is_idle`` means that the bots or a replay are paused, ``is_typing`` that the line is open.
    """
    line: Line = []
    useful = _useful(desk, table, is_idle=is_idle, is_typing=is_typing)
    for key, meaning in filter(any, useful):
        room -= len(f"{key} {meaning}  ")
        if room < -2:
            break
        parts = list(_pressing(desk, table, key))
        line += [(part, _KEY) for part in parts]
        line.append((parts[-1].cut_to(f" {meaning}  "), "#c3ccd4"))
    return line


def _pressing(desk: Desk, table: Table, shown: str) -> Iterator[Clickable]:
    """Yield the parts of a shown key, each of which can be clicked."""
    named = {**_NAMES, say("space"): "space"}
    named |= {one.key: one.keys for one in desk.session.policy.COMMANDS}
    for names, key, _ in table.KEYS:
        label = say(key)
        if label == shown and "," in names:  # two keys that differ by their arrows
            first, second = names.split(",")
            yield Clickable(shown[:-1], key=first)
            yield Clickable(shown[-1], key=second)
            return
        named[label] = names
    for place, one in enumerate(shown.split(" ")):
        yield Clickable(f" {one}" if place else one, key=named.get(one, ""))


def _useful(
    desk: Desk, table: Table, *, is_idle: bool, is_typing: bool
) -> Iterator[tuple[str, str]]:
    """Yield the keys that are useful now, with their effects."""

    def key(word: str, label: str = "") -> tuple[str, str]:
        command = desk.words.get(word)
        return (command.key, label or as_typed(word)) if command else ("", "")

    if desk.session.to_act is not None or desk.session.policy.is_replay:
        yield key("help")
    if desk.session.policy.is_replay:
        yield "← →", say("move")
        yield "↑ ↓", say("round")
        yield "Home End", ""
        yield say("space"), say("play") if is_idle else say("stop")
        yield from map(key, ("quit", "zoom", "log", "rules"))
        yield "^P", say("commands")
        return
    own = [(say(shown), say(meaning)) for shown, meaning in table.useful_keys()]
    if isinstance(desk.session.policy, DraftPolicy):
        yield from map(key, ("check", "ask", "write", "quit"))
        if not is_typing:
            yield ":", say("type a line")
        yield from (key("undo"), *own)
        return
    if desk.session.to_act is None:
        own_keys = end_keys(desk)
        for typed, _, meaning in _END:
            if typed in own_keys:
                yield typed, say(meaning.text)
        if not desk.session.policy.ending():
            yield from (("Esc", say("leave")), ("Tab", say("board")))
        yield key("help")
        yield from map(key, ("undo", "chart", "log", "rules", "zoom"))
        yield "^P", say("commands")
        return
    if desk.session.waits_for_human:
        yield from (key("hint"), *own)
    else:
        yield key("pause", say("continue") if is_idle else say("pause"))
        if "slower" in desk.words:
            yield "F6 F7", say("slower, faster")
    yield from map(key, ("undo", "quit", "choices"))
    yield key("go", say("play on"))
    yield "^P", say("commands")
    yield from map(key, ("rules", "zoom", "log", "redo", "why"))


def end_keys(desk: Desk) -> dict[str, str]:
    """Return the commands of the keys at the end of a game, ``see`` for the numbers of moments."""
    policy = desk.session.policy
    known = {*(() if policy.ending() else policy.AFTER_THE_END)}
    if desk.again and not policy.may_overrule:
        known.add("rematch")
    return {
        key: word for key, word, _ in _END if word in known or (word == "see" and "replay" in known)
    }


def help_lines(desk: Desk, table: Table) -> Iterator[Line]:
    """Yield the keys, the commands by what one wants to do, and the notation of actions."""
    keys = (say("Keys"), list(_other_keys(desk, table)))
    for section, entries in (keys, *help_sections(desk.commands(), Front.SCREEN)):
        yield [(section, HEAD)]
        for key, meaning in entries:
            yield [(f"  {key:<14}", _KEY), (meaning, "")]
    if desk.session.policy.is_replay or isinstance(desk.session.policy, DraftPolicy):
        return
    yield []
    yield [(say("Actions"), HEAD)]
    face = desk.face
    for command, about in face.help or ((face.examples, None),):
        ending = f"     {render_message(about)}" if about else ""
        yield [(f"  {as_typed(command)}{ending}", "")]
    if face.orders:
        yield [(say("Queued orders: {examples}", examples=as_typed(face.orders)), "")]


def _other_keys(desk: Desk, table: Table) -> Iterator[tuple[str, str]]:
    """Yield the keys that belong to no command, with their effects."""
    line = say("letters"), say("go into the command line; Tab completes, Esc empties it")
    own = [(say(shown), say(meaning)) for _, shown, meaning in table.KEYS]
    if desk.session.policy.is_replay:
        yield "PgUp PgDn", say("to the round before, to the next one")
        yield "F6 F7", say("to the phase before, to the next one")
        if what := main_landmark(desk.session):
            yield "F3 F4", say("back, next: {what}", what=place_word(what))
        yield "Home End", say("to the beginning, to the end")
        yield say("space"), say("play automatically, stop")
        yield line
        yield as_typed("NUMBER"), say("the number of a move, or round R")
        yield "← →", say("one move back, one move forward")
        yield "↑ ↓", say("one round back, one round forward")
        yield say("Shift+arrows"), say("move the cursor on the board")
        yield say("mouse"), say("click or drag on the line of rounds to go there")
        return
    if isinstance(desk.session.policy, DraftPolicy):
        yield from own
        yield ":", say("type a line")
        return
    yield line
    yield "^P", say("all commands; type some letters or use the mouse to choose one")
    yield say("numbers"), say("are what is asked for: a bid, a plant, a count, a tile of the row")
    yield "... ; ...", say("several of these in one line, one after another")
    yield say("arrows"), say("move the cursor, while nothing is typed")
    yield (
        "Enter",
        say("make what you have pointed at since the question; a second click does the same"),
    )
    yield "Tab", say("move to the next place with a choice, the best first")
    yield from own
    yield "PgUp PgDn", say("scroll the panels beside the board")
