"""`cardrules diagnose`: what people see, what programs read, and the exit status."""

from __future__ import annotations

import importlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from click.testing import CliRunner, Result

from cardrules import GAMES, Record, records
from cardrules.cli import command
from cardrules.cli.diagnose import explanations
from cardrules.diagnosis import Change, Diagnosis, Explanation, Survey
from cardrules.duizenden import Rules
from cardrules.sampling import sample
from cardrules.wire import load_rules

# the command has the name of its module
module: Any = importlib.import_module("cardrules.cli.diagnose")
LANGS: Final = ("en", "nl", "de")
Archive = Callable[..., str]


def played(name: str, written: dict[str, Any], played_by: dict[str, Any], seed: int, deals: int = 2) -> Record:
    game = GAMES[name]
    record = sample(game, load_rules(game, played_by), random.Random(seed), deals)
    return attrs.evolve(record, rules=load_rules(game, written))


OWN: Final = played("duizenden", {"preset": "klassiek"}, {"preset": "klassiek", "layoff": "any"}, 1)
LEGAL: Final = played("tausend", {}, {}, 1)
WRONG: Final = attrs.evolve(LEGAL, scores=((1, 2, 3),))
MINIMUM: Final = played("duizenden", {"low_ace_points": 2}, {"low_ace_points": 2, "opening_minimum": 20}, 2, 4)


@pytest.fixture
def archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    """Writes records, and other lines, to a file in the folder where the command is called."""
    monkeypatch.chdir(tmp_path)

    def write(*lines: Record | str, name: str = "club.jsonl") -> str:
        texts = [line if isinstance(line, str) else json.dumps(line.to_json()) for line in lines]
        (tmp_path / name).write_text("\n".join(texts) + "\n", "utf-8")
        return name

    return write


def run(*args: str, given: bytes | None = None) -> Result:
    return CliRunner().invoke(command, ["diagnose", *args], given)


def told(status: int, *args: str, given: bytes | None = None) -> str:
    result = run(*args, given=given)
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return result.stdout


# -- one record


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            [
                "club.jsonl, record 0 (Anna, Ben, Carla, Dirk): not legal under its own rules",
                "  ✗   11  p1 layoff 1 4c",
                "    duizenden.layoff (Laying off): this meld is p3's, and you may lay off on your own melds only",
                "    legal under klassiek with layoff=any",
                "    rules tried: 24",
            ],
        ),
        (
            "nl",
            [
                "club.jsonl, partij 0 (Anna, Ben, Carla, Dirk): niet in orde onder de eigen regels",
                "  ✗   11  p1 layoff 1 4c",
                "    duizenden.layoff (Aanleggen): dit setje is van p3, en bij setjes van anderen leg je in deze "
                "partij niet aan",
                "    in orde onder klassiek met layoff=any",
                "    regels geprobeerd: 24",
            ],
        ),
        (
            "de",
            [
                "club.jsonl, Partie 0 (Anna, Ben, Carla, Dirk): nicht in Ordnung nach den eigenen Regeln",
                "  ✗   11  p1 layoff 1 4c",
                "    duizenden.layoff (Anlegen): diese Meldung gehört p3, und anlegen darfst du nur an eigene "
                "Meldungen",
                "    in Ordnung nach klassiek mit layoff=any",
                "    Regeln versucht: 24",
            ],
        ),
    ],
)
def test_a_record_alone_is_told_of_in_full(archive: Archive, lang: str, lines: list[str]) -> None:
    assert told(1, archive(OWN), "--lang", lang).splitlines() == lines


def test_values_that_do_as_well_are_told_together(archive: Archive) -> None:
    output = told(1, archive(MINIMUM))
    assert "    legal under its own rules with opening_minimum=20 at most (or 15, 10, 5, 0)\n" in output


def test_wrong_totals_are_told_with_names(archive: Archive) -> None:
    assert told(1, archive(WRONG)).splitlines() == [
        "club.jsonl, record 0 (Anna, Ben, Carla): not legal under its own rules",
        "  ✗ deal 1: Anna was written down with 1, but has 10",
        "  ✗ deal 1: Ben was written down with 2, but has 100",
        "  ✗ deal 1: Carla was written down with 3, but has 185",
        "    no change of up to 2 flags of the rules explains it",
        "    rules tried: 46",
    ]


def test_a_legal_record(archive: Archive) -> None:
    output = told(0, archive(LEGAL))
    assert output == "club.jsonl, record 0 (Anna, Ben, Carla): legal under its own rules\n"


