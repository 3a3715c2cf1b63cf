"""What a worker is asked to lay out, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element

from printgen.problems import Position, Problem


@dataclass(frozen=True, slots=True)
class FaceSource:
    """What one page shows: the entry it speaks of, and the data for its template."""

    name: str
    position: Position
    picture: Position
    context: dict[str, Any]


@dataclass(frozen=True, slots=True)
class LayoutBatch:
    """Faces to be laid out together. Sizes in mm; `safe` is measured from the trim edge.

    With `pages` at 0 each face is one page. Otherwise the batch is a sheet: one face that may flow
    over that many pages, in the margins that its style gives. A `book` is one document too: its
    first face has the context, the others are the chapters, which problems name. What is `filled`
    is not laid out at all: its faces are wanted as trees of elements, cleaned.
    """

    template: str
    lang: str
    ink: str
    width: float
    height: float
    faces: tuple[FaceSource, ...]
    bleed: float = 0.0
    safe: float = 3.0
    radius: float = 0.0
    pages: int = 0
    book: bool = False
    filled: bool = False
    accent: str | None = None
    product: str = ""


@dataclass(frozen=True, slots=True)
class LaidOutPdf:
    """A PDF, and for each of its pages the index of the batch's face that it shows."""

    pdf: bytes
    faces: tuple[int, ...]


@dataclass(slots=True)
class LayoutResult:
    """What came of a batch. When `problems` holds an error, `parts` and `trees` are not whole."""

    parts: list[LaidOutPdf] = field(default_factory=list)
    trees: list[list[Element]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
