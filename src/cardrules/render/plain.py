"""The table as plain text, for terminals: suit signs, and the rank letters of the language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from cardrules import duizenden, tausend
from cardrules.registry import A, AnyView, Game, R, S, V
from cardrules.render.duizenden import write as write_duizenden
from cardrules.render.lines import Lines, Scene, game_of, layout
from cardrules.render.tausend import write as write_tausend
from cardrules.wording import check_lang, word


def text(view: AnyView, lang: str = "en", names: Sequence[str] = (), width: int | None = None) -> str:
    """The table of a view: what its seat, or a spectator, may know.

    `names` are the players' by seat (they are printed as they are). Lines longer than `width`, in
    columns of a terminal, are wrapped; None: none are. The view of a game that has no writer is shown
    field by field. Raises ValueError for an unknown language, and for what is no view of a registered
    game.
    """
    check_lang(lang)
    if type(view) not in _WRITERS:
        game_of(view)
    return _written(Scene(look=lambda _: view, seat=None, known={}, lang=lang, names=names), width)


def table(
    game: Game[R, S, A, V],
    state: S,
    seat: int | None = None,
    lang: str = "en",
    names: Sequence[str] = (),
    width: int | None = None,
) -> str:
    """The table of a state: what `seat` may know, or, without a seat, every card.

    The rest is as for `text`. Raises ValueError also where there is no such seat.
    """
    check_lang(lang)
    known = game.places(state) if seat is None else {}
    scene: Scene[AnyView] = Scene(
        look=lambda seat: game.view(state, seat), seat=seat, known=known, lang=lang, names=names
    )
    return _written(scene, width)


def _written(scene: Scene[AnyView], width: int | None) -> str:
    return layout(_WRITERS.get(type(scene.view), _write_any)(scene), width)


def _write_any(scene: Scene[AnyView]) -> Lines:
    """The lines of a game that has no writer: the fields of the view as JSON, and where the cards are."""
    from cardrules.wire import dump  # the converter is loaded only where it is used

    data = dump(scene.view)
    lines = [(name, str(value)) for name, value in data.items()] if isinstance(data, dict) else [("view", str(data))]
    return lines + [(place, word(cards, scene.lang)) for place, cards in scene.known.items()]


_WRITERS: Final[Mapping[type, Callable[[Scene[Any]], Lines]]] = MappingProxyType(
    {
        duizenden.View: write_duizenden,
        tausend.View: write_tausend,
    }
)
"""By the class of a game's views, what writes its table."""
