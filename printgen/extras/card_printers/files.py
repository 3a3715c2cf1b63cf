"""Files of a deck for a card printer: PNGs or a PDF by the rules of PDF/X-1a:2003, at the vendor's
trim and bleed, and their checks.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from io import BytesIO, StringIO
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from printgen.content.library import Library
from printgen.extras.card_printers.inks import (
    MAX_INK,
    Pixels,
    blacks_of,
    limited_jpeg,
    read_inks,
    total_ink,
)
from printgen.extras.card_printers.text_layers import (
    Layers,
    Marks,
    adapt_font,
    in_inks,
    layers_of,
    letters_of,
    text_face,
)
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
    ExportError,
    ReadmeLine,
    Step,
    decimal,
    deck_channels,
    decks_of,
    file_name,
    readme,
)
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.extras.page_pictures.pdfium import CannotDraw
from printgen.extras.pdfx.pdfx import INVERTED, describe, set_condition
from printgen.layout.assembly import assemble
from printgen.layout.faces import Face
from printgen.layout.jobs import JobRunner
from printgen.problems import Position, Problem, shorten
from printgen.products.target import Target, author, deck_title
from printgen.quoting import for_csv

if TYPE_CHECKING:
    from PIL.Image import Image


# The minimum channel value (0 to 255) of a blank pixel; a filled pixel has one below FILLED.
BLANK, FILLED = 250, 240

# Maximum share of an edge that may be blank next to filled pixels.
MAX_BLANK_SHARE = 0.05

# Distance inside the trim line at which the face is sampled, in inches.
SAMPLE_INSET = 0.01

# Tolerance (mm) for characters at the safe zone: the side bearings of a glyph.
GLYPH_MARGIN = 0.5


@dataclass(frozen=True, slots=True)
class FileSpec:
    """The required width and height in pixels, resolution, and bleed in pixels on each side."""

    width: int
    height: int
    dpi: int
    bleed: float


def raise_faults(where: Position, name: str, faults: list[str]) -> None:
    """Raise ExportError if a file has faults."""
    if faults:
        raise ExportError([Problem(where, "vendor-file", f"{name}: {fault}") for fault in faults])


def png_faults(data: bytes, spec: FileSpec) -> list[str]:
    """The faults of a PNG."""
    from PIL import Image

    try:
        # Checks the sums of all parts of the file.
        Image.open(BytesIO(data), formats=("PNG",)).verify()
        image = Image.open(BytesIO(data), formats=("PNG",))
        image.load()
    except (OSError, SyntaxError) as error:
        return [f"is not a complete PNG ({error})"]
    faults = []
    if image.size != (spec.width, spec.height):
        width, height = image.size
        faults.append(f"is {width} x {height} pixels, expected {spec.width} x {spec.height}")
    if image.mode != "RGB" or "transparency" in image.info:
        faults.append("is not 8-bit RGB without transparency")
    if [round(value) for value in image.info.get("dpi", ())] != 2 * [spec.dpi]:
        faults.append(f"does not state {spec.dpi} dpi")
    return faults or bleed_faults(np.asarray(image), spec)


def bleed_faults(pixels: Pixels, spec: FileSpec) -> list[str]:
    """The sides with blank outermost pixels next to a filled face inside the trim line."""
    bleed = round(spec.bleed)
    inside = bleed + round(SAMPLE_INSET * spec.dpi)
    faults = []
    for turns, side in enumerate(("top", "right", "bottom", "left")):
        # Rotate each side to the top.
        turned = np.rot90(pixels, turns)[:, bleed:-bleed]
        blank = (turned[0] >= BLANK).all(axis=1)
        filled = (turned[inside] < FILLED).any(axis=1)
        if (blank & filled).mean() > MAX_BLANK_SHARE:
            faults.append(f"has no bleed at the {side}: extend the background to the edge of .face")
    return faults


def face_faults(face: CardFace) -> list[str]:
    """Text of a face outside the safe zone."""
    words = face.words_outside(face.cut.safe - GLYPH_MARGIN)
    if not words:
        return []
    return [f"'{shorten(words)}' is less than {face.cut.safe:.2f} mm from the trim line"]


# --------------------------------------------------------------------------------------------------
# What is wrong with a card printer's file, in the words of the deck: printer, language, card.


# A fault of a page of the PDF.
_OF_PAGE = re.compile(r"cards\.pdf: page ([0-9]+) (.+)")

_HINTS = {"% ink": "lighten its darkest colours"}


@contextmanager
def named_faults(vendor: Vendor, lang: str, cards: Sequence[DeckCard]) -> Iterator[None]:
    """Name the printer and the language in the problems of files, and the cards of their pages.
    The problems of a layout stay as they are.
    """
    try:
        yield
    except ExportError as error:
        found = []
        # Each copy of a card has a back, then a front.
        pages = [card for card in cards for _ in range(card.quantity)]
        for problem in error.problems:
            named, hint, where = problem.message, problem.hint, problem.position
            page = _OF_PAGE.fullmatch(named)
            if page and (number := int(page[1]) - 1) // 2 < len(pages):
                card, side = pages[number // 2], "front" if number % 2 else "back"
                named, where = f"the {side} of '{card.id}' {page[2]}", card.where
                hint = next((h for words, h in _HINTS.items() if words in page[2]), hint)
            if problem.code == "vendor-file":
                named = f"{vendor.name} ({lang}): {named}"
            found.append(replace(problem, position=where, message=named, hint=hint))
        # Copies of a card have the same fault.
        raise ExportError(list(dict.fromkeys(found))) from error


# --- a PDF by the rules of PDF/X-1a:2003 that apply to it -----------------------------------------


VERSION = "PDF/X-1a:2003"

# Thumbnail size in pixels, to tell pages apart.
THUMB = (22, 30)

# Maximum mean difference (of 255) between two thumbnails of one face.
MAX_DIFFERENCE = 6.0

# Maximum number of pixels at which texts are missing, or should not be. It is usually 0.
MAX_WRONG = 40

# Keys that the standard forbids in the catalogue, in pages and in images.
BANNED = {"/AcroForm", "/AA", "/OpenAction", "/Names", "/Metadata", "/OCProperties"}

BANNED_ON_PAGES = {"/Annots", "/AA", "/CropBox", "/ArtBox", "/Group", "/UserUnit", "/Rotate"}

BANNED_IN_IMAGES = {"/SMask", "/Mask", "/Alternates", "/OPI", "/Metadata", "/Intent"}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page shows: the RGB thumbnail of its picture, and the texts on top: their letters and
    digits, and where they are seen.
    """

    thumb: Pixels
    letters: str = ""
    marks: Marks | None = None

    @classmethod
    def of(cls, layers: Layers) -> Shown:
        """What the page of a face shows. Its blacks are black in print."""
        from PIL import Image

        rgb = np.array(layers.picture)
        rgb[blacks_of(layers.picture)] = 0
        marks = Marks.of(layers.picture, layers.whole) if layers.texts else None
        return cls(np.asarray(Image.fromarray(rgb).resize(THUMB)), layers.letters, marks)


