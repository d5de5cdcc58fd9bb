"""The melds of a hand, and what its cards can be laid off on, counted before they are made.

A hand is read as bits, and those with wild cards may be very many: the positions of a run and the
shares of a rank are counted, and only the set of cards that is asked for is made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cache, lru_cache, partial
from itertools import accumulate, chain, combinations, islice, product
from math import comb
from typing import Final, Literal, Protocol, TypeAlias

from attrs import frozen

from cardrules.cards import CARDS, KINDS, Card, Cards, Rank, Suit, cards_of, with_card
from cardrules.duizenden.actions import End
from cardrules.duizenden.deck import PACKS
from cardrules.duizenden.melds import (
    ALONG,
    NATURALS,
    POSITIONS,
    SMALLEST,
    Group,
    Laid,
    Run,
    balanced,
    lowest_position,
    most_wild,
    positions_of,
)
from cardrules.duizenden.rules import Ratio, Rules
from cardrules.quick import quick


@frozen(weakref_slot=False)
class Holding:
    """A hand as the generator reads it: the bits of the natural cards that are held once or more,
    and twice; the wild cards in the order in which a listing uses them
    (duizenden.meld.modern-two)."""

    once: int
    twice: int
    wilds: tuple[Card, ...]


holding_of: Final[Callable[[int, int, tuple[Card, ...]], Holding]] = quick(Holding)
_LAYERS: Final = 1 | 1 << 64 | 1 << 128 | 1 << 192


def holding(hand: Cards, rules: Rules, *, wilds: bool = True) -> Holding:
    """The hand as the generator reads it, without its wild cards where they may not be used."""
    bits = hand.bits
    used: tuple[Card, ...] = ()
    if bits & rules.wild_bits:
        wild = bits & rules.wild_bits * _LAYERS
        bits ^= wild
        if wilds:
            used = tuple(cards_of(wild))
    return holding_of(bits & KINDS, bits >> 64 & KINDS, used)


class Sets(Protocol):
    """Sets of cards in a fixed order, each as it is written. Those with wild cards may be very many
    and are made when they are looked at."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[tuple[Card, ...]]: ...
    def __getitem__(self, index: int, /) -> tuple[Card, ...]: ...


Piece: TypeAlias = tuple[Sets, int]
"""The melds of a suit or a rank, and the most cards that one of them has."""
Extension: TypeAlias = tuple[End | None, Sets, int]
"""What can be laid off at an end of a meld, and the most cards of it."""
Part: TypeAlias = tuple[int | None, End | Literal["exchange"] | None, Sets, int]
"""Cards that are laid in a place: the meld on the table (None: a new one), what is done there, the cards
of each action, the most cards of one. Where cards are exchanged they are sets of one."""
Share: TypeAlias = tuple[int, int, int, int, int]
"""Of a rank: how many clubs, diamonds, hearts, spades and wild cards."""
Window: TypeAlias = tuple[int, int, int, int]
"""Places of a run that follow each other: the lowest position, how many, how many natural cards wild
ones take the place of beside those that are not there, in how many ways."""


def melds_of(held: Holding, rules: Rules) -> Iterator[tuple[Card, ...]]:
    """All melds of a hand: for each choice of natural cards and of the places of wild cards one."""
    lowest = lowest_position(rules)
    for _, _, sets, _ in chain(natural_melds(held.once, held.twice, lowest), wild_melds(held, lowest, rules.ratio)):
        yield from sets


def natural_melds(once: int, twice: int, lowest: int) -> list[Part]:
    """The melds without wild cards of a hand that holds the cards `once`, and those of `twice` twice;
    runs begin at the position `lowest` or above."""
    found: list[Part] = []
    # the lowest cards of the runs of three, in all suits at once; the ace above, and below the two
    runs = once & once >> 1 & (once >> 2 & _LOW | once >> 12 & _TWOS)
    while runs:
        suit = ((runs & -runs).bit_length() - 1) // 13
        runs &= ~(_SUIT << 13 * suit)
        mask = positions(once, suit) >> lowest << lowest
        starts = mask & mask >> 1 & mask >> 2
        if starts:
            found.append(_natural_runs(suit, starts, _two_aces(twice, suit)))
    ranks = group_ranks(once, twice, wilds=False)
    while ranks:
        rank = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        found.append(_natural_groups(once & _RANK << rank, twice & _RANK << rank))
    return found


