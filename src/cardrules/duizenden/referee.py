"""Which rules an action breaks: the judge.

It names rules in stages: is the value an action, is it in its time, does the right seat act, is
its content right. The first stage that finds a fault names all that it finds; what can follow in
the turn is asked only about an action that is right in itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from cardrules.cards import Cards, with_card, without_card
from cardrules.duizenden.actions import (
    DRAWS,
    PLAIN_DISCARDS,
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
    is_action,
    is_exchange,
    is_laid,
    is_lay_off,
    is_sound,
)
from cardrules.duizenden.deck import HAND, PACKS, QUEEN
from cardrules.duizenden.ending import ground
from cardrules.duizenden.melds import (
    Laid,
    Shape,
    addition_faults,
    exchanged,
    extended,
    heap,
    laid_by,
    replaced,
    shape_of,
    stands_for,
    wilds_in,
)
from cardrules.duizenden.rules import Draws, Rules
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
    ENOUGH,
    Turn,
    has_opened,
    is_stuck,
    may_exchange,
    may_exchange_queen,
    may_lay_off,
    may_meld,
    may_renew,
    may_use_wilds,
    new_turn,
    out_faults,
    queen_may_go,
)
from cardrules.verdict import ACTION, Violation

Violations = tuple[Violation, ...]


def violations(state: State, action: Action) -> Violations:
    """Every rule that `action` breaks at the first stage at which it breaks any; () if it is legal.

    Any value at all may be asked about: what is no action breaks `cardrules.action` alone.
    """
    return JUDGES[type(state)].get(id(type(action)), untimely)(state, action)


def is_legal(state: State, action: Action) -> bool:
    """Whether `action` breaks no rule."""
    return not violations(state, action)


# -- stages before the content


def untimely(state: State, action: object) -> Violations:
    """What is wrong with any value whose class is not that of an action that the state waits for."""
    if not is_action(action):
        return (ACTION,)
    return (Violation.of("duizenden.win.over"),) if type(state) is Over else _phase(state)


def _phase(state: State) -> Violations:
    return (Violation.of("duizenden.phase", reason=_AWAITED[type(state)]),)


_AWAITED: Final[dict[type, str]] = {
    Dealing: "deal",
    Swapping: "swap",
    Drawing: "draw",
    Melding: "meld",
    Reshuffling: "reshuffle",
}


def _not_in_turn(seat: int, turn: int) -> Violations:
    return (Violation.of("duizenden.turn", seat=seat, turn=turn),)


def _each_once(found: Sequence[Violation]) -> Violations:
    """Each rule once, with the first of the reasons for which it is broken."""
    return tuple({broken.rule: broken for broken in reversed(found)}.values())[::-1]


# -- a deal and a reshuffle


def _wrong_deal(state: Dealing, action: Deal) -> Violations:
    if not is_sound(action):
        return (ACTION,)
    rules = state.match.rules
    deck = PACKS[rules.wild].deck
    dealt = sum([hand for _, hand in action.hands], Cards([*action.open, *action.stock]))
    found = []
    if not dealt <= deck:
        found.append(Violation.of("duizenden.deck", cards=dealt - deck))
    return (*found, *_wrong_dealing(action, dealt, deck, rules))


def _wrong_dealing(action: Deal, dealt: Cards, deck: Cards, rules: Rules) -> Violations:
    """Whether each card of the deck is dealt exactly once: 13 to each player, one open, the rest
    the stock."""
    rule = "duizenden.deal"
    hands = dict(action.hands)
    for seat in range(rules.players):
        if seat not in hands:
            return (Violation.of(rule, reason="seat", seat=seat),)
        if len(hands[seat]) != HAND:
            return (Violation.of(rule, reason="hand", seat=seat, count=len(hands[seat])),)
    strangers = [seat for seat in hands if seat >= rules.players]
    if strangers:
        return (Violation.of(rule, reason="stranger", seat=strangers[0]),)
    if len(action.open) != 1:
        return (Violation.of(rule, reason="open", count=len(action.open)),)
    if dealt != deck:
        missing = deck - dealt
        reason = "cards" if missing else "more"
        return (Violation.of(rule, reason=reason, cards=missing or dealt - deck),)
    return ()


def _wrong_reshuffle(state: Reshuffling, action: Reshuffle) -> Violations:
    if not is_sound(action):
        return (ACTION,)
    due = Cards(state.before.pot[:-1])
    return () if Cards(action.cards) == due else (Violation.of("duizenden.stock", cards=due),)


# -- the swap phase


def _wrong_swap(state: Swapping, action: Swap) -> Violations:
    if not is_sound(action):
        return (ACTION,)
    if action.seat != state.turn:
        return _not_in_turn(action.seat, state.turn)
    card, limit = action.card, state.match.rules.swap_limit
    found = _not_held(heap((card,)), state.hands[action.seat], state)
    rule = "duizenden.swap.same"
    if card is state.open:
        found += (Violation.of(rule, reason="same", card=card),)
    if card is QUEEN:
        found += (Violation.of(rule, reason="queen", card=card),)
    if limit is not None and state.swaps >= limit:
        found += (Violation.of(rule, reason="limit", count=limit),)
    return _each_once(found) if found else ()


# -- a turn begins


def _wrong_draw(state: Swapping | Drawing, action: Draw) -> Violations:
    if action is DRAWS[state.turn]:  # as almost every draw is
        return ()
    if not is_sound(action):
        return (ACTION,)
    return () if action.seat == state.turn else _not_in_turn(action.seat, state.turn)


def _wrong_pot(state: Drawing, action: Pot) -> Violations:
    if not is_laid(action):
        return (ACTION,)
    if action.seat != state.turn:
        return _not_in_turn(action.seat, state.turn)
    rules = state.match.rules
    seat, cards, pot = action.seat, action.cards, state.pot
    hand, place = state.hands[seat], state.places[seat]
    turns = place.turns + 1
    shape = shape_of(cards, rules)
    laid = None if place.opened else shape.points
    has_top = bool(pot) and pot[-1] in cards
    taken = without_card(shape.heap, pot[-1]) if has_top else shape.heap
    found = []
    if rules.pot_needs_opened and not (place.opened or has_opened(0, rules)):
        found.append(Violation.of("duizenden.pot.opened", points=rules.opening_minimum))
    held = hand.bits.bit_count()
    if held < rules.pot_hand_minimum:
        found.append(Violation.of("duizenden.pot.hand", count=held, least=rules.pot_hand_minimum))
    left = held + len(pot)
    if not pot:
        found.append(Violation.of("duizenden.pot.meld", reason="empty"))
    elif not has_top:
        found.append(Violation.of("duizenden.pot.meld", reason="top", card=pot[-1]))
    else:
        left -= len(cards)
        if len(cards) < 3:
            found.append(Violation.of("duizenden.pot.meld", reason="hand", count=len(cards) - 1))
    missing = _not_held(taken, hand, state)
    found += missing + _wrong_cards(shape, turns, rules)
    if not found and _leaves_enough(left, laid, False, rules):
        return ()
    if not missing:
        found += _wrong_emptying(left, None if place.opened else 1, turns, rules)
    if found:
        return _each_once(found)
    whole = hand + Cards(pot[:-1])
    melds = (*state.melds, laid_by(seat, cards, shape))
    return _wrong_end(new_turn(rules, seat, turns, whole - taken, melds, laid, False), whole)


# -- melds, lay-offs, exchanges


def _wrong_meld(state: Melding, action: Meld) -> Violations:
    if not is_laid(action):
        return (ACTION,)
    if action.seat != state.turn:
        return _not_in_turn(action.seat, state.turn)
    rules = state.match.rules
    seat, cards = action.seat, action.cards
    hand, turns = state.hands[seat], state.places[seat].turns
    shape = shape_of(cards, rules)
    left = hand.bits.bit_count() - len(cards)
    laid = None if state.laid is None else state.laid + shape.points
    missing = _not_held(shape.heap, hand, state)
    found = missing + _wrong_cards(shape, turns, rules)
    if not found and _leaves_enough(left, laid, state.bound, rules):
        return ()
    if not missing:
        # whatever the cards are, they are the first ones laid or some more
        found += _wrong_emptying(left, None if state.laid is None else state.laid + 1, turns, rules)
    if found:
        return _each_once(found)
    melds = (*state.melds, laid_by(seat, cards, shape))
    return _wrong_end(new_turn(rules, seat, turns, hand - shape.heap, melds, laid, state.bound), hand)


def _wrong_layoff(state: Melding, action: LayOff) -> Violations:
    if not is_lay_off(action):
        return (ACTION,)
    if action.seat != state.turn:
        return _not_in_turn(action.seat, state.turn)
    rules = state.match.rules
    seat, cards, laid = action.seat, action.cards, state.laid
    hand, turns = state.hands[seat], state.places[seat].turns
    taken = heap(cards)
    left = hand.bits.bit_count() - len(cards)
    missing = _not_held(taken, hand, state)
    misplaced = _wrong_place(state.melds, action, turns, rules)
    if not missing and not misplaced and _leaves_enough(left, laid, state.bound, rules):
        return ()
    bound, unopened = _ground_unopened(state, "duizenden.layoff")
    emptying = () if missing else _wrong_emptying(left, laid, turns, rules)
    found = missing + unopened + emptying + misplaced
    if found:
        return _each_once(found)
    place = action.meld
    melds = replaced(state.melds, place, extended(state.melds[place], action.end, cards, seat, rules))
    return _wrong_end(new_turn(rules, seat, turns, hand - taken, melds, laid, bound), hand)


def _wrong_place(melds: tuple[Laid, ...], action: LayOff, turns: int, rules: Rules) -> Violations:
    """What keeps cards from being laid off there in a player's turn of that number."""
    rule = "duizenden.layoff"
    cards, place = action.cards, action.meld
    found: Violations = ()
    if place < len(melds):
        meld = melds[place]
        if not may_lay_off(meld.owner, action.seat, rules):
            found = (Violation.of(rule, reason="owner", owner=meld.owner),)
        for fault in addition_faults(meld, action.end, cards, rules):
            if fault in ("end", "gap", "rank"):
                found += (Violation.of(rule, reason=fault),)
            if fault != "end":
                found += (_NO_MELD[_CONTINUED.get(fault, fault)],)
    else:
        found = (Violation.of(rule, reason="meld", meld=place + 1, count=len(melds)),)
    if not may_use_wilds(turns, rules) and wilds_in(cards, rules):
        found += (_TOO_EARLY,)
    return found


