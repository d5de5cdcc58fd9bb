"""`cardrules validate` with the formats for other tools."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner, Result

from cardrules import Report, reporting
from cardrules.cli import command
from cardrules.records import read, validate
from cardrules.reporting import FORMATS

FAULTY: Final = str(Path(__file__).parent.parent / "examples" / "faulty.jsonl")

EACH_FORMAT: Final = pytest.mark.parametrize("form", FORMATS)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, ["validate", *arguments])


def expected(form: str, lang: str = "en", files: int = 1) -> bytes:
    reports = [found if isinstance(found, Report) else validate(found) for found in read(FAULTY)] * files
    file = io.BytesIO()
    reporting.write(reports, file, form, lang)
    return file.getvalue()


@EACH_FORMAT
@pytest.mark.parametrize("lang", ["en", "nl"])
def test_a_format_is_printed_as_the_library_writes_it(form: str, lang: str) -> None:
    result = run("--format", form, "--lang", lang, FAULTY, FAULTY)
    assert result.exit_code == 1
    assert result.stdout_bytes == expected(form, lang, 2)


@EACH_FORMAT
def test_the_output_may_be_a_file(form: str, tmp_path: Path) -> None:
    path = tmp_path / "reports"
    path.write_bytes(b"old")
    result = run("--format", form, "--output", str(path), FAULTY)
    assert (result.exit_code, result.output) == (1, "")
    assert path.read_bytes() == expected(form)
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("name", ["a.jsonl", "./a.jsonl", "link", "hard"])
def test_what_is_judged_is_not_written_over(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path("a.jsonl")
    path.write_bytes(Path(FAULTY).read_bytes())
    Path("link").symlink_to(path)
    Path("hard").hardlink_to(path)
    result = run("--format", "csv", "--output", name, "-", "none", "a.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is among what is judged" in result.stderr
    assert path.read_bytes() == Path(FAULTY).read_bytes()


@pytest.mark.parametrize("name", ["season/a.jsonl", "season/new.jsonl.gz", "season/spring/b.json"])
def test_no_archive_of_a_folder_that_is_judged_is_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("season/spring").mkdir(parents=True)
    path = Path("season/a.jsonl")
    path.write_bytes(Path(FAULTY).read_bytes())
    result = run("--format", "json", "--output", name, "season")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is among what is judged" in result.stderr
    assert path.read_bytes() == Path(FAULTY).read_bytes()
    # what is none may lie there
    assert run("--format", "csv", "--output", "season/reports.csv", "season").exit_code == 1
    assert run("--format", "csv", "--output", "season/reports.csv", "season").exit_code == 1


def test_standard_input_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for name in ("validate", "complete"):
        path.write_bytes(Path(FAULTY).read_bytes())
        command = [sys.executable, "-m", "cardrules", name, "-", "--output", str(path)]
        with path.open("rb") as given:
            more = ["--format", "json"] if name == "validate" else []
            done = subprocess.run([*command, *more], stdin=given, capture_output=True, text=True, check=False)
        assert done.returncode == 2, done.stderr
        assert path.read_bytes() == Path(FAULTY).read_bytes()


@EACH_FORMAT
@pytest.mark.parametrize("name", ["gone/reports", ".", "\x1b[2J/reports"])
def test_a_file_that_cannot_be_written_is_named(form: str, name: str, tmp_path: Path) -> None:
    result = run("--format", form, "--output", f"{tmp_path}/{name}", FAULTY)
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert result.stderr[:-1].isprintable()


def test_nothing_is_left_of_what_was_ended(tmp_path: Path) -> None:
    path = tmp_path / "reports.json"
    command = [sys.executable, "-m", "cardrules", "validate", "-", "--format", "json", "--output", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        while not [*tmp_path.iterdir()]:  # it has begun to write
            time.sleep(0.01)
        process.terminate()
        assert process.wait(60) == 128 + signal.SIGTERM
    assert [*tmp_path.iterdir()] == []


def test_text_has_no_output_file(tmp_path: Path) -> None:
    result = run("--output", str(tmp_path / "a"), FAULTY)
    assert result.exit_code == 2
    assert "--format" in result.stderr


def test_parquet_without_its_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("pyarrow")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("--format", "parquet", FAULTY)
    assert result.exit_code == 2
    assert 'pip install "cardrules[parquet]"' in result.stderr
