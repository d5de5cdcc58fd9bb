"""Which cards were drawn unseen: what can be told from what was played later.

A round is a list of events. The cards of a stock whose places nobody knows are its pool. A card of
a pool is drawn unseen by a seat, or drawn and named; later a seat needs a card that it is not known
to hold, which must then be one that it has drawn unseen. Copies of a card are alike, and in a pool
every order is as good as any other. So all that has to be chosen is from which stock each needed
card has come: then it is enough that no pool gives more copies of a card than it has, and that no
seat needs more cards of a stock than it has drawn from it by then.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, TypeAlias

from attrs import define, frozen

from cardrules.cards import Card, Cards


@frozen
class Unseen:
    """`seat` draws a card of `stock` unseen, the one that lies there at `place`; `at` is the index of
    the action."""

    at: int
    seat: int
    stock: int
    place: int


@frozen
class Named:
    """`card`, of the pool of `stock`, is drawn and named."""

    at: int
    stock: int
    card: Card


@frozen
class Needed:
    """`card` must be one of those that `seat` has drawn unseen, which is known to hold `known` of it."""

    at: int
    seat: int
    card: Card
    known: int


Event: TypeAlias = Unseen | Named | Needed


class Impossible(Exception):
    """The event of index `index` does not go with those before it."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index: Final = index


class GivenUp(Impossible):
    """Whether it does was not found out: the search took too long."""


@define
class Effort:
    """How many events may still be looked at again."""

    left: int


# -- from which stock each needed card has come


def stocks_of(
    pools: Sequence[Cards], events: Sequence[Event], effort: Effort, *, newest: bool = False
) -> tuple[int, ...]:
    """For each event the stock that its card has come from: of two that fit the older, or the newer.

    Raises Impossible with the first event up to which there is no choice that fits.
    """
    return _Search(pools, events, effort, newest=newest).run()


class _Search:
    """The events in order, each with a stock. Where none fits, the search goes back to the last
    event that is to blame: one that has taken a card or a draw that is missing now."""

    def __init__(self, pools: Sequence[Cards], events: Sequence[Event], effort: Effort, *, newest: bool) -> None:
        self.events: Final = events
        self.effort: Final = effort
        self.newest: Final = newest
        self.left: Final = [_counts(pool) for pool in pools]
        # by seat: the draws that are left by stock, those with none left out
        self.free: Final[defaultdict[int, dict[int, int]]] = defaultdict(dict)
        self.drawn: Final[defaultdict[int, dict[int, int]]] = defaultdict(dict)
        # which events have taken a card of a pool, or a draw of a seat
        self.takers: Final[defaultdict[tuple[int, Card], list[int]]] = defaultdict(list)
        self.users: Final[defaultdict[tuple[int, int], list[int]]] = defaultdict(list)
        self.chosen: Final = [-1] * len(events)
        self.blamed: Final[dict[int, set[int]]] = {}

    def run(self) -> tuple[int, ...]:
        index = deepest = 0
        while index < len(self.events):
            if self.advance(index):
                index += 1
                continue
            deepest = max(deepest, index)
            blamed = self.blame(index)
            if not blamed:
                raise Impossible(deepest)
            back = max(blamed)
            blamed.discard(back)
            self.blamed[back] = self.blamed.get(back, set()) | blamed
            self.effort.left -= index - back + len(blamed)
            if self.effort.left < 0:
                raise GivenUp(deepest)
            self.chosen[index] = -1
            self.blamed.pop(index, None)
            for undone in range(index - 1, back, -1):
                self.undo(undone)
                self.chosen[undone] = -1
                self.blamed.pop(undone, None)
            self.undo(back)
            index = back
        return tuple(self.chosen)

    def advance(self, index: int) -> bool:
        """Gives the event the next stock that fits, if any."""
        event = self.events[index]
        tried = self.chosen[index]
        if isinstance(event, Unseen):
            stock = event.stock
            free, drawn = self.free[event.seat], self.drawn[event.seat]
            free[stock] = free.get(stock, 0) + 1
            drawn[stock] = drawn.get(stock, 0) + 1
        else:
            card = event.card
            if isinstance(event, Named):
                fitting = [event.stock] if tried == -1 and self.left[event.stock].get(card) else []
            else:
                fitting = [stock for stock in self.free[event.seat] if self.left[stock].get(card)]
                if tried != -1:
                    fitting = [stock for stock in fitting if (stock < tried if self.newest else stock > tried)]
            if not fitting:
                return False
            stock = max(fitting) if self.newest else min(fitting)
            self.left[stock][card] -= 1
            self.takers[stock, card].append(index)
            if isinstance(event, Needed):
                free = self.free[event.seat]
                free[stock] -= 1
                if not free[stock]:
                    del free[stock]
                self.users[event.seat, stock].append(index)
        self.chosen[index] = stock
        return True

    def undo(self, index: int) -> None:
        """Takes back what the event has taken; what it has tried stays known."""
        event, stock = self.events[index], self.chosen[index]
        if isinstance(event, Unseen):
            for counts in (self.free[event.seat], self.drawn[event.seat]):
                counts[stock] -= 1
                if not counts[stock]:
                    del counts[stock]
            return
        self.left[stock][event.card] += 1
        self.takers[stock, event.card].pop()
        if isinstance(event, Needed):
            free = self.free[event.seat]
            free[stock] = free.get(stock, 0) + 1
            self.users[event.seat, stock].pop()

    def blame(self, index: int) -> set[int]:
        """The events one of which must change before this one can have a stock."""
        event = self.events[index]
        assert not isinstance(event, Unseen)  # which always fits
        blamed = self.blamed.get(index, set())
        stocks = [event.stock] if isinstance(event, Named) else [*self.drawn[event.seat]]
        self.effort.left -= len(stocks)
        for stock in stocks:
            if not self.left[stock].get(event.card):
                blamed = blamed.union(self.takers[stock, event.card])
            elif isinstance(event, Needed) and stock not in self.free[event.seat]:
                blamed = blamed.union(self.users[event.seat, stock])
        return blamed


