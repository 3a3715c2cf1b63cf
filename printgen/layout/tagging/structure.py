"""Bring a structure into the order that PDF/UA-1 asks for (ISO 14289-1, clause 7)."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.layout.tagging.nodes import HEADING, Area, Content, Node

_MAX_LEVEL = 6

_CELLS = ("TH", "TD")


def tidy(root: Node) -> None:
    """Remove empty elements, level headings, and fill the rows of tables."""
    _prune(root)
    _level_headings(root)
    for node in list(root.all()):
        if node.role == "Table":
            _fill_rows(node)
        elif node.role == "TR":
            _scope(node)


def _prune(node: Node) -> bool:
    """Remove empty elements; cells stay. Whether the element has anything."""
    kept: list[Node | Content | Area] = []
    for kid in node.kids:
        if not isinstance(kid, Node) or _prune(kid):
            kept.append(kid)
        else:
            node.names += kid.names
    while kept and isinstance(kept[0], Content) and not _words(kept[0]):
        del kept[0]
    node.kids = kept
    if node.role == "TH" and not kept:
        node.role, node.scope = "TD", ""
    if node.role in _CELLS:
        return True
    return node.field is not None or any(not isinstance(kid, Area) for kid in kept)


def _words(content: Content) -> str:
    """The words of a content; a picture has some."""
    return str(getattr(content.box, "text", "picture")).strip()


def _level_headings(root: Node) -> None:
    """Give each heading its level: that of HTML, but the first one is 1, and none is left out."""
    above: list[int] = []
    for node in root.all():
        if node.role == HEADING:
            while above and above[-1] >= node.level:
                above.pop()
            above.append(node.level)
            node.role = f"H{min(len(above), _MAX_LEVEL)}"


def _scope(row: Node) -> None:
    """A row of headers alone has those of the columns."""
    headers = list(row.nodes())
    if len(headers) > 1 and all(cell.role == "TH" for cell in headers):
        for cell in headers:
            cell.scope = "Column"


def _rows(table: Node) -> Iterator[list[Node]]:
    """The rows of each group of a table. Cells do not reach beyond their group."""
    direct = [node for node in table.nodes() if node.role == "TR"]
    groups = [[node for node in group.nodes() if node.role == "TR"] for group in table.nodes()]
    yield from (rows for rows in [direct, *groups] if rows)


def _fill_rows(table: Node) -> None:
    """Add empty cells to the rows that are shorter than others."""
    widths: list[tuple[Node, int]] = []
    for rows in _rows(table):
        # The columns that cells of earlier rows take in the row at an index.
        taken = [0] * len(rows)
        for index, row in enumerate(rows):
            for cell in row.nodes():
                cell.rows = max(1, min(cell.rows, len(rows) - index))
                for other in range(index, index + cell.rows):
                    taken[other] += cell.columns
        widths += zip(rows, taken, strict=True)
    widest = max((width for _, width in widths), default=0)
    for row, width in widths:
        for _ in range(widest - width):
            row.add("TD")
