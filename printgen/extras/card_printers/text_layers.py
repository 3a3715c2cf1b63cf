"""A face as a picture and the texts on top of it, which together look like the face: its content
streams, read with all that is set when a text is shown.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pikepdf
from pikepdf import (
    ContentStreamInlineImage,
    ContentStreamInstruction,
    Dictionary,
    Name,
    Operator,
    Pdf,
)

from printgen.extras.card_printers.inks import DARK, inks_of
from printgen.extras.exports.card_pictures import CardFace
from printgen.extras.exports.channels import drawing
from printgen.extras.page_pictures import pdfium
from printgen.extras.page_pictures.drawn_pages import DrawnPages
from printgen.geometry.outlines import IDENTITY, Box, Matrix, bounds, moved, product
from printgen.layout.assembly import assemble
from printgen.layout.faces import Face, FaceFont, Part, unpack_glyphs
from printgen.paper import mm_to_points

if TYPE_CHECKING:
    from PIL.Image import Image


# --- what a content stream has set when it shows a text: colours, fonts and other settings --------


Colour = tuple[float, float, float]

# Values of a graphics state with which a text is opaque.
_PLAIN = {"/ca": (1,), "/SMask": ("/None",), "/BM": ("/Normal", "/Compatible")}

# Other values of a graphics state that change no text; all others may.
_WITHOUT_EFFECT = {"/Type", "/CA", "/LW", "/LC", "/LJ", "/ML", "/D", "/SA", "/AIS"}


@dataclass(slots=True)
class State:
    """The graphics state. `odd` are the settings with which text stays in the picture."""

    matrix: Matrix = IDENTITY
    colour: Colour | None = (0.0, 0.0, 0.0)
    font: str = ""
    size: float = 0.0
    clips: tuple[bytes, ...] = ()
    odd: frozenset[str] = frozenset()

    def set(self, key: str, plain: bool) -> None:
        """Note whether a setting is plain."""
        self.odd = self.odd - {key} if plain else self.odd | {key}


class Font:
    """A font of a face, and the widths of its glyphs."""

    def __init__(self, record: FaceFont):
        self.record = record

    @cached_property
    def widths(self) -> Mapping[int, int]:
        return {glyph: width for glyph, width, _ in unpack_glyphs(self.record.glyphs)}

    def width(self, shown: ContentStreamInstruction) -> float:
        """The width of a shown text, in em."""
        (operand,) = shown.operands
        total = 0.0
        for item in operand if isinstance(operand, pikepdf.Array) else [operand]:
            if isinstance(item, pikepdf.String):
                codes = bytes(item)
                pairs = zip(codes[::2], codes[1::2], strict=False)
                total += sum(self.widths.get(256 * high + low, 1000) for high, low in pairs)
            else:
                total -= float(item)
        return total / 1000


# --- read the dictionaries of a face's parts, and write changed parts -----------------------------


# A link of a part in its dictionary, as a name: its index in the links.
_LINK = re.compile(rb"/@(\d+)")

_TEXT_OPERATORS = re.compile(rb"(?<![^\s\])>])(?:Tj|TJ)(?!\S)")


def dictionary_of(part: Part) -> pikepdf.Object:
    """The dictionary of a part, with its links as names that `link_of` understands."""
    pieces = [part.source[0]]
    for number, piece in enumerate(part.source[1:]):
        pieces += [b"/@%d " % number, piece]
    return pikepdf.Object.parse(b"".join(pieces))


def link_of(part: Part, value: object) -> Part | str | None:
    """What a value of a part's dictionary links to; None for other values."""
    match = _LINK.fullmatch(str(value).encode()) if isinstance(value, pikepdf.Name) else None
    return part.links[int(match[1])] if match else None


def content_of(part: Part) -> bytes:
    """The content of a form."""
    return zlib.decompress(part.stream or b"")


def is_form(part: Part) -> bool:
    """Whether a part is a form."""
    return part.stream is not None and Name.Form == dictionary_of(part).get("/Subtype")


def resources_of(form: Part) -> Part:
    """The resources of a form, as a part of their own."""
    value = dictionary_of(form).get("/Resources", Dictionary())
    linked = link_of(form, value)
    return linked if isinstance(linked, Part) else part_of(value, form.links)


def shows_text(form: Part) -> bool:
    """Whether a form shows text, or a form in it does."""
    if _TEXT_OPERATORS.search(content_of(form)):
        return True
    resources = resources_of(form)
    return any(isinstance(p, Part) and is_form(p) and shows_text(p) for p in resources.links)


