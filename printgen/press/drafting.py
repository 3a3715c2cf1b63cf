"""Drafts: the files of a build that prints what it can, marked as such."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from printgen.content.library import Library
from printgen.layout.jobs import ART_SIZE, JobResult, JobRunner, Task, as_draft, lay_out
from printgen.paper import PlanError, Size
from printgen.problems import PlacementError, Position, Problem
from printgen.products import output_kind
from printgen.products.kind import PrintOptions, TargetBuild
from printgen.products.target import Target
from printgen.project import ProjectError
from printgen.typography.labels import labels

# Millimetres in a point; the place of the word below the upper edge of the paper (mm), and its
# size (pt).
_MM, _BELOW, _TYPE = 25.4 / 72, 4.5, 9.0


class _Incomplete(Exception):
    """A page of a draft cannot be made."""


def drafted(library: Library, build: TargetBuild) -> TargetBuild:
    """The work for a draft: its tasks have stand-ins for what is missing, its pages say that it is
    one.
    """
    # Made at once: what has faults may fail in any way.
    tasks = _tasks(build)
    return replace(_marked(library, build), tasks=lambda: tasks)


def marked_draft(library: Library, build: TargetBuild) -> TargetBuild:
    """The work for the file of a deck with a face that does not fit: a draft of its own name."""
    return replace(_marked(library, build), target=as_draft_target(build.target))


def as_draft_target(target: Target) -> Target:
    """The target of the draft of a file, which has a name of its own."""
    return replace(target, suffix=f".draft{target.suffix}")


def _marked(library: Library, build: TargetBuild) -> TargetBuild:
    """The work for a file whose pages say that it is a draft."""
    word = labels(library.folders, "_shared", build.target.lang)["draft"]

    def compose(results: Sequence[JobResult], path: Path) -> None:
        if not all(result.face or result.pdf or result.tree for result in results):
            raise _Incomplete
        build.compose(results, path)
        if build.target.suffix.endswith(".pdf"):
            _mark(path, word)

    return replace(build, compose=compose, inputs=("draft", word, build.inputs))


def _tasks(build: TargetBuild) -> list[Task]:
    return [replace(task, job=as_draft(task.job)) for task in build.tasks()]


@contextmanager
def drafting(
    library: Library, target: Target, report: Callable[[Iterable[Problem]], None]
) -> Iterator[None]:
    """Report that the file of a target cannot be made, if the library is that of a draft."""
    try:
        yield
    except (PlanError, PlacementError, ProjectError):
        raise
    except Exception:
        if not library.is_draft:
            raise
        product = library.games[target.game].products[target.product]
        message = f"{target.path} cannot be made before the errors of its game are mended"
        report([product.problem("draft-incomplete", message, key=True)])


@dataclass(frozen=True, slots=True, order=True)
class Art:
    """A picture that is missing: the file as the game names it, where it is named, and the largest
    size that it has in print (mm).
    """

    file: str
    place: Position
    width: float
    height: float


def missing_art(
    library: Library,
    targets: Iterable[Target],
    runner: JobRunner,
    progress: Callable[[int, int], None],
) -> list[Art]:
    """The pictures that the files of targets lack. Their pages are laid out, for their sizes."""
    # Views of drafts differ from those of builds.
    library, tasks = replace(library, is_draft=True, memo={}), list[Task]()
    for target in targets:
        product = library.games[target.game].products[target.product].value
        with suppress(Exception):
            build = output_kind(target.output).prepare(library, target, product, PrintOptions())
            tasks += _tasks(build)
    largest: dict[tuple[str, Position], Art] = {}
    for done, outcome in enumerate(lay_out(runner, tasks), 1):
        progress(done, len(tasks))
        for each in (problem for problem in outcome.problems if problem.code == ART_SIZE):
            width, height = map(float, each.hint.split())
            art = Art(each.message, each.position, width, height)
            before = largest.setdefault((art.file, art.place), art)
            if art.width * art.height > before.width * before.height:
                largest[art.file, art.place] = art
    return sorted(largest.values())


def without_art(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Problems without the sizes of stand-ins, which are for the list of art."""
    return (problem for problem in problems if problem.code != ART_SIZE)


def _mark(path: Path, word: str) -> None:
    """Print a word at the upper edge of the pages of a PDF, outside the trim of sheets."""
    import pikepdf
    from reportlab.pdfbase import pdfmetrics

    from printgen.imposition.compose import save_pdf
    from printgen.imposition.printers_marks import font, new_canvas

    marks: dict[tuple[float, float], pikepdf.Pdf] = {}
    with pikepdf.open(BytesIO(path.read_bytes())) as pdf:
        for page in pdf.pages:
            left, bottom, right, top = map(float, page.mediabox)
            width, height = right - left, top - bottom
            if (width, height) not in marks:
                buffer = BytesIO()
                canvas = new_canvas(buffer, Size(width * _MM, height * _MM))
                canvas.setFont(font(), _TYPE)
                half, base = pdfmetrics.stringWidth(word, font(), _TYPE) / 2, height - _BELOW / _MM
                # White around it: a cover may have any colour.
                canvas.setFillGray(1)
                canvas.rect(width / 2 - half - 3, base - 2.5, 2 * half + 6, 11, stroke=0, fill=1)
                canvas.setFillColorRGB(0.85, 0, 0)
                canvas.drawCentredString(width / 2, base, word)
                canvas.showPage()
                canvas.save()
                marks[width, height] = pikepdf.open(buffer)
            mark = marks[width, height].pages[0]
            page.add_overlay(mark, pikepdf.Rectangle(left, bottom, right, top))
        save_pdf(pdf, path)
