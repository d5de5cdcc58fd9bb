"""What a meld is, once, for the generator and the referee alike; and the melds of a hand.

A run has positions: 0 is the ace below the two, 1 the two, … 12 the king, 13 the ace above it.
Hands are given as `Cards`; the wild cards are those whose bit is in `rules.wild_bits`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Final, Literal, TypeAlias, TypeVar

from attrs import field, frozen

from cardrules.cards import CARDS, SINGLES, Card, Cards, Rank, Suit
from cardrules.duizenden.actions import End
from cardrules.duizenden.deck import PACKS, Wild
from cardrules.duizenden.rules import Ratio, Rules
from cardrules.quick import quick

POSITIONS: Final = 14
"""The longest run (duizenden.meld.run)."""
ALL_POSITIONS: Final = (1 << POSITIONS) - 1
"""All positions, as bits."""
SMALLEST: Final = 3
"""The fewest cards of a meld (duizenden.meld.size)."""
NATURALS: Final = 2
"""The fewest natural cards of a meld (duizenden.meld.ratio)."""


@frozen(weakref_slot=False)
class Group:
    """Cards of one rank on the table, in the order in which they were laid. owner: the seat that
    laid the meld. seats: who laid each card."""

    owner: int
    rank: Rank
    cards: tuple[Card, ...]
    seats: tuple[int, ...]
    grows: int = field(init=False, eq=False, repr=False)
    takes: int = field(init=False, eq=False, repr=False)
    wild_count: int = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        wilds = sum([card.rank is not self.rank for card in self.cards])
        object.__setattr__(self, "grows", self.rank.mask)
        object.__setattr__(self, "takes", self.rank.mask if wilds else 0)
        object.__setattr__(self, "wild_count", wilds)

    def __reduce__(self) -> tuple[type[Group], tuple[int, Rank, tuple[Card, ...], tuple[int, ...]]]:
        return Group, (self.owner, self.rank, self.cards, self.seats)


@frozen(weakref_slot=False)
class Run:
    """Consecutive cards of one suit on the table. owner: the seat that laid the meld. low: the
    position of the first card. seats: who laid each card. wilds: the positions of the wild cards,
    in the order in which they were laid."""

    owner: int
    suit: Suit
    low: int
    cards: tuple[Card, ...]
    seats: tuple[int, ...]
    wilds: tuple[int, ...]
    grows: int = field(init=False, eq=False, repr=False)
    takes: int = field(init=False, eq=False, repr=False)
    wild_count: int = field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        cards = _ALONG[self.suit.place]
        high = self.low + len(self.cards)
        beside = cards[max(self.low - 1, 0) : self.low] + cards[high : high + 1]
        object.__setattr__(self, "grows", sum({card.bit for card in beside}))
        object.__setattr__(self, "takes", sum({cards[position].bit for position in self.wilds}))
        object.__setattr__(self, "wild_count", len(self.wilds))

    def __reduce__(
        self,
    ) -> tuple[type[Run], tuple[int, Suit, int, tuple[Card, ...], tuple[int, ...], tuple[int, ...]]]:
        return Run, (self.owner, self.suit, self.low, self.cards, self.seats, self.wilds)


T = TypeVar("T")

Laid: TypeAlias = Group | Run
"""A meld on the table.

`grows`, `takes` and `wild_count` follow from the rest: the bits of the natural cards that can be
laid off next to its cards, of those that a wild card of it stands for, the number of wild cards.
"""


Fault: TypeAlias = Literal["size", "group", "run", "ratio", "low-ace"]
"""What keeps cards from being a meld: the end of a rule's id, after `duizenden.meld.`."""

_ALONG: Final = tuple(
    [tuple([CARDS[13 * suit + (position + 12) % 13] for position in range(POSITIONS)]) for suit in range(4)]
)
"""By suit, the cards of all positions."""


# -- the predicates that decide


def balanced(naturals: int, wilds: int, ratio: Ratio) -> bool:
    """Whether a meld may have so many wild cards: fewer than half, or at most half
    (duizenden.meld.ratio)."""
    return naturals >= NATURALS and (wilds < naturals if ratio == "minority" else wilds <= naturals)


@cache
def _most_wild(size: int, ratio: Ratio) -> int:
    """The most wild cards of a run of so many cards."""
    return max([wilds for wilds in range(size) if balanced(size - wilds, wilds, ratio)])


