"""What the fields of an action can be, asked about values that may be anything at all
(cardrules.action).

Only exact types count: a subclass of a stranger may compare and hash as it likes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, TypeGuard, TypeVar, cast

from cardrules.cards import CARDS, Card, is_cards

T = TypeVar("T")

Check: TypeAlias = tuple[type, Callable[[object], bool]]
"""A class of actions, and whether the fields of one are as they must be."""


def is_seat(value: object, seats: int) -> bool:
    """Whether a value is one of so many seats."""
    return type(value) is int and 0 <= value < seats


def is_card(value: object) -> bool:
    """Whether a value is one of the 53 cards."""
    return type(value) is Card and value in _CARDS


_CARDS: Final = frozenset(CARDS)


def is_sequence(value: object) -> TypeGuard[tuple[Card, ...]]:
    """Whether a value is a tuple of cards."""
    if type(value) is not tuple:
        return False
    for card in value:  # noqa: SIM110  # twice as quick as `all` for the few cards of an action
        if type(card) is not Card or card not in _CARDS:
            return False
    return True


def is_hands(value: object, seats: int) -> bool:
    """Whether a value is the hands of a deal: pairs of a seat and its cards, the seats ascending."""
    if type(value) is not tuple:
        return False
    before = -1
    for hand in value:
        if type(hand) is not tuple or len(hand) != 2:
            return False
        seat, cards = hand
        if type(seat) is not int or not before < seat < seats or not is_cards(cards):
            return False
        before = seat
    return True


def check_of(kind: type[T], check: Callable[[T], bool]) -> Check:
    """The entry of a class in the checks of a game."""
    # a check is only ever called with a value of exactly its own kind
    return kind, cast("Callable[[object], bool]", check)


def passes(value: object, checks: tuple[Check, ...]) -> bool:
    """Whether a value is exactly of one of the classes, and its fields are as they must be."""
    for kind, check in checks:
        if type(value) is kind:
            try:
                return check(value)
            except AttributeError:  # a field that was never set
                return False
    return False
