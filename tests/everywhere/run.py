"""Runs the tests with every CPython from 3.11 on that the machine has, against the wheel and the
source tree.

    python tests/everywhere/run.py [--python VERSION …] [--wheel-only | --source-only] [-- PYTEST ARGS]

The source distribution is built from the checkout, the wheel from the source distribution. Each
Python gets new environments, in which the package is installed in these ways:

    wheel   the wheel with the extra `dev`; the tests are those of the source distribution, in a
            folder without the package
    source  the checkout, editable, with the same tools
    core    the wheel without extras: a small program uses it, and the command says what it needs
    lowest  the wheel with the lowest versions of what it needs: the same program, and the tests of
            what leans on them most

A table says how it went; the exit status is 1 where anything failed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias
from xml.etree import ElementTree as ET

ROOT: Final = Path(__file__).parent.parent.parent
OLDEST: Final = (3, 11)

PROBE: Final = """
import json, os, sys
try:
    import ensurepip, venv
    usable = True
except ImportError:
    usable = False
path = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
print(json.dumps([sys.implementation.name, sys.version_info[:3], sys.abiflags, path, usable]))
"""

LEANING: Final = ("test_cards", "test_wire", "test_records", "test_registry", "test_package")
"""The tests that are run with the lowest versions."""

TEST_TOOLS: Final = ("pytest", "pytest-xdist", "hypothesis")
"""What those need."""

SHOWN: Final = 60
"""Of what a failed command printed, the lines that are shown, the last ones."""


@dataclass(frozen=True)
class Python:
    """A CPython of the machine; `flags` is "t" for one without the global lock."""

    path: str
    version: tuple[int, ...]
    flags: str

    def __str__(self) -> str:
        return ".".join(map(str, self.version)) + self.flags


@dataclass(frozen=True)
class Result:
    """How one installation went; `fault` is what went wrong besides tests that failed."""

    python: Python
    way: str
    seconds: float
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    fault: str | None = None

    @property
    def good(self) -> bool:
        """Whether nothing failed."""
        return self.fault is None and not self.failed

    def __str__(self) -> str:
        counts = f"{self.passed:8}{self.failed:8}{self.skipped:9}{self.seconds:9.0f}"
        return f"{self.python!s:10}{self.way:12}{counts}{'' if self.fault is None else '  ' + self.fault}"


class Failed(Exception):
    """A command that failed, with the end of what it printed."""


# -- which Pythons there are


def pythons() -> Iterator[Python]:
    """The CPythons that this machine has, each once; says which it leaves out, and why."""
    seen: set[str] = set()
    for candidate in candidates():
        done = subprocess.run([candidate, "-I", "-c", PROBE], capture_output=True, text=True, check=False, timeout=60)
        # a shim of pyenv fails where its version is not switched on
        if done.returncode:
            continue
        name, version, flags, path, usable = json.loads(done.stdout)
        if path in seen or name != "cpython" or tuple(version[:2]) < OLDEST:
            continue
        seen.add(path)
        if usable:
            yield Python(path, tuple(version), flags)
        else:
            print(f"left out: {path}: it cannot make environments (no venv, no ensurepip)")


def candidates() -> Iterator[str]:
    """The commands that may be Pythons: pyenv's versions, then `python3.X` on the path."""
    if pyenv := shutil.which("pyenv"):
        done = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=True)
        yield from map(str, sorted(Path(done.stdout.strip(), "versions").glob("*/bin/python")))
    yield sys.executable
    for folder in os.get_exec_path():
        for path in sorted(Path(folder).glob("python3.*")):
            if re.fullmatch(r"python3\.\d+t?", path.name):
                yield str(path)


def newest(found: Sequence[Python]) -> list[Python]:
    """Of each minor version the newest; says which it leaves out."""
    best = {(python.version[:2], python.flags): python for python in sorted(found, key=lambda python: python.version)}
    for python in found:
        if python not in best.values():
            print(f"left out: {python} ({python.path}): there is a newer one")
    return list(best.values())


def chosen(wanted: Sequence[str]) -> list[Python]:
    """The Pythons of these versions, such as 3.12 or 3.12.1; all where none is named."""
    found = list(pythons())
    if not wanted:
        return newest(found)
    matching = {name: [python for python in found if f"{python}.".startswith(f"{name}.")] for name in wanted}
    missing = [name for name, some in matching.items() if not some]
    if missing:
        sys.exit(f"no CPython {', '.join(missing)} here; there are {', '.join(map(str, found))}")
    return newest([python for some in matching.values() for python in some])


# -- commands


def run(command: Sequence[str | Path], folder: Path = ROOT) -> None:
    """Runs a command where nothing of this environment reaches it. Raises Failed."""
    done = subprocess.run(
        command, cwd=folder, env=clean(os.environ), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        lines = done.stdout.decode(errors="replace").splitlines()
        words = " ".join([Path(word).name for word in command])
        raise Failed("\n".join([f"exit status {done.returncode} of {words}", *lines[-SHOWN:]]))


def clean(env: Mapping[str, str]) -> dict[str, str]:
    """An environment without what would bring other modules in."""
    return {name: value for name, value in env.items() if name not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}


def environment(python: str, folder: Path) -> Path:
    """A new environment; its interpreter."""
    run([python, "-m", "venv", folder])
    return folder / "bin" / "python"


def install(python: Path, *what: str) -> None:
    """Installs what pip understands. Raises Failed."""
    run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what])


