"""What the small cases of Tausend leave open: what players are told, and answers that no case asks for."""

from __future__ import annotations

import pytest

from cardrules import Card, Suit, tausend
from cardrules.tausend.tricks import announced_points, winner_of_three, winning_play
from says import line, told
from test_tausend_cases import TABLE, Case, play, rules_of

TOLD = told("tausend")
BROKEN = [pytest.param(case, id=case.name) for case in TABLE.cases if case.breaks]


@pytest.mark.parametrize("case", BROKEN)
def test_what_players_are_told(case: Case) -> None:
    outcome = play(case, rules_of(case.rules))
    assert outcome.at is not None
    action = tausend.parse_action(TABLE.texts(case)[outcome.at])
    said = [broken.explain() for broken in tausend.violations(outcome.state, action)]
    assert said == TOLD.get(case.name), line(case.name, said)


def test_nothing_is_told_without_a_case() -> None:
    assert TOLD.keys() == {case.name for case in TABLE.cases if case.breaks}


def plays(cards: str) -> tuple[tausend.Play, ...]:
    return tuple([tausend.Play(seat, card) for seat, card in enumerate(map(Card.parse, cards.split(" ")))])


@pytest.mark.parametrize(
    ("cards", "trump", "winner"),
    [
        ("9c", None, 0),
        ("9c Ac", None, 1),
        ("Tc Kc Ac", None, 2),
        ("Tc Kc Qc", None, 0),
        ("9c As Jc", None, 2),
        ("9c As Td", None, 0),
        ("9c As Td", Suit.CLUBS, 0),
        ("9c As Td", Suit.DIAMONDS, 2),
        ("9c 9d Jd", Suit.DIAMONDS, 2),
        ("Ac 9d Kc", Suit.DIAMONDS, 1),
        ("9c Ad 9s", Suit.SPADES, 2),
    ],
)
def test_the_play_that_wins_so_far(cards: str, trump: Suit | None, winner: int) -> None:
    trick = plays(cards)
    assert winning_play(trick, trump) is trick[winner]
    if len(trick) == 3:
        assert winner_of_three(trick, trump) == winner


def test_a_card_that_is_played_without_a_word_brings_no_announced_points() -> None:
    assert announced_points(Card.parse("Kc"), None) == 0
