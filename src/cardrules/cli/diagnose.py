"""`cardrules diagnose`: the house rules that explain records."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, Literal

import click
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from cardrules.cli.options import LANG, opened, unreadable
from cardrules.cli.output import WORDS, console, fault, harmless
from cardrules.cli.stood import reason
from cardrules.diagnosis import Change, Diagnosis, Season, Survey, diagnose_many
from cardrules.diagnosis.search import MOST, SECONDS
from cardrules.notes import Notes, judge, read
from cardrules.recorded import Record
from cardrules.report import Report
from cardrules.reporting.reasons import wrong_totals
from cardrules.wording import player_names

SHOWN: Final = 6
"""How many explanations of a record are shown, and how many values of a flag."""


class _Limit(click.FloatRange):
    """A limit of time: a number, which one that is none (nan) never reaches."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        found: float = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is no number", param, ctx)
        return found


_SECONDS: Final = click.option(
    "--seconds",
    type=_Limit(min=0),
    default=SECONDS,
    show_default=True,
    help="How long the search for one record may take, and that for the rules of an archive.",
)


@click.command(short_help="Find the house rules under which records are sound.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--record", "number", type=click.IntRange(min=0), help="Only this record of each FILE, from 0.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="text: for people; json: one JSON object a record, and one for the rules of an archive.",
)
@_SECONDS
@LANG
@click.pass_context
def diagnose(
    ctx: click.Context,
    files: tuple[str, ...],
    number: int | None,
    form: Literal["text", "json"],
    seconds: float,
    lang: str,
) -> None:
    """Find the house rules that the recorded matches of each FILE were played under (.jsonl, .json,
    also compressed with gzip or Zstandard; a folder of them; - for standard input).

    For a record that is illegal or misscored: the presets under which it is sound, else the single
    flags, else the pairs of flags that make it so. For several records also the one set of rules
    that explains most of them.

    Exit status: 0 if all are legal under their own rules, 1 if some record is not, 2 if nothing
    could be read, 130 if it was interrupted.
    """
    told = _Told(form, lang, many=len(files) > 1)
    survey = Survey()
    sources = _Sources(files, number, lambda text: click.echo(text, err=True), lang)
    try:
        for found in diagnose_many(sources.read(), survey, seconds=seconds):
            told.add(found)
        told.end()
        if told.count > 1:
            again = None if "-" in files else _Sources(files, number, lambda _: None, lang).read
            for season in survey.seasons(again, seconds=seconds):
                told.season(season)
    except KeyboardInterrupt:
        told.end()
        click.echo(_TEXTS[lang]["stopped"].format(count=told.count), err=True)
        ctx.exit(130)  # as a shell says it of a command that Ctrl-C ended
    if not told.count and sources.unread:
        ctx.exit(2)
    ctx.exit(1 if sources.unread or told.faulty else 0)


class _Sources:
    """The records of several files; what cannot be read is complained of, and the next file read."""

    def __init__(self, files: tuple[str, ...], number: int | None, complain: Callable[[str], None], lang: str) -> None:
        self.files: Final = files
        self.number: Final = number
        self.complain: Final = complain
        self.lang: Final = lang
        self.unread = 0

    def read(self) -> Iterator[Record | Notes | Report]:
        return chain.from_iterable(map(self.of, self.files))

    def of(self, path: str) -> Iterator[Record | Notes | Report]:
        try:
            if self.number is None:
                yield from read(path)
                return
            found = next((found for at, found in enumerate(opened(path)) if at == self.number), None)
        except OSError as error:
            self.unread += 1
            self.complain(unreadable(path, error, self.lang))
            return
        if found is not None:
            yield found
            return
        self.unread += 1
        self.complain(WORDS[self.lang]["absent"].format(path=harmless(path), number=self.number))


Found = tuple[Record | Notes, Diagnosis] | Report


class _Told:
    """What is told: of a single record all, of several one line each."""

    def __init__(self, form: Literal["text", "json"], lang: str, *, many: bool) -> None:
        self.form: Final = form
        self.lang: Final = lang
        self.out: Final = console()
        self.many = many
        self.count = self.faulty = 0
        # whether it is the only one is known when the next one comes
        self.waiting: Found | None = None

    def add(self, found: Found) -> None:
        """Tells what was found of one more record."""
        self.count += 1
        self.faulty += isinstance(found, Report) or not found[1].legal
        if self.form == "json":
            data = _malformed(found) if isinstance(found, Report) else found[1].to_json()
            click.echo(json.dumps(data))
        elif self.many:
            _print_line(self.out, found, self.lang)
        elif self.waiting is None:
            self.waiting = found
        else:
            self.many = True
            _print_line(self.out, self.waiting, self.lang)
            _print_line(self.out, found, self.lang)

    def end(self) -> None:
        """Tells what is still to be told when there are no more records."""
        if self.waiting is not None and not self.many:
            _print_all(self.out, self.waiting, self.lang)
            self.many = True

    def season(self, season: Season) -> None:
        """Tells which rules explain most."""
        if self.form == "json":
            click.echo(json.dumps({"season": season.to_json()}))
        else:
            self.out.print()
            _print_season(self.out, season, self.lang)


