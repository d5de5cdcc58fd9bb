"""Tables of small cases that card players can read, and what they have in common whatever the game.

The head of each table, `cases/GAME.toml`, tells what a case of that game is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import attrs
from attrs import frozen

from cardrules.cards import Card, Cards
from cardrules.registry import Game
from cardrules.rulebook import Rulebook

# -- a case


@frozen(kw_only=True)
class Case:
    """The fields that a case of any game can have; the head of the table describes them."""

    name: str
    rule: str
    rules: Mapping[str, Any] = {}
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
    def before_actions(self) -> Sequence[str]:
        """The lines of actions that go before `actions`."""
        return ()


C = TypeVar("C", bound=Case)


@frozen
class Outcome:
    """How a case ends: the state, and where an action was illegal its index and the rules it breaks."""

    state: Any
    at: int | None = None
    broken: tuple[str, ...] = ()


# -- a table


class Table(Generic[C]):
    """The cases of a game, and the beginnings that they name."""

    def __init__(self, game: Game[Any, Any, Any, Any], kind: type[C]) -> None:
        text = Path(__file__).with_name("cases").joinpath(f"{game.name}.toml").read_text("utf-8")
        data = tomllib.loads(text)
        self.game: Final = game
        self.begin: Final[Mapping[str, Sequence[str]]] = data.get("begin", {})
        self.cases: Final[Sequence[C]] = [kind(**entry) for entry in data["case"]]

    def written_out(self, lines: Sequence[str]) -> list[str]:
        """The actions of lines such as `p2 pass, p3 pass` and `(golden deal)`."""
        texts = []
        for line in lines:
            named = re.fullmatch(r"\((.*)\)", line)
            texts += self.written_out(self.begin[named[1]]) if named else line.split(", ")
        return texts

    def texts(self, case: C) -> list[str]:
        """All actions of a case."""
        return self.written_out([*case.before_actions, *case.actions])

    # -- playing

    def play(self, state: Any, texts: Sequence[str]) -> Outcome:
        """The actions from a state on, up to the first illegal one."""
        game = self.game
        for at, text in enumerate(texts):
            action = game.parse_action(text)
            broken = tuple(sorted([violation.rule for violation in game.violations(state, action)]))
            # a chance action is never listed
            assert self.listed(state, action) == (not broken and bool(game.actors(state))), (
                f"{text}: the listing disagrees"
            )
            if broken:
                return Outcome(state, at, broken)
            state = game.apply(state, action)
        return Outcome(state)

    def listed(self, state: Any, action: Any) -> bool:
        """Whether an action is among the legal ones."""
        return action in self.game.legal_actions(state)

    def visible(self, outcome: Outcome) -> tuple[object, ...]:
        """What players would notice of an outcome."""
        state = outcome.state
        score = self.game.score(state)
        actions = [str(action) for action in self.game.legal_actions(state)]
        return outcome.at, outcome.broken, type(state), score.totals, score.winners, self.last_lines(state), actions

    # -- looking at a state

    def allowed(self, state: Any, text: str) -> bool:
        """Whether an action is legal."""
        return self.game.is_legal(state, self.game.parse_action(text))

    def last_lines(self, state: Any) -> list[str]:
        """The lines of the last scored deal: `p1 +150 tausend.score.declarer`, `p1 0 tausend.win`."""
        sheet = self.game.score(state).sheet
        return [
            f"p{line.seat + 1} {format(line.points, '+d') if line.points else '0'} {line.rule}"
            for line in sheet
            if line.deal == sheet[-1].deal
        ]

    def seen(self, state: Any, text: str) -> bool:
        """Whether the watcher of a text such as `p2 Td` or `spectator Td` sees the card."""
        watcher, card = text.split(" ")
        view = self.game.view(state, None if watcher == "spectator" else seat_of(watcher))
        return Card.parse(card) in set(cards_in(view))

    def check(self, case: C, outcome: Outcome) -> None:
        """Whether a case has come out as it says."""
        texts = self.texts(case)
        if case.breaks:
            assert (outcome.at, outcome.broken) == (len(texts) - 1, tuple(sorted(case.breaks)))
        else:
            assert outcome.at is None, f"{texts[outcome.at]} breaks {outcome.broken}"
            self.check_end(case, outcome.state)

    def check_end(self, case: C, state: Any) -> None:
        """Whether the state at the end of a case is as the case says."""
        score = self.game.score(state)
        if case.totals is not None:
            assert list(score.totals) == case.totals
        if case.winners is not None:
            assert [f"p{seat + 1}" for seat in score.winners] == case.winners
        lines = self.last_lines(state)
        assert [line for line in case.lines if line not in lines] == [], lines
        assert [absent for absent in case.no_lines if any([brought(line, absent) for line in lines])] == [], lines
        assert [text for text in self.written_out(case.next) if not self.allowed(state, text)] == []
        assert [text for text in self.written_out(case.never) if self.allowed(state, text)] == []
        assert [text for text in case.sees if not self.seen(state, text)] == []
        assert [text for text in case.hides if self.seen(state, text)] == []

    # -- the table as a whole

    def check_verdicts(self) -> None:
        """Whether every case says what must come out, and no two have one name."""
        cases = self.cases
        assert [case.name for case in cases if not case.judges] == []
        assert [case.name for case in cases if case.breaks and (case.says_how_it_ends or case.sees or case.hides)] == []
        names = [case.name for case in cases]
        assert [name for name in names if names.count(name) > 1] == []

    def unused_beginnings(self) -> list[str]:
        """The beginnings that neither a case nor another beginning names."""
        lists = [*self.begin.values()]
        for case in self.cases:
            lists += [case.actions, case.next, case.never, case.before_actions]
        used = {line for lines in lists for line in lines}
        return [name for name in self.begin if f"({name})" not in used]

    def rules_named(self) -> set[str]:
        """Every rule that a case names."""
        named = {case.rule for case in self.cases}.union(*[case.breaks or [] for case in self.cases])
        return named | {line.split(" ")[-1] for case in self.cases for line in [*case.lines, *case.no_lines]}

    def check_both_ways(self, rule: str, consequences: frozenset[str]) -> None:
        """Whether a rule is shown both ways: legal and illegal; for one that no action can break,
        where it comes into play and where it does not."""
        about = [case for case in self.cases if case.rule == rule]
        if rule in consequences:
            assert {case.applies for case in about} == {True, False}
            assert not [case for case in self.cases if rule in (case.breaks or [])]
        else:
            assert all([case.applies for case in about])
            assert [case for case in about if not case.breaks], "no case lets the legal thing pass"
            assert [case for case in about if rule in (case.breaks or [])], "no case stops the illegal thing"


# -- helpers


def flags_of(book: Rulebook) -> list[tuple[str, str]]:
    """Each rule with each flag that its entry in the rulebook says changes it."""
    return [(rule.id, flag) for rule in book.rules.values() for flag in rule.flags]


def with_flag(config: Mapping[str, Any], flag: str, value: object) -> dict[str, Any]:
    """The config with another value of a flag, which may be dotted; None stands for the standard one."""
    name, _, rest = flag.partition(".")
    changed = {key: entry for key, entry in config.items() if key != name}
    if rest:
        changed[name] = with_flag(config.get(name, {}), rest, value)
    elif value is not None:
        changed[name] = value
    return changed


def seat_of(text: str) -> int:
    """The seat of a text such as `p1`."""
    return [f"p{seat}" for seat in range(1, 9)].index(text)


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