# Pages share images and contents: what was read before, by object. Of an image, its RGB thumbnail
# and the most ink of a pixel in percent.
Images = dict[tuple[int, int], tuple[Pixels, int]]
Contents = dict[tuple[int, int], tuple[list[str], str]]


def pdf_faults(data: bytes, shown: Sequence[Shown | None], spec: FileSpec) -> list[str]:
    """The faults of a deck's PDF. `shown` is what its pages show; None is blank."""
    drawn = DrawnPages(data, "it")
    try:
        with Pdf.open(BytesIO(data)) as pdf:
            faults = list(_document(pdf)) if data.startswith(b"%PDF-1.4") else ["is not PDF 1.4"]
            if len(pdf.pages) != len(shown):
                faults.append(f"has {len(pdf.pages)} pages, expected {len(shown)}")
            images, contents = Images(), Contents()
            for index, expected in enumerate(shown[: len(pdf.pages)]):
                found = _page(pdf.pages[index], expected, spec, images)
                found = chain(found, _text(pdf.pages[index], drawn, index, expected, contents))
                faults += [f"page {index + 1} {what}" for what in found]
            return faults
    except (pikepdf.PdfError, CannotDraw) as error:
        return [f"cannot be read ({error})"]


def _document(pdf: Pdf) -> Iterator[str]:
    if pdf.is_encrypted:
        yield "is encrypted"
    for key in ("/Title", "/CreationDate", "/ModDate"):
        if not pdf.docinfo.get(key):
            yield f"has no {key[1:]}"
    if pdf.docinfo.get("/GTS_PDFXVersion") != VERSION:
        yield f"does not declare {VERSION}"
    if pdf.docinfo.get("/Trapped") not in (Name("/True"), Name("/False")):
        yield "has no valid Trapped key"
    if "/ID" not in pdf.trailer:
        yield "has no ID"
    intents = [i for i in pdf.Root.get("/OutputIntents", []) if i.get("/S") == Name.GTS_PDFX]
    if len(intents) != 1 or not str(intents[0].get("/OutputConditionIdentifier", "")):
        yield "has no output condition"
    elif str(intents[0].get("/RegistryName", "")) != "http://www.color.org":
        yield "has an output condition without a registry"
    for key in sorted(BANNED & set(pdf.Root.keys())):
        yield f"contains {key}"
    yield from font_faults(pdf)


