"""Pages with small pictures of faces in a grid, each with a name and a number below it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Dictionary, Pdf
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from printgen.content.models.theme import Typeface
from printgen.geometry.outlines import Outline, rectangle
from printgen.imposition.compose import DocumentInfo, FaceForms, path_operators, write_pdf
from printgen.imposition.face_tags import add_words
from printgen.imposition.printers_marks import MarkedCanvas, font, new_canvas, outline_path
from printgen.paper import PaperError, Size, mm_to_points
from printgen.project import FONTS
from printgen.typography.measure import text_width, wrap_words

# Margins of the page; distances of entries and of rows, and of the two faces of a card (mm).
MARGIN, GAP, ROW_GAP, PAIR_GAP = 12.0, 4.0, 3.5, 1.0

# Height of the title with the total, and of the title of a section (mm).
HEAD, SECTION_HEAD = 17.0, 9.0

# A caption: distance from the picture, size and distance of lines (mm), and most lines.
_CAPTION_GAP, _LINE, _LINES = 3.2, 3.1, 2

_FACE = Typeface(size=2.6)

# Size of the title (mm).
_TITLE = 6.4

# Width (mm) and gray of the line around pictures; gray of the lines of words beside names.
_EDGE, _EDGE_GRAY, _GRAY = 0.1, 0.55, 0.35

_BOLD = "SourceSansSemiBold"


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """A card of an index: its name, how many there are, and the numbers of its faces."""

    name: str
    count: int
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class IndexSection:
    """The cards of a deck: their trim size, bleed and corners (mm)."""

    title: str
    card: Size
    bleed: float
    radius: float
    entries: tuple[IndexEntry, ...]


@dataclass(frozen=True, slots=True)
class IndexPlan:
    """An index in words and numbers. `total` is the line below the title."""

    title: str
    total: str
    paper: Size
    columns: int
    sections: tuple[IndexSection, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A face on a page: the top left corner of its trim box (mm), its scale, and the operators that
    set the colour and the width of a line around it, if any.
    """

    face: int
    section: IndexSection
    x: float
    y: float
    scale: float
    line: str = ""

    @property
    def size(self) -> Size:
        """The size of the trim box on the page."""
        card = self.section.card
        return Size(card.width * self.scale, card.height * self.scale)


