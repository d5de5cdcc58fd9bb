"""What all pictures are made of: SVG elements, their colours, the size of texts, the document.

Every text that gets into a picture goes through `element`, which escapes it; nothing else writes
markup. The colours are classes, so that a document can hold those for light and for dark.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

_MARK: Final = "\0"
"""Stands before the names of elements, until the document makes them its own: no text can hold it."""


class Picture(str):
    """An SVG document that stands alone; a notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


class Markup(str):
    """Text that is SVG already."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | float | None) -> Markup:
    """An element. Children that are no `Markup` are text. In the names of attributes `_` stands for
    a hyphen, and one at the end for nothing (`class_`); None leaves an attribute out. The classes of an
    element are colours, see `COLOURS`."""
    written = [
        f' {key.rstrip("_").replace("_", "-")}="{_value(value) if key != "class_" else _classes(value)}"'
        for key, value in attributes.items()
        if value is not None
    ]
    head = f"<{name}{''.join(written)}"
    if not children:
        return Markup(head + "/>")
    return Markup(f"{head}>{joined(children)}</{name}>")


def joined(parts: Iterable[str]) -> Markup:
    """The parts one after the other; those that are no `Markup` are text."""
    return Markup("".join([part if isinstance(part, Markup) else _escaped(part) for part in parts]))


def moved(content: Markup, x: float, y: float, scale: float = 1, angle: float = 0) -> Markup:
    """The content at another place, larger or smaller, turned clockwise by so many degrees about
    its origin."""
    return element("g", content, transform=transform(x, y, scale, angle))


def transform(x: float, y: float, scale: float = 1, angle: float = 0) -> str | None:
    """The attribute for that."""
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    steps += [f"rotate({number(angle)})"] if angle else []
    steps += [f"scale({scale:.4g})"] if scale != 1 else []
    return " ".join(steps) or None


def number(value: float) -> str:
    """A number, to two decimal places."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")  # + 0.0: no -0


def _value(value: str | float) -> str:
    if isinstance(value, Markup):
        return value
    return _escaped(value) if isinstance(value, str) else number(value)


def _classes(value: str | float) -> str:
    return " ".join([_MARK + name for name in str(value).split()])


_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_ODD: Final = re.compile("[^\t\n -~\u00a0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, and what would turn the direction of the text that follows."""


def _escaped(text: str) -> str:
    return _ODD.sub("\ufffd", text.translate(_ESCAPES))


# -- colours

COLOURS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "felt": ("#2b6a4e", "#10231b"),
        "rim": ("#1d4a36", "#2b4a3c"),
        "onfelt": ("#ffffff", "#e6efe9"),
        "plate": ("#f5f8f3", "#1e3128"),
        "edge": ("#6f7d74", "#7d8f85"),
        "ink": ("#17201b", "#edf3ef"),
        "dim": ("#4a5850", "#b3c2ba"),
        "turn": ("#ffd23f", "#ffd23f"),
        "onturn": ("#2b2200", "#2b2200"),
        "paper": ("#fffefa", "#e4e1d8"),
        "outline": ("#5b625d", "#0b1410"),
        "black": ("#16181a", "#111315"),
        "red": ("#c3142d", "#a90f25"),
        "blue": ("#1456c4", "#0f479f"),
        "green": ("#13702c", "#0f5f25"),
        "violet": ("#7a2da8", "#66228f"),
        "gold": ("#e6b422", "#cf9f16"),
        "back": ("#27408b", "#22376f"),
        "lattice": ("#b9c8f0", "#93a7dd"),
        "seat1": ("#1f6fc0", "#6fb4ff"),
        "seat2": ("#b84a00", "#ff9a3d"),
        "seat3": ("#4c032a", "#f0f0f0"),
        "seat4": ("#070799", "#a385b2"),
        "seat5": ("#646464", "#c8c8c8"),
        "seat6": ("#663333", "#ff4c4c"),
        "seat7": ("#194f7f", "#7285ff"),
        "seat8": ("#2b0566", "#93ff4c"),
        "ground": ("#ffffff", "#14181d"),
        "grid": ("#d9dee0", "#333b42"),
        "onseat": ("#ffffff", "#0f1714"),
    }
)
"""The colours by what they are for, in light and in dark. As a class of an element the name fills it,
and `line-` with the name draws its outline. `on…` is for text: `onfelt` on `felt`, `ink` and `dim` on
`plate`, `onseat` on each `seat…`."""


def seat_colour(seat: int) -> str:
    """The colour that stands for a seat."""
    return f"seat{seat % _SEATS + 1}"


_SEATS: Final = 8


# -- texts


def text(
    words: str,
    x: float,
    y: float,
    size: float,
    colour: str = "ink",
    *,
    anchor: Literal["start", "middle", "end"] = "start",
    bold: bool = False,
    width: float | None = None,
) -> Markup:
    """A line of text whose foot is at `y`; of what is wider than `width` the beginning."""
    shown = words if width is None else fitted(words, size, width, bold=bold)
    return element(
        "text",
        shown,
        class_=colour,
        x=x,
        y=y,
        font_size=size,
        text_anchor=None if anchor == "start" else anchor,
        font_weight="bold" if bold else None,
    )


