"""Files for printers of cards: faces at a vendor's trim, bleed and resolution, and checked."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Literal

from printgen.content.library import Library
from printgen.export.faces import Card, CardFaces, Deck, cards, deck_faces, file_name
from printgen.export.readme import decimal, readme
from printgen.export.vendors.checks import FileSpec, face_faults, png_faults, refuse
from printgen.export.vendors.deck_pdf import deck_pdf
from printgen.paper import Size, card_size
from printgen.products.cards import Cut
from printgen.products.target import Target
from printgen.products.titles import deck_title

if TYPE_CHECKING:
    from PIL.Image import Image


# A vendor's figures are in pixels of its files, which have so many an inch.
VENDOR_DPI = 300

RESOLUTIONS = (300, 600)

# A design for one trim is laid out at another that differs by no more on either side (mm).
NEAR = 1.0


# A card and the names of its pictures.
Row = tuple[Card, list[str]]


@dataclass(frozen=True, slots=True)
class Vendor:
    """A printer of cards. `bleed` and `safe` are pixels on each side of the cut, at 300 dpi.

    `sizes` are what it calls its cards, and the pixels across and down of a file, bleed included.
    """

    name: str
    form: Literal["png", "pdf"]
    bleed: float
    safe: float
    sizes: dict[str, tuple[int, int]]

    def pixels(self, size: str, dpi: int) -> tuple[int, int]:
        """The size of a file."""
        width, height = self.sizes[size]
        return width * dpi // VENDOR_DPI, height * dpi // VENDOR_DPI

    def cut(self, size: str) -> Cut:
        """The same in mm."""
        width, height = self.sizes[size]
        trim = Size(_mm(width - 2 * self.bleed), _mm(height - 2 * self.bleed))
        return Cut(trim, _mm(self.bleed), _mm(self.safe))


def _mm(pixels: float) -> float:
    return round(pixels * 25.4 / VENDOR_DPI, 4)


# MakePlayingCards speaks of 1/8 inch and asks for 36 pixels; the pixels are what it checks. Its
# cards of 63 x 88 mm are another product, with figures of its own.
VENDORS = {
    "makeplayingcards": Vendor(
        "MakePlayingCards",
        "png",
        36,
        36,
        {
            "Poker, 2.5 × 3.5 in": (822, 1122),
            "Bridge, 2.25 × 3.5 in": (747, 1122),
            "Tarot, 2.75 × 4.75 in": (897, 1497),
            "Domino, 1.75 × 3.5 in": (597, 1122),
            "Micro, 1.25 × 1.75 in": (447, 597),
        },
    ),
    "the-game-crafter": Vendor(
        "The Game Crafter",
        "png",
        37.5,
        37.5,
        {
            "Poker Deck": (825, 1125),
            "Bridge Deck": (750, 1125),
            "Mini Deck": (600, 825),
            "Tarot Deck": (900, 1500),
            "Square Deck": (1125, 1125),
            "Domino Deck": (600, 1125),
            "Micro Deck": (450, 600),
        },
    ),
    "drivethrucards": Vendor(
        "DriveThruCards", "pdf", 37.5, 37.5, {"US Poker, 2.5 × 3.5 in": (825, 1125)}
    ),
}


def vendors_for(deck: Deck) -> list[str]:
    """The vendors that print cards of a deck's size."""
    return [name for name, vendor in VENDORS.items() if size_for(vendor, deck)]


def size_for(vendor: Vendor, deck: Deck) -> str | None:
    """What a vendor calls the cards that suit a deck's design; None when it has none."""
    ours = card_size(deck.value.format)
    for name in vendor.sizes:
        trim = vendor.cut(name).size
        if max(abs(trim.width - ours.width), abs(trim.height - ours.height)) <= NEAR:
            return name
    return None


