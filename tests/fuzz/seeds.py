"""What fuzzing starts from, beside the kept corpus: records of the tests and examples, and what
their states, actions and configs are as JSON."""

from __future__ import annotations

import gzip
import io
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

from cardrules import GAMES, duizenden, tausend
from cardrules.records import Record, read, replay, write
from cardrules.tausend.state import Standing
from cardrules.testing.duizenden.configs import EACH_FLAG as DUIZENDEN
from cardrules.testing.tausend.configs import EACH_FLAG
from cardrules.testing.tausend.playing import table
from cardrules.verdict import IllegalAction
from cardrules.wire import dump, dump_rules
from playouts import duizenden_match, tausend_from

ROOT: Final = Path(__file__).parents[2]
ARCHIVES: Final = (
    *sorted((ROOT / "examples").glob("**/*.jsonl")),
    *sorted((ROOT / "tests" / "data").glob("*-*s.jsonl")),
)
LARGEST: Final = 8000
"""No input is longer, in bytes."""


def seeds(target: str) -> Iterator[bytes]:
    """Inputs for a target."""
    for data in _SEEDS.get(target, _none)():
        if len(data) <= LARGEST:
            yield data


def _none() -> Iterator[bytes]:
    yield b""


def _archives() -> Iterator[bytes]:
    for path in ARCHIVES:
        for line in path.read_bytes().split(b"\n"):
            if line:
                yield line
    for records in _small():
        file = io.BytesIO()
        write(records, file)
        yield file.getvalue()
        yield gzip.compress(file.getvalue(), mtime=0)


def _small() -> Iterator[list[Record]]:
    some = [record for record in _records() if len(record.actions) < 8]
    for _ in range(4):
        yield random.Random(1).sample(some, 2)


@cache
def _records() -> tuple[Record, ...]:
    return tuple([each for path in ARCHIVES for each in read(path) if isinstance(each, Record)])


def _actions() -> Iterator[bytes]:
    texts = {text.encode() for record in _records() for text in record.texts}
    yield from random.Random(1).sample(sorted(texts), min(len(texts), 600))


def _rules() -> Iterator[bytes]:
    for name, flags in (("tausend", EACH_FLAG), ("duizenden", DUIZENDEN)):
        for config in flags.values():
            fields = dump_rules(GAMES[name], config)
            yield json.dumps(fields).encode()
            preset = fields.pop("preset")
            yield "\n".join([str(preset), *[f"{key}={json.dumps(value)}" for key, value in fields.items()]]).encode()


def _values() -> Iterator[bytes]:
    rng = random.Random(1)
    for record in rng.sample(_records(), 100):
        played = GAMES[record.game]
        states = []
        values: list[object] = [record.rules, *rng.sample(record.actions, min(1, len(record.actions)))]
        try:
            for state in islice(replay(record), 400):
                states.append(state)  # noqa: PERF402  # those before an illegal action are kept
        except IllegalAction as error:
            values += error.violations
        values += [*rng.sample(states, min(3, len(states))), played.view(states[-1], 0), played.score(states[-1])]
        yield from _dumped(values)
    for seed in range(20):
        yield from _dumped(_ends(random.Random(seed)))


def _dumped(values: Iterable[object]) -> Iterator[bytes]:
    for value in values:
        yield json.dumps(dump(value)).encode()


def _ends(rng: random.Random) -> Iterator[object]:
    """The ends of short matches, and what the last deals of them left."""
    rules = tausend.PRESETS["standard"]
    seats = [Standing(880, 1), Standing(rng.randrange(100, 870, 5)), Standing(875)]
    played = tausend_from(table(rules, 0, seats), rng.randrange(10**6), 150).states
    yield from [state for state in played if isinstance(state, tausend.Dealing)]
    yield played[-1]
    yield duizenden_match(duizenden.Rules(target=1), "last", rng.randrange(10**6), 200).states[-1]


