"""What a meld is, once, for the generator and the referee alike.

A run has positions: 0 is the ace below the two, 1 the two, … 12 the king, 13 the ace above it.
Hands are given as `Cards`; the wild cards are those whose bit is in `rules.wild_bits`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias, TypeVar

from attrs import field, frozen

from cardrules.cards import CARDS, Card, Cards, Rank, Suit
from cardrules.duizenden.actions import LONGEST, End, Seat
from cardrules.duizenden.deck import PACKS, Wild
from cardrules.duizenden.rules import Ratio, Rules
from cardrules.quick import quick

POSITIONS: Final = 14
"""The longest run (duizenden.meld.run)."""
SMALLEST: Final = 3
"""The fewest cards of a meld (duizenden.meld.size)."""
NATURALS: Final = 2
"""The fewest natural cards of a meld (duizenden.meld.ratio)."""


@frozen(weakref_slot=False)
class Group:
    """Cards of one rank on the table, in the order in which they were laid. owner: the seat that
    laid the meld. seats: who laid each card."""

    owner: Seat
    rank: Rank
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    grows: int = field(init=False, eq=False, repr=False)
    takes: int = field(init=False, eq=False, repr=False)
    reach: int = field(init=False, eq=False, repr=False)
    wild_count: int = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        wilds = sum([card.rank is not self.rank for card in self.cards])
        grows, takes, reach = _of_group(self.rank, wilds)
        object.__setattr__(self, "grows", grows)
        object.__setattr__(self, "takes", takes)
        object.__setattr__(self, "reach", reach)
        object.__setattr__(self, "wild_count", wilds)

    def __reduce__(self) -> tuple[type[Group], tuple[int, Rank, tuple[Card, ...], tuple[int, ...]]]:
        return Group, (self.owner, self.rank, self.cards, self.seats)


@frozen(weakref_slot=False)
class Run:
    """Consecutive cards of one suit on the table. owner: the seat that laid the meld. low: the
    position of the first card. seats: who laid each card. wilds: the positions of the wild cards,
    in the order in which they were laid."""

    owner: Seat
    suit: Suit
    low: int
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    wilds: tuple[int, ...]
    grows: int = field(init=False, eq=False, repr=False)
    takes: int = field(init=False, eq=False, repr=False)
    reach: int = field(init=False, eq=False, repr=False)
    wild_count: int = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        grows, takes, reach = _of_run(self.suit, self.low, self.low + len(self.cards), self.wilds)
        object.__setattr__(self, "grows", grows)
        object.__setattr__(self, "takes", takes)
        object.__setattr__(self, "reach", reach)
        object.__setattr__(self, "wild_count", len(self.wilds))

    def __reduce__(
        self,
    ) -> tuple[type[Run], tuple[int, Suit, int, tuple[Card, ...], tuple[int, ...], tuple[int, ...]]]:
        return Run, (self.owner, self.suit, self.low, self.cards, self.seats, self.wilds)


T = TypeVar("T")

Laid: TypeAlias = Group | Run
"""A meld on the table.