def _counts(pool: Cards) -> dict[Card, int]:
    counts: dict[Card, int] = {}
    for card in pool:
        counts[card] = counts.get(card, 0) + 1
    return counts


# -- what follows from it


@frozen
class Placed:
    """Where the needed cards were drawn: by index of the event that draws it unseen, the card. left:
    by stock, the cards of its pool that nothing tells more about."""

    cards: dict[int, Card]
    left: tuple[Cards, ...]


def placed(pools: Sequence[Cards], events: Sequence[Event], stocks: Sequence[int]) -> Placed:
    """The needed cards, each as the last card that was drawn before and is still free."""
    draws: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    taken: defaultdict[int, list[Card]] = defaultdict(list)
    cards = {}
    for index, (event, stock) in enumerate(zip(events, stocks, strict=True)):
        if isinstance(event, Unseen):
            draws[event.seat, stock].append(index)
            continue
        taken[stock].append(event.card)
        if isinstance(event, Needed):
            cards[draws[event.seat, stock].pop()] = event.card
    return Placed(cards, tuple([pool - Cards(taken[stock]) for stock, pool in enumerate(pools)]))


def possible(events: Sequence[Event], stocks: Sequence[int], left: Sequence[Cards]) -> dict[int, int]:
    """For each unseen draw the bits of the cards that it can be, given the stocks: one that is needed
    later, as long as the others that are needed do not need this very draw, or one that is left."""
    draws: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    needs: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for index, (event, stock) in enumerate(zip(events, stocks, strict=True)):
        if isinstance(event, Unseen):
            draws[event.seat, stock].append(index)
        elif isinstance(event, Needed):
            needs[event.seat, stock].append(index)
    found = {}
    for (seat, stock), drawn in draws.items():
        needed = needs[seat, stock]
        # what a draw can be that comes directly before the need of each place
        reached = left[stock].kinds().bits
        ahead = [reached]
        for place in range(len(needed) - 1, -1, -1):
            event = events[needed[place]]
            assert isinstance(event, Needed)
            spare = bisect_left(drawn, needed[place]) - place - 1
            reached = event.card.bit | (reached if spare else 0)
            ahead.append(reached)
        for index in drawn:
            found[index] = ahead[len(needed) - bisect_left(needed, index)]
    return found


