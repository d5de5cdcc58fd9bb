"""Actions in words that players use: as an offer to the player, and as what has happened.

Each game has its words in its `describe.py`; here is what their sentences have in common, and a
function for tools that serve any game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Never, TypeAlias

from attrs import frozen

from cardrules.errors import kind_of
from cardrules.foreign import one_line
from cardrules.registry import A, AnyAction, Game, R, S, V
from cardrules.text import seat_text
from cardrules.wording import check_lang, player_names

Forms: TypeAlias = Mapping[str, tuple[str, str]]
"""By key, two texts with places for values: how something is offered, and how it is told."""

OFFERED: Final = 0
TOLD: Final = 1


@frozen
class Speaker:
    """Who puts actions into words: in a language, with the names of the players by seat, offering
    (False) what may be done or telling what was done."""

    lang: str
    told: bool
    names: tuple[str, ...]
    forms: Forms

    def name(self, seat: int) -> str:
        """What a player is called; a seat that nobody has in this match, by its word."""
        return self.names[seat] if seat < len(self.names) else seat_text(seat)

    def say(self, key: str, seat: int | None = None, **values: object) -> str:
        """The text of a key, with the values in their places, and `name` that of the seat."""
        name = "" if seat is None else self.name(seat)
        return self.forms[key][TOLD if self.told else OFFERED].format(name=name, **values)


def speaker(forms: Mapping[str, Forms], lang: str, names: Sequence[str], players: int, *, told: bool) -> Speaker:
    """A speaker of a language. Raises ValueError for one that no text is in."""
    check_lang(lang)
    return Speaker(lang, told, player_names(names, players), forms[lang])


def describe(
    game: Game[R, S, A, V],
    action: AnyAction,
    state: S | V,
    lang: str = "en",
    names: Sequence[str] = (),
    *,
    told: bool = False,
) -> str:
    """An action of any game in words, as the game's own `describe` does; of a game without words for
    its actions, the text of the action. Raises ValueError for an unknown language, and for what is no
    action, or no state or view, of the game."""
    check_lang(lang)
    if type(action) not in (*game.Action, *game.Seen):
        raise no_action(action, game.name)
    if type(state) not in (*game.State, *game.View):
        raise ValueError(f"{kind_of(state)} is no state or view of {game.name}")
    said = game.describe
    return one_line(str(action)) if said is None else said(action, state, lang, names, told=told)


def tell(
    game: Game[R, S, A, V], action: A, state: S, seat: int | None, lang: str = "en", names: Sequence[str] = ()
) -> str:
    """What has happened, in words, as `seat` may know it (None: a spectator): an action that was applied in
    a state. Raises ValueError for a game that does not say what of an action may be seen, and for a seat or
    language that is not there; IllegalAction for an action that is not legal in the state."""
    if game.redact is None:
        raise ValueError(f"{game.name} does not say what of an action a seat may see")
    return describe(game, game.redact(action, state, seat), state, lang, names, told=True)


def no_action(action: object, game: str) -> ValueError:
    """The error for a value that is no action of the game, redacted or not."""
    hint = "; parse_action reads a text" if isinstance(action, str) else ""
    return ValueError(f"{kind_of(action)} is no action of {game}{hint}")


def refuse(action: Never, game: str) -> Never:
    """Where a game has words for every kind of its actions, and still one is left. Raises ValueError."""
    raise no_action(action, game)
