"""Why a record is not legal, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final

from attrs import define

from cardrules.config import LIMIT
from cardrules.foreign import harmless, one_line, shortened
from cardrules.registry import GAMES
from cardrules.report import Report, ScoreError
from cardrules.text import seat_text
from cardrules.wording import number_word

MOST: Final = 20
"""How many wrong totals of a record are told, and how many actions that stood."""

LOOKED_AT: Final = 500
"""In so many wrong totals of a record slips are looked for; there may be millions."""


def reasons(report: Report, lang: str) -> Iterator[str]:
    """The sentences, none where the record is legal: a rule that is broken after its id (before that
    the place and text of an action that stood against it), a total that is wrong, what is malformed
    (in English). Each is one line; totals that are wrong by the same, deal after deal, are one; of many
    wrong totals and of many actions that stood the first are told, and how many more there are."""
    stood = [each for each in report.stood or () if each.violations]
    for each in stood[:MOST]:
        for broken in each.violations:
            yield one_line(f"{each.at} {shortened(each.action)}: {broken.rule}: {broken.explain(lang)}")
    if len(stood) > MOST:
        yield further_stood(len(stood) - MOST, lang)
    for broken in report.violations:
        yield one_line(f"{broken.rule}: {broken.explain(lang)}")
    yield from wrong_totals(report, None, lang)
    if report.message is not None:
        yield one_line(report.message)


def wrong_totals(report: Report, names: Sequence[str] | None, lang: str) -> Iterator[str]:
    """What is wrong with the totals of a report; `names` are the players', by seat, without which they are
    `p1`, `p2`, … Deals count from 1, as people count."""
    words = _WORDS[lang]
    book = GAMES[report.game].rulebook() if report.game is not None and report.game in GAMES else None
    unit = words["deal"] if book is None else book.deal[lang]
    slips, further = _slips(report.score_errors)
    for slip in slips:
        first = slip.first
        name = seat_text(first.seat) if names is None else names[first.seat]
        told = {"unit": unit, "deal": first.deal + 1, "name": name, "claimed": harmless(number_word(first.claimed))}
        if first.actual is None:
            yield words["unscored"].format_map(told)
            continue
        text = words["score"].format_map(told | {"actual": harmless(number_word(first.actual))})
        if slip.last > first.deal:
            off = first.claimed - first.actual
            stays = words["too high" if off > 0 else "too low"]
            text += stays.format(unit=unit, deal=slip.last + 1, points=harmless(number_word(abs(off))))
        yield text
    if further:
        yield words["more"].format(count=further)


@define
class _Slip:
    """A total that is wrong for the first time, and the last deal up to which that seat's total is
    wrong by as much in every deal."""

    first: ScoreError
    last: int


def _slips(errors: Sequence[ScoreError]) -> tuple[list[_Slip], int]:
    """The first slips behind wrong totals, and how many totals are wrong beside those."""
    found: list[_Slip] = []
    latest: dict[int, _Slip] = {}
    told = 0
    for error in islice(errors, LOOKED_AT):
        slip = latest.get(error.seat)
        if slip is None or slip.last != error.deal - 1 or not _is_same_slip(slip.first, error):
            if len(found) == MOST:
                latest.pop(error.seat, None)
                continue
            slip = latest[error.seat] = _Slip(error, error.deal)
            found.append(slip)
        slip.last = error.deal
        told += 1
    return found, len(errors) - told


def _is_same_slip(one: ScoreError, two: ScoreError) -> bool:
    if one.actual is None or two.actual is None:
        return False
    slip = one.claimed - one.actual
    # a number that could not be written is no slip
    return abs(slip) <= LIMIT and slip == two.claimed - two.actual


def further_stood(count: int, lang: str) -> str:
    """How many actions that stood are not told one by one."""
    return _WORDS[lang]["more stood"].format(count=count)


_WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "deal": "deal",
            "score": "{unit} {deal}: {name} was written down with {claimed}, but has {actual}",
            "unscored": "{unit} {deal}: {name} was written down with {claimed}, but the match was not scored so far",
            "too high": "; up to {unit} {deal} it stays {points} too high",
            "too low": "; up to {unit} {deal} it stays {points} too low",
            "more": "further wrong totals: {count}",
            "more stood": "further actions that stood: {count}",
        },
        "nl": {
            "deal": "spel",
            "score": "{unit} {deal}: bij {name} staat {claimed}, maar het is {actual}",
            "unscored": "{unit} {deal}: bij {name} staat {claimed}, maar zo ver is de partij niet geteld",
            "too high": "; tot en met {unit} {deal} blijft het {points} te hoog",
            "too low": "; tot en met {unit} {deal} blijft het {points} te laag",
            "more": "verdere verkeerde standen: {count}",
            "more stood": "verdere acties die bleven staan: {count}",
        },
        "de": {
            "deal": "Spiel",
            "score": "{unit} {deal}: für {name} ist {claimed} notiert, richtig ist {actual}",
            "unscored": "{unit} {deal}: für {name} ist {claimed} notiert, aber so weit wurde die Partie nicht gewertet",
            "too high": "; bis {unit} {deal} bleibt es um {points} zu hoch",
            "too low": "; bis {unit} {deal} bleibt es um {points} zu niedrig",
            "more": "weitere falsche Stände: {count}",
            "more stood": "weitere Aktionen, die stehen blieben: {count}",
        },
    }
)
