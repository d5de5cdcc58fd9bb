"""Whether a turn can be ended: the look-ahead behind the opening minimum and the end of a turn."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Final, Literal, TypeAlias

from attrs import evolve, frozen

from cardrules.cards import Card, Cards
from cardrules.duizenden.deck import PACKS, QUEEN, QUEENS, Wild
from cardrules.duizenden.emptying import can_empty
from cardrules.duizenden.hands import Holding, additions_to, holding, meldable_points, melds_of
from cardrules.duizenden.melds import extended, meld_points, replaced, wilds_in
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
    ENOUGH,
    Turn,
    has_opened,
    may_exchange,
    may_exchange_queen,
    may_lay_off,
    may_meld,
    may_use_wilds,
    new_turn,
    out_faults,
    queen_may_go,
    surely_ends,
)

EndFault: TypeAlias = Literal["opening", "end-turn"]


def end_fault(turn: Turn, whole: Cards) -> EndFault | None:
    """Why a turn cannot be ended legally any more, whatever follows; None where it can
    (duizenden.end-turn). `whole` is any hand that holds all of the turn's: the search remembers
    what it has found out about it.
    """
    rules = turn.rules
    owed = 0 if turn.laid is None else max(rules.opening_minimum - turn.laid, 0)
    if turn.bound:
        if can_empty(turn, whole):
            return None
    elif owed:
        if _reaches(turn, whole, owed, strict=True):
            return None
    elif can_end(turn):
        return None
    return "opening" if owed and not _reaches(turn, whole, owed, strict=False) else "end-turn"


def ground(turn: Turn, whole: Cards) -> tuple[EndFault | None, bool]:
    """Why the turn that an action leaves cannot be ended legally, None where it can; and whether it is bound to
    end with going out: where a player who goes out need not have opened, an action may be legal on that ground
    alone (duizenden.out.unopened). `whole`: as for `end_fault`."""
    fault = end_fault(turn, whole)
    unopened = turn.rules.out_unopened and not turn.bound and not has_opened(turn.laid, turn.rules)
    if fault is not None and unopened and can_empty(turn, whole):
        return None, True
    return fault, turn.bound


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


# -- melds that bring enough points


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
        if used or len(cards) < SPLITS:
            naturals = sum([UNIT[card.index] for card in cards if not card.bit & wild])
            worth = sum([table[card.index] for card in cards])
            brings = (meld_points(cards, rules), worth)
            best[naturals, used] = max(brings, best.get((naturals, used), brings))
    pieces: dict[int, list[_Piece]] = {}
    # what brings most is tried first
    for (points, worth), (naturals, used) in sorted([(brings, cards) for cards, brings in best.items()])[::-1]:
        pieces.setdefault(lowest_place(naturals), []).append(_Piece(naturals, used, points, worth))
    used_naturals = 0
    for naturals, _ in best:
        used_naturals |= naturals
    most = sum([table[card.index] for card in hand if card.bit & wild or UNIT[card.index] * 3 & used_naturals])
    return _Packing({kind: tuple(some) for kind, some in pieces.items()}, _BY_PLACE[rules.wild], most)


def _by_place(wild: Wild) -> tuple[int, ...]:
    points = PACKS[wild].points
    return tuple([points[13 * (place % 4) + place // 4] for place in range(52)])


_BY_PLACE: Final = {wild: _by_place(wild) for wild in PACKS}
"""What each place of a number brings, in points, by what is wild."""


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


@lru_cache(maxsize=1024)
def _searched(turn: Turn, whole: Cards, owed: int, strict: bool) -> bool:
    """Whether a search finds such melds, remembered for the turns asked about last."""
    rules = turn.rules
    usable = may_use_wilds(turn.turns, rules)
    number, wilds = counted(turn.hand, rules)
    search = _Reach(_packing(whole, rules, usable), turn, 0 if usable else wilds, strict)
    table = PACKS[rules.wild].points
    worth = sum([table[card.index] for card in (turn.hand if usable else naturals_of(turn.hand, rules))])
    return search.go(number, wilds if usable else 0, owed, worth, 0, 0)


_FIRST: Final = 32


def _reaches_soon(hand: Cards, held: Holding, owed: int, usable: bool, rules: Rules) -> bool:
    """Whether the best of the first melds that are found bring enough: so it mostly is, and a large
    hand has too many melds to look at all of them."""
    while True:
        most = 0
        best: tuple[Card, ...] = ()
        for cards in islice(melds_of(held, rules), _FIRST):
            points = meld_points(cards, rules)
            if points >= owed and len(hand) - len(cards) >= ENOUGH:
                return True
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
        lowest = lowest_place(left)
        for piece in self.packing.pieces.get(lowest, ()):
            fits = piece.wilds <= wilds and ((left | GUARDS) - piece.naturals) & GUARDS == GUARDS
            if fits and self.go(
                left - piece.naturals, wilds - piece.wilds, owed - piece.points, worth - piece.worth, others, queens
            ):
                return True
        queen = lowest == QUEEN_PLACE
        rest = left - (1 << BITS * lowest)
        if self.go(rest, wilds, owed, worth - self.packing.points[lowest], others + (not queen), queens + queen):
            return True
        self.failed.add(key)
        return False

    def ends(self, left: int, wilds: int, others: int, queens: int) -> bool:
        """Whether the turn can end with all the cards that are in no meld."""
        more = left >> BITS * QUEEN_PLACE & 3
        count = size(left)
        return _can_end(others + wilds + self.idle + count - more, queens + more, self.turn)


_ONE_QUEEN: Final = Cards([QUEEN])
