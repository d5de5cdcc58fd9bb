"""What the library promises of every state that a match of Tausend can reach."""

# ruff: noqa: S301  # the pickles are its own
from __future__ import annotations

import copy
import os
import pickle
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from cardrules import tausend
from cardrules.cards import Card, Cards
from cardrules.scoresheet import Score
from cardrules.tausend.actions import Action, Bid, Deal, Give, Play, PlayerAction
from cardrules.tausend.rules import Rules
from cardrules.tausend.state import BeforeLead, Bidding, Dealing, Giving, Over, Playing, State, Trick
from cardrules.verdict import ACTION, IllegalAction, Violation
from strangers import described
from strategies import EACH_FLAG, Scenario, Step, configs, sample, scenarios
from universe import candidates, deals, non_actions, player_actions

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
JUDGED = 4
"""How many states of a playout meet the whole universe."""


def some_states(scenario: Scenario, most: int = JUDGED) -> list[State]:
    """States of a playout, of different phases."""
    return sample(scenario.states(), random.Random(scenario.seed), most)


def rules_named(violations: Sequence[Violation]) -> list[str]:
    return [violation.rule for violation in violations]


def one_of_each_phase() -> dict[str, State]:
    """A state of every phase, always the same."""
    rules = EACH_FLAG["four aces"]
    found: dict[str, State] = {}
    for seed in range(50):
        for state in Scenario(rules, 0, None, 60, seed).states():
            found.setdefault(type(state).__name__, state)
        if len(found) == 6:
            break
    return found


PHASES = one_of_each_phase()


def test_every_phase_is_met() -> None:
    assert set(PHASES) == {"Dealing", "Bidding", "Giving", "BeforeLead", "Playing", "Over"}


# -- the generator and the judge


@given(scenarios(deals=3))
def test_listed_is_what_breaks_no_rule(scenario: Scenario) -> None:
    for state in some_states(scenario):
        listing = tausend.legal_actions(state)
        listed = set(listing)
        chance = isinstance(state, Dealing | Over)
        for action in player_actions():
            broken = tausend.violations(state, action)
            assert (action in listing) == (not broken)
            assert (action in listed) == (not broken)
            assert tausend.is_legal(state, action) == (not broken)
        assert not chance or not listed
        deal: Any
        for deal in deals():
            assert deal not in listing
            if not isinstance(state, Dealing):
                assert tausend.violations(state, deal)


@given(scenarios(deals=3))
def test_listed_by_seat_is_the_part_with_that_seat(scenario: Scenario) -> None:
    for state in scenario.states():
        everything = tausend.legal_actions(state)
        for seat in range(scenario.rules.players):
            part = tausend.legal_actions(state, seat)
            assert list(part) == [action for action in everything if action.seat == seat]
        assert {action.seat for action in everything} <= set(tausend.actors(state))


@given(scenarios(deals=3))
def test_the_judge_names_no_rule_twice(scenario: Scenario) -> None:
    for state in some_states(scenario, 2):
        for action in (*player_actions(), *deals()):
            names = rules_named(tausend.violations(state, action))
            assert len(names) == len(set(names))
            assert all(name.startswith("tausend.") for name in names)


@given(scenarios(deals=3))
def test_chance_is_awaited_or_somebody_acts(scenario: Scenario) -> None:
    for state in scenario.states():
        assert_no_dead_end(state)
        if isinstance(state, Dealing):
            assert tausend.is_legal(state, tausend.shuffle(state, random.Random(scenario.seed)))


def assert_no_dead_end(state: State) -> None:
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


def test_seats_that_do_not_exist_are_refused() -> None:
    wrong: list[Any] = [-1, 3, 4, 10**100]
    for state in PHASES.values():
        for seat in wrong:
            with pytest.raises(ValueError, match="seat"):
                tausend.legal_actions(state, seat)
            with pytest.raises(ValueError, match="seat"):
                tausend.view(state, seat)
    for seat in wrong:
        with pytest.raises(ValueError, match="seat"):
            tausend.start(dealer=seat)


def test_shuffle_is_for_a_state_that_waits_for_a_deal() -> None:
    for state in PHASES.values():
        if not isinstance(state, Dealing):
            with pytest.raises(ValueError, match="deal"):
                tausend.shuffle(state, random.Random(1))


# -- apply


