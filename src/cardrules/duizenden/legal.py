"""Which actions are legal: the generator."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, islice
from operator import itemgetter
from typing import Final, Literal, TypeAlias, overload

from cardrules.cards import CARDS, KINDS, Card, Cards, with_card, without_card
from cardrules.duizenden.actions import (
    CHALLENGES,
    DISCARDS,
    DRAWS,
    ENDS,
    LASTS,
    SWAPS,
    Deal,
    End,
    Exchange,
    PlayerAction,
    Reshuffle,
    is_action,
    new_lay_off,
    new_meld,
    new_pot,
)
from cardrules.duizenden.deck import PACKS, QUEEN, QUEENS, WILD_POINTS, Wild
from cardrules.duizenden.hands import (
    Piece,
    Sets,
    Streamed,
    group_ranks,
    holding,
    may_have_meld_with,
    melds_with,
    natural_extensions,
    natural_melds,
    wild_extensions,
    wild_melds,
)
from cardrules.duizenden.melds import (
    NATURALS,
    SMALLEST,
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
from cardrules.duizenden.referee import can_punish, violations
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import (
    Dealing,
    Drawing,
    Melding,
    Over,
    Reshuffling,
    State,
    Swapping,
    Table,
)
from cardrules.duizenden.turns import (
    ground,
    has_opened,
    is_stuck,
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
from cardrules.text import check_seat

Part: TypeAlias = tuple[int | None, End | Literal["exchange"] | None, Sets]
"""Actions that lay cards: the meld on the table (None: a new one), what is done there, the cards of
each action. Where cards are exchanged they are sets of one."""


_sets: Final[Callable[[Part], Sets]] = itemgetter(2)
"""The sets of a part."""


class Listing(tuple[PlayerAction, ...]):
    """A few legal actions, in a fixed order; equal to any listing that lists the same.

    `in` is strict: a value that is no action of the game is not in it, whatever it compares to.
    """

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        return is_action(action) and tuple.__contains__(self, action)


class LongListing(Sequence[PlayerAction]):
    """The legal actions of a state in which there may be very many, in a fixed order. Of the actions
    that differ only in which wild card stands in which place it lists one; `in` holds for all.

    An action is made when it is looked at; `len` and an index count what they can, and pass only the
    actions after which the end of the turn is in doubt. Equal to any listing that lists the same.
    """

    __slots__ = ("_bits", "_ends", "_head", "_make", "_parts", "_seat", "_state")

    def __init__(
        self,
        state: Swapping | Table,
        seat: int | None,
        head: tuple[PlayerAction, ...],
        bits: int,
        make: Callable[[], list[Part]],
    ) -> None:
        """head: actions as they are, the first ones. bits: the cards that can be swapped or discarded.
        make: gives the actions that lay cards."""
        self._state: Final = state
        self._seat: Final = seat
        self._head: Final = head
        self._bits: Final = bits
        self._make: Final = make
        self._parts: list[Part] | None = None
        self._ends: list[int] | None = None

    def _made(self) -> list[Part]:
        parts = self._parts
        if parts is None:
            parts = self._parts = self._make()
        return parts

    def _action(self, part: Part, cards: tuple[Card, ...]) -> PlayerAction:
        meld, end, _ = part
        seat = self._state.turn
        if meld is None:
            return new_pot(seat, cards) if type(self._state) is Drawing else new_meld(seat, cards)
        if end == "exchange":
            return _exchange(seat, meld, cards[0])
        return new_lay_off(seat, meld, cards, end)

    def _of_card(self, card: Card) -> PlayerAction:
        state = self._state
        return (SWAPS if type(state) is Swapping else DISCARDS)[state.turn][card.index]

    def __iter__(self) -> Iterator[PlayerAction]:
        yield from self._head
        yield from map(self._of_card, Cards.of(self._bits))
        for part in self._made():
            for cards in part[2]:
                yield self._action(part, cards)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def _counted(self) -> list[int]:
        """How many actions there are before each part, and in all."""
        ends = self._ends
        if ends is None:
            others = len(self._head) + self._bits.bit_count()
            ends = self._ends = [*accumulate(map(len, map(_sets, self._made())), initial=others)]
        return ends

    def __len__(self) -> int:
        return self._counted()[-1]

    def __contains__(self, action: object) -> bool:
        # a chance action may be legal, and is never listed
        if not is_action(action) or isinstance(action, Deal | Reshuffle):
            return False
        return self._seat in (None, action.seat) and not violations(self._state, action)

    @overload
    def __getitem__(self, index: int) -> PlayerAction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PlayerAction, ...]: ...
    def __getitem__(self, index: int | slice) -> PlayerAction | tuple[PlayerAction, ...]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step > 0:
                return tuple(islice(self, start, max(start, stop), step))
            places = range(start, stop, step)
            return tuple(islice(self, places[-1], places[0] + 1, -step))[::-1] if places else ()
        ends = self._counted()
        place = index if index >= 0 else ends[-1] + index
        if 0 <= place < ends[0]:
            place -= len(self._head)
            return self._head[place] if place < 0 else self._of_card(_nth(self._bits, place))
        if 0 <= place < ends[-1]:
            at = bisect_right(ends, place) - 1
            part = self._made()[at]
            return self._action(part, part[2][place - ends[at]])
        raise IndexError("there are fewer legal actions")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Listing | LongListing):
            return NotImplemented
        return self is other or (len(self) == len(other) and all([a == b for a, b in zip(self, other, strict=True)]))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The place of a listed action. Raises ValueError for anything else."""
        if start < 0 or (stop is not None and stop < 0):
            start, stop, _ = slice(start, stop).indices(len(self))
        if value in self:
            for place, action in enumerate(islice(self, stop)):
                if place >= start and action == value:
                    return place
        raise ValueError("the value is not in the listing")

    def count(self, value: object) -> int:
        """How often a value is listed: once or not at all."""
        return int(value in self and any(action == value for action in self))

    def __reduce__(self) -> tuple[Callable[..., Sequence[PlayerAction]], tuple[State, int | None]]:
        return legal_actions, (self._state, self._seat)

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"


