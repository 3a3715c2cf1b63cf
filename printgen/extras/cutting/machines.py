"""Cutting machines as data: their marks, and where they can cut. To add a machine, add its row.

Figures without a source were read in its users' notes, not measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from printgen.paper import Size
from printgen.project import Folders

# Square: filled, of `square_size`. Angle: two lines along the edges of the frame. Cross: two lines.
MarkShape = Literal["square", "angle", "cross"]

Corner = Literal["tl", "tr", "bl", "br"]

# Distance (mm) of labels from marks, as machines look for marks around their places; from the edges
# of the paper; and from its foot.
QUIET, LABEL_MARGIN, LABEL_BASELINE = 10.0, 10.0, 5.2

# What a machine's user prints: the sheets, or a picture of each sheet with a clear ground.
Output = Literal["sheets", "pictures"]


class Box(NamedTuple):
    """A rectangle in mm from the top left corner of the paper."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        """Whether two boxes have an area in common."""
        return (
            self.left < other.right - 1e-6
            and other.left < self.right - 1e-6
            and self.top < other.bottom - 1e-6
            and other.top < self.bottom - 1e-6
        )


@dataclass(frozen=True, slots=True)
class Machine:
    """A cutting machine. All lengths are in mm.

    It cuts inside a frame, `side` from the left and right edges of the paper and `head` from the
    top and bottom, of at most `largest`. Its `marks` are in the corners of the frame, `mark_size`
    long, with lines of `line`; nothing else is printed in the `reserved` square of such a corner.
    Cuts are at least `gap` apart.

    An `outlined` sheet has cards without bleed in a thin line, which the machine finds by itself.
    `pictures` are sheets of the size of the frame, which the machine's program prints.
    """

    name: str
    about: str
    gap: float
    side: float
    head: float
    marks: dict[Corner, MarkShape] = field(default_factory=dict)
    mark_size: float = 0.0
    square_size: float = 0.0
    line: float = 0.3
    reserved: float = 0.0
    largest: Size | None = None
    outlined: bool = False
    output: Output = "sheets"

    def frame(self, paper: Size) -> Box:
        """The frame on a paper, centred on it."""
        side, head = self.side, self.head
        if self.largest:
            side = max(side, (paper.width - self._limits(paper).width) / 2)
            head = max(head, (paper.height - self._limits(paper).height) / 2)
        return Box(side, head, paper.width - side, paper.height - head)

    def _limits(self, paper: Size) -> Size:
        """The largest frame, in the orientation of the paper."""
        assert self.largest
        upright = self.largest.upright()
        return upright if paper.height >= paper.width else upright.turned()

    def sheet(self, paper: Size) -> Size:
        """The size of a sheet: the paper, or the frame on it for a picture."""
        if self.output == "sheets":
            return paper
        frame = self.frame(paper)
        return Size(frame.right - frame.left, frame.bottom - frame.top)

    def sheet_frame(self, sheet: Size) -> Box:
        """The frame on a sheet, see `sheet`."""
        whole = Box(0.0, 0.0, sheet.width, sheet.height)
        return self.frame(sheet) if self.output == "sheets" else whole

    def foot(self, paper: Size) -> tuple[float, float, float]:
        """The left and right ends of the labels at the foot, and the height of their baseline."""
        clear = self.side + self.reserved + QUIET if self.reserved else LABEL_MARGIN
        right = clear if "br" in self.marks else LABEL_MARGIN
        return clear, paper.width - right, LABEL_BASELINE

    def reserved_boxes(self, paper: Size) -> Iterator[Box]:
        """The squares at the corners of the frame that have a mark."""
        frame, size = self.frame(paper), self.reserved
        for corner in self.marks:
            left = frame.left if corner[1] == "l" else frame.right - size
            top = frame.top if corner[0] == "t" else frame.bottom - size
            yield Box(left, top, left + size, top + size)


MACHINES = {
    machine.name: machine
    for machine in (
        # The marks that inkscape-silhouette 1.29 draws and finds, with a millimetre of white paper.
        Machine(
            "silhouette",
            "Silhouette Cameo and Portrait",
            gap=1.25,
            side=10.0,
            head=10.0,
            marks={"tl": "square", "tr": "angle", "bl": "angle"},
            mark_size=20.0,
            square_size=5.0,
            reserved=21.0,
        ),
        # Print Then Cut of Design Space: 6.75 x 9.25 in, the area that all models and papers have.
        # Newer models cut more on some papers.
        Machine(
            "cricut",
            "Cricut Explore and Maker",
            gap=3.0,
            side=0.0,
            head=0.0,
            largest=Size(171.4, 234.9),
            output="pictures",
        ),
        # The machine scans its mat of 12 x 12 in, and cuts 296 x 298 mm of it.
        Machine(
            "brother",
            "Brother ScanNCut",
            gap=3.0,
            side=7.0,
            head=10.0,
            largest=Size(296.0, 298.0),
            outlined=True,
        ),
        Machine(
            "plain",
            "other machines",
            gap=1.25,
            side=8.0,
            head=10.0,
            marks={"tl": "cross", "tr": "cross", "bl": "cross", "br": "cross"},
            mark_size=4.0,
            line=0.2,
            reserved=5.0,
        ),
    )
}


def machine_rows(folders: Folders | None) -> list[dict[str, object]]:
    """The machines by name: what is printed for them, and the least distance in mm."""
    return [
        {
            "cutter": machine.name,
            "machine": machine.about,
            "marks": ", ".join(dict.fromkeys(machine.marks.values())) or "none",
            "gap": machine.gap,
            "prints": machine.output,
        }
        for machine in MACHINES.values()
    ]
