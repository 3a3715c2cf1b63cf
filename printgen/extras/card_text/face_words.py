"""The words of a face, in reading order and with their places, from what it draws."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import takewhile

from printgen.geometry.outlines import IDENTITY, Matrix, product
from printgen.layout.content_streams import operations, shown_codes
from printgen.layout.faces import Face, FaceFont, Part, unpack_glyphs
from printgen.layout.legibility import forms_of
from printgen.layout.tags import Tag

# --- read the words that a face draws, by its marked contents, with their places ------------------


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
    reader = _FaceReader(face)
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


class _FaceReader:
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


# --- what a laid-out face says: the elements of its structure with the words that it draws --------
#
# The words are those of the print, whatever the template and its style made of the content.


# The hyphen that is drawn where a word is divided; written ones are other characters.
_DIVIDED = "\u2010"

# A line that ends in one of these goes on without a space, if there is none before it either.
_JOINING = re.compile(r"\S[-–—/\u200b]$")

# Elements that stand within lines.
INLINE = frozenset(("Span", "Link", "Reference", "Figure", "Lbl", "Strong", "Label"))

# How many times more letters a paragraph has than the words at its beginning that look different.
_LONGER = 2


@dataclass(frozen=True, slots=True)
class SpokenText:
    """An element of structure with what it says in reading order: words, and elements in it.

    `alt` is said in place of the content. The other fields are those of `Tag`. An element `Strong`
    has the first words of a paragraph if they look different, such as the name of a rule; an
    element `Label` has words that are not drawn.
    """

    name: str
    kids: tuple[SpokenText | str, ...] = ()
    alt: str = ""
    scope: str = ""
    spans: tuple[int, int] = (1, 1)
    lang: str = ""
    numbering: str = ""
    expansion: str = ""

    @property
    def words(self) -> str:
        """All that is said, on one line."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        if self.alt:
            yield self.alt
            return
        for kid in self.kids:
            if isinstance(kid, str):
                yield kid
            else:
                apart = "" if kid.name in INLINE else " "
                yield apart + "".join(kid._texts()) + apart


def said_by(face: Face) -> SpokenText | None:
    """What a face says; None for a face without structure."""
    if face.tags is None or face.form.stream is None:
        return None
    return _TagReader(drawn_words(face)).said(face.tags, _Line())


@dataclass(slots=True)
class _Line:
    """The run that was read last in an element around lines."""

    last: Run | None = None


@dataclass(slots=True)
class _TagReader:
    """Puts the words of a face into its structure."""

    drawn: DrawnWords

    def said(self, tag: Tag, line: _Line) -> SpokenText:
        """What an element says. `line` is that of the element around it, if it is within lines."""
        kids, runs = list[SpokenText | str](), list[Run]()
        for kid in tag.kids:
            if isinstance(kid, Tag):
                kids.append(self.said(kid, line if kid.name in INLINE else _Line()))
                continue
            for run in self.drawn.get(kid[1], ()):
                kids += _joined(line.last, run, kids)
                line.last = run
                runs.append(run)
        return SpokenText(
            tag.name,
            tuple(_with_lead(kids, runs) if tag.name in ("P", "LBody") else kids),
            tag.alt,
            tag.scope,
            tag.spans,
            tag.lang,
            tag.numbering,
            tag.expansion,
        )


def _joined(last: Run | None, run: Run, kids: list[SpokenText | str]) -> Iterator[str]:
    """The words of a run, after a space if they are apart from those before."""
    if last is not None and last.goes_on(run):
        if not last.touches(run):
            yield " "
    elif last is not None and last.words.endswith(_DIVIDED):
        if kids and isinstance(kids[-1], str):
            kids[-1] = kids[-1].removesuffix(_DIVIDED)
    elif last is not None and not _JOINING.search(last.words):
        yield " "
    yield run.words


def _with_lead(kids: list[SpokenText | str], runs: list[Run]) -> list[SpokenText | str]:
    """What a paragraph says, with an element for the words at its beginning that look different."""
    letters: dict[object, int] = {}
    for run in runs:
        letters[run.style] = letters.get(run.style, 0) + sum(map(str.isalnum, run.words))
    usual = max(letters, key=lambda style: letters[style], default=None)
    before = [run.words for run in takewhile(lambda run: run.style != usual, runs)]
    lead = sum(map(str.isalpha, "".join(before)))
    # An icon may be before the words.
    start = next((at for at, kid in enumerate(kids) if isinstance(kid, str)), 0)
    end = start + len(before)
    if not lead or letters[usual] < _LONGER * lead or kids[start:end] != before:
        return kids
    return [*kids[:start], SpokenText("Strong", tuple(before)), *kids[end:]]
