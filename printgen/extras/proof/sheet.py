"""The sheets of proofs: cards as cuts that are off leave them, and as the colour blind see them.
Lengths in mm from the top left corner of the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import ceil, cos, radians, sin
from typing import TYPE_CHECKING

import numpy as np
import pikepdf
from PIL import Image as Images
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from printgen.extras.colours.vision import DEUTAN, GREY, NORMAL, PROTAN, TRITAN, Vision
from printgen.extras.proof.cuts import CUTS, FURTHEST, Shift
from printgen.extras.proof.deck import (
    SHOWN,
    Proof,
    ProofFace,
    directions,
    near_marks,
    uneven_borders,
)
from printgen.extras.proof.edges import EDGES
from printgen.imposition.compose import DocumentInfo, write_pdf
from printgen.imposition.face_tags import add_words
from printgen.imposition.printers_marks import (
    MarkedCanvas,
    font,
    new_canvas,
    unprintable,
    use_shapes,
    width_of,
)
from printgen.paper import Size
from printgen.project import FONTS
from printgen.store.scratch import scratch_folder
from printgen.typography.labels import fill
from printgen.typography.text import with_decimal_mark
from printgen.typography.word_shapes import WordShape

if TYPE_CHECKING:
    from PIL.Image import Image

_MARGIN, _GAP = 15.0, 4.0

# The colours of the page: type, quiet type and that on the table, the table that cards are on, the
# ground of figures, lines, and what went wrong.
_INK, _SOFT, _QUIET, _TABLE, _CELL, _LINE = (
    "#1b1b1b", "#5c5f61", "#33373a", "#b9b6ae", "#efede8", "#c3c1bb",
)  # fmt: skip
_WRONG, _RIGHT = "#9c2f1f", "#2f5a3a"

# Pixels of the pictures of cards to the millimetre on the page, and their quality as JPEG.
_FINE, _QUALITY = 9.0, 88

# The bleed beyond which hardly any cut shows white paper.
_BLEED = 3.0

VISIONS = (NORMAL, DEUTAN, PROTAN, TRITAN, GREY)


@cache
def _bold() -> str:
    """Register the font of headings, and return its name."""
    file = FONTS / "source-sans-3/SourceSans3_600SemiBold.ttf"
    pdfmetrics.registerFont(TTFont("SourceSansBold", str(file)))
    return "SourceSansBold"


@dataclass(slots=True)
class _Page:
    """The page that is drawn: a canvas, its size, the place of the next line, and its words in a
    language.
    """

    canvas: MarkedCanvas
    paper: Size
    words: dict[str, str]
    lang: str
    title: str
    y: float = 0.0
    number: int = 0

    @property
    def wide(self) -> float:
        """The width between the margins."""
        return self.paper.width - 2 * _MARGIN

    @property
    def left_over(self) -> float:
        """The height above the foot."""
        return self.paper.height - _MARGIN - self.y

    def figure(self, value: float) -> str:
        """A length with one decimal."""
        return with_decimal_mark(f"{value:.1f}", self.lang)

    def begin(self) -> None:
        """Begin a page."""
        if self.number:
            self.canvas.showPage()
        self.number += 1
        self.y = _MARGIN
        foot = self.paper.height - 8
        self.write(_MARGIN, foot, self.title, 7, _SOFT)
        self.write(self.paper.width - _MARGIN, foot, str(self.number), 7, _SOFT, end=True)

    def write(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        colour: str = _INK,
        *,
        bold: bool = False,
        end: bool = False,
        tag: str = "P",
    ) -> None:
        """Write words on a baseline, from `x` on, or up to it."""
        canvas = self.canvas
        canvas.setFillColor(HexColor(colour))
        canvas.setFont(_bold() if bold and not unprintable(words) else font(), size)
        with canvas.reading(tag):
            draw = canvas.drawRightString if end else canvas.drawString
            draw(x * mm, (self.paper.height - y) * mm, words)

    def paragraph(self, words: str, size: float, colour: str = _INK, indent: float = 0.0) -> None:
        """Write a paragraph below all else."""
        for line in _lines(words, size, self.wide - indent):
            self.y += size * 0.48
            self.write(_MARGIN + indent, self.y, line, size, colour)
        self.y += 1.2

    def heading(self, words: str, size: float = 13) -> None:
        """Write a heading below all else, with a line above it."""
        self.y += 4
        self.canvas.setStrokeColor(HexColor(_LINE))
        self.canvas.setLineWidth(0.2 * mm)
        y = (self.paper.height - self.y) * mm
        self.canvas.line(_MARGIN * mm, y, (self.paper.width - _MARGIN) * mm, y)
        self.y += size * 0.5
        self.write(_MARGIN, self.y, words, size, bold=True, tag="H2")
        self.y += 2.6

    def ground(self, x: float, y: float, width: float, height: float, colour: str = _TABLE) -> None:
        """Draw the table that cards are on, or another ground."""
        self.canvas.setFillColor(HexColor(colour))
        box = x * mm, (self.paper.height - y - height) * mm, width * mm, height * mm
        self.canvas.roundRect(*box, 1.6 * mm, stroke=0, fill=1)

    def picture(self, x: float, y: float, size: Size, picture: Image, radius: float) -> None:
        """Draw a card with round corners."""
        buffer = BytesIO()
        picture.save(buffer, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
        canvas = self.canvas
        box = x * mm, (self.paper.height - y - size.height) * mm
        canvas.saveState()
        path = canvas.beginPath()
        path.roundRect(*box, size.width * mm, size.height * mm, max(radius, 0.01) * mm)
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.drawImage(ImageReader(buffer), *box, size.width * mm, size.height * mm)
        canvas.restoreState()


def _lines(words: str, size: float, wide: float) -> Iterator[str]:
    """A paragraph as lines of a width."""
    line = ""
    for word in words.split(" "):
        longer = f"{line} {word}" if line else word
        if line and width_of(longer, size) > wide * mm:
            yield line
            longer = word
        line = longer
    yield line


def _fitting(words: str, size: float, wide: float) -> str:
    """Words in one line, cut off with an ellipsis if they are longer than a width."""
    if width_of(words, size) <= wide * mm:
        return words
    while words and width_of(f"{words}…", size) > wide * mm:
        words = words[:-1]
    return f"{words.rstrip()}…"


# --- pictures of cards ----------------------------------------------------------------------------


def as_cut(face: ProofFace, proof: Proof, shift: Shift, pixels: Size) -> Image:
    """A card that is cut off its place, in a size in pixels. Beyond the bleed, paper is white."""
    assert face.picture
    size, bleed = proof.cut.size, proof.cut.bleed
    across, down = size.width * SHOWN / pixels.width, size.height * SHOWN / pixels.height
    turn = radians(shift.turn)
    middle_x = (bleed + size.width / 2 + shift.x) * SHOWN
    middle_y = (bleed + size.height / 2 + shift.y) * SHOWN
    # Where a pixel of the result is in the picture of the face.
    matrix = (
        across * cos(turn),
        -down * sin(turn),
        middle_x - (across * cos(turn) * pixels.width - down * sin(turn) * pixels.height) / 2,
        across * sin(turn),
        down * cos(turn),
        middle_y - (across * sin(turn) * pixels.width + down * cos(turn) * pixels.height) / 2,
    )
    wanted = round(pixels.width), round(pixels.height)
    # Drawn larger: the filter looks at four pixels only, however far apart they are.
    finer = max(1, round(max(across, down)))
    scaled = tuple(
        value if place in (2, 5) else value / finer for place, value in enumerate(matrix)
    )
    drawn = face.picture.transform(
        (wanted[0] * finer, wanted[1] * finer),
        Images.Transform.AFFINE,
        scaled,
        Images.Resampling.BICUBIC,
        fillcolor=(255, 255, 255),
    )
    return drawn.reduce(finer) if finer > 1 else drawn


def as_seen(picture: Image, vision: Vision) -> Image:
    """A picture as a kind of vision sees it."""
    if vision is NORMAL:
        return picture
    values = np.asarray(picture.convert("RGB")).astype(np.float64) / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ np.array(vision.matrix).T, 0, 1)
    gamma = np.where(seen <= 0.0031308, 12.92 * seen, 1.055 * seen ** (1 / 2.4) - 0.055)
    return Images.fromarray((255 * gamma).round().astype(np.uint8), "RGB")


# --- the proof of cuts ----------------------------------------------------------------------------


def cut_sheet(
    proof: Proof,
    paper: Size,
    words: dict[str, str],
    shapes: dict[str, WordShape],
    info: DocumentInfo,
) -> bytes:
    """The proof of the cuts of a deck: what may go wrong, the worst cuts, and each card 1 and 2 mm
    off.
    """
    with _sheet(paper, words, shapes, info) as (page, buffer):
        page.begin()
        _opening(page, words["proof_cut"], info.title)
        _facts(page, proof)
        _borders(page, proof)
        _worst(page, proof)
        _each(page, proof)
    return buffer.getvalue()


def vision_sheet(
    proof: Proof,
    paper: Size,
    words: dict[str, str],
    shapes: dict[str, WordShape],
    info: DocumentInfo,
) -> bytes:
    """The faces of a deck as kinds of vision see them."""
    with _sheet(paper, words, shapes, info) as (page, buffer):
        page.begin()
        _opening(page, words["proof_vision"], info.title)
        page.paragraph(words["proof_vision_text"], 9.5, _SOFT)
        page.y += 2
        _seen(page, proof)
    return buffer.getvalue()


@contextmanager
def _sheet(
    paper: Size, words: dict[str, str], shapes: dict[str, WordShape], info: DocumentInfo
) -> Iterator[tuple[_Page, BytesIO]]:
    """A sheet to draw, and the file that has it at the end."""
    use_shapes(shapes)
    drawn, result = BytesIO(), BytesIO()
    canvas = new_canvas(drawn, paper)
    yield _Page(canvas, paper, words, info.lang, info.title), result
    canvas.showPage()
    canvas.save()
    with pikepdf.Pdf.open(BytesIO(drawn.getvalue())) as pdf, scratch_folder() as scratch:
        add_words(pdf)
        path = scratch / "proof.pdf"
        write_pdf(pdf, info, path)
        result.write(path.read_bytes())


def _opening(page: _Page, kind: str, title: str) -> None:
    page.y += 4
    page.write(_MARGIN, page.y, kind.upper(), 8, _WRONG, bold=True)
    page.y += 8.4
    size = 22.0
    while size > 12 and width_of(title, 1.06 * size) > page.wide * mm:
        size -= 1
    page.write(_MARGIN, page.y, _fitting(title, 1.06 * size, page.wide), size, bold=True, tag="H1")
    page.y += 4.5


def _facts(page: _Page, proof: Proof) -> None:
    """How many of the cuts do harm, in large figures: in red from one in fifty on."""
    words, height = page.words, 21.0
    two = any(face.side == "back" for face in proof.faces)
    text = words["proof_cuts_both" if two else "proof_cuts_front"]
    page.paragraph(fill(text, cuts=CUTS, furthest=f"{FURTHEST:g}"), 9.5, _SOFT)
    page.y += 1.5
    facts = [
        (proof.tally.uneven, words["proof_uneven"]),
        (proof.tally.lost, words["proof_lost"]),
        (proof.tally.white, words["proof_white"]),
    ]
    wide = (page.wide - 2 * _GAP) / 3
    for number, (count, label) in enumerate(facts):
        x = _MARGIN + number * (wide + _GAP)
        page.ground(x, page.y, wide, height, _CELL)
        colour = _WRONG if count > CUTS / 50 else _INK if count else _RIGHT
        page.write(x + 4, page.y + 10.2, str(count), 24, colour, bold=True)
        beside = x + 4 + pdfmetrics.stringWidth(str(count), _bold(), 24) / mm + 2
        page.write(beside, page.y + 10.2, fill(words["proof_of"], cuts=CUTS), 9, _SOFT)
        for row, line in enumerate([*_lines(label, 8.4, wide - 7)][:2]):
            page.write(x + 4, page.y + 14.6 + 3.6 * row, line, 8.4)
    page.y += height + 2.5


def _borders(page: _Page, proof: Proof) -> None:
    """The borders that look uneven, and how many words and drawings are near the cut."""
    words, lines = page.words, list[str]()
    for group in uneven_borders(proof)[:4]:
        where = words["proof_around"]
        if group.edges != EDGES:
            where = ", ".join(words[f"proof_{edge}"] for edge in group.edges)
        label = "proof_border" if group.edges else "proof_line"
        lines.append(
            fill(
                words[f"{label}_all" if group.whole and group.cards > 1 else label],
                width=page.figure(group.width),
                where=where,
                side=words[f"proof_{group.side}{'s' * (group.cards > 1)}"],
                count=group.cards,
                less=page.figure(max(group.width - 1, 0)),
                more=page.figure(group.width + 1),
            )
        )
    near = sum(bool(near_marks(face)) for face in proof.faces)
    if near:
        lines.append(fill(words["proof_near"], count=near))
    if proof.tally.white > CUTS / 50 and proof.cut.bleed < _BLEED:
        bleed = with_decimal_mark(f"{proof.cut.bleed:g}", page.lang)
        lines.append(fill(words["proof_bleed"], bleed=bleed, enough=f"{_BLEED:g}"))
    if proof.cards < proof.total:
        lines.append(fill(words["proof_sample"], count=proof.cards, total=proof.total))
    for line in lines or [words["proof_sound"]]:
        page.write(_MARGIN, page.y + 9.5 * 0.48, "–", 9.5, _SOFT)
        page.paragraph(line, 9.5, indent=4)


def _card_size(page: _Page, proof: Proof, wide: float, more: float) -> Size:
    """The size of cards that fill the rest of a page with rows, at most so wide. A row has `more`
    height than a card.
    """
    ratio = proof.cut.size.height / proof.cut.size.width
    row = wide * ratio + more + _GAP
    rows = max(1, ceil(page.left_over / row - 0.6))
    high = min(wide * ratio, page.left_over / rows - more - _GAP)
    return Size(high / ratio, high)


def _arrows(page: _Page, shift: Shift) -> str:
    """A shift as arrows and lengths, and its turn in degrees."""
    signs = ("→" if shift.x > 0 else "←"), ("↓" if shift.y > 0 else "↑")
    said = [
        f"{sign} {page.figure(abs(length))}"
        for sign, length in zip(signs, shift[:2], strict=True)
        if abs(length) >= 0.05
    ]
    if abs(shift.turn) >= 0.05:
        said.append(f"{page.figure(abs(shift.turn))}°")
    return "  ".join(said) or page.figure(0)


def _worst(page: _Page, proof: Proof) -> None:
    """The worst cuts, each on a card with its back."""
    page.heading(page.words["proof_worst"])
    two = any(proof.faces[each.front].behind is not None for each in proof.worst)
    columns, more = (2, 15.0) if two else (4, 15.0)
    tile = (page.wide - (columns - 1) * _GAP) / columns
    small = _card_size(page, proof, (tile - 9) / 2 if two else tile - 6, more)
    wide = small.width
    for number, each in enumerate(proof.worst):
        column = number % columns
        if column == 0 and number and page.left_over < small.height + 16:
            page.begin()
        x = _MARGIN + column * (tile + _GAP)
        page.ground(x, page.y, tile, small.height + 15)
        front = proof.faces[each.front]
        back = proof.faces[front.behind] if front.behind is not None else None
        shown = [(front, each.cut.front)]
        shown += [(back, each.cut.back)] if back and back.picture else []
        inner = len(shown) * wide + (len(shown) - 1) * 3
        for place, (face, shift) in enumerate(shown):
            at = x + (tile - inner) / 2 + place * (wide + 3)
            _card(page, proof, face, shift, at, page.y + 3, small)
            page.write(at, page.y + small.height + 6.6, _arrows(page, shift), 7, _QUIET)
        name = _fitting(front.card.name, 8.4, tile - 6)
        page.write(x + (tile - inner) / 2, page.y + small.height + 11.6, name, 8.4, bold=True)
        if column == columns - 1 or each is proof.worst[-1]:
            page.y += small.height + 15 + _GAP


def _card(
    page: _Page, proof: Proof, face: ProofFace, shift: Shift, x: float, y: float, size: Size
) -> None:
    """A card that is cut off its place, in a size on the page."""
    pixels = Size(round(size.width * _FINE), round(size.height * _FINE))
    picture = as_cut(face, proof, shift, pixels)
    page.picture(x, y, size, picture, proof.radius * size.width / proof.cut.size.width)


# How far the cuts of each card are off.
_STEPS = (0.0, 1.0, 2.0)


def _each(page: _Page, proof: Proof) -> None:
    """Each face as it should be cut, and 1 and 2 mm off."""
    faces, size = proof.shown(), proof.cut.size
    page.begin()
    page.heading(page.words["proof_each"])
    page.paragraph(page.words["proof_each_text"], 9.5, _SOFT)
    fronts = [sum(face.side == "front" for face in some) for some in (faces, proof.faces)]
    if fronts[0] < fronts[1]:
        shown = fill(page.words["proof_shown"], count=fronts[0], total=fronts[1])
        page.paragraph(shown, 9.5, _SOFT)
    page.y += 3
    columns = 2 if size.width <= 1.2 * size.height else 1
    tile = (page.wide - (columns - 1) * _GAP) / columns
    small = _card_size(page, proof, (tile - 12) / 3, 13.5)
    wide = small.width
    height = small.height + 13.5
    for number, (face, (x, y)) in enumerate(zip(faces, directions(proof), strict=True)):
        column = number % columns
        if column == 0 and page.left_over < height:
            page.begin()
        left = _MARGIN + column * (tile + _GAP)
        page.ground(left, page.y, tile, height)
        inner = left + (tile - 3 * wide - 6) / 2
        side = "" if face.side == "front" else f" · {page.words['proof_back']}"
        name = _fitting(f"{face.card.name}{side}", 8.4, 3 * wide + 6)
        page.write(inner, page.y + 4.6, name, 8.4, bold=True)
        for place, step in enumerate(_STEPS):
            at = inner + place * (wide + 3)
            _card(page, proof, face, Shift(x * step, y * step), at, page.y + 6.6, small)
            arrow = "→" if x > 0 else "←" if x < 0 else "↓" if y > 0 else "↑"
            said = f"{arrow} {step:g} mm" if step else page.words["proof_as_meant"]
            page.write(at, page.y + small.height + 10.4, said, 7, _QUIET)
        if column == columns - 1 or number == len(faces) - 1:
            page.y += height + _GAP


# --- the proof of colours -------------------------------------------------------------------------


def _seen(page: _Page, proof: Proof) -> None:
    """The faces, one in a row, as each kind of vision sees them."""
    faces, size = proof.shown(), proof.cut.size
    page.y += 9
    small = _card_size(page, proof, (page.wide - 18) / 5, 11)
    page.y -= 9
    wide = small.width
    step = (page.wide - 6 - wide) / 4
    pixels = Size(round(small.width * _FINE), round(small.height * _FINE))
    _names_of_visions(page, step)
    for face in faces:
        height = small.height + 11
        if page.left_over < height:
            page.begin()
            _names_of_visions(page, step)
        page.ground(_MARGIN, page.y, page.wide, height)
        side = "" if face.side == "front" else f" · {page.words['proof_back']}"
        name = _fitting(f"{face.card.name}{side}", 8.4, page.wide - 6)
        page.write(_MARGIN + 3, page.y + 4.6, name, 8.4, bold=True)
        picture = as_cut(face, proof, Shift(0, 0), pixels)
        for place, vision in enumerate(VISIONS):
            x = _MARGIN + 3 + place * step
            radius = proof.radius * small.width / size.width
            page.picture(x, page.y + 6.8, small, as_seen(picture, vision), radius)
        page.y += height + _GAP


def _names_of_visions(page: _Page, step: float) -> None:
    for place, vision in enumerate(VISIONS):
        lines: Sequence[str] = [*_lines(page.words[f"proof_{vision.name}"], 7.6, step - 2)][:2]
        for row, line in enumerate(lines):
            page.write(_MARGIN + 3 + place * step, page.y + 3 + 3.2 * row, line, 7.6, _SOFT)
    page.y += 9