def part_of(
    dictionary: pikepdf.Object, links: Sequence[Part | str], content: bytes | None = None
) -> Part:
    """A part of a dictionary whose links are names; of a form, if it has content."""
    stream = None
    if content is not None:
        stream = zlib.compress(content, 9)
        dictionary.Filter, dictionary.Length = Name.FlateDecode, len(stream)
    pieces = _LINK.split(dictionary.unparse())
    used = [links[int(number)] for number in pieces[1::2]]
    return Part.of(pieces[::2], used, stream)


def written(values: tuple[float, ...], digits: int = 4) -> bytes:
    """Numbers in PDF syntax."""
    return b" ".join((f"{v:.{digits}f}".rstrip("0").rstrip(".") or "0").encode() for v in values)


# --- paths that clip text, in points of the face --------------------------------------------------


# Operators that make a path, and that paint or end it.
PATH = {"m", "l", "c", "v", "y", "h", "re"}

PAINTING = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"}

# Tolerance (points) for the edge of the page.
_EDGE = 0.01


def clip_of(
    path: Sequence[ContentStreamInstruction], rule: str, matrix: Matrix, page: Box
) -> bytes:
    """The operators that clip to a path, in points of the page; none if it contains the page."""
    if [str(step.operator) for step in path] == ["re"] and not (matrix[1] or matrix[2]):
        x, y, width, height = (float(value) for value in path[0].operands)
        box = bounds((x, y, x + width, y + height), matrix)
        near = all(a <= b + _EDGE for a, b in zip(box[:2], page[:2], strict=True))
        if near and all(a >= b - _EDGE for a, b in zip(box[2:], page[2:], strict=True)):
            return b""
        left, bottom, right, top = box
        steps = [written((left, bottom, right - left, top - bottom)) + b" re"]
    else:
        steps = [_step(step, matrix) for step in path]
    return b"\n".join([*steps, rule.encode(), b"n"])


def _step(step: ContentStreamInstruction, matrix: Matrix) -> bytes:
    values = [float(value) for value in step.operands]
    if str(step.operator) == "re":
        x, y, width, height = values
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        points = [written(moved(*corner, matrix)) for corner in corners]
        return points[0] + b" m\n" + b"".join(p + b" l\n" for p in points[1:]) + b"h"
    points = [written(moved(x, y, matrix)) for x, y in zip(values[::2], values[1::2], strict=True)]
    return b" ".join([*points, str(step.operator).encode()])


# --------------------------------------------------------------------------------------------------
# Find the texts of a face that can be printed on top of its picture, and the picture without them.
#
# A text can if it is drawn with an opaque colour. Whether something that is drawn later covers it
# is seen in the finished picture.


# Operators that space, scale or raise text, with the operand that does nothing.
_SPACING = {"Tc": 0, "Tw": 0, "Ts": 0, "Tz": 100, "Tr": 0}

# Operators that place a text relative to another one.
_MOVES = {"Td", "TD", "T*"}

_SHOWS = {"Tj", "TJ", "'", '"'}

_INVISIBLE, _VISIBLE = 3, 0

# How far (em) glyphs may reach beyond their line.
_ABOVE, _BELOW, _ASIDE = 1.2, 0.5, 0.3


@dataclass(frozen=True, slots=True)
class Text:
    """A shown text of a face. `number` is its place among those that can be moved, `matrix` and
    `box` are in points of the face, `shown` is the operator with its operand, and `clips` are the
    paths that clip it, as operators in points of the face.
    """

    number: int
    matrix: Matrix
    font: str
    size: float
    colour: Colour
    shown: bytes
    clips: tuple[bytes, ...]
    box: Box


@dataclass(frozen=True, slots=True)
class Split:
    """A face without some of its texts, and these texts."""

    picture: Face
    texts: tuple[Text, ...]


def split(face: Face, left: Collection[int] = ()) -> Split:
    """Split a face. The texts whose numbers are in `left` stay."""
    with Pdf.new() as pdf:
        reader = _ContentReader(pdf, face, left)
        form = reader.read(face.form, State())
    return Split(replace(face, form=form), tuple(reader.texts))


class _ContentReader:
    """Reads the forms of one face."""

    def __init__(self, pdf: Pdf, face: Face, left: Collection[int]):
        self.pdf, self.left = pdf, left
        self.page: Box = (0.0, 0.0, face.width, face.height)
        self.fonts = {font.name: Font(font) for font in face.fonts if not font.hollow}
        self.texts: list[Text] = []
        self.candidates = 0

    def read(self, form: Part, state: State) -> Part:
        """Note the texts of a form that is drawn in a state. Returns it without them."""
        before = len(self.texts)
        reading = _Form(self, form, state)
        for instruction in pikepdf.parse_content_stream(self.pdf.make_stream(content_of(form))):
            if isinstance(instruction, ContentStreamInstruction):
                reading.follow(instruction)
            else:
                reading.content.append(instruction)
        return form if len(self.texts) == before else reading.without_texts()


