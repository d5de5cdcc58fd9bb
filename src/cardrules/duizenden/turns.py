"""What a turn allows and how it can end: the predicates of Duizenden beyond the melds, each written
once, and the look-ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, Literal, TypeAlias

from attrs import evolve, frozen

from cardrules.cards import Card, Cards, without_card
from cardrules.duizenden.deck import PACKS, QUEEN, QUEENS, Wild
from cardrules.duizenden.hands import Holding, additions_to, holding, layable, meldable, meldable_points, melds_of
from cardrules.duizenden.melds import Laid, exchanged, extended, meld_points, replaced, stands_for, wilds_in
from cardrules.duizenden.rules import Rules
from cardrules.quick import quick


@frozen(weakref_slot=False)
class Turn:
    """A turn in which cards may be laid: what decides how it can end.

    turns: the turns that the player has begun in the round, this one too. hand, melds: as they are,
    or would be after an action. laid, bound: as in `Melding`.
    """

    rules: Rules
    seat: int
    turns: int
    hand: Cards
    melds: tuple[Laid, ...]
    laid: int | None
    bound: bool


new_turn: Final[Callable[[Rules, int, int, Cards, tuple[Laid, ...], int | None, bool], Turn]] = quick(Turn)


# -- the predicates that decide


def has_opened(laid: int | None, rules: Rules) -> bool:
    """Whether a player has opened, given what its first melds have brought (duizenden.opening)."""
    return laid is None or laid >= rules.opening_minimum


def may_renew(pot: tuple[Card, ...], rules: Rules) -> bool:
    """Whether a pot can become a new stock (duizenden.stock)."""
    return rules.empty_stock == "reshuffle" and len(pot) > 1


def may_use_wilds(turns: int, rules: Rules) -> bool:
    """Whether wild cards may be laid in a player's turn of that number (duizenden.meld.first-turn)."""
    return rules.wild_in_first_turn or turns > 1


def may_meld(turns: int, rules: Rules) -> bool:
    """Whether a player may meld in its turn of that number (duizenden.out.first-circuit)."""
    return turns >= rules.melds_from_circuit


def may_lay_off(owner: int, seat: int, rules: Rules) -> bool:
    """Whether `seat` may lay off on a meld of `owner` (duizenden.layoff)."""
    return rules.layoff == "any" or owner == seat


def may_exchange(owner: int, seat: int, rules: Rules) -> bool:
    """Whether `seat` may take a wild card out of a meld of `owner` (duizenden.exchange)."""
    return rules.exchange == "any" or (rules.exchange == "own" and owner == seat)


def may_exchange_queen(owner: int, seat: int, rules: Rules) -> bool:
    """Whether the queen may take the place of that wild card (duizenden.exchange.queen)."""
    return rules.queen_exchange or owner == seat


OutFault: TypeAlias = Literal["opening-turn", "first-circuit"]


def out_faults(laid: int | None, turns: int, rules: Rules) -> tuple[OutFault, ...]:
    """What keeps a player from going out in this turn (duizenden.out.*)."""
    found: list[OutFault] = []
    if laid and not rules.out_in_opening_turn:
        found.append("opening-turn")
    if turns == 1 and not rules.out_in_first_circuit:
        found.append("first-circuit")
    return tuple(found)


def queen_may_go(hand: Cards, rules: Rules) -> bool:
    """Whether the queen may be discarded from a hand that holds her (duizenden.discard.queen)."""
    if rules.queen_discard == "never" or hand.bits & ~QUEENS:
        return False
    return rules.queen_discard == "only_card" or len(hand) == 1


def is_stuck(hand: Cards, rules: Rules) -> bool:
    """Whether a hand, right after drawing, holds only cards that may not be discarded
    (duizenden.end-turn)."""
    return not hand.bits & ~QUEENS and not queen_may_go(hand, rules)


# -- the look-ahead

_RECENT: Final = 1024
"""Of so many turns it is remembered what a search has found: a player looks at the same ones again and
again."""

EndFault: TypeAlias = Literal["opening", "end-turn"]


def end_fault(turn: Turn, whole: Cards) -> EndFault | None:
    """Why a turn cannot be ended legally any more, whatever follows; None where it can
    (duizenden.end-turn). `whole` is any hand that holds all of the turn's: the search remembers
    what it has found out about it.
    """
    rules = turn.rules
    owed = 0 if turn.laid is None else max(rules.opening_minimum - turn.laid, 0)
    if turn.bound:
        if can_empty(turn):
            return None
    elif owed:
        if _reaches(turn, whole, owed, strict=True):
            return None
    elif can_end(turn):
        return None
    return "opening" if owed and not _reaches(turn, whole, owed, strict=False) else "end-turn"


