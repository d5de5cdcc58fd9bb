"""The look ahead of Duizenden against a plain search that tries everything, on small hands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import pytest
from attrs import evolve

from cardrules.cards import Cards
from cardrules.duizenden.actions import written
from cardrules.duizenden.deck import QUEEN
from cardrules.duizenden.emptying import can_empty
from cardrules.duizenden.ending import can_end, end_fault
from cardrules.duizenden.hands import Holding, additions_to, holding, melds_of
from cardrules.duizenden.melds import Laid, exchanged, extended, lay, meld_points, stands_for
from cardrules.duizenden.rules import PRESETS, Rules
from cardrules.duizenden.turns import (
    Turn,
    may_exchange,
    may_exchange_queen,
    may_lay_off,
    may_meld,
    may_use_wilds,
    out_faults,
    queen_may_go,
)
from test_duizenden_cases import cards_of

# cards that often go together, and some that go with none of them
CARDS = cards_of("QsJsTsKsAs9s" + "QsJs" + "9c9d9h9c" + "5h6h7h8h5h" + "3c4c5c" + "KcKd" + "4d")
ON_TABLE = ("TsJsQs", "9sTsJs", "9c9dW", "5hW7h", "QcQdQh", "QcQdW", "WKsAs", "3c4c5c", "TsJsWKs", "6h7hW9h")


def rules_of(chance: random.Random) -> Rules:
    """House rules that the look ahead depends on."""
    return evolve(
        PRESETS[chance.choice(["kinder", "volwassen", "klassiek", "modern"])],
        opening_minimum=chance.choice([30, 45, 60]),
        last_card=chance.choice(["free", "discard"]),
        layoff=chance.choice(["any", "own"]),
        exchange=chance.choice(["any", "own", "none"]),
        queen_exchange=chance.choice([True, False]),
        queen_discard=chance.choice(["never", "last_card", "only_card"]),
        wild_in_first_turn=chance.choice([True, True, False]),
        melds_from_circuit=chance.choice([1, 1, 1, 2]),
        out_in_first_circuit=chance.choice([True, True, False]),
        out_in_opening_turn=True,
        pot_needs_opened=True,
        out_unopened=True,
    )


def turns(number: int, laid: tuple[int | None, ...], most: int) -> Iterator[Turn]:
    """So many turns of seat 0, the same each time."""
    chance = random.Random(number)
    for _ in range(number):
        rules = rules_of(chance)
        wild = "Jk" if rules.wild == "jokers" else chance.choice(["2c", "2d", "2h", "2s"])
        hand = Cards([*chance.sample(CARDS, chance.randint(1, most)), *cards_of(wild * chance.choice([0, 0, 0, 1, 2]))])
        table = [
            lay(written(cards_of(text.replace("W", wild))), chance.choice([0, 0, 1]), rules)
            for text in chance.sample(ON_TABLE, chance.choice([0, 1, 1, 2]))
        ]
        yield Turn(rules, 0, chance.choice([1, 2, 2]), hand, tuple(table), chance.choice(laid), False)


def held(turn: Turn) -> Holding:
    return holding(turn.hand, turn.rules, wilds=may_use_wilds(turn.turns, turn.rules))


def melding(turn: Turn) -> Iterator[Turn]:
    """What a turn becomes with one meld more."""
    if may_meld(turn.turns, turn.rules):
        for cards in melds_of(held(turn), turn.rules):
            laid = None if turn.laid is None else turn.laid + meld_points(cards, turn.rules)
            yield evolve(turn, hand=turn.hand - Cards(cards), melds=(*turn.melds, lay(cards, 0, turn.rules)), laid=laid)


def changing(turn: Turn) -> Iterator[Turn]:
    """What it becomes with something laid off or exchanged."""
    rules = turn.rules
    for place, meld in enumerate(turn.melds):

        def with_meld(hand: Cards, other: Laid, place: int = place) -> Turn:
            return evolve(turn, hand=hand, melds=(*turn.melds[:place], other, *turn.melds[place + 1 :]))

        if may_lay_off(meld.owner, 0, rules):
            for end, cards in additions_to(meld, held(turn), rules):
                yield with_meld(turn.hand - Cards(cards), extended(meld, end, cards, 0, rules))
        if may_exchange(meld.owner, 0, rules):
            for card in turn.hand.kinds():
                at = stands_for(meld, card, rules)
                if at is not None and (card is not QUEEN or may_exchange_queen(meld.owner, 0, rules)):
                    hand = turn.hand - Cards([card]) + Cards([meld.cards[at]])
                    yield with_meld(hand, exchanged(meld, at, card, 0))


def empties(turn: Turn, tried: set[tuple[Cards, tuple[Laid, ...]]]) -> bool:
    """Whether some way of laying the cards leaves none."""
    key = (turn.hand, tuple(sorted(turn.melds, key=str)))
    if key in tried:
        return False
    tried.add(key)
    if not turn.hand:
        return turn.rules.last_card == "free"
    if len(turn.hand) == 1 and (QUEEN not in turn.hand or queen_may_go(turn.hand, turn.rules)):
        return True
    return any(empties(after, tried) for more in (melding, changing) for after in more(turn))


def test_whether_a_hand_can_be_emptied() -> None:
    answers = set()
    for turn in turns(900, (None, 0, 10), 5):
        expected = not out_faults(turn.laid, turn.turns, turn.rules) and empties(turn, set())
        assert can_empty(turn, turn.hand) == expected, turn
        answers.add(expected)
    assert answers == {True, False}


# melds that grow together, and cards of which most can go to several of them or to none
BESIDE: Final = ("9c9d9h", "7h8hWTh", "JsQsKs", "9s9dWW9c", "5h6hW")
LOOSE: Final = cards_of("9c9d9s9h9h4h8hJhTsAs3cKd2c2c2d")


def test_whether_a_hand_can_be_emptied_beside_several_melds() -> None:
    """With many wild cards, and beside a larger hand, which makes no difference."""
    chance = random.Random(7)
    answers = []
    for _ in range(1500):
        rules = evolve(
            rules_of(chance), low_ace=chance.choice([True, False]), ratio=chance.choice(["minority", "half"])
        )
        wild = "Jk" if rules.wild == "jokers" else "2c"
        table = [
            lay(written(cards_of(text.replace("W", wild))), chance.choice([0, 0, 1]), rules)
            for text in chance.sample(BESIDE, chance.choice([1, 2, 3]))
            if text.count("W") < 2 or rules.ratio == "half"
        ]
        loose = chance.sample(LOOSE, 6)
        naturals, wilds = (
            chance.randint(1, 4),
            chance.choice([0, 0, 1, 2, 3, 4] if wild == "Jk" else [0, 1, 2, 3, 5, 6]),
        )
        hand = Cards([*loose[:naturals], *cards_of(wild) * wilds])
        turn = Turn(rules, 0, chance.choice([1, 2, 2]), hand, tuple(table), chance.choice([None, 0]), False)
        expected = not out_faults(turn.laid, turn.turns, rules) and empties(turn, set())
        assert can_empty(turn, hand + Cards(loose)) == expected, turn
        answers.append(expected)
    assert 300 < sum(answers) < 1200


@pytest.mark.parametrize("number", [1, 2])
def test_before_melds_may_be_laid_a_hand_is_not_emptied_by_one(number: int) -> None:
    rules = evolve(PRESETS["kinder"], melds_from_circuit=2, layoff="own", out_in_opening_turn=True, out_unopened=True)
    hand = Cards.parse("5h5h5s")
    turn = Turn(rules, 0, number, hand, (lay(cards_of("5c5dJk"), 1, rules),), 0, False)
    assert can_empty(turn, hand) == (number > 1)


@pytest.mark.parametrize(
    ("hand", "empty"), [("9h9h5c7c5d7d", True), ("9h9h5c7c5d7d4s", True), ("9h9h5c7c5d7d4s3h", False)]
)
def test_two_equal_cards_take_two_wild_cards(hand: str, empty: bool) -> None:
    rules = evolve(PRESETS["kinder"], ratio="half", layoff="own", out_in_opening_turn=True, out_unopened=True)
    cards = Cards.parse(hand)
    turn = Turn(rules, 0, 2, cards, (lay(cards_of("9s9dJkJk"), 1, rules),), 0, False)
    assert empties(turn, set()) == empty
    assert can_empty(turn, cards) == empty


def reached(turn: Turn, *, strict: bool) -> bool:
    """Whether melds bring what is owed; if `strict`, so that the turn can be ended."""
    if turn.laid is not None and turn.laid >= turn.rules.opening_minimum:
        return not strict or can_end(turn)
    return any(reached(after, strict=strict) for after in melding(turn))


def test_whether_the_first_melds_can_bring_enough() -> None:
    answers = set()
    for turn in turns(1500, (1, 10, 15), 8):
        fault = "end-turn" if reached(turn, strict=False) else "opening"
        expected = None if reached(turn, strict=True) else fault
        assert end_fault(turn, turn.hand) == expected, turn
        answers.add(expected)
    assert answers == {None, "end-turn", "opening"}


@pytest.mark.parametrize("queens", [1, 2])
def test_whether_a_turn_with_queens_can_be_ended(queens: int) -> None:
    """Who holds queens alone ends with them, lays them off, or exchanges one and discards the wild card."""
    for turn in turns(600, (None,), 1):
        only = evolve(turn, hand=Cards([QUEEN] * queens))
        assert can_end(only) == ends(only), only


def ends(turn: Turn) -> bool:
    rules, hand = turn.rules, turn.hand
    goes_out = not out_faults(turn.laid, turn.turns, rules)
    if not hand:
        return goes_out and rules.last_card == "free"
    for card in hand.kinds():
        if (card is not QUEEN or queen_may_go(hand, rules)) and (len(hand) > 1 or goes_out):
            return True
    return any(ends(after) for after in changing(turn))


# -- what is seen without a search


def search(*_: object) -> bool:
    raise AssertionError


@pytest.mark.parametrize(
    ("owed", "hand"),
    [
        pytest.param(30, "KcKdKh3c5d7h", id="one meld brings it and leaves three cards"),
        pytest.param(115, "KcKdKh4c4dJkJkJk7h9sTs", id="two melds bring it, both with wild cards"),
        pytest.param(30, "4c5c6c6d7d8d6hKcJs", id="two melds bring it, the first of those that bring most among them"),
    ],
)
def test_enough_is_seen_without_a_search(owed: int, hand: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.duizenden.ending._Reach.go", search)
    rules = evolve(PRESETS["volwassen"], opening_minimum=owed)
    cards = Cards(cards_of(hand))
    assert end_fault(Turn(rules, 0, 2, cards, (), 0, False), cards) is None


@pytest.mark.parametrize(
    ("hand", "turns"),
    [
        pytest.param("4c9h", 2, id="two cards"),
        pytest.param("4c4c", 2, id="two equal cards"),
        pytest.param("4c9c", 2, id="two cards of a suit"),
        pytest.param("4c5c6c", 1, id="a meld before any may be laid"),
        pytest.param("2c9h", 1, id="a two and another card before any meld may be laid"),
    ],
)
def test_two_cards_that_fit_nowhere_are_seen_without_a_search(
    hand: str, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardrules.duizenden.emptying._exchanges", search)
    rules = evolve(PRESETS["volwassen"], melds_from_circuit=2, out_in_opening_turn=True, out_unopened=True)
    table = (lay(cards_of("KcKdKh"), 1, rules),)
    cards = Cards(cards_of(hand))
    assert not can_empty(Turn(rules, 0, turns, cards, table, 0, False), cards)
