"""The log of what a job reads while it is laid out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from printgen.layout.files import Files
from printgen.layout.filling import TemplateFiller
from printgen.layout.reads import Reads

_CONTENT = "content/"


class ReadLog:
    """The paths of the values and the names of the files that a job has read."""

    def __init__(self) -> None:
        self.data: set[tuple[str, ...]] = set()
        self.files: set[str] = set()

    @contextmanager
    def recording(self, filler: TemplateFiller) -> Iterator[None]:
        """Record what is read within the block."""
        filler.data.clear()
        filler.files.used.clear()
        yield
        self.data |= filler.data
        self.files |= filler.files.used

    def add(self, common: ReadLog, html: str, others: str) -> None:
        """Add what jobs that were laid out together have read: all but the pictures of the content
        that only the HTML of others names.
        """
        self.data |= common.data
        for name in common.files:
            if not name.startswith(_CONTENT) or name in html or name not in others:
                self.files.add(name)

    def reads(self, files: Files) -> Reads:
        """The names in order, with the digests of the files."""
        digests = tuple((name, files.digest(name)) for name in sorted(self.files))
        return Reads(tuple(sorted(self.data)), digests)
