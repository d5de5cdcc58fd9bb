"""What the cards of Tausend are worth and do: the predicates that decide, each written once.

Hands are given as the `bits` of `Cards`; every card is there once, so they are plain sets.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from cardrules.cards import CARDS, Card, Cards, Rank, Suit

if TYPE_CHECKING:
    from cardrules.tausend.actions import Play

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
_QUEENS: Final = Rank.QUEEN.mask

_BY_STRENGTH: Final = sorted(DECK, key=lambda card: -RANKS.index(card.rank or Rank.NINE))
STRENGTH: Final = tuple([_BY_STRENGTH.index(card) if card in DECK else -1 for card in CARDS])
"""By a card's index: of two cards of a suit the one with the larger number is higher."""

NINE_OF_CLUBS: Final = 7
"""The index of the lowest card; the six cards of a suit follow each other, the suits after 13."""

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


def marriages(bits: int) -> int:
    """The bits of the queens whose king is there too (tausend.marriage.pair)."""
    return bits & bits >> 1 & _QUEENS


def lifts_limit(bits: int, four_aces: bool) -> bool:
    """Whether a hand may be bid on above 120: it holds a marriage, or four aces where they
    count (tausend.bid.marriage, tausend.aces)."""
    return marriages(bits) != 0 or (four_aces and bits & ACES == ACES)


def playable(bits: int, led: Suit | None, trump: Suit | None) -> int:
    """The cards of a hand that may be played to a trick in which `led` was led (None: to lead):
    the suit led, else trump, else any (tausend.play.follow, tausend.play.trump)."""
    if led is None:
        return bits
    return bits & led.mask or (bits & trump.mask if trump else 0) or bits


def winning_play(plays: tuple[Play, ...], trump: Suit | None) -> Play:
    """The play that wins: the highest trump, else the highest card of the suit led
    (tausend.trick.winner)."""
    best = plays[0]
    card = best.card
    suit = card.suit
    strength = STRENGTH[card.index]
    for play in plays[1:]:
        card = play.card
        if card.suit is suit:
            if STRENGTH[card.index] > strength:
                best, strength = play, STRENGTH[card.index]
        elif card.suit is trump:
            best, suit, strength = play, trump, STRENGTH[card.index]
    return best


def announced_points(card: Card, announce: str | None) -> int:
    """What an announcement made with `card` brings, in points."""
    if announce is None:
        return 0
    return ACES_POINTS if announce == "aces" or card.suit is None else MARRIAGES[card.suit]
