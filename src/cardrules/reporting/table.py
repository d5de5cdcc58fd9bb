"""CSV: a row for each record (RFC 4180, UTF-8), safe to open in a spreadsheet.

What a list holds is separated by spaces. A text has its control codes escaped, so that a row is a
line, and ends where a spreadsheet's cell does; one that a spreadsheet would run as a formula gets
an apostrophe before it. JSON Lines and Parquet have the texts as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import IO, Final

from cardrules.foreign import one_line, shortened
from cardrules.report import Report
from cardrules.reporting.reasons import reasons
from cardrules.text import seat_text

COLUMNS: Final = (
    "source",
    "record",
    "game",
    "verdict",
    "at",
    "action",
    "rules",
    "score_errors",
    "actions",
    "complete",
    "totals",
    "winners",
    "stood",
    "message",
)
"""The header: fields of a report, but for `rules`, the ids of its violations, `score_errors`, how
many there are, `stood`, how many actions of notes broke rules and stood, and `message`, the reasons
in words."""

CELL: Final = 32_767
"""How many characters the cell of a spreadsheet holds."""

_FORMULA: Final = re.compile("(^|;)(?=[\\s'\"]*[=+\\-@＝＋－＠])")
"""Where a formula could begin: at the start, behind blanks and quotes too, since some programs strip
them; and behind a semicolon, which separates cells where a comma is part of numbers."""


def write_csv(reports: Iterable[Report], file: IO[bytes], lang: str) -> None:
    """Writes the header and a row for each report."""
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    try:
        rows = csv.writer(text)
        rows.writerow(COLUMNS)
        for report in reports:
            rows.writerow(_row(report, lang))
    finally:
        text.detach()  # so that the file stays open


def _row(report: Report, lang: str) -> tuple[str | int | None, ...]:
    return (
        _cell(report.source),
        report.record,
        _cell(report.game),
        report.verdict,
        report.at,
        _cell(report.action),
        _cell(" ".join([broken.rule for broken in report.violations])),
        len(report.score_errors),
        report.actions,
        "true" if report.complete else "false",
        # with the seat in front it is no formula, whatever the first total
        " ".join([f"{seat_text(seat)}={total}" for seat, total in enumerate(report.totals)]),
        " ".join([seat_text(seat) for seat in report.winners]),
        sum([bool(each.violations) for each in report.stood or ()]),
        _cell("; ".join(reasons(report, lang))),
    )


def _cell(text: str | None) -> str | None:
    """A foreign text as a cell."""
    if not text:
        return text
    return shortened(_FORMULA.sub(r"\1'", one_line(text[: CELL + 1])), CELL)