def lowest_position(rules: Rules) -> int:
    """The lowest position of a run (duizenden.meld.low-ace)."""
    return 0 if rules.low_ace else 1


def position_card(suit: Suit, position: int) -> Card:
    """The card that a place of a run stands for."""
    return _ALONG[suit.place][position]


def position_cards(suit: int) -> tuple[Card, ...]:
    """The cards of a suit, clubs first, by position: the ace is there twice."""
    return _ALONG[suit]


def positions_of(card: Card) -> tuple[int, ...]:
    """The positions that a card can take in a run: two for an ace."""
    rank = card.index % 13
    return (0, rank + 1) if rank == POSITIONS - 2 else (rank + 1,)


def wilds_in(cards: Sequence[Card], rules: Rules) -> int:
    """How many of the cards are wild."""
    wild = rules.wild_bits
    return sum([card.bit & wild != 0 for card in cards])


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


def faults(cards: Sequence[Card], rules: Rules) -> tuple[Fault, ...]:
    """What keeps the cards, in their order, from being a meld; () where they are one
    (duizenden.meld.*)."""
    found: list[Fault] = []
    if len(cards) < SMALLEST:
        found.append("size")
    wilds = wilds_in(cards, rules)
    if not balanced(len(cards) - wilds, wilds, rules.ratio):
        found.append("ratio")
    wild = rules.wild_bits
    ranks = {card.index % 13 for card in cards if not card.bit & wild}
    if len(ranks) > 1:
        low = run_low(cards, wild)
        if low is None:
            found += ["run", "group"]
        elif low < lowest_position(rules):
            found.append("low-ace")
    return tuple(found)


def lay(cards: tuple[Card, ...], seat: int, rules: Rules) -> Laid:
    """The meld that `seat` lays with these cards, which are one."""
    wild = rules.wild_bits
    seats = (seat,) * len(cards)
    low = run_low(cards, wild)
    natural = next(card for card in cards if not card.bit & wild)
    assert natural.rank is not None  # the joker is wild
    assert natural.suit is not None
    if low is None:
        return Group(seat, natural.rank, cards, seats)
    wilds = tuple([low + place for place, card in enumerate(cards) if card.bit & wild])
    return Run(seat, natural.suit, low, cards, seats, wilds)


Addition: TypeAlias = Literal["end", "rank", "gap", "low-ace", "ratio"]
"""What keeps cards from being laid off on a meld: an end that does not belong to it, cards that do
not continue it, a place below the two, too many wild cards."""


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
    elif type(meld) is Group and any([not card.bit & wild and card.rank is not meld.rank for card in cards]):
        found.append("rank")
    wilds = wilds_in(cards, rules) + meld.wild_count
    if not balanced(len(cards) + len(meld.cards) - wilds, wilds, rules.ratio):
        found.append("ratio")
    return tuple(found)


def _continues(suit: Suit, low: int, cards: Sequence[Card], wild: int) -> bool:
    return all([card.bit & wild or position_card(suit, low + place) is card for place, card in enumerate(cards)])


def extended(meld: Laid, end: End | None, cards: tuple[Card, ...], seat: int, rules: Rules) -> Laid:
    """The meld after `seat` has laid off these cards, which can be laid off there."""
    seats = (seat,) * len(cards)
    if type(meld) is Group:
        return Group(meld.owner, meld.rank, meld.cards + cards, meld.seats + seats)
    assert type(meld) is Run
    wild = rules.wild_bits
    low = meld.low - len(cards) if end == "low" else meld.low + len(meld.cards)
    wilds = meld.wilds + tuple([low + place for place, card in enumerate(cards) if card.bit & wild])
    if end == "low":
        return Run(meld.owner, meld.suit, low, cards + meld.cards, seats + meld.seats, wilds)
    return Run(meld.owner, meld.suit, meld.low, meld.cards + cards, meld.seats + seats, wilds)


