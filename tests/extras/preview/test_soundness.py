"""Whether pieces show checked content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers import starter

from printgen.extras.preview.pieces import Piece
from printgen.extras.preview.snapshot import is_checked, read, with_changed_files
from printgen.project import Folders
from printgen.store import Store

if TYPE_CHECKING:
    from pathlib import Path


def card(name: str) -> Piece:
    return Piece("fog", "crew-cards", "en", "full", f"profiles/fog/{name}", "front")


def test_only_pieces_that_may_show_an_edit_are_unchecked(tmp_path: Path) -> None:
    root = starter(tmp_path)
    checked = read(Folders(root), Store(tmp_path / "store")).library
    for kind, name, others_checked in (("profiles", "captain", True), ("traits", None, False)):
        folder = root / "content" / "fog" / kind
        path = folder / f"{name}.yaml" if name else next(folder.glob("*.yaml"))
        path.write_text(path.read_text("utf-8").replace("name:", "name:  "), "utf-8")
        found = with_changed_files(checked, {path})
        assert found
        library = found[0]
        assert not is_checked(checked, library, card("captain"))
        assert is_checked(checked, library, card("sailor")) is others_checked
        # A sheet may show any entry.
        assert not is_checked(checked, library, Piece("fog", "quay", "en", "full"))
    assert is_checked(checked, checked, card("captain"))