def _malformed(report: Report) -> dict[str, object]:
    return {
        "source": report.source,
        "record": report.record,
        "game": report.game,
        "legal": False,
        "explanations": [],
        "message": report.message,
    }


# -- as text


def _head(found: Found, lang: str) -> Text:
    of = found if isinstance(found, Report) else found[1]
    text = Text(f"{harmless(of.source)}, {WORDS[lang]['record']} {of.record}", "bold")
    if not isinstance(found, Report):
        text.append(f" ({', '.join(_names(found[0]))})", "not bold")
    return text.append(": ", "not bold")


def _names(record: Record | Notes) -> tuple[str, ...]:
    return player_names(record.players, len(record.players))


def _print_line(out: Console, found: Found, lang: str) -> None:
    """One record of several, in a line."""
    text = _head(found, lang)
    if isinstance(found, Report):
        text.append(f"{WORDS[lang]['malformed']}: {fault(found.message, lang)}", "not bold red")
    else:
        diagnosis = found[1]
        texts = explanations(diagnosis, lang)
        text.append(texts[0] if texts else _verdict(diagnosis, lang), _style(diagnosis))
        if len(texts) > 1:
            text.append(" " + _TEXTS[lang]["more"].format(count=len(texts) - 1), "not bold dim")
        if texts and diagnosis.gave_up == "time":
            text.append(f" ({_TEXTS[lang]['time']})", "not bold yellow")
    out.print(text, soft_wrap=not out.is_terminal)


def _print_all(out: Console, found: Found, lang: str) -> None:
    """All that is known of a single record."""
    if isinstance(found, Report):
        _print_line(out, found, lang)
        return
    record, diagnosis = found
    words = _TEXTS[lang]
    head = _head(found, lang)
    if diagnosis.legal:
        out.print(head.append(words["legal"], "bold green"))
        return
    out.print(head.append(words["faulty" if diagnosis.legal is False else "unjudged"], "bold red"))
    if diagnosis.legal is False:
        report = judge(record)
        if diagnosis.at is not None:
            out.print(Text(f"  ✗ {diagnosis.at:>4}  {harmless(record.texts[diagnosis.at])}", "red"), soft_wrap=True)
            for broken in report.violations:
                out.print(reason(report.game, broken, lang))
        for text in wrong_totals(report, _names(record), lang):
            out.print(Padding(Text(f"✗ {text}", "red"), (0, 0, 0, 2), expand=False))
    texts = explanations(diagnosis, lang)
    for text in texts[:SHOWN] or [_verdict(diagnosis, lang)]:
        out.print(Padding(Text(text, _style(diagnosis)), (0, 0, 0, 4), expand=False))
    notes = [words["more"].format(count=len(texts) - SHOWN)] if len(texts) > SHOWN else []
    notes.append(words["tried"].format(count=diagnosis.tried))
    if diagnosis.gave_up == "time" and texts:
        notes.append(words["time"])
    if diagnosis.gave_up == "numbers":
        notes.append(words["numbers"].format(flags=", ".join(diagnosis.partial)))
    out.print(Padding(Text("; ".join(notes), "dim"), (0, 0, 0, 4), expand=False))


def _style(diagnosis: Diagnosis) -> str:
    return "not bold green" if diagnosis.legal or diagnosis.explanations else "not bold red"


def _verdict(diagnosis: Diagnosis, lang: str) -> str:
    """What is said where there is no explanation."""
    words = _TEXTS[lang]
    if diagnosis.legal:
        return words["legal"]
    return words["out of time"] if diagnosis.gave_up == "time" else words["none"].format(most=MOST)


def explanations(diagnosis: Diagnosis, lang: str) -> list[str]:
    """The explanations as texts: those that differ in the value of one flag alone are one."""
    alike: dict[tuple[str | None, tuple[Change, ...], str], list[Change]] = {}
    for each in diagnosis.explanations:
        last = each.changes[-1:]
        key = (each.preset, each.changes[:-1], last[0].flag if last else "")
        alike.setdefault(key, []).extend(last)
    words = _TEXTS[lang]
    texts = []
    for (preset, changes, flag), values in alike.items():
        told = [_change(change, lang) for change in (*changes, *values[:1])]
        rules = _with(words["own"] if preset is None else preset, told, lang)
        others = [_change(change, lang).removeprefix(f"{flag}=") for change in values[1 : 1 + SHOWN]]
        if len(values) > 1 + SHOWN:
            others.append("…")
        more = f" ({words['or'].format(values=', '.join(others))})" if others else ""
        texts.append(words["under"].format(rules=rules + more))
    return texts


