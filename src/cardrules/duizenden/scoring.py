"""What a round brings: the lines of the sheet, the new totals, the winners; and the score."""

from __future__ import annotations

from typing import Final

from cardrules.cards import Card, Cards
from cardrules.duizenden.deck import PACKS, QUEEN
from cardrules.duizenden.melds import Laid, card_points
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import Dealing, Match, Over, Place, Previous, State
from cardrules.scoresheet import Score, ScoreLine

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
    table = _on_table(melds, rules)
    lines = []
    totals = list(match.totals)
    for seat, hand in enumerate(hands):
        mine = _lines(match.deals, seat, table[seat], hand, places[seat].penalty, rules)
        totals[seat] += sum([line.points for line in mine])
        lines += mine
    winners = winners_of(totals, rules)
    lines += [ScoreLine(match.deals, seat, 0, "duizenden.win") for seat in winners]
    previous = Previous(out, melds, hands, pot, tuple(lines))
    dealer = (match.dealer + 1) % rules.players
    after = Match(rules, dealer, match.deals + 1, tuple(totals), match.sheet + previous.lines, previous)
    return Over(after, winners) if winners else Dealing(after)


def winners_of(totals: list[int], rules: Rules) -> tuple[int, ...]:
    """Who wins: the highest, several if they are equal, once it has reached the target
    (duizenden.win)."""
    best = max(totals)
    return tuple([seat for seat, total in enumerate(totals) if total == best]) if best >= rules.target else ()


def _on_table(melds: tuple[Laid, ...], rules: Rules) -> list[int]:
    """What each seat has on the table, in points (duizenden.score.credit)."""
    table = [0] * rules.players
    for meld in melds:
        for points, seat in zip(card_points(meld, rules), meld.seats, strict=True):
            table[seat if rules.credit == "player" else meld.owner] += points
    return table


def _lines(deal: int, seat: int, table: int, hand: Cards, penalty: int, rules: Rules) -> list[ScoreLine]:
    points = PACKS[rules.wild].points
    queens = hand.count(QUEEN)
    held = sum([points[card.index] for card in hand if card is not QUEEN])
    lines = [
        ScoreLine(deal, seat, table, "duizenden.score.credit"),
        ScoreLine(deal, seat, -held, "duizenden.score"),
    ]
    if queens:
        lines.append(ScoreLine(deal, seat, -queens * rules.queen_penalty, "duizenden.score.queen"))
    if penalty:
        lines.append(ScoreLine(deal, seat, -penalty, "duizenden.last-card"))
    return lines
