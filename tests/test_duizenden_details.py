"""What the small cases of Duizenden leave open: what players are told, what each step changes and what it
leaves alone, and calls that are refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from attrs import evolve

from cardrules import IllegalAction, duizenden, wire
from cardrules.cards import Cards
from cardrules.duizenden.actions import (
    Action,
    Challenge,
    Deal,
    Discard,
    Draw,
    EndTurn,
    Exchange,
    Last,
    LayOff,
    Meld,
    Pot,
    Reshuffle,
    Swap,
)
from cardrules.duizenden.melds import lay, meld_points
from cardrules.duizenden.rules import PRESETS
from cardrules.duizenden.scoring import LINES
from cardrules.duizenden.standing import stand
from cardrules.duizenden.state import Dealing, Drawing, Match, Melding, Over, Place, Reshuffling, State, Swapping
from cardrules.testing.duizenden.candidates import malformed
from cardrules.verdict import Violation
from rulebooks import assert_tells_all
from says import line, told
from test_duizenden_cases import RUNS, TABLE, Case, beginning, filled, rules_of

TOLD = told("duizenden")
EACH = [pytest.param(case, case.under[0], id=case.name) for case in TABLE.cases if case.refused is None]
BROKEN = [pytest.param(case, preset, id=f"{case.name} ({preset})") for case, preset in RUNS if case.breaks]

Step = tuple[State, Action, State]


def actions_of(case: Case, preset: str) -> list[Action]:
    rules = rules_of(preset, case.rules)
    return [duizenden.parse_action(filled(text, rules)) for text in TABLE.texts(case)]


def steps(case: Case, preset: str) -> Iterator[Step]:
    """The legal actions of a case, each with the states before and after it."""
    state = beginning(case, rules_of(preset, case.rules))
    actions = actions_of(case, preset)
    for action in actions[:-1] if case.breaks else actions:
        after = duizenden.apply(state, action)
        yield state, action, after
        state = after


def end_of(case: Case, preset: str) -> State:
    """The state after the legal actions of a case."""
    state = beginning(case, rules_of(preset, case.rules))
    for _, _, after in steps(case, preset):
        state = after
    return state


@cache
def phases() -> dict[type, State]:
    """For each phase a state that a case has shown."""
    found: dict[type, State] = {}
    for case, preset in RUNS:
        if case.refused is None:
            for before, _, after in steps(case, preset):
                found.setdefault(type(before), before)
                found.setdefault(type(after), after)
    return found


# -- what is refused


@pytest.mark.parametrize(("case", "preset"), BROKEN)
def test_what_players_are_told(case: Case, preset: str) -> None:
    state = end_of(case, preset)
    action = actions_of(case, preset)[-1]
    broken = duizenden.violations(state, action)
    said = [violation.explain() for violation in broken]
    assert said == TOLD.get(f"{case.name} ({preset})", TOLD.get(case.name)), line(case.name, said)
    for violation in broken:
        assert_tells_all(violation)
    with pytest.raises(IllegalAction) as refused:
        duizenden.apply(state, action)
    assert (refused.value.action, refused.value.state) == (action, state)
    assert refused.value.violations == broken


def test_nothing_is_told_without_a_case() -> None:
    cases = [(case.name, preset) for case, preset in RUNS if case.breaks]
    assert TOLD.keys() <= {name for name, _ in cases} | {f"{name} ({preset})" for name, preset in cases}


def test_what_is_no_action_is_refused_in_every_phase() -> None:
    value: Any
    for state in phases().values():
        for value in (*malformed(), phases()[Melding]):
            assert [broken.rule for broken in duizenden.violations(state, value)] == ["cardrules.action"]


IN_TURN = {
    Swapping: ("draw", "swap 5h"),
    Drawing: ("draw", "pot 7c7d7h"),
    Melding: ("meld 7c7d7h", "layoff 1 7c", "exchange 1 7c", "discard 7c", "end"),
}


@pytest.mark.parametrize(("phase", "text"), [(phase, text) for phase, texts in IN_TURN.items() for text in texts])
def test_who_is_not_on_turn_is_told_so_alone(phase: type, text: str) -> None:
    state = phases()[phase]
    assert isinstance(state, Swapping | Drawing | Melding)
    other = (state.turn + 1) % state.match.rules.players
    broken = duizenden.violations(state, duizenden.parse_action(f"p{other + 1} {text}"))
    assert broken == (Violation.of("duizenden.turn", seat=other, turn=state.turn),)


@pytest.mark.parametrize(
    ("text", "rules", "reasons"),
    [
        ("layoff 1 low 9s", ["layoff", "meld.run"], ["owner", None]),
        ("meld 3cJk7d", ["meld.run", "meld.group", "meld.first-turn"], [None] * 3),
    ],
)
def test_every_rule_is_named_for_the_first_reason(text: str, rules: list[str], reasons: list[str | None]) -> None:
    match = Match(evolve(PRESETS["klassiek"], players=2), 0, 0, (0, 0))
    hands = (Cards.parse("9sJk3c4c5c7d"), Cards.parse("8d"))
    places = (Place(turns=1), Place(turns=1, opened=True))
    melds = (lay(tuple(Cards.parse("3h4h5h")), 1, match.rules),)
    state = Melding(match, hands, (), (), melds, places, 0, False, 0, False)
    broken = duizenden.violations(state, duizenden.parse_action(f"p1 {text}"))
    assert [violation.rule for violation in broken] == [f"duizenden.{rule}" for rule in rules]
    assert [dict(violation.params).get("reason") for violation in broken] == reasons


@pytest.mark.parametrize("laid", [None, 0, 40])
def test_whose_turn_ends_without_a_discard_has_opened_if_it_melded(laid: int | None) -> None:
    match = Match(evolve(PRESETS["volwassen"], players=2), 0, 0, (0, 0))
    places = (Place(turns=2, opened=laid is None), Place(turns=1))
    hands = (Cards.parse("9s8d"), Cards.parse("8d"))
    state = Melding(match, hands, (), tuple(Cards.parse("7c")), (), places, 0, False, laid, False)
    after = stand(state, EndTurn(0))
    assert isinstance(after, Drawing)
    assert after.places == (Place(turns=2, opened=laid != 0), Place(turns=1))


@pytest.mark.parametrize("card", ["Qs", "5h"])
def test_what_a_swap_breaks_beside_the_hand_is_named_too(card: str) -> None:
    state = phases()[Swapping]
    assert isinstance(state, Swapping)
    [swapped] = Cards.parse(card)
    hands = tuple([hand - Cards([swapped, swapped]) for hand in state.hands])
    limited = evolve(state.match, rules=evolve(state.match.rules, swap_limit=0))
    broken = duizenden.violations(evolve(state, hands=hands, match=limited), Swap(state.turn, swapped))
    assert [violation.rule for violation in broken] == ["duizenden.hand", "duizenden.swap.same"]
    assert dict(broken[1].params)["reason"] == ("queen" if card == "Qs" else "limit")


# -- the score sheet


def test_the_lines_of_the_sheet_are_those_that_cases_show() -> None:
    assert {entry.split(" ")[-1] for case in TABLE.cases for entry in case.lines} == LINES


# -- the start, and the shuffling


def test_a_match_starts_with_nothing() -> None:
    state = duizenden.start()
    assert (state.match.dealer, state.match.deals, state.match.sheet) == (0, 0, ())
    for dealer in (-1, state.match.rules.players, True):
        with pytest.raises(ValueError, match="no seat"):
            duizenden.start(dealer=dealer)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_shuffled_deal_is_legal(players: int) -> None:
    state = duizenden.start(evolve(duizenden.PRESETS["volwassen"], players=players), dealer=1)
    deals = [duizenden.shuffle(state, random.Random(seed)) for seed in range(5)]
    assert all([duizenden.is_legal(state, deal) for deal in deals])
    assert len(set(deals)) == 5
    assert deals == [duizenden.shuffle(state, random.Random(seed)) for seed in range(5)]


def test_the_pot_is_shuffled_but_for_its_top() -> None:
    state = phases()[Reshuffling]
    assert isinstance(state, Reshuffling)
    stocks = [duizenden.shuffle(state, random.Random(seed)) for seed in range(20)]
    for stock in stocks:
        assert isinstance(stock, Reshuffle)
        assert Cards(stock.cards) == Cards(state.before.pot[:-1])
        assert duizenden.is_legal(state, stock)
    assert len(set(stocks)) > 1


def test_only_a_deal_or_a_stock_is_shuffled() -> None:
    for state in phases().values():
        if not isinstance(state, Dealing | Reshuffling):
            with pytest.raises(
                ValueError, match=r"^no deal is awaited: shuffle is for a state whose deal or reshuffle"
            ):
                duizenden.shuffle(state, random.Random(1))


# -- what each step changes, and what it leaves alone


@pytest.mark.parametrize(("case", "preset"), EACH)
def test_what_each_step_leaves(case: Case, preset: str) -> None:
    last = beginning(case, rules_of(preset, case.rules))
    for before, action, after in steps(case, preset):
        last = after
        scored = after.match.sheet[len(before.match.sheet) :]
        assert after.match.deals == before.match.deals + bool(scored)
        assert {entry.deal for entry in scored} <= {before.match.deals}
        if isinstance(after, Dealing | Over):
            assert isinstance(before, Drawing | Melding)
            assert_left(before, action, after.match)
        else:
            assert_step(before, action, after)
    assert_listed_by_seat(last)
    # reading a state checks that a match can reach it
    assert wire.load(wire.dump(last), duizenden.State) == last


def assert_left(before: Drawing | Melding, action: Action, match: Match) -> None:
    """Whether `previous` tells what the last action of a round has ended."""
    left = match.previous
    assert left is not None
    assert left.lines == match.sheet[len(before.match.sheet) :]
    seat = before.turn
    assert left.out == (None if isinstance(action, Draw) else seat)
    hands = before.hands if left.out is None else (*before.hands[:seat], Cards(), *before.hands[seat + 1 :])
    assert left.hands == hands
    pot = {Discard: (*before.pot, getattr(action, "card", None)), Pot: ()}
    assert left.pot == pot.get(type(action), before.pot)
    if isinstance(action, Meld | Pot):
        assert left.melds[:-1] == before.melds
        assert left.melds[-1].owner == seat
    elif isinstance(action, LayOff):
        assert len(left.melds) == len(before.melds)
        assert len(left.melds[action.meld].cards) == len(before.melds[action.meld].cards) + len(action.cards)
    else:
        assert left.melds == before.melds


def assert_step(before: State, action: Action, after: Swapping | Drawing | Melding | Reshuffling) -> None:
    """Whether a step within a round leaves alone what it does not change."""
    players = before.match.rules.players
    assert after.match is before.match
    if isinstance(action, Deal):
        assert isinstance(before, Dealing)
        assert isinstance(after, Swapping | Drawing)
        assert after.turn == (before.match.dealer + 1) % players
        assert after.stock == action.stock
    elif isinstance(action, Swap):
        assert isinstance(before, Swapping)
        assert isinstance(after, Swapping)
        assert after == evolve(
            before,
            hands=after.hands,
            open=action.card,
            turn=(before.turn + 1) % players,
            swaps=before.swaps + 1,
        )
    elif isinstance(action, Last | Challenge):
        assert isinstance(before, Drawing | Melding)
        assert_called(before, action, after)
    elif isinstance(after, Reshuffling):
        assert isinstance(before, Drawing)
        assert isinstance(action, Draw)
        assert after == Reshuffling(before, action.seat, drawn=True)
    elif isinstance(action, Discard | EndTurn):
        assert isinstance(before, Melding)
        assert isinstance(after, Drawing)
        assert after.turn == (before.turn + 1) % players
        assert (after.stock, after.melds) == (before.stock, before.melds)
    elif isinstance(action, Draw | Pot):
        assert isinstance(before, Swapping | Drawing)
        assert_begun(before, action, after)
    elif isinstance(action, Meld | LayOff | Exchange):
        assert isinstance(before, Melding)
        assert isinstance(after, Melding)
        more = meld_points(action.cards, before.match.rules) if isinstance(action, Meld) else 0
        assert after.laid == (None if before.laid is None else before.laid + more)
        assert (after.fresh, after.stock, after.pot, after.places) == (False, before.stock, before.pot, before.places)


def assert_begun(before: Swapping | Drawing, action: Draw | Pot, after: Swapping | Drawing | Melding) -> None:
    """A turn after the draw or with the pot taken."""
    assert isinstance(after, Melding)
    seat = action.seat
    turns = before.places[seat].turns if isinstance(before, Drawing) else 0
    opened = isinstance(before, Drawing) and before.places[seat].opened
    assert (after.turn, after.places[seat].turns, after.places[seat].call) == (seat, turns + 1, None)
    assert (after.fresh, after.bound) == (isinstance(action, Draw), False)
    if opened:
        assert after.laid is None
    else:
        assert after.laid == (meld_points(action.cards, before.match.rules) if isinstance(action, Pot) else 0)
    assert after.stock == (before.stock[1:] if isinstance(action, Draw) else before.stock)


def assert_called(before: Drawing | Melding, action: Last | Challenge, after: State) -> None:
    """A call changes nothing but that; a challenge costs points or a card."""
    if isinstance(after, Reshuffling):
        assert isinstance(action, Challenge)
        assert (after.to, after.drawn) == (action.whom, False)
        after = after.before
    assert isinstance(after, Drawing | Melding)
    stock, hands = before.stock, before.hands
    if after.stock != stock:
        assert isinstance(action, Challenge)
        drawn = Cards(stock[:1])
        hands = tuple([hand + drawn if seat == action.whom else hand for seat, hand in enumerate(hands)])
        stock = stock[1:]
    assert after == evolve(before, places=after.places, stock=stock, hands=hands)
    if isinstance(action, Last):
        assert [place.penalty for place in after.places] == [place.penalty for place in before.places]


def assert_listed_by_seat(state: State) -> None:
    """Whether each seat is listed what is its own, and those act who have something to do."""
    everything = list(duizenden.legal_actions(state))
    players = state.match.rules.players
    for seat in range(players):
        listing = duizenden.legal_actions(state, seat)
        assert list(listing) == [action for action in everything if action.seat == seat]
        assert [action for action in everything if action in listing] == list(listing)
    with pytest.raises(ValueError, match="no seat"):
        duizenden.legal_actions(state, players)
    assert duizenden.actors(state) == tuple(sorted({action.seat for action in everything}))


@pytest.mark.parametrize(("case", "preset"), EACH)
def test_the_listing_is_a_sequence(case: Case, preset: str) -> None:
    listing = duizenden.legal_actions(end_of(case, preset))
    actions = list(listing)
    assert len(listing) == len(actions)
    assert bool(listing) == bool(actions)
    for place, action in enumerate(actions):
        assert (listing[place], listing[place - len(actions)]) == (action, action)
        assert action in listing
        assert (listing.index(action), listing.count(action)) == (place, 1)
    assert list(reversed(listing)) == actions[::-1]
    assert list(listing[1:-1:2]) == actions[1:-1:2]
    for place in (len(actions), -len(actions) - 1):
        with pytest.raises(IndexError):
            listing[place]


def test_a_swap_puts_the_card_in_place_of_the_open_one() -> None:
    before = phases()[Swapping]
    assert isinstance(before, Swapping)
    seat = before.turn
    for action in duizenden.legal_actions(before):
        if isinstance(action, Swap):
            after = duizenden.apply(before, action)
            assert isinstance(after, Swapping)
            assert after.hands[seat] + Cards([action.card]) == before.hands[seat] + Cards([before.open])
            assert after.open is action.card


# -- the listing of a large hand

# some 150 actions, and some 1150
LARGE = ("3c4c5c6c7c8c3d3h4dJkJk", "3c4c5c6c7c8c9cTcJcQcKc3d3h3s4d4h4sJkJk")


@pytest.mark.parametrize("hand", LARGE)
def test_the_listing_of_a_large_hand_is_a_sequence(hand: str) -> None:
    case = Case(name="", rule="", presets="volwassen", hands={"p1": hand}, melds=["p1 7h8h9h"])
    state = beginning(case, rules_of("volwassen", {}))
    assert isinstance(state, Melding)
    listing, actions = duizenden.legal_actions(state), tuple(duizenden.legal_actions(state))
    size = len(actions)
    assert len(duizenden.legal_actions(state)) == size > 100
    assert bool(duizenden.legal_actions(state))
    assert all([action in listing for action in actions[::9]])
    assert duizenden.Draw(0) not in listing
    value: Any
    for value in (None, duizenden.shuffle(duizenden.start(), random.Random(1))):
        assert value not in listing
        assert listing.count(value) == 0
    for place in (0, 1, 7, size - 1):
        fresh = duizenden.legal_actions(state)
        assert (fresh[place], fresh[place - size]) == (actions[place], actions[place])
        assert (fresh.index(actions[place]), fresh.count(actions[place])) == (place, 1)
        assert fresh.index(actions[place], place) == fresh.index(actions[place], 0, place + 1) == place
        assert fresh.index(actions[place], place - size) == place
        beyond: tuple[tuple[int, ...], ...] = (
            (place + 1,),
            (0, place),
            (0, place - size),
            (min(place + 1 - size, -1),),
        )
        for bounds in beyond[: 4 if place < size - 1 else 3]:
            with pytest.raises(ValueError, match=r"^the value is not in the listing$"):
                fresh.index(actions[place], *bounds)
    for place in (size, -size - 1):
        with pytest.raises(IndexError, match=r"^there are fewer legal actions$"):
            duizenden.legal_actions(state)[place]
    for cut in (
        slice(None),
        slice(3, 9),
        slice(2, -2, 3),
        slice(-4, None),
        slice(9, 3),
        slice(None, None, -1),
        slice(9, 2, -1),
        slice(9, 2, -2),
        slice(2, 9, -1),
        slice(None, 0, -3),
    ):
        assert tuple(duizenden.legal_actions(state)[cut]) == actions[cut]
    assert tuple(reversed(listing)) == actions[::-1]
    other = duizenden.legal_actions(evolve(state, stock=()))
    assert listing == other
    assert hash(listing) == hash(other)
    assert repr(listing) == f"<{size} legal actions>"
    less = duizenden.legal_actions(end_of(evolve(case, hands={"p1": hand[2:]}), "volwassen"))
    assert listing != less
    assert hash(listing) != hash(less)
    assert listing != list(actions)


def test_a_choice_of_wild_cards_that_is_not_listed_has_no_place() -> None:
    case = Case(name="", rule="", presets="modern", hands={"p1": "3c3d2c2d9h"}, melds=["p1 7h8h9h"])
    listing = duizenden.legal_actions(beginning(case, rules_of("modern", {})))
    first, second = map(duizenden.parse_action, ("p1 meld 3c3d2c", "p1 meld 3c3d2d"))
    assert first in listing
    assert second in listing
    assert (listing.count(first), listing.count(second)) == (1, 0)
    with pytest.raises(ValueError, match=r"^the value is not in the listing$"):
        listing.index(second)


def test_a_card_held_twice_is_not_laid_three_times() -> None:
    """Two melds would bring the minimum, if there were a third seven of clubs."""
    case = Case(name="", rule="", presets="volwassen", hands={"p1": "7c7c7h8c9cKs4dJd2s"})
    state = beginning(case, rules_of("volwassen", {}))
    assert isinstance(state, Melding)
    for text in ("7c7c7h", "7c8c9c"):
        meld = duizenden.parse_action(f"p1 meld {text}")
        assert [broken.rule for broken in duizenden.violations(state, meld)] == ["duizenden.opening"]
    assert {type(action) for action in duizenden.legal_actions(state)} == {Discard}
