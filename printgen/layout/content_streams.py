"""Measure what content streams draw: the sizes of their text and the widths of their lines.

Only the operators that set sizes are read. Runs of paths, which are most of a drawing, are skipped
by one regular expression: a book of sixty pages takes a tenth of a second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import hypot, sqrt
from operator import itemgetter

from printgen.layout.weasyprint import BinaryPart, Document, PdfFile
from printgen.typography.print_limits import DARK, NEARLY_BLACK

Matrix = tuple[float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0)

# Texts of one size that are kept: the first ones may be blank.
_KEPT = 40

_TOKEN = re.compile(
    rb"""
    (?P<skip> (?: (?:[-+.\d]++\s++){0,6}+
        (?:[mlcvyhn]|re|W\*?|f\*?|rg|RG|[gGkKJjMi])(?!\S) \s*+ )++ )
    | BI\s .*? \sEI(?!\S)
    | (?P<string> \((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\) | <[0-9A-Fa-f\s]*> )
    | (?P<array> \[ (?:[^\[\]()]|\((?:\\.|[^\\()])*\))* \] )
    | (?P<name> /[^\s/<>\[\](){}%]*+ )
    | (?P<number> [-+]?[.\d]++ )
    | (?P<operator> [A-Za-z'"]++[01*]? )
    """,
    re.VERBOSE | re.DOTALL,
)

# The dots of a screen, drawn as lines without length that have round ends; and lines with one.
_DOT = re.compile(rb"(?<!\S)(\S+ \S+) m\s+\1 l(?!\S)")
_LINE = re.compile(rb"(?<!\S)(?:[lcvyh]|re)(?!\S)")

_HEX_STRING = re.compile(rb"<([0-9A-Fa-f\s]*)>")
_PLAIN_STRING = re.compile(rb"\(((?:\\.|[^\\()])*)\)", re.DOTALL)


# A text as written: the name of its font, and the strings that are shown.
Written = tuple[object, bytes]


@dataclass(slots=True)
class Marks:
    """Sizes of text (points) with some texts of each, and the width of the thinnest line (points),
    at the scale of the stream, also of each form by its name. Dots are no lines.
    """

    texts: dict[float, list[Written]] = field(default_factory=dict)
    line: float | None = None
    forms: dict[str, float] = field(default_factory=dict)

    def add_text(self, size: float, *texts: Written) -> None:
        """Add texts of a size."""
        known = self.texts.setdefault(round(size, 2), [])
        known += texts[: max(0, _KEPT - len(known))]

    def add_line(self, width: float) -> None:
        """Add a line."""
        self.line = width if self.line is None else min(self.line, width)

    def add(self, other: Marks, scale: float) -> None:
        """Add the marks of a form that is drawn at a scale."""
        for size, texts in other.texts.items():
            self.add_text(size * scale, *texts)
        if other.line is not None:
            self.add_line(other.line * scale)
        for name, line in other.forms.items():
            self.add_form(name, line * scale)

    def add_form(self, name: str, line: float) -> None:
        """Add a form with its thinnest line."""
        self.forms[name] = min(line, self.forms.get(name, line))


# Finds the marks of a form by its name, at its scale where it is drawn; None for a picture.
FindForm = Callable[[str], Marks | None]


@dataclass(slots=True)
class _State:
    """The part of the graphics state that sets sizes."""

    matrix: Matrix = IDENTITY
    width: float = 1.0
    font: str = ""
    size: float = 0.0


class _StreamReader:
    """Reads one content stream."""

    def __init__(self, find: FindForm, fonts: Mapping[str, object]):
        self.find, self.fonts = find, fonts
        self.marks, self.state, self.stack = Marks(), _State(), list[_State]()
        self.text_matrix = IDENTITY
        self.path = b""

    def read(self, content: bytes) -> Marks:
        """The marks of a stream."""
        operands: list[bytes] = []
        for match in _TOKEN.finditer(content):
            kind = match.lastgroup
            if kind == "operator":
                self._apply(match[0], operands)
                operands = []
            elif kind == "skip" or kind is None:
                self.path, operands = match[0], []
            else:
                operands.append(match[0])
        return self.marks

    def _apply(self, operator: bytes, operands: list[bytes]) -> None:
        state = self.state
        if operator == b"q":
            self.stack.append(_State(state.matrix, state.width, state.font, state.size))
        elif operator == b"Q":
            self.state = self.stack.pop() if self.stack else _State()
        elif operator == b"cm":
            state.matrix = _product(_matrix(operands), state.matrix)
        elif operator == b"w":
            state.width = float(operands[-1])
        elif operator in _STROKES:
            if _LINE.search(_DOT.sub(b"", self.path)):
                self.marks.add_line(state.width * scale_of(state.matrix))
        elif operator == b"Do":
            name = operands[-1][1:].decode()
            form = self.find(name)
            if form is not None:
                scale = scale_of(state.matrix)
                self.marks.add(form, scale)
                if form.line is not None:
                    self.marks.add_form(name, form.line * scale)
        else:
            self._apply_text(operator, operands)

    def _apply_text(self, operator: bytes, operands: list[bytes]) -> None:
        state = self.state
        if operator == b"BT":
            self.text_matrix = IDENTITY
        elif operator == b"Tm":
            self.text_matrix = _matrix(operands)
        elif operator == b"Tf":
            state.font, state.size = operands[-2][1:].decode(), float(operands[-1])
        elif operator in _SHOWS:
            _, _, c, d = _product(self.text_matrix, state.matrix)
            font = self.fonts.get(state.font, state.font)
            self.marks.add_text(abs(state.size) * hypot(c, d), (font, operands[-1]))


_STROKES = frozenset((b"S", b"s", b"B", b"B*", b"b", b"b*"))
_SHOWS = frozenset((b"Tj", b"TJ", b"'", b'"'))


def read_marks(content: bytes, find: FindForm, fonts: Mapping[str, object]) -> Marks:
    """The marks of a content stream. `fonts` has what identifies a font, by its name."""
    return _StreamReader(find, fonts).read(content)


def operations(content: bytes) -> Iterator[tuple[bytes, list[bytes]]]:
    """The operators of a content stream with their operands. Runs of paths and colours are one
    operator without a name.
    """
    operands: list[bytes] = []
    for match in _TOKEN.finditer(content):
        if match.lastgroup == "operator":
            yield match[0], operands
            operands = []
        elif match.lastgroup in (None, "skip"):
            yield b"", [match[0]]
            operands = []
        else:
            operands.append(match[0])


def _matrix(operands: list[bytes]) -> Matrix:
    a, b, c, d = map(float, operands[-6:-2])
    return a, b, c, d


def _product(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d = first
    e, f, g, h = then
    return a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h


def scale_of(matrix: Matrix) -> float:
    """The scale of a matrix: the root of what it makes of a unit square."""
    a, b, c, d = matrix
    return sqrt(abs(a * d - b * c))


def shown_codes(text: bytes) -> list[int]:
    """The character codes, of two bytes each, of a shown text in hexadecimal strings."""
    digits = b"".join(b"".join(found.split()) for found in _HEX_STRING.findall(text))
    return [int(digits[at : at + 4], 16) for at in range(0, len(digits) - 3, 4)]


def shown_letters(text: bytes) -> str:
    """The characters of a shown text in plain strings of one byte a character."""
    plain = b"".join(_PLAIN_STRING.findall(text))
    return re.sub(rb"\\([()\\])", rb"\1", plain).decode("latin-1")


# --- smaller streams, with the same appearance ----------------------------------------------------


# A thousandth of a point is 0.00035 mm. Digits in names (`/a0.0705 gs`) are kept, and those of a
# matrix (`cm`), because it scales everything that follows.
_DECIMALS = re.compile(rb"(?<![\w./])(\d*\.\d\d\d)\d+(?!\d)(?![-\d. ]* cm\b)")

# Adjustments between the glyphs of a TJ array; most are 0.
_ADJUSTMENTS = re.compile(rb">((?:-?[\d.]+(?:<>)?)+)<")

_TEXT = re.compile(rb"\[<.*?\] TJ")

# The beginning and the end of marked content, on lines of their own.
_MARK = re.compile(rb"^(?:/\w+\s+(?:<</MCID \d+>>\s+BDC|BMC)|EMC)(?:\n|\Z)", re.MULTILINE)


def minify_streams(document: Document, pdf: PdfFile) -> None:
    """Minify every content stream of a PDF before it is written (a WeasyPrint `finisher`)."""
    from weasyprint.pdf.stream import Stream

    for item in pdf.objects:
        if isinstance(item, Stream):
            item.stream = [minify_parts(item.stream)]


def minify_parts(parts: Iterable[str | bytes | BinaryPart]) -> bytes:
    """Minify a content stream that is given in parts."""
    return minify(join_parts(parts))


def join_parts(parts: Iterable[str | bytes | BinaryPart]) -> bytes:
    """A content stream that is given in parts."""
    return b"\n".join(map(_bytes, parts))


def without_marks(content: bytes) -> bytes:
    """A content stream without marked content: what it draws is the same."""
    return _MARK.sub(b"", content)


def _bytes(part: str | bytes | BinaryPart) -> bytes:
    if isinstance(part, str):
        return part.encode()
    return part if isinstance(part, bytes) else bytes(part.data)


def minify(content: bytes) -> bytes:
    """Truncate numbers to three decimals, merge glyph adjustments, drop those of 0."""
    # A template such as rb"\1" takes three times as long: Python expands it at each match.
    return _DECIMALS.sub(itemgetter(1), _TEXT.sub(_minify_text, content))


def _minify_text(match: re.Match[bytes]) -> bytes:
    return _ADJUSTMENTS.sub(_merge_adjustments, match[0])


def _merge_adjustments(match: re.Match[bytes]) -> bytes:
    moves = match[1]
    if moves == b"0":
        return b""
    total = round(sum(map(float, moves.split(b"<>"))), 2)
    return b">%g<" % total if total else b""


# --- colours as inks ------------------------------------------------------------------------------


# Largest difference between the channels of a grey: colours have 255 steps.
_TOLERANCE = 0.002


class _Written:
    """What is being written."""

    low = False


def is_low() -> bool:
    """Whether pages in low ink are being written."""
    return _Written.low


@contextmanager
def written_in(ink: str) -> Iterator[None]:
    """Write pages in an ink, `full` or `low`."""
    before, _Written.low = _Written.low, ink == "low"
    try:
        yield
    finally:
        _Written.low = before


def grey_of(red: float, green: float, blue: float) -> float | None:
    """The grey (0 black to 1 white) that a colour is written as; None for other colours."""
    channels = red, green, blue
    if _Written.low and max(channels) <= DARK:
        return 0.0
    if max(channels) - min(channels) > _TOLERANCE:
        return None
    return 0.0 if max(channels) <= NEARLY_BLACK else green
