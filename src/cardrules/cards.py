"""Cards: the suits, the ranks, the 52 cards and the joker, and multisets of them.

A `Card` is one of 53 objects, so identity is equality; the two copies of a card in a pack of two
decks are the same object. `Cards` is an immutable multiset held in one integer, so that union,
difference and containment are integer operations and a suit or a rank is a mask.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Collection, Iterable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Final, final

from cardrules.errors import MalformedInput, quote
from cardrules.quick import quick

_FORM: Final = "a card is a rank (2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s), such as Td, or the joker, Jk"


class Suit(Enum):
    """A suit; the value is its letter in text. `mask` has the bits of its thirteen cards, `place` is
    its number in the order clubs, diamonds, hearts, spades, from 0."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    _value_: str

    def __init__(self, letter: str) -> None:
        self.place: Final[int] = "cdhs".index(letter)
        self.mask: Final[int] = 0x1FFF << 13 * self.place
        self.sign: Final[str] = "♣♦♥♠"[self.place]


class Rank(Enum):
    """A rank; the value is its letter in text. `mask` has the bits of its four cards, `place` is its
    number from 0, the two, to 12, the ace."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    _value_: str

    def __init__(self, letter: str) -> None:
        self.place: Final[int] = "23456789TJQKA".index(letter)
        self.mask: Final[int] = 0x8004002001 << self.place


@final
class Card:
    """One of the 53 cards: `Card(Rank.ACE, Suit.SPADES)`, `Card.parse("As")`, `JOKER`.

    `index` counts from 0 (2♣) by rank within the suits clubs, diamonds, hearts, spades to 51 (A♠)
    and 52 (the joker); `bit` is `1 << index`. The joker has neither rank nor suit.
    """

    if TYPE_CHECKING:
        # at run time they are slots, for speed; a checker that saw those, or `__setattr__`, would let them be set

        @property
        def index(self) -> int:
            """The number of the card, from 0."""

        @property
        def bit(self) -> int:
            """`1 << index`."""

        @property
        def rank(self) -> Rank | None:
            """Its rank; the joker has none."""

        @property
        def suit(self) -> Suit | None:
            """Its suit; the joker has none."""

        @property
        def text(self) -> str:
            """The card in two letters: `As`, `Td`, `Jk`."""

    else:
        __slots__ = ("bit", "index", "rank", "suit", "text")

        def __setattr__(self, name, value):
            raise AttributeError(f"a Card is immutable: {name} cannot be set")

        def __delattr__(self, name):
            raise AttributeError(f"a Card is immutable: {name} cannot be deleted")

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        """The card of that rank and suit."""
        return CARDS[_SUITS.index(suit) * 13 + _RANKS.index(rank)]

    @staticmethod
    def parse(text: str) -> Card:
        """The card of a text such as `As`, `10h` or `Q♠`.

        Raises MalformedInput where the text is not exactly one card.
        """
        card = _TEXTS.get(text) if isinstance(text, str) else None
        if card is None:
            raise MalformedInput("card", f"{quote(text)} is no card; {_FORM}")
        return card

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card.parse({self.text!r})"

    def __reduce__(self) -> tuple[Callable[[int], Card], tuple[int]]:
        return _card_at, (self.index,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _card_at(index: int) -> Card:
    """What a pickle calls for a card: the same object everywhere."""
    return CARDS[index]


_SUITS: Final = tuple(Suit)
_RANKS: Final = tuple(Rank)


def _card(index: int, rank: Rank | None, suit: Suit | None) -> Card:
    card: Card = object.__new__(Card)
    text = "Jk" if rank is None or suit is None else rank.value + suit.value
    values = {"index": index, "bit": 1 << index, "rank": rank, "suit": suit, "text": text}
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return card


CARDS: Final[tuple[Card, ...]] = (
    *(_card(13 * s + r, rank, suit) for s, suit in enumerate(_SUITS) for r, rank in enumerate(_RANKS)),
    _card(52, None, None),
)
"""All cards by index; the joker is the last."""

JOKER: Final[Card] = CARDS[52]


def _texts() -> dict[str, Card]:
    texts = {}
    for card in CARDS:
        texts[card.text] = card
        if card.suit is not None:
            texts[card.text[0] + card.suit.sign] = card
    return texts | {"10" + text[1:]: card for text, card in texts.items() if text[0] == "T"}


_TEXTS: Final = _texts()
_TOKEN: Final = re.compile("(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|Jk")


def parse_sequence(text: str) -> tuple[Card, ...]:
    """The cards of a text such as `AsTsQh`, in its order; no separators.

    Raises MalformedInput where any part of the text is no card.
    """
    pairs = [_TEXTS.get(text[at : at + 2]) for at in range(0, len(text), 2)]
    plain = tuple([card for card in pairs if card is not None])
    if len(plain) == len(pairs):
        return plain
    cards = []
    end = 0
    for token in _TOKEN.finditer(text):
        if token.start() != end:
            break
        cards.append(_TEXTS[token.group()])
        end = token.end()
    if end != len(text):
        raise MalformedInput(
            f"character {end + 1}",
            f"{quote(text[end:])} does not begin with a card; {_FORM}",
        )
    return tuple(cards)


_LAYER: Final = 64
_LAYER_BYTES: Final = _LAYER // 8
KINDS: Final = (1 << 53) - 1
"""The bits of all cards, each once."""
_FEW: Final = (1 << 8 * _LAYER) - 1
"""With up to eight copies of a card it is quicker to work layer by layer than card by card."""
_PAIRS: Final = KINDS << _LAYER | KINDS
"""The bits of all cards, each twice. What is not greater has no third copy of any."""


@final
class Cards:
    """An immutable multiset of cards: a hand, a heap, a deck.

    It iterates in the order of the cards' indices, copies side by side. `a + b` adds the copies,
    `a - b` takes away as many copies as there are, `a & b` and `a | b` take the smaller and the
    larger number of copies, `a <= b` asks whether `b` contains all of `a`, `c in a` whether the
    card is there at least once, `a.count(c)` how often.

    `bits` is the multiset as an integer: bit `64 * k + card.index` is set where the card is held
    more than `k` times. So `bits` of cards held once at most are a plain set, every `Suit.mask`
    and `Rank.mask` fits it, containment is a bit test, and no counter can wrap.
    """

    if TYPE_CHECKING:
        # as in Card

        @property
        def bits(self) -> int:
            """The multiset as an integer."""

    else:
        __slots__ = ("bits",)

        def __setattr__(self, name, value):
            raise AttributeError(f"Cards are immutable: {name} cannot be set")

        def __delattr__(self, name):
            raise AttributeError(f"Cards are immutable: {name} cannot be deleted")

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        object.__setattr__(self, "bits", _gathered(0, cards))

    @staticmethod
    def of(bits: int) -> Cards:
        """The multiset of these `bits`, which must be as the class describes (it is not checked)."""
        return cards_of(bits)

    @staticmethod
    def parse(text: str) -> Cards:
        """The cards of a text such as `AsTsQh`. Raises MalformedInput where it holds anything else."""
        if not isinstance(text, str):
            raise MalformedInput("cards", f"{quote(text)} is no text of cards")
        return Cards(parse_sequence(text))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and self.bits & card.bit != 0

    def __iter__(self) -> Iterator[Card]:
        bits = self.bits
        if bits <= KINDS:
            while bits:
                low = bits & -bits
                yield CARDS[low.bit_length() - 1]
                bits ^= low
        else:
            upper = [*_layers(bits >> _LAYER)]
            bits &= KINDS
            while bits:
                low = bits & -bits
                card = CARDS[low.bit_length() - 1]
                yield card
                for layer in upper:
                    if not layer & low:
                        break
                    yield card
                bits ^= low

    def count(self, card: Card) -> int:
        """How many copies of `card` there are."""
        return sum(layer >> card.index & 1 for layer in _layers(self.bits))

    def kinds(self) -> Cards:
        """Each card that is there, once."""
        return cards_of(self.bits & KINDS)

    def __add__(self, other: Cards) -> Cards:
        if not isinstance(other, Cards):
            return NotImplemented
        one, two = self.bits, other.bits
        if one | two <= KINDS:
            return cards_of(one | two | (one & two) << _LAYER)
        if one | two <= _FEW:
            return cards_of(_added(one, two))
        return cards_of(_from_counts([a + b for a, b in zip(_counts(one), _counts(two), strict=True)]))

    def __sub__(self, other: Cards) -> Cards:
        if not isinstance(other, Cards):
            return NotImplemented
        one, two = self.bits, other.bits
        if one <= KINDS:
            return cards_of(one & ~two)
        if one | two <= _FEW:
            return cards_of(_taken(one, two))
        return cards_of(_from_counts([max(a - b, 0) for a, b in zip(_counts(one), _counts(two), strict=True)]))

    def __and__(self, other: Cards) -> Cards:
        return cards_of(self.bits & other.bits) if isinstance(other, Cards) else NotImplemented

    def __or__(self, other: Cards) -> Cards:
        return cards_of(self.bits | other.bits) if isinstance(other, Cards) else NotImplemented

    def __le__(self, other: Cards) -> bool:
        return self.bits & ~other.bits == 0 if isinstance(other, Cards) else NotImplemented

    def __ge__(self, other: Cards) -> bool:
        return other.bits & ~self.bits == 0 if isinstance(other, Cards) else NotImplemented

    def __lt__(self, other: Cards) -> bool:
        return self.bits != other.bits and self <= other if isinstance(other, Cards) else NotImplemented

    def __gt__(self, other: Cards) -> bool:
        return self.bits != other.bits and self >= other if isinstance(other, Cards) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return self.bits == other.bits if isinstance(other, Cards) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.bits)

    def __str__(self) -> str:
        return "".join([card.text for card in self])

    def __repr__(self) -> str:
        return f"Cards.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[int], Cards], tuple[int]]:
        return Cards.of, (self.bits,)

    def __copy__(self) -> Cards:
        return self

    def __deepcopy__(self, memo: object) -> Cards:
        return self


# not a base class: `quick` needs a class without
Collection.register(Cards)

cards_of: Final[Callable[[int], Cards]] = quick(Cards)
"""`Cards.of`, for where every call counts."""


def is_cards(value: object) -> bool:
    """Whether any value at all is a multiset whose bits are as the class describes.

    Raises AttributeError for one whose bits were never set.
    """
    if type(value) is not Cards or type(value.bits) is not int or value.bits < 0:
        return False
    if value.bits <= KINDS:
        return True
    if value.bits <= _PAIRS:
        return not value.bits & ~_PAIRS and not value.bits >> _LAYER & ~value.bits
    inner = KINDS
    for layer in _layers(value.bits):
        if layer & ~inner:
            return False
        inner = layer
    return True


def _gathered(bits: int, cards: Iterable[Card]) -> int:
    """The bits with those cards."""
    many = []
    for card in cards:
        bit = card.bit
        if bits & bit:
            while bits & bit:
                bit <<= _LAYER
            if bit > _FEW:
                many.append(card)
                continue
        bits |= bit
    if many:
        counts = _counts(bits)
        for card in many:
            counts[card.index] += 1
        bits = _from_counts(counts)
    return bits


def _added(bits: int, more: int) -> int:
    """The bits with those of `more`, whose copies are put on layer by layer."""
    while more:
        carried = more & KINDS
        more >>= _LAYER
        at = 0
        while carried:
            held = bits >> at & carried
            bits |= carried << at
            carried = held
            at += _LAYER
    return bits


def _taken(bits: int, less: int) -> int:
    """The bits without those of `less`, whose copies are taken off from the highest layer down."""
    if bits <= _PAIRS:
        while less:
            wanted = less & KINDS
            second = bits >> _LAYER & wanted
            bits = (bits ^ second << _LAYER) & ~(wanted ^ second)
            less >>= _LAYER
        return bits
    while less:
        wanted = less & KINDS
        less >>= _LAYER
        at = bits.bit_length() // _LAYER * _LAYER
        while wanted and at >= 0:
            held = bits >> at & wanted
            bits ^= held << at
            wanted ^= held
            at -= _LAYER
    return bits


def _layers(bits: int) -> Iterator[int]:
    """The sets of cards held more than 0, 1, 2, … times; linear in the length of `bits`."""
    size = -(-bits.bit_length() // _LAYER) * _LAYER_BYTES
    return (layer for (layer,) in struct.iter_unpack("<Q", bits.to_bytes(size, "little")))


def _counts(bits: int) -> list[int]:
    counts = [0] * 53
    for layer in _layers(bits):
        while layer:
            low = layer & -layer
            counts[low.bit_length() - 1] += 1
            layer ^= low
    return counts


def _from_counts(counts: list[int]) -> int:
    layers = []
    reached = 0
    for step in sorted(set(counts) - {0}):
        layer = sum(1 << index for index, count in enumerate(counts) if count >= step)
        layers.append(layer.to_bytes(_LAYER_BYTES, "little") * (step - reached))
        reached = step
    return int.from_bytes(b"".join(layers), "little")


def with_card(hand: Cards, card: Card) -> Cards:
    """The hand and that card: what `+` does, for one card."""
    bits, bit = hand.bits, card.bit
    while bits & bit:
        bit <<= _LAYER
    return cards_of(bits | bit)


def with_cards(hand: Cards, cards: Iterable[Card]) -> Cards:
    """The hand and those cards: what `+` does, for cards in a sequence."""
    return cards_of(_gathered(hand.bits, cards))


def without_cards(hand: Cards, cards: Cards) -> Cards:
    """The hand without those cards: what `-` does, where every call counts."""
    bits, less = hand.bits, cards.bits
    return cards_of(_taken(bits, less)) if bits | less <= _FEW else hand - cards


def without_card(hand: Cards, card: Card) -> Cards:
    """The hand without that card, which is in it: what `-` does, for one card."""
    bits, bit = hand.bits, card.bit
    while bits >> _LAYER & bit:
        bit <<= _LAYER
    return cards_of(bits ^ bit)
