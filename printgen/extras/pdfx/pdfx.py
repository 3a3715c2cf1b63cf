"""PDF/X for print shops: colours as the four inks of a printing condition, separated by an ICC
profile.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from uuid import UUID

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream, String
from PIL import Image, ImageCms

from printgen.imposition.compose import DocumentInfo, save_pdf
from printgen.typography.print_limits import DARK

# --- colours as the four inks of a printing condition: sRGB is separated by an ICC profile --------
#
# Greys stay greys, which a press prints in black ink alone.


PROFILE = Path(__file__).with_name("coated-fogra39.icc")

# The printing condition of the profile, by its name in the registry of the ICC.
CONDITION, CONDITION_NAME = "FOGRA39", "Coated FOGRA39 (ISO 12647-2:2004)"

# Largest total of the four inks (percent) that the profile makes.
MAX_INK = 300

Inks = tuple[float, float, float, float]


@cache
def _transform() -> ImageCms.ImageCmsTransform:
    """From sRGB to inks: relative colours, so that white is the paper, with black point."""
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(BytesIO(PROFILE.read_bytes())),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def separated_picture(picture: Image.Image) -> Image.Image:
    """An RGB picture as CMYK."""
    done = ImageCms.applyTransform(picture, _transform())
    assert done is not None
    return done


@cache
def separated_colour(red: float, green: float, blue: float) -> Inks:
    """The inks (0 to 1) of a colour whose channels are between 0 and 1. Dark colours, such as those
    of text, are black ink alone.
    """
    if max(red, green, blue) <= DARK:
        return 0.0, 0.0, 0.0, 1.0
    channels = tuple(round(255 * min(max(value, 0.0), 1.0)) for value in (red, green, blue))
    inks = separated_picture(Image.new("RGB", (1, 1), channels)).getpixel((0, 0))
    assert isinstance(inks, tuple)
    cyan, magenta, yellow, black = (value / 255 for value in inks)
    return cyan, magenta, yellow, black


# --- CMYK pictures as JPEGs in a PDF --------------------------------------------------------------


_QUALITY = 92

# The `Decode` of such a picture: CMYK JPEGs store inverted values.
INVERTED = (1, 0) * 4


def cmyk_jpeg(picture: Image.Image) -> bytes:
    """A CMYK picture as a JPEG, with all its colours."""
    buffer = BytesIO()
    picture.save(buffer, "JPEG", quality=_QUALITY, subsampling=0, optimize=True)
    return buffer.getvalue()


# --------------------------------------------------------------------------------------------------
# What all files for a press say: their metadata, and the printing condition that they are for.


# PDF/X requires dates; a fixed one keeps the bytes reproducible.
FIXED_DATE = "D:19800101000000Z"


def describe(pdf: Pdf, title: str, author: str) -> None:
    """Write the document information that PDF/X requires."""
    pdf.docinfo["/Title"] = title
    pdf.docinfo["/Author"] = author
    for key in ("/Creator", "/Producer"):
        pdf.docinfo[key] = "printgen"
    for key in ("/CreationDate", "/ModDate"):
        pdf.docinfo[key] = FIXED_DATE
    pdf.docinfo["/Trapped"] = Name("/False")


def set_condition(pdf: Pdf, identifier: str, name: str, profile: bytes = b"") -> None:
    """Write the printing condition, by its identifier in the registry of the ICC. `profile` is the
    ICC profile of its four inks, if the file has it.
    """
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(identifier),
        OutputCondition=String(name),
        RegistryName=String("http://www.color.org"),
    )
    if profile:
        intent.Info = String(name)
        intent.DestOutputProfile = pdf.make_stream(profile, N=4, Alternate=Name.DeviceCMYK)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])


# --------------------------------------------------------------------------------------------------
# Separate the colours of a PDF that WeasyPrint wrote: its drawings, gradients and pictures.
#
# The luminosity of a soft mask is no colour: masks become grey.


_COLOUR = re.compile(rb"(?<!\S)([-.\d]+)\s+([-.\d]+)\s+([-.\d]+)\s+(rg|RG)(?!\S)")

# The values of a colour of three channels in another colour space.
Convert = Callable[[float, float, float], tuple[float, ...]]


def separate(pdf: Pdf, inks: Mapping[bytes, bytes] | None = None) -> None:
    """Write all RGB colours of a PDF as inks. `inks` are as in `write_pdfx`."""
    masks = {item.objgen for item in _masks(pdf)}
    for item in list(pdf.objects):
        if isinstance(item, Stream) and item.get("/Subtype") == Name.Image:
            _separate_picture(item, inks or {})
        elif isinstance(item, Stream | Dictionary | Array):
            is_mask = item.objgen in masks
            for part in _parts(item):
                _recolour(part, is_mask)
    for page in pdf.pages:
        for content in _contents(page):
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


def _contents(page: Page) -> list[Object]:
    """The content streams of a page."""
    contents = page.obj.get("/Contents", Array([]))
    return list(contents) if isinstance(contents, Array) else [contents]


def _separate_picture(image: Stream, inks: Mapping[bytes, bytes]) -> None:
    """Separate an RGB picture, or give it the inks that it has; those in other colours stay."""
    if image.get("/ColorSpace") != Name.DeviceRGB:
        return
    is_photo = image.get("/Filter") == Name.DCTDecode
    own = inks.get(sha256(image.read_raw_bytes()).digest()) if is_photo and inks else None
    picture = separated_picture(pikepdf.PdfImage(image).as_pil_image().convert("RGB"))
    image.ColorSpace = Name.DeviceCMYK
    for key in ("/Decode", "/DecodeParms"):
        if key in image:
            del image[key]
    if not is_photo:
        image.write(zlib.compress(picture.tobytes(), 9), filter=Name.FlateDecode)
        return
    image.write(own or cmyk_jpeg(picture), filter=Name.DCTDecode)
    image.Decode = Array([*INVERTED])


# --------------------------------------------------------------------------------------------------
# PDF/X-4 (ISO 15930-7): the pages of a book for a print shop, in the inks of one condition.


VERSION = "PDF/X-4"

# The fixed date of `output`, as metadata in XML has it.
_DATE = "1980-01-01T00:00:00Z"

# What is for readers on a screen: links, bookmarks, tags.
_OF_CATALOG = (
    "/Outlines", "/Names", "/Dests", "/OpenAction", "/AA", "/AcroForm", "/StructTreeRoot",
    "/MarkInfo", "/PageMode", "/PageLayout", "/Metadata", "/PageLabels", "/ViewerPreferences",
)  # fmt: skip
_OF_PAGES = ("/Annots", "/AA", "/StructParents", "/Tabs", "/CropBox", "/Thumb")

_NAME = re.compile(rb"/([^\s()<>\[\]{}/%]+)")


def write_pdfx(
    pdf: Pdf, info: DocumentInfo, out: Path, inks: Mapping[bytes, bytes] | None = None
) -> None:
    """Write a PDF whose pages have a trim box and a bleed box as PDF/X-4. It has nothing but the
    pages: no links, no bookmarks. `inks` are JPEGs of four inks by the digests of the pictures that
    the pages show of them. Equal content gives equal bytes.
    """
    for page in pdf.pages:
        _drop(page.obj, _OF_PAGES)
        _list_own_drawings(page)
    _drop(pdf.Root, _OF_CATALOG)
    pdf.remove_unreferenced_resources()
    separate(pdf, inks)
    pdf.Root.Lang = String(info.lang)
    set_condition(pdf, CONDITION, CONDITION_NAME, PROFILE.read_bytes())
    _describe(pdf, info)
    save_pdf(pdf, out, "1.6")


def _drop(holder: pikepdf.Object, keys: tuple[str, ...]) -> None:
    for key in keys:
        if key in holder:
            del holder[key]


def _list_own_drawings(page: Page) -> None:
    """Let a page list only the drawings that it names: pages share one list of all drawings, and
    qpdf reads each drawing of the list of each page.
    """
    resources = page.obj.get(Name.Resources, Dictionary())
    content = b"\n".join(part.read_bytes() for part in _contents(page))
    named = {name.decode("latin-1") for name in _NAME.findall(content)}
    # A name with other letters may be written in another way.
    own = {
        name: drawing
        for name, drawing in resources.get(Name.XObject, Dictionary()).items()
        if name[1:] in named or not name[1:].isalnum()
    }
    page.obj.Resources = Dictionary({**dict(resources.items()), "/XObject": Dictionary(own)})


def _describe(pdf: Pdf, info: DocumentInfo) -> None:
    """Write the metadata, in both of the forms that PDF has for them."""
    if Name.Info in pdf.trailer:
        del pdf.trailer[Name.Info]
    describe(pdf, info.title, info.author)
    # An id that only files with equal pages share.
    digest = sha256()
    for page in pdf.pages:
        for part in _contents(page):
            digest.update(part.read_raw_bytes())
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = info.title
        metadata["dc:creator"] = [info.author]
        metadata["dc:format"] = "application/pdf"
        metadata["xmp:CreatorTool"] = "printgen"
        for name in ("CreateDate", "ModifyDate", "MetadataDate"):
            metadata[f"xmp:{name}"] = _DATE
        metadata["xmpMM:DocumentID"] = f"uuid:{UUID(bytes=digest.digest()[:16])}"
        metadata["xmpMM:RenditionClass"] = "default"
        metadata["xmpMM:VersionID"] = "1"
        metadata["pdf:Producer"] = "printgen"
        metadata["pdf:Trapped"] = "False"
        metadata["pdfxid:GTS_PDFXVersion"] = VERSION
