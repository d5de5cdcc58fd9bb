"""What a seat may see: the one way by which anything that is not public gets out of a state.

A view and a redacted action are built by listing what all may see; all else that goes into one goes
through `only`. `UNKNOWN` stands in a text for what may not be seen.
"""

from __future__ import annotations

from collections.abc import Container, Sequence, Sized
from typing import Final, TypeAlias, TypeVar

from cardrules.cards import Cards
from cardrules.errors import MalformedInput
from cardrules.text import seat_text
from cardrules.values import is_hands, is_seat

T = TypeVar("T")

UNKNOWN: Final = "??"

Dealt: TypeAlias = tuple[tuple[int, Cards | None], ...]
"""The hands of a deal by seat, ascending; None for one that may not be seen."""


def only(seat: int | None, seen_by: Container[int], value: T) -> T | None:
    """`value` where `seat` is among those who may see it, else None; a spectator, who has no seat (None),
    is never among them."""
    return value if seat is not None and seat in seen_by else None


def own(seat: int | None, held: Sequence[T]) -> T | None:
    """Of what each seat holds for itself, by seat, that of `seat`; None for a spectator."""
    return None if seat is None else only(seat, (seat,), held[seat])


def dealt(seat: int | None, hands: Sequence[tuple[int, Cards]]) -> Dealt:
    """The hands of a deal as `seat` sees them."""
    return tuple([(holder, only(seat, (holder,), hand)) for holder, hand in hands])


def dealt_text(hands: Dealt) -> str:
    """`p1:<cards> p2:??` and so on."""
    return " ".join([f"{seat_text(holder)}:{UNKNOWN if hand is None else hand}" for holder, hand in hands])


def check_dealt(hands: Dealt, seats: int, size: int, deck: Cards) -> None:
    """Raises MalformedInput where hands are not what somebody may see of a deal: by seat, at most one
    of them seen, which has `size` cards of the deck."""
    if not is_hands(tuple([(holder, Cards() if hand is None else hand) for holder, hand in hands]), seats):
        raise MalformedInput("hands", f"it is no list of hands by seat, ascending from 0 to at most {seats - 1}")
    seen = [hand for _, hand in hands if hand is not None]
    if len(seen) > 1:
        raise MalformedInput("hands", "nobody sees two hands of a deal")
    if any([len(hand) != size or not hand <= deck for hand in seen]):
        raise MalformedInput("hands", f"a hand is {size} cards of the deck")


def check_named(name: str, seat: int, seats: int) -> None:
    """Raises MalformedInput where the field of that name holds none of so many seats."""
    if not is_seat(seat, seats):
        raise MalformedInput(name, f"a seat is a number from 0 to {seats - 1}")


def check_seats(players: int, **named: tuple[int | None, ...]) -> None:
    """Raises MalformedInput where the field of a name holds a seat (None: nobody) that so many players
    do not have."""
    for name, seats in named.items():
        if not all([seat is None or is_seat(seat, players) for seat in seats]):
            raise unfit(f"{name} names a seat that {players} players do not have")


def check_by_seat(players: int, **named: Sized) -> None:
    """Raises MalformedInput where the field of a name does not hold one value for each of so many players."""
    for name, values in named.items():
        if len(values) != players:
            raise unfit(f"{name} holds {len(values)} values, not {players}")


def unfit(why: str) -> MalformedInput:
    """The error for a view that no state gives, as far as that can be told."""
    return MalformedInput("", f"its fields do not fit each other: {why}")
