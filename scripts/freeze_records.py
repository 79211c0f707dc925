#!/usr/bin/env python3
"""Write records and saves of every kind, made by the current program, into one archive.

    scripts/freeze_records.py ARCHIVE
    scripts/freeze_records.py ARCHIVE --short    few attempts for each option, to try it out
    scripts/freeze_records.py ARCHIVE --second   only what needs version 2 of the record

This script made ``version-1.zip`` and ``version-2.zip`` in ``tests/frozen``, and every later
version must read their files (``tests/test_frozen.py``), so an archive is made once and never
overwritten. It holds

- for each value of each option a record in which that value can be seen, if chance shows one:
  under another value it would not hold. It ends there;
- whole games with check lines, set-ups given in full, in part and by the seed alone;
- saved games: just started, half played, finished, and one cut off while it was written;
- records with a table of the user, and the tables;
- with ``--second`` the saves, tables in records, a map of the user, and games with the real box, in
  which cards or tiles are declared as they turn up, and a position is put;
- ``contents.json``: the options there were, and for each file how far it goes and where it ends.
"""

import argparse
import json
import os
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

import eletrika
import powergrid
from gridcommon import game_loop
from gridcommon.contract import AnyGame
from gridcommon.errors import NotationError
from gridcommon.game_loop import play, play_recorded
from gridcommon.options import written
from gridcommon.records import Header, format_line, read_record
from gridcommon.tables import shipped_toml
from gridgames.games.registry import Choice, game_of, names
from gridgames.saves.saves import Save
from gridgames.sessions.record_files import replayed
from gridgames.sessions.session import Player, Session
from powergrid.plant_market import UnknownCard
from powergrid.tables import STEP3, UNKNOWN

MORE_VALUES = {"bonus_faces": [["U", "U", "T", "C", "C"]], "house_limit": [3]}
BASES: Mapping[str, list[dict[str, str]]] = {
    "powergrid": [
        {"edition": edition, "map": land}
        for edition in ("recharged", "classic")
        for land in ("germany", "usa")
    ],
    "eletrika": [{}],
}
BOX, POINTS = "box.toml", "points.toml"
NORDESTE = Path(__file__).parents[1] / "examples" / "nordeste.toml"
HIDDEN = ("stack", "aside")  # keys of a set-up that nobody knows at the table
ATTEMPTS = 48