def wild_melds(held: Holding, lowest: int, ratio: Ratio) -> list[Part]:
    """The melds with wild cards, whose runs begin at the position `lowest` or above."""
    once, twice, wilds = held.once, held.twice, held.wilds
    found: list[Part] = []
    if not wilds:
        return found
    for suit in range(4):
        mask = positions(once, suit) >> lowest << lowest
        if mask & mask - 1:
            found += _wild_runs(suit, mask, _two_aces(twice, suit), wilds, lowest, ratio)
    ranks = group_ranks(once, twice, wilds=True)
    while ranks:
        rank = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        found += _wild_groups(rank, once & _RANK << rank, twice & _RANK << rank, wilds, ratio)
    return found


_SUIT: Final = (1 << 13) - 1
_TWOS: Final = Rank.TWO.mask
_ACES: Final = Rank.ACE.mask
_RANK: Final = _TWOS
"""The cards of the lowest rank; shifted by a rank, its cards."""
_LOW: Final = sum([suit.mask for suit in Suit]) & ~(Rank.KING.mask | Rank.ACE.mask)
"""The cards that can be the lowest of three."""


def group_ranks(once: int, twice: int, *, wilds: bool) -> int:
    """The ranks, as bits, of which there are enough natural cards for a group: three, or two where
    there are wild cards."""
    # clubs and diamonds, and hearts and spades, side by side
    either, both = once | once >> 26, once & once >> 26
    threes = both & either >> 13 | both >> 13 & either
    if not wilds and not twice:
        return threes & _SUIT
    pairs = both | both >> 13 | either & either >> 13
    twins = twice | twice >> 13 | twice >> 26 | twice >> 39
    return (pairs | twins if wilds else threes | pairs & twins) & _SUIT


def _two_aces(twice: int, suit: int) -> int:
    """Whether two aces of a suit are there."""
    return twice >> 13 * suit + 12 & 1


def positions(once: int, suit: int) -> int:
    """The positions of a run that the natural cards of a suit can take, as bits."""
    ranks = once >> 13 * suit & _SUIT
    return ranks << 1 | ranks >> 12


def melds_with(card: Card, hand: Cards, rules: Rules, *, wilds: bool) -> list[Piece]:
    """All melds of a card and cards of a hand, for who takes the pot with the card on top. `wilds`:
    whether wild cards may be used."""
    lowest, ratio = lowest_position(rules), rules.ratio
    if card.bit & rules.wild_bits:
        held = holding(hand, rules)
        # wild cards are used from the first on, so this one is in all of these
        with_it = holding_of(held.once, held.twice, (card, *held.wilds))
        ordered = partial(in_order, wild=rules.wild_bits)
        pieces = wild_melds(with_it, lowest, ratio) if wilds else []
        return [(Streamed(partial(map, ordered, sets)), most) for _, _, sets, most in pieces]
    held = holding(with_card(hand, card), rules, wilds=wilds)
    found: list[Piece] = []
    suit, rank = divmod(card.index, 13)
    aces, mask = _two_aces(held.twice, suit), positions(held.once, suit) >> lowest << lowest
    one, two = held.once >> rank & _RANK, held.twice >> rank & _RANK
    starts = mask & mask >> 1 & mask >> 2
    for _, _, sets, most in (
        _natural_runs(suit, starts, aces) if starts else (None, None, (), 0),
        _natural_groups(one << rank, two << rank),
    ):
        having = tuple([cards for cards in sets if card in cards])
        if having:
            found.append((having, most))
    count = len(held.wilds)
    if not count:
        return found
    own = positions_of(card)
    fixed = 1 << own[0] if len(own) == 1 else 0
    windows, ends, most = _windows(mask, aces, 1, count, lowest, ratio, fixed)
    runs = Runs(suit, mask, fixed, windows, ends, held.wilds)
    found.append((runs if fixed else Streamed(lambda: (cards for cards in runs if card in cards)), most))
    shares, most = _wild_shares(one, two, count, 0, 0, ratio)
    found.append((Groups(rank, tuple([share for share in shares if share[suit]]), held.wilds), most))
    return found


def in_order(cards: tuple[Card, ...], wild: int) -> tuple[Card, ...]:
    """The cards with the wild ones among them in the order of a listing."""
    used = iter(sorted([card for card in cards if card.bit & wild]))
    return tuple([next(used) if card.bit & wild else card for card in cards])


