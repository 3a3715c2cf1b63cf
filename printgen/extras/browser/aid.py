"""The play aid of a game: one page with the tools that the game has something for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from printgen.content.library import Library
from printgen.extra import extras, load
from printgen.extras.browser.assembly import GRID, Kind, theme_drawings, write_page
from printgen.extras.browser.tool import DRAWINGS, Tool

# --- the tools of the play aid, in the order of their tabs ----------------------------------------


def tools() -> tuple[Tool, ...]:
    """The tools of all extras, in the order of their tabs."""
    return tuple(load(part) for each in extras() for part in each.tools)


# --- the play aid of a game: one page with the tools that the game has something for --------------


def aid_page(library: Library, game: str) -> bytes | None:
    """The play aid of a game in all its languages; None if the game has nothing for any tool."""
    found = [(tool, data) for tool in tools() if (data := tool.data(library, game)) is not None]
    if not found:
        return None
    content = library.games[game]
    kind = Kind(
        "aid",
        "aid_",
        tuple(_files(["tools", *(name for tool, _ in found for name in tool.scripts), "main"])),
        tuple(_files(["aid", *(name for tool, _ in found for name in tool.styles)])),
    )
    drawings = theme_drawings(
        library.folders, content.game.theme, _drawings(data for _, data in found)
    )
    data = {"tools": [{"name": tool.name, "data": data} for tool, data in found]}
    return write_page(library, content, kind, data, drawings)


def _files(names: Iterable[str]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        yield f"aid/{name}"


def _drawings(data: Iterable[Mapping[str, object]]) -> Iterator[tuple[str, str, float]]:
    for each in data:
        names = each.get(DRAWINGS, ())
        assert isinstance(names, Iterable)
        for name in names:
            yield str(name), str(name), GRID