def _nth(bits: int, place: int) -> Card:
    """Of the cards of `bits` the one in that place."""
    for _ in range(place):
        bits &= bits - 1
    return CARDS[(bits & -bits).bit_length() - 1]


def legal_actions(state: State, seat: int | None = None) -> Sequence[PlayerAction]:
    """The legal actions of all seats, or of `seat`; empty while chance is awaited and after the end.

    Raises ValueError where there is no such seat.
    """
    if seat is not None:
        check_seat(state.match.rules.players, seat)
    return _LISTERS[type(state)](state, seat)


_NOTHING: Final = Listing()


def _nothing(state: Dealing | Reshuffling | Over, seat: int | None) -> Listing:
    return _NOTHING


def _swapping(state: Swapping, seat: int | None) -> Sequence[PlayerAction]:
    turn = state.turn
    if seat is not None and seat != turn:
        return _NOTHING
    limit = state.match.rules.swap_limit
    if limit is not None and state.swaps >= limit:
        return _DRAWING[turn]
    bits = state.hands[turn].bits & KINDS & ~(state.open.bit | QUEEN.bit)
    return LongListing(state, seat, DRAWS[turn : turn + 1], bits, list)


def _drawing(state: Drawing, seat: int | None) -> Sequence[PlayerAction]:
    turn = state.turn
    rules = state.match.rules
    calls = _calls(state, seat) if rules.last_card_call else ()
    if seat is not None and seat != turn:
        return Listing(calls)
    if not may_take_pot(state, turn, rules):
        return Listing(DRAWS[turn : turn + 1] + calls) if calls else _DRAWING[turn]
    return LongListing(state, seat, DRAWS[turn : turn + 1] + calls, 0, partial(_takings, state, turn, rules))


_DRAWING: Final = tuple([Listing([draw]) for draw in DRAWS])


def may_take_pot(state: Drawing, seat: int, rules: Rules) -> bool:
    """Whether the seat may take the pot; if it says no, there is no way."""
    hand, place = state.hands[seat], state.places[seat]
    opened = place.opened or has_opened(0, rules) or not rules.pot_needs_opened
    if not opened or not state.pot or len(hand) < rules.pot_hand_minimum or not may_meld(place.turns + 1, rules):
        return False
    top = state.pot[-1]
    usable = may_use_wilds(place.turns + 1, rules)
    if top.bit & rules.wild_bits:
        return usable
    return may_have_meld_with(top, holding(hand, rules, wilds=usable))


def _takings(state: Drawing, seat: int, rules: Rules) -> list[Part]:
    """The ways to take the pot after which the turn can end."""
    hand, place, pot = state.hands[seat], state.places[seat], state.pot
    # the top card is not from hand, so one more card is left
    size = len(hand) + len(pot) - 1
    opened = place.opened or has_opened(0, rules)
    found: list[Part] = []
    for sets, most in melds_with(pot[-1], hand, rules, wilds=may_use_wilds(place.turns + 1, rules)):
        if opened and size - most >= 2:
            found.append((None, None, sets))
        else:
            found.append((None, None, Streamed(partial(filter, partial(_can_follow_pot, state, seat, rules), sets))))
    return found


