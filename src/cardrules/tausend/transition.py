"""How the table moves: the start, the chance action, and the state after an action."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from itertools import repeat, starmap
from typing import Any, Final, TypeAlias

from cardrules.cards import Cards, Suit, cards_of
from cardrules.quick import changing, draft_of, quick
from cardrules.tausend import scoring
from cardrules.tausend.actions import PLAIN_PLAYS, Action, Bid, Deal, Give, Nines, Pass, Play, Raise, Surrender
from cardrules.tausend.deck import DECK, card_points
from cardrules.tausend.referee import (
    Violations,
    judge_call,
    judge_deal,
    judge_gift,
    judge_opening,
    judge_play,
    violations,
)
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
    dealt_seats,
    following,
    limits,
)
from cardrules.tausend.tricks import ANYTHING, HEIGHT, ORDERS, playable
from cardrules.text import check_player
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
            tuple[int, ...],
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
_after_call: Final[Callable[[Bidding, tuple[Bid | Pass, ...], tuple[int, ...], int | None], Bidding]] = changing(
    Bidding, "calls", "bidders", "bid"
)
_after_gift: Final[Callable[[Contract, tuple[Cards, ...], tuple[Give, ...]], Contract]] = changing(
    Contract, "hands", "gifts"
)
_after_raise: Final[Callable[[Contract, int, tuple[Raise, ...]], Contract]] = changing(Contract, "bid", "raises")
_giving: Final[Callable[[Match, Contract], Giving]] = quick(Giving)
_before_lead: Final[Callable[[Match, Contract], BeforeLead]] = quick(BeforeLead)
_dealt: Final[Callable[[tuple[tuple[int, Cards], ...], Cards], Deal]] = quick(Deal)

_PlayingDraft: Final[Callable[[], Any]] = draft_of(Playing)
_TrickDraft: Final[Callable[[], Any]] = draft_of(Trick)
# to the checker the fields of a frozen class cannot be set, so what these build is Any

_DECK_BITS: Final = tuple([card.bit for card in DECK])
POOR_WIDOW: Final = 5
"""A widow of fewer card points is poor (tausend.poor-widow)."""


def start(rules: Rules = PRESETS["standard"], dealer: int = 0) -> State:
    """The state before the first deal of a match, a `Dealing`; `dealer` is a seat from 0.

    Raises ValueError where there is no such seat.
    """
    check_player(rules.players, dealer)
    return Dealing(Match(rules, dealer, 0, (Standing(),) * rules.players))


def shuffle(state: State, rng: random.Random) -> Deal:
    """A random deal, each equally likely, for a state that waits for one.

    Raises ValueError for any other state.
    """
    if type(state) is not Dealing:
        raise ValueError("no deal is awaited: shuffle is for a state whose deal comes next")
    # sorting by random keys costs a quarter of rng.shuffle
    bits = sorted(_DECK_BITS, key=partial(next, starmap(rng.random, repeat(()))))
    one, two, three = dealt_seats(state.match.rules, state.match.dealer)
    hands = (
        (one, cards_of(sum(bits[:7]))),
        (two, cards_of(sum(bits[7:14]))),
        (three, cards_of(sum(bits[14:21]))),
    )
    return _dealt(hands, cards_of(sum(bits[21:])))


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
    if type(state) is not Playing:
        return _STEPS[type(state)](state, action)
    # most states are these, so they are spared a call
    play: Play = action  # type: ignore[assignment]  # what is none is refused here
    turn, trump = state.turn, state.trump
    bit = PLAIN_PLAYS[turn].get(id(play), 0)
    if not bit & state.playable:
        broken = judge_play(state, play)
        if broken:
            raise IllegalAction(play, state, broken)
        bit = play.card.bit
        if play.announce == "marriage":
            trump = play.card.suit
    contract = state.contract
    trick = state.trick + (play,)
    after = _PlayingDraft()
    after.unplayed = unplayed = state.unplayed ^ bit
    if len(trick) < 3:
        one, two, three = contract.active
        after.turn = turn = two if turn == one else three if turn == two else one
        after.trick = trick
        after.tricks = state.tricks
        after.playable = playable(contract.hands[turn].bits & unplayed, trick[0].card.suit, trump)
    else:
        finished = finish(trick, trump)
        after.turn = turn = finished.winner
        after.trick = ()
        after.tricks = tricks = state.tricks + (finished,)
        if not unplayed:
            return scoring.close_played(state.match, contract, tricks)
        after.playable = contract.hands[turn].bits & unplayed
    after.match = state.match
    after.contract = contract
    after.trump = trump
    after.__class__ = Playing
    return after  # type: ignore[no-any-return]  # a draft, which is a Playing now


def step(state: State, action: Action) -> State:
    """The state after an action of which it is not asked whether it is legal: it is in its time, and
    its cards are there."""
    if type(state) is Playing:
        return apply(_unjudged(state, ANYTHING), action)
    return _STEPS[type(state)](state, action, _nothing_wrong)


_unjudged: Final[Callable[[Playing, int], Playing]] = changing(Playing, "playable")

_Judge: TypeAlias = Callable[[Any, Any], Violations]


def _nothing_wrong(state: State, action: Action) -> Violations:
    return ()


def finish(plays: tuple[Play, ...], trump: Suit | None) -> Trick:
    """The trick of three plays: who wins it, and its card points."""
    first, second, third = plays
    led = first.card.index
    order = ORDERS[0 if trump is None else trump.mask][led]
    one, two, three = order[led], order[second.card.index], order[third.card.index]
    trick = _TrickDraft()
    trick.plays = plays
    if one > two:
        trick.winner = first.seat if one > three else third.seat
    else:
        trick.winner = second.seat if two > three else third.seat
    trick.points = (one + two + three) % HEIGHT
    trick.__class__ = Trick
    return trick  # type: ignore[no-any-return]  # a draft, which is a Trick now


def _deal(state: Dealing, action: Deal, judge: _Judge = judge_deal) -> Bidding:
    broken = judge(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    match = state.match
    active = active_seats(match.rules, match.dealer)
    dealt = [_EMPTY] * match.rules.players
    for seat, hand in action.hands:
        dealt[seat] = hand
    hands = tuple(dealt)
    return _bidding(match, active, hands, action.widow, (), active, None, limits(hands, match.rules))


_EMPTY: Final = Cards()


def _calling(state: Bidding, action: Bid | Pass, judge: _Judge = judge_call) -> Bidding | Giving | Dealing:
    broken = judge(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    calls = state.calls + (action,)
    bidders = state.bidders
    if type(action) is Bid:
        return _after_call(state, calls, bidders[1:] + bidders[:1], action.amount)
    bid = state.bid
    bidders = bidders[1:]
    if len(bidders) > 1:
        return _after_call(state, calls, bidders, bid)
    match, active, hands, widow = state.match, state.active, state.hands, state.widow
    (declarer,) = bidders
    assert bid is not None  # who is left may not pass where nobody has bid
    if match.rules.poor_widow_redeal and card_points(widow.bits) < POOR_WIDOW:
        contract = _contract(active, hands, widow, calls, declarer, bid, hands, (), ())
        return scoring.cancel(match, "poor_widow", contract)
    taken = list(hands)
    taken[declarer] = cards_of(hands[declarer].bits | widow.bits)
    return _giving(match, _contract(active, hands, widow, calls, declarer, bid, tuple(taken), (), ()))


def _gift(state: Giving, action: Give, judge: _Judge = judge_gift) -> Giving | BeforeLead:
    broken = judge(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    old = state.contract
    gifts = old.gifts + (action,)
    giver, to, bit = action.seat, action.to, action.card.bit
    hands = list(old.hands)
    hands[giver] = cards_of(hands[giver].bits ^ bit)
    hands[to] = cards_of(hands[to].bits | bit)
    contract = _after_gift(old, tuple(hands), gifts)
    return (_giving if len(gifts) < 2 else _before_lead)(state.match, contract)


def _opening(state: BeforeLead, action: Action, judge: _Judge = judge_opening) -> State:
    contract = state.contract
    declarer = contract.declarer
    if type(action) is Play and PLAIN_PLAYS[declarer].get(id(action), 0) & contract.hands[declarer].bits:
        return _lead(state, action)
    broken = judge(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    if type(action) is Raise:
        return _raise(state, action)
    if type(action) is Nines:
        return scoring.cancel(state.match, "nines", contract, action.seat)
    if type(action) is Surrender:
        return scoring.close_surrendered(state.match, contract)
    assert type(action) is Play  # no other is in its time
    return _lead(state, action)


def _raise(state: BeforeLead, action: Raise) -> BeforeLead:
    contract = state.contract
    return _before_lead(state.match, _after_raise(contract, action.amount, contract.raises + (action,)))


def _lead(state: BeforeLead, action: Play) -> Playing:
    contract = state.contract
    card = action.card
    turn = following(contract.active, action.seat)
    trump = card.suit if action.announce == "marriage" else None  # which is wrong here, and may stand
    mask = playable(contract.hands[turn].bits, card.suit, trump)
    return _playing(state.match, contract, turn, (action,), trump, (), DECK.bits ^ card.bit, mask)


def _over(state: Over, action: Action, judge: _Judge = violations) -> State:
    raise IllegalAction(action, state, judge(state, action))


_STEPS: Final[dict[type, Callable[..., State]]] = {
    Dealing: _deal,
    Bidding: _calling,
    Giving: _gift,
    BeforeLead: _opening,
    Over: _over,
}
"""What each state but `Playing` does with an action: it moves on, or refuses what its judge, which may
be given, finds wrong."""