_TOO_EARLY: Final = Violation.of("duizenden.meld.first-turn")


def _wrong_exchange(state: Melding, action: Exchange) -> Violations:
    if not is_exchange(action):
        return (ACTION,)
    if action.seat != state.turn:
        return _not_in_turn(action.seat, state.turn)
    rules = state.match.rules
    seat, card, place = action.seat, action.card, action.meld
    hand = state.hands[seat]
    rule = "duizenden.exchange"
    bound, unopened = _ground_unopened(state, rule)
    found = [*_not_held(heap((card,)), hand, state), *unopened]
    if place >= len(state.melds):
        return _each_once([*found, Violation.of(rule, reason="meld", meld=place + 1, count=len(state.melds))])
    meld = state.melds[place]
    if not may_exchange(meld.owner, seat, rules):
        found.append(Violation.of(rule, reason="off" if rules.exchange == "none" else "owner", owner=meld.owner))
    if card is QUEEN and not may_exchange_queen(meld.owner, seat, rules):
        found.append(Violation.of("duizenden.exchange.queen", owner=meld.owner))
    at = stands_for(meld, card, rules)
    if at is None:
        found.append(Violation.of(rule, reason="place", card=card))
    if found or at is None:
        return _each_once(found)
    if _leaves_enough(hand.bits.bit_count(), state.laid, bound, rules):
        return ()
    rest = with_card(without_card(hand, card), meld.cards[at])
    melds = replaced(state.melds, place, exchanged(meld, at, card, seat))
    turns = state.places[seat].turns
    return _wrong_end(new_turn(rules, seat, turns, rest, melds, state.laid, bound), rest)