def tested(python: Path, folder: Path, arguments: Sequence[str]) -> tuple[int, int, int]:
    """Runs the tests of a folder: how many passed, failed and were skipped. Raises Failed where none were run."""
    report = python.parent.parent / "report.xml"
    report.unlink(missing_ok=True)
    fault: Failed | None = None
    try:
        run([python, "-m", "pytest", "-q", "-n", "auto", f"--junitxml={report}", *arguments], folder)
    except Failed as error:
        if not report.exists():
            raise
        fault = error
        print(error, flush=True)
    suite = next(ET.parse(report).iter("testsuite"))  # noqa: S314  # pytest's own report
    total, skipped = int(suite.attrib["tests"]), int(suite.attrib["skipped"])
    bad = int(suite.attrib["failures"]) + int(suite.attrib["errors"])
    if (fault is not None and not bad) or total == skipped:
        raise Failed("the tests did not come to their end, or there are none")
    return total - bad - skipped, bad, skipped


# -- what is installed


@dataclass(frozen=True)
class Built:
    """The distributions: the wheel, the folder of the tests, and what pyproject.toml says."""

    wheel: Path
    tests: Path
    needs: Sequence[str]
    extras: Mapping[str, Sequence[str]]

    def pin(self, name: str) -> str:
        """The pin of a tool of the extra `dev`."""
        return next(pin for pin in self.extras["dev"] if pin.startswith(f"{name}=="))

    def lowest(self) -> list[str]:
        """The lowest versions that are allowed of what the core and the command need."""
        return [need.replace(">=", "==") for need in (*self.needs, *self.extras["cli"])]


def build(folder: Path) -> Built:
    """The source distribution of the checkout, the wheel of that, and its tests without the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    python = environment(sys.executable, folder / "build")
    install(python, next(pin for pin in extras["dev"] if pin.startswith("build==")))
    run([python, "-m", "build", "--sdist", "--outdir", folder / "dist", ROOT])
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    tests = folder / sdist.name.removesuffix(".tar.gz")
    run([python, "-m", "build", "--wheel", "--outdir", folder / "dist", tests])
    (wheel,) = (folder / "dist").glob("*.whl")
    shutil.rmtree(tests / "src")
    return Built(wheel, tests, project["dependencies"], extras)


Counts: TypeAlias = tuple[int, int, int]
Way: TypeAlias = Callable[[Built, Python, Path, Sequence[str]], Counts]


def smoke(built: Built, python: Path, extra: str) -> None:
    run([python, "-I", built.tests / "tests" / "everywhere" / "smoke.py", extra], built.tests)


def wheel(built: Built, python: Python, folder: Path, arguments: Sequence[str]) -> Counts:
    inside = environment(python.path, folder)
    install(inside, f"{built.wheel}[dev]")
    smoke(built, inside, "cli")
    return tested(inside, built.tests, arguments)


def source(built: Built, python: Python, folder: Path, arguments: Sequence[str]) -> Counts:
    inside = environment(python.path, folder)
    install(inside, "--editable", f"{ROOT}[dev]")
    return tested(inside, ROOT, arguments)


def core(built: Built, python: Python, folder: Path, arguments: Sequence[str]) -> Counts:
    inside = environment(python.path, folder)
    install(inside, str(built.wheel))
    smoke(built, inside, "core")
    return 1, 0, 0


def lowest(built: Built, python: Python, folder: Path, arguments: Sequence[str]) -> Counts:
    inside = environment(python.path, folder)
    install(inside, f"{built.wheel}[cli]", *built.lowest())
    smoke(built, inside, "cli")
    # named again, so that nothing lifts them
    install(inside, *[built.pin(name) for name in TEST_TOOLS], *built.lowest())
    return tested(inside, built.tests, [*arguments, *[f"tests/{name}.py" for name in LEANING]])


WAYS: Final[Mapping[str, Way]] = {"wheel": wheel, "source": source, "core": core, "lowest": lowest}


def result(built: Built, python: Python, way: str, folder: Path, arguments: Sequence[str]) -> Result:
    """How an installation went."""
    begun = time.monotonic()
    try:
        passed, failed, skipped = WAYS[way](built, python, folder, arguments)
    except Failed as error:
        print(error, flush=True)
        return Result(python, way, time.monotonic() - begun, fault=str(error).partition("\n")[0])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Result(python, way, time.monotonic() - begun, passed, failed, skipped)


HEAD: Final = f"{'Python':10}{'installed':12}{'passed':>8}{'failed':>8}{'skipped':>9}{'seconds':>9}"


def main(words: Sequence[str]) -> int:
    at = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", nargs="+", default=[], metavar="VERSION", help="these alone, such as 3.12")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--wheel-only", action="store_true", help="not the source tree")
    only.add_argument("--source-only", action="store_true", help="the source tree alone")
    options = parser.parse_args(words[:at])
    ways = ["source"] if options.source_only else [way for way in WAYS if way != "source" or not options.wheel_only]
    found = chosen(options.python)
    print("found:", ", ".join([f"{python} ({python.path})" for python in found]), flush=True)
    with TemporaryDirectory() as folder:
        try:
            built = build(Path(folder))
        except Failed as error:
            print(error)
            return 1
        results: list[Result] = []
        for python in found:
            for way in ways:
                results.append(result(built, python, way, Path(folder, "env"), words[at + 1 :]))
                print(results[-1], flush=True)
    print("", HEAD, *results, sep="\n")
    return 0 if all([each.good for each in results]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