@dataclass(slots=True)
class IndexPage:
    """The pictures of a page; its captions, each with a place and the room for it (mm); and the
    titles of sections with their heights on the page.
    """

    pictures: list[Picture] = field(default_factory=list)
    captions: list[tuple[IndexEntry, float, float, float]] = field(default_factory=list)
    titles: list[tuple[str, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Grid:
    """The grid of a section (mm): entries of a row, width of an entry, scale of its pictures, and
    height of a row. All entries of a section have the same number of faces.
    """

    across: int
    width: float
    scale: float
    height: float


def _grid(plan: IndexPlan, section: IndexSection) -> _Grid:
    faces = max((len(entry.faces) for entry in section.entries), default=1)
    across = -(-plan.columns // faces)
    width = (plan.paper.width - 2 * MARGIN - (across - 1) * GAP) / across
    scale = (width - (faces - 1) * PAIR_GAP) / faces / section.card.width
    height = section.card.height * scale + _CAPTION_GAP + _LINE * (_LINES - 1) + 1
    return _Grid(across, width, scale, height)


def index_pages(plan: IndexPlan) -> list[IndexPage]:
    """The pages of an index. Raises PaperError when a picture is higher than a page."""
    pages, y, foot = [IndexPage()], MARGIN + HEAD, plan.paper.height - MARGIN
    head = SECTION_HEAD if len(plan.sections) > 1 else 0.0
    for section in plan.sections:
        grid = _grid(plan, section)
        if grid.height + HEAD + head > foot - MARGIN:
            raise PaperError(f"pictures of an index are too high for paper of {plan.paper}")
        for start in range(0, len(section.entries), grid.across):
            lead = 0.0 if start else head
            if y + lead + grid.height > foot:
                pages.append(IndexPage())
                y = MARGIN
            if lead:
                pages[-1].titles.append((section.title, y))
            page, top = pages[-1], y + lead
            step = section.card.width * grid.scale + PAIR_GAP
            below = top + section.card.height * grid.scale + _CAPTION_GAP
            for column, entry in enumerate(section.entries[start : start + grid.across]):
                x = MARGIN + column * (grid.width + GAP)
                for number, face in enumerate(entry.faces):
                    page.pictures.append(Picture(face, section, x + number * step, top, grid.scale))
                page.captions.append((entry, x, below, grid.width))
            y += lead + grid.height + ROW_GAP
    return pages


def compose_index(plan: IndexPlan, faces: bytes, info: DocumentInfo, out: Path) -> None:
    """Write an index to the file `out`. `faces` is a PDF with the faces as pages, with bleed."""
    pages, buffer = index_pages(plan), BytesIO()
    canvas = new_canvas(buffer, plan.paper)
    for number, page in enumerate(pages, start=1):
        if number == 1:
            top, room = plan.paper.height - MARGIN, plan.paper.width - 2 * MARGIN
            size = _fitting(plan.title, Typeface(weight=600), room, _TITLE)
            canvas.setFont(_bold(), size * mm)
            with canvas.reading("H1"):
                canvas.drawString(MARGIN * mm, (top - 5) * mm, plan.title)
            canvas.setFont(font(), 3.4 * mm)
            canvas.setFillGray(_GRAY)
            with canvas.reading():
                canvas.drawString(MARGIN * mm, (top - 10.5) * mm, plan.total)
            canvas.setFillGray(0)
        _draw_page(canvas, plan, page)
        canvas.setFont(font(), 7)
        canvas.setFillGray(_GRAY)
        canvas.drawString(MARGIN * mm, 6 * mm, plan.title)
        edge = (plan.paper.width - MARGIN) * mm
        canvas.drawRightString(edge, 6 * mm, f"{number}/{len(pages)}")
        canvas.setFillGray(0)
        canvas.showPage()
    canvas.save()
    with Pdf.open(buffer) as pdf, Pdf.open(BytesIO(faces)) as source:
        add_words(pdf)
        forms = FaceForms(pdf, source)
        for sheet, page in zip(pdf.pages, pages, strict=True):
            # The captions say what the pictures show.
            show_faces(pdf, sheet, page.pictures, plan.paper, forms, below=True)
        write_pdf(pdf, info, out)


def show_faces(
    pdf: Pdf,
    sheet: pikepdf.Page,
    pictures: Sequence[Picture],
    paper: Size,
    forms: FaceForms,
    *,
    below: bool,
) -> None:
    """Draw faces on a page, each in its rounded outline, below or above all else. They are not
    read aloud.
    """
    drawn, operators = Dictionary(), []
    for picture in pictures:
        name = f"/F{picture.face}"
        drawn[name] = forms.form(picture.face)
        bleed = picture.section.bleed * picture.scale
        x, foot = picture.x - bleed, picture.y + picture.size.height + bleed
        numbers = (picture.scale, 0, 0, picture.scale, mm_to_points(x))
        matrix = " ".join(f"{n:.5f}" for n in (*numbers, mm_to_points(paper.height - foot)))
        clip = path_operators(outline_of(picture), paper.height)
        operators.append(f"q {clip} W n {matrix} cm {name} Do Q")
        if picture.line:
            operators.append(f"q {picture.line} {clip} S Q")
    sheet.Resources.XObject = drawn
    marked = "\n".join(["/Artifact BMC", *operators, "EMC"])
    sheet.contents_add(pdf.make_stream(marked.encode()), prepend=below)


def outline_of(picture: Picture) -> Outline:
    """The outline of a picture on its page, with round corners."""
    radius = picture.section.radius * picture.scale
    return rectangle(picture.size.width, picture.size.height, radius).placed(picture.x, picture.y)


# --- words and lines -------------------------------------------------------------------------


@cache
def _bold() -> str:
    """Register the font of titles and numbers, and return its name."""
    path = FONTS / "source-sans-3" / "SourceSans3_600SemiBold.ttf"
    pdfmetrics.registerFont(TTFont(_BOLD, str(path)))
    return _BOLD


def _draw_page(canvas: MarkedCanvas, plan: IndexPlan, page: IndexPage) -> None:
    height = plan.paper.height
    for title, y in page.titles:
        canvas.setFont(_bold(), 4.2 * mm)
        with canvas.reading("H2"):
            canvas.drawString(MARGIN * mm, (height - y - 4.6) * mm, title)
    canvas.setLineWidth(_EDGE * mm)
    canvas.setStrokeGray(_EDGE_GRAY)
    for picture in page.pictures:
        canvas.drawPath(outline_path(canvas, plan.paper, outline_of(picture)))
    for entry, x, y, room in page.captions:
        # The name at the left, and the number at the right of its first line.
        number, foot = f"× {entry.count}", height - y
        own = room - text_width(number, _FACE) - 1.5
        lines = wrap_words(entry.name, _FACE, own, _LINES)
        size = min(_fitting(line, _FACE, own, _FACE.size) for line in lines)
        with canvas.reading():
            canvas.setFont(font(), size * mm)
            for place, line in enumerate(lines):
                canvas.drawString(x * mm, (foot - place * _LINE) * mm, line)
            canvas.setFont(_bold(), _FACE.size * mm)
            canvas.drawRightString((x + room) * mm, foot * mm, number)


def _fitting(words: str, face: Typeface, room: float, size: float) -> float:
    """The size (mm) of a face, at most `size`, at which words fit into a room."""
    width = text_width(words, face, size)
    return size * min(1.0, room / width) if width else size
