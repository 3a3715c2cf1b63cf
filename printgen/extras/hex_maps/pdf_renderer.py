"""Render scenes as PDF pages by ReportLab, with the texture of paper beneath. Each form is in the
file once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import product
from math import cos, radians, sin
from pathlib import Path
from unicodedata import bidirectional

from PIL.Image import Image, frombytes
from reportlab import rl_config
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from printgen.content.limits import MAX_PICTURE_BYTES
from printgen.content.models.theme import Typeface
from printgen.content.pictures import pixels, sound_jpeg
from printgen.extras.hex_maps.scene import Commands, Scene, Shape, TextItem, Use
from printgen.imposition.reportlab_parts import operators
from printgen.problems import Position
from printgen.project import ProjectError
from printgen.reading import read_whole
from printgen.sealing.decoding import CannotDecode, decoded, is_shipped
from printgen.typography.measure import FALLBACK, NARROW, apply_case, font_file, text_width
from printgen.typography.print_limits import NEARLY_BLACK

# --- render scenes as PDF pages by ReportLab. Each form is in the file once -----------------------


# Binary streams: ASCII85 would make them a quarter longer.
rl_config.useA85 = 0

# Half the side (mm) of a form's bounding box.
_REACH = 2000.0


class MissingGlyph(ValueError):
    """No font has a glyph for `character`, or it is written from right to left. `source` is its
    place, if known.
    """

    def __init__(self, character: str, source: Position | None = None):
        super().__init__(character)
        self.character, self.source = character, source

    @property
    def message(self) -> str:
        """What is wrong with the character."""
        named = f"'{self.character}' (U+{ord(self.character):04X})"
        if is_right_to_left(self.character):
            return f"maps print letters from left to right only, not {named}"
        return f"no font has the character {named}"


def is_right_to_left(character: str) -> bool:
    """Whether a letter is written from right to left, which ReportLab cannot."""
    return bidirectional(character) in ("R", "AL")


def draw_scene(
    scene: Scene,
    faces: Mapping[str, Typeface],
    palette: Mapping[str, str],
    texture: Path | None = None,
) -> bytes:
    """The PDF of a scene: see `draw_scenes`."""
    return draw_scenes([scene], faces, palette, texture)


def draw_scenes(
    scenes: Sequence[Scene],
    faces: Mapping[str, Typeface],
    palette: Mapping[str, str],
    texture: Path | None = None,
) -> bytes:
    """A PDF with a page for each scene, all of one size.

    Forms with the same name must be equal in all scenes. `faces` and `palette` resolve the names of
    faces and tones; items whose tone is not in the palette are not drawn. `texture` is a picture
    beneath each page. Raises MissingGlyph.
    """
    renderer = _PdfRenderer(scenes[0], faces, palette)
    paper = PaperTexture(renderer.canvas, texture) if texture else None
    renderer.keep_forms(scenes)
    for scene in scenes:
        renderer.draw(scene, paper)
    renderer.canvas.save()
    return renderer.buffer.getvalue()


class _PdfRenderer:
    def __init__(self, first: Scene, faces: Mapping[str, Typeface], palette: Mapping[str, str]):
        self.faces, self.palette = faces, palette
        self.buffer = BytesIO()
        size = (first.width * mm, first.height * mm)
        # The default initial font is Helvetica, which ReportLab does not embed.
        self.canvas = Canvas(
            self.buffer,
            pagesize=size,
            invariant=1,
            pageCompression=1,
            initialFontName=_font(Typeface()),
        )

    def keep_forms(self, scenes: Sequence[Scene]) -> None:
        """Draw all forms that the scenes use, before any page."""
        used = {
            item.form: scene
            for scene in scenes
            for layer in scene.layers
            for item in layer.items
            if isinstance(item, Use)
        }
        reach = _REACH * mm
        for name in sorted(used):
            self.canvas.beginForm(name, -reach, -reach, reach, reach)
            for shape in used[name].forms[name]:
                self._shape(shape)
            self.canvas.endForm()

    def draw(self, scene: Scene, paper: PaperTexture | None) -> None:
        """Draw a page."""
        canvas = self.canvas
        # The origin becomes the top left corner; y is negated where it is written.
        canvas.translate(0, scene.height * mm)
        if paper is not None:
            paper.draw(scene.width, scene.height)
        for layer in scene.layers:
            canvas.saveState()
            canvas.translate(layer.at[0] * mm, -layer.at[1] * mm)
            if layer.turn:
                canvas.rotate(-layer.turn)
            if layer.clip:
                canvas.clipPath(self._path(layer.clip), stroke=0, fill=0)
            for item in layer.items:
                if isinstance(item, Shape):
                    self._shape(item)
                elif isinstance(item, Use):
                    self._use(item)
                else:
                    self._words(item)
            canvas.restoreState()
        canvas.showPage()

    def _path(self, commands: Commands) -> PDFPathObject:
        """A path with a precision of 0.1 point: more is invisible and takes half as much again."""
        path = self.canvas.beginPath()
        code = operators(path)
        for kind, *numbers in commands:
            points = (n * mm if i % 2 == 0 else -n * mm for i, n in enumerate(numbers))
            operands = " ".join(f"{value:.1f}" for value in points)
            # ReportLab's own methods take twice as long and write six decimals.
            code.append("h" if kind == "Z" else f"{operands} {kind.lower()}")
        return path

    def _shape(self, shape: Shape) -> None:
        fill, stroke = self.palette.get(shape.fill, ""), self.palette.get(shape.stroke, "")
        if not fill and not stroke:
            return
        canvas = self.canvas
        if fill:
            _fill_with(canvas, fill)
        if stroke:
            _stroke_with(canvas, stroke)
            canvas.setLineWidth(shape.width * mm)
            canvas.setLineCap(1)
            canvas.setLineJoin(1)
            canvas.setDash([part * mm for part in shape.dash] or [])
        canvas.drawPath(self._path(shape.path), stroke=bool(stroke), fill=bool(fill))

    def _use(self, use: Use) -> None:
        turn, code = radians(use.turn), operators(self.canvas)
        c, d = cos(turn), sin(turn)
        offset = f"{use.x * mm:.1f} {-use.y * mm:.1f}"
        code.append(f"q {c:.5g} {-d:.5g} {d:.5g} {c:.5g} {offset} cm")
        self.canvas.doForm(use.form)
        code.append("Q")

    def _words(self, words: TextItem) -> None:
        tone = self.palette.get(words.tone, "")
        if not tone:
            return
        face, canvas = self.faces[words.face], self.canvas
        text = apply_case(words.text, face)
        length = text_width(words.text, face, words.size) + words.spread * max(0, len(text) - 1)
        start = {"start": 0.0, "middle": -length / 2, "end": -length}[words.anchor]
        canvas.saveState()
        canvas.translate(words.x * mm, -words.y * mm)
        if words.turn:
            canvas.rotate(-words.turn)
        _fill_with(canvas, tone)
        modes = [0]
        if words.halo and (rim := self.palette.get("halo", "")):
            _stroke_with(canvas, rim)
            canvas.setLineWidth(2 * words.halo * mm)
            canvas.setLineJoin(1)
            modes = [1, 0]
        self._write(_runs(text, face, words.source), words, start, modes)
        canvas.restoreState()

    def _write(self, runs: list[_Run], words: TextItem, start: float, modes: list[int]) -> None:
        """Write runs from `start` (mm) on, once for each text rendering mode: stroked (1) or
        filled (0).
        """
        line = self.canvas.beginText(0, 0)
        line.setCharSpace(words.spread * mm)
        for mode in modes:
            line.setTextRenderMode(mode)
            x = start
            for font, run, face in runs:
                line.setTextOrigin(x * mm, 0)
                line.setFont(font, words.size * mm)
                line.textOut(run)
                if len(runs) > 1:
                    x += text_width(run, face, words.size) + words.spread * len(run)
        self.canvas.drawText(line)


# ReportLab's name of a font, characters that the font has, and its face.
_Run = tuple[str, str, Typeface]


def _runs(text: str, face: Typeface, source: Position | None) -> list[_Run]:
    """Words split where the font changes: each character in the first font with a glyph for it.

    Raises MissingGlyph.
    """
    plain = face.model_copy(update={"upper": False})
    stack = [plain, *(Typeface(family=family) for family in FALLBACK)]
    runs: list[_Run] = []
    # No font has a narrow no-break space of the right width for ReportLab.
    for character in text.replace(NARROW, "\u00a0"):
        own = next((face for face in stack if ord(character) in _glyphs(_font(face))), None)
        if own is None or is_right_to_left(character):
            raise MissingGlyph(character, source)
        font = _font(own)
        if runs and runs[-1][0] == font:
            runs[-1] = (font, runs[-1][1] + character, own)
        else:
            runs.append((font, character, own))
    return runs


def _font(face: Typeface) -> str:
    """ReportLab's name for the font file of a face."""
    path = font_file(face.family, face.weight, face.italic)
    return _registered(path or font_file("Source Sans 3", 400, False))


