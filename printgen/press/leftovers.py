"""Files of earlier builds in `out/` that are of no product any more."""

from __future__ import annotations

from printgen.content.library import Library
from printgen.press.staging import read_manifest

# The files that a note names.
_NAMED = 3


def leftovers(library: Library) -> list[str]:
    """The paths of built files whose product, or whose game, is not in a library."""
    games = library.games.items()
    known = {f"{game}/{id}" for game, content in games for id in content.products}
    return [
        path
        for path, record in read_manifest(library.folders).items()
        if record.get("id") not in known and (library.folders.root / path).is_file()
    ]


def note_of_leftovers(library: Library) -> str:
    """A note of such files; empty if there are none."""
    paths = leftovers(library)
    if not paths:
        return ""
    rest = len(paths) - _NAMED
    more = f" and {rest} others" if rest > 1 else f", {paths[-1]}" if rest == 1 else ""
    verb = "is" if len(paths) == 1 else "are"
    clean = "printgen clean empties out/"
    return f"{', '.join(paths[:_NAMED])}{more} {verb} of no product any more ({clean})"
