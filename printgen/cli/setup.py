"""The commands theme, schema, calibrate and doctor."""

from __future__ import annotations

import sys
from collections.abc import Callable
from ctypes.util import find_library
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from printgen.cli.completion import complete_paper
from printgen.cli.context import DONE, UNUSABLE, Context, pass_context, settings_file, user_settings
from printgen.cli.print_options import one_paper
from printgen.cli.terminal import echo
from printgen.project import FONTS, TEMPLATES, ProjectError
from printgen.sealing import missing_walls
from printgen.store import Store


@click.command()
@click.option(
    "--paper", callback=one_paper, shell_complete=complete_paper, metavar="PAPER",
    help="The paper of the test page: a4, letter, a3… By default that of your settings, or a4.",
)  # fmt: skip
@click.option(
    "--lang", default="fr", type=click.Choice(["fr", "en"]), show_default=True,
    help="The language of the test page.",
)  # fmt: skip
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), default=Path("calibrate.pdf"),
    help="File to write.",
)  # fmt: skip
@pass_context
def calibrate(context: Context, paper: str | None, lang: str, output: Path) -> None:
    """Write a test page that measures how far a printer shifts the backs."""
    from printgen.imposition.calibration import write_test_page

    settings = user_settings()
    x, y = settings.back_offset
    try:
        write_test_page(output, paper or settings.paper or "a4", lang, (x, y))
    except OSError as error:
        raise ProjectError(f"cannot write {output}: {error.strerror}") from error
    context.say(f"{output}", f"Follow the page and write the offset to {settings_file()}")


@click.command()
@pass_context
def schema(context: Context) -> None:
    """Write JSON Schemas of the project's YAML files to .printgen/ for editors."""
    from printgen.content.schema import write_schemas

    for name in write_schemas(context.project().library):
        context.say(name)


@click.command()
@click.argument("name")
@pass_context
def theme(context: Context, name: str) -> None:
    """Create a theme in templates/NAME to customise."""
    from printgen.content.new import copy_theme

    for path in copy_theme(context.folders(), name):
        context.say(path)
    context.say("", f"next:  theme: {name}  in game.yaml")


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


@click.command()
@click.option("--cache", is_flag=True, help="Delete the results kept for all projects instead.")
@pass_context
def clean(context: Context, cache: bool) -> None:
    """Delete the built files in out/."""
    from printgen.press.staging import clean as empty

    if cache:
        context.store.clear()
        context.say("the cache is empty")
    else:
        empty(context.folders())


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
