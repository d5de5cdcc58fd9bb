"""Two short matches with much in them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cardrules import Record, records

MATCHES: Final = {
    match.game: match for match in records.read(Path(__file__).parent / "matches.jsonl") if isinstance(match, Record)
}
"""By game: a deal of Tausend with four at the table, and a round of Duizenden that wins the match."""


def moment(game: str, text: str) -> int:
    """How many actions of the match of a game there were before the first that begins so."""
    return next(number for number, action in enumerate(MATCHES[game].texts) if action.startswith(text))
