"""Judging many records: in this process, by threads, by processes, by an executor of one's own."""

from __future__ import annotations

import io
import json
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import cache, partial
from itertools import chain, count, islice, repeat
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar, cast

import attrs
import pytest

from cardrules import MalformedInput, Record, Report
from cardrules.archives import Line, lines
from cardrules.cli.executors import workers
from cardrules.many import CHUNK, CHUNK_BYTES, UNDER_WAY, Item, judge, judged
from cardrules.records import read, validate, validate_many
from test_cli import run
from test_records import FIRST, GOOD, base, sound

P = ParamSpec("P")
T = TypeVar("T")

KINDS: Final[tuple[dict[str, Any], ...]] = (
    base(),
    base(actions=[FIRST, "p1 bid 110", "p2 pass", "p3 bid 110", "p1 pass"]),
    base(scores=[[1, 2, -3]] * 30),
    base(actions=[FIRST, "p1 dance"]),
    {},
    cast("dict[str, Any]", sound(1, 2).to_json()),
    base(meta="x" * 30_000),
)
"""One record of each verdict, and large ones."""

MIXED: Final = b"\n".join([json.dumps(KINDS[number % len(KINDS)]).encode() for number in range(560)])
"""An archive of several chunks."""


@cache
def expected() -> tuple[Report, ...]:
    """The reports on MIXED, one by one."""
    return tuple([each if isinstance(each, Report) else validate(each) for each in read(io.BytesIO(MIXED))])


def texts(reports: Sequence[Report]) -> list[str]:
    return ["".join(report.json_pieces()) for report in reports]


class Lazy(Future[T]):
    """A future that is worked out when it is asked for, unless it was cancelled."""

    def __init__(self, work: Callable[[], T]) -> None:
        super().__init__()
        self.work = work

    def result(self, timeout: float | None = None) -> T:
        if not self.done():
            self.set_result(self.work())
        return super().result(timeout)


