"""The faults of faces that do not fit, and of pictures with too low a resolution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printgen.layout.codes import Code
from printgen.layout.face_codes import MODULES, QUIET, code_size
from printgen.layout.fitting import (
    ICON,
    MIN_DPI,
    PICTURE,
    RECOMMENDED_DPI,
    Misfit,
    count,
    plain,
)
from printgen.layout.jobs import PAGES, Fault, Job
from printgen.problems import Severity, shorten


def overflow_fault(job: Job, misfit: Misfit, size: float) -> Fault:
    """The fault of a face that does not fit at the smallest type size (pt)."""
    named = job.described
    if misfit.crowded and job.code:
        return _crowded(job, job.code)
    minimum = f"its type is already at the minimum of {size:g} pt"
    face = job.context.get("face")
    if isinstance(face, Mapping) and misfit.text in map(plain, face.get("corner_labels", ())):
        return _wide_label(job, misfit)
    if misfit.pages and not job.format.pages:
        message = f"{named} takes two pages: a face is one page"
        hint = f"no page break in its style, or a shorter text; {minimum}"
        return Fault("face-overflow", message, hint)
    if misfit.pages:
        most = job.format.pages
        room = f"{most} pages" if most > 1 else "one page"
        message = f"{named} has {misfit.pages} pages: too many rows or lines for {room}"
        maps = job.context.get("maps")
        if isinstance(maps, Sequence) and maps:
            share = float(maps[-1]["height"]) / job.format.height
            message += f", of which its map takes {share:.0%} at its smallest size"
        hint = f"`pages: {misfit.pages}`, or a larger `page`; {minimum}"
        return Fault("face-overflow", message, hint, place=PAGES)
    if misfit.overflow >= job.format.height and not misfit.sideways:
        message = f"{named} does not fit on its face"
    elif misfit.longest:
        message = f"{named} does not fit: it overflows by {misfit.overflow:.1f} mm"
    else:
        text = shorten(plain(misfit.text))
        message = f"{named} does not fit: '{text}' overflows by {misfit.overflow:.1f} mm"
    if misfit.longest:
        message += f"; its longest text is '{shorten(misfit.longest)}'"
    drawn = not misfit.longest and (misfit.text in (PICTURE, ICON) or not count(misfit.text))
    hint = "choose a larger size" if drawn else f"shorten the text; {minimum}"
    return Fault("face-overflow", message, hint, place=("line", misfit.printed or misfit.text))


def _crowded(job: Job, code: Code) -> Fault:
    """The fault of a face without room for its code."""
    side, module = code_size(code, MODULES[-1]), MODULES[-1]
    message = f"{job.described} has no room for its code, which is {side:.1f} mm wide at least"
    count = len(code.rows)
    hint = (
        f"a shorter address or text, or the other `face`: {count} modules of {module:g} mm, with "
        f"{QUIET} around them"
    )
    return Fault("code-room", message, hint)


def _wide_label(job: Job, misfit: Misfit) -> Fault:
    """The fault of the label of a value, which is the same on all cards of a product."""
    named = f"{job.format.product}, {job.format.lang}"
    message = (
        f"the label '{misfit.text}' ({named}) is {misfit.overflow:.1f} mm too wide for a corner"
    )
    hint = "give it a shorter word under `labels:` of the recipe"
    return Fault("face-overflow", message, hint, place=("label", misfit.text))


def resolution_faults(job: Job, pictures: Sequence[float]) -> list[Fault]:
    """A fault for each picture with too low a resolution; `pictures` are their dpi."""
    faults = []
    for dpi in pictures:
        if dpi < RECOMMENDED_DPI - 1:
            severity: Severity = "error" if dpi < MIN_DPI - 1 else "warning"
            message = f"the picture of {job.name} has {dpi:.0f} dpi on {job.format.product}"
            hint = f"at least {MIN_DPI} dpi, {RECOMMENDED_DPI} recommended"
            faults.append(Fault("image-resolution", message, hint, severity, ("picture", "")))
    return faults