class _Form:
    """Reads one form."""

    def __init__(self, reader: _ContentReader, form: Part, state: State):
        self.reader, self.form, self.state = reader, form, state
        self.resources = resources_of(form)
        self.names = dictionary_of(self.resources)
        self.stack: list[State] = []
        self.path: list[ContentStreamInstruction] = []
        self.clip_rule = ""
        # The matrix of the next text; None if it is not known.
        self.line: Matrix | None = None
        self.content: list[ContentStreamInstruction | ContentStreamInlineImage] = []
        self.forms: dict[str, Part] = {}

    def without_texts(self) -> Part:
        """The form without the texts that were taken, in the forms that were made of its forms."""
        links = list(self.resources.links)
        for name, form in self.forms.items():
            self.names.XObject[name] = pikepdf.Name(f"/@{len(links)}")
            links.append(form)
        dictionary = dictionary_of(self.form)
        dictionary.Resources = pikepdf.Name("/@0")
        content = pikepdf.unparse_content_stream(self.content)
        return part_of(dictionary, [part_of(self.names, links)], content)

    def follow(self, instruction: ContentStreamInstruction) -> None:
        """Follow an instruction, and write it as it is without the texts that are taken."""
        operator, operands = str(instruction.operator), [*instruction.operands]
        if operator in _SHOWS:
            self.content += self._show(instruction)
        elif operator == "Do":
            self.content.append(self._draw(instruction))
        else:
            self.content.append(instruction)
            self._set(operator, operands, instruction)

    def _set(
        self, operator: str, operands: list[pikepdf.Object], instruction: ContentStreamInstruction
    ) -> None:
        state = self.state
        if operator == "q":
            self.stack.append(replace(state))
        elif operator == "Q":
            self.state = self.stack.pop() if self.stack else state
        elif operator == "cm":
            state.matrix = product(_numbers(operands), state.matrix)
        elif operator in PATH:
            self.path.append(instruction)
        elif operator in ("W", "W*"):
            self.clip_rule = operator
        elif operator in PAINTING:
            if self.clip_rule:
                clip = clip_of(self.path, self.clip_rule, state.matrix, self.reader.page)
                state.clips += (clip,) if clip else ()
            self.path, self.clip_rule = [], ""
        elif operator == "gs":
            for key, value in self.names.ExtGState[str(operands[0])].items():
                if key in _PLAIN:
                    state.set(key, value in _PLAIN[key])
                elif key not in _WITHOUT_EFFECT:
                    state.set(key, False)
        elif operator == "BT":
            self.line = IDENTITY
        elif operator == "Tm":
            self.line = _numbers(operands)
        elif operator in _MOVES:
            self.line = None
        elif operator == "Tf":
            state.font, state.size = str(operands[0])[1:], float(str(operands[1]))
        elif operator in _SPACING:
            state.set(operator, float(str(operands[0])) == _SPACING[operator])
        elif operator == "g":
            grey = float(str(operands[0]))
            state.colour = grey, grey, grey
        elif operator == "rg":
            red, green, blue = (float(str(value)) for value in operands)
            state.colour = red, green, blue
        elif operator in ("k", "cs", "sc", "scn"):
            state.colour = None

    def _draw(self, instruction: ContentStreamInstruction) -> ContentStreamInstruction:
        """Draw a form without its texts; what is no form, or cannot be split, as it is."""
        name = str(instruction.operands[0])
        form = link_of(self.resources, self.names.XObject[name])
        if not isinstance(form, Part) or not is_form(form) or not shows_text(form):
            return instruction
        dictionary = dictionary_of(form)
        if self.state.odd or "/Group" in dictionary:
            return instruction
        state = replace(self.state)
        state.matrix = product(_numbers([*dictionary.get("/Matrix", IDENTITY)]), state.matrix)
        left, bottom, right, top = (float(value) for value in dictionary.BBox)
        box = ContentStreamInstruction([left, bottom, right - left, top - bottom], Operator("re"))
        clip = clip_of([box], "W", state.matrix, self.reader.page)
        state.clips += (clip,) if clip else ()
        new = self.reader.read(form, state)
        if new is form:
            return instruction
        name = f"{name}-{len(self.forms)}"
        self.forms[name] = new
        return ContentStreamInstruction([pikepdf.Name(name)], instruction.operator)

    def _show(self, instruction: ContentStreamInstruction) -> list[ContentStreamInstruction]:
        """A shown text as it is, or invisible if it is taken out of the picture."""
        state, line = self.state, self.line
        font = self.reader.fonts.get(state.font)
        self.line = None
        if line is None or font is None or str(instruction.operator) not in ("Tj", "TJ"):
            return [instruction]
        width = font.width(instruction) * state.size
        if not state.odd & _SPACING.keys() - {"Tr"}:
            self.line = product((1, 0, 0, 1, width, 0), line)
        linked = self.names.get("/Font", Dictionary()).get(f"/{state.font}")
        if link_of(self.resources, linked) != state.font or state.colour is None or state.odd:
            return [instruction]
        number = self.reader.candidates
        self.reader.candidates += 1
        if number in self.reader.left:
            return [instruction]
        matrix, aside = product(line, state.matrix), _ASIDE * state.size
        high, low = _ABOVE * state.size, -_BELOW * state.size
        text = Text(
            number,
            matrix,
            state.font,
            state.size,
            state.colour,
            pikepdf.unparse_content_stream([instruction]),
            state.clips,
            bounds((-aside, low, width + aside, high), matrix),
        )
        self.reader.texts.append(text)
        modes = (
            ContentStreamInstruction([mode], Operator("Tr")) for mode in (_INVISIBLE, _VISIBLE)
        )
        return [next(modes), instruction, next(modes)]


