"""A tree of structure that grows while pages are read, and what it becomes: a tree of tags."""

from __future__ import annotations

from dataclasses import dataclass, field

from printgen.layout.tag_tables import with_whole_rows
from printgen.layout.tags import Mark, Tag, marks_of

# Elements that count without content: an empty cell keeps the columns of its table.
_KEPT_EMPTY = {"TH", "TD"}


@dataclass(slots=True)
class Node:
    """An element that grows. Its children are found by keys, such as an element of the HTML.

    `item` is the item of a list whose body it is.
    """

    name: str
    kids: list[Node | Mark] = field(default_factory=list)
    by_key: dict[object, Node] = field(default_factory=dict)
    alt: str = ""
    scope: str = ""
    spans: tuple[int, int] = (1, 1)
    lang: str = ""
    item: Node | None = None

    def child(self, key: object, name: str) -> Node:
        """The child of a key, made if it is new: a paragraph may go on in another box or page."""
        if key not in self.by_key:
            self.by_key[key] = Node(name)
            self.kids.append(self.by_key[key])
        return self.by_key[key]

    def list_body(self, key: object) -> Node:
        """The body of an item of this list."""
        item = self.child(key, "LI")
        body = item.child("body", "LBody")
        body.item = item
        return body

    def label(self) -> Node:
        """The label of the item whose body this is, before the body; other nodes themselves."""
        if self.item is None:
            return self
        known = self.item.by_key.get("label")
        if known is None:
            known = self.item.by_key["label"] = Node("Lbl")
            self.item.kids.insert(0, known)
        return known

    def tag(self) -> Tag:
        """The element with its content, without elements that have none."""
        kids = tuple(kid for kid in map(_settled, self.kids) if kid is not None)
        if self.name == "Table":
            kids = with_whole_rows(kids)
        return Tag(self.name, kids, self.alt, self.scope, self.spans, self.lang)


def _settled(kid: Node | Mark) -> Tag | Mark | None:
    """What is left of a child: None of an element without content, or of a table without words."""
    if not isinstance(kid, Node):
        return kid
    tag = kid.tag()
    if kid.name in _KEPT_EMPTY or (tag.kids and kid.name != "Table"):
        return tag
    return tag if any(marks_of(tag)) else None
