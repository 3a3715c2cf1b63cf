"""Reading the pictures of a deck: the time that it may take, and what is kept of it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PIL import Image
from small_projects import write

from printgen import Project
from printgen.content import budget, images
from printgen.content.limits import MAX_PIXELS
from printgen.press.checking import check_apart
from printgen.problems import Problem
from printgen.project import Folders
from printgen.sealing import system
from printgen.sealing.decoding import decoded
from printgen.store import Store


def deck(root: Path, count: int) -> Path:
    """A deck with a number of pictures."""
    cells = [f"C{number},p{number}" for number in range(count)]
    faces = "{front: {title: name, picture: art}}"
    write(root, {
        "printgen.yaml": "",
        "content/g/game.yaml": "title: G\nlanguages: [en]\n",
        "content/g/products.yaml":
            f"d: {{output: cards, title: D, source: cards.csv, faces: {faces}}}\n",
        "content/g/cards.csv": "\n".join(["Name,Art", *cells, ""]),
    })  # fmt: skip
    (root / "content/g/images").mkdir()
    for number in range(count):
        Image.new("RGB", (8, 8), (number, 0, 0)).save(root / f"content/g/images/p{number}.png")
    return root


def test_the_time_of_pictures_is_not_that_of_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    used, places = [0.0], list[tuple[str, ...]]()
    monkeypatch.setattr(budget, "_watch", None)
    monkeypatch.setattr(budget, "_used", lambda: used[0])
    monkeypatch.setattr(budget, "limit_time", lambda seconds: None)
    budget.watch(places.append, lambda done, total: None)
    with budget.allowed(3, "check", "g", "image-invalid"):
        watch = budget._watch
        assert watch
        for _ in range(80):
            with budget.reading_a_picture():
                used[0] += 5
                assert watch.end > used[0]
                assert places[-1][1:] == ("check", "g", "image-invalid")
        assert watch.end - used[0] == 3
        used[0] += 1
        assert watch.end - used[0] == 2


def test_the_number_of_pictures_that_are_read_is_reported(tmp_path: Path) -> None:
    root, told = deck(tmp_path, 3), list[tuple[int, int]]()
    store = Store(tmp_path / "cache")
    for expected in ([(1, 3), (2, 3), (3, 3)], []):
        told.clear()
        checked = check_apart(Folders(root), store, lambda done, total: told.append((done, total)))
        assert (checked.problems, told) == ([], expected)


def test_that_a_picture_takes_too_long_is_no_verdict_that_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, store = deck(tmp_path, 7), Store(tmp_path / "cache")

    def said() -> list[str]:
        return [problem.message.partition(" ")[2] for problem in Project(root, store).problems]

    with monkeypatch.context() as patch:
        patch.setattr(images, "decoded", lambda path, *_: decoded(path, time.sleep, 3600))
        patch.setattr(system, "REAL_SECONDS", 0.01)
        late = ["takes too long to read"] * budget.MAX_SLOW_FILES
        assert said() == [*late, *["is not read: 5 files take too long"] * 2]
    images._read.cache_clear()
    assert said() == []


def test_a_picture_with_too_many_pixels_says_how_large_it_may_be(tmp_path: Path) -> None:
    root = deck(tmp_path, 1)
    Image.new("1", (8000, 6000)).save(root / "content/g/images/p0.png")
    (problem,) = Project(root).check()
    assert isinstance(problem, Problem)
    width, height = map(int, problem.hint.split("such as ")[1].split(":")[0].split(" x "))
    assert 0.99 * MAX_PIXELS < width * height <= MAX_PIXELS
    assert str(problem.position) == "content/g/cards.csv:B2"