class Own(Executor):
    """An executor that does nothing before it must, and keeps what it was given."""

    def __init__(self) -> None:
        self.futures: list[Lazy[Any]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
        future = Lazy(partial(fn, *args, **options))
        self.futures.append(future)
        return future

    @property
    def waiting(self) -> int:
        return sum([not future.done() for future in self.futures])


class Counted(Iterator[Item]):
    """Items that tell how many of them were taken."""

    def __init__(self, items: Iterator[Item]) -> None:
        self.items = items
        self.taken = 0

    def __next__(self) -> Item:
        found = next(self.items)
        self.taken += 1
        return found


def line(size: int = 0) -> Line:
    return Line("-", 0, GOOD[:-1] + b" " * max(size - len(GOOD), 0) + b"}")


# -- the same reports


def test_without_an_executor_each_record_is_judged_when_it_is_asked_for() -> None:
    items = Counted(lines(io.BytesIO(MIXED)))
    found = validate_many(items)
    assert items.taken == 0
    for number, report in enumerate(expected()):
        assert next(found) == report
        assert items.taken == number + 1
    assert next(found, None) is None


@pytest.mark.parametrize("ahead", [None, 1, 5])
def test_any_executor_gives_the_same_reports_in_order(ahead: int | None) -> None:
    for items in (read, lines):
        for executor in (ThreadPoolExecutor(3), Own()):
            with executor:
                found = [*validate_many(items(io.BytesIO(MIXED)), executor, ahead=ahead)]
            assert found == [*expected()]
            assert texts(found) == texts(expected())


def test_processes_give_the_same_reports_in_order() -> None:
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        for items in (read, lines):
            found = [*validate_many(items(io.BytesIO(MIXED)), pool)]
            assert found == [*expected()]
            assert texts(found) == texts(expected())


def test_reports_stand_for_themselves() -> None:
    report = expected()[1]
    for executor in (None, Own()):
        assert [*validate_many([report, sound(), report], executor)] == [report, validate(sound()), report]
        assert [*validate_many([], executor)] == []


@pytest.mark.parametrize("executor", [None, Own()], ids=["none", "own"])
@pytest.mark.parametrize("wrong", ["league.jsonl", [b"{}"], [{"cardrules": 1}], [None]])
def test_what_cannot_be_judged_is_told(wrong: Any, executor: Executor | None) -> None:
    kind = type(next(iter(wrong))).__name__
    wanted = rf"a Record, Notes, a Report or a Line, not {kind}; to judge files, .* notes\.read\(path\)"
    with pytest.raises(TypeError, match=wanted):
        [*validate_many(wrong, executor)]


def test_each_report_comes_with_what_was_judged() -> None:
    items = [*lines(io.BytesIO(MIXED))]
    for executor in (None, Own()):
        pairs = [*judged(items, executor)]
        assert [item for item, _ in pairs] == items
        assert [report for _, report in pairs] == [judge(item) for item in items] == [*expected()]


def test_what_goes_to_processes_and_back_is_the_same_there() -> None:
    for item, report in judged(lines(io.BytesIO(MIXED))):
        for value in (item, report, item.read() if isinstance(item, Line) else item):
            assert pickle.loads(pickle.dumps(value)) == value  # noqa: S301  # its own pickle


def _without_memory() -> None:
    raise MemoryError


def test_a_worker_without_memory_is_lost() -> None:
    with workers(2, None) as found:
        assert found.executor is not None
        with pytest.raises(found.lost):
            found.executor.submit(_without_memory).result()


def test_a_worker_that_is_ended_while_it_hands_back_a_result_is_not_waited_for() -> None:
    with workers(2, None) as found:
        pool: Any = found.executor
        manager: threading.Thread = pool._executor_manager_thread
        writer = pool._result_queue._writer
        os.write(writer.fileno(), b"\0\0\1\0half a result")
    try:
        manager.join(10)
        assert not manager.is_alive()
    finally:
        writer.close()


def no_children_left() -> bool:
    """Whether all processes have ended: a thread of the pool may be the one that hears of it, a moment later."""
    end = time.monotonic() + 10
    while active_children() and time.monotonic() < end:
        time.sleep(0.01)
    return not active_children()


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_command_writes_the_same_with_several_processes(tmp_path: Path, form: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(MIXED)
    args = ("validate", "--format", form, str(path))
    one, many = run(*args), run(*args, "--jobs", "2")
    assert one.exit_code == 1
    assert (many.stdout_bytes, many.stderr_bytes, many.exit_code) == (one.stdout_bytes, one.stderr_bytes, 1)
    assert no_children_left()


# -- bounds


@pytest.mark.parametrize("ahead", [1, 3])
def test_reading_stays_so_many_chunks_ahead(ahead: int) -> None:
    own = Own()
    items = Counted(repeat(line()))
    found = validate_many(items, own, ahead=ahead)
    for number in range(3 * CHUNK):
        next(found)
        assert own.waiting <= ahead
        # those under way, and one chunk that is to be sent next
        assert items.taken <= number + (ahead + 2) * CHUNK
    assert len(own.futures) > 2


def test_chunks_are_bounded_in_number_and_bytes() -> None:
    own = Own()
    sizes = [0] * 600 + [CHUNK_BYTES // 3 + 1] * 7 + [CHUNK_BYTES * 2, 0]
    assert len([*validate_many([line(size) for size in sizes], own, ahead=99)]) == len(sizes)
    chunks = [future.work.args[0] for future in own.futures]  # type: ignore[attr-defined]  # it is a partial
    assert [len(chunk) for chunk in chunks] == [256, 256, 88 + 2, 2, 2, 1, 1, 1]
    assert max([sum([len(each.data) for each in chunk]) for chunk in chunks if len(chunk) > 1]) <= CHUNK_BYTES


def test_records_count_with_their_texts_and_scores() -> None:
    own = Own()
    large = sound(1, 2)
    length = sum(map(len, large.texts)) + len(large.scores) * len(large.players)
    reports = [*validate_many([large] * 300, own)]
    assert [report.verdict for report in reports] == ["legal"] * 300
    assert len(own.futures[0].work.args[0]) == min(CHUNK, CHUNK_BYTES // length)  # type: ignore[attr-defined]  # it is a partial


def test_large_records_under_way_are_few() -> None:
    own = Own()
    large = line(UNDER_WAY // 4)
    items = Counted(repeat(large))
    found = validate_many(items, own, ahead=100)
    for _ in range(6):
        next(found)
        assert own.waiting <= 4
    found.close()
    assert items.taken <= 6 + 5


def test_a_single_record_may_be_larger_than_what_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardrules.many.UNDER_WAY", 10)
    monkeypatch.setattr("cardrules.many.CHUNK_BYTES", 10)
    own = Own()
    found = validate_many([line()] * 5, own, ahead=3)
    for _ in range(5):
        assert next(found).verdict == "legal"
        assert own.waiting <= 1


def test_what_is_complete_comes_out_before_more_is_sent() -> None:
    class Prompt(Own):
        def submit(self, fn: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
            future = super().submit(fn, *args, **options)
            future.result()
            return future

    items = Counted(repeat(line()))
    found = validate_many(items, Prompt(), ahead=50)
    next(found)
    assert items.taken <= 2 * CHUNK + 1


# -- what goes wrong


def test_what_was_not_begun_is_cancelled_when_the_caller_stops() -> None:
    own = Own()
    found = validate_many(repeat(line()), own, ahead=4)
    next(found)
    found.close()
    assert [future.cancelled() for future in own.futures] == [False, True, True, True]


def test_what_was_not_begun_is_cancelled_when_an_interrupt_passes() -> None:
    def items() -> Iterator[Item]:
        yield from repeat(line(), 3 * CHUNK + 1)
        raise KeyboardInterrupt

    own = Own()
    with pytest.raises(KeyboardInterrupt):
        next(validate_many(items(), own, ahead=9))
    assert [future.cancelled() for future in own.futures] == [True] * 3


@pytest.mark.parametrize("executor", [None, Own(), ThreadPoolExecutor(1)], ids=["none", "own", "threads"])
def test_what_reading_raises_comes_after_the_reports_before_it(executor: Executor | None) -> None:
    def items() -> Iterator[Item]:
        yield from lines(io.BytesIO(MIXED))
        raise OSError(5, "the disk is gone")

    found = validate_many(items(), executor)
    assert [*islice(found, len(expected()))] == [*expected()]
    with pytest.raises(OSError, match="the disk is gone"):
        next(found)


def test_what_a_record_raises_comes_after_the_reports_before_it() -> None:
    """As of a game that is not there any more."""
    gone = pickle.loads(pickle.dumps(sound(1, 1)).replace(b"\x07tausend", b"\x07nothing"))  # noqa: S301  # its own pickle
    assert isinstance(gone, Record)
    with ThreadPoolExecutor(1) as pool:
        found = validate_many(chain(repeat(line(), CHUNK), [gone]), pool)
        assert len([*islice(found, CHUNK)]) == CHUNK
        with pytest.raises(MalformedInput, match="nothing"):
            next(found)


def test_an_executor_that_takes_no_more_is_told_after_the_reports_it_gave() -> None:
    class Full(Own):
        def submit(self, fn: Callable[P, T], /, *args: P.args, **options: P.kwargs) -> Future[T]:
            if len(self.futures) == 2:
                raise BrokenExecutor("it takes no more")
            return super().submit(fn, *args, **options)

    found = validate_many(repeat(line()), Full(), ahead=9)
    assert len([*islice(found, 2 * CHUNK)]) == 2 * CHUNK
    with pytest.raises(BrokenExecutor, match="it takes no more"):
        next(found)


def test_a_worker_that_is_killed_is_told_after_the_reports_that_were_complete() -> None:
    others = {*active_children()}
    found: list[Report] = []

    def judge_and_kill() -> None:
        for report in validate_many(map(numbered, count()), pool):
            if not found:
                os.kill(({*active_children()} - others).pop().pid or 0, signal.SIGKILL)
            found.append(report)

    with ProcessPoolExecutor(2, get_context("spawn")) as pool, pytest.raises(BrokenExecutor):
        judge_and_kill()
    assert found == [validate_one(number) for number in range(len(found))]
    assert len(found) % CHUNK == 0, "a chunk is judged whole"


def numbered(number: int) -> Line:
    return Line("-", number, GOOD)


def validate_one(number: int) -> Report:
    return attrs.evolve(judge(numbered(0)), record=number)
