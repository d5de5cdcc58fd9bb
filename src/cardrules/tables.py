"""Tables that turn sets of cards into what belongs to their cards, quickly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

A = TypeVar("A")

_PARTS: Final = ((0, 7), (7, 13), (13, 20), (20, 26), (26, 33), (33, 39), (39, 46), (46, 52))
"""The thirteen cards of a suit are looked up in two parts, whose tables stay small."""


def by_cards(by_index: Sequence[A]) -> Callable[[int], tuple[A, ...]]:
    """A function that quickly gives what belongs to the cards of `bits`, each of which is in it once:
    one item a card, in the order of the cards. `by_index` has an item for each of the 53 cards."""
    one, two, three, four, five, six, seven, eight = [subsets(by_index[start:end]) for start, end in _PARTS]
    joker = by_index[52]

    def of(bits: int) -> tuple[A, ...]:
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
        return (*items, joker) if bits >> 52 & 1 else items

    return of


def subsets(items: Sequence[A]) -> list[tuple[A, ...]]:
    """The items of every subset: bit n of an index stands for item n."""
    found: list[tuple[A, ...]] = [()]
    for item in items:
        found += [(*subset, item) for subset in found]
    return found
