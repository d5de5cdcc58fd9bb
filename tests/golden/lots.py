"""Chance for playthroughs: the same in every process and under every version of Python.

Only the method `random` of a generator is used, the one whose numbers Python promises to keep; and
nothing depends on the order in which a listing is made.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")


class Lot:
    """Draws lots; its results follow from an integer."""

    def __init__(self, seed: int) -> None:
        self._rng: Final = random.Random(seed)

    def under(self, chance: float) -> bool:
        """True in so many cases of all."""
        return self._rng.random() < chance

    def one(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[int(self._rng.random() * len(items))]

    def mixed(self, items: Sequence[T]) -> list[T]:
        """The items in another order."""
        keys = [(self._rng.random(), place) for place in range(len(items))]
        return [items[place] for _, place in sorted(keys)]
