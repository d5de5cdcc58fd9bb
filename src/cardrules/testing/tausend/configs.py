"""Configs of Tausend: every flag alone, and mixes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hypothesis import strategies as st

from cardrules.tausend.rules import Barrel, Rules, SitsOut

EACH_FLAG: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "default": Rules(),
        "four players": Rules(players=4, sits_out="dealer"),
        "four players, right of dealer": Rules(players=4, sits_out="right_of_dealer"),
        "four aces": Rules(four_aces=True),
        "half bid": Rules(surrender_points="half_bid"),
        "every third": Rules(surrender_cost="every_third"),
        "no null penalty": Rules(null_penalty=False),
        "555": Rules(reset_at_555=True),
        "poor widow": Rules(poor_widow_redeal=True),
        "barrel at 870": Rules(barrel=Barrel(at=870)),
        "barrel at 600": Rules(barrel=Barrel(at=600)),
        "barrel at 995": Rules(barrel=Barrel(at=995)),
        "barrel of one deal": Rules(barrel=Barrel(deals=1)),
        "barrel that falls below zero": Rules(barrel=Barrel(falls_to=-55)),
        "barrel at 555": Rules(four_aces=True, reset_at_555=True, barrel=Barrel(at=555, deals=2)),
        "barrel that falls to 555": Rules(reset_at_555=True, barrel=Barrel(falls_to=555, deals=2)),
    }
)
"""The default rules, every flag alone, and the mixes in which two flags meet."""


@st.composite
def barrels(draw: st.DrawFn, least: int = 600) -> Barrel:
    """A barrel that a config with a maximum bid of 1000 − `least` can have."""
    usual = st.sampled_from((880, 850, 870, 900, 600, 995)) if least == 600 else st.sampled_from((880, 555, 400))
    at = draw(usual | st.integers(least // 5, 199).map(lambda fives: 5 * fives))
    deals = draw(st.sampled_from((3, 1, 2, 5)))
    if draw(st.booleans()):
        return Barrel(at=at, deals=deals)
    falls_to = draw(st.sampled_from((at - 5, 0, 555, -200)) | st.integers(-100, 198).map(lambda fives: 5 * fives))
    return Barrel(at=at, deals=deals, falls_to=falls_to if falls_to < at else at - 5)


@st.composite
def mixed_configs(draw: st.DrawFn) -> Rules:
    """A random mix of all flags."""
    aces = draw(st.booleans())
    sits_out: SitsOut | None = draw(st.sampled_from((None, "dealer", "right_of_dealer")))
    return Rules(
        players=3 if sits_out is None else 4,
        sits_out=sits_out,
        four_aces=aces,
        surrender_points=draw(st.sampled_from(("sixty", "half_bid"))),
        surrender_cost=draw(st.sampled_from(("from_third", "every_third"))),
        null_penalty=draw(st.booleans()),
        barrel=draw(barrels(400 if aces else 600)),
        reset_at_555=draw(st.booleans()),
        poor_widow_redeal=draw(st.booleans()),
    )


def configs() -> st.SearchStrategy[Rules]:
    """Valid configs: the default, every flag alone, random mixes."""
    return st.sampled_from(list(EACH_FLAG.values())) | mixed_configs()
