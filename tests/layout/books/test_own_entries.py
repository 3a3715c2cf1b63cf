"""Entries of a declared kind in a book, on paper and on screen: pictures and references."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image
from runners import runner_of
from small_projects import write

from printgen import Project
from printgen.extras.ebooks.ebook import epub, web_book

pytestmark = pytest.mark.slow

EVENTS = """title: Plain
languages: [en]
kinds:
  events:
    label: Event
    fields:
      picture: {type: image, optional: true}
      text: {}
"""
CHAPTER = """# Start

See [the storm](events:storm) and [](events:calm).

:::{events} storm

:::{box} Quiet
:::{events} calm
:::
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    home = "content/plain"
    write(
        tmp_path,
        {
            "printgen.yaml": "",
            f"{home}/game.yaml": EVENTS,
            f"{home}/products.yaml": "book: {title: B, output: book}\n",
            f"{home}/chapters/01-start.en.md": CHAPTER,
            f"{home}/events/calm.yaml": "name: Calm\ntext: Rest.\n",
            f"{home}/events/storm.yaml": "name: 'A *great* storm'\npicture: images/storm.png\n"
            "text: Lose 2.\n",
        },
    )
    (tmp_path / home / "images").mkdir()
    Image.new("RGB", (600, 400), "teal").save(tmp_path / home / "images" / "storm.png")
    return Project(tmp_path)


def test_pictures_have_the_name_of_the_entry_and_references_lead_to_it(project: Project) -> None:
    report = project.build(inks=["low"])
    assert report.problems == []
    with pikepdf.open(project.folders.root / report.built[0].target.path) as pdf:
        names = {str(item["/Alt"]) for item in pdf.objects if is_figure(item)}
    assert names == {"A great storm"}


def is_figure(item: pikepdf.Object) -> bool:
    """Whether an object of a PDF is a tagged picture."""
    return isinstance(item, pikepdf.Dictionary) and item.get("/S") == "/Figure" and "/Alt" in item


@pytest.mark.parametrize("write_book", [epub, web_book])
def test_the_same_on_screen(project: Project, write_book: Callable[..., bytes]) -> None:
    with runner_of(project) as runner:
        made = write_book(project.library, "plain", "book", "en", runner)
    html = made.decode() if write_book is web_book else chapter_of(made)
    assert 'alt="A great storm"' in html
    for name in ("storm", "calm"):
        assert html.count(f'id="events_{name}"') == 1
        assert re.search(rf'href="[^"]*#events_{name}"', html)


def chapter_of(book: bytes) -> str:
    """The pages of an EPUB file, as one text."""
    with zipfile.ZipFile(BytesIO(book)) as packed:
        pages = [name for name in packed.namelist() if name.endswith(".xhtml")]
        return "".join(packed.read(name).decode() for name in pages)
