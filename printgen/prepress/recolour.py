"""Separate the colours of a PDF that WeasyPrint wrote: its drawings, gradients and pictures.

The luminosity of a soft mask is no colour: masks become grey.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

from printgen.prepress.cmyk_jpeg import INVERTED, cmyk_jpeg
from printgen.prepress.separation import separated_colour, separated_picture

_COLOUR = re.compile(rb"(?<!\S)([-.\d]+)\s+([-.\d]+)\s+([-.\d]+)\s+(rg|RG)(?!\S)")

# The values of a colour of three channels in another colour space.
Convert = Callable[[float, float, float], tuple[float, ...]]


def separate(pdf: Pdf) -> None:
    """Write all RGB colours of a PDF as inks."""
    masks = {item.objgen for item in _masks(pdf)}
    for item in list(pdf.objects):
        if isinstance(item, Stream) and item.get("/Subtype") == Name.Image:
            _separate_picture(item)
        elif isinstance(item, Stream | Dictionary | Array):
            is_mask = item.objgen in masks
            for part in _parts(item):
                _recolour(part, is_mask)
    for page in pdf.pages:
        for content in _contents(page.obj):
            _rewrite(content, separated_colour, b"k")


def _parts(item: Object) -> Iterator[Object]:
    """The dictionaries of an object: itself, and those that are written in it."""
    if isinstance(item, Dictionary | Stream):
        yield item
        inner = [value for _, value in item.items()]
    else:
        inner = list(item)
    for value in inner:
        if isinstance(value, Dictionary | Array) and not value.is_indirect:
            yield from _parts(value)


def _masks(pdf: Pdf) -> Iterator[Object]:
    """The objects that are drawn for soft masks of luminosity."""
    waiting = [
        part.SMask.G
        for item in pdf.objects
        if isinstance(item, Dictionary | Array)
        for part in _parts(item)
        if isinstance(part.get("/SMask"), Dictionary) and part.SMask.get("/S") == Name.Luminosity
    ]
    seen: set[tuple[int, int]] = set()
    while waiting:
        drawn = waiting.pop()
        if drawn.objgen in seen:
            continue
        seen.add(drawn.objgen)
        yield drawn
        for part in _parts(drawn):
            waiting += [
                value
                for _, value in part.items()
                if isinstance(value, Dictionary | Stream) and value.is_indirect
            ]


def _recolour(item: Object, is_mask: bool) -> None:
    """Recolour a form, a pattern or a gradient."""
    convert, space, operator = (
        (_luminosity, Name.DeviceGray, b"g")
        if is_mask
        else (separated_colour, Name.DeviceCMYK, b"k")
    )
    if item.get("/S") == Name.Transparency and item.get("/CS") == Name.DeviceRGB:
        item.CS = space
    if "/ShadingType" in item and item.ColorSpace == Name.DeviceRGB:
        item.ColorSpace = space
        _recolour_function(item.Function, convert)
    if isinstance(item, Stream) and (item.get("/Subtype") == Name.Form or "/PatternType" in item):
        _rewrite(item, convert, operator)


def _recolour_function(function: Object, convert: Convert) -> None:
    """Recolour the ends of a gradient, or of its parts."""
    for part in function.get("/Functions", Array([])):
        _recolour_function(part, convert)
    for end in ("/C0", "/C1"):
        if end in function:
            red, green, blue = map(float, function[end])
            function[end] = Array([round(value, 4) for value in convert(red, green, blue)])


def _luminosity(red: float, green: float, blue: float) -> tuple[float, ...]:
    """The luminosity of a colour (ISO 32000-1, 11.3.5.3)."""
    return (0.3 * red + 0.59 * green + 0.11 * blue,)


def _rewrite(stream: Object, convert: Convert, operator: bytes) -> None:
    """Replace the operators that set an RGB colour. WeasyPrint writes text in hexadecimal, which
    does not look like them.
    """

    def replaced(found: re.Match[bytes]) -> bytes:
        values = convert(float(found[1]), float(found[2]), float(found[3]))
        name = operator.upper() if found[4] == b"RG" else operator
        return b" ".join([*(b"%.4g" % value for value in values), name])

    content = stream.read_bytes()
    done = _COLOUR.sub(replaced, content)
    if done != content:
        stream.write(zlib.compress(done, 9), filter=Name.FlateDecode)


def _contents(page: Object) -> list[Object]:
    contents = page.get("/Contents", Array([]))
    return list(contents) if isinstance(contents, Array) else [contents]


def _separate_picture(image: Stream) -> None:
    """Separate an RGB picture; those in other colours stay."""
    if image.get("/ColorSpace") != Name.DeviceRGB:
        return
    is_photo = image.get("/Filter") == Name.DCTDecode
    picture = separated_picture(pikepdf.PdfImage(image).as_pil_image().convert("RGB"))
    image.ColorSpace = Name.DeviceCMYK
    for key in ("/Decode", "/DecodeParms"):
        if key in image:
            del image[key]
    if not is_photo:
        image.write(zlib.compress(picture.tobytes(), 9), filter=Name.FlateDecode)
        return
    image.write(cmyk_jpeg(picture), filter=Name.DCTDecode)
    image.Decode = Array([*INVERTED])
