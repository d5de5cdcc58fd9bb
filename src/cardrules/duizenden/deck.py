"""The cards of Duizenden: which there are, and what they are worth (duizenden.deck,
duizenden.points)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from attrs import frozen

from cardrules.cards import CARDS, JOKER, Card, Cards, Rank, Suit

Wild: TypeAlias = Literal["jokers", "twos"]

HAND: Final = 13
"""The cards that each player is dealt (duizenden.deal)."""

QUEEN: Final = Card(Rank.QUEEN, Suit.SPADES)
"""The queen of spades."""

QUEENS: Final = Cards([QUEEN, QUEEN]).bits
"""The bits of both queens."""

WILD_POINTS: Final[Mapping[Wild, int]] = MappingProxyType({"jokers": 25, "twos": 20})
"""What a wild card is worth, on the table and in hand (duizenden.points,
duizenden.meld.modern-two)."""
ACE_POINTS: Final = 20
QUEEN_POINTS: Final = 100


@frozen
class Pack:
    """The cards of a kind of Duizenden: the deck, the bits of the wild cards, the points on the
    table by a card's index."""

    deck: Cards
    wild: int
    points: tuple[int, ...]


def _points(card: Card) -> int:
    if card is JOKER:
        return WILD_POINTS["jokers"]
    if card is QUEEN:
        return QUEEN_POINTS
    if card.rank is Rank.ACE:
        return ACE_POINTS
    return 10 if card.rank in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING) else 5


_PLAIN: Final = Cards(CARDS[:52])

PACKS: Final[Mapping[Wild, Pack]] = MappingProxyType(
    {
        "jokers": Pack(
            _PLAIN + _PLAIN + Cards([JOKER] * 4),
            JOKER.bit,
            tuple([_points(card) for card in CARDS]),
        ),
        "twos": Pack(
            _PLAIN + _PLAIN,
            Rank.TWO.mask,
            tuple([WILD_POINTS["twos"] if card.rank is Rank.TWO else _points(card) for card in CARDS]),
        ),
    }
)
"""By what is wild."""
