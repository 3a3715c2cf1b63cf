"""The command doctor: whether this machine has everything that printgen needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from ctypes.util import find_library
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

import click

from printgen.cli.context import DONE, UNUSABLE, Context, pass_context
from printgen.cli.terminal import echo
from printgen.project import FONTS, TEMPLATES
from printgen.sealing import missing_walls
from printgen.store import Store


@click.command()
@pass_context
def doctor(context: Context) -> None:
    """Check that this machine has everything printgen needs."""
    findings = [*examine(), examine_store(context.store)]
    for finding in findings:
        mark = "ok     " if finding.ok else "MISSING"
        context.say(f"{mark}  {finding.item}: {finding.found}")
        if not finding.ok:
            echo(f"         {finding.remedy}", err=True)
    sys.exit(DONE if all(finding.ok for finding in findings) else UNUSABLE)


# --- `printgen doctor`: check the installed software that printgen depends on ---------------------


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


def examine() -> Iterator[Finding]:
    """Check Python, the packages, the system libraries, and printgen's own fonts and themes."""
    import yaml

    running = ".".join(map(str, sys.version_info[:3]))
    yield Finding("Python", sys.version_info >= (3, 11), running, "install Python 3.11 or newer")
    for name, minimum in MINIMUM_VERSIONS.items():
        try:
            installed = version(name)
        except PackageNotFoundError:
            installed = "not installed"
        ok = installed[0].isdigit() and _version_numbers(installed) >= _version_numbers(minimum)
        yield Finding(name, ok, installed, f"pip install '{name}>={minimum}'")
    remedy = f"on Debian and Ubuntu: sudo apt-get install {DEBIAN_PACKAGES}"
    for item, name in _LIBRARIES.items():
        library = find_library(name)
        yield Finding(item, bool(library), library or "not found", remedy)
    fast = hasattr(yaml, "CSafeLoader")
    parser = "with its C parser" if fast else "without its C parser (slower)"
    yield Finding("PyYAML", True, parser)
    seal = "no network, no processes, no files outside the project"
    if missing := missing_walls():
        seal = f"this system cannot withhold {' or '.join(missing)} from a stranger's templates"
    yield Finding("Sealed workers", True, seal)
    fonts = len(list(FONTS.glob("*/*.ttf"))) if FONTS.is_dir() else 0
    themes = len(list(TEMPLATES.glob("*/style.css"))) if TEMPLATES.is_dir() else 0
    yield Finding("fonts", fonts > 0, f"{fonts} files", "reinstall printgen")
    yield Finding("themes", themes > 0, f"{themes}", "reinstall printgen")


def _version_numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def examine_store(store: Store) -> Finding:
    """The folder, size and hit rate of the store. printgen works without one, but slowly."""
    if not store:
        return Finding("Cache", True, f"not used: no folder of the user at {store.folder}")
    found = store.statistics()
    values, reads = sum(found.values.values()), found.hits + found.misses
    rate = f", {found.hits / reads:.0%} of {reads:,} reads found" if reads else ""
    size = f"{found.size / 1e6:.1f} of {store.limit / 1e6:.0f} MB"
    return Finding("Cache", True, f"{store.folder}, {size}, {values:,} results{rate}")