def _ground_unopened(state: Melding, rule: str) -> tuple[bool, Violations]:
    """Whether a player who has not opened may only act to go out, after it; and what it breaks where
    not even that is allowed."""
    rules = state.match.rules
    if has_opened(state.laid, rules):
        return state.bound, ()
    if rules.out_unopened:
        return True, ()
    return False, (Violation.of(rule, reason="opened"), _unopened(rules, "first"))


def _unopened(rules: Rules, reason: str, **params: int) -> Violation:
    return Violation.of("duizenden.opening", reason=reason, points=rules.opening_minimum, **params)


def _not_held(taken: Cards, hand: Cards, state: Swapping | Table) -> Violations:
    if not taken.bits & ~hand.bits:
        return ()
    missing = taken - hand
    found = [Violation.of("duizenden.hand", cards=missing)]
    strange = missing.kinds() - PACKS[state.match.rules.wild].deck
    if strange:
        found.append(Violation.of("duizenden.deck", cards=strange))
    laid = [card for card in missing.kinds() if any([card in meld.cards for meld in _melds(state)])]
    if laid:
        found.append(Violation.of("duizenden.no-rearrange", cards=Cards(laid)))
    return tuple(found)


def _melds(state: Swapping | Table) -> tuple[Laid, ...]:
    return () if isinstance(state, Swapping) else state.melds


