"""What is legal, as texts: looked at lazily and never without bound, as a large hand of Duizenden
has millions of actions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from cardrules.cli.recording.reading import Unclear, Unreadable, understood, worded
from cardrules.entries import Reader
from cardrules.registry import AnyAction, AnyGame, AnyState

LOOKED_AT: Final = 10_000
"""No more legal actions of a state are looked at."""

FEW: Final = 20
"""So many completions are whole actions; of more, the next word is completed."""

SHOWN: Final = 60
"""No more completions are offered."""


class Legal:
    """The legal actions of a state, of all seats or of `seat`: the first `LOOKED_AT` of them, each
    listed when it is asked for, and kept. In English they are written as in a record, in another
    language in words, with the `names` of the players, by seat."""

    def __init__(
        self, game: AnyGame, state: AnyState, seat: int | None = None, lang: str = "en", names: Sequence[str] = ()
    ) -> None:
        self._game: Final = game
        self._state: Final = state
        self._lang: Final = lang
        self._names: Final = names
        actors = game.actors(state)
        self._alone: Final = len(actors) == 1
        self._readers: Final = {seat: Reader(game, state, seat, lang, names) for seat in actors if lang != "en"}
        self._listing: Final[Iterator[AnyAction]] = islice(iter(game.legal_actions(state, seat)), LOOKED_AT)
        self._texts: Final[list[str]] = []

    def texts(self) -> Iterator[str]:
        """The texts of the actions, each after its seat."""
        yield from self._texts
        for action in self._listing:
            reader = self._readers.get(action.seats[0])
            text = str(action) if reader is None else worded(reader, action)
            self._texts.append(text)
            yield text

    def beginning(self, typed: str) -> Iterator[str]:
        """The actions that begin with what was typed, each without its seat where that is plain and
        was not typed."""
        with_seat = re.match(r"p\d", typed) is not None
        for text in self.texts():
            short = text.partition(" ")[2]
            if short.startswith(typed):
                yield short if self._is_plain(short) else text
            elif with_seat and text.startswith(typed):
                yield text

    def _is_plain(self, short: str) -> bool:
        """Whether an action without its seat is read as that action."""
        return self._alone or self._understood(short) is not None

    def _understood(self, text: str) -> AnyAction | None:
        try:
            return understood(self._game, self._state, text, self._lang, self._names)
        except (Unreadable, Unclear):
            return None

    def completions(self, typed: str) -> list[str]:
        """What a line that was begun so can become: whole actions where there are few, else the line
        up to the end of its next word."""
        found = list(islice(self.beginning(typed), FEW + 1))
        if len(found) <= FEW:
            return list(dict.fromkeys(found)) or self._itself(typed)
        ends = (_next_word(text, typed) for text in self.beginning(typed))
        shown: dict[str, None] = {}
        for end in ends:
            shown[end] = None
            if len(shown) == SHOWN:
                break
        return list(shown)

    def _itself(self, typed: str) -> list[str]:
        """A legal action that was typed in full and is not among those looked at."""
        action = self._understood(typed)
        if action is None or not hasattr(action, "seat"):
            return []
        return [typed] if self._game.is_legal(self._state, action) else []


def _next_word(text: str, typed: str) -> str:
    """A text up to the end of the word after what was typed, with the space behind it."""
    end = text.find(" ", len(typed))
    return text if end < 0 else text[: end + 1]
