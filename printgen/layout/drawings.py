"""SVG drawings as form XObjects: read once per worker, written once per PDF, placed at each use.

WeasyPrint reads and writes the paths of a drawing at each of its uses. Here a drawing becomes a
form XObject in the units of its viewBox, so that one form serves all sizes. A form has a name and
bytes that depend on the drawing only: the digest of its elements is its name. Drawings with text,
pictures, gradients or styles depend on their document; WeasyPrint draws them.
"""

from __future__ import annotations

import hashlib
import logging
import re
import zlib
from collections import OrderedDict
from collections.abc import Callable
from copy import copy, deepcopy
from dataclasses import dataclass
from xml.etree import ElementTree

import pydyf
from weasyprint.logger import LOGGER
from weasyprint.svg.utils import preserve_ratio

from printgen.layout.content_streams import is_low, minify_parts
from printgen.layout.weasyprint import (
    ContentStream,
    PdfStream,
    SvgImage,
    draw_svg,
    has_colour_profiles,
    stream_resources,
    svg_of,
    svg_root,
)

# Elements whose drawing depends on nothing outside of the drawing.
_SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}
_GROUPS = {"clipPath", "defs", "g", "svg", "symbol", "use"}
_PLAIN = _SHAPES | _GROUPS | {"desc", "metadata", "title"}

# Attributes of the root that are applied before the viewBox.
_BEFORE_VIEW_BOX = frozenset(
    ("clip-path", "filter", "mask", "opacity", "transform", "x", "y", "font-size")
)

# Parts of a drawing outside of its box are printed, up to this multiple of its size.
_MARGIN = 100

_COLOR_SPACE = re.compile(rb" (?:cs|CS)$", re.MULTILINE)

# Compressed bytes of the forms that a worker keeps.
MAX_KEPT_BYTES = 32_000_000


@dataclass(frozen=True, eq=False, slots=True, weakref_slot=True)
class Drawing:
    """A drawing as a form XObject.

    Has the interface of WeasyPrint's raster pictures, which it writes once per PDF.
    """

    id: str
    form: pydyf.Stream

    def get_x_object(self, interpolate: bool, dpi_ratio: float) -> PdfStream:
        """The form for one PDF: WeasyPrint writes object numbers into it."""
        made: PdfStream = deepcopy(self.form)
        return made


class Drawings:
    """The forms that a worker keeps, those used last at the end."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Drawing] = OrderedDict()
        self.size = 0

    def get(self, key: str, make: Callable[[], Drawing | None]) -> Drawing | None:
        """The form of a key; made if it is not kept."""
        drawing = self.kept.get(key) or make()
        if drawing is None:
            return None
        if key not in self.kept:
            self.kept[key] = drawing
            self.size += _size(drawing)
        self.kept.move_to_end(key)
        while self.size > MAX_KEPT_BYTES and len(self.kept) > 1:
            self.size -= _size(self.kept.popitem(last=False)[1])
        return drawing


def _size(drawing: Drawing) -> int:
    parts = (drawing.form, drawing.form.extra.get("SMask"))
    return sum(len(data) for part in parts if part is not None for data in part.stream)


def digest_drawing(root: ElementTree.Element) -> str | None:
    """A digest of the elements of a drawing; None if WeasyPrint has to draw it."""
    for element in root.iter():
        # The tag of a comment is a function.
        tag = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else "desc"
        links = [value for name, value in element.items() if name.rpartition("}")[2] == "href"]
        if tag not in _PLAIN or not all(link.startswith("#") for link in links):
            return None
    alone = copy(root)
    alone.tail = None
    if "viewBox" in root.attrib:
        # The size of the root changes the place of the form only.
        alone.attrib = {k: v for k, v in root.items() if k not in ("width", "height", "class")}
    return hashlib.sha256(ElementTree.tostring(alone)).hexdigest()[:24]


KEPT = Drawings()


def place_drawing(image: SvgImage, stream: ContentStream, width: float, height: float) -> bool:
    """Place the form of a picture (WeasyPrint's SVGImage) in a content stream, in a box of
    width x height. False if the drawing has no form.
    """
    svg = svg_of(image)
    if not hasattr(image, "printgen_digest"):
        image.printgen_digest = digest_drawing(svg_root(svg))
    digest = image.printgen_digest
    # Dark colours are black in low ink.
    digest = f"{digest}-low" if digest and is_low() else digest
    if digest is None or has_colour_profiles(stream):
        return False
    view_box = svg.get_viewbox()
    if view_box and min(view_box[2:]) > 0 and not _BEFORE_VIEW_BOX & svg.tree.attrib.keys():
        svg.tree.set_svg_size(svg, width, height)
        scale_x, scale_y, x, y = preserve_ratio(svg, svg.tree, 16, width, height)
        x, y = x + view_box[0] * scale_x, y + view_box[1] * scale_y
        width, height = view_box[2:]
    else:
        scale_x = scale_y = 1
        x = y = 0
        digest = hashlib.sha256(f"{digest} {width} {height}".encode()).hexdigest()[:24]
    drawing = KEPT.get(digest, lambda: _prepare(digest, image, stream, width, height))
    if drawing is None:
        return False
    with stream.stacked():
        stream.transform(scale_x, 0, 0, scale_y, x, y)
        image.printgen_form = stream.add_image(drawing, False, 1)
        stream.draw_x_object(image.printgen_form)
    return True


def _prepare(
    digest: str, image: SvgImage, stream: ContentStream, width: float, height: float
) -> Drawing | None:
    """Draw a picture as a form; None if WeasyPrint fails or has something to log."""
    log = _Log(logging.WARNING)
    LOGGER.addHandler(log)
    margin = _MARGIN * max(width, height)
    box = [-margin, -margin, width + margin, height + margin]
    try:
        page = stream.clone(
            resources={name: pydyf.Dictionary() for name in ("ExtGState", "XObject", "ColorSpace")},
            extra={"Type": "/XObject", "Subtype": "/Form", "BBox": box},
            tags=None,
        )
        draw_svg(image, page, width, height)
    except Exception:
        return None
    finally:
        LOGGER.removeHandler(log)
    form = None if log.used else _form(page)
    return form and Drawing(digest, form)


class _Log(logging.Handler):
    """Remembers whether something was logged."""

    used = False

    def emit(self, record: logging.LogRecord) -> None:
        """Remember a message."""
        self.used = True


class _Resources(pydyf.Dictionary):  # type: ignore[misc]
    """The resources of a form, without the fonts that WeasyPrint adds to each form."""

    @property
    def data(self) -> bytes:
        """The dictionary as written."""
        plain = {name: value for name, value in self.items() if name != "Font"}
        return bytes(pydyf.Dictionary(plain).data)


def _form(stream: ContentStream) -> pydyf.Stream | None:
    """A stream of WeasyPrint as a compressed stream without ties to its document; None if it uses
    a colour space of its document.
    """
    content = minify_parts(stream.stream)
    nested = {name: _form(group) for name, group in stream_resources(stream)["XObject"].items()}
    if _COLOR_SPACE.search(content) or None in nested.values():
        return None
    resources = _Resources({"ExtGState": stream_resources(stream)["ExtGState"], "Font": None})
    if nested:
        resources["XObject"] = pydyf.Dictionary(nested)
    extra = {name: value for name, value in stream.extra.items() if name != "Resources"}
    extra |= {"BBox": pydyf.Array(extra["BBox"]), "Filter": "/FlateDecode", "Resources": resources}
    return pydyf.Stream([zlib.compress(content, 7)], extra)
