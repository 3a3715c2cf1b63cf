"""The browser pages that show the preview, the events sent to them, and the editor that
they open.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from printgen.extras.preview.pieces import Piece
from printgen.problems import Position
from printgen.project import Folders
from printgen.quoting import for_url
from printgen.settings import EDITORS
from printgen.typography.labels import fill

# --- the browser pages that show the preview, and the events sent to them -------------------------


# Events that may wait for a page; a page that does not read them is dropped.
MAX_WAITING = 10_000


@dataclass(eq=False, slots=True)
class Client:
    """A browser page: the product on it, and the visible pages, the most wanted one first.

    `scale` is in pixels per mm.
    """

    product: str = ""
    scale: float = 4.0
    wants: dict[tuple[Piece, int], None] = field(default_factory=dict)
    # What was sent, so that only changes are sent: of pieces, of their pages, and of other events.
    layouts: dict[Piece, object] = field(default_factory=dict)
    pictures: dict[tuple[Piece, int], str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    queue: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MAX_WAITING))

    def send(self, kind: str, data: Mapping[str, object]) -> None:
        """Send an event."""
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        try:
            self.queue.put_nowait(f"event: {kind}\ndata: {text}\n\n")
        except asyncio.QueueFull:
            self.close()

    def send_changed(self, kind: str, data: Mapping[str, object]) -> None:
        """Send an event if the last one of its kind was different."""
        text = json.dumps(data, ensure_ascii=False)
        if self.others.get(kind) != text:
            self.others[kind] = text
            self.send(kind, data)

    def close(self) -> None:
        """End the stream of events."""
        while self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


# --- URLs that open a file in the user's editor ---------------------------------------------------


def editor_url(folders: Folders, editor: str, position: Position) -> str:
    """The URL that opens the file of a position at its line. `editor` is the user's setting."""
    pattern = EDITORS.get(editor, editor)
    path = for_url((folders.root / position.file).as_posix())
    return fill(pattern, path=path, line=position.line, column=position.column)
