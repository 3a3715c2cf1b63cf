"""Compose sheets from laid-out faces. Each face is in the file once."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

from printgen.imposition.merge import Merger
from printgen.imposition.plan import Placement, SheetPlan, SheetSide
from printgen.paper import Size, mm_to_points


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """The metadata of a PDF. `lang` is a language code."""

    title: str
    author: str
    lang: str


# A PDF and the face numbers of its pages.
FacePdf = tuple[bytes, tuple[int, ...]]


def compose(
    plan: SheetPlan,
    marks: bytes,
    parts: Iterable[FacePdf],
    bleed: float,
    info: DocumentInfo,
    out: Path,
    offset: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Write the sheets of a plan to the file `out`.

    `marks` is a PDF with the printer's marks, one page per side. `parts` have each face once, at
    trim size plus `bleed` mm on each edge. `offset` (mm, right and down) shifts the faces of backs.
    """
    with Pdf.open(BytesIO(marks)) as pdf:
        faces = _take_faces(pdf, parts, plan.card.grown(bleed))
        composer = _SheetComposer(pdf, faces, plan, bleed)
        for page, side in zip(pdf.pages, plan.sides, strict=True):
            composer.draw(page, side, offset if side.name.endswith("back") else (0.0, 0.0))
        write_pdf(pdf, info, out)


@dataclass(frozen=True, slots=True)
class _FaceContent:
    """A laid-out face: its compressed content stream and its resources.

    The face is at the top of its page; `below` is the height (points) of the page below it.
    """

    content: bytes
    resources: Object
    below: float


def _take_faces(pdf: Pdf, parts: Iterable[FacePdf], size: Size) -> dict[int, _FaceContent]:
    """The faces by number. Shared fonts and images are copied into `pdf` once."""
    height = mm_to_points(size.height)
    merger = Merger(pdf)
    faces: dict[int, _FaceContent] = {}
    for content, numbers in parts:
        with Pdf.open(BytesIO(content)) as part:
            resources = merger.adopt(part)
            for page, number in zip(part.pages, numbers, strict=True):
                # The trim box of a page with bleed starts at the origin.
                below = float(page.trimbox[3]) - height
                # WeasyPrint and ReportLab compress streams by Flate only.
                faces[number] = _FaceContent(page.Contents.read_raw_bytes(), resources, below)
    merger.finish()
    return faces


class _SheetComposer:
    """Draws faces on pages. A face with several placements becomes a form XObject.

    Faces with one placement are joined into one form per side and resource dictionary: separate
    forms would be compressed separately and make the file 10 % larger.
    """

    def __init__(self, pdf: Pdf, faces: dict[int, _FaceContent], plan: SheetPlan, bleed: float):
        self.pdf, self.faces, self.plan, self.bleed = pdf, faces, plan, bleed
        self.uses = Counter(p.face for side in plan.sides for p in side.placements)
        self.forms: dict[int, Object] = {}

    def draw(self, page: pikepdf.Page, side: SheetSide, moved: tuple[float, float]) -> None:
        """Draw the faces of a side below the content of the page, shifted by `moved` (mm)."""
        paper = self.plan.paper
        together: dict[tuple[int, int], list[bytes]] = {}
        drawn = Dictionary()
        operators: list[bytes] = []
        for placement in side.placements:
            face = self.faces[placement.face]
            before = _operators(placement, paper.height, self.bleed, moved, face.below)
            if self.uses[placement.face] == 1:
                content = b"%s\n%s\nQ" % (before, zlib.decompress(face.content))
                together.setdefault(face.resources.objgen, []).append(content)
            else:
                name = f"/F{placement.face}"
                drawn[name] = self._form(placement.face)
                operators.append(b"%s %s Do Q" % (before, name.encode()))
        by_id = {face.resources.objgen: face.resources for face in self.faces.values()}
        for number, (objgen, contents) in enumerate(together.items()):
            box = [0, 0, mm_to_points(paper.width), mm_to_points(paper.height)]
            name = f"/S{number}"
            drawn[name] = self._make_form(b"\n".join(contents), box, by_id[objgen])
            operators.append(f"{name} Do".encode())
        page.Resources.XObject = drawn
        page.contents_add(self.pdf.make_stream(b"\n".join(operators)), prepend=True)

    def _form(self, number: int) -> Object:
        if number not in self.forms:
            face, size = self.faces[number], self.plan.card.grown(self.bleed)
            width, height = mm_to_points(size.width), mm_to_points(size.height)
            box = [0, face.below, width, face.below + height]
            content = zlib.decompress(face.content)
            self.forms[number] = self._make_form(content, box, face.resources)
        return self.forms[number]

    def _make_form(self, content: bytes, box: list[float], resources: Object) -> Object:
        form = self.pdf.make_stream(content)
        form.Type, form.Subtype = Name.XObject, Name.Form
        form.BBox, form.Resources = Array(box), resources
        return form


def _operators(
    placement: Placement,
    paper_height: float,
    bleed: float,
    moved: tuple[float, float],
    below: float,
) -> bytes:
    """Operators that clip to the visible bleed and transform to the position of a face."""
    p = placement
    x, y = p.x + moved[0], p.y + moved[1]
    left, top, right, bottom = p.clip
    clip = _numbers(
        mm_to_points(x - left),
        mm_to_points(paper_height - (y + p.height + bottom)),
        mm_to_points(p.width + left + right),
        mm_to_points(p.height + top + bottom),
    )
    if p.turned:
        corner = mm_to_points(x + p.width + bleed), mm_to_points(paper_height - y + bleed) + below
        matrix = f"-1 0 0 -1 {_numbers(*corner)}"
    else:
        foot = mm_to_points(paper_height - (y + p.height + bleed)) - below
        matrix = f"1 0 0 1 {_numbers(mm_to_points(x - bleed), foot)}"
    return f"q {clip} re W n {matrix} cm".encode()


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.4f}" for value in values)


def write_pdf(pdf: Pdf, info: DocumentInfo, out: Path) -> None:
    """Write a PDF with its metadata. Equal content gives equal bytes."""
    if Name.Info in pdf.trailer:
        del pdf.trailer[Name.Info]
    pdf.docinfo["/Title"] = info.title
    pdf.docinfo["/Author"] = info.author
    pdf.docinfo["/Creator"] = "printgen"
    pdf.Root.Lang = pikepdf.String(info.lang)
    pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
    # Save in memory first: qpdf ends the process when the disk is full.
    buffer = BytesIO()
    pdf.save(
        buffer,
        deterministic_id=True,
        compress_streams=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
    with out.open("wb") as stream:
        stream.write(buffer.getbuffer())
