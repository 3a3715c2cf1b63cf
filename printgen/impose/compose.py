"""Laid-out faces placed on sheets as form XObjects: each face stands in the file once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from printgen.impose.merge import Merger
from printgen.impose.plan import Placement, Plan
from printgen.paper import Size, mm_to_points

@dataclass(frozen=True, slots=True)
class Info:
    """What the file says of itself."""

    title: str
    author: str
    lang: str


# A PDF, and the number of the face that each of its pages shows.
Part = tuple[bytes, tuple[int, ...]]


def compose(
    plan: Plan,
    furniture: bytes,
    parts: Iterable[Part],
    bleed: float,
    info: Info,
    out: Path,
    offset: tuple[float, float] = (0.0, 0.0),
) -> None:
    """Write the sheets of a plan into the file `out`.

    `furniture` has a page for each side. `parts` hold every face once, at trim size plus `bleed` mm
    on each side. `offset` (mm, right and down) moves what is printed on the backs.
    """
    with Pdf.open(BytesIO(furniture)) as pdf:
        faces = _take_faces(pdf, parts, plan.card.grown(bleed))
        for page, side in zip(pdf.pages, plan.sides, strict=True):
            moved = offset if side.name.endswith("back") else (0.0, 0.0)
            _draw(pdf, page, plan.paper.height, side.placements, faces, bleed, moved)
        finish(pdf, info, out)


def _take_faces(pdf: Pdf, parts: Iterable[Part], size: Size) -> dict[int, Stream]:
    """Every face as a form of `pdf`, `size` from its lower left corner.

    Fonts and pictures that faces share stand once. A face lies at the top of its page: what the page
    has below is cut off.
    """
    width, height = mm_to_points(size.width), mm_to_points(size.height)
    merger = Merger(pdf)
    faces: dict[int, Stream] = {}
    for content, numbers in parts:
        with Pdf.open(BytesIO(content)) as part:
            resources = merger.adopt(part)
            for page, number in zip(part.pages, numbers, strict=True):
                # Compressed as it is: the workers have done that already.
                form = Stream(pdf, page.Contents.read_raw_bytes())
                form.Filter = page.Contents.Filter
                form.Type, form.Subtype = Name.XObject, Name.Form
                below = float(page.MediaBox[3]) - height
                form.BBox = Array([0, below, width, below + height])
                form.Matrix = Array([1, 0, 0, 1, 0, -below])
                form.Resources = resources
                faces[number] = pdf.make_indirect(form)
    merger.finish()
    return faces


def _draw(
    pdf: Pdf,
    page: pikepdf.Page,
    paper_height: float,
    placements: tuple[Placement, ...],
    faces: dict[int, Stream],
    bleed: float,
    moved: tuple[float, float],
) -> None:
    """Draw placed faces beneath what the page holds."""
    forms = Dictionary()
    operators = []
    for placement in placements:
        name = f"/F{placement.face}"
        forms[name] = faces[placement.face]
        operators.append(_operators(placement, name, paper_height, bleed, moved))
    page.Resources.XObject = forms
    page.contents_add(pdf.make_stream("\n".join(operators).encode()), prepend=True)


def _operators(
    placement: Placement, name: str, paper_height: float, bleed: float, moved: tuple[float, float]
) -> str:
    """Clip to the bleed that may show, put the face's corner in place, draw it."""
    p = placement
    x, y = p.x + moved[0], p.y + moved[1]
    left, top, right, bottom = p.clip
    clip = _points(
        x - left,
        paper_height - (y + p.height + bottom),
        p.width + left + right,
        p.height + top + bottom,
    )
    if p.turned:
        corner = _points(x + p.width + bleed, paper_height - (y - bleed))
        matrix = f"-1 0 0 -1 {corner}"
    else:
        corner = _points(x - bleed, paper_height - (y + p.height + bleed))
        matrix = f"1 0 0 1 {corner}"
    return f"q {clip} re W n {matrix} cm {name} Do Q"


def _points(*lengths: float) -> str:
    return " ".join(f"{mm_to_points(length):.4f}" for length in lengths)


def finish(pdf: Pdf, info: Info, out: Path) -> None:
    """Write a PDF with its metadata; the same bytes for the same content."""
    if Name.Info in pdf.trailer:
        del pdf.trailer[Name.Info]
    pdf.docinfo["/Title"] = info.title
    pdf.docinfo["/Author"] = info.author
    pdf.docinfo["/Creator"] = "printgen"
    pdf.Root.Lang = pikepdf.String(info.lang)
    pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
    pdf.save(
        out,
        deterministic_id=True,
        compress_streams=True,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
