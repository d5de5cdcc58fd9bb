"""Configs of Duizenden: the presets, every flag alone, and mixes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs
from hypothesis import strategies as st

from cardrules.duizenden.deck import Wild
from cardrules.duizenden.rules import PRESETS, Draws, Points, Rules

_UNOPENED: Final = Rules(out_unopened=True, out_in_opening_turn=True)

EACH_FLAG: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        **PRESETS,
        "two players": Rules(players=2),
        "three players": Rules(players=3),
        "eight players": Rules(players=8),
        "wild twos": Rules(wild="twos"),
        "no swap phase": Rules(swap_phase=False),
        "no swaps": Rules(swap_limit=0),
        "three swaps": Rules(swap_limit=3),
        "no opening": Rules(opening_minimum=0),
        "opening of 31": Rules(opening_minimum=31),
        "opening of 75": Rules(opening_minimum=75),
        "opening of 200": Rules(opening_minimum=200),
        "half wild": Rules(ratio="half"),
        "original game": Rules(low_ace=False),
        "low ace of 20": Rules(low_ace_points=20),
        "low ace of nothing": Rules(low_ace_points=0),
        "no wild card at first": Rules(wild_in_first_turn=False),
        "melds from the second turn": Rules(melds_from_circuit=2),
        "pot for all": Rules(pot_needs_opened=False),
        "pot with three cards": Rules(pot_hand_minimum=3),
        "last card free": Rules(last_card="free"),
        "out in the opening turn": Rules(out_in_opening_turn=True),
        "not out at first": Rules(out_in_first_circuit=False),
        "out unopened": _UNOPENED,
        "lay off on one's own": Rules(layoff="own"),
        "no exchange": Rules(exchange="none"),
        "exchange one's own": Rules(exchange="own"),
        "queen for one's own": Rules(queen_exchange=False),
        "queen as the last card": Rules(queen_discard="last_card"),
        "queen with no other card": Rules(queen_discard="only_card"),
        "queen costs 200": Rules(queen_penalty=200),
        "queen costs nothing": Rules(queen_penalty=0),
        "for the owner": Rules(credit="owner"),
        "last card for points": Rules(last_card_call=Points(points=50)),
        "last card for a card": Rules(last_card_call=Draws()),
        "stock ends the round": Rules(empty_stock="end_round"),
        "target of 100": Rules(target=100),
        # the mixes in which flags meet
        "out unopened, last card free": attrs.evolve(_UNOPENED, last_card="free", opening_minimum=45),
        "out unopened with twos": attrs.evolve(_UNOPENED, wild="twos", ratio="half", queen_discard="last_card"),
        "out unopened, not at first": attrs.evolve(
            _UNOPENED, wild_in_first_turn=False, melds_from_circuit=2, out_in_first_circuit=False
        ),
        "last card for a card, two players": Rules(
            players=2, last_card_call=Draws(), last_card="free", opening_minimum=0
        ),
        "klassiek with last card": attrs.evolve(PRESETS["klassiek"], last_card_call=Draws(), players=3),
        "modern with an opening": attrs.evolve(PRESETS["modern"], opening_minimum=60, players=2),
        "modern for seven": attrs.evolve(PRESETS["modern"], players=7, exchange="any", layoff="any"),
    }
)
"""The presets, every flag alone, and the mixes in which flags meet."""


@st.composite
def mixed_configs(draw: st.DrawFn) -> Rules:
    """A random mix of all flags."""
    wild: Wild = draw(st.sampled_from(("jokers", "twos")))
    unopened = draw(st.integers(0, 3)) == 0
    return Rules(
        players=draw(st.sampled_from((2, 3, 4)) | st.integers(2, 8 if wild == "jokers" else 7)),
        wild=wild,
        swap_phase=draw(st.booleans()),
        swap_limit=draw(st.sampled_from((None, 0, 1, 5))),
        opening_minimum=draw(st.sampled_from((30, 0, 1, 31, 50, 120)) | st.integers(0, 200)),
        ratio=draw(st.sampled_from(("minority", "half"))),
        low_ace=draw(st.booleans()),
        low_ace_points=draw(st.sampled_from((1, 0, 20)) | st.integers(0, 20)),
        wild_in_first_turn=draw(st.booleans()),
        melds_from_circuit=draw(st.sampled_from((1, 1, 2, 3))),
        pot_needs_opened=unopened or draw(st.booleans()),
        pot_hand_minimum=draw(st.sampled_from((0, 2, 3, 14))),
        last_card=draw(st.sampled_from(("free", "discard"))),
        out_in_opening_turn=unopened or draw(st.booleans()),
        out_in_first_circuit=draw(st.booleans()),
        out_unopened=unopened,
        layoff=draw(st.sampled_from(("own", "any"))),
        exchange=draw(st.sampled_from(("any", "own", "none"))),
        queen_exchange=draw(st.booleans()),
        queen_discard=draw(st.sampled_from(("never", "last_card", "only_card"))),
        queen_penalty=draw(st.sampled_from((100, 200, 0, -50, 999_999_999))),
        credit=draw(st.sampled_from(("player", "owner"))),
        last_card_call=draw(st.sampled_from((None, Draws(), Points(points=1), Points(points=50)))),
        empty_stock=draw(st.sampled_from(("reshuffle", "end_round"))),
        target=draw(st.sampled_from((1000, 1, 60, 250))),
    )


def configs() -> st.SearchStrategy[Rules]:
    """Valid configs: the presets, every flag alone, random mixes."""
    return st.sampled_from(list(EACH_FLAG.values())) | mixed_configs()
