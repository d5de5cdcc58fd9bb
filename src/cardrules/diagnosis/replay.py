"""Where a record first goes wrong under a config, told as soon as it is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import Final

from attrs import evolve

from cardrules.clues import Fault
from cardrules.completion import WrongNote
from cardrules.notes import Completion, Notes, completed, steps_of
from cardrules.recorded import Record
from cardrules.registry import AnyAction, AnyGame, AnyRules, AnyState
from cardrules.scoresheet import ScoreLine
from cardrules.verdict import IllegalAction

AnyFault = Fault[AnyRules, AnyState, AnyAction]


class OutOfTime(Exception):  # caught where the search began, and never seen outside
    """The time for the search is over."""


class Timer:
    """A limit of time, in seconds from now."""

    def __init__(self, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self._clock: Final = clock
        self._end: Final = clock() + seconds

    def check(self) -> None:
        """Raises OutOfTime once the time is over."""
        if self._clock() >= self._end:
            raise OutOfTime


def first_fault(game: AnyGame, found: Record | Notes, rules: AnyRules, timer: Timer) -> AnyFault | None:
    """The first fault of a record under a config for as many players, None where it has none.

    Of notes the cards are worked out under that config; what stood is no fault where it can stand.
    Totals are looked at where chance acts, and at the end: a deal is scored before the next one.
    Raises OutOfTime, and MalformedInput where notes cannot be completed under their own rules.
    """
    completion = _completed(found, rules)
    record = completion.record
    totals = _Totals(record)
    state = game.start(rules, record.dealer)
    for at, (action, step) in enumerate(zip(record.actions, steps_of(game, completion), strict=True)):
        timer.check()
        if not hasattr(action, "seat"):
            wrong = totals.wrong(game.score(state).sheet)
            if wrong is not None:
                return Fault(rules, state, at, None, (), *wrong, record)
        try:
            state = step(state, action)
        except IllegalAction as error:
            wrong = totals.wrong(game.score(state).sheet)
            if wrong is not None:
                return Fault(rules, state, at, None, (), *wrong, record)
            return Fault(rules, state, at, action, error.violations, 0, (), None, record)
    wrong = totals.wrong(game.score(state).sheet) or totals.missing()
    return None if wrong is None else Fault(rules, state, len(record.actions), None, (), *wrong, record)


def _completed(found: Record | Notes, rules: AnyRules) -> Completion:
    """The record under a config. Where no cards explain notes under it, those under their own rules
    show why: the deck is another."""
    if isinstance(found, Record):
        return completed(found)
    try:
        return completed(evolve(found, rules=rules))
    except WrongNote:
        if rules == found.rules:
            raise
        return completed(found)


_Wrong = tuple[int, tuple[int, ...], tuple[int, ...] | None]
"""A scored deal, the totals that are claimed after it, the right ones."""


class _Totals:
    """The totals of a match as far as it was scored, beside those that the record claims."""

    def __init__(self, record: Record) -> None:
        self.claimed: Final = record.scores
        self.totals: Final = [0] * record.rules.players
        self.deals = self.lines = 0

    def wrong(self, sheet: Sequence[ScoreLine]) -> _Wrong | None:
        """The first wrong totals among those of the deals scored since the last time."""
        if len(sheet) == self.lines:
            return None
        wrong = None
        deal = sheet[self.lines].deal
        for line in sheet[self.lines :]:
            if line.deal > deal:
                wrong = wrong or self.scored()
                deal = line.deal
            self.totals[line.seat] += line.points
        self.lines = len(sheet)
        return wrong or self.scored()

    def scored(self) -> _Wrong | None:
        """Compares the totals after one more deal."""
        deal, right = self.deals, tuple(self.totals)
        self.deals += 1
        if deal < len(self.claimed) and self.claimed[deal] != right:
            return deal, self.claimed[deal], right
        return None

    def missing(self) -> _Wrong | None:
        """The first totals that are claimed after a deal that was never scored."""
        return (self.deals, self.claimed[self.deals], None) if self.deals < len(self.claimed) else None