def test_without_time_nothing_is_found(archive: Archive) -> None:
    assert told(1, archive(OWN), "--seconds", "0").splitlines() == [
        "club.jsonl, record 0 (Anna, Ben, Carla, Dirk): not judged to the end",
        "    the time was over before anything was found",
        "    rules tried: 0",
    ]


def test_what_could_not_be_tried_is_told(archive: Archive) -> None:
    record = attrs.evolve(
        played("duizenden", {"pot_needs_opened": False, "target": 60}, {"pot_needs_opened": False}, 1, 3), scores=()
    )
    output = told(1, archive(record))
    assert "other values of low_ace_points, queen_penalty, last_card_call may do too" in output


def test_one_record_of_a_file(archive: Archive) -> None:
    path = archive(LEGAL, OWN)
    assert told(0, path, "--record", "0").endswith("legal under its own rules\n")
    assert "record 1 (Anna, Ben, Carla, Dirk): not legal" in told(1, path, "--record", "1")
    absent = run(path, "--record", "2")
    assert (absent.exit_code, absent.stderr) == (2, "club.jsonl has no record 2; records count from 0\n")


def test_many_explanations_are_cut_short() -> None:
    rules = Rules()
    some = tuple([Explanation("kinder", (Change("opening_minimum", points),), rules) for points in range(20)])
    found = explanations(Diagnosis("-", 0, "duizenden", False, explanations=some), "en")
    assert found == ["legal under kinder with opening_minimum=0 (or 1, 2, 3, 4, 5, 6, …)"]


