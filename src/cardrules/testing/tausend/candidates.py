"""Candidate actions by brute force, drawn without a look at what is legal.

`candidates(state, rng)` is all of it: what every player might say (`player_actions`), and deals right
and wrong (`deals`). `malformed()` are values that are no actions of the game at all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from cardrules import tausend
from cardrules.cards import CARDS, Card, Cards
from cardrules.tausend.actions import Action, Bid, Deal, Give, Nines, Pass, Play, PlayerAction, Raise, Surrender
from cardrules.tausend.state import State
from cardrules.testing.hostile import (
    CARDS_NOT,
    HANDS_NOT,
    NO_ACTION,
    NUMBERS_NOT,
    TWINS,
    Agreeing,
    AgreeingClass,
    Raising,
    Word,
    forged,
)
from cardrules.testing.tausend.playing import PACK

SEATS = range(4)
ODD_AMOUNTS = (1, 4, 99, 101, 104, 119, 121, 124, 399, 401, 599, 601, 880, 1000, 999_999_995, 999_999_999)
AMOUNTS = (*range(0, 606, 5), *ODD_AMOUNTS)


def candidates(state: State, rng: random.Random) -> Iterator[Action]:
    """Everything that might be said or dealt, in any state."""
    yield from player_actions()
    yield from deals()


# -- what a player might say


@cache
def player_actions() -> tuple[PlayerAction, ...]:
    """Every kind of action by every seat with every card, amount, receiver and announcement."""
    actions: list[PlayerAction] = []
    for seat in SEATS:
        actions += [Pass(seat), Surrender(seat), Nines(seat)]
        for amount in AMOUNTS:
            actions += [Bid(seat, amount), Raise(seat, amount)]
        for card in CARDS:
            actions += [Play(seat, card), Play(seat, card, "marriage"), Play(seat, card, "aces")]
            actions += [Give(seat, card, to) for to in SEATS]
    return tuple(actions)


# -- deals


@cache
def deals() -> tuple[Deal, ...]:
    """Deals to every group of seats: right ones, and wrong in sizes, in cards, in both."""
    rng = random.Random(2417)
    return tuple([deal for size in range(5) for seats in combinations(SEATS, size) for deal in _deals(seats, rng)])


def _deals(seats: tuple[int, ...], rng: random.Random) -> Iterator[Deal]:
    cards = list(PACK)
    rng.shuffle(cards)
    for sizes in ((7, 7, 7, 0), (8, 6, 7, 0), (7, 7, 6, 1), (6, 6, 6, 6), (7, 7, 7, 1), (0, 7, 7, 7), (8, 8, 8, 0)):
        yield _split(seats, cards, sizes)
    place = rng.randrange(21)
    for strange in ("2c", "Jk", cards[place - 1].text):  # in the place of a card, and beside all
        yield _split(seats, [*cards[:place], Card.parse(strange), *cards[place + 1 :]], (7, 7, 7, 0))
        yield _split(seats, [*cards, Card.parse(strange)], (7, 7, 7, 0))
        yield _split(seats, [Card.parse(strange), *cards], (8, 7, 7, 0))
    yield _split(seats, [*cards, *cards], (7, 7, 7, 0))
    yield _split(seats, [Card.parse("As")] * 50, (7, 7, 7, 7))
    yield _split(seats, [*cards[:21], *[Card.parse("2h")] * 7, *cards[21:]], (7, 7, 7, 7))
    yield _split(seats, [], (0, 0, 0, 0))


def _split(seats: tuple[int, ...], cards: list[Card], sizes: tuple[int, ...]) -> Deal:
    """The cards dealt in these numbers, the rest for the widow."""
    hands = []
    for seat, size in zip(seats, sizes, strict=False):
        hands.append((seat, Cards(cards[:size])))
        cards = cards[size:]
    return Deal(tuple(hands), Cards(cards))


# -- what is no action at all


class Pretending:
    """Says that it is a bid."""

    seat = 0
    amount = 100

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return Bid


class Equal(metaclass=AgreeingClass):
    """A bid, if classes are compared by `==`."""

    seat = 0
    amount = 100


class LoudBid(Bid):
    """A bid of another class."""


class LoudPass(Pass):
    """A pass of another class."""


class LoudDeal(Deal):
    """A deal of another class."""


class LoudPlay(Play):
    """A play of another class."""


ANNOUNCEMENTS_NOT: tuple[Any, ...] = (
    "",
    "MARRIAGE",
    "ehe",
    False,
    True,
    0,
    b"aces",
    Word("aces"),
    Word("marriage"),
    [],
    Raising(),
    Agreeing(),
)
"""What is no announcement."""


@cache
def malformed() -> tuple[object, ...]:
    """Values that are no action of the game, or whose fields have wrong types."""
    return (*_other_things(), *_wrong_fields(), *_wrong_deals())


def _other_things() -> Iterator[object]:
    yield from NO_ACTION
    yield from (
        "p1 pass",
        b"p1 pass",
        Bid,
        Deal,
        tausend,
        ValueError("p1 pass"),
        Cards(PACK),
        (Pass(0),),
        [Bid(0, 100)],
    )
    yield from (Pretending(), Equal(), Equal)
    yield from (SimpleNamespace(seat=0, amount=100), tausend.start(), tausend.PRESETS["standard"])
    yield from (LoudBid(0, 100), LoudPass(1), LoudPlay(0, PACK[0]))
    right = next(deal for deal in deals() if len(deal.hands) == 3)
    yield LoudDeal(right.hands, right.widow)
    kinds: tuple[type[Action], ...] = (Deal, Bid, Pass, Give, Raise, Surrender, Nines, Play)
    for kind in kinds:
        yield forged(kind)
    for kind in (Bid, Give, Raise, Play):
        yield forged(kind, seat=0)
    yield forged(Bid, amount=100)
    yield forged(Play, seat=0, card=PACK[0])
    yield forged(Deal, hands=right.hands)


def _wrong_fields() -> Iterator[object]:
    card = PACK[0]
    for wrong in NUMBERS_NOT:
        yield from (Bid(0, wrong), Raise(0, wrong))
    for wrong in (*NUMBERS_NOT, 4, 5, 100):
        yield from (Bid(wrong, 100), Raise(wrong, 130), Pass(wrong), Surrender(wrong), Nines(wrong))
        yield from (Give(wrong, card, 1), Give(0, card, wrong), Play(wrong, card), Play(wrong, card, "aces"))
    for wrong in CARDS_NOT:
        for seat in SEATS:
            yield from (Play(seat, wrong), Play(seat, wrong, "marriage"), Play(seat, wrong, "aces"))
            yield Give(seat, wrong, (seat + 1) % 3)
    for twin in TWINS:
        for seat in SEATS:
            yield from (Play(seat, twin), Play(seat, twin, "marriage"), Give(seat, twin, (seat + 1) % 3))
    for wrong in ANNOUNCEMENTS_NOT:
        yield Play(0, card, wrong)


def _wrong_deals() -> Iterator[object]:
    right = next(deal for deal in deals() if [seat for seat, _ in deal.hands] == [0, 1, 2])
    one, two, three = right.hands
    wrong_hands: tuple[Any, ...] = (
        None,
        [one, two, three],
        dict(right.hands),
        (two, one, three),
        (one, one, two, three),
        (one, (1, one[1]), two, three),
        (one, two, three[1]),
        (one, two, (2,)),
        (one, two, (2, three[1], 0)),
        (one, two, [2, three[1]]),
        (one, None, three),
        Raising(),
        (Raising(), two, three),
        *[(one, two, (seat, three[1])) for seat in (*NUMBERS_NOT, 4)],
        *[(one, (1, hand), three) for hand in HANDS_NOT],
    )
    for hands in wrong_hands:
        yield Deal(hands, right.widow)
    for widow in HANDS_NOT:
        yield Deal(right.hands, widow)
