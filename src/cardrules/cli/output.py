"""What the commands write: a console that takes texts as they are, and texts made harmless."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import IO, Final, cast

from rich.console import Console

from cardrules.foreign import harmless
from cardrules.wording import MINUS

__all__ = ["WORDS", "console", "fault", "harmless", "replaced"]

MESSAGE: Final = 800
"""How much of a message is shown: it names what would be right, and repeats little of what is foreign."""

PIPE_WIDTH: Final = 120
"""The width where the output is no terminal, in characters."""


def console(*, stderr: bool = False) -> Console:
    """The standard output, or the standard error; neither markup nor numbers in a text change how it looks.
    Where it is no terminal it has a width of its own, and no blanks at the ends of lines."""
    found = Console(markup=False, highlight=False, emoji=False, stderr=stderr)
    if not found.is_terminal:
        found.width = PIPE_WIDTH
        found.file = cast("IO[str]", _Trimmed(found.file))  # all that Console asks of a file
    return found


class _Trimmed:
    """A file for text without blanks at the ends of its lines, with which a table is filled up."""

    def __init__(self, file: IO[str]) -> None:
        self._file: Final = file

    def write(self, text: str) -> int:
        return self._file.write(_BLANKS.sub("", text))

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)


_BLANKS: Final = re.compile(" +$", re.MULTILINE)


def fault(message: str | None, lang: str) -> str:
    """What is wrong with a record that is malformed, made harmless, with its place in a language; the
    names of fields belong to the format, and what is wrong at that place is told in English alone."""
    whole = harmless(message or "", MESSAGE)
    found = _PLACE.match(whole)
    if found is None:
        return whole
    return re.sub(_PLACE_WORD, lambda word: WORDS[lang][word[0]], found[0]) + whole[found.end() :]


_PLACE_WORD: Final = "word|character|byte|line|column"
_PLACE: Final = re.compile(
    # as MalformedInput writes it: `actions[3]: word 2, character 5: `
    rf"(?:actions\[\d+\]: )?(?:{_PLACE_WORD}) \d+(?:, (?:{_PLACE_WORD}) \d+)*: "
)


def replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    """An error handler for codecs: what the output cannot write is escaped, a minus sign is a hyphen."""
    if isinstance(error, UnicodeEncodeError) and error.object[error.start] == MINUS:
        return "-", error.start + 1
    return codecs.backslashreplace_errors(error)


WORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "en": {
            "record": "record",
            "records": "records",
            "ruled": "ruled here",
            "ruling": "partly ruled here",
            "legal": "legal",
            "illegal": "illegal",
            "misscored": "misscored",
            "malformed": "malformed",
            "stood": "stood against the rules",
            "player": "player",
            "points": "points",
            "total": "total",
            "reason": "reason",
            "rule": "rule",
            "won": "won by {names}",
            "unfinished": "the match is not over",
            "unread": "{path} cannot be read: {why}",
            "absent": "{path} has no record {number}; records count from 0",
            "unsound": "record {number} is malformed: {why}",
            "stopped": "the record cannot be played on from action {at}: {why}",
            "word": "word",
            "character": "character",
            "byte": "byte",
            "line": "line",
            "column": "column",
        },
        "nl": {
            "ruled": "hier bepaald",
            "ruling": "deels hier bepaald",
            "record": "partij",
            "records": "partijen",
            "legal": "in orde",
            "illegal": "ongeldig",
            "misscored": "verkeerd geteld",
            "malformed": "onleesbaar",
            "stood": "met onopgemerkte overtreding",
            "player": "speler",
            "points": "punten",
            "total": "stand",
            "reason": "reden",
            "rule": "regel",
            "won": "gewonnen door {names}",
            "unfinished": "de partij is niet uit",
            "unread": "{path} kan niet gelezen worden: {why}",
            "absent": "{path} heeft geen partij {number}; partijen tellen vanaf 0",
            "unsound": "partij {number} is onleesbaar: {why}",
            "stopped": "de partij kan vanaf zet {at} niet verder gespeeld worden: {why}",
            "word": "woord",
            "character": "teken",
            "byte": "byte",
            "line": "regel",
            "column": "kolom",
        },
        "de": {
            "ruled": "hier festgelegt",
            "ruling": "teils hier festgelegt",
            "record": "Partie",
            "records": "Partien",
            "legal": "in Ordnung",
            "illegal": "regelwidrig",
            "misscored": "falsch gezählt",
            "malformed": "unlesbar",
            "stood": "mit übersehenem Regelverstoß",
            "player": "Spieler",
            "points": "Punkte",
            "total": "Stand",
            "reason": "Grund",
            "rule": "Regel",
            "won": "gewonnen von {names}",
            "unfinished": "die Partie ist nicht zu Ende",
            "unread": "{path} ist nicht zu lesen: {why}",
            "absent": "{path} hat keine Partie {number}; Partien zählen ab 0",
            "unsound": "Partie {number} ist unlesbar: {why}",
            "stopped": "die Partie lässt sich ab Zug {at} nicht weiterspielen: {why}",
            "word": "Wort",
            "character": "Zeichen",
            "byte": "Byte",
            "line": "Zeile",
            "column": "Spalte",
        },
    }
)
"""The words of the commands by language."""
