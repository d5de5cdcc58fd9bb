"""What takes bounded time and what is refused, though a stranger chose it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from cardrules import Card, Cards, MalformedInput, Record, duizenden, wire
from cardrules.cards import parse_sequence
from cardrules.duizenden.actions import End
from cardrules.duizenden.emptying import can_empty
from cardrules.duizenden.hands import Holding, additions_to
from cardrules.duizenden.melds import Laid, lay
from cardrules.duizenden.state import Match, Melding, Place
from cardrules.duizenden.turns import Turn
from cardrules.records import validate

# many cards of the hand can be exchanged for wild cards, and two fit nowhere
DEAL: Final = (
    "deal p1:5c6c7c5d6d7dKd5h6h7h5s6s7s p2:2c2c5c6cJc2d2d5d6d2h5h6h2s p3:7c7d2h2sTsJsJsQsQsKsKsAsAs open:"
    "9s stock:8s8sAh3c3c4c4c8c8c9c9cTcTcJcQcQcKcKcAcAc3d3d4d4d8d8d9d9dTdTdJdJdQdQdKdAdAd3h3h4h4h7h8h8h9h9"
    "hThThJhJhQhQhKhKhAh3s3s4s4s5s6s7s9sTs"
)
TURNS: Final = (
    "p2 draw",
    "p2 meld 5c5d5h2c2d2h",
    "p2 meld 6c6d6h2c2d2s",
    "p2 discard Jc",
    "p3 draw",
    "p3 meld 7c7d2h2s",
    "p3 discard 8s",
    "p1 draw",
    "p1 exchange 1 5s",
)


# most of a hand goes with the melds, in many ways
TABLE: Final = "3c3c3d3h3h 9sTsJs 2sJsQsKs2d 9cTcJc 7s8s9s 4d5d2d7d 6d2c8d2hTdJd AcAdAh QcQhQs"


def test_who_cannot_empty_the_hand_has_no_lay_off_to_look_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a player who has not opened that is asked once, not of each lay-off."""
    rules = duizenden.Rules(wild="twos", ratio="half", out_in_opening_turn=True, out_unopened=True, swap_phase=False)
    table = tuple([lay(parse_sequence(text), 1, rules) for text in TABLE.split()])
    hand = Cards.parse("6c7c9cQc6d9dTdKd6hJhAh3s8sAs")
    rest = list(duizenden.deck(rules) - hand - sum([Cards(meld.cards) for meld in table], Cards()))
    hands = (hand, *[Cards(rest[at : at + 4]) for at in (0, 4, 8)])
    places = (Place(2), Place(1, opened=True), Place(1), Place(1))
    match = Match(rules, 3, 0, (0, 0, 0, 0))
    state = Melding(match, hands, tuple(rest[12:-1]), (rest[-1],), table, places, 0, True, 0, bound=False)
    asked = list[Turn]()

    def empties(turn: Turn, whole: Cards) -> bool:
        asked.append(turn)
        return can_empty(turn, whole)

    for module in ("ending", "laying"):
        monkeypatch.setattr(f"cardrules.duizenden.{module}.can_empty", empties)
    assert {type(action) for action in duizenden.legal_actions(state)} == {duizenden.Discard}
    assert asked
    assert all([turn.melds[: len(table)] == table for turn in asked])


def test_a_look_for_an_empty_hand_through_many_exchanges_comes_to_an_end() -> None:
    rules = duizenden.Rules(
        players=3,
        wild="twos",
        swap_phase=False,
        ratio="half",
        low_ace=False,
        out_in_opening_turn=True,
        out_unopened=True,
    )
    actions = tuple([duizenden.parse_action(text) for text in (DEAL, *TURNS)])
    report = validate(Record("duizenden", rules, ("Anna", "Ben", "Carla"), 0, actions))
    assert (report.verdict, report.at) == ("illegal", len(TURNS))
    assert [broken.rule for broken in report.violations] == ["duizenden.end-turn"]


def test_where_cards_can_go_is_looked_for_once_a_meld(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again for each way into the melds before it."""
    rules = duizenden.Rules(wild="twos", ratio="half", out_in_opening_turn=True, out_unopened=True)
    table = tuple([lay(parse_sequence(text), 1, rules) for text in TABLE.split()])
    hand = Cards.parse("6c7c9cQc6d9dTdKd6hJhAh3s8sAs")
    asked = 0

    def additions(meld: Laid, held: Holding, rules: duizenden.Rules) -> Iterator[tuple[End | None, tuple[Card, ...]]]:
        nonlocal asked
        asked += 1
        return additions_to(meld, held, rules)

    monkeypatch.setattr("cardrules.duizenden.emptying.additions_to", additions)
    assert not can_empty(Turn(rules, 0, 2, hand, table, 0, True), hand)
    assert 0 < asked < 1000


def queens_only(text: str, *, fresh: bool) -> Melding:
    """The first turn of a player who holds queens and no other card."""
    rules = duizenden.Rules(players=2, swap_phase=False, out_in_first_circuit=False)
    queens = Cards.parse(text)
    cards = list(duizenden.deck(rules) - queens)
    hands, places = (queens, Cards(cards[:13])), (Place(1), Place(0))
    match = Match(rules, 1, 0, (0, 0))
    return Melding(match, hands, tuple(cards[13:-1]), (cards[-1],), (), places, 0, fresh, 0, bound=False)


def test_who_has_drawn_holds_two_cards() -> None:
    with pytest.raises(MalformedInput, match="two cards or more"):
        wire.load(wire.dump(queens_only("Qs", fresh=True)), duizenden.State)


def test_a_turn_in_which_nothing_was_done_is_fresh() -> None:
    for fresh in (True, False):
        state = queens_only("QsQs", fresh=fresh)
        if fresh:
            loaded = wire.load(wire.dump(state), duizenden.State)
            assert loaded == state
            assert [str(action) for action in duizenden.legal_actions(state)] == ["p1 end"]
        else:
            with pytest.raises(MalformedInput, match="nothing was done"):
                wire.load(wire.dump(state), duizenden.State)
