"""What becomes of notes: the actions that they stand for, and what they leave open."""

from __future__ import annotations

from typing import Final, Generic

from attrs import frozen

from cardrules.cards import Cards
from cardrules.errors import MalformedInput
from cardrules.registry import A


@frozen
class Open:
    """What notes do not determine: in the action of index `at` (from 0), `count` cards of `place`
    are among `cards`, and which of them was chosen. A place is a seat (`p1`), or another part of
    the action (`widow`, `stock`, `card`)."""

    at: int
    place: str
    count: int
    cards: Cards


@frozen
class Completed(Generic[A]):
    """The actions that notes stand for, one for each text, and what of them was chosen."""

    actions: tuple[A, ...]
    open: tuple[Open, ...] = ()


class Unexplained(MalformedInput):
    """Notes that no deal of cards can explain: the action of index `at` (from 0) does not go with
    those before it."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(f"actions[{at}]", message)
        self.at: Final = at

    def __reduce__(self) -> tuple[type[Unexplained], tuple[int, str]]:  # type: ignore[override]
        # other arguments than the base class's
        return type(self), (self.at, self.message)
