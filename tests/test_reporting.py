"""Reports as files: read back by other readers, whatever strangers wrote into them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import stat
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, overload
from xml.etree import ElementTree as ET

import duckdb
import pytest
from click.testing import CliRunner
from hypothesis import example, given
from hypothesis import strategies as st

from cardrules import Report, Violation, reporting
from cardrules.cli import command
from cardrules.foreign import shortened
from cardrules.records import ScoreError, Stood, read, validate
from cardrules.reporting import FORMATS
from cardrules.reporting.parquet import BYTES, LISTED, ROWS
from cardrules.reporting.reasons import LOOKED_AT
from cardrules.reporting.table import CELL, COLUMNS
from cardrules.wording import LANGS

ROOT: Final = Path(__file__).parent.parent
FAULTY: Final = ROOT / "examples" / "faulty.jsonl"

EACH_FORMAT: Final = pytest.mark.parametrize("form", FORMATS)
"""Every format."""


def judged(path: Path = FAULTY) -> list[Report]:
    return [found if isinstance(found, Report) else validate(found) for found in read(path)]


def written(form: str, reports: Iterable[Report], lang: str = "en") -> bytes:
    file = io.BytesIO()
    reporting.write(reports, file, form, lang)
    return file.getvalue()  # a closed one has none


# -- reports that a stranger could bring about

EVIL: Final = (
    "=1+1",
    "=cmd|'/c calc'!A1",
    "+1",
    "-1",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "\xa0=1",
    "\ufeff=1",
    "＝1",
    "'=1",
    '"=1',
    "a;=1",
    'a"; @x',
    "<failure/>",
    "]]>",
    "&lt;&#0;",
    "\x00\x1b[2J\x7f\x9b",
    "\ud800",
    "\ufffe\uffff",
    "a\u2028b\x85c",
    "\u202egnp.exe",
    "a,b\"c\r\nd'",
    "p1 play " + "K" * 40_000,
    "",
)

texts: Final = st.sampled_from(EVIL) | st.text(st.characters(exclude_categories=()), max_size=20)
counts: Final = st.integers(0, 10**6) | st.sampled_from((2**63 - 1, 2**63, 10**400))
numbers: Final = st.integers(-(10**6), 10**6) | st.sampled_from(
    (2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 10**400, -(10**400))
)
seats: Final = st.integers(0, 8)
violations: Final = st.sampled_from(
    [Violation.of("tausend.turn"), *[broken for report in judged() for broken in report.violations]]
) | st.builds(Violation, texts)
lists_of_violations: Final = st.lists(violations, max_size=3).map(tuple)
reports: Final = st.builds(
    Report,
    source=texts | st.just("a.jsonl"),
    record=counts,
    game=st.none() | st.sampled_from(("tausend", "duizenden")) | texts,
    verdict=st.sampled_from(("legal", "illegal", "misscored", "malformed", "stood")),
    at=st.none() | counts,
    action=st.none() | texts,
    violations=lists_of_violations,
    score_errors=st.lists(st.builds(ScoreError, counts, seats, numbers, st.none() | numbers), max_size=3).map(tuple),
    actions=counts,
    complete=st.booleans(),
    totals=st.lists(numbers, max_size=8).map(tuple),
    winners=st.lists(seats, max_size=2).map(tuple),
    message=st.none() | texts,
    stood=st.none() | st.lists(st.builds(Stood, counts, texts, lists_of_violations), max_size=3).map(tuple),
)
lists_of_reports: Final = st.lists(reports, max_size=4)

HOSTILE: Final = [
    Report(evil, number, evil, "illegal", 0, evil, (Violation(evil),), (ScoreError(0, 0, 10**400, None),), message=evil)
    for number, evil in enumerate(EVIL)
]


# -- JSON Lines


@given(lists_of_reports, st.sampled_from(LANGS))
def test_json_lines_are_the_reports_as_json(found: list[Report], lang: str) -> None:
    assert written("json", found, lang) == "".join([json.dumps(each.to_json(lang)) + "\n" for each in found]).encode()


@pytest.mark.parametrize("lang", LANGS)
def test_json_lines_are_what_the_command_prints(lang: str) -> None:
    printed = CliRunner().invoke(command, ["validate", "--format", "json", "--lang", lang, str(FAULTY)])
    assert written("json", judged(), lang) == printed.stdout_bytes


# -- what is written, to the letter

EACH: Final = (
    Report("a.jsonl", 0, "tausend", "legal", actions=80, complete=True, totals=(1000, -30, 55), winners=(0, 2)),
    Report(
        "a.jsonl",
        1,
        "tausend",
        "illegal",
        7,
        "p1 play ♥",
        (Violation.of("tausend.turn"), Violation("house.rule")),
        (ScoreError(0, 1, -5, 10), ScoreError(2, 0, 7, None)),
        9,
        totals=(0, 0, 0),
    ),
    Report("=b", 0, "solo", "misscored", score_errors=(ScoreError(0, 8, 1, 2),)),
    Report("=b", 1, None, "malformed", message='<no> "JSON" here'),
    Report(
        "=b",
        2,
        "solo",
        "stood",
        stood=(Stood(3, "p1 go stood", (Violation("house.rule"),)), Stood(4, "p2 go stood", ())),
    ),
)
"""A report with each verdict."""

CSV: Final = """\
source,record,game,verdict,at,action,rules,score_errors,actions,complete,totals,winners,stood,message
a.jsonl,0,tausend,legal,,,,0,80,true,p1=1000 p2=-30 p3=55,p1 p3,0,
a.jsonl,1,tausend,illegal,7,p1 play ♥,tausend.turn house.rule,2,9,false,p1=0 p2=0 p3=0,,0,\
"tausend.turn: tausend.turn; house.rule: house.rule; deal 1: p2 was written down with −5, but has 10; \
deal 3: p1 was written down with 7, but the match was not scored so far"
'=b,0,solo,misscored,,,,1,0,false,,,0,"deal 1: p9 was written down with 1, but has 2"
'=b,1,,malformed,,,,0,0,false,,,0,"<no> ""JSON"" here"
'=b,2,solo,stood,,,,0,0,false,,,1,3 p1 go stood: house.rule: house.rule
"""

JUNIT: Final = """\
<?xml version="1.0" encoding="utf-8"?>
<testsuites><testsuite name="a.jsonl" tests="2" failures="1" errors="0" time="0">
<testcase classname="a.jsonl" name="record 0" time="0"></testcase>
<testcase classname="a.jsonl" name="record 1" time="0">\
<failure type="illegal" message="tausend.turn: tausend.turn">7: p1 play ♥
tausend.turn: tausend.turn
house.rule: house.rule
deal 1: p2 was written down with −5, but has 10
deal 3: p1 was written down with 7, but the match was not scored so far
</failure>
</testcase>
</testsuite>
<testsuite name="=b" tests="3" failures="2" errors="1" time="0">
<testcase classname="=b" name="record 0" time="0">\
<failure type="misscored" message="deal 1: p9 was written down with 1, but has 2">\
deal 1: p9 was written down with 1, but has 2
</failure>
</testcase>
<testcase classname="=b" name="record 1" time="0">\
<error type="malformed" message='&lt;no&gt; "JSON" here'>&lt;no&gt; "JSON" here
</error>
</testcase>
<testcase classname="=b" name="record 2" time="0">\
<failure type="stood" message="3 p1 go stood: house.rule: house.rule">3 p1 go stood: house.rule: house.rule
</failure>
</testcase>
</testsuite>
</testsuites>
"""


@pytest.mark.parametrize(("form", "document"), [("csv", CSV.replace("\n", "\r\n")), ("junit", JUNIT)])
def test_a_document_to_the_letter(form: str, document: str) -> None:
    assert written(form, EACH).decode("utf-8") == document


def test_a_verdict_without_reasons_is_its_own_message() -> None:
    ((case,),) = suites(written("junit", [Report("a", 0, None, "malformed")]))
    assert case[0].attrib == {"type": "malformed", "message": "malformed"}


@pytest.mark.parametrize("most", [20, 200])
def test_a_long_text_is_cut(most: int) -> None:
    assert shortened("x" * most, most) == "x" * most
    assert shortened("x" * (most + 1), most) == "x" * (most - 1) + "…"


def test_how_long_texts_are() -> None:
    exact, longer = [Report("s" * size, 0, None, "malformed", 0, "a" * size) for size in (CELL, CELL + 1)]
    (row,) = cells(written("csv", [exact]))
    assert row["action"] == "a" * CELL
    (row,) = cells(written("csv", [longer]))
    assert row["action"] == "a" * (CELL - 1) + "…"
    ((case,),) = suites(written("junit", [longer]))
    assert case.get("classname") == "s" * 1999 + "…"
    assert case[0].text == "0: " + "a" * 199 + "…\n"


# -- CSV


def cells(data: bytes) -> list[dict[str, str]]:
    """The rows of a CSV file, each of which is one line."""
    text = data.decode("utf-8")
    rows = [*csv.reader(io.StringIO(text, newline=""), strict=True)]
    assert tuple(rows[0]) == COLUMNS
    assert text.endswith("\r\n")
    assert text.count("\n") == text.count("\r") == len(rows)
    return [dict(zip(COLUMNS, row, strict=True)) for row in rows[1:]]


def could_run(text: str) -> bool:
    """Whether a spreadsheet could take a cell, or a part of it, as a formula."""
    return any([part.strip(" \xa0\"'")[:1] in tuple("=+-@＝＋－＠") for part in text.split(";")])


@given(lists_of_reports)
@example(HOSTILE)
def test_csv_has_a_row_for_each_report(found: list[Report]) -> None:
    rows = cells(written("csv", found))
    assert len(rows) == len(found)
    for row, report in zip(rows, found, strict=True):
        assert int(row["record"]) == report.record
        assert row["verdict"] == report.verdict
        assert row["at"] == ("" if report.at is None else str(report.at))
        assert int(row["score_errors"]) == len(report.score_errors)
        assert int(row["actions"]) == report.actions
        assert row["complete"] == str(report.complete).lower()
        totals = [total.split("=") for total in row["totals"].split()]
        assert [(seat, int(total)) for seat, total in totals] == [
            (f"p{seat}", total) for seat, total in enumerate(report.totals, 1)
        ]
        assert row["winners"].split() == [f"p{seat + 1}" for seat in report.winners]
        assert int(row["stood"]) == len([each for each in report.stood or () if each.violations])


@given(lists_of_reports)
@example(HOSTILE)
def test_no_cell_of_csv_is_a_formula(found: list[Report]) -> None:
    for row in cells(written("csv", found)):
        for name, text in row.items():
            assert text.isprintable() or text == ""
            assert len(text) <= CELL
            if could_run(text):
                # each such part has an apostrophe before it
                assert all([part.startswith("'") for part in text.split(";") if could_run(part)]), (name, text)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("-1", "'-1"),
        ("  @x", "'  @x"),
        ("'=1", "''=1"),
        ("a; =1;b", "a;' =1;b"),
        ("\t=1", "\\t=1"),
        ("a\r\nb", "a\\r\\nb"),
        ("\ud800", "\\ud800"),
        ("p1 play Kd", "p1 play Kd"),
        ("1-1", "1-1"),
        ("été ♥", "été ♥"),
    ],
)
def test_a_text_as_a_cell(text: str, cell: str) -> None:
    (row,) = cells(written("csv", [Report(text, 0, None, "illegal", action=text)]))
    assert (row["source"], row["action"]) == (cell, cell)


def test_duckdb_finds_the_types_of_csv(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    reporting.write(judged(), path, "csv")
    with duckdb.connect() as database:
        database.execute("CREATE TABLE reports AS FROM read_csv($path)", {"path": str(path)})
        found = database.sql("FROM reports")
        types = dict(zip(found.columns, map(str, found.types), strict=True))
        assert tuple(types) == COLUMNS
        assert [name for name in COLUMNS if types[name] == "BIGINT"] == [
            "record",
            "at",
            "score_errors",
            "actions",
            "stood",
        ]
        assert types["complete"] == "BOOLEAN"
        query = "SELECT unnest(string_split(rules, ' ')) AS rule FROM reports ORDER BY rule"
        assert database.sql(query).fetchall() == [
            ("duizenden.discard.queen",),
            ("duizenden.opening",),
            ("tausend.play.follow",),
        ]


def test_csv_gives_the_reasons_in_words() -> None:
    rows = cells(written("csv", judged()))
    assert rows[0]["message"] == "tausend.play.follow: you hold 9♥, 10♥ and A♥ and must follow hearts"
    assert rows[1]["message"] == "deal 2: p3 was written down with 160, but has 150"
    assert rows[2]["message"] == "dealer: 'p4' is no seat; a seat is one of p1 to p3"


# -- JUnit XML

ATTRIBUTES: Final = {
    "testsuites": (set[str](), {"name", "time", "tests", "failures", "errors"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
    ),
    "testcase": ({"name"}, {"time", "classname", "group"}),
    "failure": (set[str](), {"type", "message"}),
    "error": (set[str](), {"type", "message"}),
}
"""Of each element the attributes that it must and may have, as junit-10.xsd says, by which the Jenkins
plugin xUnit checks a file."""

CHILDREN: Final = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error"},
    "failure": set[str](),
    "error": set[str](),
}
"""Of what each may hold, that which is used."""


def suites(data: bytes) -> list[ET.Element]:
    """The suites of a document, which is as the schema says and whose counts are right."""
    root = ET.fromstring(data)  # noqa: S314  # our own
    assert root.tag == "testsuites"
    for element in root.iter():
        required, optional = ATTRIBUTES[element.tag]
        assert required <= set(element.keys()) <= required | optional
        assert {child.tag for child in element} <= CHILDREN[element.tag]
        if element.tag not in ("failure", "error"):
            assert not (element.text or "").strip()
        assert not (element.tail or "").strip()
        assert re.fullmatch(r"\d{0,3}(\.\d*)?", element.get("time", ""))
    for suite in root:
        assert int(suite.get("tests", "")) == len(suite) > 0
        for name in ("failure", "error"):
            assert int(suite.get(f"{name}s", "")) == len(suite.findall(f"testcase/{name}"))
    return [*root]


@given(lists_of_reports)
@example(HOSTILE)
def test_junit_has_a_suite_for_each_source_and_a_case_for_each_report(found: list[Report]) -> None:
    shown = suites(written("junit", found))
    together = [[*group] for _, group in groupby(found, lambda report: report.source)]
    assert [len(suite) for suite in shown] == [len(group) for group in together]
    outcomes = {
        "legal": [],
        "illegal": ["failure"],
        "misscored": ["failure"],
        "stood": ["failure"],
        "malformed": ["error"],
    }
    for suite, group in zip(shown, together, strict=True):
        for case, report in zip(suite, group, strict=True):
            assert case.get("classname") == suite.get("name")
            assert case.get("name") == f"record {report.record}"
            assert [outcome.tag for outcome in case] == outcomes[report.verdict]
            for outcome in case:
                assert outcome.get("type") == report.verdict
                assert outcome.get("message", "").isprintable()
                assert (outcome.text or "").replace("\n", "").isprintable()


def test_a_case_of_junit_tells_the_action_the_rules_and_the_reasons() -> None:
    (suite,) = suites(written("junit", judged()))
    assert suite.attrib == {"name": str(FAULTY), "tests": "6", "failures": "5", "errors": "1", "time": "0"}
    told = [outcome for case in suite for outcome in case]
    assert told[0].text == "7: p2 play 9c\n" + (told[0].get("message") or "") + "\n"
    assert told[0].get("message") == "tausend.play.follow: you hold 9♥, 10♥ and A♥ and must follow hearts"
    assert told[1].text == "deal 2: p3 was written down with 160, but has 150\n"
    assert told[2].tag == "error"
    assert told[2].text == "dealer: 'p4' is no seat; a seat is one of p1 to p3\n"
    unscored = Report("a", 0, None, "misscored", score_errors=(ScoreError(3, 1, -5, None),))
    ((case,),) = suites(written("junit", [unscored], "de"))
    assert case[0].text == "Spiel 4: für p2 ist −5 notiert, aber so weit wurde die Partie nicht gewertet\n"


def test_a_case_of_junit_is_short() -> None:
    report = Report("a", 0, None, "malformed", 3, "x" * 10**6, message="y" * 10**6)
    assert len(written("junit", [report])) < 5000


def test_many_wrong_totals_are_counted_in_words() -> None:
    errors = tuple([ScoreError(deal, 0, deal + 1, 0) for deal in range(25)])
    report = Report("a", 0, "duizenden", "misscored", score_errors=errors)
    ((case,),) = suites(written("junit", [report], "nl"))
    lines = (case[0].text or "").splitlines()
    assert lines[0] == "ronde 1: bij p1 staat 1, maar het is 0"
    assert lines[20:] == ["verdere verkeerde standen: 5"]
    report = Report("a", 0, "duizenden", "misscored", score_errors=errors[:20])
    ((case,),) = suites(written("junit", [report]))
    assert (case[0].text or "").count("\n") == 20


SLIPS: Final = (
    *[ScoreError(deal, 0, 105 + deal, 100 + deal) for deal in (1, 2, 3)],
    ScoreError(4, 0, 90, 100),
    ScoreError(4, 2, 0, -10),
    ScoreError(5, 0, 95, 105),
    # not in the deal after
    ScoreError(6, 2, 10, 0),
    ScoreError(7, 1, 5, None),
    ScoreError(8, 1, 5, None),
)

SLIPPED: Final = {
    "en": [
        "deal 2: p1 was written down with 106, but has 101; up to deal 4 it stays 5 too high",
        "deal 5: p1 was written down with 90, but has 100; up to deal 6 it stays 10 too low",
        "deal 5: p3 was written down with 0, but has −10",
        "deal 7: p3 was written down with 10, but has 0",
        "deal 8: p2 was written down with 5, but the match was not scored so far",
        "deal 9: p2 was written down with 5, but the match was not scored so far",
    ],
    "nl": [
        "spel 2: bij p1 staat 106, maar het is 101; tot en met spel 4 blijft het 5 te hoog",
        "spel 5: bij p1 staat 90, maar het is 100; tot en met spel 6 blijft het 10 te laag",
        "spel 5: bij p3 staat 0, maar het is −10",
        "spel 7: bij p3 staat 10, maar het is 0",
        "spel 8: bij p2 staat 5, maar zo ver is de partij niet geteld",
        "spel 9: bij p2 staat 5, maar zo ver is de partij niet geteld",
    ],
    "de": [
        "Spiel 2: für p1 ist 106 notiert, richtig ist 101; bis Spiel 4 bleibt es um 5 zu hoch",
        "Spiel 5: für p1 ist 90 notiert, richtig ist 100; bis Spiel 6 bleibt es um 10 zu niedrig",
        "Spiel 5: für p3 ist 0 notiert, richtig ist −10",
        "Spiel 7: für p3 ist 10 notiert, richtig ist 0",
        "Spiel 8: für p2 ist 5 notiert, aber so weit wurde die Partie nicht gewertet",
        "Spiel 9: für p2 ist 5 notiert, aber so weit wurde die Partie nicht gewertet",
    ],
}


@pytest.mark.parametrize("lang", LANGS)
def test_a_slip_that_goes_on_is_told_once(lang: str) -> None:
    report = Report("a", 0, "tausend", "misscored", score_errors=SLIPS)
    ((case,),) = suites(written("junit", [report], lang))
    assert (case[0].text or "").splitlines() == SLIPPED[lang]


def test_a_slip_of_any_size_can_be_told() -> None:
    longest = 10**4300 - 1  # a difference has a digit more than Python writes
    errors = tuple([ScoreError(deal, 0, longest, -5) for deal in range(3)])
    report = Report("a", 0, "tausend", "misscored", score_errors=errors)
    ((case,),) = suites(written("junit", [report]))
    assert [line[:7] for line in (case[0].text or "").splitlines()] == ["deal 1:", "deal 2:", "deal 3:"]


# -- Parquet


def table(data: bytes) -> Any:
    # pyarrow has no types
    import pyarrow.parquet as pq  # type: ignore[import-untyped]

    return pq.ParquetFile(io.BytesIO(data))


def fitting(number: int | None) -> int | None:
    return number if (number is not None and number.bit_length() < 64) or number == -(2**63) else None


def as_utf8(text: str | None) -> str | None:
    return None if text is None else text.encode("utf-8", "backslashreplace").decode()


def told(violations: Iterable[Violation], lang: str) -> list[dict[str, str | None]]:
    return [{"rule": as_utf8(broken.rule), "message": as_utf8(broken.explain(lang))} for broken in violations]


@given(lists_of_reports, st.sampled_from(LANGS))
@example(HOSTILE, "en")
def test_parquet_has_all_that_a_report_tells(found: list[Report], lang: str) -> None:
    rows = table(written("parquet", found, lang)).read().to_pylist()
    assert len(rows) == len(found)
    for row, report in zip(rows, found, strict=True):
        data = report.to_json(lang)
        rules = [as_utf8(broken.rule) for broken in report.violations]
        every = [report.record, report.at, report.actions, *report.totals, *[each.at for each in report.stood or ()]]
        errors = []
        for error in report.score_errors:
            every += [error.deal, error.claimed, error.actual]
            player = f"p{error.seat + 1}"
            errors.append((fitting(error.deal), player, fitting(error.claimed), fitting(error.actual)))
        assert row == {
            "source": as_utf8(report.source),
            "record": fitting(report.record),
            "game": as_utf8(report.game),
            "verdict": report.verdict,
            "at": fitting(report.at),
            "action": as_utf8(report.action),
            "rules": rules,
            "violations": told(report.violations, lang),
            "wrong_totals": len(report.score_errors),
            "score_errors": [
                dict(zip(("deal", "player", "claimed", "actual"), error, strict=True)) for error in errors
            ],
            "actions": fitting(report.actions),
            "complete": report.complete,
            "totals": [fitting(total) for total in report.totals],
            "winners": data["winners"],
            "stood": [
                {"at": fitting(each.at), "action": as_utf8(each.action), "violations": told(each.violations, lang)}
                for each in report.stood or ()
            ],
            "message": as_utf8(report.message),
            "oversized": any([number != fitting(number) for number in every]),
        }


def test_duckdb_reads_parquet_with_its_types(tmp_path: Path) -> None:
    path = tmp_path / "reports.parquet"
    reporting.write(judged(), path, "parquet")
    with duckdb.connect() as database:
        found = database.sql("FROM read_parquet($path)", params={"path": str(path)})
        types = {name: str(kind).replace('"', "") for name, kind in zip(found.columns, found.types, strict=True)}
        rows = [dict(zip(types, row, strict=True)) for row in found.fetchall()]
    for row, report in zip(rows, judged(), strict=True):
        data = report.to_json()
        assert {name: row[name] for name in data} == data
        assert row["rules"] == [broken.rule for broken in report.violations]
        assert (row["wrong_totals"], row["oversized"]) == (len(report.score_errors), False)
    assert types["rules"] == types["winners"] == "VARCHAR[]"
    assert types["violations"] == "STRUCT(rule VARCHAR, message VARCHAR)[]"
    assert types["score_errors"] == "STRUCT(deal BIGINT, player VARCHAR, claimed BIGINT, actual BIGINT)[]"
    assert types["totals"] == "BIGINT[]"
    assert {types[name] for name in ("record", "at", "wrong_totals", "actions")} == {"BIGINT"}
    assert {types[name] for name in ("complete", "oversized")} == {"BOOLEAN"}
    assert {types[name] for name in ("source", "game", "verdict", "action", "message")} == {"VARCHAR"}


def test_a_row_group_has_a_bounded_number_of_rows() -> None:
    file = table(written("parquet", [Report("a", number, None, "legal") for number in range(ROWS + 1)]))
    assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == [ROWS, 1]
    assert table(written("parquet", [])).num_row_groups == 0


def test_a_row_group_has_a_bounded_size() -> None:
    long = "x" * (BYTES // 4)
    file = table(written("parquet", [Report("a", number, None, "malformed", 0, long) for number in range(10)]))
    assert [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)] == [4, 4, 2]


def test_parquet_without_its_extra_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("pyarrow")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match=re.escape('pip install "cardrules[parquet]"')):
        reporting.write(judged(), tmp_path / "a.parquet", "parquet")
    assert not [*tmp_path.iterdir()]


def test_only_parquet_loads_its_extra() -> None:
    code = """
