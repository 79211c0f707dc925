"""A game on the full screen: a board with a cursor, panels beside it, and choices.

A :class:`Table` shows a game from the viewpoint of one seat. :meth:`Table.look` gives it a separate
copy of the state, so that a bot may think while the board is drawn.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from gridcommon.contract import Seat
from gridcommon.errors import Refusal
from gridgames.languages.messages import as_typed, render_message, say
from gridgames.show.characters import in_a_line, sections
from gridgames.show.face import Face, Move
from gridgames.show.menus import Field, Menu
from gridgames.show.parts import BoardLayers, Box, Heading, Marks, Panel, View
from gridgames.terminal import frames
from gridgames.terminal.frames import Section
from gridgames.terminal.output import Clickable, Line, side_by_side, within, wrapped
from gridgames.terminal.seat_styles import seat_style

if TYPE_CHECKING:
    from gridgames.show.drawing.pane import BoardPicture

_PANEL = 4  # lines that panels below a board may take from it and give back
Spot = Any  # a cell or a place that the cursor can be on

HEAD = "bold #ffd75f"
DIM = frames.DIM
GOOD = "#9ff0c0"
BAD = "bold #ff8f7a"
_MARKED = "bold #101010 on #ffd75f"  # what Enter does
_KEY = "bold #101010 on #8a95a0"
CHANGED = "bold #101010 on #5adcff"  # what has changed, for a moment


Content = TypeVar("Content")


class Variants(NamedTuple, Generic[Content]):
    """Content in several forms, the longest first; the last may be empty.

    If there is not enough room, the part with the highest ``rank`` is shortened first. ``heights``
    are the lines that a section may take, whatever it holds; without them those of its forms.
    """

    forms: Sequence[Content]
    rank: int = 0
    heights: Sequence[int] = ()


@dataclass(frozen=True)
class TextPicture:
    """A drawn board: its lines, the place of each spot, and the spot at each character."""

    lines: list[Line]
    width: int
    where: Callable[[Spot], tuple[int, int]]
    spot: Callable[[int, int], Spot | None]


class PaneSize:
    """The size of a pane while no panel below it takes some of its lines.

    A picture made for it stays as it is when a message of two lines appears.
    """

    def __init__(self) -> None:
        self.columns = 0
        self.lines = 0

    def take(self, columns: int, lines: int) -> bool:
        """Take the size that the pane has now; return whether the terminal has another size.

        >>> room = PaneSize()
        >>> room.take(76, 35), room.take(76, 33), room.lines
        (True, False, 35)
        """
        if columns == self.columns and abs(lines - self.lines) <= _PANEL:
            self.lines = max(lines, self.lines)
            return False
        self.columns, self.lines = columns, lines
        return True


class Table:
    """One game on the screen, as ``viewer`` sees it (None: a spectator).

    The methods suit a game without a board: they show its text and numbered choices.
    """

    ZOOMS: int = 1
    # Keys of this game that work outside the input line: Textual's name, the usual name, and the
    # effect. No key is a letter or a digit.
    KEYS: Sequence[tuple[str, str, str]] = ()
    elsewhere: Collection[str] = ("legend", "next")  # panels that are not shown beside the board
    CHOICE: Sequence[int] = (9, 7, 5)  # lines that the section of the choice may take

    def __init__(self, face: Face, names: Sequence[str], state: Any) -> None:
        self.face = face
        self.names = list(names)
        self.levels: Sequence[str] = ()  # of bots in words, '' for who has none
        self.viewer: Seat | None = None
        self.cursor: Spot = None
        self.zoom = 0
        self.is_pointed = False  # whether Enter does what is at the cursor
        self.has_marks = True  # a cursor, prices and whatever else belongs to choosing
        self.has_cards = False  # whether :meth:`cards` are shown
        self.state: Any = None
        self.changed: Collection[str] = ()  # places to be highlighted for a moment
        self.planned: Callable[[], Sequence[Any]] = tuple  # returns the actions of a plan
        self.plan: Callable[[], Panel | None] = lambda: None  # shows the plan of the viewer
        self.moves: Callable[[], Sequence[Move]] = tuple  # returns those up to the shown state
        self.covers_panels = False  # whether :meth:`cards` also show what is in the panels
        self.number: int | None = None  # that the person has set in the field of the menu
        self._box: Box | None = None  # of the board that was drawn last
        self.offers: Sequence[Any] = ()
        self._menu: Menu | None = None  # created when it is shown
        self.look(state)

    def look(self, state: Any, *, may_choose: bool = True) -> None:
        """Show ``state`` as the viewer sees it; without ``may_choose`` there are no choices."""
        game = self.face.game
        if self.viewer is None:
            self.state = state.copy()
        else:
            self.state = self.face.seen(state, self.viewer)
        seat = game.to_act(self.state)
        is_own = self.viewer is None or seat == self.viewer
        self.offers = ()
        if may_choose and seat is not None and is_own:
            self.offers = game.legal_actions(self.state)
        self._menu = self.number = None
        self.refresh()

    def useful_keys(self) -> Iterator[tuple[str, str]]:
        """Yield the keys of this game that are useful now, with their effects."""
        yield from ((shown, meaning) for _, shown, meaning in self.KEYS)

    @property
    def menu(self) -> Menu:
        """The numbered choices, empty if there are none."""
        if self._menu is None:
            menu = self.face.menu(self.state, self.offers) if self.offers else Menu("", ())
            self._menu = menu.paged()
        return self._menu

    def stage(self) -> Sequence[Panel]:
        """Return what takes the place of the board for a while, or nothing."""
        return self.face.stage(self.state, self.names, self.viewer, self.moves())

    @property
    def field(self) -> Field | None:
        """The field of the menu, if one number answers it."""
        return self.menu.numbers.field if self.menu.numbers else None

    @property
    def number_words(self) -> str:
        """What is typed for the number that is set, '' without one or for an impossible one."""
        field, numbers, number = self.field, self.menu.numbers, self.number
        if field is None or numbers is None or number is None or field.within(number) != number:
            return ""
        return as_typed(f"{numbers.words} {number}")

    def step_number(self, key: str) -> bool:
        """Change the number in the field by a key; return whether the key does that."""
        step = {"plus": 1, "equals_sign": 1, "minus": -1}.get(key, 0)
        if not (step and self.field):
            return False
        self.number = self.field.stepped(self.number, step)
        return True

    @property
    def seat(self) -> Seat:
        """The seat to act, or the viewer's seat when the game is over."""
        seat = self.face.game.to_act(self.state)
        return seat if seat is not None else self.viewer or 0

    def style_of(self, seat: Seat) -> str:
        """Return the style of a seat's possessions."""
        return seat_style(seat)

    def refresh(self) -> None:
        """Update all that depends on the state."""

    def picture(self, columns: int, lines: int) -> TextPicture:
        """Return the board for a pane of this size; a larger one can be scrolled."""
        del lines
        shown = list(self.face.board(self.state, self.names))
        return TextPicture(shown, columns, lambda _: (0, 0), lambda _x, _y: None)

    def board_picture(self, width: int, height: int) -> "BoardPicture | None":
        """Return the drawn board with its marks, for a pane of a size in pixels.

        Returns None for a game without a drawing.
        """
        from gridgames.show.drawing.pane import board_picture

        view = View(width, height, self.marks(), self.zoom, self._box)
        layers = self.layers(view)
        self._box = layers.box if layers else None
        return board_picture(layers, (width, height), self.face.palette()) if layers else None

    def layers(self, view: View | None = None) -> BoardLayers | None:
        """Return the layers of the drawn board, None for a game without a drawing."""
        return self.face.board_layers(self.state, self.names, None, view)

    def marks(self) -> Marks:
        """Return what is marked on the drawn board."""
        return Marks()

    def place_of(self, spot: Spot) -> str:
        """Return the key of the place of a spot, '' if it has none."""
        del spot
        return ""

    def spot_of(self, place: str) -> Spot | None:
        """Return the spot of a place by its key, or None."""
        del place
        return None

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor one step."""

    def point(self, spot: Spot) -> None:
        """Put the cursor on a spot."""
        self.cursor = spot

    def find(self, text: str) -> str:
        """Put the cursor on the spot that a typed text begins to name; return words about it."""
        del text
        return ""

    def targets(self) -> Sequence[Spot]:
        """Return the spots with a choice, best first."""
        return ()

    def at_cursor(self) -> Any | None:
        """Return the action that Enter makes, legal or not, or None."""
        return None

    def part_at_cursor(self) -> Any | None:
        """Return what a space plans, legal now or not, or None."""
        return None

    def cost_words(self, action: Any) -> str:
        """Return what an action at the cursor takes from the person, '' for nothing."""
        del action
        return ""

    def choice_lines(self, width: int) -> Iterator[Line]:
        """Yield lines about the choice, such as the content of the spot at the cursor."""
        del width
        yield from ()

    def heading(self) -> Heading:
        """Return the title of what is shown, its moment and its task."""
        return self.face.heading(self.state, self.names)

    def guide(self) -> Sequence[Variants[Line]]:
        """Return the parts of the line below the board: what is next, if there is a panel of it."""
        panels = self.face.panels(self.state, self.names)
        cards = [card for panel in panels if panel.key == "next" for card in panel.cards]
        return [Variants(in_a_line(card), rank) for rank, card in enumerate(cards)]

    def sections(self, width: int) -> Sequence[Variants[Section]]:
        """Return the sections below the choices, each in several forms for a width of text."""
        names = [*map(with_level, self.names, self.levels)] or self.names
        panels = [*self.face.panels(self.state, names)]
        if plan := self.plan():
            panels.insert(not panels[0].rank, plan)  # below that of the phase, which is clicked
        mine = names[self.seat if self.viewer is None else self.viewer]
        parts = []
        for panel in panels:
            if panel.key not in self.elsewhere:
                forms = sections(panel, width, self.changed, [mine])
                parts.append(Variants(forms, panel.rank, panel.heights))
        return parts

    def legend(self) -> Iterator[Line]:
        """Yield the signs on the board, each with its meaning."""
        for panel in self.face.panels(self.state, self.names):
            if panel.key == "legend":
                yield from ([(f"  {one.label:<6}", "bold"), (one.title, "")] for one in panel.cards)

    def cards(self, columns: int, lines: int) -> list[Line]:
        """Return what lies over the board while it is idle, in lines of equal width.

        It must fit into a pane of this size; no lines if nothing lies there.
        """
        del columns, lines
        return []

    @property
    def is_picking(self) -> bool:
        """Whether each click picks a spot, or no longer, and acts nowhere."""
        return False

    @property
    def board_matters(self) -> bool:
        """Whether the current choice is made on the board."""
        return True

    def secrets(self) -> Iterator[str]:
        """Yield sentences about which information is hidden from whom."""
        if self.face.hides(self.state):
            yield say("Each player sees only what is not hidden from them.")
        else:
            yield say("All players see everything on the table.")

    def words(self) -> Sequence[str]:
        """Return command prefixes to suggest, in addition to the legal actions."""
        return ()

    def is_spot(self, spot: Spot) -> bool:
        """Return whether the cursor can be on a spot."""
        return spot is not None

    def numbered_lines(self, width: int, most: int = 9) -> Iterator[Line]:
        """Yield at most ``most`` numbered choices, and the total number of choices.

        A title that the task says too, or longer than a line, is only in the list of all choices.
        """
        title = self.menu.title
        if 0 < len(title) <= width and not self.heading().brief.lower().endswith(title.lower()):
            yield [(title, DIM)]
        choices, last = list(self.menu.keys.items()), len(self.menu.last)
        most = max(most, last + 1)
        shown = choices[:most]
        if len(choices) > most:  # what ends the question is always shown
            shown = choices[: most - last] + choices[len(choices) - last :]
        written = ["" if one.action is None else self.face.format(one.action) for _, one in shown]
        notes = [one.short or one.text for _, one in shown]
        column = max(map(len, written), default=0)
        keys = max((len(key) for key, _ in shown), default=0)
        if any(column + keys + 3 + len(note) > width for note in notes):
            column = 0  # the notes need the room
        for (key, _), words, note in zip(shown, written, notes, strict=True):
            told = f"  {note}" if words else note
            filled = f"{words:<{column}}" if words else ""
            shown_note = cut(told, width - 1 - keys - len(filled))
            yield [
                (Clickable(text, typed=key), style)
                for text, style in (
                    (f"{key:>{keys}} ", "bold #ffb347"),
                    (filled, "bold"),
                    (shown_note, DIM),
                )
            ]
        if len(self.menu.choices) > len(shown):
            all_of_them = say("F4 all {count} choices", count=self.menu.count)
            yield [(Clickable(all_of_them, typed="choices"), DIM)]

    def field_lines(self, width: int, *, framed: bool) -> list[Line]:
        """Return the menu in a frame: its field, what the number in it leads to, and the choices.

        No lines without choices. What changes the number may be ``framed`` too.
        """
        if not self.menu.choices:
            return []
        field, numbers = self.field, self.menu.numbers
        blocks, items = list[list[Line]](), list[Line]()
        if field and numbers:
            number = field.least if self.number is None else self.number
            is_possible = field.within(number) == number
            look = "bold" if self.number is None else _MARKED
            buttons = (
                (" − ", "minus", "bold"),
                (f" {number:>2} ", "", look),
                (" + ", "plus", "bold"),
            )
            for text, key, style in buttons:
                label: Line = [(Clickable(text, key=key), style)]
                block: list[Line] = [[("[", DIM), *label, ("]", DIM)]]
                blocks.append(
                    list(frames.boxed([label], len(text) + 2, [], pad=0)) if framed else block
                )
            if is_possible:
                blocks.append([*wrapped(field.now), [(field.effect(number), "")]])
            else:
                blocks.append([[(numbers.asked, BAD)]])
            items.append([(say("Type a number, or press + or −."), DIM)])
            if self.number_words:
                enter = Clickable(f" {say('Enter')} ", key="enter")
                items = [[(enter, _MARKED), (f" {self.number_words}", "bold")]]
        for key, choice in self.menu.keys.items():
            words = choice.text if choice.action is None else self.face.format(choice.action)
            items.append([(Clickable(f" {key} ", typed=key), _KEY), (f" {words}", "")])
        room = width - frames.SIDES
        with within(room):
            lines = [*side_by_side(blocks), *frames.flowing(items, room)]
        title: Line = [(field.title if field else self.menu.title, HEAD)]
        return list(frames.boxed(lines, width, title, style=frames.FOCUS))

    def show(self, action: Any) -> None:
        """Move the cursor to the place of an action, if it has one."""
        del action

    def press(self, key: str) -> bool:
        """Handle a key of this game; return whether the game uses the key."""
        del key
        return False

    def take_number(self, number: int) -> bool:
        """Handle a number that chooses no action; return whether the game uses it."""
        del number
        return False

    def takes_letter(self, letter: str) -> bool:
        """Return whether the table shows a letter as a key."""
        del letter
        return False

    def take_letter(self, letter: str) -> bool:
        """Handle a letter that the table shows as a key; return whether the table uses it."""
        del letter
        return False

    def asked(self, line: str) -> Menu | None:
        """Return the menu for a line that is an incomplete action, or None."""
        del line
        return None

    def enter(self) -> Any | None:
        """Return the action chosen with Enter, or None if Enter had another effect."""
        return self.at_cursor()

    def cycle(self, step: int) -> None:
        """Move the cursor to the next target."""
        targets = list(self.targets())
        if not targets:
            return
        place = targets.index(self.cursor) if self.cursor in targets else (0 if step < 0 else -1)
        self.cursor = targets[(place + step) % len(targets)]


def with_level(name: str, level: str) -> str:
    """Return the name of a player, with the level of a bot.

    >>> with_level("Otto", "hard"), with_level("Ana", "")
    ('Otto (hard)', 'Ana')
    """
    return f"{name} ({level})" if level else name


def cut(text: str, room: int) -> str:
    """Return a text without the last parts that do not fit into ``room`` characters.

    The first part always stays, since the panel wraps it.

    >>> cut("13=10+3, left 34", 12), cut("13=10+3, left 34", 3)
    ('13=10+3…', '13=10+3…')
    """
    ends = [place for place, sign in enumerate(text) if sign in ",;"]
    if len(text) <= room or not ends:
        return text
    fitting = [end for end in ends if end < room]
    return text[: max(fitting, default=ends[0])] + "…"


def refusal_line(refusal: Refusal) -> Line:
    """Return why what the cursor is on cannot be done; nobody has tried it, so it is no warning."""
    return [(render_message(refusal), DIM)]
