"""The house rules of Tausend as a config."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import attrs
from attrs import frozen

from cardrules.config import one_of, shown, truth, whole
from cardrules.errors import InvalidRules

SitsOut: TypeAlias = Literal["dealer", "right_of_dealer"]


@frozen(kw_only=True)
class Barrel:
    """The barrel: the total (points) at which a player sits on it, the deals to win from it, and
    the total after the fall (`at` − 120 unless given). Rules: tausend.barrel.*"""

    at: int = 880
    deals: int = 3
    falls_to: int = attrs.Factory(lambda self: self.at - 120 if type(self.at) is int else 0, takes_self=True)


@frozen(kw_only=True)
class Rules:
    """A config of Tausend; each field is a flag of the rulebook. Raises InvalidRules.

    players: 3 or 4 at the table; with 4, `sits_out` says who sits out (tausend.four-handed).
    four_aces: four aces may be announced for 200 points (tausend.aces).
    surrender_points: what each defender gets for a surrender, 60 or half the bid
        (tausend.score.surrender).
    surrender_cost: whether the third and every later surrender costs 120, or every third only
        (tausend.surrender).
    null_penalty: strokes for defenders without card points (tausend.null).
    barrel: see `Barrel`.
    reset_at_555: a total of exactly 555 falls to 0 (tausend.555).
    poor_widow_redeal: a widow of fewer than 5 card points cancels the deal (tausend.poor-widow).
    """

    players: int = 3
    sits_out: SitsOut | None = attrs.Factory(lambda self: None if self.players == 3 else "dealer", takes_self=True)
    four_aces: bool = False
    surrender_points: Literal["sixty", "half_bid"] = "sixty"
    surrender_cost: Literal["from_third", "every_third"] = "from_third"
    null_penalty: bool = True
    barrel: Barrel = Barrel()
    reset_at_555: bool = False
    poor_widow_redeal: bool = False

    @property
    def maximum_bid(self) -> int:
        """What a deal can bring at all, in points: 400, or 600 with four aces (tausend.bid.maximum)."""
        return 600 if self.four_aces else 400

    def __attrs_post_init__(self) -> None:
        whole("players", self.players)
        if self.players not in (3, 4):
            raise InvalidRules("players", f"{self.players} cannot play; Tausend is for 3 or 4 players")
        one_of("sits_out", self.sits_out, (None,) if self.players == 3 else ("dealer", "right_of_dealer"))
        for name in ("four_aces", "null_penalty", "reset_at_555", "poor_widow_redeal"):
            truth(name, getattr(self, name))
        one_of("surrender_points", self.surrender_points, ("sixty", "half_bid"))
        one_of("surrender_cost", self.surrender_cost, ("from_third", "every_third"))
        self._check_barrel()

    def _check_barrel(self) -> None:
        barrel = self.barrel
        if type(barrel) is not Barrel:
            raise InvalidRules("barrel", f"{shown(barrel)} is no barrel")
        for name in ("at", "deals", "falls_to"):
            whole(f"barrel.{name}", getattr(barrel, name))
        least = 1000 - self.maximum_bid
        if not least <= barrel.at <= 995 or barrel.at % 5:
            raise InvalidRules("barrel.at", f"{barrel.at} is no multiple of 5 from {least} to 995")
        if barrel.deals < 1:
            raise InvalidRules("barrel.deals", f"{barrel.deals} is too few; at least 1 deal is played on the barrel")
        if barrel.falls_to >= barrel.at or barrel.falls_to % 5:
            raise InvalidRules("barrel.falls_to", f"{barrel.falls_to} is no multiple of 5 below {barrel.at}")


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType({"standard": Rules()})
