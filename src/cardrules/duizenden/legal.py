"""Which actions are legal: the generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Final, overload

from cardrules.cards import Cards
from cardrules.duizenden.actions import (
    CHALLENGES,
    DISCARDS,
    DRAWS,
    ENDS,
    LASTS,
    SWAPS,
    Deal,
    Exchange,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Reshuffle,
    is_action,
)
from cardrules.duizenden.deck import QUEEN
from cardrules.duizenden.melds import (
    Holding,
    additions_to,
    exchanged,
    extended,
    holding,
    lay,
    may_have_melds,
    meld_points,
    melds_of,
    melds_with,
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
    check_seat,
)
from cardrules.duizenden.turns import (
    Turn,
    ground,
    has_opened,
    is_stuck,
    may_exchange,
    may_exchange_queen,
    may_lay_off,
    may_meld,
    may_reach,
    may_use_wilds,
    out_faults,
    queen_may_go,
)
from cardrules.tables import ByCards

_KEPT: Final = 256
"""A listing of up to so many actions keeps them, a longer one makes them again each time."""


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

    It is made as it is looked at: the first item and `in` are cheap, while `len`, an index and a
    loop take the time of the items that they pass. Equal to any listing that lists the same.
    """

    __slots__ = ("_head", "_items", "_rest", "_seat", "_size", "_state")

    def __init__(
        self,
        state: State,
        seat: int | None,
        head: tuple[PlayerAction, ...],
        rest: Callable[[], Iterator[PlayerAction]],
    ) -> None:
        self._state: Final = state
        self._seat: Final = seat
        self._head: Final = head
        self._rest: Final = rest
        self._items: tuple[PlayerAction, ...] | None = None
        self._size: int | None = None

    def _kept(self) -> tuple[PlayerAction, ...] | None:
        """The actions, if they are few."""
        if self._items is None and self._size is None:
            rest = tuple(islice(self._rest(), _KEPT + 1))
            if len(rest) <= _KEPT:
                self._items = self._head + rest
        return self._items

    def __iter__(self) -> Iterator[PlayerAction]:
        return chain(self._head, self._rest()) if self._items is None else iter(self._items)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        if self._size is None:
            items = self._kept()
            self._size = sum([1 for _ in self]) if items is None else len(items)
        return self._size

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
        items = self._kept()
        if items is not None:
            return items[index]
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step > 0:
                return tuple(islice(self, start, max(start, stop), step))
            return tuple([self[place] for place in range(start, stop, step)])
        place = index if index >= 0 else len(self) + index
        found = next(islice(self, place, None), None) if place >= 0 else None
        if found is None:
            raise IndexError("there are fewer legal actions")
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Listing | LongListing):
            return NotImplemented
        return self is other or (len(self) == len(other) and all([a == b for a, b in zip(self, other, strict=True)]))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"


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


def _swapping(state: Swapping, seat: int | None) -> Listing:
    turn = state.turn
    if seat is not None and seat != turn:
        return _NOTHING
    limit = state.match.rules.swap_limit
    if limit is not None and state.swaps >= limit:
        return _DRAWING[turn]
    bits = state.hands[turn].bits & _KINDS & ~(state.open.bit | QUEEN.bit)
    return Listing(DRAWS[turn : turn + 1] + _swaps(turn).of(bits))


def _drawing(state: Drawing, seat: int | None) -> Sequence[PlayerAction]:
    turn = state.turn
    rules = state.match.rules
    calls = _calls(state, seat) if rules.last_card_call else ()
    if seat is not None and seat != turn:
        return Listing(calls)
    if not state.pot or not _may_take_pot(state, turn, rules):
        return Listing(DRAWS[turn : turn + 1] + calls) if calls else _DRAWING[turn]
    return LongListing(state, seat, DRAWS[turn : turn + 1] + calls, lambda: _pots(state, turn, rules))


_KINDS: Final = (1 << 53) - 1
_DRAWING: Final = tuple([Listing([draw]) for draw in DRAWS])


@cache
def _swaps(seat: int) -> ByCards[PlayerAction]:
    return ByCards(SWAPS[seat])


@cache
def _discards(seat: int) -> ByCards[PlayerAction]:
    return ByCards(DISCARDS[seat])


# the same lay-offs, exchanges and melds come up again and again
_meld_action: Final = lru_cache(maxsize=4096)(Meld)
_lay_off: Final = lru_cache(maxsize=4096)(LayOff)
_exchange: Final = lru_cache(maxsize=4096)(Exchange)


def _may_take_pot(state: Drawing, seat: int, rules: Rules) -> bool:
    """Whether the seat may take the pot, if it has the cards for it."""
    place = state.places[seat]
    opened = place.opened or has_opened(0, rules) or not rules.pot_needs_opened
    return opened and len(state.hands[seat]) >= rules.pot_hand_minimum and may_meld(place.turns + 1, rules)


