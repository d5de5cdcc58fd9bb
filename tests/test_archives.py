"""What is read as an archive, and what becomes of one that is damaged, changes, or does not end."""

from __future__ import annotations

import gzip
import io
import json
import os
import pickle
import random
import sys
import threading
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, Final, cast

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardrules import Record, Report
from cardrules.archives import Line, lines, size
from cardrules.records import read, validate, write
from cardrules.strictjson import MAX_LINE
from test_records import GOOD, Endless, base, looked_at, nested, sound

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CHECKED: Final[dict[int, int]] = {zstd.CompressionParameter.checksum_flag: 1}


def zipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def pressed(data: bytes) -> bytes:
    return zstd.compress(data, options=CHECKED)


PACKED: Final[dict[str, Callable[[bytes], bytes]]] = {"plain": bytes, "gzip": zipped, "zstd": pressed}
NAMES: Final = ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a", "a.txt")
THREE: Final = b"\xef\xbb\xbf" + GOOD + b"\r\n\nnonsense\n" + GOOD


def told(found: list[Record | Report]) -> list[tuple[str, str, int]]:
    """What was found, by kind, source and number."""
    return [
        ("record", each.source, each.number) if isinstance(each, Record) else ("report", each.source, each.record)
        for each in found
    ]


def broken(found: list[Record | Report]) -> str:
    """What the last report says of a file."""
    last = found[-1]
    looked_at(found)
    assert isinstance(last, Report)
    return str(last.message)


# -- what an archive is


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("packed", PACKED)
def test_what_is_packed_is_told_by_its_first_bytes(tmp_path: Path, name: str, packed: str) -> None:
    data = PACKED[packed](THREE)
    path = tmp_path / name
    path.write_bytes(data)
    kinds = ["record", "report", "record"]
    for source in (path, str(path)):
        assert told([*read(source)]) == [(kind, str(path), number) for number, kind in enumerate(kinds)]
    with path.open("rb") as buffered, path.open("rb", buffering=0) as raw:
        for file in (buffered, raw, io.BytesIO(data)):
            assert told([*read(file)]) == [(kind, "-", number) for number, kind in enumerate(kinds)]
            assert not file.closed


@pytest.mark.parametrize("name", ["a.json", "a.json.gz", "a.json.zst"])
@pytest.mark.parametrize("packed", PACKED)
def test_a_json_file_is_one_record_however_it_is_packed(tmp_path: Path, name: str, packed: str) -> None:
    path = tmp_path / name
    path.write_bytes(PACKED[packed](json.dumps(base(), indent=1).encode()))
    assert told([*read(path)]) == [("record", str(path), 0)]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst", "a.json.zst"])