def stands_for(meld: Laid, card: Card, rules: Rules) -> int | None:
    """The place in the meld's cards of the wild card that `card` can be exchanged for: of several
    the one laid first; None: there is none (duizenden.exchange)."""
    wild = rules.wild_bits
    if card.bit & wild:
        return None
    if type(meld) is Group:
        if card.rank is not meld.rank:
            return None
        return next((place for place, laid in enumerate(meld.cards) if laid.bit & wild), None)
    assert type(meld) is Run
    for position in meld.wilds:
        if position_card(meld.suit, position) is card:
            return position - meld.low
    return None


def exchanged(meld: Laid, place: int, card: Card, seat: int) -> Laid:
    """The meld after `seat` has put `card` in the place of the wild card there."""
    cards, seats = replaced(meld.cards, place, card), replaced(meld.seats, place, seat)
    if type(meld) is Group:
        return Group(meld.owner, meld.rank, cards, seats)
    assert type(meld) is Run
    wilds = tuple([position for position in meld.wilds if position != meld.low + place])
    return Run(meld.owner, meld.suit, meld.low, cards, seats, wilds)


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """The same items with another one in that place."""
    return (*items[:place], item, *items[place + 1 :])


# -- points


def meld_points(cards: Sequence[Card], rules: Rules) -> int:
    """What the cards of a meld bring, in points (duizenden.points, duizenden.points.low-ace)."""
    return points_of(cards, rules.wild, rules.low_ace_points)


def points_of(cards: Sequence[Card], wild: Wild, low_ace_points: int) -> int:
    """The same, for these wild cards and so many points for an ace below the two."""
    pack = PACKS[wild]
    points = pack.points
    total = sum([points[card.index] for card in cards])
    first = cards[0]
    if first.rank is Rank.ACE and run_low(cards, pack.wild) == 0:
        total += low_ace_points - points[first.index]
    return total


def card_points(meld: Laid, rules: Rules) -> list[int]:
    """What each card of a meld on the table brings, in points."""
    table = PACKS[rules.wild].points
    points = [table[card.index] for card in meld.cards]
    if type(meld) is Run and meld.low == 0 and meld.cards[0].rank is Rank.ACE:
        points[0] = rules.low_ace_points
    return points


# -- the melds of a hand


@frozen(weakref_slot=False)
class Holding:
    """A hand as the generator reads it: the bits of the natural cards that are held once or more,
    and twice; the wild cards in the order in which a listing uses them
    (duizenden.meld.modern-two)."""

    once: int
    twice: int
    wilds: tuple[Card, ...]


_holding: Final[Callable[[int, int, tuple[Card, ...]], Holding]] = quick(Holding)
_KINDS: Final = (1 << 53) - 1
_LAYERS: Final = 1 | 1 << 64 | 1 << 128 | 1 << 192


def holding(hand: Cards, rules: Rules, *, wilds: bool = True) -> Holding:
    """The hand as the generator reads it, without its wild cards where they may not be used."""
    bits = hand.bits
    wild = bits & rules.wild_bits * _LAYERS
    natural = bits ^ wild
    used = tuple(Cards.of(wild)) if wild and wilds else ()
    return _holding(natural & _KINDS, natural >> 64 & _KINDS, used)


Pattern: TypeAlias = tuple[int, int, int]
"""A run of a suit: its lowest position, its length, the positions of its wild cards as bits."""
Counts: TypeAlias = tuple[int, int, int, int]
"""How many clubs, diamonds, hearts and spades of a rank are there."""
Share: TypeAlias = tuple[int, int, int, int, int]
"""A group of a rank: how many clubs, diamonds, hearts, spades and wild cards."""
Sets: TypeAlias = Iterator[tuple[Card, ...]]
Additions: TypeAlias = Iterator[tuple[End | None, tuple[Card, ...]]]
"""What can be laid off on a meld: the end and the cards."""


def melds_of(held: Holding, rules: Rules) -> Sets:
    """All melds of a hand, as they are written: for each choice of natural cards and of the places
    of wild cards one."""
    for suit, mask, aces in suits_of(held):
        yield from runs_of(suit, mask, aces, held.wilds, lowest_position(rules), rules.ratio)
    for rank, counts in ranks_of(held):
        yield from groups_of(rank, counts, held.wilds, rules.ratio)