def _numbers(operands: Iterable[object]) -> Matrix:
    a, b, c, d, e, f = (float(str(value)) for value in operands)
    return a, b, c, d, e, f


# --- write texts as the content of a page, in colours of choice -----------------------------------


# Writes a colour as an operator.
Inked = Callable[[Colour], bytes]


def in_rgb(colour: Colour) -> bytes:
    """A colour as on the face."""
    return written(colour) + b" rg"


def in_inks(colour: Colour) -> bytes:
    """A colour in the inks of a press."""
    return written(inks_of(colour)) + b" k"


def text_face(face: Face, texts: Sequence[Text], inked: Inked) -> Face:
    """A face with texts of another face alone."""
    used = {text.font for text in texts}
    fonts = tuple(font for font in face.fonts if font.name in used)
    names = Dictionary({f"/{font.name}": Name(f"/@{at}") for at, font in enumerate(fonts)})
    dictionary = Dictionary(
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=[0, 0, face.width, face.height],
        Resources=Dictionary(Font=names),
    )
    lines = [b"q"]
    for clips, group in groupby(texts, key=lambda text: text.clips):
        lines += [b"q", *clips, *_shown(group, inked), b"Q"]
    content = b"\n".join([*lines, b"Q"])
    form = part_of(dictionary, [font.name for font in fonts], content)
    return Face(face.width, face.height, form, fonts)


def _shown(texts: Iterable[Text], inked: Inked) -> list[bytes]:
    lines, colour, font = list[bytes](), b"", b""
    for text in texts:
        before = colour, font
        colour = inked(text.colour)
        font = b"/%s %s Tf" % (text.font.encode(), written((text.size,)))
        lines += [colour] if colour != before[0] else []
        lines.append(b"BT")
        lines += [font] if font != before[1] else []
        # Not multiplied: other numbers would move glyphs to other pixels.
        lines += [written(text.matrix, 6) + b" Tm", text.shown.strip(), b"ET"]
    return lines


# --- fonts for PDF 1.4, which knows fewer kinds of font file --------------------------------------


def adapt_font(font: pikepdf.Object) -> None:
    """Replace the OpenType file of a composite font, which PDF 1.6 brought, by the outlines in it.
    TrueType files stay.
    """
    descendant = font.DescendantFonts[0]
    file = descendant.FontDescriptor.get("/FontFile3")
    if file is None or file.get("/Subtype") != Name.OpenType:
        return
    content = file.read_bytes()
    (count,) = struct.unpack_from(">H", content, 4)
    tables = (struct.unpack_from(">4sLLL", content, 12 + 16 * n) for n in range(count))
    places = {tag: (start, length) for tag, _, start, length in tables}
    if b"CFF " not in places:
        raise ValueError("the font has no table CFF ")
    start, length = places[b"CFF "]
    file.write(content[start : start + length])
    file.Subtype = Name.CIDFontType0C
    if "/CIDToGIDMap" in descendant:
        del descendant.CIDToGIDMap


# --- the layers of a face -------------------------------------------------------------------------


