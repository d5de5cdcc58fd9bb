"""What Duizenden lists against what it judges, on tables with a few melds and hands of up to ten cards."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import evolve

from cardrules import duizenden
from cardrules.cards import Cards
from cardrules.duizenden.actions import (
    Challenge,
    Discard,
    Draw,
    EndTurn,
    Exchange,
    Last,
    LayOff,
    Meld,
    PlayerAction,
    Pot,
    written,
)
from cardrules.duizenden.hands import additions_to, holding, melds_of
from cardrules.duizenden.melds import lay, replaced
from cardrules.duizenden.rules import PRESETS, Draws, Points, Rules
from cardrules.duizenden.state import Call, Drawing, Match, Melding, Place
from test_duizenden_cases import Case, beginning, cards_of, plain
from test_duizenden_cases import rules_of as house_rules

# cards that often go together
POOLS = (
    cards_of("QsJsTsKsAsQs9s" + "QcQd"),
    cards_of("KcKdKhKsKc" + "JcJdJhTd" + "Qs"),
    cards_of("As3s4s5s" + "AcAdAh" + "3c3d"),
    cards_of("5h6h7h8h9h" + "7c7d7s" + "QsQs"),
    cards_of("3c4c5c6c" + "3d4d5d6d" + "3h4h"),
    cards_of("3c4c5c3c4c5c" + "7c7d7d"),
    cards_of("QsQs"),
    cards_of("2c"),
)
ON_TABLE = ("TsJsQs", "9cTcJc", "QcQdW", "5hW7h", "QcQdQh", "WKsAs", "3c4c5c", "3d3hW", "TsJsWKs", "7s7hW7c")


def rules_of(chance: random.Random) -> Rules:
    """House rules that the listing depends on."""
    unopened = chance.choice([True, False, False])
    return evolve(
        PRESETS[chance.choice(sorted(PRESETS))],
        players=2,
        opening_minimum=chance.choice([0, 20, 30, 30, 45, 60]),
        ratio=chance.choice(["minority", "half"]),
        low_ace=chance.choice([True, False]),
        low_ace_points=chance.choice([1, 20]),
        last_card=chance.choice(["free", "discard"]),
        layoff=chance.choice(["any", "own"]),
        exchange=chance.choice(["any", "own", "none"]),
        queen_exchange=chance.choice([True, False]),
        queen_discard=chance.choice(["never", "last_card", "only_card"]),
        wild_in_first_turn=chance.choice([True, True, False]),
        melds_from_circuit=chance.choice([1, 1, 1, 2]),
        pot_needs_opened=unopened or chance.choice([True, False]),
        pot_hand_minimum=chance.choice([0, 3]),
        out_in_first_circuit=chance.choice([True, True, False]),
        out_in_opening_turn=unopened or chance.choice([True, False]),
        out_unopened=unopened,
        last_card_call=chance.choice([None, None, Points(points=50), Draws(cards=1)]),
    )


def tables(number: int) -> Iterator[Drawing | Melding]:
    """So many tables, the same each time: a turn of seat 0 that begins, or has begun."""
    chance = random.Random(number)
    for _ in range(number):
        rules = rules_of(chance)
        wild = "Jk" if rules.wild == "jokers" else chance.choice(["2c", "2d", "2h", "2s"])
        pool = chance.choice(POOLS)
        naturals = chance.sample(pool, min(chance.choice([*range(1, 10), 9]), len(pool)))
        hand = Cards([*naturals, *cards_of(wild * chance.choice([0, 0, 0, 1, 2]))])
        melds = tuple(
            [
                lay(written(cards_of(text.replace("W", wild))), chance.choice([0, 0, 1]), rules)
                for text in chance.sample(ON_TABLE, chance.choice([0, 1, 1, 2]))
            ]
        )
        turns = chance.choice([0, 1, 1])
        opened = any([meld.owner == 0 for meld in melds]) or chance.choice([True, False])
        match = Match(rules, 1, 0, (0, 0))
        hands, stock = (hand, Cards(cards_of("8c8d"))), cards_of(chance.choice(["4h", "4h", ""]))
        calls: tuple[Call | None, ...] = (None, None, "due", "called", "missed", "kept", "settled")
        call = chance.choice(calls if rules.last_card_call else calls[:1])
        mine = chance.choice(calls[:3] if rules.last_card_call else calls[:1])
        places = (Place(turns, opened, mine), Place(turns, True, call))
        pot = cards_of(chance.choice(["", "", "4d", "9h9d9c"])) + (chance.choice([*pool, *cards_of(wild)]),)
        if chance.choice([True, False]):
            yield Drawing(match, hands, stock, pot if chance.randrange(9) else (), melds, places, 0)
        else:
            places = (Place(turns + 1, opened, mine), places[1])
            laid = None if opened else chance.choice([0, 0, 15, 30])
            yield Melding(match, hands, stock, pot, melds, places, 0, len(hand) > 1 and not laid, laid, False)


def universe(state: Drawing | Melding) -> Iterator[PlayerAction]:
    """What the player on turn could do, did no rule forbid it: of the actions that differ only in which
    wild card stands where, one."""
    rules, hand = state.match.rules, state.hands[0]
    yield from (Last(0), Last(1), Challenge(0, 1), Challenge(1, 0))
    if isinstance(state, Drawing):
        yield Draw(0)
        if state.pot:
            top = state.pot[-1]
            for cards in melds_of(holding(hand + Cards([top]), rules), rules):
                wild = [card for card in cards if card.bit & rules.wild_bits]
                if top.bit & rules.wild_bits and wild:
                    yield Pot(0, replaced(cards, cards.index(wild[0]), top))
                elif top in cards:
                    yield Pot(0, cards)
        return
    held = holding(hand, rules)
    for cards in melds_of(held, rules):
        yield Meld(0, cards)
    for place, meld in enumerate(state.melds):
        for end, cards in additions_to(meld, held, rules):
            yield LayOff(0, place, cards, end)
        for card in hand.kinds():
            yield Exchange(0, place, card)
    for card in hand.kinds():
        yield Discard(0, card)
    yield EndTurn(0)


def test_all_that_is_legal_is_listed_once() -> None:
    chance = random.Random(1)
    kinds = set()
    for table in tables(3000):
        state: duizenden.State = table
        while isinstance(state, Drawing | Melding) and state.turn == 0:
            wilds = state.match.rules.wild_bits
            listing = duizenden.legal_actions(state)
            listed = list(listing)
            legal = [action for action in universe(state) if duizenden.is_legal(state, action)]
            assert sorted([plain(action, wilds) for action in listed]) == sorted(
                [plain(action, wilds) for action in legal]
            ), state
            assert [listing[place] for place in range(len(listing))] == listed
            assert bool(listing) == bool(listed)
            for action in listed:
                assert duizenden.is_legal(state, action), (state, action)
            for seat in (0, 1):
                own = duizenden.legal_actions(state, seat)
                assert list(own) == [action for action in listed if action.seat == seat]
                assert [action for action in listed if action in own] == list(own)
            kinds |= {type(action) for action in listed}
            if not listed:
                break
            state = duizenden.apply(state, chance.choice(listed))
    assert kinds == {Draw, Pot, Meld, LayOff, Exchange, Discard, EndTurn, Last, Challenge}


def test_what_is_held_twice_can_be_laid_twice_to_open() -> None:
    # 15 + 15 + 15 points
    table = Case(name="", rule="", hands={"p1": "3c4c5c3c4c5c7c7c7d9hKd"})
    state = beginning(table, house_rules("volwassen", {"opening_minimum": 40}))
    melds = [action for action in duizenden.legal_actions(state) if isinstance(action, Meld)]
    assert [str(meld) for meld in melds] == ["p1 meld 3c4c5c", "p1 meld 7c7c7d"]
    for meld in melds:
        assert duizenden.is_legal(state, meld)


# -- what is plain is listed without a search

PLAIN: list[tuple[str, str, Mapping[str, Any]]] = [
    # so many cards are left after any meld that the turn can end
    ("allows", "three cards and more are left", {"hands": {"p1": "3c3d3h7s9dKh"}, "melds": ["p1 JcJdJh"]}),
    ("allows", "two cards are left", {"hands": {"p1": "3c9dKh"}, "melds": ["p2 KcKdJk", "p1 3h4h5h"]}),
    # a wild card brings thirty-one
    ("allows", "any meld with a wild card opens", {"hands": {"p1": "3c4cJk9h7sKdJh"}}),
    ("fits", "thirty at once", {"hands": {"p1": "KcKdKh3c5d7h9sJd"}}),
    ("fits", "twice fifteen", {"hands": {"p1": "3c4c5c9c9d9hKdJs7h"}}),
    ("fits", "fifteen and a group with a wild card", {"hands": {"p1": "3c4c5c9c9dJkKdJs7h2h"}}),
]


@pytest.mark.parametrize(("asked", "table"), [pytest.param(asked, table, id=name) for asked, name, table in PLAIN])
def test_a_plain_turn_is_listed_without_a_search(
    asked: str, table: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = beginning(Case(name="", rule="", **table), house_rules("volwassen", {"layoff": "own"}))
    expected = list(duizenden.legal_actions(state))

    def search(*_: object) -> bool:
        raise AssertionError

    monkeypatch.setattr(f"cardrules.duizenden.laying._Doubts.{asked}", search)
    assert list(duizenden.legal_actions(state)) == expected


def test_the_pot_is_plainly_taken_where_two_cards_are_left_besides(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Case(name="", rule="", hands={"p1": "4c4d9h8sKd"}, melds=["p1 JcJdJh"], pot="4h", drawn=False)
    state = beginning(table, house_rules("volwassen", {}))
    expected = list(duizenden.legal_actions(state))
    assert duizenden.parse_action("p1 pot 4c4d4h") in expected

    def search(*_: object) -> bool:
        raise AssertionError

    monkeypatch.setattr("cardrules.duizenden.laying._can_follow_pot", search)
    assert list(duizenden.legal_actions(state)) == expected


def test_a_listing_is_made_and_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = beginning(Case(name="", rule="", hands={"p1": "3c3d3h7s9dKh"}), house_rules("volwassen", {}))
    listing = duizenden.legal_actions(state)
    size = len(listing)

    def again(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("cardrules.duizenden.laying.natural_melds", again)
    monkeypatch.setattr("cardrules.duizenden.legal.LongListing._counted", again)
    assert (len(listing), len(list(listing))) == (size, size)