def test_what_is_written_is_packed_as_its_name_says(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    written = [sound(seed) for seed in range(1 if "json." in name else 3)]
    write(written, path)
    assert [*read(path)] == written
    first = {"gz": b"\x1f\x8b", "zst": b"\x28\xb5\x2f\xfd"}.get(path.suffix[1:], b'{"cardrules"')
    assert path.read_bytes().startswith(first)
    if name.endswith(".zst"):
        assert zstd.decompress(path.read_bytes()).count(b"\n") == len(written)
        damaged = path.read_bytes()
        path.write_bytes(damaged[:-1] + bytes([damaged[-1] ^ 1]))
        assert "cannot be read" in str(cast("Report", [*read(path)][-1]).message), "there is a checksum"


@pytest.mark.parametrize("packed", PACKED)
def test_standard_input(packed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = PACKED[packed](THREE)
    for source in ("-", Path("-")):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        assert told([*read(source)]) == [("record", "-", 0), ("report", "-", 1), ("record", "-", 2)]


@pytest.mark.parametrize("packed", PACKED)
def test_a_pipe_may_give_a_byte_at_a_time(packed: str) -> None:
    class Dripping(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            return super().read1(min(1, size or 0))

    assert [type(each) for each in read(Dripping(PACKED[packed](THREE)))] == [Record, Report, Record]


def test_a_line_is_read_as_soon_as_it_is_there() -> None:
    out, into = os.pipe()
    with open(out, "rb") as file, open(into, "wb", buffering=0) as writer:  # noqa: PTH123  # they have no path
        found = read(file)
        for number in range(3):
            writer.write(GOOD + b"\n")
            record = next(found)
            assert isinstance(record, Record)
            assert record.number == number


@pytest.mark.parametrize("packed", ["gzip", "zstd"])
def test_packed_parts_follow_each_other(packed: str) -> None:
    pack = PACKED[packed]
    data = b"".join([pack(GOOD + b"\n" + GOOD[:9]), pack(b""), pack(GOOD[9:] + b"\n"), pack(GOOD)])
    assert [type(each) for each in read(io.BytesIO(data))] == [Record] * 3


# -- folders


def test_a_folder_is_read_in_the_order_of_the_names(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a/z.json", "a/c.jsonl.gz", "a/b/deep.jsonl.zst", "c.json.zst", "c.json.gz"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write([sound()], path)
    for other in ("readme.txt", "jsonl", "a.jsonl.bak", "a.zst"):
        (tmp_path / other).write_bytes(GOOD)
    (tmp_path / "b.jsonl").write_bytes(THREE)
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "never.jsonl")
    (tmp_path / "a" / "circle").symlink_to(tmp_path)
    (tmp_path / "d.jsonl").symlink_to(tmp_path / "b.jsonl")
    expected = [
        ("record", "a/b/deep.jsonl.zst", 0),
        ("record", "a/c.jsonl.gz", 0),
        ("record", "a/z.json", 0),
        *[(kind, "b.jsonl", number) for number, kind in enumerate(["record", "report", "record"])],
        ("record", "c.json.gz", 0),
        ("record", "c.json.zst", 0),
        *[(kind, "d.jsonl", number) for number, kind in enumerate(["record", "report", "record"])],
    ]
    for source in (tmp_path, str(tmp_path)):
        assert told([*read(source)]) == [(kind, str(tmp_path / name), number) for kind, name, number in expected]


def test_a_folder_without_an_archive_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.txt").write_bytes(GOOD)
    with pytest.raises(OSError, match=r"no archive in it: their names end in \.jsonl or \.json") as refused:
        [*read(tmp_path)]
    assert refused.value.filename == str(tmp_path)
    (tmp_path / "deep" / "a.jsonl").write_bytes(b"")
    assert [*read(tmp_path)] == [], "an archive of no records is one"


@pytest.mark.parametrize("gone", ["b.jsonl", "b"])
def test_what_cannot_be_opened_in_a_folder_does_not_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    (tmp_path / "b").mkdir()
    for name in ("a.jsonl", "b.jsonl", "c.jsonl", "b/d.jsonl"):
        (tmp_path / name).write_bytes(GOOD)
    forbidden = str(tmp_path / gone)

    def guarded(real: Callable[..., Any]) -> Callable[..., Any]:
        def guard(path: Any, *args: Any, **options: Any) -> Any:
            if str(path) == forbidden:
                raise PermissionError(13, "Permission denied", path)
            return real(path, *args, **options)

        return guard

    monkeypatch.setattr(Path, "open", guarded(Path.open))  # whoever is root may open anything
    monkeypatch.setattr(os, "scandir", guarded(os.scandir))
    found = [*read(tmp_path)]
    (report,) = [each for each in found if isinstance(each, Report)]
    assert (report.source, report.record) == (forbidden, 0)
    assert report.message == "the file cannot be opened: Permission denied"
    assert len(found) == 4
    with pytest.raises(PermissionError):
        [*read(forbidden)]


# -- damage


DAMAGE: Final[dict[str, Callable[[bytes], bytes]]] = {
    "half": lambda data: data[: len(data) // 2],
    "no end": lambda data: data[:-1],
    "another checksum": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "garbage within": lambda data: data[: len(data) // 2] + b"\xff" * 40 + data[len(data) // 2 + 40 :],
    "garbage after": lambda data: data + b"garbage",
    "a head after": lambda data: data + data[:7],
    "only a head": lambda data: data[:5],
    "magic": lambda data: data[:4],
    "no magic": lambda data: b"not packed at all",
}


MUCH: Final = {"half": 450, "garbage within": 400, "another checksum": 990, "garbage after": 999, "a head after": 999}
"""How many of 1000 records are read before the damage, at least."""


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("name", ["a.jsonl.zst", "a.jsonl.gz", "a.json.zst"])
def test_a_damaged_file_is_read_as_far_as_it_goes(tmp_path: Path, name: str, damage: str) -> None:
    path = tmp_path / name
    texts = [json.dumps(base(meta=random.Random(n).getrandbits(4000))).encode() for n in range(1000)]
    pack = zipped if name.endswith("gz") else pressed
    path.write_bytes(DAMAGE[damage](pack(b"\n".join(texts if "jsonl" in name else texts[:1]))))
    found = [*read(path)]
    assert "cannot be read" in broken(found)
    if "jsonl" in name and damage in MUCH:
        assert next(each.record for each in found if isinstance(each, Report)) >= MUCH[damage]


def test_a_window_of_more_than_128_mib_is_refused() -> None:
    press = zstd.ZstdCompressor()
    data = bytearray(press.compress(GOOD) + press.flush())
    assert data[4] & 0x20 == 0, "a frame with a window"
    for log, sound_there in ((27, True), (28, False), (41, False)):
        data[5] = log - 10 << 3
        found = [*read(io.BytesIO(bytes(data)))]
        if sound_there:
            assert [type(each) for each in found] == [Record]
        else:
            assert "too much memory" in broken(found)


@pytest.mark.parametrize("packed", ["gzip", "zstd"])
def test_what_is_packed_small_takes_little_memory(packed: str) -> None:
    data = PACKED[packed](b" " * 100_000_000 + b"\n" + GOOD)
    assert len(data) < 200_000
    tracemalloc.start()
    try:
        found = [*read(io.BytesIO(data))]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [type(each) for each in found] == [Report, Record]
    assert peak < 6 * MAX_LINE


def test_a_file_that_fails_at_once_is_an_os_error() -> None:
    class Failing(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            if len(buffer):
                raise OSError(5, "the disk is gone")
            return 0

    with pytest.raises(OSError, match="the disk is gone"):
        [*read(cast("IO[bytes]", io.BufferedReader(Failing())))]


# -- files that change


CHANGES: Final[dict[str, Callable[[Path], object]]] = {
    "longer": lambda path: path.write_bytes(path.read_bytes() + GOOD + b"\n"),
    "shorter": lambda path: os.truncate(path, 10),
    "empty": lambda path: path.write_bytes(b""),
    "another time": lambda path: os.utime(path, ns=(1, 1)),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("packed", PACKED)
def test_a_file_that_changes_while_it_is_read_is_reported(tmp_path: Path, packed: str, change: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(PACKED[packed](b"\n".join([GOOD] * 400)))
    found = read(path)
    begun = [next(found)]
    CHANGES[change](path)
    every = begun + [*found]
    reports = [each for each in every if isinstance(each, Report)]
    assert reports
    assert reports[-1].message == "the file changed while it was read"
    assert reports[-1] is every[-1]
    assert [each.record if isinstance(each, Report) else each.number for each in every] == [*range(len(every))]
    last = [*read(path)]
    assert not [each for each in last if isinstance(each, Report) and "changed" in str(each.message)]


def test_a_change_before_or_after_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(GOOD)
    found = read(path)
    path.write_bytes(GOOD + b"\n" + GOOD)  # nothing has been read
    assert [type(each) for each in found] == [Record, Record]
    with path.open("rb") as file:
        assert [type(each) for each in read(file)] == [Record, Record]


# -- how far it is


@pytest.mark.parametrize("packed", PACKED)
def test_bytes_that_were_read_add_up_to_the_size(tmp_path: Path, packed: str) -> None:
    data = PACKED[packed](b"\n".join([GOOD] * 3000))
    (tmp_path / "b").mkdir()
    for name in ("a.jsonl", "b/c.jsonl"):
        (tmp_path / name).write_bytes(data)
    for source, files in ((tmp_path / "a.jsonl", 1), (str(tmp_path), 2)):
        steps: list[int] = []
        assert len([*lines(source, steps.append)]) == 3000 * files
        assert sum(steps) == size(source) == len(data) * files
    with (tmp_path / "a.jsonl").open("rb") as file:
        assert size(file) == len(data)


def test_the_size_of_what_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(GOOD)))
    assert size(io.BytesIO(GOOD)) is None
    assert size("-") is None
    assert size(tmp_path / "pipe") is None
    assert size(tmp_path / "gone") == 0
    assert size("a\0b") == 0


# -- lines


def test_a_line_is_small_to_send_and_shows_nothing_of_what_it_holds() -> None:
    (line,) = lines(io.BytesIO(GOOD))
    assert isinstance(line, Line)
    assert line == Line("-", 0, GOOD)
    again = pickle.loads(pickle.dumps(line))  # noqa: S301  # its own pickle
    assert again == line
    assert again.read() == line.read()
    assert len(pickle.dumps([line] * 100 + [attrs.evolve(line, number=n) for n in range(100)])) < 2600 + len(GOOD)
    assert repr(line) == f"Line(source='-', number=0, data=<{len(GOOD)} bytes>)"


def test_too_long_a_line_between_others_is_never_held() -> None:
    file = cast("IO[bytes]", io.BufferedReader(Endless(3 * MAX_LINE, b"[")))
    first, second = lines(file)
    assert isinstance(first, Report)
    assert second == Line("-", 1, GOOD)


# -- what is not installed


def test_what_zstandard_needs_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.jsonl", "b.jsonl.zst", "c.jsonl"):
        write([sound()], tmp_path / name)
    monkeypatch.setitem(sys.modules, "backports", None)
    monkeypatch.setitem(sys.modules, "compression", None)
    needed = 'pip install "cardrules[zstd]"'
    path = tmp_path / "b.jsonl.zst"
    with pytest.raises(OSError, match="not installed") as refused:
        [*read(path)]
    assert needed in str(refused.value.strerror)
    assert refused.value.filename == str(path)
    with pytest.raises(OSError, match="not installed"):
        [*read(io.BytesIO(path.read_bytes()))]
    with pytest.raises(OSError, match="not installed"):
        write([sound()], path)
    first, second, third = read(tmp_path)
    assert isinstance(first, Record)
    assert isinstance(third, Record)
    assert isinstance(second, Report)
    assert needed in str(second.message)


# -- anything at all


@given(
    st.sampled_from(["gzip", "zstd"]),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 255)), max_size=4),
    st.integers(0, 10**6),
    st.binary(max_size=8),
)
def test_a_packed_file_with_any_damage_is_read(
    packed: str, flips: list[tuple[int, int]], cut: int, more: bytes
) -> None:
    data = bytearray(PACKED[packed](b"\n".join([GOOD] * 30)))
    for place, change in flips:
        data[place % len(data)] ^= change
    found = [*read(io.BytesIO(bytes(data[: cut % (len(data) + 1)]) + more))]
    looked_at(found)


@given(st.binary(max_size=60), st.sampled_from([b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"]))
def test_any_bytes_after_a_head_are_read(data: bytes, head: bytes) -> None:
    looked_at([*read(io.BytesIO(head + data))])


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.binary(max_size=3) | st.sampled_from([b"[" * 99, b'"', b"1e9"]))
def test_a_record_with_one_change_is_read(start: int, length: int, put: bytes) -> None:
    start %= len(GOOD)
    found = [*read(io.BytesIO(GOOD + b"\n" + GOOD[:start] + put + GOOD[start + length % 4 :] + b"\n" + GOOD))]
    looked_at(found)
    assert isinstance(found[0], Record)
    assert isinstance(found[-1], Record)


@pytest.mark.parametrize("packed", PACKED)
def test_a_bad_line_never_stops_the_rest(packed: str) -> None:
    bad = [b"\xff", b"{}", nested(100), GOOD[:-1], b"[" * 10**6, b"\x00", b" " * (MAX_LINE + 1)]
    data = PACKED[packed](b"\n".join([line for each in bad for line in (GOOD, each)] + [GOOD]))
    found = [*read(io.BytesIO(data))]
    assert [type(each) for each in found] == [Record, Report] * len(bad) + [Record]
    assert {validate(each).verdict for each in found if isinstance(each, Record)} == {"legal"}


def test_a_reader_that_stops_closes_its_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def feed() -> None:
        with suppress(BrokenPipeError), path.open("wb", buffering=0) as file:
            while True:
                file.write(GOOD + b"\n")

    writer = threading.Thread(target=feed)
    writer.start()
    found = lines(path)
    assert next(found) == Line(str(path), 0, GOOD)
    found.close()
    writer.join(30)
    assert not writer.is_alive()


def test_a_link_in_a_folder_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").symlink_to("gone")
    (tmp_path / "b.jsonl").symlink_to("b.jsonl")
    (tmp_path / "c.jsonl").write_bytes(b"{}")
    *reports, line = lines(tmp_path)
    assert isinstance(line, Line)
    assert [found.message for found in reports if isinstance(found, Report)] == [
        "the file cannot be opened: No such file or directory",
        "the file cannot be opened: Too many levels of symbolic links",
    ]
    assert size(tmp_path) == 2


def test_control_codes_in_what_is_written_are_escaped(tmp_path: Path) -> None:
    (record,) = read(io.BytesIO(json.dumps(base(players=["A\x9b2J", "B\u202e", "C\u00e9"])).encode()))
    assert isinstance(record, Record)
    write([record], tmp_path / "a.jsonl")
    text = (tmp_path / "a.jsonl").read_text("utf-8")
    assert text.removesuffix("\n").isprintable()
    assert [*read(tmp_path / "a.jsonl")] == [record]
