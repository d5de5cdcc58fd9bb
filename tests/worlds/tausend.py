"""Small worlds of Tausend.

Endings are real: the match begins with a full deal, and the tricks before the world's cards are
played through the public functions, each of one suit and all to the declarer. Whole deals are of a
reduced deck. There the code knows the 24 cards: when a deal is made and when it has ended it asks
for the constant `DECK`. So the first state of a whole deal is built, with fewer cards in each hand,
and while the world is explored `DECK` is the world's deck in the modules that read it. Nothing else
is exchanged, and no function.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from importlib import import_module
from itertools import chain, combinations, count
from typing import Final, TypeAlias
from unittest.mock import patch

import attrs
from attrs import frozen

from cardrules import tausend
from cardrules.cards import Card, Cards
from cardrules.scoresheet import ScoreLine
from cardrules.tausend.actions import Action, Bid, Deal, Give, Nines, Pass, Play, PlayerAction, Raise, Surrender
from cardrules.tausend.deck import DECK
from cardrules.tausend.game import GAME
from cardrules.tausend.rules import Barrel, Rules
from cardrules.tausend.state import (
    BeforeLead,
    Bidding,
    Contract,
    Dealing,
    Giving,
    Match,
    Over,
    Playing,
    Standing,
    State,
    active_seats,
)
from cardrules.tausend.view import View
from worlds.explore import Seat, Table, World

Hands: TypeAlias = tuple[Cards, ...]
TausendWorld: TypeAlias = World[Rules, State, Action, View]

SEATS: Final = range(4)
POINTS: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
MARRIAGES: Final = {"h": 100, "d": 80, "c": 60, "s": 40}
STRENGTH: Final = "9JQKTA"


@frozen(kw_only=True)
class ShortAuction(Rules):
    """House rules under which no bid is higher than 125 points, so that an auction has few ends; the
    game asks its config for the highest bid."""

    @property
    def maximum_bid(self) -> int:
        return 125


# -- deals


def shares(cards: Cards, sizes: Sequence[int]) -> Iterator[Hands]:
    """All ways to give so many of the cards to each; the last gets the rest."""
    if len(sizes) == 1:
        yield (cards,)
        return
    for some in combinations(cards, sizes[0]):
        hand = Cards(some)
        for others in shares(cards - hand, sizes[1:]):
            yield hand, *others


def standing_match(rules: Rules, standings: Sequence[Standing] = (), dealer: int = 0) -> Match:
    """A match that has come so far; one line a seat makes the sheet add up."""
    now = (*standings, *[Standing()] * (rules.players - len(standings)))
    lines = [ScoreLine(0, seat, standing.total, "tausend.score.defender") for seat, standing in enumerate(now)]
    sheet = tuple(lines) if standings else ()
    return Match(rules, dealer, len({line.deal for line in sheet}), now, sheet)


def endings(
    cards: Cards, matches: Sequence[Match], where: Callable[[Hands], bool] = lambda hands: True, bid: int = 100
) -> Iterator[State]:
    """For each match and all ways to deal the cards, the state of a full deal in which they are left.

    The other cards of each suit go in tricks by threes, the highest from the declarer, who is
    forehand and wins them all.
    """
    for match in matches:
        for hands in shares(cards, [len(cards) // 3] * 3):
            if where(hands):
                yield ending(match, hands, bid)


def ending(match: Match, left: Hands, bid: int) -> State:
    seats = active_seats(match.rules, match.dealer)
    left_cards = sum(left, Cards())
    played: dict[int, list[Card]] = {seat: [] for seat in seats}
    tricks = []
    for suit in "cdhs":
        rest = sorted([card for card in DECK - left_cards if card.text[1] == suit], key=strength, reverse=True)
        for at in range(0, len(rest), 3):
            trick = rest[at : at + 3]
            tricks.append(trick)
            for seat, card in zip(seats, trick, strict=True):
                played[seat].append(card)
    declarer, second, third = seats
    mine, *theirs = [Cards(played[seat]) + hand for seat, hand in zip(seats, left, strict=True)]
    gifts = [played[second][0], played[third][0]]
    widow = Cards(played[declarer][:3])
    hands = [mine - widow + Cards(gifts), *[hand - Cards([gift]) for hand, gift in zip(theirs, gifts, strict=True)]]
    deal = Deal(tuple(sorted(zip(seats, hands, strict=True))), widow)
    calls = (Bid(declarer, bid), Pass(second), Pass(third))
    gives = [Give(declarer, card, to) for card, to in zip(gifts, (second, third), strict=True)]
    actions: list[Action] = [deal, *calls, *gives]
    actions += [Play(seat, card) for trick in tricks for seat, card in zip(seats, trick, strict=True)]
    state: State = Dealing(match)
    for action in actions:
        state = tausend.apply(state, action)
    return state


def strength(card: Card) -> int:
    return STRENGTH.index(card.text[0])


def whole_deals(
    cards: Cards, size: int, matches: Sequence[Match], bid: int, where: Callable[[Hands], bool] = lambda hands: True
) -> Iterator[State]:
    """For each match the states of all deals of the cards, `size` to each who plays and the rest for
    the widow, in which forehand has made the bid."""
    for match in matches:
        seats = active_seats(match.rules, match.dealer)
        bidders = (*seats[1:], seats[0])
        for *hands, widow in shares(cards, [size, size, size, 0]):
            if where((*hands, widow)):
                yield Bidding(
                    match, seats, at_seats(hands, seats, match.rules), widow, (Bid(seats[0], bid),), bidders, bid
                )


def leads(
    cards: Cards, matches: Sequence[Match], bid: int, where: Callable[[Hands], bool] = lambda hands: True
) -> Iterator[State]:
    """For each match, deals in which forehand has bid, the others have passed, and it has taken the
    widow and given the lowest card to each defender; `where` sees the hands at the first lead."""
    for match in matches:
        seats = active_seats(match.rules, match.dealer)
        declarer, second, third = seats
        calls = (Bid(declarer, bid), Pass(second), Pass(third))
        for hands in shares(cards, [len(cards) // 3] * 3):
            if where(hands):
                mine, *theirs = hands
                given = [next(iter(hand)) for hand in theirs]
                widow = Cards(list(mine)[:1]) + Cards(given)
                dealt = [
                    mine + Cards(given) - widow,
                    *[hand - Cards([card]) for hand, card in zip(theirs, given, strict=True)],
                ]
                gifts = (Give(declarer, given[0], second), Give(declarer, given[1], third))
                before = at_seats(dealt, seats, match.rules)
                after = at_seats(hands, seats, match.rules)
                yield BeforeLead(match, Contract(seats, before, widow, calls, declarer, bid, after, gifts))


def at_seats(hands: Sequence[Cards], seats: Sequence[int], rules: Rules) -> Hands:
    by_seat = dict(zip(seats, hands, strict=True))
    return tuple([by_seat.get(seat, Cards()) for seat in range(rules.players)])


@contextmanager
def reduced_to(cards: Cards) -> Iterator[None]:
    """The deck is these cards while it lasts, for all that is not fixed when the modules are loaded:
    the actions that exist once, and shuffling, are of the 24 cards still."""
    with ExitStack() as stack:
        for name in ("state", "transition", "view", "referee"):
            module = import_module(f"cardrules.tausend.{name}")
            stack.enter_context(patch.object(module, "DECK", cards))
        yield


# -- candidates


@cache
def candidates(cards: Cards, amounts: tuple[int, ...]) -> tuple[Action, ...]:
    """All that can be said with these cards and amounts, by every seat that a table can have."""
    actions: list[PlayerAction] = []
    for seat in SEATS:
        actions += [Pass(seat), Surrender(seat), Nines(seat)]
        actions += [kind(seat, amount) for kind in (Bid, Raise) for amount in amounts]
        actions += [Play(seat, card, how) for card in cards for how in (None, "marriage", "aces")]
        actions += [Give(seat, card, to) for to in SEATS for card in cards]
    # the actions that exist once are judged faster than their twins
    return tuple([tausend.parse_action(str(action)) for action in actions])


# -- what a seat knows


def told(state: State, seat: Seat) -> Hashable:
    """Of a first state: its own cards, and whatever the deals of a world have in common."""
    assert not isinstance(state, Dealing | Over)
    own = None if seat is None else state.hands[seat]
    counts = tuple([len(hand) for hand in state.hands])
    if isinstance(state, Bidding):
        return state.match, own, counts, state.calls, len(state.widow)
    contract = state.contract
    gifts = tuple([gift if seat in (gift.seat, gift.to) else (gift.seat, gift.to) for gift in contract.gifts])
    tricks = state.tricks if isinstance(state, Playing) else ()
    return state.match, own, counts, contract.calls, contract.bid, contract.widow, gifts, tricks


def seen(before: State, action: Action, after: State, seat: Seat) -> Hashable:
    """What a seat learns: a card given by giver and receiver alone, the widow when the auction has
    ended, what is written on the sheet."""
    what: Hashable = action
    if isinstance(action, Give) and seat not in (action.seat, action.to):
        what = ("give", action.seat, action.to)
    if isinstance(before, Bidding) and not isinstance(after, Bidding):
        return what, before.widow, after.match.sheet
    return what, after.match.sheet if isinstance(after, Dealing | Over) else None


# -- the end of a deal


def audit(deck: Cards, state: State) -> None:
    """The end of a deal against its own cards: points that add up, lines that are due, a sheet that
    adds up, totals where they may be."""
    match = state.match
    left = match.previous
    assert left is not None
    assert not tausend.legal_actions(state), "somebody acts after the end of the deal"
    assert not tausend.actors(state), "somebody is to act after the end of the deal"
    totals = [standing.total for standing in match.standings]
    sums = [sum([line.points for line in match.sheet if line.seat == seat]) for seat in range(len(totals))]
    assert tausend.score(state).totals == tuple(totals) == tuple(sums), "the sheet does not add up"
    barrel = match.rules.barrel.at
    assert not any([barrel < total < 1000 for total in totals]), "a total between the barrel and the target"
    for standing in match.standings:
        assert (standing.barrel is not None) == (barrel <= standing.total < 1000), "on the barrel, or not"
        assert standing.barrel is None or standing.barrel < match.rules.barrel.deals, "too long on the barrel"
        assert standing.strokes in (0, 1, 2)
    assert isinstance(state, Over) == (max(totals) >= 1000), "won, or not"
    cards = sum([trick.cards for trick in left.tricks], sum(left.hands, Cards()))
    if left.ending == "poor_widow":
        assert sum([POINTS[card.text[0]] for card in left.contract.widow]) < 5
    assert cards == deck, "cards were lost"
    if left.ending in ("nines", "poor_widow"):
        assert left.lines == (), "a cancelled deal is scored"
    if left.ending == "played":
        audit_play(deck, state)


def audit_play(deck: Cards, state: State) -> None:
    """The first lines of a deal that was played: those before strokes, barrel and target."""
    left = state.match.previous
    assert left is not None
    contract = left.contract
    assert not any(left.hands), "cards are left in hand"
    taken = dict.fromkeys(contract.active, 0)
    more = dict.fromkeys(contract.active, 0)
    for trick in left.tricks:
        taken[trick.winner] += sum([POINTS[play.card.text[0]] for play in trick.plays])
        for play in trick.plays:
            if play.announce is not None:
                more[play.seat] += 200 if play.announce == "aces" else MARRIAGES[play.card.text[1]]
    assert sum(taken.values()) == sum([POINTS[card.text[0]] for card in deck]), "card points were lost"
    for seat in contract.active:
        points = taken[seat] + more[seat]
        if seat == contract.declarer:
            due, rule = (contract.bid if points >= contract.bid else -contract.bid), "tausend.score.declarer"
        else:
            due, rule = 5 * ((2 * points + 5) // 10), "tausend.score.defender"
        assert [line.points for line in left.lines if (line.seat, line.rule) == (seat, rule)] == [due]


# -- the worlds


def table_of(cards: Cards, deck: Cards, amounts: tuple[int, ...]) -> Table[State, Action]:
    return Table(
        rules=lambda state: state.match.rules,
        ended=lambda state: isinstance(state, Dealing | Over),
        of_seat=tausend.legal_actions,
        chances=lambda state: (),
        universe=lambda state: candidates(cards, amounts),
        twin=lambda state, action: action,
        told=told,
        seen=seen,
        audit=partial(audit, deck),
    )


def ending_world(
    name: str,
    about: str,
    cards: str,
    starts: Callable[[Cards], Iterable[State]],
    *,
    quick: bool = False,
    exact: bool = True,
) -> TausendWorld:
    """The last tricks of full deals: the other cards are in the tricks before."""
    left = Cards.parse(cards)
    table = table_of(left, DECK, (100, 125))
    return World(f"tausend-{name}", about, GAME, table, DECK, partial(starts, left), quick=quick, exact=exact)


def whole_world(
    name: str,
    about: str,
    cards: str,
    starts: Callable[[Cards], Iterable[State]],
    *,
    quick: bool = False,
    exact: bool = True,
    amounts: tuple[int, ...] = (0, 95, 100, 101, 105, 110, 115, 120, 122, 125, 130),
) -> TausendWorld:
    """Deals of a reduced deck."""
    deck = Cards.parse(cards)
    return World(
        f"tausend-{name}",
        about,
        GAME,
        table_of(deck, deck, amounts),
        deck,
        partial(starts, deck),
        quick=quick,
        exact=exact,
        around=partial(reduced_to, deck),
    )


def holding(cards: str, seat: int | None = 0) -> Callable[[Hands], bool]:
    """Whether the hand of that place in the order of play (None: any hand) has all these cards."""
    some = Cards.parse(cards)
    return lambda hands: any([some <= hand for at, hand in enumerate(hands) if seat in (None, at)])


def every(step: int) -> Callable[[Hands], bool]:
    """Each deal of so many, in the order in which they are made."""
    number = count()
    return lambda hands: next(number) % step == 0


def both(one: Callable[[Hands], bool], two: Callable[[Hands], bool]) -> Callable[[Hands], bool]:
    """Whether both say so; the second is asked about what the first lets pass."""
    return lambda hands: one(hands) and two(hands)


STANDARD: Final = [standing_match(Rules())]
SHORT: Final = [standing_match(ShortAuction())]
ACES: Final = [standing_match(Rules(four_aces=True))]

FOUR_HANDED: Final = [
    standing_match(Rules(players=4, sits_out=out), dealer=dealer)
    for out in ("dealer", "right_of_dealer")
    for dealer in (0, 2)
]

# with dealer 0 the seat 1 is forehand and declarer
BOOKS: Final = [
    # the second and the last deal on the barrel, a third stroke; a defender and the declarer there
    standing_match(Rules(), [Standing(880, 1), Standing(880, 2), Standing(875, None, 2)]),
    standing_match(Rules(), [Standing(880, 2), Standing(875, None, 1), Standing(880, 0, 2)]),
    # near the barrel, near the target, below zero
    standing_match(Rules(), [Standing(835), Standing(780), Standing(-60, None, 2)]),
    standing_match(Rules(barrel=Barrel(at=995, deals=1)), [Standing(990), Standing(990), Standing(995, 0)]),
    # 555 and what falls to it
    standing_match(Rules(reset_at_555=True), [Standing(540), Standing(455), Standing(675, None, 2)]),
    standing_match(
        Rules(four_aces=True, reset_at_555=True, barrel=Barrel(at=555, deals=2)),
        [Standing(530), Standing(455), Standing(555, 1)],
    ),
    standing_match(Rules(null_penalty=False), [Standing(850), Standing(880, 2), Standing(100)]),
]

SURRENDERS: Final = [
    standing_match(
        ShortAuction(surrender_cost=cost, surrender_points=points), [Standing(820), declarer, Standing(880, 2)]
    )
    for cost in ("from_third", "every_third")
    for points in ("sixty", "half_bid")
    for declarer in (Standing(), Standing(0, None, 0, 2), Standing(880, 1, 0, 1))
]


def auctions(cards: Cards) -> Iterator[State]:
    """After eight full deals, one for each choice of the players who hold a marriage."""
    found: dict[tuple[bool, ...], State] = {}
    seed = 0
    while len(found) < 8:
        dealing = Dealing(SHORT[0])
        state = tausend.apply(dealing, tausend.shuffle(dealing, random.Random(seed)))
        assert isinstance(state, Bidding)
        found.setdefault(tuple([is_married(hand) for hand in state.hands]), state)
        seed += 1
    yield from [state for _, state in sorted(found.items(), key=lambda item: item[0])]


def is_married(hand: Cards) -> bool:
    return any([{f"K{suit}", f"Q{suit}"} <= {card.text for card in hand} for suit in "cdhs"])


def audit_auction(state: State) -> None:
    """The end of an auction: the last bidder has it, and the widow."""
    assert isinstance(state, Giving)
    contract = state.contract
    *_, last = [call for call in contract.calls if isinstance(call, Bid)]
    assert (contract.declarer, contract.bid) == (last.seat, last.amount)
    assert len([call for call in contract.calls if isinstance(call, Pass)]) == 2
    assert contract.hands[last.seat] == contract.dealt[last.seat] + contract.widow


AUCTION_AMOUNTS: Final = (0, 95, *range(100, 135, 5), 101, 400, 405)

WORLDS: Final[tuple[TausendWorld, ...]] = (
    World(
        "tausend-auctions",
        "the auctions of full deals up to 125 points, with 0 to 3 marriages",
        GAME,
        attrs.evolve(
            table_of(Cards.parse("9cAh"), DECK, AUCTION_AMOUNTS),
            ended=lambda state: not isinstance(state, Bidding),
            audit=audit_auction,
        ),
        DECK,
        partial(auctions, DECK),
        quick=True,
        exact=False,
    ),
    ending_world(
        "two-tricks",
        "the last 2 tricks, of 2 suits and 3 ranks, all deals",
        "AhKhQhAsKsQs",
        lambda cards: endings(cards, STANDARD),
        quick=True,
    ),
    ending_world(
        "two-tricks-four-players",
        "the same with one of four sitting out, two dealers, forehand with the king of hearts",
        "AhKhQhAsKsQs",
        lambda cards: endings(cards, FOUR_HANDED, holding("Kh")),
        quick=True,
    ),
    ending_world(
        "books",
        "the last 2 tricks from standings about the barrel, third strokes, 555 and the target, by bids of 100 and 120",
        "AhKhQhAsKsQs",
        lambda cards: chain(endings(cards, BOOKS, holding("Kh"), 100), endings(cards, BOOKS, holding("KsQs", 2), 120)),
        quick=True,
    ),
    ending_world(
        "three-tricks-of-a-hand",
        "the last 3 tricks, of 3 suits and 3 ranks, all deals of the cards that forehand does not hold",
        "AcKcQcAhKhQhAsKsQs",
        lambda cards: endings(cards, STANDARD, holding("KhQhKs")),
        quick=True,
    ),
    ending_world(
        "three-tricks",
        "the last 3 tricks, of 3 suits and 3 ranks, all deals",
        "AcKcQcAhKhQhAsKsQs",
        lambda cards: endings(cards, STANDARD),
    ),
    ending_world(
        "four-aces-of-a-hand",
        "the last 4 tricks, of 4 suits and 3 ranks, forehand with the aces, one deal",
        "AcJc9cAdJd9dAhJh9hAsJs9s",
        lambda cards: endings(cards, ACES, both(holding("AcAdAhAs"), holding("9cJc9d9h", 1))),
        quick=True,
    ),
    ending_world(
        "four-aces",
        "the last 4 tricks, of 4 suits and 3 ranks, any player with the aces, every 7th deal of those",
        "AcJc9cAdJd9dAhJh9hAsJs9s",
        lambda cards: endings(cards, ACES, both(holding("AcAdAhAs", None), every(7))),
    ),
    ending_world(
        "four-marriages",
        "the last 4 tricks, of 4 suits and 3 ranks, forehand with two marriages, every 7th deal of those",
        "AcKcQcAdKdQdAhKhQhAsKsQs",
        lambda cards: endings(cards, STANDARD, both(holding("KcQcKhQh"), every(7))),
    ),
    whole_world(
        "deals-of-one",
        "whole deals of 2 suits and 3 ranks, 1 card each, from a bid of 120, every 12th deal",
        "AhKhQhAsKsQs",
        lambda cards: whole_deals(cards, 1, SHORT, 120, every(12)),
        quick=True,
    ),
    whole_world(
        "deals-of-one-from-115",
        "whole deals of 2 suits and 3 ranks, 1 card each, from a bid of 115, all deals",
        "AhKhQhAsKsQs",
        lambda cards: whole_deals(cards, 1, SHORT, 115),
    ),
    whole_world(
        "poor-widows",
        "whole deals of 2 suits and 3 ranks with poor widows, 1 card each, from a bid of 115, every 40th deal",
        "AhQh9hAsJs9s",
        lambda cards: whole_deals(cards, 1, [standing_match(ShortAuction(poor_widow_redeal=True))], 115, every(40)),
        quick=True,
    ),
    whole_world(
        "surrenders",
        "the first lead with 2 cards each, surrenders that cost or not, on the barrel and off, some deals",
        "AhKhQhAsKsQs",
        lambda cards: leads(cards, SURRENDERS, 120, holding("KhQh")),
        quick=True,
    ),
    attrs.evolve(
        whole_world(
            "four-nines",
            "leads with 4 cards each, 4 suits, 3 ranks, any player with the nines, to the third card, every other one",
            "AcKc9cAdKd9dAhKh9hAsKs9s",
            lambda cards: leads(cards, SHORT, 120, both(holding("9c9d9h9s", None), every(2))),
            quick=True,
        ),
        depth=3,
    ),
)