@cache
def group_extensions(one: int, two: int) -> tuple[Extension, ...]:
    """What can be laid off on a group, of whose rank the cards `one` are in hand, those of `two` twice."""
    return ((None, *_natural_shares(one, two)),)


def run_extensions(meld: Run, once: int, lowest: int) -> tuple[Extension, ...]:
    """What a hand that holds the cards `once` can lay off without wild cards on a run, down to the
    position `lowest`."""
    suit, low = meld.suit.place, meld.low
    high = low + len(meld.cards)
    mask = positions(once, suit) >> lowest << lowest
    # how many positions follow each other down from the run and up from it
    above = mask >> high
    return _beside_run(
        suit, low, high, low - (~mask & (1 << low) - 1).bit_length(), (above ^ above + 1).bit_length() - 1
    )


def natural_extensions(meld: Laid, once: int, twice: int, lowest: int) -> tuple[Extension, ...]:
    """What a hand that holds the cards `once`, and those of `twice` twice, can lay off on a meld without
    wild cards, on a run down to the position `lowest`."""
    if type(meld) is Run:
        return run_extensions(meld, once, lowest)
    one = once & meld.grows
    return group_extensions(one, twice & one) if one else ()


def wild_extensions(meld: Laid, held: Holding, lowest: int, ratio: Ratio) -> tuple[Extension, ...]:
    """What a hand can lay off on a meld with wild cards, on a run down to the position `lowest`."""
    wilds = held.wilds
    if not wilds:
        return ()
    # as much room for wild cards as in the meld, as far as the hand can use it
    laid = NATURALS + min(len(meld.cards) - 2 * meld.wild_count, len(wilds) + 1)
    if type(meld) is Group:
        one = held.once & meld.grows
        return _wild_in_group(meld.rank.place, one, held.twice & one, wilds, laid, ratio)
    assert type(meld) is Run
    suit, low = meld.suit.place, meld.low
    high = low + len(meld.cards)
    mask = positions(held.once, suit)
    # a run that stood may begin below the lowest position
    below = _wild_beside(suit, mask & (1 << low) - 1, low, min(lowest - low, 0), wilds, laid, ratio)
    return below + _wild_beside(suit, mask >> high, high, POSITIONS - high, wilds, laid, ratio)


def additions_to(meld: Laid, held: Holding, rules: Rules) -> Iterator[tuple[End | None, tuple[Card, ...]]]:
    """All that a hand can lay off on a meld, one by one: the end and the cards."""
    lowest = lowest_position(rules)
    both = chain(
        natural_extensions(meld, held.once, held.twice, lowest), wild_extensions(meld, held, lowest, rules.ratio)
    )
    return ((end, cards) for end, sets, _ in both for cards in sets)


# -- sets that have certain cards


def melds_having(wanted: Holding, held: Holding, lowest: int, ratio: Ratio) -> Iterator[Sets]:
    """All melds of a hand that have certain cards of it, whose runs begin at the position `lowest` or
    above. `held` uses the wild cards of `wanted` first, and so do the melds."""
    least, wilds = len(wanted.wilds), len(held.wilds)
    for suit in range(4):
        fixed = positions(wanted.once & ~_ACES, suit)
        mask = positions(held.once, suit) >> lowest << lowest
        if wanted.once & ~(_SUIT << 13 * suit) or wanted.twice & ~_ACES or not mask & mask - 1:
            continue
        for along, aces, two_aces in _with_aces(mask, wanted, held, 1 << 13 * suit + 12):
            windows, ends, _ = _windows(along, two_aces, least, wilds, lowest, ratio, fixed | aces)
            if windows:
                yield Runs(suit, along, fixed | aces, windows, ends, held.wilds)
    ranks = group_ranks(held.once, held.twice, wilds=wilds > 0)
    while ranks:
        rank = (ranks & -ranks).bit_length() - 1
        ranks &= ranks - 1
        groups = _groups_having(wanted, held, rank, 0, 0, ratio)
        if groups:
            yield groups


