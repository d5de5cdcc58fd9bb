"""A simple player for the empty seats.

It is given what a person on its seat is given, the view and the seat's legal actions, and nothing
else: no state ever gets here, so it cannot cheat.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final, TypeVar

from cardrules import JOKER, Card, Cards, Rank, Suit, duizenden, tausend
from cardrules.registry import AnyAction, AnyView

LOOKED_AT: Final = 200
"""No more actions are looked at: a large hand in Duizenden has millions."""

K = TypeVar("K")


def choose(view: AnyView, actions: Sequence[AnyAction], rng: random.Random) -> AnyAction | None:
    """One of the legal actions of the seat whose view this is; None: it leaves the acting to others.
    `rng` decides between what is as good."""
    some = [*islice(actions, LOOKED_AT)]
    if not some:
        return None
    rng.shuffle(some)
    if isinstance(view, tausend.View):
        return _in_tausend(view, some)
    if isinstance(view, duizenden.View):
        return _in_duizenden(view, some)
    return some[0]


def _of(actions: Iterable[AnyAction], kind: type[K]) -> list[K]:
    return [action for action in actions if isinstance(action, kind)]


# -- Tausend

_RANKS: Final = (Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN, Rank.ACE)
_POINTS: Final[Mapping[Rank | None, int]] = MappingProxyType(dict(zip(_RANKS, (0, 2, 3, 4, 10, 11), strict=True)))
_MARRIAGES: Final[Mapping[Suit, int]] = MappingProxyType(
    {Suit.HEARTS: 100, Suit.DIAMONDS: 80, Suit.CLUBS: 60, Suit.SPADES: 40}
)


def _in_tausend(view: tausend.View, actions: Sequence[AnyAction]) -> AnyAction:
    hopes = _hopes(view.hand or Cards())
    nines = _of(actions, tausend.Nines)
    # who plays alone would rather play, if the hand is good
    if nines and (view.seat != view.declarer or hopes < (view.bid or 0)):
        return nines[0]
    if bids := _of(actions, tausend.Bid):
        lowest = min(bids, key=lambda bid: bid.amount)
        passing = _of(actions, tausend.Pass)
        return passing[0] if passing and lowest.amount > hopes else lowest
    if gifts := _of(actions, tausend.Give):
        return min(gifts, key=lambda gift: (_married(gift.card, view.hand or Cards()), _points(gift.card)))
    surrenders = _of(actions, tausend.Surrender)
    if surrenders and hopes < (view.bid or 0) - 60:
        return surrenders[0]
    if plays := _of(actions, tausend.Play):
        return _play(view, plays)
    return actions[0]


def _hopes(hand: Cards) -> int:
    """The points that a hand may bring its player alone."""
    married = [points for suit, points in _MARRIAGES.items() if suit.mask & hand.bits & _PAIRS == suit.mask & _PAIRS]
    return 20 + 3 * sum([_points(card) for card in hand]) // 2 + sum(married)


_PAIRS: Final = Rank.KING.mask | Rank.QUEEN.mask


def _married(card: Card, hand: Cards) -> bool:
    if card.suit is None or card.rank not in (Rank.KING, Rank.QUEEN):
        return False
    pair = card.suit.mask & _PAIRS
    return pair & hand.bits == pair


def _play(view: tausend.View, plays: Sequence[tausend.Play]) -> tausend.Play:
    """An announcement where there is one; else the trick is taken if it can be, cheaply, and lost
    with little."""
    announcing = [play for play in plays if play.announce]
    if announcing:
        return max(announcing, key=lambda play: _MARRIAGES.get(play.card.suit or Suit.SPADES, 0))
    if not view.trick:
        aces = [play for play in plays if play.card.rank is Rank.ACE]
        return aces[0] if aces else min(plays, key=lambda play: _points(play.card))
    best = view.trick[0].card
    for play in view.trick[1:]:
        best = play.card if _beats(play.card, best, view.trump) else best
    winning = [play for play in plays if _beats(play.card, best, view.trump)]
    last = len(view.trick) == len(view.active) - 1
    if winning and last:
        return max(winning, key=lambda play: _points(play.card))
    if winning:
        return min(winning, key=lambda play: (play.card.rank is not Rank.ACE, _points(play.card)))
    return min(plays, key=lambda play: (_married(play.card, view.hand or Cards()), _points(play.card)))


def _beats(card: Card, best: Card, trump: Suit | None) -> bool:
    if card.suit is best.suit:
        return _points(card) > _points(best)
    return card.suit is trump


def _points(card: Card) -> int:
    return _POINTS[card.rank]


# -- Duizenden

_LARGE_POT: Final = 12
"""A pot with more cards is left lying."""


def _in_duizenden(view: duizenden.View, actions: Sequence[AnyAction]) -> AnyAction:
    """It lays what it can, and discards what fits the hand least."""
    if calls := [*_of(actions, duizenden.Last), *_of(actions, duizenden.Challenge)]:
        return calls[0]
    taking = _of(actions, duizenden.Pot) if len(view.pot) <= _LARGE_POT else []
    laying: list[duizenden.Pot | duizenden.Meld | duizenden.LayOff] = [*taking]
    laying += [*_of(actions, duizenden.Meld), *_of(actions, duizenden.LayOff)]
    if laying:
        return max(laying, key=lambda action: len(action.cards))
    if exchanges := _of(actions, duizenden.Exchange):
        return exchanges[0]
    hand = view.hand or Cards()
    if swaps := _of(actions, duizenden.Swap):
        # the open card comes to the hand for one that fits it less
        worst = min(swaps, key=lambda swap: _fits(swap.card, hand))
        if view.open is not None and _fits(view.open, hand) > _fits(worst.card, hand) + 1:
            return worst
    if draws := _of(actions, duizenden.Draw):
        return draws[0]
    if discards := _of(actions, duizenden.Discard):
        return min(discards, key=lambda discard: _fits(discard.card, hand))
    return actions[0]


def _fits(card: Card, hand: Cards) -> int:
    """How many cards of a hand go with a card in a meld; wild cards go with everything."""
    if card is JOKER:
        return len(hand)
    return sum([_neighbours(card, other) for other in hand if other is not card])


def _neighbours(one: Card, two: Card) -> bool:
    if one.rank is None or two.rank is None:
        return False
    if one.rank is two.rank:
        return True
    return one.suit is two.suit and abs(one.rank.place - two.rank.place) <= 2
