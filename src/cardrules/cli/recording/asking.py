"""Where entries come from: a person at a terminal, or lines of a file or pipe."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias

import click

if TYPE_CHECKING:
    from prompt_toolkit.buffer import Buffer
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.completion import Completer as PromptCompleter
    from prompt_toolkit.document import Document

LONGEST: Final = 4000
"""The longest entry, in characters; the longest deal takes some 300."""

Completer: TypeAlias = Callable[[str], Sequence[str]]
"""What a line that was begun so can become."""


PASTED: Final = 2**16
"""The longest text that is pasted at once, in characters."""


class TooLong(ValueError):
    """An entry that is longer than `LONGEST`."""


class Asker(Protocol):
    """Asks for one entry after the other."""

    @property
    def by_hand(self) -> bool:
        """Whether a person answers."""

    def ask(self, prompt: str, complete: Completer = lambda _: ()) -> str:
        """The next entry. Raises EOFError where there is none, TooLong."""


def asker(keys: str) -> Asker:
    """Whoever is asked here; `keys` is what a person is told about the keys all the time."""
    # a stream that was closed is none
    if sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty():
        return Person(keys)
    return Lines()


class Lines:
    """Lines of standard input; nothing is prompted for."""

    by_hand: Final = False

    def ask(self, prompt: str, complete: Completer = lambda _: ()) -> str:  # noqa: ARG002  # nobody sees them
        """The next line."""
        line = part = self._part()
        skipped = 0
        while part and not part.endswith(b"\n") and skipped < _ENDLESS:
            part = self._part()
            skipped += len(part)
        if not line or skipped >= _ENDLESS:
            raise EOFError
        return _checked(line.decode("utf-8", "replace").removeprefix("\ufeff").rstrip("\r\n"))

    @staticmethod
    def _part() -> bytes:
        """A line, or as much of it as may be kept."""
        # there is no standard input where it was closed
        try:
            return sys.stdin.buffer.readline(_BYTES) if sys.stdin else b""
        except OSError as error:
            raise EOFError from error


_ENDLESS: Final = 2**24
"""A line with so many bytes is taken for no text at all, and for the end."""

_BYTES: Final = 4 * LONGEST + 4
"""More than the longest entry has in UTF-8."""


class Person:
    """Somebody at a terminal, who has a line to edit, the entries of before, and completions."""

    by_hand: Final = True

    def __init__(self, keys: str) -> None:
        # loaded only where somebody is asked
        try:
            from prompt_toolkit import PromptSession
            from prompt_toolkit.history import InMemoryHistory
            from prompt_toolkit.shortcuts import CompleteStyle
        except ModuleNotFoundError:
            needed = 'entering a match needs prompt_toolkit: pip install "cardrules[cli]"'
            raise click.ClickException(needed) from None
        self._pasted: Final[deque[str]] = deque()
        self._session: Final[PromptSession[str]] = PromptSession(
            history=InMemoryHistory(),
            complete_while_typing=False,
            complete_style=CompleteStyle.MULTI_COLUMN,
            reserve_space_for_menu=6,
            enable_suspend=True,
            bottom_toolbar=keys,
        )
        self._session.default_buffer.on_text_changed += _cut

    def ask(self, prompt: str, complete: Completer = lambda _: ()) -> str:
        """The next line."""
        if not self._pasted:
            entered = self._session.prompt([("bold", prompt)], completer=_completing(complete))
            if len(entered) > PASTED:
                raise TooLong
            self._pasted.extend(entered.splitlines() or [""])
        return _checked(self._pasted.popleft())


def _checked(line: str) -> str:
    if len(line) > LONGEST:
        raise TooLong
    return line


def _cut(buffer: Buffer) -> None:
    """Keeps a text that is too long from growing further."""
    if len(buffer.text) > PASTED + 1:
        buffer.text = buffer.text[: PASTED + 1]


def _completing(complete: Completer) -> PromptCompleter:
    from prompt_toolkit.completion import Completer as Base
    from prompt_toolkit.completion import Completion

    class Completing(Base):
        def get_completions(self, document: Document, _: CompleteEvent) -> Iterable[Completion]:
            before = document.text_before_cursor
            typed = before.lstrip()
            # of what was typed the menu repeats no more than the last word
            known = typed.rfind(" ") + 1
            for text in complete(typed):
                shown = text[known:] if text.startswith(typed) else text
                yield Completion(text, -len(before), display=shown)

    return Completing()
