"""What the small cases of Tausend leave open: what players are told, and answers that no case asks for."""

from __future__ import annotations

import pytest

from cardrules import tausend
from says import told
from test_tausend_cases import TABLE, Case, play, rules_of

TOLD = told("tausend")
BROKEN = [pytest.param(case, id=case.name) for case in TABLE.cases if case.breaks]


@pytest.mark.parametrize("case", BROKEN)
def test_what_players_are_told(case: Case) -> None:
    outcome = play(case, rules_of(case.rules))
    assert outcome.at is not None
    action = tausend.parse_action(TABLE.texts(case)[outcome.at])
    assert [broken.explain() for broken in tausend.violations(outcome.state, action)] == TOLD.get(case.name)


def test_nothing_is_told_without_a_case() -> None:
    assert TOLD.keys() == {case.name for case in TABLE.cases if case.breaks}
