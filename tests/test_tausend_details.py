"""What the small cases of Tausend leave open: what players are told, what a deal leaves behind, and what
no game shows: calls that are refused, cards that no deal has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import evolve

from cardrules import IllegalAction, tausend, wire
from cardrules.cards import Card, Cards, Suit
from cardrules.tausend.actions import Action, Deal, Nines, Pass, Play, Surrender
from cardrules.tausend.deck import DECK
from cardrules.tausend.referee import _is_right_deal
from cardrules.tausend.scoring import LINES
from cardrules.tausend.state import BeforeLead, Bidding, Dealing, Giving, Match, Over, Playing, State, dealt_seats
from cardrules.tausend.transition import finish
from cardrules.tausend.tricks import announced_points, winning_play
from cardrules.testing.hostile import forged
from cardrules.testing.tausend.candidates import malformed
from rulebooks import assert_tells_all
from says import line, told
from test_tausend_cases import TABLE, Case, beginning, play, rules_of

TOLD = told("tausend")
BROKEN = [pytest.param(case, id=case.name) for case in TABLE.cases if case.breaks]
CASES = [pytest.param(case, id=case.name) for case in TABLE.cases]


def steps(case: Case) -> Iterator[tuple[State, Action, State]]:
    """The legal actions of a case, each with the states before and after it."""
    state: State = beginning(case, rules_of(case.rules))
    texts = TABLE.texts(case)
    for text in texts[:-1] if case.breaks else texts:
        action = tausend.parse_action(text)
        after = tausend.apply(state, action)
        yield state, action, after
        state = after


@cache
def phases() -> dict[type, State]:
    """For each phase a state that a case has shown."""
    found: dict[type, State] = {}
    for case in TABLE.cases:
        for before, _, after in steps(case):
            found.setdefault(type(before), before)
            found.setdefault(type(after), after)
    return found


# -- what is refused


@pytest.mark.parametrize("case", BROKEN)
def test_what_players_are_told(case: Case) -> None:
    outcome = play(case, rules_of(case.rules))
    assert outcome.at is not None
    action = tausend.parse_action(TABLE.texts(case)[outcome.at])
    broken = tausend.violations(outcome.state, action)
    said = [violation.explain() for violation in broken]
    assert said == TOLD.get(case.name), line(case.name, said)
    for violation in broken:
        if violation.rule in ("tausend.bid.turn", "tausend.bid.passed", "tausend.play.turn", "tausend.nines"):
            assert not isinstance(action, Deal)
            assert dict(violation.params)["seat"] == action.seat
    for violation in broken:
        assert_tells_all(violation)
    with pytest.raises(IllegalAction) as refused:
        tausend.apply(outcome.state, action)
    assert (refused.value.action, refused.value.state) == (action, outcome.state)
    assert refused.value.violations == broken


def test_nothing_is_told_without_a_case() -> None:
    assert TOLD.keys() == {case.name for case in TABLE.cases if case.breaks}


def test_what_is_no_action_is_refused_in_every_phase() -> None:
    for state in phases().values():
        value: Any
        for value in (*malformed(), phases()[Bidding]):
            assert [broken.rule for broken in tausend.violations(state, value)] == ["cardrules.action"]


def test_the_declarer_is_named_to_who_is_not() -> None:
    state = phases()[Giving]
    assert isinstance(state, Giving)
    declarer = state.contract.declarer
    seat = state.contract.active[state.contract.active.index(declarer) - 1]
    [broken] = tausend.violations(state, tausend.Give(seat, Card.parse("Js"), declarer))
    assert dict(broken.params) == {"seat": seat, "declarer": declarer}


# -- deals that cannot be written


def told_of(deal: Deal) -> list[str]:
    return [broken.explain() for broken in tausend.violations(tausend.start(dealer=2), deal)]


HANDS = ((0, Cards.parse("AsKdQdTdAdJcTs")), (1, Cards.parse("9cTcAhAcJh9hKc")), (2, Cards.parse("KsQs9s9dJdQcTh")))
WIDOW = Cards.parse("QhJsKh")


def test_a_deal_with_too_few_or_too_many_cards() -> None:
    assert told_of(Deal(HANDS, WIDOW)) == []
    assert told_of(Deal(HANDS, Cards.parse("QhJs"))) == ["the widow must get 3 cards, not 2"]
    assert told_of(Deal((*HANDS, (3, Cards())), WIDOW)) == ["p4 takes no part in this deal but gets cards"]
    assert told_of(Deal((*HANDS, (3, Cards.parse("9c"))), WIDOW)) == [
        "each of the 24 cards must be dealt exactly once; dealt twice: 9♣"
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_a_right_deal_is_recognised_at_once(players: int) -> None:
    """It takes no search for what may be wrong."""
    for dealer in range(players):
        state = tausend.start(tausend.Rules(players=players), dealer)
        deal = tausend.shuffle(state, random.Random(dealer))
        assert _is_right_deal(deal, dealt_seats(state.match.rules, dealer))
        assert not _is_right_deal(evolve(deal, widow=Cards()), dealt_seats(state.match.rules, dealer))


def test_a_card_too_many_is_found_wherever_it_is() -> None:
    for number in range(1, 16):
        # each has a card of its neighbour besides
        more = [hand + Cards([next(iter(HANDS[seat - 1][1]))]) if number >> seat & 1 else hand for seat, hand in HANDS]
        widow = WIDOW + Cards.parse("9c") if number >> 3 & 1 else WIDOW
        deal = Deal(((0, more[0]), (1, more[1]), (2, more[2])), widow)
        [broken] = tausend.violations(tausend.start(dealer=2), deal)
        assert broken.rule == "tausend.deal"


def deals_of_wrong_parts() -> Iterator[Any]:
    good = dict(HANDS)
    for hands in (
        list(HANDS),
        HANDS[:2],
        (*HANDS, HANDS[2]),
        *[tuple([list(pair) if pair[0] == seat else pair for pair in HANDS]) for seat in range(3)],
        *[tuple([(float(pair[0]), pair[1]) if pair[0] == seat else pair for pair in HANDS]) for seat in range(3)],
        *[tuple([(pair[0], set(pair[1])) if pair[0] == seat else pair for pair in HANDS]) for seat in range(3)],
        *[tuple([(*pair, 0) if pair[0] == seat else pair for pair in HANDS]) for seat in range(3)],
        *[
            tuple(
                [(pair[0], forged(Cards, bits=float(good[seat].bits))) if pair[0] == seat else pair for pair in HANDS]
            )
            for seat in range(3)
        ],
    ):
        yield forged(Deal, hands=hands, widow=WIDOW)
    for widow in (set(WIDOW), forged(Cards, bits=float(WIDOW.bits)), forged(Cards)):
        yield forged(Deal, hands=HANDS, widow=widow)
    yield forged(Deal, hands=HANDS)
    yield forged(Deal, widow=WIDOW)


def test_a_deal_of_wrong_parts_is_no_action() -> None:
    state = tausend.start(dealer=2)
    for deal in deals_of_wrong_parts():
        broken = {violation.rule for violation in tausend.violations(state, deal)}
        assert broken in ({"cardrules.action"}, {"tausend.deal"})
        with pytest.raises(IllegalAction):
            tausend.apply(state, deal)


# -- the score sheet


def test_the_lines_of_the_sheet_are_those_that_cases_show() -> None:
    assert {entry.split(" ")[-1] for case in TABLE.cases for entry in case.lines} == LINES


# -- the start, and the shuffling


def test_a_match_starts_with_nothing() -> None:
    state = tausend.start()
    assert (state.match.dealer, state.match.deals, state.match.sheet) == (0, 0, ())
    for dealer in (-1, 3, True):
        with pytest.raises(ValueError, match="no seat"):
            tausend.start(dealer=dealer)


@pytest.mark.parametrize("players", [3, 4])
def test_a_shuffled_deal_is_legal(players: int) -> None:
    state = tausend.start(tausend.Rules(players=players), dealer=1)
    deals = [tausend.shuffle(state, random.Random(seed)) for seed in range(20)]
    assert all([tausend.is_legal(state, deal) for deal in deals])
    assert len(set(deals)) == 20
    assert deals == [tausend.shuffle(state, random.Random(seed)) for seed in range(20)]
    # every card comes to more than one place
    for card in DECK:
        assert len({seat for deal in deals for seat, hand in (*deal.hands, (None, deal.widow)) if card in hand}) > 1


def test_only_a_deal_is_shuffled() -> None:
    for state in phases().values():
        if not isinstance(state, Dealing):
            with pytest.raises(ValueError, match=r"^no deal is awaited: shuffle is for a state whose deal comes next$"):
                tausend.shuffle(state, random.Random(1))


# -- what a deal leaves behind


@pytest.mark.parametrize("case", CASES)
def test_what_each_step_leaves(case: Case) -> None:
    last: State = beginning(case, rules_of(case.rules))
    for before, action, after in steps(case):
        last = after
        scored = after.match.sheet[len(before.match.sheet) :]
        assert after.match.deals == before.match.deals + bool(scored)
        assert {(entry.deal, type(entry.points)) for entry in scored} <= {(before.match.deals, int)}
        assert_adds_up(after.match)
        if isinstance(after, Dealing | Over):
            assert_left(before, action, after.match)
            for standing in after.match.standings:
                assert type(standing.barrel) in (int, type(None))
                assert {type(standing.strokes), type(standing.surrenders)} == {int}
    assert_listed_by_seat(last)
    if not case.before:
        # reading a state checks that a match can reach it
        assert wire.load(wire.dump(last), tausend.State) == last


def assert_adds_up(match: Match) -> None:
    """Whether the lines of each seat add up to its total."""
    for seat, standing in enumerate(match.standings):
        assert standing.total == sum([entry.points for entry in match.sheet if entry.seat == seat])


def assert_left(before: State, action: Action, match: Match) -> None:
    """Whether `previous` tells what the last action of a deal has ended."""
    left = match.previous
    assert left is not None
    assert left.lines == match.sheet[len(before.match.sheet) :]
    assert left.shown_by == (action.seat if isinstance(action, Nines) else None)
    if isinstance(before, Bidding):
        assert left.ending == "poor_widow"
        calls = (*before.calls, Pass(before.turn))
        contract = left.contract
        assert (contract.active, contract.dealt, contract.widow) == (before.active, before.hands, before.widow)
        assert (contract.calls, contract.declarer, contract.bid) == (calls, before.bidders[1], before.bid)
        assert (contract.hands, contract.gifts, contract.raises) == (before.hands, (), ())
        assert (left.hands, left.tricks) == (before.hands, ())
    elif isinstance(before, Playing):
        assert left.ending == "played"
        assert left.contract == before.contract
        assert left.tricks[:-1] == before.tricks
        assert left.tricks[-1].plays == (*before.trick, action)
        assert left.hands == (Cards(),) * match.rules.players
    else:
        assert isinstance(before, BeforeLead)
        assert left.ending == ("surrendered" if isinstance(action, Surrender) else "nines")
        assert (left.contract, left.hands, left.tricks) == (before.contract, before.hands, ())


def assert_listed_by_seat(state: State) -> None:
    """Whether each seat is listed what is its own."""
    everything = tausend.legal_actions(state)
    players = state.match.rules.players
    for seat in range(players):
        assert list(tausend.legal_actions(state, seat)) == [action for action in everything if action.seat == seat]
    with pytest.raises(ValueError, match="no seat"):
        tausend.legal_actions(state, players)


# -- tricks


def plays(cards: str) -> tuple[Play, ...]:
    return tuple([Play(seat, card) for seat, card in enumerate(map(Card.parse, cards.split(" ")))])


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
        assert finish(trick, trump).winner == trick[winner].seat


def test_a_card_that_is_played_without_a_word_brings_no_announced_points() -> None:
    assert announced_points(Card.parse("Kc"), None) == 0


def test_a_play_that_is_made_anew_leads_as_well() -> None:
    """Plays that the library made are known by their identity."""
    state = phases()[BeforeLead]
    for action in tausend.legal_actions(state):
        if isinstance(action, Play):
            assert tausend.apply(state, Play(action.seat, action.card)) == tausend.apply(state, action)
