"""How the table moves: the start, the chance action, and the state after an action."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from cardrules.cards import Cards, Suit, cards_of
from cardrules.quick import quick
from cardrules.tausend import scoring
from cardrules.tausend.actions import Action, Bid, Deal, Give, Nines, Pass, Play, Raise, Surrender
from cardrules.tausend.deck import DECK, card_points
from cardrules.tausend.referee import JUDGES
from cardrules.tausend.rules import PRESETS, Rules
from cardrules.tausend.state import (
    BeforeLead,
    Bidding,
    Contract,
    Dealing,
    Giving,
    Match,
    Over,
    Playing,
    Standing,
    State,
    Trick,
    active_seats,
    check_seat,
    following,
)
from cardrules.tausend.tricks import playable, winning_play
from cardrules.verdict import IllegalAction

_playing: Final[
    Callable[[Match, Contract, int, tuple[Play, ...], Suit | None, tuple[Trick, ...], int, int], Playing]
] = quick(Playing)
_bidding: Final[
    Callable[
        [
            Match,
            tuple[int, int, int],
            tuple[Cards, ...],
            Cards,
            tuple[Bid | Pass, ...],
            tuple[int, ...],
            int | None,
        ],
        Bidding,
    ]
] = quick(Bidding)
_contract: Final[
    Callable[
        [
            tuple[int, int, int],
            tuple[Cards, ...],
            Cards,
            tuple[Bid | Pass, ...],
            int,
            int,
            tuple[Cards, ...],
            tuple[Give, ...],
            tuple[Raise, ...],
        ],
        Contract,
    ]
] = quick(Contract)
_giving: Final[Callable[[Match, Contract], Giving]] = quick(Giving)
_before_lead: Final[Callable[[Match, Contract], BeforeLead]] = quick(BeforeLead)
_trick: Final[Callable[[tuple[Play, ...], int], Trick]] = quick(Trick)

_DECK_BITS: Final = tuple([card.bit for card in DECK])
_TRICKS: Final = 8
POOR_WIDOW: Final = 5
"""A widow of fewer card points is poor (tausend.poor-widow)."""


def start(rules: Rules = PRESETS["standard"], dealer: int = 0) -> Dealing:
    """The state before the first deal of a match; `dealer` is a seat from 0.

    Raises ValueError where there is no such seat.
    """
    check_seat(rules.players, dealer)
    return Dealing(Match(rules, dealer, 0, (Standing(),) * rules.players))


def shuffle(state: State, rng: random.Random) -> Deal:
    """A random deal, each equally likely, for a state that waits for one.

    Raises ValueError for any other state.
    """
    if type(state) is not Dealing:
        raise ValueError("no deal is awaited: shuffle is for a state whose deal comes next")
    draw = rng.random
    # sorting by random keys costs a third of rng.shuffle
    bits = sorted(_DECK_BITS, key=lambda _: draw())
    seats = sorted(active_seats(state.match.rules, state.match.dealer))
    hands = tuple([(seat, cards_of(sum(bits[7 * i : 7 * i + 7]))) for i, seat in enumerate(seats)])
    return Deal(hands, cards_of(sum(bits[21:])))


def actors(state: State) -> tuple[int, ...]:
    """The seats that may act now, ascending; empty while a deal is awaited and after the end.

    It depends on what all can see: before the first lead every active seat is named, for it may
    hold four nines.
    """
    if isinstance(state, Bidding | Playing):
        return (state.turn,)
    if isinstance(state, Giving):
        return (state.contract.declarer,)
    return tuple(sorted(state.contract.active)) if isinstance(state, BeforeLead) else ()


def apply(state: State, action: Action) -> State:
    """The state after `action`. Raises IllegalAction, with every rule that it breaks."""
    broken = JUDGES[type(state)](state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    return _STEPS[type(state), type(action)](state, action)


def _deal(state: Dealing, action: Deal) -> Bidding:
    match = state.match
    active = active_seats(match.rules, match.dealer)
    hands = [_EMPTY] * match.rules.players
    for seat, hand in action.hands:
        hands[seat] = hand
    return _bidding(match, active, tuple(hands), action.widow, (), active, None)


_EMPTY: Final = Cards()


def _bid(state: Bidding, action: Bid) -> Bidding:
    match, active, hands, widow = state.match, state.active, state.hands, state.widow
    bidders = state.bidders
    return _bidding(match, active, hands, widow, (*state.calls, action), bidders[1:] + bidders[:1], action.amount)


def _pass(state: Bidding, action: Pass) -> Bidding | Giving | Dealing:
    match, active, hands, widow, bid = state.match, state.active, state.hands, state.widow, state.bid
    calls = (*state.calls, action)
    bidders = state.bidders[1:]
    if len(bidders) > 1:
        return _bidding(match, active, hands, widow, calls, bidders, bid)
    (declarer,) = bidders
    assert bid is not None  # forehand must bid, so nobody is left who has not
    if match.rules.poor_widow_redeal and card_points(widow.bits) < POOR_WIDOW:
        contract = _contract(active, hands, widow, calls, declarer, bid, hands, (), ())
        return scoring.cancel(match, "poor_widow", contract)
    taken = list(hands)
    taken[declarer] = cards_of(hands[declarer].bits | widow.bits)
    return _giving(match, _contract(active, hands, widow, calls, declarer, bid, tuple(taken), (), ()))


def _give(state: Giving, action: Give) -> Giving | BeforeLead:
    old = state.contract
    gifts = (*old.gifts, action)
    giver, to, bit = action.seat, action.to, action.card.bit
    hands = list(old.hands)
    hands[giver] = cards_of(hands[giver].bits ^ bit)
    hands[to] = cards_of(hands[to].bits | bit)
    contract = _contract(old.active, old.dealt, old.widow, old.calls, old.declarer, old.bid, tuple(hands), gifts, ())
    return (_giving if len(gifts) < 2 else _before_lead)(state.match, contract)


def _raise(state: BeforeLead, action: Raise) -> BeforeLead:
    old = state.contract
    raises = (*old.raises, action)
    bid = action.amount
    contract = _contract(old.active, old.dealt, old.widow, old.calls, old.declarer, bid, old.hands, old.gifts, raises)
    return _before_lead(state.match, contract)


def _surrender(state: BeforeLead, action: Surrender) -> Dealing | Over:
    return scoring.close_surrendered(state.match, state.contract)


def _nines(state: BeforeLead, action: Nines) -> Dealing:
    return scoring.cancel(state.match, "nines", state.contract, action.seat)


def _lead(state: BeforeLead, action: Play) -> Playing:
    contract = state.contract
    card = action.card
    turn = following(contract.active, action.seat)
    mask = playable(contract.hands[turn].bits, card.suit, None)
    return _playing(state.match, contract, turn, (action,), None, (), card.bit, mask)


def _play(state: Playing, action: Play) -> Playing | Dealing | Over:
    contract = state.contract
    card = action.card
    trick = (*state.trick, action)
    played = state.played | card.bit
    trump = card.suit if action.announce == "marriage" else state.trump
    if len(trick) < 3:
        turn = following(contract.active, action.seat)
        mask = playable(contract.hands[turn].bits & ~played, trick[0].card.suit, trump)
        return _playing(state.match, contract, turn, trick, trump, state.tricks, played, mask)
    turn = winning_play(trick, trump).seat
    tricks = (*state.tricks, _trick(trick, turn))
    if len(tricks) < _TRICKS:
        mask = contract.hands[turn].bits & ~played
        return _playing(state.match, contract, turn, (), trump, tricks, played, mask)
    return scoring.close_played(state.match, contract, tricks)


_STEPS: Final[dict[tuple[type, type], Callable[..., State]]] = {
    (Dealing, Deal): _deal,
    (Bidding, Bid): _bid,
    (Bidding, Pass): _pass,
    (Giving, Give): _give,
    (BeforeLead, Raise): _raise,
    (BeforeLead, Surrender): _surrender,
    (BeforeLead, Nines): _nines,
    (BeforeLead, Play): _lead,
    (Playing, Play): _play,
}
"""How each state moves on each action that can be legal in it."""
