"""A short listing of legal actions, which every game can use."""

from __future__ import annotations

import sys
from typing import SupportsIndex, TypeVar

A_co = TypeVar("A_co", covariant=True)


class ShortListing(tuple[A_co, ...]):
    """Actions in a fixed order, a tuple of them. `in`, `index` and `count` are strict: a value that is no
    action of the game is not listed, whatever it compares to."""

    __slots__ = ()

    @staticmethod
    def is_action(value: object) -> bool:
        """Whether any value at all is an action of the game, which each game says."""
        raise NotImplementedError

    def __contains__(self, action: object) -> bool:
        return self.is_action(action) and tuple.__contains__(self, action)

    def index(self, value: object, start: SupportsIndex = 0, stop: SupportsIndex = sys.maxsize) -> int:
        """The place of a listed action. Raises ValueError for anything else."""
        if not self.is_action(value):
            raise ValueError("the value is not in the listing")
        return tuple.index(self, value, start, stop)

    def count(self, value: object) -> int:
        """How often a value is listed: once or not at all."""
        return int(value in self)
