"""A tool of the play aid."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from printgen.content.library import Library

# The key of a tool's data with the names of the drawings that it shows: files of the theme's
# folder, without suffix, such as `vignettes/sheriff`.
DRAWINGS = "drawings"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: a tab of the play aid.

    `data` returns what the scripts of the tool read, as data for JSON: of a library and the id of a
    game; None if the game has nothing for the tool. `scripts` and `styles` are files of
    `templates/_shared/aid/`, without suffix. The label `aid_NAME` is the title of the tab.
    """

    name: str
    data: Callable[[Library, str], Mapping[str, object] | None]
    scripts: tuple[str, ...]
    styles: tuple[str, ...] = ()
