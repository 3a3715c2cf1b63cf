"""Small maps for tests, and the text and pixels of map pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2

from printgen import Project
from printgen.content.library import Entry, Library
from printgen.extras.hex_maps.model import HexMap

GAME = "furia-cartese"


def tiny(root: Path, more: str) -> tuple[Library, Entry[HexMap]]:
    """A project with one map `m`, of open ground; `more` is the rest of its file."""
    game = root / "content" / "g"
    (game / "maps").mkdir(parents=True)
    (root / "printgen.yaml").write_text("# x\n")
    (game / "game.yaml").write_text("title: G\nlanguages: [en]\nterrains:\n  easy: {label: Easy}\n")
    (game / "maps" / "m.yaml").write_text(f"title: M\nground: easy\n{more}")
    project = Project(root)
    assert project.check() == []
    return project.library, project.library.games["g"].of_kind("maps")["m"]


def render(pdf: bytes, per_mm: float = 3) -> Any:
    """The pixels of the first page as an array of heights, widths and colours."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture = document[0].render(scale=per_mm * 25.4 / 72, rev_byteorder=True)
        return picture.to_numpy()[:, :, :3].astype(float)
    finally:
        document.close()


def words(pdf: bytes) -> str:
    """The words of all pages."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return " ".join(" ".join(p.get_textpage().get_text_range() for p in document).split())
    finally:
        document.close()
