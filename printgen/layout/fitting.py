"""Measure laid-out faces: text outside its box, lost text, resolution of pictures.

WeasyPrint reports neither text that overflows its box nor text lost at the end of a page, so its
boxes are read after layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from xml.etree.ElementTree import Element

from printgen.layout.jobs import Fault, Job
from printgen.layout.weasyprint_types import Box, Page
from printgen.problems import Severity, shorten
from printgen.project import RESOURCE_BASE_URL

PIXELS_PER_MM = 96 / 25.4

# Positions are computed in floating point: a smaller overflow is none (in pixels).
TOLERANCE = 0.3 * PIXELS_PER_MM

MIN_DPI, RECOMMENDED_DPI = 150, 300


@dataclass(frozen=True, slots=True)
class Misfit:
    """A face that does not fit: its index, the overflow in mm, and the overflowing text; or a sheet
    with too many `pages`.
    """

    face: int
    overflow: float
    text: str
    pages: int = 0


# What overflows besides text. An icon is in a line, below other lines.
PICTURE, ICON = "a picture", "an icon"

# A text with fewer letters, such as a value, is named by the text that pushes it off the face.
_FEW = 4

# Left, top, width, height in CSS pixels.
Rectangle = tuple[float, float, float, float]


@dataclass(slots=True)
class PageMeasurement:
    """The measurement of a page: the largest overflow (pixels) with its text, the face's index,
    the number of letters, and the resolution of each picture (dpi).

    With `text_only`, pictures may bleed: their overflow is not measured.
    """

    overflow: float = 0.0
    text: str = ""
    face: int | None = None
    letters: int = 0
    pictures: list[float] = field(default_factory=list)
    text_only: bool = False


def count_source_letters(root: Element) -> dict[int, int]:
    """The number of letters and digits in the HTML of each face, without drawings."""
    return {
        number: _count_in(section)
        for section in root.iter("section")
        if (number := _face_number(section)) is not None
    }


def _face_number(element: Element) -> int | None:
    """The face that an element is the section of."""
    number = element.get("data-face") or ""
    return int(number) if number.isascii() and number.isdigit() else None


def _count_in(element: Element) -> int:
    # The tag of a comment is a function.
    if not isinstance(element.tag, str) or element.tag.endswith(("svg", "style")):
        return 0
    own = _count(element.text)
    return own + sum(_count_in(child) + _count(child.tail) for child in element)


def _count(text: str | None) -> int:
    return sum(map(str.isalnum, text or ""))


def measure_faces(
    chosen: Sequence[int],
    pages: Sequence[Page],
    letters: dict[int, int],
    height: float,
    most: int,
) -> tuple[dict[int, Misfit], list[tuple[int, float]]]:
    """The faces that do not fit, and the resolution (dpi) of each picture with its face.

    `chosen` are the numbers of the faces, `letters` is the number of letters in the HTML of each,
    `height` the expected page height (mm), and `most` the most pages of a sheet, 0 for faces.
    """
    misfits: dict[int, Misfit] = {}
    pictures: list[tuple[int, float]] = []
    printed = dict.fromkeys(chosen, 0)
    seen: set[int] = set()
    face = chosen[0]
    for page in pages:
        measured = _measure_page(page, most > 0)
        face = measured.face if measured.face in printed else face
        printed[face] += measured.letters
        pictures += [(face, dpi) for dpi in measured.pictures]
        if abs(page.height / PIXELS_PER_MM - height) > 1 or (not most and face in seen):
            misfits[face] = Misfit(face, height, "")
        elif measured.overflow > TOLERANCE and face not in misfits:
            misfits[face] = Misfit(face, measured.overflow / PIXELS_PER_MM, measured.text)
        seen.add(face)
    if 0 < most < len(pages):
        misfits[face] = Misfit(face, 0.0, "", len(pages))
    for face in chosen:
        if face not in misfits and printed[face] < letters.get(face, 0):
            misfits[face] = Misfit(face, height, "")
    return misfits, pictures


def name_cause(misfit: Misfit, root: Element) -> Misfit:
    """A misfit whose text is what to shorten: an icon or a value at the foot of a face overflows
    because of the longest paragraph on it. `root` is the HTML of the faces.
    """
    if not (misfit.text == ICON or 0 < _count(misfit.text) < _FEW):
        return misfit
    sections = (each for each in root.iter("section") if _face_number(each) == misfit.face)
    words = ["".join(each.itertext()).strip() for page in sections for each in page.iter("p")]
    return replace(misfit, text=max([misfit.text, *words], key=_count))


def _measure_page(page: Page, has_margins: bool) -> PageMeasurement:
    """Measure a page; with margins, text must be inside the page's content box."""
    box = page._page_box
    area = (box.content_box_x(), box.content_box_y(), box.width, box.height)
    measured = PageMeasurement()
    for child in box.children[:1]:
        measure_box(child, [area] if has_margins else [], measured)
    return measured


