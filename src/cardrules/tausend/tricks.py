"""What decides about hands, bids and tricks: the predicates of Tausend, each written once.

Hands are given as the `bits` of `Cards`; every card is there once, so they are plain sets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardrules.cards import CARDS, Card, Suit
from cardrules.tausend.actions import Announcement, Play
from cardrules.tausend.deck import ACES, ACES_POINTS, MARRIAGES, QUEENS, STRENGTH, WORTH
from cardrules.tausend.rules import Rules

LOWEST_BID: Final = 100
STEP: Final = 5
FREE_LIMIT: Final = 120
"""The highest bid that needs no marriage, in points (tausend.bid.marriage)."""


def marriages(bits: int) -> int:
    """The bits of the queens whose king is there too (tausend.marriage.pair)."""
    return bits & bits >> 1 & QUEENS


def lifts_limit(bits: int, four_aces: bool) -> bool:
    """Whether a hand may be bid on above 120: it holds a marriage, or four aces where they
    count (tausend.bid.marriage, tausend.aces)."""
    return marriages(bits) != 0 or (four_aces and bits & ACES == ACES)


def limit(bits: int, rules: Rules) -> int:
    """The highest amount that a hand may bid or raise to, in points."""
    return rules.maximum_bid if lifts_limit(bits, rules.four_aces) else FREE_LIMIT


ANYTHING: Final = -1
"""In place of the cards that may be played: whatever is played stands."""


def playable(bits: int, led: Suit | None, trump: Suit | None) -> int:
    """The cards of a hand that may be played to a trick in which `led` was led (None: to lead):
    the suit led, else trump, else any (tausend.play.follow, tausend.play.trump)."""
    if led is None:
        return bits
    return bits & led.mask or (0 if trump is None else bits & trump.mask) or bits


def winning_play(plays: Sequence[Play], trump: Suit | None) -> Play:
    """The play that wins so far."""
    order = ORDERS[0 if trump is None else trump.mask][plays[0].card.index]
    return max(plays, key=lambda play: order[play.card.index])


HEIGHT: Final = 64
"""More than the card points of any trick."""


def _order(led: Suit | None, trump: Suit | None) -> tuple[int, ...]:
    """By a card's index, a number that is higher for the higher card in a trick in which `led` was led: any
    trump, then any card of the suit led, then the others, which win nothing (tausend.trick.winner).
    Its remainder by `HEIGHT` is what the card is worth."""

    def height(card: Card) -> int:
        if card.suit is None or card.suit not in (led, trump):
            return 0
        return STRENGTH[card.index] + len(CARDS) * (2 if card.suit is trump else 1)

    return tuple([HEIGHT * height(card) + WORTH[card.index] for card in CARDS])


def _orders(trump: Suit | None) -> tuple[tuple[int, ...], ...]:
    by_suit = {led: _order(led, trump) for led in (*Suit, None)}
    return tuple([by_suit[card.suit] for card in CARDS])


ORDERS: Final = {trump.mask if trump else 0: _orders(trump) for trump in (*Suit, None)}
"""By the mask of the trump (0: none) and the index of the card led."""


def announced_points(card: Card, announce: Announcement | None) -> int:
    """What an announcement made with `card` brings, in points."""
    if announce is None:
        return 0
    return ACES_POINTS if announce == "aces" or card.suit is None else MARRIAGES[card.suit]
