"""The e-books of two books, the starter's and a real one, and their text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from helpers import real, starter
from known_games import known_project
from runners import runner_of

from printgen.content.models.page_products import BookProduct
from printgen.extras.ebooks.ebook import epub, web_book
from printgen.layout.files import Files
from printgen.layout.templates import TemplateFiller
from printgen.products.book import book_task

# Game, product, language.
STARTER, REAL = ("fog", "rulebook", "en"), ("dracula-america", "rules", "fr")
NAMES = (REAL[0], STARTER[0])
INLINE = {"a", "abbr", "b", "code", "em", "i", "span", "strong"}


def make(root: Path) -> None:
    """A project with the files of both books beside its content."""
    real(root, REAL[0])
    starter(root / "starter")
    for folder, name in ((root, REAL), (root / "starter", STARTER)):
        project = known_project(folder)
        with runner_of(project) as runner:
            for suffix, write in (("html", web_book), ("epub", epub)):
                book = write(project.library, *name, runner)
                (root / f"{name[0]}.{suffix}").write_bytes(book)


def printed_words(root: Path, game: str, product: str, lang: str) -> dict[str, Counter[str]]:
    """The words of each chapter of the printed book, by the id of the chapter."""
    import tinyhtml5

    project = known_project(root)
    name = f"{game}/{product}"
    (target,) = project.targets([name], langs=[lang], inks=["full"], editions=["screen"])
    value = project.library.games[game].products[product].value
    assert isinstance(value, BookProduct)
    task = book_task(project.library, target, value)
    known: dict[str, Any] = {"pages": {}, "room": {}, "tight": set()}
    html = TemplateFiller(Files(project.folders)).fill(task.job, 0, **known).html
    tree = tinyhtml5.parse("<!doctype html>" + html, namespace_html_elements=False)
    return {section.get("id", ""): words(section) for section in tree.iter("section")}


def words(element: Element) -> Counter[str]:
    """The number of occurrences of each word in an element, without drawings."""
    return Counter(re.findall(r"\w+", "".join(_said(element)).casefold()))


def _said(element: Element) -> Iterator[str]:
    name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "svg"
    if name in ("svg", "style"):
        return
    edge = "" if name in INLINE else " "
    yield edge + (element.text or "")
    for child in element:
        yield from _said(child)
        yield child.tail or ""
    yield edge
