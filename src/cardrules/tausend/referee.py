"""Which rules an action breaks: the judge.

It names rules in stages: is the value an action, is it in its time, does the right seat act, is
its content right. The first stage that finds a fault names all that it finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from cardrules.cards import Card, Cards, Rank, Suit, cards_of
from cardrules.tausend.actions import (
    PLAIN_PLAYS,
    Action,
    Bid,
    Deal,
    Give,
    Nines,
    Pass,
    Play,
    Raise,
    Surrender,
    is_action,
)
from cardrules.tausend.deck import ACES, DECK, NINES
from cardrules.tausend.rules import Rules
from cardrules.tausend.state import (
    BeforeLead,
    Bidding,
    Dealing,
    Giving,
    Over,
    Playing,
    State,
    active_seats,
    dealt_seats,
)
from cardrules.tausend.tricks import ANYTHING, FREE_LIMIT, LOWEST_BID, STEP, lifts_limit, limit, marriages, playable
from cardrules.verdict import ACTION, Violation

Violations = tuple[Violation, ...]


def violations(state: State, action: Action) -> Violations:
    """Every rule that `action` breaks at the first stage at which it breaks any; () if it is legal.

    Any value at all may be asked about: what is no action breaks `cardrules.action` alone.
    """
    return JUDGES[type(state)](state, action)


def is_legal(state: State, action: Action) -> bool:
    """Whether `action` breaks no rule."""
    return not violations(state, action)


# -- stages before the content


def _phase(awaited: str) -> Violations:
    return (Violation.of("tausend.phase", reason=awaited),)


def _wrong_seat(active: tuple[int, int, int], rules: Rules, seat: int, other: Violation) -> Violations:
    """Who sits out breaks that rule alone; any other wrong seat breaks `other`."""
    if seat not in active and seat < rules.players:
        return (_sits_out(seat),)
    return (other,)


def _sits_out(seat: int) -> Violation:
    return Violation.of("tausend.four-handed", seat=seat)


def _not_declarer(state: Giving | BeforeLead, seat: int) -> Violations:
    contract = state.contract
    other = Violation.of("tausend.give.declarer", seat=seat, declarer=contract.declarer)
    return _wrong_seat(contract.active, state.match.rules, seat, other)


def _not_in_turn(state: BeforeLead | Playing, seat: int, turn: int) -> Violations:
    other = Violation.of("tausend.play.turn", seat=seat, turn=turn)
    return _wrong_seat(state.contract.active, state.match.rules, seat, other)


# -- a deal


def judge_deal(state: Dealing, action: object) -> Violations:
    """What is wrong while a deal is awaited."""
    rules, dealer = state.match.rules, state.match.dealer
    if _is_right_deal(action, dealt_seats(rules, dealer)):
        return ()
    if not is_action(action):
        return (ACTION,)
    if type(action) is not Deal:
        return _phase("deal")
    active = active_seats(rules, dealer)
    return (
        *_strange_in_deal(action),
        *[_sits_out(seat) for seat in action.seats if seat not in active and seat < rules.players],
        *_wrong_deal(action, active, rules),
    )


def _is_right_deal(action: object, seats: tuple[int, int, int]) -> bool:
    """Whether any value at all is a deal of the deck to these seats, 7 cards to each of them."""
    if type(action) is not Deal:
        return False
    try:
        hands: object = action.hands
        if type(hands) is not tuple or len(hands) != 3:
            return False
        first, second, third = hands
        if not (type(first) is type(second) is type(third) is tuple):
            return False
        (a, one), (b, two), (c, three) = hands
        if not (type(a) is type(b) is type(c) is int and (a, b, c) == seats):
            return False
        widow = action.widow
        if not (type(one) is type(two) is type(three) is type(widow) is Cards):
            return False
        i, j, k, rest = one.bits, two.bits, three.bits, widow.bits
    except (AttributeError, ValueError):  # a field that was never set, a pair that is none
        return False
    if not (type(i) is type(j) is type(k) is type(rest) is int):
        return False
    # the right numbers add up to the deck, so with every card of it none is there twice
    right = i.bit_count() == j.bit_count() == k.bit_count() == 7 and rest.bit_count() == 3
    return right and i | j | k | rest == DECK.bits


def _strange_in_deal(action: Deal) -> Violations:
    dealt = action.widow.bits
    for _, hand in action.hands:
        dealt |= hand.bits
    strange = cards_of(dealt).kinds() - DECK
    return (Violation.of("tausend.deck", cards=strange),) if strange else ()


def _wrong_deal(action: Deal, active: tuple[int, int, int], rules: Rules) -> Violations:
    """Whether each of the 24 cards is dealt exactly once, 7 to each seat that plays."""
    rule = "tausend.deal"
    hands = dict(action.hands)
    for seat in active:
        if seat not in hands:
            return (Violation.of(rule, reason="seat", seat=seat),)
        if len(hands[seat]) != 7:
            return (Violation.of(rule, reason="hand", seat=seat, count=len(hands[seat])),)
    if len(action.widow) != 3:
        return (Violation.of(rule, reason="widow", count=len(action.widow)),)
    dealt = sum(hands.values(), action.widow) & _TWICE
    if dealt != DECK:
        reason = "cards" if DECK - dealt else "twice"
        return (Violation.of(rule, reason=reason, cards=DECK - dealt or dealt - DECK),)
    strangers = [seat for seat in hands if seat >= rules.players]
    return (Violation.of(rule, reason="stranger", seat=strangers[0]),) if strangers else ()


_TWICE: Final = DECK + DECK


# -- the auction


def judge_call(state: Bidding, action: object) -> Violations:
    """What is wrong during the auction."""
    if not is_action(action):
        return (ACTION,)
    if type(action) is Bid:
        if action.seat != state.bidders[0]:
            return _wrong_bidder(state, action.seat)
        amount, bid = action.amount, state.bid
        higher = amount >= LOWEST_BID if bid is None else amount > bid
        if higher and amount % STEP == 0 and amount <= state.limits[action.seat]:
            return ()
        return _wrong_bid(state, action)
    if type(action) is Pass:
        return _wrong_pass(state, action) if action.seat == state.bidders[0] else _wrong_bidder(state, action.seat)
    return _phase("bid")


def _wrong_bidder(state: Bidding, seat: int) -> Violations:
    turn = Violation.of("tausend.bid.turn", seat=seat, turn=state.turn)
    passed = (Violation.of("tausend.bid.passed", seat=seat),) if Pass(seat) in state.calls else ()
    return (*_wrong_seat(state.active, state.match.rules, seat, turn), *passed)


def _wrong_pass(state: Bidding, action: Pass) -> Violations:
    return (Violation.of("tausend.bid.opening", reason="pass"),) if state.bid is None else ()


def _wrong_bid(state: Bidding, action: Bid) -> Violations:
    amount, bid = action.amount, state.bid
    wrong = _wrong_amount(amount, state.hands[action.seat], state.match.rules)
    if bid is None:
        if amount < LOWEST_BID:
            return (Violation.of("tausend.bid.opening", reason="bid", bid=amount), *wrong)
    elif amount <= bid:
        return (Violation.of("tausend.bid.higher", bid=amount, last=bid), *wrong)
    return wrong


def _wrong_amount(amount: int, hand: Cards, rules: Rules) -> Violations:
    """What a bid and a raise have in common."""
    if amount % STEP == 0 and amount <= limit(hand.bits, rules):
        return ()
    found = []
    if amount % STEP:
        found.append(Violation.of("tausend.bid.step", bid=amount))
    if amount > FREE_LIMIT and not lifts_limit(hand.bits, rules.four_aces):
        found.append(Violation.of("tausend.bid.marriage", bid=amount))
    if amount > rules.maximum_bid:
        found.append(Violation.of("tausend.bid.maximum", bid=amount, maximum=rules.maximum_bid))
    return tuple(found)


# -- after the auction


def judge_gift(state: Giving, action: object) -> Violations:
    """What is wrong while the declarer gives."""
    if not is_action(action):
        return (ACTION,)
    if type(action) is not Give:
        return _phase("give")
    contract = state.contract
    if action.seat != contract.declarer:
        return _not_declarer(state, action.seat)
    card, to = action.card, action.to
    plays = to in contract.active
    gifts = contract.gifts
    reason = None
    if not card.bit & contract.hands[action.seat].bits:
        reason = "hand"
    elif to == action.seat:
        reason = "self"
    elif gifts and gifts[0].to == to:
        reason = "twice"
    elif plays:
        return ()
    elif to >= state.match.rules.players:
        reason = "nobody"
    found = [] if reason is None else [Violation.of("tausend.give", reason=reason, card=card, to=to)]
    if card not in DECK:
        found.append(Violation.of("tausend.deck", cards=Cards([card])))
    if not plays and to < state.match.rules.players:
        found.append(_sits_out(to))
    return tuple(found)


def judge_opening(state: BeforeLead, action: object) -> Violations:
    """What is wrong before the first lead."""
    if not is_action(action):
        return (ACTION,)
    declarer = state.contract.declarer
    if type(action) is Play:
        if action.seat != declarer:
            return _not_in_turn(state, action.seat, declarer)
        return _wrong_play(action, state.contract.hands[declarer], state.match.rules, _FIRST_LEAD)
    if type(action) is Nines:
        return _wrong_nines(state, action)
    if type(action) is Raise:
        return _not_declarer(state, action.seat) if action.seat != declarer else _wrong_raise(state, action)
    if type(action) is Surrender:
        return _not_declarer(state, action.seat) if action.seat != declarer else _wrong_surrender(state, action)
    return _phase("lead")


def _wrong_nines(state: BeforeLead, action: Nines) -> Violations:
    active = state.contract.active
    if action.seat in active and state.hands[action.seat].bits & NINES == NINES:
        return ()
    nines = Violation.of("tausend.nines", seat=action.seat)
    return _wrong_seat(active, state.match.rules, action.seat, nines)


def _wrong_raise(state: BeforeLead, action: Raise) -> Violations:
    amount, bid = action.amount, state.contract.bid
    wrong = _wrong_amount(amount, state.contract.hands[action.seat], state.match.rules)
    if not wrong and amount > bid:
        return ()
    reason = "lower" if amount <= bid else "amount"
    return (Violation.of("tausend.raise", reason=reason, bid=amount, last=bid), *wrong)


def _wrong_surrender(state: BeforeLead, action: Surrender) -> Violations:
    on_barrel = state.match.standings[action.seat].barrel is not None
    return (Violation.of("tausend.surrender.barrel"),) if on_barrel else ()


# -- the tricks


@frozen
class _Lead:
    """What a play depends on beyond the hand: whether the player has just won a trick and leads,
    the suit led, the trump, and the bits of the kings and queens that were played unannounced."""

    after_winning: bool
    led: Suit | None
    trump: Suit | None
    spoilt: int


_FIRST_LEAD: Final = _Lead(False, None, None, 0)
_COUPLES: Final = Rank.KING.mask | Rank.QUEEN.mask


def judge_play(state: Playing, action: object) -> Violations:
    """What is wrong during the tricks."""
    if PLAIN_PLAYS[state.turn].get(id(action), 0) & state.playable or state.playable == ANYTHING:
        return ()
    if not is_action(action):
        return (ACTION,)
    if type(action) is not Play:
        return _phase("play")
    if action.seat != state.turn:
        return _not_in_turn(state, action.seat, state.turn)
    hand = cards_of(state.contract.hands[action.seat].bits & state.unplayed)
    return _wrong_play(action, hand, state.match.rules, _lead(state))


def _lead(state: Playing) -> _Lead:
    spoilt = sum([play.card.bit for play in state.plays if play.announce != "marriage"]) & _COUPLES
    led = state.trick[0].card.suit if state.trick else None
    return _Lead(not state.trick and bool(state.tricks), led, state.trump, spoilt)


def _wrong_play(action: Play, hand: Cards, rules: Rules, lead: _Lead) -> Violations:
    if action.announce == "aces":
        return _wrong_aces(action, hand, rules, lead)
    wrong = _wrong_card(action.card, hand, lead)
    if action.announce is None:
        return wrong
    return (*wrong, *_wrong_marriage(action.card, hand, lead))


def _wrong_aces(action: Play, hand: Cards, rules: Rules, lead: _Lead) -> Violations:
    rule = "tausend.aces"
    if not rules.four_aces:
        return (Violation.of(rule, reason="off"),)
    if not lead.after_winning:
        return (Violation.of(rule, reason="lead"),)
    if hand.bits & ACES != ACES:
        return (Violation.of(rule, reason="hand"),)
    return () if action.card.rank is Rank.ACE else (Violation.of(rule, reason="card", card=action.card),)


def _wrong_card(card: Card, hand: Cards, lead: _Lead) -> Violations:
    led, trump = lead.led, lead.trump
    if playable(hand.bits, led, trump) & card.bit:
        return ()
    if not hand.bits & card.bit:
        absent = Violation.of("tausend.play.hand", card=card)
        return (absent,) if card in DECK else (absent, Violation.of("tausend.deck", cards=Cards([card])))
    assert led is not None  # else any card of the hand is playable
    if hand.bits & led.mask:
        return (Violation.of("tausend.play.follow", held=cards_of(hand.bits & led.mask), led=led),)
    assert trump is not None  # likewise
    held = cards_of(hand.bits & trump.mask)
    return (Violation.of("tausend.play.trump", held=held, led=led, trump=trump),)


def _wrong_marriage(card: Card, hand: Cards, lead: _Lead) -> list[Violation]:
    found = []
    if not lead.after_winning:
        found.append(Violation.of("tausend.marriage.lead"))
    suit = card.suit
    held = suit is not None and marriages(hand.bits) & suit.mask != 0
    if not held or not card.bit & _COUPLES:
        reason = "card" if held else "hand"
        found.append(Violation.of("tausend.marriage.pair", reason=reason, card=card))
        if suit is not None and lead.spoilt & suit.mask:
            lost = cards_of(lead.spoilt & suit.mask)
            found.append(Violation.of("tausend.marriage.lost", suit=suit, cards=lost))
    return found


# -- after the end


def _over(state: Over, action: object) -> Violations:
    return (Violation.of("tausend.win.over"),) if is_action(action) else (ACTION,)


JUDGES: Final[dict[type, Callable[..., Violations]]] = {
    Dealing: judge_deal,
    Bidding: judge_call,
    Giving: judge_gift,
    BeforeLead: judge_opening,
    Playing: judge_play,
    Over: _over,
}
