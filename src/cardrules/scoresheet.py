"""The score of a match and the lines that explain it."""

from __future__ import annotations

from attrs import field, frozen


@frozen(weakref_slot=False)
class ScoreLine:
    """One entry of the sheet: in the scored deal `deal` (from 0) the total of `seat` (from 0)
    changed by `points` because of the rule `rule`. What changes no points is a line of 0."""

    deal: int
    seat: int
    points: int
    rule: str


@frozen
class Score:
    """Totals in points by seat, the seats that won (none before the end), and the sheet.

    The points of a seat's lines add up to its total.
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...] = ()
    sheet: tuple[ScoreLine, ...] = field(default=(), repr=lambda sheet: f"<{len(sheet)} lines>")


def totals_by_deal(players: int, sheet: tuple[ScoreLine, ...]) -> list[tuple[int, ...]]:
    """The totals of all seats after each scored deal, in order."""
    totals = [0] * players
    after: list[tuple[int, ...]] = []
    for line in sheet:
        if line.deal > len(after):
            after.append(tuple(totals))
        totals[line.seat] += line.points
    if sheet:
        after.append(tuple(totals))
    return after