def candidates(
    pools: Sequence[Cards], events: Sequence[Event], stocks: tuple[int, ...], effort: Effort
) -> tuple[dict[int, int], tuple[Cards, ...]]:
    """For each unseen draw the bits of the cards that it can be, and for each stock the cards that can
    be left in the end: all for which some choice of stocks fits, and as long as the effort lasts no
    others."""
    search = _Candidates(pools, events, stocks)
    try:
        if search.loose:
            search.look(stocks_of(pools, events, effort, newest=True))
            search.run(effort)
    except GivenUp:
        search.give_up()
    return search.found, tuple(search.left)


class _Candidates:
    """What is found by supposing, one after the other, what has not been found yet."""

    def __init__(self, pools: Sequence[Cards], events: Sequence[Event], stocks: tuple[int, ...]) -> None:
        self.pools: Final = pools
        self.events: Final = events
        self.left: Final = [*placed(pools, events, stocks).left]
        self.found: Final = possible(events, stocks, self.left)
        named: defaultdict[int, list[Card]] = defaultdict(list)
        for event in events:
            if isinstance(event, Named):
                named[event.stock].append(event.card)
        self.unnamed: Final = [pool - Cards(named[stock]) for stock, pool in enumerate(pools)]
        # by stock and card, the seats that need such a card of it; and whether there is one that can
        # also have come from another stock
        self.seats: Final[defaultdict[tuple[int, Card], set[int]]] = defaultdict(set)
        self.loose: Final[set[tuple[int, Card]]] = set()
        drawn: defaultdict[int, set[int]] = defaultdict(set)
        for event, stock in zip(events, stocks, strict=True):
            if isinstance(event, Unseen):
                drawn[event.seat].add(stock)
            elif isinstance(event, Needed):
                self.seats[stock, event.card].add(event.seat)
                if any([other != stock and event.card in self.unnamed[other] for other in drawn[event.seat]]):
                    self.loose.add((stock, event.card))

    def look(self, stocks: tuple[int, ...]) -> None:
        """Adds all that a choice of stocks makes possible."""
        left = placed(self.pools, self.events, stocks).left
        for index, bits in possible(self.events, stocks, left).items():
            self.found[index] |= bits
        for stock, cards in enumerate(left):
            self.left[stock] |= cards

    def run(self, effort: Effort) -> None:
        for index, event in enumerate(self.events):
            if isinstance(event, Unseen):
                for card in self.unnamed[event.stock].kinds():
                    if not self.found[index] & card.bit and self.is_in_doubt(event, card):
                        self.suppose(index, event, card, effort)

    def is_in_doubt(self, event: Unseen, card: Card) -> bool:
        """Whether one of these cards of the stock may have come to that seat."""
        key = event.stock, card
        return key in self.loose or card in self.left[event.stock] or event.seat in self.seats[key]

    def suppose(self, index: int, event: Unseen, card: Card, effort: Effort) -> None:
        """Whether that draw can be that card: it is then as if it had been named, and the next time
        that the seat needs such a card it has it."""
        events = [*self.events]
        events[index] = Named(event.at, event.stock, card)
        need = next(
            (
                later
                for later in range(index + 1, len(events))
                if isinstance(other := events[later], Needed) and other.seat == event.seat and other.card is card
            ),
            None,
        )
        if need is not None:
            del events[need]
        effort.left -= len(events)
        if effort.left < 0:
            raise GivenUp(index)
        try:
            stocks = [*stocks_of(self.pools, events, effort)]
        except GivenUp:
            raise
        except Impossible:
            return
        if need is not None:
            stocks.insert(need, event.stock)
        self.look(tuple(stocks))

    def give_up(self) -> None:
        """Takes everything for possible that was not named."""
        for index, event in enumerate(self.events):
            if isinstance(event, Unseen):
                self.found[index] |= self.unnamed[event.stock].kinds().bits
        for stock, cards in enumerate(self.unnamed):
            self.left[stock] |= cards
