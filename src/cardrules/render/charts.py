"""The totals of a match over its deals, as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from attrs import frozen

from cardrules import duizenden, tausend
from cardrules.registry import AnyRules
from cardrules.render.chart_layout import spread, ticks
from cardrules.render.duizenden import WORDS as DUIZENDEN_WORDS
from cardrules.render.picture import (
    Markup,
    Picture,
    check_width,
    element,
    fitted,
    isolated,
    joined,
    number,
    picture,
    seat_colour,
    text,
    text_width,
)
from cardrules.render.tausend import WORDS as TAUSEND_WORDS
from cardrules.scoresheet import Score, totals_by_deal
from cardrules.tausend.scoring import TARGET
from cardrules.wording import MINUS, check_lang, number_word, player_names


def chart(
    score: Score,
    lang: str = "en",
    names: Sequence[str] = (),
    rules: AnyRules | None = None,
    *,
    dark: bool | None = None,
    width: int = 720,
) -> Picture:
    """The totals of all seats after each scored deal: a line a seat, with the player's name at its end.

    `names` are the players' by seat, as many as are known. `rules`, those of the match, give the target
    and, in Tausend, the barrel; without them each is drawn where the sheet tells how high it is: the
    barrel where somebody came to sit on it. dark: for a dark ground or a light one, None: for that of
    the reader. width: in pixels; it is more where the texts need it. Raises ValueError for an unknown
    language, a width that is not 1 to 10000, and for a score without seats or with winners or lines of
    seats that it does not have.
    """
    check_lang(lang)
    check_width(width)
    _check(score)
    unit, across = _known(score, rules)
    totals = totals_by_deal(len(score.totals), score.sheet)
    called = player_names(names, len(score.totals))
    frame = _framed(score, called, [*across.values()], totals, width)
    title = WORDS[lang]["after" if totals else "start"].format(unit=unit[lang], deal=len(totals))
    body = joined(
        [
            element("rect", class_="ground", width=frame.width, height=frame.height),
            text(fitted(title, _TITLE, frame.width - 20, bold=True), 10, 22, _TITLE, bold=True),
            *_axes(frame, unit[lang]),
            *_across(frame, across),
            *_courses(frame, called, [[0, *course] for course in zip(*totals, strict=True)] or [[0]] * len(called)),
            *_across_words(frame, across, WORDS[lang]),
            *_ends(frame, called, score),
        ]
    )
    return picture(
        body,
        frame.width,
        frame.height,
        title=title,
        description=_described(score, called, across, WORDS[lang]),
        lang=lang,
        dark=dark,
    )


# -- what is shown


def _check(score: Score) -> None:
    seats = range(len(score.totals))
    if not seats or not all([seat in seats for seat in (*score.winners, *[line.seat for line in score.sheet])]):
        raise ValueError("this is the score of no match: it has no seats, or names others than it has")


def _known(score: Score, rules: AnyRules | None) -> tuple[Mapping[str, str], Mapping[str, int]]:
    """What is scored at a time, by language, and the totals that have a line across, by their word."""
    if isinstance(rules, tausend.Rules):
        return _DEAL, {"target": TARGET, "barrel": rules.barrel.at}
    if isinstance(rules, duizenden.Rules):
        return _ROUND, {"target": rules.target}
    games = {line.rule.partition(".")[0] for line in score.sheet}
    if games == {"tausend"}:
        return _DEAL, {"target": TARGET, **_barrel(score)}
    return _ROUND if games == {"duizenden"} else _DEAL, {}


def _barrel(score: Score) -> Mapping[str, int]:
    """The barrel, where the sheet shows how high it is."""
    totals = [0] * len(score.totals)
    for line in score.sheet:
        totals[line.seat] += line.points
        if line.rule == "tausend.barrel.enter":
            return {"barrel": totals[line.seat]}
    return {}


_DEAL: Final = MappingProxyType({lang: words["deal"] for lang, words in TAUSEND_WORDS.items()})
_ROUND: Final = MappingProxyType({lang: words["round"] for lang, words in DUIZENDEN_WORDS.items()})


def _described(score: Score, names: Sequence[str], across: Mapping[str, int], words: Mapping[str, str]) -> str:
    """The chart in words."""
    parts = [", ".join([_end(name, total) for name, total in zip(names, score.totals, strict=True)])]
    parts += [f"{words[word]} {_grouped(total)}" for word, total in across.items()]
    if score.winners:
        parts.append(words["won"].format(names=", ".join([names[seat] for seat in score.winners])))
    return "; ".join(parts)


def _end(name: str, total: int) -> str:
    """What stands at the end of a line."""
    return f"{name} {_grouped(total)}"


def _grouped(value: int) -> str:
    """A number; in a long one the thousands stand apart."""
    if -10_000 < value < 10_000:
        return number_word(value)
    return f"{value:,}".replace(",", "\u202f").replace("-", MINUS)


# -- where it is shown

_FONT: Final = 13
_TITLE: Final = 15
"""The sizes of the texts."""
_ROW: Final = 18
"""The height of a line of text."""
_TOP: Final = 48
_FOOT: Final = 42
"""What is above and below the lines."""
_LEADER: Final = 24
"""From the end of a line to the name."""
_MARGIN: Final = 8
"""From the longest name to the edge."""
_LEAST: Final = 110
"""The lines get so much of the width."""


@frozen
class _Frame:
    """The place of the lines in a picture of that size, in pixels: from `left` to `right` for so many
    deals, from `bottom` to `_TOP` for the totals from `low` to `high`, of which `ticks` are marked."""

    width: float
    height: float
    left: float
    right: float
    deals: int
    low: int
    high: int
    ticks: range

    @property
    def bottom(self) -> float:
        """The foot of the lines."""
        return self.height - _FOOT

    def x(self, deal: int) -> float:
        """Where the totals after so many deals stand; without a deal there are the ends alone."""
        return self.right if not self.deals else self.left + (self.right - self.left) * deal / self.deals

    def y(self, total: int) -> float:
        """How high a total stands."""
        # whole numbers divided by one another: a total may be larger than a float can be
        return _TOP + (self.bottom - _TOP) * ((self.high - total) / (self.high - self.low))


def _framed(
    score: Score, names: Sequence[str], across: Sequence[int], totals: Sequence[tuple[int, ...]], width: float
) -> _Frame:
    """The frame that holds all totals and the lines across, and beside it the names."""
    shown = [0, *across, *score.totals, *[total for after in totals for total in after]]
    height = max(min(width * _FLAT, _HIGHEST), _LOWEST, _TOP + _FOOT + _ROW * len(names))
    low, high = min(shown), max(shown)
    if low == high:
        high = low + 100
    marks = ticks(low, high, int(height - _TOP - _FOOT) // 36)
    left = 20 + max([text_width(_grouped(mark), _FONT) for mark in marks])
    numbers = max([text_width(_end("…", total), _FONT, bold=True) for total in score.totals])
    ends = [text_width(_end(name, total), _FONT, bold=True) for name, total in zip(names, score.totals, strict=True)]
    beside = _LEADER + _MARGIN + max(numbers, min(max(ends), width * 0.34))
    wide = max(width, left + _LEAST + beside)
    return _Frame(wide, height, left, wide - beside, len(totals), low, high, marks)


_FLAT: Final = 0.56
_LOWEST: Final = 220
_HIGHEST: Final = 520
"""How high a picture is: that part of its width, within these bounds."""


# -- how it is drawn


def _axes(frame: _Frame, unit: str) -> Iterator[Markup]:
    """The totals on the left and the deals below, with a line for each of those marked."""
    for tick in frame.ticks:
        y = frame.y(tick)
        yield _level(frame, y, "line-dim" if tick == 0 else "line-grid", 1.5 if tick == 0 else 1)
        yield text(_grouped(tick), frame.left - 8, y + _FONT * 0.35, _FONT, "dim", anchor="end")
    widest = text_width(str(frame.deals), _FONT) + 12
    for deal in ticks(0, frame.deals, int((frame.right - frame.left) / widest)) if frame.deals else ():
        x = frame.x(deal)
        yield element("line", class_="line-dim", x1=x, x2=x, y1=frame.bottom, y2=frame.bottom + 4)
        yield text(str(deal), x, frame.bottom + 18, _FONT, "dim", anchor="middle")
    yield text(unit, (frame.left + frame.right) / 2, frame.bottom + 35, _FONT, "dim", anchor="middle")


def _level(frame: _Frame, y: float, colour: str, width: float, dashes: str | None = None) -> Markup:
    return element(
        "line",
        class_=colour,
        x1=frame.left,
        x2=frame.right,
        y1=y,
        y2=y,
        stroke_width=width,
        stroke_dasharray=dashes,
    )


def _across(frame: _Frame, across: Mapping[str, int]) -> Iterator[Markup]:
    """The lines of the target and the barrel."""
    for word, total in across.items():
        yield _level(frame, frame.y(total), "line-ink", 1.2, None if word == "target" else "3 3")


def _across_words(frame: _Frame, across: Mapping[str, int], words: Mapping[str, str]) -> Iterator[Markup]:
    """What they are: above the target, below the barrel. Each word has an outline in the colour of the
    ground, as other lines may run below it; it is drawn first, as not every program that shows SVG knows
    `paint-order`."""
    for word, total in across.items():
        foot = frame.y(total) + (-5 if word == "target" else _FONT + 2)
        said = text(f"{words[word]} {_grouped(total)}", frame.left + 8, foot, _FONT)
        yield element("g", said, class_="line-ground", stroke_width=4, stroke_linejoin="round", aria_hidden="true")
        yield said


def _courses(frame: _Frame, names: Sequence[str], courses: Sequence[Sequence[int]]) -> Iterator[Markup]:
    """The line of each seat, with a marker for each deal if there is room, and at the end."""
    each = not frame.deals or (frame.right - frame.left) / frame.deals >= _APART
    for seat, course in enumerate(courses):
        points = [f"{number(frame.x(deal))} {number(frame.y(total))}" for deal, total in enumerate(course)]
        yield element(
            "path",
            element("title", names[seat]),
            d="M" + "L".join(points),
            class_=f"line-{seat_colour(seat)}",
            fill="none",
            stroke_width=2.2,
            stroke_linejoin="round",
            stroke_dasharray=_DASHES[seat % len(_DASHES)],
        )
    for seat, course in enumerate(courses):
        colour, shape = seat_colour(seat), _SHAPES[seat % len(_SHAPES)]
        hollow = seat % len(_DASHES) >= len(_SHAPES)
        for deal, total in enumerate(course):
            if each or deal == frame.deals:
                yield element(
                    "path",
                    element("title", f"{names[seat]}, {deal}: {_grouped(total)}"),
                    d=f"M{number(frame.x(deal))} {number(frame.y(total))}{shape}",
                    class_=f"ground line-{colour}" if hollow else f"{colour} line-ground",
                    stroke_width=1.8 if hollow else 0.8,
                )


_APART: Final = 12
"""So far apart, in pixels, deals have markers."""

_DASHES: Final = (None, "9 4", "3 3", "12 4 3 4", "6 6", "2 5", "14 6", "8 3 2 3 2 3")
_SHAPES: Final = (
    "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "m-3.6-3.6h7.2v7.2h-7.2z",
    "m0-5l4.6 8.2h-9.2z",
    "m0-5l5 5l-5 5l-5-5z",
    "m0 5l4.6-8.2h-9.2z",
)
"""The markers: circle, square, triangles, diamond; filled, and then hollow."""


def _ends(frame: _Frame, names: Sequence[str], score: Score) -> Iterator[Markup]:
    """The names and totals at the ends of the lines, below one another where the ends are near."""
    wanted = [frame.y(total) for total in score.totals]
    places = spread(wanted, _ROW, _TOP - _ROW / 2, frame.bottom + _ROW / 2)
    # a pixel more, as sums of widths are not exact
    room = frame.width - frame.right - _LEADER - _MARGIN + 1
    for seat, (name, total, y, place) in enumerate(zip(names, score.totals, wanted, places, strict=True)):
        won = seat in score.winners
        yield element(
            "path",
            class_=f"line-{seat_colour(seat)}",
            d=f"M{number(frame.right + 6)} {number(y)}L{number(frame.right + _LEADER - 4)} {number(place)}",
            fill="none",
        )
        rest = room - text_width(_end("", total), _FONT, bold=won)
        said = joined([fitted(name, _FONT, rest, bold=won), " ", isolated(_grouped(total))])
        yield text(said, frame.right + _LEADER, place + _FONT * 0.35, _FONT, seat_colour(seat), bold=won)


WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "after": "Totals after {unit} {deal}",
            "start": "Totals at the start",
            "target": "target",
            "barrel": "barrel",
            "won": "won by {names}",
        },
        "nl": {
            "after": "De stand na {unit} {deal}",
            "start": "De stand aan het begin",
            "target": "doel",
            "barrel": "ton",
            "won": "gewonnen door {names}",
        },
        "de": {
            "after": "Der Stand nach {unit} {deal}",
            "start": "Der Stand zu Beginn",
            "target": "Ziel",
            "barrel": "Fass",
            "won": "gewonnen von {names}",
        },
    }
)
"""The words of the charts."""
