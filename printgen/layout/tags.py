"""The structure of what a page says, for people who listen to it: headings, paragraphs, tables.

Elements of structure have the names of PDF 1.7, 14.8.4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

# The content of an element: a page, from 0, and the number of its marked content there.
Mark = tuple[int, int]

# A rectangle in points from the lower left corner: its left, lower, right and upper edge.
Rectangle = tuple[float, float, float, float]

# The number of a page that is one content, such as a drawing.
WHOLE = -1


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its page, from 0, and its place there.

    A `text` is one line, `lines` are several; a `tick` is a box to tick. `total` is the sum of the
    texts whose `group` it has. `label` says what is to be written or ticked.
    """

    kind: str
    label: str
    page: int
    box: Rectangle
    group: str = ""

    # Dataclasses with slots are pickled slowly.
    def __reduce__(self) -> tuple[object, ...]:
        return Field, (self.kind, self.label, self.page, self.box, self.group)


@dataclass(frozen=True, slots=True)
class Tag:
    """An element of structure with its content in reading order.

    `alt` replaces the content when it is read aloud, `scope` is that of a table's header, `spans`
    are the columns and rows of a cell, and `lang` is its language if it is another one. `areas`
    are those of a link: pages, and the numbers of its annotations there; `label` is what it is.
    `box` is the place of a drawing on its page, `numbering` is what the labels of a list are,
    `expansion` the words of an abbreviation, and `field` that of a form.
    """

    name: str
    kids: tuple[Tag | Mark, ...] = ()
    alt: str = ""
    scope: str = ""
    spans: tuple[int, int] = (1, 1)
    lang: str = ""
    areas: tuple[Mark, ...] = ()
    label: str = ""
    box: Rectangle | None = None
    numbering: str = ""
    expansion: str = ""
    field: Field | None = None

    # Dataclasses with slots are pickled slowly.
    def __reduce__(self) -> tuple[object, ...]:
        values = self.name, self.kids, self.alt, self.scope, self.spans, self.lang
        more = self.areas, self.label, self.box, self.numbering, self.expansion, self.field
        return Tag, (*values, *more)


def marks_of(tag: Tag) -> Iterator[Mark]:
    """The content of an element and of those in it."""
    for kid in tag.kids:
        if isinstance(kid, Tag):
            yield from marks_of(kid)
        else:
            yield kid


def drawing(alt: str, page: int = 0) -> Tag:
    """A page that is a drawing, with the words that describe it."""
    return Tag("Figure", ((page, WHOLE),), alt)
