"""Whether a hand can be emptied: the look-ahead for who goes out without having opened.

Every card of the hand goes somewhere: into a new meld, to a meld on the table, or on the pot as the
discard. All wild cards are alike here, and only how many there are is kept: first the natural cards find
their places, then what is left of the wild ones has to find room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from attrs import frozen

from cardrules.cards import CARDS, Cards, without_card
from cardrules.duizenden.deck import PACKS, QUEEN
from cardrules.duizenden.hands import Holding, additions_to, layable, meldable, positions
from cardrules.duizenden.melds import (
    ALONG,
    POSITIONS,
    SMALLEST,
    Laid,
    balanced,
    exchanged,
    extended,
    lowest_position,
    stands_for,
)
from cardrules.duizenden.packing import (
    BITS,
    GUARDS,
    QUEEN_PLACE,
    SPLITS,
    UNIT,
    counted,
    lowest_place,
    naturals_of,
    size,
)
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.turns import (
    Turn,
    may_exchange,
    may_exchange_queen,
    may_lay_off,
    may_meld,
    may_use_wilds,
    out_faults,
    queen_may_go,
)


@frozen
class _Way:
    """Natural cards, as a number, that go somewhere together; the fewest wild cards that go with them (below
    0: so many more are taken than laid), and how many more may; the bit of the meld on the table to which they
    go, 0 for a new one."""

    naturals: int
    wilds: int
    room: int
    meld: int


@lru_cache(maxsize=1024)
def can_empty(turn: Turn, whole: Cards) -> bool:
    """Whether the hand can be emptied in this turn (duizenden.out.unopened), remembered for the turns asked about
    last. `whole` is any hand that holds all natural cards of the turn's: where they can go is remembered for it.

    Only what is on the table in the end counts: the melds that were there with what was exchanged
    in them and laid off on them, and new melds. Exchanges come first, for they only help the ratio;
    new melds need neither, for they can be laid as they are in the end.
    """
    rules, seat = turn.rules, turn.seat
    if out_faults(turn.laid, turn.turns, rules):
        return False
    number, wilds = counted(turn.hand, rules)
    naturals = naturals_of(turn.hand, rules)
    taken = [_most_taken(meld, naturals, seat, rules) for meld in turn.melds]
    usable = wilds + sum(taken) if may_use_wilds(turn.turns, rules) else 0
    held = _holding(naturals, usable, rules)
    near = [_near_to(meld, held, seat, rules) for meld in turn.melds]
    # two natural cards that can go nowhere are one more than the discard
    idle = held.once & ~(meldable(held) if may_meld(turn.turns, rules) else 0)
    for some in near:
        idle &= ~some
    if idle.bit_count() + (idle & held.twice).bit_count() > 1:
        return False
    search = _Empty(turn, naturals_of(whole, rules), usable, near, taken)
    return search.go(number, wilds, 0, True, (1 << len(near)) - 1)


def _most_taken(meld: Laid, naturals: Cards, seat: int, rules: Rules) -> int:
    """At least as many wild cards as a hand with these natural cards can take from a meld."""
    if not may_exchange(meld.owner, seat, rules):
        return 0
    return min(meld.wild_count, (naturals.bits & (meld.takes | meld.takes << 64)).bit_count())


def _near_to(meld: Laid, held: Holding, seat: int, rules: Rules) -> int:
    """The natural cards of a hand that can be laid off on a meld or exchanged in it, as bits."""
    near = layable(meld, held, len(held.wilds)) if may_lay_off(meld.owner, seat, rules) else 0
    return near | held.once & meld.takes if may_exchange(meld.owner, seat, rules) else near


class _Empty:
    """A search for ways that take each natural card, lowest card first.

    whole: natural cards, those of the hand among them. usable: the most wild cards that can be laid. near, taken:
    by meld on the table, the natural cards that can go there, and the most wild ones that can be taken from it.
    """

    def __init__(self, turn: Turn, whole: Cards, usable: int, near: list[int], taken: list[int]) -> None:
        self.turn: Final = turn
        self.whole: Final = whole
        self.usable: Final = usable
        self.taken: Final = taken
        rules = turn.rules
        self.must: Final = rules.last_card == "discard"
        self.queen_goes: Final = queen_may_go(Cards([QUEEN]), rules)
        self.new: Final = _new_melds(whole, usable, rules) if may_meld(turn.turns, rules) else {}
        # by the lowest card, the melds to which it can go
        self.places: Final[dict[int, list[int]]] = {}
        for place, some in enumerate(near):
            for card in Cards.of(some):
                self.places.setdefault(lowest_place(UNIT[card.index]), []).append(place)
        self.failed: Final[set[tuple[int, int, int, bool, int]]] = set()

    def go(self, left: int, wilds: int, room: int, spare: bool, free: int) -> bool:
        """`left`, `wilds`: the cards that have no place yet, less than 0 wild ones where some have yet to be
        taken; `room`: how many of those find it with natural cards that have; spare: nothing was discarded yet;
        free: the melds on the table to which nothing went yet."""
        if not left:
            return self.ends(wilds, room, spare, free)
        if wilds + sum([most for place, most in enumerate(self.taken) if free >> place & 1]) < 0:
            return False
        key = (left, wilds, room, spare, free)
        if key in self.failed:
            return False
        lowest = lowest_place(left)
        guarded = left | GUARDS
        for way in self.ways(lowest, free):
            if (guarded - way.naturals) & GUARDS == GUARDS and self.go(
                left - way.naturals, wilds - way.wilds, room + way.room, spare, free & ~way.meld
            ):
                return True
        goes = spare and (lowest != QUEEN_PLACE or self.queen_goes)
        if goes and self.go(left - (1 << BITS * lowest), wilds, room, False, free):
            return True
        self.failed.add(key)
        return False

    def ways(self, lowest: int, free: int) -> Iterator[_Way]:
        """Where the lowest card can go, with higher ones or alone."""
        yield from self.new.get(lowest, ())
        for place in self.places.get(lowest, ()):
            if free >> place & 1:
                yield from self.to_meld(place).get(lowest, ())

    def to_meld(self, place: int) -> dict[int, tuple[_Way, ...]]:
        turn = self.turn
        return _to_meld(turn.melds[place], 1 << place, self.whole, self.usable, turn.seat, turn.rules)

    def ends(self, wilds: int, room: int, spare: bool, free: int) -> bool:
        """Whether the wild cards that are left have room; one may be the discard, where no natural card was."""
        least, most = wilds - spare, wilds - (spare and self.must)
        if most < 0:
            return False
        for place in range(len(self.taken)):
            if least > room and free >> place & 1:
                # as many as can be laid off without natural cards
                (alone,) = self.to_meld(place)[_NONE]
                room += alone.room
        return least <= room


_NONE: Final = lowest_place(0)
"""What stands for the lowest natural card where there is none."""


def _by_lowest(found: Iterable[tuple[int, int]], meld: int) -> dict[int, tuple[_Way, ...]]:
    """The ways to go somewhere, by the lowest natural card, of the natural cards, as a number, and the numbers of
    wild cards that can go there together."""
    numbers: dict[int, set[int]] = {}
    for naturals, wilds in found:
        numbers.setdefault(naturals, set()).add(wilds)
    ways: dict[int, list[_Way]] = {}
    for naturals, possible in numbers.items():
        for fewest in possible:
            if fewest - 1 not in possible:
                most = fewest
                while most + 1 in possible:
                    most += 1
                ways.setdefault(lowest_place(naturals), []).append(_Way(naturals, fewest, most - fewest, meld))
    # those that take fewest wild cards and most others are tried first
    return {
        lowest: tuple(sorted(some, key=lambda way: (way.wilds, -size(way.naturals)))) for lowest, some in ways.items()
    }


@lru_cache(maxsize=64)
def _new_melds(naturals: Cards, wilds: int, rules: Rules) -> dict[int, tuple[_Way, ...]]:
    """The ways of natural cards of a hand into new melds, with so many wild cards at most."""
    lowest, found = lowest_position(rules), list[tuple[int, int]]()
    for suit in range(4):
        places = [place for place in range(lowest, POSITIONS) if positions(naturals.bits, suit) >> place & 1]
        for chosen in _choices(places, wilds):
            # as many places as there are, on either side of the cards
            most = min(wilds, POSITIONS - lowest - len(chosen))
            fewest = chosen[-1] - chosen[0] + 1 - len(chosen)
            number = sum([UNIT[ALONG[suit][place].index] for place in chosen])
            found += [(number, some) for some in _fitting(len(chosen), fewest, most, rules)]
    for rank in range(13):
        copies = [range(naturals.count(CARDS[13 * suit + rank]) + 1) for suit in range(4)]
        for share in product(*copies):
            number = sum([some * UNIT[13 * suit + rank] for suit, some in enumerate(share)])
            found += [(number, some) for some in _fitting(sum(share), 0, wilds, rules)]
    return _by_lowest(found, 0)


def _choices(places: Sequence[int], gaps: int) -> Iterator[tuple[int, ...]]:
    """All ascending choices of places that leave so many others between them at most."""
    chosen: list[tuple[tuple[int, ...], int]] = [((place,), gaps) for place in places]
    for some, left in chosen:
        yield some
        for place in places:
            between = place - some[-1] - 1
            if 0 <= between <= left:
                chosen.append(((*some, place), left - between))


def _fitting(naturals: int, fewest: int, most: int, rules: Rules) -> list[int]:
    """How many wild cards, of these numbers, can be in a meld of so many natural ones."""
    return [
        wilds
        for wilds in range(max(fewest, SMALLEST - naturals), most + 1)
        if balanced(naturals, wilds, rules.ratio) and (wilds or naturals < SPLITS)
    ]


@lru_cache(maxsize=64)
def _to_meld(meld: Laid, bit: int, naturals: Cards, wilds: int, seat: int, rules: Rules) -> dict[int, tuple[_Way, ...]]:
    """The ways of natural cards of a hand to a meld on the table, with so many wild cards at most. `bit`: that of
    the meld."""
    found = [
        (given + laid, used - taken)
        for rest, changed, given, taken in _exchanges(naturals, meld, seat, rules)
        for laid, used in _layoffs(rest, wilds, changed, seat, rules)
    ]
    return _by_lowest(found, bit)


def _exchanges(naturals: Cards, meld: Laid, seat: int, rules: Rules) -> Iterator[tuple[Cards, Laid, int, int]]:
    """What can be left of the natural cards after exchanges in a meld, what the meld is then, the cards that were
    exchanged, as a number, and how many they were: so many wild cards were taken."""
    found = [(naturals, meld, 0, 0)]
    seen = {naturals.bits}
    for rest, changed, number, taken in found:
        yield rest, changed, number, taken
        if not may_exchange(meld.owner, seat, rules):
            return
        for card in Cards.of(rest.bits & changed.takes):
            at = stands_for(changed, card, rules)
            left = without_card(rest, card)
            allowed = card is not QUEEN or may_exchange_queen(meld.owner, seat, rules)
            if at is not None and allowed and left.bits not in seen:
                seen.add(left.bits)
                found.append((left, exchanged(changed, at, card, seat), number + UNIT[card.index], taken + 1))


def _layoffs(naturals: Cards, wilds: int, meld: Laid, seat: int, rules: Rules) -> Iterator[tuple[int, int]]:
    """What can be laid off on a meld, at one end or at both or nothing at all, with so many wild cards at most:
    the natural cards, as a number, and how many wild ones."""
    yield 0, 0
    if not may_lay_off(meld.owner, seat, rules):
        return
    for end, cards in additions_to(meld, _holding(naturals, wilds, rules), rules):
        one, used = counted(cards, rules)
        yield one, used
        if end is not None:
            # what is laid off at both ends of a run can always be laid off in one of the two orders
            grown = extended(meld, end, cards, seat, rules)
            held = _holding(naturals - Cards(cards), wilds - used, rules)
            for other, more in additions_to(grown, held, rules):
                if other != end:
                    two, also = counted(more, rules)
                    yield one + two, used + also


def _holding(naturals: Cards, wilds: int, rules: Rules) -> Holding:
    """A hand of these natural cards and so many wild ones."""
    return Holding(naturals.kinds().bits, naturals.bits >> 64, _WILDS[rules.wild][:wilds])


_WILDS: Final = {wild: tuple([card for card in pack.deck if card.bit & pack.wild]) for wild, pack in PACKS.items()}
