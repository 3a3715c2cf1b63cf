"""What a bundle is put together from: files that were built, and whether they still stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from printgen.content.library import Library
from printgen.press.build import Progress, build, build_fingerprint
from printgen.press.staging import Record, read_manifest, sha256
from printgen.problems import Problem
from printgen.products.kind import PrintOptions
from printgen.products.target import Target
from printgen.project import ProjectError

# What others print does not bear the offset of this printer.
PRINTED = PrintOptions()


def stale(library: Library, targets: Iterable[Target]) -> list[Target]:
    """The targets that are not built, or built from something else than what is there now, or
    changed since."""
    records = read_manifest(library.folders)
    source = build_fingerprint(library, PRINTED)
    return [t for t in targets if not _stands(library, records.get(t.path, {}), t, source)]


def _stands(library: Library, record: Record, target: Target, source: str) -> bool:
    path = library.folders.root / target.path
    if record.get("fingerprint") != source or path.is_symlink() or not path.is_file():
        return False
    return (record.get("bytes"), record.get("sha256")) == sha256(path)


def refresh(
    library: Library, targets: Sequence[Target], jobs: int, progress: Progress
) -> list[Problem]:
    """Build what is missing or stale; returns what is wrong. With an error, nothing was built."""
    missing = stale(library, targets)
    return build(library, missing, PRINTED, jobs, progress).problems if missing else []


def require(library: Library, targets: Sequence[Target]) -> None:
    """Raise ProjectError unless every target is built from what is there now."""
    missing = [target.path for target in stale(library, targets)]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        names = ", ".join(missing[:3])
        raise ProjectError(f"missing or stale: {names}{more}; build them, and export again")
