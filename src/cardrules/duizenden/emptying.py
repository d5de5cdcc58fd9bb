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


def can_empty(turn: Turn, whole: Cards) -> bool:
    """Whether the hand can be emptied in this turn (duizenden.out.unopened). `whole` is any hand that holds
    all natural cards of the turn's: where they can go is remembered for it.

    Only what is on the table in the end counts: the melds that were there with what was exchanged
    in them and laid off on them, and new melds. Exchanges come first, for they only help the ratio;
    new melds need neither, for they can be laid as they are in the end.
    """
    rules, seat = turn.rules, turn.seat
    if out_faults(turn.laid, turn.turns, rules):
        return False
    naturals = naturals_of(turn.hand, rules)
    # what can be taken from melds counts, too
    most = (
        len(turn.hand)
        - len(naturals)
        + sum([meld.wild_count for meld in turn.melds if may_exchange(meld.owner, seat, rules)])
    )
    usable = most if may_use_wilds(turn.turns, rules) else 0
    if _is_hopeless(turn, naturals, usable):
        return False
    return _emptied(turn, naturals_of(whole, rules), usable)


@lru_cache(maxsize=1024)
def _emptied(turn: Turn, whole: Cards, usable: int) -> bool:
    """Whether a search finds how, remembered for the turns asked about last. `whole`: natural cards, those of
    the turn's hand among them. usable: the most wild cards that can be laid."""
    rules, seat = turn.rules, turn.seat
    ways: dict[int, list[_Way]] = {}
    if may_meld(turn.turns, rules):
        for lowest, some in _new_melds(whole, usable, rules).items():
            ways[lowest] = [*some]
    # by the bits of melds: how many wild cards can be laid off on one without natural ones, and taken from it
    room: dict[int, int] = {}
    taken: dict[int, int] = {}
    for place, meld in enumerate(turn.melds):
        for lowest, some in _to_meld(meld, 1 << place, whole, usable, seat, rules).items():
            if lowest == _NONE:
                (room[1 << place],) = [way.room for way in some]
            else:
                ways.setdefault(lowest, []).extend(some)
                taken[1 << place] = max(taken.get(1 << place, 0), *[-way.wilds for way in some])
    number, wilds = counted(turn.hand, rules)
    return _Empty(ways, room, taken, rules).go(number, wilds, 0, True, (1 << len(turn.melds)) - 1)


class _Empty:
    """A search for ways that take each natural card, lowest card first."""

    def __init__(self, ways: dict[int, list[_Way]], room: dict[int, int], taken: dict[int, int], rules: Rules) -> None:
        self.ways: Final = ways
        self.room: Final = room
        self.taken: Final = taken
        self.must: Final = rules.last_card == "discard"
        self.queen_goes: Final = queen_may_go(Cards([QUEEN]), rules)
        self.failed: Final[set[tuple[int, int, int, bool, int]]] = set()

    def go(self, left: int, wilds: int, room: int, spare: bool, free: int) -> bool:
        """`left`, `wilds`: the cards that have no place yet, less than 0 wild ones where some have yet to be
        taken; `room`: how many of those find it with natural cards that have; spare: nothing was discarded yet;
        free: the melds on the table to which nothing went yet."""
        if not left:
            room += sum([more for meld, more in self.room.items() if meld & free])
            discards = (1,) if spare and self.must else (0, 1) if spare else (0,)
            # a natural card was the discard, or a wild one is
            return any([0 <= wilds - some <= room for some in discards])
        if wilds + sum([more for meld, more in self.taken.items() if meld & free]) < 0:
            return False
        key = (left, wilds, room, spare, free)
        if key in self.failed:
            return False
        lowest = lowest_place(left)
        guarded = left | GUARDS
        for way in self.ways.get(lowest, ()):
            fits = way.meld & free == way.meld and (guarded - way.naturals) & GUARDS == GUARDS
            if fits and self.go(left - way.naturals, wilds - way.wilds, room + way.room, spare, free & ~way.meld):
                return True
        goes = spare and (lowest != QUEEN_PLACE or self.queen_goes)
        if goes and self.go(left - (1 << BITS * lowest), wilds, room, False, free):
            return True
        self.failed.add(key)
        return False


_NONE: Final = -1
"""In place of the lowest natural card, where there is none."""


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
                ways.setdefault(lowest_place(naturals) if naturals else _NONE, []).append(
                    _Way(naturals, fewest, most - fewest, meld)
                )
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
        for chosen in _near(places, wilds):
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


def _near(places: Sequence[int], gaps: int) -> Iterator[tuple[int, ...]]:
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


def _is_hopeless(turn: Turn, naturals: Cards, wilds: int) -> bool:
    """Whether two natural cards can neither be in a new meld nor be laid off or exchanged, with so many wild
    cards, so that one is left beside the discard."""
    rules, seat = turn.rules, turn.seat
    held = _holding(naturals, wilds, rules)
    used = meldable(held) if may_meld(turn.turns, rules) else 0
    for meld in turn.melds:
        if not held.once & ~used:
            return False
        if may_lay_off(meld.owner, seat, rules):
            used |= layable(meld, held, wilds)
        if may_exchange(meld.owner, seat, rules):
            used |= held.once & meld.takes
    idle = held.once & ~used
    return idle.bit_count() + (idle & held.twice).bit_count() > 1


def _holding(naturals: Cards, wilds: int, rules: Rules) -> Holding:
    """A hand of these natural cards and so many wild ones."""
    return Holding(naturals.kinds().bits, naturals.bits >> 64, _WILDS[rules.wild][:wilds])


_WILDS: Final = {wild: tuple([card for card in pack.deck if card.bit & pack.wild]) for wild, pack in PACKS.items()}
