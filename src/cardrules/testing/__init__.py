"""For tests of what is built on the library, and of games that others write (needs the extra `testing`).

`configs`, `matches`, `states`, `actions` and `records` are Hypothesis strategies of any game;
`check_game` puts a game to the promises that every game makes.
"""

try:
    from cardrules.testing.contract import PROMISES, BrokenPromise, check_game
    from cardrules.testing.corners import Corners
    from cardrules.testing.playouts import Playout
    from cardrules.testing.strategies import actions, configs, matches, records, states
except ModuleNotFoundError as error:
    if error.name != "hypothesis":
        raise
    needed = 'cardrules.testing needs hypothesis: pip install "cardrules[testing]"'
    raise ModuleNotFoundError(needed, name=error.name) from None

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
