"""Values that are hostile to any game: what fails or lies whatever it is asked, and what is no number,
no card and no multiset of cards, though it looks like one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, TypeVar, cast

import attrs

from cardrules.cards import CARDS, Card, Cards

T = TypeVar("T")


class Raising:
    """Fails whatever is asked of it."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("asked for equality")

    def __hash__(self) -> int:
        raise RuntimeError("asked for a hash")

    def __bool__(self) -> bool:
        raise RuntimeError("asked for truth")

    def __repr__(self) -> str:
        raise RuntimeError("asked for text")

    def __getattr__(self, name: str) -> NoReturn:
        raise RuntimeError("asked for an attribute")


class Agreeing:
    """Equal to everything, like a player's action in all other respects."""

    seat = 0

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class AgreeingClass(type):
    """The metaclass of a class that is equal to every class."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return 0


class RaisingClass(type):
    """The metaclass of a class without a hash."""

    def __eq__(cls, other: object) -> bool:
        raise RuntimeError("asked for equality of classes")

    def __hash__(cls) -> int:
        raise RuntimeError("asked for a hash of a class")


class Unhashable(metaclass=RaisingClass):
    """Of a class that cannot be looked up."""

    seat = 0


class Number(int):
    """A number, but not an int."""


class Word(str):
    """A text, but not a str."""


def forged(cls: type[T], **fields: object) -> T:
    """An instance that no constructor made, with these fields and no others."""
    value = object.__new__(cls)
    for name, content in fields.items():
        object.__setattr__(value, name, content)
    return value


NUMBERS_NOT: tuple[Any, ...] = (
    True,
    False,
    1.0,
    100.0,
    float("nan"),
    "3",
    b"1",
    None,
    -1,
    -100,
    10**5000,
    -(10**5000),
    10**9,
    1 + 0j,
    [],
    (0,),
    Number(1),
    Number(100),
    Raising(),
    Agreeing(),
)
"""What is no number of an action."""

CARDS_NOT: tuple[Any, ...] = (
    None,
    "As",
    51,
    Cards.parse("As"),
    (CARDS[0],),
    Raising(),
    Agreeing(),
    forged(Card),
    forged(Card, index=51),
    forged(Card, index=53),
    forged(Card, index=-1),
    forged(Card, index="As"),
    forged(Card, index=Raising()),
    forged(Card, bit=-1),
    forged(Card, bit="As"),
    forged(Card, bit=Raising()),
    forged(Card, index=51, bit=-1),
)
"""What is no card."""

HANDS_NOT: tuple[Any, ...] = (
    None,
    "As",
    (),
    tuple(CARDS[:7]),
    CARDS[0],
    Raising(),
    Agreeing(),
    forged(Cards),
    Cards.of(-1),
    Cards.of(1 << 53),
    Cards.of(1 << 64 | 2),
    forged(Cards, bits="As"),
    forged(Cards, bits=1.0),
    forged(Cards, bits=True),
    forged(Cards, bits=Raising()),
)
"""What is no multiset of cards."""

TWINS = tuple(
    [forged(Card, index=card.index, bit=card.bit, rank=card.rank, suit=card.suit, text=card.text) for card in CARDS]
)
"""Cards that no table has: each card is one object."""


NO_ACTION: tuple[Any, ...] = (
    *(None, True, False, 0, 1.5, 10**5000, "", "p1", b"p1", (), [], {}, {1}, ..., object(), type, len),
    *(CARDS[0], Cards(CARDS), Raising(), Agreeing(), Unhashable(), Raising, Unhashable),
)
"""What is no action of any game."""

_NO_FIELD: tuple[Any, ...] = (
    1.5,
    float("nan"),
    b"1",
    [],
    {},
    {1},
    ...,
    object(),
    Number(1),
    Word("x"),
    type,
    Raising(),
)
"""What no field of an action holds."""


def malformed(kinds: Iterable[type], examples: Iterable[object]) -> Iterator[object]:
    """Values that are no actions of a game with these classes of actions: of no class of its, or like
    one of the examples but with a field that is missing or of a wrong type."""
    yield from NO_ACTION
    for kind in kinds:
        yield kind
        yield forged(kind)
    known: dict[type, object] = {}
    for example in examples:
        known.setdefault(type(example), example)
    for kind, example in known.items():
        fields = {name: getattr(example, name) for name in [flag.name for flag in attrs.fields(cast("Any", kind))]}
        yield (example,)
        yield [example]
        yield forged(type(f"Loud{kind.__name__}", (kind,), {}), **fields)
        for name, content in fields.items():
            yield forged(kind, **{other: fields[other] for other in fields if other != name})
            for wrong in (*_NO_FIELD, *_unlike(content)):
                yield forged(kind, **{**fields, name: wrong})


def _unlike(content: object) -> Iterable[object]:
    """What is like the content of a field, but of another type."""
    if type(content) is int:
        return True, False, "3", Number(content), None
    if type(content) is Card:
        return (*CARDS_NOT, TWINS[content.index])
    if type(content) is Cards:
        return HANDS_NOT
    if type(content) is tuple:
        return [*content], {*content}, None
    return (Word(content),) if type(content) is str else ()


def described(value: object) -> str:
    """A short name of any value, hostile ones too, the same in every process."""
    cls: Any = type(value)
    kind = type.__repr__(cls).split("'")[1].rpartition(".")[2]
    if type.__getattribute__(cls, "__module__") in ("cardrules.tausend.actions", "cardrules.duizenden.actions"):
        names: list[str] = [field.name for field in cls.__attrs_attrs__]
        return f"{kind}({', '.join([described(getattr(value, name, ...)) for name in names])})"[:80]
    if kind in ("int", "float", "str", "bytes", "bool", "complex", "tuple", "list", "NoneType", "ellipsis", "Number"):
        try:
            return ascii(value)[:60].partition(" at 0x")[0]
        except Exception:  # noqa: BLE001  # something hostile in it, or a number of too many digits
            return kind
    return kind
