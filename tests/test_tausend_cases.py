"""The small cases of `cases/tausend.toml`, which card players can read; its head tells what a case is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from attrs import frozen

from cardrules import rulebook, tausend
from cardrules.cards import Card, Cards
from cardrules.scoresheet import ScoreLine
from cardrules.tausend.state import Match, Standing

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

FLAGS: Final = tuple(
    [(rule.id, flag) for rule in rulebook.load("cardrules.tausend").rules.values() for flag in rule.flags]
)
"""Each rule with each flag that its entry in the rulebook says changes it."""


def rule_ids() -> tuple[str, ...]:
    """All rules of the game, from its rulebook."""
    return tuple(rulebook.load("cardrules.tausend").rules)


# -- the table


@frozen(kw_only=True)
class Case:
    """One case, with the fields that the head of the table describes."""

    name: str
    rule: str
    rules: Mapping[str, Any] = {}
    dealer: str = "p3"
    before: Mapping[str, str] = {}
    after: str | None = None
    actions: Sequence[str] = ()
    breaks: Sequence[str] | None = None
    totals: Sequence[int] | None = None
    lines: Sequence[str] = ()
    no_lines: Sequence[str] = ()
    winners: Sequence[str] | None = None
    next: Sequence[str] = ()
    never: Sequence[str] = ()
    sees: Sequence[str] = ()
    hides: Sequence[str] = ()
    applies: bool = True
    flag: str | None = None
    other: Any = None

    @property
    def judges(self) -> bool:
        """Whether the case says anything about what must come out."""
        return self.breaks is not None or self.says_how_it_ends or bool(self.sees or self.hides)

    @property
    def says_how_it_ends(self) -> bool:
        """Whether it says what the score or the next actions are."""
        told = self.lines or self.no_lines or self.next or self.never
        return bool(told) or self.totals is not None or self.winners is not None

    @property
    def texts(self) -> list[str]:
        """All its actions."""
        return [*([] if self.after is None else written_out([f"({self.after})"])), *written_out(self.actions)]


TABLE: Final = tomllib.loads(Path(__file__).with_name("cases").joinpath("tausend.toml").read_text("utf-8"))
BEGIN: Final[Mapping[str, Sequence[str]]] = TABLE["begin"]
CASES: Final = [Case(**entry) for entry in TABLE["case"]]


def written_out(lines: Sequence[str]) -> list[str]:
    """The actions of lines such as `p2 pass, p3 pass` and `(golden deal)`."""
    texts = []
    for line in lines:
        named = re.fullmatch(r"\((.*)\)", line)
        texts += written_out(BEGIN[named[1]]) if named else line.split(", ")
    return texts


# -- playing a case


@frozen
class Outcome:
    """How a case ends: the state, and where an action was illegal its index and the rules it breaks."""

    state: tausend.State
    at: int | None = None
    broken: tuple[str, ...] = ()

    @property
    def visible(self) -> tuple[object, ...]:
        """What players would notice."""
        score = tausend.score(self.state)
        actions = [str(action) for action in tausend.legal_actions(self.state)]
        return self.at, self.broken, type(self.state), score.totals, score.winners, last_lines(self.state), actions


def rules_of(config: Mapping[str, Any]) -> tausend.Rules:
    fields = dict(config)
    if "barrel" in fields:
        fields["barrel"] = tausend.Barrel(**fields["barrel"])
    return tausend.Rules(**fields)


def with_flag(config: Mapping[str, Any], flag: str, value: object) -> dict[str, Any]:
    """The config with another value of a flag, which may be dotted; None stands for the standard one."""
    name, _, rest = flag.partition(".")
    changed = {key: entry for key, entry in config.items() if key != name}
    if rest:
        changed[name] = with_flag(config.get(name, {}), rest, value)
    elif value is not None:
        changed[name] = value
    return changed


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


def seat_of(text: str) -> int:
    return ("p1", "p2", "p3", "p4").index(text)


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
    state = beginning(case, rules)
    for at, text in enumerate(case.texts):
        action = tausend.parse_action(text)
        broken = tuple(sorted([violation.rule for violation in tausend.violations(state, action)]))
        listed = action in tausend.legal_actions(state)
        assert listed == (not broken and not isinstance(action, tausend.Deal)), f"{text}: the listing disagrees"
        if broken:
            return Outcome(state, at, broken)
        state = tausend.apply(state, action)
    return Outcome(state)


def allowed(state: tausend.State, text: str) -> bool:
    return tausend.is_legal(state, tausend.parse_action(text))


def last_lines(state: tausend.State) -> list[str]:
    """The lines of the last scored deal: `p1 +150 tausend.score.declarer`, `p1 0 tausend.win`."""
    sheet = tausend.score(state).sheet
    return [
        f"p{line.seat + 1} {format(line.points, '+d') if line.points else '0'} {line.rule}"
        for line in sheet
        if line.deal == sheet[-1].deal
    ]


def brought(line: str, absent: str) -> bool:
    """Whether a line is of the rule, or the seat and the rule, of a text such as `p2 tausend.null`."""
    seat, _, rule = line.split(" ")
    return absent in (rule, f"{seat} {rule}")


def cards_in(value: object) -> Iterator[Card]:
    """Every card that can be reached from a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Cards | tuple | list):
        for item in value:
            yield from cards_in(item)
    elif isinstance(value, Mapping):
        yield from cards_in(list(value.items()))
    elif attrs.has(kind := type(value)):
        for field in attrs.fields(kind):
            yield from cards_in(getattr(value, field.name))