`grows`, `takes`, `reach` and `wild_count` follow from the rest: the bits of the natural cards that can
be laid off next to its cards, of those that a wild card of it stands for, of both, and the number of wild
cards.
"""


Unbalanced: TypeAlias = Literal["naturals"] | Ratio
"""What is wrong with the number of wild cards in a meld (duizenden.meld.ratio): by the ratio there are too
many, or there are too few natural ones beside them."""
Fault: TypeAlias = Literal["size", "group", "run", "low-ace"] | Unbalanced
"""What keeps cards from being a meld: the end of a rule's id, after `duizenden.meld.`, or what breaks the
ratio."""

ALONG: Final = tuple(
    [tuple([CARDS[13 * suit + (position + 12) % 13] for position in range(POSITIONS)]) for suit in range(4)]
)
"""By suit, the cards of all positions."""


_group: Final[Callable[[int, Rank, tuple[Card, ...], tuple[int, ...], int, int, int, int], Group]] = quick(Group)
_run: Final[Callable[[int, Suit, int, tuple[Card, ...], tuple[int, ...], tuple[int, ...], int, int, int, int], Run]] = (
    quick(Run)
)


BITS_ALONG: Final = tuple([tuple([card.bit for card in along]) for along in ALONG])
"""By suit, the bits of the cards of all positions."""


def _of_group(rank: Rank, wilds: int) -> tuple[int, int, int]:
    """What `grows`, `takes` and `reach` are for a group of a rank with so many wild cards."""
    return rank.mask, rank.mask if wilds else 0, rank.mask


def _of_run(suit: Suit, low: int, high: int, wilds: tuple[int, ...]) -> tuple[int, int, int]:
    """The same for a run from position `low` to below `high` with wild cards at these positions."""
    along = BITS_ALONG[suit.place]
    # a run from outside may lie anywhere, and is refused later
    grows = along[low - 1] if 0 < low <= POSITIONS else 0
    if 0 <= high < POSITIONS:
        grows |= along[high]
    takes = 0
    for position in wilds:
        takes |= along[position]
    return grows, takes, grows | takes


# -- what a tuple of cards is, remembered: the same cards are looked at again and again


def heap(cards: tuple[Card, ...]) -> Cards:
    """The cards without their order."""
    if len(cards) == 1:
        return _SINGLE[cards[0].index]
    return _heap(cards) if len(cards) <= LONGEST else Cards(cards)


_SINGLE: Final = tuple([Cards([card]) for card in CARDS])
_heap: Final = lru_cache(maxsize=4096)(Cards)


# -- the predicates that decide


def unbalanced(naturals: int, wilds: int, ratio: Ratio) -> Unbalanced | None:
    """What is wrong with a meld that has so many natural and wild cards: fewer than half of them may be
    wild, or at most half, and two are natural (duizenden.meld.ratio)."""
    if wilds and (wilds >= naturals if ratio == "minority" else wilds > naturals):
        return ratio
    return "naturals" if naturals < NATURALS else None


def balanced(naturals: int, wilds: int, ratio: Ratio) -> bool:
    """Whether a meld may have so many natural and wild cards (duizenden.meld.ratio)."""
    return unbalanced(naturals, wilds, ratio) is None


@cache
def most_wild(size: int, laid: int, laid_wilds: int, ratio: Ratio) -> int:
    """The most wild cards among so many cards that are added to `laid` natural and `laid_wilds` wild
    ones; -1 where there are too many whatever is added."""
    fitting = [wilds for wilds in range(size + 1) if balanced(laid + size - wilds, laid_wilds + wilds, ratio)]
    return max(fitting, default=-1)


def lowest_position(rules: Rules) -> int:
    """The lowest position of a run (duizenden.meld.low-ace)."""
    return 0 if rules.low_ace else 1


def position_card(suit: Suit, position: int) -> Card:
    """The card that a place of a run stands for."""
    return ALONG[suit.place][position]


def positions_of(card: Card) -> tuple[int, ...]:
    """The positions that a card can take in a run: two for an ace."""
    rank = card.index % 13
    return (0, rank + 1) if rank == POSITIONS - 2 else (rank + 1,)


def wilds_in(cards: Sequence[Card], rules: Rules) -> int:
    """How many of the cards are wild."""
    return _count(cards, rules.wild_bits)


def _count(cards: Sequence[Card], wild: int) -> int:
    count = 0
    for card in cards:
        if card.bit & wild:
            count += 1
    return count


def run_low(cards: Sequence[Card], wild: int) -> int | None:
    """The position of the first card, if the cards, in their order, are consecutive cards of one
    suit with wild cards in places (any position from 0 on; None: they are not). Cards without two
    natural ones of different ranks have no place. `wild`: the bits of the wild cards."""
    low = suit = None
    aces = []
    for place, card in enumerate(cards):
        if card.bit & wild:
            continue
        if suit is None:
            suit = card.suit
            if suit is None:  # a joker where it is not wild
                return None
        elif card.suit is not suit:
            return None
        position = card.index % 13 + 1
        if position == POSITIONS - 1:
            aces.append(place)
        elif low is None:
            low = position - place
        elif low != position - place:
            return None
    if low is None or low < 0 or low + len(cards) > POSITIONS:
        return None
    # an ace stands at either end, so in the first place or the last
    for place in aces:
        if low + place not in (0, POSITIONS - 1):
            return None
    return low


@frozen(weakref_slot=False)
class Shape:
    """What cards, in their order, are as a new meld.

    heap: the cards without their order. faults: what keeps them from being a meld. natural: the first
    card that is not wild. low: the position of the first card, where they are a run. wilds: the places of
    the wild cards; those of a run count from its lowest position, 0. points: what the cards bring. grows,
    takes, reach: as in `Laid`.
    """

    heap: Cards
    faults: tuple[Fault, ...]
    natural: Card | None
    low: int | None
    wilds: tuple[int, ...]
    points: int
    grows: int
    takes: int
    reach: int


_new_shape: Final[
    Callable[[Cards, tuple[Fault, ...], Card | None, int | None, tuple[int, ...], int, int, int, int], Shape]
] = quick(Shape)


def shape_of(cards: tuple[Card, ...], rules: Rules) -> Shape:
    """What cards, in their order, are as a new meld."""
    look = _shape if len(cards) <= LONGEST else _shape.__wrapped__
    return look(cards, rules.wild, lowest_position(rules), rules.ratio, rules.low_ace_points)


@lru_cache(maxsize=4096)
def _shape(cards: tuple[Card, ...], wild: Wild, lowest: int, ratio: Ratio, low_ace_points: int) -> Shape:
    pack = PACKS[wild]
    wild_bits = pack.wild
    found: list[Fault] = []
    wilds = tuple([place for place, card in enumerate(cards) if card.bit & wild_bits])
    naturals = [card for card in cards if not card.bit & wild_bits]
    if len(cards) < SMALLEST:
        found.append("size")
    off = unbalanced(len(naturals), len(wilds), ratio)
    if off:
        found.append(off)
    low = None
    if len({card.index % 13 for card in naturals}) > 1:
        low = run_low(cards, wild_bits)
        if low is None:
            found += ["run", "group"]
        elif low < lowest:
            found.append("low-ace")
    points = _points(cards, low, pack.points, low_ace_points)
    natural = naturals[0] if naturals else None
    grows = takes = reach = 0
    if natural is not None and natural.rank is not None and natural.suit is not None:  # a joker may be natural
        if low is None:
            grows, takes, reach = _of_group(natural.rank, len(wilds))
        else:
            wilds = tuple([low + place for place in wilds])
            grows, takes, reach = _of_run(natural.suit, low, low + len(cards), wilds)
    return _new_shape(heap(cards), tuple(found), natural, low, wilds, points, grows, takes, reach)


def faults(cards: tuple[Card, ...], rules: Rules) -> tuple[Fault, ...]:
    """What keeps the cards, in their order, from being a meld; () where they are one
    (duizenden.meld.*)."""
    return shape_of(cards, rules).faults


def lay(cards: tuple[Card, ...], seat: int, rules: Rules) -> Laid:
    """The meld that `seat` lays with these cards, which are one."""
    return laid_by(seat, cards, shape_of(cards, rules))


def laid_by(seat: int, cards: tuple[Card, ...], shape: Shape) -> Laid:
    """The same, of cards that have this shape."""
    natural, low, wilds = shape.natural, shape.low, shape.wilds
    assert natural is not None
    rank, suit = natural.rank, natural.suit
    assert rank is not None  # the joker is wild
    assert suit is not None
    seats = (seat,) * len(cards)
    if low is None:
        return _group(seat, rank, cards, seats, shape.grows, shape.takes, shape.reach, len(wilds))
    return _run(seat, suit, low, cards, seats, wilds, shape.grows, shape.takes, shape.reach, len(wilds))


Addition: TypeAlias = Literal["end", "rank", "gap", "low-ace"] | Unbalanced
"""What keeps cards from being laid off on a meld: an end that does not belong to it, cards that do
not continue it, a place below the two, or what breaks the ratio."""


def addition_faults(meld: Laid, end: End | None, cards: Sequence[Card], rules: Rules) -> tuple[Addition, ...]:
    """What keeps the cards from being laid off there; () where they can be (duizenden.layoff,
    duizenden.meld.*)."""
    wild = rules.wild_bits
    found: list[Addition] = []
    if (end is None) != (type(meld) is Group):
        found.append("end")
    elif type(meld) is Run:
        low = meld.low - len(cards) if end == "low" else meld.low + len(meld.cards)
        if low < 0 or low + len(cards) > POSITIONS or not _continues(meld.suit, low, cards, wild):
            found.append("gap")
        elif low < lowest_position(rules):
            found.append("low-ace")
    elif type(meld) is Group:
        fitting = meld.rank.mask | wild
        for card in cards:
            if not card.bit & fitting:
                found.append("rank")
                break
    added = _count(cards, wild)
    if added:
        wilds = added + meld.wild_count
        # natural cards only help a meld that stood though it has too many wild ones
        off = unbalanced(len(cards) + len(meld.cards) - wilds, wilds, rules.ratio)
        if off:
            found.append(off)
    return tuple(found)


def _continues(suit: Suit, low: int, cards: Sequence[Card], wild: int) -> bool:
    along = BITS_ALONG[suit.place]
    for card in cards:
        if not card.bit & (along[low] | wild):
            return False
        low += 1
    return True


def extended(meld: Laid, end: End | None, cards: tuple[Card, ...], seat: int, rules: Rules) -> Laid:
    """The meld after `seat` has laid off these cards, which can be laid off there."""
    seats = (seat,) * len(cards)
    added = _count(cards, rules.wild_bits)
    count = meld.wild_count + added
    if type(meld) is Group:
        grows, takes, reach = _of_group(meld.rank, count)
        return _group(meld.owner, meld.rank, meld.cards + cards, meld.seats + seats, grows, takes, reach, count)
    assert type(meld) is Run
    suit, low, wilds = meld.suit, meld.low, meld.wilds
    high = low + len(meld.cards)
    first = low - len(cards) if end == "low" else high
    if added:
        wild = rules.wild_bits
        wilds += tuple([first + place for place, card in enumerate(cards) if card.bit & wild])
    if end == "low":
        grows, takes, reach = _of_run(suit, first, high, wilds)
        return _run(meld.owner, suit, first, cards + meld.cards, seats + meld.seats, wilds, grows, takes, reach, count)
    grows, takes, reach = _of_run(suit, low, high + len(cards), wilds)
    return _run(meld.owner, suit, low, meld.cards + cards, meld.seats + seats, wilds, grows, takes, reach, count)


def stands_for(meld: Laid, card: Card, rules: Rules) -> int | None:
    """The place in the meld's cards of the wild card that `card` can be exchanged for: of several
    the one laid first; None: there is none (duizenden.exchange)."""
    wild = rules.wild_bits
    if card.bit & wild:
        return None
    if type(meld) is Group:
        if card.rank is meld.rank:
            for place, laid in enumerate(meld.cards):
                if laid.bit & wild:
                    return place
        return None
    assert type(meld) is Run
    along = ALONG[meld.suit.place]
    for position in meld.wilds:
        if along[position] is card:
            return position - meld.low
    return None


def exchanged(meld: Laid, place: int, card: Card, seat: int) -> Laid:
    """The meld after `seat` has put `card` in the place of the wild card there."""
    cards, seats = replaced(meld.cards, place, card), replaced(meld.seats, place, seat)
    if type(meld) is Group:
        grows, takes, reach = _of_group(meld.rank, meld.wild_count - 1)
        return _group(meld.owner, meld.rank, cards, seats, grows, takes, reach, meld.wild_count - 1)
    assert type(meld) is Run
    suit, low = meld.suit, meld.low
    wilds = tuple([position for position in meld.wilds if position != low + place])
    grows, takes, reach = _of_run(suit, low, low + len(cards), wilds)
    return _run(meld.owner, suit, low, cards, seats, wilds, grows, takes, reach, len(wilds))


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The same items with another one in that place."""
    changed = [*items]
    changed[place] = item
    return tuple(changed)


