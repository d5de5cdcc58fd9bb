"""Matches that differ only in what a seat may not know."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cardrules.cards import Card, Cards
from cardrules.tausend.actions import Action, Bid, Deal, Give, Nines, Pass, Play
from cardrules.tausend.deck import NINES
from cardrules.tausend.referee import is_legal
from cardrules.tausend.state import State
from cardrules.tausend.transition import apply
from cardrules.testing.corners import History


def elsewhere(
    states: Sequence[State], actions: Sequence[Action], seat: int | None, rng: random.Random
) -> History[State, Action] | None:
    """A playout up to some moment, in which one deal has some cards elsewhere, but all that `seat` has seen
    is the same; None where the attempt at one fails.

    Only what nobody but others may know is moved: cards in hand that have not been played, the
    widow before it is turned up, and which card was given to another.
    """
    now = rng.choice((rng.randint(0, len(actions)), len(actions)))
    deals = [number for number, action in enumerate(actions[:now]) if isinstance(action, Deal)]
    if not deals:
        return None
    which = rng.randrange(len(deals))
    first, end = deals[which], (*deals[which + 1 :], now)[0]
    moved = _moved(actions[first:end], seat, rng)
    if moved is None or moved == list(actions[first:end]):
        return None
    twins, done = list(states[: first + 1]), (*actions[:first], *moved, *actions[end:now])
    for action in done[first:]:
        if not is_legal(twins[-1], action):
            return None
        twins.append(apply(twins[-1], action))
    return twins, done


def _moved(actions: Sequence[Action], seat: int | None, rng: random.Random) -> list[Action] | None:
    """The actions of a deal as far as it went, with hidden cards moved."""
    deal = actions[0]
    assert isinstance(deal, Deal)
    hands = {holder: list(hand) for holder, hand in deal.hands}
    widow = list(deal.widow)
    bids = [action for action in actions if isinstance(action, Bid)]
    passes = [action for action in actions if isinstance(action, Pass)]
    gifts = [action for action in actions if isinstance(action, Give)]
    shown = {action.card for action in actions if isinstance(action, Play)}
    if any([isinstance(action, Nines) for action in actions]):
        shown |= {*Cards.of(NINES)}
    turned_up = len(passes) == 2
    declarer = bids[-1].seat if turned_up else None
    if not turned_up:
        _swap({**hands, -1: widow}, {seat}, set(), rng)
        return [Deal(tuple([(holder, Cards(hand)) for holder, hand in hands.items()]), Cards(widow)), *actions[1:]]
    assert declarer is not None
    given_by_seat = {gift.card for gift in gifts if gift.seat == seat}
    # the hands as they are after the giving, of which what was not played is hidden
    holds = {holder: list(hand) for holder, hand in hands.items()}
    holds[declarer] += widow
    for gift in gifts:
        holds[declarer].remove(gift.card)
        holds[gift.to].append(gift.card)
    _swap(holds, {seat}, shown | given_by_seat | ({*widow} if not gifts else set()), rng)
    # back to what was dealt, with other gifts where nobody but others saw them
    others: list[Action] = list(actions)
    for number, action in enumerate(others):
        if isinstance(action, Give):
            known = seat in (action.seat, action.to)
            keep = known or (action.card in holds[action.to] and rng.random() < 0.5)
            card = action.card if keep else rng.choice(holds[action.to])
            if card not in holds[action.to]:
                return None
            holds[action.to].remove(card)
            holds[declarer].append(card)
            others[number] = Give(action.seat, card, action.to)
    if not set(widow) <= set(holds[declarer]):
        return None
    holds[declarer] = [card for card in holds[declarer] if card not in widow]
    return [Deal(tuple([(holder, Cards(hand)) for holder, hand in holds.items()]), Cards(widow)), *others[1:]]


def _swap(heaps: dict[int, list[Card]], known: set[int | None], fixed: set[Card], rng: random.Random) -> None:
    """Swaps cards between the heaps a few times, none of `fixed` and none of the heaps `known`."""
    hidden = [holder for holder in heaps if holder not in known]
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        one, two = rng.sample(hidden, 2)
        here = [card for card in heaps[one] if card not in fixed]
        there = [card for card in heaps[two] if card not in fixed]
        if here and there:
            left, right = rng.choice(here), rng.choice(there)
            heaps[one][heaps[one].index(left)] = right
            heaps[two][heaps[two].index(right)] = left