def page_boxes(spec: FileSpec) -> tuple[list[float], list[float]]:
    """The MediaBox and the TrimBox of a page in points."""
    scale = 72 / spec.dpi
    width, height, bleed = spec.width * scale, spec.height * scale, spec.bleed * scale
    return [0, 0, width, height], [bleed, bleed, width - bleed, height - bleed]


def _page(page: pikepdf.Page, shown: Shown | None, spec: FileSpec, known: Images) -> Iterator[str]:
    media, trim = page_boxes(spec)
    for key, box in (("/MediaBox", media), ("/BleedBox", media), ("/TrimBox", trim)):
        found = [float(value) for value in page.obj.get(key, [])]
        if len(found) != 4 or max(abs(a - b) for a, b in zip(found, box, strict=True)) > 0.01:
            yield f"has {key[1:]} {found}, expected {box}"
    for key in sorted(BANNED_ON_PAGES & set(page.obj.keys())):
        yield f"contains {key}"
    drawn = page.obj.get("/Resources", Dictionary()).get("/XObject", Dictionary())
    images = [item for _, item in drawn.items() if item.get("/Subtype") == Name.Image]
    if len(images) != len(drawn) or len(images) != (shown is not None):
        yield f"contains {len(drawn)} images or forms"
    elif shown is not None:
        yield from _image(images[0], shown.thumb, spec, known)
        matrix = b"q %g 0 0 %g 0 0 cm" % (media[2], media[3])
        if not page.obj.Contents.read_bytes().strip().startswith(matrix):
            yield "is not filled by its image"


def _text(
    page: pikepdf.Page, drawn: DrawnPages, index: int, shown: Shown | None, known: Contents
) -> Iterator[str]:
    """The faults of the content of a page, and of its text."""
    if "/Contents" not in page.obj:
        return
    key = page.obj.Contents.objgen
    if key not in known:
        known[key] = list(content_faults(page.obj)), letters_of(drawn, index)
        if shown and shown.marks and shown.marks.wrong_pixels(drawn, index) > MAX_WRONG:
            known[key][0].append("does not show its text where the face does")
    faults, letters = known[key]
    yield from faults
    if letters != (shown.letters if shown else ""):
        yield "has the wrong text"


def _image(image: pikepdf.Object, thumb: Pixels, spec: FileSpec, known: Images) -> Iterator[str]:
    if (int(image.Width), int(image.Height)) != (spec.width, spec.height):
        yield f"has an image of {image.Width} x {image.Height} pixels"
    if image.ColorSpace != Name.DeviceCMYK or int(image.BitsPerComponent) != 8:
        yield "is not 8-bit CMYK"
        return
    for key in sorted(BANNED_IN_IMAGES & set(image.keys())):
        yield f"has an image with {key}"
    if image.objgen not in known:
        from PIL import Image

        inks = read_inks(image.read_raw_bytes())
        light = 255 - np.minimum(inks[:, :, :3].astype(np.uint16) + inks[:, :, 3:], 255)
        picture = Image.fromarray(light.astype(np.uint8)).resize(THUMB)
        most = round(int(total_ink(inks).max()) / 2.55)
        known[image.objgen] = np.asarray(picture), most
    small, ink = known[image.objgen]
    if ink > MAX_INK:
        yield f"uses {ink} % ink, more than {MAX_INK} %"
    if np.abs(small.astype(int) - thumb).mean() > MAX_DIFFERENCE:
        yield "shows the wrong face"


