"""Each file is hashed once."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from printgen.extras.exports import archive
from printgen.extras.exports.archive import FileHashes
from printgen.press.staging import sha256


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that are read to be hashed."""
    found: list[str] = []

    def counted(path: Path) -> tuple[int, str]:
        found.append(path.name)
        return sha256(path)

    monkeypatch.setattr(archive, "sha256", counted)
    return found


def test_a_file_is_read_again_only_if_it_changes(tmp_path: Path, reads: list[str]) -> None:
    path, hashes = tmp_path / "a.pdf", FileHashes()
    path.write_bytes(b"one")
    assert {hashes.sha256(path) for _ in range(3)} == {hashlib.sha256(b"one").hexdigest()}
    assert reads == ["a.pdf"]
    path.write_bytes(b"two")
    os.utime(path, ns=(1, 1))
    assert hashes.sha256(path) == hashlib.sha256(b"two").hexdigest()
    assert reads == ["a.pdf", "a.pdf"]


def test_a_known_digest_is_not_computed(tmp_path: Path, reads: list[str]) -> None:
    path, hashes = tmp_path / "a.pdf", FileHashes()
    path.write_bytes(b"one")
    hashes.add(path, "digest")
    assert (hashes.sha256(path), reads) == ("digest", [])
