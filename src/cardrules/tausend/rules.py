"""The house rules of Tausend as a config."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final, Literal, TypeAlias

import attrs
from attrs import frozen

from cardrules.config import LIMIT, Limit, check
from cardrules.errors import InvalidRules

MAXIMUM: Final = 400
MAXIMUM_WITH_ACES: Final = 600
"""What a deal can bring at all, in points, with four aces and without (tausend.bid.maximum)."""

SitsOut: TypeAlias = Literal["dealer", "right_of_dealer"]


@frozen(kw_only=True)
class Barrel:
    """The barrel. Rules: tausend.barrel.*

    at: the total, in points, at which a player sits on it. deals: those to win from it.
    falls_to: the total after the fall, `at` − 120 unless given.
    """

    at: int = 880
    deals: int = 3
    falls_to: int = attrs.Factory(lambda self: self.at - 120 if type(self.at) is int else 0, takes_self=True)


_FALL: Final = "{value} is no multiple of 5 below {rules.barrel.at}"


@frozen(kw_only=True)
class Rules:
    """A config of Tausend; each field is a flag of the rulebook. Raises InvalidRules.

    players: 3 or 4 at the table (tausend.four-handed).
    sits_out: with 4, who sits out; the dealer unless given.
    four_aces: four aces may be announced for 200 points (tausend.aces).
    surrender_points: what each defender gets for a surrender, 60 or half the bid
        (tausend.score.surrender).
    surrender_cost: whether the third and every later surrender costs 120, or every third only
        (tausend.surrender).
    null_penalty: strokes for defenders without card points (tausend.null).
    barrel: where it stands, how long a player sits on it (tausend.barrel.*).
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

    limits: ClassVar[tuple[Limit, ...]] = (
        Limit("players", range(3, 5), message="{value} cannot play; Tausend is for 3 or 4 players"),
        Limit("sits_out", (None,), where={"players": 3}),
        Limit("sits_out", ("dealer", "right_of_dealer"), where={"players": 4}),
        Limit("barrel.at", range(1000 - MAXIMUM, 1000, 5), where={"four_aces": False}),
        Limit("barrel.at", range(1000 - MAXIMUM_WITH_ACES, 1000, 5)),
        Limit(
            "barrel.deals",
            range(1, LIMIT + 1),
            message="{value} is too few; at least 1 deal is played on the barrel",
        ),
        Limit("barrel.falls_to", range(-LIMIT // 5 * 5 + 5, 995, 5), message=_FALL),
    )

    @property
    def maximum_bid(self) -> int:
        """What a deal can bring at all, in points: 400, or 600 with four aces (tausend.bid.maximum)."""
        return MAXIMUM_WITH_ACES if self.four_aces else MAXIMUM

    def __attrs_post_init__(self) -> None:
        check(self)
        if self.barrel.falls_to >= self.barrel.at:
            raise InvalidRules("barrel.falls_to", _FALL.format(value=self.barrel.falls_to, rules=self))


PRESETS: Final[Mapping[str, Rules]] = MappingProxyType({"standard": Rules()})
