"""A book as parts for a screen: cover, imprint, chapters, rulings, index, each a tree of elements.

The templates are filled in a worker process, within its limits; what they write is cleaned there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal
from xml.etree.ElementTree import Element

from printgen.analysis.chapters import chapters_of
from printgen.content.library import Library
from printgen.content.models.products import BookProduct
from printgen.drawing.charts.plot import NARROW
from printgen.export import ExportError
from printgen.export.ebooks.normalise import normalise
from printgen.layout.batch import FaceSource, LayoutBatch
from printgen.layout.pool import lay_out
from printgen.problems import has_errors
from printgen.products.target import Target
from printgen.typography.text import plain_words
from printgen.views.book import book_view
from printgen.views.charts import study_chart_view
from printgen.views.directives import Edition

View = dict[str, Any]

Medium = Literal["web", "epub"]


@dataclass(slots=True)
class EbookPart:
    """A part of a book. `kind` is cover, imprint, chapter, errata or index; `id` is that of its
    section, `heads` are the ids and titles of its own sections, as HTML."""

    id: str
    kind: str
    title: str
    heads: list[tuple[str, str]]
    elements: list[Element]


@dataclass(slots=True)
class Ebook:
    """A book that can be read on a screen: what its template sees, and its parts in order."""

    view: View
    parts: list[EbookPart]


def make_ebook(library: Library, game: str, product: str, lang: str, medium: Medium) -> Ebook:
    """The parts of a book in one language. Raises ExportError."""
    target = Target(game, product, "book", lang, "", "full", "screen")
    entry = library.games[game].products[product]
    assert isinstance(entry.value, BookProduct)
    view = book_view(library, Edition(target.game, target.lang, target.ink), entry.value)
    batch = _batch(library, target, view, medium)
    (result,) = lay_out(library.folders, [batch])
    if has_errors(result.problems):
        raise ExportError(result.problems)
    faces = zip(batch.faces, result.trees, strict=True)
    parts = [_part(view, face, elements) for face, elements in faces]
    normalise([(part.id, part.elements) for part in parts], view["labels"])
    return Ebook(view, parts)


def _batch(library: Library, target: Target, view: View, medium: Medium) -> LayoutBatch:
    """The parts of a book as faces, each of which is filled by itself."""
    return LayoutBatch(
        f"{view['theme']}/web-book",
        target.lang,
        target.ink,
        0,
        0,
        tuple(_faces(library, target, view, medium)),
        product=target.id,
        book=True,
        html_only=True,
    )


def _faces(library: Library, target: Target, view: View, medium: Medium) -> Iterator[FaceSource]:
    content = library.games[target.game]
    product = content.products[target.product]
    assert isinstance(product.value, BookProduct)
    where = product.at(key=True)
    for part in ("cover", "imprint"):
        yield FaceSource(target.id, where, where, {**view, "part": part, "medium": medium})
    lang = target.lang
    written = chapters_of(content, product.value, target.lang)
    for number, (file, chapter) in enumerate(zip(written, view["chapters"], strict=True), start=1):
        context = {**view, "part": "chapter", "medium": medium, "number": number}
        if medium == "web":
            chapter = {**chapter, "pieces": [_phone(library, lang, p) for p in chapter["pieces"]]}
        yield FaceSource(file.file, file.position, file.position, {**context, "chapter": chapter})
    for part in ("errata", "index"):
        if view[part]:
            yield FaceSource(target.id, where, where, {**view, "part": part, "medium": medium})


def _phone(library: Library, lang: str, piece: View) -> View:
    """A piece with what a phone is shown in its place: of a chart a `narrow` one."""
    if piece["name"] != "chart":
        return piece
    game, id = piece["chart"]["of"]
    entry = library.games[game].studies[id]
    return {**piece, "narrow": study_chart_view(library, entry, lang, NARROW)}


def _part(view: View, face: FaceSource, elements: list[Element]) -> EbookPart:
    kind, labels = str(face.context["part"]), view["labels"]
    if kind == "chapter":
        chapter = face.context["chapter"]
        assert isinstance(chapter, dict)
        (found,) = (c for c in view["contents"] if c["id"] == chapter["id"])
        heads = [(head["id"], head["title"]) for head in found["parts"]]
        return EbookPart(chapter["id"], kind, chapter["title"], heads, elements)
    title = view["title"] if kind == "cover" else labels[kind]
    return EbookPart(f"book_{kind}", kind, plain_words(title), [], elements)
