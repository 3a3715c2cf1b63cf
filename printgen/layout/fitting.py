"""Measure laid-out faces: text outside its box, lost text, resolution of pictures.

WeasyPrint reports neither text that overflows its box nor text lost at the end of a page, so its
boxes are read after layout.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from unicodedata import category, normalize
from xml.etree.ElementTree import Element

from printgen.layout.weasyprint import Box, Page, page_box, placed
from printgen.project import RESOURCE_BASE_URL, resource_name

PIXELS_PER_MM = 96 / 25.4

# Positions are computed in floating point: a smaller overflow is none.
TOLERANCE_MM = 0.3
TOLERANCE = TOLERANCE_MM * PIXELS_PER_MM

# The resolution of pictures (dpi): the least, and the recommended one.
MIN_DPI, RECOMMENDED_DPI = 150, 300


@dataclass(frozen=True, slots=True)
class Misfit:
    """A face that does not fit: its index, the overflow in mm, and the overflowing text; or a sheet
    with too many `pages`.

    What does not fit in height has an innocent text at its foot: `longest` is then the longest text
    `within` the element that is full, and `printed` the longest part of it without an icon.

    A `lost` face has the size of its page, and not all of its letters; a `crowded` one has no room
    for its code.
    """

    face: int
    overflow: float
    text: str
    pages: int = 0
    sideways: bool = False
    within: Element | None = None
    longest: str = ""
    printed: str = ""
    lost: bool = False
    crowded: bool = False


# What overflows besides text. An icon is in a line, below other lines.
PICTURE, ICON = "a picture", "an icon"

# Elements within a line of text.
_INLINE = frozenset(
    {"a", "abbr", "b", "br", "code", "em", "i", "img", "q", "s", "small", "span", "strong", "sub"}
    | {"sup", "svg", "u", "wbr"}
)

# Left, top, width, height in CSS pixels.
Rectangle = tuple[float, float, float, float]

# A rectangle that text must stay in, and its element; none for a whole page.
Limit = tuple[Rectangle, Element | None]


class PrintedPicture(NamedTuple):
    """A picture as it is printed: its file, its resolution, and its width and height in pixels with
    which it would have the recommended one.
    """

    file: str
    dpi: float
    pixels: tuple[int, int]


@dataclass(slots=True)
class Measured:
    """Laid-out faces: those that do not fit, each picture with its face,
    and the first page of each face. A face on several pages moves those after it.
    """

    misfits: dict[int, Misfit] = field(default_factory=dict)
    pictures: list[tuple[int, PrintedPicture]] = field(default_factory=list)
    pages: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class PageMeasurement:
    """The measurement of a page: the largest overflow (pixels) with its text, whether it is
    sideways or upward, and the element that it leaves; the face's index, the number of letters, the
    pictures, and the files of drawings by the names of their forms once they are written.

    With `text_only`, pictures may bleed: their overflow is not measured.
    """

    overflow: float = 0.0
    text: str = ""
    sideways: bool = False
    within: Element | None = None
    face: int | None = None
    letters: int = 0
    pictures: list[PrintedPicture] = field(default_factory=list)
    drawings: dict[str, str] = field(default_factory=dict)
    text_only: bool = False


def count_source_letters(root: Element) -> dict[int, int]:
    """The number of letters and digits in the HTML of each face, without drawings."""
    return {number: _count_in(section) for number, section in face_sections(root).items()}


def face_sections(root: Element) -> dict[int, Element]:
    """The sections of an HTML document by the number of their face."""
    return {
        number: section
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
    own = count(element.text)
    return own + sum(_count_in(child) + count(child.tail) for child in element)


def count(text: str | None) -> int:
    return sum(map(str.isalnum, text or ""))


def letters_of(text: str) -> str:
    """The letters and digits of a text, case folded and without marks: PDF has some letters, such
    as the Thai `ำ`, in parts.
    """
    folded = text.casefold()
    return "".join(filter(str.isalnum, folded if text.isascii() else normalize("NFKD", folded)))


def measure_faces(
    chosen: Sequence[int],
    pages: Sequence[Page],
    letters: dict[int, int],
    height: float,
    most: int,
) -> Measured:
    """The faces that do not fit, and more of all.

    `chosen` are the numbers of the faces, `letters` is the number of letters in the HTML of each,
    `height` the expected page height (mm), and `most` the most pages of a sheet, 0 for faces.
    """
    found = Measured()
    misfits = found.misfits
    printed = dict.fromkeys(chosen, 0)
    face = chosen[0]
    for number, page in enumerate(pages):
        measured = _measure_page(page, most > 0)
        face = measured.face if measured.face in printed else face
        printed[face] += measured.letters
        found.pictures += [(face, each) for each in measured.pictures]
        split = not most and face in found.pages
        if abs(page.height / PIXELS_PER_MM - height) > 1 or split:
            misfits[face] = Misfit(face, height, "", pages=2 if split else 0)
        elif measured.overflow > TOLERANCE and face not in misfits:
            overflow = measured.overflow / PIXELS_PER_MM
            misfits[face] = Misfit(
                face, overflow, measured.text, 0, measured.sideways, measured.within
            )
        found.pages.setdefault(face, number)
    if 0 < most < len(pages):
        misfits[face] = Misfit(face, 0.0, "", len(pages))
    for face in chosen:
        if face not in misfits and printed[face] < letters.get(face, 0):
            misfits[face] = Misfit(face, height, "", lost=True)
    return found


def name_cause(misfit: Misfit, root: Element) -> Misfit:
    """A misfit with the text to shorten. `root` is the HTML of the faces."""
    if misfit.sideways or misfit.pages or misfit.crowded:
        return misfit
    full = [face_sections(root)[misfit.face]] if misfit.within is None else [misfit.within]
    blocks = [_parts(block) for each in full for block in each.iter() if is_block(block)]
    parts = max(blocks, key=lambda parts: count("".join(parts)), default=[])
    return replace(misfit, longest=plain("".join(parts)), printed=max(parts, key=count, default=""))


def is_block(element: Element) -> bool:
    # The tag of a comment is a function.
    tag = element.tag
    return isinstance(tag, str) and tag not in _INLINE and not tag.endswith(("svg", "style"))


def _parts(block: Element) -> list[str]:
    """The text of a block in parts, without that of the blocks in it and of drawings."""
    parts = [block.text or ""]
    for child in block:
        if not is_block(child) and isinstance(child.tag, str) and not child.tag.endswith("svg"):
            parts += _parts(child)
        parts.append(child.tail or "")
    return parts


def plain(text: str) -> str:
    """Text with plain spaces, without marks that are not seen."""
    return " ".join("".join(c for c in text if c.isspace() or category(c) != "Cf").split())


def _measure_page(page: Page, has_margins: bool) -> PageMeasurement:
    """Measure a page; with margins, text must be inside the page's content box."""
    box = page_box(page)
    area = (box.content_box_x(), box.content_box_y(), box.width, box.height)
    measured = PageMeasurement()
    for child in box.children[:1]:
        measure_box(child, [(area, None)] if has_margins else [], measured)
    return measured


