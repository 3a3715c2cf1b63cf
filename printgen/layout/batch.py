"""Requests to the layout workers, and their results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from printgen.problems import Position, Problem

# Letters that identify the text of a printed line.
MIN_LETTERS = 8

# Texts as written, with their positions.
FaceTexts = tuple[tuple[str, Position], ...]


@dataclass(frozen=True, slots=True)
class FaceSource:
    """The source of a face: its entry's name and position, and the data for its template.

    `picture` is the position of the entry's picture. `texts` are the texts of the face.
    """

    name: str
    position: Position
    picture: Position
    context: Mapping[str, object]
    texts: FaceTexts = ()

    def position_of_character(self, character: str) -> Position:
        """The position of the first text that has a character, or else of the entry."""
        found = (position for text, position in self.texts if character in text)
        return next(found, self.position)

    def position_of_line(self, line: str) -> Position:
        """The position of the first text that contains a printed line, or else of the entry.

        Only letters and digits are compared. The position of a short line is unknown.
        """
        letters = _letters(line)
        if len(letters) < MIN_LETTERS:
            return self.position
        found = (position for text, position in self.texts if letters in _letters(text))
        return next(found, self.position)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


@dataclass(frozen=True, slots=True)
class LayoutBatch:
    """Faces to lay out together. Sizes in mm; `safe` is measured inward from the trim edge.

    With `pages` at 0, each face is one page. Otherwise the batch is a sheet: one face that may take
    up to that number of pages, with the margins of its style. A `book` is one document: its first
    face has the context, the others are the chapters, which problems name. A batch that is
    `html_only` is not laid out: its faces become trees of sanitised elements.
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
    html_only: bool = False
    accent: str | None = None
    product: str = ""


@dataclass(frozen=True, slots=True)
class LaidOutPdf:
    """A PDF, and for each of its pages the index of its face in the batch."""

    pdf: bytes
    faces: tuple[int, ...]


@dataclass(slots=True)
class LayoutResult:
    """The result of a batch. With an error in `problems`, `parts` and `trees` are incomplete."""

    parts: list[LaidOutPdf] = field(default_factory=list)
    trees: list[list[Element]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
