"""What a seat sees of an action: of a deal its own hand and the open card, and which card it draws.

A redacted action is built by listing what may be seen (duizenden.open), as a view is.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from attrs import frozen

from cardrules.cards import Card, Cards
from cardrules.duizenden.actions import SEATS, Action, Challenge, Deal, Draw, Reshuffle, Seat
from cardrules.duizenden.deck import HAND, PACKS
from cardrules.duizenden.referee import violations
from cardrules.duizenden.rules import Draws
from cardrules.duizenden.state import Drawing, Melding, Reshuffling, State, Swapping
from cardrules.errors import MalformedInput
from cardrules.sight import UNKNOWN, check_dealt, check_named, dealt, dealt_text, only
from cardrules.text import check_seat, seat_text
from cardrules.verdict import IllegalAction

_LEAST: Final = 2


@frozen
class SeenDeal:
    """A deal: the hand of each seat, None for one that may not be seen, and the open card; nobody sees the
    stock. Text: `deal p1:<13 cards> p2:?? … open:<card> stock:??`."""

    hands: Annotated[tuple[tuple[Seat, Cards | None], ...], range(_LEAST, SEATS + 1)]
    open: Card

    def __attrs_post_init__(self) -> None:
        check_dealt(self.hands, SEATS, HAND, PACKS["jokers"].deck)
        if len(self.hands) < _LEAST or self.seats != tuple(range(len(self.hands))):
            raise MalformedInput("hands", f"all seats are dealt to, and they are at least {_LEAST}")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return tuple([seat for seat, _ in self.hands])

    def __str__(self) -> str:
        return f"deal {dealt_text(self.hands)} open:{self.open} stock:{UNKNOWN}"


@frozen
class SeenReshuffle:
    """A new stock is made of the pot, and a seat gets its first card: that card, for this seat alone.
    Text: `reshuffle 4d??`, `reshuffle ??`."""

    card: Card | None

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names: none."""
        return ()

    def __str__(self) -> str:
        return f"reshuffle {'' if self.card is None else self.card}{UNKNOWN}"


@frozen
class SeenDraw:
    """A draw, as who draws sees it: with the card. Text: `p1 draw 5h`."""

    seat: Seat
    card: Card

    def __attrs_post_init__(self) -> None:
        check_named("seat", self.seat, SEATS)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat,)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} draw {self.card}"


@frozen
class SeenChallenge:
    """A challenge that costs a card, as who gets the card sees it. Text: `p3 challenge p1 5h`."""

    seat: Seat
    whom: Seat
    card: Card

    def __attrs_post_init__(self) -> None:
        check_named("seat", self.seat, SEATS)
        check_named("whom", self.whom, SEATS)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat, self.whom)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} challenge {seat_text(self.whom)} {self.card}"


SeenAction: TypeAlias = Action | SeenDeal | SeenReshuffle | SeenDraw | SeenChallenge


def redact(action: Action, state: State, seat: int | None) -> SeenAction:
    """The action as `seat` (None: a spectator) sees it when it is done in `state`: a class of this module
    for a chance action and for one that gives the seat a card of the stock, else the action itself.

    So a log of redacted actions tells a seat all that it may know. A draw that makes a reshuffle due
    gives no card; the reshuffle does. Raises ValueError where there is no such seat, IllegalAction for
    an action that is not legal in the state (duizenden.open).
    """
    check_seat(state.match.rules.players, seat)
    broken = violations(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    match state, action:
        case _, Deal():
            return SeenDeal(dealt(seat, action.hands), action.open[0])
        case Reshuffling(), Reshuffle():
            return SeenReshuffle(only(seat, (state.to,), action.cards[0]))
        case Swapping() | Drawing(), Draw() if state.stock:
            card = only(seat, action.seats, state.stock[0])
            return action if card is None else SeenDraw(action.seat, card)
        case Drawing() | Melding(), Challenge() if state.stock and isinstance(state.match.rules.last_card_call, Draws):
            card = only(seat, (action.whom,), state.stock[0])
            return action if card is None else SeenChallenge(action.seat, action.whom, card)
        case _:
            return action
