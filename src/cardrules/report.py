"""The report on a recorded match: its verdict, and what is wrong with it."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from operator import eq
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from attrs import field, frozen

from cardrules.text import seat_text
from cardrules.verdict import Violation

if TYPE_CHECKING:
    from cardrules.wire import JSON

Verdict: TypeAlias = Literal["legal", "illegal", "misscored", "malformed", "stood"]
"""A record is never `stood`: that is for notes (see `cardrules.notes`)."""


@frozen
class ScoreError:
    """A total that was written down wrong: after scored deal `deal` (from 0) the record claims
    `claimed` points for `seat`; `actual` is right, or None where no such deal was scored."""

    deal: int
    seat: int
    claimed: int
    actual: int | None

    def to_json(self) -> dict[str, JSON]:
        """The JSON object of the error."""
        return {"deal": self.deal, "player": seat_text(self.seat), "claimed": self.claimed, "actual": self.actual}


class ScoreErrors(Sequence[ScoreError]):
    """The totals of a record that were written down wrong, in order; equal to any tuple that lists
    the same.

    A record may hold millions of them, so an error is made when it is asked for.
    """

    __slots__ = ("_actual", "_claimed", "_places")

    def __init__(
        self, claimed: Sequence[tuple[int, ...]], actual: Sequence[tuple[int, ...]], places: array[int]
    ) -> None:
        """The totals `claimed` and `actual` after each deal; where among all that are claimed the
        wrong ones stand."""
        self._claimed = claimed
        self._actual = actual
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> ScoreError: ...
    @overload
    def __getitem__(self, index: slice) -> ScoreErrors: ...
    def __getitem__(self, index: int | slice) -> ScoreError | ScoreErrors:
        if isinstance(index, slice):
            return ScoreErrors(self._claimed, self._actual, self._places[index])
        return self._error(self._places[index])

    def __iter__(self) -> Iterator[ScoreError]:
        return map(self._error, self._places)

    def __eq__(self, other: object) -> bool:
        # there is no hash: one that agrees with a tuple's would take a tuple of all errors
        if not isinstance(other, ScoreErrors | tuple):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __repr__(self) -> str:
        return f"<{len(self)} score errors>"

    def _error(self, place: int) -> ScoreError:
        deal, seat = divmod(place, len(self._claimed[0]))
        actual = self._actual[deal][seat] if deal < len(self._actual) else None
        return ScoreError(deal, seat, self._claimed[deal][seat], actual)


@frozen
class Stood:
    """An action of notes that is marked as one that the table let stand: its index (from 0), its
    text, and the rules that it breaks."""

    at: int
    action: str
    violations: tuple[Violation, ...]

    def to_json(self, lang: str) -> dict[str, JSON]:
        """Its JSON object."""
        return {"at": self.at, "action": self.action, "violations": _reasons(self.violations, lang)}


@frozen
class Report:
    """The verdict on a record. See `to_json` for the contract; `at` counts actions from 0. `stood` is
    of notes, and None where the report is on a record."""

    source: str
    record: int
    game: str | None
    verdict: Verdict
    at: int | None = None
    action: str | None = None
    violations: tuple[Violation, ...] = ()
    score_errors: Sequence[ScoreError] = field(default=(), hash=False)
    actions: int = 0
    complete: bool = False
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    message: str | None = None
    stood: tuple[Stood, ...] | None = None

    def to_json(self, lang: str = "en") -> dict[str, JSON]:
        """The JSON object of the report, its messages in "en", "nl" or "de".

        It holds an object for each wrong total: where a stranger's record may have millions of
        them, `json_pieces` needs less memory.
        """
        data = self._to_json(lang)
        data["score_errors"] = [error.to_json() for error in self.score_errors]
        return data

    def json_pieces(self, lang: str = "en") -> Iterator[str]:
        """The text of `to_json` as JSON, in pieces, in memory that does not grow with the score errors."""
        data = self._to_json(lang)
        if not self.score_errors:  # as most have none, a program's time is not spent on pieces
            yield json.dumps(data)
            return
        before = "{"
        for name, value in data.items():
            yield f"{before}{json.dumps(name)}: "
            before = ", "
            if name != "score_errors":
                yield json.dumps(value)
                continue
            start = "["
            for error in self.score_errors:
                yield start + json.dumps(error.to_json())
                start = ", "
            yield "]"
        yield "}"

    def _to_json(self, lang: str) -> dict[str, JSON]:
        """The JSON object, as yet without the score errors."""
        data: dict[str, JSON] = {
            "source": self.source,
            "record": self.record,
            "game": self.game,
            "verdict": self.verdict,
            "at": self.at,
            "action": self.action,
            "violations": _reasons(self.violations, lang),
            "score_errors": [],
            "actions": self.actions,
            "complete": self.complete,
            "totals": [*self.totals],
            "winners": [seat_text(seat) for seat in self.winners],
        }
        if self.message is not None:
            data["message"] = self.message
        if self.stood is not None:
            data["stood"] = [each.to_json(lang) for each in self.stood]
        return data


def _reasons(violations: tuple[Violation, ...], lang: str) -> list[JSON]:
    return [{"rule": broken.rule, "message": broken.explain(lang)} for broken in violations]