def _change(change: Change, lang: str) -> str:
    return str(change) if change.bound is None else f"{change} {_TEXTS[lang][change.bound]}"


def _with(base: str, changes: list[str], lang: str) -> str:
    words = _TEXTS[lang]
    return words["with"].format(base=base, changes=words["and"].join(changes)) if changes else base


def _print_season(out: Console, season: Season, lang: str) -> None:
    words = _TEXTS[lang]
    head = words["season"].format(game=season.game, records=season.records, legal=season.legal)
    out.print(Text(head, "bold"))
    kept = words["all" if season.counted == season.records else "kept"].format(count=season.counted)
    out.print(Text(f"  {kept}:"))
    width = len(str(season.counted))
    found = [each for each in season.houses if each.explained]
    if not found:
        out.print(Text(f"  {words['nothing']}", "red"))
    for place, each in enumerate(found):
        rules = _with(each.house.preset, [str(change) for change in each.house.changes], lang)
        text = Text(f"  {each.explained:>{width}}  ").append(rules, "bold green" if not place else "dim")
        out.print(text, soft_wrap=True)
    if season.gave_up:
        out.print(Text(f"  {words['time']}", "yellow"))


_TEXTS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "legal": "legal under its own rules",
            "faulty": "not legal under its own rules",
            "unjudged": "not judged to the end",
            "under": "legal under {rules}",
            "own": "its own rules",
            "with": "{base} with {changes}",
            "and": " and ",
            "or": "or {values}",
            "most": "at most",
            "least": "at least",
            "more": "(and {count} more)",
            "none": "no change of up to {most} flags of the rules explains it",
            "out of time": "the time was over before anything was found",
            "tried": "rules tried: {count}",
            "time": "the time was over, so there may be others",
            "numbers": "other values of {flags} may do too",
            "season": "{game}: records {records}, legal under their own rules {legal}",
            "all": "of all {count}, so many are explained by",
            "kept": "of the {count} that were kept, so many are explained by",
            "nothing": "no rules that were tried",
            "stopped": "stopped; records so far: {count}",
        },
        "nl": {
            "legal": "in orde onder de eigen regels",
            "faulty": "niet in orde onder de eigen regels",
            "unjudged": "niet tot het einde beoordeeld",
            "under": "in orde onder {rules}",
            "own": "de eigen regels",
            "with": "{base} met {changes}",
            "and": " en ",
            "or": "of {values}",
            "most": "hoogstens",
            "least": "minstens",
            "more": "(en nog {count})",
            "none": "geen verandering van hoogstens {most} instellingen van de regels verklaart het",
            "out of time": "de tijd was om voordat er iets gevonden was",
            "tried": "regels geprobeerd: {count}",
            "time": "de tijd was om, dus er kunnen er meer zijn",
            "numbers": "andere waarden van {flags} kunnen ook kloppen",
            "season": "{game}: partijen {records}, in orde onder de eigen regels {legal}",
            "all": "van alle {count} worden er zoveel verklaard door",
            "kept": "van de {count} die bewaard zijn worden er zoveel verklaard door",
            "nothing": "geen regels die geprobeerd zijn",
            "stopped": "gestopt; partijen tot nu toe: {count}",
        },
        "de": {
            "legal": "in Ordnung nach den eigenen Regeln",
            "faulty": "nicht in Ordnung nach den eigenen Regeln",
            "unjudged": "nicht zu Ende beurteilt",
            "under": "in Ordnung nach {rules}",
            "own": "den eigenen Regeln",
            "with": "{base} mit {changes}",
            "and": " und ",
            "or": "oder {values}",
            "most": "höchstens",
            "least": "mindestens",
            "more": "(und {count} weitere)",
            "none": "keine Änderung von höchstens {most} Einstellungen der Regeln erklärt es",
            "out of time": "die Zeit war um, bevor etwas gefunden war",
            "tried": "Regeln versucht: {count}",
            "time": "die Zeit war um, es kann also weitere geben",
            "numbers": "auch andere Werte von {flags} können stimmen",
            "season": "{game}: Partien {records}, nach den eigenen Regeln in Ordnung {legal}",
            "all": "von allen {count} werden so viele erklärt durch",
            "kept": "von den {count} aufbewahrten werden so viele erklärt durch",
            "nothing": "keine Regeln, die versucht wurden",
            "stopped": "abgebrochen; Partien bisher: {count}",
        },
    }
)
"""The words of the command by language."""