def suits_of(held: Holding) -> list[tuple[int, int, int]]:
    """The suits that may have a run: the suit, the positions that its natural cards can take as
    bits, whether two aces are there."""
    once, twice = held.once, held.twice
    # the lowest cards of the runs of three, in all suits at once; the ace above, and below the two
    runs = once if held.wilds else once & once >> 1 & (once >> 2 & _LOW | once >> 12 & _TWOS)
    found = []
    while runs:
        suit = ((runs & -runs).bit_length() - 1) // 13
        runs &= ~(_SUIT << 13 * suit)
        found.append((suit, positions(once, suit), twice >> 13 * suit + 12 & 1))
    return found


_TWOS: Final = Rank.TWO.mask
_LOW: Final = sum([suit.mask for suit in Suit]) & ~(Rank.KING.mask | Rank.ACE.mask)
"""The cards that can be the lowest of three."""


def clusters(mask: int, wilds: int) -> list[int]:
    """The parts of a mask that a run with so many wild cards can join, each with two positions at
    least; the natural cards of a run are in one of them."""
    found = []
    while mask:
        low = mask & -mask
        part = low
        mask ^= low
        while near := mask & (1 << part.bit_length() + wilds + 1) - 1:
            part |= near
            mask ^= near
        if part & part - 1:
            found.append(part)
    return found


def within_reach(mask: int, low: int, high: int, wilds: int) -> int:
    """The positions of a mask that can be laid off on a run from `low` to below `high` with the help
    of so many wild cards."""
    reached = 0
    left = wilds
    for position in range(low - 1, -1, -1):
        if mask >> position & 1:
            reached |= 1 << position
        elif not left:
            break
        else:
            left -= 1
    left = wilds
    for position in range(high, POSITIONS):
        if mask >> position & 1:
            reached |= 1 << position
        elif not left:
            break
        else:
            left -= 1
    return reached


def cards_beside(mask: int, low: int, high: int) -> tuple[int, int]:
    """How many positions of a mask follow each other directly below `low`, and from `high` up."""
    missing = ~mask & (1 << low) - 1
    above = mask >> high
    return low - missing.bit_length(), (~above & above + 1).bit_length() - 1


def stretch(mask: int, position: int) -> tuple[int, int]:
    """The stretch of positions of a mask that a position of it lies in: the lowest, and how many."""
    below, above = cards_beside(mask, position, position)
    return position - below, below + above


def stretches(mask: int) -> list[tuple[int, int]]:
    """The stretches of a mask that are long enough for a run: the lowest position, and how many."""
    found = []
    while mask:
        low, size = stretch(mask, (mask & -mask).bit_length() - 1)
        mask &= ~((1 << size) - 1 << low)
        if size >= SMALLEST:
            found.append((low, size))
    return found


def ranks_of(held: Holding) -> list[tuple[int, Counts]]:
    """The ranks that may have a group, and how many of each suit are there."""
    ranks = _full_ranks(held)
    found = []
    while ranks:
        rank = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        found.append((rank, counts_of(held, rank)))
    return found


def _full_ranks(held: Holding) -> int:
    """The ranks, as bits, of which there are enough natural cards for a group: three, or two where
    there are wild cards."""
    one, two = held.once, held.twice
    # clubs and diamonds, and hearts and spades, side by side
    black, red = one & _TWO_SUITS, one >> 26
    either, both = black | red, black & red
    pairs = both | both >> 13 | either & either >> 13
    twins = (two | two >> 13 | two >> 26 | two >> 39) & _SUIT
    if held.wilds:
        return (pairs | twins) & _SUIT
    triples = both & either >> 13 | both >> 13 & either
    return (triples | twins & pairs) & _SUIT


_TWO_SUITS: Final = (1 << 26) - 1
_SUIT: Final = (1 << 13) - 1


def melds_with(card: Card, hand: Cards, rules: Rules, *, wilds: bool) -> Sets:
    """All melds of a card and cards of a hand, for who takes the pot with the card on top."""
    if card.bit & rules.wild_bits:
        held = holding(hand, rules)
        # the card is among the wild cards used, however many there are
        for cards in melds_of(_holding(held.once, held.twice, (card, *held.wilds)), rules) if wilds else ():
            if card in cards:
                yield _in_order(cards, rules)
        return
    held = holding(hand + SINGLES[card.index], rules, wilds=wilds)
    suit, rank = divmod(card.index, 13)
    mask, aces = positions(held.once, suit), held.twice >> 13 * suit + 12 & 1
    for cards in runs_of(suit, mask, aces, held.wilds, lowest_position(rules), rules.ratio):
        if card in cards:
            yield cards
    for cards in groups_of(rank, counts_of(held, rank), held.wilds, rules.ratio):
        if card in cards:
            yield cards


