"""Files that commands write into a project."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.content.editing.files import save


@pytest.mark.parametrize("failing", ["write_bytes", "replace"])
@pytest.mark.parametrize("before", [None, b"old"])
def test_a_file_that_cannot_be_written_is_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, before: bytes | None
) -> None:
    def fail(*_: object) -> None:
        raise OSError("no room")

    path = tmp_path / "01-game.de.md"
    if before:
        path.write_bytes(before)
    with monkeypatch.context() as patch:
        patch.setattr(Path, failing, fail)
        with pytest.raises(OSError, match="no room"):
            save(path, b"new")
    assert [each.name for each in tmp_path.iterdir()] == ([path.name] if before else [])
    assert not before or path.read_bytes() == before


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"old")
    path.chmod(0o640)
    save(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
