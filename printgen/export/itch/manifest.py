"""The manifest of a bundle, and the checks of a finished bundle."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from printgen.content.library import Library
from printgen.export import archive
from printgen.export.file_hashes import FileHashes
from printgen.export.itch.shop_page import BuiltChannel
from printgen.export.vendors.catalogue import PLATFORMS
from printgen.products.titles import game_title
from printgen.reading import walk

MANIFEST = "manifest.json"


def write_manifest(
    library: Library,
    game: str,
    built: Sequence[BuiltChannel],
    folder: Path,
    hashes: FileHashes,
) -> None:
    """Write the manifest: the game, its channels, and size and digest of every file."""
    content = library.games[game]
    pages = {f"{each.channel.id}/{name}": n for each in built for name, n in each.pages.items()}
    files = [
        {
            "path": name,
            "bytes": (folder / name).stat().st_size,
            "sha256": hashes.sha256(folder / name),
            **({"pages": pages[name]} if name in pages else {}),
        }
        for name in archive.names_in(folder)
    ]
    manifest = {
        "game": game,
        "title": game_title(content, content.first_language),
        "version": content.game.version or "1",
        "made_with": f"printgen {version('printgen')}",
        "channels": [each.channel.id for each in built],
        "files": files,
    }
    text = json.dumps(manifest, ensure_ascii=False, indent=2) + "\n"
    (folder / MANIFEST).write_text(text, encoding="utf-8")


def bundle_faults(
    folder: Path, channel_ids: Sequence[str], hashes: FileHashes | None = None
) -> Iterator[str]:
    """The faults of a bundle that should have some channels.

    `hashes` may know files that were just written; without it, every file is read.
    """
    yield from _file_faults(folder, hashes or FileHashes())
    names = archive.names_in(folder)
    for id in channel_ids:
        if platforms := [word for word in PLATFORMS if word in id]:
            yield f"itch.io takes the channel {id} for a {platforms[0]} program"
        if not any(path.startswith(f"{id}/") for path in names):
            yield f"the channel {id} is empty"
        yield from archive.faults(folder / f"{id}.zip", folder / id)
    for place, inner, names in walk(folder):
        links = (name for name in (*inner, *names) if Path(place, name).is_symlink())
        yield from (f"{name} is a symlink" for name in links)


def _file_faults(folder: Path, hashes: FileHashes) -> Iterator[str]:
    """Files that are missing, not listed in the manifest, empty or changed."""
    files = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
    listed = {entry["path"]: (entry["bytes"], entry["sha256"]) for entry in files}
    present = set(archive.names_in(folder)) - {MANIFEST}
    for name in sorted(present ^ set(listed)):
        yield f"{name} is {'not listed' if name in present else 'missing'}"
    for name in sorted(present & set(listed)):
        size, digest = listed[name]
        if not size:
            yield f"{name} is empty"
        path = folder / name
        if (path.stat().st_size, hashes.sha256(path)) != (size, digest):
            yield f"{name} has changed"