def _play() -> Iterator[bytes]:
    rng = random.Random(1)
    for _ in range(200):
        yield rng.randbytes(rng.randrange(8, 180))


# -- archives, notes, diagnosis, entry: the first line of some chooses what is done with the others


def _packed() -> Iterator[bytes]:
    rng = random.Random(1)
    bodies = [b"\n".join(path.read_bytes().split(b"\n")[:2]) for path in ARCHIVES]
    bodies += [b"", b"\n", b"{}", b"{}\n\n[", b"\xef\xbb\xbf{}\r\n1", gzip.compress(b"{}\n", mtime=0)]
    bodies += [data for records in islice(_small(), 2) for data in (_lines(records), gzip.compress(_lines(records)))]
    for body in bodies:
        for _ in range(8):
            yield bytes([rng.choice([*range(10), *range(11, 256)]) for _ in range(12)]) + b"\n" + body


def _lines(records: Iterable[Record]) -> bytes:
    file = io.BytesIO()
    write(records, file)
    return file.getvalue()


def _notes() -> Iterator[bytes]:
    """The notes of the examples; records noted down with their cards hidden, or in which all may stand."""
    for path in sorted((ROOT / "examples" / "notes").glob("*.jsonl")):
        yield from path.read_bytes().splitlines()
    rng = random.Random(1)
    for record in _records():
        data = record.to_json()
        data["cardrules-notes"] = data.pop("cardrules")
        short = record.texts[: rng.choice((3, 10, 30, 60, 100))]
        kept = {**data, "actions": [*short]} | ({"scores": []} if "scores" in data else {})
        for change in (_hidden, _stood, lambda text: _stood(_hidden(text))):
            yield json.dumps({**kept, "actions": [change(text) for text in short]}).encode()
        yield json.dumps({**data, "actions": [_hidden(text) for text in record.texts]}).encode()


def _hidden(text: str) -> str:
    """A text of a record as a watcher sees it."""
    words = text.split(" ")
    if words[0] == "deal":
        shown = [word for word in words if not word.startswith("stock:")]
        return " ".join(shown) if shown != words else "deal ??"
    if words[0] == "reshuffle":
        return "reshuffle"
    return " ".join([words[0], "give", "??", words[3]]) if words[1:2] == ["give"] else text


def _stood(text: str) -> str:
    return f"{text} stood"


def _diagnosed() -> Iterator[bytes]:
    """Records under the rules of another preset."""
    for record in _records():
        for name, preset in GAMES[record.game].PRESETS.items():
            if preset.players == record.rules.players and preset != record.rules:
                data = record.to_json()
                data["rules"] = {"preset": name}
                yield json.dumps(data).encode()
        yield json.dumps(record.to_json()).encode()


def _entries() -> Iterator[bytes]:
    heads = {"tausend": bytes(4), "duizenden": b"\x01\x01\x01\x00"}
    for record in _records():
        first = [*record.players, f"p{record.dealer + 1}"]
        for count in (4, 30):
            yield heads[record.game] + "\n".join(["", *first, *record.texts[:count]]).encode("utf-8", "replace")
    for game in heads:
        for words in ("shuffle undo redo legal table sheet rules help quit", "hilfe züge zurück wieder tisch ende"):
            yield heads[game] + "\n".join(["", "", "", "", "", *words.split(), "shuffle"]).encode()
        yield heads[game] + b"\n\n\n\n\n" + b"AsKdQdAdAh9hJc\nKhQhTs9sAcTc9c\nThKcTdJd9dKsQs\n\nbid 100\nundo\n"


_SEEDS: Final[Mapping[str, Callable[[], Iterator[bytes]]]] = {
    "records": _archives,
    "command": _archives,
    "actions": _actions,
    "rules": _rules,
    "values": _values,
    "play": _play,
    "archives": _packed,
    "notes": _notes,
    "diagnosis": _diagnosed,
    "entry": _entries,
}
