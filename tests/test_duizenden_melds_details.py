"""The melds and lay-offs of small hands of Duizenden, against all orders of their cards."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import chain, combinations, permutations

import pytest
from attrs import evolve

from cardrules.cards import Card, Cards, Suit
from cardrules.duizenden import melds
from cardrules.duizenden.actions import LONGEST, End, written
from cardrules.duizenden.deck import PACKS
from cardrules.duizenden.hands import (
    Sets,
    Streamed,
    additions_to,
    clusters,
    holding,
    layable,
    may_have_meld_with,
    meldable,
    meldable_points,
    melds_of,
    melds_with,
    natural_extensions,
    natural_melds,
    wild_extensions,
    wild_melds,
    within_reach,
)
from cardrules.duizenden.melds import (
    ALONG,
    POSITIONS,
    Group,
    Laid,
    Run,
    addition_faults,
    exchanged,
    extended,
    faults,
    heap,
    lay,
    lowest_position,
    meld_points,
    most_wild,
    positions_of,
    run_low,
    stands_for,
)
from cardrules.duizenden.rules import PRESETS, Ratio, Rules
from test_duizenden_cases import cards_of

POOLS = (
    cards_of("AsKsQsJsTs9sQs"),
    cards_of("As3s4s5s6sAs4s"),
    cards_of("QcQdQhQsQcQdKs"),
    cards_of("AcAdAhAsAcKcQc"),
    cards_of("5h6h7h9hTh7c7s"),
    cards_of("3c3d3h4c5c4d4h"),
)
ON_TABLE = ("7h8h9h", "JsQsKs", "3s4s5s", "QcQdQh", "QcQdW", "5hW7h", "TsJsW", "3d3hW", "QcKcAc")


def hands(number: int, most: int) -> Iterator[tuple[Cards, Rules, str]]:
    """So many small hands, the same each time, with house rules and the wild card of the hand."""
    chance = random.Random(number)
    for _ in range(number):
        rules = evolve(
            PRESETS[chance.choice(["volwassen", "modern"])],
            ratio=chance.choice(["minority", "half"]),
            low_ace=chance.choice([True, False]),
        )
        wild = "Jk" if rules.wild == "jokers" else "2d"
        naturals = chance.sample(chance.choice(POOLS), chance.randint(2, most))
        yield Cards([*naturals, *cards_of(wild * chance.choice([0, 0, 1, 2]))][: most + 1]), rules, wild


def orders(hand: Cards, least: int, most: int) -> Iterator[tuple[Card, ...]]:
    for size in range(least, min(len(hand), most) + 1):
        yield from permutations(hand, size)


def all_melds(hand: Cards, rules: Rules) -> set[tuple[Card, ...]]:
    """The melds of a hand as they are written."""
    return {written(cards) for cards in orders(hand, 2, 6) if not faults(cards, rules)}


@pytest.mark.parametrize(
    ("preset", "wilds"), [("volwassen", ""), ("volwassen", "JkJkJkJk"), ("modern", "2c2c2d2d2h2h2s2s")]
)
def test_a_hand_is_read_as_its_natural_and_its_wild_cards(preset: str, wilds: str) -> None:
    rules, twice, more = PRESETS[preset], cards_of("3cQs"), cards_of("AsKh")
    hand = Cards([*cards_of(wilds), *twice, *twice, *more])
    held = holding(hand, rules)
    assert (held.once, held.twice, held.wilds) == (Cards(twice + more).bits, Cards(twice).bits, cards_of(wilds))
    assert holding(hand, rules, wilds=False) == evolve(held, wilds=())


def test_a_meld_shows_nothing_that_follows_from_its_cards() -> None:
    rules = PRESETS["volwassen"]
    for text, shown in (("QsKsJk", "owner suit low cards seats wilds"), ("QcQdJk", "owner rank cards seats")):
        assert re.findall(r"(\w+)=", repr(lay(cards_of(text), 1, rules))) == shown.split(" ")


def test_what_cards_are_is_told_whole() -> None:
    rules = PRESETS["volwassen"]
    assert faults(cards_of("3c9d"), rules) == ("size", "run", "group")
    assert [positions_of(card) for card in cards_of("As2sKs")] == [(0, 13), (1,), (12,)]
    many = cards_of("Jk") * (LONGEST + 1)
    assert heap(many) == Cards(many)


@pytest.mark.parametrize(("text", "points"), [("AcAdAh", 60), ("As2s3s", 11), ("Jk2s3s", 35), ("JsJkKsAs", 65)])
def test_an_ace_counts_little_below_the_two_alone(text: str, points: int) -> None:
    assert meld_points(cards_of(text), PRESETS["volwassen"]) == points


def test_all_melds_of_a_hand_are_found() -> None:
    for hand, rules, _ in hands(150, 5):
        assert_melds(hand, rules)


@pytest.mark.parametrize(
    "text", ["As2s3s", "2c2d2h3c3d3h", "9h9h9c4h", "2c5d8h", "QcKcAc2d", "JsQsKs2c3c4c", "2c3c4c2d3d4d"]
)
def test_all_melds_of_a_hand_with_twos_or_twins_are_found(text: str) -> None:
    assert_melds(Cards(cards_of(text)), PRESETS["volwassen"])
    assert_melds(Cards(cards_of(text + "Jk")), PRESETS["volwassen"])


def assert_melds(hand: Cards, rules: Rules) -> None:
    """Whether the melds of a hand are those that are found, and its cards those that can be in one."""
    held = holding(hand, rules)
    expected = all_melds(hand, rules)
    found = list(melds_of(held, rules))
    assert {written(cards) for cards in found} == expected
    assert len(found) == len(expected)
    without = {cards for cards in expected if not has_wild(cards, rules)}
    assert {written(cards) for cards in melds_of(holding(hand, rules, wilds=False), rules)} == without
    useful = meldable(held)
    for cards in expected:
        for card in cards:
            assert card.bit & (useful | rules.wild_bits)
        assert meld_points(cards, rules) <= meldable_points(held, rules)
    if not held.wilds and rules.low_ace:
        assert useful == Cards(chain.from_iterable(expected)).kinds().bits
    points = PACKS[rules.wild].points
    counted = [points[card.index] for card in hand if card.bit & (useful | rules.wild_bits)]
    assert meldable_points(held, rules) == sum(counted)


def has_wild(cards: tuple[Card, ...], rules: Rules) -> bool:
    return any([card.bit & rules.wild_bits for card in cards])


def assert_counted(sets: Sets) -> None:
    """Whether sets are as many as they say, and each is found in its place."""
    every = list(sets)
    assert len(sets) == len(every) == len(set(every))
    assert [sets[place] for place in range(len(every))] == every


def test_melds_are_counted_before_they_are_made() -> None:
    for hand, rules, wild in hands(150, 7):
        held, lowest = holding(hand, rules), lowest_position(rules)
        naturals = natural_melds(held.once, held.twice, lowest)
        for _, _, sets, most in naturals + wild_melds(held, lowest, rules.ratio):
            assert_counted(sets)
            assert most == max(map(len, sets))
        for card in cards_of(wild + "QsAs7h4c5s"):
            for sets, most in melds_with(card, hand, rules, wilds=True):
                assert_counted(sets)
                assert most >= max(map(len, sets), default=0)
        for text in ON_TABLE:
            meld = lay(written(cards_of(text.replace("W", wild))), 0, rules)
            natural = natural_extensions(meld, held.once, held.twice, lowest)
            for _, sets, most in [*natural, *wild_extensions(meld, held, lowest, rules.ratio)]:
                assert_counted(sets)
                assert most == max(map(len, sets))


def test_all_melds_with_a_card_are_found() -> None:
    for hand, rules, wild in hands(100, 4):
        # there are two of each card
        for card in [card for card in cards_of(wild + "QsAs7h4c5s") if hand.count(card) < 2]:
            expected = {cards for cards in all_melds(hand + Cards([card]), rules) if card in cards}
            pieces = melds_with(card, hand, rules, wilds=True)
            found = [written(cards) for sets, _ in pieces for cards in sets]
            assert set(found) == expected
            assert len(found) == len(expected)
            without = {cards for cards in expected if not has_wild(cards, rules)}
            assert {
                written(cards) for sets, _ in melds_with(card, hand, rules, wilds=False) for cards in sets
            } == without
            if not card.bit & rules.wild_bits:
                held = holding(hand, rules)
                assert may_have_meld_with(card, held.once, held.twice) == bool(without)


@pytest.mark.parametrize(
    ("card", "hand", "may"),
    [
        *[("7h", hand, False) for hand in ("Kd3c", "7c", "Kh", "5h", "6h", "3h4h5h", "4h5h", "9hTh", "8hTh", "8h9cTh")],
        *[("7h", hand, True) for hand in ("7c7s", "7c7c", "7h7h", "5h6h", "6h8h", "8h9h")],
        ("7h", "8hTh9d", False),
        ("7h", "8h9hTh", True),
        ("6h", "8h9hTh", False),
        ("Th", "6h7h8h", False),
        # an ace stands below the two or above the king
        *[("Ah", hand, True) for hand in ("2h3h", "QhKh")],
        *[("Ah", hand, False) for hand in ("Kh2h", "3h4h", "JhQh")],
        *[("3h", hand, True) for hand in ("Ah2h", "2h4h", "4h5h")],
        ("4h", "Ah2h", False),
        ("4h", "Ah2h3h", True),
    ],
)
def test_whether_a_card_can_be_in_a_meld_is_seen(card: str, hand: str, may: bool) -> None:
    [top], held = cards_of(card), holding(Cards(cards_of(hand)), PRESETS["volwassen"])
    assert may_have_meld_with(top, held.once, held.twice) == may


def test_the_wild_card_of_the_pot_stands_where_it_would_stand_in_a_listing() -> None:
    [two] = cards_of("2h")
    pieces = melds_with(two, Cards(cards_of("3c3d2c")), PRESETS["modern"], wilds=True)
    assert [cards for sets, _ in pieces for cards in sets] == [cards_of("3c3d2h"), cards_of("3c3d2c2h")]


@pytest.mark.parametrize(("size", "made"), [(0, 1), (100, 1), (1000, 5)])
def test_a_few_sets_are_kept_and_many_made_again(size: int, made: int) -> None:
    every = [cards_of("3c") * number for number in range(size)]
    makings = []

    def make() -> Iterator[tuple[Card, ...]]:
        makings.append(0)
        for cards in every:
            makings[-1] += 1
            yield cards

    sets = Streamed(make)
    assert (len(sets), len(sets)) == (size, size)
    assert list(sets) == every
    assert [sets[place] for place in range(0, size, 700)] == every[::700]
    assert len(makings) == made
    assert (makings[0] < size) == (made > 1)


def test_all_lay_offs_are_found() -> None:
    ends: tuple[End | None, ...] = (None, "low", "high")
    for hand, rules, wild in hands(120, 4):
        held = holding(hand, rules)
        for text in ON_TABLE:
            meld = lay(written(cards_of(text.replace("W", wild))), 0, rules)
            expected = {
                (end, tuple(sorted(cards)) if isinstance(meld, Group) else cards)
                for cards in orders(hand, 1, 4)
                for end in ends
                if not addition_faults(meld, end, cards, rules)
            }
            found = [
                (end, tuple(sorted(cards)) if isinstance(meld, Group) else cards)
                for end, cards in additions_to(meld, held, rules)
                if len(cards) <= 4
            ]
            assert set(found) == expected, (text, hand)
            assert len(found) == len(expected)
            useful = layable(meld, held, len(held.wilds))
            for _, cards in expected:
                for card in cards:
                    assert card.bit & (useful | rules.wild_bits)
            if not held.wilds and rules.low_ace:
                assert useful == Cards([card for _, cards in expected for card in cards]).kinds().bits


@pytest.mark.parametrize(
    ("size", "laid", "ratio", "most"),
    [
        (3, (0, 0), "minority", 1),
        (4, (0, 0), "half", 2),
        (1, (5, 0), "minority", 1),
        (1, (3, 2), "minority", 0),
        (1, (2, 4), "minority", -1),
    ],
)
def test_how_many_wild_cards_a_meld_can_take(size: int, laid: tuple[int, int], ratio: Ratio, most: int) -> None:
    assert most_wild(size, *laid, ratio) == most


# -- melds that change


def assert_laid_anew(meld: Laid) -> None:
    """Whether what follows from the cards of a meld is what it would be, were it built from them."""
    build, parts = meld.__reduce__()
    anew = build(*parts)
    assert anew == meld
    assert derived(anew) == derived(meld)
    assert meld.reach == meld.grows | meld.takes


def derived(meld: Laid) -> tuple[int, int, int, int]:
    """What follows from the cards of a meld."""
    return meld.grows, meld.takes, meld.reach, meld.wild_count


def test_what_a_lay_off_makes_of_a_meld() -> None:
    for hand, rules, wild in hands(60, 4):
        for text in ON_TABLE:
            meld = lay(written(cards_of(text.replace("W", wild))), 0, rules)
            for end, cards in additions_to(meld, holding(hand, rules), rules):
                grown = extended(meld, end, cards, 1, rules)
                assert_laid_anew(grown)
                before = end == "low"
                assert grown.cards == (cards + meld.cards if before else meld.cards + cards)
                assert grown.seats == ((1,) * len(cards) + meld.seats if before else meld.seats + (1,) * len(cards))
                assert grown.owner == 0
                anew = lay(grown.cards, 0, rules)
                assert derived(grown) == derived(anew)
                assert evolve_seats(grown, anew.seats) == anew


def evolve_seats(meld: Laid, seats: tuple[int, ...]) -> Laid:
    """The meld as if other seats had laid its cards, the wild ones from low to high."""
    if isinstance(meld, Run):
        return Run(meld.owner, meld.suit, meld.low, meld.cards, seats, tuple(sorted(meld.wilds)))
    return Group(meld.owner, meld.rank, meld.cards, seats)


def test_what_an_exchange_makes_of_a_meld() -> None:
    for preset, wild in (("volwassen", "Jk"), ("modern", "2d")):
        rules = PRESETS[preset]
        [joker] = cards_of(wild)
        for text in (*ON_TABLE, "QcQdQhWW", "4s5sW7s8sW", "QcQdQhQsW", "2s3s4s", "AsW3s4s", "QsKsAs"):
            meld = lay(cards_of(text.replace("W", wild)), 0, rules)
            if isinstance(meld, Run):
                beside = [place for place in (meld.low - 1, meld.low + len(meld.cards)) if 0 <= place < POSITIONS]
                assert meld.grows == Cards([ALONG[meld.suit.place][place] for place in beside]).bits
            for card in cards_of("4c5c6c7c8c3s6s9sTsQsKsAsQcQh6hAhJk2d3c2c"):
                at = stands_for(meld, card, rules)
                fits = [
                    place
                    for place, laid in enumerate(meld.cards)
                    if laid is joker
                    and not card.bit & rules.wild_bits
                    and (
                        card is ALONG[meld.suit.place][meld.low + place]
                        if isinstance(meld, Run)
                        else card.rank is meld.rank
                    )
                ]
                assert at == next(iter(fits), None)
                assert bool(card.bit & meld.takes) == bool(fits)
                if at is not None:
                    changed = exchanged(meld, at, card, 1)
                    assert_laid_anew(changed)
                    assert changed.cards == (*meld.cards[:at], card, *meld.cards[at + 1 :])
                    assert changed.seats == (*meld.seats[:at], 1, *meld.seats[at + 1 :])
                    assert (changed.owner, changed.wild_count) == (0, meld.wild_count - 1)


# -- runs up to the longest


def long_suits() -> Iterator[tuple[Cards, Rules]]:
    """Hands with most of the spades, some of them twice, and jokers, the same each time; in the end all
    spades, with no ace, with one and with two."""
    chance = random.Random(1)
    for number in range(12):
        rules = evolve(
            PRESETS["volwassen"], ratio=chance.choice(["minority", "half"]), low_ace=chance.choice([True, True, False])
        )
        spades = list(ALONG[Suit.SPADES.place][1:])
        for card in chance.sample(spades, chance.choice([0, 0, 1, 2, 4])):
            spades.remove(card)
        twice = chance.sample(spades, 2) + list(cards_of("As")) * (number % 2)
        yield Cards([*spades, *set(twice), *cards_of("Jk" * (number % 4))]), rules
    along = ALONG[Suit.SPADES.place]
    for every in (along[1:-1], along[1:], along):
        yield Cards([*every, *cards_of("JkJk")]), PRESETS["volwassen"]


def sequences(hand: Cards, low: int, high: int, joker: Card) -> Iterator[tuple[Card, ...]]:
    """The cards at these positions of spades as far as the hand has them, with jokers in all ways."""
    for jokers in range(hand.count(joker) + 1):
        for places in combinations(range(low, high), jokers):
            cards = tuple([joker if at in places else ALONG[Suit.SPADES.place][at] for at in range(low, high)])
            if Cards(cards) <= hand:
                yield cards


def test_all_runs_of_a_long_suit_are_found() -> None:
    [joker] = cards_of("Jk")
    for hand, rules in long_suits():
        expected = {
            cards
            for low in range(POSITIONS)
            for high in range(low + 3, POSITIONS + 1)
            for cards in sequences(hand, low, high, joker)
            if not faults(cards, rules)
        }
        found = [
            cards for cards in melds_of(holding(hand, rules), rules) if run_low(cards, rules.wild_bits) is not None
        ]
        assert set(found) == expected
        assert len(found) == len(expected)
        for _, _, sets, _ in wild_melds(holding(hand, rules), lowest_position(rules), rules.ratio):
            assert len(sets) == len(list(sets))
        for card in cards_of("Jk7sAs"):
            pieces = melds_with(card, hand - Cards([card]), rules, wilds=True) if card in hand else []
            assert {cards for sets, _ in pieces for cards in sets if run_low(cards, rules.wild_bits) is not None} == {
                cards for cards in expected if card in cards
            }


def test_all_that_continues_a_run_is_found() -> None:
    [joker] = cards_of("Jk")
    ends: tuple[End, ...] = ("low", "high")
    for hand, rules in long_suits():
        for text in ("7s8s9s", "3s4s5s", "QsKsAs", "6sJk8s", "TsJkQsKs"):
            meld = lay(cards_of(text), 0, rules)
            assert isinstance(meld, Run)
            high = meld.low + len(meld.cards)
            beside = [(low, meld.low) for low in range(meld.low)]
            beside += [(high, above) for above in range(high + 1, POSITIONS + 1)]
            expected = {
                (end, cards)
                for places in beside
                for cards in sequences(hand, *places, joker)
                for end in ends
                if not addition_faults(meld, end, cards, rules)
            }
            found = list(additions_to(meld, holding(hand, rules), rules))
            assert set(found) == expected, (text, hand)
            assert len(found) == len(expected)


@pytest.mark.parametrize(("wilds", "reached"), [(0, ()), (1, (3, 9)), (2, (3, 9)), (3, (0, 3, 9, 12))])
def test_what_is_within_reach_of_a_run(wilds: int, reached: tuple[int, ...]) -> None:
    """A run of the positions 5 to 7, and cards for 0, 3, 9 and 12."""
    assert within_reach(sum([1 << position for position in (0, 3, 9, 12)]), 5, 8, wilds) == sum(
        [1 << position for position in reached]
    )


@pytest.mark.parametrize(("wilds", "parts"), [(1, []), (2, [(0, 3), (9, 12)]), (5, [(0, 3, 9, 12)])])
def test_what_wild_cards_can_join(wilds: int, parts: list[tuple[int, ...]]) -> None:
    """Cards for the positions 0, 3, 9 and 12."""
    mask = sum([1 << position for position in (0, 3, 9, 12)])
    assert clusters(mask, wilds) == [sum([1 << position for position in part]) for part in parts]


# -- what is remembered


@pytest.mark.parametrize(("size", "remembered"), [(LONGEST, True), (LONGEST + 1, False)])
def test_only_what_can_be_a_meld_is_remembered(size: int, remembered: bool) -> None:
    cards = cards_of("Jk") * size
    rules = PRESETS["volwassen"]
    for look, cache in (
        (heap, melds._heap),
        (lambda some: faults(some, rules), melds._shape),
        (lambda some: meld_points(some, rules), melds.points_of),
    ):
        before = cache.cache_info()
        look(cards)
        after = cache.cache_info()
        assert (after.hits + after.misses > before.hits + before.misses) == remembered


def test_what_is_remembered_is_bounded() -> None:
    """All but what depends on the cards of one rank, or on places and sizes alone."""
    found = set()
    for module in ("actions", "emptying", "ending", "hands", "laying", "legal", "melds", "transition"):
        for name, value in vars(import_module(f"cardrules.duizenden.{module}")).items():
            parameters = getattr(value, "cache_parameters", None)
            if parameters is not None and parameters()["maxsize"] is None:
                found.add(name)
    assert found == {"_beside_run", "_natural_groups", "_natural_shares", "_shares", "group_extensions", "most_wild"}
