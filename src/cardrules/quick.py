"""Building frozen values fast, where a step of the game pays for it.

A frozen attrs class assigns each field through `object.__setattr__`, which costs several times a
plain assignment. `quick(cls)` returns a function that fills an object of a subclass that is not
frozen, a draft, and then turns it into a `cls`. The result is the same value as `cls(…)` builds;
defaults, converters, validators and `__attrs_post_init__` are not run: every field is given. The
one step that is made most often fills its draft itself, which saves a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")


def draft_of(cls: type) -> type:
    """A class whose objects have the slots of `cls`, still empty, and let them be filled; then such an
    object becomes a `cls` when its `__class__` is set to that."""
    slots: tuple[str, ...] = cls.__dict__["__slots__"]
    assert "__weakref__" not in slots
    assert cls.__bases__ == (object,)
    # a subclass: from any other class with these slots the change takes twice as long
    mutable = {name: getattr(object, name) for name in ("__init__", "__setattr__", "__delattr__")}
    return type(cls.__name__, (cls,), {"__slots__": (), "__module__": cls.__module__, **mutable})


def quick(cls: type[T]) -> Callable[..., T]:
    """A fast constructor of `cls`, a frozen attrs class with slots, `weakref_slot=False` and no
    base but object: its own slots are then all that is to be filled.

    It takes all fields in the order of their definition, positionally, derived ones too. Annotate
    the result with the types of the fields: the checker cannot see them here.
    """
    slots: tuple[str, ...] = cls.__dict__["__slots__"]
    return _builder(cls, slots, {name: name for name in slots})


def changing(cls: type[T], *names: str) -> Callable[..., T]:
    """A fast copier of `cls`, a class as `quick` asks for: it takes a value and then, positionally,
    what its copy has in the fields `names`."""
    slots: tuple[str, ...] = cls.__dict__["__slots__"]
    old = {name: f"old.{name}" for name in slots}
    return _builder(cls, ("old", *names), old | {name: name for name in names})


def _builder(cls: type[T], params: tuple[str, ...], values: dict[str, str]) -> Callable[..., T]:
    lines = [f"def build({', '.join(params)}):", " value = draft()"]
    lines += [f" value.{name} = {source}" for name, source in values.items()]
    lines += [" value.__class__ = cls", " return value"]
    scope: dict[str, object] = {"draft": draft_of(cls), "cls": cls}
    exec("\n".join(lines), scope)  # noqa: S102  # the names of a class's slots, nothing from outside
    # what exec made is known to the checker as an object only
    return cast("Callable[..., T]", scope["build"])