@given(scenarios(deals=2))
def test_every_listed_action_applies(scenario: Scenario) -> None:
    for state in some_states(scenario, 6):
        before = pickle.dumps(state), repr(state)
        actions: list[Action] = list(tausend.legal_actions(state))
        if isinstance(state, Dealing):
            actions = [deal for deal in deals() if tausend.is_legal(state, deal)]
            assert actions
        for action in actions:
            after = tausend.apply(state, action)
            again = tausend.apply(copy.deepcopy(state), copy.deepcopy(action))
            assert after == again
            assert (hash(after), repr(after)) == (hash(again), repr(again))
            assert_no_dead_end(after)
        assert (pickle.dumps(state), repr(state)) == before


@given(scenarios(deals=2))
def test_an_illegal_action_is_refused_and_changes_nothing(scenario: Scenario) -> None:
    for state in some_states(scenario, 2):
        before = pickle.dumps(state), repr(state)
        for action in (*player_actions(), *deals()):
            broken = tausend.violations(state, action)
            if broken:
                assert_refused(state, action, broken)
        assert (pickle.dumps(state), repr(state)) == before


def assert_refused(state: State, action: object, broken: tuple[Violation, ...]) -> None:
    error = refusal(state, action)
    assert error.action is action
    assert error.state is state
    assert error.violations == broken


def refusal(state: State, action: Any) -> IllegalAction:
    """What `apply` raises; pytest.raises takes too long for thousands of them."""
    try:
        tausend.apply(state, action)
    except IllegalAction as error:
        return error
    pytest.fail("an illegal action was applied")


NON_ACTIONS: list[Any] = list(non_actions(PHASES["Bidding"]))


@pytest.mark.parametrize("value", NON_ACTIONS, ids=described)
def test_what_is_no_action_breaks_that_rule_alone(value: Any) -> None:
    for state in PHASES.values():
        assert rules_named(tausend.violations(state, value)) == ["cardrules.action"]
        assert (value in tausend.legal_actions(state)) is False
        assert not tausend.is_legal(state, value)
        assert_refused(state, value, tausend.violations(state, value))


@given(scenarios(deals=2))
def test_whatever_is_thrown_at_it_only_illegal_action_comes_back(scenario: Scenario) -> None:
    (state,) = some_states(scenario, 1)
    value: Any
    for value in non_actions(state):
        assert rules_named(tausend.violations(state, value)) == ["cardrules.action"]
        assert_refused(state, value, tausend.violations(state, value))


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


@given(scenarios(deals=2), st.integers(0, 2**32))
def test_errors_pickle_and_show_no_card_but_the_action_s(scenario: Scenario, seed: int) -> None:
    rng = random.Random(seed)
    for state in some_states(scenario):
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
            for violation in broken:
                assert violation.explain()
                assert violation == pickle.loads(pickle.dumps(violation))
            if rng.random() < 0.1:
                assert_error_pickles(error)


def hidden_cards(state: State) -> list[str]:
    if isinstance(state, Dealing | Over):
        return []
    cards = [card.text for hand in state.hands for card in hand]
    return cards + ([card.text for card in state.widow] if isinstance(state, Bidding) else [])


def assert_error_pickles(error: IllegalAction) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(error, protocol))
        assert type(twin) is IllegalAction
        assert (twin.action, twin.state, twin.violations) == (error.action, error.state, error.violations)
        assert str(twin) == str(error)
    for twin in (copy.copy(error), copy.deepcopy(error)):
        assert (twin.action, twin.state, twin.violations) == (error.action, error.state, error.violations)


def test_an_error_about_a_hostile_value_can_be_shown() -> None:
    for state in PHASES.values():
        for value in NON_ACTIONS:
            error = IllegalAction(value, state, (ACTION,))
            assert "cardrules.action" in str(error)
            assert "cardrules.action" in repr(error)


# -- conservation


@given(scenarios(deals=4))
def test_cards_are_conserved(scenario: Scenario) -> None:
    deck = tausend.deck(scenario.rules)
    assert sorted(str(card) for card in deck) == sorted(rank + suit for rank in "9JQKTA" for suit in "cdhs")
    for state in scenario.states():
        if not isinstance(state, Dealing | Over):
            assert sum(tausend.places(state).values(), Cards()) == deck


@given(scenarios(deals=6))
def test_what_a_deal_left_adds_up(scenario: Scenario) -> None:
    for state in scenario.states():
        left = state.match.previous
        if left is None:
            continue
        tricks = sum([trick.cards for trick in left.tricks], Cards())
        widow = left.contract.widow if left.ending == "poor_widow" else Cards()
        assert sum(left.hands, tricks + widow) == tausend.deck(scenario.rules)
        assert sum(left.contract.dealt, left.contract.widow) == tausend.deck(scenario.rules)
        if left.ending == "played":
            assert len(left.tricks) == 8
            assert sum(card_points(trick) for trick in left.tricks) == 120
        assert bool(left.lines) == (left.ending in ("played", "surrendered"))


