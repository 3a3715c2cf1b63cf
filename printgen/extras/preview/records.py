"""What the preview keeps of pieces: their layouts, their problems and their pictures."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field

from printgen.extras.preview.jobs import PieceWork
from printgen.extras.preview.layouts import Layout
from printgen.extras.preview.pieces import Piece
from printgen.layout.jobs import Fault
from printgen.problems import Problem

# Pieces and bytes of pictures kept.
MAX_RECORDS, MAX_PICTURE_BYTES = 600, 200_000_000


@dataclass(eq=False, slots=True)
class Record:
    """What is known of a piece.

    `work` is what it was last laid out for, with `faults`, whose `problems` have positions.
    `layout` is the newest one, `sound` the newest of checked content. `seen` is the version of the
    project that the piece was compared with. `hidden` tells that errors hide its content.
    """

    work: PieceWork | None = None
    seen: int = -1
    layout: Layout | None = None
    sound: Layout | None = None
    faults: list[Fault] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    failed: bool = False
    hidden: bool = False
    # The digests of the last pictures, by page and scale.
    shown: dict[tuple[int, float], str] = field(default_factory=dict)

    @property
    def visible(self) -> Layout | None:
        """The layout to show: the last sound one while there are errors."""
        return (self.sound or self.layout) if self.hidden else self.layout


def delete_files(layouts: Iterable[Layout | None], kept: Iterable[Layout | None] = ()) -> None:
    """Delete the files of layouts, without those that kept layouts use."""
    used = {path for layout in kept if layout for path in layout.files}
    for layout in layouts:
        for path in layout.files - used if layout else ():
            path.unlink(missing_ok=True)


class Records(OrderedDict[Piece, Record]):
    """The records of pieces; the one used longest ago is first."""

    def __missing__(self, piece: Piece) -> Record:
        record = self[piece] = Record()
        return record

    def __getitem__(self, piece: Piece) -> Record:
        record = super().__getitem__(piece)
        self.move_to_end(piece)
        return record

    def forget(self, wanted: Iterable[Piece]) -> None:
        """Forget the oldest pieces that are not wanted, beyond MAX_RECORDS."""
        kept = set(wanted)
        unseen = [piece for piece in self if piece not in kept]
        for piece in unseen[: max(0, len(self) - MAX_RECORDS)]:
            record = self.pop(piece)
            delete_files({record.layout, record.sound})


class Pictures(OrderedDict[str, bytes]):
    """Pictures by digest; the oldest ones are dropped beyond MAX_PICTURE_BYTES."""

    def add(self, digest: str, picture: bytes) -> None:
        """Keep a picture."""
        self[digest] = picture
        self.move_to_end(digest)
        total = sum(map(len, self.values()))
        while total > MAX_PICTURE_BYTES and len(self) > 1:
            total -= len(self.popitem(last=False)[1])