import io, sys
from cardrules import Report, reporting
for form in ("json", "csv", "junit"):
    reporting.write([Report("a", 0, None, "legal")], io.BytesIO(), form)
print([name for name in ("pyarrow", "numpy", "rich", "click") if name in sys.modules])
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "[]\n"


# -- all formats

READERS: Final[dict[str, Callable[[bytes], int]]] = {
    "json": lambda data: len([json.loads(line) for line in data.splitlines()]),
    "csv": lambda data: len(cells(data)),
    "junit": lambda data: sum([len(suite) for suite in suites(data)]),
    "parquet": lambda data: table(data).metadata.num_rows,
}
"""How many reports there are in a document, which must be well-formed."""


@EACH_FORMAT
@pytest.mark.parametrize("reports", [[], judged(), judged() + [Report("b", 0, None, "legal")], judged() * 2])
def test_a_document_has_all_reports(form: str, reports: list[Report]) -> None:
    assert READERS[form](written(form, reports)) == len(reports)


@EACH_FORMAT
@pytest.mark.parametrize("count", [0, 1, 5, 7])
def test_where_the_reports_fail_the_document_has_those_before(form: str, count: int, tmp_path: Path) -> None:
    def failing() -> Iterator[Report]:
        yield from islice(judged() + [Report("b", 0, None, "legal")], count)
        raise KeyboardInterrupt

    file = io.BytesIO()
    with pytest.raises(KeyboardInterrupt):
        reporting.write(failing(), file, form)
    assert READERS[form](file.getvalue()) == count

    # but a file keeps what it had
    path = tmp_path / "reports"
    path.write_bytes(b"good")
    with pytest.raises(KeyboardInterrupt):
        reporting.write(failing(), path, form)
    assert path.read_bytes() == b"good"
    assert [*tmp_path.iterdir()] == [path]


