"""How a picture is laid out: blocks of a known size, put beside and below one another.

A block draws nothing outside itself, and no two of a row or column overlap; so nothing of a table
overlaps or lies outside the picture that was not meant to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from attrs import frozen

from cardrules.render.picture import Markup, element, fitted, joined, moved, text, text_width

START: Final = 0.0
MIDDLE: Final = 0.5
"""Where a block stands in more room than it takes."""


@frozen
class Block:
    """A part of a picture: its size, and what is drawn in it from (0, 0)."""

    width: float
    height: float
    content: Markup


NOTHING: Final = Block(0, 0, Markup())


def at(*places: tuple[float, float, Block]) -> Markup:
    """Blocks at places."""
    return joined([moved(block.content, x, y) if x or y else block.content for x, y, block in places if block.content])


def beside(blocks: Sequence[Block], gap: float = 0, align: float = MIDDLE) -> Block:
    """Blocks in a row."""
    height = max([block.height for block in blocks], default=0)
    places, x = [], 0.0
    for block in blocks:
        places.append((x, (height - block.height) * align, block))
        x += block.width + gap
    return Block(max(x - gap, 0), height, at(*places))


def below(blocks: Sequence[Block], gap: float = 0, align: float = START) -> Block:
    """Blocks in a column."""
    width = max([block.width for block in blocks], default=0)
    places, y = [], 0.0
    for block in blocks:
        places.append(((width - block.width) * align, y, block))
        y += block.height + gap
    return Block(width, max(y - gap, 0), at(*places))


def flowed(blocks: Sequence[Block], width: float, gap: float = 0, align: float = MIDDLE) -> Block:
    """Blocks in as many rows as that width asks for, their heads level."""
    rows: list[list[Block]] = []
    room = 0.0
    for block in blocks:
        if rows and block.width <= room + _ROUNDING:
            rows[-1].append(block)
        else:
            rows.append([block])
            room = width
        room -= block.width + gap
    return widened(below([beside(row, gap, START) for row in rows], gap, align), width, align)


_ROUNDING: Final = 0.01


def widened(block: Block, width: float, align: float = MIDDLE) -> Block:
    """The block in more room, where there is more."""
    wider = max(width, block.width)
    return Block(wider, block.height, at(((wider - block.width) * align, 0, block)))


def framed(
    block: Block,
    colours: str,
    padding: float,
    *,
    width: float = 0,
    height: float = 0,
    line: float = 1,
    corner: float = 8,
) -> Block:
    """The block on a panel of these colours, at least that large; the outline is within it."""
    wide, high = max(width, block.width + 2 * padding), max(height, block.height + 2 * padding)
    panel = element(
        "rect",
        class_=colours,
        x=line / 2,
        y=line / 2,
        width=wide - line,
        height=high - line,
        rx=min(corner, high / 2),
        stroke_width=line,
    )
    return Block(wide, high, joined([panel, at((padding, padding, block))]))


# -- texts


def line(words: str, size: float, colour: str = "ink", *, bold: bool = False, width: float | None = None) -> Block:
    """A line of text, cut off where it is wider than `width`."""
    return _line(words, size, colour, bold, width, START)


def centred(words: str, size: float, colour: str = "ink", *, bold: bool = False, width: float | None = None) -> Block:
    """A line of text that stands in the middle, however wide the font is."""
    return _line(words, size, colour, bold, width, MIDDLE)


def _line(words: str, size: float, colour: str, bold: bool, width: float | None, align: float) -> Block:
    shown = words if width is None else fitted(words, size, width, bold=bold)
    if not shown:
        return NOTHING
    wide = text_width(shown, size, bold=bold)
    anchor: Literal["start", "middle"] = "middle" if align else "start"
    return Block(wide, size * _LEADING, text(shown, wide * align, size, size, colour, anchor=anchor, bold=bold))


_LEADING: Final = 1.3
"""The height of a line, in parts of the size of its font."""


def paragraph(words: str, size: float, colour: str, width: float, most: int, *, bold: bool = False) -> Block:
    """A text in at most so many lines, broken between words; the last is cut off."""
    first, *left = words.split(" ")
    rows = [first]
    for place, word in enumerate(left):
        longer = f"{rows[-1]} {word}"
        if text_width(longer, size, bold=bold) <= width:
            rows[-1] = longer
        elif len(rows) < most:
            rows.append(word)
        else:
            rows[-1] = " ".join([rows[-1], *left[place:]])
            break
    return below([line(row, size, colour, bold=bold, width=width) for row in rows])