def surely_ends(others: int, queens: int, may_go_out: bool, rules: Rules) -> bool | None:
    """Whether a player who has opened can end the turn with so many queens and other cards in hand;
    None where it depends on what can be done with the queens."""
    if others:
        # another card than the queen is discarded; the player goes out if none is left
        return others + queens > 1 or may_go_out
    if not queens:
        return may_go_out and rules.last_card == "free"
    return False if queens == 1 and not may_go_out else None


def can_end(turn: Turn) -> bool:
    """Whether a player who has opened can still end the turn."""
    hand = turn.hand.bits
    queens = (hand & QUEENS).bit_count()
    return _can_end(hand.bit_count() - queens, queens, turn)


def _can_end(others: int, queens: int, turn: Turn) -> bool:
    """The same, by the numbers of queens and of other cards in hand."""
    rules = turn.rules
    may_go_out = not out_faults(turn.laid, turn.turns, rules)
    known = surely_ends(others, queens, may_go_out, rules)
    if known is not None:
        return known
    if queen_may_go(Cards([QUEEN] * queens), rules) or _queen_exchanges(turn):
        return True
    laid_off = _queen_laid_off(turn)
    if queens == 1:
        return rules.last_card == "free" and bool(laid_off)
    return any([_can_end(0, 1, after) for after in laid_off])


def _queen_exchanges(turn: Turn) -> bool:
    """Whether the queen can be exchanged for a wild card, which can be discarded."""
    rules, seat = turn.rules, turn.seat
    return any(
        [
            True
            for meld in turn.melds
            if meld.takes & QUEEN.bit
            and may_exchange(meld.owner, seat, rules)
            and may_exchange_queen(meld.owner, seat, rules)
        ]
    )


def _queen_laid_off(turn: Turn) -> list[Turn]:
    """What the turn can become when one queen is laid off; the hand is left as it was."""
    rules, seat = turn.rules, turn.seat
    held = holding(_ONE_QUEEN, rules)
    after = []
    for place, meld in enumerate(turn.melds):
        if may_lay_off(meld.owner, seat, rules):
            for end, cards in additions_to(meld, held, rules):
                grown = extended(meld, end, cards, seat, rules)
                after.append(evolve(turn, melds=replaced(turn.melds, place, grown)))
    return after


def ground(turn: Turn, whole: Cards) -> tuple[EndFault | None, bool]:
    """The same, and whether the turn is bound to end with going out after the action: where a
    player who goes out need not open, an action may be legal on that ground alone
    (duizenden.out.unopened)."""
    fault = end_fault(turn, whole)
    unopened = turn.rules.out_unopened and not turn.bound and not has_opened(turn.laid, turn.rules)
    if fault is not None and unopened and can_empty(turn):
        return None, True
    return fault, turn.bound


# -- packing melds into a hand
#
# A hand is one number with three bits for each natural card, rank by rank: two count its copies,
# the third is a guard that shows whether a subtraction has borrowed. Melds of natural cards alone
# that can be split into two are left out, since only which cards are used counts.

