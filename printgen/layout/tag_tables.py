"""Tables that are read aloud: which tables of the HTML have data, their headers and whole rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.etree.ElementTree import Element

from printgen.layout.tags import Mark, Tag

Kids = tuple[Tag | Mark, ...]

# Cells that are taken by a cell of an earlier row: for each column, the rows that are left.
_Taken = dict[int, int]

_HEADERS = {"columnheader", "rowheader"}


def is_data_table(table: Element) -> bool:
    """Whether a table of the HTML has headers, or at least two rows of two cells; others place
    their content only.
    """
    if any(each.tag == "th" or each.get("role") in _HEADERS for each in table.iter()):
        return True
    return sum(len(row) > 1 for row in table.iter("tr")) > 1


def given_scope(header: Element) -> str:
    """The scope that the HTML gives to a header; empty if none."""
    role = {"rowheader": "row", "columnheader": "col"}.get(header.get("role", ""), "")
    scope = header.get("scope", role).removesuffix("group")
    return {"row": "Row", "col": "Column"}.get(scope, "")


def with_whole_rows(kids: Kids) -> Kids:
    """The content of a table with a scope for each header, and as many columns in each row."""
    columns = max((width for _, width in _widths(kids)), default=0)
    short = {id(row): columns - width for row, width in _widths(kids)}

    def whole(kid: Tag | Mark) -> Tag | Mark:
        if not isinstance(kid, Tag):
            return kid
        if kid.name != "TR":
            return replace(kid, kids=tuple(map(whole, kid.kids)))
        return replace(kid, kids=_scoped(kid) + (Tag("TD"),) * short[id(kid)])

    return tuple(map(whole, kids))


def _rows(kids: Kids) -> Iterator[Tag]:
    for kid in kids:
        if isinstance(kid, Tag) and kid.name == "TR":
            yield kid
        elif isinstance(kid, Tag) and kid.name != "Caption":
            yield from _rows(kid.kids)


def _widths(kids: Kids) -> Iterator[tuple[Tag, int]]:
    """Rows with the columns up to their last cell, with the cells that reach into them."""
    taken: _Taken = {}
    for row in _rows(kids):
        column, reached = 0, _Taken()
        for cell in _cells(row):
            while taken.get(column):
                column += 1
            for _ in range(cell.spans[0]):
                reached[column] = cell.spans[1] - 1
                column += 1
        left = {at: rows for at, rows in taken.items() if rows}
        yield row, max(column, max(left, default=-1) + 1)
        taken = {at: rows - 1 for at, rows in left.items()} | reached


def _cells(row: Tag) -> list[Tag]:
    return [kid for kid in row.kids if isinstance(kid, Tag)]


def _scoped(row: Tag) -> tuple[Tag, ...]:
    """The cells of a row; a header alone is that of the row, others are those of their columns."""
    cells = _cells(row)
    return tuple(_with_scope(cell, cells) for cell in cells)


def _with_scope(cell: Tag, cells: Sequence[Tag]) -> Tag:
    if cell.name != "TH" or cell.scope:
        return cell
    alone = len(cells) > 1 and sum(each.name == "TH" for each in cells) == 1
    return replace(cell, scope="Row" if alone else "Column")