def _can_follow_pot(state: Drawing, seat: int, rules: Rules, cards: tuple[Card, ...]) -> bool:
    """Whether the turn can be ended after these cards have taken the pot."""
    hand, place, pot = state.hands[seat], state.places[seat], state.pot
    laid = None if place.opened else meld_points(cards, rules)
    left = len(hand) + len(pot) - len(cards)
    if has_opened(laid, rules) and left > 2:
        return True
    whole = hand + Cards(pot[:-1])
    taken = list(cards)
    taken.remove(pot[-1])
    melds = (*state.melds, lay(cards, seat, rules))
    turn = new_turn(rules, seat, place.turns + 1, whole - Cards(taken), melds, laid, False)
    return ground(turn, whole)[0] is None


def _melding(state: Melding, seat: int | None) -> Sequence[PlayerAction]:
    rules = state.match.rules
    calls = _calls(state, seat) if rules.last_card_call else ()
    turn = state.turn
    if seat is not None and seat != turn:
        return Listing(calls)
    ends, discards = _ends(state, turn, state.hands[turn], rules)
    return LongListing(state, seat, calls + ends, discards, _Laying(state, rules).parts)


def _ends(state: Melding, seat: int, hand: Cards, rules: Rules) -> tuple[tuple[PlayerAction, ...], int]:
    """The end of the turn without a discard, where it is legal, and the cards that can be discarded,
    as bits."""
    unmet = bool(state.laid) and not has_opened(state.laid, rules)
    bits = hand.bits
    if bits & bits - 1:
        if unmet or state.bound:
            return (), 0
    elif out_faults(state.laid, state.places[seat].turns, rules) or (unmet and not rules.out_unopened):
        return (), 0
    if bits & QUEEN.bit and not queen_may_go(hand, rules):
        stuck = state.fresh and is_stuck(hand, rules)
        return ENDS[seat : seat + 1] if stuck else (), bits & KINDS & ~QUEEN.bit
    return (), bits & KINDS


