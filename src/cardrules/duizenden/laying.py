"""Which cards can be laid: the part of the generator that is about melds, lay-offs, exchanges and the pot.

Cards come in parts, each a place and the sets of cards that can be laid there, counted before they are
made. What follows in the turn is asked about those after which it is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Final, Literal, TypeAlias

from cardrules.cards import KINDS, Card, Cards, with_card, without_card
from cardrules.duizenden.actions import End
from cardrules.duizenden.deck import PACKS, QUEEN, QUEENS, WILD_POINTS, Wild
from cardrules.duizenden.emptying import can_empty
from cardrules.duizenden.ending import ground
from cardrules.duizenden.hands import (
    Extension,
    Holding,
    Part,
    Streamed,
    group_extensions,
    group_ranks,
    holding,
    holding_of,
    may_have_meld_with,
    melds_with,
    natural_melds,
    run_extensions,
    wild_extensions,
    wild_melds,
)
from cardrules.duizenden.melds import (
    NATURALS,
    SMALLEST,
    Laid,
    Run,
    exchanged,
    extended,
    heap,
    lay,
    lowest_position,
    meld_points,
    points_of,
    replaced,
    stands_for,
)
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import Drawing, Melding
from cardrules.duizenden.turns import (
    ENOUGH,
    has_opened,
    may_exchange,
    may_exchange_queen,
    may_lay_off,
    may_meld,
    may_use_wilds,
    new_turn,
    out_faults,
    surely_ends,
)


def may_take_pot(state: Drawing, seat: int, rules: Rules) -> bool:
    """Whether the seat may take the pot; if it says no, there is no way."""
    place, pot = state.places[seat], state.pot
    if not pot or not (place.opened or not rules.pot_needs_opened or has_opened(0, rules)):
        return False
    hand, turns = state.hands[seat], place.turns + 1
    if len(hand) < rules.pot_hand_minimum or not may_meld(turns, rules):
        return False
    top, wild = pot[-1], rules.wild_bits
    if (top.bit | hand.bits) & wild and may_use_wilds(turns, rules):
        return True
    return not top.bit & wild and may_have_meld_with(top, hand.bits & KINDS & ~wild, hand.bits >> 64 & KINDS & ~wild)


def takings(state: Drawing) -> list[Part]:
    """The ways to take the pot after which the turn can end."""
    seat, rules = state.turn, state.match.rules
    hand, place, pot = state.hands[seat], state.places[seat], state.pot
    size = len(hand) + len(pot)
    opened = place.opened or has_opened(0, rules)
    found: list[Part] = []
    for sets, most in melds_with(pot[-1], hand, rules, wilds=may_use_wilds(place.turns + 1, rules)):
        if not opened or size - most < ENOUGH:
            sets = Streamed(partial(filter, partial(_can_follow_pot, state, seat, rules), sets))
        found.append((None, None, sets, most))
    return found


def _can_follow_pot(state: Drawing, seat: int, rules: Rules, cards: tuple[Card, ...]) -> bool:
    """Whether the turn can be ended after these cards have taken the pot."""
    hand, place, pot = state.hands[seat], state.places[seat], state.pot
    laid = None if place.opened else meld_points(cards, rules)
    left = len(hand) + len(pot) - len(cards)
    if has_opened(laid, rules) and left >= ENOUGH:
        return True
    whole = hand + Cards(pot[:-1])
    taken = list(cards)
    taken.remove(pot[-1])
    melds = (*state.melds, lay(cards, seat, rules))
    turn = new_turn(rules, seat, place.turns + 1, whole - Cards(taken), melds, laid, False)
    return ground(turn, whole)[0] is None


def layings(state: Melding) -> list[Part]:
    """The actions that lay cards on the table: lay-offs, exchanges, new melds; some parts may be empty."""
    rules, seat, laid = state.match.rules, state.turn, state.laid
    hand, turns = state.hands[seat], state.places[seat].turns
    bits, lowest = hand.bits, lowest_position(rules)
    once, twice = bits & KINDS, bits >> 64 & KINDS
    held: Holding | None = None
    if bits & rules.wild_bits:
        held = holding(hand, rules, wilds=may_use_wilds(turns, rules))
        once, twice = held.once, held.twice
        held = held if held.wilds else None
    opened = laid is None or has_opened(laid, rules)
    found: list[Part] = []
    if opened or rules.out_unopened:
        found = _on_table(state.melds, once, twice, held, lowest, seat, rules)
    naturals: list[Part] = []
    wild: list[Part] = []
    if may_meld(turns, rules):
        naturals = natural_melds(once, twice, lowest)
        if held:
            wild = wild_melds(held, lowest, rules.ratio)
    if not opened or state.bound:
        if (found or state.bound) and not can_empty(
            new_turn(rules, seat, turns, hand, state.melds, laid, state.bound), hand
        ):
            # who has not opened lays off and exchanges only to go out
            found = []
            if state.bound:
                return found
        if not (found or naturals or wild):
            return found
        return _Doubts(state, held or holding_of(once, twice, ()), -1).cleared(found, naturals, wild)
    found += naturals
    found += wild
    sure = bits.bit_count() - ENOUGH
    for _, _, _, most in found:
        if most > sure:
            doubts = _Doubts(state, held or holding_of(once, twice, ()), _surely(state, hand))
            return [doubts.cleared_part(part) for part in found]
    return found


def _on_table(
    melds: tuple[Laid, ...], once: int, twice: int, held: Holding | None, lowest: int, seat: int, rules: Rules
) -> list[Part]:
    """Lay-offs, on a run down to the position `lowest`, and exchanges of a hand that holds the natural
    cards `once`, and those of `twice` twice. held: the same with its wild cards, if there are some."""
    found: list[Part] = []
    for place, meld in enumerate(melds):
        if not held and not once & meld.reach:
            continue
        one, takes = once & meld.grows, once & meld.takes
        if (one or held) and may_lay_off(meld.owner, seat, rules):
            if not one:
                extensions: tuple[Extension, ...] = ()
            elif type(meld) is Run:
                extensions = run_extensions(meld, once, lowest)
            else:
                extensions = group_extensions(one, twice & one)
            if held:
                extensions += wild_extensions(meld, held, lowest, rules.ratio)
            for extension in extensions:
                found.append((place,) + extension)  # noqa: PERF401  # of so few a list costs more
        if takes and may_exchange(meld.owner, seat, rules):
            if takes & QUEEN.bit and not may_exchange_queen(meld.owner, seat, rules):
                takes &= ~QUEEN.bit
            # the hand stays as large as it is
            found.append((place, "exchange", _each_of(takes), 0))
    return found


@lru_cache(maxsize=1024)
def _each_of(bits: int) -> tuple[tuple[Card], ...]:
    """Each of these cards alone."""
    return tuple([(card,) for card in Cards.of(bits)])


def _surely(state: Melding, hand: Cards) -> int:
    """How many cards a player who has opened can lay, whatever they are, so that the turn can end
    after them."""
    rules = state.match.rules
    queens = (hand.bits & QUEENS).bit_count()
    # a meld may be the first one
    laid = None if state.laid is None else 1
    may_go_out = not out_faults(laid, state.places[state.turn].turns, rules)
    left = ENOUGH
    while left and all(
        [surely_ends(left - 1 - some, some, may_go_out, rules) for some in range(min(queens, left - 1) + 1)]
    ):
        left -= 1
    return hand.bits.bit_count() - left


class _Doubts:
    """Decides about actions after which the end of the turn is in doubt.

    sure: so many cards can be laid, whatever they are. room: who lays fewer keeps `ENOUGH`.
    """

    __slots__ = ("held", "opened", "room", "rules", "state", "sure")

    def __init__(self, state: Melding, held: Holding, sure: int) -> None:
        self.state: Final = state
        self.rules: Final = state.match.rules
        self.held: Final = held
        self.opened: Final = has_opened(state.laid, self.rules)
        self.room: Final = len(state.hands[state.turn]) - ENOUGH + 1
        self.sure: Final = sure

    def cleared(self, on_table: list[Part], naturals: list[Part], wild: list[Part]) -> list[Part]:
        """Those of the actions of a player who has not opened, or must go out, after which the turn can
        end."""
        state, rules = self.state, self.rules
        found = [self.cleared_part(part) for part in on_table]
        if state.bound:
            return found + [self.cleared_part(part) for part in (*naturals, *wild)]
        if naturals:
            openings = partial(self.openings, naturals)
            kept = Streamed(openings) if self.held.wilds or self.room > _SMALL else tuple(openings())
            found.append((None, None, kept, self.room))
        if not wild:
            return found
        owes = not has_opened((state.laid or 0) + _least_with_wilds(rules.wild, rules.low_ace_points), rules)
        return found + [self.cleared_part(part) if owes or part[3] >= self.room else part for part in wild]

    def cleared_part(self, part: Part) -> Part:
        """Those of the actions after which the turn can end."""
        meld, end, sets, most = part
        if most <= self.sure:
            return part
        allowed = partial(filter, partial(self.allows, meld, end), sets)
        # of a player who has opened only what is left in hand is looked at
        streamed = self.held.wilds or self.sure < 0
        return meld, end, Streamed(allowed) if streamed else tuple(allowed()), most

    def openings(self, naturals: list[Part]) -> Iterator[tuple[Card, ...]]:
        """Those of the melds without wild cards of a player who has not opened after which the turn can
        end. What one or two melds bring is seen without a search."""
        rules, room, once, twice = self.rules, self.room, self.held.once, self.held.twice
        owed = rules.opening_minimum - (self.state.laid or 0)
        facts = [_facts(cards, rules.wild, rules.low_ace_points) for _, _, sets, _ in naturals for cards in sets]
        alone = not self.held.wilds and not rules.out_unopened
        if alone and _most_points(facts, twice) < owed:
            return
        for points, size, cards, one, two in facts:
            if points >= owed and size < room:
                yield cards
                continue
            # the melds that the hand holds beside this one
            others = [o for o in facts if not (o[3] & one & ~twice or o[3] & two or o[4] & one)]
            if alone and points + _most_points(others, twice) < owed:
                continue
            soon = any([points + other[0] >= owed and size + other[1] < room for other in others])
            soon = soon or self.has_wild_group(once & ~(two | one & ~twice), twice & ~one, owed - points, room - size)
            if soon or self.fits(None, None, cards):
                yield cards

    def has_wild_group(self, once: int, twice: int, owed: int, room: int) -> bool:
        """Whether two of these natural cards surely form a group with a wild card that brings what is
        owed and is smaller than `room`."""
        if not self.held.wilds or room <= SMALLEST:
            return False
        brings = _least_with_wilds(self.rules.wild, self.rules.low_ace_points)
        return brings >= owed and group_ranks(once, twice, wilds=True) != 0

    def allows(self, meld: int | None, end: End | Literal["exchange"] | None, cards: tuple[Card, ...]) -> bool:
        """Whether the turn can be ended after an action that is right in itself."""
        return self.is_free(meld, cards) or self.fits(meld, end, cards)

    def is_free(self, meld: int | None, cards: tuple[Card, ...]) -> bool:
        """Whether the action leaves cards enough for the turn to end."""
        size = len(cards)
        if size <= self.sure:
            return True
        if meld is not None or self.opened or self.state.bound or size >= self.room:
            return False
        return has_opened((self.state.laid or 0) + meld_points(cards, self.rules), self.rules)

    def fits(self, meld: int | None, end: End | Literal["exchange"] | None, cards: tuple[Card, ...]) -> bool:
        """The same, of an action of which it is in doubt."""
        state, seat, rules, laid = self.state, self.state.turn, self.rules, self.state.laid
        hand, turns = state.hands[seat], state.places[seat].turns
        bound = state.bound or (meld is not None and not self.opened)
        whole = hand
        if meld is None:
            laid = None if laid is None else laid + meld_points(cards, rules)
            rest = hand - heap(cards)
        elif end == "exchange":
            at = stands_for(state.melds[meld], cards[0], rules)
            assert at is not None  # only such exchanges are made
            whole = rest = with_card(without_card(hand, cards[0]), state.melds[meld].cards[at])
        else:
            rest = hand - heap(cards)
        if not bound and has_opened(laid, rules):
            known = self.ends(rest, laid, turns)
            if known is not None:
                return known
        if meld is None:
            melds = (*state.melds, lay(cards, seat, rules))
        elif end == "exchange":
            assert at is not None
            melds = replaced(state.melds, meld, exchanged(state.melds[meld], at, cards[0], seat))
        else:
            melds = replaced(state.melds, meld, extended(state.melds[meld], end, cards, seat, rules))
        return ground(new_turn(rules, seat, turns, rest, melds, laid, bound), whole)[0] is None

    def ends(self, rest: Cards, laid: int | None, turns: int) -> bool | None:
        """Whether a player who has opened can end the turn with that hand; None: it depends."""
        queens = (rest.bits & QUEENS).bit_count()
        may_go_out = not out_faults(laid, turns, self.rules)
        return surely_ends(len(rest) - queens, queens, may_go_out, self.rules)


_SMALL: Final = 20
"""What can be done with so many cards is soon seen."""


@lru_cache(maxsize=64)
def _least_with_wilds(wild: Wild, low_ace_points: int) -> int:
    """The least that a meld with a wild card can bring, in points."""
    cheapest = min(PACKS[wild].points)
    return WILD_POINTS[wild] + (NATURALS - 1) * cheapest + min(cheapest, low_ace_points)


Facts: TypeAlias = tuple[int, int, tuple[Card, ...], int, int]
"""What a meld brings, how many cards it has, the cards, the bits of those that are in it, and of those
that are in it twice."""


def _most_points(facts: list[Facts], twice: int) -> int:
    """At least what can be laid of these melds, in points: one whose cards are all held twice can be laid
    twice."""
    return sum([points if one & ~twice else 2 * points for points, _, _, one, _ in facts])


@lru_cache(maxsize=4096)
def _facts(cards: tuple[Card, ...], wild: Wild, low_ace_points: int) -> Facts:
    bits = heap(cards).bits
    return points_of(cards, wild, low_ace_points), len(cards), cards, bits & KINDS, bits >> 64