def measure_box(root: Box, limits: list[Rectangle], measured: PageMeasurement) -> None:
    """Add the overflow of the text and pictures in a box beyond the limits to a measurement.

    The classes `safe` and `fit` are further limits for their content.
    """
    from weasyprint.formatting_structure import boxes

    # Blocks, cells, and the containers of flex and grid layout.
    limiting = boxes.BlockLevelBox | boxes.BlockContainerBox
    stack = [(root, limits)]
    while stack:
        box, inside = stack.pop()
        # An absolutely positioned box is a placeholder in the tree.
        box = getattr(box, "_box", box)
        if box.element is not None and not isinstance(box, boxes.TextBox | boxes.LineBox):
            if measured.face is None:
                measured.face = _face_number(box.element)
            classes = (box.element.get("class") or "").split()
            if ("safe" in classes or "fit" in classes) and isinstance(box, limiting):
                # Text must stay in the padding box.
                edges = (box.padding_box_x(), box.padding_box_y())
                inside = [*inside, (*edges, box.padding_width(), box.padding_height())]
        if isinstance(box, boxes.TextBox):
            measured.letters += _count(box.text)
            if box.text.strip():
                _measure_overflow(box, box.text, inside, measured)
        elif isinstance(box, boxes.ReplacedBox):
            if not measured.text_only:
                is_icon = box.element is not None and "icon" in (box.element.get("class") or "")
                _measure_overflow(box, ICON if is_icon else PICTURE, inside, measured)
            url = (box.element.get("src") or "") if box.element is not None else ""
            if url.startswith(RESOURCE_BASE_URL + "content/") and not url.endswith(".svg"):
                replacement = box.replacement
                measured.pictures.append(_dpi(box, replacement.width, replacement.height))
        elif isinstance(box, boxes.ParentBox):
            stack += [(child, inside) for child in box.children]


def _measure_overflow(
    box: Box, text: str, limits: list[Rectangle], measured: PageMeasurement
) -> None:
    # The margins of a text are its half-leading, negative where its line is lower than its font.
    # The letters are in the lower of both.
    top = box.position_y + max(0.0, box.margin_top)
    bottom = top + min(box.height, box.margin_height())
    for x, y, width, height in limits:
        overflow = max(
            x - box.position_x,
            y - top,
            box.position_x + box.width - (x + width),
            bottom - (y + height),
        )
        if overflow > measured.overflow:
            measured.overflow, measured.text = overflow, text.strip()


def _dpi(box: Box, width: float, height: float) -> float:
    """Dots per inch of a picture of `width` x `height` pixels, with `object-fit: cover`."""
    scale = max(box.width / width, box.height / height) if width and height else 0
    return 96 / scale if scale else RECOMMENDED_DPI


def overflow_fault(job: Job, misfit: Misfit, size: float) -> Fault:
    """The fault of a face that does not fit at the smallest type size (pt)."""
    page = job.format.template.rpartition("/")[2]
    named = f"{job.name} ({job.format.product}, {page}, {job.format.lang})"
    minimum = f"its type is already at the minimum of {size:g} pt"
    if misfit.pages:
        most = job.format.pages
        room = f"{most} pages" if most > 1 else "one page"
        message = f"{named} has {misfit.pages} pages: too many rows or lines for {room}"
        hint = f"`pages: {misfit.pages}`, or a larger `page`; {minimum}"
        return Fault("face-overflow", message, hint)
    if misfit.overflow >= job.format.height:
        message = f"{named} does not fit on its face"
    else:
        text, overflow = shorten(misfit.text), misfit.overflow
        message = f"{named} does not fit: '{text}' overflows by {overflow:.1f} mm"
    hint = f"shorten the text; {minimum}"
    return Fault("face-overflow", message, hint, place=("line", misfit.text))


def resolution_faults(job: Job, pictures: Sequence[float]) -> list[Fault]:
    """A fault for each picture with too low a resolution; `pictures` are their dpi."""
    faults = []
    for dpi in pictures:
        if dpi < RECOMMENDED_DPI - 1:
            severity: Severity = "error" if dpi < MIN_DPI - 1 else "warning"
            message = f"the picture of {job.name} has {dpi:.0f} dpi on {job.format.product}"
            hint = f"at least {MIN_DPI} dpi, {RECOMMENDED_DPI} recommended"
            faults.append(Fault("image-resolution", message, hint, severity, ("picture", "")))
    return faults
