"""How the table moves: the start, the chance action, and the state after an action."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from cardrules.cards import Cards, Suit, cards_of
from cardrules.quick import quick
from cardrules.tausend import scoring
from cardrules.tausend.actions import Action, Bid, Deal, Give, Nines, Pass, Play, Raise, Surrender
from cardrules.tausend.legal import check_seat
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
    following,
)
from cardrules.tausend.tricks import DECK, card_points, playable, winning_play
from cardrules.verdict import IllegalAction

_playing: Final[
    Callable[[Match, Contract, tuple[Cards, ...], int, tuple[Play, ...], Suit | None, tuple[Trick, ...], int], Playing]
] = quick(Playing)
_bidding: Final[
    Callable[[Match, tuple[int, int, int], tuple[Cards, ...], Cards, tuple[Bid | Pass, ...], int], Bidding]
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
            tuple[Give, ...],
            tuple[Raise, ...],
        ],
        Contract,
    ]
] = quick(Contract)
_giving: Final[Callable[[Match, Contract, tuple[Cards, ...]], Giving]] = quick(Giving)
_before_lead: Final[Callable[[Match, Contract, tuple[Cards, ...]], BeforeLead]] = quick(BeforeLead)
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
    return _STEPS[type(action)](state, action)


def _deal(state: Dealing, action: Deal) -> Bidding:
    match = state.match
    active = active_seats(match.rules, match.dealer)
    hands = [_EMPTY] * match.rules.players
    for seat, hand in action.hands:
        hands[seat] = hand
    return _bidding(match, active, tuple(hands), action.widow, (), active[0])


_EMPTY: Final = Cards()


def _call(state: Bidding, action: Bid | Pass) -> Bidding | Giving | Dealing:
    match, active, hands, widow = state.match, state.active, state.hands, state.widow
    calls = (*state.calls, action)
    passed = [call.seat for call in calls if type(call) is Pass]
    turn = following(active, state.turn)
    if turn in passed:
        turn = following(active, turn)
    if len(passed) < 2:
        return _bidding(match, active, hands, widow, calls, turn)
    # who is left has bid: forehand must, and the others passed or were outbid
    bid = action.amount if type(action) is Bid else state.bid
    assert bid is not None
    contract = _contract(active, hands, widow, calls, turn, bid, (), ())
    if match.rules.poor_widow_redeal and card_points(widow.bits) < POOR_WIDOW:
        return scoring.cancel(match, "poor_widow", contract, hands)
    return _giving(match, contract, _with(hands, turn, hands[turn].bits | widow.bits))


def _with(hands: tuple[Cards, ...], seat: int, bits: int) -> tuple[Cards, ...]:
    changed = list(hands)
    changed[seat] = cards_of(bits)
    return tuple(changed)


def _give(state: Giving, action: Give) -> Giving | BeforeLead:
    old = state.contract
    gifts = (*old.gifts, action)
    bit = action.card.bit
    hands = _with(state.hands, action.seat, state.hands[action.seat].bits ^ bit)
    hands = _with(hands, action.to, hands[action.to].bits | bit)
    contract = _contract(old.active, old.dealt, old.widow, old.calls, old.declarer, old.bid, gifts, ())
    return (_giving if len(gifts) < 2 else _before_lead)(state.match, contract, hands)


def _raise(state: BeforeLead, action: Raise) -> BeforeLead:
    old = state.contract
    raises = (*old.raises, action)
    contract = _contract(old.active, old.dealt, old.widow, old.calls, old.declarer, action.amount, old.gifts, raises)
    return _before_lead(state.match, contract, state.hands)


def _surrender(state: BeforeLead, action: Surrender) -> Dealing | Over:
    return scoring.close_surrendered(state.match, state.contract, state.hands)


def _nines(state: BeforeLead, action: Nines) -> Dealing:
    return scoring.cancel(state.match, "nines", state.contract, state.hands, action.seat)


def _play(state: BeforeLead | Playing, action: Play) -> Playing | Dealing | Over:
    seat = action.seat
    card = action.card
    contract = state.contract
    active = contract.active
    hands = list(state.hands)
    hands[seat] = cards_of(hands[seat].bits & ~card.bit)
    if type(state) is Playing:
        trick = (*state.trick, action)
        trump, tricks = state.trump, state.tricks
    else:
        trick, trump, tricks = (action,), None, ()
    if action.announce == "marriage":
        trump = card.suit
    if len(trick) < 3:
        turn = active[1] if seat == active[0] else active[2] if seat == active[1] else active[0]
        mask = playable(hands[turn].bits, trick[0].card.suit, trump)
        return _playing(state.match, contract, tuple(hands), turn, trick, trump, tricks, mask)
    turn = winning_play(trick, trump).seat
    tricks = (*tricks, _trick(trick, turn))
    if len(tricks) < _TRICKS:
        return _playing(state.match, contract, tuple(hands), turn, (), trump, tricks, hands[turn].bits)
    return scoring.close_played(state.match, contract, tuple(hands), tricks)


_STEPS: Final[dict[type, Callable[..., State]]] = {
    Deal: _deal,
    Bid: _call,
    Pass: _call,
    Give: _give,
    Raise: _raise,
    Surrender: _surrender,
    Nines: _nines,
    Play: _play,
}
