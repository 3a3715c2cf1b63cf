"""Write a laid-out page as a face: its content and all that it draws, as parts."""

from __future__ import annotations

import re
import zlib
from weakref import WeakKeyDictionary

import pydyf
from weasyprint.pdf import D50, D65
from weasyprint.pdf.stream import Stream

from printgen.layout.assembly import Advances, program_digest
from printgen.layout.content_streams import minify_parts
from printgen.layout.face_codes import PlacedCode, draw_code
from printgen.layout.faces import Face, FaceFont, Part, pack_glyphs, unpack_glyphs
from printgen.layout.kept_texts import Drawn, Kept
from printgen.layout.tag_writing import draw_page
from printgen.layout.weasyprint import (
    Font,
    Page,
    PdfDictionary,
    PdfStream,
    Picture,
    UsedPicture,
)
from printgen.paper import Size, mm_to_points

# CSS pixels in points.
SCALE = 0.75

_FONT_NAME = re.compile(rb"/([A-Z]{6}) -?[\d.]+ Tf")

# The colour spaces that WeasyPrint writes for `lab()` and similar colours.
_LAB = pydyf.Dictionary(
    {
        name: pydyf.Array(
            (
                "/Lab",
                pydyf.Dictionary(
                    {
                        "WhitePoint": pydyf.Array(white),
                        "Range": pydyf.Array((-125, 125, -125, 125)),
                    }
                ),
            )
        )
        for name, white in (("lab-d50", D50), ("lab-d65", D65))
    }
)


# The parts of pictures, by WeasyPrint's image and whether it is interpolated.
Pictures = WeakKeyDictionary[Picture, dict[bool, Part]]


class FaceWriter:
    """Writes pages as faces. Fonts and pictures are prepared once for all pages."""

    def __init__(self) -> None:
        self._fonts = _Fonts()
        self._pictures = Pictures()

    def write(
        self, page: Page, size: Size, code: PlacedCode | None = None, above: bytes = b""
    ) -> Face:
        """The face of `size` (mm, with bleed) in the top left corner of a page, with its code, and
        with operators that draw above it.
        """
        width, height = mm_to_points(size.width), mm_to_points(size.height)
        self._fonts.begin()
        resources = pydyf.Dictionary(
            {
                "ExtGState": pydyf.Dictionary(),
                "XObject": pydyf.Dictionary(),
                "Pattern": pydyf.Dictionary(),
                "Shading": pydyf.Dictionary(),
                "ColorSpace": None,
                "Font": None,
            }
        )
        images: dict[str, UsedPicture] = {}
        area = (0, 0, width / SCALE, height / SCALE)
        stream = Stream(self._fonts, area, resources, images, {}, {}, None)
        stream.extra = pydyf.Dictionary(
            {
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": pydyf.Array((0, 0, width, height)),
                "Resources": resources,
            }
        )
        stream.transform(d=-1, f=height)
        tags = draw_page(page, stream, SCALE, height)
        if code:
            tags = draw_code(stream, code, tags, height)
        if above:
            stream.stream.append(above)
        form = _PartWriter(self._fonts, images, self._pictures).stream_part(stream)
        return Face(width, height, form, self._fonts.used(), tags)


class _Fonts(dict[object, Font]):
    """WeasyPrint's fonts by key, kept for all pages, with the glyphs of the current page."""

    def __init__(self) -> None:
        super().__init__()
        self._programs: dict[object, str] = {}
        # Drawn texts, see `kept_texts`.
        self.texts = Kept[Drawn]()

    def __setitem__(self, key: object, font: Font) -> None:
        super().__setitem__(key, font)
        font.widths = Advances(font.file_content, _variations(font))
        self._programs[key] = program_digest(font.file_content)

    def begin(self) -> None:
        """Forget the glyphs of the previous page."""
        for font in self.values():
            font.to_unicode.clear()
            font.missing.clear()

    def used(self) -> tuple[FaceFont, ...]:
        """The fonts of the current page with their glyphs."""
        found: dict[str, FaceFont] = {}
        for key, font in self.items():
            if not font.to_unicode:
                continue
            glyphs = {(g, font.widths.get(g, 0), _copied(t)) for g, t in font.to_unicode.items()}
            # Several keys may have one name: they differ in features of the same program.
            known = found.get(font.hash)
            found[font.hash] = FaceFont(
                font.hash,
                font.name.decode().lstrip("/"),
                self._programs[key],
                tuple(sorted(_variations(font).items())),
                bool(font.bitmap or font.png or font.svg or font.colr),
                pack_glyphs(glyphs.union(unpack_glyphs(known.glyphs) if known else ())),
            )
        return tuple(font for _, font in sorted(found.items()))