def isolated(words: str) -> Markup:
    """A part of a line of text that is written as it would be alone, whatever stands beside it: a number is
    not turned round by a name that is written from right to left."""
    return element("tspan", words, unicode_bidi="isolate")


def text_width(words: str, size: float, *, bold: bool = False) -> float:
    """How wide a text may become; the font is not known, so this is what a wide one takes."""
    return size * (1.1 if bold else 1) * sum([_em(char) for char in words])


def fitted(words: str, size: float, width: float, *, bold: bool = False) -> str:
    """The text, or its beginning and `…` where it is wider than `width`."""
    room = width / (size * (1.1 if bold else 1))
    cut, used = 0, 0.0
    for place, char in enumerate(words):
        used += _em(char)
        if used > room:
            return words[:cut].rstrip() + "…" if room >= _em("…") else ""
        if used <= room - _em("…"):
            cut = place + 1
    return words


@lru_cache(maxsize=4096)
def _em(char: str) -> float:
    """How wide a character may be, in parts of the size of the font."""
    if unicodedata.combining(char):
        return 0
    if char in "iljItfr.,:;'|!()[] ":
        return 0.42
    if char in "mwMW@%…—" or unicodedata.east_asian_width(char) in "WF":
        return 1.05
    return 0.8 if char.isupper() or not char.isalnum() else 0.65


# -- the document

_LINK: Final = re.compile(f"#{_MARK}(\\w+)")
_CLASSES: Final = re.compile('class="([^"]+)"')


def link(word: str) -> Markup:
    """A reference to the shape of that name."""
    return Markup(f"#{_MARK}{word}")


def use(word: str, x: float = 0, y: float = 0, scale: float = 1, angle: float = 0, **attributes: str | None) -> Markup:
    """The shape of that name, at another place, larger or smaller, turned."""
    if scale == 1 and not angle:
        return element("use", href=link(word), x=x or None, y=y or None, **attributes)
    return element("use", href=link(word), transform=transform(x, y, scale, angle), **attributes)


def picture(
    body: Markup,
    width: float,
    height: float,
    *,
    title: str,
    description: str = "",
    lang: str = "en",
    dark: bool | None = None,
    shown_width: float | None = None,
    shapes: Mapping[str, Markup] = MappingProxyType({}),
) -> Picture:
    """The document of a body of that size: with the shapes that it uses and the rules of its colours.

    dark: None follows the reader's preference. shown_width: how wide it is shown, where that is not
    its own width. The names within it are made of all that is in it, so that two pictures on one
    page do not meet.
    """
    shapes_used = _used(body, shapes)
    content = joined([element("desc", description), shapes_used, body]) if description else joined([shapes_used, body])
    style = _style(content, dark)
    shown = width if shown_width is None else shown_width
    document = element(
        "svg",
        element("title", title),
        element("style", Markup(style)),
        content,
        xmlns="http://www.w3.org/2000/svg",
        id=Markup(_MARK),
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=shown,
        height=height * shown / width,
        role="img",
        aria_label=title,
        lang=lang,
    )
    own = "p" + hashlib.sha256(document.encode()).hexdigest()[:7]
    return Picture(document.replace(_MARK, own))


def _used(body: Markup, shapes: Mapping[str, Markup]) -> Markup:
    found: dict[str, Markup] = {}
    waiting = [body]
    while waiting:
        for word in _LINK.findall(waiting.pop()):
            if word not in found:
                found[word] = element("g", shapes[word], id=Markup(_MARK + word))
                waiting.append(shapes[word])
    return element("defs", *found.values()) if found else Markup()


def _style(content: Markup, dark: bool | None) -> str:
    """The rules for the colours that are used; they hold in this document alone."""
    classes = sorted({name for names in set(_CLASSES.findall(content)) for name in names.replace(_MARK, "").split()})
    general = f"#{_MARK}{{font-family:system-ui,sans-serif}}@media screen{{#{_MARK}{{max-width:100%;height:auto}}}}"
    # no rule may begin with the id of the document: what is drawn by `use` is not within it
    rules = ["".join([f".{_MARK}{name}{{{_rule(name, shade)}}}" for name in classes]) for shade in (0, 1)]
    if dark is not None:
        return general + rules[dark]
    return f"{general}{rules[0]}@media (prefers-color-scheme:dark){{{rules[1]}}}"


def _rule(name: str, shade: int) -> str:
    colour = name.removeprefix("line-")
    return f"{'fill' if name == colour else 'stroke'}:{COLOURS[colour][shade]}"


WIDEST: Final = 10_000


def check_width(width: int) -> int:
    """The width of a picture in pixels, from 1 to 10000. Raises ValueError for any other value."""
    if type(width) is not int or not 1 <= width <= WIDEST:
        raise ValueError(f"the width of a picture is a whole number from 1 to {WIDEST}, not {width!r}")
    return width