# How much (of 255) a pixel of the face may differ from one of the picture with the texts on top.
# Faces with nothing over their texts differ by 1.
SAME = 8

# How often texts that differ are put back into the picture, before all are.
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Layers:
    """The image of a whole face; its picture, which is the whole face if all texts stay in it; the
    texts on top, and their letters and digits.
    """

    whole: Image
    picture: Image
    texts: tuple[Text, ...] = ()
    letters: str = ""


def layers_of(face: CardFace, width: int, height: int) -> Layers:
    """The layers of a face with its bleed, at a size in pixels.

    A text stays in the picture if the picture with the text on top is not what the face looks like:
    something covers the text.
    """
    whole = face.image(width, height, face.cut.bleed)
    left = set[int]()
    for _ in range(_TRIES):
        parts = split(face.face, left)
        if not parts.texts:
            break
        picture, together, letters = _drawn(face, parts, width, height)
        difference = np.asarray(whole).astype(np.int16) - np.asarray(together)
        wrong = np.abs(difference).max(axis=2) > SAME
        if not wrong.any():
            return Layers(whole, picture, parts.texts, letters)
        covered = {text.number for text in parts.texts if wrong[_pixels(face, text, whole)].any()}
        if not covered:
            break
        left |= covered
    return Layers(whole, whole)


def _drawn(face: CardFace, parts: Split, width: int, height: int) -> tuple[Image, Image, str]:
    """The picture, the picture with the texts on top, and the letters of the texts."""
    faces = [parts.picture, text_face(face.face, parts.texts, in_rgb)]
    pages = DrawnPages(assemble(faces, face.programs), face.card.id)
    picture, together = face.images(pages, [0, 1], width, height, face.cut.bleed)
    with drawing(face.card.where):
        return picture, together, letters_of(pages, 1)


def letters_of(pages: DrawnPages, number: int) -> str:
    """The letters and digits of a page. Raises CannotDraw."""
    return "".join(filter(str.isalnum, pages.call(pdfium.text, number)))


def _pixels(face: CardFace, text: Text, image: Image) -> tuple[slice, slice]:
    """The rows and columns of the pixels around a text."""
    size = face.cut.size.grown(face.cut.bleed)
    across = image.width / mm_to_points(size.width)
    down = image.height / mm_to_points(size.height)
    left, bottom, right, top = text.box
    rows = slice(max(0, int((face.top - top) * down)), max(0, int((face.top - bottom) * down) + 1))
    return rows, slice(int(max(0.0, left) * across), int(max(0.0, right) * across) + 1)


# --- where the texts of a face are seen, to find them on a finished page --------------------------
#
# The finished page has other colours than the face, but its texts change the same pixels.


Mask = npt.NDArray[np.bool_]

# How much (of 255) a text changes a pixel that it covers, and how much that changes in inks.
_CLEAR, _SEEN = 96, 24


@dataclass(frozen=True, slots=True)
class Marks:
    """The pixels that texts change clearly, and those that they leave as they are; eight a byte.

    Black pixels are not among the latter: they may be rich black, on which black text is seen.
    """

    width: int
    height: int
    covered: bytes
    free: bytes

    @classmethod
    def of(cls, picture: Image, whole: Image) -> Marks:
        """The marks of texts on a picture, which together are the whole."""
        change = _change(picture, whole)
        light = np.asarray(picture.convert("L")) > 2 * DARK
        free = np.packbits((change == 0) & light).tobytes()
        return cls(*picture.size, np.packbits(change > _CLEAR).tobytes(), free)

    def wrong_pixels(self, pages: DrawnPages, number: int) -> int:
        """The number of pixels at which the texts of a page are missing, or should not be. Raises
        CannotDraw.
        """
        together, picture = (
            pages.whole(number, self.width, self.height, texts) for texts in (True, False)
        )
        change = _change(picture, together).ravel()
        missing = self._mask(self.covered) & (change < _SEEN)
        return int((missing | (self._mask(self.free) & (change >= _SEEN))).sum())

    def _mask(self, packed: bytes) -> Mask:
        count = self.width * self.height
        return np.unpackbits(np.frombuffer(packed, np.uint8), count=count).astype(bool)


def _change(picture: Image, whole: Image) -> npt.NDArray[np.int16]:
    """How much each pixel of a picture changes."""
    red, green, blue = np.moveaxis(
        np.abs(np.asarray(picture).astype(np.int16) - np.asarray(whole)), 2, 0
    )
    result: npt.NDArray[np.int16] = np.maximum(np.maximum(red, green), blue)
    return result
