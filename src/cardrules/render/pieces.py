"""What the pictures of all games are put together from: cards, fans, heaps, seats, labels."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from attrs import field, frozen

from cardrules.cards import Card, Suit
from cardrules.render import faces
from cardrules.render.blocks import (
    MIDDLE,
    NOTHING,
    START,
    Block,
    at,
    below,
    beside,
    centred,
    flowed,
    framed,
    line,
    paragraph,
    widened,
)
from cardrules.render.picture import element, joined, moved, seat_colour, text, text_width, use
from cardrules.text import seat_text
from cardrules.wording import card_word


@frozen
class Style:
    """What a picture is to look like: its width and what follows from it, the language, the players'
    names by seat (as many as are known), whether the suits have four colours.

    font: the size of texts. large, middle, small: the widths of cards.
    """

    width: float
    lang: str
    names: Sequence[str]
    four_colours: bool
    font: float = field(init=False)
    large: float = field(init=False)
    middle: float = field(init=False)
    small: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        usual = min(self.width, _WIDE)
        large = 24 + 0.05 * usual
        sizes = {"font": 11 + usual / 350, "large": large, "middle": 0.82 * large, "small": max(0.6 * large, _SMALLEST)}
        for name, size in sizes.items():
            object.__setattr__(self, name, size)

    @property
    def gap(self) -> float:
        """The space between things."""
        return 0.8 * self.font

    @property
    def room(self) -> float:
        """The width that there is between the margins."""
        return self.width - 2 * self.gap

    def colour(self, suit: Suit | None) -> str:
        """The colour of a suit's signs."""
        return faces.colour(suit, four_colours=self.four_colours)


_WIDE: Final = 1000
"""Cards and texts grow up to this width of a picture."""
_SMALLEST: Final = 28.6
"""The width of a card that is 40 high."""


# -- cards

Place: TypeAlias = tuple[float, float, float]
"""Where the upper left corner of a card is, and by how much the card is turned about it; in the
measures of `faces`."""


def _laid(cards: Sequence[Card | None], places: Sequence[Place], width: float) -> Block:
    """Cards (None: face down) at places, each over the one before it."""
    corners = [corner for place in places for corner in _corners(*place)]
    left, top = min([x for x, _ in corners]), min([y for _, y in corners])
    wide, high = max([x for x, _ in corners]) - left, max([y for _, y in corners]) - top
    drawn = [
        use(
            faces.BACK if shown is None else shown.text,
            x - left,
            y - top,
            angle=angle,
            data_card=None if shown is None else shown.text,
        )
        for shown, (x, y, angle) in zip(cards, places, strict=True)
    ]
    scale = width / faces.WIDTH
    return Block(wide * scale, high * scale, moved(joined(drawn), 0, 0, scale))


def _corners(x: float, y: float, angle: float) -> Sequence[tuple[float, float]]:
    """The corners of a card at a place."""
    if not angle:
        return (x, y), (x + faces.WIDTH, y + faces.HEIGHT)
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    along, down = (faces.WIDTH * cosine, faces.WIDTH * sine), (-faces.HEIGHT * sine, faces.HEIGHT * cosine)
    return [(x + a * along[0] + b * down[0], y + a * along[1] + b * down[1]) for a in (0, 1) for b in (0, 1)]


def card(shown: Card | None, width: float) -> Block:
    """A card, or the back of one."""
    return _laid([shown], [(0, 0, 0)], width)


def fan(
    cards: Sequence[Card | None],
    width: float,
    room: float,
    *,
    step: float = 0.45,
    marks: Mapping[int, Block] = MappingProxyType({}),
) -> Block:
    """Cards that overlap, of that width; `step` is the part of a card that is seen, less where the
    room is small, but the corner always is: where there are too many for that they take more rows.

    marks: by place, what lies on a card below its corner; no wider than what is seen of the card.
    """
    if not cards:
        return NOTHING
    places = _rows(len(cards), room * faces.WIDTH / width, step * faces.WIDTH)
    block, scale = _laid(cards, places, width), width / faces.WIDTH
    signs = [(places[place][0] * scale + 1.5, (places[place][1] + _MARKED) * scale, marks[place]) for place in marks]
    return Block(block.width, block.height, joined([block.content, at(*signs)]))


