"""Claims about the table, such as ``Ana 34`` or ``coal 12``: compared with the entries, or set."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from gridcommon.contract import Seat
from gridcommon.errors import NotationError, Typed, Word
from gridcommon.spelling import as_number, quoted
from gridgames.languages.catalogue import english_word
from gridgames.languages.messages import say
from gridgames.show.face import Move
from gridgames.wings.powergrid.description.situation import market_words
from powergrid.codecs import city_named
from powergrid.events import CityConnected, FuelBought, PlantSold, Powered
from powergrid.position_fields import facts as facts_of
from powergrid.state import State
from powergrid.tables import CITY_NAMES, FUELS

_SHOWN = 6  # payments of a player
_NUMBERS = ("stack", "step", "round")  # facts of the table with one number


class Claim(NamedTuple):
    """A claimed fact: of a player, or of the table if ``seat`` is None."""

    subject: str  # a key of a ``check`` line, or a fuel
    value: Any
    seat: Seat | None = None


def claims_of(text: str, find_players: Callable[[str], Sequence[Seat]]) -> list[Claim]:
    """Return the claims in a text, which commas separate. Raises NotationError."""
    claims: list[Claim] = []
    for part in filter(None, (one.strip() for one in text.split(","))):
        if claims and claims[-1].subject == "cities" and not _starts_claim(part, find_players):
            claims[-1].value.append(_city(part))
        else:
            claims.append(_claim(part.split(), find_players))
    if not claims:
        raise NotationError("give a fact of the table, as in {words}", words=Typed("Ana 34"))
    return claims


def _starts_claim(part: str, find_players: Callable[[str], Sequence[Seat]]) -> bool:
    first = part.split(maxsplit=1)[0]
    return bool(find_players(first)) or _word(first) in (*FUELS, "plants", *_NUMBERS)


def _word(typed: str) -> str:
    found = english_word(typed, "position")
    return english_word(found, "names") if found == typed else found


def _claim(words: Sequence[str], find_players: Callable[[str], Sequence[Seat]]) -> Claim:
    subject, rest = _word(words[0]), words[1:]
    if subject in (*FUELS, *_NUMBERS):
        return Claim(subject, _number(rest))
    if subject == "plants":
        return Claim("plant_market", _numbers(rest))
    found = find_players(words[0])
    if len(found) != 1:
        raise NotationError(
            "{found} is neither a player nor one of {known}",
            found=quoted(words[0]),
            known=", ".join((*FUELS, "plants", *_NUMBERS)),
        )
    seat = found[0]
    of_player = _word(rest[0]) if rest else ""
    if of_player in FUELS:
        return Claim(of_player, _number(rest[1:]), seat)
    if of_player == "plants":
        return Claim("plants", _numbers(rest[1:]), seat)
    if of_player == "cities":
        count = as_number(rest[1]) if len(rest) == 2 else None
        name = " ".join(rest[1:])
        return Claim("cities", count if count is not None else [_city(name)] if name else [], seat)
    return Claim("money", _number(rest[of_player == "money" :]), seat)


def _number(words: Sequence[str]) -> int:
    found = as_number(words[0]) if len(words) == 1 else None
    if found is None:
        raise NotationError("expected a number, found {found}", found=quoted(" ".join(words)))
    return found


def _numbers(words: Sequence[str]) -> list[int]:
    return sorted(_number([word]) for word in words)


def _city(name: str) -> str:
    return CITY_NAMES[city_named(name)]


def _known(state: State, claim: Claim) -> Any:
    """Return the value of a claimed fact according to the entries."""
    facts = facts_of(state)
    if claim.subject in FUELS:
        fuel = FUELS.index(claim.subject)
        counts = facts["market"] if claim.seat is None else facts["fuel"][claim.seat]
        return counts[fuel]
    value = facts[claim.subject]
    value = value if claim.seat is None else value[claim.seat]
    is_count = claim.subject == "cities" and isinstance(claim.value, int)
    return len(value) if is_count else value


def corrected(state: State, claims: Sequence[Claim]) -> dict[str, Any]:
    """Return the ``set`` line that makes claims true. Raises NotationError."""
    facts, line = facts_of(state), dict[str, Any]()
    for claim in claims:
        key = claim.subject
        if claim.subject == "cities" and isinstance(claim.value, int):
            raise NotationError("name the cities, as in {words}", words=Typed("Ana cities Essen"))
        if key in FUELS:
            key = "market" if claim.seat is None else "fuel"
        values = line.setdefault(key, facts[key])
        if claim.subject in FUELS:
            counts = list(values if claim.seat is None else values[claim.seat])
            counts[FUELS.index(claim.subject)] = claim.value
            line[key] = counts if claim.seat is None else _put(values, claim.seat, counts)
        else:
            line[key] = claim.value if claim.seat is None else _put(values, claim.seat, claim.value)
    return line


def _put(values: Sequence[Any], seat: Seat, value: Any) -> list[Any]:
    return [value if one == seat else old for one, old in enumerate(values)]


def judged(
    claim: Claim, state: State, moves: Sequence[Move], names: Sequence[str]
) -> Iterator[str]:
    """Yield whether a claim agrees with the entries, and if not, where they come from."""
    known = _known(state, claim)
    words = _claim_words(claim, claim.value, names)
    is_same = sorted(known) == sorted(claim.value) if isinstance(known, list) else (
        known == claim.value)  # fmt: skip
    if is_same:
        yield say("Right: {claim}.", claim=words)
        return
    found = _claim_words(claim, known, names)
    yield say("Not right: {claim}. By the entries and rules: {found}.", claim=words, found=found)
    if claim.subject == "money":
        if paid := [*_payments(moves, claim.seat)][-_SHOWN:]:
            yield say("Last payments: {payments}", payments="; ".join(paid))
        difference = claim.value - known
        yield say("{count} too much", count=difference) if difference > 0 else say(
            "{count} too little", count=-difference)  # fmt: skip
    elif claim.subject in FUELS and claim.seat is None:
        fuel = FUELS.index(claim.subject)
        yield f"{say(claim.subject)}: {market_words(state, fuel)}"


def _claim_words(claim: Claim, value: Any, names: Sequence[str]) -> str:
    shown = " ".join(map(str, value)) or say("none") if isinstance(value, list) else str(value)
    if isinstance(value, list) and claim.subject == "cities":
        shown = ", ".join(value) or say("none")
    subject = {"plant_market": "plants"}.get(claim.subject, claim.subject)
    if claim.seat is None:
        return f"{say(subject)} {shown}"
    if subject == "money":
        return say("{name} has {money} Elektro", name=names[claim.seat], money=shown)
    return f"{names[claim.seat]}: {say(subject)} {shown}"


def _payments(moves: Sequence[Move], seat: Seat | None) -> Iterator[str]:
    """Yield what a seat paid and got, the last one last."""
    for move in moves:
        for event in move.events:
            if getattr(event, "seat", None) != seat:
                continue
            match event:
                case PlantSold():
                    yield say("-{price} plant {plant}", price=event.price, plant=event.plant)
                case FuelBought():
                    fuel = Word(FUELS[event.fuel])
                    yield say("-{price} {count} {fuel}", price=event.price, count=event.count,
                              fuel=fuel)  # fmt: skip
                case CityConnected():
                    price = event.slot_price + event.path
                    yield say("-{price} {city}", price=price, city=CITY_NAMES[event.city])
                case Powered():
                    yield say("+{income} for {cities:city|cities}", income=event.income,
                              cities=event.cities)  # fmt: skip
