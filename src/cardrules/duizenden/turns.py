"""What a turn allows: the predicates of Duizenden beyond the melds, each written once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from attrs import frozen

from cardrules.cards import Card, Cards
from cardrules.duizenden.deck import QUEENS
from cardrules.duizenden.melds import Laid
from cardrules.duizenden.rules import Rules
from cardrules.quick import quick


@frozen(weakref_slot=False)
class Turn:
    """A turn in which cards may be laid: what decides how it can end.

    turns: the turns that the player has begun in the round, this one too. hand, melds: as they are,
    or would be after an action. laid, bound: as in `Melding`.
    """

    rules: Rules
    seat: int
    turns: int
    hand: Cards
    melds: tuple[Laid, ...]
    laid: int | None
    bound: bool


new_turn: Final[Callable[[Rules, int, int, Cards, tuple[Laid, ...], int | None, bool], Turn]] = quick(Turn)


# -- the predicates that decide

ENOUGH: Final = 3
"""With so many cards in hand a player who has opened can end the turn, whatever they are: there are two queens, so
another card can be discarded."""


def has_opened(laid: int | None, rules: Rules) -> bool:
    """Whether a player has opened, given what its first melds have brought (duizenden.opening)."""
    return laid is None or laid >= rules.opening_minimum


def may_renew(pot: tuple[Card, ...], rules: Rules) -> bool:
    """Whether a pot can become a new stock (duizenden.stock)."""
    return rules.empty_stock == "reshuffle" and len(pot) > 1


def may_use_wilds(turns: int, rules: Rules) -> bool:
    """Whether wild cards may be laid in a player's turn of that number (duizenden.meld.first-turn)."""
    return rules.wild_in_first_turn or turns > 1


def may_meld(turns: int, rules: Rules) -> bool:
    """Whether a player may meld in its turn of that number (duizenden.out.first-circuit)."""
    return turns >= rules.melds_from_circuit


def may_lay_off(owner: int, seat: int, rules: Rules) -> bool:
    """Whether `seat` may lay off on a meld of `owner` (duizenden.layoff)."""
    return rules.layoff == "any" or owner == seat


def may_exchange(owner: int, seat: int, rules: Rules) -> bool:
    """Whether `seat` may take a wild card out of a meld of `owner` (duizenden.exchange)."""
    return rules.exchange == "any" or (rules.exchange == "own" and owner == seat)


def may_exchange_queen(owner: int, seat: int, rules: Rules) -> bool:
    """Whether the queen may take the place of that wild card (duizenden.exchange.queen)."""
    return rules.queen_exchange or owner == seat


OutFault: TypeAlias = Literal["opening-turn", "first-circuit"]


def out_faults(laid: int | None, turns: int, rules: Rules) -> tuple[OutFault, ...]:
    """What keeps a player from going out in this turn (duizenden.out.*)."""
    found: list[OutFault] = []
    if laid and not rules.out_in_opening_turn:
        found.append("opening-turn")
    if turns == 1 and not rules.out_in_first_circuit:
        found.append("first-circuit")
    return tuple(found)


def queen_may_go(hand: Cards, rules: Rules) -> bool:
    """Whether the queen may be discarded from a hand that holds her (duizenden.discard.queen)."""
    if rules.queen_discard == "never" or hand.bits & ~QUEENS:
        return False
    return rules.queen_discard == "only_card" or len(hand) == 1


def is_stuck(hand: Cards, rules: Rules) -> bool:
    """Whether a hand, right after drawing, holds only cards that may not be discarded
    (duizenden.end-turn)."""
    return not hand.bits & ~QUEENS and not queen_may_go(hand, rules)


def surely_ends(others: int, queens: int, may_go_out: bool, rules: Rules) -> bool | None:
    """Whether a player who has opened can end the turn with so many queens and other cards in hand;
    None where it depends on what can be done with the queens."""
    if others:
        # another card than the queen is discarded; the player goes out if none is left
        return others + queens > 1 or may_go_out
    if not queens:
        return may_go_out and rules.last_card == "free"
    return False if queens == 1 and not may_go_out else None
