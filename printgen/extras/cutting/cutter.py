"""Cutting machines as the build uses them: sheets, and the paths to cut as files, or pictures of
the sheets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printgen.extras.cutting.machines import MACHINES, Machine
from printgen.extras.cutting.placement import (
    CuttingGrid,
    cutting_grid,
    impose_for_machine,
    places_of,
)
from printgen.geometry.outlines import Outline, Point, joint_bounds
from printgen.imposition.plan import ImpositionOptions, PieceShape, SheetPlan, SheetSide
from printgen.layout.jobs import JobResult
from printgen.paper import Size
from printgen.products.kind import TargetBuild
from printgen.products.target import Target
from printgen.store.scratch import scratch_folder


class MachineCutter:
    """A machine of the table, as a `Cutter` of `products/kind.py`."""

    def __init__(self, machine: Machine):
        self.machine = machine
        self.name, self.about = machine.name, machine.about
        self.gap, self.outlined = machine.gap, machine.outlined

    def grid(self, paper: Size, options: ImpositionOptions) -> CuttingGrid:
        """The places for pieces on a sheet. Raises PlanError."""
        return cutting_grid(self.machine, paper, options)

    def impose(
        self,
        cards: Sequence[tuple[int, int | None]],
        paper: Size,
        options: ImpositionOptions,
        shapes: Sequence[PieceShape],
    ) -> SheetPlan:
        """The plan for cards, with their cuts. Raises PlanError."""
        return impose_for_machine(cards, self.machine, paper, options, shapes)

    def places(
        self, pieces: Sequence[tuple[Outline, Size]], paper: Size, bleed: float
    ) -> tuple[Size, list[Point]]:
        """The sheet, and the top left corner of each piece on it. Raises PaperError."""
        return places_of(self.machine, pieces, paper, bleed)

    def draw_marks(self, canvas: object, plan: SheetPlan, side: SheetSide, words: str) -> None:
        """Draw the marks and the words at the foot of a side."""
        from printgen.extras.cutting.marks import draw_marks
        from printgen.imposition.printers_marks import MarkedCanvas

        assert isinstance(canvas, MarkedCanvas)
        draw_marks(canvas, self.machine, plan, side, words)

    def files(self, plan: SheetPlan, target: Target, name: str) -> list[Target]:
        """The sheets, and a path for all that are cut alike; or the pictures of the sheets."""
        if self.machine.output == "pictures":
            return [_picture(side, target, name) for side in plan.sides]
        return [replace(target, suffix=f"{name}{target.suffix}"), *_paths(plan, target, name)]

    def build(self, work: TargetBuild) -> TargetBuild:
        """The work for a picture or a path, from the work for the pages of its side."""
        target, plan, pages = work.target, work.plan, work.compose
        assert plan
        if target.suffix.endswith(".png"):
            return replace(
                work, compose=lambda results, out: _write_picture(plan, target, pages, results, out)
            )
        return replace(
            work,
            layout_key=(target.path,),
            task_count=0,
            tasks=lambda: (),
            compose=lambda _, out: _write_path(plan, target, out),
            inputs=(plan.paper, plan.cutter, plan.sides[0].cuts, plan.sides[0].creases),
            cards=(),
        )


SILHOUETTE, CRICUT, BROTHER, PLAIN = map(MachineCutter, MACHINES.values())


def _picture(side: SheetSide, target: Target, name: str) -> Target:
    """The file with the picture of a side of a sheet. Its name has its size, which the user types
    into the program of the machine.
    """
    left, top, right, bottom = joint_bounds(side.cuts)
    size = f"{round(right - left, 1):g}x{round(bottom - top, 1):g}mm"
    suffix = f"{name}.sheet-{side.name.replace(' ', '-')}.{size}.png"
    return replace(target, suffix=suffix, side=side.name)


def _paths(plan: SheetPlan, target: Target, name: str) -> Iterator[Target]:
    """The files with the cut paths of a plan."""
    alike = cut_sheets(plan)
    for sheets in alike:
        which = f".{sheets.name}" if len(alike) > 1 else ""
        for format in ("svg", "dxf"):
            yield replace(target, suffix=f"{name}{which}.cut.{format}", side=sheets.side)


@dataclass(frozen=True, slots=True)
class CutSheets:
    """Sheets that are cut alike: their numbers, from 1, and the name of the first one's front."""

    numbers: tuple[int, ...]
    side: str

    @property
    def name(self) -> str:
        """The sheets in file names: `sheet-4` or `sheets-1-3`."""
        first, last = self.numbers[0], self.numbers[-1]
        if last - first + 1 == len(self.numbers):
            return f"sheet-{first}" if first == last else f"sheets-{first}-{last}"
        return f"sheets-{'-'.join(map(str, self.numbers))}"


def cut_sheets(plan: SheetPlan) -> list[CutSheets]:
    """The sheets of a plan, those that are cut and folded alike together."""
    found: dict[object, list[SheetSide]] = {}
    for side in plan.sides:
        if side.cuts or side.creases:
            found.setdefault((side.cuts, side.creases), []).append(side)
    return [
        CutSheets(tuple(int(side.name.partition(" ")[0]) for side in sides), sides[0].name)
        for sides in found.values()
    ]


def _write_path(plan: SheetPlan, target: Target, out: Path) -> None:
    from printgen.extras.cutting.files import cut_dxf, cut_svg

    (side,) = plan.sides
    svg = target.suffix.endswith(".svg")
    out.write_bytes(cut_svg(plan, side, target.id) if svg else cut_dxf(plan, side))


def _write_picture(
    plan: SheetPlan,
    target: Target,
    write_pages: Callable[[Sequence[JobResult], Path], None],
    results: Sequence[JobResult],
    out: Path,
) -> None:
    from printgen.extras.cutting.files import sheet_picture

    (side,) = plan.sides
    with scratch_folder() as folder:
        pages = folder / "sheet.pdf"
        write_pages(results, pages)
        out.write_bytes(sheet_picture(pages, side.cuts, target.path))
