"""What a player can still choose, card by card, without a look at all the melds of a large hand.

The cards of an action are those that it takes from the seat's hand: of taking the pot, all but the
pot's top card. Which of two wild cards stands where makes no difference to the rules, so of the
actions that differ in that alone there is one, as in a listing; it uses the chosen wild cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from cardrules.cards import Card, Cards, with_card, without_card
from cardrules.duizenden.actions import (
    CHALLENGES,
    DISCARDS,
    DRAWS,
    ENDS,
    LASTS,
    SWAPS,
    Discard,
    Exchange,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Swap,
    new_lay_off,
    new_meld,
    new_pot,
)
from cardrules.duizenden.hands import Holding, extensions_having, holding, in_order, melds_having
from cardrules.duizenden.legal import may_take_pot
from cardrules.duizenden.melds import lowest_position
from cardrules.duizenden.referee import is_legal
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import Drawing, Melding, State, Swapping, Table
from cardrules.duizenden.turns import (
    ground,
    has_opened,
    may_exchange,
    may_lay_off,
    may_meld,
    may_use_wilds,
    new_turn,
)
from cardrules.options import NO_CARDS, Options, used
from cardrules.text import check_seat


def options(state: State, seat: int, chosen: Cards = NO_CARDS, kind: type | None = None) -> Options[PlayerAction]:
    """The legal actions of the seat that use exactly the chosen cards of its hand, and the cards that
    can join them; of actions of a class, if `kind` is one. Cards that the hand does not have can do
    nothing.

    Raises ValueError where there is no such seat.
    """
    check_seat(state.match.rules.players, seat)
    if not isinstance(state, Swapping | Drawing | Melding):
        return _NOTHING
    now = tuple(_legal(state, seat, chosen, chosen, kind)) if chosen <= state.hands[seat] else ()
    return Options(now, _more(state, seat, chosen, kind))


def actions_with(state: State, seat: int, cards: Cards, kind: type | None = None) -> Iterator[PlayerAction]:
    """The legal actions of the seat that use at least these cards of its hand; of a class, if `kind` is
    one. None is looked at that uses others alone.

    Raises ValueError where there is no such seat.
    """
    check_seat(state.match.rules.players, seat)
    if not isinstance(state, Swapping | Drawing | Melding):
        return iter(())
    return _legal(state, seat, cards, state.hands[seat], kind)


_NOTHING: Final[Options[PlayerAction]] = Options((), Cards())
Round: TypeAlias = Swapping | Table


def _more(state: Round, seat: int, chosen: Cards, kind: type | None) -> Cards:
    """The cards of the hand of which each can join the chosen ones."""
    hand = state.hands[seat]
    if seat != state.turn or not chosen <= hand:
        return Cards()
    left = (hand - chosen).kinds()
    wilds = left & Cards.of(state.match.rules.wild_bits)
    found = Cards()
    for card in left:
        if card not in found:
            action = next(_legal(state, seat, with_card(chosen, card), hand, kind), None)
            if action is None:
                continue
            joined = (_taken(state, action) - chosen).kinds()
            # what is done with one wild card of a meld can be done with any
            found |= joined | wilds if joined & wilds and isinstance(action, Meld | LayOff | Pot) else joined
    return found


def _taken(state: Round, action: PlayerAction) -> Cards:
    """The cards that an action takes from hand."""
    cards = used(action)
    return without_card(cards, state.pot[-1]) if type(action) is Pot and type(state) is Drawing else cards


def _legal(state: Round, seat: int, wanted: Cards, hand: Cards, kind: type | None) -> Iterator[PlayerAction]:
    """The legal actions of the seat that use at least the cards `wanted`, and none beside `hand`."""
    return (action for action in _right(state, seat, wanted, hand, kind) if is_legal(state, action))


def _right(state: Round, seat: int, wanted: Cards, hand: Cards, kind: type | None) -> Iterator[PlayerAction]:
    """The same, and some that are not legal."""
    if not wanted:
        alone: list[PlayerAction] = [DRAWS[seat], LASTS[seat], *CHALLENGES[seat][: len(state.hands)], ENDS[seat]]
        yield from [action for action in alone if kind is None or isinstance(action, kind)]
    if seat != state.turn or not wanted <= hand:
        return
    if len(wanted) < 2:
        for card in wanted or hand.kinds():
            if type(state) is Swapping and _is_asked(Swap, kind):
                yield SWAPS[seat][card.index]
            if type(state) is Melding and _is_asked(Discard, kind):
                yield DISCARDS[seat][card.index]
    if type(state) is Drawing and _is_asked(Pot, kind):
        yield from _pots(state, wanted, hand)
    if type(state) is Melding:
        yield from _laying(state, wanted, hand, kind)


def _is_asked(action: type, kind: type | None) -> bool:
    return kind is None or issubclass(action, kind)


def _pots(state: Drawing, wanted: Cards, hand: Cards) -> Iterator[Pot]:
    rules, seat = state.match.rules, state.turn
    if may_take_pot(state, seat, rules):
        top = state.pot[-1]
        pair = _holdings(with_card(wanted, top), with_card(hand, top), state.places[seat].turns + 1, rules)
        for cards in _melds(pair, rules):
            yield new_pot(seat, cards)


def _laying(state: Melding, wanted: Cards, hand: Cards, kind: type | None) -> Iterator[PlayerAction]:
    """Lay-offs, exchanges, melds."""
    rules, seat = state.match.rules, state.turn
    turns = state.places[seat].turns
    opened = has_opened(state.laid, rules)
    if not opened or state.bound:
        whole = state.hands[seat]
        turn = new_turn(rules, seat, turns, whole, state.melds, state.laid, state.bound)
        if ground(turn, whole)[0] is not None:
            return  # nothing that can be laid is enough
    pair = _holdings(wanted, hand, turns, rules)
    if opened or rules.out_unopened:
        yield from _on_table(state, wanted, hand, pair, kind)
    if may_meld(turns, rules) and _is_asked(Meld, kind):
        for cards in _melds(pair, rules):
            yield new_meld(seat, cards)


def _on_table(
    state: Melding, wanted: Cards, hand: Cards, pair: _Pair | None, kind: type | None
) -> Iterator[PlayerAction]:
    """Lay-offs and exchanges."""
    rules, seat = state.match.rules, state.turn
    for place, meld in enumerate(state.melds):
        if pair is not None and may_lay_off(meld.owner, seat, rules) and _is_asked(LayOff, kind):
            part, whole = pair
            for end, sets in extensions_having(meld, part, whole, lowest_position(rules), rules.ratio):
                for cards in sets:
                    yield new_lay_off(seat, place, in_order(cards, rules.wild_bits), end)
        if len(wanted) < 2 and may_exchange(meld.owner, seat, rules) and _is_asked(Exchange, kind):
            for card in Cards.of((wanted or hand).bits & meld.takes):
                yield Exchange(seat, place, card)


_Pair: TypeAlias = tuple[Holding, Holding]
"""Certain cards of a hand, and the hand, which uses their wild cards first."""


def _holdings(wanted: Cards, hand: Cards, turns: int, rules: Rules) -> _Pair | None:
    """The cards and the hand, as the generator reads them; None where they cannot be laid in a turn of
    that number."""
    usable = may_use_wilds(turns, rules)
    part, rest = holding(wanted, rules), holding(hand - wanted, rules, wilds=usable)
    if part.wilds and not usable:
        return None
    whole = holding(hand, rules)
    return part, Holding(whole.once, whole.twice, part.wilds + rest.wilds)


def _melds(pair: _Pair | None, rules: Rules) -> Iterator[tuple[Card, ...]]:
    if pair is not None:
        for sets in melds_having(*pair, lowest_position(rules), rules.ratio):
            for cards in sets:
                yield in_order(cards, rules.wild_bits)
