"""Makes the archive of this example: a season of twelve club nights, as it could have been written
down, with the slips of players and writers.

python examples/season/make_season.py [FILE]

The same records every time. They are played by the library's simple players.
"""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from attrs import evolve

from cardrules import Record, game
from cardrules.records import replay
from cardrules.registry import AnyGame
from cardrules.sampling import sample
from cardrules.text import seat_text
from cardrules.wire import JSON

ARCHIVE = Path(__file__).with_name("season.jsonl.gz")
FIRST_NIGHT = date(2025, 9, 5)
NIGHTS = 12
TABLES = {"tausend": 15, "duizenden": 10}
"""How many matches of each game a night has."""

PRESETS = {"tausend": "standard", "duizenden": "volwassen"}

SLIPS = {
    "tausend": ("play {card}", "play {card}", "play {card} marriage", "bid {bid}", "raise {bid}", "pass"),
    "duizenden": ("discard {card}", "meld {cards}", "layoff 1 {card}", "swap {card}", "draw", "end"),
}
"""What players do by mistake, always with cards that they hold."""


def season() -> Iterator[dict[str, JSON]]:
    """The records, night by night."""
    for night in range(NIGHTS):
        day = FIRST_NIGHT + timedelta(weeks=night)
        for name, tables in TABLES.items():
            for table in range(tables):
                rng = random.Random(f"{day}/{name}/{table}")  # noqa: S311  # play, no secret
                played = sample(game(name), game(name).PRESETS[PRESETS[name]], rng, deals=1)
                # the players learn: fewer slips from night to night
                written = with_fault(played, rng) if rng.random() < 0.6 - 0.03 * night else played.to_json()
                yield {**written, "meta": {"event": str(day), "table": table + 1}}


def with_fault(record: Record, rng: random.Random) -> dict[str, JSON]:
    """The record with one fault: most often a slip at the table, else one of whoever wrote it down."""
    kind = rng.choices(("slip", "total", "typo"), (7, 2, 1))[0]
    if kind == "total" and record.scores:
        first, *rest = record.scores[0]
        return evolve(record, scores=((first + rng.choice((-20, -10, 10, 20)), *rest),)).to_json()
    if kind == "typo":
        at = rng.randrange(1, len(record.actions))
        return {**record.to_json(), "actions": [*record.texts[:at], record.texts[at] + "?", *record.texts[at + 1 :]]}
    return with_slip(record, rng)


def with_slip(record: Record, rng: random.Random) -> dict[str, JSON]:
    """The record up to an action that breaks a rule."""
    playing = game(record.game)
    states = list(replay(record))
    while True:
        at = rng.randrange(1, len(record.actions))
        text = slip(playing, states[at], rng)
        broken = playing.violations(states[at], playing.parse_action(text)) if text else ()
        # nobody bids when a trick is to be played
        if broken and not any([each.rule.endswith(".phase") for each in broken]):
            return {**record.to_json(), "actions": [*record.texts[:at], text], "scores": []}


def slip(playing: AnyGame, state: object, rng: random.Random) -> str | None:
    """What a player could do by mistake; now and then one who is not on turn."""
    actors = playing.actors(state)
    places = playing.places(state)
    seats = [seat for seat in range(3) if seat in actors or rng.random() < 0.1]
    if not actors or not seats:
        return None
    name = seat_text(rng.choice(seats))
    hand = list(places.get(name, ()))
    if len(hand) < 3:
        return None
    start = rng.randrange(len(hand) - 2)
    words = rng.choice(SLIPS[playing.name]).format(
        card=rng.choice(hand),
        cards="".join([str(card) for card in hand[start : start + 3]]),
        bid=rng.randrange(100, 160),
    )
    return f"{name} {words}"


def main(path: Path) -> None:
    """Writes the archive."""
    # without a time and a name in its head the file is the same every time
    with path.open("wb") as packed, gzip.GzipFile("", "wb", fileobj=packed, mtime=0) as file:
        for record in season():
            file.write(json.dumps(record).encode() + b"\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ARCHIVE)
