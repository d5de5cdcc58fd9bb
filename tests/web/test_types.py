"""The modules of the page are right in the types that the library writes of its own JSON."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Final

from cardrules import schema
from web.chromium import needed

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "examples" / "web"
COMPILER: Final = ROOT / "tests" / "typescript" / "node_modules" / ".bin" / "tsc"


def checked(folder: Path, types: str) -> str:
    """What the compiler says of the modules of the page, with these types of the library."""
    needed(COMPILER.exists(), "TypeScript (npm install --prefix tests/typescript)")
    modules = Path("webtable", "static", "js")
    shutil.copytree(PAGE / modules, folder / modules)
    shutil.copy(PAGE / "tsconfig.json", folder)
    (folder / "cardrules.d.ts").write_text(types, "utf-8")
    command = [str(COMPILER), "--project", str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    assert not done.stderr
    return done.stdout


def test_the_page_is_right_in_the_types_of_the_library(tmp_path: Path) -> None:
    assert checked(tmp_path, schema.typescript()) == ""


def test_a_field_that_is_called_otherwise_is_noticed(tmp_path: Path) -> None:
    types = schema.typescript()
    renamed = types.replace(" declarer:", " soloist:")
    assert renamed != types
    assert "Property 'declarer' does not exist" in checked(tmp_path, renamed)
