"""Cards and multisets of cards, with `collections.Counter` as the oracle."""

# ruff: noqa: S301  # the pickles are its own
from __future__ import annotations

import copy
import operator
import pickle
from collections import Counter
from collections.abc import Collection
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules.cards import CARDS, JOKER, Card, Cards, Rank, Suit, parse_sequence
from cardrules.errors import MalformedInput

RANKS = "23456789TJQKA"
SUITS = "cdhs"

one_card = st.sampled_from(CARDS)
few = st.lists(one_card, max_size=12)
many = st.dictionaries(one_card, st.sampled_from((1, 2, 3, 7, 50, 200)), max_size=6).map(
    lambda counts: [card for card, count in counts.items() for _ in range(count)]
)
heaps = few | many
"""Lists of cards: hands, and heaps with fifty aces and more."""


def counted(cards: Cards) -> Counter[Card]:
    return Counter(list(cards))


# -- one card


def test_there_are_53_cards_in_the_order_of_their_indices() -> None:
    assert [card.text for card in CARDS] == [rank + suit for suit in SUITS for rank in RANKS] + ["Jk"]
    assert [card.index for card in CARDS] == list(range(53))
    assert [card.bit for card in CARDS] == [1 << index for index in range(53)]
    assert CARDS[52] is JOKER
    assert all(lower < higher for lower, higher in pairwise(CARDS))
    assert sorted(set(CARDS)) == list(CARDS)


def test_a_card_is_one_object() -> None:
    for rank in Rank:
        for suit in Suit:
            card = Card(rank, suit)
            assert card is Card.parse(rank.value + suit.value)
            assert (card.rank, card.suit) == (rank, suit)
    assert JOKER.rank is None
    assert JOKER.suit is None
    for card in CARDS:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(card, protocol)) is card
        assert copy.copy(card) is card
        assert copy.deepcopy(card) is card
        assert Card.parse(str(card)) is card
        assert repr(card) == f"Card.parse({card.text!r})"
        assert card == card
        assert [other for other in CARDS if other == card] == [card]


def test_masks_of_suits_and_ranks_have_the_bits_of_their_cards() -> None:
    for suit in Suit:
        assert suit.mask == sum(card.bit for card in CARDS if card.suit is suit)
    for rank in Rank:
        assert rank.mask == sum(card.bit for card in CARDS if card.rank is rank)


@pytest.mark.parametrize("name", ["index", "bit", "rank", "suit", "text", "other"])
def test_a_card_is_immutable(name: str) -> None:
    card: Any = Card.parse("As")
    with pytest.raises(AttributeError):
        setattr(card, name, 0)
    with pytest.raises(AttributeError):
        delattr(card, name)


@pytest.mark.parametrize(("text", "meant"), [("10h", "Th"), ("Q♠", "Qs"), ("10♣", "Tc"), ("T♦", "Td"), ("2♥", "2h")])
def test_other_spellings_of_a_card(text: str, meant: str) -> None:
    assert Card.parse(text) is Card.parse(meant)
    assert Cards.parse(text) == Cards.parse(meant)


BAD = ["", " ", "A", "s", "as", "AS", "1s", "11s", "As ", " As", "A s", "Asx", "jk", "JK", "J", "10", "0h", "Bs", "A♤"]
BAD += ["AsAs", "As\n", "As\x00", "Ａs", "\u0661s", "x" * 10**6, "👑"]


@pytest.mark.parametrize("text", BAD, ids=lambda text: ascii(text[:9]))
def test_a_text_that_is_no_card_is_malformed(text: str) -> None:
    with pytest.raises(MalformedInput) as caught:
        Card.parse(text)
    assert caught.value.where == "card"
    assert len(str(caught.value)) < 200
    assert str(caught.value).isprintable()
    # the one card that has neither
    assert str(caught.value).endswith("(c, d, h, s), such as Td, or the joker, Jk")


@pytest.mark.parametrize("value", [None, 3, b"As", ["As"], Card.parse("As"), 1.5, True])
def test_a_value_that_is_no_text_is_malformed(value: Any) -> None:
    what = "None" if value is None else f"{'an' if type(value) is int else 'a'} {type(value).__name__}"
    with pytest.raises(MalformedInput, match=f"^card: {what} is no card;"):
        Card.parse(value)
    with pytest.raises(MalformedInput, match=f"^cards: {what} is no text of cards$"):
        Cards.parse(value)


@pytest.mark.parametrize("other", [3, "As", None, Cards.parse("As")])
def test_a_card_is_less_than_cards_only(other: Any) -> None:
    with pytest.raises(TypeError):
        assert Card.parse("As") < other
    assert Card.parse("As") != other


# -- many cards


@given(heaps)
def test_a_multiset_holds_what_it_was_made_of(cards: list[Card]) -> None:
    made = Cards(cards)
    count = Counter(cards)
    assert list(made) == sorted(cards)
    assert len(made) == len(cards)
    assert bool(made) == bool(cards)
    for card in CARDS:
        assert made.count(card) == count[card]
        assert (card in made) == (count[card] > 0)
    assert list(made.kinds()) == sorted(count)
    assert isinstance(made, Collection)
    assert made == Cards(reversed(cards))
    assert hash(made) == hash(Cards(reversed(cards)))


