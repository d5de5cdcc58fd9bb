"""Building frozen values fast, where a step of the game pays for it.

A frozen attrs class assigns each field through `object.__setattr__`, which costs several times a
plain assignment. `quick(cls)` returns a function that fills an object of an ordinary class with
the same slots and then turns it into a `cls`. The result is the same value as `cls(…)` builds;
defaults, converters, validators and `__attrs_post_init__` are not run: every field is given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")


def quick(cls: type[T]) -> Callable[..., T]:
    """A fast constructor of `cls`, a frozen attrs class with slots, `weakref_slot=False` and no
    base but object: only then do the two classes lay out their objects alike.

    It takes all fields in the order of their definition, positionally, derived ones too. Annotate
    the result with the types of the fields: the checker cannot see them here.
    """
    slots: tuple[str, ...] = cls.__dict__["__slots__"]
    assert "__weakref__" not in slots
    assert cls.__bases__ == (object,)
    draft = type(cls.__name__, (), {"__slots__": slots, "__module__": cls.__module__})
    lines = [f"def build({', '.join(slots)}):", " value = new(draft)"]
    lines += [f" value.{name} = {name}" for name in slots]
    lines += [" value.__class__ = cls", " return value"]
    scope: dict[str, object] = {"new": object.__new__, "draft": draft, "cls": cls}
    exec("\n".join(lines), scope)  # noqa: S102  # the names of a class's slots, nothing from outside
    # what exec made is known to the checker as an object only
    return cast("Callable[..., T]", scope["build"])
