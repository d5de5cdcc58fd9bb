"""What an SVG picture shows, and where: the boxes of its texts, panels and cards."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import product
from typing import Final, TypeAlias

from attrs import frozen

from cardrules.render import faces
from cardrules.render.picture import text_width

SVG: Final = "{http://www.w3.org/2000/svg}"

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""As in SVG: x' = a x + c y + e, y' = b x + d y + f."""


@frozen
class Drawn:
    """Something that is drawn: what, the box about it, the text or the card, its classes without
    what makes them the picture's own."""

    kind: str
    left: float
    top: float
    right: float
    bottom: float
    text: str
    classes: tuple[str, ...]

    def overlaps(self, other: Drawn) -> bool:
        """Whether the boxes have more than an edge in common."""
        slack = 0.5
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.top < other.bottom - slack
            and other.top < self.bottom - slack
        )


def root_of(picture: str) -> ET.Element:
    """The root of the document. Fails where it is no XML."""
    return ET.fromstring(picture.encode())  # noqa: S314  # it was made here


def drawn(root: ET.Element) -> list[Drawn]:
    """Everything that is drawn, in order, cards as a whole."""
    return [found for child in root if child.tag != f"{SVG}defs" for found in _walk(child, (1, 0, 0, 1, 0, 0))]


def cards(root: ET.Element) -> list[str]:
    """The cards that are shown, sorted."""
    return sorted([card for node in root.iter() if (card := node.get("data-card"))])


def _walk(node: ET.Element, around: Matrix) -> Iterator[Drawn]:
    matrix = _times(around, _matrix(node.get("transform", "")))
    kind = node.tag.removeprefix(SVG)
    box = _box(node, kind)
    if box is not None:
        left, top, width, height = box
        corners = [_moved(matrix, left + a * width, top + b * height) for a, b in product((0, 1), (0, 1))]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        classes = tuple([name[8:] for name in node.get("class", "").split()])
        text = node.text or node.get("data-card") or ""
        yield Drawn(kind, min(xs), min(ys), max(xs), max(ys), text, classes)
    for child in node:
        yield from _walk(child, matrix)


def _box(node: ET.Element, kind: str) -> tuple[float, float, float, float] | None:
    """Left, top, width and height of what the element itself draws; of shapes, the cards."""

    def size(name: str) -> float:
        return float(node.get(name, "0"))

    if kind == "text":
        wide = text_width(node.text or "", size("font-size"), bold=node.get("font-weight") == "bold")
        left = size("x") - (wide / 2 if node.get("text-anchor") == "middle" else 0)
        return left, size("y") - 0.95 * size("font-size"), wide, 1.2 * size("font-size")
    if kind == "rect":
        return size("x"), size("y"), size("width"), size("height")
    if kind == "circle":
        return size("cx") - size("r"), size("cy") - size("r"), 2 * size("r"), 2 * size("r")
    if kind == "use" and (node.get("data-card") or node.get("href", "").endswith(faces.BACK)):
        return size("x"), size("y"), faces.WIDTH, faces.HEIGHT
    return None


def _matrix(transform: str) -> Matrix:
    matrix: Matrix = (1, 0, 0, 1, 0, 0)
    for name, words in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(word) for word in words.split()]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1])
        elif name == "scale":
            step = (values[0], 0, 0, values[0], 0, 0)
        else:
            assert name == "rotate"
            sine, cosine = math.sin(math.radians(values[0])), math.cos(math.radians(values[0]))
            step = (cosine, sine, -sine, cosine, 0, 0)
        matrix = _times(matrix, step)
    return matrix


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = two
    return (
        one[0] * a + one[2] * b,
        one[1] * a + one[3] * b,
        one[0] * c + one[2] * d,
        one[1] * c + one[3] * d,
        *_moved(one, e, f),
    )


def _moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
