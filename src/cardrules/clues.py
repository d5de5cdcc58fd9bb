"""What a game knows of its own faults: which flags can mend one, and which numbers are worth trying
(`cardrules.diagnosis`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias

from attrs import field, frozen

from cardrules.registry import A, R, S
from cardrules.verdict import Violation

if TYPE_CHECKING:
    from cardrules.recorded import Record


@frozen(eq=False)
class Fault(Generic[R, S, A]):
    """Where a record first goes wrong under the config `rules`, in `state`.

    Either `action`, the one of index `at` (from 0), breaks the rules of `violations`; or, where
    `action` is None, the totals `claimed` after the scored deal `deal` (from 0) are not the right
    ones, `actual`, which are None where no such deal was scored. `scores` are all totals that the
    record claims, `actions` all its actions.
    """

    rules: R
    state: S
    at: int
    action: A | None
    violations: tuple[Violation, ...]
    deal: int
    claimed: tuple[int, ...]
    actual: tuple[int, ...] | None
    record: Record = field(repr=False)


Bound: TypeAlias = Literal["most", "least"]


@frozen
class Guesses:
    """Values of flags that the fault makes worth trying, the likeliest first. `partial`: the flags of
    which some other value might mend the fault though none of these does. `bounds`: the value of a
    flag that is the most or the least that the record allows, if it allows that one."""

    values: Mapping[str, tuple[object, ...]]
    partial: frozenset[str] = frozenset()
    bounds: Mapping[str, tuple[object, Bound]] = MappingProxyType({})


@frozen
class Clues(Generic[R, S, A]):
    """What a game knows of a fault.

    `needed`: flags, by their dotted names, of which a config must have another value wherever the
    fault is gone; it may name too many, never too few. `guesses`: values of the flags whose types
    do not list all, such as numbers.
    """

    needed: Callable[[Fault[R, S, A]], frozenset[str]]
    guesses: Callable[[Fault[R, S, A]], Guesses]
