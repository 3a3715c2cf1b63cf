"""The values of YAML as they are written: where each begins and ends, and in which style."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import yaml
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    CollectionStartEvent,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
)

# The line and the column of a character, from 0.
Point = tuple[int, int]


@dataclass(slots=True)
class Node:
    """A value from `start` to `end`. `style` is the quote or the sign of a text: `"`, `'`, `|`, `>`
    or nothing; `children` are those of a list, or the keys and values of a mapping in turn.
    """

    start: Point
    end: Point
    parent: Node | None
    is_text: bool = False
    is_mapping: bool = False
    is_flow: bool = False
    style: str = ""
    children: list[Node] = field(default_factory=list)

    @property
    def key(self) -> Node | None:
        """The key of which this is the value."""
        if self.parent is None or not self.parent.is_mapping:
            return None
        beside = self.parent.children
        index = next(index for index, node in enumerate(beside) if node is self)
        return beside[index - 1] if index % 2 else None

    @property
    def in_flow(self) -> bool:
        """Whether the value is in brackets or braces."""
        above = self.parent
        while above:
            if above.is_flow:
                return True
            above = above.parent
        return False


def nodes(text: str) -> list[Node]:
    """The values and the keys of YAML, in their order; none if it cannot be read."""
    found: list[Node] = []
    above: list[Node] = []
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            if isinstance(event, CollectionEndEvent):
                above.pop().end = _point(event.end_mark)
            elif isinstance(event, NodeEvent):
                node = _node(event, above[-1] if above else None)
                found.append(node)
                if above:
                    above[-1].children.append(node)
                if isinstance(event, CollectionStartEvent):
                    above.append(node)
    except yaml.YAMLError:
        return []
    return found


def _node(event: NodeEvent, parent: Node | None) -> Node:
    node = Node(_point(event.start_mark), _point(event.end_mark), parent)
    if isinstance(event, ScalarEvent):
        node.is_text, node.style = True, event.style or ""
    elif isinstance(event, CollectionStartEvent):
        node.is_mapping = isinstance(event, MappingStartEvent)
        node.is_flow = bool(event.flow_style)
    else:
        assert isinstance(event, AliasEvent)
    return node


class _Mark(Protocol):
    line: int
    column: int


def _point(mark: _Mark | None) -> Point:
    assert mark is not None
    return mark.line, mark.column