def main() -> int:
    """Make the archive."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", type=Path)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--second", action="store_true")
    asked = parser.parse_args()
    archive = asked.archive.absolute()
    if archive.exists():
        parser.error(f"{archive} exists, and stays as it was made")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # the tables are named as on the command line
        files: dict[str, bytes] = {}
        chosen = second() if asked.second else everything(1 if asked.short else ATTEMPTS)
        for name, data in chain(tables(), chosen):
            Path(name).parent.mkdir(exist_ok=True)
            Path(name).write_bytes(data)
            files[name] = data
        options = {name: {} if asked.second else option_values(name) for name in names()}
        files["contents.json"] = format_line({"options": options} | contents()).encode()
        os.chdir(archive.parent)
    with zipfile.ZipFile(archive, "x") as made:
        for name, data in files.items():  # without times, so that equal files make equal archives
            made.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    print(f"{archive}: {len(files)} files, {archive.stat().st_size:,} bytes")
    return 0


def everything(attempts: int) -> Iterator[tuple[str, bytes]]:
    """Yield each record and save with the name of its file."""
    for name in names():
        for option, values in option_values(name).items():
            for value in values:
                others = [other for other in values if other != value]
                data = seen(name, option, value, others, attempts)
                yield f"{name}/option {option} {written(value)}.jsonl", data
        yield from whole_games(name)
        yield from saves(name)
    yield from with_tables()


def option_values(name: str) -> dict[str, list[Any]]:
    """Return the values of each option of a game in record form, the default first."""
    return {
        option: [*map(one.to_json, one.values), *MORE_VALUES.get(option, [])]
        for option, one in game_of(name).OPTIONS.items()
    }


def record(header: Header, lines: list[str]) -> bytes:
    """Return the file of a record."""
    return "".join(f"{line}\n" for line in (format_line(header.to_json()), *lines)).encode()


def played(name: str, ruleset: Mapping[str, Any], seats: int, seed: int, level: str = "") -> Any:
    """Return the header of a game between bots, with all draws, and the other lines."""
    game = game_of(name)
    levels = list(game.LEVELS)
    chosen = [level or levels[seat % 2] for seat in range(seats)]
    players = tuple(f"{bot} {seat + 1}" for seat, bot in enumerate(chosen))
    state = game_loop.start(game, Header(name, ruleset, players, seed))
    bots = [game.make_bot(bot, 1000 * seed + seat) for seat, bot in enumerate(chosen)]
    lines = list(play_recorded(game, state, play(game, state, bots)))
    full = game_loop.header(game, state, players, seed)
    return Header(name, ruleset, players, seed, full.setup), lines


# Options


def seen(name: str, option: str, value: Any, others: list[Any], attempts: int) -> bytes:
    """Return a record under one value, cut where it becomes invalid under another value."""
    game = game_of(name)
    fallback = b""
    for attempt in range(attempts):
        bases = BASES[name]
        seats = game.SEATS[attempt // len(bases) % len(game.SEATS)]
        if option == "source_in_38" and not value:
            ruleset = Choice(name, [f"{option}=false"], {"tiles": Path(BOX)}).ruleset()
        else:
            ruleset = bases[attempt % len(bases)] | {"options": {option: value}}
        level = list(game.LEVELS)[attempt // 2 % 2]
        header, lines = played(name, ruleset, seats, attempt + 1, level)
        for other in others:
            elsewhere = replace(header, ruleset=dict(ruleset) | {"options": {option: other}})
            if "tiles" in ruleset:
                elsewhere = replace(header, ruleset={"options": {}})
            line = difference(game, elsewhere, lines)
            if line is not None:
                return cut(game, header, lines, max(12, line + 1))
        fallback = fallback or cut(game, header, lines, 12)
    print(f"{name}: {option} = {value} was never seen", file=sys.stderr)
    return fallback


def difference(game: AnyGame, header: Header, lines: list[str]) -> int | None:
    """Return how many lines are valid under another header, or None if all are."""
    try:
        state = game_loop.start(game, header)
        _, read = read_record([format_line(header.to_json()), *lines], "")
        for line, _, found in game_loop.replay(game, state, read, ""):
            if found:
                return line.number - 1
    except NotationError:
        return 0
    return None


def cut(game: AnyGame, header: Header, lines: list[str], end: int) -> bytes:
    """Return the actions in the first lines of a game, and a check line of the state after them."""
    actions = [line for line in lines[:end] if '"do":' in line]
    state = game_loop.start(game, header)
    for line in actions:
        game.advance(state, game.action_from_json(json.loads(line)), None)
    return record(header, [*actions, format_line({"check": game.facts(state)})])


# Whole games and set-ups


def whole_games(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield whole games with checks, and records that give their draws in other ways."""
    game = game_of(name)
    for seats in game.SEATS:
        base = BASES[name][seats % len(BASES[name])]
        header, lines = played(name, base | {"options": {}}, seats, 100 + seats)
        if seats < 5:
            yield f"{name}/whole {seats}.jsonl", record(header, lines)
        unfinished = lines[:20]
        seeded = replace(header, setup={})
        yield f"{name}/seed only {seats}.jsonl", record(seeded, unfinished)
        for key, draw in header.setup.items():
            partly = replace(header, setup={key: draw})
            begun = game_loop.start(game, partly)
            check = format_line({"check": game.facts(begun)})
            yield f"{name}/seed and {key} {seats}.jsonl", record(partly, [check])
        unseeded = replace(header, seed=None)
        actions = [line for line in lines if '"check":' not in line]
        yield f"{name}/setup only {seats}.jsonl", record(unseeded, actions)


# Saved games


def saves(
    name: str, ruleset: Mapping[str, Any] | None = None, *, notes: bool = False
) -> Iterator[tuple[str, bytes]]:
    """Yield a save of a game at several stages, with notes of the bots' reasons if asked for."""
    game = game_of(name)
    levels = list(game.LEVELS)
    players = (Player("Ana"), Player(f"{levels[0]} 2", levels[0]), Player("João"))
    begin = Header(name, ruleset or BASES[name][0], tuple(one.name for one in players), 11)
    state = game_loop.start(game, begin)
    header = replace(game_loop.header(game, state, begin.players, 11), takes_notes=notes)
    session = Session(header, players)
    path = Path("growing.jsonl")
    save = Save(path)
    save.create(session)
    what = "save with tables" if ruleset else "save"
    yield f"{name}/{what} begun.jsonl", path.read_bytes()
    wanted = {25: "middle", 26: "middle and one more move"}
    while session.to_act is not None:
        if session.players[session.to_act].is_human:
            session.act(session.bot_choice("normal")[0])
        else:
            session.bot_move()
        if len(session.moves) in wanted:
            yield f"{name}/{what} {wanted[len(session.moves)]}.jsonl", path.read_bytes()
            if ruleset:
                break
            if len(session.moves) == 25:
                yield f"{name}/{what} cut off.jsonl", path.read_bytes()[:-9]
    if not ruleset:
        yield f"{name}/{what} finished.jsonl", path.read_bytes()
    save.close()
    path.unlink()