def card_points(trick: Trick) -> int:
    return sum(POINTS[play.card.text[0]] for play in trick.plays)


# -- scores


@given(scenarios(deals=12))
def test_the_barrel_and_the_sheet(scenario: Scenario) -> None:
    rules = scenario.rules
    before: State | None = None
    for state in scenario.states():
        score = tausend.score(state)
        assert_sheet_adds_up(score, rules.players)
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


def assert_sheet_adds_up(score: Score, players: int) -> None:
    sums = Counter[int]()
    for line in score.sheet:
        sums[line.seat] += line.points
    assert score.totals == tuple([sums[seat] for seat in range(players)])
    assert [line.deal for line in score.sheet] == sorted([line.deal for line in score.sheet])


@given(scenarios(deals=6))
def test_only_scored_deals_pass_the_deal_on_and_write_lines(scenario: Scenario) -> None:
    start = scenario.start()
    scored = start.match.deals
    dealer = scenario.dealer
    for state in scenario.states()[1:]:
        left = state.match.previous
        if isinstance(state, Dealing) and left is not None:
            if left.ending in ("played", "surrendered"):
                scored += 1
                dealer = (dealer + 1) % scenario.rules.players
                assert {line.deal for line in left.lines} == {scored - 1}
                assert state.match.sheet[-len(left.lines) :] == left.lines
                assert {line.seat for line in left.lines} <= set(left.contract.active)
            assert (state.match.deals, state.match.dealer) == (scored, dealer)


# from a low barrel only a bid that a careless player never makes leads to 1000
WINNABLE = [flag for flag, rules in EACH_FLAG.items() if rules.barrel.at >= 800]


@pytest.mark.parametrize("flag", WINNABLE)
def test_random_matches_come_to_an_end(flag: str) -> None:
    matches = [Scenario(EACH_FLAG[flag], 0, None, 150, seed) for seed in range(3)]
    assert any(isinstance(match.states()[-1], Over) for match in matches)


# -- what a seat may not know


@given(scenarios(deals=2), st.integers(0, 2**32))
def test_a_seat_sees_nothing_of_what_is_hidden(scenario: Scenario, seed: int) -> None:
    rng = random.Random(seed)
    everything = scenario.steps()
    found = False
    for length in rng.sample(range(1, len(everything) + 1), min(8, len(everything))):
        steps = everything[:length]
        state = tausend.apply(*steps[-1])
        for seat in (*range(scenario.rules.players), None):
            twin = next((twin for _ in range(12) if (twin := elsewhere(scenario, steps, seat, rng)) is not None), None)
            if twin is not None:
                found = True
                event(f"{type(state).__name__}, {'spectator' if seat is None else 'seat'}")
                assert state != twin
                assert_alike(state, twin, seat)
    assume(found)


@given(scenarios(deals=2))
def test_a_seat_sees_what_it_may_know(scenario: Scenario) -> None:
    for state in scenario.states():
        for seat in range(scenario.rules.players):
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


def assert_alike(state: State, twin: State, seat: int | None) -> None:
    mine, other = tausend.view(state, seat), tausend.view(twin, seat)
    assert mine == other
    assert repr(mine) == repr(other)
    assert hash(mine) == hash(other)
    assert attrs.asdict(mine) == attrs.asdict(other)
    assert tausend.actors(state) == tausend.actors(twin)
    assert tausend.score(state) == tausend.score(twin)
    if seat is not None:
        assert tausend.legal_actions(state, seat) == tausend.legal_actions(twin, seat)
        for action in player_actions():
            if action.seat == seat:
                assert tausend.violations(state, action) == tausend.violations(twin, action)


def elsewhere(scenario: Scenario, steps: list[Step], seat: int | None, rng: random.Random) -> State | None:
    """The end of another match, in which one deal has some cards elsewhere, but all that `seat`
    has seen is the same; None where the attempt at one fails.

    Only what nobody but others may know is moved: cards in hand that have not been played, the
    widow before it is turned up, and which card was given to another.
    """
    places = [number for number, (_, action) in enumerate(steps) if isinstance(action, Deal)]
    which = rng.randrange(len(places))
    first = places[which]
    end = places[which + 1] if which + 1 < len(places) else len(steps)
    moved = moved_deal([action for _, action in steps[first:end]], seat, rng)
    if moved is None:
        return None
    actions = [*[action for _, action in steps[:first]], *moved, *[action for _, action in steps[end:]]]
    state = scenario.start()
    for action in actions:
        if not tausend.is_legal(state, action):
            return None
        state = tausend.apply(state, action)
    return state if state != tausend.apply(*steps[-1]) else None