def meldable(held: Holding) -> int:
    """The natural cards of a hand that may be in a meld, as bits; the others are in none."""
    once, wilds = 0, len(held.wilds)
    for suit, mask, _ in suits_of(held):
        if wilds:
            mask = sum(clusters(mask, wilds))
        else:
            runs = mask & mask >> 1 & mask >> 2
            mask = runs | runs << 1 | runs << 2
        once |= cards_at(mask, suit)
    ranks = _full_ranks(held)
    return held.once & (once | ranks | ranks << 13 | ranks << 26 | ranks << 39)


def layable(meld: Laid, held: Holding, wilds: int) -> int:
    """The natural cards of a hand that may be laid off on a meld, with so many wild cards, as bits;
    the others cannot."""
    if isinstance(meld, Group):
        return held.once & meld.rank.mask
    suit = meld.suit.place
    mask = positions(held.once, suit)
    return held.once & cards_at(within_reach(mask, meld.low, meld.low + len(meld.cards), wilds), suit)


def cards_at(mask: int, suit: int) -> int:
    """The cards of a suit, clubs first, at these positions of a run, as bits."""
    return (mask >> 1 | (mask & 1) << 12) << 13 * suit


def meldable_points(held: Holding, rules: Rules) -> int:
    """At least what all melds of a hand together can bring, in points."""
    points = PACKS[rules.wild].points
    bits = meldable(held)
    total = sum([points[card.index] for card in held.wilds])
    for copies in (bits, bits & held.twice):
        while copies:
            low = copies & -copies
            total += points[low.bit_length() - 1]
            copies ^= low
    return total


def may_have_meld_with(card: Card, held: Holding) -> bool:
    """Whether there may be a meld of a natural card and cards of a hand; if not, there is none."""
    if held.wilds:
        return True
    suit, rank = divmod(card.index, 13)
    if sum(counts_of(held, rank)) >= SMALLEST - 1:
        return True
    mask = positions(held.once | card.bit, suit)
    return mask & mask >> 1 & mask >> 2 != 0


def _in_order(cards: tuple[Card, ...], rules: Rules) -> tuple[Card, ...]:
    """The cards with the wild ones among them in the order of a listing."""
    wild = rules.wild_bits
    used = iter(sorted([card for card in cards if card.bit & wild]))
    return tuple([next(used) if card.bit & wild else card for card in cards])


def additions_to(meld: Laid, held: Holding, rules: Rules) -> Additions:
    """All that a hand can lay off on a meld."""
    wilds = meld.wild_count
    naturals = len(meld.cards) - wilds
    if isinstance(meld, Group):
        rank = meld.rank.place
        return additions_to_group(rank, counts_of(held, rank), held.wilds, naturals, wilds, rules.ratio)
    suit = meld.suit.place
    high = meld.low + len(meld.cards)
    mask, lowest = positions(held.once, suit), lowest_position(rules)
    return additions_to_run(suit, meld.low, high, mask, held.wilds, naturals, wilds, lowest, rules.ratio)


def additions_to_group(
    rank: int, counts: Counts, wilds: tuple[Card, ...], laid: int, laid_wilds: int, ratio: Ratio
) -> Additions:
    """What cards of a rank and wild cards can be laid off on a group of it, which has `laid` natural
    cards."""
    for share in _shares(counts, len(wilds)):
        used = share[4]
        if balanced(laid + sum(share) - used, laid_wilds + used, ratio):
            yield None, _group_cards(rank, share, wilds)