def seen(state: tausend.State, text: str) -> bool:
    """Whether the watcher of a text such as `p2 Td` or `spectator Td` sees the card."""
    watcher, card = text.split(" ")
    view = tausend.view(state, None if watcher == "spectator" else seat_of(watcher))
    return Card.parse(card) in set(cards_in(view))


# -- the tests


@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.rule}: {case.name}") for case in CASES])
def test_case(case: Case) -> None:
    outcome = play(case, rules_of(case.rules))
    if case.breaks:
        assert (outcome.at, outcome.broken) == (len(case.texts) - 1, tuple(sorted(case.breaks)))
    else:
        assert outcome.at is None, f"{case.texts[outcome.at]} breaks {outcome.broken}"
        check_end(case, outcome.state)
    if case.flag is not None:
        other = rules_of(with_flag(case.rules, case.flag, case.other))
        assert other != rules_of(case.rules)
        assert play(case, other).visible != outcome.visible, f"{case.flag} changes nothing"


def check_end(case: Case, state: tausend.State) -> None:
    score = tausend.score(state)
    if case.totals is not None:
        assert list(score.totals) == case.totals
    if case.winners is not None:
        assert [f"p{seat + 1}" for seat in score.winners] == case.winners
    lines = last_lines(state)
    assert [line for line in case.lines if line not in lines] == [], lines
    assert [absent for absent in case.no_lines if any([brought(line, absent) for line in lines])] == [], lines
    assert [text for text in written_out(case.next) if not allowed(state, text)] == []
    assert [text for text in written_out(case.never) if allowed(state, text)] == []
    assert [text for text in case.sees if not seen(state, text)] == []
    assert [text for text in case.hides if seen(state, text)] == []


def test_every_case_says_what_must_come_out() -> None:
    assert [case.name for case in CASES if not case.judges] == []
    assert [case.name for case in CASES if case.breaks and (case.says_how_it_ends or case.sees or case.hides)] == []
    names = [case.name for case in CASES]
    assert [name for name in names if names.count(name) > 1] == []


def test_every_beginning_is_used() -> None:
    lists = [*BEGIN.values()]
    for case in CASES:
        lists += [case.actions, case.next, case.never, [f"({case.after})"]]
    used = {line for lines in lists for line in lines}
    assert [name for name in BEGIN if f"({name})" not in used] == []


def test_the_cases_name_rules_of_the_rulebook() -> None:
    named = {case.rule for case in CASES}.union(*[case.breaks or [] for case in CASES])
    named |= {line.split(" ")[-1] for case in CASES for line in [*case.lines, *case.no_lines]}
    assert named <= set(rule_ids())
    assert set(rule_ids()) >= CONSEQUENCES


@pytest.mark.parametrize("rule", rule_ids())
def test_every_rule_is_shown_both_ways(rule: str) -> None:
    about = [case for case in CASES if case.rule == rule]
    if rule in CONSEQUENCES:
        assert {case.applies for case in about} == {True, False}
        assert not [case for case in CASES if rule in (case.breaks or [])]
    else:
        assert all([case.applies for case in about])
        assert [case for case in about if not case.breaks], "no case lets the legal thing pass"
        assert [case for case in about if rule in (case.breaks or [])], "no case stops the illegal thing"


@pytest.mark.parametrize(("rule", "flag"), FLAGS)
def test_every_flag_is_shown_at_work(rule: str, flag: str) -> None:
    assert [case for case in CASES if (case.rule, case.flag) == (rule, flag)]
