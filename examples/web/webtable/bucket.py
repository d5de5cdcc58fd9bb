"""How often something may be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final


class Bucket:
    """Lets through so many at once, and then `rate` a second. clock: seconds that only grow."""

    def __init__(self, burst: int, rate: float, clock: Callable[[], float]) -> None:
        self._burst: Final = burst
        self._rate: Final = rate
        self._clock: Final = clock
        self._left: float = burst
        self._at = clock()

    def take(self) -> bool:
        """Whether one more is let through."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
