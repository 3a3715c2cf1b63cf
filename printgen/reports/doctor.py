"""`printgen doctor`: check the installed software that printgen depends on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from ctypes.util import find_library
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from printgen.project import FONTS, TEMPLATES
from printgen.sealing import missing_walls
from printgen.store import Store

# Minimum versions: older releases have known vulnerabilities.
MINIMUM_VERSIONS = {
    "weasyprint": "70",
    "jinja2": "3.1.6",
    "pillow": "12.3",
    "pikepdf": "9.4",
    "reportlab": "4.2",
}

DEBIAN_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"

_LIBRARIES = {
    "Pango": "pango-1.0",
    "PangoFT2": "pangoft2-1.0",
    "HarfBuzz subset": "harfbuzz-subset",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check: the item, whether it is usable, its state, and the remedy if not."""

    item: str
    ok: bool
    found: str
    remedy: str = ""


def examine() -> list[Finding]:
    """Check Python, the packages, the system libraries, and printgen's own fonts and themes."""
    checks: list[Callable[[], list[Finding]]] = [
        _python, _packages, _libraries, _yaml, _walls, _files,
    ]  # fmt: skip
    return [finding for check in checks for finding in check()]


def examine_store(store: Store) -> Finding:
    """The folder, size and hit rate of the store. printgen works without one, but slowly."""
    if not store:
        return Finding("Cache", True, f"not used: no folder of the user at {store.folder}")
    found = store.statistics()
    values, reads = sum(found.values.values()), found.hits + found.misses
    rate = f", {found.hits / reads:.0%} of {reads:,} reads found" if reads else ""
    size = f"{found.size / 1e6:.1f} of {store.limit / 1e6:.0f} MB"
    return Finding("Cache", True, f"{store.folder}, {size}, {values:,} results{rate}")


def _python() -> list[Finding]:
    found = ".".join(map(str, sys.version_info[:3]))
    return [Finding("Python", sys.version_info >= (3, 11), found, "install Python 3.11 or newer")]


def _packages() -> list[Finding]:
    findings = []
    for name, minimum in MINIMUM_VERSIONS.items():
        try:
            found = version(name)
        except PackageNotFoundError:
            found = "not installed"
        ok = found[0].isdigit() and _version_numbers(found) >= _version_numbers(minimum)
        findings.append(Finding(name, ok, found, f"pip install '{name}>={minimum}'"))
    return findings


def _version_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def _libraries() -> list[Finding]:
    remedy = f"on Debian and Ubuntu: sudo apt-get install {DEBIAN_PACKAGES}"
    return [
        Finding(item, bool(found := find_library(name)), found or "not found", remedy)
        for item, name in _LIBRARIES.items()
    ]


def _yaml() -> list[Finding]:
    import yaml

    ok = hasattr(yaml, "CSafeLoader")
    found = "with its C parser" if ok else "without its C parser (slower)"
    return [Finding("PyYAML", True, found)]


def _walls() -> list[Finding]:
    missing = missing_walls()
    found = "no network, no processes, no files outside the project"
    if missing:
        found = f"this system cannot withhold {' or '.join(missing)} from a stranger's templates"
    return [Finding("Sealed workers", True, found)]


def _files() -> list[Finding]:
    fonts = len(list(FONTS.glob("*/*.ttf"))) if FONTS.is_dir() else 0
    themes = len(list(TEMPLATES.glob("*/style.css"))) if TEMPLATES.is_dir() else 0
    remedy = "reinstall printgen"
    return [
        Finding("fonts", fonts > 0, f"{fonts} files", remedy),
        Finding("themes", themes > 0, f"{themes}", remedy),
    ]
