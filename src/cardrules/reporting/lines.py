"""JSON Lines: each report as one line of JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO

from cardrules.report import Report


def write_json(reports: Iterable[Report], file: IO[bytes], lang: str) -> None:
    """Writes each report as `Report.to_json` says, on a line of ASCII with a line feed at its end."""
    for report in reports:
        for piece in report.json_pieces(lang):
            file.write(piece.encode("ascii"))
        file.write(b"\n")
