"""Where the parts of a chart go: the marks of an axis, and labels that do not cover one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final


def ticks(low: int, high: int, most: int) -> range:
    """The multiples from `low` to `high` of 1, 2 or 5 times a power of ten: the least such step that
    goes into the distance no more than `most` times."""
    least = max(-((low - high) // most), 1)
    power = 10 ** (len(str(least)) - 1)
    step = next(factor * power for factor in _FACTORS if factor * power >= least)
    return range(-(-low // step) * step, high + 1, step)


_FACTORS: Final = (1, 2, 5, 10)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places between `low` and `high`, at least `gap` apart and as near as can be to where they are
    wanted; in the order wanted, equal ones in the order given. There must be room for all."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    # what is left when each is moved up by the gaps before it need only not fall: the least squares
    # fit of that pools neighbours that stand the wrong way round at their mean
    pools: list[tuple[float, int]] = []
    for before, place in enumerate(order):
        pools.append((wanted[place] - before * gap, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (one, some), (other, more) = pools[-2:]
            pools[-2:] = [((one * some + other * more) / (some + more), some + more)]
    fitted = [mean for mean, size in pools for _ in range(size)]
    top = high - (len(order) - 1) * gap
    places = [0.0] * len(order)
    for before, (place, at) in enumerate(zip(order, fitted, strict=True)):
        places[place] = max(low, min(at, top)) + before * gap
    return places
