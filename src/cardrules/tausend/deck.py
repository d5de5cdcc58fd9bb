"""The cards of Tausend: which there are, their order, and what they are worth (tausend.deck).

Sets of cards are given as the `bits` of `Cards`; every card is there once, so they are plain sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from cardrules.cards import CARDS, Card, Cards, Rank, Suit

RANKS: Final = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE)
"""The ranks from high to low (tausend.deck)."""

POINTS: Final[Mapping[Rank, int]] = MappingProxyType(dict(zip(RANKS, (11, 10, 4, 3, 2, 0), strict=True)))
"""Card points (tausend.deck)."""

DECK: Final = Cards([card for card in CARDS if card.rank in RANKS])
"""The 24 cards (tausend.deck)."""

MARRIAGES: Final[Mapping[Suit, int]] = MappingProxyType(
    {Suit.HEARTS: 100, Suit.DIAMONDS: 80, Suit.CLUBS: 60, Suit.SPADES: 40}
)
"""What a marriage brings, in points (tausend.marriage.trump)."""

ACES_POINTS: Final = 200
"""What four announced aces bring, in points (tausend.aces)."""

NINES: Final = Rank.NINE.mask
ACES: Final = Rank.ACE.mask
QUEENS: Final = Rank.QUEEN.mask

_BY_STRENGTH: Final = sorted(DECK, key=lambda card: -RANKS.index(card.rank or Rank.NINE))
STRENGTH: Final = tuple([_BY_STRENGTH.index(card) if card in DECK else -1 for card in CARDS])
"""By a card's index: of two cards of a suit the one with the larger number is higher."""


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Cards as a player holds them: by suit, from high to low."""
    return sorted(cards, key=lambda card: (card.index // 13, -STRENGTH[card.index]))


NINE_OF_CLUBS: Final = 7
"""The index of the lowest card; the six cards of a suit follow each other, the suits after 13."""

WORTH: Final = tuple([POINTS[card.rank] if card in DECK and card.rank else 0 for card in CARDS])
"""By a card's index: its card points."""

_ASCENDING: Final = sorted([(card.index, POINTS[card.rank]) for card in DECK if card.rank])[:6]
_SUIT_POINTS: Final = tuple(
    [sum([points for place, (_, points) in enumerate(_ASCENDING) if bits >> place & 1]) for bits in range(64)]
)


def card_points(bits: int) -> int:
    """The card points of a set of cards."""
    return (
        _SUIT_POINTS[bits >> 7 & 63]
        + _SUIT_POINTS[bits >> 20 & 63]
        + _SUIT_POINTS[bits >> 33 & 63]
        + _SUIT_POINTS[bits >> 46 & 63]
    )
