"""Pictures of books that are too coarse to print."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.layout.fitting import MIN_DPI, RECOMMENDED_DPI, PageMeasurement, measure_box
from printgen.layout.jobs import Fault, Job
from printgen.layout.text_coverage import chapter_at
from printgen.layout.weasyprint import Page, page_box


def coarse_pictures(
    job: Job, pages: Sequence[Page], starts: Sequence[tuple[str, int]]
) -> list[Fault]:
    """A fault for each picture of a game with less than the least resolution: a warning, because
    screens show it. `starts` are the chapters with their first pages, in order.
    """
    faults = []
    for number, page in enumerate(pages, start=1):
        measured = PageMeasurement(text_only=True)
        for child in page_box(page).children:
            measure_box(child, [], measured)
        for dpi, file in zip(measured.pictures, measured.files, strict=True):
            if dpi < MIN_DPI - 1:
                named = f"{job.format.product} ({job.format.lang}), page {number}"
                message = f"{named}: the picture '{file}' has {dpi:.0f} dpi"
                hint = f"at least {MIN_DPI} dpi in print, {RECOMMENDED_DPI} recommended"
                place = chapter_at(starts, number)
                faults.append(Fault("image-resolution", message, hint, "warning", place))
    return faults
