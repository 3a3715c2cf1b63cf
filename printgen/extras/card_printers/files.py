"""Files of a deck for a card printer: faces at the vendor's trim, bleed and resolution, checked."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from io import BytesIO, StringIO
from typing import TYPE_CHECKING

from printgen.content.library import Library
from printgen.extras.card_printers.checks import (
    FileSpec,
    face_faults,
    named_faults,
    png_faults,
    raise_faults,
)
from printgen.extras.card_printers.deck_pdf import deck_pdf
from printgen.extras.card_printers.vendors import VENDOR_DPI, Vendor
from printgen.extras.exports.card_pictures import (
    CardFaces,
    DeckCard,
    common_back_names,
    deck_cards,
    deck_faces,
)
from printgen.extras.exports.channels import Deck, ReadmeLine, Step, decimal, file_name, readme
from printgen.layout.jobs import JobRunner
from printgen.paper import card_size
from printgen.products.target import Target, deck_title
from printgen.quoting import for_csv

if TYPE_CHECKING:
    from PIL.Image import Image


RESOLUTIONS = (300, 600)

# Maximum difference (mm) of each side between a deck's card size and a vendor's trim size.
MAX_TRIM_DIFFERENCE = 1.0

README_LANGUAGES = ("fr", "en")


# A card and the names of its images, front first.
Row = tuple[DeckCard, list[str]]


def size_for(vendor: Vendor, deck: Deck, wanted: str = "") -> str | None:
    """The vendor's name of the deck's card size, which is the `wanted` one if any; None if the
    vendor has no such size.
    """
    ours = card_size(deck.value.format)
    for name in vendor.sizes:
        if wanted and not same_size(name, wanted):
            continue
        trim = vendor.cut(name).size
        difference = max(abs(trim.width - ours.width), abs(trim.height - ours.height))
        if difference <= MAX_TRIM_DIFFERENCE:
            return name
    return None


def same_size(name: str, wanted: str) -> bool:
    """Whether `wanted` is a vendor's name of a size as users type it, or a part of it."""
    return _typed(wanted) in _typed(name)


def _typed(name: str) -> str:
    return "".join(name.lower().replace("×", "x").split())


def vendor_files(
    library: Library,
    deck: Deck,
    lang: str,
    runner: JobRunner,
    vendor: Vendor,
    dpi: int = VENDOR_DPI,
    wanted: str = "",
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file for a vendor: PNGs or a PDF, cards.csv, READMEs.

    PNGs need the memory of one batch of faces; a PDF is held as a whole. Raises ExportError if a
    face does not fit or a file fails its checks, ValueError if the vendor has no such cards.
    """
    size = size_for(vendor, deck, wanted)
    if size is None or dpi not in RESOLUTIONS:
        raise ValueError(f"{vendor.name} has no cards of {deck.value.format} at {dpi} dpi")
    cards = deck_cards(library, deck, lang)
    rows: list[Row] = []
    spec = FileSpec(*vendor.pixels(size, dpi), dpi, vendor.bleed * dpi / VENDOR_DPI)
    made = closing(deck_faces(library, deck, lang, vendor.cut(size), runner))
    with named_faults(vendor, lang, cards), made as faces:
        if vendor.files == "pdf":
            yield "cards.pdf", deck_pdf(library, deck, lang, faces, spec)
            rows = [(card, []) for card in cards]
        else:
            yield from _images(faces, spec, len(cards), rows, common_back_names(library, deck))
    yield "cards.csv", _card_list(rows)
    for language in README_LANGUAGES:
        yield f"README.{language}.txt", _readme(library, deck, language, vendor, size, rows, spec)


def _images(
    faces_of_cards: Iterable[CardFaces],
    spec: FileSpec,
    total: int,
    rows: list[Row],
    backs: Mapping[int, str],
) -> Iterator[tuple[str, bytes]]:
    """Yield each face as a PNG and add each card to `rows`. Identical images share one file, and
    the common `backs`, by number of their cards, have names of their own.
    """
    digits = max(2, len(str(total)))
    names_by_digest: dict[bytes, str] = {}
    for card, *faces in faces_of_cards:
        names = []
        for face in filter(None, faces):
            png = png_bytes(face.image(spec.width, spec.height, face.cut.bleed), spec.dpi)
            digest = sha256(png).digest()
            if digest not in names_by_digest:
                copies = f"-x{card.quantity}" if card.quantity > 1 else ""
                name = f"{card.number:0{digits}}-{face.side}-{file_name(card.id)}{copies}.png"
                if face.side == "back":
                    name = backs.get(card.number, name)
                raise_faults(card.where, name, png_faults(png, spec) + face_faults(face))
                names_by_digest[digest] = name
                yield name, png
            names.append(names_by_digest[digest])
        rows.append((card, names))


def png_bytes(image: Image, dpi: int) -> bytes:
    """An image as a PNG that states its resolution."""
    buffer = BytesIO()
    # Level 9 saves 5 % of the size and takes five times as long.
    image.save(buffer, "PNG", dpi=(dpi, dpi), compress_level=7)
    return buffer.getvalue()


def _card_list(rows: list[Row]) -> bytes:
    """The copies and images of each card as CSV with a byte order mark, for spreadsheets."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    table.writerow(["number", "copies", "name", "front", "back"])
    for card, names in rows:
        table.writerow(
            [card.number, card.quantity, for_csv(card.name), *names, *[""] * (2 - len(names))]
        )
    return text.getvalue().encode("utf-8-sig")


def _readme(
    library: Library,
    deck: Deck,
    lang: str,
    vendor: Vendor,
    size: str,
    rows: list[Row],
    spec: FileSpec,
) -> bytes:
    files = {name for _, names in rows for name in names}
    total = sum(card.quantity for card, _ in rows)
    width, height = vendor.pixels(size, VENDOR_DPI)
    values = {
        "vendor": vendor.name,
        "size": size,
        "files": len(files),
        "total": total,
        "pages": 2 * total,
        "width": spec.width,
        "height": spec.height,
        "page_width": decimal(spec.width / spec.dpi, lang),
        "page_height": decimal(spec.height / spec.dpi, lang),
        "width_300": width,
        "height_300": height,
        "dpi": spec.dpi,
        "bleed": decimal(spec.bleed, lang),
        "bleed_inches": decimal(spec.bleed / spec.dpi, lang, 3),
        "safe": decimal(vendor.cut(size).safe, lang),
    }
    shared = len(files) < sum(len(names) for _, names in rows)
    lines = [*_notes(vendor, size, spec, shared), *map(Step, vendor.how_to_order(size))]
    title = deck_title(library, Target(deck.game, deck.id, "cards", lang, "", "full"))
    return readme(library, lang, f"{vendor.name} – {title}", lines, values)


def _notes(vendor: Vendor, size: str, spec: FileSpec, shared: bool) -> Iterator[ReadmeLine]:
    """The lines before the steps. `shared`: some cards share an image."""
    yield "vendor_size"
    if vendor.sizes[size].unverified:
        yield "vendor_unverified"
    if vendor.only_300 and spec.dpi != VENDOR_DPI:
        yield "vendor_only_300"
    if vendor.files == "pdf":
        yield from ("vendor_pdf", "vendor_x1a", "vendor_colours")
        return
    yield "vendor_png"
    if shared:
        yield "vendor_alike"
    yield "vendor_checked"
