"""URLs that open a file in the user's editor."""

from __future__ import annotations

from printgen.problems import Position
from printgen.project import Folders
from printgen.quoting import for_url
from printgen.settings import EDITORS
from printgen.typography.fill import fill


def editor_url(folders: Folders, editor: str, position: Position) -> str:
    """The URL that opens the file of a position at its line. `editor` is the user's setting."""
    pattern = EDITORS.get(editor, editor)
    path = for_url((folders.root / position.file).as_posix())
    return fill(pattern, path=path, line=position.line, column=position.column)
