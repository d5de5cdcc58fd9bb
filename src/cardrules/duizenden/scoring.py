"""What a round brings: the lines of the sheet, the new totals, the winners; and the score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardrules.cards import Card, Cards
from cardrules.duizenden.deck import PACKS, QUEEN, QUEENS
from cardrules.duizenden.melds import Laid, card_points
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import Dealing, Match, Over, Place, Previous, State
from cardrules.quick import quick
from cardrules.scoresheet import Score, ScoreLine, grown

_line: Final[Callable[[int, int, int, str], ScoreLine]] = quick(ScoreLine)
_match: Final[Callable[[Rules, int, int, tuple[int, ...], Sequence[ScoreLine], Previous | None], Match]] = quick(Match)
_previous: Final[
    Callable[[int | None, tuple[Laid, ...], tuple[Cards, ...], tuple[Card, ...], tuple[ScoreLine, ...]], Previous]
] = quick(Previous)
_dealing: Final[Callable[[Match], Dealing]] = quick(Dealing)

LINES: Final = frozenset(
    [
        f"duizenden.{rule}"
        for rule in (
            "score.credit",
            "score",
            "score.queen",
            "last-card",
            "win",
        )
    ]
)
"""The rules that a line of the sheet can be for."""


def score(state: State) -> Score:
    """The totals, the winners (none before the end) and the sheet of a state."""
    match = state.match
    return Score(match.totals, state.winners if isinstance(state, Over) else (), match.sheet)


def close(
    match: Match,
    out: int | None,
    hands: tuple[Cards, ...],
    pot: tuple[Card, ...],
    melds: tuple[Laid, ...],
    places: tuple[Place, ...],
) -> Dealing | Over:
    """The state after a round: `out` went out, or (None) the stock ran out."""
    rules = match.rules
    totals = list(match.totals)
    sheet: list[ScoreLine] = []
    for seat, table in enumerate(_on_table(melds, rules)):
        lines = _lines(match.deals, seat, table, hands[seat], places[seat].penalty, rules)
        totals[seat] += sum([line.points for line in lines])
        sheet += lines
    winners = winners_of(totals, rules)
    sheet += [_line(match.deals, seat, 0, "duizenden.win") for seat in winners]
    lines_of_round = tuple(sheet)
    dealer = (match.dealer + 1) % rules.players
    previous = _previous(out, melds, hands, pot, lines_of_round)
    after = _match(rules, dealer, match.deals + 1, tuple(totals), grown(match.sheet, lines_of_round), previous)
    return Over(after, winners) if winners else _dealing(after)


def winners_of(totals: list[int], rules: Rules) -> tuple[int, ...]:
    """Who wins: the highest, several if they are equal, once it has reached the target
    (duizenden.win)."""
    best = max(totals)
    return tuple([seat for seat, total in enumerate(totals) if total == best]) if best >= rules.target else ()


def _on_table(melds: tuple[Laid, ...], rules: Rules) -> list[int]:
    """What each seat has on the table, in points (duizenden.score.credit)."""
    table = [0] * rules.players
    to_player = rules.credit == "player"
    for meld in melds:
        points = card_points(meld, rules)
        if to_player:
            for value, seat in zip(points, meld.seats, strict=True):
                table[seat] += value
        else:
            table[meld.owner] += sum(points)
    return table


def _lines(deal: int, seat: int, table: int, hand: Cards, penalty: int, rules: Rules) -> list[ScoreLine]:
    points = PACKS[rules.wild].points
    queens = (hand.bits & QUEENS).bit_count()
    held = sum([points[card.index] for card in hand if card is not QUEEN])
    lines = [
        _line(deal, seat, table, "duizenden.score.credit"),
        _line(deal, seat, -held, "duizenden.score"),
    ]
    if queens:
        lines.append(_line(deal, seat, -queens * rules.queen_penalty, "duizenden.score.queen"))
    if penalty:
        lines.append(_line(deal, seat, -penalty, "duizenden.last-card"))
    return lines
