"""SHA-256 digests of files, each computed once per command."""

from __future__ import annotations

from pathlib import Path

from printgen.press.staging import sha256

# Size and modification time of a file.
_State = tuple[int, int]


class FileHashes:
    """Digests by path. A file is read again only if its size or modification time changes."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[_State, str]] = {}

    def sha256(self, path: Path) -> str:
        """The SHA-256 digest of a file, in hexadecimal."""
        state = _state(path)
        known = self._known.get(path)
        if known is None or known[0] != state:
            known = self._known[path] = state, sha256(path)[1]
        return known[1]

    def add(self, path: Path, digest: str) -> None:
        """Record the digest of a file that was just written."""
        self._known[path] = _state(path), digest


def _state(path: Path) -> _State:
    found = path.stat()
    return found.st_size, found.st_mtime_ns
