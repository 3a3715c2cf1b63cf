"""What `make` says while it sets up and builds, with programs that only say what they do."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from helpers import ROOT
from tools import program

# What pip says of 30 libraries: 5 are installed, 5 are files of this machine.
PIP = """case "$*" in *--editable*) exit 0;; esac
say() { for i in 1 2 3 4 5 6 7 8 9 10; do echo "$1$i$2"; done; }
say "Collecting lib" "==1 (from -r lock)" | tail -5
say "Requirement already satisfied: lib" "==1 in here" | tail -5
say "Processing /here/lib" ".whl (from -r lock)"
say "Collecting lib" "==1 (from -r lock)"
echo "  Downloading lib1.whl"
echo "Installing collected packages: lib1"
"""


@pytest.fixture
def venv(tmp_path: Path) -> Path:
    """A virtual environment with nothing left to install."""
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin" / "python", "exit 1")
    script(tmp_path / "bin" / "printgen", 'echo "out/$2.$4.pdf  1 kB  made"')
    for name in (".os-print", ".installed"):
        (tmp_path / name).touch()
    return tmp_path


def script(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def make(venv: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [program("make"), "--silent", "--directory", str(ROOT), f"VENV={venv}", *words]
    # These tests may have been started by make, which gives its options on.
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(command, capture_output=True, text=True, env=env)


@pytest.mark.parametrize(("locale", "lang"), [("fr_CH.UTF-8", "fr"), ("C.UTF-8", "en")])
def test_every_file_is_named_as_soon_as_it_is_there(venv: Path, locale: str, lang: str) -> None:
    done = make(venv, f"LANG={locale}", "LC_ALL=")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[:2] == [
        "1 of 5: character cards",
        f"  open this now: out/zombstone/gunmen.{lang}.pdf",
    ]
    assert [line[:6] for line in lines[:10:2]] == [f"{n} of 5" for n in range(1, 6)]
    assert all(line.endswith(f".{lang}.pdf") for line in lines[1:10:2])
    assert lines[10].startswith("Done.") and "other language" in lines[11]


def test_a_language_may_be_the_only_one(venv: Path) -> None:
    done = make(venv, "LANGUAGES=fr")
    assert done.stdout.splitlines()[-1].startswith("Done.")


def test_a_product_that_fails_ends_it(venv: Path) -> None:
    script(venv / "bin" / "printgen", '[ "$2" = zombstone/gunmen ] && echo "out/a.pdf  1 kB  made"')
    done = make(venv)
    assert done.returncode != 0
    assert done.stdout.splitlines()[-1] == "2 of 5: a quest sheet"


def test_the_installation_says_how_far_it_is(venv: Path) -> None:
    (venv / ".installed").unlink()
    script(venv / "bin" / "python", PIP)
    done = make(venv, "setup")
    lines = (ROOT / "requirements" / "run.txt").read_text().splitlines()
    locked = sum("a" <= line[:1] <= "z" for line in lines)
    # Markers such as that of Windows leave few out.
    assert 50 <= locked <= 70
    assert done.stdout.splitlines() == [
        "  reading what printgen needs",
        *(f"  {found} libraries found, of about {locked}" for found in (10, 20, 30)),
        "  installing 25 libraries",
    ]
    assert (venv / ".installed").exists()


def test_an_installation_that_fails_ends_it(venv: Path) -> None:
    (venv / ".installed").unlink()
    script(venv / "bin" / "python", f"{PIP}echo 'ERROR: no lib1' >&2\nexit 1")
    done = make(venv, "setup")
    assert done.returncode != 0 and "ERROR: no lib1" in done.stderr
    assert not (venv / ".installed").exists()
