"""What decides about hands, bids and tricks: the predicates of Tausend, each written once.

Hands are given as the `bits` of `Cards`; every card is there once, so they are plain sets.
"""

from __future__ import annotations

from typing import Final

from cardrules.cards import Card, Suit
from cardrules.tausend.actions import Announcement, Play
from cardrules.tausend.deck import ACES, ACES_POINTS, MARRIAGES, QUEENS, STRENGTH
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


def announced_points(card: Card, announce: Announcement | None) -> int:
    """What an announcement made with `card` brings, in points."""
    if announce is None:
        return 0
    return ACES_POINTS if announce == "aces" or card.suit is None else MARRIAGES[card.suit]
