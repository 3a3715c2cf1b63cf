"""Whether pages hold what they should: words inside their boxes, none lost, pictures fine enough.

WeasyPrint says nothing when words run out of a box, or are lost at the end of a page. This reads
its boxes after layout.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from printgen.layout.batch import LayoutBatch
from printgen.problems import Problem, shorten
from printgen.project import RESOURCE_BASE_URL

PIXELS_PER_MM = 96 / 25.4

# Positions are computed in floating point: less than this is no overflow.
TOLERANCE = 0.3 * PIXELS_PER_MM

LEAST_DPI, GOOD_DPI = 150, 300


@dataclass(frozen=True, slots=True)
class Misfit:
    """A face that does not fit: by how many mm, and which words run over."""

    face: int
    over: float
    what: str


Rectangle = tuple[float, float, float, float]


@dataclass(slots=True)
class Walk:
    """What a walk over the boxes of a page finds."""

    over: float = 0.0
    what: str = ""
    face: int | None = None
    letters: int = 0
    pictures: list[float] = field(default_factory=list)
    # Pictures may bleed: whether they lie outside is not asked.
    words_alone: bool = False


def letters_written(root: Any) -> dict[int, int]:
    """How many letters and digits the HTML of each face holds, drawings left out."""
    return {
        number: _letters_in(section)
        for section in root.iter("section")
        if (number := _number(section)) is not None
    }


def _number(element: Any) -> int | None:
    """The number of the face that an element is the section of."""
    name = element.get("id") or ""
    number = name.removeprefix("face-")
    return int(number) if name != number and number.isascii() and number.isdigit() else None


def _letters_in(element: Any) -> int:
    if not isinstance(element.tag, str) or element.tag.endswith(("svg", "style")):
        return 0
    own = _count(element.text)
    return own + sum(_letters_in(child) + _count(child.tail) for child in element)


def _count(text: str | None) -> int:
    return sum(map(str.isalnum, text or ""))


def inspect(
    batch: LayoutBatch, chosen: list[int], pages: list[Any], letters: dict[int, int], height: float
) -> tuple[dict[int, Misfit], list[tuple[int, float]]]:
    """The faces that do not fit, and the resolution (dpi) of each picture with its face.

    `letters` is how many letters each face should hold, `height` how high (mm) each page should be.
    """
    misfits: dict[int, Misfit] = {}
    pictures: list[tuple[int, float]] = []
    printed = dict.fromkeys(chosen, 0)
    seen: set[int] = set()
    face = chosen[0]
    for page in pages:
        box = page._page_box
        area = (box.content_box_x(), box.content_box_y(), box.width, box.height)
        walk = Walk()
        for child in box.children[:1]:
            visit(child, [area] if batch.pages else [], walk)
        face = walk.face if walk.face in printed else face
        printed[face] += walk.letters
        pictures += [(face, dpi) for dpi in walk.pictures]
        if abs(page.height / PIXELS_PER_MM - height) > 1 or (not batch.pages and face in seen):
            misfits[face] = Misfit(face, batch.height, "")
        elif walk.over > TOLERANCE and face not in misfits:
            misfits[face] = Misfit(face, walk.over / PIXELS_PER_MM, walk.what)
        seen.add(face)
    if batch.pages and len(pages) > batch.pages:
        misfits[face] = Misfit(face, 0.0, f"{len(pages)} pages instead of {batch.pages}")
    for face in chosen:
        if face not in misfits and printed[face] < letters.get(face, 0):
            misfits[face] = Misfit(face, batch.height, "")
    return misfits, pictures


def visit(root: Any, limits: list[Rectangle], walk: Walk) -> None:
    """Measure how far words and pictures reach out of the boxes that should hold them."""
    from weasyprint.formatting_structure import boxes

    waiting = [(root, limits)]
    while waiting:
        box, inside = waiting.pop()
        # What is positioned absolutely stands in the tree as a placeholder.
        box = getattr(box, "_box", box)
        if box.element is not None and not isinstance(box, boxes.TextBox | boxes.LineBox):
            if walk.face is None:
                walk.face = _number(box.element)
            classes = (box.element.get("class") or "").split()
            if ("safe" in classes or "fit" in classes) and isinstance(box, boxes.BlockBox):
                # Words must stay in the padding box.
                edges = (box.padding_box_x(), box.padding_box_y())
                inside = [*inside, (*edges, box.padding_width(), box.padding_height())]
        if isinstance(box, boxes.TextBox):
            walk.letters += _count(box.text)
            if box.text.strip():
                _measure(box, box.width, box.height, box.text, inside, walk)
        elif isinstance(box, boxes.ReplacedBox):
            if not walk.words_alone:
                _measure(box, box.width, box.height, "a picture", inside, walk)
            url = (box.element.get("src") or "") if box.element is not None else ""
            if url.startswith(RESOURCE_BASE_URL + "content/"):
                walk.pictures.append(_dpi(box))
        elif isinstance(box, boxes.ParentBox):
            waiting += [(child, inside) for child in box.children]


def _measure(
    box: Any, width: float, height: float, what: str, limits: list[Rectangle], walk: Walk
) -> None:
    for x, y, limit_width, limit_height in limits:
        over = max(
            x - box.position_x,
            y - box.position_y,
            box.position_x + width - (x + limit_width),
            box.position_y + height - (y + limit_height),
        )
        if over > walk.over:
            walk.over, walk.what = over, what.strip()


def _dpi(box: Any) -> float:
    """Dots an inch of a picture at its printed size, as `object-fit: cover` shows it."""
    width, height = box.replacement.width, box.replacement.height
    scale = max(box.width / width, box.height / height) if width and height else 0
    return 96 / scale if scale else GOOD_DPI


def overflow(batch: LayoutBatch, misfit: Misfit, size: float) -> Problem:
    face = batch.faces[misfit.face]
    page = batch.template.rpartition("/")[2]
    named = f"{face.name} ({batch.product}, {page}, {batch.lang})"
    smallest = f"at the smallest type, {size:g} pt"
    if batch.pages and not misfit.over:
        message = f"{named} makes {misfit.what}"
    elif misfit.over >= batch.height:
        message = f"{named} does not fit on its face"
    else:
        message = f"{named} does not fit: '{shorten(misfit.what)}' is {misfit.over:.1f} mm over"
    return Problem(face.position, "face-overflow", message, f"{smallest}: shorten the text")


def resolution(batch: LayoutBatch, pictures: list[tuple[int, float]]) -> list[Problem]:
    problems = []
    for index, dpi in pictures:
        if dpi < GOOD_DPI - 1:
            face = batch.faces[index]
            severity: Any = "error" if dpi < LEAST_DPI - 1 else "warning"
            message = f"the picture of {face.name} has {dpi:.0f} dpi on {batch.product}"
            hint = f"at least {LEAST_DPI}, better {GOOD_DPI}"
            problems.append(Problem(face.picture, "image-resolution", message, hint, severity))
    return problems
