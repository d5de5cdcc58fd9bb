"""The table of a view as an SVG picture, and a card."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from cardrules import duizenden, tausend
from cardrules.cards import Card
from cardrules.errors import kind_of
from cardrules.foreign import harmless
from cardrules.registry import AnyView
from cardrules.render import any_table, duizenden_table, faces, tausend_table
from cardrules.render.blocks import MIDDLE, Block, below, centred, framed, paragraph
from cardrules.render.lines import Scene, game_of
from cardrules.render.picture import Picture, check_width, picture
from cardrules.render.pieces import Style, Table
from cardrules.render.pieces import card as card_block
from cardrules.render.plain import text
from cardrules.wording import card_name, check_lang


def svg(
    view: AnyView,
    lang: str = "en",
    names: Sequence[str] = (),
    dark: bool | None = None,
    four_colours: bool = False,
    width: int | None = None,
) -> Picture:
    """The table of a view: what its seat, or a spectator, may know.

    names: the players' by seat, as many as are known. dark: None follows the reader's preference.
    four_colours: clubs are green and diamonds blue. width: in pixels, 800 unless given; the height
    follows from what lies on the table. The view of a game that has no picture of its own is shown
    field by field. Raises ValueError for an unknown language, a width that is not 1 to 10000, and for
    what is no view of a registered game.
    """
    check_lang(lang)
    shown_width = check_width(_WIDTH if width is None else width)
    called = [harmless(name) for name in names]
    style = Style(max(shown_width, _LEAST), lang, called, four_colours)
    scene: Scene[Any] = Scene(look=lambda _: view, seat=None, known={}, lang=lang, names=called)
    table = _table(scene, style)
    block = _on_felt(table, style)
    status = [f"{table.label}: {'; '.join(table.status)}"] if table.status else []
    return picture(
        block.content,
        block.width,
        block.height,
        title=f"{table.game}: {'; '.join([table.heading, *status])}",
        description=text(view, lang, called),
        lang=lang,
        dark=dark,
        shown_width=shown_width,
        shapes=faces.shapes(lang, four_colours=four_colours),
    )


def card(
    shown: Card | None, lang: str = "en", four_colours: bool = False, dark: bool | None = None, width: int | None = None
) -> Picture:
    """A card; None: the back of one.

    lang: of the letters. width: in pixels, 100 unless given; the height is 1.4 times that. The rest
    is as for `svg`. Raises TypeError for what is no card.
    """
    check_lang(lang)
    if not isinstance(shown, Card | None):
        raise TypeError(f'a card is a Card, such as Card.parse("Kd"), or None, not {kind_of(shown)}')
    block = card_block(shown, faces.WIDTH)
    return picture(
        block.content,
        block.width,
        block.height,
        title=_BACK[lang] if shown is None else card_name(shown, lang),
        lang=lang,
        dark=dark,
        shown_width=check_width(faces.WIDTH if width is None else width),
        shapes=faces.shapes(lang, four_colours=four_colours),
    )


_BACK: Final = MappingProxyType({"en": "a card face down", "nl": "een dichte kaart", "de": "eine verdeckte Karte"})

_WIDTH: Final = 800
_LEAST: Final = 280
"""A table in less width is drawn for this, and made smaller."""


def _table(scene: Scene[Any], style: Style) -> Table:
    kind = type(scene.view)
    if kind in _TABLES:
        return _TABLES[kind](scene, style)
    return any_table.table(game_of(scene.view), scene, style)


_TABLES: Final[Mapping[type, Callable[[Scene[Any], Style], Table]]] = MappingProxyType(
    {duizenden.View: duizenden_table.table, tausend.View: tausend_table.table}
)
"""By the class of a game's views, what draws its table."""


def _on_felt(table: Table, style: Style) -> Block:
    """The whole table: the heading, what is awaited, and the parts below."""
    parts = [centred(table.heading, style.font, "onfelt", bold=True, width=style.room)]
    if table.status:
        room = style.room - style.gap
        first, *others = table.status
        texts = [paragraph(text, style.font, "onturn", room, 3) for text in (f"{table.label}: {first}", *others)]
        colours = "gold line-gold" if table.won else "turn line-turn"
        parts.append(framed(below(texts), colours, style.gap / 2, width=style.room))
    column = below([part for part in [*parts, *table.parts] if part.height], style.gap, MIDDLE)
    height = math.ceil(column.height + 2 * style.gap)
    return framed(column, "felt line-rim", style.gap, width=style.width, height=height, line=4, corner=12)
