"""Duizenden a second time: slow, naive, from the rules document, by trying everything.

It takes the library's states and actions as data and shares nothing else with it: cards are text
("5h", "Jk"), a hand is a sorted tuple, melds are found by putting every card in every place, and
whether a turn can still be ended is found by playing all its continuations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TypeAlias

from cardrules.cards import Card
from cardrules.duizenden.actions import (
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
from cardrules.duizenden.melds import Group, Laid, Run
from cardrules.duizenden.rules import Draws, Rules
from cardrules.duizenden.state import Drawing, Match, Melding, Place, Swapping

Text: TypeAlias = tuple[str, ...]
Rulings: TypeAlias = set[str]

SUITS = "cdhs"
RANKS = "23456789TJQKA"
LINE = "A" + RANKS  # the places of a run
QUEEN = "Qs"
JOKER = "Jk"


def texts(cards: Iterable[Card]) -> Text:
    return tuple([card.text for card in cards])


# -- cards


def rank_of(card: str) -> str:
    return "" if card == JOKER else card[0]


def is_wild(card: str, rules: Rules) -> bool:
    return card == JOKER if rules.wild == "jokers" else rank_of(card) == "2"


def copies(card: str, rules: Rules) -> int:
    """How many the deck has of a card."""
    if card == JOKER:
        return 4 if rules.wild == "jokers" else 0
    return 2


def points(card: str, rules: Rules) -> int:
    """What a card is worth on the table, but at the bottom of a run."""
    if is_wild(card, rules):
        return 25 if rules.wild == "jokers" else 20
    if card == QUEEN:
        return 100
    if rank_of(card) == "A":
        return 20
    return 10 if rank_of(card) in "TJQK" else 5


def held(cards: Iterable[str], hand: Iterable[str]) -> bool:
    return not Counter(cards) - Counter(hand)


def without(hand: Text, cards: Iterable[str]) -> Text:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def with_cards(hand: Text, cards: Iterable[str]) -> Text:
    return tuple(sorted([*hand, *cards]))


# -- melds


def fits(card: str, suit: str, place: int, rules: Rules) -> bool:
    """Whether a card can lie in that place of a run, wherever an ace may stand."""
    return 0 <= place < len(LINE) and (is_wild(card, rules) or card == LINE[place] + suit)


def ratio_holds(cards: Text, rules: Rules) -> bool:
    wilds = sum(is_wild(card, rules) for card in cards)
    return 2 * wilds < len(cards) if rules.ratio == "minority" else 2 * wilds <= len(cards)


def group_rank(cards: Text, rules: Rules) -> str | None:
    """The rank of which the cards are a group, whatever their number and ratio."""
    for rank in RANKS:
        if all(is_wild(card, rules) or rank_of(card) == rank for card in cards):
            return rank
    return None


def run_place(cards: Text, rules: Rules, lowest: int) -> tuple[str, int] | None:
    """The suit and the first place of which the cards are a run, whatever their number and ratio."""
    for suit in SUITS:
        for low in range(lowest, len(LINE)):
            if all(fits(card, suit, low + at, rules) for at, card in enumerate(cards)):
                return suit, low
    return None


def lowest_place(rules: Rules) -> int:
    return 0 if rules.low_ace else 1


def is_meld(cards: Text, rules: Rules) -> bool:
    """Whether the cards in this order are a meld; those of a group may stand in any order."""
    if len(cards) < 3 or not ratio_holds(cards, rules):
        return False
    return group_rank(cards, rules) is not None or run_place(cards, rules, lowest_place(rules)) is not None


def meld_faults(cards: Text, rules: Rules) -> tuple[Rulings, Rulings]:
    """What cards that are no meld break: the rules that must be named, and all that may."""
    must: Rulings = set()
    may: Rulings = set()
    naturals = sum(not is_wild(card, rules) for card in cards)
    if len(cards) < 3:
        must.add("meld.size")
    if group_rank(cards, rules) is None and run_place(cards, rules, lowest_place(rules)) is None:
        may |= {"meld.run", "meld.group"}
        if run_place(cards, rules, 0) is not None:
            must.add("meld.low-ace")
        elif len(cards) >= 3 and all(copies(card, rules) for card in cards):
            must |= {"meld.run", "meld.group"}
    if not ratio_holds(cards, rules):
        may.add("meld.ratio")
        if len(cards) >= 3 and not must:
            must.add("meld.ratio")
    if naturals < 2:  # its row asks for two natural cards, without which neither kind nor places are known
        may |= {"meld.ratio", "meld.run", "meld.group"} | (set() if rules.low_ace else {"meld.low-ace"})
    return must, must | may


def meld_points(cards: Text, rules: Rules) -> int:
    """What the cards of a meld in their order bring."""
    total = sum(points(card, rules) for card in cards)
    if group_rank(cards, rules) is None and rank_of(cards[0]) == "A" and run_place(cards, rules, 0) is not None:
        place = run_place(cards, rules, 0)
        assert place is not None
        if place[1] == 0:
            total += rules.low_ace_points - 20
    return total


def lines(hand: Text, suit: str, place: int, rules: Rules, alike: bool) -> Iterator[Text]:
    """All rows of cards from hand in the places of a suit from this one up, one card or more.

    alike: of several wild cards only the first in hand is tried.
    """
    tried = set()
    for card in hand:
        kind = "wild" if alike and is_wild(card, rules) else card
        if kind not in tried and fits(card, suit, place, rules):
            tried.add(kind)
            yield (card,)
            for row in lines(without(hand, [card]), suit, place + 1, rules, alike):
                yield (card, *row)


def heaps(hand: Text, rank: str, rules: Rules, alike: bool) -> set[Text]:
    """All choices of cards from hand that could be in a group of the rank, one card or more, as
    they are written: the natural cards by suit, then the wild ones."""
    usable = [card for card in hand if is_wild(card, rules) or rank_of(card) == rank]
    found = set()
    for size in range(1, len(usable) + 1):
        for some in combinations(usable, size):
            wilds = sorted([card for card in some if is_wild(card, rules)])
            if alike and wilds != sorted([card for card in usable if is_wild(card, rules)])[: len(wilds)]:
                continue
            found.add((*sorted([card for card in some if not is_wild(card, rules)]), *wilds))
    return found


def all_melds(hand: Text, rules: Rules, alike: bool = False) -> set[Text]:
    """All melds of a hand, groups as they are written."""
    found: set[Text] = set()
    for rank in RANKS:
        found |= {heap for heap in heaps(hand, rank, rules, alike) if is_meld(heap, rules)}
    for suit in SUITS:
        for low in range(lowest_place(rules), len(LINE)):
            for row in lines(hand, suit, low, rules, alike):
                if group_rank(row, rules) is None and is_meld(row, rules):
                    found.add(row)
    return found


# -- melds on the table


@dataclass(frozen=True)
class Pile:
    """A meld on the table. what: its rank or suit. low: the first place of a run, -1 for a group.
    wilds: the places of the wild cards of a run in the order in which they were laid."""

    owner: int
    what: str
    low: int
    cards: Text
    by: tuple[int, ...]
    wilds: tuple[int, ...] = ()

    @property
    def is_run(self) -> bool:
        return self.low >= 0


def pile_of(meld: Laid) -> Pile:
    if isinstance(meld, Run):
        return Pile(meld.owner, meld.suit.value, meld.low, texts(meld.cards), meld.seats, meld.wilds)
    assert isinstance(meld, Group)
    return Pile(meld.owner, meld.rank.value, -1, texts(meld.cards), meld.seats)


def new_pile(cards: Text, seat: int, rules: Rules) -> Pile:
    by = (seat,) * len(cards)
    rank = group_rank(cards, rules)
    if rank is not None:
        return Pile(seat, rank, -1, cards, by)
    where = run_place(cards, rules, 0)
    assert where is not None
    suit, low = where
    return Pile(seat, suit, low, cards, by, wild_places(cards, low, rules))


def wild_places(cards: Text, low: int, rules: Rules) -> tuple[int, ...]:
    return tuple([low + at for at, card in enumerate(cards) if is_wild(card, rules)])


def first_new_place(pile: Pile, end: str, cards: Text) -> int:
    return pile.low - len(cards) if end == "low" else pile.low + len(pile.cards)


def layoff_fits(pile: Pile, end: str | None, cards: Text, rules: Rules, lowest: int) -> bool:
    """Whether cards belong at that end of a meld, whatever the ratio."""
    if not pile.is_run:
        return end is None and all(is_wild(card, rules) or rank_of(card) == pile.what for card in cards)
    if end is None:
        return False
    low = first_new_place(pile, end, cards)
    return low >= lowest and all(fits(card, pile.what, low + at, rules) for at, card in enumerate(cards))


def grown(pile: Pile, end: str | None, cards: Text, seat: int, rules: Rules) -> Pile:
    by = (seat,) * len(cards)
    if end is None:
        return replace(pile, cards=pile.cards + cards, by=pile.by + by)
    low = first_new_place(pile, end, cards)
    wilds = pile.wilds + wild_places(cards, low, rules)
    if end == "low":
        return replace(pile, low=low, cards=cards + pile.cards, by=by + pile.by, wilds=wilds)
    return replace(pile, cards=pile.cards + cards, by=pile.by + by, wilds=wilds)


def wild_for(pile: Pile, card: str, rules: Rules) -> int | None:
    """Where in the meld the wild card lies that a card can be exchanged for."""
    if is_wild(card, rules):
        return None
    if not pile.is_run:
        for at, other in enumerate(pile.cards):
            if is_wild(other, rules) and rank_of(card) == pile.what:
                return at
        return None
    for place in pile.wilds:
        if card == LINE[place] + pile.what:
            return place - pile.low
    return None


def with_exchanged(pile: Pile, at: int, card: str, seat: int) -> Pile:
    cards, by = list(pile.cards), list(pile.by)
    cards[at], by[at] = card, seat
    wilds = tuple([place for place in pile.wilds if place != pile.low + at])
    return replace(pile, cards=tuple(cards), by=tuple(by), wilds=wilds)


# -- a turn


@dataclass(frozen=True)
class Stand:
    """How a turn stands after the drawing."""

    hand: Text
    piles: tuple[Pile, ...]
    laid: int | None
    bound: bool = False


@dataclass(frozen=True)
class Step:
    """Something laid on the table: a meld, a lay-off or an exchange."""

    kind: str
    cards: Text
    meld: int = -1
    end: str | None = None


@dataclass
class Turn:
    """The turn of a seat, its `turns`-th of the round, and what can be done in it."""

    rules: Rules
    seat: int
    turns: int
    plain: dict[Stand, bool] = field(default_factory=dict)
    outs: dict[Stand, bool] = field(default_factory=dict)
    reached: dict[tuple[Stand, bool], bool] = field(default_factory=dict)
    laid_down: dict[Text, tuple[Text, ...]] = field(default_factory=dict)

    def opened(self, stand: Stand) -> bool:
        return stand.laid is None or stand.laid >= self.rules.opening_minimum

    def owes(self, stand: Stand) -> bool:
        """Whether melds were laid that do not bring the minimum yet."""
        return stand.laid is not None and 0 < stand.laid < self.rules.opening_minimum

    def wilds_usable(self) -> bool:
        return self.rules.wild_in_first_turn or self.turns > 1

    def out_faults(self, stand: Stand) -> Rulings:
        """What forbids going out now, by the last card laid or discarded."""
        found = set()
        if stand.laid is not None and stand.laid > 0 and not self.rules.out_in_opening_turn:
            found.add("out.opening-turn")
        if self.turns == 1 and not self.rules.out_in_first_circuit:
            found.add("out.first-circuit")
        return found

    def emptying_faults(self, after: Stand) -> Rulings:
        """What forbids having laid the last card."""
        return self.out_faults(after) | ({"out.discard"} if self.rules.last_card == "discard" else set())

    def queen_goes(self, hand: Text) -> bool:
        if self.rules.queen_discard == "never":
            return False
        if self.rules.queen_discard == "last_card":
            return hand == (QUEEN,)
        return all(card == QUEEN for card in hand)

    def steps(self, stand: Stand, alike: bool = True) -> Iterator[tuple[Step, Stand]]:
        """All that could be laid, whether or not the player has opened or can end the turn."""
        for cards in self.melds(stand.hand, alike):
            step = Step("meld", cards)
            if not self.step_faults(stand, step)[1]:
                yield step, self.after(stand, step)
        for number, pile in enumerate(stand.piles):
            for end, cards in self.growths(stand.hand, pile, alike):
                step = Step("layoff", cards, number, end)
                if not self.step_faults(stand, step)[1]:
                    yield step, self.after(stand, step)
            for card in sorted(set(stand.hand)):
                step = Step("exchange", (card,), number)
                if not self.step_faults(stand, step)[1]:
                    yield step, self.after(stand, step)

    def melds(self, hand: Text, alike: bool) -> Iterable[Text]:
        if not alike:
            return all_melds(hand, self.rules)
        if hand not in self.laid_down:
            self.laid_down[hand] = tuple(sorted(all_melds(hand, self.rules, alike=True)))
        return self.laid_down[hand]

    def growths(self, hand: Text, pile: Pile, alike: bool) -> Iterator[tuple[str | None, Text]]:
        if not pile.is_run:
            for heap in sorted(heaps(hand, pile.what, self.rules, alike)):
                yield None, heap
            return
        for row in lines(hand, pile.what, pile.low + len(pile.cards), self.rules, alike):
            yield "high", row
        for low in range(pile.low):
            for row in lines(hand, pile.what, low, self.rules, alike):
                if low + len(row) == pile.low:
                    yield "low", row

    def step_faults(self, stand: Stand, step: Step) -> tuple[Rulings, Rulings]:
        """What is wrong with laying that, but for having opened and for what comes after."""
        must, may = self.hand_faults(stand, step.cards)
        cards = step.cards
        if step.kind == "meld":
            one, other = meld_faults(cards, self.rules)
            must, may = must | one, may | other
            if self.turns < self.rules.melds_from_circuit:
                must.add("out.first-circuit")
        wild = step.kind != "exchange" and any(is_wild(card, self.rules) for card in cards)
        if wild and not self.wilds_usable():
            must.add("meld.first-turn")
        if step.kind == "layoff":
            one, other = self.layoff_faults(stand, step)
            must, may = must | one, may | other
        if step.kind == "exchange":
            must |= self.exchange_faults(stand, step)
        if (must or may) and step.kind != "exchange" and len(cards) == len(stand.hand):
            may |= {"out.discard", "out.opening-turn", "out.first-circuit"}
        return must, must | may

    def hand_faults(self, stand: Stand, cards: Text) -> tuple[Rulings, Rulings]:
        must: Rulings = set()
        may: Rulings = set()
        missing = Counter(cards) - Counter(stand.hand)
        if missing:
            must.add("hand")
        if any(not copies(card, self.rules) for card in cards):
            must.add("deck")
        if any(number > copies(card, self.rules) for card, number in Counter(cards).items()):
            may.add("deck")
        if any(card in pile.cards for card in missing for pile in stand.piles):
            may.add("no-rearrange")
        return must, may

    def layoff_faults(self, stand: Stand, step: Step) -> tuple[Rulings, Rulings]:
        rules = self.rules
        if step.meld >= len(stand.piles):
            return {"layoff"}, set()
        pile = stand.piles[step.meld]
        must: Rulings = set()
        may: Rulings = set()
        if rules.layoff == "own" and pile.owner != self.seat:
            must.add("layoff")
        lowest = lowest_place(rules)
        if not layoff_fits(pile, step.end, step.cards, rules, lowest):
            if layoff_fits(pile, step.end, step.cards, rules, 0):
                must.add("meld.low-ace")
                may |= {"layoff", "meld.run"}
            elif (step.end is not None) != pile.is_run:
                must.add("layoff")
                may |= {"meld.run", "meld.group"}
            else:
                must.add("meld.run" if pile.is_run else "meld.group")
                may.add("layoff")
                if pile.is_run and not rules.low_ace:
                    may.add("meld.low-ace")
        if not ratio_holds(pile.cards + step.cards, rules):
            may.add("meld.ratio")
            if not must:
                must.add("meld.ratio")
        return must, may

    def exchange_faults(self, stand: Stand, step: Step) -> Rulings:
        rules = self.rules
        if step.meld >= len(stand.piles):
            return {"exchange"}
        pile = stand.piles[step.meld]
        must = set()
        if rules.exchange == "none" or (rules.exchange == "own" and pile.owner != self.seat):
            must.add("exchange")
        if wild_for(pile, step.cards[0], rules) is None:
            must.add("exchange")
        if step.cards[0] == QUEEN and pile.owner != self.seat and not rules.queen_exchange:
            must.add("exchange.queen")
        return must

    def after(self, stand: Stand, step: Step) -> Stand:
        rules = self.rules
        left = without(stand.hand, step.cards)
        piles = list(stand.piles)
        if step.kind == "meld":
            laid = None if stand.laid is None else stand.laid + meld_points(step.cards, rules)
            return Stand(left, (*piles, new_pile(step.cards, self.seat, rules)), laid, stand.bound)
        pile = piles[step.meld]
        if step.kind == "layoff":
            piles[step.meld] = grown(pile, step.end, step.cards, self.seat, rules)
        else:
            at = wild_for(pile, step.cards[0], rules)
            assert at is not None
            left = with_cards(left, [pile.cards[at]])
            piles[step.meld] = with_exchanged(pile, at, step.cards[0], self.seat)
        return Stand(left, tuple(piles), stand.laid, stand.bound)

    # -- can the turn be ended?

    def ends_plainly(self, stand: Stand) -> bool:
        """Whether the turn, in which something was done, has a legal end without the licence of who
        goes out unopened."""
        if stand not in self.plain:
            self.plain[stand] = self.search_end(stand)
        return self.plain[stand]

    def search_end(self, stand: Stand) -> bool:
        if not stand.hand:
            return self.opened(stand) and not self.emptying_faults(stand)
        for card in set(stand.hand):
            if not self.discard_faults(replace(stand, bound=False), card, licence=False)[1]:
                return True
        for step, after in self.steps(stand):
            if (step.kind == "meld" or self.opened(stand)) and self.ends_plainly(after):
                return True
        return False

    def goes_out(self, stand: Stand) -> bool:
        """Whether the hand can be emptied in this turn, with nothing needed but the licence."""
        if stand not in self.outs:
            self.outs[stand] = self.search_out(stand)
        return self.outs[stand]

    def search_out(self, stand: Stand) -> bool:
        if not stand.hand:
            return not self.emptying_faults(stand)
        goes = stand.hand[0] != QUEEN or self.queen_goes(stand.hand)
        if len(stand.hand) == 1 and goes and not self.out_faults(stand):
            return True
        return any(self.goes_out(after) for _, after in self.steps(stand))

    def reaches(self, stand: Stand, keep: bool) -> bool:
        """Whether more melds can bring the minimum; keep: without laying the last card where that
        is forbidden."""
        if (stand, keep) not in self.reached:
            self.reached[stand, keep] = self.opened(stand) or any(
                self.reaches(after, keep)
                for step, after in self.steps(stand)
                if step.kind == "meld" and (after.hand or not keep or not self.emptying_faults(after))
            )
        return self.reached[stand, keep]

    def judge(self, stand: Stand, step: Step) -> Verdict:
        """Everything about a step."""
        rules = self.rules
        must, may = self.step_faults(stand, step)
        needs_opening = step.kind != "meld" and not self.opened(stand) and not stand.bound
        unopened = {step.kind, "opening"} if needs_opening else set()
        if may:
            return Verdict.of(must | (set() if rules.out_unopened else unopened), may | unopened)
        after = self.after(stand, step)
        if stand.bound:
            if self.goes_out(after):
                return Verdict(after=after)
            return self.no_end(after)
        if not needs_opening and self.ends_plainly(after):
            return Verdict(after=after)
        if rules.out_unopened and not self.opened(stand) and self.goes_out(after):
            return Verdict(after=replace(after, bound=True))
        if needs_opening and not rules.out_unopened:
            return Verdict.of(unopened, unopened | (set() if after.hand else self.emptying_faults(after)))
        # of who may act only to go out and cannot: that it has not opened, or that the turn has no end
        other = self.no_end(after)
        return other if not needs_opening else replace(other, may=other.may | Verdict.of(set(), unopened).may)

    def no_end(self, after: Stand) -> Verdict:
        """What an action breaks after which the turn has no legal end."""
        if not after.hand and self.emptying_faults(after):
            faults = self.emptying_faults(after)
            return Verdict.of(set(), faults | (set() if self.opened(after) else {"opening"}))
        may: Rulings = set()
        if not self.reaches(after, keep=True):
            may.add("opening")
        if self.reaches(after, keep=False):
            may.add("end-turn")
        if after.bound:
            may |= {"end-turn", "out.unopened"}
        return Verdict.of(set(), may)

    def discard_faults(self, stand: Stand, card: str, licence: bool) -> tuple[Rulings, Rulings]:
        must, may = self.hand_faults(stand, (card,))
        goes_out = len(stand.hand) == 1
        if card == QUEEN and not self.queen_goes(stand.hand):
            must.add("discard.queen")
        if goes_out:
            faults = self.out_faults(stand)
            may |= faults
            if not must:
                must |= faults
            if faults and card == QUEEN:
                may.add("discard.queen")
        if self.owes(stand) and not (goes_out and licence):
            may.add("opening")
            if not stand.bound:
                must.add("opening")
        if stand.bound and not goes_out:
            must.add("out.unopened")
        if may and licence and not goes_out:
            may.add("out.unopened")
        return must, must | may

    def judge_discard(self, stand: Stand, card: str) -> Verdict:
        must, may = self.discard_faults(stand, card, licence=self.rules.out_unopened)
        return Verdict.of(must, may)

    def is_stuck(self, stand: Stand) -> bool:
        """Whether no card of the hand may be discarded."""
        return all(not self.judge_discard(stand, card).legal for card in stand.hand)

    def alive(self, stand: Stand, fresh: bool) -> bool:
        """Whether the turn can be ended at all."""
        if fresh and self.is_stuck(stand):
            return True
        if stand.bound:
            return self.goes_out(stand)
        licensed = self.rules.out_unopened and not self.opened(stand)
        return self.ends_plainly(stand) or (licensed and self.goes_out(stand))


@dataclass(frozen=True)
class Verdict:
    """What is to be said of an action: the rules that must be named, and all that may; where the
    action is legal none may, and `after` is how the turn stands after a step."""

    must: frozenset[str] = frozenset()
    may: frozenset[str] = frozenset()
    after: Stand | None = None

    @staticmethod
    def of(must: Rulings, may: Rulings) -> Verdict:
        return Verdict(
            frozenset([f"duizenden.{rule}" for rule in must]), frozenset([f"duizenden.{rule}" for rule in must | may])
        )

    @property
    def legal(self) -> bool:
        return not self.may

    def admits(self, named: Iterable[str]) -> bool:
        names = frozenset(named)
        return (not names) == self.legal and self.must <= names <= self.may


def only(*rules: str) -> Verdict:
    return Verdict.of(set(rules), set(rules))


# -- a state


def stand_of(state: Melding) -> Stand:
    hand = tuple(sorted(texts(state.hands[state.turn])))
    return Stand(hand, tuple([pile_of(meld) for meld in state.melds]), state.laid, state.bound)


def turn_of(state: Melding | Drawing) -> Turn:
    """The turn, in a Drawing the one that begins."""
    begins = isinstance(state, Drawing)
    return Turn(state.match.rules, state.turn, state.places[state.turn].turns + begins)


def verdict(state: Drawing | Melding | Swapping, action: Action, turn: Turn | None = None) -> Verdict:
    """What is to be said of an action. turn: what is known of the turn already, to save time."""
    if isinstance(action, Deal | Reshuffle):
        return only("phase")
    if isinstance(state, Swapping):
        return swapping_verdict(state, action)
    if isinstance(action, Last | Challenge):
        return call_verdict(state, action)
    in_time = Draw | Pot if isinstance(state, Drawing) else Meld | LayOff | Exchange | Discard | EndTurn
    if not isinstance(action, in_time):
        return only("phase")
    if action.seat != state.turn:
        return only("turn")
    turn = turn_of(state) if turn is None else turn
    if isinstance(state, Drawing):
        return pot_verdict(state, action, turn) if isinstance(action, Pot) else Verdict()
    stand = stand_of(state)
    if isinstance(action, EndTurn):
        if state.fresh and turn.is_stuck(stand):
            return Verdict()
        may = {"discard", "opening"} if turn.owes(stand) else {"discard"}
        return Verdict.of({"end-turn"}, may | ({"out.unopened"} if stand.bound else set()))
    if isinstance(action, Discard):
        return turn.judge_discard(stand, action.card.text)
    step = step_of(action)
    assert step is not None
    return turn.judge(stand, step)


def step_of(action: Action) -> Step | None:
    if isinstance(action, Meld):
        return Step("meld", texts(action.cards))
    if isinstance(action, LayOff):
        return Step("layoff", texts(action.cards), action.meld, action.end)
    if isinstance(action, Exchange):
        return Step("exchange", (action.card.text,), action.meld)
    return None


def swapping_verdict(state: Swapping, action: Action) -> Verdict:
    rules = state.match.rules
    if not isinstance(action, Swap | Draw):
        return only("phase")
    if action.seat != state.turn:
        return only("turn")
    if isinstance(action, Draw):
        return Verdict()
    card = action.card.text
    must: Rulings = set()
    may: Rulings = set()
    if card not in texts(state.hands[state.turn]):
        must.add("hand")
    if not copies(card, rules):
        must.add("deck")
    if card in (state.open.text, QUEEN):
        must.add("swap.same")
    if rules.swap_limit is not None and state.swaps >= rules.swap_limit:
        must.add("swap.same")
    if card == QUEEN:
        may.add("discard.queen")
    return Verdict.of(must, may)


def call_verdict(state: Drawing | Melding, action: Last | Challenge) -> Verdict:
    rules = state.match.rules
    of = action.seat if isinstance(action, Last) else action.whom
    if rules.last_card_call is None or of >= rules.players:
        return only("phase")
    call = state.places[of].call
    if isinstance(action, Last):
        if call == "due":
            return Verdict()
        return only("last-card") if call == "called" else only("phase")
    if call not in ("missed", "kept", "settled"):
        return only("phase")
    if action.seat >= rules.players:
        return Verdict.of(set(), {"last-card", "turn", "phase"})
    if call != "missed" or action.seat == of:
        return only("last-card")
    can_reshuffle = len(state.pot) > 1 and rules.empty_stock == "reshuffle"
    if isinstance(rules.last_card_call, Draws) and not state.stock and not can_reshuffle:
        return only("last-card")
    return Verdict()


def pot_verdict(state: Drawing, action: Pot, turn: Turn) -> Verdict:
    rules, seat = state.match.rules, state.turn
    hand = tuple(sorted(texts(state.hands[seat])))
    cards, pot, place = texts(action.cards), texts(state.pot), state.places[seat]
    must, may = meld_faults(cards, rules)
    piles = tuple([pile_of(meld) for meld in state.melds])
    if len(cards) < 3:
        may.add("pot.meld")
    if rules.pot_needs_opened and not place.opened and rules.opening_minimum > 0:
        must.add("pot.opened")
    if len(hand) < rules.pot_hand_minimum:
        must.add("pot.hand")
    if turn.turns < rules.melds_from_circuit:
        must.add("out.first-circuit")
    if any(is_wild(card, rules) for card in cards) and not turn.wilds_usable():
        must.add("meld.first-turn")
    if pot and pot[-1] in cards:
        from_hand = without(cards, pot[-1:])
        one, other = turn.hand_faults(Stand(hand, piles, None), from_hand)
    else:
        must.add("pot.meld")
        from_hand = cards
        one, other = turn.hand_faults(Stand(hand, piles, None), from_hand)
        may |= one
        one = one & {"deck"}
    must, may = must | one, may | other
    if any(number > copies(card, rules) for card, number in Counter(cards).items()):
        may.add("deck")
    if must or may:
        if held(from_hand, hand) and len(from_hand) == len(hand) and len(pot) == 1:
            may |= {"out.discard", "out.opening-turn", "out.first-circuit"}
        return Verdict.of(must, may)
    after = pot_stand(state, action)
    if turn.ends_plainly(after):
        return Verdict(after=after)
    return turn.no_end(after)


def pot_stand(state: Drawing, action: Pot) -> Stand:
    """How the turn stands after taking the pot."""
    rules, seat = state.match.rules, state.turn
    hand = tuple(sorted(texts(state.hands[seat])))
    cards, pot = texts(action.cards), texts(state.pot)
    left = with_cards(without(hand, without(cards, pot[-1:])), pot[:-1])
    laid = None if state.places[seat].opened else meld_points(cards, rules)
    piles = [pile_of(meld) for meld in state.melds]
    return Stand(left, (*piles, new_pile(cards, seat, rules)), laid)


# -- everything that could be done


def parsed(cards: Text) -> tuple[Card, ...]:
    return tuple([Card.parse(card) for card in cards])


def candidates(state: Drawing | Melding | Swapping, turn: Turn | None = None) -> set[Action]:
    """Every action that could be legal, for every choice of wild cards."""
    seat, rules = state.turn, state.match.rules
    found: set[Action] = set()
    hand = tuple(sorted(texts(state.hands[seat])))
    if isinstance(state, Swapping):
        return {Draw(seat), *[Swap(seat, card) for card in parsed(hand)]}
    for other in range(rules.players):
        found.add(Last(other))
        found |= {Challenge(other, whom) for whom in range(rules.players)}
    if isinstance(state, Drawing):
        found.add(Draw(seat))
        if state.pot:
            top = state.pot[-1].text
            for cards in all_melds(with_cards(hand, [top]), rules):
                if top in cards:
                    found.add(Pot(seat, parsed(cards)))
        return found
    turn = turn_of(state) if turn is None else turn
    found |= {EndTurn(seat), *[Discard(seat, card) for card in parsed(hand)]}
    for step, _ in turn.steps(stand_of(state), alike=False):
        if step.kind == "meld":
            found.add(Meld(seat, parsed(step.cards)))
        elif step.kind == "exchange":
            found.add(Exchange(seat, step.meld, parsed(step.cards)[0]))
        else:
            assert step.end in ("low", "high", None)
            end = {"low": "low", "high": "high"}.get(step.end or "")
            found.add(LayOff(seat, step.meld, parsed(step.cards), end))  # type: ignore[arg-type]
    return found


# -- the score


def round_points(
    melds: Iterable[Laid], hands: Iterable[Iterable[Card]], places: Iterable[Place], rules: Rules
) -> list[int]:
    """What each seat has of a round that ends like this."""
    totals = [0] * rules.players
    for meld in melds:
        pile = pile_of(meld)
        for at, (card, by) in enumerate(zip(pile.cards, pile.by, strict=True)):
            worth = points(card, rules)
            if pile.low == 0 and at == 0 and not is_wild(card, rules):
                worth = rules.low_ace_points
            totals[by if rules.credit == "player" else pile.owner] += worth
    for seat, hand in enumerate(hands):
        for card in texts(hand):
            totals[seat] -= rules.queen_penalty if card == QUEEN else points(card, rules)
    for seat, place in enumerate(places):
        totals[seat] -= place.penalty
    return totals


def after_round(match: Match, gained: list[int]) -> tuple[list[int], tuple[int, ...]]:
    """The totals after a round, and who has won."""
    totals = [before + more for before, more in zip(match.totals, gained, strict=True)]
    best = max(totals)
    winners = tuple([seat for seat, total in enumerate(totals) if total == best])
    return totals, winners if best >= match.rules.target else ()