# -- points


def meld_points(cards: tuple[Card, ...], rules: Rules) -> int:
    """What the cards of a meld bring, in points (duizenden.points, duizenden.points.low-ace)."""
    look = points_of if len(cards) <= LONGEST else points_of.__wrapped__
    return look(cards, rules.wild, rules.low_ace_points)


@lru_cache(maxsize=4096)
def points_of(cards: tuple[Card, ...], wild: Wild, low_ace_points: int) -> int:
    """The same, for these wild cards and so many points for an ace below the two."""
    pack = PACKS[wild]
    low = run_low(cards, pack.wild) if cards[0].rank is Rank.ACE else None
    return _points(cards, low, pack.points, low_ace_points)


def _points(cards: tuple[Card, ...], low: int | None, points: tuple[int, ...], low_ace_points: int) -> int:
    """The same, where the first card has the position `low` (None: it has none)."""
    total = sum([points[card.index] for card in cards])
    first = cards[0]
    if low == 0 and first.rank is Rank.ACE:
        total += low_ace_points - points[first.index]
    return total


def card_points(meld: Laid, rules: Rules) -> list[int]:
    """What each card of a meld on the table brings, in points."""
    table = PACKS[rules.wild].points
    points = [table[card.index] for card in meld.cards]
    if type(meld) is Run and meld.low == 0 and meld.cards[0].rank is Rank.ACE:
        points[0] = rules.low_ace_points
    return points
