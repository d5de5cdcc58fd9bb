"""What the actions of a deal of Tausend tell of its cards.

All 24 cards are seen as they are played: who played a card held it. What legal play tells goes
further: who did not follow had no card of the suit, who bid above the limit held a marriage.
Whatever the cards were, the course of the deal (who is on turn, who declares, who wins a trick) is
the same. So it is followed once, at a table where everybody holds every card, and what the actions
tell is collected on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, TypeAlias

from attrs import evolve, frozen

from cardrules.cards import CARDS, Card, Rank, Suit, cards_of
from cardrules.tausend.actions import Action, Bid, Deal, Give, Nines, Play, Raise
from cardrules.tausend.deck import ACES, DECK, NINES
from cardrules.tausend.layout import WIDOW, Choice, Gift, Known, Part, Places, all_places, one_deal
from cardrules.tausend.referee import violations
from cardrules.tausend.rules import Rules
from cardrules.tausend.seen import SeenGive
from cardrules.tausend.standing import stand
from cardrules.tausend.state import BeforeLead, Bidding, Dealing, Giving, Playing, State
from cardrules.tausend.transition import step
from cardrules.tausend.tricks import FREE_LIMIT
from cardrules.verdict import IllegalAction
from cardrules.wording import card_word

Marked: TypeAlias = tuple[Action | SeenGive, bool]
"""An action, of which the card of a gift may not be known, and whether it is marked as one that the
table let stand."""


class NoDeal(Exception):
    """No deal of cards goes with the actions up to that of index `at`, for the reason `why`; the deal
    itself has index 0. `before` is the index of the action that took the card away, if one did."""

    def __init__(self, at: int, why: str, before: int | None = None) -> None:
        super().__init__(at, why, before)
        self.at: Final = at
        self.why: Final = why
        self.before: Final = before


_APART: Final = "no deal of cards explains it together with what was noted before it in this deal"


@frozen
class Deduced:
    """The deal that was chosen; all that are possible, taken together; by the index of a gift (the
    deal itself has index 0) its number in them."""

    chosen: Places
    every: Places
    gifts: Mapping[int, int]


def deduce(state: Dealing, parts: Mapping[int, Part], actions: Sequence[Marked], *, last: bool) -> Deduced:
    """What can be known of a deal before which the table was in `state`, of which `parts` are known,
    and which `actions` followed; `last` says that no further deal did.

    Such deals are possible under which all actions are legal that are not marked; if there is none,
    those under which the actions can have been made at all and are legal as far as they can be.
    Raises NoDeal where there is none of these either.
    """
    course = _Course(state, parts, actions, last=last)
    known = _all_of(course.facts, Known(parts))
    if one_deal(known) is None:
        at = _longest(course.facts, Known(parts))
        raise NoDeal(0, _impossible(parts)) if at == 0 else _no_deal(actions, at)
    if course.absent is not None:
        raise _no_deal(actions, course.absent)
    # an action that is illegal whatever the cards are ends what legal play tells
    end = len(actions) + 1
    while True:
        demands = [demand for demand in course.demands if demand[0] <= end]
        legal = _all_of(demands, known)
        chosen = one_deal(legal)
        if chosen is None:
            end = _longest(demands, known) - 1
            continue
        tried = [deal_of(chosen), *filled(actions, Deduced(chosen, chosen, course.gifts))]
        fault = _first_fault(state, tried, [False, *[marked for _, marked in actions]])
        if fault is None or fault > end:
            break
        end = fault - 1
    every = all_places(legal)
    assert every is not None  # there is the one that was chosen
    return Deduced(chosen, every, course.gifts)


def _impossible(parts: Mapping[int, Part]) -> str:
    """Why no deal has these parts, which are not larger than those of a deal."""
    foreign = twice = seen = 0
    for part in parts.values():
        foreign |= part.cards & ~DECK.bits
        twice |= part.cards & seen
        seen |= part.cards
    if foreign:
        return f"{card_word(_card(foreign & -foreign), 'en')} is no card of the pack"
    assert twice  # what has the right size and no card twice can be completed
    return f"{card_word(_card(twice & -twice), 'en')} is in two parts of the deal"


def _no_deal(actions: Sequence[Marked], at: int) -> NoDeal:
    """That no deal goes with the actions up to that of index `at`, and what is the matter with its
    card, if that alone tells why."""
    action = actions[at - 1][0]
    if not isinstance(action, Give | Play):
        return NoDeal(at, _APART)
    card = card_word(action.card, "en")
    if action.card not in DECK:
        return NoDeal(at, f"{card} is no card of the pack")
    for before in range(at - 1, 0, -1):
        match actions[before - 1][0]:
            case Play(card=gone) if gone is action.card:
                return NoDeal(at, f"{card} was played before", before)
            case Give(seat, gone) if gone is action.card and seat == action.seat:
                return NoDeal(at, f"{card} was given away before", before)
    return NoDeal(at, _APART)


def deal_of(places: Places) -> Deal:
    """The deal of a choice."""
    hands = sorted([(seat, cards_of(cards)) for seat, cards in places.parts.items() if seat != WIDOW])
    return Deal(tuple(hands), cards_of(places.parts[WIDOW]))


def filled(actions: Sequence[Marked], found: Deduced | None) -> list[Action]:
    """The actions after a deal, with the chosen cards for the gifts of which the card is not known,
    and any card where none was chosen."""
    return [
        Give(action.seat, _card(_given(at, found)), action.to) if isinstance(action, SeenGive) else action
        for at, (action, _) in enumerate(actions, 1)
    ]


def _given(at: int, found: Deduced | None) -> int:
    number = None if found is None else found.gifts.get(at)
    return _FIRST if found is None or number is None else found.chosen.gifts[number]


_FIRST: Final = DECK.bits & -DECK.bits


def _card(bit: int) -> Card:
    return CARDS[bit.bit_length() - 1]


# -- what is told, and how far it goes together

_Fact: TypeAlias = Callable[[Known], Known]
"""What is known with something that an action tells, of what is known without it."""

_Told: TypeAlias = list[tuple[int, _Fact]]
"""What the actions tell, in order, each with the index of its action."""


def _all_of(told: _Told, known: Known) -> Known:
    """What is known with all that."""
    for _, fact in told:
        known = fact(known)
    return known


def _longest(told: _Told, known: Known) -> int:
    """The index of the first action that tells what no deal goes with; there is one."""
    fits, fails = -1, len(told)  # so much of it goes together, and so much does not; -1: not even `known`
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if one_deal(_all_of(told[:middle], known)) is None:
            fails = middle
        else:
            fits = middle
    return 0 if fails == 0 else told[fails - 1][0]


def _first_fault(state: State, actions: Sequence[Action], marks: Sequence[bool]) -> int | None:
    """The index of the first action that is illegal and not marked, or cannot be applied."""
    for at, (action, marked) in enumerate(zip(actions, marks, strict=True)):
        if not marked and violations(state, action):
            return at
        try:
            state = stand(state, action)
        except IllegalAction:
            return at
    return None


# -- the course of the deal


class _Course:
    """What the actions tell, up to one that cannot be applied, whatever the cards are.

    facts: what is true if the actions were made at all. demands: what beside if they were legal.
    gifts: as in `Deduced`. absent: the index of an action with a card that is gone by then, or
    is no card of the pack.
    """

    def __init__(self, state: Dealing, parts: Mapping[int, Part], actions: Sequence[Marked], *, last: bool) -> None:
        """As in `deduce`."""
        self.facts: Final[_Told] = []
        self.demands: Final[_Told] = []
        self.gifts: Final[dict[int, int]] = {}
        self.absent: int | None = None
        self._rules: Final = state.match.rules
        self._end: Final = len(actions)
        self._last: Final = last
        self._follow(_everywhere(state, [seat for seat in parts if seat != WIDOW]), actions)

    def _follow(self, state: State, actions: Sequence[Marked]) -> None:
        for at, (noted, marked) in enumerate(actions, 1):
            action = _tried(state, noted) if isinstance(noted, SeenGive) else noted
            if _is_absent(state, action):
                self.absent = at
                return
            try:
                after = stand(state, action)
            except IllegalAction:
                return
            if isinstance(after, Giving) and isinstance(state, Bidding):
                self._tell_of_widow(at, after.contract.declarer)
            if isinstance(action, Give):
                self._tell_of_gift(at, action, DECK.bits if noted is not action else action.card.bit)
            if isinstance(action, Play):
                self.facts.append((at, partial(Known.held, seat=action.seat, cards=action.card.bit)))
            if not marked:
                self.demands.extend([(at, demand) for demand in _demands(state, action)])
            if noted is not action and isinstance(state, Giving) and isinstance(after, Giving | BeforeLead):
                # which card has gone is not known
                after = evolve(after, contract=evolve(after.contract, hands=state.contract.hands))
            state = after

    def _tell_of_widow(self, at: int, declarer: int) -> None:
        self.facts.append((at, partial(Known.taken, declarer=declarer)))
        if self._rules.poor_widow_redeal and (at < self._end or not self._last):
            # what follows is legal after the one widow, or after the other
            self.demands.append((at + 1, partial(Known.turned_up, poor=at == self._end)))

    def _tell_of_gift(self, at: int, gift: Give, cards: int) -> None:
        self.gifts[at] = len(self.gifts)
        self.facts.append((at, partial(Known.given, gift=Gift(gift.to, cards))))


def _everywhere(state: Dealing, seats: Sequence[int]) -> State:
    """The state after the deal at a table where everybody holds every card."""
    rules = evolve(state.match.rules, poor_widow_redeal=False)  # what was noted after the auction was done
    begun = evolve(state, match=evolve(state.match, rules=rules))
    return step(begun, Deal(tuple([(seat, DECK) for seat in seats]), DECK))


def _tried(state: State, gift: SeenGive) -> Give:
    """A gift of some card that the giver holds."""
    held = state.contract.hands[gift.seat].bits if isinstance(state, Giving) else 0
    return Give(gift.seat, _card(held & -held or _FIRST), gift.to)


def _is_absent(state: State, action: Action) -> bool:
    """Whether the card of an action in its time and by the right seat is gone where all were there."""
    return any(
        [
            broken.rule == "tausend.play.hand"
            or (broken.rule == "tausend.give" and ("reason", "hand") in broken.params)
            for broken in violations(state, action)
        ]
    )


def _couple(suit: Suit) -> int:
    return (Rank.KING.mask | Rank.QUEEN.mask) & suit.mask


_COUPLES: Final = tuple([_couple(suit) for suit in Suit])


def _lifting(rules: Rules) -> tuple[int, ...]:
    """The sets of cards of which a hand needs one for a bid above the limit."""
    return (*_COUPLES, ACES) if rules.four_aces else _COUPLES


def _demands(state: State, action: Action) -> list[_Fact]:
    """What must be true of the hands for an action to be legal, that is not told by its card."""
    match state, action:
        case Bidding(), Bid(seat, amount) if amount > FREE_LIMIT:
            return [partial(Known.chosen, choice=Choice(seat, _lifting(state.match.rules), dealt=True))]
        case BeforeLead(), Raise(seat, amount) if amount > FREE_LIMIT:
            return [partial(Known.chosen, choice=Choice(seat, _lifting(state.match.rules), dealt=False))]
        case BeforeLead(), Nines(seat):
            return [partial(Known.held, seat=seat, cards=NINES)]
        case Playing(), Play(seat, card, announce):
            if announce == "aces":
                return [partial(Known.held, seat=seat, cards=ACES)]
            if announce == "marriage" and card.suit is not None:
                return [partial(Known.held, seat=seat, cards=_couple(card.suit))]
            return _not_followed(state, action)
    return []


def _not_followed(state: Playing, play: Play) -> list[_Fact]:
    """What the player has not, who did not follow, and did not trump."""
    if not state.trick:
        return []
    missing = 0
    for suit in (state.trick[0].card.suit, state.trump):
        if suit is not None and play.card.suit is not suit:
            missing |= suit.mask
        else:
            break
    return [partial(Known.lacking, seat=play.seat, cards=missing & state.unplayed)] if missing else []
