"""The kept inputs of the fuzzer, given to its targets again, and the fuzzer itself on planted faults."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path

import pytest

from cardrules import tausend
from fuzz import planted, run
from fuzz.choices import Choices
from fuzz.corpus import SMALL, fewest
from fuzz.failures import failure, minimised
from fuzz.limits import TooSlow, limited
from fuzz.mutation import cross_json, mutate_json, mutate_text
from fuzz.seeds import seeds
from fuzz.targets import CORPUS, FOUND, TARGETS, filename, kept
from fuzz.targets import run as give

TOTAL = 550_000
"""What the kept corpus may take, in bytes."""

RECORD = b'{"cardrules": 1, "game": "tausend", "players": ["A", "B", "C"], "dealer": "p3", "actions": ["p1 pass"]}'


# -- the kept inputs


@pytest.mark.parametrize("name", TARGETS)
def test_kept_inputs_show_no_fault(name: str) -> None:
    for path in kept(name):
        try:
            give(TARGETS[name], path.read_bytes())
        except BaseException as error:
            error.add_note(f"replay it with: python tests/fuzz/run.py --replay {path}")
            raise


@pytest.mark.parametrize("name", TARGETS)
def test_every_target_has_a_corpus_and_seeds(name: str) -> None:
    assert any((CORPUS / name).iterdir())
    assert any(seeds(name))


def test_the_corpus_is_small_and_named_by_its_content() -> None:
    paths = [path for folder in (CORPUS, FOUND) for path in folder.glob("*/*")]
    assert {path.parent.name for path in paths} == {*TARGETS}
    assert max([path.stat().st_size for path in paths]) <= SMALL
    assert sum([path.stat().st_size for path in paths]) <= TOTAL
    assert [path.name for path in paths] == [filename(path.read_bytes()) for path in paths]


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_takes_any_bytes(name: str) -> None:
    rng = random.Random(1)
    for size in (0, 1, 2, 3, 20, 200):
        give(TARGETS[name], rng.randbytes(size))
    give(TARGETS[name], RECORD)


# -- its parts


def test_choices_end_with_the_first_one() -> None:
    choices = Choices(b"\x05\x01\x02")
    assert choices.below(4) == 1
    assert choices
    assert choices.below(1000) == 258
    assert not choices
    assert (choices.below(9), choices.one_of("abc")) == (0, "a")


def test_time_is_bounded() -> None:
    with pytest.raises(TooSlow), limited(0.05):
        planted.endless(b"deal")
    with limited(0.05):
        planted.endless(b"")


def test_changes_of_json_are_json() -> None:
    rng = random.Random(1)
    changed = {mutate_json(RECORD + b"\n" + RECORD, rng) for _ in range(300)}
    assert len(changed) > 200
    for data in changed:
        assert data is not None
        for line in filter(None, data.split(b"\n")):
            json.loads(line)
    assert mutate_json(b"{", rng) is None


def test_a_part_of_one_json_value_gets_into_another() -> None:
    crossed = {cross_json(RECORD, b'{"dealer": 17}', random.Random(seed)) for seed in range(100)}
    assert RECORD.replace(b'"p3"', b"17") in crossed
    assert cross_json(RECORD, b"{", random.Random(1)) is None


def test_changes_of_actions_are_often_actions() -> None:
    def reads(data: bytes) -> None:
        tausend.parse_action(data.decode())

    rng = random.Random(1)
    changed = {mutate_text("p1 give 9c p3", rng).encode("utf-8", "replace") for _ in range(1000)}
    sound = {text for text in changed if failure(reads, text) is None}
    assert len(changed) > 250
    assert len(sound) > 40
    assert b"p1 give 9c p2" in sound


def test_the_corpus_is_made_small_and_keeps_its_branches() -> None:
    a, b, c = ("x", 1, 2), ("x", 2, 3), ("x", 3, 4)
    assert fewest({b"1": {a}, b"22": {a, b}, b"333": {c}, b"4444": {b, c}}) == [b"22", b"333"]
    assert fewest({b"1": set()}) == []


def test_an_input_is_made_small() -> None:
    def fails(data: bytes) -> None:
        assert b"37" not in data
        assert b"!" not in data, "another fault"

    assert minimised(fails, b"abc1372xyz!") == b"37"
    assert isinstance(failure(fails, b"37"), AssertionError)
    assert failure(fails, b"38") is None


# -- the command


def test_a_kept_input_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "records" / "some"
    path.parent.mkdir()
    path.write_bytes(RECORD)
    assert run.main(["--replay", str(path)]) == 0
    assert "nothing wrong" in capsys.readouterr().out
    assert run.main(["--replay", str(tmp_path)]) == 1
    assert "none of the targets" in capsys.readouterr().out


def test_a_fault_is_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fuzz.failures.TARGETS", {"raises": planted.no_raise})
    path = tmp_path / "raises" / "some"
    path.parent.mkdir()
    path.write_bytes(b"p1 raise 130")
    assert run.main(["--replay", str(path)]) == 1
    shown = capsys.readouterr()
    assert planted.FAULT in shown.err
    assert "AssertionError" in shown.out


def test_a_finding_is_made_small_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fuzz(target: str, work: Path, inputs: Iterable[bytes], seconds: float) -> tuple[int, str]:
        """As the fuzzer ends at a finding."""
        assert (target, [*inputs], seconds) == ("fuzz.targets:TARGETS.raises", [b""], 30)
        (work / "findings").mkdir(parents=True)
        (work / "findings" / "crash-1").write_bytes(b"p1 raise 130")
        return 77, "stat::number_of_executed_units: 12"

    monkeypatch.setattr(run, "fuzz", fuzz)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    monkeypatch.setattr("fuzz.targets.FOUND", tmp_path / "found")
    for module in ("targets", "failures"):
        monkeypatch.setattr(f"fuzz.{module}.TARGETS", {"raises": planted.no_raise})
    assert run.main(["raises", "--minutes", "0.5", "--work", str(tmp_path / "work")]) == 1
    (path,) = (tmp_path / "found" / "raises").iterdir()
    assert (path.name, path.read_bytes()) == (filename(b"p1 raise 0"), b"p1 raise 0")
    shown = capsys.readouterr()
    assert "12 executions" in shown.out
    assert f"--replay {path}" in shown.out
    assert planted.FAULT in shown.err


def test_the_fuzzer_finds_a_planted_fault(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris, of the extra `fuzz`, is not installed for this Python")
    status, log = run.fuzz("fuzz.planted:no_raise", tmp_path, [b"p1 bid 110"], 20)
    assert status, log
    (found,) = (tmp_path / "findings").iterdir()
    assert isinstance(failure(planted.no_raise, found.read_bytes()), AssertionError)
    assert planted.FAULT in log
    assert "executions" in run.summary(log)


def test_the_fuzzer_finds_an_endless_loop(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris, of the extra `fuzz`, is not installed for this Python")
    status, log = run.fuzz("fuzz.planted:endless", tmp_path, [b"dea"], 30, limit=0.5)
    assert status, log
    assert "TooSlow" in log


def test_the_fuzzer_ends_in_time_where_nothing_is_wrong(tmp_path: Path) -> None:
    pytest.importorskip("atheris", reason="atheris, of the extra `fuzz`, is not installed for this Python")
    status, log = run.fuzz("fuzz.targets:TARGETS.actions", tmp_path, [b"p1 pass"], 2)
    assert status == 0, log
    assert not [*(tmp_path / "findings").iterdir()]
