"""The offers of an edited position: for a player, and for the table."""

from collections.abc import Collection, Iterator, Sequence
from functools import partial

from gridcommon.contract import Seat
from gridgames.languages.messages import say
from gridgames.show.draft import Offer, Offers
from gridgames.show.parts import Picture
from gridgames.wings.powergrid import EDITION, MAP
from gridgames.wings.powergrid.drawing import signs
from powergrid.codecs import LETTERS
from powergrid.position import Position
from powergrid.state import CARTEL, PHASES, State
from powergrid.tables import CITY_NAMES, EDITIONS, FUELS, MAPS, PLANTS, SEATS, City, CustomMap

OWN_MAP = "own"  # the custom map of a position, among the maps
MONEY = (-10, -1, 1, 10)
_PHASES = PHASES[1:]


def of_house(state: State, names: Sequence[str], city: City) -> Offers:
    """Return the houses of a city, one for each player and the Cartel."""
    slots = state.houses[state.board.places[city]]
    owners = [*enumerate(names), *([(CARTEL, say("Cartel"))] if state.terms.cartel else [])]
    houses = [
        Offer(
            f"house {seat}",
            f"{number} {name}",
            str(number),
            seat in slots,
            name,
            partial(signs.house, seat),
        )
        for number, (seat, name) in enumerate(owners, 1)
    ]
    return Offers(say("Houses in {city}", city=CITY_NAMES[city]), houses)


def of_player(state: State, names: Sequence[str], seat: Seat) -> Iterator[Offers]:
    """Yield the money, the fuel and the plants of a player."""
    name = names[seat]
    keys = dict(zip(MONEY, ("less_than_sign", "minus", "plus", "greater_than_sign"), strict=True))
    money = [Offer(f"money {step}", f"{step:+d}", keys[step]) for step in MONEY]
    held = state.money[seat]
    yield Offers(say("{name}: {money} Elektro", name=name, money=held), money)
    yield Offers(say("Fuel of {name}", name=name), [*_steps("fuel", state.fuel[seat])])
    others = {plant for one, own in enumerate(state.plants) if one != seat for plant in own}
    plants = [*_plants("own", state.plants[seat], others)]
    yield Offers(say("Plants of {name}", name=name), plants)


def _steps(command: str, counts: Sequence[int]) -> Iterator[Offer]:
    """Yield two offers for each fuel: one token less, and one more."""
    for fuel, name in enumerate(FUELS):
        yield Offer(f"{command} {fuel} -1", f"{say(name)} −")
        more = f"{say(name)} {counts[fuel]} +"
        yield Offer(f"{command} {fuel} 1", f"{counts[fuel]} +", about=more)


def _small_plate(plant: int) -> Picture:
    plate = signs.plate(plant)
    return plate._replace(scale=plate.scale * 0.55)


def _plants(command: str, own: Collection[int], taken: Collection[int]) -> Iterator[Offer]:
    for plant in PLANTS:
        if plant not in taken:
            draw = partial(_small_plate, plant)
            number = str(plant)
            yield Offer(f"{command} {plant}", number, "", plant in own, number, draw, is_plain=True)


def of_table(state: State, position: Position) -> Iterator[Offers]:
    """Yield round, step, phase, markets, and the choice of the game."""
    sale, regions = state.plant_market, state.board.regions
    steps = [
        Offer(f"step {step}", say("step {step}", step=step), "", state.step == step)
        for step in (1, 2, 3)
    ]
    yield Offers(say("Step"), steps)
    phases = [
        Offer(f"phase {phase}", say(phase), "", PHASES[state.phase] == phase) for phase in _PHASES
    ]
    yield Offers(say("Phase"), phases)
    rounds = [Offer("round -1", "−", about=say("the round before")), Offer("round 1", "+")]
    yield Offers(say("Round {round}", round=state.round), rounds)
    yield Offers(say("Fuel market"), [*_steps("market", state.market)])
    yield Offers(
        say("Face-up plants: {count}", count=len(sale)),
        [*_plants("sale", sale, {plant for own in state.plants for plant in own})],
    )
    known = state.board.map.regions
    yield Offers(
        say("Regions: {count}", count=len(regions)),
        [Offer(f"region {one}", say(one), "", one in regions) for one in known],
    )
    rules = position.ruleset
    lands: dict[str, str | CustomMap] = {land: land for land in MAPS}
    if rules.custom_map:
        lands[OWN_MAP] = rules.custom_map
    games = [
        Offer(
            f"rules {edition} {word}",
            f"{say(EDITION.words[edition])}, {say(MAP.words.get(word, str(land)))}",
            "",
            (rules.edition, rules.map) == (edition, land),
        )
        for edition in EDITIONS
        for word, land in lands.items()
    ]
    yield Offers(say("Edition and map"), games)
    counts = [
        Offer(f"players {count}", str(count), "", count == len(position.names)) for count in SEATS
    ]
    yield Offers(say("Players"), counts)


def of_focus(names: Sequence[str], focus: int) -> Offers:
    """Return what the other offers are about: a player, or the table."""
    players = [
        Offer(f"focus {seat}", f"{LETTERS[seat]} {name}", "", seat == focus, name)
        for seat, name in enumerate(names)
    ]
    table = Offer(f"focus {len(names)}", say("the table"), "", focus == len(names))
    return Offers(say("Enter for"), [*players, table])
