"""Books: chapters and the entries they include, for the screen, for a print shop, or to fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from printgen.analysis.chapters import chapters_of
from printgen.content.library import Library
from printgen.content.models.book_product import BookProduct
from printgen.layout.jobs import Job, JobResult, JobSource, PageFormat, Task
from printgen.paper import PAPERS, Size, paper_size
from printgen.products.kind import Pieces, PrintOptions, TargetBuild, Variant
from printgen.products.target import BOOK_PAPER, Target

MAX_PAGES = 500

BLEED = 3.0

# Half an A4 sheet is half a millimetre wider than A5: such pages are A5 pages.
SAME_SIZE = 1.0


class BookKind:
    """The output kind `book`, laid out as one document."""

    model = BookProduct

    def variants(self, product: BookProduct) -> Iterator[Variant]:
        """Screen and print at the book's size, booklets per paper."""
        for edition in ("screen", "print"):
            if edition in product.editions:
                yield Variant(edition, BOOK_PAPER, edition, on_paper=False)
        if "booklet" in product.editions:
            for paper in product.papers:
                yield Variant(f"booklet.{paper}", paper, "booklet")

    def channel(self, product: BookProduct, target: Target) -> tuple[str, str]:
        """A channel per edition, and per paper of booklets."""
        if target.edition == "booklet":
            return f"booklet-{target.paper_in_channels}", "booklet"
        return f"book-{target.edition}", f"book-{target.edition}"

    def pieces(self, library: Library, target: Target, product: BookProduct) -> Pieces | None:
        """None: the pages stay whole."""
        return None

    def prepare(
        self, library: Library, target: Target, product: BookProduct, options: PrintOptions
    ) -> TargetBuild:
        """One task: the book with its chapters."""
        page = book_page(target, product)

        def compose(results: Sequence[JobResult], out: Path) -> None:
            # Imported here, see `printgen.products.kind`.
            from printgen.products.book_files import write_book

            (laid,) = results
            write_book(library, target, options, page, BLEED, laid, out)

        return TargetBuild(
            target,
            (target.id, target.lang, target.ink, str(page)),
            1,
            lambda: [book_task(library, target, product)],
            compose,
            _inputs(library, target, product, options),
        )


def _inputs(
    library: Library, target: Target, product: BookProduct, options: PrintOptions
) -> object:
    """The values that the file of a book depends on, besides its pages."""
    from printgen.products.book_files import book_texts

    return book_texts(library, target), product.signature, product.sheet_thickness, options


def book_task(library: Library, target: Target, product: BookProduct) -> Task:
    """The task of a book: its view, and its chapters, by which problems are named."""
    from printgen.views.book import book_view
    from printgen.views.directives import Edition

    content, page = library.games[target.game], book_page(target, product)
    position = content.products[target.product].at(key=True)
    chapters = chapters_of(content, product, target.lang)
    edition = Edition(target.game, target.lang, target.ink)
    view = book_view(library, edition, product)
    format = PageFormat(
        "book",
        f"{content.game.theme}/book",
        target.lang,
        target.ink,
        page.width,
        page.height,
        bleed=BLEED,
        safe=0.0,
        pages=MAX_PAGES,
        accent=content.game.accent,
        mood=content.game.mood,
        product=target.id,
    )
    positions = {chapter.file: chapter.position for chapter in chapters}
    job = Job(format, target.id, view, tuple(positions))
    return Task(job, JobSource(position, position, chapters=positions))


def book_page(target: Target, product: BookProduct) -> Size:
    """The size of a page: that of the product, A5 by default, or half of the paper that a booklet
    is folded from.
    """
    if target.edition != "booklet":
        return paper_size(product.page or BOOK_PAPER)
    paper = paper_size(target.paper).upright()
    half, a5 = Size(paper.height / 2, paper.width), PAPERS[BOOK_PAPER]
    near = abs(half.width - a5.width) < SAME_SIZE and abs(half.height - a5.height) < SAME_SIZE
    return a5 if near else half
