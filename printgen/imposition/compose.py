"""Compose sheets from faces. Each face is in the file once."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from io import BufferedWriter, BytesIO, FileIO, UnsupportedOperation
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

from printgen.geometry.outlines import Matrix, Outline
from printgen.imposition.face_tags import FaceTag, FaceTags
from printgen.imposition.plan import Placement, SheetPlan
from printgen.layout.accessibility import (
    VERSION,
    copy_colours,
    declare,
    follow_ua2,
    has_tags,
    is_archival,
)
from printgen.paper import mm_to_points

# Bytes of a file that are written together.
_BUFFER = 1_000_000


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """The metadata of a PDF. `lang` is a language code. `copies` are words such as
    `Copies: {count}`, by which faces that are printed several times are counted, `copy` such as
    `{label} (copy {number})`, for a field of one of them. `standard` is one of `STANDARDS` for
    accessible files.
    """

    title: str
    author: str
    lang: str
    copies: str = "× {count}"
    copy: str = "{label} ({number})"
    standard: str = "ua-1"


def compose(
    plan: SheetPlan,
    marks: bytes,
    faces: bytes,
    bleed: float,
    info: DocumentInfo,
    out: Path,
    offset: tuple[float, float] = (0.0, 0.0),
    tags: Sequence[FaceTag] = (),
) -> None:
    """Write the sheets of a plan to the file `out`.

    `marks` is a PDF with the printer's marks, one page per side. `faces` is a PDF with the faces as
    pages, at trim size plus `bleed` mm on each edge. `offset` (mm, right and down) shifts the faces
    of backs. `tags` are what the faces say.
    """
    with Pdf.open(BytesIO(marks)) as pdf, Pdf.open(BytesIO(faces)) as source:
        read = FaceTags(pdf, tags, info.copies, info.copy)
        forms = FaceForms(pdf, source)
        for page, side in zip(pdf.pages, plan.sides, strict=True):
            read.add_words(page)
            moved = offset if side.name.endswith("back") else (0.0, 0.0)
            drawn = Dictionary()
            operators: list[bytes] = []
            for placement in side.placements:
                whole = forms.form(placement.face)
                clip, matrix = _placed(placement, plan.paper.height, bleed, moved)
                form, begin = read.draw(page, placement.face, whole, matrix)
                turned = " ".join(f"{value:g}" for value in matrix[:4])
                kind = "F" if form.objgen == whole.objgen else "C"
                name = f"/{kind}{placement.face}"
                if name in drawn and drawn[name].objgen != form.objgen:
                    # Each copy of a form to fill in is another one.
                    name = f"{name}-{len(operators)}"
                drawn[name] = form
                operator = f"q {clip} W n {turned} {_numbers(*matrix[4:])} cm {name} Do Q".encode()
                operators.append(b"%s\n%s\nEMC" % (begin, operator) if begin else operator)
            page.Resources.XObject = drawn
            # Faces are below the marks of the page.
            page.contents_add(pdf.make_stream(b"\n".join(operators)), prepend=True)
        read.finish()
        copy_colours(pdf, source)
        write_pdf(pdf, info, out)


class FaceForms:
    """The faces of a PDF as form XObjects of another one; each is copied once."""

    def __init__(self, pdf: Pdf, faces: Pdf):
        self.pdf, self.source = pdf, faces
        self.faces = list(faces.pages)
        self.forms: dict[int, Object] = {}

    def form(self, number: int) -> Object:
        """The form of a face. Its lower left corner, with its bleed, is at the origin."""
        if number not in self.forms:
            page = self.faces[number]
            # Assembled faces are form XObjects already.
            form = page.Resources.get(Name.XObject, Dictionary()).get(Name.Face)
            copied = self._form_of(page) if form is None else self.pdf.copy_foreign(form)
            self.forms[number] = copied
        return self.forms[number]

    def _form_of(self, page: pikepdf.Page) -> Object:
        """A page as a form XObject. The trim box of a page with bleed starts at the origin."""
        resources = page.Resources
        if not resources.is_indirect:
            # Only objects with a number can be copied.
            resources = self.source.make_indirect(resources)
        # WeasyPrint and ReportLab write one content stream, compressed by Flate only.
        form = self.pdf.make_stream(zlib.decompress(page.Contents.read_raw_bytes()))
        form.Type, form.Subtype = Name.XObject, Name.Form
        form.BBox = Array(list(page.mediabox))
        form.Resources = self.pdf.copy_foreign(resources)
        return form


def _placed(
    placement: Placement,
    paper_height: float,
    bleed: float,
    moved: tuple[float, float],
) -> tuple[str, Matrix]:
    """The path of the visible bleed of a face, and the matrix of its position."""
    p = placement
    x, y = p.x + moved[0], p.y + moved[1]
    if p.window:
        clip = path_operators(p.window.placed(*moved), paper_height)
    else:
        left, top, right, bottom = p.clip
        box = _numbers(
            mm_to_points(x - left),
            mm_to_points(paper_height - (y + p.height + bottom)),
            mm_to_points(p.width + left + right),
            mm_to_points(p.height + top + bottom),
        )
        clip = f"{box} re"
    # The lower left corner of the face, with its bleed, is at this corner of the placement.
    near, far = mm_to_points(x - bleed), mm_to_points(x + p.width + bleed)
    foot, head = (
        mm_to_points(paper_height - (y + p.height + bleed)),
        mm_to_points(paper_height - y + bleed),
    )
    corner = {0: (near, foot), 90: (near, head), 180: (far, head), 270: (far, foot)}[p.turn]
    return clip, (*_ROTATIONS[p.turn], *corner)


def path_operators(outline: Outline, paper_height: float) -> str:
    """The operators of a closed path."""

    def numbers(*points: tuple[float, float]) -> str:
        pairs = ((mm_to_points(x), mm_to_points(paper_height - y)) for x, y in points)
        return _numbers(*(value for pair in pairs for value in pair))

    drawn = [f"{numbers(outline.start)} m"]
    for curve in outline.curves:
        operator = "c" if curve.handles else "l"
        drawn.append(f"{numbers(*(curve.handles or ()), curve.end)} {operator}")
    return " ".join([*drawn, "h"])


# The first four numbers of the matrix that turns a face clockwise.
_ROTATIONS = {0: (1, 0, 0, 1), 90: (0, -1, 1, 0), 180: (-1, 0, 0, -1), 270: (0, 1, -1, 0)}


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
    version = ""
    if has_tags(pdf):
        declare(pdf, info.title, info.author, info.lang, is_archival(pdf), info.standard)
        if info.standard == "ua-2":
            follow_ua2(pdf)
            version = VERSION
    save_pdf(pdf, out, version)


def save_pdf(pdf: Pdf, out: Path, version: str = "") -> None:
    """Save a PDF, of a version such as `1.6`. Raises OSError when the file cannot be written."""
    file = _Output(out)
    with BufferedWriter(file, _BUFFER) as stream:
        pdf.save(
            stream,
            force_version=version,
            deterministic_id=True,
            compress_streams=True,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
        )
    if file.error:
        raise file.error


class _Output(FileIO):
    """A new file that remembers an error of `write`: qpdf would end the process."""

    def __init__(self, path: Path):
        super().__init__(path, "w")
        self.error: OSError | None = None

    def write(self, content: Any, /) -> int:
        """Write a part, unless an earlier one could not be written."""
        if self.error is None:
            try:
                return super().write(content)
            except OSError as error:
                self.error = error
        return len(content)

    def fileno(self) -> int:
        """Always raises UnsupportedOperation: qpdf would write without `write`."""
        raise UnsupportedOperation
