"""The pages of books and sheets that changed.

A page is unchanged if what is marked as content on it, its words and its pictures, looks the same
as on the old page with its number, or as on another old page: it only moved. Running heads, page
numbers, ornaments and grounds are no content; pages where only these changed are listed separately.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copyfile
from typing import NamedTuple

import pikepdf

from printgen.changes.decks import Asked, default_targets
from printgen.changes.edition import Edition
from printgen.changes.page_pictures import Pages
from printgen.changes.prepared import Prepared
from printgen.content.models.products import FacesProduct
from printgen.imposition.compose import write_pdf
from printgen.imposition.face_tags import add_structure
from printgen.imposition.structure_reading import read_tags
from printgen.layout.accessibility import copy_colours
from printgen.layout.jobs import JobResult, Outcome
from printgen.layout.results import result_digest
from printgen.layout.tags import Mark, Tag
from printgen.paper import PlanError
from printgen.press.stopping import stopping
from printgen.problems import PlacementError, Problem
from printgen.products import PRODUCT_KINDS
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.products.titles import document_info

# The most pages that another page may have moved by.
_FAR = 40


@dataclass(frozen=True, slots=True)
class Paged:
    """A product with pages in a language, laid out. Without `results`, it cannot be laid out."""

    target: Target
    build: TargetBuild | None
    results: list[JobResult]
    problems: list[Problem]

    @property
    def digests(self) -> tuple[object, ...]:
        """Equal for products with equal files."""
        found = [result_digest(result) for result in self.results]
        return (*found, repr(self.build.inputs) if self.build else "")


@dataclass(frozen=True, slots=True)
class ChangedPage:
    """A page that changed, by its number from 1, and the heading that it is under."""

    number: int
    heading: str


@dataclass(frozen=True, slots=True)
class ChangedPages:
    """The pages of a product that changed, the numbers of its pages, and the written file. On the
    pages with the numbers `ornaments`, only what is no content changed.
    """

    target: Target
    pages: list[ChangedPage]
    ornaments: list[int]
    before: int
    after: int
    file: str


def page_targets(edition: Edition, *asked: *Asked) -> list[Target]:
    """A target for each product with pages in each language: books for the screen, others on a
    paper.
    """
    found = default_targets(edition, *asked)
    products = edition.content.products
    return [t for t in found if not isinstance(products[t.product].value, FacesProduct)]


def prepare_pages(edition: Edition, target: Target) -> Prepared[Paged]:
    """A product with pages. Errors of the edition hide one that may show them."""
    entry = edition.content.products[target.product]
    if stopping(edition.errors, [target]):
        return _impossible(target, [])
    try:
        kind = PRODUCT_KINDS[target.output]
        build = kind.prepare(edition.library, target, entry.value, PrintOptions())
        tasks = list(build.tasks())
    except PlanError as error:
        return _impossible(target, [entry.problem("product-paper", str(error), key=True)])
    except PlacementError as error:
        return _impossible(target, [error.problem])

    def finish(outcomes: list[Outcome]) -> Paged:
        problems = [problem for outcome in outcomes for problem in outcome.problems]
        if any(outcome.failed for outcome in outcomes):
            return Paged(target, None, [], problems)
        return Paged(target, build, [outcome.result for outcome in outcomes], problems)

    return Prepared(tasks, finish)


def _impossible(target: Target, problems: list[Problem]) -> Prepared[Paged]:
    return Prepared([], lambda _: Paged(target, None, [], problems))


def changed_pages(
    edition: Edition, old: Paged | None, new: Paged, scratch: Path, folder: Path
) -> ChangedPages | None:
    """The pages of a product that changed, and their file in a folder; None if none changed, or if
    the new product cannot be laid out.
    """
    if new.build is None or (old and old.digests == new.digests):
        return None
    paths = scratch / "old.pdf", scratch / "new.pdf"
    new.build.compose(new.results, paths[1])
    after = Pages(paths[1])
    if old is None or old.build is None:
        found, count = _Found(list(range(len(after))), []), 0
    else:
        old.build.compose(old.results, paths[0])
        before = Pages(paths[0])
        found, count = _changed(before, after), len(before)
    if not found.changed and not found.ornaments and count == len(after):
        return None
    pages = [ChangedPage(number + 1, after.heading(number)) for number in found.changed]
    file = _write(edition, new.target, paths[1], found.changed, folder) if pages else ""
    ornaments = [number + 1 for number in found.ornaments]
    return ChangedPages(new.target, pages, ornaments, count, len(after), file)


class _Found(NamedTuple):
    """The numbers of pages, from 0, that changed, and of those with other ornaments."""

    changed: list[int]
    ornaments: list[int]


def _changed(before: Pages, after: Pages) -> _Found:
    """The new pages that are no old ones."""
    found = _Found([], [])
    for number in range(len(after)):
        there = number < len(before)
        if there and after.look(number) == before.look(number):
            continue
        if there and after.has_content_of(before, number):
            found.ornaments.append(number)
        elif not any(after.is_moved(number, before, n) for n in _near(number, len(before))):
            found.changed.append(number)
    return found


def _near(number: int, count: int) -> list[int]:
    """The numbers of other pages, the nearest first."""
    others = [n for n in range(count) if n != number and abs(n - number) <= _FAR]
    return sorted(others, key=lambda other: abs(other - number))


def _write(
    edition: Edition, target: Target, whole: Path, numbers: Sequence[int], folder: Path
) -> str:
    """Write some pages of a file into a folder; the name of their file."""
    name = f"{Path(target.path).stem}.pages.pdf"
    with pikepdf.Pdf.open(whole) as source, pikepdf.Pdf.new() as pdf:
        if len(numbers) == len(source.pages):
            copyfile(whole, folder / name)
            return name
        for number in numbers:
            pdf.pages.append(source.pages[number])
            page = pdf.pages[-1].obj
            for key in ("/Annots", "/StructParents", "/Tabs"):
                if key in page:
                    del page[key]
        # Pages of sheets draw forms, whose tags cannot be read back.
        said = read_tags(source) if target.output == "book" else None
        places = {number: place for place, number in enumerate(numbers)}
        if said and (kept := _on_pages(said, places)):
            add_structure(pdf, kept)
        copy_colours(pdf, source)
        write_pdf(pdf, document_info(edition.library, target), folder / name)
    return name


def _on_pages(tag: Tag, places: Mapping[int, int]) -> Tag | None:
    """What some pages say, by their new places; None for nothing."""
    kids: list[Tag | Mark] = []
    for kid in tag.kids:
        if not isinstance(kid, Tag):
            page, number = kid
            kids += [(places[page], number)] if page in places else []
        elif kept := _on_pages(kid, places):
            kids.append(kept)
    return replace(tag, kids=tuple(kids)) if kids else None
