"""Which actions are legal: the generator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, overload

from cardrules.cards import CARDS, Card, Cards
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
    Group,
    Laid,
    Run,
    additions_to,
    exchanged,
    extended,
    holding,
    lay,
    meld_points,
    melds_of,
    melds_with,
    position_card,
    stands_for,
    wilds_in,
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
    may_use_wilds,
    out_faults,
    queen_may_go,
)

_KEPT: Final = 64
"""A listing of up to so many actions keeps them, a longer one makes them again each time."""


class Listing(Sequence[PlayerAction]):
    """The legal actions, in a fixed order. Of the actions that differ only in which wild card stands
    in which place it lists one; `in` holds for all of them.

    It is made as it is looked at: the first item and `in` are cheap, while `len`, an index and a
    loop take the time of the items that they pass. Equal to any listing of the same actions.
    """

    __slots__ = ("_items", "_make", "_seat", "_size", "_state")

    def __init__(self, state: State, seat: int | None, make: Callable[[], Iterator[PlayerAction]]) -> None:
        self._state: Final = state
        self._seat: Final = seat
        self._make: Final = make
        self._items: tuple[PlayerAction, ...] | None = None
        self._size: int | None = None

    def _kept(self) -> tuple[PlayerAction, ...] | None:
        """The actions, if they are few."""
        if self._items is None and self._size is None:
            items = tuple(islice(self._make(), _KEPT + 1))
            if len(items) <= _KEPT:
                self._items = items
        return self._items

    def __iter__(self) -> Iterator[PlayerAction]:
        return self._make() if self._items is None else iter(self._items)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        if self._size is None:
            items = self._kept()
            self._size = sum(1 for _ in self._make()) if items is None else len(items)
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
                return tuple(islice(self._make(), start, max(start, stop), step))
            return tuple([self[place] for place in range(start, stop, step)])
        place = index if index >= 0 else len(self) + index
        found = next(islice(self._make(), place, None), None) if place >= 0 else None
        if found is None:
            raise IndexError("there are fewer legal actions")
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Listing):
            return NotImplemented
        return self is other or (len(self) == len(other) and all([a == b for a, b in zip(self, other, strict=True)]))

    def __hash__(self) -> int:
        return hash(len(self))

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"


def legal_actions(state: State, seat: int | None = None) -> Sequence[PlayerAction]:
    """The legal actions of all seats, or of `seat`; empty while chance is awaited and after the end.

    Raises ValueError where there is no such seat.
    """
    if seat is not None:
        check_seat(state.match.rules.players, seat)
    lister = _LISTERS[type(state)]
    return Listing(state, seat, lambda: lister(state, seat))


def _nothing(state: Dealing | Reshuffling | Over, seat: int | None) -> Iterator[PlayerAction]:
    return iter(())


def _swapping(state: Swapping, seat: int | None) -> Iterator[PlayerAction]:
    turn = state.turn
    if seat is not None and seat != turn:
        return
    yield DRAWS[turn]
    limit = state.match.rules.swap_limit
    if limit is None or state.swaps < limit:
        for card in state.hands[turn].kinds():
            if card is not state.open and card is not QUEEN:
                yield SWAPS[turn][card.index]


def _drawing(state: Drawing, seat: int | None) -> Iterator[PlayerAction]:
    turn = state.turn
    if seat is None or seat == turn:
        yield DRAWS[turn]
    yield from _calls(state, seat)
    if (seat is None or seat == turn) and state.pot:
        yield from _pots(state, turn)


def _pots(state: Drawing, seat: int) -> Iterator[PlayerAction]:
    rules = state.match.rules
    hand, place = state.hands[seat], state.places[seat]
    turns = place.turns + 1
    opened = place.opened or has_opened(0, rules)
    if (rules.pot_needs_opened and not opened) or len(hand) < rules.pot_hand_minimum or not may_meld(turns, rules):
        return
    top, under = state.pot[-1], Cards(state.pot[:-1])
    whole = hand + under
    for cards in melds_with(top, hand, rules, wilds=may_use_wilds(turns, rules)):
        taken = list(cards)
        taken.remove(top)
        rest = whole - Cards(taken)
        laid = None if place.opened else meld_points(cards, rules)
        melds = (*state.melds, lay(cards, seat, rules))
        if _can_follow(Turn(rules, seat, turns, rest, melds, laid, False), whole):
            yield Pot(seat, cards)


def _melding(state: Melding, seat: int | None) -> Iterator[PlayerAction]:
    yield from _calls(state, seat)
    turn = state.turn
    if seat is not None and seat != turn:
        return
    rules = state.match.rules
    hand = state.hands[turn]
    yield from _ends(state, turn, hand, rules)
    opened = has_opened(state.laid, rules)
    if state.melds and (opened or rules.out_unopened):
        yield from _lay_offs(state, turn, hand, rules)
        yield from _exchanges(state, turn, hand, rules)
    yield from _new_melds(state, turn, hand, rules)


def _ends(state: Melding, seat: int, hand: Cards, rules: Rules) -> Iterator[PlayerAction]:
    unmet = bool(state.laid) and not has_opened(state.laid, rules)
    if len(hand) > 1:
        if unmet or state.bound:
            return
    elif out_faults(state.laid, state.places[seat].turns, rules) or (unmet and not rules.out_unopened):
        return
    mine = DISCARDS[seat]
    for card in hand.kinds():
        if card is not QUEEN or queen_may_go(hand, rules):
            yield mine[card.index]
    if state.fresh and is_stuck(hand, rules):
        yield ENDS[seat]


def _lay_offs(state: Melding, seat: int, hand: Cards, rules: Rules) -> Iterator[PlayerAction]:
    turns = state.places[seat].turns
    held = holding(hand, rules, wilds=may_use_wilds(turns, rules))
    bound = state.bound or not has_opened(state.laid, rules)
    for place, meld in enumerate(state.melds):
        if not may_lay_off(meld.owner, seat, rules):
            continue
        for end, cards in additions_to(meld, held, rules):
            if bound or len(hand) - len(cards) < 3:
                grown = extended(meld, end, cards, seat, rules)
                melds = (*state.melds[:place], grown, *state.melds[place + 1 :])
                turn = Turn(rules, seat, turns, hand - Cards(cards), melds, state.laid, bound)
                if not _can_follow(turn, hand):
                    continue
            yield LayOff(seat, place, cards, end)


def _exchanges(state: Melding, seat: int, hand: Cards, rules: Rules) -> Iterator[PlayerAction]:
    bound = state.bound or not has_opened(state.laid, rules)
    for place, meld in enumerate(state.melds):
        if not may_exchange(meld.owner, seat, rules):
            continue
        for card in _replacing(meld, hand, rules):
            at = stands_for(meld, card, rules)
            if at is None or (card is QUEEN and not may_exchange_queen(meld.owner, seat, rules)):
                continue
            rest = hand - Cards([card]) + Cards([meld.cards[at]])
            melds = (*state.melds[:place], exchanged(meld, at, card, seat), *state.melds[place + 1 :])
            turns = state.places[seat].turns
            if _can_follow(Turn(rules, seat, turns, rest, melds, state.laid, bound), rest):
                yield Exchange(seat, place, card)


def _replacing(meld: Laid, hand: Cards, rules: Rules) -> Iterable[Card]:
    """The cards of a hand that may stand in a place of a wild card."""
    if type(meld) is Run:
        cards = {position_card(meld.suit, position) for position in meld.wilds}
        return sorted([card for card in cards if card in hand])
    assert type(meld) is Group
    if not wilds_in(meld.cards, rules):
        return ()
    return hand.kinds() & Cards([card for card in CARDS if card.rank is meld.rank])


def _new_melds(state: Melding, seat: int, hand: Cards, rules: Rules) -> Iterator[PlayerAction]:
    turns = state.places[seat].turns
    if not may_meld(turns, rules):
        return
    for cards in melds_of(holding(hand, rules, wilds=may_use_wilds(turns, rules)), rules):
        laid = None if state.laid is None else state.laid + meld_points(cards, rules)
        if state.bound or not has_opened(laid, rules) or len(hand) - len(cards) < 3:
            melds = (*state.melds, lay(cards, seat, rules))
            turn = Turn(rules, seat, turns, hand - Cards(cards), melds, laid, state.bound)
            if not _can_follow(turn, hand):
                continue
        yield Meld(seat, cards)


def _can_follow(turn: Turn, whole: Cards) -> bool:
    """Whether the turn can be ended after an action that is right in itself."""
    if not turn.hand and (turn.rules.last_card == "discard" or out_faults(turn.laid, turn.turns, turn.rules)):
        return False
    return ground(turn, whole)[0] is None


def _calls(state: Table, seat: int | None) -> Iterator[PlayerAction]:
    """The call of the last card, and the challenges."""
    if state.match.rules.last_card_call is None:
        return
    for whom, place in enumerate(state.places):
        if place.call == "due" and (seat is None or seat == whom):
            yield LASTS[whom]
        if place.call == "missed" and can_punish(state):
            for other in range(len(state.places)):
                if other != whom and (seat is None or seat == other):
                    yield CHALLENGES[other][whom]


_LISTERS: Final[dict[type, Callable[..., Iterator[PlayerAction]]]] = {
    Dealing: _nothing,
    Swapping: _swapping,
    Drawing: _drawing,
    Melding: _melding,
    Reshuffling: _nothing,
    Over: _nothing,
}
