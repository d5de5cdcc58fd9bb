"""JUnit XML: a test suite for each source and a test case for each record, as CI systems read it.

There is no one schema. This is what the strictest of the common readers asks for (junit-10.xsd of
the Jenkins plugin xUnit): each suite starts with its counts. So the cases of a suite wait in a
temporary file until their source has ended.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import attrgetter
from tempfile import SpooledTemporaryFile
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Final

from cardrules.foreign import harmless, one_line, shortened
from cardrules.report import Report
from cardrules.reporting.reasons import reasons
from cardrules.wording import check_lang

if TYPE_CHECKING:
    from xml.sax.saxutils import XMLGenerator

_OUTCOMES: Final[Mapping[str, str]] = MappingProxyType(
    {"illegal": "failure", "misscored": "failure", "stood": "failure", "malformed": "error"}
)
"""The element that tells of a verdict; there is none where the record is legal."""

_TIME: Final = {"time": "0"}
"""Some readers show the time that a test took, and no number where there is none."""

IN_MEMORY: Final = 2**20
"""How many bytes of a suite are held in memory before they go to disk."""

LONGEST: Final = 2000
"""How long the text on a record is at most, a line."""


def write_junit(reports: Iterable[Report], file: IO[bytes], lang: str) -> None:
    """Writes a document with a suite for the reports of each source, which stand together.

    A case fails with the rules and reasons; one that is malformed is an error. A case is named alike
    in every language, so that a CI system knows it again.
    """
    check_lang(lang)
    xml = _generator(file)
    xml.startDocument()
    _start(xml, "testsuites")
    try:
        for source, together in groupby(reports, attrgetter("source")):
            _suite(xml, file, one_line(shortened(source, LONGEST)), together, lang)
    finally:
        _end(xml, "testsuites")
        xml.endDocument()


def _suite(xml: XMLGenerator, file: IO[bytes], source: str, reports: Iterable[Report], lang: str) -> None:
    """Writes the suite of a source; where its reports fail on the way, with those that there were."""
    counts: Counter[str] = Counter()
    with SpooledTemporaryFile(IN_MEMORY) as cases:
        inner = _generator(cases)
        try:
            for report in reports:
                _case(inner, source, report, [*reasons(report, lang)])
                counts["tests"] += 1
                counts[_OUTCOMES.get(report.verdict, "")] += 1
        finally:
            _start(
                xml,
                "testsuite",
                name=source,
                tests=str(counts["tests"]),
                failures=str(counts["failure"]),
                errors=str(counts["error"]),
                **_TIME,
            )
            xml.ignorableWhitespace("\n")  # ends the tag
            cases.seek(0)
            shutil.copyfileobj(cases, file)
            _end(xml, "testsuite")


def _case(xml: XMLGenerator, source: str, report: Report, why: list[str]) -> None:
    attributes = {"classname": source, "name": f"record {report.record}", **_TIME}
    outcome = _OUTCOMES.get(report.verdict)
    _start(xml, "testcase", **attributes)
    if outcome is not None:
        # a reader that shows the text does not show the message
        _start(xml, outcome, type=report.verdict, message=shortened(why[0] if why else report.verdict))
        if report.action is not None:
            xml.characters(f"{report.at}: {harmless(report.action)}\n")
        for reason in why:
            xml.characters(shortened(reason, LONGEST) + "\n")
        _end(xml, outcome)
    _end(xml, "testcase")


def _generator(file: IO[bytes]) -> XMLGenerator:
    from xml.sax.saxutils import XMLGenerator  # slow to load, and seldom needed

    return XMLGenerator(file, "utf-8")


def _start(xml: XMLGenerator, tag: str, /, **attributes: str) -> None:
    from xml.sax.xmlreader import AttributesImpl

    xml.startElement(tag, AttributesImpl(attributes))


def _end(xml: XMLGenerator, tag: str) -> None:
    xml.endElement(tag)
    xml.ignorableWhitespace("\n")
