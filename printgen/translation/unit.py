"""A text to translate."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.content.library import AnyEntry
from printgen.content.markdown import Chapter
from printgen.content.source import Path
from printgen.problems import Position
from printgen.translation.segments import Segment

CHAPTERS = "chapters"


@dataclass(frozen=True, slots=True)
class Unit:
    """A text to translate: its file of messages, its key, its words and those of the translation,
    which are empty without one. `at` is the place of the text, `there` that of its translation.

    `group` is what texts have in common that may be moved among each other, such as those of a
    list. A text of an entry has its `path` there, one of a chapter its `segment`.
    """

    kind: str
    key: str
    source: str
    text: str
    at: Position
    there: Position
    group: str
    entry: AnyEntry | None = None
    path: Path = ()
    chapter: Chapter | None = None
    segment: Segment | None = None
    # Whether its file does not have the key yet, but that of printgen.
    adds: bool = False

    @property
    def what(self) -> str:
        """What the text is, in a word or two."""
        return self.segment.what if self.segment else "text"