def extensions_having(
    meld: Laid, wanted: Holding, held: Holding, lowest: int, ratio: Ratio
) -> Iterator[tuple[End | None, Sets]]:
    """What a hand can lay off on a meld that has certain cards of the hand; the rest is as for the
    melds."""
    least, wilds = len(wanted.wilds), len(held.wilds)
    # as much room for wild cards as in the meld, as far as the hand can use it
    laid = NATURALS + min(len(meld.cards) - 2 * meld.wild_count, wilds + 1)
    if type(meld) is Group:
        groups = _groups_having(wanted, held, meld.rank.place, laid, NATURALS, ratio)
        if groups:
            yield None, groups
        return
    assert type(meld) is Run
    suit, low = meld.suit.place, meld.low
    high = low + len(meld.cards)
    if wanted.twice or wanted.once & ~(_SUIT << 13 * suit):
        return
    mask, own = positions(held.once, suit), positions(wanted.once, suit)
    below = (1 << low) - 1
    sides: tuple[tuple[End, int, int, int, int, int], ...] = (
        # a run that stood may begin below the lowest position
        ("low", below, 0, low, min(lowest - low, 0), own & below),
        ("high", ~((1 << high) - 1), high, high, POSITIONS - high, own >> high << high),
    )
    for end, side, shift, at, room, fixed in sides:
        if fixed.bit_count() == wanted.once.bit_count():
            windows, ends, _ = _windows_beside(
                (mask & side) >> shift, at, room, least, wilds, laid, NATURALS, ratio, fixed >> shift
            )
            if windows:
                yield end, Runs(suit, mask, fixed, windows, ends, held.wilds)


_LOW_END: Final = 1
_HIGH_END: Final = 1 << POSITIONS - 1


def _with_aces(mask: int, wanted: Holding, held: Holding, ace: int) -> list[tuple[int, int, int]]:
    """The ways in which the aces that a run must have, of a suit whose ace is given as a bit, can be in
    it: the positions of the natural cards, those of these aces, and whether an ace may stand at both
    ends. No run is in two of the ways."""
    two = int(held.twice & ace > 0)
    if not wanted.once & ace:
        return [(mask, 0, two)]
    if wanted.twice & ace:
        return [(mask, _LOW_END | _HIGH_END, 1)]
    return [(mask if two else mask & ~_HIGH_END, _LOW_END, 1), (mask & ~_LOW_END, _HIGH_END, 1)]


def _groups_having(
    wanted: Holding, held: Holding, rank: int, laid: int, laid_wilds: int, ratio: Ratio
) -> Groups | None:
    """What can be added to a group of a rank, or to nothing at all, and has certain cards."""
    if wanted.once & ~(_RANK << rank):
        return None
    one, two, own, twins = [bits >> rank & _RANK for bits in (held.once, held.twice, wanted.once, wanted.twice)]
    least, wilds = len(wanted.wilds), len(held.wilds)
    shares = _shares_having(one, two, own, twins, least, wilds, laid, laid_wilds, ratio)
    return Groups(rank, shares, held.wilds) if shares else None


@lru_cache(maxsize=512)
def _shares_having(
    one: int, two: int, own: int, twins: int, least: int, wilds: int, laid: int, laid_wilds: int, ratio: Ratio
) -> tuple[Share, ...]:
    """Those of the shares that have the cards `own`, `twins` twice, and at least so many wild cards."""
    clubs, diamonds, hearts, spades = [(own >> at & 1) + (twins >> at & 1) for at in (0, 13, 26, 39)]
    # natural cards can be laid off on a meld that stood though it has too many wild ones
    fewest = 1 if laid_wilds else SMALLEST
    natural = [(*share, 0) for share in _shares(one, two) if sum(share) >= fewest]
    wild, _ = _wild_shares(one, two, wilds, laid, laid_wilds, ratio)
    return tuple(
        [
            share
            for share in (*natural, *wild)
            if share[0] >= clubs
            and share[1] >= diamonds
            and share[2] >= hearts
            and share[3] >= spades
            and share[4] >= least
        ]
    )


# -- sets of natural cards, of which there are few


@lru_cache(maxsize=4096)
def _natural_runs(suit: int, starts: int, two_aces: int) -> Part:
    """The runs of a suit whose lowest three cards begin at these positions."""
    along = ALONG[suit]
    mask = starts | starts << 1 | starts << 2
    found = []
    for low in range(POSITIONS):
        # how many positions follow each other from here up
        beyond = mask >> low
        above = (beyond ^ beyond + 1).bit_length() - 1
        # one ace cannot stand at both ends
        above -= above == POSITIONS and not two_aces
        found += [along[low : low + size] for size in range(SMALLEST, above + 1)]
    return None, None, tuple(found), max([len(cards) for cards in found])


