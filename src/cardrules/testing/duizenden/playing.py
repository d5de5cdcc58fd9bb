"""Random Duizenden with a liking for what happens rarely: tables on which something is about to
happen, exchanges, the pot, calls and challenges, the queen, hands of one card."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final

import attrs

from cardrules.cards import CARDS, JOKER, Card, Cards, Rank
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
    PlayerAction,
    Pot,
    Swap,
)
from cardrules.duizenden.check import check
from cardrules.duizenden.deck import QUEEN
from cardrules.duizenden.legal import legal_actions
from cardrules.duizenden.melds import Laid, lay
from cardrules.duizenden.rules import Draws, Points, Rules
from cardrules.duizenden.state import (
    Call,
    Dealing,
    Drawing,
    Match,
    Melding,
    Place,
    Reshuffling,
    State,
    Swapping,
)
from cardrules.duizenden.transition import shuffle, start
from cardrules.duizenden.view import deck
from cardrules.scoresheet import ScoreLine

# -- tables

THEMES: Final = ("totals", "queens", "empty", "last", "large", "opening", "unopened", "wilds", "small")
"""How a playout may begin, beside the start of a match: with totals just below the target, or in a
round: with queens in small hands; a stock that is empty, and a pot of many cards, of one, of none;
last cards; a large pot; a hand that can just open; a hand that can be laid at once; many wild cards
in hand; hands of few cards."""


class Heap:
    """Cards in random order, of which some are taken."""

    def __init__(self, cards: Cards, rng: random.Random) -> None:
        self.cards: list[Card] = list(cards)
        rng.shuffle(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def some(self, count: int) -> list[Card]:
        """Any so many cards, or all."""
        taken, self.cards = self.cards[:count], self.cards[count:]
        return taken

    def these(self, cards: Sequence[Card]) -> list[Card]:
        """Of these cards those that are there."""
        taken = []
        for card in cards:
            if card in self.cards:
                self.cards.remove(card)
                taken.append(card)
        return taken


def is_wild(card: Card, rules: Rules) -> bool:
    """Whether a card is wild, by the letter of the rules."""
    return card is JOKER if rules.wild == "jokers" else card.rank is Rank.TWO


def meld_from(heap: Heap, rules: Rules, rng: random.Random, wilds: int = 2) -> tuple[Card, ...]:
    """A meld of cards of the heap, which it takes; () where the attempts fail."""
    for _ in range(30):
        group = rng.random() < 0.4
        wanted = _group(heap, rules, rng) if group else _run(heap, rules, rng)
        natural = [card for card in wanted if card is not None]
        spare = [card for card in heap.cards if is_wild(card, rules)]
        missing = len(wanted) - len(natural)
        enough = len(natural) > missing if rules.ratio == "minority" else len(natural) >= missing
        if len(natural) < 2 or not enough or missing > min(len(spare), wilds) or len(wanted) < 3:
            continue
        if Cards(natural) <= Cards(heap.cards):
            cards = [spare.pop() if card is None else card for card in wanted]
            heap.these(cards)
            return tuple(sorted(cards, key=lambda card: (is_wild(card, rules), card.index)) if group else cards)
    return ()


def _group(heap: Heap, rules: Rules, rng: random.Random) -> list[Card | None]:
    card = rng.choice(heap.cards) if heap.cards else JOKER
    if is_wild(card, rules):
        return []
    same = [other for other in heap.cards if other.rank is card.rank]
    return [*same[: rng.choice((2, 3, 3, 4, 5))], *[None] * rng.choice((0, 0, 1, 1, 2))]


def _run(heap: Heap, rules: Rules, rng: random.Random) -> list[Card | None]:
    size = rng.choice((3, 3, 3, 4, 4, 5, 6, 8, 14 if rules.low_ace else 13))
    suit, low = rng.randrange(4), rng.randint(0 if rules.low_ace else 1, 14 - size)
    cards = [CARDS[13 * suit + (low + place + 12) % 13] for place in range(size)]
    gone = rng.random() < 0.3
    return [
        card if card in heap.cards and not is_wild(card, rules) and not (gone and rng.random() < 0.25) else None
        for card in cards
    ]


def first(rules: Rules, rng: random.Random) -> State:
    """The start of a match."""
    return start(rules, rng.randrange(rules.players))


def table(rules: Rules, rng: random.Random, theme: str) -> State:
    """A state before a deal, or of a round, as one of the themes says."""
    for _ in range(20):
        dealer = rng.randrange(rules.players)
        state = _totals(rules, dealer, rng) if theme == "totals" else _round(rules, dealer, theme, rng)
        try:
            check(state)
        except ValueError:  # the attempt did not fit together
            continue
        return state
    return first(rules, rng)


STARTS: Final[Mapping[str, Callable[[Rules, random.Random], State]]] = MappingProxyType(
    {"start": first, **{theme: partial(table, theme=theme) for theme in THEMES}}
)
"""How a playout may begin."""


def _totals(rules: Rules, dealer: int, rng: random.Random) -> Dealing:
    totals = [rules.target - rng.choice((1, 5, 20, 60, 200, 700)) for _ in range(rules.players)]
    lines = [ScoreLine(0, seat, total, "duizenden.score.credit") for seat, total in enumerate(totals)]
    return Dealing(Match(rules, dealer, 1, tuple(totals), tuple(lines)))


def _round(rules: Rules, dealer: int, theme: str, rng: random.Random) -> Drawing:
    players = rules.players
    heap = Heap(deck(rules), rng)
    # each seat from `first` on has begun the same number of turns, some one more
    first = (dealer + 1 + (rng.randrange(players) if rules.swap_phase else 0)) % players
    ahead = rng.randrange(players)
    begun = rng.choice((0, 1, 1, 2, 5))
    turns = [begun + ((seat - first) % players < ahead) for seat in range(players)]
    turn = (first + ahead) % players
    hidden = turn if theme in ("opening", "unopened") else None
    able = [seat for seat in range(players) if turns[seat] >= max(1, rules.melds_from_circuit) and seat != hidden]
    hands, stock = _hands(rules, theme, heap, turn, rng)
    melds = _melds(rules, theme, heap, able, rng)
    owners = {meld.owner for meld in melds}
    for seat in range(players):
        if seat not in hands:
            sizes = (1, 1, 1, 2) if theme == "last" else (1, 2, 2, 3, 4, 6, 9, 13)
            hands[seat] = heap.some(rng.choice(sizes) if seat in owners else 13)
        elif seat not in owners and theme != "queens":
            hands[seat] += heap.some(13 - len(hands[seat]))
    pot, rest = _piles(theme, heap, hands, owners, rng)
    held = tuple([Cards(hands[seat]) for seat in range(players)])
    places = tuple([_place(rules, seat, turn, turns[seat], held[seat], seat in owners, rng) for seat in range(players)])
    match = Match(rules, dealer, 0, (0,) * players)
    return Drawing(match, held, (*stock, *rest), tuple(pot), tuple(melds), places, turn)


def _hands(
    rules: Rules, theme: str, heap: Heap, turn: int, rng: random.Random
) -> tuple[dict[int, list[Card]], list[Card]]:
    """The hand of the seat on turn, and what lies on top of the stock."""
    hands: dict[int, list[Card]] = {}
    stock: list[Card] = []
    wild = [card for card in heap.cards if is_wild(card, rules)]
    if theme == "queens":
        hands[turn] = heap.these([QUEEN, QUEEN][: rng.choice((1, 1, 2))])
        if rng.random() < 0.4:
            hands[turn] += heap.some(rng.choice((1, 2)))
        stock = heap.these([QUEEN]) if rng.random() < 0.7 else []
    elif theme in ("opening", "unopened"):
        cards: list[Card] = []
        for _ in range(5):
            cards += meld_from(heap, rules, rng, wilds=1)
            if len(cards) > (9 if theme == "opening" else 12):
                break
        # as a hand of 13 may hold; a piece of a meld is as good as other cards
        hands[turn] = cards[:13]
        if theme == "opening" and rng.random() < 0.5:
            hands[turn] += heap.these([QUEEN])
        heap.cards += cards[13:]
    elif theme == "wilds":
        hands[turn] = heap.these(wild[: rng.randint(2, 6)])
    return hands, stock


def _melds(rules: Rules, theme: str, heap: Heap, able: list[int], rng: random.Random) -> list[Laid]:
    melds: list[Laid] = []
    if not able:
        return melds
    if theme in ("queens", "wilds") and rng.random() < 0.6:  # a wild card in the place of the queen
        taken = heap.these(CARDS[48:49] + CARDS[50:51])
        wild = [card for card in heap.cards if is_wild(card, rules)]
        if len(taken) == 2 and wild:
            melds.append(lay((taken[0], *heap.these(wild[:1]), taken[1]), rng.choice(able), rules))
        else:
            heap.cards += taken
    for _ in range(rng.choice((1, 2, 3, 4, 8) if theme in ("last", "large", "empty", "small") else (1, 2, 3))):
        cards = meld_from(heap, rules, rng)
        if cards:
            melds.append(lay(cards, rng.choice(able), rules))
    return [_shared(meld, able, rng) if rules.layoff == "any" else meld for meld in melds]


def _shared(meld: Laid, able: list[int], rng: random.Random) -> Laid:
    """The meld as if others had laid some of its cards."""
    if len(meld.cards) < 4 or rng.random() < 0.5:
        return meld
    return attrs.evolve(meld, seats=(*meld.seats[:-1], rng.choice(able)))


def _piles(
    theme: str, heap: Heap, hands: dict[int, list[Card]], owners: set[int], rng: random.Random
) -> tuple[list[Card], list[Card]]:
    """The pot, its top last, and the stock."""
    if theme == "empty":
        size = rng.choice((0, 1, 1, 2, len(heap), len(heap)))
        pot = heap.some(size)
        if owners:
            hands[rng.choice(sorted(owners))] += heap.cards
            return pot, []
        return pot, heap.cards
    if theme == "large":
        return heap.some(max(1, len(heap) - rng.choice((0, 1, 2, 9)))), heap.cards
    return heap.some(rng.choice((1, 1, 2, 3, 6, 15))), heap.cards


def _place(rules: Rules, seat: int, turn: int, turns: int, hand: Cards, opened: bool, rng: random.Random) -> Place:
    kind = rules.last_card_call
    call: Call | None = None
    penalty = 0
    if kind is not None and len(hand) == 1 and turns and seat != turn:
        fresh: tuple[Call, ...] = ("due", "called")
        late: tuple[Call, ...] = ("missed", "missed", "kept") if isinstance(kind, Draws) else ("missed", "settled")
        call = rng.choice(fresh if seat == (turn - 1) % rules.players else late)
    if isinstance(kind, Points):
        # a call that was punished has cost its points; earlier turns may have
        penalty = kind.points * (1 if call == "settled" else rng.choice((0, 0, 1)) if turns > 1 else 0)
    return Place(turns, opened, call, penalty)


# -- how it goes on


def choose(state: State, rng: random.Random) -> Action:
    """The action of a careless player with a liking for what happens rarely."""
    if isinstance(state, Dealing):
        return rigged(state, rng) if rng.random() < 0.5 else shuffle(state, rng)
    if isinstance(state, Reshuffling):
        return shuffle(state, rng)
    actions = list(islice(legal_actions(state), 120))
    for kinds, chance in LIKED:
        some = [action for action in actions if isinstance(action, kinds)]
        if some and rng.random() < chance:
            return _liked(some, state.match.rules, rng)
    return rng.choice(actions)


LIKED: Final[tuple[tuple[tuple[type, ...], float], ...]] = (
    ((EndTurn,), 0.7),
    ((Challenge,), 0.5),
    ((Last,), 0.3),
    ((Exchange,), 0.6),
    ((Pot,), 0.7),
    ((LayOff,), 0.4),
    ((Meld,), 0.6),
    ((Swap,), 0.6),
    ((Draw,), 0.9),
    ((Discard,), 0.9),
)


def _liked(actions: Sequence[PlayerAction], rules: Rules, rng: random.Random) -> PlayerAction:
    """One of several of a kind: often the longest, one with the queen or with wild cards."""
    lot = rng.random()
    if lot < 0.3:
        return max(actions, key=lambda action: len(_cards(action)))
    likings: tuple[Callable[[Card], bool], ...] = (lambda card: card is QUEEN, lambda card: is_wild(card, rules))
    if lot < 0.7:
        likes = rng.choice(likings)
        some = [action for action in actions if any([likes(card) for card in _cards(action)])]
        return rng.choice(some or actions)
    return rng.choice(actions)


def _cards(action: PlayerAction) -> tuple[Card, ...]:
    if isinstance(action, Pot | Meld | LayOff):
        return action.cards
    return (action.card,) if isinstance(action, Discard | Swap | Exchange) else ()


def rigged(state: Dealing, rng: random.Random) -> Deal:
    """A deal with something in it: melds in hand, the queens together, wild cards in one hand, one
    turned up."""
    rules = state.match.rules
    heap = Heap(deck(rules), rng)
    wild = [card for card in heap.cards if is_wild(card, rules)]
    hands: dict[int, list[Card]] = {seat: [] for seat in range(rules.players)}
    opened: list[Card] = []
    top: list[Card] = []
    what = rng.choice(("melds", "queens", "wilds", "open", "pairs"))
    if what == "melds":
        for seat in hands:
            for _ in range(4):
                hands[seat] += meld_from(heap, rules, rng, wilds=1)
                if len(hands[seat]) > 9:
                    break
            heap.cards += hands[seat][13:]
            del hands[seat][13:]
    elif what == "queens":
        hands[rng.randrange(rules.players)] += heap.these([QUEEN, QUEEN])
    elif what == "wilds":
        hands[rng.randrange(rules.players)] += heap.these(wild)
    elif what == "open":
        opened = heap.these(rng.choice((wild[:1], [QUEEN])))
        top = heap.these([QUEEN, *wild[:1]])
    else:
        seat = rng.randrange(rules.players)
        hands[seat] += heap.these([card for card in CARDS[:13] for _ in range(2)])[:13]
    rest = heap.cards if what != "pairs" else list(deck(rules) - sum(map(Cards, hands.values()), Cards()))
    rng.shuffle(rest)
    heap.cards = rest
    for hand in hands.values():
        hand += heap.some(13 - len(hand))
    opened += heap.some(1 - len(opened))
    return Deal(tuple([(seat, Cards(hand)) for seat, hand in hands.items()]), tuple(opened), (*top, *heap.cards))


# -- what is alike


def kind(state: State) -> object:
    """What is alike in two states."""
    match state:
        case Swapping():
            return Swapping, min(state.swaps, 2)
        case Drawing():
            return Drawing, min(len(state.pot), 2), bool(state.stock), _calls(state)
        case Melding():
            hand = min(len(state.hands[state.turn]), 4)
            laid = -1 if state.laid is None else (state.laid > 0) + (state.laid >= state.match.rules.opening_minimum)
            return Melding, state.fresh, laid, state.bound, hand, bool(state.melds), _calls(state)
        case _:
            return type(state)


def _calls(state: Drawing | Melding) -> tuple[str, ...]:
    return tuple(sorted({str(place.call) for place in state.places} - {"None"}))
