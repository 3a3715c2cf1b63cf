"""What a laid-out face says: the elements of its structure with the words that it draws.

The words are those of the print, whatever the template and its style made of the content.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from printgen.layout.drawn_words import DrawnWords, Run, drawn_words
from printgen.layout.faces import Face
from printgen.layout.tags import Tag

# The hyphen that is drawn where a word is divided; written ones are other characters.
_DIVIDED = "\u2010"

# A line that ends in one of these goes on without a space, if there is none before it either.
_JOINING = re.compile(r"\S[-–—/\u200b]$")

# Elements that stand within lines.
INLINE = frozenset(("Span", "Link", "Reference", "Figure", "Lbl", "Strong", "Label"))

# How many times more letters a paragraph has than the words at its beginning that look different.
_LONGER = 2


@dataclass(frozen=True, slots=True)
class Said:
    """An element of structure with what it says in reading order: words, and elements in it.

    `alt` is said in place of the content. The other fields are those of `Tag`. An element `Strong`
    has the first words of a paragraph if they look different, such as the name of a rule; an
    element `Label` has words that are not drawn.
    """

    name: str
    kids: tuple[Said | str, ...] = ()
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


def said_by(face: Face) -> Said | None:
    """What a face says; None for a face without structure."""
    if face.tags is None or face.form.stream is None:
        return None
    return _Reader(drawn_words(face)).said(face.tags, _Line())


@dataclass(slots=True)
class _Line:
    """The run that was read last in an element around lines."""

    last: Run | None = None


@dataclass(slots=True)
class _Reader:
    """Puts the words of a face into its structure."""

    drawn: DrawnWords

    def said(self, tag: Tag, line: _Line) -> Said:
        """What an element says. `line` is that of the element around it, if it is within lines."""
        kids, runs = list[Said | str](), list[Run]()
        for kid in tag.kids:
            if isinstance(kid, Tag):
                kids.append(self.said(kid, line if kid.name in INLINE else _Line()))
                continue
            for run in self.drawn.get(kid[1], ()):
                kids += _joined(line.last, run, kids)
                line.last = run
                runs.append(run)
        return Said(
            tag.name,
            tuple(_with_lead(kids, runs) if tag.name in ("P", "LBody") else kids),
            tag.alt,
            tag.scope,
            tag.spans,
            tag.lang,
            tag.numbering,
            tag.expansion,
        )


def _joined(last: Run | None, run: Run, kids: list[Said | str]) -> Iterator[str]:
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


def _with_lead(kids: list[Said | str], runs: list[Run]) -> list[Said | str]:
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
    return [*kids[:start], Said("Strong", tuple(before)), *kids[end:]]
