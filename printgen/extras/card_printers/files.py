"""Files of a deck for a card printer: checked PNGs or a PDF, at the vendor's trim and bleed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from printgen.content.library import Library
from printgen.extras.card_printers.checks import (
    VERSION,
    FileSpec,
    Shown,
    bleed_faults,
    face_faults,
    named_faults,
    page_boxes,
    pdf_faults,
    png_faults,
    raise_faults,
)
from printgen.extras.card_printers.inks import limited_jpeg
from printgen.extras.card_printers.text_layers import adapt_font, in_inks, layers_of, text_face
from printgen.extras.card_printers.vendors import VENDOR_DPI, Vendor, known_vendors
from printgen.extras.exports.card_pictures import (
    CardFace,
    CardFaces,
    DeckCard,
    common_back_names,
    deck_cards,
    deck_faces,
)
from printgen.extras.exports.channels import (
    Channel,
    Deck,
    ReadmeLine,
    Step,
    all_files,
    decimal,
    deck_folders,
    decks_of,
    each_folder,
    file_name,
    readme,
)
from printgen.imposition.pdfx import INVERTED, describe, set_condition
from printgen.layout.assembly import assemble
from printgen.layout.faces import Face
from printgen.layout.jobs import JobRunner
from printgen.paper import card_size
from printgen.products.target import Target, author, deck_title
from printgen.quoting import for_csv

if TYPE_CHECKING:
    from PIL.Image import Image

# US Web Coated (SWOP), the printing condition that DriveThruCards asks for.
CONDITION = "CGATS TR 001"


@dataclass(slots=True)
class _Side:
    """A face in the PDF: its picture, what its pages show, and a face with its texts, if any; from
    these, the operators that show the texts, and their fonts.
    """

    picture: pikepdf.Object
    shown: Shown
    texts: Face | None
    content: bytes = b""
    fonts: Dictionary | None = None


def deck_pdf(
    library: Library, deck: Deck, lang: str, faces_of_cards: Iterable[CardFaces], spec: FileSpec
) -> bytes:
    """The deck as a PDF: the back and the front of each copy of each card.

    Equal faces share their images, and equal pages their content. Raises ExportError if the file
    fails its checks.
    """
    media, trim = page_boxes(spec)
    with Pdf.new() as pdf, ExitStack() as opened:
        known: dict[bytes, _Side] = {}
        programs: Mapping[str, Path] = {}
        sides: list[_Side | None] = []
        for card, front, back in faces_of_cards:
            pair = list[_Side | None]()
            for face in (back, front):
                key = face.face.form.digest if face else b""
                if face and key not in known:
                    known[key], programs = _side(pdf, face, spec), face.programs
                pair.append(known.get(key))
            sides += pair * card.quantity
        _write_texts(pdf, known.values(), programs, opened)
        contents: dict[int, pikepdf.Object] = {}
        for side in sides:
            page = pdf.add_blank_page(page_size=(media[2], media[3])).obj
            page.MediaBox, page.BleedBox, page.TrimBox = Array(media), Array(media), Array(trim)
            if side is None:
                continue
            page.Resources = Dictionary(XObject=Dictionary(Face=side.picture))
            if side.fonts is not None:
                page.Resources.Font = side.fonts
            if id(side) not in contents:
                image = b"q %g 0 0 %g 0 0 cm /Face Do Q\n" % (media[2], media[3])
                contents[id(side)] = pdf.make_stream(image + side.content)
            page.Contents = contents[id(side)]
        target = Target(deck.game, deck.id, "cards", lang, "", "full")
        describe(pdf, deck_title(library, target), author(library.games[deck.game], lang))
        pdf.docinfo["/GTS_PDFXVersion"] = VERSION
        set_condition(pdf, CONDITION, "US Web Coated (SWOP)")
        buffer = BytesIO()
        pdf.save(
            buffer,
            deterministic_id=True,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
        )
    data = buffer.getvalue()
    shown = [side.shown if side else None for side in sides]
    raise_faults(deck.at(), "cards.pdf", pdf_faults(data, shown, spec))
    return data


def _side(pdf: Pdf, face: CardFace, spec: FileSpec) -> _Side:
    """The side of a face, without the operators and fonts of its texts. Raises ExportError."""
    layers = layers_of(face, spec.width, spec.height)
    faults = bleed_faults(np.asarray(layers.whole), spec) + face_faults(face)
    raise_faults(face.card.where, f"the {face.side} of {face.card.id}", faults)
    image = pikepdf.Stream(
        pdf,
        limited_jpeg(layers.picture, layers.whole, spec.dpi),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=spec.width,
        Height=spec.height,
        ColorSpace=Name.DeviceCMYK,
        BitsPerComponent=8,
        Filter=Name.DCTDecode,
        Decode=[*INVERTED],
    )
    # The page has the size of the face.
    texts = text_face(face.face, layers.texts, in_inks) if layers.texts else None
    return _Side(pdf.make_indirect(image), Shown.of(layers), texts)


def _write_texts(
    pdf: Pdf, sides: Iterable[_Side], programs: Mapping[str, Path], opened: ExitStack
) -> None:
    """Write the texts of sides, with one set of fonts. What is `opened` is needed until the PDF is
    saved.
    """
    with_texts = [(side, side.texts) for side in sides if side.texts]
    if not with_texts:
        return
    made = assemble((texts for _, texts in with_texts), programs)
    source = opened.enter_context(Pdf.open(BytesIO(made)))
    for (side, _), page in zip(with_texts, source.pages, strict=True):
        form = page.Resources.XObject.Face
        side.content = form.read_bytes()
        side.fonts = Dictionary(
            {name: pdf.copy_foreign(font) for name, font in form.Resources.Font.items()}
        )
        for font in side.fonts.values():
            adapt_font(font)


# --- the files of a deck --------------------------------------------------------------------------


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
    full, part = ("".join(each.lower().replace("×", "x").split()) for each in (name, wanted))
    return part in full


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
    lines: list[ReadmeLine] = ["vendor_size"]
    lines += ["vendor_unverified"] if vendor.sizes[size].unverified else []
    lines += ["vendor_only_300"] if vendor.only_300 and spec.dpi != VENDOR_DPI else []
    if vendor.files == "pdf":
        lines += ["vendor_pdf", "vendor_x1a", "vendor_colours"]
    else:
        # Some cards share an image.
        shared = len(files) < sum(len(names) for _, names in rows)
        lines += ["vendor_png", *(["vendor_alike"] if shared else []), "vendor_checked"]
    lines += map(Step, vendor.how_to_order(size))
    title = deck_title(library, Target(deck.game, deck.id, "cards", lang, "", "full"))
    return readme(library, lang, f"{vendor.name} – {title}", lines, values)


# --- a channel for each card printer --------------------------------------------------------------


def vendor_channels(
    library: Library,
    game: str,
    runner: JobRunner,
    vendors: Mapping[str, Vendor],
    dpi: int = VENDOR_DPI,
    size: str = "",
    deck: str = "",
) -> Iterator[Channel]:
    """A channel for each card printer that prints the card size of one of the game's decks, in the
    vendor's `size` if one is given. With a `deck`, the channels of its folders alone.
    """
    decks = decks_of(library, game, deck)
    for id, vendor in vendors.items():
        printed = [deck for deck in decks if size_for(vendor, deck, size)]
        if printed:
            make = partial(vendor_files, runner=runner, vendor=vendor, dpi=dpi, wanted=size)
            folders = deck_folders(library, printed, make)
            whole = Channel(f"cards-{id}", "vendor", partial(all_files, folders), vendor=vendor)
            yield from each_folder(whole, folders) if deck else [whole]


def itch_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """The channels of the card printers whose files are in the itch bundle."""
    vendors = {id: each for id, each in known_vendors(library.folders)[0].items() if each.itch}
    yield from vendor_channels(library, game, runner, vendors)