# --- checks of the text of a card printer's PDF: its fonts, and what draws it ---------------------


# The operators of a page. All of them mean the same in any order of nesting, and `k` is the only
# one that sets a colour.
OPERATORS = {
    *("q", "Q", "cm", "Do", "k", "BT", "ET", "Tf", "Tm", "Tj", "TJ"),
    *("m", "l", "c", "v", "y", "h", "re", "W", "W*", "n"),
}

# Keys of the resources of a page: no graphics states, patterns or colour spaces.
RESOURCES = {"/XObject", "/Font"}

# The kinds of font file in PDF 1.4 for composite fonts, by the kind of font.
_FILES = {"/CIDFontType2": "/FontFile2", "/CIDFontType0": "/FontFile3"}


def font_faults(pdf: Pdf) -> Iterator[str]:
    """The faults of the fonts of a PDF: all are composite, and embedded."""
    for item in pdf.objects:
        if not isinstance(item, pikepdf.Dictionary) or item.get("/Type") != Name.Font:
            continue
        kind, name = str(item.get("/Subtype")), str(item.get("/BaseFont", "/?"))[1:]
        if kind == "/Type0":
            if item.get("/Encoding") != Name("/Identity-H"):
                yield f"contains the font {name} with an unknown encoding"
        elif kind not in _FILES:
            yield f"contains the font {name} of type {kind[1:]}"
        else:
            # A font file of the right kind for PDF 1.4.
            file = item.get("/FontDescriptor", Dictionary()).get(_FILES[kind])
            is_truetype = kind == "/CIDFontType2"
            if not (
                isinstance(file, pikepdf.Stream)
                and file.read_bytes()
                and (is_truetype or file.get("/Subtype") == Name.CIDFontType0C)
            ):
                yield f"contains the font {name} without its glyphs"


def content_faults(page: pikepdf.Object) -> Iterator[str]:
    """The faults of what draws a page: its operators, its colours and its fonts."""
    resources = page.get("/Resources", Dictionary())
    for key in sorted(set(resources.keys()) - RESOURCES):
        yield f"has resources of the kind {key}"
    fonts = resources.get("/Font", Dictionary())
    # Whether a colour is set, in each nested state.
    inked = [False]
    for step in pikepdf.parse_content_stream(page):
        operator = str(step.operator)
        if operator not in OPERATORS:
            yield f"draws with the operator {operator}"
        elif operator == "q":
            inked.append(inked[-1])
        elif operator == "Q" and len(inked) > 1:
            inked.pop()
        elif operator == "k":
            inked[-1] = True
            inks = [float(value) for value in step.operands]
            if len(inks) != 4 or min(inks) < 0 or max(inks) > 1:
                yield f"has the inks {inks}"
            elif sum(inks) * 100 > MAX_INK:
                yield f"has text in {sum(inks):.0%} ink, more than {MAX_INK} %"
        elif operator == "Tf" and str(step.operands[0]) not in fonts:
            yield f"has no font {step.operands[0]}"
        elif operator in ("Tj", "TJ") and not inked[-1]:
            yield "shows text without an ink"


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
    ours = deck.value.trim
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
        raise ValueError(f"{vendor.name} has no cards of {deck.value.trim} at {dpi} dpi")
    cards = deck_cards(library, deck, lang)
    rows: list[Row] = []
    spec = FileSpec(*vendor.pixels(size, dpi), dpi, vendor.bleed * dpi / VENDOR_DPI)
    made = closing(deck_faces(library, deck, lang, vendor.cut(size), runner))
    with named_faults(vendor, lang, cards), made as faces:
        if vendor.files == "pdf":
            yield "cards.pdf", deck_pdf(library, deck, lang, faces, spec)
            rows = [(card, []) for card in cards]
        else:
            backs = common_back_names(library, deck, lang)
            yield from _images(faces, spec, len(cards), rows, backs)
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
            whole = Channel(f"cards-{id}", "vendor", vendor=vendor.name, vendor_files=vendor.files)
            yield from deck_channels(whole, library, printed, make, apart=deck != "")


def itch_channels(library: Library, game: str, runner: JobRunner) -> Iterator[Channel]:
    """The channels of the card printers whose files are in the itch bundle."""
    vendors = {id: each for id, each in known_vendors(library.folders)[0].items() if each.itch}
    yield from vendor_channels(library, game, runner, vendors)
