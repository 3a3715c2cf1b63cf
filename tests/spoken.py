"""The page as a screen reader has it: nodes with a role and a name. Nothing else of it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the accessibility tree. `texts` are the names of the texts and pictures in it."""

    role: str
    name: str
    focused: bool
    enabled: bool
    level: int
    texts: tuple[str, ...]
    handle: int

    @property
    def words(self) -> str:
        """All that is read of it."""
        return " ".join(" ".join(self.texts).split())


class Reader:
    """Reads the page and operates it by its accessibility tree alone."""

    def __init__(self, page: Page):
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.nodes: list[Node] = []

    def read(self) -> None:
        """Read the page anew."""
        raw = self.session.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in raw}
        self.nodes = [_node(node, by_id) for node in raw if not node["ignored"]]

    def all(self, role: str) -> list[Node]:
        """The nodes of a role."""
        return [node for node in self.nodes if node.role == role]

    def one(self, role: str, name: str) -> Node:
        """The only node of a role whose name begins so."""
        (found,) = (node for node in self.all(role) if node.name.startswith(name))
        return found

    @property
    def focused(self) -> Node:
        """What has the focus."""
        *_, found = (node for node in self.nodes if node.focused)
        return found

    def press(self, node: Node, key: str = "Enter") -> None:
        """Give a node the focus and press a key."""
        self.session.send("DOM.focus", {"backendNodeId": node.handle})
        self.page.keyboard.press(key)
        self.read()


def _node(raw: Any, by_id: dict[str, Any]) -> Node:
    said = {each["name"]: each["value"].get("value") for each in raw.get("properties", ())}
    return Node(
        role=raw["role"]["value"],
        name=raw.get("name", {}).get("value", ""),
        focused=bool(said.get("focused")),
        enabled=not said.get("disabled"),
        level=said.get("level", 0),
        texts=tuple(_texts(raw, by_id)),
        handle=raw.get("backendDOMNodeId", 0),
    )


def _texts(raw: Any, by_id: dict[str, Any]) -> Iterator[str]:
    if not raw["ignored"] and raw["role"]["value"] in ("StaticText", "image"):
        yield raw.get("name", {}).get("value", "")
        return
    for child in raw.get("childIds", ()):
        if child in by_id:
            yield from _texts(by_id[child], by_id)
