"""Whether this machine has what printgen needs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from ctypes.util import find_library
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from printgen.project import FONTS, TEMPLATES

# Older ones have known holes.
FLOORS = {
    "weasyprint": "70",
    "jinja2": "3.1.6",
    "pillow": "12.3",
    "pikepdf": "9.4",
    "reportlab": "4.2",
}

DEBIAN = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

_LIBRARIES = {
    "Pango": "pango-1.0",
    "PangoFT2": "pangoft2-1.0",
    "HarfBuzz subset": "harfbuzz-subset",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what was found, and the remedy when it is not good."""

    what: str
    good: bool
    found: str
    remedy: str = ""


def examine() -> list[Finding]:
    """Look at Python, the libraries and the files that come with printgen."""
    checks: list[Callable[[], list[Finding]]] = [_python, _packages, _libraries, _yaml, _files]
    return [finding for check in checks for finding in check()]


def _python() -> list[Finding]:
    found = ".".join(map(str, sys.version_info[:3]))
    return [Finding("Python", sys.version_info >= (3, 11), found, "install Python 3.11 or newer")]


def _packages() -> list[Finding]:
    findings = []
    for name, floor in FLOORS.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            found = "not installed"
        good = found[0].isdigit() and _numbers(found) >= _numbers(floor)
        findings.append(Finding(name, good, found, f"pip install '{name}>={floor}'"))
    return findings


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def _libraries() -> list[Finding]:
    remedy = f"on Debian and Ubuntu: sudo apt-get install {DEBIAN}"
    return [
        Finding(what, bool(found := find_library(name)), found or "not found", remedy)
        for what, name in _LIBRARIES.items()
    ]


def _yaml() -> list[Finding]:
    import yaml

    good = hasattr(yaml, "CSafeLoader")
    found = "with its C parser" if good else "without its C parser (slower)"
    return [Finding("PyYAML", True, found)]


def _files() -> list[Finding]:
    fonts = len(list(FONTS.glob("*/*.ttf"))) if FONTS.is_dir() else 0
    themes = len(list(TEMPLATES.glob("*/style.css"))) if TEMPLATES.is_dir() else 0
    remedy = "install printgen again"
    return [
        Finding("fonts", fonts > 0, f"{fonts} files", remedy),
        Finding("themes", themes > 0, f"{themes}", remedy),
    ]
