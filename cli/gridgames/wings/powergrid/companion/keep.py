"""``gridgames powergrid keep``: the referee's pad for a game with the real box."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from gridgames.commands.options import Options, option_of
from gridgames.show.wing import Flag
from gridgames.wings.powergrid import EDITION, FACEUP, MAP, MAP_FILE, ORDER, REGIONS


def keep(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="A game you kept earlier, or the position on your table. Without it, a new game "
            "starts.",
        ),
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="NAME,NAME...", help="The players, clockwise.")
    ] = None,
    edition: Annotated[str | None, option_of(EDITION)] = None,
    board: Annotated[str | None, option_of(MAP)] = None,
    map_file: Annotated[Path | None, option_of(MAP_FILE)] = None,
    regions: Annotated[str | None, option_of(REGIONS)] = None,
    order: Annotated[str | None, option_of(ORDER)] = None,
    faceup: Annotated[str | None, option_of(FACEUP)] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain text instead of the full screen.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file to save the game in.")
    ] = None,
    option: Options = None,
) -> None:
    """Keep a game on your own table: you enter auctions, fuel and cities, the program counts.

    It asks for a drawn plant when it matters, checks money and markets, and saves every entry.
    """
    from gridgames.commands.options import Flags, GameName
    from gridgames.commands.play import play, resume
    from gridgames.table.record_files import is_record

    if file is not None and is_record(file):
        resume(Flags(), str(file), plain=plain)
        return
    if file is not None:
        from gridgames.wings.powergrid.companion.kept_game import position_kept
        from gridgames.wings.powergrid.companion.position_input import own_map

        kept = position_kept(str(file), own_map(map_file))
        given = {"keep": players or ",".join(kept.names), "position": file, "map_file": map_file}
    else:
        known = {"keep": players, "edition": edition, "map": board, "map_file": map_file}
        given = _asked(
            {**known, "regions": regions, "order": order, "faceup": faceup}, option or ()
        )
    play(ctx, Flags(**given), GameName("powergrid"), plain=plain, file=save, option=option)


def _asked(known: dict[str, Any], options: Sequence[str]) -> dict[str, Any]:
    """Return the flags of a new game, after asking for those that are missing and matter at once.

    Raises NotationError without a terminal to ask at.
    """
    from gridgames.commands.asking import ask
    from gridgames.languages.messages import say
    from gridgames.show.registry import Choice
    from gridgames.wings.powergrid.companion import kept_game
    from powergrid.ruleset import Ruleset, terms
    from powergrid.tables import map_of

    def answer(key: str, question: str, read: Callable[[str], object]) -> Any:
        """Return a flag as it is given, or the answer to a question that can be read."""
        if not known[key]:
            known[key] = ask(question, lambda typed: (read(typed), typed)[1])
        return known[key]

    players = known["keep"]
    names = answer("keep", say("Names of the players, clockwise:"), kept_game.players_named)
    asked = (EDITION,) if known.get("map_file") else (EDITION, MAP)
    for flag in () if players else asked:  # with options, the defaults of --help hold
        words = ", ".join(flag.words)
        question = say("{what} ({words}; Enter: the first):", what=say(flag.name), words=words)
        answer(flag.name, question, partial(_one_of, flag))
    flags = {name: known[name] for name in ("edition", "map", "map_file") if known.get(name)}
    rules = Ruleset.from_json(Choice("powergrid", options, flags).ruleset())
    seated = kept_game.players_named(names)
    table = terms(rules, len(seated))
    answer(
        "regions",
        say(
            "Regions in play, {count} of {known}:",
            count=table.regions,
            known=", ".join(map_of(rules.map, rules.edition).regions),
        ),
        lambda typed: kept_game.zone(typed, table),
    )
    question = say("First turn order, as drawn (of {names}):", names=", ".join(seated))
    answer("order", question, lambda typed: kept_game.turn_order(typed, seated))
    if not kept_game.is_market_fixed(table):
        question = say("The eight face-up plants:")
        answer("faceup", question, lambda typed: kept_game.face_up(typed, table))
    return known


def _one_of(flag: Flag, typed: str) -> None:
    """Raise NotationError unless a word is allowed; an empty one stands for the first."""
    from gridcommon.errors import NotationError
    from gridcommon.spelling import quoted

    if typed and typed not in flag.words:
        raise NotationError(
            "found {found}; choose from {allowed}",
            found=quoted(typed),
            allowed=", ".join(flag.words),
        )
