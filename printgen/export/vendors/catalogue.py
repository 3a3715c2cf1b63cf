"""The known card printers: a YAML file each, here and in the folder `vendors/` of a project."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from printgen.content.names import invalid_name, valid_name
from printgen.content.source import read_file
from printgen.content.validation import read_model
from printgen.export.vendors.vendor import Vendor
from printgen.problems import Position, Problem
from printgen.project import Folders, OutsideProject

_HERE = Path(__file__).resolve().parent

# Parts of a name that itch.io takes for a platform: no channel may have them.
PLATFORMS = ("win", "linux", "mac", "osx", "android", "darwin")

# The vendors that come first on shop pages, in this order; the others follow by name.
_FIRST = ("makeplayingcards", "the-game-crafter", "drivethrucards")

# The most files in `vendors/`.
_MOST = 100


def known_vendors(folders: Folders | None) -> tuple[dict[str, Vendor], list[Problem]]:
    """The card printers of printgen and of a project, by their ids, and the problems of its files.

    A project's file replaces that of printgen with the same name.
    """
    found, problems = dict(built_in_vendors()), list[Problem]()
    folder = folders.root / "vendors" if folders else None
    if folders and folder and folder.is_dir():
        for path in sorted(folder.glob("[!.~]*.yaml"))[:_MOST]:
            vendor, more = _project_vendor(folders, path)
            problems += more
            if vendor:
                found[path.stem] = vendor
    return found, problems


@cache
def built_in_vendors() -> Mapping[str, Vendor]:
    """The card printers of printgen, by their ids, in the order of the shop page."""
    found = {}
    for path in _HERE.glob("*.yaml"):
        vendor, problems = _read(path.name, path)
        assert vendor and not problems, problems
        found[path.stem] = vendor
    return {id: found[id] for id in (*_FIRST, *sorted(found.keys() - _FIRST))}


def _project_vendor(folders: Folders, path: Path) -> tuple[Vendor | None, list[Problem]]:
    name = folders.relative(path)
    try:
        real = folders.inside(folders.root, name)
    except (OutsideProject, FileNotFoundError):
        return None, [Problem(Position(name), "path-outside", "the file is not in the project")]
    if not valid_name(path.stem):
        return None, [invalid_name(Position(name), path.stem)]
    if platform := next((word for word in PLATFORMS if word in path.stem), None):
        message = f"the name has '{platform}' in it, which shops take for a platform"
        return None, [Problem(Position(name), "name-invalid", message, "rename the file")]
    return _read(name, real)


def _read(name: str, path: Path) -> tuple[Vendor | None, list[Problem]]:
    source, problems = read_file(name, path)
    if source is None:
        return None, problems
    vendor, more = read_model(Vendor, source)
    return vendor, [*problems, *more]