@given(heaps)
def test_the_bits_of_a_multiset_are_layers(cards: list[Card]) -> None:
    count = Counter(cards)
    expected = sum(1 << 64 * layer + card.index for card, copies in count.items() for layer in range(copies))
    assert Cards(cards).bits == expected
    assert Cards.of(expected) == Cards(cards)


@given(heaps, heaps)
def test_operations_on_multisets(one: list[Card], two: list[Card]) -> None:
    left, right = Cards(one), Cards(two)
    first, second = Counter(one), Counter(two)
    assert counted(left + right) == first + second
    assert counted(left - right) == first - second
    assert counted(left & right) == first & second
    assert counted(left | right) == first | second
    assert (left <= right) == (first <= second)
    assert (left >= right) == (first >= second)
    assert (left < right) == (first < second)
    assert (left > right) == (first > second)
    assert (left == right) == (first == second)
    assert (left != right) == (first != second)
    assert (left, right) == (Cards(one), Cards(two))


@given(heaps, heaps)
def test_the_parts_of_a_multiset_add_up(one: list[Card], two: list[Card]) -> None:
    left, right = Cards(one), Cards(two)
    assert (left + right) - right == left
    assert (left - right) + (left & right) == left
    assert (left & right) + (left | right) == left + right
    assert left & right <= left <= left | right <= left + right
    assert len(left + right) == len(left) + len(right)
    assert sum([left, right], Cards()) == left + right


def test_fifty_aces_and_a_hundred_thousand() -> None:
    ace = Card.parse("As")
    fifty = Cards([ace] * 50)
    assert (len(fifty), fifty.count(ace)) == (50, 50)
    assert fifty - Cards([ace] * 49) == Cards([ace])
    assert fifty - Cards([ace] * 51) == Cards()
    assert fifty.kinds() == Cards([ace])
    assert not fifty <= Cards([ace] * 49)
    assert Cards([ace] * 49) < fifty
    assert str(fifty) == "As" * 50
    heap = Cards([ace, JOKER] * 100_000)
    assert (heap + heap).count(JOKER) == 200_000
    assert len(heap - fifty) == 199_950
    assert list((heap + fifty) - heap) == [ace] * 50


@given(heaps)
def test_a_multiset_round_trips(cards: list[Card]) -> None:
    made = Cards(cards)
    assert Cards.parse(str(made)) == made
    assert repr(made) == f"Cards.parse({str(made)!r})"
    assert str(made) == "".join(sorted([card.text for card in cards], key=lambda text: Card.parse(text).index))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(made, protocol))
        assert (type(twin), twin, hash(twin)) == (Cards, made, hash(made))
    assert copy.copy(made) is made
    assert copy.deepcopy(made) is made


@given(few)
def test_the_order_of_a_text_is_kept_in_a_sequence(cards: list[Card]) -> None:
    assert parse_sequence("".join([card.text for card in cards])) == tuple(cards)
    assert Cards.parse("".join([card.text for card in cards])) == Cards(cards)


@given(few, st.text(max_size=4))
def test_a_sequence_is_read_to_its_end_or_not_at_all(cards: list[Card], tail: str) -> None:
    text = "".join([card.text for card in cards])
    read = read_or_refused(text + tail)
    if isinstance(read, MalformedInput):
        assert read.where.startswith("character ")
        assert str(read).isprintable()
        return
    normal = (text + tail).replace("10", "T")
    for suit in Suit:
        normal = normal.replace(suit.sign, suit.value)
    assert "".join([card.text for card in read]) == normal


def read_or_refused(text: str) -> tuple[Card, ...] | MalformedInput:
    try:
        return parse_sequence(text)
    except MalformedInput as error:
        return error


@pytest.mark.parametrize("text", ["As Ks", "AsK", "A", "As,Ks", "AsAs ", "asks", "AsJ k", "As\n"])
def test_a_text_that_is_no_cards_is_malformed(text: str) -> None:
    with pytest.raises(MalformedInput):
        Cards.parse(text)


@pytest.mark.parametrize("name", ["bits", "other"])
def test_a_multiset_is_immutable(name: str) -> None:
    cards: Any = Cards.parse("AsAs")
    with pytest.raises(AttributeError):
        setattr(cards, name, 0)
    with pytest.raises(AttributeError):
        delattr(cards, name)
    assert str(cards) == "AsAs"
    with pytest.raises(TypeError):
        cards[0] = JOKER


@pytest.mark.parametrize("other", [None, 3, "As", [Card.parse("As")], {Card.parse("As")}, Card.parse("As")])
def test_a_multiset_does_not_mix_with_other_values(other: Any) -> None:
    cards = Cards.parse("As")
    assert cards != other
    assert other not in cards or other is Card.parse("As")
    for operation in (operator.add, operator.sub, operator.and_, operator.or_, operator.le, operator.gt):
        with pytest.raises(TypeError):
            operation(cards, other)


def test_no_two_multisets_of_a_small_universe_are_confused() -> None:
    cards = [Card.parse(text) for text in ("2c", "As", "Jk")]
    made = {
        (a, b, c): Cards([cards[0]] * a + [cards[1]] * b + [cards[2]] * c)
        for a in range(4)
        for b in range(4)
        for c in range(4)
    }
    assert len(set(made.values())) == len(made) == 64