def moved_deal(actions: list[Action], seat: int | None, rng: random.Random) -> list[Action] | None:
    """The actions of a deal as far as it went, with hidden cards moved."""
    deal = actions[0]
    assert isinstance(deal, Deal)
    hands = {holder: list(hand) for holder, hand in deal.hands}
    widow = list(deal.widow)
    bids = [action for action in actions if isinstance(action, Bid)]
    passes = [action for action in actions if type(action).__name__ == "Pass"]
    gifts = [action for action in actions if isinstance(action, Give)]
    played = {action.card for action in actions if isinstance(action, Play)}
    turned_up = len(passes) == 2
    declarer = bids[-1].seat if turned_up else None
    if not turned_up:
        swap({**hands, -1: widow}, {seat}, set(), rng)
        return [Deal(tuple([(holder, Cards(hand)) for holder, hand in hands.items()]), Cards(widow)), *actions[1:]]
    assert declarer is not None
    given_by_seat = {gift.card for gift in gifts if gift.seat == seat}
    # the hands as they are after the giving, of which what was not played is hidden
    holds = {holder: list(hand) for holder, hand in hands.items()}
    holds[declarer] += widow
    for gift in gifts:
        holds[declarer].remove(gift.card)
        holds[gift.to].append(gift.card)
    swap(holds, {seat}, played | given_by_seat | ({*widow} if not gifts else set()), rng)
    # back to what was dealt, with other gifts where nobody but others saw them
    others: list[Action] = list(actions)
    for number, action in enumerate(others):
        if isinstance(action, Give):
            known = seat in (action.seat, action.to)
            keep = known or (action.card in holds[action.to] and rng.random() < 0.5)
            card = action.card if keep else rng.choice(holds[action.to])
            if card not in holds[action.to]:
                return None
            holds[action.to].remove(card)
            holds[declarer].append(card)
            others[number] = Give(action.seat, card, action.to)
    if not set(widow) <= set(holds[declarer]):
        return None
    holds[declarer] = [card for card in holds[declarer] if card not in widow]
    return [Deal(tuple([(holder, Cards(hand)) for holder, hand in holds.items()]), Cards(widow)), *others[1:]]


def swap(heaps: dict[int, list[Card]], known: set[int | None], fixed: set[Card], rng: random.Random) -> None:
    """Swaps cards between the heaps a few times, none of `fixed` and none of the heaps `known`."""
    hidden = [holder for holder in heaps if holder not in known]
    for _ in range(rng.choice((0, 1, 1, 2, 5))):
        one, two = rng.sample(hidden, 2)
        here = [card for card in heaps[one] if card not in fixed]
        there = [card for card in heaps[two] if card not in fixed]
        if here and there:
            left, right = rng.choice(here), rng.choice(there)
            heaps[one][heaps[one].index(left)] = right
            heaps[two][heaps[two].index(right)] = left


# -- round trips


@given(scenarios(deals=3))
def test_actions_round_trip_as_text(scenario: Scenario) -> None:
    for state, action in scenario.steps():
        assert tausend.parse_action(str(action)) == action
        assert str(tausend.parse_action(str(action))) == str(action)
        for listed in tausend.legal_actions(state):
            assert tausend.parse_action(str(listed)) == listed


def test_every_well_formed_action_round_trips_as_text() -> None:
    for action in (*player_actions(), *deals()):
        twin = tausend.parse_action(str(action))
        assert twin == action
        assert hash(twin) == hash(action)
        assert str(twin) == str(action)
        assert type(twin) is type(action)


@given(scenarios(deals=2), st.integers(0, 2**32))
def test_values_pickle_and_copy(scenario: Scenario, seed: int) -> None:
    steps = scenario.steps()
    rng = random.Random(seed)
    assert_copies(scenario.rules)
    for state, action in [*rng.sample(steps, min(5, len(steps))), steps[-1]]:
        after = tausend.apply(state, action)
        assert_copies(state)
        assert_copies(action)
        assert_copies(after)
        assert_copies(tausend.score(after))
        assert_copies(tausend.view(after, None))
        assert_copies(tausend.view(after, 0))
        assert_copies(tausend.legal_actions(after))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):  # the copy plays on like the original
            twin = pickle.loads(pickle.dumps(after, protocol))
            assert tausend.legal_actions(twin) == tausend.legal_actions(after)


