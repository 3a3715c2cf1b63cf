"""Books: chapters and the entries they include, for the screen, for a print shop, or to fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from printgen.content.library import Library
from printgen.content.markdown import Chapter, anchor
from printgen.content.models.page_products import BookProduct
from printgen.layout.jobs import Job, JobResult, JobSource, PageFormat, Task, figure_place
from printgen.paper import PAPERS, Size, paper_size
from printgen.problems import Position
from printgen.products.kind import PrintOptions, ProductKind, TargetBuild, Variant
from printgen.products.target import BOOK_PAPER, Target
from printgen.rules.chapters import chapters_of
from printgen.views.style import look_of

MAX_PAGES = 500

# Pages after a printed book: a right and a left one to write on, and the back cover.
ENDING_PAGES = 3

BLEED = 3.0

# Half an A4 sheet is half a millimetre wider than A5: such pages are A5 pages.
SAME_SIZE = 1.0


class BookKind(ProductKind[BookProduct]):
    """The output kind `book`, laid out as one document."""

    shows_chapters = True

    def variants(self, product: BookProduct) -> Iterator[Variant]:
        """All editions at the book's size, booklets per paper."""
        for edition in ("screen", "print", "press"):
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

    def prepare(
        self, library: Library, target: Target, product: BookProduct, options: PrintOptions
    ) -> TargetBuild:
        """One task: the book with its chapters."""
        # Imported here, see `printgen.products.kind`.
        from printgen.products.book_files import book_texts, write_book

        page = book_page(target, product)
        makers = [book_task, ending_task] if product.has_back else [book_task]

        def compose(results: Sequence[JobResult], out: Path) -> None:
            laid, *ending = results
            write_book(library, target, options, page, BLEED, laid, out, *ending)

        return TargetBuild(
            target,
            (target.id, target.lang, target.ink, str(page)),
            len(makers),
            # The pages after a book are those of all its editions.
            lambda: (make(library, target, product) for make in makers),
            compose,
            (book_texts(library, target), product.signature, product.sheet_thickness, options),
        )


def book_task(library: Library, target: Target, product: BookProduct) -> Task:
    """The task of a book: its view, and its chapters, by which problems are named."""
    from printgen.views.book import book_view
    from printgen.views.directives import Edition

    content = library.games[target.game]
    position = content.products[target.product].at(key=True)
    chapters = chapters_of(content, product, target.lang)
    edition = Edition(target.game, target.lang, target.ink, book_page(target, product))
    view = book_view(library, edition, product)
    format = _format(library, target, product, "book", MAX_PAGES)
    positions = {chapter.file: chapter.position for chapter in chapters}
    figures = {
        figure_place(chapter.file, figure): shown.position
        for chapter in chapters
        for shown in reversed(chapter.directives)
        for figure in (anchor(shown.name, shown.argument), _picture(target.game, shown.argument))
        if figure
    }
    job = Job(format, target.id, view, tuple(positions))
    texts = partial(_texts, library, target, chapters)
    return Task(job, JobSource(position, position, texts, positions | figures))


def _picture(game: str, argument: str) -> str:
    """The file of a figure, by the argument of its directive."""
    return f"content/{game}/{argument.split(maxsplit=1)[0]}" if argument else ""


def _texts(
    library: Library, target: Target, chapters: Sequence[Chapter]
) -> Iterator[tuple[str, Position]]:
    """The lines of chapters, then the texts of the entries that a book may show."""
    for chapter in chapters:
        for token in chapter.tokens:
            if token.type in ("inline", "code_block", "fence") and token.map:
                first = token.map[0] + (2 if token.type == "fence" else 1)
                for number, words in enumerate(token.content.split("\n"), first):
                    yield words, Position(chapter.file, number)
    for entry in library.games[target.game].entries():
        yield from library.texts_of(entry, target.lang)


def ending_task(library: Library, target: Target, product: BookProduct) -> Task:
    """The task of the pages after a printed book: a right and a left page to write on, and the back
    cover.
    """
    from printgen.views.book import ending_view
    from printgen.views.directives import Edition

    content, page = library.games[target.game], book_page(target, product)
    edition = Edition(target.game, target.lang, target.ink)
    view = ending_view(library, edition, product, page.height)
    format = _format(library, target, product, "book-ending", ENDING_PAGES)
    position = content.products[target.product].at(key=True)
    return Task(Job(format, target.id, view), JobSource(position))


def _format(
    library: Library, target: Target, product: BookProduct, template: str, pages: int
) -> PageFormat:
    content, page = library.games[target.game], book_page(target, product)
    look = look_of(library, content, content.game.theme)
    # An edition with pages of its own, not one of those that share the pages of the book.
    alone = target.edition == "booklet" and page != paper_size(product.page or BOOK_PAPER)
    return PageFormat(
        "book",
        f"{content.game.theme}/{template}",
        target.lang,
        target.ink,
        page.width,
        page.height,
        bleed=BLEED,
        safe=0.0,
        pages=pages,
        accent=look.accent,
        style=look.name,
        look=look.variables(target.ink, of_pages=True),
        product=target.id,
        edition=f"booklet on {target.paper}" if alone else "",
    )


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


BOOK = BookKind()
