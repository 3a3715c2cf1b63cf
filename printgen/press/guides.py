"""Guides: lines over the faces of a deck that say where they are cut, and where words are safe.

They are drawn on finished sheets, in files of their own, which are not for a printer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printgen.content.library import Library
from printgen.imposition.plan import Placement, SheetPlan
from printgen.layout.jobs import Job, JobResult, Task
from printgen.products.kind import TargetBuild
from printgen.typography.labels import labels

if TYPE_CHECKING:
    from printgen.imposition.printers_marks import MarkedCanvas

# What has lines, and their colours (RGB). The preview has the same ones.
_COLOURS = {
    "bleed": (0.85, 0.45, 0.0),
    "trim": (0.0, 0.58, 0.77),
    "safe": (0.77, 0.0, 0.48),
    "part": (0.16, 0.55, 0.2),
}

# The width of lines (mm), the size of labels (pt), and the room that one needs (mm).
_LINE, _TYPE, _ROOM = 0.15, 4.5, 1.7


class _Frame(NamedTuple):
    """A rectangle on a sheet (mm from its upper left corner), its kind and its label: within the
    upper left corner, that of a part in the upper right one, where fewer words begin, and that of
    the safe zone under the lower left one.
    """

    kind: str
    label: str
    x: float
    y: float
    width: float
    height: float


def guided(library: Library, build: TargetBuild, plan: SheetPlan) -> TargetBuild:
    """The work for the sheets of a deck with guides over its faces."""
    words = labels(library.folders, "_shared", build.target.lang)
    tasks = list[Task]()

    def noted() -> Iterator[Task]:
        for task in build.tasks():
            tasks.append(task)
            yield task

    def compose(results: Sequence[JobResult], path: Path) -> None:
        build.compose(results, path)
        # Targets with the same pages share their tasks.
        jobs = [task.job for task in tasks or build.tasks()]
        _draw(path, plan, jobs, words)

    inputs = "guides", build.inputs
    # Without cards: `printgen printed` takes no such file for the deck.
    return replace(build, tasks=noted, compose=compose, inputs=inputs, cards=())


def _draw(path: Path, plan: SheetPlan, jobs: Sequence[Job], words: Mapping[str, str]) -> None:
    """Draw the guides over the sheets of a plan. `jobs` are those of its faces."""
    import pikepdf

    from printgen.imposition.compose import save_pdf
    from printgen.imposition.printers_marks import new_canvas

    buffer = BytesIO()
    canvas = new_canvas(buffer, plan.paper)
    for side in plan.sides:
        for placement in side.placements:
            for frame in _frames(placement, jobs[placement.face], words):
                _draw_frame(canvas, frame, plan.paper.height)
        canvas.showPage()
    canvas.save()
    with pikepdf.open(BytesIO(path.read_bytes())) as pdf, pikepdf.open(buffer) as guides:
        for page, drawn in zip(pdf.pages, guides.pages, strict=True):
            page.add_overlay(drawn, pikepdf.Rectangle(*map(float, page.mediabox)))
        save_pdf(pdf, path)


def _frames(place: Placement, job: Job, words: Mapping[str, str]) -> Iterator[_Frame]:
    """The guides of a face on a sheet."""
    x, y, width, height = place.x, place.y, place.width, place.height
    left, top, right, bottom = place.clip
    outer = width + left + right, height + top + bottom
    if any(place.clip):
        label = words["guide_bleed"] if top > _ROOM else ""
        yield _Frame("bleed", label, x - left, y - top, *outer)
    yield _Frame("trim", words["guide_trim"], x, y, width, height)
    safe = job.format.safe
    inner = width - 2 * safe, height - 2 * safe
    yield _Frame("safe", words["guide_safe"], x + safe, y + safe, *inner)
    for name, region in _regions(job.context):
        yield _Frame("part", name, *on_sheet(place, region))


Region = tuple[float, float, float, float]


def _regions(context: Mapping[str, object]) -> Iterator[tuple[str, Region]]:
    """The parts of a face by recipe that have places of their own, by their keys: left, top, width
    and height (mm from the upper left corner of the cut).
    """
    art, parts = context.get("art"), context.get("placed")
    if isinstance(art, Mapping) and art.get("at"):
        yield "picture", art["at"]
    for part in parts if isinstance(parts, Sequence) else ():
        yield part["name"], (part["x"], part["y"], part["width"], part["height"])


def on_sheet(place: Placement, region: Region) -> Region:
    """A region of a face on its sheet: the face may be turned clockwise."""
    x, y, width, height = region
    for _ in range(place.turn // 90):
        x, y, width, height = -y - height, x, height, width
    across, down = {0: (0, 0), 90: (1, 0), 180: (1, 1), 270: (0, 1)}[place.turn]
    return place.x + x + across * place.width, place.y + y + down * place.height, width, height


def _draw_frame(canvas: MarkedCanvas, frame: _Frame, paper_height: float) -> None:
    """Draw a guide with its label on white, which is read on any ground."""
    from reportlab.lib.units import mm

    from printgen.imposition.printers_marks import font, width_of

    colour = _COLOURS[frame.kind]
    canvas.setStrokeColorRGB(*colour)
    canvas.setLineWidth(_LINE * mm)
    canvas.setDash([1.2 * mm, 0.6 * mm] if frame.kind in ("safe", "part") else [])
    lower = paper_height - frame.y - frame.height
    canvas.rect(frame.x * mm, lower * mm, frame.width * mm, frame.height * mm, stroke=1, fill=0)
    if not frame.label:
        return
    wide = width_of(frame.label, _TYPE) + 2
    left = (frame.x + frame.width) * mm - wide if frame.kind == "part" else frame.x * mm
    top = (lower if frame.kind == "safe" else lower + frame.height) * mm
    canvas.setFillGray(1)
    canvas.rect(left, top - _ROOM * mm, wide, _ROOM * mm, stroke=0, fill=1)
    canvas.setFillColorRGB(*colour)
    canvas.setFont(font(), _TYPE)
    canvas.drawString(left + 1, top - _ROOM * mm + 1.3, frame.label)
