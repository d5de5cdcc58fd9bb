"""Some small worlds a second time, without the library: how many sequences of actions they have.

Cards are text ("Kh"), hands are sorted tuples, players count from forehand, and the only question is
what can be said next. Where a world needs few rules, few are here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Final, TypeAlias, TypeVar

from attrs import evolve, frozen

Hand: TypeAlias = tuple[str, ...]
P = TypeVar("P")


def perft(first: Iterable[P], moves: Callable[[P], Iterable[P | None]]) -> list[int]:
    """By depth, how many sequences of moves there are; None is an end."""
    counts = []
    layer: Counter[P | None] = Counter(first)
    while layer:
        counts.append(sum(layer.values()))
        after: Counter[P | None] = Counter()
        for position, ways in layer.items():
            for reached in moves(position) if position is not None else ():
                after[reached] += ways
        layer = after
    return counts


def without(hand: Hand, cards: Iterable[str]) -> Hand:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def cards_of(text: str) -> Hand:
    return tuple([text[at : at + 2] for at in range(0, len(text), 2)])


# -- Tausend

LOW_TO_HIGH: Final = "9JQKTA"


@frozen
class Tricks:
    """Tricks: `trick` holds who played what."""

    hands: tuple[Hand, ...]
    turn: int
    four_aces: bool
    won: bool = True
    trick: tuple[tuple[int, str], ...] = ()
    trump: str = ""


def plays(at: Tricks) -> Iterator[Tricks | None]:
    """After each card that may be played, with an announcement and without."""
    hand = at.hands[at.turn]
    if at.trick:
        led = at.trick[0][1][1]
        suit = [card for card in hand if card[1] == led]
        trumps = [card for card in hand if card[1] == at.trump]
        for card in suit or trumps or hand:
            yield played(at, card, at.trump)
        return
    for card in hand:
        yield played(at, card, at.trump)
        if at.won and card[0] in "KQ" and "K" + card[1] in hand and "Q" + card[1] in hand:
            yield played(at, card, card[1])
        if at.won and at.four_aces and card[0] == "A" and sum([other[0] == "A" for other in hand]) == 4:
            yield played(at, card, at.trump)


def played(at: Tricks, card: str, trump: str) -> Tricks | None:
    hands = tuple([without(hand, [card]) if seat == at.turn else hand for seat, hand in enumerate(at.hands)])
    trick = (*at.trick, (at.turn, card))
    if len(trick) < 3:
        return Tricks(hands, (at.turn + 1) % 3, at.four_aces, at.won, trick, trump)
    led = trick[0][1][1]

    def height(play: tuple[int, str]) -> tuple[bool, bool, int]:
        card = play[1]
        return card[1] == trump, card[1] == led, LOW_TO_HIGH.index(card[0])

    winner = max(trick, key=height)[0]
    return Tricks(hands, winner, at.four_aces, True, (), trump) if any(hands) else None


def all_hands(cards: Hand, size: int, players: int = 3) -> Iterator[tuple[Hand, ...]]:
    """All ways to give each so many; what is left is last."""
    if not players:
        yield (cards,)
        return
    for hand in combinations(cards, size):
        for others in all_hands(without(cards, hand), size, players - 1):
            yield hand, *others


@frozen
class Auction:
    """The bidders, the one on turn first; `bid` 95 is none yet."""

    hands: tuple[Hand, ...]
    widow: Hand
    bidders: tuple[int, ...]
    bid: int


@frozen
class Contract:
    """The declarer gives to those who were not served; to nobody more: it is before the lead."""

    hands: tuple[Hand, ...]
    declarer: int
    bid: int
    unserved: tuple[int, ...]


Deal: TypeAlias = Auction | Contract | Tricks


def highest(hand: Hand) -> int:
    """Up to 120, or 125, the top of these worlds, with a marriage."""
    return 125 if any(["K" + suit in hand and "Q" + suit in hand for suit in "cdhs"]) else 120


def calls(at: Auction) -> Iterator[Deal]:
    seat, *others = at.bidders
    for bid in range(at.bid + 5, highest(at.hands[seat]) + 5, 5):
        yield evolve(at, bidders=(*others, seat), bid=bid)
    if at.bid < 100:
        return  # forehand must bid
    if len(others) > 1:
        yield evolve(at, bidders=tuple(others))
        return
    declarer = others[0]
    hands = tuple([(*hand, *at.widow) if seat == declarer else hand for seat, hand in enumerate(at.hands)])
    yield Contract(hands, declarer, at.bid, tuple([seat for seat in range(3) if seat != declarer]))


def deal_moves(at: Deal) -> Iterator[Deal | None]:
    """What can follow in a whole deal."""
    if isinstance(at, Auction):
        yield from calls(at)
    elif isinstance(at, Tricks):
        yield from plays(at)
    elif at.unserved:
        for to in at.unserved:
            for card in at.hands[at.declarer]:
                given = {at.declarer: without(at.hands[at.declarer], [card]), to: (*at.hands[to], card)}
                hands = tuple([given.get(seat, hand) for seat, hand in enumerate(at.hands)])
                yield evolve(at, hands=hands, unserved=tuple([seat for seat in at.unserved if seat != to]))
    else:
        for bid in range(at.bid + 5, highest(at.hands[at.declarer]) + 5, 5):
            yield evolve(at, bid=bid)
        yield None  # a surrender
        for hand in at.hands:
            if {"9c", "9d", "9h", "9s"} <= {*hand}:
                yield None
        yield from plays(Tricks(at.hands, at.declarer, four_aces=False, won=False))


# -- Duizenden without wild cards, queens, aces, exchanges: anybody melds and lays off anywhere

LINE: Final = "3456789TJ"


@frozen
class Meld:
    """On the table: of a rank, or of a suit from a place to below another."""

    rank: str = ""
    suit: str = ""
    low: int = 0
    high: int = 0


@frozen
class Round:
    """opened: by seat, whether it has melded in an earlier turn. drawn: the turn has begun. first: its
    first meld lies there since this turn, so that it may not go out."""

    hands: tuple[Hand, Hand]
    stock: Hand
    pot: Hand
    melds: tuple[Meld, ...]
    opened: tuple[bool, bool]
    turn: int = 0
    drawn: bool = False
    first: bool = False


def round_moves(at: Round) -> Iterator[Round | None]:
    hand = at.hands[at.turn]
    if not at.drawn:
        if at.stock:
            yield held(evolve(at, stock=at.stock[1:], drawn=True), (*hand, at.stock[0]))
        else:
            yield None
        if at.pot and len(hand) >= 2:
            for cards, meld in melds_of((*hand, at.pot[-1])):
                if at.pot[-1] in cards:
                    begun = evolve(at, pot=(), drawn=True)
                    yield from laid(begun, without((*hand, *at.pot), cards), (*at.melds, meld), melded=True)
        return
    for cards, meld in melds_of(hand):
        yield from laid(at, without(hand, cards), (*at.melds, meld), melded=True)
    for place, meld in enumerate(at.melds):
        for cards, grown in additions(hand, meld):
            yield from laid(at, without(hand, cards), (*at.melds[:place], grown, *at.melds[place + 1 :]), melded=False)
    for card in sorted(set(hand)):
        rest = without(hand, [card])
        if rest:
            one, two = at.opened
            opened = (one, two or at.first) if at.turn else (one or at.first, two)
            after = held(at, rest)
            yield evolve(after, pot=(*at.pot, card), opened=opened, turn=1 - at.turn, drawn=False, first=False)
        elif not at.first:
            yield None


def held(at: Round, hand: Hand) -> Round:
    """With that hand for the player on turn."""
    one, two = at.hands
    own = tuple(sorted(hand))
    return evolve(at, hands=(one, own) if at.turn else (own, two))


def laid(at: Round, hand: Hand, melds: tuple[Meld, ...], *, melded: bool) -> Iterator[Round | None]:
    """After cards were laid on the table, if that can be: in the turn of the first meld a card has to be
    left beside the discard."""
    first = at.first or (melded and not at.opened[at.turn])
    if first and len(hand) < 2:
        return
    yield held(evolve(at, melds=melds, first=first), hand) if hand else None


def subsets(cards: Iterable[str]) -> set[Hand]:
    some = sorted(cards)
    return {chosen for size in range(1, len(some) + 1) for chosen in combinations(some, size)}


def melds_of(hand: Hand) -> Iterator[tuple[Hand, Meld]]:
    for rank in sorted({card[0] for card in hand}):
        for cards in subsets([card for card in hand if card[0] == rank]):
            if len(cards) >= 3:
                yield cards, Meld(rank=rank)
    for suit in "cdhs":
        for low in range(len(LINE)):
            for high in range(low + 3, len(LINE) + 1):
                cards = tuple([rank + suit for rank in LINE[low:high]])
                if {*cards} <= {*hand}:
                    yield cards, Meld(suit=suit, low=low, high=high)


def additions(hand: Hand, meld: Meld) -> Iterator[tuple[Hand, Meld]]:
    if meld.rank:
        for cards in subsets([card for card in hand if card[0] == meld.rank]):
            yield cards, meld
        return
    for low in range(meld.low):
        cards = tuple([rank + meld.suit for rank in LINE[low : meld.low]])
        if {*cards} <= {*hand}:
            yield cards, evolve(meld, low=low)
    for high in range(meld.high + 1, len(LINE) + 1):
        cards = tuple([rank + meld.suit for rank in LINE[meld.high : high]])
        if {*cards} <= {*hand}:
            yield cards, evolve(meld, high=high)


def round_starts(dealt: Hand, melds: tuple[Meld, ...], opened: tuple[bool, bool]) -> Iterator[Round]:
    """All deals that differ, of two cards each; the card after them lies open."""
    rows: set[tuple[Hand, Hand, Hand]] = set()

    def orders(cards: Hand) -> Iterator[Hand]:
        if not cards:
            yield ()
        for card in sorted(set(cards)):
            for others in orders(without(cards, [card])):
                yield card, *others

    for one in subsets(dealt):
        for two in subsets(without(dealt, one)) if len(one) == 2 else ():
            if len(two) == 2:
                rows |= {(one, two, rest) for rest in orders(without(without(dealt, one), two))}
    for one, two, rest in sorted(rows):
        yield Round((one, two), rest[1:], rest[:1], melds, opened)
