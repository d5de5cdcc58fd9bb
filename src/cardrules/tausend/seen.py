"""What a seat sees of an action: of a deal its own hand, a card given if it gave or got it, and the
widow when it is turned up.

A redacted action is built by listing what may be seen (tausend.open), as a view is.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from attrs import frozen

from cardrules.cards import Cards
from cardrules.errors import MalformedInput
from cardrules.sight import UNKNOWN, check_dealt, check_named, dealt, dealt_text, only
from cardrules.tausend.actions import SEATS, Action, Deal, Give, Pass, Seat
from cardrules.tausend.deck import DECK
from cardrules.tausend.layout import HAND, WIDOW_SIZE
from cardrules.tausend.referee import violations
from cardrules.tausend.state import Bidding, State
from cardrules.text import check_seat, seat_text
from cardrules.verdict import IllegalAction

_ACTIVE: Final = 3


@frozen
class SeenDeal:
    """A deal: the hand of each seat dealt to, in ascending order of the seats, None for one that may not be
    seen; nobody sees the widow. Text: `deal p1:<7 cards> p2:?? p3:?? widow:??`."""

    hands: Annotated[tuple[tuple[Seat, Cards | None], ...], range(_ACTIVE, _ACTIVE + 1)]

    def __attrs_post_init__(self) -> None:
        check_dealt(self.hands, SEATS, HAND, DECK)
        if len(self.hands) != _ACTIVE:
            raise MalformedInput("hands", f"{_ACTIVE} seats are dealt to")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return tuple([seat for seat, _ in self.hands])

    def __str__(self) -> str:
        return f"deal {dealt_text(self.hands)} widow:{UNKNOWN}"


@frozen
class SeenPass:
    """The pass that ends the auction, upon which the widow is turned up for all.
    Text: `p1 pass widow:<3 cards>`."""

    seat: Seat
    widow: Cards

    def __attrs_post_init__(self) -> None:
        check_named("seat", self.seat, SEATS)
        if len(self.widow) != WIDOW_SIZE or not self.widow <= DECK:
            raise MalformedInput("widow", f"the widow is {WIDOW_SIZE} cards of the deck")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat,)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} pass widow:{self.widow}"


@frozen
class SeenGive:
    """The declarer `seat` gives the seat `to` a card that may not be seen, or is not known.
    Text: `p1 give ?? p3`."""

    seat: Seat
    to: Seat

    def __attrs_post_init__(self) -> None:
        check_named("seat", self.seat, SEATS)
        check_named("to", self.to, SEATS)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that the action names."""
        return (self.seat, self.to)

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} give {UNKNOWN} {seat_text(self.to)}"


SeenAction: TypeAlias = Action | SeenDeal | SeenPass | SeenGive


def redact(action: Action, state: State, seat: int | None) -> SeenAction:
    """The action as `seat` (None: a spectator) sees it when it is done in `state`: a class of this module
    for what it hides or brings to light, else the action itself.

    So a log of redacted actions tells a seat all that it may know. Raises ValueError where there is no
    such seat, IllegalAction for an action that is not legal in the state (tausend.open).
    """
    check_seat(state.match.rules.players, seat)
    broken = violations(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    match action:
        case Deal():
            return SeenDeal(dealt(seat, action.hands))
        case Give():
            return only(seat, action.seats, action) or SeenGive(action.seat, action.to)
        case Pass() if isinstance(state, Bidding) and len(state.bidders) == 2:
            return SeenPass(action.seat, state.widow)  # the rule: it is turned up now
        case _:
            return action
