"""Where the cards of a deal can have been, from what is known of them: exact, and without trying
deals one by one.

A card goes one of a few ways: it is dealt to a seat and kept, dealt to the declarer and given to a
defender, lies in the widow and is taken and kept, and so on. How many cards go each way is known
once it is known which gift came from the hand and which from the widow. What is left is a
matching of cards and ways, and Hall's theorem decides it: there is one if, and only if, the cards
that may go one of some ways are as many as those ways take, whichever some are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from cardrules.tausend.deck import DECK, WORTH

WIDOW: Final = -1
"""In place of a seat."""

HAND: Final = 7
WIDOW_SIZE: Final = 3

_ALL: Final = DECK.bits


def _worth(least: int, most: int) -> int:
    """The bits of the cards worth so many card points."""
    return sum([card.bit for card in DECK if least <= WORTH[card.index] <= most])


_Slot: TypeAlias = tuple[int, int]
"""Some cards of the widow: what they are among, and how many they are."""

_ANY_WIDOW: Final[tuple[tuple[_Slot, ...], ...]] = (((_ALL, 3),),)

# a widow of fewer than 5 card points, and one of 5 or more: what is true of its cards in each case
_POOR: Final = (
    ((_worth(0, 4), 1), (_worth(0, 0), 2)),
    ((_worth(0, 2), 2), (_worth(0, 0), 1)),
)
_RICH: Final = (
    ((_worth(10, 11), 1), (_ALL, 2)),
    ((_worth(3, 11), 1), (_worth(2, 11), 1), (_ALL, 1)),
    ((_worth(2, 11), 3),),
)


@frozen
class Part:
    """A part of a deal as it is known: these cards are in it; all of it, if `whole`."""

    cards: int = 0
    whole: bool = False


@frozen
class Gift:
    """A card that the declarer gave to the seat `to`, one of the bits `cards`."""

    to: int
    cards: int = _ALL


@frozen
class Choice:
    """All cards of one of the `sets` of bits are in what was dealt to `seat`, or (not `dealt`) in
    its hand after the gifts."""

    seat: int
    sets: tuple[int, ...]
    dealt: bool


@frozen
class Known:
    """What is known of the cards of a deal.

    parts: by seat that was dealt to, and `WIDOW`. declarer: who took the widow, if somebody did.
    gifts: in order. holds, lacks: by seat, cards that it has, and has not, after the gifts (in
    the end, where none are made). choices: see there. poor: whether the widow was poor, if that is known.
    """

    parts: Mapping[int, Part]
    declarer: int | None = None
    gifts: tuple[Gift, ...] = ()
    holds: Mapping[int, int] = field(factory=dict)
    lacks: Mapping[int, int] = field(factory=dict)
    choices: frozenset[Choice] = frozenset()
    poor: bool | None = None

    def taken(self, declarer: int) -> Known:
        """The same, and who took the widow."""
        return evolve(self, declarer=declarer)

    def turned_up(self, poor: bool) -> Known:
        """The same, and whether the widow was poor."""
        return evolve(self, poor=poor)

    def held(self, seat: int, cards: int) -> Known:
        """The same, and `seat` has these cards."""
        return evolve(self, holds={**self.holds, seat: self.holds.get(seat, 0) | cards})

    def lacking(self, seat: int, cards: int) -> Known:
        """The same, and `seat` has none of these cards."""
        return evolve(self, lacks={**self.lacks, seat: self.lacks.get(seat, 0) | cards})

    def given(self, gift: Gift) -> Known:
        """The same, and a further gift."""
        return evolve(self, gifts=(*self.gifts, gift))

    def chosen(self, choice: Choice) -> Known:
        """The same, and one of the sets of `choice` is there."""
        return evolve(self, choices=self.choices | {choice})


@frozen
class _Way:
    """Where some cards went: `count` of `cards` were dealt to `dealt`; `gift` is the number of the
    gift that they became (None: they were kept)."""

    dealt: int
    gift: int | None
    cards: int
    count: int


@frozen
class Places:
    """A deal as it may have been, or all such deals together: by part the bits of its cards, and by
    gift those of its card."""

    parts: Mapping[int, int]
    gifts: tuple[int, ...]


def all_places(known: Known) -> Places | None:
    """By part and gift, the cards that some deal has there; None where there is no such deal."""
    if not known.choices:
        return _all_places(known, None)
    # more than without the choices it cannot be
    most = _all_places(evolve(known, choices=frozenset()), None)
    return None if most is None else _all_places(known, most)


def _all_places(known: Known, most: Places | None) -> Places | None:
    parts = dict.fromkeys(known.parts, 0)
    gifts = [0] * len(known.gifts)
    found = False
    for ways in _cases(known):
        if found and all([way.cards & ~_entered(parts, gifts, way) == 0 for way in ways]):
            continue
        possible = _possible(ways)
        if possible is None:
            continue
        found = True
        _enter(parts, gifts, ways, possible)
        if most is not None and (parts, gifts) == (most.parts, [*most.gifts]):
            break
    return Places(parts, tuple(gifts)) if found else None


def _entered(parts: dict[int, int], gifts: list[int], way: _Way) -> int:
    """The cards of a way that are known to go it, or others to the same places."""
    return parts[way.dealt] if way.gift is None else parts[way.dealt] & gifts[way.gift]


def one_deal(known: Known) -> Places | None:
    """One such deal, always the same; None where there is none."""
    for ways in _cases(known):
        possible = _possible(ways)
        if possible is None:
            continue
        for card in DECK:
            # a card goes the first way that it can
            at = next(at for at, cards in enumerate(possible) if cards & card.bit)
            if sum([cards & card.bit != 0 for cards in possible]) > 1:
                ways = [evolve(way, cards=way.cards & ~card.bit) if n != at else way for n, way in enumerate(ways)]
                narrowed = _possible(ways)
                assert narrowed is not None  # some deal has the card there
                possible = narrowed
        parts = dict.fromkeys(known.parts, 0)
        gifts = [0] * len(known.gifts)
        _enter(parts, gifts, ways, possible)
        return Places(parts, tuple(gifts))
    return None


def _enter(parts: dict[int, int], gifts: list[int], ways: list[_Way], possible: list[int]) -> None:
    for way, cards in zip(ways, possible, strict=True):
        parts[way.dealt] |= cards
        if way.gift is not None:
            gifts[way.gift] |= cards


def _possible(ways: list[_Way]) -> list[int] | None:
    """By way, the cards that go it in some matching; None where there is no matching.

    Where some ways take all cards that may go them at all, those cards can go no other.
    """
    neighbours, counts = [0], [0]
    for way in ways:
        neighbours += [cards | way.cards for cards in neighbours]
        counts += [count + way.count for count in counts]
    possible = [way.cards for way in ways]
    for some, (cards, count) in enumerate(zip(neighbours, counts, strict=True)):
        room = cards.bit_count() - count
        if room < 0:
            return None
        if room == 0:
            for at in range(len(ways)):
                if not some >> at & 1:
                    possible[at] &= ~cards
    # a way that takes no card has none
    return [cards if way.count else 0 for way, cards in zip(ways, possible, strict=True)]


# -- the cases


def _cases(known: Known) -> Iterator[list[_Way]]:
    """The ways of each case: which choice was true, what the widow is like, where each gift is from."""
    for parts, holds in _chosen(known.parts, known.holds, sorted(known.choices, key=repr)):
        dealt = _apart({part: cards.cards for part, cards in parts.items()})
        if dealt is None or any([part.cards & ~_ALL for part in parts.values()]):
            continue
        allowed = {part: dealt[part] & (cards.cards if cards.whole else _ALL) for part, cards in parts.items()}
        held = _apart({seat: holds.get(seat, 0) for seat in parts})
        if held is None:
            continue
        kept = {seat: cards & ~known.lacks.get(seat, 0) for seat, cards in held.items()}
        for slots in _ANY_WIDOW if known.poor is None else _POOR if known.poor else _RICH:
            yield from _ways(known, allowed, kept, slots)


def _apart(cards: Mapping[int, int]) -> dict[int, int] | None:
    """By place, all cards that are not known to be at another; None where one is known to be at two."""
    known = 0
    for some in cards.values():
        if some & known:
            return None
        known |= some
    return {place: _ALL & ~known | some for place, some in cards.items()}


def _chosen(
    parts: Mapping[int, Part], holds: Mapping[int, int], choices: list[Choice]
) -> Iterator[tuple[Mapping[int, Part], Mapping[int, int]]]:
    """What is known, with one set of each choice."""
    for sets in product(*[choice.sets for choice in choices]):
        some_parts, some_holds = dict(parts), dict(holds)
        for choice, cards in zip(choices, sets, strict=True):
            seat = choice.seat
            if choice.dealt:
                some_parts[seat] = evolve(some_parts[seat], cards=some_parts[seat].cards | cards)
            else:
                some_holds[seat] = some_holds.get(seat, 0) | cards
        yield some_parts, some_holds


def _ways(
    known: Known, allowed: Mapping[int, int], kept: Mapping[int, int], slots: tuple[_Slot, ...]
) -> Iterator[list[_Way]]:
    declarer = known.declarer
    hands = [
        _Way(seat, None, cards & kept[seat], HAND) for seat, cards in allowed.items() if seat not in (WIDOW, declarer)
    ]
    if declarer is None:
        yield hands + [_Way(WIDOW, None, allowed[WIDOW] & kept[WIDOW] & cards, count) for cards, count in slots]
        return
    # where the declarer's cards come from: what was dealt, then the widow
    sources = [(declarer, allowed[declarer], HAND)]
    sources += [(WIDOW, allowed[WIDOW] & cards, count) for cards, count in slots]
    for origins in product(range(len(sources)), repeat=len(known.gifts)):
        ways = list(hands)
        for number, (place, cards, count) in enumerate(sources):
            ways.append(_Way(place, None, cards & kept[declarer], count - origins.count(number)))
        for number, (gift, origin) in enumerate(zip(known.gifts, origins, strict=True)):
            place, cards, _ = sources[origin]
            ways.append(_Way(place, number, cards & kept[gift.to] & gift.cards, 1))
        if all([way.count >= 0 for way in ways]):
            yield ways
