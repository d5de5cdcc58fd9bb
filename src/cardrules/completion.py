"""What becomes of notes: the actions that they stand for, and what they leave open.

This is what a game needs to know of notes; what tools do with them is in `cardrules.notes`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from attrs import frozen

from cardrules.cards import Cards
from cardrules.errors import MalformedInput, quote
from cardrules.reading import meant
from cardrules.registry import A
from cardrules.text import seat_text

__all__ = ["STOOD", "Completed", "Open", "Unexplained", "Unreadable", "WrongNote", "read_texts", "unmarked"]

N = TypeVar("N")


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


class WrongNote(MalformedInput):
    """What is wrong with the text of index `at` (from 0) of notes."""

    def __init__(self, at: int, message: str) -> None:
        super().__init__(f"actions[{at}]", message)
        self.at: Final = at

    def __reduce__(self) -> tuple[type[WrongNote], tuple[int, str]]:  # type: ignore[override]
        # other arguments than the base class's
        return type(self), (self.at, self.message)


class Unreadable(WrongNote):
    """The text is no note of the game."""


class Unexplained(WrongNote):
    """No deal of cards can explain the notes: the action does not go with those before it."""


# -- the texts

STOOD: Final = " stood"
"""Marks a text of notes whose action broke a rule, which the table did not notice."""


def unmarked(text: str) -> tuple[str, bool]:
    """A text of notes without its mark ` stood`, and whether it had one."""
    return text.removesuffix(STOOD), text.endswith(STOOD)


def read_texts(
    texts: Sequence[str], players: int, read: Callable[[str], N], seats: Callable[[N], tuple[int, ...]]
) -> list[tuple[N, bool]]:
    """What `read` makes of each text of notes without its mark, and whether it is marked.

    Raises Unreadable where `read` raises MalformedInput, and where a seat that a note names
    (`seats`) is not among so many players.
    """
    found = []
    for at, text in enumerate(texts):
        bare, marked = unmarked(text)
        try:
            note = read(bare)
        except MalformedInput as error:
            raise Unreadable(at, f"{error}{meant(bare, read)}") from None
        for seat in seats(note):
            if seat >= players:
                last = seat_text(players - 1)
                raise Unreadable(at, f"{quote(text)} names {seat_text(seat)}; the last seat is {last}")
        found.append((note, marked))
    return found
