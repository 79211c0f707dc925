"""Chance: the published numbers, fairness, and generators that leave one another alone.

How random the numbers are is known of SplitMix64; that they are its numbers is held here.
"""

from hypothesis import given
from hypothesis import strategies as st

from gridcommon.chance import choose, derived_seed, draw, fork, seeded, shuffle

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15
EDGES = [
    4016027445752322388,
    2720858781877447050,
    16490336266968443936,
    3703370420611038912,
    13966693766855034648,
]  # of seeds that are negative or long


def unmixed(number: int) -> int:
    """Undo the mixing of SplitMix64, to find the generator whose next number is known."""

    def unshifted(number: int, shift: int) -> int:
        found = number
        for _ in range(64 // shift + 1):
            found = number ^ (found >> shift)
        return found

    number = unshifted(number, 31) * pow(0x94D049BB133111EB, -1, 1 << 64) & MASK
    number = unshifted(number, 27) * pow(0xBF58476D1CE4E5B9, -1, 1 << 64) & MASK
    return unshifted(number, 30)


def before(number: int) -> int:
    """Return the generator that gives ``number`` next."""
    return (unmixed(number) - STEP) & MASK


def numbers(rng: int, count: int) -> list[int]:
    """Return the next whole words of a generator."""
    found = []
    for _ in range(count):
        value, rng = draw(rng, 1 << 64)
        found.append(value)
    return found


def test_numbers_are_the_published_ones_of_splitmix64():
    assert numbers(0, 3) == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert numbers(1234567, 3) == [6457827717110365317, 3203168211198807973, 9817491932198370423]
    for number in (0, 1, 5, MASK, 0xE220A8397B1DCDAF):
        assert numbers(before(number), 1) == [number], "this test turns the mixing round"


def test_a_seed_means_the_same_for_ever():
    """A change of these numbers would change every game that is known by its seed, and its bots."""
    assert [seeded(seed) for seed in (0, 1, 7)] == [0, 0x5692161D100B05E5, 0x12AE30237B17DF14]
    edges = [seeded(seed) for seed in (-1, 1 << 63, 1 << 64, -(1 << 64), 10**30)]
    assert edges == EDGES
    assert len({*edges, *map(seeded, range(999))}) == len(edges) + 999
    assert shuffle(range(10), seeded(7)) == ([1, 6, 8, 2, 4, 9, 3, 0, 7, 5], 11718779272938535889)
    assert fork(seeded(7), 1) == 6204369452576885603
    assert derived_seed(7, "bot", 0) == 2572823680634750619
    assert derived_seed(7, "bot", 0, 12) == 16585895501930737388
    assert derived_seed(-7, "bot", 0) == 6606882857701218259


@given(st.integers(1, 1 << 20), st.data())
def test_each_value_comes_from_equally_many_words(n, data):
    """A word below the largest multiple of ``n`` counts by its remainder, one above is redrawn.

    The words that count are then exactly ``2**64 // n`` for each value.
    """
    fair = (1 << 64) // n * n
    word = data.draw(st.integers(0, fair - 1))
    assert draw(before(word), n)[0] == word % n
    for word in {fair, (fair + MASK) // 2, MASK} - {1 << 64}:
        if word >= fair:
            redrawn, _ = draw((before(word) + STEP) & MASK, n)
            assert draw(before(word), n)[0] == redrawn


@given(st.lists(st.integers(), min_size=1), st.integers())
def test_a_shuffle_is_an_order_of_the_same_things_and_a_choice_a_draw(items, seed):
    given_items, rng = list(items), seeded(seed)
    assert 0 <= rng <= MASK
    order, _ = shuffle(items, rng)
    assert sorted(order) == sorted(given_items)
    assert items == given_items
    assert order is not items
    place, after = draw(rng, len(items))
    assert 0 <= after <= MASK
    assert choose(items, rng) == (items[place], after)
