"""What a player can still choose, card by card, without a look at all the melds of a large hand.

The cards of an action are those that it takes from the seat's hand: of taking the pot, all but the
pot's top card. Which of two wild cards stands where makes no difference to the rules, so of the
actions that differ in that alone there is one, as in a listing; it uses the chosen wild cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Final, TypeAlias

from cardrules.cards import Card, Cards, with_card, without_card
from cardrules.duizenden.actions import (
    CHALLENGES,
    DISCARDS,
    DRAWS,
    ENDS,
    LASTS,
    SWAPS,
    Exchange,
    LayOff,
    PlayerAction,
    Pot,
    new_lay_off,
    new_meld,
    new_pot,
)
from cardrules.duizenden.emptying import can_empty
from cardrules.duizenden.ending import ground
from cardrules.duizenden.hands import Holding, extensions_having, holding, in_order, melds_having
from cardrules.duizenden.laying import may_take_pot
from cardrules.duizenden.melds import Laid, lowest_position
from cardrules.duizenden.referee import is_legal
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import Drawing, Melding, State, Swapping, Table
from cardrules.duizenden.turns import (
    has_opened,
    may_exchange,
    may_lay_off,
    may_meld,
    may_use_wilds,
    new_turn,
)
from cardrules.options import NO_CARDS, Options, check_cards, used
from cardrules.text import check_player


def options(state: State, seat: int, chosen: Cards = NO_CARDS, kind: type | None = None) -> Options[PlayerAction]:
    """The legal actions of the seat that use exactly the chosen cards of its hand, and the cards that
    can join them; of actions of a class, if `kind` is one. Cards that the hand does not have can do
    nothing.

    Raises ValueError where there is no such seat.
    """
    check_player(state.match.rules.players, seat)
    check_cards(chosen)
    if not isinstance(state, Swapping | Drawing | Melding):
        return _NOTHING
    now = tuple(_legal(state, seat, chosen, chosen, kind)) if chosen <= state.hands[seat] else ()
    return Options(now, _more(state, seat, chosen, kind))


def actions_with(state: State, seat: int, cards: Cards, kind: type | None = None) -> Iterator[PlayerAction]:
    """The legal actions of the seat that use at least these cards of its hand; of a class, if `kind` is
    one. None is looked at that uses others alone.

    Raises ValueError where there is no such seat.
    """
    check_player(state.match.rules.players, seat)
    check_cards(cards)
    if not isinstance(state, Swapping | Drawing | Melding):
        return iter(())
    return _legal(state, seat, cards, state.hands[seat], kind)


_NOTHING: Final[Options[PlayerAction]] = Options((), Cards())
Round: TypeAlias = Swapping | Table


def _more(state: Round, seat: int, chosen: Cards, kind: type | None) -> Cards:
    """The cards of the hand of which each can join the chosen ones."""
    hand = state.hands[seat]
    if seat != state.turn or not chosen <= hand:
        return NO_CARDS
    left = (hand - chosen).kinds()
    # what can be done with one wild card can be done with any, but for a swap for its twin
    wilds = left & Cards.of(state.match.rules.wild_bits) if type(state) is not Swapping else NO_CARDS
    found = tried = NO_CARDS
    for card in left:
        if card not in tried:
            alike = wilds if card in wilds else Cards.of(card.bit)
            tried |= alike
            action = next(_legal(state, seat, with_card(chosen, card), hand, kind), None)
            if action is not None:
                joined = (_taken(state, action) - chosen).kinds()
                found |= joined | wilds if joined & wilds else joined
                tried |= found
    return found


def _taken(state: Round, action: PlayerAction) -> Cards:
    """The cards that an action takes from hand."""
    cards = used(action)
    return without_card(cards, state.pot[-1]) if type(action) is Pot and type(state) is Drawing else cards


def _legal(state: Round, seat: int, wanted: Cards, hand: Cards, kind: type | None) -> Iterator[PlayerAction]:
    """The legal actions of the seat that use at least the cards `wanted`, and none beside `hand`."""
    for actions, hopeless in _parts(state, seat, wanted, hand):
        asked = False
        for action in actions:
            if kind is not None and not isinstance(action, kind):
                break  # all of a part are of a class
            if is_legal(state, action):
                yield action
            elif not asked:
                asked = True
                if hopeless():
                    break


_Part: TypeAlias = tuple[Iterable[PlayerAction], Callable[[], bool]]
"""Actions of a class, some of which may not be legal, and, for when one is not, whether none is."""


def _parts(state: Round, seat: int, wanted: Cards, hand: Cards) -> Iterator[_Part]:
    """All that the seat might do with at least the cards `wanted`, and none beside `hand`."""
    if not wanted:
        for alone in (DRAWS, LASTS, ENDS):
            yield alone[seat : seat + 1], _no
        yield CHALLENGES[seat][: len(state.hands)], _no
    if seat != state.turn or not wanted <= hand:
        return
    single = (wanted or hand).kinds() if len(wanted) < 2 else NO_CARDS
    if type(state) is Swapping:
        yield [SWAPS[seat][card.index] for card in single], _no
    elif type(state) is Drawing:
        if may_take_pot(state, seat, state.match.rules):
            yield _pots(state, wanted, hand), partial(_cannot_follow_pot, state)
    elif type(state) is Melding:
        yield [DISCARDS[seat][card.index] for card in single], _no
        yield from _laying(state, wanted, single, hand)


def _no() -> bool:
    return False


def _pots(state: Drawing, wanted: Cards, hand: Cards) -> Iterator[Pot]:
    rules, seat, top = state.match.rules, state.turn, state.pot[-1]
    pair = _holdings(with_card(wanted, top), with_card(hand, top), state.places[seat].turns + 1, rules)
    return (new_pot(seat, cards) for cards in _melds(pair, rules))


def _cannot_follow_pot(state: Drawing) -> bool:
    """Whether the turn cannot be ended with the hand and the pot, whatever is laid."""
    rules, seat = state.match.rules, state.turn
    place, whole = state.places[seat], state.hands[seat] + Cards(state.pot)
    laid = None if place.opened else 0
    return ground(new_turn(rules, seat, place.turns + 1, whole, state.melds, laid, False), whole)[0] is not None


def _laying(state: Melding, wanted: Cards, single: Cards, hand: Cards) -> Iterator[_Part]:
    """Lay-offs, exchanges, melds."""
    rules, seat = state.match.rules, state.turn
    turns, held = state.places[seat].turns, state.hands[seat]
    turn = new_turn(rules, seat, turns, held, state.melds, state.laid, state.bound)
    opened = has_opened(state.laid, rules)

    def not_out() -> bool:
        return (state.bound or not opened) and not can_empty(turn, held)

    def not_ended() -> bool:
        return ground(turn, held)[0] is not None

    pair = _holdings(wanted, hand, turns, rules)
    if opened or rules.out_unopened:
        for place, meld in enumerate(state.melds):
            if pair is not None and may_lay_off(meld.owner, seat, rules):
                yield _lay_offs(seat, place, meld, pair, rules), not_out
            if may_exchange(meld.owner, seat, rules):
                yield [Exchange(seat, place, card) for card in Cards.of(single.bits & meld.takes)], not_out
    if may_meld(turns, rules):
        yield (new_meld(seat, cards) for cards in _melds(pair, rules)), not_ended


def _lay_offs(seat: int, place: int, meld: Laid, pair: _Pair, rules: Rules) -> Iterator[LayOff]:
    for end, sets in extensions_having(meld, *pair, lowest_position(rules), rules.ratio):
        for cards in sets:
            yield new_lay_off(seat, place, in_order(cards, rules.wild_bits), end)


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
