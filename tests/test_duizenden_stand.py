"""What stands in Duizenden though it breaks rules: by rule, as `cases/duizenden-notes.toml` says, and how
matches go on from there."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, cast

import pytest
from attrs import evolve

from cardrules import IllegalAction, duizenden, rulebook
from cardrules.cards import Cards
from cardrules.duizenden.actions import Action
from cardrules.duizenden.policy import choose
from cardrules.duizenden.rules import PRESETS, Draws, Points, Rules
from cardrules.duizenden.standing import NEVER_STANDS, stand
from cardrules.testing.duizenden.candidates import malformed, plain, player_actions
from playouts import DuizendenPlayout, duizenden_match
from test_duizenden_cases import CONSEQUENCES, REFUSALS, RUNS, TABLE, Case, beginning, filled, play, rules_of

STOOD: Final[Sequence[Mapping[str, Any]]] = tomllib.loads(
    Path(__file__).with_name("cases").joinpath("duizenden-notes.toml").read_text("utf-8")
)["stood"]
STANDS: Final[Mapping[str, bool]] = {entry["rule"]: entry["stands"] for entry in STOOD}
UNLESS: Final = frozenset([name for entry in STOOD for name in entry.get("unless", ())])

# -- by rule


def test_the_table_tells_of_every_rule_that_an_action_can_break() -> None:
    rules = {*rulebook.load("cardrules.duizenden").rules, "cardrules.action"} - CONSEQUENCES - {REFUSALS}
    assert {*STANDS} == rules
    assert {rule for rule, stands in STANDS.items() if not stands} == NEVER_STANDS


BROKEN: Final = [pytest.param(case, preset, id=f"{case.name} ({preset})") for case, preset in RUNS if case.breaks]


@pytest.mark.parametrize(("case", "preset"), BROKEN)
def test_an_action_stands_as_the_table_says(case: Case, preset: str) -> None:
    rules = rules_of(preset, case.rules)
    outcome = play(case, preset, case.rules)
    assert not isinstance(outcome, str)
    state, action = outcome.state, duizenden.parse_action(filled(TABLE.texts(case)[-1], rules))
    stands = all([STANDS[rule] for rule in outcome.broken]) and case.name not in UNLESS
    if stands:
        after = stand(state, action)
        assert after != state or isinstance(action, duizenden.Last)
        check_table(after)
    else:
        with pytest.raises(IllegalAction) as error:
            stand(state, action)
        assert tuple(sorted([each.rule for each in error.value.violations])) == outcome.broken
        assert (error.value.state, error.value.action) == (state, action)


def test_every_exception_is_a_case_in_which_it_counts() -> None:
    names = {case.name: case for case in TABLE.cases}
    for name in UNLESS:
        assert all([STANDS[rule] for rule in names[name].breaks or ()]), name


def test_a_value_that_is_no_action_never_stands() -> None:
    for case, preset in RUNS[:40:13]:
        if case.refused is None:
            state = beginning(case, rules_of(preset, case.rules))
            for value in malformed():
                with pytest.raises(IllegalAction):
                    stand(state, cast("Action", value))


@pytest.mark.parametrize("theme", ["start", "last", "wilds", "unopened"])
def test_a_legal_action_is_applied(theme: str) -> None:
    playout: DuizendenPlayout = duizenden_match(evolve(PRESETS["kinder"], last_card_call=Draws()), theme, 3, 60)
    for before, action, after in playout.steps:
        assert stand(before, action) == after


# -- what the table has then


def table(preset: str, **fields: Any) -> tuple[duizenden.State, Rules]:
    """A table in the middle of a round, described as in the small cases."""
    config = fields.pop("rules", {})
    case = Case(name="", rule="", **fields)
    rules = rules_of(preset, config)
    return beginning(case, rules), rules


def stood(state: duizenden.State, *texts: str) -> duizenden.State:
    """The state after actions of which each may break rules."""
    for text in texts:
        state = stand(state, duizenden.parse_action(text))
    return state


def legal(state: duizenden.State) -> set[str]:
    return {str(action) for action in duizenden.legal_actions(state)}


def test_a_meld_with_too_many_wild_cards_takes_natural_ones() -> None:
    state, _ = table("volwassen", hands={"p1": "5h8hJkJkJk9hTs4c4d4s"}, melds=["p1 KcKdKh"])
    state = stood(state, "p1 meld 5hJkJk8h")
    assert "p1 layoff 2 high 9h" in legal(state)
    assert not {"p1 layoff 2 high Jk", "p1 layoff 2 high 9hJk"} & legal(state)
    state = stood(state, "p1 layoff 2 high 9h")
    # three natural cards and two jokers: no more
    assert not {action for action in legal(state) if action.startswith("p1 layoff 2") and "Jk" in action}


def test_a_meld_far_too_wild_can_be_gone_on_with() -> None:
    state, _ = table("volwassen", hands={"p1": "5c9cJkJkJkJkTc4c4d4h"}, melds=["p1 KcKdKh"])
    state = stood(state, "p1 meld 5cJkJkJk9c")
    assert "p1 layoff 2 high Tc" in legal(state)
    assert "p1 layoff 2 high Jk" not in legal(state)
    assert duizenden.is_legal(state, duizenden.parse_action("p1 discard 4d"))


def test_a_run_below_the_two_does_not_grow_further() -> None:
    state, _ = table("volwassen", rules={"low_ace": False}, hands={"p1": "Ah2h3h4hJk4c9d"}, melds=["p1 KcKdKh"])
    state = stood(state, "p1 meld Ah2h3h")
    assert "p1 layoff 2 high 4h" in legal(state)
    assert not {action for action in legal(state) if "layoff 2 low" in action}


def test_who_has_laid_too_little_has_opened_after_the_turn() -> None:
    state, _ = table("volwassen", hands={"p1": "4c5c6c9dTs", "p2": "KcKd"})
    state = stood(state, "p1 meld 4c5c6c")
    assert legal(state) == set()
    assert [each.rule for each in duizenden.violations(state, duizenden.parse_action("p1 discard Ts"))] == [
        "duizenden.opening"
    ]
    state = stood(state, "p1 discard Ts")
    assert isinstance(state, duizenden.Drawing)
    assert [place.opened for place in state.places] == [True, False]


def test_the_queen_on_the_pot_can_be_taken() -> None:
    state, _ = table("volwassen", hands={"p1": "Qs4d5d", "p2": "QhQd4s5s"}, melds=["p2 KcKdKh"])
    state = stood(state, "p1 discard Qs")
    assert "p2 pot QdQhQs" in legal(state)


def test_a_penalty_that_was_not_due_is_paid() -> None:
    state, _ = table(
        "volwassen", rules={"last_card_call": {"points": 50}}, hands={"p1": "4c9d", "p2": "KcKd"}, melds=["p1 4d5d6d"]
    )
    state = stood(state, "p1 discard 4c", "p1 last", "p1 last", "p2 draw", "p2 challenge p1", "p1 challenge p1")
    assert isinstance(state, duizenden.Melding)
    assert [place.penalty for place in state.places] == [100, 0]


def test_a_wrong_end_of_the_turn_passes_it_on() -> None:
    state, _ = table("volwassen", hands={"p1": "4c9d", "p2": "KcKd"})
    state = stood(state, "p1 end", "p2 draw")
    assert isinstance(state, duizenden.Melding)
    assert (state.turn, len(state.hands[0])) == (1, 2)


# -- how matches go on

RULES: Final = {
    **PRESETS,
    "two": evolve(PRESETS["volwassen"], players=2, out_unopened=True, out_in_opening_turn=True, last_card_call=Draws()),
    "original": evolve(PRESETS["volwassen"], low_ace=False, last_card_call=Points(points=50), swap_limit=1),
    "strict": evolve(
        PRESETS["modern"],
        low_ace=False,
        exchange="none",
        melds_from_circuit=2,
        out_in_first_circuit=False,
        empty_stock="end_round",
    ),
}


def check_table(state: duizenden.State) -> None:
    """What can be asked of any state: where the cards are, what is legal, what a seat sees."""
    rules = state.match.rules
    assert sum(duizenden.places(state).values(), Cards()) == duizenden.deck(rules)
    duizenden.score(state)
    duizenden.actors(state)
    for seat in (None, *range(rules.players)):
        duizenden.view(state, seat)
    for action in islice(duizenden.legal_actions(state), 100):
        assert duizenden.violations(state, action) == ()
        assert duizenden.apply(state, action) == stand(state, action)


def those_that_stand(state: duizenden.State, rng: random.Random) -> dict[str, list[duizenden.State]]:
    """By rule, the states after illegal actions that stand; and whether the listing is whole."""
    legal = [*islice(duizenden.legal_actions(state), 200)]
    listed = {plain(state, action) for action in legal}
    found: dict[str, list[duizenden.State]] = {}
    actions: Sequence[Action] = player_actions(state, rng).actions
    for action in rng.sample(actions, min(len(actions), 400)):
        broken = duizenden.violations(state, action)
        if not broken:
            assert len(legal) == 200 or plain(state, action) in listed
            continue
        try:
            after = stand(state, action)
        except IllegalAction as error:
            assert error.violations == broken
            continue
        for violation in broken:
            found.setdefault(violation.rule, []).append(after)
    return found


def go_on(rules: Rules, seed: int, most: int, seen: Counter[str]) -> duizenden.State:
    """A match in which much is wrong and stands."""
    rng = random.Random(seed)
    state: duizenden.State = duizenden.start(rules, 0)
    for _ in range(most):
        if isinstance(state, duizenden.Over):
            break
        if isinstance(state, duizenden.Dealing | duizenden.Reshuffling):
            state = stand(state, duizenden.shuffle(state, rng))
            continue
        some = next(iter(duizenden.legal_actions(state)), None)
        if some is None or rng.random() < 0.3:
            check_table(state)
            found = those_that_stand(state, rng)
            # there may be no legal end of the turn, but the turn can be ended
            assert found or some is not None
            if found:
                rule = rng.choice(sorted(found))
                seen[rule] += 1
                state = rng.choice(found[rule])
                continue
        state = duizenden.apply(state, choose(state, rng))
    return state


def test_matches_go_on_whatever_stands() -> None:
    seen: Counter[str] = Counter()
    rounds = 0
    for seed, rules in enumerate(RULES.values()):
        rounds += go_on(rules, seed, 150, seen).match.deals
    assert rounds > 4
    assert len(seen) > 8, seen
