"""Coverage-guided fuzzing of the readers and of matches, with atheris (libFuzzer).

    python tests/fuzz/run.py [TARGET...] [--minutes 10] [--keep]
    python tests/fuzz/run.py --replay FILE...
    python tests/fuzz/run.py --coverage [TARGET...]

The first runs each target for so many minutes of processor time, from the kept corpus, the seeds and
a dictionary. A target ends at its first finding, an exception or too much time or memory; the input
is made small and kept in tests/fuzz/found/. With --keep, the kept corpus of the target becomes the
smallest inputs that together reach every branch that the old ones or the new ones reach. The second
form gives inputs to the target that their folder names and says what is wrong; the third shows the
lines that the kept inputs reach.

Exit status: 0 if nothing was found, 1 if something was.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import pkgutil
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
if __name__ == "__main__":
    sys.path[0] = str(HERE.parent)  # as in the tests

LENGTH: Final = 8000
"""The longest input, in bytes: a file of the corpus is no longer."""

MEMORY: Final = 1024
"""The most memory, in MiB."""

HANG: Final = 600
"""Seconds after which an input is stopped that the limit of processor time does not stop, as it is
in one long step of the interpreter. The clock goes on where other programs have the processor."""

NEAR: Final = 0.75
"""The share of the changes that stay near the format; the others are libFuzzer's."""


# -- the parent


def main(arguments: Sequence[str]) -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--minutes", type=float, default=10, help="of processor time for each target (10)")
    parser.add_argument("--keep", action="store_true", help="keep the inputs that reach more")
    parser.add_argument("--work", type=Path, help="where the growing corpus lies (a new folder)")
    parser.add_argument("--replay", nargs="+", type=Path, metavar="FILE", help="give inputs to their target")
    parser.add_argument("--coverage", action="store_true", help="the lines that the kept inputs reach")
    chosen = parser.parse_args(arguments)
    if chosen.coverage:
        return show_coverage(chosen.targets)

    from fuzz.failures import replay
    from fuzz.targets import TARGETS

    if chosen.replay:
        return max([replay(path) for path in chosen.replay])
    for name in chosen.targets:
        if name not in TARGETS:
            parser.error(f"no target {name}; the targets are {', '.join(TARGETS)}")
    if importlib.util.find_spec("atheris") is None:
        parser.error("fuzzing needs atheris, of the extra `fuzz`: pip install -e '.[cli,fuzz]'")
    work = chosen.work or Path(tempfile.mkdtemp(prefix="fuzz-"))
    print(f"the growing corpus and the logs: {work}")
    return max(
        [_fuzz_target(name, work / name, chosen.minutes, keep=chosen.keep) for name in chosen.targets or TARGETS]
    )


def show_coverage(names: Sequence[str]) -> int:
    """Prints the lines that the kept inputs of targets reach; without names, those of all."""
    from coverage import Coverage

    meter = Coverage(branch=True, source=["cardrules"], data_file=None, config_file=False)
    meter.start()  # before the library is loaded, so that what is run then counts too
    from fuzz.targets import TARGETS, kept, run

    for name in names or TARGETS:
        for path in kept(name):
            run(TARGETS[name], path.read_bytes())
    meter.stop()
    meter.report(show_missing=True, skip_covered=False)
    return 0


def _fuzz_target(name: str, work: Path, minutes: float, *, keep: bool) -> int:
    from fuzz import corpus
    from fuzz.failures import minimised, replay
    from fuzz.seeds import seeds
    from fuzz.targets import FOUND, TARGETS, filename, kept

    inputs = [*[path.read_bytes() for path in kept(name)], *seeds(name)]
    status, log = fuzz(f"fuzz.targets:TARGETS.{name}", work, inputs, minutes * 60)
    print(f"{name}: {summary(log)}", flush=True)
    if keep:
        count = corpus.keep(name, [path.read_bytes() for path in (work / "corpus").iterdir()])
        print(f"{name}: the kept corpus has {count} inputs")
    findings = sorted((work / "findings").iterdir())
    for path in findings:
        data = path.read_bytes()
        if path.name.startswith("crash"):  # the others may take all memory, or never end
            data = minimised(TARGETS[name], data)
        kept_as = FOUND / name / filename(data)
        kept_as.parent.mkdir(parents=True, exist_ok=True)
        kept_as.write_bytes(data)
        print(f"{name}: found a {path.name.partition('-')[0]}; the input: {kept_as}")
        print(f"replay it with: python tests/fuzz/run.py --replay {kept_as}")
        if path.name.startswith("crash"):
            replay(kept_as)
    if status and not findings:
        print(f"{name}: the fuzzer failed:\n{log[-2000:]}")
    return min(abs(status), 1)


