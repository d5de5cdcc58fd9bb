"""The corners of Duizenden."""

from typing import Final

from cardrules.duizenden.actions import Action
from cardrules.duizenden.rules import Rules
from cardrules.duizenden.state import State
from cardrules.testing.corners import Corners
from cardrules.testing.duizenden.candidates import candidates, malformed, plain
from cardrules.testing.duizenden.configs import configs
from cardrules.testing.duizenden.following import follow
from cardrules.testing.duizenden.hidden import elsewhere
from cardrules.testing.duizenden.playing import STARTS, choose, kind

CORNERS: Final = Corners[Rules, State, Action](
    configs=configs(),
    starts=STARTS,
    play=choose,
    candidates=candidates,
    malformed=malformed,
    kind=kind,
    alike=plain,
    elsewhere=elsewhere,
    follow=follow,
)
"""Configs of all kinds, tables on which something rare is about to happen, a player who likes it."""
