"""The house rules of Duizenden as a config."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final, Literal, TypeAlias

from attrs import evolve, field, frozen

from cardrules.config import LIMIT, Choice, Limit, check, same
from cardrules.duizenden.deck import HAND, PACKS, Wild
from cardrules.errors import InvalidRules, quote

Ratio: TypeAlias = Literal["minority", "half"]
Whose: TypeAlias = Literal["none", "own", "any"]


@frozen(kw_only=True)
class Points:
    """A forgotten "last card" costs `points` (duizenden.last-card)."""

    points: int


@frozen(kw_only=True)
class Draws:
    """A forgotten "last card" costs the drawing of `cards` cards, which is one
    (duizenden.last-card)."""

    cards: Literal[1] = 1


def _players(wild: Wild, where: Mapping[str, Choice]) -> Limit:
    """How many the cards are for."""
    cards = len(PACKS[wild].deck)
    most = (cards - 1) // HAND
    message = f"{{value}} cannot play; the {cards} cards are for 2 to {most} players"
    return Limit("players", range(2, most + 1), where, message)


@frozen(kw_only=True)
class Rules:
    """A config of Duizenden; each field is a flag of the rulebook. Raises InvalidRules.

    The defaults are the preset `volwassen`. Points are points of the score.

    players: 2 to 8 at the table, as far as the cards reach (duizenden.players).
    wild: the wild cards: four jokers, or the eight twos (duizenden.deck, duizenden.meld.modern-two).
    swap_phase: a round begins with the swapping of the open card (duizenden.swap).
    swap_limit: swaps in a round after which the next player must draw (duizenden.swap.same).
    opening_minimum: what a player's first melds must bring, 0 to 200 (duizenden.opening).
    ratio: wild cards are fewer than half of a meld, or at most half (duizenden.meld.ratio).
    low_ace: the ace may stand below the two (duizenden.meld.low-ace).
    low_ace_points: what it counts there, 0 to 20 (duizenden.points.low-ace).
    wild_in_first_turn: wild cards may be melded in a player's first turn (duizenden.meld.first-turn).
    melds_from_circuit: the turn of a round, from 1, from which a player may meld
        (duizenden.out.first-circuit).
    pot_needs_opened: only who has opened takes the pot (duizenden.pot.opened).
    pot_hand_minimum: cards in hand that taking the pot needs (duizenden.pot.hand).
    last_card: the last card may be melded or laid off, or must be discarded (duizenden.out.discard).
    out_in_opening_turn: going out in the turn of one's first meld (duizenden.out.opening-turn).
    out_in_first_circuit: going out in one's first turn (duizenden.out.first-circuit).
    out_unopened: who goes out needs no opening (duizenden.out.unopened).
    layoff: on whose melds cards are laid off (duizenden.layoff).
    exchange: from whose melds wild cards are exchanged (duizenden.exchange).
    queen_exchange: the queen may be exchanged for another's wild card (duizenden.exchange.queen).
    queen_discard: when the queen may be discarded (duizenden.discard.queen).
    queen_penalty: what the queen costs in hand (duizenden.score.queen).
    credit: a card on the table counts for who played it, or for the owner of the meld
        (duizenden.score.credit).
    last_card_call: what a forgotten "last card" costs; None: there is no call (duizenden.last-card).
    empty_stock: the pot is shuffled into a new stock, or the round ends (duizenden.stock).
    target: the total that ends the match (duizenden.win).
    """

    players: int = 4
    wild: Wild = "jokers"
    swap_phase: bool = True
    swap_limit: int | None = None
    opening_minimum: int = 30
    ratio: Ratio = "minority"
    low_ace: bool = True
    low_ace_points: int = 1
    wild_in_first_turn: bool = True
    melds_from_circuit: int = 1
    pot_needs_opened: bool = True
    pot_hand_minimum: int = 0
    last_card: Literal["free", "discard"] = "discard"
    out_in_opening_turn: bool = False
    out_in_first_circuit: bool = True
    out_unopened: bool = False
    layoff: Literal["own", "any"] = "any"
    exchange: Whose = "any"
    queen_exchange: bool = True
    queen_discard: Literal["never", "last_card", "only_card"] = "never"
    queen_penalty: int = 100
    credit: Literal["player", "owner"] = "player"
    last_card_call: Points | Draws | None = None
    empty_stock: Literal["reshuffle", "end_round"] = "reshuffle"
    target: int = 1000
    wild_bits: int = field(init=False, eq=False, repr=False)

    limits: ClassVar[tuple[Limit, ...]] = (
        _players("twos", {"wild": "twos"}),
        _players("jokers", {}),
        Limit("swap_limit", range(LIMIT + 1)),
        Limit("opening_minimum", range(201)),
        Limit("low_ace_points", range(21)),
        Limit("melds_from_circuit", range(1, LIMIT + 1)),
        Limit("pot_hand_minimum", range(LIMIT + 1)),
        *[
            Limit(
                "out_unopened",
                (False,),
                where={needed: False},
                message=f"going out unopened needs {needed} to be true",
            )
            for needed in ("out_in_opening_turn", "pot_needs_opened")
        ],
        Limit("last_card_call.points", range(1, LIMIT + 1)),
        Limit("target", range(1, LIMIT + 1)),
    )

    def __attrs_post_init__(self) -> None:
        _check_call(self.last_card_call)
        check(self)
        object.__setattr__(self, "wild_bits", PACKS[self.wild].wild)


def _check_call(call: object) -> None:
    if call is not None and type(call) not in (Points, Draws):
        raise InvalidRules("last_card_call", f"{quote(call)} is not None, Points(points=50) or Draws(cards=1)")
    if type(call) is Draws and not same(call.cards, 1):
        raise InvalidRules("last_card_call.cards", "one card is drawn, no other number")


_VOLWASSEN: Final = Rules()
_KLASSIEK: Final = Rules(
    swap_phase=False,
    opening_minimum=0,
    ratio="half",
    low_ace_points=20,
    wild_in_first_turn=False,
    pot_needs_opened=False,
    pot_hand_minimum=3,
    out_in_opening_turn=True,
    layoff="own",
    queen_exchange=False,
    queen_discard="only_card",
    queen_penalty=200,
    credit="owner",
)

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "kinder": evolve(_VOLWASSEN, last_card="free"),
        "volwassen": _VOLWASSEN,
        "klassiek": _KLASSIEK,
        "modern": evolve(_KLASSIEK, wild="twos", exchange="own"),
    }
)
"""The house rules that have a name."""