@cache
def _registered(path: Path) -> str:
    pdfmetrics.registerFont(TTFont(path.stem, str(path)))
    return path.stem


@cache
def _glyphs(font: str) -> frozenset[int]:
    return frozenset(pdfmetrics.getFont(font).face.charToGlyph)


def _fill_with(canvas: Canvas, tone: str) -> None:
    """Set the colour of fills. Greys are one ink."""
    grey = _grey(tone)
    if grey is None:
        canvas.setFillColor(_colour(tone))
    else:
        canvas.setFillGray(grey)


def _stroke_with(canvas: Canvas, tone: str) -> None:
    """Set the colour of lines. Greys are one ink."""
    grey = _grey(tone)
    if grey is None:
        canvas.setStrokeColor(_colour(tone))
    else:
        canvas.setStrokeGray(grey)


@cache
def _grey(tone: str) -> float | None:
    """The grey of a tone (0 black to 1 white); None for other colours."""
    red, green, blue = (int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5))
    if not red == green == blue:
        return None
    return 0.0 if red <= NEARLY_BLACK else red


@cache
def _colour(tone: str) -> HexColor:
    return HexColor(tone)


# --- paper beneath a map: a picture, drawn with enough pixels for print ---------------------------


# Pixels per inch that a print shop asks for.
DENSITY = 200
# By how much (mm) halves overlap, so that no line of bare paper shows between them.
_OVERLAP = 1.0
_FORM = "paper-texture"


