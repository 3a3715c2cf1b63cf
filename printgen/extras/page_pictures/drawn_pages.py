"""Pages of finished PDFs, drawn and read in a sealed process with limits.

A PDF has fonts and pictures of strangers in it, and is the answer of a worker that one of them may
have taken over. So no command opens one with pdfium itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, get_type_hints

from pydantic import ConfigDict, TypeAdapter

from printgen.extras.page_pictures import pdfium
from printgen.extras.page_pictures.pdfium import Box, CannotDraw, Pdf
from printgen.problems import shorten
from printgen.sealing.decoding import decoder, end_decoder
from printgen.sealing.process import WorkerDied

if TYPE_CHECKING:
    from PIL.Image import Image

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

# Seconds of processor time for a call: viewers of PDFs take as long for such a page, or longer.
SECONDS = 20.0

_TASK = "draw"

_numbers = count()


class DrawnPages:
    """The pages of a PDF, which is a file, or bytes that messages call by a `name`.

    A command has one process for all PDFs; a server has one for each project, by its `root`. It
    starts with the first call. All methods raise CannotDraw.
    """

    def __init__(self, pdf: bytes | Path, name: str = "", root: Path = Path()):
        self._pdf, self._root = pdf, root
        self._name, self._key = name, str(next(_numbers))
        if isinstance(pdf, Path):
            status = pdf.stat()
            self._name = name or pdf.name
            self._key = f"{pdf}:{status.st_ino}:{status.st_mtime_ns}:{status.st_size}"

    def picture(self, number: int, scale: float, crop: Box = (0, 0, 0, 0)) -> Image:
        """A page with `scale` pixels per point, without `crop` (points) at its edges."""
        return self._image(*self.call(pdfium.picture, number, scale, crop))

    def part(self, numbers: Sequence[int], box: Box, width: int, height: int) -> list[Image]:
        """A box of pages, each drawn on top of those before, in a size in pixels."""
        found = self.call(pdfium.part, numbers, box, width, height)
        return [self._image(width, height, rows) for rows in found]

    def whole(self, number: int, width: int, height: int, texts: bool = True) -> Image:
        """A page in a size in pixels, with or without its texts."""
        return self._image(width, height, self.call(pdfium.whole, number, width, height, texts))

    def _image(self, width: int, height: int, rows: bytes) -> Image:
        from PIL import Image

        if min(width, height) < 1 or len(rows) != 3 * width * height:
            raise self._crash()
        return Image.frombuffer("RGB", (width, height), rows, "raw", "BGR", 0, 1)

    def call(
        self,
        function: Callable[Concatenate[Pdf, Parameters], Result],
        *arguments: Parameters.args,
        **named: Parameters.kwargs,
    ) -> Result:
        """The result of a function of the PDF. It is a plain value of the annotated type."""
        assert not named
        answer = self._answer(None, function, arguments)
        if answer == (False, None):
            # The process does not know this PDF yet, or any more.
            content = self._pdf.read_bytes() if isinstance(self._pdf, Path) else self._pdf
            answer = self._answer(content, function, arguments)
        try:
            _, found = answer
            result: Result = _type_of(function).validate_python(found)
        except (TypeError, ValueError) as error:
            raise self._crash() from error
        return result

    def _answer(self, content: bytes | None, *task: object) -> tuple[bool, object]:
        process = decoder(self._root, _TASK)
        try:
            return process.call(pdfium.with_pdf, (self._key, content, *task), SECONDS)[1]
        except CannotDraw as error:
            raise CannotDraw(f"{self._name} cannot be drawn ({shorten(str(error))})") from None
        except Exception as error:
            # Whatever a process raises that a stranger's file may have taken over.
            if isinstance(error, WorkerDied) and error.late:
                raise CannotDraw(f"{self._name} takes too long to draw") from None
            raise self._crash() from error

    def _crash(self) -> CannotDraw:
        return CannotDraw(f"{self._name} crashes the program that draws it")


@cache
def _type_of(function: Callable[..., object]) -> TypeAdapter[Any]:
    """What a function returns."""
    hint = get_type_hints(function)["return"]
    return TypeAdapter(hint, config=ConfigDict(strict=True, allow_inf_nan=False))


def end_drawing(root: Path) -> None:
    """End the process of a server for a project."""
    end_decoder(root, _TASK)
