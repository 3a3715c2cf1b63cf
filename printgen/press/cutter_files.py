"""The files for a cutting machine: sheets, or their pictures, and the paths to cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from printgen.content.library import Library
from printgen.geometry.outlines import joint_bounds
from printgen.imposition.cutters import CUTTERS
from printgen.imposition.cutting import cut_sheets
from printgen.imposition.plan import SheetPlan, SheetSide
from printgen.layout.jobs import JobResult
from printgen.paper import PlanError
from printgen.products import kind_of
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.store.scratch import scratch_folder


def cutter_targets(library: Library, target: Target, options: PrintOptions) -> list[Target]:
    """The files of a product for a machine: its sheets, and a path for all that are cut alike; or
    the pictures of its sheets. One that does not fit has its sheets only: the build reports it.
    """
    product = library.games[target.game].products[target.product].value
    choice = options.choice
    assert choice.cutter
    name = f".{choice.cutter}.print" if choice.some else f".{choice.cutter}"
    sheets = replace(target, suffix=f"{name}{target.suffix}")
    try:
        plan = kind_of(product).prepare(library, target, product, options).plan
    except PlanError:
        return [sheets]
    assert plan
    if CUTTERS[choice.cutter].output == "pictures":
        return [_picture(side, target, name) for side in plan.sides]
    return [sheets, *_paths(plan, target, name)]


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


def for_target(options: PrintOptions, target: Target) -> PrintOptions:
    """The options for a target: a file about one side of a sheet has only that side."""
    if not target.side:
        return options
    return replace(options, choice=replace(options.choice, side=target.side))


def as_file(build: TargetBuild) -> TargetBuild:
    """The work for the file of a target, from the work for its pages."""
    target, plan, pages = build.target, build.plan, build.compose
    if not target.side:
        return build
    assert plan
    if target.suffix.endswith(".png"):
        return replace(
            build, compose=lambda results, out: _write_picture(plan, target, pages, results, out)
        )
    return replace(
        build,
        layout_key=(target.path,),
        task_count=0,
        tasks=lambda: (),
        compose=lambda _, out: _write_path(plan, target, out),
        inputs=(plan.paper, plan.cutter, plan.sides[0].cuts, plan.sides[0].creases),
        cards=(),
    )


def _write_path(plan: SheetPlan, target: Target, out: Path) -> None:
    from printgen.imposition.cut_files import cut_dxf, cut_svg

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
    from printgen.imposition.sheet_pictures import sheet_picture

    (side,) = plan.sides
    with scratch_folder() as folder:
        pages = folder / "sheet.pdf"
        write_pages(results, pages)
        out.write_bytes(sheet_picture(pages, side.cuts, target.path))
