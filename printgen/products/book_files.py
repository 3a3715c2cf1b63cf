"""The files of books: pages for the screen, pages with bleed, PDF/X, folded booklets."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pikepdf

from printgen.content.images import JPEGS
from printgen.content.library import Library
from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.models.page_products import BookProduct
from printgen.content.pictures import shown_for_inks
from printgen.extra import parts
from printgen.imposition.compose import DocumentInfo, compose, write_pdf
from printgen.imposition.face_tags import FaceTag
from printgen.imposition.structure import read_tags
from printgen.layout.accessibility import copy_tags
from printgen.layout.jobs import JobResult
from printgen.paper import Size, mm_to_points, paper_size
from printgen.problems import PlacementError
from printgen.products.kind import PrintOptions
from printgen.products.target import Target, author, game_title
from printgen.project import ProjectError
from printgen.reading import read_whole
from printgen.rules.images import game_pictures
from printgen.sealing.decoding import CannotDecode, decoded
from printgen.typography.labels import labels
from printgen.typography.language import language
from printgen.typography.text import plain_words

# Maximum shift (mm) of the innermost pages towards the fold; more would hide text in the fold.
MAX_CREEP = 8.0


def book_texts(library: Library, target: Target) -> tuple[DocumentInfo, str]:
    """The metadata of a book's file, and the label of its cover, empty without a cover."""
    content = library.games[target.game]
    product = content.products[target.product].value
    assert isinstance(product, BookProduct)
    title, written_by = game_title(content, target.lang), author(content, target.lang)
    # Booklets have neither links nor an outline: PDF/UA-2 would change nothing in them.
    standard = "ua-1" if target.edition == "booklet" else product.standard
    info = DocumentInfo(title, written_by, target.lang, standard=standard)
    words = labels(library.folders, content.game.theme, target.lang)
    return info, plain_words(words["cover"]) if product.cover else ""


def write_book(
    library: Library,
    target: Target,
    options: PrintOptions,
    page: Size,
    bleed: float,
    laid: JobResult,
    out: Path,
    ending: JobResult | None = None,
) -> None:
    """Write a book from its laid-out pages of size `page` with `bleed` mm around them. Of `ending`,
    an edition on paper has the last page, its back cover, and as many pages to write on as make the
    number of its pages a multiple of four.

    Raises PlacementError when the creep of a booklet is too large.
    """
    info, cover = book_texts(library, target)
    if ending and target.edition != "screen":
        laid = with_ending(laid, ending)
    if target.edition == "booklet":
        # Imported here: other editions are not imposed.
        from printgen.imposition.booklet import booklet, draw_folds

        product = _checked_product(library, target, laid.pages)
        plan = booklet(
            laid.pages,
            paper_size(target.paper).upright().turned(),
            page,
            signature=product.signature,
            thickness=product.sheet_thickness,
            bleed=bleed,
            # Printers turn landscape sheets along the short edge.
            duplex=options.duplex or "short-edge",
            right_to_left=language(target.lang).right_to_left,
        )
        with pikepdf.Pdf.open(BytesIO(laid.pdf)) as pdf:
            said = read_tags(pdf)
        tags = [FaceTag(said, 0)] if said else []
        compose(plan, draw_folds(plan), laid.pdf, 0.0, info, out, options.offset, tags)
        return
    with pikepdf.Pdf.open(BytesIO(laid.pdf)) as pdf:
        for sheet in pdf.pages:
            _set_boxes(sheet, page, bleed, target.edition == "screen")
        if target.edition == "press":
            # Imported here: other editions need no profiles of inks.
            write_pdfx = next(parts("separation"), None)
            if write_pdfx is None:
                raise ProjectError("this printgen cannot write PDF/X: it has no extra 'pdfx'")

            write_pdfx(pdf, info, out, _inks(library, target.game))
            return
        if cover:
            # The first page has the word for a cover, every other page its folio.
            first = pikepdf.Dictionary(P=pikepdf.String(cover))
            rest = pikepdf.Dictionary(S=pikepdf.Name.D, St=2)
            pdf.Root.PageLabels = pikepdf.Dictionary(Nums=pikepdf.Array([0, first, 1, rest]))
        pdf.Root.PageMode = pikepdf.Name.UseThumbs
        pdf.Root.PageLayout = pikepdf.Name.SinglePage
        write_pdf(pdf, info, out)


def _inks(library: Library, game: str) -> dict[bytes, bytes]:
    """The JPEGs of four inks of a game, by the digests of what pages show of them."""
    found = dict[bytes, bytes]()
    for path in game_pictures(library.games[game], library):
        with suppress(OSError, ValueError, SyntaxError, CannotDecode):
            if path.suffix.lower() in JPEGS:
                content = read_whole(path, MAX_PICTURE_BYTES)
                found[decoded(path, shown_for_inks, content)] = content
    found.pop(b"", None)
    return found


def with_ending(laid: JobResult, ending: JobResult) -> JobResult:
    """The pages of a book with the pages after it, so that their number is a multiple of four."""
    count = laid.pages
    total = -(-(count + 1) // 4) * 4
    with pikepdf.Pdf.open(BytesIO(laid.pdf)) as pdf, pikepdf.Pdf.open(BytesIO(ending.pdf)) as end:
        # The first page to write on is on the side of those with odd numbers.
        added = [end.pages[0 if number % 2 else 1] for number in range(count + 1, total)]
        for original in [*added, end.pages[-1]]:
            pdf.pages.append(original)
            page = pdf.pages[-1]
            if "/Annots" in page.obj:
                del page.obj["/Annots"]
            copy_tags(pdf, page, end, original)
        buffer = BytesIO()
        pdf.save(buffer, deterministic_id=True)
    return replace(laid, pdf=buffer.getvalue(), pages=total)


def _checked_product(library: Library, target: Target, pages: int) -> BookProduct:
    """The product of a booklet. Raises PlacementError when its creep is too large.

    Creep is the shift of the innermost pages of nested sheets: one thickness per sheet around them.
    """
    entry = library.games[target.game].products[target.product]
    product = entry.value
    assert isinstance(product, BookProduct)
    nested = -(-min(pages, product.signature or pages) // 4)
    creep = (nested - 1) * product.sheet_thickness
    if creep > MAX_CREEP:
        message = (
            f"{nested} nested sheets of {product.sheet_thickness:g} mm shift the inner pages by "
            f"{creep:.1f} mm; the maximum is {MAX_CREEP:g} mm"
        )
        keys = ("signature", "sheet_thickness")
        written = [key for key in keys if key in product.model_fields_set]
        hint = "fold fewer pages together, as with signature: 32"
        raise PlacementError(
            entry.problem("booklet-creep", message, *written[:1], hint=hint, key=True)
        )
    return product


def _set_boxes(sheet: pikepdf.Page, page: Size, bleed_mm: float, screen: bool) -> None:
    """Crop a page to its trim for the screen; set its bleed box for a print shop."""
    width, height = mm_to_points(page.width), mm_to_points(page.height)
    bleed = mm_to_points(bleed_mm)
    trim = [0, 0, round(width, 4), round(height, 4)]
    grown = [-bleed, -bleed, width + bleed, height + bleed]
    whole = trim if screen else [round(value, 4) for value in grown]
    sheet.mediabox = sheet.cropbox = sheet.bleedbox = pikepdf.Array(whole)
    sheet.trimbox = pikepdf.Array(trim)
