"""Rounds that differ only in what a seat may not know."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

import attrs

from cardrules.cards import Cards
from cardrules.duizenden.actions import Action, Deal
from cardrules.duizenden.referee import is_legal
from cardrules.duizenden.state import Drawing, Melding, Reshuffling, State, Swapping
from cardrules.duizenden.transition import apply


def elsewhere(
    states: Sequence[State], actions: Sequence[Action], seat: int | None, rng: random.Random
) -> list[tuple[State, State]]:
    """The states of the last round of a part of a playout, each beside the same moment of another
    round, with cards elsewhere that `seat` has not seen, in which the same is done; nothing where
    the attempt at one fails."""
    now = rng.randint(0, len(actions))
    begun = max([number for number, action in enumerate(actions[:now], 1) if isinstance(action, Deal)], default=0)
    start = states[begun]
    if not isinstance(start, Swapping | Drawing | Melding):
        return []
    mine = states[begun : now + 1]
    twin: State = _moved(start, seat, {len(start.stock) - left for left in _drawn_by(seat, mine)}, rng)
    twins = [twin]
    for action, state in zip(actions[begun:now], mine[1:], strict=True):
        if not is_legal(twin, action):
            return []
        twin = apply(twin, action)
        if type(twin) is not type(state):
            return []
        twins.append(twin)
    # cards that were counted at the end of a round were seen
    if twin == mine[-1] or twin.match.totals != mine[-1].match.totals:
        return []
    return list(zip(mine, twins, strict=True))


def _moved(
    start: Swapping | Drawing | Melding, seat: int | None, known: Collection[int], rng: random.Random
) -> Swapping | Drawing | Melding:
    """The table with some cards of other hands, and of the stock but for the places `known`, swapped."""
    hidden = [place for place in range(len(start.stock)) if place not in known]
    others = [other for other in range(len(start.hands)) if other != seat]
    hands, stock = [list(hand) for hand in start.hands], list(start.stock)
    for _ in range(rng.choice((1, 1, 2, 8))):
        kind = rng.random()
        if hidden and kind < 0.4:
            one, two = rng.choice(hidden), rng.choice(hidden)
            stock[one], stock[two] = stock[two], stock[one]
        elif hidden and kind < 0.7:
            hand, place = hands[rng.choice(others)], rng.choice(hidden)
            at = rng.randrange(len(hand))
            hand[at], stock[place] = stock[place], hand[at]
        else:
            mine, yours = hands[rng.choice(others)], hands[rng.choice(others)]
            at, to = rng.randrange(len(mine)), rng.randrange(len(yours))
            mine[at], yours[to] = yours[to], mine[at]
    return attrs.evolve(start, hands=tuple([Cards(hand) for hand in hands]), stock=tuple(stock))


def _drawn_by(seat: int | None, states: Sequence[State]) -> Iterator[int]:
    """How many cards lay in the stock, up to a reshuffle, whenever `seat` got the top one."""
    for before, after in pairwise(states):
        if isinstance(before, Reshuffling):
            return
        if isinstance(before, Swapping | Drawing | Melding) and isinstance(after, Melding | Drawing):
            drawn = len(before.stock) - len(after.stock)
            if drawn and seat is not None and len(after.hands[seat]) > len(before.hands[seat]):
                yield len(before.stock)