def test_of_many_explanations_the_first_are_shown(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SHOWN", 1)
    record = played("duizenden", {"preset": "volwassen"}, {"preset": "volwassen", "queen_penalty": 170}, 0, 4)
    lines = told(1, archive(record)).splitlines()
    assert lines[-2:] == ["    legal under volwassen with queen_penalty=170", "    (and 1 more); rules tried: 30"]


# -- several


def test_of_several_records_one_line_each_and_what_explains_most(archive: Archive) -> None:
    output = told(1, archive(OWN, "no JSON", LEGAL, WRONG, OWN))
    assert output.splitlines() == [
        "club.jsonl, record 0 (Anna, Ben, Carla, Dirk): legal under klassiek with layoff=any",
        "club.jsonl, record 1: malformed: line 2, column 1: no JSON: Expecting value, before 'no JSON'",
        "club.jsonl, record 2 (Anna, Ben, Carla): legal under its own rules",
        "club.jsonl, record 3 (Anna, Ben, Carla): no change of up to 2 flags of the rules explains it",
        "club.jsonl, record 4 (Anna, Ben, Carla, Dirk): legal under klassiek with layoff=any",
        "",
        "duizenden: records 2, legal under their own rules 0",
        "  of all 2, so many are explained by:",
        "  2  klassiek with layoff=any",
        "",
        "tausend: records 2, legal under their own rules 1",
        "  of all 2, so many are explained by:",
        "  1  standard",
    ]


@pytest.mark.parametrize(
    ("lang", "kept"),
    [
        ("en", "  of the 3 that were kept, so many are explained by:"),
        ("nl", "  van de 3 die bewaard zijn worden er zoveel verklaard door:"),
        ("de", "  von den 3 aufbewahrten werden so viele erklärt durch:"),
    ],
)
def test_standard_input_is_counted_as_far_as_it_was_kept(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, lang: str, kept: str
) -> None:
    monkeypatch.setattr(module, "Survey", lambda: Survey(2))
    path = archive(OWN, OWN, OWN, played("duizenden", {}, {}, 1))
    lines = told(1, "-", "--lang", lang, given=Path(path).read_bytes()).splitlines()
    assert lines[-4:-2] == [kept, "  2  klassiek " + {"en": "with", "nl": "met", "de": "mit"}[lang] + " layoff=any"]
    assert lines[0].startswith("-, ")


def test_rules_that_explain_nothing_are_not_told(archive: Archive) -> None:
    assert told(1, archive(WRONG, WRONG)).endswith("so many are explained by:\n  no rules that were tried\n")


def test_a_season_without_time_says_so(archive: Archive) -> None:
    output = told(1, archive(OWN, OWN), "--seconds", "0")
    assert output.splitlines()[0].endswith(": the time was over before anything was found")
    assert output.endswith("  the time was over, so there may be others\n")


def test_several_explanations_in_a_line(archive: Archive) -> None:
    record = played("duizenden", {"preset": "volwassen"}, {"preset": "volwassen", "queen_penalty": 170}, 0, 4)
    line = told(1, archive(record, LEGAL)).splitlines()[0]
    assert line.endswith("legal under volwassen with queen_penalty=170 (and 1 more)")


def test_several_files(archive: Archive) -> None:
    one, other = archive(LEGAL, name="one.jsonl"), archive(OWN, name="other.jsonl")
    lines = told(1, one, other).splitlines()
    assert lines[0] == "one.jsonl, record 0 (Anna, Ben, Carla): legal under its own rules"
    assert lines[1].startswith("other.jsonl, record 0 ")


# -- for programs


def test_json_for_programs(archive: Archive) -> None:
    first, second, third, *seasons = map(
        json.loads, told(1, archive(OWN, "[]", LEGAL), "--format", "json").splitlines()
    )
    assert first["explanations"] == [
        {
            "preset": "klassiek",
            "changes": {"layoff": "any"},
            "bounds": {},
            "rules": {"preset": "klassiek", "layoff": "any"},
        }
    ]
    assert (first["source"], first["record"], first["exact"]) == ("club.jsonl", 0, True)
    assert (second["legal"], second["message"][:25]) == (False, "a record is a JSON object")
    assert (third["legal"], third["explanations"]) == (True, [])
    assert [season["season"]["houses"][0]["explained"] for season in seasons] == [1, 1]


# -- what goes wrong


def test_a_number_that_no_record_has(archive: Archive) -> None:
    result = run("--record", str(10**30), archive(LEGAL))
    assert result.exit_code == 2
    assert f"has no record {10**30}" in result.stderr


@pytest.mark.parametrize("seconds", ["nan", "-1", "soon"])
def test_a_limit_of_time_is_a_number(archive: Archive, seconds: str) -> None:
    result = run("--seconds", seconds, archive(LEGAL))
    assert result.exit_code == 2
    assert "--seconds" in result.stderr


def test_nothing_could_be_read(archive: Archive) -> None:
    result = run("absent.jsonl")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "absent.jsonl cannot be read: No such file or directory\n"
    result = run("absent.jsonl", archive(LEGAL), archive(LEGAL, name="other.jsonl"))
    assert result.exit_code == 1
    assert result.stderr.count("cannot be read") == 1  # and not again where all is counted


def test_a_folder_of_archives(archive: Archive, tmp_path: Path) -> None:
    archive(LEGAL, name="a.jsonl")
    archive(LEGAL, name="b.jsonl")
    assert told(0, str(tmp_path)).count(": legal under its own rules\n") == 2
    assert run(str(tmp_path), "--record", "0").exit_code == 2


def test_an_empty_archive_has_no_faults(archive: Archive) -> None:
    assert told(0, archive("")) == ""


def test_a_record_alone_that_is_malformed(archive: Archive) -> None:
    assert told(1, archive("{}")) == "club.jsonl, record 0: malformed: cardrules: it is missing\n"


def test_an_interruption_ends_it_cleanly(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(found: Any, survey: Any, *, seconds: float) -> Any:
        yield next(iter(records_of(found, survey, seconds=seconds)))
        raise KeyboardInterrupt

    records_of = module.diagnose_many
    monkeypatch.setattr(module, "diagnose_many", interrupted)
    result = run(archive(LEGAL, LEGAL))
    assert (result.exit_code, result.stderr) == (130, "stopped; records so far: 1\n")
    assert result.stdout == "club.jsonl, record 0 (Anna, Ben, Carla): legal under its own rules\n"


def test_foreign_texts_are_harmless(archive: Archive) -> None:
    names = ("\x1b[31mAnna", "[bold]Ben[/bold]", "Carla\u202e\x07")
    record = attrs.evolve(WRONG, players=names)
    for output in (told(1, archive(record)), told(1, archive(record, record))):
        assert "\\x1b[31mAnna" in output
        assert "[bold]Ben[/bold]" in output
        assert not {"\x1b", "\x07", "\u202e"} & set(output)


def test_a_total_of_any_length_is_shortened(archive: Archive) -> None:
    shown = told(1, archive(attrs.evolve(WRONG, scores=((10**4000, 0, 0),))))
    assert f"Anna was written down with 1{'0' * 198}…, but has 10" in " ".join(shown.split()).replace("0 0", "00")


def test_a_value_from_a_record_is_harmless(archive: Archive, tmp_path: Path) -> None:
    records.write([LEGAL], tmp_path / "a\x1bb.jsonl")
    assert "a\\x1bb.jsonl" in told(0, "a\x1bb.jsonl")
    assert archive(LEGAL)


@pytest.mark.parametrize("lang", LANGS)
def test_texts_are_there_in_every_language(lang: str) -> None:
    assert module._TEXTS[lang].keys() == module._TEXTS["en"].keys()
