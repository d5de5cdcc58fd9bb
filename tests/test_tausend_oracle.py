"""The library against the oracle: what is legal, which rules are named, what the table and the score pad show."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules import tausend
from cardrules.cards import Card
from cardrules.tausend.actions import Action, PlayerAction
from cardrules.tausend.rules import Barrel, Rules
from cardrules.tausend.state import BeforeLead, Bidding, Dealing, Giving, Over, Playing, Standing, State
from cardrules.testing.tausend.candidates import deals, player_actions
from cardrules.testing.tausend.configs import EACH_FLAG, configs
from cardrules.testing.tausend.playing import table
from oracle_tausend import House, Oracle, Player
from playouts import TausendPlayout, tausend_from, tausend_match, tausend_matches

PHASES = {Dealing: "deal", Bidding: "bid", Giving: "give", BeforeLead: "lead", Playing: "play", Over: "over"}


def oracle_for(playout: TausendPlayout) -> Oracle:
    """The oracle at the same table."""
    rules, match = playout.rules, playout.states[0].match
    house = House(
        players=rules.players,
        sits_out=rules.sits_out,
        four_aces=rules.four_aces,
        surrender_points=rules.surrender_points,
        surrender_cost=rules.surrender_cost,
        null_penalty=rules.null_penalty,
        barrel_at=rules.barrel.at,
        barrel_deals=rules.barrel.deals,
        barrel_falls_to=rules.barrel.falls_to,
        reset_at_555=rules.reset_at_555,
        poor_widow_redeal=rules.poor_widow_redeal,
    )
    pad = {
        text(number): Player(seat.total, seat.barrel is not None, seat.barrel or 0, seat.strokes, seat.surrenders)
        for number, seat in enumerate(match.standings)
    }
    return Oracle(house, text(match.dealer), pad)


def text(seat: int) -> str:
    return f"p{seat + 1}"


@cache
def universe() -> tuple[tuple[Action, str], ...]:
    return tuple([(action, str(action)) for action in (*player_actions(), *deals())])


def named(state: State, action: Action) -> list[str]:
    return sorted([violation.rule for violation in tausend.violations(state, action)])


def assert_same_verdicts(state: State, oracle: Oracle) -> None:
    """Over the whole universe: the rules named, and the listing."""
    legal: set[Action] = set()
    for action, words in universe():
        expected = sorted(oracle.broken(words))
        assert named(state, action) == expected, f"{words} as the oracle sees it breaks {expected}"
        if not expected:
            legal.add(action)
    listed: set[PlayerAction] = set(tausend.legal_actions(state))
    assert listed == (set() if isinstance(state, Dealing | Over) else legal)


def assert_same_table(state: State, oracle: Oracle) -> None:
    """What lies on the table, whose turn it is, and the score pad."""
    assert PHASES[type(state)] == oracle.phase
    assert [text(seat) for seat in sorted(tausend.actors(state))] == oracle.waiting_for()
    if not isinstance(state, Dealing | Over):
        hands = {text(seat): texts(hand) for seat, hand in enumerate(state.hands) if text(seat) in oracle.active}
        assert hands == {seat: sorted(cards) for seat, cards in oracle.hands.items()}
        assert not any(hand for seat, hand in enumerate(state.hands) if text(seat) not in oracle.active)
    if isinstance(state, Bidding):
        assert (state.bid or 0) == oracle.bid
    if isinstance(state, Giving | BeforeLead | Playing):
        assert (text(state.contract.declarer), state.contract.bid) == (oracle.declarer, oracle.bid)
    if isinstance(state, Playing):
        assert (state.trump.value if state.trump else "") == oracle.trump
        assert [(text(play.seat), play.card.text) for play in state.trick] == oracle.table
        assert len(state.tricks) == oracle.tricks
    score = tausend.score(state)
    assert {text(seat): total for seat, total in enumerate(score.totals)} == {
        seat: player.total for seat, player in oracle.pad.items()
    }
    assert [text(seat) for seat in score.winners] == ([oracle.winner] if oracle.winner else [])
    assert_same_standings(state.match.rules, state.match.standings, oracle)
    if not isinstance(state, Over):
        assert text(state.match.dealer) == oracle.dealer


def assert_same_standings(rules: Rules, standings: tuple[Standing, ...], oracle: Oracle) -> None:
    for seat, standing in enumerate(standings):
        player = oracle.pad[text(seat)]
        if player.total < 1000:
            assert standing.barrel == (player.barrel_deals if player.on_barrel else None)
        assert standing.strokes == player.strokes
        counts = 3 if rules.surrender_cost == "every_third" else 10**9
        assert standing.surrenders % counts == player.surrenders % counts


def assert_same_lines(state: State, oracle: Oracle) -> None:
    """The lines of the last scored deal that change points."""
    sheet = tausend.score(state).sheet
    last = [line for line in sheet if line.deal == sheet[-1].deal]
    lines = [(text(line.seat), line.points, line.rule) for line in last if line.points]
    assert sorted(lines) == sorted(oracle.scored)


def texts(cards: object) -> list[str]:
    assert hasattr(cards, "__iter__")
    return sorted([card.text for card in cards if isinstance(card, Card)])


def follow(playout: TausendPlayout, judged: int) -> None:
    """Plays the match at both tables; `judged` states of it are judged over the universe."""
    oracle = oracle_for(playout)
    steps = playout.steps
    chosen = set(playout.rng().sample(range(len(steps) + 1), min(judged, len(steps) + 1)))
    state = playout.states[0]
    for number, (before, action, _) in enumerate(steps):
        assert before == state
        assert_same_table(state, oracle)
        assert oracle.broken(str(action)) == []
        if number in chosen:
            assert_same_verdicts(state, oracle)
        scored = oracle.scored_deals
        oracle.do(str(action))
        state = tausend.apply(state, action)
        if oracle.scored_deals > scored:
            assert_same_lines(state, oracle)
    assert_same_table(state, oracle)
    if len(steps) in chosen or isinstance(state, Over):
        assert_same_verdicts(state, oracle)


@given(tausend_matches())
def test_verdicts_agree_with_the_oracle(playout: TausendPlayout) -> None:
    follow(playout, judged=5)


@given(tausend_matches(400))
def test_scores_agree_with_the_oracle(playout: TausendPlayout) -> None:
    follow(playout, judged=0)


@given(configs(), st.integers(0, 2**32))
def test_matches_agree_with_the_oracle_to_the_end(rules: Rules, seed: int) -> None:
    follow(tausend_match(rules, seed, 2000), judged=0)


@pytest.mark.parametrize("flag", EACH_FLAG)
@pytest.mark.parametrize("seed", range(3))
def test_each_flag_alone_agrees_with_the_oracle(flag: str, seed: int) -> None:
    rules = EACH_FLAG[flag]
    at = rules.barrel.at
    sitting = at != 555 or not rules.reset_at_555
    seats = [Standing(at, 0, 2, 2) if sitting else Standing(at - 5), Standing(at - 40, None, 2, 2), Standing(500)]
    seats += [Standing(at - 20)] * (rules.players - 3)
    follow(tausend_from(table(rules, seed, seats), seed, 800), judged=2)


@pytest.mark.parametrize("totals", [(940, 940, 940), (990, 940, 940), (940, 950, 990), (940, 990, 990)])
@pytest.mark.parametrize("seed", range(20))
def test_several_who_reach_the_target_at_once(totals: tuple[int, ...], seed: int) -> None:
    seats = tuple([Standing(total) for total in totals])
    follow(tausend_from(table(Rules(barrel=Barrel(at=995)), seed % 3, seats), seed, 100), judged=0)
