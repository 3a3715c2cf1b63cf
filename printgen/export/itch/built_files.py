"""The built PDFs of a bundle: find those that are missing or out of date, and rebuild them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printgen.content.library import Library
from printgen.export.file_hashes import FileHashes
from printgen.layout.jobs import Engine
from printgen.press.build import Progress, build
from printgen.press.earlier import build_fingerprint
from printgen.press.staging import Record, read_manifest
from printgen.problems import Problem
from printgen.products.kind import PrintOptions
from printgen.products.target import Target
from printgen.project import ProjectError
from printgen.store import Store

# Published files do not use the offset of the author's own printer.
PUBLISHED = PrintOptions()


def stale(library: Library, targets: Iterable[Target], hashes: FileHashes) -> list[Target]:
    """The targets whose files are missing, out of date or changed after the build."""
    records = read_manifest(library.folders)
    fingerprint = build_fingerprint(library, PUBLISHED)
    return [
        target
        for target in targets
        if not _is_current(library, records.get(target.path, {}), target, fingerprint, hashes)
    ]


def _is_current(
    library: Library, record: Record, target: Target, fingerprint: str, hashes: FileHashes
) -> bool:
    path = library.folders.root / target.path
    if record.get("fingerprint") != fingerprint or path.is_symlink() or not path.is_file():
        return False
    if record.get("bytes") != path.stat().st_size:
        return False
    return bool(record.get("sha256") == hashes.sha256(path))


def refresh(
    library: Library,
    targets: Sequence[Target],
    engine: Engine,
    progress: Progress,
    hashes: FileHashes,
    store: Store | None,
) -> list[Problem]:
    """Build the stale targets and return the problems. With an error, no file is replaced."""
    outdated = stale(library, targets, hashes)
    if not outdated:
        return []
    report = build(library, outdated, engine, PUBLISHED, progress, store=store)
    for built in report.built:
        hashes.add(library.folders.root / built.target.path, built.sha256)
    return report.problems


def require(library: Library, targets: Sequence[Target], hashes: FileHashes) -> None:
    """Raise ProjectError if a target is stale."""
    outdated = [target.path for target in stale(library, targets, hashes)]
    if outdated:
        more = f" and {len(outdated) - 3} more" if len(outdated) > 3 else ""
        names = ", ".join(outdated[:3])
        raise ProjectError(f"missing or out of date: {names}{more}; build them, then export again")
