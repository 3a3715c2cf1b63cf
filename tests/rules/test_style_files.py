"""Style sheets for screens that are not used, or not used whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import starter

from printgen import Project
from printgen.content.limits import MAX_PLAY_DRAWING_BYTES, MAX_PLAY_STYLE_BYTES


@pytest.fixture
def theme(tmp_path: Path) -> Path:
    folder = starter(tmp_path / "project") / "templates" / "plain"
    folder.mkdir(parents=True)
    return folder


def refused(theme: Path) -> list[str]:
    return [str(p) for p in Project(theme.parent.parent).problems if p.code == "style-refused"]


def test_a_link_that_leads_out_of_the_project(theme: Path, tmp_path: Path) -> None:
    (tmp_path / "other.css").write_text("a { color: red }")
    for name in ("aid.css", "quest.css", "web.css"):
        (theme / name).symlink_to(tmp_path / "other.css")
    (theme / "epub.css").symlink_to(theme / "style.css")
    (theme / "style.css").write_text("a { color: red }")
    found = refused(theme)
    assert [line.partition(":")[0] for line in found] == [
        f"templates/plain/{name}.css" for name in ("aid", "quest", "web")
    ]
    assert all("this link leads nowhere in the project" in line for line in found)


def test_files_that_are_too_large(theme: Path) -> None:
    (theme / "aid.css").write_text("a { color: red }" + " " * MAX_PLAY_STYLE_BYTES)
    (theme / "web.css").write_text("a { color: red }" + " " * MAX_PLAY_STYLE_BYTES)
    (found,) = refused(theme)
    assert "templates/plain/aid.css:1:1" in found
    assert "more than 100,000 bytes" in found


def test_drawings_that_are_too_large_and_brackets_too_deep(theme: Path) -> None:
    (theme / "large.svg").write_text(" " * (MAX_PLAY_DRAWING_BYTES + 1))
    (theme / "aid.css").write_text("\n a { background: url(large.svg) }")
    (theme / "web.css").write_text("a { width: " + "(" * 20_000)
    first, second = refused(theme)
    assert "templates/plain/aid.css:2:6" in first
    assert "'large.svg' is no picture" in first
    assert "too deep" in second