def _wrong_cards(shape: Shape, turns: int, rules: Rules) -> Violations:
    """What keeps cards from being melded in a player's turn of that number."""
    found: Violations = ()
    if shape.faults:
        found = tuple([_NO_MELD[fault] for fault in shape.faults])
    if shape.wilds and not may_use_wilds(turns, rules):
        found += (_TOO_EARLY,)
    if not may_meld(turns, rules):
        found += (Violation.of("duizenden.out.first-circuit", reason="meld", turn=rules.melds_from_circuit),)
    return found


_NO_MELD: Final[dict[str, Violation]] = {
    fault: Violation.of(f"duizenden.meld.{fault}") for fault in ("size", "group", "run", "low-ace")
} | {reason: Violation.of("duizenden.meld.ratio", reason=reason) for reason in ("naturals", "minority", "half")}
"""By what keeps cards from being a meld, the rule that it breaks."""

_CONTINUED: Final[dict[str, str]] = {"gap": "run", "rank": "group"}
"""What keeps cards from continuing a meld, as what keeps all of them from being one."""


def _leaves_enough(cards: int, laid: int | None, bound: bool, rules: Rules) -> bool:
    """Whether so many cards in hand are surely enough for the turn to end."""
    return cards >= ENOUGH and not bound and has_opened(laid, rules)


def _wrong_end(turn: Turn, whole: Cards) -> Violations:
    """Whether the turn can be ended after an action that is right in itself."""
    fault, _ = ground(turn, whole)
    if fault is None:
        return ()
    return (
        (_unopened(turn.rules, "reach"),)
        if fault == "opening"
        else (Violation.of("duizenden.end-turn", reason="after"),)
    )


def _wrong_emptying(left: int, laid: int | None, turns: int, rules: Rules) -> Violations:
    """What laying the last card breaks, if it is the last: so many are left."""
    if left:
        return ()
    found = _may_not_go_out(laid, turns, rules)
    return (Violation.of("duizenden.out.discard"), *found) if rules.last_card == "discard" else found


def _may_not_go_out(laid: int | None, turns: int, rules: Rules) -> Violations:
    return tuple([Violation.of(f"duizenden.out.{fault}", reason="out") for fault in out_faults(laid, turns, rules)])


# -- the end of a turn


