"""Which actions are legal: the generator."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from cardrules.cards import CARDS, Card, Cards
from cardrules.listing import ShortListing
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
    Bid,
    PlayerAction,
    Raise,
    is_action,
)
from cardrules.tausend.deck import ACES, NINE_OF_CLUBS, NINES, QUEENS
from cardrules.tausend.state import BeforeLead, Bidding, Dealing, Giving, Over, Playing, State
from cardrules.tausend.tricks import LOWEST_BID, STEP, limit, marriages
from cardrules.text import check_player


class Listing(ShortListing[PlayerAction]):
    """The legal actions, in a fixed order; equal to any tuple that lists the same."""

    __slots__ = ()

    @staticmethod
    def is_action(value: object) -> bool:
        """Whether any value at all is an action of the game (cardrules.action)."""
        return is_action(value)


_NOTHING: Final = Listing()


def legal_actions(state: State, seat: int | None = None) -> Sequence[PlayerAction]:
    """The legal actions of all seats, or of `seat`; empty while chance is awaited and after the end.

    Raises ValueError where there is no such seat.
    """
    if seat is not None:
        return _of_seat(state, seat)
    if type(state) is not Playing:
        return _LISTERS[type(state)](state)
    # most states are these, so they are spared a call
    turn, bits = state.turn, state.playable
    if not state.trick and state.tricks:
        queens = marriages(bits)
        if queens or state.match.rules.four_aces:
            return Listing(_PLAYS_OF[turn](bits) + _announcements(state, queens))
    return _OF_A_SUIT[turn].get(bits) or Listing(_PLAYS_OF[turn](bits))


def _of_seat(state: State, seat: int) -> Sequence[PlayerAction]:
    check_player(state.match.rules.players, seat)
    listing = legal_actions(state)
    if type(state) is BeforeLead:
        return Listing([action for action in listing if action.seat == seat])
    # elsewhere all actions are of one seat
    return listing if listing and listing[0].seat == seat else _NOTHING


def _nothing(state: Dealing | Over) -> Listing:
    return _NOTHING


def _amounts(above: int, highest: int) -> slice:
    """Of the tables of bids and raises, those above `above` and up to `highest`."""
    return slice(max(above // STEP + 1 - LOWEST_BID // STEP, 0), highest // STEP + 1 - LOWEST_BID // STEP)


def _low(above: int) -> range:
    """The amounts above `above` that the tables do not hold: there are some where a bid stood that
    was too low."""
    return range((above // STEP + 1) * STEP, LOWEST_BID, STEP)


def _bidding(state: Bidding) -> Listing:
    turn = state.bidders[0]
    bid, highest = state.bid, state.limits[turn]
    if bid is not None and bid > highest:
        bid = highest  # any number may have stood, and all of these are alike
    return _calls(turn, bid, highest)


@cache
def _calls(turn: int, bid: int | None, highest: int) -> Listing:
    """There are a few hundred of these listings."""
    if bid is None:
        return Listing(BIDS[turn][_amounts(LOWEST_BID - STEP, highest)])
    low = tuple([Bid(turn, amount) for amount in _low(bid)])
    return Listing((PASSES[turn], *low, *BIDS[turn][_amounts(bid, highest)]))


def _giving(state: Giving) -> Listing:
    contract = state.contract
    declarer = contract.declarer
    served = contract.gifts[0].to if contract.gifts else declarer
    bits = contract.hands[declarer].bits
    gifts_of = _GIFTS_OF[declarer]
    gifts: tuple[PlayerAction, ...] = ()
    for to in contract.active:
        if to != declarer and to != served:
            gifts += gifts_of[to](bits)
    return Listing(gifts)


def _before_lead(state: BeforeLead) -> Listing:
    contract = state.contract
    declarer, hands = contract.declarer, contract.hands
    bits = hands[declarer].bits
    free = state.match.standings[declarer].barrel is None
    bid, highest = contract.bid, limit(bits, state.match.rules)
    actions = _declarations(declarer, bid if bid <= highest else highest, highest, free)
    actions += _PLAYS_OF[declarer](bits)
    for holder in contract.active:
        if hands[holder].bits & NINES == NINES:
            actions += (SHOWINGS[holder],)
    return Listing(actions)


@cache
def _declarations(declarer: int, bid: int, highest: int, may_surrender: bool) -> tuple[PlayerAction, ...]:
    """The raises, and the surrender; there are a few hundred of these tuples."""
    low = tuple([Raise(declarer, amount) for amount in _low(bid)])
    raises = low + RAISES[declarer][_amounts(bid, highest)]
    return (*raises, SURRENDERS[declarer]) if may_surrender else raises


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


def _by_cards(by_card: Mapping[Card, PlayerAction]) -> Callable[[int], tuple[PlayerAction, ...]]:
    """A function that quickly gives the actions of the cards of `bits`, one a card, in the order of
    the cards: for each suit and each subset of its six cards there is a tuple of their actions."""
    clubs, diamonds, hearts, spades = [
        _subsets([by_card[card] for card in CARDS[first : first + 6]])
        for first in (NINE_OF_CLUBS, NINE_OF_CLUBS + 13, NINE_OF_CLUBS + 26, NINE_OF_CLUBS + 39)
    ]

    def of(bits: int) -> tuple[PlayerAction, ...]:
        # in halves: integers below 2 ** 30 are shifted in less time
        low, high = bits & 0x3FFFFFF, bits >> 33
        return clubs[low >> 7 & 63] + diamonds[low >> 20] + hearts[high & 63] + spades[high >> 13]

    return of


def _subsets(actions: Sequence[PlayerAction]) -> list[tuple[PlayerAction, ...]]:
    """The actions of every subset: bit n of an index stands for action n."""
    found: list[tuple[PlayerAction, ...]] = [()]
    for action in actions:
        found += [(*subset, action) for subset in found]
    return found


_PLAYS_OF: Final = tuple([_by_cards(by_card) for by_card in PLAYS])
_GIFTS_OF: Final = tuple([tuple([_by_cards(by_card) for by_card in by_receiver]) for by_receiver in GIFTS])


def _suit_listings(seat: int) -> dict[int, Listing]:
    """The plays of a seat by the bits of its cards, where they are all of one suit: as they mostly
    are for who follows. To keep more listings costs more, in reading memory, than to build them."""
    return {bits: Listing(_PLAYS_OF[seat](bits)) for bits in _SUIT_SETS}


_SUIT_SETS: Final = [bits << NINE_OF_CLUBS + 13 * suit for suit in range(4) for bits in range(1, 64)]
_OF_A_SUIT: Final = tuple([_suit_listings(seat) for seat in range(len(PLAYS))])

_LISTERS: Final[dict[type, Callable[..., Listing]]] = {
    Dealing: _nothing,
    Bidding: _bidding,
    Giving: _giving,
    BeforeLead: _before_lead,
    Over: _nothing,
}
