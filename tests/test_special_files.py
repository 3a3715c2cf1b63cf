"""Pipes, devices, files larger than the memory and links elsewhere, in each place where a project
can have a file: commands end, read nothing elsewhere and need no more memory.
"""

from __future__ import annotations

import resource
import shutil
import signal
import sys
from pathlib import Path

import pytest
from forks import in_child
from hostile import put
from hostile_inputs import Input, special

from printgen.cli import run
from printgen.project import STARTERS

pytestmark = pytest.mark.slow

# Commands that read files of a project. None of them lays out pages.
COMMANDS = (
    ["check"],
    ["list", "targets"],
    ["schema"],
    ["texts", "export", "fog", "--lang", "de"],
    ["texts", "status", "fog"],
    ["changes", "1", "fog"],
    ["keep", "fog", "--name", "2"],
    ["printed"],
    ["bind", "fog", "--write"],
)

# More bytes of memory than any of them needs, and seconds after which it has no end.
MEMORY, SECONDS = 1_500_000_000, 200

# Exit statuses: done, problems, or an environment that cannot be used.
CLEAN = {0, 1, 2}


def commands(root: Path) -> None:
    """Run the commands, and print their exit statuses."""
    resource.setrlimit(resource.RLIMIT_AS, (in_use() + MEMORY,) * 2)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    for words in COMMANDS:
        sys.argv = ["printgen", "-C", str(root), *words]
        try:
            run()
        except SystemExit as done:
            print(f"EXIT {done.code} {' '.join(words)}", flush=True)


def in_use() -> int:
    """The bytes of memory that this process has."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()


@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of memory")
@pytest.mark.parametrize("each", list(special()), ids=lambda each: each.name)
def test_commands_end_cleanly(each: Input, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTGEN_CACHE", str(tmp_path / "cache"))
    root = tmp_path / "project"
    shutil.copytree(STARTERS / "skirmish", root)
    put(root, each)
    log = tmp_path / "log"
    code = in_child(lambda: commands(root), log)
    said = log.read_text(encoding="utf-8", errors="replace")
    assert code == 0, said[-3000:]
    codes = [int(line.split()[1]) for line in said.splitlines() if line.startswith("EXIT")]
    assert len(codes) == len(COMMANDS) and set(codes) <= CLEAN, said[-3000:]
    assert "Traceback" not in said and "root:" not in said and "/bin/" not in said
