"""Which actions are legal: the generator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Final, TypeAlias, overload

from cardrules.cards import SINGLES, Card, Cards
from cardrules.duizenden.actions import (
    CHALLENGES,
    DISCARDS,
    DRAWS,
    ENDS,
    LASTS,
    SWAPS,
    Deal,
    End,
    Exchange,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Reshuffle,
    is_action,
    new_lay_off,
    new_meld,
    new_pot,
)
from cardrules.duizenden.deck import QUEEN, QUEENS, Wild
from cardrules.duizenden.melds import (
    ALL_POSITIONS,
    NATURALS,
    POSITIONS,
    SMALLEST,
    Additions,
    Counts,
    Group,
    Holding,
    Laid,
    Run,
    Sets,
    additions_to_group,
    additions_to_run,
    cards_beside,
    clusters,
    counts_of,
    exchanged,
    extended,
    groups_of,
    holding,
    lay,
    lowest_position,
    may_have_meld_with,
    meldable_points,
    melds_with,
    points_of,
    position_cards,
    positions,
    positions_of,
    ranks_of,
    replaced,
    runs_of,
    stands_for,
    stretch,
    stretches,
    suits_of,
    within_reach,
)
from cardrules.duizenden.referee import can_punish, violations
from cardrules.duizenden.rules import Ratio, Rules
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
    Turn,
    ground,
    has_opened,
    is_stuck,
    may_exchange,
    may_exchange_queen,
    may_lay_off,
    may_meld,
    may_use_wilds,
    out_faults,
    queen_may_go,
    surely_ends,
)
from cardrules.tables import by_cards
from cardrules.text import check_seat

_KEPT: Final = 1024
"""A listing of up to so many actions keeps them, a longer one makes them again each time."""


class Listing(tuple[PlayerAction, ...]):
    """A few legal actions, in a fixed order; equal to any listing that lists the same.

    `in` is strict: a value that is no action of the game is not in it, whatever it compares to.
    """

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        return is_action(action) and tuple.__contains__(self, action)


class LongListing(Sequence[PlayerAction]):
    """The legal actions of a state in which there may be very many, in a fixed order. Of the actions
    that differ only in which wild card stands in which place it lists one; `in` holds for all.

    It is made as it is looked at: the first item and `in` are cheap, while `len`, an index and a
    loop take the time of the items that they pass. Equal to any listing that lists the same.
    """

    __slots__ = ("_head", "_items", "_rest", "_seat", "_size", "_state")

    def __init__(
        self,
        state: State,
        seat: int | None,
        head: tuple[PlayerAction, ...],
        rest: Callable[[], Iterator[PlayerAction]],
        items: tuple[PlayerAction, ...] | None = None,
    ) -> None:
        self._state: Final = state
        self._seat: Final = seat
        self._head: Final = head
        self._rest: Final = rest
        self._items = items
        self._size: int | None = None

    def _kept(self) -> tuple[PlayerAction, ...] | None:
        """The actions, if they are few."""
        if self._items is None and self._size is None:
            rest = tuple(islice(self._rest(), _KEPT + 1))
            if len(rest) <= _KEPT:
                self._items = self._head + rest
        return self._items

    def __iter__(self) -> Iterator[PlayerAction]:
        return chain(self._head, self._rest()) if self._items is None else iter(self._items)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        if self._size is None:
            items = self._kept()
            self._size = sum([1 for _ in self]) if items is None else len(items)
        return self._size

    def __contains__(self, action: object) -> bool:
        # a chance action may be legal, and is never listed
        if not is_action(action) or isinstance(action, Deal | Reshuffle):
            return False
        return self._seat in (None, action.seat) and not violations(self._state, action)

    @overload
    def __getitem__(self, index: int) -> PlayerAction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[PlayerAction, ...]: ...
    def __getitem__(self, index: int | slice) -> PlayerAction | tuple[PlayerAction, ...]:
        items = self._kept()
        if items is not None:
            return items[index]
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step > 0:
                return tuple(islice(self, start, max(start, stop), step))
            places = range(start, stop, step)
            return tuple(islice(self, places[-1], places[0] + 1, -step))[::-1] if places else ()
        place = index if index >= 0 else len(self) + index
        found = next(islice(self, place, None), None) if place >= 0 else None
        if found is None:
            raise IndexError("there are fewer legal actions")
        return found

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Listing | LongListing):
            return NotImplemented
        return self is other or (len(self) == len(other) and all([a == b for a, b in zip(self, other, strict=True)]))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """The place of a listed action. Raises ValueError for anything else."""
        if start < 0 or (stop is not None and stop < 0):
            start, stop, _ = slice(start, stop).indices(len(self))
        if value in self:
            for place, action in enumerate(islice(self, stop)):
                if place >= start and action == value:
                    return place
        raise ValueError("the value is not in the listing")

    def count(self, value: object) -> int:
        """How often a value is listed: once or not at all."""
        return int(value in self and any(action == value for action in self))

    def __reduce__(self) -> tuple[Callable[..., Sequence[PlayerAction]], tuple[State, int | None]]:
        return legal_actions, (self._state, self._seat)

    def __repr__(self) -> str:
        return f"<{len(self)} legal actions>"


def legal_actions(state: State, seat: int | None = None) -> Sequence[PlayerAction]:
    """The legal actions of all seats, or of `seat`; empty while chance is awaited and after the end.

    Raises ValueError where there is no such seat.
    """
    if seat is not None:
        check_seat(state.match.rules.players, seat)
    return _LISTERS[type(state)](state, seat)


_NOTHING: Final = Listing()


def _nothing(state: Dealing | Reshuffling | Over, seat: int | None) -> Listing:
    return _NOTHING


def _swapping(state: Swapping, seat: int | None) -> Listing:
    turn = state.turn
    if seat is not None and seat != turn:
        return _NOTHING
    limit = state.match.rules.swap_limit
    if limit is not None and state.swaps >= limit:
        return _DRAWING[turn]
    bits = state.hands[turn].bits & _KINDS & ~(state.open.bit | QUEEN.bit)
    return Listing(DRAWS[turn : turn + 1] + _swaps(turn)(bits))


def _drawing(state: Drawing, seat: int | None) -> Sequence[PlayerAction]:
    turn = state.turn
    rules = state.match.rules
    calls = _calls(state, seat) if rules.last_card_call else ()
    if seat is not None and seat != turn:
        return Listing(calls)
    if not _may_take_pot(state, turn, rules):
        return Listing(DRAWS[turn : turn + 1] + calls) if calls else _DRAWING[turn]
    head = DRAWS[turn : turn + 1] + calls
    takings = _takings(state, turn, rules)
    if type(takings) is tuple:
        return Listing((*head, *_pots(state, turn, takings, rules)))
    return LongListing(state, seat, head, lambda: _pots(state, turn, _takings(state, turn, rules), rules))


_KINDS: Final = (1 << 53) - 1
_DRAWING: Final = tuple([Listing([draw]) for draw in DRAWS])


@cache
def _swaps(seat: int) -> Callable[[int], tuple[PlayerAction, ...]]:
    return by_cards(SWAPS[seat])


@cache
def _discards(seat: int) -> Callable[[int], tuple[PlayerAction, ...]]:
    return by_cards(DISCARDS[seat])


def _may_take_pot(state: Drawing, seat: int, rules: Rules) -> bool:
    """Whether the seat may take the pot; if it says no, there is no way."""
    hand, place = state.hands[seat], state.places[seat]
    opened = place.opened or has_opened(0, rules) or not rules.pot_needs_opened
    if not opened or not state.pot or len(hand) < rules.pot_hand_minimum or not may_meld(place.turns + 1, rules):
        return False
    top = state.pot[-1]
    usable = may_use_wilds(place.turns + 1, rules)
    if top.bit & rules.wild_bits:
        return usable
    return may_have_meld_with(top, holding(hand, rules, wilds=usable))


def _pots(state: Drawing, seat: int, takings: Iterable[Pot], rules: Rules) -> Iterator[PlayerAction]:
    """Those of the ways to take the pot after which the turn can end."""
    hand, place, pot = state.hands[seat], state.places[seat], state.pot
    size = len(hand) + len(pot) - 1
    for action in takings:
        cards = action.cards
        laid = None if place.opened else _facts(cards, rules.wild, rules.low_ace_points)[0]
        # the top card is not from hand, so one more card is left
        if not has_opened(laid, rules) or size - len(cards) < 2:
            whole = hand + Cards(pot[:-1])
            taken = list(cards)
            taken.remove(pot[-1])
            melds = (*state.melds, lay(cards, seat, rules))
            turn = Turn(rules, seat, place.turns + 1, whole - Cards(taken), melds, laid, False)
            if not _can_follow(turn, whole):
                continue
        yield action


def _takings(state: Drawing, seat: int, rules: Rules) -> Iterable[Pot]:
    """The ways to take the pot, a tuple where they are few; what follows is not looked at."""
    top, hand = state.pot[-1], state.hands[seat]
    usable = may_use_wilds(state.places[seat].turns + 1, rules)
    held = holding(hand, rules, wilds=usable)
    suit, rank = divmod(top.index, 13)
    lowest = lowest_position(rules)
    if held.wilds or top.bit & rules.wild_bits:
        return (new_pot(seat, cards) for cards in melds_with(top, hand, rules, wilds=usable))
    mask = positions(held.once | top.bit, suit) >> lowest << lowest
    if mask == ALL_POSITIONS:
        # an ace may be needed twice
        return (new_pot(seat, cards) for cards in melds_with(top, hand, rules, wilds=usable))
    ways = _natural_groups_with(seat, top, counts_of(held, rank))
    for position in positions_of(top):
        low, size = stretch(mask, position)
        if size >= SMALLEST:
            ways += _natural_runs_with(seat, top, position, low, size)
    return ways


@lru_cache(maxsize=4096)
def _natural_groups_with(seat: int, top: Card, counts: Counts) -> tuple[Pot, ...]:
    """The groups of the card and others of its rank, of which so many of each suit are there."""
    suit, rank = divmod(top.index, 13)
    clubs, diamonds, hearts, spades = [count + (place == suit) for place, count in enumerate(counts)]
    sets = groups_of(rank, (clubs, diamonds, hearts, spades), (), "half")
    return tuple([new_pot(seat, cards) for cards in sets if top in cards])


@lru_cache(maxsize=4096)
def _natural_runs_with(seat: int, top: Card, position: int, low: int, size: int) -> tuple[Pot, ...]:
    """The runs within a stretch of positions that have the card in its own."""
    along = position_cards(top.index // 13)
    ends = range(position + 1, low + size + 1)
    windows = [(start, end) for start in range(low, position + 1) for end in ends if end - start >= SMALLEST]
    return tuple([new_pot(seat, along[start:end]) for start, end in windows])


def _melding(state: Melding, seat: int | None) -> Sequence[PlayerAction]:
    rules = state.match.rules
    calls = _calls(state, seat) if rules.last_card_call else ()
    turn = state.turn
    if seat is not None and seat != turn:
        return Listing(calls)
    hand = state.hands[turn]
    head = calls + _ends(state, turn, hand, rules)
    held = holding(hand, rules, wilds=may_use_wilds(state.places[turn].turns, rules))
    laying = _Laying(state, turn, hand, held, rules)
    items = laying.few()
    if items is None:
        return LongListing(state, seat, head, laying.actions)
    # of different wild cards the listing shows one choice, and `in` knows them all
    if len(held.wilds) > 1 and held.wilds[0] is not held.wilds[-1]:
        return LongListing(state, seat, head, laying.actions, head + tuple(items))
    return Listing(head + tuple(items)) if items else Listing(head)


def _ends(state: Melding, seat: int, hand: Cards, rules: Rules) -> tuple[PlayerAction, ...]:
    unmet = bool(state.laid) and not has_opened(state.laid, rules)
    bits = hand.bits
    if bits & bits - 1:
        if unmet or state.bound:
            return ()
    elif out_faults(state.laid, state.places[seat].turns, rules) or (unmet and not rules.out_unopened):
        return ()
    if bits & QUEEN.bit and not queen_may_go(hand, rules):
        stuck = state.fresh and is_stuck(hand, rules)
        ends = _discards(seat)(bits & _KINDS & ~QUEEN.bit)
        return (*ends, ENDS[seat]) if stuck else ends
    return _discards(seat)(bits & _KINDS)


Piece: TypeAlias = tuple[tuple[PlayerAction, ...], int]
"""A part of the actions that lay cards on the table, and the most cards that one of them takes away
from the hand."""
FewAdditions: TypeAlias = tuple[tuple[tuple[End | None, tuple[Card, ...]], ...], int]
"""What can be laid off on a meld, and the most cards of it."""
Lazy: TypeAlias = tuple[Iterator[PlayerAction], int]
"""The same, where they are many."""

_FEW: Final = 128
"""The parts of up to so many actions are remembered; they come up again and again."""
_MANY: Final = 1000
"""More cards than any action takes."""


class _Laying:
    """The actions that lay cards on the table: lay-offs, exchanges, new melds.

    They come in pieces, one a meld on the table, a suit and a rank, that depend on a part of the hand
    alone. What follows in the turn is asked about the actions after which it is in doubt.
    """

    def __init__(self, state: Melding, seat: int, hand: Cards, held: Holding, rules: Rules) -> None:
        self.state: Final = state
        self.seat: Final = seat
        self.hand: Final = hand
        self.held: Final = held
        self.rules: Final = rules
        self.turns: Final = state.places[seat].turns
        self.opened: Final = has_opened(state.laid, rules)
        # a hand of three cards has one that can be discarded
        self.room: Final = len(hand) - 2
        self.free: Final = self.room if self.opened and not state.bound else 0

    def few(self) -> list[PlayerAction] | None:
        """All of the actions, if they are few enough to be remembered."""
        free, state_bound = self.free, self.state.bound
        items: list[PlayerAction] = []
        for actions, most in self.pieces():
            if type(actions) is not tuple:
                return None
            if most < free:
                items += actions
            elif self.opened or state_bound:
                items += [action for action in actions if self.is_free(action) or self.fits(action)]
            else:
                items += actions
        return items if self.opened or state_bound else self.openings(items)

    def openings(self, items: list[PlayerAction]) -> list[PlayerAction]:
        """Those of all the actions of a player who has not opened after which the turn can end. What
        one or two new melds bring is seen without a search."""
        owed = self.rules.opening_minimum - (self.state.laid or 0)
        wild, low_ace_points = self.rules.wild, self.rules.low_ace_points
        facts = [_facts(action.cards, wild, low_ace_points) for action in items if isinstance(action, Meld)]
        # the cards that two melds cannot both have; of several wild cards it is not seen
        once, seen = ~self.held.twice, len(self.held.wilds) < 2
        found: list[PlayerAction] = []
        for action in items:
            if isinstance(action, Meld):
                points, bits, size, plain = _facts(action.cards, wild, low_ace_points)
                if points >= owed and size < self.room:
                    found.append(action)
                    continue
                if seen and plain:
                    others = [other for other in facts if not other[1] & bits & once]
                    if not others and points < owed and not self.rules.out_unopened:
                        continue  # no other meld is left in the hand
                    if any([o[3] and points + o[0] >= owed and size + o[2] < self.room for o in others]):
                        found.append(action)
                        continue
            if self.fits(action):
                found.append(action)
        return found

    def actions(self) -> Iterator[PlayerAction]:
        """All of the actions."""
        for actions, _ in self.pieces():
            for action in actions:
                if self.is_free(action) or self.fits(action):
                    yield action

    def is_free(self, action: PlayerAction) -> bool:
        """Whether the action leaves cards enough for the turn to end."""
        if isinstance(action, Exchange):
            return self.free > 0
        assert isinstance(action, Meld | LayOff)
        if len(action.cards) < self.free:
            return True
        if self.opened or self.state.bound or len(action.cards) >= self.room or not isinstance(action, Meld):
            return False
        rules, laid = self.rules, self.state.laid or 0
        return has_opened(laid + _facts(action.cards, rules.wild, rules.low_ace_points)[0], rules)

    def pieces(self) -> Iterator[Piece | Lazy]:
        """The parts; what follows is not looked at."""
        state, seat, rules = self.state, self.seat, self.rules
        melds = state.melds
        if melds and (self.opened or rules.out_unopened):
            once, wilds = self.held.once, self.held.wilds
            for place, meld in enumerate(melds):
                if (wilds or once & meld.grows) and may_lay_off(meld.owner, seat, rules):
                    yield self.on_group(place, meld) if isinstance(meld, Group) else self.on_run(place, meld)
                if once & meld.takes and may_exchange(meld.owner, seat, rules):
                    yield self.exchanges(place, meld)
        if may_meld(self.turns, rules):
            if not self.opened and not rules.out_unopened:
                owed = rules.opening_minimum - (state.laid or 0)
                if meldable_points(self.held, rules) < owed:
                    return
            yield from self.melds()

    def on_group(self, place: int, meld: Group) -> Piece | Lazy:
        held, rank = self.held, meld.rank.place
        if not held.wilds:
            return _natural_lay_offs(self.seat, place, _naturals_on_group(rank, counts_of(held, rank)))
        group = (rank, counts_of(held, rank), held.wilds, *self.allowance(meld), self.rules.ratio)
        few = _few_on_group(self.seat, place, *group)
        return few or (_lay_off_actions(self.seat, place, additions_to_group(*group)), _MANY)

    def on_run(self, place: int, meld: Run) -> Piece | Lazy:
        suit, low, held = meld.suit.place, meld.low, self.held
        high = low + len(meld.cards)
        mask, lowest, ratio = positions(held.once, suit), lowest_position(self.rules), self.rules.ratio
        if not held.wilds:
            below, above = cards_beside(mask >> lowest << lowest, low, high)
            return _natural_lay_offs(self.seat, place, _naturals_on_run(suit, low, high, below, above))
        mask = within_reach(mask, low, high, len(held.wilds))
        run = (suit, low, high, mask, held.wilds, *self.allowance(meld), lowest, ratio)
        few = _few_on_run(self.seat, place, *run)
        return few or (_lay_off_actions(self.seat, place, additions_to_run(*run)), _MANY)

    def allowance(self, meld: Laid) -> tuple[int, int]:
        """Numbers of natural and wild cards that leave as much room for wild cards as those of a
        meld, as far as the hand can use it."""
        spare = len(meld.cards) - 2 * meld.wild_count
        return NATURALS + min(spare, len(self.held.wilds) + 1), NATURALS

    def exchanges(self, place: int, meld: Laid) -> Piece:
        takes = self.held.once & meld.takes
        if takes & QUEEN.bit and not may_exchange_queen(meld.owner, self.seat, self.rules):
            takes &= ~QUEEN.bit
        return tuple([_exchange(self.seat, place, card) for card in Cards.of(takes)]), 0

    def melds(self) -> Iterator[Piece | Lazy]:
        held, seat, wilds = self.held, self.seat, self.held.wilds
        lowest, ratio = lowest_position(self.rules), self.rules.ratio
        for suit, mask, aces in suits_of(held):
            if not wilds:
                for low, size in stretches(mask >> lowest << lowest):
                    yield _natural_runs(seat, suit, low, size, bool(aces) or size < POSITIONS)
                continue
            for part in clusters(mask, len(wilds)):
                few = _few_runs(seat, suit, part, aces, wilds, lowest, ratio)
                yield few or (_meld_actions(seat, runs_of(suit, part, aces, wilds, lowest, ratio)), _MANY)
        for rank, counts in ranks_of(held):
            few = _few_groups(seat, rank, counts, wilds, ratio)
            yield few or (_meld_actions(seat, groups_of(rank, counts, wilds, ratio)), _MANY)

    def fits(self, action: PlayerAction) -> bool:
        """Whether the turn can be ended after an action that is right in itself."""
        state, seat, hand, rules, laid = self.state, self.seat, self.hand, self.rules, self.state.laid
        bound = state.bound or not self.opened
        if isinstance(action, Exchange):
            place = action.meld
            at = stands_for(state.melds[place], action.card, rules)
            assert at is not None  # only such exchanges are made
            rest = hand - SINGLES[action.card.index] + SINGLES[state.melds[place].cards[at].index]
            if not bound:
                return self.ends(rest, laid) is not False  # there is a wild card in hand
            grown = exchanged(state.melds[place], at, action.card, seat)
            return _can_follow(
                Turn(rules, seat, self.turns, rest, replaced(state.melds, place, grown), laid, True), rest
            )
        assert isinstance(action, Meld | LayOff)
        rest = hand - Cards(action.cards)
        if isinstance(action, Meld):
            laid = None if laid is None else laid + _facts(action.cards, rules.wild, rules.low_ace_points)[0]
            bound = state.bound
        if not bound and has_opened(laid, rules):
            known = self.ends(rest, laid)
            if known is not None:
                return known
        if isinstance(action, Meld):
            melds = (*state.melds, lay(action.cards, seat, rules))
        else:
            grown = extended(state.melds[action.meld], action.end, action.cards, seat, rules)
            melds = replaced(state.melds, action.meld, grown)
        return _can_follow(Turn(rules, seat, self.turns, rest, melds, laid, bound), hand)

    def ends(self, rest: Cards, laid: int | None) -> bool | None:
        """Whether a player who has opened can end the turn with that hand; None: it depends."""
        queens = (rest.bits & QUEENS).bit_count()
        may_go_out = not out_faults(laid, self.turns, self.rules)
        return surely_ends(len(rest) - queens, queens, may_go_out, self.rules)


_exchange: Final = lru_cache(maxsize=4096)(Exchange)


def _meld_actions(seat: int, sets: Sets) -> Iterator[Meld]:
    return (new_meld(seat, cards) for cards in sets)


def _lay_off_actions(seat: int, place: int, additions: Additions) -> Iterator[LayOff]:
    return (new_lay_off(seat, place, cards, end) for end, cards in additions)


def _if_few(actions: Iterator[Meld | LayOff]) -> Piece | None:
    few = tuple(islice(actions, _FEW + 1))
    return (few, max([len(action.cards) for action in few], default=0)) if len(few) <= _FEW else None


@lru_cache(maxsize=4096)
def _facts(cards: tuple[Card, ...], wild: Wild, low_ace_points: int) -> tuple[int, int, int, bool]:
    """What a meld brings, the bits of its cards, how many they are, whether no card is there twice."""
    bits = Cards(cards).kinds().bits
    return points_of(cards, wild, low_ace_points), bits, len(cards), bits.bit_count() == len(cards)


@lru_cache(maxsize=4096)
def _natural_runs(seat: int, suit: int, low: int, size: int, aces: bool) -> Piece:
    """The runs of natural cards within a stretch of positions; `aces`: whether each end has its own."""
    sets = runs_of(suit, (1 << size) - 1 << low, aces, (), low, "half")
    return tuple(_meld_actions(seat, sets)), size


@lru_cache(maxsize=1024)
def _few_runs(
    seat: int, suit: int, mask: int, aces: int, wilds: tuple[Card, ...], lowest: int, ratio: Ratio
) -> Piece | None:
    return _if_few(_meld_actions(seat, runs_of(suit, mask, aces, wilds, lowest, ratio)))


@lru_cache(maxsize=2048)
def _few_groups(seat: int, rank: int, counts: Counts, wilds: tuple[Card, ...], ratio: Ratio) -> Piece | None:
    return _if_few(_meld_actions(seat, groups_of(rank, counts, wilds, ratio)))


def _natural_lay_offs(seat: int, place: int, few: FewAdditions) -> Piece:
    additions, most = few
    return tuple([new_lay_off(seat, place, cards, end) for end, cards in additions]), most


@lru_cache(maxsize=2048)
def _naturals_on_group(rank: int, counts: Counts) -> FewAdditions:
    """What can be laid off without wild cards, which the ratio never forbids, and how many at most."""
    return tuple(additions_to_group(rank, counts, (), NATURALS, 0, "half")), sum(counts)


@lru_cache(maxsize=8192)
def _naturals_on_run(suit: int, low: int, high: int, below: int, above: int) -> FewAdditions:
    """The same on a run, with so many cards that continue it on either side."""
    mask = (1 << below) - 1 << low - below | (1 << above) - 1 << high
    return tuple(additions_to_run(suit, low, high, mask, (), NATURALS, 0, 0, "half")), max(below, above)


@lru_cache(maxsize=1024)
def _few_on_group(
    seat: int,
    place: int,
    rank: int,
    counts: Counts,
    wilds: tuple[Card, ...],
    laid: int,
    laid_wilds: int,
    ratio: Ratio,
) -> Piece | None:
    additions = additions_to_group(rank, counts, wilds, laid, laid_wilds, ratio)
    return _if_few(_lay_off_actions(seat, place, additions))


@lru_cache(maxsize=1024)
def _few_on_run(
    seat: int,
    place: int,
    suit: int,
    low: int,
    high: int,
    mask: int,
    wilds: tuple[Card, ...],
    laid: int,
    laid_wilds: int,
    lowest: int,
    ratio: Ratio,
) -> Piece | None:
    additions = additions_to_run(suit, low, high, mask, wilds, laid, laid_wilds, lowest, ratio)
    return _if_few(_lay_off_actions(seat, place, additions))


def _can_follow(turn: Turn, whole: Cards) -> bool:
    """Whether the turn can be ended after an action that is right in itself."""
    if not turn.hand and (turn.rules.last_card == "discard" or out_faults(turn.laid, turn.turns, turn.rules)):
        return False
    return ground(turn, whole)[0] is None


def _calls(state: Table, seat: int | None) -> tuple[PlayerAction, ...]:
    """The call of the last card, and the challenges."""
    calls: list[PlayerAction] = []
    for whom, place in enumerate(state.places):
        if place.call == "due" and seat in (None, whom):
            calls.append(LASTS[whom])
        if place.call == "missed" and can_punish(state):
            others = [other for other in range(len(state.places)) if other != whom and seat in (None, other)]
            calls += [CHALLENGES[other][whom] for other in others]
    return tuple(calls)


_LISTERS: Final[dict[type, Callable[..., Sequence[PlayerAction]]]] = {
    Dealing: _nothing,
    Swapping: _swapping,
    Drawing: _drawing,
    Melding: _melding,
    Reshuffling: _nothing,
    Over: _nothing,
}
