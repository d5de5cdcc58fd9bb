"""The corners of Tausend."""

from typing import Final

from cardrules.tausend.actions import Action
from cardrules.tausend.rules import Rules
from cardrules.tausend.state import State
from cardrules.testing.corners import Corners
from cardrules.testing.tausend.candidates import candidates, malformed
from cardrules.testing.tausend.configs import configs
from cardrules.testing.tausend.following import follow
from cardrules.testing.tausend.hidden import elsewhere
from cardrules.testing.tausend.playing import choose, first, kind, late

CORNERS: Final = Corners[Rules, State, Action](
    configs=configs(),
    starts={"start": first, "late": late},
    play=choose,
    candidates=candidates,
    malformed=malformed,
    kind=kind,
    elsewhere=elsewhere,
    follow=follow,
)
"""Configs of all kinds, standings near the end, a player who likes what is rare."""