def _rows(many: int, room: float, step: float) -> list[Place]:
    """Places for so many cards, in rows."""
    most = max(int((room - faces.WIDTH) / _CORNER) + 1, 1)
    each = math.ceil(many / math.ceil(many / most))
    pitch = min(step, (room - faces.WIDTH) / (each - 1)) if each > 1 else 0
    return [(pitch * (place % each), _ROW * (place // each), 0) for place in range(many)]


_CORNER: Final = 34
"""The width of a card that its corner takes."""
_ROW: Final = 73
"""The height of a card that is seen below another row."""
_MARKED: Final = 65
"""Where a mark lies on a card: below the corner."""


def hand(cards: Sequence[Card], width: float, room: float) -> Block:
    """The cards of a hand, spread as a hand holds them, or in rows where they are too many."""
    many = len(cards)
    step = min(0.62, (room / width - 1.5) / max(many - 1, 1)) * faces.WIDTH
    if many < 2 or step < _CORNER:
        return fan(cards, width, room)
    return _laid(cards, _bow(many, step), width)


def _bow(many: int, step: float) -> list[Place]:
    """Places for so many cards, on a circle about a point below them."""
    turn = min(_SPREAD / many, _TURN)
    radius = step / math.radians(turn)
    places = []
    for place in range(many):
        angle = turn * (place - (many - 1) / 2)
        sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
        half = faces.WIDTH / 2
        places.append((radius * sine - half * cosine, radius * (1 - cosine) - half * sine, angle))
    return places


_SPREAD: Final = 30
"""The most by which the outer cards of a hand are turned towards each other, in degrees."""
_TURN: Final = 3
"""The most by which a card of a hand is turned towards the next."""


def heap(many: int, width: float) -> Block:
    """A heap of so many cards face down."""
    shown = min(many, _HEAP)
    if shown:
        return _laid([None] * shown, [(5 * place, 5 * place, 0) for place in range(shown)], width)
    outline = element(
        "rect",
        class_="felt line-onfelt",
        x=1,
        y=1,
        width=width - 2,
        height=width * faces.HEIGHT / faces.WIDTH - 2,
        rx=0.08 * width,
        stroke_width=1.5,
        stroke_dasharray="4 4",
    )
    return Block(width, width * faces.HEIGHT / faces.WIDTH, outline)


_HEAP: Final = 3


def backs(many: int, width: float) -> Block:
    """As many cards face down as are held, up to a few."""
    return fan([None] * min(many, _BACKS), width, width * _BACKS, step=0.3)


_BACKS: Final = 8


# -- signs


def pill(seat: int, font: float) -> Block:
    """The sign of a seat, as small as it can be read."""
    words = seat_text(seat)
    size = 0.85 * font
    width, height = text_width(words, size, bold=True) + 2, 1.25 * size
    panel = element("rect", class_=seat_colour(seat), width=width, height=height, rx=0.35 * height)
    sign = text(words, width / 2, 0.98 * size, size, "onseat", anchor="middle", bold=True)
    return Block(width, height, joined([panel, sign]))


def stands_for(shown: Card, width: float, style: Style) -> Block:
    """The sign that a card stands for another one: rank and suit of that."""
    assert shown.suit is not None
    height = 0.7 * width
    letter = card_word(shown, style.lang)[:-1]
    colour = style.colour(shown.suit)
    panel = element(
        "rect", class_="paper line-gold", x=0.75, y=0.75, width=width - 1.5, height=height - 1.5, rx=3, stroke_width=1.5
    )
    scale = 0.64 * height / faces.RANK_HEIGHT
    signs = [
        use(f"rank{letter}", 0.12 * width, 0.18 * height, scale),
        use(shown.suit.value, 0.7 * width, 0.5 * height, 1.1 * scale),
    ]
    sign = element("g", *signs, class_=f"{colour} line-{colour}", data_for=shown.text)
    return Block(width, height, joined([panel, sign]))


def suit_sign(suit: Suit, size: float, style: Style) -> Block:
    """The sign of a suit on paper."""
    disc = element("circle", class_="paper line-outline", cx=size / 2, cy=size / 2, r=size / 2 - 0.5, stroke_width=1)
    sign = element("g", use(suit.value, size / 2, size / 2, size / 30), class_=style.colour(suit))
    return Block(size, size, joined([disc, sign]))


# -- labels


def labelled(label: str, block: Block, style: Style) -> Block:
    """A thing on the table below what it is called."""
    return below([centred(label, 0.9 * style.font, "onfelt", bold=True, width=style.width / 2), block], 3, MIDDLE)


def captioned(block: Block, captions: Sequence[Block]) -> Block:
    """A thing on the table above what is said of it."""
    return below([block, *captions], 3, MIDDLE)


def said(words: str, style: Style) -> Block:
    """A small text on the table."""
    return centred(words, 0.85 * style.font, "onfelt", width=style.width / 2)


# -- seats


@frozen
class Table:
    """A table as a picture shows it: the game, what of it is played, what is awaited or who has won
    (a label and one text or more), and the parts from the far side to the own hand."""

    game: str
    heading: str
    label: str
    status: Sequence[str]
    won: bool
    parts: Sequence[Block]


@frozen
class Seat:
    """What is shown of a player: how many cards it holds (None: no hands are dealt), and facts, the
    first of which counts most; whether it stands out, since it may act or has won."""

    seat: int
    held: int | None
    facts: Sequence[str]
    stands_out: bool


def plate(shown: Seat, style: Style, width: float) -> Block:
    """What is shown of another player."""
    padding = 0.6 * style.gap
    room = width - 2 * padding
    rows = [_title(shown.seat, style, room)]
    if shown.held is not None:
        count = line(str(shown.held), style.font, bold=True)
        rows.append(beside([backs(shown.held, 0.36 * style.middle), count], 5))
    return _panel(below([*rows, *_facts(shown, style, room)], 2), shown, padding, width)


def bar(shown: Seat, style: Style) -> Block:
    """What is shown of the player whose picture it is, over the whole width."""
    padding = 0.6 * style.gap
    width = style.room
    room = width - 2 * padding
    facts = _facts(shown, style, room)
    return _panel(flowed([_title(shown.seat, style, room), *facts], room, style.gap, START), shown, padding, width)


def _facts(shown: Seat, style: Style, room: float) -> list[Block]:
    first, *others = shown.facts
    size = 0.9 * style.font
    return [
        paragraph(first, size, "ink", room, 2, bold=True),
        *[paragraph(fact, size, "dim", room, 2) for fact in others],
    ]


def _title(seat: int, style: Style, room: float) -> Block:
    sign = pill(seat, style.font)
    name = style.names[seat] if seat < len(style.names) else ""
    return beside([sign, line(name, style.font, bold=True, width=max(room - sign.width - 4, 0))], 4)


def _panel(block: Block, shown: Seat, padding: float, width: float) -> Block:
    colours = "plate line-turn" if shown.stands_out else "plate line-edge"
    return framed(block, colours, padding, width=width, line=3 if shown.stands_out else 1)


def plates(seats: Sequence[Seat], style: Style) -> Block:
    """The other players, in the order in which they sit, in a bow along the far side of the table
    as far as they fit in a row."""
    room = style.room
    least = 9 * style.font
    most = max(int((room + style.gap) / (least + style.gap)), 1)
    rows = math.ceil(len(seats) / most)
    each = math.ceil(len(seats) / rows)
    width = min((room - style.gap * (each - 1)) / each, 1.7 * least)
    blocks = [plate(shown, style, width) for shown in seats]
    if rows > 1:
        return flowed(blocks, room, style.gap)
    bow = [
        _lower(block, 2 * style.gap * abs(place - (each - 1) / 2) ** 1.5 / max(each / 2, 1))
        for place, block in enumerate(blocks)
    ]
    return widened(beside(bow, (room - each * width) / (each + 1), START), room)


def _lower(block: Block, by: float) -> Block:
    """The block below some room."""
    return Block(block.width, block.height + by, at((0, by, block)))
