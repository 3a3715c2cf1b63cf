"""Sections of books: where they start, what they carry on, and what is kept of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from helpers import words_in
from small_book import GAME, make_book, write_chapter

from printgen import Project
from printgen.content.models.page_products import BookProduct
from printgen.layout.jobs import Job, JobResult, JobRunner
from printgen.layout.runners import open_runner
from printgen.products.book import book_task
from printgen.project import Folders

# Paragraphs for two pages.
WORDS = "\n\n".join(
    " ".join(f"Lamp {number} of the harbour is lit at dusk." for number in range(first, first + 25))
    for first in range(100, 175, 25)
)


def chapter(title: str, name: str) -> str:
    """A chapter of two pages with a reference to the second chapter."""
    return f"# {title} {{#{name}}}\n\nSee [there](#two).\n\n{WORDS}\n"


def job_of(root: Path) -> Job:
    """The job of the book for the screen."""
    library = Project(root).library
    (target, *_) = Project(root).targets([f"{GAME}/book"], langs=["en"], inks=["low"])
    product = library.games[GAME].products["book"].value
    assert isinstance(product, BookProduct)
    return book_task(library, target, product).job


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A book of two chapters."""
    root = make_book(tmp_path)
    write_chapter(root, chapter("One", "start"))
    for lang in ("fr", "en"):
        write_chapter(root, chapter("Two", "two"), f"02-two.{lang}.md")
    return root


@pytest.fixture
def runner(root: Path) -> Iterator[JobRunner]:
    with open_runner(Folders(root), 1) as runner:
        yield runner


def laid_out(runner: JobRunner, job: Job) -> JobResult:
    result = runner.submit(job).result()
    assert result.faults == []
    return result


def page_count(pdf: bytes) -> int:
    with pikepdf.open(BytesIO(pdf)) as opened:
        return len(opened.pages)


def style(root: Path, css: str) -> None:
    """Add styles to the theme's cover."""
    css += "@page bare { @top-center { content: none } }"
    theme = root / "templates" / GAME
    theme.mkdir(parents=True)
    cover = "{% include '_shared/book-cover.html.j2' %}<style>" + css + "</style>"
    (theme / "book-cover.html.j2").write_text(cover)


def page_words(root: Path, runner: JobRunner) -> list[str]:
    """The words of each page of the book."""
    path = root / "book.pdf"
    result = laid_out(runner, job_of(root))
    path.write_bytes(result.pdf)
    return [words_in(path, number) for number in range(result.pages)]


@pytest.mark.slow
def test_a_preview_gets_the_pages_of_the_edited_chapter(root: Path, runner: JobRunner) -> None:
    job = job_of(root)
    first = laid_out(runner, replace(job, known_pages=frozenset()))
    assert page_count(first.pdf) == first.pages == len(first.page_digests)
    whole = laid_out(runner, job)
    write_chapter(root, chapter("Won", "start"))
    edited = job_of(root)
    known = frozenset(first.page_digests)
    second = laid_out(runner, replace(edited, known_pages=known))
    new = [number for number, d in enumerate(second.page_digests, start=1) if d not in known]
    # The contents and the chapter.
    assert new == [3, 4, 5]
    assert page_count(second.pdf) == len(new)
    assert laid_out(runner, replace(edited, known_pages=known | {*second.page_digests})).pdf == b""
    # What a worker remembers does not change a book.
    warm = laid_out(runner, edited).pdf
    assert laid_out(runner, job).pdf == whole.pdf
    with open_runner(Folders(root), 1) as fresh:
        assert laid_out(fresh, edited).pdf == warm


@pytest.mark.slow
def test_counters_and_running_heads_go_on_in_the_next_section(
    root: Path, runner: JobRunner
) -> None:
    style(
        root,
        ".book { counter-reset: part 6 } h1 { counter-increment: part }"
        ".chapter h1::before { content: 'No. ' counter(part) ' ' }"
        "@page { @top-center { content: string(book) ' / ' counter(page) } }",
    )
    pages = page_words(root, runner)
    numbers = [number for number, words in enumerate(pages) if "No. " in words]
    # The contents have a heading too.
    assert ["No. 8" in pages[numbers[0]], "No. 9" in pages[numbers[1]]] == [True, True]
    assert all(f"Deathly Thrones / {number + 1}" in pages[number] for number in numbers)


@pytest.mark.slow
def test_the_total_of_pages_is_that_of_the_book(root: Path, runner: JobRunner) -> None:
    style(root, "@page { @top-center { content: counter(page) ' of ' counter(pages) } }")
    pages = page_words(root, runner)
    assert all(f"{n} of {len(pages)}" in words for n, words in enumerate(pages[3:], start=4))


@pytest.mark.slow
def test_a_chapter_that_starts_no_page_is_on_the_page_of_the_one_before(
    root: Path, runner: JobRunner
) -> None:
    style(root, ".book .chapter { break-before: auto }")
    write_chapter(root, "# One {#start}\n\nShort.\n")
    pages = page_words(root, runner)
    assert any("Short." in words and "Lamp 100" in words for words in pages[3:])
