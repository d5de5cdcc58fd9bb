"""Which rule is broken most? Judges an archive, asks the reports, and draws the answer.

python examples/season/broken_rules.py [ARCHIVE] [--reports FILE] [--plot FILE]

Writes the reports as Parquet, prints what DuckDB answers, and draws a plot (.svg, .png, .pdf). The
records of the archive name their club night as "event" in "meta". Needs cardrules[parquet], duckdb
and matplotlib.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import duckdb
import matplotlib as mpl
from matplotlib.figure import Figure

from cardrules import Report, reporting
from cardrules.foreign import harmless
from cardrules.records import read, validate

SEASON = Path(__file__).with_name("season.jsonl.gz")

# A report says which record of the archive it is about, and an archive has a record a line: so each
# report is joined with its line, which has the night. A line that is no JSON counts too, as null.
JUDGED = """
CREATE TABLE judged AS
SELECT coalesce(json ->> '$.meta.event', 'unknown') AS night, reports.*
FROM read_parquet($reports) AS reports
JOIN (
    SELECT row_number() OVER () - 1 AS record, json FROM read_ndjson_objects($archive, ignore_errors => true)
) USING (record)
"""

RULES = """
SELECT rule, count(*) AS times, count(DISTINCT night) AS nights
FROM (SELECT night, unnest(rules) AS rule FROM judged)
GROUP BY rule ORDER BY times DESC, rule
"""

NIGHTS = """
SELECT night, count(*) FILTER (verdict = 'illegal'), count(*) FILTER (verdict = 'misscored'),
    count(*) FILTER (verdict = 'malformed'), count(*) AS records
FROM judged GROUP BY night ORDER BY night
"""

COLOURS = {"illegal": "#b2402e", "misscored": "#e0a33e", "malformed": "#8a8a8a"}
MOST = 20
"""How many rules the plot shows."""

Rules = Sequence[tuple[str, int, int]]
"""A rule, how often it was broken, on how many nights."""

Nights = Sequence[tuple[str, tuple[int, int, int], int]]
"""A night, how many of its records are illegal, misscored and malformed, how many there are."""


def judge(archive: Path) -> Iterator[Report]:
    """The report on each record of an archive."""
    for found in read(archive):
        yield found if isinstance(found, Report) else validate(found)


def ask(archive: Path, reports: Path) -> tuple[Rules, Nights]:
    """What the reports say of the rules and of the nights."""
    with duckdb.connect() as database:
        database.execute(JUDGED, {"reports": str(reports), "archive": str(archive)})
        rules = database.sql(RULES).fetchall()
        # the names of the nights are what somebody wrote into the archive
        nights = [(harmless(night), (*faults,), count) for night, *faults, count in database.sql(NIGHTS).fetchall()]
        return rules, nights


def draw(rules: Rules, nights: Nights, plot: Path) -> None:
    """Draws how often each rule was broken, and the records at fault of each night."""
    # names that do not differ from one run to the next
    mpl.rcParams["svg.hashsalt"] = "season"
    figure = Figure(figsize=(11, 5.2), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(3, 2))

    shown = rules[:MOST]
    bars = left.barh([rule for rule, _, _ in shown], [times for _, times, _ in shown], color=COLOURS["illegal"])
    left.bar_label(bars, padding=3)
    left.invert_yaxis()
    left.set_title("Which rule is broken most", loc="left")
    left.set_xlabel("illegal records that break the rule")

    places = range(len(nights))
    below = [0] * len(nights)
    for column, (verdict, colour) in enumerate(COLOURS.items()):
        counts = [faults[column] for _, faults, _ in nights]
        right.bar(places, counts, bottom=below, color=colour, label=verdict)
        below = [under + count for under, count in zip(below, counts, strict=True)]
    right.set_title("Records at fault, by club night", loc="left")
    right.set_ylabel(f"records, of {max([count for *_, count in nights], default=0)} at most")
    right.set_xticks(places, [night for night, *_ in nights], rotation=90, parse_math=False)
    right.yaxis.get_major_locator().set_params(integer=True)
    right.legend(frameon=False)

    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(plot, metadata={"Date": None} if plot.suffix == ".svg" else None)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Which rule is broken most?")
    parser.add_argument("archive", type=Path, nargs="?", default=SEASON)
    parser.add_argument("--reports", type=Path, default=Path("reports.parquet"))
    parser.add_argument("--plot", type=Path, default=Path("broken-rules.svg"))
    given = parser.parse_args(arguments)

    reporting.write(judge(given.archive), given.reports, "parquet")
    rules, nights = ask(given.archive, given.reports)
    for rule, times, on in rules:
        print(f"{times:>5}  {rule} (nights: {on})")
    print()
    for night, (illegal, misscored, malformed), count in nights:
        print(f"{night}  {illegal:>3} illegal  {misscored:>3} misscored  {malformed:>3} malformed  of {count}")
    draw(rules, nights, given.plot)


if __name__ == "__main__":
    main()
