"""A bound on the time that one input may take, as processor time: other programs do not change it."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

SECONDS: Final = 10.0
"""What an input of a few kilobytes may take, checks and instrumentation included."""


class TooSlow(BaseException):
    """An input took more than its time. No `except Exception` on the way hides it."""


@contextmanager
def limited(seconds: float = SECONDS) -> Iterator[None]:
    """Raises TooSlow, where the program is then, after so much processor time."""

    def stop(_: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {seconds:g} s of processor time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
