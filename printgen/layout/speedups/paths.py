"""A faster reader of SVG paths, with the same results.

WeasyPrint cuts each coordinate from the front of the path's text and keeps the angles of all points
for markers. Here the text is split once, and paths with markers, arcs or faults are left to
WeasyPrint.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, wraps

from weasyprint import svg

from printgen.layout.weasyprint import Private

Function = Callable[..., Private]

_TOKEN = re.compile(r"[A-DF-Za-df-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[^\s,]")

# The number of coordinates of a command.
_COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "z": 0}

Point = tuple[float, float]


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path with their coordinates; more coordinates repeat the command.

    Raises ValueError for other commands and for faults.
    """
    tokens, at, letter = _TOKEN.findall(text), 0, ""
    if tokens and tokens[0] not in "mM":
        raise ValueError("a path without a first point")
    while at < len(tokens):
        if tokens[at].isalpha():
            letter = tokens[at]
            at += 1
        elif letter in "zZ":
            raise ValueError("a coordinate without a command")
        else:
            letter = {"m": "l", "M": "L"}.get(letter, letter)
        count = _COUNTS.get(letter.lower())
        if count is None or at + count > len(tokens):
            raise ValueError("another command, or too few coordinates")
        yield letter, [float(token) for token in tokens[at : at + count]]
        at += count


class _Pen:
    """Writes a path as PDF operators."""

    def __init__(self) -> None:
        self.lines = ["0 0 m"]
        self.at: Point = (0.0, 0.0)
        self.control: Point | None = None
        self.first: Point | None = None
        self.last = "z"

    def draw(self, letter: str, numbers: list[float]) -> None:
        """Draw a command."""
        kind = letter.lower()
        if self.last in "mz":
            self.first = None if kind in "mz" else self.at
        if kind == "z":
            self._close()
        else:
            self._move(kind, self._absolute(letter, numbers))
        self.last = kind

    def _absolute(self, letter: str, numbers: list[float]) -> list[float]:
        """Pairs of absolute coordinates."""
        x, y = self.at
        relative = letter.islower()
        if letter in "hH":
            return [numbers[0] + x if relative else numbers[0], y]
        if letter in "vV":
            return [x, numbers[0] + y if relative else numbers[0]]
        if relative:
            return [n + (y if odd % 2 else x) for odd, n in enumerate(numbers)]
        return numbers

    def _move(self, kind: str, numbers: list[float]) -> None:
        if kind == "s":
            x, y = self.at
            if self.control and self.last in "cs":
                x, y = x + (x - self.control[0]), y + (y - self.control[1])
            numbers = [x, y, *numbers]
        if kind in "cs":
            self.control = (numbers[2], numbers[3])
        operator = "m" if kind == "m" else "c" if kind in "cs" else "l"
        self.lines.append(" ".join([*map(_number, numbers), operator]))
        self.at = (numbers[-2], numbers[-1])

    def _close(self) -> None:
        if self.first:
            self.lines.append("h")
            self.at = self.first


def _number(value: float) -> str:
    """A number as pydyf writes it."""
    return str(int(value)) if value.is_integer() else f"{value:f}".rstrip("0")


def fast_path(path: Function) -> Function:
    """`path` for paths of lines and curves without markers."""

    @wraps(path)
    def faster(drawing: Private, node: Private, font_size: float) -> None:
        pen = _Pen()
        try:
            if any(name.startswith("marker") for name in node.attrib):
                raise ValueError("markers need angles")
            for letter, numbers in _commands(node.get("d", "")):
                pen.draw(letter, numbers)
        except ValueError:
            path(drawing, node, font_size)
        else:
            drawing.stream.stream.append("\n".join(pen.lines))

    return faster


@cache
def install() -> None:
    """Replace the function in this process. May be called again."""
    svg.TAGS["path"] = fast_path(svg.TAGS["path"])
