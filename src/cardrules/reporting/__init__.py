"""Reports for the tools that people already use: JSON Lines, CSV, JUnit XML, Parquet.

Each writer takes reports one at a time, so that it needs little memory however many there are, and
leaves a document that can be read when they end early or fail on the way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import IO, Final, TypeAlias

from cardrules.files import replacing
from cardrules.report import Report
from cardrules.reporting.junit import write_junit
from cardrules.reporting.lines import write_json
from cardrules.reporting.parquet import write_parquet
from cardrules.reporting.table import write_csv
from cardrules.wording import check_lang

__all__ = ["FORMATS", "Writer", "write"]

Writer: TypeAlias = Callable[[Iterable[Report], IO[bytes], str], None]
"""Writes reports to a file open for bytes, messages in a language; the file stays open."""

FORMATS: Final[Mapping[str, Writer]] = MappingProxyType(
    {"json": write_json, "csv": write_csv, "junit": write_junit, "parquet": write_parquet}
)
"""The writers by the name of their format."""


def write(
    reports: Iterable[Report], target: str | os.PathLike[str] | IO[bytes], form: str = "json", lang: str = "en"
) -> None:
    """Writes reports to a path or to a file open for bytes.

    form: one of `FORMATS`. lang: the language of the messages, "en", "nl" or "de". A path gets its
    new content when all of it is written; until then, and where anything fails, it has the old.

    Raises ValueError for an unknown format or language, ModuleNotFoundError where the format needs
    an extra that is not installed, OSError where the file cannot be written, and what `reports` raises.
    """
    if form not in FORMATS:
        raise ValueError(f"no reports in {form!r}: the formats are {', '.join(FORMATS)}")
    check_lang(lang)
    if isinstance(target, str | os.PathLike):
        with replacing(target) as file:
            FORMATS[form](reports, file, lang)
    else:
        FORMATS[form](reports, target, lang)
