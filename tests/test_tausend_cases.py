"""The small cases of `cases/tausend.toml`, which card players can read; its head tells what a case is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest
from attrs import frozen

import casetable
from cardrules import rulebook, tausend
from cardrules.scoresheet import ScoreLine
from cardrules.tausend.game import GAME
from cardrules.tausend.state import Match, Standing
from casetable import Outcome, Table, flags_of, seat_of, with_flag

# no action can break these: they say what happens
CONSEQUENCES: Final = frozenset(
    f"tausend.{name}"
    for name in (
        "dealer",
        "redeal",
        "open",
        "bid.end",
        "poor-widow",
        "surrender",
        "trick.winner",
        "marriage.trump",
        "score.declarer",
        "score.defender",
        "score.surrender",
        "barrel.defender",
        "null",
        "win",
        "win.tie",
        "barrel.enter",
        "barrel.win",
        "barrel.lose",
        "barrel.fall",
        "555",
        "barrel.many",
    )
)

BOOK: Final = rulebook.load("cardrules.tausend")


@frozen(kw_only=True)
class Case(casetable.Case):
    """One case, with the fields that the head of the table describes."""

    dealer: str = "p3"
    before: Mapping[str, str] = {}
    after: str | None = None

    @property
    def before_actions(self) -> Sequence[str]:
        return [] if self.after is None else [f"({self.after})"]


TABLE: Final = Table(GAME, Case)


# -- playing a case


def rules_of(config: Mapping[str, Any]) -> tausend.Rules:
    fields = dict(config)
    if "barrel" in fields:
        fields["barrel"] = tausend.Barrel(**fields["barrel"])
    return tausend.Rules(**fields)


STANDING: Final = re.compile(
    r"(?P<total>-?\d+|on the barrel)"
    r"(, (?P<deals>\d) deals?)?(, (?P<strokes>\d) strokes?)?(, (?P<surrenders>\d) surrenders?)?"
)


def standing_of(text: str, rules: tausend.Rules) -> Standing:
    found = STANDING.fullmatch(text)
    assert found, f"{text!r} is no standing"
    on_barrel = found["total"] == "on the barrel"
    surrenders = int(found["surrenders"] or 0)
    if rules.surrender_cost == "every_third":
        surrenders %= 3
    assert on_barrel or found["deals"] is None, f"{text!r}: deals are counted on the barrel"
    return Standing(
        total=rules.barrel.at if on_barrel else int(found["total"]),
        barrel=int(found["deals"] or 0) if on_barrel else None,
        strokes=int(found["strokes"] or 0),
        surrenders=surrenders,
    )


def beginning(case: Case, rules: tausend.Rules) -> tausend.State:
    start = tausend.start(rules, seat_of(case.dealer))
    if not case.before:
        return start
    standings = tuple([standing_of(case.before.get(f"p{seat + 1}", "0"), rules) for seat in range(rules.players)])
    # one deal that has made the totals what they are
    sheet = tuple(
        [
            ScoreLine(0, seat, standing.total, "tausend.score.declarer")
            for seat, standing in enumerate(standings)
            if standing.total
        ]
    )
    return tausend.Dealing(Match(rules, start.match.dealer, 1, standings, sheet))


def play(case: Case, rules: tausend.Rules) -> Outcome:
    """The case under these rules, up to the first illegal action."""
    return TABLE.play(beginning(case, rules), TABLE.texts(case))


# -- the tests


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.rule}: {case.name}") for case in TABLE.cases])
def test_case(case: Case) -> None:
    outcome = play(case, rules_of(case.rules))
    TABLE.check(case, outcome)
    if case.flag is not None:
        other = rules_of(with_flag(case.rules, case.flag, case.other))
        assert other != rules_of(case.rules)
        assert TABLE.visible(play(case, other)) != TABLE.visible(outcome), f"{case.flag} changes nothing"


def test_every_case_says_what_must_come_out() -> None:
    TABLE.check_verdicts()


def test_every_beginning_is_used() -> None:
    assert TABLE.unused_beginnings() == []


def test_the_cases_name_rules_of_the_rulebook() -> None:
    assert TABLE.rules_named() <= set(BOOK.rules)
    assert set(BOOK.rules) >= CONSEQUENCES


@pytest.mark.parametrize("rule", BOOK.rules)
def test_every_rule_is_shown_both_ways(rule: str) -> None:
    TABLE.check_both_ways(rule, CONSEQUENCES)


@pytest.mark.parametrize(("rule", "flag"), flags_of(BOOK))
def test_every_flag_is_shown_at_work(rule: str, flag: str) -> None:
    assert [case for case in TABLE.cases if (case.rule, case.flag) == (rule, flag)]
