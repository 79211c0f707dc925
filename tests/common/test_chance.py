"""Chance: the published numbers, fairness, and generators that leave one another alone.

How random the numbers are is known of SplitMix64; that they are its numbers is held here.
"""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from gridcommon.chance import choose, derived_seed, draw, fork, seeded, shuffle

MASK = (1 << 64) - 1
STEP = 0x9E3779B97F4A7C15


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


def test_seeds_near_far_and_negative_give_unlike_generators():
    small = range(-300, 300)
    edges = [
        sign * (1 << bits) + near
        for bits in (63, 64, 65, 128, 192)
        for sign in (-1, 1)
        for near in small
    ]
    multiples = [k << 64 for k in small if k]
    seeds = {*small, *edges, *multiples, 10**4000, -(10**4000)}
    assert len({seeded(seed) for seed in seeds}) == len(seeds)
    first = Counter(draw(seeded(seed), 6)[0] for seed in range(600))
    assert max(first.values()) < 150
    assert min(first.values()) > 50


# Seeds that are kept from somebody


def seed_behind(branch: int, number: int) -> int:
    """Return the seed, below 2**64, of the generator that ``branch`` was forked from."""
    mixed_in = seeded((number + 1) * STEP & MASK)
    return unmixed(unmixed(branch) ^ mixed_in)


@given(st.integers(0, MASK), st.integers(0, 9))
def test_a_branch_tells_the_seed_and_a_derived_seed_does_not(seed, number):
    """Whoever plays with a fork of the game's generator knows the deck."""
    assert seed_behind(fork(seeded(seed), number), number) == seed
    derived = derived_seed(seed, "bot", number)
    attempts = {
        seed_behind(derived, number),
        seed_behind(seeded(derived), number),
        unmixed(derived),
        before(derived),
        derived,
    }
    assert seed not in attempts


def test_derived_seeds_differ_in_each_part():
    seeds = [
        derived_seed(seed, purpose, *numbers)
        for seed in (*range(12), -1, 1 << 53, 10**5000)
        for purpose in ("bot", "table")
        for numbers in ((), (0,), (1,), (11,), (1, 1), (0, 11), (1, 11), (11, 1))
    ]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed <= MASK for seed in seeds)