def _copied(text: str) -> str:
    """The text of a glyph when it is searched or copied. Fonts without narrow or no-break spaces
    draw them with the glyph of the space, which has one text for all its uses.
    """
    return " " if text in ("\u00a0", "\u202f") else text


def _variations(font: Font) -> dict[str, float]:
    """The values of a variable font on its axes, as WeasyPrint chooses them."""
    if "fvar" not in font.tables:
        return {}
    axes = {"wght": float(font.weight), "opsz": float(font.font_size)}
    if font.style:
        axes["ital"] = 1.0
    return {**axes, **{k: v for k, v in font.variations.items() if len(k) == 4}}


class _PartWriter:
    """Turns WeasyPrint's streams and dictionaries into parts."""

    def __init__(self, fonts: _Fonts, images: dict[str, UsedPicture], pictures: Pictures):
        self._names = {font.hash for font in fonts.values()}
        self._images, self._pictures = images, pictures

    def stream_part(self, stream: PdfStream) -> Part:
        """The part of a content stream, with the resources that it uses."""
        content = minify_parts(stream.stream)
        extra = pydyf.Dictionary(stream.extra)
        if "Resources" in extra:
            resources = self._resources(extra["Resources"], content)
            # An object of its own: equal resources of several faces are written once.
            extra["Resources"] = self._part(resources, None)
        return self._compressed(extra, content)

    def _compressed(self, extra: PdfDictionary, content: bytes) -> Part:
        data = zlib.compress(content, 9)
        extra["Filter"] = "/FlateDecode"
        return self._part(extra, data)

    def _resources(self, resources: PdfDictionary, content: bytes) -> PdfDictionary:
        """A resource dictionary without empty entries; its fonts are those of the content."""
        kept: PdfDictionary = pydyf.Dictionary()
        for kind in ("ExtGState", "XObject", "Pattern", "Shading"):
            if resources.get(kind):
                kept[kind] = resources[kind]
        if b"/lab-d" in content:
            kept["ColorSpace"] = _LAB
        names = sorted({name.decode() for name in _FONT_NAME.findall(content)} & self._names)
        if names:
            kept["Font"] = pydyf.Dictionary({name: _FontName(name) for name in names})
        return kept

    def _part(self, extra: PdfDictionary, data: bytes | None) -> Part:
        if data is not None:
            extra["Length"] = len(data)
        source, links = [b""], list[Part | str]()
        self._flatten(extra, source, links)
        return Part.of(source, links, data)

    def _flatten(self, value: object, source: list[bytes], links: list[Part | str]) -> None:
        """Append a value in PDF syntax to `source`, and the objects that it refers to."""
        if isinstance(value, _FontName):
            links.append(str(value))
            source.append(b"")
        elif isinstance(value, Part):
            links.append(value)
            source.append(b"")
        elif isinstance(value, pydyf.Stream):
            self._flatten(self._child(value), source, links)
        elif isinstance(value, dict):
            source[-1] += b"<<"
            for key, item in value.items():
                name = key if isinstance(key, str) else key.decode()
                if name == "Font" and item is None:
                    # The place for the fonts of WeasyPrint's document.
                    continue
                source[-1] += b"/%s " % name.encode()
                self._flatten(self._picture(name) if item is None else item, source, links)
            source[-1] += b">>"
        elif isinstance(value, list | tuple):
            source[-1] += b"["
            for item in value:
                self._flatten(item, source, links)
                source[-1] += b" "
            source[-1] += b"]"
        else:
            source[-1] += _scalar(value)

    def _child(self, stream: PdfStream) -> Part:
        if isinstance(stream, Stream):
            return self.stream_part(stream)
        content = b"\n".join(map(_scalar, stream.stream))
        extra = pydyf.Dictionary(stream.extra)
        return self._compressed(extra, content) if stream.compress else self._part(extra, content)

    def _picture(self, name: str) -> Part:
        """The part of a picture by its name in a resource dictionary."""
        used = self._images[name]
        known = self._pictures.setdefault(used["image"], {})
        if used["interpolate"] not in known:
            x_object = used["image"].get_x_object(used["interpolate"], max(used["dpi_ratios"]))
            known[used["interpolate"]] = self._child(x_object)
        return known[used["interpolate"]]


class _FontName(str):
    """The name of a font, in place of a reference to it."""

    __slots__ = ()


def _scalar(value: object) -> bytes:
    """A number, a name or a string in PDF syntax."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".").encode()
    if isinstance(value, pydyf.Object):
        data: bytes = value.data
        return data
    return str(value).encode()
