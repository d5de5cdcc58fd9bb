"""Hands as numbers, for searches that lay many cards: a set of cards fits a hand if a subtraction borrows nothing.

A hand is one number with three bits for each natural card, rank by rank: two count its copies, the third is a
guard that shows whether a subtraction has borrowed. Wild cards are only counted, for all are alike here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardrules.cards import Card, Cards
from cardrules.duizenden.deck import QUEEN
from cardrules.duizenden.rules import Rules

BITS: Final = 3
_PLACES: Final = tuple([BITS * (4 * (index % 13) + index // 13) for index in range(52)])
UNIT: Final = tuple([1 << place for place in _PLACES])
"""By index of a card, the number of it alone."""
GUARDS: Final = sum([unit << BITS - 1 for unit in UNIT])
SPLITS: Final = 6
"""A meld of so many natural cards alone can be split into two, and only which cards are used counts."""
QUEEN_PLACE: Final = _PLACES[QUEEN.index] // BITS
_ONES: Final = sum(UNIT)


def lowest_place(naturals: int) -> int:
    """The place of the lowest card of a number, -1 where it has none."""
    return ((naturals & -naturals).bit_length() - 1) // BITS


def counted(cards: Iterable[Card], rules: Rules) -> tuple[int, int]:
    """The natural ones of some cards, as a number, and how many wild ones there are."""
    number = wilds = 0
    for card in cards:
        if card.bit & rules.wild_bits:
            wilds += 1
        else:
            number += UNIT[card.index]
    return number, wilds


def size(naturals: int) -> int:
    """How many cards a number counts."""
    return (naturals & _ONES).bit_count() + 2 * (naturals >> 1 & _ONES).bit_count()


def naturals_of(hand: Cards, rules: Rules) -> Cards:
    """The natural cards of a hand."""
    return Cards([card for card in hand if not card.bit & rules.wild_bits])
