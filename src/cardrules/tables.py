"""Tables that turn sets of cards into what belongs to their cards, quickly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

A = TypeVar("A")

_PARTS: Final = ((0, 7), (7, 13), (13, 20), (20, 26), (26, 33), (33, 39), (39, 46), (46, 52))
"""The thirteen cards of a suit are looked up in two parts, whose tables stay small."""


class ByCards(Generic[A]):
    """What belongs to the cards of a set, one item a card, in the order of the cards.

    For each part of a suit and each subset of its cards the tuple of items is made once.
    """

    __slots__ = ("_joker", "_parts")

    def __init__(self, by_index: Sequence[A]) -> None:
        """`by_index` has an item for each of the 53 cards."""
        self._parts: Final = tuple([_subsets(by_index[start:end]) for start, end in _PARTS])
        self._joker: Final = by_index[52]

    def of(self, bits: int) -> tuple[A, ...]:
        """The items of a set of cards; each card is in it once."""
        one, two, three, four, five, six, seven, eight = self._parts
        items = (
            one[bits & 127]
            + two[bits >> 7 & 63]
            + three[bits >> 13 & 127]
            + four[bits >> 20 & 63]
            + five[bits >> 26 & 127]
            + six[bits >> 33 & 63]
            + seven[bits >> 39 & 127]
            + eight[bits >> 46 & 63]
        )
        return (*items, self._joker) if bits >> 52 & 1 else items


def _subsets(items: Sequence[A]) -> list[tuple[A, ...]]:
    subsets: list[tuple[A, ...]] = [()]
    for item in items:
        subsets += [(*subset, item) for subset in subsets]
    return subsets
