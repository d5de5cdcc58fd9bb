"""For tests of what is built on the library, and of games that others write (needs the extra `testing`).

`configs`, `matches`, `states`, `actions` and `records` are Hypothesis strategies of any game;
`check_game` puts a game to the promises that every game makes.
"""

from cardrules.testing.contract import PROMISES, BrokenPromise, check_game
from cardrules.testing.corners import Corners
from cardrules.testing.playouts import Playout
from cardrules.testing.strategies import actions, configs, matches, records, states

__all__ = [
    "PROMISES",
    "BrokenPromise",
    "Corners",
    "Playout",
    "actions",
    "check_game",
    "configs",
    "matches",
    "records",
    "states",
]
