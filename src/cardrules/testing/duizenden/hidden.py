"""Rounds that differ only in what a seat may not know."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

import attrs

from cardrules.cards import Cards
from cardrules.duizenden.actions import Action, Deal, Reshuffle
from cardrules.duizenden.deck import PACKS
from cardrules.duizenden.referee import is_legal
from cardrules.duizenden.state import Drawing, Melding, Reshuffling, State, Swapping
from cardrules.duizenden.transition import apply
from cardrules.testing.corners import History

_Table = Swapping | Drawing | Melding


def elsewhere(
    states: Sequence[State], actions: Sequence[Action], seat: int | None, rng: random.Random
) -> History[State, Action] | None:
    """A playout up to some moment, in which a deal or a reshuffle has cards elsewhere that `seat` has not
    seen, and the same is done; None where the attempt at one fails.

    Moved are cards of other hands, and of a stock but for those that the seat draws.
    """
    now = rng.choice((rng.randint(0, len(actions)), len(actions)))
    begins = [number for number, action in enumerate(actions[:now], 1) if isinstance(action, Deal | Reshuffle)]
    begins = [0, *begins] if isinstance(states[0], _Table) else begins
    if not begins:
        return None
    begun = rng.choice((begins[-1], rng.choice(begins)))
    start, chance = states[begun], actions[begun - 1] if begun else None
    assert isinstance(start, _Table)
    done = list(actions[:now])
    twin: State
    if isinstance(chance, Reshuffle):
        done[begun - 1] = other = _reordered(chance, seat, states[begun - 1 : now + 1], rng)
        twin = apply(states[begun - 1], other)
    else:
        drawn = set(_drawn_by(seat, len(start.stock), states[begun : now + 1]))
        twin = _moved(start, seat, drawn, rng)
        if isinstance(chance, Deal):
            done[begun - 1] = Deal(tuple(enumerate(twin.hands)), chance.open, twin.stock)
    if twin == start:
        return None
    twins = [*states[:begun], twin]
    for number in range(begun, now):
        action, state = done[number], states[number + 1]
        if not is_legal(twin, action):
            return None
        twin = apply(twin, action)
        # cards that were counted at the end of a round were seen
        if type(twin) is not type(state) or twin.match.totals != state.match.totals:
            return None
        if twin.match.sheet != state.match.sheet:
            return None
        twins.append(twin)
    return twins, done


def _moved(start: _Table, seat: int | None, known: Collection[int], rng: random.Random) -> _Table:
    """The table with some cards of other hands, and of the stock but for the places `known`, swapped; often
    such as are worth the same, so that a round that was counted is counted alike."""
    points = PACKS[start.match.rules.wild].points
    hands, stock = [list(hand) for hand in start.hands], list(start.stock)
    hidden = [(stock, place) for place in range(len(stock)) if place not in known]
    held = [(hand, place) for other, hand in enumerate(hands) if other != seat for place in range(len(hand))]
    alike = rng.random() < 0.5
    for _ in range(rng.choice((1, 1, 2, 8))):
        heap, at = rng.choice(rng.choice([some for some in (hidden, held) if some]))
        card = heap[at]
        there = rng.choice([some for some in (hidden, held) if some])
        fits = [spot for spot in there if not alike or points[spot[0][spot[1]].index] == points[card.index]]
        if fits:
            other, to = rng.choice(fits)
            heap[at], other[to] = other[to], card
    return attrs.evolve(start, hands=tuple([Cards(hand) for hand in hands]), stock=tuple(stock))


def _reordered(action: Reshuffle, seat: int | None, states: Sequence[State], rng: random.Random) -> Reshuffle:
    """The reshuffle with cards elsewhere that `seat` does not draw; `states` are those from that before it."""
    cards = list(action.cards)
    due = states[0]
    assert isinstance(due, Reshuffling)
    drawn = {0} if due.to == seat else set[int]()
    drawn |= set(_drawn_by(seat, len(cards), states[1:]))
    hidden = [place for place in range(len(cards)) if place not in drawn]
    for _ in range(rng.choice((1, 1, 3)) if hidden else 0):
        one, two = rng.choice(hidden), rng.choice(hidden)
        cards[one], cards[two] = cards[two], cards[one]
    return Reshuffle(tuple(cards))


def _drawn_by(seat: int | None, size: int, states: Sequence[State]) -> Iterator[int]:
    """The places, in a stock of so many cards, of those that `seat` gets, up to the next reshuffle or the
    end of the round."""
    for before, after in pairwise(states):
        if not isinstance(before, _Table) or not isinstance(after, _Table):
            return
        drawn = len(before.stock) - len(after.stock)
        if drawn and seat is not None and len(after.hands[seat]) > len(before.hands[seat]):
            yield size - len(before.stock)
