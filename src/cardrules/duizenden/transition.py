"""How the table moves: the start, the chance actions, and the state after an action."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

from cardrules.cards import Card, Cards, with_card, with_cards, without_card, without_cards
from cardrules.duizenden import scoring
from cardrules.duizenden.actions import (
    DRAWS,
    Action,
    Challenge,
    Deal,
    Discard,
    Draw,
    EndTurn,
    Exchange,
    Last,
    LayOff,
    Meld,
    Pot,
    Reshuffle,
    Swap,
)
from cardrules.duizenden.deck import HAND, PACKS
from cardrules.duizenden.ending import ground
from cardrules.duizenden.melds import Laid, exchanged, extended, heap, laid_by, replaced, shape_of, stands_for
from cardrules.duizenden.referee import JUDGES, Judge, can_punish, can_reshuffle, untimely
from cardrules.duizenden.rules import PRESETS, Points, Rules
from cardrules.duizenden.state import (
    Call,
    Dealing,
    Drawing,
    Match,
    Melding,
    Over,
    Place,
    Reshuffling,
    State,
    Swapping,
    Table,
)
from cardrules.duizenden.turns import has_opened, new_turn
from cardrules.quick import quick
from cardrules.text import check_player
from cardrules.verdict import IllegalAction

Hands = tuple[Cards, ...]
Pile = tuple[Card, ...]
Melds = tuple[Laid, ...]
Places = tuple[Place, ...]

_swapping: Final[Callable[[Match, Hands, Pile, Card, int, int], Swapping]] = quick(Swapping)
_drawing: Final[Callable[[Match, Hands, Pile, Pile, Melds, Places, int], Drawing]] = quick(Drawing)
_melding: Final[Callable[[Match, Hands, Pile, Pile, Melds, Places, int, bool, int | None, bool], Melding]] = quick(
    Melding
)
_place: Final[Callable[[int, bool, Call | None, int], Place]] = lru_cache(maxsize=1024)(quick(Place))


def start(rules: Rules = PRESETS["volwassen"], dealer: int = 0) -> State:
    """The state before the first deal of a match, a `Dealing`; `dealer` is a seat from 0.

    Raises ValueError where there is no such seat.
    """
    check_player(rules.players, dealer)
    return Dealing(Match(rules, dealer, 0, (0,) * rules.players))


def shuffle(state: State, rng: random.Random) -> Deal | Reshuffle:
    """A random deal or reshuffle, each equally likely, for a state that waits for one.

    Raises ValueError for any other state.
    """
    if type(state) is Reshuffling:
        cards = list(state.before.pot[:-1])
        rng.shuffle(cards)
        return Reshuffle(tuple(cards))
    if type(state) is not Dealing:
        raise ValueError("no deal is awaited: shuffle is for a state whose deal or reshuffle comes next")
    rules = state.match.rules
    cards = list(PACKS[rules.wild].deck)
    rng.shuffle(cards)
    players = rules.players
    hands = tuple([(seat, Cards(cards[HAND * seat : HAND * seat + HAND])) for seat in range(players)])
    rest = HAND * players
    return Deal(hands, (cards[rest],), tuple(cards[rest + 1 :]))


def actors(state: State) -> tuple[int, ...]:
    """The seats that may act now, ascending; empty while chance is awaited and after the end.

    It depends on what all can see: with a player's turn, whose last card can be called and who can
    challenge one that was not.
    """
    if isinstance(state, Dealing | Reshuffling | Over):
        return ()
    seats = {state.turn}
    if not isinstance(state, Swapping) and state.match.rules.last_card_call is not None:
        for seat, place in enumerate(state.places):
            if place.call == "due":
                seats.add(seat)
            if place.call == "missed" and can_punish(state):
                seats |= set(range(len(state.places))) - {seat}
    return tuple(sorted(seats))


def apply(state: State, action: Action) -> State:
    """The state after `action`. Raises IllegalAction, with every rule that it breaks."""
    move = _MOVES[type(state)].get(id(type(action)))
    if move is None:
        raise IllegalAction(action, state, untimely(state, action))
    judge, step = move
    broken = judge(state, action)
    if broken:
        raise IllegalAction(action, state, broken)
    return step(state, action)


def _deal(state: Dealing, action: Deal) -> Swapping | Drawing:
    match = state.match
    hands = tuple([hand for _, hand in action.hands])
    first = (match.dealer + 1) % match.rules.players
    if match.rules.swap_phase:
        return _swapping(match, hands, action.stock, action.open[0], first, 0)
    return _drawing(match, hands, action.stock, action.open, (), (Place(),) * match.rules.players, first)


def _swap(state: Swapping, action: Swap) -> Swapping:
    seat, card = action.seat, action.card
    hands = [*state.hands]
    hands[seat] = with_card(without_card(hands[seat], card), state.open)
    following = seat + 1 if seat + 1 < len(hands) else 0
    return _swapping(state.match, tuple(hands), state.stock, card, following, state.swaps + 1)


def _draw_first(state: Swapping, action: Draw) -> State:
    """The first draw ends the swap phase; the open card is the bottom of the pot."""
    hands = state.hands
    places = (Place(),) * len(hands)
    return _draw(_drawing(state.match, hands, state.stock, (state.open,), (), places, action.seat), action)


def _draw(state: Drawing, action: Draw) -> State:
    match, seat, stock = state.match, action.seat, state.stock
    if not stock:
        if can_reshuffle(state):
            return Reshuffling(state, seat, drawn=True)
        return scoring.close(match, None, state.hands, state.pot, state.melds, state.places)
    hands = [*state.hands]
    hands[seat] = with_card(hands[seat], stock[0])
    places = _begun(state.places, seat, match.rules)
    laid = None if places[seat].opened else 0
    return _melding(match, tuple(hands), stock[1:], state.pot, state.melds, places, seat, True, laid, False)


def _begun(places: Places, turn: int, rules: Rules) -> Places:
    """The places after `turn` has drawn or taken the pot: what another has not called by then it
    has missed (duizenden.last-card)."""
    place = places[turn]
    now = [*places]
    now[turn] = _place(place.turns + 1, place.opened, None, place.penalty)
    if rules.last_card_call is not None:
        for seat, place in enumerate(places):
            if seat != turn and (place.call == "due" or place.call == "called"):
                call: Call = "missed" if place.call == "due" else "kept"
                now[seat] = _place(place.turns, place.opened, call, place.penalty)
    return tuple(now)


def _pot(state: Drawing, action: Pot) -> State:
    match, seat, cards, pot = state.match, action.seat, action.cards, state.pot
    shape = shape_of(cards, match.rules)
    hand = with_cards(without_cards(state.hands[seat], without_card(shape.heap, pot[-1])), pot[:-1])
    hands = replaced(state.hands, seat, hand)
    places = _begun(state.places, seat, match.rules)
    melds = state.melds + (laid_by(seat, cards, shape),)
    laid = None if places[seat].opened else shape.points
    if not hand.bits:
        return scoring.close(match, seat, hands, (), melds, places)
    return _melding(match, hands, state.stock, (), melds, places, seat, False, laid, False)


def _meld(state: Melding, action: Meld) -> State:
    seat, cards = action.seat, action.cards
    shape = shape_of(cards, state.match.rules)
    laid = None if state.laid is None else state.laid + shape.points
    melds = state.melds + (laid_by(seat, cards, shape),)
    return _moved(state, without_cards(state.hands[seat], shape.heap), melds, laid)


def _lay_off(state: Melding, action: LayOff) -> State:
    seat, place, cards = action.seat, action.meld, action.cards
    melds = [*state.melds]
    melds[place] = extended(melds[place], action.end, cards, seat, state.match.rules)
    hand = state.hands[seat]
    hand = without_card(hand, cards[0]) if len(cards) == 1 else without_cards(hand, heap(cards))
    return _moved(state, hand, tuple(melds), state.laid)


def _exchange(state: Melding, action: Exchange) -> State:
    seat, place, card = action.seat, action.meld, action.card
    meld = state.melds[place]
    at = stands_for(meld, card, state.match.rules)
    assert at is not None  # the action is legal
    melds = replaced(state.melds, place, exchanged(meld, at, card, seat))
    hand = with_card(without_card(state.hands[seat], card), meld.cards[at])
    return _moved(state, hand, melds, state.laid)


def _moved(state: Melding, hand: Cards, melds: Melds, laid: int | None) -> State:
    """The turn after something was laid on the table."""
    match, seat, places = state.match, state.turn, state.places
    all_hands = [*state.hands]
    all_hands[seat] = hand
    hands = tuple(all_hands)
    if not hand.bits:
        return scoring.close(match, seat, hands, state.pot, melds, places)
    bound = state.bound
    if match.rules.out_unopened and not bound:
        bound = _is_bound(state, hand, melds, laid)
    return _melding(match, hands, state.stock, state.pot, melds, places, seat, False, laid, bound)


def _is_bound(state: Melding, hand: Cards, melds: Melds, laid: int | None) -> bool:
    """Whether the action was legal only because the player goes out in this turn
    (duizenden.out.unopened)."""
    rules, seat = state.match.rules, state.turn
    if laid == state.laid and not has_opened(laid, rules):
        return True  # a lay-off or an exchange
    turn = new_turn(rules, seat, state.places[seat].turns, hand, melds, laid, False)
    _, bound = ground(turn, state.hands[seat])
    return bound


def _discard(state: Melding, action: Discard) -> State:
    match, seat, card, places = state.match, action.seat, action.card, state.places
    all_hands = [*state.hands]
    all_hands[seat] = hand = without_card(all_hands[seat], card)
    hands = tuple(all_hands)
    pot = state.pot + (card,)  # quicker than unpacking a long pot
    if not hand.bits:
        return scoring.close(match, seat, hands, pot, state.melds, places)
    due = match.rules.last_card_call is not None and len(hand) == 1
    if state.laid or due:
        places = _ended(places, seat, state.laid, "due" if due else None)
    following = seat + 1 if seat + 1 < len(hands) else 0
    return _drawing(match, hands, state.stock, pot, state.melds, places, following)


def _end_turn(state: Melding, action: EndTurn) -> Drawing:
    hands, seat = state.hands, action.seat
    places = _ended(state.places, seat, state.laid, None) if state.laid else state.places
    return _drawing(state.match, hands, state.stock, state.pot, state.melds, places, (seat + 1) % len(hands))


def _ended(places: Places, seat: int, laid: int | None, call: Call | None) -> Places:
    """The places after a turn in which first melds brought `laid`, if any, and which left that call."""
    place = places[seat]
    return replaced(places, seat, _place(place.turns, place.opened or bool(laid), call, place.penalty))


def _reshuffle(state: Reshuffling, action: Reshuffle) -> State:
    before = state.before
    before = _changed(before, before.hands, action.cards, before.pot[-1:], before.places)
    if state.drawn:
        assert type(before) is Drawing
        return _draw(before, DRAWS[state.to])
    return _penalised(before, state.to)


def _changed(state: Table, hands: Hands, stock: Pile, pot: Pile, places: Places) -> Table:
    """The same moment with other cards and places."""
    if type(state) is Drawing:
        return _drawing(state.match, hands, stock, pot, state.melds, places, state.turn)
    assert type(state) is Melding
    fresh, laid, bound = state.fresh, state.laid, state.bound
    return _melding(state.match, hands, stock, pot, state.melds, places, state.turn, fresh, laid, bound)


def _penalised(state: Table, seat: int) -> Table:
    """After a challenge that costs a card."""
    stock = state.stock
    hands = replaced(state.hands, seat, with_card(state.hands[seat], stock[0]))
    return _changed(state, hands, stock[1:], state.pot, state.places)


def _last(state: Table, action: Last) -> Table:
    return _calling(state, action.seat, "called", 0)


def _challenge(state: Table, action: Challenge) -> Table | Reshuffling:
    penalty = state.match.rules.last_card_call
    points = penalty.points if type(penalty) is Points else 0
    after = _calling(state, action.whom, "settled", points)
    if points:
        return after
    return _penalised(after, action.whom) if after.stock else Reshuffling(after, action.whom, drawn=False)


def _calling(state: Table, seat: int, call: Call, points: int) -> Table:
    place = state.places[seat]
    places = replaced(state.places, seat, _place(place.turns, place.opened, call, place.penalty + points))
    return _changed(state, state.hands, state.stock, state.pot, places)


_Step: TypeAlias = Callable[..., State]

STEPS: Final[dict[tuple[type, type], _Step]] = {
    (Dealing, Deal): _deal,
    (Swapping, Swap): _swap,
    (Swapping, Draw): _draw_first,
    (Drawing, Draw): _draw,
    (Drawing, Pot): _pot,
    (Drawing, Last): _last,
    (Drawing, Challenge): _challenge,
    (Melding, Meld): _meld,
    (Melding, LayOff): _lay_off,
    (Melding, Exchange): _exchange,
    (Melding, Discard): _discard,
    (Melding, EndTurn): _end_turn,
    (Melding, Last): _last,
    (Melding, Challenge): _challenge,
    (Reshuffling, Reshuffle): _reshuffle,
}
"""How each state moves on each action that can be legal in it; it does not ask whether it is."""


def _moves() -> dict[type, dict[int, tuple[Judge, _Step]]]:
    steps = {(state, id(action)): step for (state, action), step in STEPS.items()}
    return {
        state: {kind: (judge, steps[state, kind]) for kind, judge in judges.items()} for state, judges in JUDGES.items()
    }


_MOVES: Final = _moves()
"""What judges an action and what makes the step, looked up together: by the class of the state, and the id
of that of the action."""
