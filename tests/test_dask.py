"""Judging on a cluster: several worker processes on this machine, and what becomes of lost ones."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import signal
import socket
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import attrs
import psutil  # type: ignore[import-untyped]  # it has no types
import pytest

from cardrules.archives import Line, lines
from cardrules.cli import executors
from cardrules.cli.executors import Workers
from cardrules.many import CHUNK, Item, judge
from cardrules.records import validate_many
from test_cli import archive, fails, run
from test_many import KINDS, MIXED, Own, expected, texts
from test_records import GOOD
from test_terminal import INTERRUPTED, PATIENCE, Terminal, endless

distributed: Any = pytest.importorskip("distributed")

WORKERS: Final = 3


def local(workers: int) -> Any:
    """A real cluster of worker processes, without a dashboard."""
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=logging.CRITICAL,
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with local(WORKERS) as found:
        yield found


@pytest.fixture(scope="module")
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster, set_as_default=False) as found:
        yield found


def pids(client: Any) -> set[int]:
    return set(client.run(os.getpid).values())


# -- a cluster as an executor


def test_a_cluster_gives_the_same_reports_in_order(client: Any) -> None:
    executor: Executor = client.get_executor(pure=False)
    found = [*validate_many(lines(io.BytesIO(MIXED)), executor, ahead=8)]
    assert found == [*expected()]
    assert texts(found) == texts(expected())


def test_reports_are_complete_though_a_worker_is_killed(client: Any) -> None:
    before = pids(client)
    assert len(before) == WORKERS
    killed: list[int] = []
    items = [Line("-", number, GOOD) for number in range(20 * CHUNK)]

    def until_killed() -> Iterator[Item]:
        for item in items:
            # in the middle, when all workers have work
            if item.number == 12 * CHUNK:
                killed.append(min(before))
                os.kill(killed[0], signal.SIGKILL)
            yield item

    executor: Executor = client.get_executor(pure=False)
    found = [*validate_many(until_killed(), executor, ahead=8)]
    assert len(killed) == 1
    first = judge(items[0])
    assert found == [attrs.evolve(first, record=number) for number in range(len(items))]
    client.wait_for_workers(WORKERS, timeout=PATIENCE)
    after = pids(client)
    assert len(after) == WORKERS
    assert killed[0] not in after


# -- the command


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_command_judges_on_a_cluster_with_the_same_output(cluster: Any, tmp_path: Path, form: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(MIXED)
    args = ("validate", "--format", form, str(path))
    one = run(*args)
    assert one.exit_code == 1
    many = run(*args, "--dask", cluster.scheduler_address)
    assert (many.stdout_bytes, many.stderr_bytes, many.exit_code) == (one.stdout_bytes, one.stderr_bytes, 1)


def test_ctrl_c_ends_a_cluster_of_this_machine(tmp_path: Path) -> None:
    with endless(tmp_path / "pipe", json.dumps(KINDS[1]).encode() + b"\n") as path:
        shown = Terminal(path, "--dask", "local")
        shown.child.expect("p3 bid 110")
        processes = psutil.Process(shown.child.pid).children(recursive=True)
        assert len(processes) >= (os.cpu_count() or 1)
        shown.child.sendintr()
        assert shown.end() == 130
    assert "Traceback" not in shown.written
    # the records before it may have no winner yet, which has a line of its own
    *summary, told = shown.lines[-3:]
    assert any([re.match(r"\d+ records?: \d+ legal, 1 illegal", line) for line in summary])
    assert told == INTERRUPTED["en"]
    assert psutil.wait_procs(processes, PATIENCE)[1] == []


# -- what goes wrong


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 0.5)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("address", ["foo", "", "tcp://", "\x1b[2J", "udp://127.0.0.1:1", "tcp://127.0.0.1:1", "[::1"])
def test_a_scheduler_that_does_not_answer_is_told(tmp_path: Path, address: str) -> None:
    path = archive(tmp_path / "a.jsonl", KINDS[0])
    error = fails(2, "validate", "--dask", address, path)
    assert "the scheduler does not answer" in error
    assert error.replace("\n", "").isprintable()


@pytest.mark.usefixtures("impatient")
def test_somebody_else_who_listens_is_no_scheduler(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.jsonl", KINDS[0])
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        assert "the scheduler does not answer" in fails(2, "validate", "--dask", address, path)


@pytest.mark.usefixtures("impatient")
def test_a_scheduler_without_workers_is_told(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.jsonl", KINDS[0])
    with local(0) as empty:
        assert "has no workers" in fails(2, "validate", "--dask", empty.scheduler_address, path)


def test_what_a_cluster_needs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    path = archive(tmp_path / "a.jsonl", KINDS[0])
    assert 'pip install "cardrules[dask]"' in fails(2, "validate", "--dask", "local", path)


def test_jobs_and_a_cluster_exclude_each_other(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.jsonl", KINDS[0])
    assert "exclude each other" in fails(2, "validate", "--jobs", "2", "--dask", "local", path)
    for number in ("0", "-1", "x"):
        assert "--jobs" in fails(2, "validate", "--jobs", number, path)


LOST: Final = {"en": "the workers are gone", "nl": "de werkprocessen zijn weg", "de": "die Arbeitsprozesse sind weg"}


@pytest.mark.parametrize("error", [BrokenExecutor("a worker died"), CancelledError()])
@pytest.mark.parametrize("lang", LOST)
@pytest.mark.parametrize("form", ["text", "json"])
def test_workers_that_are_gone_are_told_with_the_summary_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, lang: str, form: str
) -> None:
    class Dying(Own):
        def submit(self, fn: Any, /, *args: Any, **options: Any) -> Any:
            future = super().submit(fn, *args, **options)
            if len(self.futures) > 1:
                future.set_exception(error)
            return future

    @contextmanager
    def dying(*_: object) -> Iterator[Workers]:
        yield Workers(Dying(), 3, (BrokenExecutor, CancelledError))

    monkeypatch.setattr(import_module("cardrules.cli.validate"), "workers", dying)
    path = archive(tmp_path / "a.jsonl", *[KINDS[0]] * (2 * CHUNK))
    result = run("validate", "--jobs", "2", "--lang", lang, "--format", form, path)
    assert result.exit_code == 1
    assert LOST[lang] in result.stderr
    assert (str(error) or "CancelledError") in result.stderr
    assert f"{CHUNK} " in (result.stdout if form == "text" else result.stderr)
    reports = [line for line in result.stdout.splitlines() if line.startswith("{")]
    assert len(reports) == (CHUNK if form == "json" else 0)
