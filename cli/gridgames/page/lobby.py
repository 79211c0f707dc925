"""The lobby of the host: all tables, whose turn it is, the links of the seats, and new tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import segno
from markupsafe import Markup

from gridcommon.errors import NotationError
from gridgames.languages.language import Language
from gridgames.languages.messages import render_message, say
from gridgames.page.house import House
from gridgames.page.tables import Clock, WebTable
from gridgames.show.draft import games_with_drafts
from gridgames.show.registry import GameChoice, names, wing_of
from gridgames.table.bots.roster import Bots, NearlyBotError
from gridgames.table.saves.new_games import (
    GameForm,
    choice_flags,
    default_level,
    default_seats,
    real_table_flags,
)
from gridgames.table.saves.saves import Save, new_save_path


@dataclass(frozen=True, slots=True)
class SeatLink:
    """A link to a table: for whom, its address, and its QR code."""

    name: str
    address: str
    key: str
    stand_in: str = ""
    is_here: bool = False

    def code(self) -> Markup:
        """Return the QR code as an SVG element."""
        return _code(self.address)

    def text_code(self) -> Iterator[str]:
        """Yield the lines of the QR code for a terminal, two rows of squares in a line."""
        rows = [list(row) for row in segno.make(self.address, error="l").matrix_iter(border=2)]
        rows += [[0] * len(rows[0])] * (len(rows) % 2)
        signs = {(1, 1): " ", (0, 1): "▀", (1, 0): "▄", (0, 0): "█"}
        for upper, lower in zip(rows[::2], rows[1::2], strict=True):
            yield "".join(signs[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))


@lru_cache(maxsize=2048)  # the lobby has the links of all tables, and is fetched again and again
def _code(address: str) -> Markup:
    made = segno.make(address, error="m")
    svg = made.svg_inline(omitsize=True, svgclass="code", border=2, dark="#000", light="#fff")
    return Markup(svg)


class Lobby:
    """The actions of the host. ``address`` is the beginning of all links of this server."""

    def __init__(self, address: str, language: Language) -> None:
        self.address = address
        self.language = language

    def link(self, name: str, key: str, **more: Any) -> SeatLink:
        """Return a link of this server."""
        return SeatLink(name, f"{self.address}/{key}/", key, **more)

    def links(self, table: WebTable) -> list[SeatLink]:
        """Return the links of the people at a table, and the one for spectators."""
        found = [
            self.link(
                table.names[seat], chair.key, stand_in=chair.stand_in, is_here=chair.pages > 0
            )
            for seat, chair in sorted(table.chairs.items())
        ]
        return [*found, self.link(say("to watch"), table.watch_key)]

    def values(
        self,
        house: House,
        form: Mapping[str, str] | None = None,
        refused: NotationError | None = None,
    ) -> dict[str, Any]:
        """Return what the page of the lobby shows: a form that was ``refused`` is filled in."""
        games = [_game_row(name, form or {}, refused) for name in names()]
        is_told = any(game["field"] for game in games)
        return {
            "tables": [
                self._row(one)
                for one in sorted(house.tables.values(), key=lambda one: -one.version)
            ],
            "games": games,
            "told": [_sentence(refused)] if refused and not is_told else [],
            "trouble": house.trouble,
        }

    def _row(self, table: WebTable) -> dict[str, Any]:
        session = table.session
        seat = session.to_act
        turn = say("over") if seat is None else say("{name} is to act", name=table.names[seat])
        return {
            "ident": table.ident,
            "title": session.wing.title,
            "moment": render_message(session.face.review_stage(session.state)),
            "turn": turn,
            "is_over": seat is None,
            "links": self.links(table),
            "fault": table.fault,
        }

    def do(self, house: House, form: Mapping[str, str]) -> str:
        """Do what a form of the host wants, and return the part of the page that shows it.

        Raises NotationError for a table that does not exist, or cannot be set up.
        """
        guest = house.find(form.get("bot") or form.get("person", ""))
        match form.get("do"):
            case "new":
                return f"table-{self.new(house, form).ident}"
            case "remove" if table := house.tables.get(form.get("table", "")):
                house.remove(table)
                return "tables"
            case "seat" if guest and guest.chair:
                level = default_level(guest.table.session.levels) if "bot" in form else ""
                if why := guest.table.stand_in(guest.chair.seat, level):
                    raise NotationError("{why}", why=why)
                return f"table-{guest.table.ident}"
            case "remove" | "seat":
                raise NotationError("this table does not exist")
            case _:
                raise NotationError("this cannot be done here")

    def new(self, house: House, form: Mapping[str, str]) -> WebTable:
        """Set up a table as a form describes it. Raises NotationError."""
        game = form.get("game", "")
        flags = {
            flag.name: value
            for flag in choice_flags(game)
            if (value := form.get(flag.name, "")) in flag.words
        }
        clock = form.get("clock", "").strip()
        seats = _seats(form)
        if not seats.strip():
            raise NotationError("name the players", key="seats")
        typed = {
            flag.name: form.get(flag.name, "").strip()[:500] for flag in real_table_flags(game)
        }
        flags |= {name: value for name, value in typed.items() if value}
        if form.get("keep"):
            flags["keep"] = ",".join(name.strip() for name in seats.split(","))
            seats = ""
        elif any(typed.values()):
            raise NotationError(
                "tick this to keep the game on your own table, or clear what is typed below it",
                key="keep",
            )
        return new_table(
            house,
            GameChoice(game, (), flags),
            seats,
            clock=Clock.from_text(clock) if clock else None,
        )


def new_table(
    house: House,
    choice: GameChoice,
    seats: str | None,
    *,
    players: int | None = None,
    seed: int | None = None,
    clock: Clock | None = None,
    bots: Bots | None = None,
) -> WebTable:
    """Set up a table for a new game: ``seats`` are names of people and levels of bots.

    Raises NotationError if it cannot be played.
    """
    bots = bots or Bots(choice.game)
    seats = seats or choice.kept_seats
    sitting = seats_of(seats, bots, house.limits.name) if seats else None
    session = GameForm(choice, sitting, players, seed, bots=bots).session()
    name = new_save_path(choice.game, datetime.now()).name
    save = Save(house.folder.parent / name) if house.folder else None
    return house.seat(session, save, choice.setup(), clock)


def seats_of(seats: str, bots: Bots, longest: int) -> str:
    """Return seats as the option of ``play`` has them: what is not a bot is a person.

    Raises NotationError for a name that is too long, and one that is nearly a bot's.
    """
    found = []
    for word in seats.split(","):
        name = word.strip()
        if len(name) > longest + len("=human"):
            raise NotationError("a name has at most {most} letters", key="seats", most=longest)
        is_told = not name or name == "human" or "=" in name or name in bots
        if not is_told:
            bots.ask_about(name)
        found.append(name if is_told else f"{name}=human")
    return ",".join(found)


def _seats(form: Mapping[str, str]) -> str:
    """Return the seats of a form, after the answer to whether a name is a bot or a person."""
    text = form.get("seats", "")[:500]
    name, equals, who = form.get("meant", "").rpartition("=")
    if not equals:
        return text
    meant = f"{name}=human" if who == "human" else who
    words = (word.strip() for word in text.split(","))
    return ", ".join(meant if word == name else word for word in words)


def _field(problem: NotationError) -> str:
    """Return the field of a form that a problem is about, '' if it does not say."""
    field = (problem.key or "").removeprefix("--").rpartition(".")[2]
    return "seats" if field == "players" else field


def _sentence(problem: NotationError) -> str:
    told = render_message(problem)
    return f"{told[0].upper()}{told[1:].rstrip('.')}."


def _game_row(name: str, form: Mapping[str, str], refused: NotationError | None) -> dict[str, Any]:
    """Return what the form of a game shows: as usual, or as it was when it was refused.

    ``field`` is the field that was refused, '' for none, and ``why`` the reason.
    """
    wing = wing_of(name)
    flags, kept = choice_flags(name), real_table_flags(name)
    inside = {"keep", *(flag.name for flag in kept)}
    typed = {**form, "seats": _seats(form)} if refused and form.get("game") == name else {}
    field = (_field(refused) or "game") if refused and typed else ""
    bots = [default_level(tuple(wing.game.LEVELS))] * (default_seats(wing.game) - 2)
    return {
        "name": name,
        "title": wing.title,
        "has_editor": name in games_with_drafts(),
        "flags": flags,
        "is_kept": any(flag.name == "keep" for flag in wing.flags),
        "kept": kept,
        "typed": typed,
        "field": field,
        "fields": ["seats", "clock", *(flag.name for flag in flags), *inside],
        "is_open": field in inside or any(map(typed.get, inside)),
        "why": _sentence(refused) if refused else "",
        "nearly": refused if isinstance(refused, NearlyBotError) else None,
        "seats": ", ".join(["Ana", "Bia", *bots]),
        "levels": list(wing.game.LEVELS),
        "counts": wing.game.SEATS,
    }