def additions_to_run(
    suit: int,
    low: int,
    high: int,
    mask: int,
    wilds: tuple[Card, ...],
    laid: int,
    laid_wilds: int,
    lowest: int,
    ratio: Ratio,
) -> Additions:
    """What natural cards, which can take the positions of `mask`, and wild cards can be laid off on
    a run from position `low` to below `high`, which has `laid` natural cards."""
    for start in range(low - 1, lowest - 1, -1):
        size = low - start
        window = (1 << size) - 1 << start
        if (window & ~mask).bit_count() > len(wilds):
            break
        for wild in _places(window & mask, window & ~mask, len(wilds)):
            used = wild.bit_count()
            if balanced(laid + size - used, laid_wilds + used, ratio):
                yield "low", _run_cards(suit, start, size, wild, wilds)
    for size in range(1, POSITIONS - high + 1):
        window = (1 << size) - 1 << high
        if (window & ~mask).bit_count() > len(wilds):
            break
        for wild in _places(window & mask, window & ~mask, len(wilds)):
            used = wild.bit_count()
            if balanced(laid + size - used, laid_wilds + used, ratio):
                yield "high", _run_cards(suit, high, size, wild, wilds)


def positions(once: int, suit: int) -> int:
    """The positions of a run that the natural cards of a suit can take, as bits."""
    ranks = once >> 13 * suit & 0x1FFF
    return ranks << 1 | ranks >> 12


def runs_of(suit: int, mask: int, two_aces: int, wilds: tuple[Card, ...], lowest: int, ratio: Ratio) -> Sets:
    """The runs of a suit whose natural cards can take the positions of `mask`."""
    for low in range(lowest, POSITIONS - SMALLEST + 1):
        for size in range(SMALLEST, POSITIONS - low + 1):
            window = (1 << size) - 1 << low
            if (window & ~mask).bit_count() > len(wilds):
                break
            # one ace cannot stand at both ends
            single = size == POSITIONS and not two_aces
            for wild in _places(window & mask, window & ~mask, min(len(wilds), _most_wild(size, ratio))):
                if not (single and window & ~wild & _ENDS == _ENDS):
                    yield _run_cards(suit, low, size, wild, wilds)


_ENDS: Final = 1 | 1 << POSITIONS - 1


def _places(held: int, gaps: int, wilds: int) -> Iterator[int]:
    """The choices of the places of at most so many wild cards: in all gaps, and in any of the
    places that could be held, fewest first."""
    least = gaps.bit_count()
    if least > wilds:
        return
    yield gaps
    if least == wilds:
        return
    free = []
    while held:
        free.append(held & -held)
        held &= held - 1
    for more in range(1, min(wilds - least, len(free)) + 1):
        for chosen in combinations(free, more):
            yield gaps | sum(chosen)


def counts_of(held: Holding, rank: int) -> Counts:
    """How many clubs, diamonds, hearts and spades of a rank are held."""
    one, two = held.once >> rank, held.twice >> rank
    return (
        (one & 1) + (two & 1),
        (one >> 13 & 1) + (two >> 13 & 1),
        (one >> 26 & 1) + (two >> 26 & 1),
        (one >> 39 & 1) + (two >> 39 & 1),
    )


def groups_of(rank: int, counts: Counts, wilds: tuple[Card, ...], ratio: Ratio) -> Sets:
    """The groups of a rank of which so many clubs, diamonds, hearts and spades are there."""
    for share in _shares(counts, len(wilds)):
        size, used = sum(share), share[4]
        if size >= SMALLEST and balanced(size - used, used, ratio):
            yield _group_cards(rank, share, wilds)


def _shares(counts: Counts, wilds: int) -> Iterator[Share]:
    """All that can be taken of so many cards of a rank and wild cards, but nothing at all."""
    clubs, diamonds, hearts, spades = counts
    for natural in product(range(clubs + 1), range(diamonds + 1), range(hearts + 1), range(spades + 1)):
        for wild in range(wilds + 1):
            share = (*natural, wild)
            if any(share):
                yield share


def _run_cards(suit: int, low: int, size: int, wild: int, wilds: tuple[Card, ...]) -> tuple[Card, ...]:
    along = _ALONG[suit]
    if not wild:
        return along[low : low + size]
    used = iter(wilds)
    return tuple([next(used) if wild >> place & 1 else along[place] for place in range(low, low + size)])


def _group_cards(rank: int, share: Share, wilds: tuple[Card, ...]) -> tuple[Card, ...]:
    clubs, diamonds, hearts, spades, wild = share
    cards = (
        (CARDS[rank],) * clubs
        + (CARDS[13 + rank],) * diamonds
        + (CARDS[26 + rank],) * hearts
        + (CARDS[39 + rank],) * spades
    )
    return cards + wilds[:wild]