@EACH_FORMAT
def test_messages_are_in_the_language(form: str) -> None:
    report = judged()[0]
    documents = {lang: written(form, [report], lang) for lang in LANGS}
    assert len(set(documents.values())) == 3
    if form in ("csv", "junit"):
        for lang, document in documents.items():
            assert report.violations[0].explain(lang) in document.decode()
    assert written(form, [report]) == documents["en"]


@EACH_FORMAT
def test_an_unknown_language_is_refused_before_anything_is_written(form: str) -> None:
    file = io.BytesIO()
    with pytest.raises(ValueError, match="fr"):
        reporting.write(judged(), file, form, "fr")
    assert file.getvalue() == b""


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no reports in 'xml': the formats are json, csv, junit, parquet"):
        reporting.write(judged(), tmp_path / "a", "xml")
    assert not [*tmp_path.iterdir()]


class Many(Sequence[ScoreError]):
    """Very many wrong totals, made when they are asked for."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.made = 0

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> ScoreError: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ScoreError]: ...
    def __getitem__(self, index: int | slice) -> ScoreError | Sequence[ScoreError]:
        if isinstance(index, slice) or not 0 <= index < self.size:
            raise IndexError
        self.made += 1
        return ScoreError(index, 0, index + 1000, None)


class Sink(io.RawIOBase):
    """Takes bytes and counts them."""

    size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self.size += len(data)
        return len(data)


def peak_of(form: str, reports: Iterable[Report]) -> int:
    """How many bytes writing takes at most."""
    written(form, judged())  # what is loaded once
    sink: Any = Sink()
    tracemalloc.start()
    try:
        reporting.write(reports, sink, form)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("form", "count"),
    [("json", 4_000), ("csv", 20_000), ("junit", 20_000), ("parquet", 20_000)],  # JSON is slow while memory is traced
)
def test_many_reports_take_little_memory(form: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # what is held in memory on purpose, a small part of what is written here
    monkeypatch.setattr("cardrules.reporting.junit.IN_MEMORY", 2**14)
    monkeypatch.setattr("cardrules.reporting.parquet.ROWS", 2**9)

    def reports() -> Iterator[Report]:
        for number in range(count):
            broken = (Violation.of("tausend.turn"),) if number % 50 == 0 else ()
            yield Report("a.jsonl", number, "tausend", "illegal" if broken else "legal", violations=broken)

    assert peak_of(form, reports()) < 2**19


@EACH_FORMAT
def test_a_million_wrong_totals_take_little_memory(form: str) -> None:
    errors = Many(2**13 if form == "json" else 10**6)  # JSON names all, and slowly while memory is traced
    report = Report("a.jsonl", 0, "tausend", "misscored", score_errors=errors)
    assert peak_of(form, [report]) < (2**24 if form == "parquet" else 2**18)
    assert errors.made == {"json": len(errors), "csv": LOOKED_AT, "junit": LOOKED_AT, "parquet": LISTED}[form]


def test_parquet_counts_the_wrong_totals_that_it_does_not_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.reporting.parquet.LISTED", 3)
    reports = [Report("a", 0, None, "misscored", score_errors=Many(size)) for size in (3, 4)]
    rows = table(written("parquet", reports)).read(["wrong_totals", "score_errors"]).to_pylist()
    assert [(row["wrong_totals"], len(row["score_errors"])) for row in rows] == [(3, 3), (4, 3)]


# -- files


def test_a_file_is_replaced_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "reports.csv"
    path.write_bytes(b"old")
    path.chmod(0o640)
    seen: Counter[bytes] = Counter()

    def watched() -> Iterator[Report]:
        for report in judged():
            seen[path.read_bytes()] += 1
            yield report

    reporting.write(watched(), str(path), "csv")
    assert seen == {b"old": 6}
    assert path.read_bytes() == written("csv", judged())
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [*tmp_path.iterdir()] == [path]


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    reporting.write(judged(), tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_link_leads_to_the_file_that_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    path = tmp_path / "folder" / "reports"
    path.write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to(path)
    reporting.write(judged(), link)
    assert link.is_symlink()
    assert path.read_bytes() == written("json", judged())


@EACH_FORMAT
def test_what_is_no_file_is_written_to_and_not_replaced(form: str, tmp_path: Path) -> None:
    # a pipe of the test's own: a fault must not cost the machine a device
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:  # noqa: PTH123  # no path has such an end
        reporting.write(judged(), path, form)
        assert reader.read() == written(form, judged())
    assert path.is_fifo()
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("name", ["gone/reports", ".", "a\0b", "\ud800", "x" * 1000])
def test_a_path_that_cannot_be_written_is_an_os_error(name: str, tmp_path: Path) -> None:
    with pytest.raises(OSError):  # noqa: PT011  # which one is the system's business
        reporting.write(judged(), tmp_path / name if "\0" not in name else name)
    assert not [*tmp_path.iterdir()]
