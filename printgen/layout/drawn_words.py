"""Read the words that a face draws, by its marked contents, with their places."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from printgen.geometry.matrices import IDENTITY, Matrix, product
from printgen.layout.content_streams import operations, shown_codes
from printgen.layout.faces import Face, FaceFont, Part, unpack_glyphs
from printgen.layout.legibility import forms_of

# The colours that are set; the strings of a shown text, and the numbers between them.
_COLOUR = re.compile(rb"(?<!\S)([-.\d]+ [-.\d]+ [-.\d]+ rg|[-.\d]+ g)(?!\S)")
_PART = re.compile(rb"(<[0-9A-Fa-f\s]*>)|([-+]?[.\d]+)")

# The least distance of two lines, as a share of their type size: raised letters are nearer. And
# that of two words which no space separates.
_NEXT_LINE, _APART = 0.6, 0.12

# Nested forms.
_DEEPEST = 20


@dataclass(slots=True)
class Run:
    """Words on one line. `matrix` is that of the text, whose unit is a point; `width` in points.
    `style` is the font of most of them, and their colour.
    """

    words: str
    style: tuple[str, bytes]
    matrix: Matrix
    size: float
    width: float

    def goes_on(self, other: Run) -> bool:
        """Whether other words, which follow, are on the same line."""
        right, up = self._offset(other)
        return right >= 0 and abs(up) <= _NEXT_LINE * max(self.size, other.size)

    def touches(self, other: Run) -> bool:
        """Whether other words on the same line follow without a gap."""
        return self._offset(other)[0] - self.width < _APART * max(self.size, other.size)

    def _offset(self, other: Run) -> tuple[float, float]:
        """The place of other words, seen from these: to the right and upwards."""
        a, b, c, d, e, f = self.matrix
        x, y = other.matrix[4] - e, other.matrix[5] - f
        area = (a * d - b * c) or 1.0
        return (d * x - c * y) / area, (a * y - b * x) / area


# The words of a face by the numbers of its marked contents.
DrawnWords = Mapping[int, list[Run]]


def drawn_words(face: Face) -> DrawnWords:
    """The words of the marked contents of a face."""
    reader = _Reader(face)
    reader.read(face.form, IDENTITY)
    return reader.found


@dataclass(slots=True)
class _Font:
    """A font with its glyphs: the advance width (thousandths of an em) and the text of each."""

    name: str = ""
    glyphs: dict[int, tuple[int, str]] = field(default_factory=dict)

    @classmethod
    def of(cls, font: FaceFont) -> _Font:
        """A font of a face."""
        return cls(font.name, {glyph: (w, text) for glyph, w, text in unpack_glyphs(font.glyphs)})


class _Reader:
    """Reads the forms of a face, each where it is drawn."""

    def __init__(self, face: Face):
        self.found: dict[int, list[Run]] = {}
        self.fonts = {font.name: _Font.of(font) for font in face.fonts}
        self.number: int | None = None
        self.colour, self.depth = b"", 0

    def read(self, part: Part, matrix: Matrix) -> None:
        """Read a form that is drawn with a matrix."""
        forms, stack = dict(forms_of(part)), list[tuple[Matrix, bytes]]()
        text, font, size, run = IDENTITY, _Font(), 0.0, None
        for operator, operands in operations(zlib.decompress(part.stream or b"")):
            if operator == b"q":
                stack.append((matrix, self.colour))
            elif operator == b"Q" and stack:
                matrix, self.colour = stack.pop()
            elif not operator and (colours := _COLOUR.findall(operands[0])):
                self.colour = colours[-1]
            elif operator == b"cm":
                matrix = product(_matrix(operands), matrix)
            elif operator == b"BDC":
                self.number = int(operands[-1])
            elif operator == b"EMC":
                self.number = None
            elif operator == b"Tm":
                text, run = _matrix(operands), None
            elif operator == b"Tf":
                font, size = self.fonts.get(operands[-2][1:].decode(), _Font()), float(operands[-1])
            elif operator in (b"TJ", b"Tj") and self.number is not None:
                run = self._show(run, operands[-1], product(text, matrix), font, size)
            elif operator == b"Do" and self.number is not None and self.depth < _DEEPEST:
                self._draw(forms.get(operands[-1][1:].decode()), matrix)

    def _show(self, run: Run | None, shown: bytes, matrix: Matrix, font: _Font, size: float) -> Run:
        """Add a shown text to the run before it, or as a new one."""
        assert self.number is not None
        if run is None:
            run = Run("", (font.name, self.colour), matrix, size, 0.0)
            self.found.setdefault(self.number, []).append(run)
        for codes, move in _PART.findall(shown):
            glyphs = [font.glyphs.get(code, (0, "")) for code in shown_codes(codes)]
            words = "".join(text for _, text in glyphs)
            if sum(map(str.isalpha, words)) > sum(map(str.isalpha, run.words)):
                run.style = font.name, self.colour
            run.words += words
            run.width += (sum(w for w, _ in glyphs) - float(move or 0)) * size / 1000
        return run

    def _draw(self, form: Part | None, matrix: Matrix) -> None:
        """Read a form, all of which belongs to the current content."""
        if form is not None and form.stream is not None:
            self.depth, number = self.depth + 1, self.number
            self.read(form, matrix)
            self.depth, self.number = self.depth - 1, number


def _matrix(operands: list[bytes]) -> Matrix:
    a, b, c, d, e, f = map(float, operands[-6:])
    return a, b, c, d, e, f
