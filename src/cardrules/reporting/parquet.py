"""Parquet: a row for each record in typed columns, for DuckDB, Polars, pandas and the like.

A row group is written when its rows, or what they tell, are many, and a row lists a bounded number
of wrong totals: so memory grows neither with the number of reports nor with what is in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import islice
from types import ModuleType
from typing import IO, Any, Final

from cardrules.report import Report
from cardrules.text import seat_text
from cardrules.verdict import Violation
from cardrules.wording import check_lang

ROWS: Final = 2**14
"""How many rows a row group has at most."""

BYTES: Final = 2**24
"""At how many bytes in memory, about, a row group is full."""

LISTED: Final = 2**16
"""How many wrong totals of a record are listed."""

_ROW: Final = 1000
_ERROR: Final = 200
"""About how many bytes a row without its texts takes in memory, and a wrong total."""


def write_parquet(reports: Iterable[Report], file: IO[bytes], lang: str) -> None:
    """Writes a Parquet file.

    A whole number that needs more than 64 bits is null, and `oversized` is true in its row. Half of
    a surrogate pair, which UTF-8 cannot hold, is written as its escape. `wrong_totals` counts the
    score errors, of which `score_errors` lists the first `LISTED`.

    Raises ModuleNotFoundError where pyarrow is not installed.
    """
    check_lang(lang)
    arrow = _arrow()
    group = _Group(_schema(arrow))
    with arrow.parquet.ParquetWriter(file, group.schema, compression="zstd") as writer:
        try:
            for report in reports:
                group.add(report, lang)
                if group.is_full():
                    writer.write_batch(group.batch(arrow))
                    group = _Group(group.schema)
        finally:
            if group.rows:
                writer.write_batch(group.batch(arrow))


def _arrow() -> ModuleType:
    """The package pyarrow, which has no types and is slow to load, with its module for Parquet."""
    try:
        arrow = import_module("pyarrow")
        import_module("pyarrow.parquet")
    except ModuleNotFoundError as error:
        message = 'Parquet needs a package that is not installed: pip install "cardrules[parquet]"'
        raise ModuleNotFoundError(message, name=error.name) from None
    return arrow


def _schema(arrow: ModuleType) -> Any:
    """The columns: the fields of a report as JSON, and what is quicker to ask for on its own."""
    text, number, truth, many, struct = arrow.string(), arrow.int64(), arrow.bool_(), arrow.list_, arrow.struct
    violation = struct([("rule", text), ("message", text)])
    stood = struct([("at", number), ("action", text), ("violations", many(violation))])
    error = struct([("deal", number), ("player", text), ("claimed", number), ("actual", number)])
    return arrow.schema(
        [
            ("source", text),
            ("record", number),
            ("game", text),
            ("verdict", text),
            ("at", number),
            ("action", text),
            ("rules", many(text)),
            ("violations", many(violation)),
            ("wrong_totals", number),
            ("score_errors", many(error)),
            ("actions", number),
            ("complete", truth),
            ("totals", many(number)),
            ("winners", many(text)),
            ("stood", many(stood)),
            ("message", text),
            ("oversized", truth),
        ]
    )


class _Group:
    """The rows of one row group, as far as there are any."""

    def __init__(self, schema: Any) -> None:
        self.schema: Final = schema
        self._columns: Final[dict[str, list[object]]] = {name: [] for name in schema.names}
        self.rows = 0
        self._bytes = 0

    def add(self, report: Report, lang: str) -> None:
        """Adds the row of a report."""
        number = _Numbers()
        violations = _told(report.violations, lang)
        stood = [(number(each.at), _text(each.action), _told(each.violations, lang)) for each in report.stood or ()]
        errors = [
            (number(error.deal), seat_text(error.seat), number(error.claimed), number(error.actual))
            for error in islice(report.score_errors, LISTED)
        ]
        row: dict[str, object] = {
            "source": _text(report.source),
            "record": number(report.record),
            "game": _text(report.game),
            "verdict": report.verdict,
            "at": number(report.at),
            "action": _text(report.action),
            "rules": [rule for rule, _ in violations],
            "violations": violations,
            "wrong_totals": len(report.score_errors),
            "score_errors": errors,
            "actions": number(report.actions),
            "complete": report.complete,
            "totals": [number(total) for total in report.totals],
            "winners": [seat_text(seat) for seat in report.winners],
            "stood": stood,
            "message": _text(report.message),
        }
        row["oversized"] = number.oversized
        for name, values in self._columns.items():
            values.append(row[name])
        self.rows += 1
        told = [*row.values(), *[text for broken in violations for text in broken]]
        told += [text for _, action, broken in stood for text in (action, *[part for each in broken for part in each])]
        self._bytes += (
            _ROW + _ERROR * (len(errors) + len(stood)) + sum([len(text) for text in told if isinstance(text, str)])
        )

    def is_full(self) -> bool:
        """Whether the group is to be written."""
        return self.rows >= ROWS or self._bytes >= BYTES

    def batch(self, arrow: ModuleType) -> Any:
        """The rows as a record batch."""
        columns = zip(self._columns.values(), self.schema, strict=True)
        arrays = [arrow.array(values, column.type) for values, column in columns]
        return arrow.RecordBatch.from_arrays(arrays, schema=self.schema)


class _Numbers:
    """Numbers as 64 bits hold them, none for any other; and whether there was such a one."""

    def __init__(self) -> None:
        self.oversized = False

    def __call__(self, number: int | None) -> int | None:
        if number is None or -(2**63) <= number < 2**63:
            return number
        self.oversized = True
        return None


def _told(violations: Sequence[Violation], lang: str) -> list[tuple[str | None, str | None]]:
    return [(_text(broken.rule), _text(broken.explain(lang))) for broken in violations]


def _text(text: str | None) -> str | None:
    """A text that UTF-8 can hold."""
    return text if text is None or text.isascii() else text.encode("utf-8", "backslashreplace").decode("utf-8")