def fuzz(target: str, work: Path, inputs: Iterable[bytes], seconds: float, limit: float = 10) -> tuple[int, str]:
    """Runs the fuzzer in a process of its own for so much processor time, an input at most for
    `limit`: `target` is written as module:NAME or module:NAMES.key. The corpus grows in work/corpus,
    findings are in work/findings. Returns its exit status, 0 where it found nothing, and its log."""
    from fuzz.targets import filename
    from fuzz.words import dictionary

    shutil.rmtree(work / "findings", ignore_errors=True)  # those of an earlier run
    for folder in ("corpus", "findings"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    (work / "dictionary").write_text(dictionary(), "ascii")
    for data in inputs:
        (work / "corpus" / filename(data)).write_bytes(data)
    options = [
        f"-dict={work / 'dictionary'}",
        f"-artifact_prefix={work / 'findings'}/",
        f"-max_len={LENGTH}",
        f"-timeout={HANG}",
        f"-report_slow_units={HANG}",
        f"-rss_limit_mb={MEMORY}",
        "-print_final_stats=1",
        str(work / "corpus"),
    ]
    command = [sys.executable, __file__, "--child", target, str(seconds), str(limit), *options]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with (work / "log").open("wb") as file:
        status = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, env=environment, check=False).returncode
    return status, (work / "log").read_text("utf-8", "replace")


def summary(log: str) -> str:
    """The figures of a log."""
    runs = re.findall(r"stat::number_of_executed_units: *(\d+)", log)
    memory = re.findall(r"stat::peak_rss_mb: *(\d+)", log)
    reached = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", log)
    slowest = re.findall(r"slowest input: (\S+) s", log)
    said = [f"{runs[-1]} executions" if runs else "no executions"]
    if reached:
        said.append("{} branches, {} features, {} inputs".format(*reached[-1]))
    if slowest:
        said.append(f"slowest input {slowest[-1]} s of processor time")
    if memory:
        said.append(f"{memory[-1]} MiB")
    return ", ".join(said)


# -- the child: the fuzzer itself


def child(target: str, seconds: float, limit: float, options: list[str]) -> None:
    """Fuzzes until so much processor time has passed, or to the first finding. Never returns."""
    # the type checker need not find it: it is not installed everywhere
    atheris: Any = importlib.import_module("atheris")
    module, _, path = target.partition(":")
    with atheris.instrument_imports(include=["cardrules", module]):
        import cardrules

        for each in pkgutil.walk_packages(cardrules.__path__, "cardrules."):
            if not each.name.endswith("__main__"):
                importlib.import_module(each.name)
        loaded: Any = importlib.import_module(module)
    name, _, key = path.partition(".")
    function: Callable[[bytes], None] = getattr(loaded, name)[key] if key else getattr(loaded, name)
    from fuzz.mutation import cross_json, mutate
    from fuzz.targets import run

    slowest = 0.0

    def one_input(data: bytes) -> None:
        nonlocal slowest
        begun = time.process_time()
        run(function, data, limit)
        now = time.process_time()
        if now - begun > slowest:
            slowest = now - begun
            print(f"slowest input: {slowest:.2f} s", flush=True)
        if now > seconds:
            os.kill(os.getpid(), signal.SIGUSR1)  # libFuzzer ends in order

    def mutator(data: bytes, size: int, seed: int) -> bytes:
        rng = random.Random(seed)
        near = mutate(data, rng) if rng.random() < NEAR else None
        if near is not None and len(near) <= size:
            return near
        plain: bytes = atheris.Mutate(data, size)
        return plain

    def crossover(data: bytes, other: bytes, size: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if rng.random() < NEAR:  # libFuzzer would cross every second time
            return mutator(data, size, seed)
        crossed = cross_json(data, other, rng)
        if crossed is None or len(crossed) > size:
            crossed = data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]
        return crossed[:size]

    atheris.Setup(
        [sys.argv[0], "-handle_usr1=1", *options], one_input, custom_mutator=mutator, custom_crossover=crossover
    )
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], float(sys.argv[3]), float(sys.argv[4]), sys.argv[5:])
    sys.exit(main(sys.argv[1:]))