_BITS: Final = 3
_PLACE: Final = tuple([_BITS * (4 * (index % 13) + index // 13) for index in range(52)])
_UNIT: Final = tuple([1 << place for place in _PLACE])
_GUARDS: Final = sum([unit << _BITS - 1 for unit in _UNIT])
_SPLITS: Final = 6


@frozen
class _Piece:
    """Cards that form a meld: the natural ones as a number, how many wild ones, what they bring, and
    what they are worth elsewhere."""

    naturals: int
    wilds: int
    points: int
    worth: int


@frozen
class _Packing:
    """The melds that a hand can form, by the lowest natural card; the points of each place; what all
    cards that can be in a meld bring together."""

    pieces: dict[int, tuple[_Piece, ...]]
    points: tuple[int, ...]
    most: int


@lru_cache(maxsize=64)
def _packing(hand: Cards, rules: Rules, wilds: bool) -> _Packing:
    """The melds that a hand can form, remembered for the hands asked about last."""
    wild = rules.wild_bits
    table = PACKS[rules.wild].points
    best: dict[tuple[int, int], tuple[int, int]] = {}
    for cards in melds_of(holding(hand, rules, wilds=wilds), rules):
        used = wilds_in(cards, rules)
        if used or len(cards) < _SPLITS:
            naturals = sum([_UNIT[card.index] for card in cards if not card.bit & wild])
            worth = sum([table[card.index] for card in cards])
            brings = (meld_points(cards, rules), worth)
            best[naturals, used] = max(brings, best.get((naturals, used), brings))
    pieces: dict[int, list[_Piece]] = {}
    # what brings most is tried first
    for (points, worth), (naturals, used) in sorted([(brings, cards) for cards, brings in best.items()])[::-1]:
        pieces.setdefault(_lowest(naturals), []).append(_Piece(naturals, used, points, worth))
    used_naturals = 0
    for naturals, _ in best:
        used_naturals |= naturals
    most = sum([table[card.index] for card in hand if card.bit & wild or _UNIT[card.index] * 3 & used_naturals])
    return _Packing({kind: tuple(some) for kind, some in pieces.items()}, _BY_PLACE[rules.wild], most)


def _by_place(wild: Wild) -> tuple[int, ...]:
    points = PACKS[wild].points
    return tuple([points[13 * (place % 4) + place // 4] for place in range(52)])


_BY_PLACE: Final = {wild: _by_place(wild) for wild in PACKS}
"""What each place of a number brings, in points, by what is wild."""


def _lowest(naturals: int) -> int:
    """The place of the lowest card of a number."""
    return ((naturals & -naturals).bit_length() - 1) // _BITS


def _split(hand: Cards, rules: Rules) -> tuple[Cards, int]:
    """The natural cards of a hand, and how many wild ones there are."""
    naturals = Cards([card for card in hand if not card.bit & rules.wild_bits])
    return naturals, len(hand) - len(naturals)


def _number(naturals: Cards) -> int:
    """Natural cards as a number."""
    return sum([_UNIT[card.index] for card in naturals])


def _reaches(turn: Turn, whole: Cards, owed: int, *, strict: bool) -> bool:
    """Whether new melds from hand can bring what is owed, in points; if `strict`, so that the turn
    can be ended after them."""
    if not may_meld(turn.turns, turn.rules):
        return False
    rules, hand = turn.rules, turn.hand
    usable = may_use_wilds(turn.turns, rules)
    held = holding(hand, rules, wilds=usable)
    if meldable_points(held, rules) < owed:
        return False
    if _reaches_soon(hand, held, owed, usable, rules):
        return True
    packing = _packing(whole, rules, usable)
    if packing.most < owed:
        return False
    if not hand.bits & QUEENS:
        # only she can be in need of the table
        turn = new_turn(rules, turn.seat, turn.turns, hand, (), turn.laid, turn.bound)
    return _searched(turn, whole, owed, strict)


@lru_cache(maxsize=_RECENT)
def _searched(turn: Turn, whole: Cards, owed: int, strict: bool) -> bool:
    """Whether a search finds such melds, remembered for the turns asked about last."""
    rules = turn.rules
    usable = may_use_wilds(turn.turns, rules)
    naturals, wilds = _split(turn.hand, rules)
    search = _Reach(_packing(whole, rules, usable), turn, 0 if usable else wilds, strict)
    table = PACKS[rules.wild].points
    worth = sum([table[card.index] for card in (turn.hand if usable else naturals)])
    return search.go(_number(naturals), wilds if usable else 0, owed, worth, 0, 0)


_FIRST: Final = 32


def _reaches_soon(hand: Cards, held: Holding, owed: int, usable: bool, rules: Rules) -> bool:
    """Whether the best of the first melds that are found bring enough: so it mostly is, and a large
    hand has too many melds to look at all of them."""
    while True:
        most = 0
        best: tuple[Card, ...] = ()
        for cards in islice(melds_of(held, rules), _FIRST):
            points = meld_points(cards, rules)
            if points >= owed and len(hand) - len(cards) > 2:
                return True  # another card than the queen can be discarded
            if points > most:
                most, best = points, cards
        if not best:
            return False
        owed -= most
        hand -= Cards(best)
        held = holding(hand, rules, wilds=usable)


class _Reach:
    """A search for melds that bring enough points, lowest card first: the cards still to be looked
    at are those above the last, so what is looked at again is remembered by them alone."""

    def __init__(self, packing: _Packing, turn: Turn, idle: int, strict: bool) -> None:
        self.packing: Final = packing
        self.turn: Final = turn
        self.idle: Final = idle
        self.strict: Final = strict
        self.failed: Final[set[tuple[int, int, int, int, int]]] = set()

    def go(self, left: int, wilds: int, owed: int, worth: int, others: int, queens: int) -> bool:
        """`left`, `wilds`: the cards not yet looked at, `worth` so much; `others`, `queens`: those
        passed over."""
        if owed <= 0:
            return not self.strict or self.ends(left, wilds, others, queens)
        if not left or worth < owed:
            return False
        key = (left, wilds, owed, min(others, 3), queens)
        if key in self.failed:
            return False
        lowest = _lowest(left)
        for piece in self.packing.pieces.get(lowest, ()):
            fits = piece.wilds <= wilds and ((left | _GUARDS) - piece.naturals) & _GUARDS == _GUARDS
            if fits and self.go(
                left - piece.naturals, wilds - piece.wilds, owed - piece.points, worth - piece.worth, others, queens
            ):
                return True
        queen = lowest == _QUEEN_PLACE
        rest = left - (1 << _BITS * lowest)
        if self.go(rest, wilds, owed, worth - self.packing.points[lowest], others + (not queen), queens + queen):
            return True
        self.failed.add(key)
        return False

    def ends(self, left: int, wilds: int, others: int, queens: int) -> bool:
        """Whether the turn can end with all the cards that are in no meld."""
        more = left >> _BITS * _QUEEN_PLACE & 3
        count = _count(left)
        return _can_end(others + wilds + self.idle + count - more, queens + more, self.turn)


_QUEEN_PLACE: Final = _PLACE[QUEEN.index] // _BITS
_ONES: Final = sum(_UNIT)
_ONE_QUEEN: Final = Cards([QUEEN])


def _count(naturals: int) -> int:
    """How many cards a number counts."""
    return (naturals & _ONES).bit_count() + 2 * (naturals >> 1 & _ONES).bit_count()


# -- emptying the hand


@lru_cache(maxsize=_RECENT)
def can_empty(turn: Turn) -> bool:
    """Whether the hand can be emptied in this turn (duizenden.out.unopened), remembered for the turns
    asked about last.

    Only what is on the table in the end counts: the melds that were there with what was exchanged
    in them and laid off on them, and new melds. Exchanges come first, for they only help the ratio;
    new melds need neither, for they can be laid as they are in the end. What is laid off at both ends
    of a run can always be laid off in one of the two orders. All wild cards are alike here.
    """
    if out_faults(turn.laid, turn.turns, turn.rules):
        return False
    naturals, wilds = _split(turn.hand, turn.rules)
    search = _Empty(turn, naturals, wilds)
    # the wild cards that will have been taken from melds are in hand from the start
    return any(search.go(0, naturals, wilds + taken, taken) for taken in range(search.most[0] + 1))


def _with_wilds(naturals: Cards, wilds: int, rules: Rules) -> Cards:
    """A hand of these natural cards and so many wild ones."""
    return naturals + Cards(_WILDS[rules.wild][:wilds])


_WILDS: Final = {wild: tuple([card for card in pack.deck if card.bit & pack.wild]) for wild, pack in PACKS.items()}


class _Empty:
    """A search that goes from meld to meld: what is exchanged in each, what is laid off on it, and
    in the end whether the rest of the hand falls into new melds."""

    def __init__(self, turn: Turn, naturals: Cards, wilds: int) -> None:
        self.turn: Final = turn
        self.usable: Final = may_use_wilds(turn.turns, turn.rules)
        self.failed: Final[set[tuple[int, int, int, int]]] = set()
        rules, seat = turn.rules, turn.seat
        takings = [meld.wild_count if may_exchange(meld.owner, seat, rules) else 0 for meld in turn.melds]
        # the most wild cards that can be taken from the melds from each place on
        self.most: Final = [sum(takings[place:]) for place in range(len(takings) + 1)]
        self.whole: Final = _with_wilds(naturals, wilds + self.most[0], rules)
        self.packing: _Packing | None = None

    def held(self, naturals: Cards, wilds: int) -> Holding:
        """A hand of these natural cards and so many wild ones."""
        used = _WILDS[self.turn.rules.wild][:wilds] if self.usable else ()
        return Holding(naturals.kinds().bits, naturals.bits >> 64, used)

    def go(self, place: int, naturals: Cards, wilds: int, owed: int) -> bool:
        """From the meld `place` on, with these cards in hand, `owed` of whose wild ones have to be
        taken from melds yet."""
        key = (place, naturals.bits, wilds, owed)
        if key in self.failed:
            return False
        turn = self.turn
        done = False
        if place == len(turn.melds):
            done = not owed and self.covers(naturals, wilds)
        elif owed <= self.most[place] and not self.is_hopeless(naturals, wilds, turn.melds[place:]):
            meld = turn.melds[place]
            done = any(
                self.go(place + 1, left, wilds - used, owed - taken)
                for rest, changed, taken in self.exchanges(naturals, meld)
                if taken <= owed
                for left, used in self.remainders(rest, wilds, changed)
            )
        if not done:
            self.failed.add(key)
        return done

    def covers(self, naturals: Cards, wilds: int) -> bool:
        """Whether the hand falls into new melds and at most one card to discard."""
        if self.packing is None:
            # the melds of all hands that are looked at
            self.packing = _packing(self.whole, self.turn.rules, self.usable)
        return _covers(naturals, wilds, self.turn, self.packing)

    def exchanges(self, naturals: Cards, meld: Laid) -> Iterator[tuple[Cards, Laid, int]]:
        """What can be left of the natural cards after exchanges in a meld, what the meld is then, and
        how many wild cards were taken from it."""
        yield naturals, meld, 0
        rules, seat = self.turn.rules, self.turn.seat
        if not may_exchange(meld.owner, seat, rules):
            return
        seen = {naturals.bits}
        found = [(naturals, meld, 0)]
        for rest, changed, taken in found:
            for card in Cards.of(rest.bits & changed.takes):
                at = stands_for(changed, card, rules)
                left = without_card(rest, card)
                allowed = card is not QUEEN or may_exchange_queen(meld.owner, seat, rules)
                if at is not None and allowed and left.bits not in seen:
                    seen.add(left.bits)
                    found.append((left, exchanged(changed, at, card, seat), taken + 1))
                    yield found[-1]

    def remainders(self, naturals: Cards, wilds: int, meld: Laid) -> Iterator[tuple[Cards, int]]:
        """What can be left of the natural cards after laying off on a meld, at one end or at both or
        nothing at all, and how many wild cards were laid off."""
        yield naturals, 0
        rules, seat = self.turn.rules, self.turn.seat
        if not may_lay_off(meld.owner, seat, rules):
            return
        for end, cards in additions_to(meld, self.held(naturals, wilds), rules):
            one, used = _split(Cards(cards), rules)
            rest = naturals - one
            yield rest, used
            if end is not None:
                grown = extended(meld, end, cards, seat, rules)
                for other, more in additions_to(grown, self.held(rest, wilds - used), rules):
                    if other != end:
                        two, also = _split(Cards(more), rules)
                        yield rest - two, used + also

    def is_hopeless(self, naturals: Cards, wilds: int, melds: tuple[Laid, ...]) -> bool:
        """Whether two natural cards can neither be in a new meld nor be laid off on one of these or
        exchanged in it, so that one is left beside the discard."""
        rules, seat = self.turn.rules, self.turn.seat
        held = self.held(naturals, wilds)
        used = meldable(held) if may_meld(self.turn.turns, rules) else 0
        for meld in melds:
            if not held.once & ~used:
                return False
            if may_lay_off(meld.owner, seat, rules):
                used |= layable(meld, held, len(held.wilds))
            if may_exchange(meld.owner, seat, rules):
                used |= held.once & meld.takes
        idle = held.once & ~used
        return idle.bit_count() + (idle & held.twice).bit_count() > 1


def _covers(naturals: Cards, wilds: int, turn: Turn, packing: _Packing) -> bool:
    """Whether natural cards and so many wild ones fall into new melds and at most one card to
    discard; `packing`: that of a hand with all of them."""
    rules = turn.rules
    must = rules.last_card == "discard"
    pieces = packing.pieces if may_meld(turn.turns, rules) else {}
    failed: set[tuple[int, int, bool]] = set()

    def go(left: int, wilds: int, spare: bool) -> bool:
        if not left:
            # a wild card can only be the discard now
            return wilds == 1 and spare if wilds else not (must and spare)
        key = (left, wilds, spare)
        if key in failed:
            return False
        lowest = _lowest(left)
        for piece in pieces.get(lowest, ()):
            fits = piece.wilds <= wilds and ((left | _GUARDS) - piece.naturals) & _GUARDS == _GUARDS
            if fits and go(left - piece.naturals, wilds - piece.wilds, spare):
                return True
        goes = lowest != _QUEEN_PLACE or queen_may_go(_ONE_QUEEN, rules)
        if spare and goes and go(left - (1 << _BITS * lowest), wilds, False):
            return True
        failed.add(key)
        return False

    return go(_number(naturals), wilds, True)
