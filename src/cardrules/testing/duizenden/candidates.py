"""Candidate actions of Duizenden, drawn without a look at what is legal.

`candidates(state, rng)` is all of it: what every player might say (`player_actions`), which is each
kind of action by each seat with each card, and melds and lay-offs of all cards in question in right
and in wrong order; deals and reshuffles right and wrong (`chances`). Where a hand has too many melds
for all of them to be tried, `Universe.whole` is False. `malformed()` are values that are no actions of
the game at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import Any, Final, TypeAlias

from cardrules import duizenden, tausend
from cardrules.cards import CARDS, JOKER, Card, Cards
from cardrules.duizenden.actions import (
    Action,
    Challenge,
    Deal,
    Discard,
    Draw,
    EndTurn,
    Exchange,
    Last,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Reshuffle,
    Swap,
)
from cardrules.duizenden.melds import Laid, Run
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import Dealing, Drawing, Melding, Over, Reshuffling, State
from cardrules.testing.duizenden.playing import is_wild
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

SEATS: Final = range(8)
ABSENT: Final = (999_999_998, 100)
MOST: Final = 400
"""No more melds, or cards to be laid off on a meld, are tried."""

Pattern: TypeAlias = tuple[Card | None, ...]
"""Cards side by side; None is a wild card."""


@dataclass(frozen=True)
class Universe:
    """Candidates for a state, and whether all actions that might be legal are among them, but for
    the choice of which wild card stands where."""

    actions: list[PlayerAction]
    whole: bool


def candidates(state: State, rng: random.Random) -> Iterator[Action]:
    """Everything that might be said or dealt at a table like this."""
    yield from player_actions(state, rng).actions
    yield from chances(state, rng)


def player_actions(state: State, rng: random.Random) -> Universe:
    """What might be said at a table like this."""
    rules = state.match.rules
    before = state.before if isinstance(state, Reshuffling) else state
    if isinstance(before, Dealing | Over):
        tuples = [*_random_tuples(Cards(), rng)]
        more: list[PlayerAction] = [Meld(seat, cards) for cards in tuples for seat in (0, 1)]
        return Universe([*plain_actions(), *more, *[LayOff(0, 0, cards) for cards in tuples]], True)
    turn = before.turn
    other = rng.randrange(8)
    hand, top = before.hands[turn], before.pot[-1:] if isinstance(before, Drawing | Melding) else ()
    held = hand + Cards(top) if isinstance(before, Drawing) else hand
    patterns = _Patterns(rules, held)
    melds = [*patterns.melds()]
    whole = len(melds) <= MOST
    if not whole:
        melds = rng.sample(melds, MOST)
    tuples = [cards for pattern in melds for cards in filled(pattern, held, rules, rng, top)]
    tuples += [*_random_tuples(held, rng)]
    tuples += [(*cards[1:], cards[0]) for cards in rng.sample(tuples, min(20, len(tuples)))]
    kind: type[Meld | Pot] = Pot if isinstance(before, Drawing) else Meld
    actions = [*plain_actions(), *[kind(turn, cards) for cards in tuples]]
    for cards in rng.sample(tuples, min(20, len(tuples))):
        actions += [Meld(other, cards), Pot(other, cards), Meld(turn, cards), Pot(turn, cards)]
    laid = before.melds if isinstance(before, Drawing | Melding) else ()
    for place in (*range(len(laid) + 1), *ABSENT):
        cards = rng.choice(tuples)
        for seat in (turn, other):
            actions += [Exchange(seat, place, card) for card in CARDS]
            actions += [LayOff(seat, place, cards), LayOff(seat, place, cards, rng.choice(("low", "high")))]
        if place < len(laid) and isinstance(before, Melding):
            offs = [*patterns.additions(laid[place])]
            if len(offs) > MOST:
                whole = False
                offs = rng.sample(offs, MOST)
            for end, pattern in offs:
                actions += [LayOff(turn, place, some, end) for some in filled(pattern, held, rules, rng)]
            for card in CARDS:
                actions += [LayOff(turn, place, (card,), end) for end in (None, "low", "high")]
    return Universe(actions, whole)


@cache
def plain_actions() -> tuple[PlayerAction, ...]:
    """The actions without a meld, by every seat, with every card."""
    actions: list[PlayerAction] = []
    for seat in SEATS:
        actions += [Draw(seat), EndTurn(seat), Last(seat)]
        actions += [Challenge(seat, whom) for whom in SEATS]
        actions += [Swap(seat, card) for card in CARDS]
        actions += [Discard(seat, card) for card in CARDS]
    return tuple(actions)


def _random_tuples(hand: Cards, rng: random.Random) -> Iterator[tuple[Card, ...]]:
    """A few cards of a hand, of any others, and what no table has."""
    held = list(hand) or [*CARDS]
    for _ in range(25):
        yield tuple(rng.choices(held, k=rng.choice((1, 2, 3, 3, 4, 5, 14))))
        start = rng.randrange(50)
        yield CARDS[start : start + rng.choice((1, 3, 4))]
        yield tuple(rng.choices(CARDS, k=3))
    for text in (
        "KsAs2s",
        "As2s3s",
        "QsKsAs",
        "JkJkJk",
        "2c2d2h",
        "2c2d2h2s2c2d2h2s",
        "8c8c8c8c8c",
        "As2s3s4s5s6s7s8s",
    ):
        yield duizenden.Meld(0, _sequence(text)).cards
    yield CARDS[12:13] + CARDS[:13]
    yield CARDS[12:13] * 200


def _sequence(text: str) -> tuple[Card, ...]:
    return tuple([Card.parse(text[at : at + 2]) for at in range(0, len(text), 2)])


class _Patterns:
    """What can be made of a hand, in places: each natural card that is held, or any wild card."""

    def __init__(self, rules: Rules, hand: Cards) -> None:
        self.rules = rules
        natural = [card for card in hand if not is_wild(card, rules)]
        self.natural = Cards(natural)
        self.wilds = len(hand) - len(natural)

    def melds(self) -> Iterator[Pattern]:
        for suit in range(4):
            for low in range(14):
                for size in range(2, 15 - low):
                    yield from self.along(suit, low, size)
        for rank in range(13):
            yield from self.alike(rank)

    def along(self, suit: int, low: int, size: int) -> Iterator[Pattern]:
        """Cards side by side in a suit from a place on."""
        asked = [CARDS[13 * suit + (low + place + 12) % 13] for place in range(size)]

        def go(place: int, wilds: int) -> Iterator[Pattern]:
            if place == size:
                yield ()
                return
            if asked[place] in self.natural:
                for rest in go(place + 1, wilds):
                    yield asked[place], *rest
            if wilds:
                for rest in go(place + 1, wilds - 1):
                    yield None, *rest

        for pattern in go(0, self.wilds):
            if Cards([card for card in pattern if card is not None]) <= self.natural:
                yield pattern

    def alike(self, rank: int) -> Iterator[Pattern]:
        """Cards of one rank, and wild ones."""
        cards = [CARDS[13 * suit + rank] for suit in range(4)]
        for counts in product(*[range(self.natural.count(card) + 1) for card in cards]):
            some = tuple([card for card, count in zip(cards, counts, strict=True) for _ in range(count)])
            for wilds in range(self.wilds + 1):
                if some or wilds:
                    yield (*some, *[None] * wilds)

    def additions(self, meld: Laid) -> Iterator[tuple[Any, Pattern]]:
        if isinstance(meld, Run):
            suit = "cdhs".index(meld.suit.value)
            above = meld.low + len(meld.cards)
            for size in range(1, 14):
                if meld.low - size >= 0:
                    yield from [("low", pattern) for pattern in self.along(suit, meld.low - size, size)]
                if above + size <= 14:
                    yield from [("high", pattern) for pattern in self.along(suit, above, size)]
        else:
            yield from [(None, pattern) for pattern in self.alike("23456789TJQKA".index(meld.rank.value))]


def filled(
    pattern: Pattern, hand: Cards, rules: Rules, rng: random.Random, top: Sequence[Card] = ()
) -> list[tuple[Card, ...]]:
    """A pattern with the wild cards of a hand in its places, in their order and in another, and with
    that on `top` of the pot."""
    places = pattern.count(None)
    wilds = [card for card in hand if is_wild(card, rules)]
    if not places or len(set(wilds)) < 2:
        used = iter(wilds)
        return [tuple([next(used) if card is None else card for card in pattern])]
    found = []
    first = [card for card in top if is_wild(card, rules)]
    others = list(Cards(wilds) - Cards(first))
    for chosen in (wilds[:places], rng.sample(wilds, places), [*first, *others][:places]):
        used = iter(chosen)
        found.append(tuple([next(used) if card is None else card for card in pattern]))
    return found


def plain(state: State, action: Action) -> tuple[object, ...]:
    """An action without a look at which wild card stands where: of those that differ in no more a
    listing has one."""
    if isinstance(action, Meld | Pot | LayOff):
        rules = state.match.rules
        cards = tuple([JOKER if is_wild(card, rules) else card for card in action.cards])
        at = (action.meld, action.end) if isinstance(action, LayOff) else ()
        return type(action), action.seat, *at, cards
    return type(action), action


# -- chance


@cache
def deals(players: int, wild: str) -> tuple[Deal, ...]:
    """Deals right and wrong, in sizes, in cards, in seats."""
    rules = Rules(players=players, wild="twos" if wild == "twos" else "jokers")
    rng = random.Random(2417)
    cards = list(duizenden.deck(rules))
    found = []
    for _ in range(2):
        rng.shuffle(cards)
        found.append(_split(cards, [13] * players))
    wrong_sizes = ([12] * players, [14, *[13] * (players - 1)], [13] * (players - 1), [0] * players)
    found += [_split(cards, sizes) for sizes in wrong_sizes]
    if players < 8 and len(cards) > 13 * (players + 1):
        found.append(_split(cards, [13] * (players + 1)))
    place = rng.randrange(13)
    for strange in ("2c", "Jk", cards[place - 1].text, "As"):
        card = Card.parse(strange)
        found.append(_split([*cards[:place], card, *cards[place + 1 :]], [13] * players))
        found.append(_split([*cards, card], [13] * players))
    found.append(_split(cards[:-1], [13] * players))
    right = found[0]
    found += [Deal(right.hands, (), (*right.open, *right.stock)), Deal(right.hands, right.open, ())]
    found += [Deal(right.hands, right.open + right.stock[:1], right.stock[1:]), Deal((), (), ())]
    found += [Deal(right.hands[1:], right.open, right.stock), Deal(right.hands, right.open, right.stock[::-1])]
    found.append(Deal(tuple([(seat, Cards([CARDS[51]] * 50)) for seat in range(8)]), right.open, right.stock))
    return tuple(found)


def _split(cards: Sequence[Card], sizes: Sequence[int]) -> Deal:
    hands = []
    for seat, size in enumerate(sizes):
        hands.append((seat, Cards(cards[:size])))
        cards = cards[size:]
    return Deal(tuple(hands), tuple(cards[:1]), tuple(cards[1:]))


def chances(state: State, rng: random.Random) -> Iterator[Action]:
    """Deals and reshuffles, right ones among them where one is awaited."""
    yield from deals(state.match.rules.players, state.match.rules.wild)
    table = state.before if isinstance(state, Reshuffling) else state
    pot = list(table.pot) if isinstance(table, Drawing | Melding) else list(CARDS[:5])
    for cards in (pot[:-1], pot[1:], pot, [*pot, pot[0]] if pot else [], [*pot[:-1], JOKER], pot[:-2]):
        if cards:
            yield Reshuffle(tuple(cards))
            yield Reshuffle(tuple(rng.sample(cards, len(cards))))


# -- what is no action at all


class Equal(metaclass=AgreeingClass):
    """A draw, if classes are compared by `==`."""

    seat = 0


class Pretending:
    """Says that it is a draw."""

    seat = 0

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return Draw


class LoudDraw(Draw):
    """A draw of another class."""


class LoudMeld(Meld):
    """A meld of another class."""


class Several(tuple[Card, ...]):
    """Cards, but not a tuple of them."""

    __slots__ = ()


@cache
def malformed() -> tuple[object, ...]:
    """Values that are no action of the game, or whose fields have wrong types."""
    return (*_other_things(), *_wrong_fields(), *_wrong_cards(), *_wrong_deals())


KINDS: Final = (Deal, Reshuffle, Swap, Draw, Pot, Meld, LayOff, Exchange, Discard, EndTurn, Last, Challenge)


def _other_things() -> Iterator[object]:
    yield from NO_ACTION
    yield from ("p1 draw", b"p1 draw", Draw, Deal, duizenden, ValueError("p1 draw"), (Draw(0),), [Draw(0)])
    yield from (Pretending(), Equal(), Equal)
    yield from (SimpleNamespace(seat=0), duizenden.start(), duizenden.PRESETS["modern"])
    yield from (tausend.Pass(0), tausend.Bid(0, 100), LoudDraw(0), LoudMeld(0, CARDS[:3]))
    for kind in KINDS:
        yield forged(kind)
    for kind in (Swap, Pot, Meld, LayOff, Exchange, Discard, Challenge):
        yield forged(kind, seat=0)
    yield forged(LayOff, seat=0, meld=0, cards=CARDS[:1])
    yield forged(Meld, cards=CARDS[:3])
    # a group in another order than that in which it is written
    yield forged(Meld, seat=0, cards=(CARDS[13], CARDS[0], CARDS[26]))
    yield forged(Pot, seat=0, cards=(CARDS[19], CARDS[6], CARDS[32]))
    yield forged(LayOff, seat=0, meld=0, cards=(CARDS[19], CARDS[6]), end=None)


def _wrong_fields() -> Iterator[object]:
    card, cards = CARDS[5], CARDS[5:8]
    for wrong in (*NUMBERS_NOT, 8, 9, 100):
        yield from (Draw(wrong), EndTurn(wrong), Last(wrong), Challenge(wrong, 0), Challenge(0, wrong))
        yield from (Swap(wrong, card), Discard(wrong, card), Exchange(wrong, 0, card))
        yield from (Meld(wrong, cards), Pot(wrong, cards), LayOff(wrong, 0, cards), LayOff(wrong, 0, cards, "low"))
    for wrong in NUMBERS_NOT:
        yield from (Exchange(0, wrong, card), LayOff(0, wrong, cards), LayOff(0, wrong, cards, "high"))
    for wrong in (*CARDS_NOT, *TWINS):
        for seat in (0, 1, 2, 3):
            yield from (Discard(seat, wrong), Swap(seat, wrong), Exchange(seat, 0, wrong))
    ends: tuple[Any, ...] = ("", "LOW", "mid", Word("low"), Word("high"), 0, True, b"low", [], Raising(), Agreeing())
    for end in ends:
        yield LayOff(0, 0, cards, end)


def _wrong_cards() -> Iterator[object]:
    cards = CARDS[5:8]
    wrong: list[Any] = [(), [], list(cards), "7c8c9c", None, Cards(cards), Several(cards), cards[0], iter(cards)]
    wrong += [Raising(), Agreeing(), 3, (cards,), {*cards}]
    wrong += [(card, *cards) for card in (*CARDS_NOT, *TWINS[:3])]
    makers: tuple[Callable[[Any], object], ...] = (
        Reshuffle,
        lambda some: Meld(0, some),
        lambda some: Pot(1, some),
        lambda some: LayOff(0, 0, some),
        lambda some: LayOff(0, 0, some, "high"),
    )
    for some in wrong:
        for make in makers:
            yield make(some)


def _wrong_deals() -> Iterator[object]:
    right = deals(4, "jokers")[0]
    one, two, three, four = right.hands
    wrong_hands: tuple[Any, ...] = (
        None,
        [one, two, three, four],
        dict(right.hands),
        (two, one, three, four),
        (one, one, two, three, four),
        (one, two, three, four[1]),
        (one, two, three, (3,)),
        (one, two, three, (3, four[1], 0)),
        (one, two, three, [3, four[1]]),
        (one, None, three, four),
        Raising(),
        (Raising(), two, three, four),
        *[(one, two, three, (seat, four[1])) for seat in (*NUMBERS_NOT, 8)],
        *[(one, (1, hand), three, four) for hand in HANDS_NOT],
    )
    for hands in wrong_hands:
        yield Deal(hands, right.open, right.stock)
    piles: tuple[Any, ...] = (
        None,
        [*right.stock],
        Cards(right.stock),
        "As",
        Raising(),
        Agreeing(),
        Several(right.stock),
    )
    for pile in (*piles, (None,), ("As",), (Raising(),), TWINS[:1]):
        yield from (Deal(right.hands, pile, right.stock), Deal(right.hands, right.open, pile))
