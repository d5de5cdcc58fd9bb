"""Small worlds of Duizenden.

The first state of a round is built, with fewer cards in each hand and in the stock; the code asks
for the number of cards only when it judges a deal, so nothing of it is exchanged. A round need not
end where the pot is shuffled into a new stock or the open card is swapped: those worlds are
explored to a depth.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import permutations, product
from typing import Any, Final, TypeAlias

from attrs import evolve

from cardrules import duizenden
from cardrules.cards import Card, Cards, parse_sequence
from cardrules.duizenden.actions import (
    Action,
    Challenge,
    Discard,
    Draw,
    End,
    EndTurn,
    Exchange,
    Last,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    Reshuffle,
    Swap,
)
from cardrules.duizenden.game import GAME
from cardrules.duizenden.melds import Laid, Run, lay
from cardrules.duizenden.rules import PRESETS, Draws, Points, Rules
from cardrules.duizenden.state import Dealing, Drawing, Match, Melding, Over, Place, Reshuffling, State, Swapping
from cardrules.duizenden.view import View
from worlds.explore import Seat, Table, World

Pile: TypeAlias = tuple[Card, ...]
Flags: TypeAlias = Mapping[str, Any]
"""Flags of a config by name; the config checks them."""
DuizendenWorld: TypeAlias = World[Rules, State, Action, View]

FEW_ORDERS: Final = 24
"""Of so many orders of a new stock each is tried, of more the first and the last alone."""


# -- deals


def arrangements(cards: Sequence[Card]) -> Iterator[Pile]:
    """The different orders of cards, of which some may be alike."""
    if not cards:
        yield ()
    for first in sorted(set(cards)):
        rest = list(cards)
        rest.remove(first)
        for others in arrangements(rest):
            yield first, *others


def hands_of(cards: Cards, size: int) -> Iterator[Cards]:
    """The different hands of so many of the cards."""
    kinds = [(card, cards.count(card)) for card in cards.kinds()]
    for counts in product(*[range(count + 1) for _, count in kinds]):
        if sum(counts) == size:
            yield Cards([card for (card, _), count in zip(kinds, counts, strict=True) for _ in range(count)])


def deals(cards: Cards, players: int, size: int) -> Iterator[tuple[tuple[Cards, ...], Pile]]:
    """The different deals: hands of so many cards, and the rest in its order, the open card first."""

    def hands(left: Cards, seats: int) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
        if not seats:
            yield (), left
            return
        for hand in hands_of(left, size):
            for others, rest in hands(left - hand, seats - 1):
                yield (hand, *others), rest

    for dealt, rest in hands(cards, players):
        for pile in arrangements(list(rest)):
            yield dealt, pile


def rounds(
    cards: Cards, size: int, configs: Sequence[Rules], step: int = 1, laid: Sequence[str] = ()
) -> Iterator[State]:
    """Under each config the first states of all deals of the cards, or of every `step`-th.

    laid: melds that lie on the table already, such as "p1 5c5d5h"; then every seat has had a turn, and
    whoever has a meld there has opened.
    """
    for rules in configs:
        match = Match(rules, rules.players - 1, 0, (0,) * rules.players)
        melds = tuple([lay(parse_sequence(text[3:]), int(text[1]) - 1, rules) for text in laid])
        owners = {meld.owner for meld in melds}
        places = tuple([Place(1 if melds else 0, seat in owners) for seat in range(rules.players)])
        for number, (hands, pile) in enumerate(deals(cards, rules.players, size)):
            if number % step == 0:
                opened, stock = pile[0], pile[1:]
                if rules.swap_phase and not melds:
                    yield Swapping(match, hands, stock, opened, 0, 0)
                else:
                    yield Drawing(match, hands, stock, (opened,), melds, places, 0)


# -- candidates


def table_of(state: State) -> Swapping | Drawing | Melding:
    assert not isinstance(state, Dealing | Over)
    return state.before if isinstance(state, Reshuffling) else state


def universe(kinds: Cards, state: State) -> Iterator[Action]:
    """All that can be said with single cards of the world, by every seat and one that is not there; and
    by the seat on turn with cards of its hand and the top of the pot, in any order, up to a size."""
    table = table_of(state)
    players, turn = state.match.rules.players, table.turn
    melds = () if isinstance(table, Swapping) else table.melds
    yield from _plain(kinds, players + 1, len(melds))
    held = table.hands[turn]
    if isinstance(table, Melding):
        yield from _melds(Meld, held, turn)
        for place, meld in enumerate(melds):
            yield from _lay_offs(held, turn, place, ("low", "high") if isinstance(meld, Run) else (None,))
        yield from _melds(Pot, held, turn)[:20]
    else:
        if isinstance(table, Drawing) and table.pot:
            held += Cards([table.pot[-1]])
        yield from _melds(Pot, held, turn)
        yield from _melds(Meld, held, turn)[:20]
    yield from _melds(Meld, held, (turn + 1) % players)[:20]


MOST: Final = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 4}
"""By the number of cards in question, the most cards of a meld that is tried; of larger hands 3, and
of lay-offs one less."""


@lru_cache(maxsize=64)
def _plain(kinds: Cards, seats: int, melds: int) -> tuple[Action, ...]:
    actions: list[PlayerAction] = []
    for seat in range(seats):
        actions += [Draw(seat), EndTurn(seat), Last(seat)]
        actions += [Challenge(seat, whom) for whom in range(seats)]
        for card in kinds:
            actions += [Discard(seat, card), Swap(seat, card), Meld(seat, (card,) * 3)]
            actions += [Exchange(seat, meld, card) for meld in range(melds + 1)]
            actions += [LayOff(seat, meld, (card,), end) for meld in range(melds + 1) for end in _ENDS]
    # the actions that exist once are judged faster than their twins
    return tuple([duizenden.parse_action(str(action)) for action in actions])


_ENDS: Final[tuple[End | None, ...]] = (None, "low", "high")


@lru_cache(maxsize=4096)
def _tuples(held: Cards, most: int) -> tuple[Pile, ...]:
    """The different rows of 2 to so many of the cards."""
    return tuple(sorted({some for size in range(2, most + 1) for some in permutations(held, size)}))


@lru_cache(maxsize=1024)
def _melds(kind: type[Meld] | type[Pot], held: Cards, seat: int) -> tuple[PlayerAction, ...]:
    return tuple({kind(seat, cards): None for cards in _tuples(held, MOST.get(len(held), 3))})


@lru_cache(maxsize=1024)
def _lay_offs(held: Cards, seat: int, meld: int, ends: tuple[End | None, ...]) -> tuple[PlayerAction, ...]:
    rows = _tuples(held, MOST.get(len(held), 3) - 1)
    return tuple({LayOff(seat, meld, cards, end): None for end in ends for cards in rows})


def twin(state: State, action: Action) -> Action:
    """The listed action: its wild cards are in the order c d h s from the lowest place up, and of the
    hand those that come first in it."""
    rules = state.match.rules
    if rules.wild == "jokers" or not isinstance(action, Meld | Pot | LayOff):
        return action
    table = table_of(state)
    top = table.pot[-1] if isinstance(action, Pot) and not isinstance(table, Swapping) else None
    held = [card for card in table.hands[action.seat] if card.text[0] == "2"]
    wanted = len([card for card in action.cards if card.text[0] == "2"])
    # the top of the pot is used, whatever else is
    used = sorted([top, *held[: wanted - 1]]) if top is not None and top.text[0] == "2" else held[:wanted]
    wilds = iter(used)
    return evolve(action, cards=tuple([next(wilds) if card.text[0] == "2" else card for card in action.cards]))


def chances(state: State) -> Iterator[Action]:
    """The orders of the new stock: all, or the first and the last."""
    if isinstance(state, Reshuffling):
        orders = list(arrangements(state.before.pot[:-1]))
        if len(orders) > FEW_ORDERS:
            orders = [orders[0], orders[-1]]
        yield from [Reshuffle(cards) for cards in orders]


# -- what a seat knows


def told(state: State, seat: Seat) -> Hashable:
    """Of a first state: its own cards, and what lies open."""
    assert isinstance(state, Swapping | Drawing)
    own = None if seat is None else state.hands[seat]
    return state.match, own, state.open if isinstance(state, Swapping) else state.pot, state.turn


def seen(before: State, action: Action, after: State, seat: Seat) -> Hashable:
    """What a seat learns: a card from the stock where it is its own, what is written on the sheet;
    of a new stock that there is one."""
    drawn: Card | None = None
    if isinstance(action, Draw) and isinstance(after, Melding) and seat == action.seat:
        drawn = _stock(before)[0]
    if isinstance(action, Challenge) and not isinstance(after, Reshuffling) and seat == action.whom:
        drawn = _stock(before)[0] if isinstance(after.match.rules.last_card_call, Draws) else None
    if isinstance(action, Reshuffle):
        assert isinstance(before, Reshuffling)
        return "reshuffle", action.cards[0] if seat == before.to else None
    return action, drawn, after.match.sheet if isinstance(after, Dealing | Over) else None


def _stock(state: State) -> Pile:
    return table_of(state).stock


# -- the end of a round

VALUES: Final = dict(zip("23456789TJQKA", [5] * 8 + [10] * 4 + [20], strict=True))


def worth(card: Card, rules: Rules) -> int:
    """What a card is worth on the table, but for an ace below the two."""
    if card.text == "Jk":
        return 25
    if card.text == "Qs":
        return 100
    return 20 if rules.wild == "twos" and card.text[0] == "2" else VALUES[card.text[0]]


def laid_worth(meld: Laid, at: int, rules: Rules) -> int:
    card = meld.cards[at]
    low = isinstance(meld, Run) and meld.low == 0 and at == 0 and card.text[0] == "A"
    return rules.low_ace_points if low else worth(card, rules)


def audit(deck: Cards, state: State) -> None:
    """The end of a round against its own cards."""
    assert not duizenden.legal_actions(state), "somebody acts after the end of the round"
    assert not duizenden.actors(state), "somebody is to act after the end of the round"
    match = state.match
    left, rules = match.previous, match.rules
    assert left is not None
    table = [0] * rules.players
    for meld in left.melds:
        for at, seat in enumerate(meld.seats):
            table[seat if rules.credit == "player" else meld.owner] += laid_worth(meld, at, rules)
    for seat, hand in enumerate(left.hands):
        held = sum([rules.queen_penalty if card.text == "Qs" else worth(card, rules) for card in hand])
        lines = {line.rule: line.points for line in match.sheet if line.seat == seat}
        penalty = lines.get("duizenden.last-card", 0)
        call = rules.last_card_call
        assert penalty == 0 or (isinstance(call, Points) and penalty % call.points == 0)
        total = match.totals[seat]
        assert total == table[seat] - held + penalty == sum(lines.values()), f"seat {seat} has {total} points"
        most = sum([worth(card, rules) for card in deck])
        assert -most - 2 * max(rules.queen_penalty, 0) + penalty <= total <= most
    cards = sum([Cards(meld.cards) for meld in left.melds], sum(left.hands, Cards(left.pot)))
    assert cards <= deck, "there are more cards than were dealt"
    if left.out is None:
        assert all(left.hands), "a hand is empty and nobody is out"
        assert cards == deck, "the round has ended with cards in the stock"
    else:
        assert [seat for seat, hand in enumerate(left.hands) if not hand] == [left.out]
    assert isinstance(state, Over) == (max(match.totals) >= rules.target)


# -- the worlds


def world(
    name: str,
    about: str,
    cards: str,
    size: int,
    configs: Sequence[Rules],
    *,
    laid: Sequence[str] = (),
    step: int = 1,
    depth: int | None = None,
    quick: bool = False,
) -> DuizendenWorld:
    """A world of all deals of the cards, or of every `step`-th, beside the melds that are laid."""
    dealt = Cards(parse_sequence(cards))
    deck = sum([Cards(parse_sequence(text[3:])) for text in laid], dealt)
    table: Table[State, Action] = Table(
        rules=lambda state: state.match.rules,
        ended=lambda state: isinstance(state, Dealing | Over),
        of_seat=duizenden.legal_actions,
        chances=chances,
        universe=partial(universe, deck.kinds()),
        twin=twin,
        told=told,
        seen=seen,
        audit=partial(audit, deck),
    )
    starts: Callable[[], Iterable[State]] = partial(rounds, dealt, size, configs, step, laid)
    return World(f"duizenden-{name}", about, GAME, table, deck, starts, depth=depth, quick=quick)


def twice(
    name: str,
    about: str,
    cards: str,
    size: int,
    configs: Sequence[Rules],
    *,
    step: int,
    laid: Sequence[str] = (),
    depth: int | None = None,
) -> tuple[DuizendenWorld, DuizendenWorld]:
    """A quick world of every `step`-th deal, and the world of all deals."""
    some = f"{about}, every {step}th deal"
    return (
        world(f"{name}-some", some, cards, size, configs, laid=laid, step=step, depth=depth, quick=True),
        world(name, f"{about}, all deals", cards, size, configs, laid=laid, depth=depth),
    )


def variants(preset: str, *changes: Flags, **common: Any) -> list[Rules]:
    """A preset for two, with some flags changed for all, and one config for each change."""
    base = evolve(PRESETS[preset], players=2, **common)
    return [evolve(base, **change) for change in changes or ({},)]


SMALL: Final[Flags] = {"empty_stock": "end_round", "swap_phase": False, "pot_hand_minimum": 2}
"""A round ends with the stock, and two cards are enough to take a pot: hands are small here."""
UNOPENED: Final[Flags] = {
    "empty_stock": "end_round",
    "swap_phase": False,
    "out_in_opening_turn": True,
    "out_unopened": True,
}
FREE: Final[Flags] = {"last_card": "free"}
DISCARDED: Final[Flags] = {"last_card": "discard"}
CALLS: Final[tuple[Flags, ...]] = ({"last_card_call": Points(points=10)}, {"last_card_call": Draws()})
QUEENS: Final[tuple[Flags, ...]] = tuple(
    [
        {"queen_discard": queen, "last_card": last}
        for queen in ("never", "last_card", "only_card")
        for last in ("free", "discard")
    ]
)

PLAIN: Final = twice(
    "plain",
    "no wild card and no queen, no opening, the last card laid or discarded, lay-offs on any meld, no exchange",
    "5c5d5h6h7h8h5s",
    2,
    variants("kinder", opening_minimum=0, pot_needs_opened=False, exchange="none", **SMALL),
    laid=["p1 8c8d8s"],
    step=20,
)

WORLDS: Final[tuple[DuizendenWorld, ...]] = (
    *PLAIN,
    *twice(
        "runs-and-groups",
        "klassiek with a joker in hand and one in a run",
        "5h6h7h8h6c6dJk",
        2,
        variants("klassiek", **SMALL),
        laid=["p1 9h9c9d", "p2 9hThJkQh"],
        step=80,
    ),
    world(
        "two-jokers",
        "klassiek with two jokers, from empty tables",
        "5h6h7h8h6c6d7cJkJk",
        3,
        variants("klassiek", **SMALL),
    ),
    *twice(
        "children",
        "kinder with openings of 15 and of 30 points",
        "5h6h7h6c6dJk",
        2,
        variants("kinder", {}, {"opening_minimum": 15}, **SMALL),
        laid=["p2 5c5dJk"],
        step=3,
    ),
    *twice(
        "opening",
        "kinder and volwassen from empty tables, where three kings open",
        "KcKdKhKcKdKhQhQcQhJk",
        4,
        [*variants("kinder", **SMALL), *variants("volwassen", **SMALL)],
        step=60,
    ),
    world(
        "opening-with-two-jokers",
        "the same with a second joker, every 50th deal",
        "KcKdKhKcKdKhQhQcQhJkJk",
        4,
        [*variants("kinder", **SMALL), *variants("volwassen", **SMALL)],
        step=50,
    ),
    *twice(
        "swaps",
        "volwassen with two swaps of the open card at most",
        "KcKdKhKsQh5h6hJk",
        3,
        variants("volwassen", swap_limit=2, empty_stock="end_round"),
        step=40,
    ),
    world(
        "swaps-and-queens",
        "volwassen with any number of swaps and both queens of spades, to the eighth action",
        "KcKdKhQsQs5h",
        2,
        variants("volwassen", empty_stock="end_round"),
        depth=8,
    ),
    *twice(
        "twos",
        "modern with two wild twos in hand and one in a group",
        "2c2d5h6h7h5s8h",
        2,
        variants("modern", **SMALL),
        laid=["p1 5c5d2h"],
        step=200,
    ),
    world(
        "three-twos",
        "modern with three wild twos, in the first turn too, on own melds or any, every 60th deal",
        "2c2d2d5h6h7h5s5d8h",
        3,
        variants("modern", {}, {"exchange": "any", "layoff": "any"}, wild_in_first_turn=True, **SMALL),
        step=60,
    ),
    *twice(
        "queens",
        "both queens of spades under each rule of their discard, 1 card each",
        "QsQsQhJhKs",
        1,
        variants("klassiek", *QUEENS, **SMALL),
        laid=["p1 9sTsJs", "p2 QdQcJk"],
        step=6,
    ),
    world(
        "queens-for-any-wild-card",
        "both queens of spades and a joker where lay-offs and exchanges are on any meld, 2 cards each",
        "QsQsQhJhKsJk",
        2,
        variants("volwassen", *QUEENS, **SMALL),
        laid=["p1 9sTsJkQs", "p2 QdQcJk"],
    ),
    *twice(
        "low-aces",
        "aces below the two, or not",
        "AhAh2h3h4hKhJk",
        2,
        variants(
            "kinder",
            {"low_ace": True},
            {"low_ace": False, "layoff": "own"},
            opening_minimum=0,
            pot_needs_opened=False,
            **SMALL,
        ),
        laid=["p1 3h4h5h"],
        step=40,
    ),
    *twice(
        "last-cards",
        "the last card called, for points or for a card, 1 card each",
        "5h6h7h5cJk9d",
        1,
        variants("klassiek", *CALLS, **SMALL),
        laid=["p1 8h8c8s", "p2 5d5s5h"],
        step=150,
    ),
    world(
        "last-cards-of-three",
        "the last card called among three, with new stocks, 1 card each, to the tenth action, every 3rd deal",
        "5h6h7h5cJk9d",
        1,
        [evolve(rules, players=3) for rules in variants("klassiek", *CALLS, pot_hand_minimum=2)],
        laid=["p1 8h8c8s", "p2 5d5s5h"],
        step=3,
        depth=10,
    ),
    *twice(
        "new-stocks",
        "klassiek, the pot shuffled into a new stock again and again, to the twelfth action",
        "5h6h7h5c5d9c",
        2,
        variants("klassiek", pot_hand_minimum=2),
        depth=12,
        step=5,
    ),
    world(
        "new-stocks-and-last-cards",
        "the same with calls for a card, 1 card each, to the tenth action",
        "5h6h7h5cJk",
        1,
        variants("klassiek", CALLS[1], pot_hand_minimum=2),
        laid=["p2 5d5s5h"],
        depth=10,
    ),
    *twice(
        "unopened",
        "volwassen, where who goes out need not have opened",
        "9hTh7h5cKdJk",
        2,
        variants("volwassen", FREE, DISCARDED, **UNOPENED),
        laid=["p2 5h6hJk8h"],
        step=4,
    ),
    world(
        "unopened-with-kings",
        "the same from empty tables, 3 cards each, every 300th deal",
        "5c5d5hKcKdKh6h7hJkJk",
        3,
        variants("volwassen", FREE, DISCARDED, **UNOPENED),
        step=300,
    ),
    *twice(
        "three-players",
        "klassiek for three, 1 card each",
        "5h6h7h8h6cJk",
        1,
        [evolve(rules, players=3) for rules in variants("klassiek", **SMALL)],
        laid=["p1 6h6d6s"],
        step=5,
    ),
    *twice(
        "first-turns",
        "melds from the second turn on, with wild cards or without, or no going out in the first",
        "5h6h7h6c6d7cJk",
        2,
        variants(
            "klassiek",
            {"melds_from_circuit": 2},
            {"melds_from_circuit": 2, "wild_in_first_turn": True},
            {"out_in_first_circuit": False, "last_card": "free"},
            **SMALL,
        ),
        step=60,
    ),
)
