"""What the small cases of Duizenden leave open: what players are told, and answers that no case asks for."""

from __future__ import annotations

import pytest

from cardrules import duizenden
from casetable import Outcome
from says import line, told
from test_duizenden_cases import RUNS, TABLE, Case, filled, play, rules_of

TOLD = told("duizenden")
BROKEN = [pytest.param(case, preset, id=f"{case.name} ({preset})") for case, preset in RUNS if case.breaks]


@pytest.mark.parametrize(("case", "preset"), BROKEN)
def test_what_players_are_told(case: Case, preset: str) -> None:
    outcome = play(case, preset, case.rules)
    assert isinstance(outcome, Outcome)
    assert outcome.at is not None
    action = duizenden.parse_action(filled(TABLE.texts(case)[outcome.at], rules_of(preset, case.rules)))
    said = [broken.explain() for broken in duizenden.violations(outcome.state, action)]
    assert said == TOLD.get(f"{case.name} ({preset})", TOLD.get(case.name)), line(case.name, said)


def test_nothing_is_told_without_a_case() -> None:
    cases = [(case.name, preset) for case, preset in RUNS if case.breaks]
    assert TOLD.keys() <= {name for name, _ in cases} | {f"{name} ({preset})" for name, preset in cases}