def measure_box(root: Box, limits: list[Limit], measured: PageMeasurement) -> None:
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
        box = placed(box)
        if box.element is not None and not isinstance(box, boxes.TextBox | boxes.LineBox):
            if measured.face is None:
                measured.face = _face_number(box.element)
            classes = (box.element.get("class") or "").split()
            if ("safe" in classes or "fit" in classes) and isinstance(box, limiting):
                # Text must stay in the padding box.
                edges = (box.padding_box_x(), box.padding_box_y())
                area = (*edges, box.padding_width(), box.padding_height())
                inside = [*inside, (area, box.element)]
        if isinstance(box, boxes.TextBox):
            measured.letters += count(box.text)
            if box.text.strip():
                _measure_overflow(box, box.text, inside, measured)
        elif isinstance(box, boxes.ReplacedBox):
            if not measured.text_only:
                is_icon = box.element is not None and "icon" in (box.element.get("class") or "")
                _measure_overflow(box, ICON if is_icon else PICTURE, inside, measured)
            url = (box.element.get("src") or "") if box.element is not None else ""
            picture = box.replacement
            # Drawings, and the stand-ins of drafts, have no width in pixels.
            if url.startswith(RESOURCE_BASE_URL + "content/") and hasattr(picture, "width"):
                size = picture.width, picture.height
                measured.pictures.append(_printed(box, resource_name(url), *size))
            if url.startswith(RESOURCE_BASE_URL) and (
                form := getattr(picture, "printgen_form", "")
            ):
                measured.drawings[form] = resource_name(url)
        elif isinstance(box, boxes.ParentBox):
            stack += [(child, inside) for child in box.children]


def _measure_overflow(box: Box, text: str, limits: list[Limit], measured: PageMeasurement) -> None:
    # The margins of a text are its half-leading, negative where its line is lower than its font.
    # The letters are in the lower of both.
    top = box.position_y + max(0.0, box.margin_top)
    bottom = top + min(box.height, box.margin_height())
    for (x, y, width, height), element in limits:
        across = max(x - box.position_x, box.position_x + box.width - (x + width))
        below = bottom - (y + height)
        overflow = max(across, y - top, below)
        if overflow > measured.overflow:
            measured.overflow, measured.text = overflow, text.strip()
            measured.sideways = across == overflow or below < overflow - TOLERANCE
            measured.within = element


def _printed(box: Box, file: str, width: float, height: float) -> PrintedPicture:
    """A picture of `width` x `height` pixels, which fills its box or is whole."""
    whole = box.style["object_fit"] == "contain"
    measure = min if whole else max
    scale = measure(box.width / width, box.height / height) if width and height else 0
    size = (width * scale, height * scale) if whole else (box.width, box.height)
    across, down = (round(each / 96 * RECOMMENDED_DPI) for each in size)
    return PrintedPicture(file, 96 / scale if scale else RECOMMENDED_DPI, (across, down))