@dataclass(frozen=True, slots=True)
class Stretch:
    """What one copy of a picture covers in one direction: `start` to `end` (mm) of the page.

    The picture begins at `origin` and is `length` long. A negative length mirrors it.
    """

    start: float
    end: float
    origin: float
    length: float


def copies(side: float, pixels: int) -> list[Stretch]:
    """How a side of a page (mm) is covered by a number of pixels.

    A picture with enough pixels is stretched over the side. Others are drawn from both
    ends, once mirrored, so that both copies meet alike in the middle and the ends of the side
    are ends of the picture.
    """
    natural = pixels / DENSITY * 25.4
    if side <= natural:
        return [Stretch(0, side, 0, side)]
    half = side / 2
    length = max(natural, half + _OVERLAP)
    return [Stretch(0, half + _OVERLAP, 0, length), Stretch(half, side, side, -length)]


def is_turned(page: tuple[float, float], picture: tuple[int, int]) -> bool:
    """Whether a picture without enough pixels lies the other way round than its page."""
    enough = all(len(copies(*pair)) == 1 for pair in zip(page, picture, strict=True))
    return not enough and (page[0] > page[1]) != (picture[0] > picture[1])


class PaperTexture:
    """A picture of paper in a PDF, which has it once."""

    def __init__(self, canvas: Canvas, path: Path):
        """Add the picture to the PDF, before its first page."""
        picture = ImageReader(_picture(path))
        self.canvas, self.size = canvas, picture.getSize()
        canvas.beginForm(_FORM, 0, 0, 1, 1)
        canvas.drawImage(picture, 0, 0, 1, 1)
        canvas.endForm()

    def draw(self, width: float, height: float) -> None:
        """Cover a page of this size (mm). The origin of the canvas is at its top left corner."""
        turned = is_turned((width, height), self.size)
        across, down = reversed(self.size) if turned else self.size
        for x, y in product(copies(width, across), copies(height, down)):
            self._draw_copy(x, y, turned)

    def _draw_copy(self, x: Stretch, y: Stretch, turned: bool) -> None:
        canvas = self.canvas
        canvas.saveState()
        outline = canvas.beginPath()
        outline.rect(*_points(x.start, -y.end, x.end - x.start, y.end - y.start))
        canvas.clipPath(outline, stroke=0, fill=0)
        # The picture is a square of 1 x 1 whose top is at 1.
        wide, high, left, top = _points(x.length, y.length, x.origin, -y.origin)
        if turned:
            canvas.transform(0, -high, -wide, 0, left + wide, top)
        else:
            canvas.transform(wide, 0, 0, high, left, top - high)
        canvas.doForm(_FORM)
        canvas.restoreState()


def _picture(path: Path) -> Image | BytesIO | str:
    """What ReportLab reads a picture from. That of a project was decoded in a sealed process: it is
    its pixels, or a JPEG without faults. Raises ProjectError for a picture that has some.
    """
    if is_shipped(path):
        return str(path)
    try:
        content = read_whole(path, MAX_PICTURE_BYTES)
        if content.startswith(b"\xff\xd8"):
            return BytesIO(decoded(path, sound_jpeg, content))
        return frombytes("RGB", *decoded(path, pixels, content))
    except (OSError, ValueError, SyntaxError, CannotDecode) as error:
        raise ProjectError(f"cannot use the paper texture {path.name}: {error}") from error


def _points(*lengths: float) -> Iterator[float]:
    return (length * mm for length in lengths)
