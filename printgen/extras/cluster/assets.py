"""The files of a project that pages may use, for workers that have none of its files.

A manifest names them with their digests. A worker makes a folder of them that is laid out like the
project: `templates/`, `content/` and `fonts/`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from printgen.layout.files import MEDIA_TYPES, Files, file_digest, names_below
from printgen.project import TEMPLATES, Folders
from printgen.store import digest
from printgen.typography.fonts import own_fonts

# Names of files with their digests, in order.
Manifest = tuple[tuple[str, str], ...]

# The folders of a project that have assets.
_AREAS = ("templates", "content", "fonts")

_NO_PROJECT = Folders(TEMPLATES.resolve())


class UnsafeName(ValueError):
    """The name of an asset is not one of a file below an asset folder."""


def find_assets(folders: Folders) -> dict[str, Path]:
    """The files that pages of a project may use, by name.

    They include printgen's templates, which may be newer here than those of a worker.
    """
    found, files = dict[str, Path](), Files(folders)
    for folder, root in (
        (TEMPLATES, TEMPLATES.resolve()),
        (folders.templates, folders.root),
        (folders.content, folders.root),
    ):
        area = "content" if folder == folders.content else "templates"
        for name in names_below(folder, root):
            path = files.find(f"{area}/{name}")
            if path and (area == "templates" or path.suffix.lower() in MEDIA_TYPES):
                found[f"{area}/{name}"] = path
    for path in own_fonts(folders):
        found[path.relative_to(folders.root).as_posix()] = path
    return dict(sorted(found.items()))


def manifest_of(assets: Mapping[str, Path]) -> Manifest:
    """The manifest of files."""
    return tuple((name, file_digest(path)) for name, path in assets.items())


def manifest_digest(manifest: Manifest) -> str:
    """A key of a manifest."""
    return digest(repr(manifest))


def own_digest(name: str) -> str:
    """The digest of printgen's own file of a name; empty if it has none."""
    return Files(_NO_PROJECT).digest(name) if name.startswith("templates/") else ""


def write_asset(folder: Path, name: str, content: bytes) -> None:
    """Write an asset below `folder`. Raises UnsafeName for the name of any other place.

    `folder` must have been written by this function alone: then it has no links.
    """
    path = folder / safe_name(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.part")
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def safe_name(name: str) -> str:
    """The name of an asset. Raises UnsafeName unless it is one of a file below an asset folder."""
    area, *parts = name.split("/")
    if area not in _AREAS or not parts or "\0" in name or {"", ".", ".."} & set(parts):
        raise UnsafeName(name)
    return name
