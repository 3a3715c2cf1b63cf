"""The files of a project that travel to other machines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from printgen.extras.cluster.assets import (
    UnsafeName,
    find_assets,
    manifest_digest,
    manifest_of,
    own_digest,
    write_asset,
)
from printgen.project import Folders

SAFE = {
    "templates/plain/own.css": b"p { color: red }",
    "content/fog/images/moon.png": b"moon",
    "fonts/own/Own.ttf": b"font",
}


def write_files(root: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def test_pictures_templates_and_fonts_are_assets(tmp_path: Path) -> None:
    root = (tmp_path / "project").resolve()
    others = ("content/fog/game.yaml", "content/fog/secret.txt", "out/moon.png", ".git/moon.png")
    write_files(root, SAFE | dict.fromkeys(others, b"?"))
    write_files(tmp_path, {"outside/secret.png": b"?"})
    (root / "content" / "linked").symlink_to("fog")
    (root / "content" / "outside").symlink_to(tmp_path / "outside")
    (root / "content" / "secret.png").symlink_to(tmp_path / "outside" / "secret.png")
    (root / "content" / "fog" / "all").symlink_to(root / "content")
    found = find_assets(Folders(root))
    own = {name for name in found if own_digest(name)}
    assert "templates/_shared/style.css" in own
    assert set(found) - own == {*SAFE, "content/linked/images/moon.png"}


def test_an_edit_changes_the_manifest(tmp_path: Path) -> None:
    write_files(tmp_path, SAFE)
    folders = Folders(tmp_path.resolve())
    before = manifest_digest(manifest_of(find_assets(folders)))
    assert manifest_digest(manifest_of(find_assets(folders))) == before
    write_files(tmp_path, {"templates/plain/own.css": b"p { color: tan }"})
    assert manifest_digest(manifest_of(find_assets(folders))) != before


@pytest.mark.parametrize(
    "name",
    [
        "../x", "content/../../x", "/etc/x", "content", "content/", "content//x", "out/x",
        "content/./x", "templates/..", "content/a\0b", "", "printgen.yaml",
    ],
)  # fmt: skip
def test_assets_are_written_below_their_folder_only(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "host"
    folder.mkdir()
    with pytest.raises(UnsafeName):
        write_asset(folder, name, b"x")
    assert list(os.walk(tmp_path)) == [(str(tmp_path), ["host"], []), (str(folder), [], [])]