def assert_copies(value: object) -> None:
    twins = [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for twin in (*twins, copy.copy(value), copy.deepcopy(value)):
        assert type(twin) is type(value)
        assert twin == value
        assert hash(twin) == hash(value)
        assert repr(twin) == repr(value)


REBUILD = """
import pickle, sys
from strategies import EACH_FLAG, Scenario
from test_tausend_properties import values_of
arrived = pickle.load(sys.stdin.buffer)
built = values_of(Scenario(EACH_FLAG["four aces"], 0, None, 3, 5))
assert len(arrived) == len(built) > 100
for one, two in zip(arrived, built):
    assert one == two and hash(one) == hash(two) and {one: 1}[two] == 1, type(one)
print("the same", hash("the same"))
"""


def values_of(scenario: Scenario) -> list[object]:
    """States, actions, scores, violations and listings, the rules too, of a playout."""
    values: list[object] = [scenario.rules]
    for state, action in scenario.steps():
        values += [state, action, tausend.score(state), tausend.view(state, 0), tausend.legal_actions(state)]
        values += [tausend.violations(state, other) for other in player_actions()[::97]]
        hash(state)  # whatever it keeps of its hash must stay here
    return values


@pytest.mark.parametrize("seed", ["1", "2"])
def test_an_unpickled_value_equals_and_hashes_as_one_built_there(seed: str) -> None:
    values = values_of(Scenario(EACH_FLAG["four aces"], 0, None, 3, 5))
    paths = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", REBUILD],
        input=pickle.dumps(values),
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
    )
    assert done.stdout.startswith(b"the same"), done.stderr.decode()
    assert done.stdout != f"the same {hash('the same')}\n".encode()


# -- the listing


@given(scenarios(deals=3))
def test_the_listing_is_a_sequence(scenario: Scenario) -> None:
    for state in scenario.states():
        listing = tausend.legal_actions(state)
        assert isinstance(listing, Sequence)
        items = [*listing]
        assert len(set(items)) == len(items) == len(listing)
        assert bool(listing) == bool(items)
        assert [listing[i] for i in range(len(items))] == items
        assert [listing[i - len(items)] for i in range(len(items))] == items
        assert list(reversed(listing)) == items[::-1]
        for cut in (slice(None), slice(1, 3), slice(None, None, -2), slice(-2, None), slice(5, 2)):
            assert list(listing[cut]) == items[cut]
        assert [listing.index(item) for item in items] == list(range(len(items)))
        assert [listing.count(item) for item in items] == [1] * len(items)
        assert all(item in listing for item in items)
        with pytest.raises(IndexError):
            listing[len(items)]
        again = tausend.legal_actions(copy.deepcopy(state))
        assert listing == again
        assert hash(listing) == hash(again)
        assert list(again) == items


@given(configs(), st.integers(0, 2**32))
def test_two_listings_are_equal_when_they_list_the_same(rules: Rules, seed: int) -> None:
    states = some_states(Scenario(rules, 0, None, 2, seed), 8)
    for one in states:
        for two in states:
            listings = tausend.legal_actions(one), tausend.legal_actions(two)
            assert (listings[0] == listings[1]) == (list(listings[0]) == list(listings[1]))


def test_the_listing_is_immutable() -> None:
    for state in PHASES.values():
        listing: Any = tausend.legal_actions(state)
        with pytest.raises(TypeError):
            listing[0] = Bid(0, 100)
        with pytest.raises(TypeError):
            del listing[0]
        with pytest.raises((AttributeError, TypeError)):
            listing.append(Bid(0, 100))
        with pytest.raises((AttributeError, TypeError)):
            listing.anything = 1


def test_the_listing_knows_only_what_it_lists() -> None:
    for state in PHASES.values():
        listing = tausend.legal_actions(state)
        unlisted: PlayerAction = Bid(3, 999)
        assert listing.count(unlisted) == 0
        with pytest.raises(ValueError, match="not in"):
            listing.index(unlisted)


# -- values


def test_states_and_actions_are_frozen() -> None:
    for value in (*PHASES.values(), *player_actions()[:200:20], PHASES["Over"].match):
        for name in [field.name for field in attrs.fields(type(value))]:
            with pytest.raises(AttributeError):
                setattr(value, name, None)
            with pytest.raises(AttributeError):
                delattr(value, name)


def test_the_universe_is_as_wide_as_it_says() -> None:
    everything = list(candidates(PHASES["Bidding"]))
    assert len(everything) > 3000
    assert sum(type(value) is Deal for value in everything) > 200
