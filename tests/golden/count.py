"""What a deal of Tausend brought, as players count it at the table.

The values of the cards stand here once more, so that a wrong one in the game shows.
"""

from __future__ import annotations

from typing import Final

from cardrules.cards import Card
from cardrules.tausend.state import Previous, Trick
from cardrules.wording import word

WORTH: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
MARRIAGES: Final = {"h": 100, "d": 80, "c": 60, "s": 40}
ACES: Final = 200


def worth(trick: Trick) -> int:
    """The card points of a trick."""
    return sum([_worth(play.card) for play in trick.plays])


def count(previous: Previous, seat: int) -> str:
    """What a seat has taken and announced, as `74 card points + 80 for diamonds = 154, bid 150`."""
    taken = sum([worth(trick) for trick in previous.tricks if trick.winner == seat])
    parts, total = [f"{taken} card points"], taken
    for lead in [trick.plays[0] for trick in previous.tricks]:
        if lead.seat == seat and lead.announce is not None:
            aces = lead.announce == "aces"
            bonus = ACES if aces else MARRIAGES[str(lead.card)[1]]
            parts.append(f"{bonus} for {'four aces' if aces else word(lead.card.suit, 'en')}")
            total += bonus
    sum_of = f" = {total}" if len(parts) > 1 else ""
    bid = f", bid {previous.contract.bid}" if seat == previous.contract.declarer else ""
    return f"{' + '.join(parts)}{sum_of}{bid}"


def _worth(card: Card) -> int:
    return WORTH[str(card)[0]]
