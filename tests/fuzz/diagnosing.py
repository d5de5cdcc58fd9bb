"""What diagnosing any records finds: rules under which they are legal, in the time that there is."""

from __future__ import annotations

import io
import json
import time
from itertools import islice
from typing import Final

import attrs

from cardrules import GAMES
from cardrules.diagnosis import Diagnosis, diagnose
from cardrules.records import Record, read, validate

SECONDS: Final = 0.3
"""How long a search may take."""

BEYOND: Final = 1.0
"""How much longer it takes at most, in seconds of processor time: it ends between two actions."""


def diagnosed(data: bytes) -> None:
    """An archive of any bytes: the first records of it are diagnosed."""
    for record in islice(filter(lambda found: isinstance(found, Record), read(io.BytesIO(data))), 3):
        assert isinstance(record, Record)
        begun = time.process_time()
        found = diagnose(record, seconds=SECONDS)
        took = time.process_time() - begun
        assert took < SECONDS + BEYOND, f"a search of {SECONDS} s took {took:.1f} s"
        _check(record, found)


def _check(record: Record, found: Diagnosis) -> None:
    report = validate(record)
    json.dumps(found.to_json(), allow_nan=False)
    if found.legal is None:
        assert found.gave_up == "time"
        return
    assert found.legal == (report.verdict == "legal")
    assert not found.legal or not found.explanations
    if not found.legal:
        assert (found.at is None) != (found.deal is None)
        assert found.deal is None or found.deal < len(record.scores)
    assert len({len(each.changes) for each in found.explanations}) <= 1
    for each in found.explanations:
        again = validate(attrs.evolve(record, rules=each.rules))
        assert again.verdict == "legal", f"it is {again.verdict} under {each}"
        assert each.preset is None or each.preset in GAMES[record.game].PRESETS
        assert all([str(change).startswith(f"{change.flag}=") for change in each.changes])