@cache
def _beside_run(suit: int, low: int, high: int, below: int, above: int) -> tuple[Extension, ...]:
    """What can be laid off on a run of a suit from position `low` to below `high`, so many cards being
    there directly below it and above it."""
    along = ALONG[suit]
    found: list[Extension] = []
    if below:
        found.append(("low", tuple([along[start:low] for start in range(low - 1, low - below - 1, -1)]), below))
    if above:
        found.append(("high", tuple([along[high:end] for end in range(high + 1, high + above + 1)]), above))
    return tuple(found)


@cache
def _natural_groups(one: int, two: int) -> Part:
    """The groups of a rank, of which the cards `one` are there, those of `two` twice."""
    sets, most = _natural_shares(one, two)
    return None, None, tuple([cards for cards in sets if len(cards) >= SMALLEST]), most


@cache
def _natural_shares(one: int, two: int) -> tuple[tuple[tuple[Card, ...], ...], int]:
    """All that can be taken of a rank, of which the cards `one` are there, those of `two` twice."""
    rank = (one.bit_length() - 1) % 13
    sets = [_group_cards(rank, (*share, 0), ()) for share in _shares(one >> rank, two >> rank)]
    return tuple(sets), one.bit_count() + two.bit_count()


@cache
def _shares(one: int, two: int) -> list[tuple[int, int, int, int]]:
    """All that can be taken of so many clubs, diamonds, hearts and spades, but nothing at all."""
    clubs, diamonds, hearts, spades = [range((one >> at & 1) + (two >> at & 1) + 1) for at in (0, 13, 26, 39)]
    return [share for share in product(clubs, diamonds, hearts, spades) if any(share)]


# -- sets of natural and wild cards, counted before they are made


class Runs:
    """Consecutive cards of a suit with wild cards among them."""

    __slots__ = ("_ends", "_fixed", "_mask", "_suit", "_wilds", "_windows")

    def __init__(
        self,
        suit: int,
        mask: int,
        fixed: int,
        windows: tuple[Window, ...],
        ends: tuple[int, ...],
        wilds: tuple[Card, ...],
    ) -> None:
        """mask: the positions of the natural cards that are there. fixed: of those that no wild card
        takes the place of. ends: how many sets the windows have up to and with each."""
        self._suit: Final = suit
        self._mask: Final = mask
        self._fixed: Final = fixed
        self._windows: Final = windows
        self._ends: Final = ends
        self._wilds: Final = wilds

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        for window in self._windows:
            yield from self._of(window)

    def __getitem__(self, index: int, /) -> tuple[Card, ...]:
        at = bisect_right(self._ends, index)
        return next(self._of(self._windows[at], index - (self._ends[at - 1] if at else 0)))

    def _of(self, window: Window, first: int = 0) -> Iterator[tuple[Card, ...]]:
        """The sets of a window from its `first` on."""
        low, size, more, ways = window
        held = (1 << size) - 1 << low & self._mask
        gaps = ((1 << size) - 1 << low) ^ held
        along = ALONG[self._suit][low : low + size]
        if not more:
            yield _filled(along, gaps >> low, self._wilds)
            return
        free = [1 << place for place in range(low, low + size) if (held & ~self._fixed) >> place & 1]
        choices: Iterator[tuple[int, ...]] = combinations(free, more)
        if ways < comb(len(free), more):
            # one ace cannot stand at both ends
            choices = (chosen for chosen in choices if free[0] in chosen or free[-1] in chosen)
        for chosen in islice(choices, first, None):
            yield _filled(along, (gaps | sum(chosen)) >> low, self._wilds)


