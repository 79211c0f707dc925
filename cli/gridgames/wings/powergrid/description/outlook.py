"""Questions at the table: when it ends, and who powers how much now."""

from collections.abc import Iterator, Sequence

from gridgames.languages.messages import say
from gridgames.wings.powergrid.description.situation import cities_words
from powergrid.bureaucracy import payment
from powergrid.ending import powering, ranking
from powergrid.state import OVER, State


def turns_left(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield how many cities each network lacks until the game ends, the largest first.

    Rules: PG-END-01, PG-END-02.
    """
    if state.phase == OVER:
        yield say("The game is over")
        return
    end = state.terms.end_cities
    yield say(
        "The game ends after the building phase in which somebody has {end} cities; the largest"
        " network has {cities}.",
        end=end,
        cities=cities_words(state.most_cities),
    )
    for seat in sorted(range(len(names)), key=lambda one: (-state.city_count[one], one)):
        count = state.city_count[seat]
        yield say(
            "{name}: {cities}, {missing} more to the end",
            name=names[seat],
            cities=cities_words(count),
            missing=max(0, end - count),
        )


def possible_points(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield how many cities each player can power now, in the order of a result as of now.

    Rules: PG-BUR-02, PG-END-03.
    """
    for one in ranking(state):
        powered = powering(state, one.seat)
        yield say(
            "{place}. {name} powers {powered} of {cities} and gets {income}; has {money}",
            place=one.place,
            name=names[one.seat],
            powered=powered,
            cities=cities_words(one.cities),
            income=payment(powered),
            money=one.money,
        )
    yield say("That is with the plants and fuel in stock; it would be the result now.")
