"""What it costs to judge an archive of many records: in one process, in several, and on a Dask cluster
of this machine, which must all write the same bytes.

    python tests/benchmarks/archives.py --records 1000000

The archive is that of `cardrules sample tausend --deals 1`, one deal a record. Peak memory is that of
the largest process; time of the processor is that of all processes together.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

COMMAND: Final = (sys.executable, "-m", "cardrules")
UNIT: Final = 1 if sys.platform == "darwin" else 2**10
"""Of peak memory, in bytes."""


@frozen
class Run:
    """One way to judge the archive, and what it took: seconds by the clock and of the processor, the
    peak memory in bytes, the hash of what was written."""

    name: str
    clock: float
    processor: float
    peak: int
    written: str


def measured(name: str, arguments: list[str]) -> Run:
    """Runs the command and reads what it writes, in bounded memory."""
    written = hashlib.sha256()
    begun = time.perf_counter()
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        while piece := process.stdout.read(2**20):
            written.update(piece)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(arguments)} ended with {process.returncode}")
    clock = time.perf_counter() - begun
    return Run(name, clock, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * UNIT, written.hexdigest())


def make(path: Path, records: int) -> None:
    """Writes the archive."""
    arguments = ["sample", "tausend", "--matches", str(records), "--deals", "1", "--seed", "1"]
    with path.open("wb") as file:
        subprocess.run([*COMMAND, *arguments], stdout=file, check=True)


def runs(path: Path, jobs: int) -> Iterator[Run]:
    """The archive judged in each way."""
    judge = ["validate", "--format", "json", str(path)]
    yield measured("1 process", judge)
    yield measured(f"{jobs} processes", [*judge, "--jobs", str(jobs)])
    if importlib.util.find_spec("distributed"):
        yield measured(f"dask local, {os.cpu_count()} workers", [*judge, "--dask", "local"])
    else:
        print("dask: not installed")


def main() -> int:
    """Prints a row for each way; 1 where they did not write the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=100_000, help="how many (default: 100000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one a processor)")
    parser.add_argument("--archive", type=Path, help="use this file, which is made if it is not there")
    options = parser.parse_args()
    found: list[Run] = []
    with tempfile.TemporaryDirectory() as folder:
        path = options.archive or Path(folder) / "archive.jsonl"
        if not path.exists():
            print(f"making {options.records} records", flush=True)
            make(path, options.records)
        with path.open("rb") as file:
            records = sum(1 for _ in file)
        print(f"{records} records, {path.stat().st_size / 1e6:.0f} MB\n", flush=True)
        print(f"{'':24}{'time':>10}{'records/s':>12}{'processor':>12}{'a record':>12}{'peak':>10}  sha256")
        for run in runs(path, options.jobs):
            found.append(run)
            print(
                f"{run.name:24}{run.clock:8.1f} s{records / run.clock:12.0f}{run.processor:10.1f} s"
                f"{run.processor / records * 1e6:9.0f} µs{run.peak / 1e6:7.0f} MB  {run.written[:16]}",
                flush=True,
            )
    same = len({run.written for run in found}) == 1
    print("\nall wrote the same bytes" if same else "\nTHEY DID NOT WRITE THE SAME BYTES")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