def _filled(cards: tuple[Card, ...], places: int, wilds: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards with wild ones in these places, given as bits."""
    filled = [*cards]
    for card in wilds:
        if not places:
            break
        filled[(places & -places).bit_length() - 1] = card
        places &= places - 1
    return tuple(filled)


@lru_cache(maxsize=2048)
def _wild_runs(
    suit: int, mask: int, two_aces: int, wilds: tuple[Card, ...], lowest: int, ratio: Ratio
) -> tuple[Part, ...]:
    """The runs of a suit with wild cards among them, natural cards being at the positions of `mask`."""
    # only a run of all positions may need two aces
    many = mask.bit_count() + len(wilds) >= POSITIONS
    windows, ends, most = _windows(mask, int(two_aces or not many), 1, len(wilds), lowest, ratio, 0)
    return ((None, None, Runs(suit, mask, 0, windows, ends, wilds), most),) if windows else ()


@lru_cache(maxsize=2048)
def _wild_beside(
    suit: int, mask: int, at: int, room: int, wilds: tuple[Card, ...], laid: int, ratio: Ratio
) -> tuple[Extension, ...]:
    """What can be laid off with wild cards at an end of a run of a suit; the rest is as for the windows
    beside it."""
    windows, ends, most = _windows_beside(mask, at, room, 1, len(wilds), laid, NATURALS, ratio, 0)
    if not windows:
        return ()
    runs = Runs(suit, mask << at if room > 0 else mask, 0, windows, ends, wilds)
    return (("high" if room > 0 else "low", runs, most),)


@lru_cache(maxsize=1024)
def _wild_in_group(
    rank: int, one: int, two: int, wilds: tuple[Card, ...], laid: int, ratio: Ratio
) -> tuple[Extension, ...]:
    """What can be laid off with wild cards on a group of a rank, of which the cards `one` are in hand, those
    of `two` twice; the rest is as for the shares, of a group with `NATURALS` wild cards."""
    shares, most = _wild_shares(one >> rank, two >> rank, len(wilds), laid, NATURALS, ratio)
    return ((None, Groups(rank, shares, wilds), most),) if shares else ()


@lru_cache(maxsize=1024)
def _wild_groups(rank: int, one: int, two: int, wilds: tuple[Card, ...], ratio: Ratio) -> tuple[Part, ...]:
    """The groups of a rank with wild cards, the cards `one` being in hand, those of `two` twice."""
    shares, most = _wild_shares(one >> rank, two >> rank, len(wilds), 0, 0, ratio)
    return ((None, None, Groups(rank, shares, wilds), most),) if shares else ()


Windows: TypeAlias = tuple[tuple[Window, ...], tuple[int, ...], int]
"""The windows in which there are sets, how many sets there are up to and with each, and the most
cards of one."""


def _counted(windows: list[Window]) -> Windows:
    ends = tuple(accumulate([window[3] for window in windows]))
    return tuple(windows), ends, max([window[1] for window in windows], default=0)


@lru_cache(maxsize=4096)
def _windows(mask: int, two_aces: int, least: int, wilds: int, lowest: int, ratio: Ratio, fixed: int) -> Windows:
    """The windows of the runs with at least `least` and at most so many wild cards, natural cards
    being at the positions of `mask`, and those at `fixed` in them."""
    found: list[Window] = []
    first = (mask & -mask).bit_length() - 1
    for low in range(max(lowest, first - wilds), POSITIONS):
        for size in range(SMALLEST, POSITIONS - low + 1):
            window = (1 << size) - 1 << low
            held = (window & mask).bit_count()
            if size - held > wilds:
                break
            if window & fixed != fixed:
                continue
            free = held - fixed.bit_count()
            most = min(wilds, most_wild(size, 0, 0, ratio)) - (size - held)
            for more in range(max(least - (size - held), 0), most + 1):
                ways = comb(free, more)
                if size == POSITIONS and not two_aces and mask & 1:
                    ways -= comb(free - 2, more)  # one ace cannot stand at both ends
                if ways:
                    found.append((low, size, more, ways))
    return _counted(found)


@lru_cache(maxsize=4096)
def _windows_beside(
    mask: int, at: int, room: int, least: int, wilds: int, laid: int, laid_wilds: int, ratio: Ratio, fixed: int
) -> Windows:
    """The windows of what can be laid off with at least `least` and at most so many wild cards, from
    the position `at` up or, where `room`, the number of places, is negative, below it. `mask`: the
    natural cards on that side, above from `at` on; `fixed`: those that are laid off in any case.
    laid, laid_wilds: what the run has."""
    found: list[Window] = []
    for size in range(1, abs(room) + 1):
        low = at if room > 0 else at - size
        window = (1 << size) - 1 << (0 if room > 0 else low)
        held = (window & mask).bit_count()
        if size - held > wilds:
            break
        if window & fixed != fixed:
            continue
        free = held - fixed.bit_count()
        # natural cards can be laid off on a meld that stood though it has too many wild ones
        most = max(min(wilds, most_wild(size, laid, laid_wilds, ratio)), 0) - (size - held)
        fewest = max(least - (size - held), 0)
        found += [(low, size, more, comb(free, more)) for more in range(fewest, min(most, free) + 1)]
    return _counted(found)


class Groups:
    """Cards of a rank and wild cards."""

    __slots__ = ("_rank", "_shares", "_wilds")

    def __init__(self, rank: int, shares: tuple[Share, ...], wilds: tuple[Card, ...]) -> None:
        self._rank: Final = rank
        self._shares: Final = shares
        self._wilds: Final = wilds

    def __len__(self) -> int:
        return len(self._shares)

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        return (_group_cards(self._rank, share, self._wilds) for share in self._shares)

    def __getitem__(self, index: int, /) -> tuple[Card, ...]:
        return _group_cards(self._rank, self._shares[index], self._wilds)


@lru_cache(maxsize=512)
def _wild_shares(
    one: int, two: int, wilds: int, laid: int, laid_wilds: int, ratio: Ratio
) -> tuple[tuple[Share, ...], int]:
    """What can be added, with at least one wild card of so many, to a group that has `laid` natural
    and `laid_wilds` wild cards, or none at all; and the most cards of it."""
    found = [
        (*share, used)
        for share in [(0, 0, 0, 0), *_shares(one, two)]
        for used in range(1, wilds + 1)
        if laid + laid_wilds + sum(share) + used >= SMALLEST and balanced(laid + sum(share), laid_wilds + used, ratio)
    ]
    return tuple(found), max([sum(share) for share in found], default=0)


def _group_cards(rank: int, share: Share, wilds: tuple[Card, ...]) -> tuple[Card, ...]:
    clubs, diamonds, hearts, spades, wild = share
    cards = (
        (CARDS[rank],) * clubs
        + (CARDS[13 + rank],) * diamonds
        + (CARDS[26 + rank],) * hearts
        + (CARDS[39 + rank],) * spades
    )
    return cards + wilds[:wild]


class Streamed:
    """Sets that are made one after the other; a few of them are kept."""

    __slots__ = ("_few", "_make", "_size")

    def __init__(self, make: Callable[[], Iterator[tuple[Card, ...]]]) -> None:
        self._make: Final = make
        self._few: tuple[tuple[Card, ...], ...] | None = None
        self._size: int | None = None

    def __iter__(self) -> Iterator[tuple[Card, ...]]:
        return self._make() if self._few is None else iter(self._few)

    def __len__(self) -> int:
        if self._size is None:
            few = tuple(islice(self._make(), _KEPT + 1))
            if len(few) <= _KEPT:
                self._few = few
                self._size = len(few)
            else:
                self._size = sum([1 for _ in self._make()])
        return self._size

    def __getitem__(self, index: int, /) -> tuple[Card, ...]:
        return next(islice(self, index, None)) if self._few is None else self._few[index]


_KEPT: Final = 256
"""So many sets are few."""


# -- what cards of a hand can be of use


def meldable(held: Holding) -> int:
    """The natural cards of a hand that may be in a meld, as bits; the others are in none."""
    once, wilds = 0, len(held.wilds)
    for suit in range(4):
        mask = positions(held.once, suit)
        if wilds:
            mask = sum(clusters(mask, wilds))
        else:
            starts = mask & mask >> 1 & mask >> 2
            mask = starts | starts << 1 | starts << 2
        once |= cards_at(mask, suit)
    ranks = group_ranks(held.once, held.twice, wilds=wilds > 0)
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


def may_have_meld_with(card: Card, once: int, twice: int) -> bool:
    """Whether there is a meld without wild cards of a natural card and cards of a hand that holds the
    natural cards `once`, and those of `twice` twice."""
    suit, rank = divmod(card.index, 13)
    if (once >> rank & _RANK).bit_count() + (twice >> rank & _RANK).bit_count() >= SMALLEST - 1:
        return True
    mask = positions(once | card.bit, suit)
    return mask & mask >> 1 & mask >> 2 & _STARTS[rank] != 0


_STARTS: Final = tuple(
    [
        sum({1 << low for own in positions_of(CARDS[rank]) for low in range(max(own - SMALLEST + 1, 0), own + 1)})
        for rank in range(13)
    ]
)
"""By rank, the lowest positions of the runs of three that a card can be in."""


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
    for beside in (range(low - 1, -1, -1), range(high, POSITIONS)):
        left = wilds
        for position in beside:
            if mask >> position & 1:
                reached |= 1 << position
            elif not left:
                break
            else:
                left -= 1
    return reached
