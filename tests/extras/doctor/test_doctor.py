"""`printgen doctor`: the state of each requirement, and the remedy if it is not met."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from printgen.cli import main
from printgen.extras.doctor import commands as setup
from printgen.extras.doctor.commands import DEBIAN_PACKAGES, MINIMUM_VERSIONS, examine

LIBRARIES = ["pango-1.0", "pangoft2-1.0", "harfbuzz-subset"]


def run_doctor() -> Result:
    return CliRunner().invoke(main, ["doctor"])


def faults() -> dict[str, str]:
    """The remedies of failed checks, by item."""
    return {finding.item: finding.remedy for finding in examine() if not finding.ok}


def test_this_machine_meets_all_requirements() -> None:
    done = run_doctor()
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert all(re.fullmatch(r"ok {7}[\w ]+: .+", line) for line in lines)
    others = ("Python", "Pango", "PangoFT2", "HarfBuzz subset", "fonts", "themes")
    for item in (*others, *MINIMUM_VERSIONS):
        assert any(line.startswith(f"ok       {item}: ") for line in lines), item


@pytest.mark.parametrize("missing", LIBRARIES)
def test_a_missing_library(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {name: f"lib{name}.so.0" for name in LIBRARIES if name != missing}
    monkeypatch.setattr(setup, "find_library", found.get)
    done = run_doctor()
    assert done.exit_code == 2
    (line,) = [line for line in done.stdout.splitlines() if not line.startswith("ok ")]
    assert re.fullmatch(r"MISSING  .+: not found", line)
    assert done.stderr.strip() == f"on Debian and Ubuntu: sudo apt-get install {DEBIAN_PACKAGES}"


def test_all_missing_libraries_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "find_library", lambda name: None)
    done = run_doctor()
    assert done.exit_code == 2
    assert done.stdout.count("MISSING") == 3


@pytest.mark.parametrize(
    ("found", "good"),
    [
        ("69.9", False),
        ("70", True),
        ("70.0", True),
        ("70.1.2", True),
        ("100.0", True),
        ("9.0", False),
        ("", False),
    ],
)
def test_a_package_by_its_version(found: str, good: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        setup, "version", lambda name: found or "?" if name == "weasyprint" else version(name)
    )
    assert faults() == ({} if good else {"weasyprint": "pip install 'weasyprint>=70'"})


def test_a_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacking(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(setup, "version", lacking)
    assert set(faults()) == set(MINIMUM_VERSIONS)
    assert "pillow: not installed" in run_doctor().stdout


def test_an_old_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (3, 10, 14, "final", 0))
    assert faults() == {"Python": "install Python 3.11 or newer"}


@pytest.mark.parametrize(("name", "what"), [("FONTS", "fonts"), ("TEMPLATES", "themes")])
def test_missing_files(
    name: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        monkeypatch.setattr(setup, name, folder)
        assert faults() == {what: "reinstall printgen"}


def test_quiet_prints_only_the_remedies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup, "find_library", lambda name: None)
    done = CliRunner().invoke(main, ["-q", "doctor"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert DEBIAN_PACKAGES in done.stderr


def test_the_minimum_versions_match_the_package_metadata() -> None:
    needed = {}
    for line in requires("printgen") or ():
        if match := re.fullmatch(r"([a-z0-9-]+)(?:<[\d.]+,)?>=([\d.]+)", line):
            needed[match[1]] = match[2]
    assert {name: needed[name] for name in MINIMUM_VERSIONS} == MINIMUM_VERSIONS
