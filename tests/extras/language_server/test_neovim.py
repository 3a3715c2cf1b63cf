"""Neovim with the lines of the manual: the real editor, without a window."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, command_on_path
from helpers import ROOT, starter
from tools import program

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
TRAITS = "content/fog/traits/traits.yaml"


def lines_of_the_manual(lang: str) -> str:
    page = (ROOT / "docs" / lang / "how-to" / "editor.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```lua\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    return str(block)


def test_neovim_shows_problems_entries_and_their_files(tmp_path: Path) -> None:
    root = starter(tmp_path.resolve() / "game")
    settings, result = tmp_path / "init.lua", tmp_path / "result.json"
    said = {"word": "cutlass", "wrong": "cutlas", "result": str(result)}
    given = "\n".join(f"vim.g.{name} = {json.dumps(value)}" for name, value in said.items())
    older = (HERE / "neovim_older.lua").read_text(encoding="utf-8")
    settings.write_text(f"{older}\n{lines_of_the_manual('en')}\n{given}\n", encoding="utf-8")
    command = [program("nvim"), "--headless", "-n", "-i", "NONE", "-u", str(settings)]
    command += [CAPTAIN, "-c", f"luafile {HERE / 'neovim.lua'}"]
    env = command_on_path(tmp_path / "bin")
    env |= {f"XDG_{name}_HOME": str(tmp_path / "home") for name in ("CONFIG", "DATA", "STATE")}
    done = subprocess.run(
        command, cwd=root, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=120
    )
    found = json.loads(result.read_text(encoding="utf-8"))
    assert "failed" not in found, (found, done.stderr)
    assert found["wrong"] == ["no trait 'cutlas' (did you mean 'cutlass'?)"]
    assert found["mended"] == 0
    assert "**Sabre d’abordage**" in found["hover"]
    assert found["definition"] == (root / TRAITS).as_uri()


def test_both_manuals_give_the_same_lines() -> None:
    assert lines_of_the_manual("en") == lines_of_the_manual("fr")