def _wrong_discard(state: Melding, action: Discard) -> Violations:
    bits = state.hands[state.turn].bits
    plain = PLAIN_DISCARDS[state.turn].get(id(action), 0) & bits
    if plain and bits & bits - 1 and not state.laid and not state.bound:
        return ()  # a card that is held and not the last one: nothing of what follows is in question
    if not is_sound(action):
        return (ACTION,)
    if action.seat != state.turn:
        return _not_in_turn(action.seat, state.turn)
    hand, card, laid = state.hands[action.seat], action.card, state.laid
    empties = bits & bits - 1 == 0
    rules = state.match.rules
    found = [*_not_held(heap((card,)), hand, state)]
    held = not found
    if card is QUEEN and not queen_may_go(hand, rules):
        found.append(Violation.of("duizenden.discard.queen", reason=rules.queen_discard))
    if empties and held:
        found += _may_not_go_out(laid, state.places[action.seat].turns, rules)
    elif state.bound and not empties:
        found.append(Violation.of("duizenden.out.unopened"))
    if laid and not has_opened(laid, rules) and not (empties and rules.out_unopened):
        found.append(_unopened(rules, "discard", laid=laid))
    return tuple(found)


def _wrong_end_turn(state: Melding, action: EndTurn) -> Violations:
    if not is_sound(action):
        return (ACTION,)
    if action.seat != state.turn:
        return _not_in_turn(action.seat, state.turn)
    if state.fresh and is_stuck(state.hands[action.seat], state.match.rules):
        return ()
    rules = state.match.rules
    found = [Violation.of("duizenden.end-turn", reason="discard"), Violation.of("duizenden.discard")]
    if state.laid and not has_opened(state.laid, rules):
        found.append(_unopened(rules, "discard", laid=state.laid))
    return tuple(found)


# -- the last card


def _wrong_call(state: Table, action: Last) -> Violations:
    if not is_sound(action):
        return (ACTION,)
    call = state.places[action.seat].call if action.seat < len(state.places) else None
    if call not in ("due", "called"):
        return _phase(state)
    return () if call == "due" else (Violation.of("duizenden.last-card", reason="twice"),)


def _wrong_challenge(state: Table, action: Challenge) -> Violations:
    if not is_sound(action):
        return (ACTION,)
    call = state.places[action.whom].call if action.whom < len(state.places) else None
    if call not in ("missed", "kept", "settled"):
        return _phase(state)
    if action.seat >= len(state.places):
        return _not_in_turn(action.seat, state.turn)
    rule = "duizenden.last-card"
    found = []
    if action.seat == action.whom:
        found.append(Violation.of(rule, reason="self"))
    if call != "missed":
        found.append(Violation.of(rule, reason=call, seat=action.whom))
    if not can_punish(state):
        found.append(Violation.of(rule, reason="card"))
    return _each_once(found)


def can_punish(state: Table) -> bool:
    """Whether a challenge can cost what it must: a card may not be there to be drawn."""
    rules = state.match.rules
    return type(rules.last_card_call) is not Draws or bool(state.stock) or can_reshuffle(state)


def can_reshuffle(state: Table) -> bool:
    """Whether the pot can become a new stock (duizenden.stock)."""
    return may_renew(state.pot, state.match.rules)


Judge: TypeAlias = Callable[..., Violations]


def _by_class(*judges: tuple[type, Judge]) -> dict[int, Judge]:
    """By the id of a class of actions, since to hash the class of a stranger could run code of its own."""
    return {id(kind): judge for kind, judge in judges}


JUDGES: Final[dict[type, dict[int, Judge]]] = {
    Dealing: _by_class((Deal, _wrong_deal)),
    Swapping: _by_class((Swap, _wrong_swap), (Draw, _wrong_draw)),
    Drawing: _by_class((Draw, _wrong_draw), (Pot, _wrong_pot), (Last, _wrong_call), (Challenge, _wrong_challenge)),
    Melding: _by_class(
        (Discard, _wrong_discard),
        (Meld, _wrong_meld),
        (LayOff, _wrong_layoff),
        (Exchange, _wrong_exchange),
        (EndTurn, _wrong_end_turn),
        (Last, _wrong_call),
        (Challenge, _wrong_challenge),
    ),
    Reshuffling: _by_class((Reshuffle, _wrong_reshuffle)),
    Over: {},
}
"""What judges the actions of each class that a state waits for, by the id of the class."""