# Tables of the user


def tables() -> Iterator[tuple[str, bytes]]:
    """Yield a tile table with an additional tile, and a custom points table."""
    shipped = shipped_toml("eletrika", "tiles.toml")["tile"]
    rows = [
        f'[[tile]]\nname = "{tile["name"]}"\nedges = "{tile["edges"]}"\n'
        + ("source = true\n" if tile.get("source") else "")
        for tile in [*shipped, {"name": "one more", "edges": "rrr.cc"}]
    ]
    yield BOX, "\n".join(["[meta]\ntile_count = 39\n", *rows]).encode()
    yield POINTS, b"[set.equal]\n3 = 9\n[bonus]\nhigh_demand = 4\n"


def with_tables() -> Iterator[tuple[str, bytes]]:
    """Yield a whole game and a save with tables of the user."""
    flags = {"tiles": Path(BOX), "scoring": Path(POINTS)}
    ruleset = Choice("eletrika", ["source_in_38=false", "two_pawns_count=true"], flags).ruleset()
    yield "eletrika/tables.jsonl", record(*played("eletrika", ruleset, 3, 40))
    yield from saves("eletrika", ruleset)


# Version 2


def second() -> Iterator[tuple[str, bytes]]:
    """Yield what only records of version 2 can hold."""
    for name in names():
        yield from saves(name, notes=True)
        yield f"{name}/box.jsonl", with_the_box(name)
    yield from with_tables()
    own = Choice("powergrid", [], {"map_file": NORDESTE}).ruleset()
    yield "powergrid/own map.jsonl", record(*played("powergrid", own, 3, 50))


def with_the_box(name: str) -> bytes:
    """Return a game whose cards or tiles turn up on the table, and a position put by hand."""
    game = game_of(name)
    header, lines = played(name, BASES[name][0], 3, 60)
    setup = {
        key: ["?" if isinstance(one, int) else one for one in value] if key in HIDDEN else value
        for key, value in header.setup.items()
        if key != "after_step3"
    }
    real = game_loop.start(game, header)
    header = replace(header, seed=None, setup=setup, takes_notes=True)
    box = game_loop.start(game, header)
    told: list[dict[str, Any]] = []

    def tell(kind: str, data: dict[str, Any]) -> None:
        game.apply_declaration(box, kind, data, [])
        told.append({kind: data})

    for line in lines:
        if '"do":' not in line:
            continue
        action = game.action_from_json(json.loads(line))
        events: list[Any] = []
        game.advance(real, action, events)
        while True:
            try:
                game.apply(box, action)
                break
            except UnknownCard:
                tell("reveal", {"stack": [next_card(real, box)]})
        game.advance(box, action, None)
        told.append(json.loads(line))
        if row := [one.tile for one in events if type(one).__name__ == "TileRevealed"]:
            tell("reveal", {"row": row})
        if len(told) == 60:
            if name == "powergrid":
                text = powergrid.format_position(powergrid.to_position(box, header.players))
            else:
                text = eletrika.format_full(eletrika.to_position(box))
            tell("set", {"position": text})
    assert game.facts(box) == game.facts(real)
    told.append({"result": game.result_facts(game.result(real))})
    return record(header, [format_line(one) for one in told])


def next_card(real: powergrid.State, box: powergrid.State) -> int:
    """Return the card that is drawn next, of the stack above or after the Step 3 card."""
    unknown = box.stack.count(UNKNOWN)
    above = [card for card in real.draws.stack if card != STEP3]
    after = real.draws.after_step3 or ()
    if STEP3 in box.stack and unknown:
        return above[len(above) - unknown]
    return after[len(after) - unknown if STEP3 not in box.stack else 0]


def contents() -> dict[str, Any]:
    """Return the results of the current program for each file."""
    files: dict[str, Any] = {}
    for path in sorted(Path().glob("*/*.jsonl")):
        if "cut off" in path.name:
            session = Save(path).read()
            found = {"actions": len(session.moves), "checks": 0, "finished": False}
            files[str(path)] = found | {"end": session.game.facts(session.state)}
            continue
        read = replayed(path)
        assert not read.difference, (path, read.difference)
        files[str(path)] = {
            "actions": read.actions,
            "checks": read.checks,
            "finished": read.has_result,
            "end": read.game.facts(read.state),
        }
    return {"files": files}


if __name__ == "__main__":
    sys.exit(main())
