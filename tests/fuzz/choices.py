"""Choices made by bytes, for inputs that are no text: every input is a sequence of choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Choices:
    """Reads choices from bytes in order; where they are used up, the first choice is taken."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __bool__(self) -> bool:
        """Whether there are bytes left."""
        return self._at < len(self._data)

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1: one byte, or two where one is too few."""
        size = 1 if count <= 256 else 2
        taken = self._data[self._at : self._at + size]
        self._at += size
        return int.from_bytes(taken, "big") % count

    def one_of(self, values: Sequence[T]) -> T:
        """One of the values."""
        return values[self.below(len(values))]

    def rng(self) -> random.Random:
        """A generator with one of 65536 seeds."""
        return random.Random(self.below(65536))
