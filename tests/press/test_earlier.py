"""Files of earlier builds: kept when nothing has changed, from the store when they are missing."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest
from cli_runs import CAPTAIN, replace
from helpers import (
    environment,
    printgen,
    run_command,
    shared,
    spoil_store,
    starter,
    written,
)

from printgen import Project
from printgen.layout.runners import LocalWorkers
from printgen.store import Store

NAMES = ["cards.en.a4.pdf", "sheet.en.a4.pdf", "book.en.screen.pdf", "hexes.en.a4.pdf"]
PRODUCTS = """
cards:
  title: {any: C}
  output: cards
  profiles: [captain, sailor]
  faces: {front: card-front, back: card-back}
  papers: [a4]
sheet: {title: {any: S}, output: sheet, template: reference, papers: [a4]}
book: {title: {any: B}, output: book, editions: [screen]}
hexes: {title: {any: H}, output: hexmap, blank: [20 mm], papers: [a4]}
"""
BUILD = ("build", "--lang", "en", "--ink", "full", "--jobs", "1")


def make(root: Path) -> None:
    """A game with a product of each kind, built; and the store of the build beside it."""
    starter(root / "game")
    (root / "game" / "content" / "fog" / "products.yaml").write_text(PRODUCTS)
    # About 200 dpi on a card: a warning.
    from PIL import Image

    images = root / "game" / "content" / "fog" / "images"
    images.mkdir(exist_ok=True)
    Image.effect_noise((560, 420), 60).save(images / "fair.jpg")
    replace(root / "game" / CAPTAIN, "captain.svg", "fair.jpg")
    words = ("-C", str(root / "game"), *BUILD)
    done = run_command(*words, cwd=root, env=environment(root, PRINTGEN_CACHE=str(root / "cache")))
    assert done.returncode == 0, done.stderr
    assert states(done.stdout) == dict.fromkeys(NAMES, "made")


def states(said: str) -> dict[str, str]:
    """Whether each file was made or up to date, as the command says."""
    found = re.findall(r"(?m)^out/fog/(\S+)  [\d.]+ [kM]B  (made|up to date)$", said)
    assert len(found) == len(said.splitlines())
    return dict(found)


@pytest.fixture
def game(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The built game. Nothing is laid out."""
    made = shared(tmp_path_factory, "earlier", make)
    shutil.copytree(made, tmp_path / "copy", copy_function=shutil.copy2)
    monkeypatch.setenv("PRINTGEN_CACHE", str(tmp_path / "copy" / "cache"))

    def refuse(*_: object) -> None:
        raise AssertionError("something is laid out")

    monkeypatch.setattr(LocalWorkers, "start", refuse)
    return tmp_path / "copy" / "game"


def build(game: Path, *options: str) -> tuple[dict[str, str], str]:
    """The states of the files, and what the command says to standard error."""
    done = printgen(game, *BUILD, *options)
    assert done.returncode == 0, done.stderr
    return states(done.stdout), done.stderr


def test_a_second_build_is_up_to_date_with_the_same_warnings(game: Path) -> None:
    before = written(game)
    said, warnings = build(game)
    assert said == dict.fromkeys(NAMES, "up to date")
    assert warnings.count("image-resolution: warning") == 1
    assert "captain.yaml" in warnings
    assert written(game) == before
    assert build(game)[1] == warnings


def test_a_kept_warning_fails_a_strict_build(game: Path) -> None:
    before = written(game)
    done = printgen(game, *BUILD, "--strict")
    assert (done.returncode, done.stdout) == (1, "")
    assert "image-resolution: the picture" in done.stderr
    assert "nothing was built" in done.stderr
    assert written(game) == before


@pytest.mark.parametrize("damage", ["deleted", "longer", "changed", "linked"])
def test_missing_and_damaged_files_come_from_the_store(game: Path, damage: str) -> None:
    before = written(game)
    for name in NAMES[1:]:
        path = game / "out" / "fog" / name
        content = path.read_bytes()
        path.unlink()
        if damage == "longer":
            path.write_bytes(content + b"\n")
        elif damage == "changed":
            path.write_bytes(content.replace(b"stream", b"Stream", 1))
        elif damage == "linked":
            path.symlink_to(game / "out" / "fog" / NAMES[0])
    said, _ = build(game)
    assert said == dict.fromkeys(NAMES, "made") | {NAMES[0]: "up to date"}
    assert written(game) == before


def test_files_are_composed_again_of_kept_pages(game: Path) -> None:
    before = written(game)
    shutil.rmtree(game / "out")
    spoil_store(Path(os.environ["PRINTGEN_CACHE"]), "file", deleted=True)
    assert build(game)[0] == dict.fromkeys(NAMES, "made")
    assert written(game) == before


def test_an_edit_that_prints_nothing_makes_nothing(game: Path) -> None:
    replace(game / CAPTAIN, "name:", "# The first of the crew.\nname:")
    said, warnings = build(game)
    assert said == dict.fromkeys(NAMES, "up to date")
    # The warning is at the line where the picture is now.
    line = (game / CAPTAIN).read_text().splitlines().index("image: images/fair.jpg") + 1
    assert f"captain.yaml:{line}:" in warnings


@pytest.mark.slow
def test_without_the_cache_everything_is_made(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = written(game)
    monkeypatch.undo()
    said, warnings = build(game, "--no-cache")
    assert said == dict.fromkeys(NAMES, "made")
    assert "image-resolution" in warnings
    assert written(game) == before


def test_the_api_builds_from_the_store(game: Path) -> None:
    store = Store(Path(os.environ["PRINTGEN_CACHE"]))
    report = Project(game, store).build(["fog/cards"], langs=["en"], inks=["full"])
    assert [item.made for item in report.built] == [False]
    assert [problem.code for problem in report.problems] == ["image-resolution"]
