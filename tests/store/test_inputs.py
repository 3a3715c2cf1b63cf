"""Each kind of input: after a change, a command with the store finds what one without it does."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_runs import replace
from fontTools.ttLib import TTFont
from helpers import starter
from PIL import Image

from printgen import Project
from printgen.content import fingerprint
from printgen.content.results import INPUTS, result_key
from printgen.extras.starters.new import copy_theme
from printgen.project import FONTS, Folders
from printgen.store import Store


def font(path: Path) -> None:
    """A font with the family Squares."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = TTFont(next(FONTS.rglob("*.ttf")))
    for record in list(made["name"].names):
        if record.nameID in (1, 4, 16):
            made["name"].setName("Squares", record.nameID, 3, 1, 0x409)
    made.save(path)


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a file of each kind, and without problems."""
    root = starter(tmp_path_factory.mktemp("pristine") / "project")
    picture = root / "content/fog/images/captain.png"
    picture.parent.mkdir(exist_ok=True)
    Image.new("RGB", (1200, 1600)).save(picture)
    card = root / "content/fog/profiles/captain.yaml"
    replace(card, "captain.svg", "captain.png")
    copy_theme(Folders(root), "mine")
    with (root / "templates/mine/style.css").open("a", encoding="utf-8") as style:
        style.write(".recipe { font-family: Squares }\n")
    game = root / "content/fog/game.yaml"
    game.write_text(game.read_text("utf-8").replace("theme: plain", "theme: mine"), "utf-8")
    font(root / "fonts/squares/Squares.ttf")
    return root


def broken(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        text = (root / name).read_text("utf-8")
        assert old in text
        (root / name).write_text(text.replace(old, new, 1), "utf-8")

    return change


def cut_off(name: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        (root / name).write_bytes((root / name).read_bytes()[:300])

    return change


# Changes of each kind of input that checks read. Each leads to other problems.
CHANGES: dict[str, Callable[[Path], object]] = {
    "entry": broken("content/fog/profiles/captain.yaml", "name:", "nmae:"),
    "game": broken("content/fog/game.yaml", "title:", "titel:"),
    "products": broken("content/fog/products.yaml", "output:", "outputs:"),
    "chapter": broken("content/fog/chapters/01-game.en.md", "\n\n", "\n\n[lost](#nowhere)\n\n"),
    "a new file": lambda root: (root / "content/fog/note.txt").write_text("?"),
    "picture": cut_off("content/fog/images/captain.png"),
    "a picture is gone": lambda root: (root / "content/fog/images/captain.png").unlink(),
    "style": broken("templates/mine/style.css", "Squares", "Circles"),
    "labels": broken("templates/mine/labels.yaml", "{", "{{"),
    "font": cut_off("fonts/squares/Squares.ttf"),
    "a font is gone": lambda root: shutil.rmtree(root / "fonts"),
}


def found(root: Path, store: Store | None = None) -> list[str]:
    if store:
        store.finish()
    return list(map(str, Project(root, store).problems))


def test_the_project_has_no_problems(pristine: Path) -> None:
    assert found(pristine) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_seen_and_its_end_too(pristine: Path, tmp_path: Path, name: str) -> None:
    root, store = shutil.copytree(pristine, tmp_path / "project"), Store(tmp_path / "cache")
    assert found(root, store) == found(root, store) == []
    CHANGES[name](root)
    assert found(root, store) == found(root, store) == found(root) != []
    shutil.rmtree(root)
    shutil.copytree(pristine, root)
    assert found(root, store) == []


def test_any_changes_in_any_order_are_seen(pristine: Path, tmp_path: Path) -> None:
    root, store = shutil.copytree(pristine, tmp_path / "project"), Store(tmp_path / "cache")
    chance = random.Random(1)
    for _ in range(6):
        shutil.rmtree(root)
        shutil.copytree(pristine, root)
        for name in chance.sample(sorted(CHANGES), 3):
            try:
                CHANGES[name](root)
            except FileNotFoundError:
                # Another change has removed the file.
                continue
        assert found(root, store) == found(root)


@pytest.mark.parametrize("what", ["code", "own files", "packages"])
def test_other_tools_make_other_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Results depend on the tools that the table of inputs gives for them."""

    def keys(folder: str) -> dict[str, str]:
        store = Store(tmp_path / folder)
        return {name: result_key(store, name, "part") for name in INPUTS}

    before = keys("a")
    assert len(set(before.values())) == len(INPUTS)
    assert before == keys("b")
    if what == "code":
        monkeypatch.setattr(fingerprint, "_PACKAGE", tmp_path)
    elif what == "own files":
        monkeypatch.setattr(fingerprint, "TEMPLATES", tmp_path)
    else:
        monkeypatch.setattr(fingerprint, "_distributions", lambda: ("pypdfium2-0", "cffi-0"))
    changed = {name for name, key in keys("c").items() if key != before[name]}
    assert (
        changed
        >= {
            "code": {"source", "problems", "study", "composed"},
            "own files": {"problems", "build"},
            "packages": {"pixels", "target"},
        }[what]
    )
    assert not changed & {"job", "job reads", "lines"}


@pytest.mark.slow
def test_the_store_has_few_kinds_of_value(pristine: Path, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    project = Project(shutil.copytree(pristine, tmp_path / "project"), store)
    assert not project.build(["fog"], langs=["en"], jobs=1).failed
    store.finish()
    assert set(store.statistics().values) == {"result", "file", "part", "last"}
