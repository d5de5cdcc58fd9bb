"""What the library promises of every state that a match of Tausend can reach."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules import tausend
from cardrules.cards import Cards
from cardrules.tausend.actions import Deal
from cardrules.tausend.state import BeforeLead, Bidding, Dealing, Giving, Over, Playing, State, Trick
from cardrules.testing.tausend.candidates import candidates, deals, player_actions
from cardrules.testing.tausend.configs import EACH_FLAG
from cardrules.verdict import IllegalAction
from playouts import TausendPlayout, tausend_match, tausend_matches

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
"""How many states of a playout meet the whole universe."""


def one_of_each_phase() -> dict[str, State]:
    """A state of every phase, always the same."""
    rules = EACH_FLAG["four aces"]
    found: dict[str, State] = {}
    for seed in range(50):
        for state in tausend_match(rules, seed, 2000).states:
            found.setdefault(type(state).__name__, state)
        if len(found) == 6:
            break
    return found


PHASES = one_of_each_phase()


def test_every_phase_is_met() -> None:
    assert set(PHASES) == {"Dealing", "Bidding", "Giving", "BeforeLead", "Playing", "Over"}


# -- the generator and the judge


@given(tausend_matches())
def test_who_may_act_in_each_phase(playout: TausendPlayout) -> None:
    for state in playout.states:
        assert_actors(state)


def assert_actors(state: State) -> None:
    match state:
        case Dealing() | Over():
            assert tausend.actors(state) == ()
            assert len(tausend.legal_actions(state)) == 0
        case BeforeLead():
            assert sorted(tausend.actors(state)) == sorted(state.contract.active)
            assert tausend.legal_actions(state, state.contract.declarer)
        case Bidding() | Giving() | Playing():
            (actor,) = tausend.actors(state)
            assert tausend.legal_actions(state, actor)


def refusal(state: State, action: Any) -> IllegalAction:
    """What `apply` raises; pytest.raises takes too long for thousands of them."""
    try:
        tausend.apply(state, action)
    except IllegalAction as error:
        return error
    pytest.fail("an illegal action was applied")


# -- what an error shows

CARD_WORD = re.compile(r"(?<![\w])(10|[2-9TJQKADBVH])([cdhs♣♦♥♠])(?![\w])")
TO_ENGLISH = {"10": "T"}
TO_LETTER = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def cards_in(text: str) -> set[str]:
    """The cards that a text names, in the spelling of actions."""
    return {
        TO_ENGLISH.get(rank, rank) + TO_LETTER.get(suit, suit) for rank, suit in CARD_WORD.findall(split_cards(text))
    }


def split_cards(text: str) -> str:
    """The text with a space between cards that stand side by side."""
    return re.sub(r"((?:10|[2-9TJQKA])[cdhs♣♦♥♠])(?=(?:10|[2-9TJQKA])[cdhs♣♦♥♠])", r"\1 ", text)


@given(tausend_matches(60), st.integers(0, 2**32))
def test_errors_show_no_card_but_the_action_s(playout: TausendPlayout, seed: int) -> None:
    rng = random.Random(seed)
    for state in playout.some(4):
        shown = {play.card.text for play in state.trick} if isinstance(state, Playing) else set[str]()
        for action in (*rng.sample(player_actions(), 60), *rng.sample(deals(), 10)):
            broken = tausend.violations(state, action)
            if not broken:
                continue
            error = refusal(state, action)
            for text in (str(error), repr(error)):
                own = cards_in(str(action)) if not isinstance(action, Deal) else set()
                secret = set(hidden_cards(state)) - own - shown
                assert not cards_in(text) & secret
                assert "Playing(" not in text
                assert "Match(" not in text


def hidden_cards(state: State) -> list[str]:
    if isinstance(state, Dealing | Over):
        return []
    cards = [card.text for hand in state.hands for card in hand]
    return cards + ([card.text for card in state.widow] if isinstance(state, Bidding) else [])


# -- conservation


@given(tausend_matches(200))
def test_what_a_deal_left_adds_up(playout: TausendPlayout) -> None:
    for state in playout.states:
        left = state.match.previous
        if left is None:
            continue
        tricks = sum([trick.cards for trick in left.tricks], Cards())
        widow = left.contract.widow if left.ending == "poor_widow" else Cards()
        assert sum(left.hands, tricks + widow) == tausend.deck(playout.rules)
        assert sum(left.contract.dealt, left.contract.widow) == tausend.deck(playout.rules)
        if left.ending == "played":
            assert len(left.tricks) == 8
            assert sum(card_points(trick) for trick in left.tricks) == 120
        assert bool(left.lines) == (left.ending in ("played", "surrendered"))


def card_points(trick: Trick) -> int:
    return sum(POINTS[play.card.text[0]] for play in trick.plays)


# -- scores


@given(tausend_matches(400))
def test_the_barrel_and_the_standings(playout: TausendPlayout) -> None:
    rules = playout.rules
    before: State | None = None
    for state in playout.states:
        score = tausend.score(state)
        if isinstance(state, Over):
            assert any(score.totals[seat] >= 1000 for seat in state.winners)
        else:
            assert score.winners == ()
            assert all(total < 1000 for total in score.totals)
        for total, standing in zip(score.totals, state.match.standings, strict=True):
            assert total == standing.total
            assert total % 5 == 0
            assert not rules.barrel.at < total < 1000
            assert (standing.barrel is not None) == (total == rules.barrel.at)
            assert standing.barrel is None or 0 <= standing.barrel < rules.barrel.deals
            assert 0 <= standing.strokes < 3
            assert rules.surrender_cost == "from_third" or standing.surrenders < 3
            assert not (rules.reset_at_555 and total == 555)
        if before is not None and state.match.deals == before.match.deals:
            assert state.match.standings == before.match.standings
            assert state.match.sheet == before.match.sheet
        before = state


@given(tausend_matches(200))
def test_only_scored_deals_pass_the_deal_on_and_write_lines(playout: TausendPlayout) -> None:
    match = playout.states[0].match
    scored, dealer = match.deals, match.dealer
    for state in playout.states[1:]:
        left = state.match.previous
        if isinstance(state, Dealing) and left is not None:
            if left.ending in ("played", "surrendered"):
                scored += 1
                dealer = (dealer + 1) % playout.rules.players
                assert {line.deal for line in left.lines} == {scored - 1}
                assert state.match.sheet[-len(left.lines) :] == left.lines
                assert {line.seat for line in left.lines} <= set(left.contract.active)
            assert (state.match.deals, state.match.dealer) == (scored, dealer)


# from a low barrel only a bid that a careless player never makes leads to 1000
WINNABLE = [flag for flag, rules in EACH_FLAG.items() if rules.barrel.at >= 800]


@pytest.mark.parametrize("flag", WINNABLE)
def test_random_matches_come_to_an_end(flag: str) -> None:
    matches = [tausend_match(EACH_FLAG[flag], seed, 5000) for seed in range(8)]
    assert any(isinstance(match.states[-1], Over) for match in matches)


# -- what a seat may not know


@given(tausend_matches())
def test_a_seat_sees_what_it_may_know(playout: TausendPlayout) -> None:
    for state in playout.states:
        for seat in range(playout.rules.players):
            seen = tausend.view(state, seat)
            assert seen.actors == tausend.actors(state)
            if isinstance(state, Dealing | Over):
                continue
            assert seen.hand == state.hands[seat]
            assert seen.counts == tuple([len(hand) for hand in state.hands])
            if not isinstance(state, Bidding):
                assert seen.widow == state.contract.widow
                gifts = [
                    (gift.to, gift.card if seat in (gift.seat, gift.to) else None) for gift in state.contract.gifts
                ]
                assert [(gift.to, gift.card) for gift in seen.gifts] == gifts


# -- round trips


def test_every_well_formed_action_round_trips_as_text() -> None:
    for action in (*player_actions(), *deals()):
        twin = tausend.parse_action(str(action))
        assert twin == action
        assert hash(twin) == hash(action)
        assert str(twin) == str(action)
        assert type(twin) is type(action)


# -- values


def test_the_universe_is_as_wide_as_it_says() -> None:
    everything = list(candidates(PHASES["Bidding"], random.Random(1)))
    assert len(everything) > 2500
    assert sum(type(value) is Deal for value in everything) > 200
