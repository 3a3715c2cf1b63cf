"""A book as an e-book: its pieces, its pictures and its cover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Literal
from xml.etree.ElementTree import Element

from printgen.content.library import Entry, Library
from printgen.content.models.page_products import BookProduct
from printgen.drawing.charts.plot import NARROW
from printgen.extras.ebooks.illustrations import Illustrations
from printgen.extras.ebooks.markup import every, normalise
from printgen.extras.exports.channels import ExportError, drawing
from printgen.layout.drawn_pages import DrawnPages
from printgen.layout.jobs import Job, JobRunner, JobSource, PageFormat, Task, lay_out
from printgen.layout.sanitize import TooDeep, sanitize_elements
from printgen.problems import Position, has_errors
from printgen.products.target import Target
from printgen.rules.chapters import chapters_of
from printgen.typography.text import plain_words
from printgen.views.book import BookView, ChapterView, PieceView, book_view
from printgen.views.charts import flowchart_view, study_chart_view
from printgen.views.directives import Edition

# Page width in mm, as in the printed book that the styles are written for.
WIDTH = 148.0

_JPEG_QUALITY = 88


def cover_picture(view: BookView, width: int, height: int, runner: JobRunner) -> bytes:
    """The cover as a JPEG of `width` x `height` pixels, from a book's view. Raises ExportError."""
    tall = WIDTH * height / width
    where = Position(f"content/{view['game']['id']}/game.yaml")
    format = PageFormat(
        "book",
        f"{view['theme']}/book-cover",
        view["lang"],
        "full",
        WIDTH,
        tall,
        bleed=3.0,
        safe=0.0,
        pages=1,
        accent=view["game"]["accent"],
        mood=view["game"]["mood"],
        product=view["title"],
    )
    (outcome,) = lay_out(runner, [Task(Job(format, view["title"], view), JobSource(where))])
    if outcome.failed:
        raise ExportError(outcome.problems)
    with drawing(where):
        picture = DrawnPages(outcome.result.pdf, "the cover").picture(
            0, width / (WIDTH / 25.4 * 72)
        )
    # Without its bleed.
    left, top = (picture.width - width) // 2, (picture.height - height) // 2
    picture = picture.crop((left, top, left + width, top + height))
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=_JPEG_QUALITY, optimize=True)
    return buffer.getvalue()


# --------------------------------------------------------------------------------------------------
# A book for a screen: cover, imprint, chapters, errata and index, each as a tree of elements.
#
# Templates are filled and sanitised in worker processes, within their limits.


Medium = Literal["web", "epub"]


@dataclass(slots=True)
class EbookPart:
    """A part of an e-book. `kind` is cover, imprint, chapter, errata or index.

    `id` is the id of its section; `heads` are the ids and titles (HTML) of its subsections.
    """

    id: str
    kind: str
    title: str
    heads: list[tuple[str, str]]
    elements: list[Element]


@dataclass(slots=True)
class Ebook:
    """The parts of an e-book in order, and the book's view."""

    view: BookView
    parts: list[EbookPart]

    def elements(self) -> Iterator[Element]:
        """All elements of all parts."""
        for part in self.parts:
            yield from every(part.elements)


def make_ebook(
    library: Library, game: str, product: str, lang: str, medium: Medium, runner: JobRunner
) -> Ebook:
    """Fill the parts of a book in a language. Raises ExportError."""
    target = Target(game, product, "book", lang, "", "full", "screen")
    books = {book.id: book for book in library.games[game].products_of(BookProduct)}
    view = book_view(library, Edition(target.game, target.lang, target.ink), books[product].value)
    sources = list(_sources(library, target, books[product], view, medium))
    outcomes = list(lay_out(runner, (source.task for source in sources)))
    problems = [problem for outcome in outcomes for problem in outcome.problems]
    if has_errors(problems):
        raise ExportError(problems)
    try:
        trees = [sanitize_elements(outcome.result.tree) for outcome in outcomes]
    # A process that was taken over may answer with texts and attributes of other types.
    except (TooDeep, TypeError, AttributeError) as error:
        problem = books[product].problem("layout-limit", str(error))
        raise ExportError([problem]) from error
    parts = [_part(view, source, tree) for source, tree in zip(sources, trees, strict=True)]
    normalise([(part.id, part.elements) for part in parts], view["labels"])
    return Ebook(view, parts)


@dataclass(frozen=True, slots=True)
class _Source:
    """A part before it is filled: its kind, its task, and the view of a chapter."""

    kind: str
    task: Task
    chapter: ChapterView | None = None


def _sources(
    library: Library, target: Target, book: Entry[BookProduct], view: BookView, medium: Medium
) -> Iterator[_Source]:
    content, where = library.games[target.game], book.at(key=True)
    template = f"{view['theme']}/web-book"
    format = PageFormat("html", template, target.lang, target.ink, 0, 0, product=target.id)

    def page(kind: str) -> _Source:
        context = {**view, "part": kind, "medium": medium}
        return _Source(kind, Task(Job(format, target.id, context), JobSource(where)))

    yield page("cover")
    if view["has_imprint"]:
        yield page("imprint")
    files = chapters_of(content, book.value, target.lang)
    for number, (file, chapter) in enumerate(zip(files, view["chapters"], strict=True), start=1):
        if medium == "web":
            pieces = [_with_narrow_chart(library, target.lang, p) for p in chapter["pieces"]]
            chapter = {**chapter, "pieces": pieces}
        context = {
            **view,
            "part": "chapter",
            "medium": medium,
            "number": number,
            "chapter": chapter,
        }
        task = Task(Job(format, file.file, context), JobSource(file.position))
        yield _Source("chapter", task, chapter)
    if view["errata"]:
        yield page("errata")
    if view["index"]:
        yield page("index")


def _with_narrow_chart(library: Library, lang: str, piece: PieceView) -> PieceView:
    """A piece of a chapter; a chart gets a `narrow` version for phones."""
    if "flowchart" in piece:
        game, id = piece["flowchart"]["of"]
        plan = library.games[game].plans[id]
        return {**piece, "narrow": flowchart_view(library, plan, lang, NARROW)}
    if "chart" not in piece:
        return piece
    game, id = piece["chart"]["of"]
    entry = library.games[game].studies[id]
    return {**piece, "narrow": study_chart_view(library, entry, lang, NARROW)}


def _part(view: BookView, source: _Source, elements: list[Element]) -> EbookPart:
    kind, chapter = source.kind, source.chapter
    if chapter is not None:
        (entry,) = (each for each in view["contents"] if each["id"] == chapter["id"])
        heads = [(head["id"], head["number"] + head["title"]) for head in entry["parts"]]
        return EbookPart(chapter["id"], kind, entry["number"] + entry["title"], heads, elements)
    title = view["title"] if kind == "cover" else view["labels"][kind]
    return EbookPart(f"book_{kind}", kind, plain_words(title), [], elements)


def pictures_in(
    elements: Iterable[Element], illustrations: Illustrations
) -> Iterator[tuple[Element, str, bytes]]:
    """Yield each `img` element with the suffix and content of its file.

    Drawings get the class `drawn`, so that styles can adapt them to the reader's colour scheme.
    """
    for element in every(elements):
        if element.tag == "img":
            under = element.attrib.pop("data-under", "").split()
            suffix, content = illustrations.picture(element.attrib["src"], *under)
            if suffix == ".svg":
                element.set("class", f"{element.get('class', '')} drawn".strip())
            yield element, suffix, content
