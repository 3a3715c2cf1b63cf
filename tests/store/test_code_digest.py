"""The digest of printgen's code: a part of the keys of values that code makes."""

from __future__ import annotations

from pathlib import Path

import pydantic
import pytest

from printgen.content import fingerprint
from printgen.content.fingerprint import code_digest, package_versions
from printgen.store import Store


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in place of printgen."""
    for name in ("paper.py", "layout/pool.py", "mechanics/dice/example.html.j2", "starter/x.py"):
        path = tmp_path / "code" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    monkeypatch.setattr(fingerprint, "_PACKAGE", tmp_path / "code")
    return tmp_path / "code"


@pytest.mark.parametrize("name", ["paper.py", "layout/pool.py", "mechanics/dice/example.html.j2"])
def test_changed_code_changes_the_digest(package: Path, tmp_path: Path, name: str) -> None:
    before = code_digest(Store(tmp_path / "cache"))
    (package / name).write_text("changed")
    assert code_digest(Store(tmp_path / "cache")) != before
    assert code_digest(Store(None)) != before


def test_the_digest_is_that_of_the_content(package: Path, tmp_path: Path) -> None:
    before = code_digest(Store(None))
    (package / "paper.py").write_text("paper.py")
    (package / "starter" / "x.py").write_text("changed")
    (package / "layout" / "notes.txt").write_text("new")
    assert code_digest(Store(None)) == before
    assert code_digest(Store(tmp_path / "cache")) == before
    assert code_digest(Store(tmp_path / "cache")) == before


def test_parts_depend_on_their_own_code(package: Path) -> None:
    before = code_digest(Store(None), "layout")
    (package / "paper.py").write_text("changed")
    assert code_digest(Store(None), "layout") == before
    (package / "layout" / "pool.py").write_text("changed")
    assert code_digest(Store(None), "layout") != before


def test_versions_of_packages() -> None:
    assert package_versions("Pydantic") == (f"pydantic-{pydantic.VERSION}",)
    assert len(package_versions("pydantic-core", "weasyprint", "no-such-package")) == 2
