"""Why a record is not legal, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final

from cardrules.foreign import harmless, one_line, shortened
from cardrules.registry import GAMES
from cardrules.report import Report, ScoreError
from cardrules.text import seat_text
from cardrules.wording import number_word

MOST: Final = 20
"""How many wrong totals of a record are told, and how many actions that stood."""


def reasons(report: Report, lang: str) -> Iterator[str]:
    """The sentences, none where the record is legal: a rule that is broken after its id (before that
    the place and text of an action that stood against it), a total that is wrong, what is malformed
    (in English). Each is one line; of many wrong totals and of many actions that stood the first are
    told, and how many more there are."""
    stood = [each for each in report.stood or () if each.violations]
    for each in stood[:MOST]:
        for broken in each.violations:
            yield one_line(f"{each.at} {shortened(each.action)}: {broken.rule}: {broken.explain(lang)}")
    if len(stood) > MOST:
        yield further_stood(len(stood) - MOST, lang)
    for broken in report.violations:
        yield one_line(f"{broken.rule}: {broken.explain(lang)}")
    for error in islice(report.score_errors, MOST):
        yield wrong_total(error, report.game, seat_text(error.seat), lang)
    if len(report.score_errors) > MOST:
        yield further(len(report.score_errors) - MOST, lang)
    if report.message is not None:
        yield one_line(report.message)


def wrong_total(error: ScoreError, game: str | None, name: str, lang: str) -> str:
    """What is wrong with a total; `name` is the player's, or the seat. Deals count from 1, as people count."""
    words = _WORDS[lang]
    claimed = harmless(number_word(error.claimed))
    book = GAMES[game].rulebook() if game is not None and game in GAMES else None
    unit = words["deal"] if book is None else book.deal[lang]
    deal = error.deal + 1
    if error.actual is None:
        return words["unscored"].format(unit=unit, deal=deal, name=name, claimed=claimed)
    actual = harmless(number_word(error.actual))
    return words["score"].format(unit=unit, deal=deal, name=name, claimed=claimed, actual=actual)


def further(count: int, lang: str) -> str:
    """How many wrong totals are not told one by one."""
    return _WORDS[lang]["more"].format(count=count)


def further_stood(count: int, lang: str) -> str:
    """How many actions that stood are not told one by one."""
    return _WORDS[lang]["more stood"].format(count=count)


_WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "deal": "deal",
            "score": "{unit} {deal}: {name} was written down with {claimed}, but has {actual}",
            "unscored": "{unit} {deal}: {name} was written down with {claimed}, but the match was not scored so far",
            "more": "further wrong totals: {count}",
            "more stood": "further actions that stood: {count}",
        },
        "nl": {
            "deal": "spel",
            "score": "{unit} {deal}: bij {name} staat {claimed}, maar het is {actual}",
            "unscored": "{unit} {deal}: bij {name} staat {claimed}, maar zo ver is de partij niet geteld",
            "more": "verdere verkeerde standen: {count}",
            "more stood": "verdere acties die bleven staan: {count}",
        },
        "de": {
            "deal": "Spiel",
            "score": "{unit} {deal}: für {name} ist {claimed} notiert, richtig ist {actual}",
            "unscored": "{unit} {deal}: für {name} ist {claimed} notiert, aber so weit wurde die Partie nicht gewertet",
            "more": "weitere falsche Stände: {count}",
            "more stood": "weitere Aktionen, die stehen blieben: {count}",
        },
    }
)
