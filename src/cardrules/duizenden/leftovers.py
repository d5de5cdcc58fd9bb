"""How the cards are chosen that notes leave open, where they lie in a hand at the end of a round.

Any choice explains the notes. The totals that were written down, or that the match went on, make
some better than others, so only what cards cost in hand counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeAlias

from attrs import frozen

from cardrules.cards import Card, Cards

Range: TypeAlias = tuple[int, int]
"""From the least to the most that the cards of a hand may cost."""

EFFORT: Final = 20_000
"""How many choices are looked at."""
TRIED: Final = 100
"""How many other choices there are of each kind."""


@frozen
class Slot:
    """A card that `seat` drew unseen from `stock`, where it lay at `place`, and still holds."""

    seat: int
    stock: int
    place: int


def chosen(
    left: Sequence[Cards], slots: Sequence[Slot], ranges: Sequence[Range], cost: Callable[[Card], int]
) -> list[Card]:
    """For each slot a card of those `left` of its stock, so that the slots of each seat together cost
    what they may, by seat, if such a choice is found; else the first cards there are."""
    plain = _in_order(left, slots, range(len(slots)))
    costs = [0] * len(ranges)
    for slot, card in zip(slots, plain, strict=True):
        costs[slot.seat] += cost(card)
    if all([least <= total <= most for total, (least, most) in zip(costs, ranges, strict=True)]):
        return plain
    found = _Choice(left, slots, ranges, cost)
    return found.cards() if found.go(0, 0, 0) else plain


def dearest(
    left: Sequence[Cards], slots: Sequence[Slot], totals: Sequence[int], cost: Callable[[Card], int]
) -> list[Card]:
    """For each slot a card of those `left` of its stock, so that the higher the total of a seat, the
    more its cards cost."""
    order = sorted(range(len(slots)), key=lambda index: -totals[slots[index].seat])
    return _in_order([sorted(cards, key=cost, reverse=True) for cards in left], slots, order)


def _in_order(left: Sequence[Iterable[Card]], slots: Sequence[Slot], order: Iterable[int]) -> list[Card]:
    """The cards of each stock in their order, for the slots in that order."""
    rest = [iter(cards) for cards in left]
    found = {index: next(rest[slots[index].stock]) for index in order}
    return [found[index] for index in range(len(slots))]


def others(left: Sequence[Cards], slots: Sequence[Slot], cards: Sequence[Card], seat: int) -> Iterator[list[Card]]:
    """Some other choices for the slots of a seat: first those that differ in one, then any, always the
    same."""
    mine = [index for index, slot in enumerate(slots) if slot.seat == seat]
    free = [*left]
    for slot, card in zip(slots, cards, strict=True):
        free[slot.stock] -= Cards([card])
    single = ((index, card) for index in mine for card in free[slots[index].stock].kinds())
    for index, card in islice(single, TRIED):
        yield [card if place == index else kept for place, kept in enumerate(cards)]
    rng = random.Random(0)  # noqa: S311  # no secret: always the same
    for index in mine:
        free[slots[index].stock] += Cards([cards[index]])
    for _ in range(TRIED if mine else 0):
        heaps = [[*cards_left] for cards_left in free]
        for heap in heaps:
            rng.shuffle(heap)
        yield [heaps[slot.stock].pop() if slot.seat == seat else kept for slot, kept in zip(slots, cards, strict=True)]


class _Choice:
    """A search seat by seat. The slots of a seat in a stock are alike, so their cards are taken in one
    order, the dearest first, and cards that cost the same are alike."""

    def __init__(
        self, left: Sequence[Cards], slots: Sequence[Slot], ranges: Sequence[Range], cost: Callable[[Card], int]
    ) -> None:
        self.slots: Final = slots
        self.order: Final = sorted(range(len(slots)), key=lambda index: (slots[index].seat, slots[index].stock))
        self.ranges: Final = ranges
        kinds = {cost(card) for cards in left for card in cards.kinds()}
        self.costs: Final = sorted(kinds, reverse=True)
        # by stock and cost, the cards, those to be taken first last
        self.heaps: Final = [
            [[card for card in cards if cost(card) == each][::-1] for each in self.costs] for cards in left
        ]
        self.counts: Final = [[len(heap) for heap in heaps] for heaps in self.heaps]
        self.picked: Final[list[int]] = []
        self.failed: Final[set[tuple[int, int, int, tuple[tuple[int, ...], ...]]]] = set()
        self.effort = EFFORT
        # by place in the order, how many slots of the same seat there are from there on
        self.more: Final = [1] * len(slots)
        for place in range(len(slots) - 2, -1, -1):
            if self.same_seat(place, place + 1):
                self.more[place] += self.more[place + 1]

    def seat(self, place: int) -> int:
        return self.slots[self.order[place]].seat

    def same_seat(self, one: int, two: int) -> bool:
        return two < len(self.order) and self.seat(one) == self.seat(two)

    def go(self, place: int, first: int, total: int) -> bool:
        """From a place in the order on: the slot takes a card of the cost number `first` or a lower
        cost; the slots of its seat before cost `total`."""
        if place == len(self.order):
            return True
        self.effort -= 1
        least, most = self.ranges[self.seat(place)]
        more = self.more[place]
        if self.effort < 0 or total + more * self.costs[0] < least or total + more * self.costs[-1] > most:
            return False
        key = (place, first, total, tuple([tuple(counts) for counts in self.counts]))
        if key in self.failed:
            return False
        counts = self.counts[self.slots[self.order[place]].stock]
        for number in range(first, len(self.costs)):
            if counts[number] and self.take(place, number, total + self.costs[number], counts):
                return True
        self.failed.add(key)
        return False

    def take(self, place: int, number: int, total: int, counts: list[int]) -> bool:
        """The slot takes a card of that cost number, and the others follow."""
        least, most = self.ranges[self.seat(place)]
        same = self.same_seat(place, place + 1)
        if not same and not least <= total <= most:
            return False
        counts[number] -= 1
        self.picked.append(number)
        alike = same and self.slots[self.order[place]].stock == self.slots[self.order[place + 1]].stock
        if self.go(place + 1, number if alike else 0, total if same else 0):
            return True
        self.picked.pop()
        counts[number] += 1
        return False

    def cards(self) -> list[Card]:
        """The cards of the slots, as they were found."""
        found = {}
        for index, number in zip(self.order, self.picked, strict=True):
            found[index] = self.heaps[self.slots[index].stock][number].pop()
        return [found[index] for index in range(len(self.slots))]
