"""The files that pages use: templates, style sheets and pictures, by name, with their digests.

Names are "templates/<theme>/<file>" and "content/<game>/<file>". A file of the project's templates
takes precedence over printgen's file of the same name.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from printgen.content.fingerprint import MAX_FILES, known_content
from printgen.content.picture_files import PictureFiles
from printgen.extra import extra_file
from printgen.project import TEMPLATES, Folders, find_template_file
from printgen.reading import walk

# The media types of files that pages may name, by suffix.
MEDIA_TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".tif": "image/tiff",
    ".tiff": "image/tiff",
    ".bmp": "image/bmp",
    ".avif": "image/avif",
    ".jfif": "image/jpeg",
    ".svg": "image/svg+xml",
    ".css": "text/css",
}

# Characters of the digest of a file.
_LENGTH = 32

# The digest of a file that does not exist.
ABSENT = ""

# Modification time and size of the files that a name may mean.
Signature = tuple[tuple[int, int] | None, ...]


class Files:
    """Finds files and remembers the digests of their content, until they change.

    `used` collects the names that were asked for.
    """

    def __init__(self, folders: Folders):
        self.folders = folders
        self.used: set[str] = set()
        # printgen's own themes are no project's, even in the project that printgen is.
        own = folders.templates.resolve()
        self._own_templates = None if own == TEMPLATES.resolve() else own
        self._found: dict[str, Path | None] = {}
        self._signatures: dict[str, Signature] = {}
        self._digests: dict[str, str] = {}
        self._pictures: dict[str, PictureFiles] = {}

    def find(self, name: str) -> Path | None:
        """The file of a name, which is then used; None if it does not exist or may not be used."""
        self.used.add(name)
        if name not in self._found:
            self._found[name] = self._find(name)
            self._signatures[name] = self._signature(name)
        return self._found[name]

    def is_own(self, name: str) -> bool:
        """Whether a name is that of a file of the project's own themes."""
        path = self.find(name) if name.startswith("templates/") else None
        own = self._own_templates
        return path is not None and own is not None and path.is_relative_to(own)

    def digest(self, name: str) -> str:
        """The digest of the content of a file."""
        if name not in self._digests:
            path = self.find(name)
            self._digests[name] = ABSENT if path is None else file_digest(path)
        return self._digests[name]

    def changed(self) -> bool:
        """Whether a file has changed since it was found."""
        return any(self._signature(name) != known for name, known in self._signatures.items())

    def forget(self) -> None:
        """Forget all files: each will be found again."""
        self._found.clear()
        self._signatures.clear()
        self._digests.clear()
        self._pictures.clear()

    def _find(self, name: str) -> Path | None:
        area, _, rest = name.partition("/")
        if area == "templates":
            return find_template_file(self.folders, rest) or extra_file(rest)
        if area != "content":
            return None
        game, _, file = rest.partition("/")
        known = self._pictures.setdefault(game, PictureFiles(self.folders, game))
        found = known.find(file)
        return found if isinstance(found, Path) else None

    def _signature(self, name: str) -> Signature:
        area, _, rest = name.partition("/")
        if area == "content":
            # The name may be another than that of the file.
            found = self._found[name]
            return _stat(self.folders.content, rest), _stat(found) if found else None
        return _stat(self.folders.templates, rest), _stat(TEMPLATES, rest)


def _stat(folder: Path, name: str = "") -> tuple[int, int] | None:
    try:
        # Without Path objects: runs for every file before every batch.
        found = os.stat(f"{folder}/{name}" if name else folder)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size


def file_digest(path: Path) -> str:
    """The digest of the content of a file."""
    try:
        return known_content(str(path), path.stat()).sha256[:_LENGTH]
    except OSError:
        return ABSENT


def content_digest(content: bytes) -> str:
    """The digest of the content of a file by which jobs and assets refer to it."""
    return hashlib.sha256(content).hexdigest()[:_LENGTH]


def names_below(folder: Path, root: Path) -> Iterator[str]:
    """The names of the files in a folder, also in linked folders that are inside `root`."""

    def names_of_all() -> Iterator[str]:
        for parent, inner, names in walk(folder, follow_links=True):
            inner[:] = [name for name in inner if _is_entered(Path(parent, name), root)]
            below = os.path.relpath(parent, folder)
            yield from (os.path.normpath(f"{below}/{name}") for name in names)

    yield from islice(names_of_all(), MAX_FILES)


def _is_entered(folder: Path, root: Path) -> bool:
    """Whether a folder is no link, or a link into `root` that does not lead to itself."""
    if not folder.is_symlink():
        return True
    real = folder.resolve()
    return real.is_relative_to(root) and not folder.parent.resolve().is_relative_to(real)