class _Laying:
    """The actions that lay cards on the table: lay-offs, exchanges, new melds.

    They come in parts that depend on a part of the hand alone. What follows in the turn is asked about
    the actions after which it is in doubt.
    """

    __slots__ = ("free", "held", "opened", "room", "rules", "state")

    def __init__(self, state: Melding, rules: Rules) -> None:
        seat = state.turn
        hand = state.hands[seat]
        self.state: Final = state
        self.rules: Final = rules
        self.held: Final = holding(hand, rules, wilds=may_use_wilds(state.places[seat].turns, rules))
        self.opened: Final = has_opened(state.laid, rules)
        # a hand of three cards has one that can be discarded
        self.room: Final = hand.bits.bit_count() - 2
        self.free: Final = self.room if self.opened and not state.bound else 0

    def parts(self) -> list[Part]:
        """The parts; some may be empty."""
        rules, state, held = self.rules, self.state, self.held
        found = self.on_table() if self.opened or rules.out_unopened else []
        if may_meld(state.places[state.turn].turns, rules):
            naturals = natural_melds(held, lowest_position(rules))
            if self.opened or state.bound:
                for sets, most in naturals:
                    self.add(found, None, None, sets, most)
            elif naturals:
                openings = partial(self.openings, naturals)
                kept = Streamed(openings) if held.wilds or self.room > _SMALL else tuple(openings())
                found.append((None, None, kept))
            if held.wilds:
                self.add_wild_melds(found)
        return found

    def on_table(self) -> list[Part]:
        """Lay-offs and exchanges."""
        seat, rules, held = self.state.turn, self.rules, self.held
        once, wilds, lowest = held.once, held.wilds, lowest_position(rules)
        found: list[Part] = []
        for place, meld in enumerate(self.state.melds):
            if (wilds or once & meld.grows) and may_lay_off(meld.owner, seat, rules):
                extensions = natural_extensions(meld, held, lowest)
                if wilds:
                    extensions += wild_extensions(meld, held, lowest, rules.ratio)
                for end, sets, most in extensions:
                    self.add(found, place, end, sets, most)
            if once & meld.takes and may_exchange(meld.owner, seat, rules):
                takes = once & meld.takes
                if takes & QUEEN.bit and not may_exchange_queen(meld.owner, seat, rules):
                    takes &= ~QUEEN.bit
                # the hand stays as large as it is
                self.add(found, place, "exchange", [(card,) for card in Cards.of(takes)], 0)
        return found

    def add(
        self, found: list[Part], meld: int | None, end: End | Literal["exchange"] | None, sets: Sets, most: int
    ) -> None:
        """Adds those of the actions after which the turn can end; `most`: the most cards of one."""
        if most >= self.free:
            allowed = partial(filter, partial(self.allows, meld, end), sets)
            # of a player who has opened only what is left in hand is looked at
            sets = Streamed(allowed) if self.held.wilds or not self.free else tuple(allowed())
        found.append((meld, end, sets))

    def openings(self, naturals: list[Piece]) -> Iterator[tuple[Card, ...]]:
        """Those of the melds without wild cards of a player who has not opened after which the turn can
        end. What one or two melds bring is seen without a search."""
        rules, room, once, twice = self.rules, self.room, self.held.once, self.held.twice
        owed = rules.opening_minimum - (self.state.laid or 0)
        facts = [_facts(cards, rules.wild, rules.low_ace_points) for sets, _ in naturals for cards in sets]
        alone = not self.held.wilds and not rules.out_unopened
        if alone and sum([points for points, _, _, _, _ in facts]) < owed:
            return
        for points, size, cards, one, two in facts:
            if points >= owed and size < room:
                yield cards
                continue
            # the melds that the hand holds beside this one
            others = [o for o in facts if not (o[3] & one & ~twice or o[3] & two or o[4] & one)]
            if alone and points + sum([other[0] for other in others]) < owed:
                continue
            soon = any([points + other[0] >= owed and size + other[1] < room for other in others])
            soon = soon or self.has_wild_group(once & ~(two | one & ~twice), twice & ~one, owed - points, room - size)
            if soon or self.fits(None, None, cards):
                yield cards

    def has_wild_group(self, once: int, twice: int, owed: int, room: int) -> bool:
        """Whether two of these natural cards surely form a group with a wild card that brings what is
        owed and is smaller than `room`."""
        if not self.held.wilds or room <= SMALLEST or _least_with_wilds(self.rules) < owed:
            return False
        return group_ranks(once, twice, wilds=True) != 0

    def add_wild_melds(self, found: list[Part]) -> None:
        """Adds the melds with wild cards."""
        rules, state = self.rules, self.state
        owes = not self.opened and not has_opened((state.laid or 0) + _least_with_wilds(rules), rules)
        for sets, most in wild_melds(self.held, lowest_position(rules), rules.ratio):
            if most < self.room and not owes and not state.bound:
                found.append((None, None, sets))
            else:
                self.add(found, None, None, sets, most)

    def allows(self, meld: int | None, end: End | Literal["exchange"] | None, cards: tuple[Card, ...]) -> bool:
        """Whether the turn can be ended after an action that is right in itself."""
        return self.is_free(meld, cards) or self.fits(meld, end, cards)

    def is_free(self, meld: int | None, cards: tuple[Card, ...]) -> bool:
        """Whether the action leaves cards enough for the turn to end."""
        size = len(cards)
        if size < self.free:
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


def _least_with_wilds(rules: Rules) -> int:
    """The least that a meld with a wild card can bring, in points."""
    pack = PACKS[rules.wild]
    cheapest = min(pack.points)
    return WILD_POINTS[rules.wild] + (NATURALS - 1) * cheapest + min(cheapest, rules.low_ace_points)


_exchange: Final = lru_cache(maxsize=4096)(Exchange)


@lru_cache(maxsize=4096)
def _facts(cards: tuple[Card, ...], wild: Wild, low_ace_points: int) -> tuple[int, int, tuple[Card, ...], int, int]:
    """What a meld brings, how many cards it has, the cards, the bits of those that are in it, and of
    those that are in it twice."""
    bits = heap(cards).bits
    return points_of(cards, wild, low_ace_points), len(cards), cards, bits & KINDS, bits >> 64


def _calls(state: Table, seat: int | None) -> tuple[PlayerAction, ...]:
    """The call of the last card, and the challenges."""
    calls: list[PlayerAction] = []
    for whom, place in enumerate(state.places):
        if place.call == "due" and seat in (None, whom):
            calls.append(LASTS[whom])
        if place.call == "missed" and can_punish(state):
            others = [other for other in range(len(state.places)) if other != whom and seat in (None, other)]
            calls += [CHALLENGES[other][whom] for other in others]
    return tuple(calls)


_LISTERS: Final[dict[type, Callable[..., Sequence[PlayerAction]]]] = {
    Dealing: _nothing,
    Swapping: _swapping,
    Drawing: _drawing,
    Melding: _melding,
    Reshuffling: _nothing,
    Over: _nothing,
}
