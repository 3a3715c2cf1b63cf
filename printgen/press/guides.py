"""Guides: lines over the faces of a deck that say where they are cut, and where words are safe.

They are drawn on finished sheets, in files of their own, which are not for a printer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

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

# The distance of the ticks along the cut, that of the long ones, which have numbers (mm); the
# lengths of both, the distance of numbers from the cut (mm), and their size (pt).
_TICKS, _LONG_TICKS = 5, 10
_SHORT, _LONG, _NUMBER, _FIGURES = 0.7, 1.2, 2.0, 3.4


# The width and the height of the units of places (mm).
_Units = tuple[float, float]


class _Frame(NamedTuple):
    """A rectangle on a sheet (mm from its upper left corner), its kind and its label: above the
    upper left corner, within it for the bleed, that of the safe zone under the lower left one, and
    that of a part where it covers least.
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
            frames = [*_frames(placement, jobs[placement.face], words)]
            for frame in frames:
                _draw_frame(canvas, frame, plan.paper.height)
            units = cast(_Units, jobs[placement.face].context.get("units", (1.0, 1.0)))
            _draw_ticks(canvas, placement, plan.paper.height, units)
            _draw_labels(canvas, frames, plan.paper.height)
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
        kind, _, number = part["name"].partition("-")
        # As messages name it: the first ones are `words 1`.
        name = f"{kind} {int(number) + 1}" if number.isdigit() else part["name"]
        x, y, width, height = (part[key] for key in ("x", "y", "width", "height"))
        if part["turn"] in (90, 270):
            # Turned around its middle: its width is that of its lines.
            x, y, width, height = x + (width - height) / 2, y + (height - width) / 2, height, width
        yield name, (x, y, width, height)


def on_sheet(place: Placement, region: Region) -> Region:
    """A region of a face on its sheet: the face may be turned clockwise."""
    x, y, width, height = region
    for _ in range(place.turn // 90):
        x, y, width, height = -y - height, x, height, width
    across, down = {0: (0, 0), 90: (1, 0), 180: (1, 1), 270: (0, 1)}[place.turn]
    return place.x + x + across * place.width, place.y + y + down * place.height, width, height


def _draw_frame(canvas: MarkedCanvas, frame: _Frame, paper_height: float) -> None:
    """Draw a guide."""
    from reportlab.lib.units import mm

    colour = _COLOURS[frame.kind]
    canvas.setStrokeColorRGB(*colour)
    canvas.setLineWidth(_LINE * mm)
    canvas.setDash([1.2 * mm, 0.6 * mm] if frame.kind in ("safe", "part") else [])
    lower = paper_height - frame.y - frame.height
    canvas.rect(frame.x * mm, lower * mm, frame.width * mm, frame.height * mm, stroke=1, fill=0)


def _draw_ticks(canvas: MarkedCanvas, place: Placement, paper_height: float, units: _Units) -> None:
    """Draw the units in which places are given along the upper and the left cut of a face, from
    which they are measured. `units` are their sizes across and down (mm): 1, unless the places are
    given for a card of another size.
    """
    from reportlab.lib.units import mm

    canvas.setStrokeColorRGB(*_COLOURS["trim"])
    canvas.setDash([])
    turned = place.turn % 180 != 0
    width, height = (place.height, place.width) if turned else (place.width, place.height)
    for down, length, unit in ((False, width, units[0]), (True, height, units[1])):
        for number in range(_TICKS, math.ceil(length / unit), _TICKS):
            is_long, at = number % _LONG_TICKS == 0, number * unit
            far = _LONG if is_long else _SHORT
            tick = (0, at, far, 0) if down else (at, 0, 0, far)
            x, y, across, deep = on_sheet(place, tick)
            upper = paper_height - y
            canvas.line(x * mm, upper * mm, (x + across) * mm, (upper - deep) * mm)
            if is_long:
                middle = (_NUMBER, at, 0, 0) if down else (at, _NUMBER, 0, 0)
                x, y, *_ = on_sheet(place, middle)
                _draw_words(
                    canvas, str(number), (x * mm, (paper_height - y) * mm), "trim", _FIGURES
                )


def _draw_labels(canvas: MarkedCanvas, frames: Sequence[_Frame], paper_height: float) -> None:
    """Draw the labels of the guides of a face, beside what they name where there is room."""
    from reportlab.lib.units import mm

    from printgen.imposition.printers_marks import width_of

    outer = frames[0]
    taken = [(each.x, each.y, each.width, each.height) for each in frames if each.kind == "part"]
    for frame in frames:
        if not frame.label:
            continue
        wide = (width_of(frame.label, _TYPE) + 2) / mm
        right, bottom = frame.x + frame.width - wide, frame.y + frame.height
        above, below = frame.y - _ROOM, bottom
        places = {
            "bleed": [(right, frame.y)],
            "trim": [(frame.x, above), (frame.x, frame.y)],
            "safe": [(frame.x, below)],
            "part": [(x, y) for y in (above, below) for x in (right, frame.x)],
        }[frame.kind]
        # Without room outside, the upper right corner: fewer words begin there.
        last = (right, frame.y) if frame.kind == "part" else places[-1]
        free = (each for each in places if _is_free((*each, wide, _ROOM), outer, taken))
        x, y = next(free, last)
        taken.append((x, y, wide, _ROOM))
        middle = (x + wide / 2) * mm, (paper_height - y - _ROOM / 2) * mm
        _draw_words(canvas, frame.label, middle, frame.kind, _TYPE)


def _is_free(box: Region, outer: _Frame, taken: Sequence[Region]) -> bool:
    """Whether a box is within a face and meets nothing of what is there."""
    x, y, width, height = box
    inside = (
        outer.x <= x + 0.01
        and outer.y <= y + 0.01
        and x + width <= outer.x + outer.width + 0.01
        and y + height <= outer.y + outer.height + 0.01
    )
    return inside and not any(
        left < x + width - 0.01
        and x < left + across - 0.01
        and top < y + height - 0.01
        and y < top + down - 0.01
        for left, top, across, down in taken
    )


def _draw_words(
    canvas: MarkedCanvas, words: str, middle: tuple[float, float], kind: str, size: float
) -> None:
    """Draw words around a point (pt) on white, which is read on any ground."""
    from reportlab.lib.units import mm

    from printgen.imposition.printers_marks import font, width_of

    (x, y), wide = middle, width_of(words, size)
    high = _ROOM * mm * size / _TYPE
    canvas.setFillGray(1)
    canvas.rect(x - wide / 2 - size / 5, y - high / 2, wide + 2 * size / 5, high, stroke=0, fill=1)
    canvas.setFillColorRGB(*_COLOURS[kind])
    canvas.setFont(font(), size)
    canvas.drawString(x - wide / 2, y - size * 0.34, words)
