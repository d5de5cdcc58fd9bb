"""Inputs that show a fault: how they fail, and as small as they can be made."""

from __future__ import annotations

import time
import traceback
from pathlib import Path

from fuzz.limits import TooSlow
from fuzz.targets import TARGETS, Target, run


def failure(target: Target, data: bytes) -> BaseException | None:
    """What an input shows; None: nothing."""
    try:
        run(target, data)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001  # whatever a target raises is what is wrong
        return error
    return None


def kind_of(error: BaseException | None) -> tuple[object, ...]:
    """What two errors of one fault have in common: their class and the line that raises them."""
    if error is None or isinstance(error, TooSlow):  # where time runs out is a matter of chance
        return (type(error),)
    *_, last = traceback.extract_tb(error.__traceback__)
    return (type(error), last.filename, last.lineno)


def minimised(target: Target, data: bytes, seconds: float = 60) -> bytes:
    """A smaller input that shows the same fault, found by leaving parts out for so much processor
    time at most."""
    wanted = kind_of(failure(target, data))
    end = time.process_time() + seconds
    size = len(data)
    while size := size // 2:
        at = 0
        while at < len(data) and time.process_time() < end:
            shorter = data[:at] + data[at + size :]
            if kind_of(failure(target, shorter)) == wanted:
                data = shorter
            else:
                at += size
    return data


def replay(path: Path) -> int:
    """Gives an input to the target that its folder names; prints what is wrong, and returns 1 if so."""
    name = path.absolute().parent.name
    if name not in TARGETS:
        print(f"{path}: its folder is none of the targets {', '.join(TARGETS)}")
        return 1
    error = failure(TARGETS[name], path.read_bytes())
    if error is None:
        print(f"{path}: nothing wrong")
        return 0
    traceback.print_exception(error)
    print(f"{path}: {type(error).__name__}")
    return 1