def _pots(state: Drawing, seat: int, rules: Rules) -> Iterator[PlayerAction]:
    hand, place = state.hands[seat], state.places[seat]
    turns = place.turns + 1
    top, under = state.pot[-1], Cards(state.pot[:-1])
    whole = hand + under
    for cards in melds_with(top, hand, rules, wilds=may_use_wilds(turns, rules)):
        laid = None if place.opened else meld_points(cards, rules)
        if not has_opened(laid, rules) or len(whole) - len(cards) < 2:
            taken = list(cards)
            taken.remove(top)
            melds = (*state.melds, lay(cards, seat, rules))
            turn = Turn(rules, seat, turns, whole - Cards(taken), melds, laid, False)
            if not _can_follow(turn, whole):
                continue
        yield Pot(seat, cards)


def _melding(state: Melding, seat: int | None) -> Sequence[PlayerAction]:
    rules = state.match.rules
    calls = _calls(state, seat) if rules.last_card_call else ()
    turn = state.turn
    if seat is not None and seat != turn:
        return Listing(calls)
    hand = state.hands[turn]
    head = calls + _ends(state, turn, hand, rules)
    turns = state.places[turn].turns
    held = holding(hand, rules, wilds=may_use_wilds(turns, rules))
    opened = has_opened(state.laid, rules)
    grows = (opened or rules.out_unopened) and any(
        [held.once & (meld.grows | meld.takes) or held.wilds for meld in state.melds]
    )
    melds = may_meld(turns, rules) and may_have_melds(held)
    if not grows and not melds:
        return Listing(head)

    def rest() -> Iterator[PlayerAction]:
        if grows:
            yield from _lay_offs(state, turn, hand, held, rules)
            yield from _exchanges(state, turn, hand, held, rules)
        if melds:
            yield from _new_melds(state, turn, hand, held, rules)

    return LongListing(state, seat, head, rest)


def _ends(state: Melding, seat: int, hand: Cards, rules: Rules) -> tuple[PlayerAction, ...]:
    unmet = bool(state.laid) and not has_opened(state.laid, rules)
    bits = hand.bits
    if bits & bits - 1:
        if unmet or state.bound:
            return ()
    elif out_faults(state.laid, state.places[seat].turns, rules) or (unmet and not rules.out_unopened):
        return ()
    if bits & QUEEN.bit and not queen_may_go(hand, rules):
        stuck = state.fresh and is_stuck(hand, rules)
        ends = _discards(seat).of(bits & _KINDS & ~QUEEN.bit)
        return (*ends, ENDS[seat]) if stuck else ends
    return _discards(seat).of(bits & _KINDS)


def _lay_offs(state: Melding, seat: int, hand: Cards, held: Holding, rules: Rules) -> Iterator[PlayerAction]:
    turns = state.places[seat].turns
    bound = state.bound or not has_opened(state.laid, rules)
    once, wilds = held.once, held.wilds
    for place, meld in enumerate(state.melds):
        if not (wilds or once & meld.grows) or not may_lay_off(meld.owner, seat, rules):
            continue
        for end, cards in additions_to(meld, held, rules):
            if bound or len(hand) - len(cards) < 3:
                grown = extended(meld, end, cards, seat, rules)
                melds = (*state.melds[:place], grown, *state.melds[place + 1 :])
                turn = Turn(rules, seat, turns, hand - Cards(cards), melds, state.laid, bound)
                if not _can_follow(turn, hand):
                    continue
            yield _lay_off(seat, place, cards, end)


def _exchanges(state: Melding, seat: int, hand: Cards, held: Holding, rules: Rules) -> Iterator[PlayerAction]:
    bound = state.bound or not has_opened(state.laid, rules)
    for place, meld in enumerate(state.melds):
        replacing = meld.takes & held.once
        if not replacing or not may_exchange(meld.owner, seat, rules):
            continue
        for card in Cards.of(replacing):
            at = stands_for(meld, card, rules)
            if at is None or (card is QUEEN and not may_exchange_queen(meld.owner, seat, rules)):
                continue
            rest = hand - Cards([card]) + Cards([meld.cards[at]])
            melds = (*state.melds[:place], exchanged(meld, at, card, seat), *state.melds[place + 1 :])
            turns = state.places[seat].turns
            if _can_follow(Turn(rules, seat, turns, rest, melds, state.laid, bound), rest):
                yield _exchange(seat, place, card)


def _new_melds(state: Melding, seat: int, hand: Cards, held: Holding, rules: Rules) -> Iterator[PlayerAction]:
    turns = state.places[seat].turns
    size = len(hand)
    if has_opened(state.laid, rules):
        # with three cards left there is always one that can be discarded
        sure = 0 if state.bound else size - 2
    else:
        sure = 0
        owed = rules.opening_minimum - (state.laid or 0)
        if not rules.out_unopened and not may_reach(hand, turns, owed, rules):
            return
    for cards in melds_of(held, rules):
        if len(cards) < sure:
            yield _meld_action(seat, cards)
            continue
        laid = None if state.laid is None else state.laid + meld_points(cards, rules)
        melds = (*state.melds, lay(cards, seat, rules))
        turn = Turn(rules, seat, turns, hand - Cards(cards), melds, laid, state.bound)
        if not _can_follow(turn, hand):
            continue
        yield _meld_action(seat, cards)


def _can_follow(turn: Turn, whole: Cards) -> bool:
    """Whether the turn can be ended after an action that is right in itself."""
    if not turn.hand and (turn.rules.last_card == "discard" or out_faults(turn.laid, turn.turns, turn.rules)):
        return False
    return ground(turn, whole)[0] is None


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
