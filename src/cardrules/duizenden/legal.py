"""Which actions are legal: the generator."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Final, overload

from cardrules.cards import KINDS, Card, Cards
from cardrules.duizenden.actions import (
    CHALLENGES,
    DISCARDS,
    DRAWS,
    ENDS,
    LASTS,
    SWAPS,
    Deal,
    Exchange,
    PlayerAction,
    Reshuffle,
    is_action,
    new_lay_off,
    new_meld,
    new_pot,
)
from cardrules.duizenden.deck import QUEEN
from cardrules.duizenden.hands import Part
from cardrules.duizenden.laying import layings, may_take_pot, takings
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
    has_opened,
    is_stuck,
    out_faults,
    queen_may_go,
)
from cardrules.listing import ShortListing
from cardrules.text import check_player


class Listing(ShortListing[PlayerAction]):
    """A few legal actions, in a fixed order; equal to any listing that lists the same."""

    __slots__ = ()

    @staticmethod
    def is_action(value: object) -> bool:
        """Whether any value at all is an action of the game (cardrules.action)."""
        return is_action(value)


class LongListing(Sequence[PlayerAction]):
    """The legal actions of a state in which there may be very many, in a fixed order. Of the actions
    that differ only in which wild card stands in which place it lists one; `in` holds for all.

    An action is made when it is looked at; `len` and an index count what they can, and pass only the
    actions after which the end of the turn is in doubt. Equal to any listing that lists the same.
    """

    __slots__ = ("_bits", "_ends", "_head", "_parts", "_seat", "_state")

    def __init__(self, state: Swapping | Table, seat: int | None, head: tuple[PlayerAction, ...], bits: int) -> None:
        """head: actions as they are, the first ones. bits: the cards that can be swapped or discarded."""
        self._state: Final = state
        self._seat: Final = seat
        self._head: Final = head
        self._bits: Final = bits
        self._parts: list[Part] | None = None
        self._ends: list[int] | None = None

    def _made(self) -> list[Part]:
        """The actions that lay cards, in parts; made once."""
        parts = self._parts
        if parts is None:
            parts = self._parts = _PARTS[type(self._state)](self._state)
        return parts

    def _counted(self) -> list[int]:
        """How many actions there are before each part, and in all; counted once."""
        count = len(self._head) + self._bits.bit_count()
        ends = [count]
        for part in self._made():
            count += len(part[2])
            ends.append(count)
        self._ends = ends
        return ends

    def _making(self, part: Part) -> Callable[[tuple[Card, ...]], PlayerAction]:
        """What makes an action of a part."""
        meld, end, _, _ = part
        state = self._state
        if meld is None:
            return partial(new_pot if type(state) is Drawing else new_meld, state.turn)
        if end == "exchange":
            return partial(_exchange, state.turn, meld)
        return partial(new_lay_off, state.turn, meld, end=end)

    def _of_cards(self) -> tuple[PlayerAction, ...]:
        """By index of a card, its swap or discard."""
        state = self._state
        return (SWAPS if type(state) is Swapping else DISCARDS)[state.turn]

    def __iter__(self) -> Iterator[PlayerAction]:
        bits, of_cards = self._bits, self._of_cards()
        cards = []
        while bits:
            low = bits & -bits
            cards.append(of_cards[low.bit_length() - 1])
            bits ^= low
        return chain(self._head, cards, self._laid())

    def _laid(self) -> Iterator[PlayerAction]:
        """The actions that lay cards."""
        for part in self._made():
            yield from map(self._making(part), part[2])

    def __bool__(self) -> bool:
        return bool(self._head or self._bits) or next(iter(self), None) is not None

    def __len__(self) -> int:
        return (self._ends or self._counted())[-1]

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
        ends = self._ends or self._counted()
        place = index if index >= 0 else ends[-1] + index
        if 0 <= place < ends[0]:
            head = self._head
            if place < len(head):
                return head[place]
            bits = self._bits
            for _ in range(place - len(head)):
                bits &= bits - 1
            return self._of_cards()[(bits & -bits).bit_length() - 1]
        if 0 <= place < ends[-1]:
            at = bisect_right(ends, place) - 1
            part = self._made()[at]
            return self._making(part)(part[2][place - ends[at]])
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


def legal_actions(state: State, seat: int | None = None) -> Sequence[PlayerAction]:
    """The legal actions of all seats, or of `seat`; empty while chance is awaited and after the end.

    Raises ValueError where there is no such seat.
    """
    if seat is not None:
        check_player(state.match.rules.players, seat)
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
    return LongListing(state, seat, DRAWS[turn : turn + 1], bits)


def _drawing(state: Drawing, seat: int | None) -> Sequence[PlayerAction]:
    turn = state.turn
    rules = state.match.rules
    calls = _calls(state, seat) if rules.last_card_call else ()
    if seat is not None and seat != turn:
        return Listing(calls)
    if not may_take_pot(state, turn, rules):
        return Listing(DRAWS[turn : turn + 1] + calls) if calls else _DRAWING[turn]
    return LongListing(state, seat, DRAWS[turn : turn + 1] + calls, 0)


_DRAWING: Final = tuple([Listing([draw]) for draw in DRAWS])


def _melding(state: Melding, seat: int | None) -> Sequence[PlayerAction]:
    rules = state.match.rules
    calls = _calls(state, seat) if rules.last_card_call else ()
    turn = state.turn
    if seat is not None and seat != turn:
        return Listing(calls)
    ends, discards = _ends(state, turn, state.hands[turn], rules)
    return LongListing(state, seat, calls + ends, discards)


def _ends(state: Melding, seat: int, hand: Cards, rules: Rules) -> tuple[tuple[PlayerAction, ...], int]:
    """The end of the turn without a discard, where it is legal, and the cards that can be discarded,
    as bits."""
    laid, bits = state.laid, hand.bits
    unmet = laid and not has_opened(laid, rules)
    if bits & bits - 1:
        if unmet or state.bound:
            return (), 0
    elif out_faults(laid, state.places[seat].turns, rules) or (unmet and not rules.out_unopened):
        return (), 0
    if bits & QUEEN.bit and not queen_may_go(hand, rules):
        stuck = state.fresh and is_stuck(hand, rules)
        return ENDS[seat : seat + 1] if stuck else (), bits & KINDS & ~QUEEN.bit
    return (), bits & KINDS


@lru_cache(maxsize=4096)
def _exchange(seat: int, meld: int, cards: tuple[Card]) -> Exchange:
    return Exchange(seat, meld, cards[0])


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


_PARTS: Final[dict[type, Callable[..., list[Part]]]] = {
    Swapping: lambda _: [],
    Drawing: takings,
    Melding: layings,
}
"""What the states in which there may be very many actions make of those that lay cards."""

_LISTERS: Final[dict[type, Callable[..., Sequence[PlayerAction]]]] = {
    Dealing: _nothing,
    Swapping: _swapping,
    Drawing: _drawing,
    Melding: _melding,
    Reshuffling: _nothing,
    Over: _nothing,
}