def vendor_files(
    library: Library, deck: Deck, lang: str, vendor: str, dpi: int = VENDOR_DPI
) -> Iterator[tuple[str, bytes]]:
    """The files for a vendor, each with its name: faces or a PDF, a list of copies, READMEs.

    Holds a batch of faces at a time; a PDF as a whole. Raises ExportError when a face does not fit
    or a file is not as the vendor asks, ValueError when the vendor has no such cards.
    """
    profile = VENDORS[vendor]
    size = size_for(profile, deck)
    if size is None or dpi not in RESOLUTIONS:
        raise ValueError(f"{profile.name} has no cards of {deck.value.format} at {dpi} dpi")
    faces_of_cards = deck_faces(library, deck, lang, profile.cut(size))
    every = cards(library, deck, lang)
    rows: list[Row] = [(card, []) for card in every]
    spec = FileSpec(*profile.pixels(size, dpi), dpi, profile.bleed * dpi / VENDOR_DPI)
    with closing(faces_of_cards):
        if profile.form == "pdf":
            yield "cards.pdf", deck_pdf(library, deck, lang, faces_of_cards, spec)
        else:
            rows.clear()
            yield from _pictures(faces_of_cards, spec, len(every), rows)
    yield "cards.csv", _list(rows)
    for language in ("fr", "en"):
        text = _readme(library, deck, language, vendor, size, rows, spec)
        yield f"README.{language}.txt", text


def _pictures(
    faces_of_cards: Iterable[CardFaces], spec: FileSpec, total: int, rows: list[Row]
) -> Iterator[tuple[str, bytes]]:
    """Each face as a PNG, and in `rows` which of them make a card. Equal pictures are one file."""
    digits = max(2, len(str(total)))
    known: dict[bytes, str] = {}
    for card, *faces in faces_of_cards:
        names = []
        for face in filter(None, faces):
            png = png_bytes(face.image(spec.width, spec.height, face.cut.bleed), spec.dpi)
            alike = sha256(png).digest()
            if alike not in known:
                copies = f"-x{card.quantity}" if card.quantity > 1 else ""
                name = f"{card.number:0{digits}}-{face.side}-{file_name(card.id)}{copies}.png"
                refuse(card.where, name, png_faults(png, spec) + face_faults(face))
                known[alike] = name
                yield name, png
            names.append(known[alike])
        rows.append((card, names))


def png_bytes(image: Image, dpi: int) -> bytes:
    """A picture as PNG that states its resolution."""
    buffer = BytesIO()
    # Two steps more make a file 5 % smaller, and take five times as long.
    image.save(buffer, "PNG", dpi=(dpi, dpi), compress_level=7)
    return buffer.getvalue()


def _list(rows: list[Row]) -> bytes:
    """How many of each card there are, and its pictures, as a table that a spreadsheet opens."""
    text = StringIO()
    table = csv.writer(text, lineterminator="\r\n")
    table.writerow(["number", "copies", "name", "front", "back"])
    for card, names in rows:
        # What a spreadsheet would take for a formula is text.
        name = f"'{card.name}" if card.name[:1] in "=+-@\t\r" else card.name
        table.writerow([card.number, card.quantity, name, *names, *[""] * (2 - len(names))])
    return text.getvalue().encode("utf-8-sig")


# What a folder says of itself, by vendor.
_WORDS = {
    "makeplayingcards": [
        "vendor_size",
        "vendor_png",
        "vendor_checked",
        "mpc_step_deck",
        "mpc_step_images",
        "mpc_step_copies",
        "mpc_step_preview",
    ],
    "the-game-crafter": [
        "vendor_size",
        "vendor_png",
        "vendor_checked",
        "tgc_step_deck",
        "tgc_step_backs",
        "tgc_step_proof",
    ],
    "drivethrucards": [
        "vendor_size",
        "dtc_pdf",
        "dtc_x1a",
        "dtc_colours",
        "dtc_step_upload",
        "dtc_step_proof",
    ],
}


def _readme(
    library: Library,
    deck: Deck,
    lang: str,
    vendor: str,
    size: str,
    rows: list[Row],
    spec: FileSpec,
) -> bytes:
    profile = VENDORS[vendor]
    files = {name for _, names in rows for name in names}
    total = sum(card.quantity for card, _ in rows)
    width, height = profile.sizes[size]
    values = {
        "vendor": profile.name,
        "size": size,
        "files": len(files),
        "total": total,
        "pages": 2 * total,
        "width": spec.width,
        "height": spec.height,
        "width_300": width,
        "height_300": height,
        "dpi": spec.dpi,
        "bleed": decimal(spec.bleed, lang),
        "safe": decimal(profile.cut(size).safe, lang),
    }
    keys = list(_WORDS[vendor])
    if len(files) < sum(len(names) for _, names in rows):
        keys.insert(2, "vendor_alike")
    if vendor == "the-game-crafter" and spec.dpi != VENDOR_DPI:
        keys.insert(1, "tgc_only_300")
    title = deck_title(library, Target(deck.game, deck.id, "cards", lang, "", "full"))
    return readme(library, lang, f"{profile.name} – {title}", keys, values)
