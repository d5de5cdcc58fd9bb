"""Which actions are legal: the generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, Generic, TypeVar

from cardrules.cards import CARDS, Card, Cards
from cardrules.tausend.actions import (
    ACE_PLAYS,
    BIDS,
    GIFTS,
    MARRIAGE_PLAYS,
    PASSES,
    PLAYS,
    RAISES,
    SHOWINGS,
    SURRENDERS,
    PlayerAction,
    is_action,
)
from cardrules.tausend.deck import ACES, NINE_OF_CLUBS, NINES, QUEENS
from cardrules.tausend.state import BeforeLead, Bidding, Dealing, Giving, Over, Playing, State, check_seat
from cardrules.tausend.tricks import LOWEST_BID, STEP, limit, marriages

A = TypeVar("A")


class Listing(tuple[PlayerAction, ...]):
    """The legal actions, in a fixed order; equal to any tuple that lists the same.

    `in` is strict: a value that is no action of the game is not in it, whatever it compares to.
    """

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        return is_action(action) and tuple.__contains__(self, action)


_NOTHING: Final = Listing()


def legal_actions(state: State, seat: int | None = None) -> Sequence[PlayerAction]:
    """The legal actions of all seats, or of `seat`; empty while chance is awaited and after the end.

    Raises ValueError where there is no such seat.
    """
    if seat is not None:
        check_seat(state.match.rules.players, seat)
    return _LISTERS[type(state)](state, seat)


def _nothing(state: Dealing | Over, seat: int | None) -> Listing:
    return _NOTHING


def _amounts(above: int, highest: int) -> slice:
    """Of the tables of bids and raises, those above `above` and up to `highest`."""
    return slice(above // STEP + 1 - LOWEST_BID // STEP, highest // STEP + 1 - LOWEST_BID // STEP)


def _bidding(state: Bidding, seat: int | None) -> Listing:
    turn = state.turn
    if seat is not None and seat != turn:
        return _NOTHING
    return _calls(turn, state.bid, limit(state.hands[turn].bits, state.match.rules))


@cache
def _calls(turn: int, bid: int | None, highest: int) -> Listing:
    """There are a few hundred of these listings."""
    if bid is None:
        return Listing(BIDS[turn][_amounts(LOWEST_BID - STEP, highest)])
    return Listing((PASSES[turn], *BIDS[turn][_amounts(bid, highest)]))


def _giving(state: Giving, seat: int | None) -> Listing:
    contract = state.contract
    declarer = contract.declarer
    if seat is not None and seat != declarer:
        return _NOTHING
    served = contract.gifts[0].to if contract.gifts else declarer
    bits = state.hands[declarer].bits
    gifts: tuple[PlayerAction, ...] = ()
    for to in contract.active:
        if to not in (declarer, served):
            gifts += _GIFTS_OF[declarer][to](bits)
    return Listing(gifts)


def _before_lead(state: BeforeLead, seat: int | None) -> Listing:
    contract = state.contract
    declarer = contract.declarer
    actions: tuple[PlayerAction, ...] = ()
    if seat is None or seat == declarer:
        bits = contract.hands[declarer].bits
        free = state.match.standings[declarer].barrel is None
        actions = _declarations(declarer, contract.bid, limit(bits, state.match.rules), free)
        actions += _PLAYS_OF[declarer](bits)
    for holder in contract.active:
        if contract.hands[holder].bits & NINES == NINES and (seat is None or seat == holder):
            actions += (SHOWINGS[holder],)
    return Listing(actions)


@cache
def _declarations(declarer: int, bid: int, highest: int, may_surrender: bool) -> tuple[PlayerAction, ...]:
    """The raises, and the surrender; there are a few hundred of these tuples."""
    raises = RAISES[declarer][_amounts(bid, highest)]
    return (*raises, SURRENDERS[declarer]) if may_surrender else raises


def _playing(state: Playing, seat: int | None) -> Listing:
    turn = state.turn
    if seat is not None and seat != turn:
        return _NOTHING
    bits = state.playable
    if not state.trick and state.tricks:
        queens = marriages(bits)
        if queens or bits & ACES == ACES:
            return Listing(_PLAYS_OF[turn](bits) + _announcements(state, queens))
    return _SUIT_LISTINGS[turn].get(bits) or Listing(_PLAYS_OF[turn](bits))


def _announcements(state: Playing, queens: int) -> tuple[PlayerAction, ...]:
    turn = state.turn
    couples = _COUPLES[turn][queens]
    if state.match.rules.four_aces and state.playable & ACES == ACES:
        return couples + ACE_PLAYS[turn]
    return couples


def _couples(seat: int) -> dict[int, tuple[PlayerAction, ...]]:
    """The announcements of a seat by the bits of the queens that it can marry."""
    found: dict[int, tuple[PlayerAction, ...]] = {0: ()}
    for queen in Cards.of(QUEENS):
        plays = tuple([MARRIAGE_PLAYS[seat][card] for card in (queen, CARDS[queen.index + 1])])
        found |= {bits | queen.bit: others + plays for bits, others in found.items()}
    return found


_COUPLES: Final = tuple([_couples(seat) for seat in range(len(PLAYS))])


class _ByCards(Generic[A]):
    """The actions of a set of cards, one a card, quickly: for each suit and each subset of its six
    cards the tuple of their actions."""

    __slots__ = ("_clubs", "_diamonds", "_hearts", "_spades")

    def __init__(self, by_card: Mapping[Card, A]) -> None:
        self._clubs, self._diamonds, self._hearts, self._spades = [
            self._subsets([by_card[card] for card in CARDS[first : first + 6]])
            for first in (NINE_OF_CLUBS, NINE_OF_CLUBS + 13, NINE_OF_CLUBS + 26, NINE_OF_CLUBS + 39)
        ]

    @staticmethod
    def _subsets(actions: list[A]) -> list[tuple[A, ...]]:
        subsets: list[tuple[A, ...]] = [()]
        for action in actions:
            subsets += [(*subset, action) for subset in subsets]
        return subsets

    def of(self, bits: int) -> tuple[A, ...]:
        """The actions of the cards of `bits`, in the order of the cards."""
        return (
            self._clubs[bits >> 7 & 63]
            + self._diamonds[bits >> 20 & 63]
            + self._hearts[bits >> 33 & 63]
            + self._spades[bits >> 46 & 63]
        )


_PLAYS_OF: Final = tuple([_ByCards(by_card).of for by_card in PLAYS])
_GIFTS_OF: Final = tuple([tuple([_ByCards(by_card).of for by_card in by_receiver]) for by_receiver in GIFTS])


def _suit_listings(seat: int) -> dict[int, Listing]:
    """The plays of a seat by the bits of its cards, where they are all of one suit: as they mostly
    are for who follows."""
    sets = [bits << NINE_OF_CLUBS + 13 * suit for suit in range(4) for bits in range(1, 64)]
    return {bits: Listing(_PLAYS_OF[seat](bits)) for bits in sets}


_SUIT_LISTINGS: Final = tuple([_suit_listings(seat) for seat in range(len(PLAYS))])

_LISTERS: Final[dict[type, Callable[..., Listing]]] = {
    Dealing: _nothing,
    Bidding: _bidding,
    Giving: _giving,
    BeforeLead: _before_lead,
    Playing: _playing,
    Over: _nothing,
}
