"""Lay out jobs in a worker process, under limits of time and memory."""

from __future__ import annotations

import gc
from collections.abc import Sequence

from printgen.layout.books.layout import typeset_book
from printgen.layout.face_layout import FaceLayout
from printgen.layout.files import Files
from printgen.layout.jobs import Fault, Job, JobResult, face_without, names_of
from printgen.layout.sanitize import sanitize_job
from printgen.layout.templates import (
    ReadLog,
    TemplateFault,
    TemplateFiller,
    TemplateLimit,
    template_fault,
)
from printgen.layout.typesetter import Typesetter
from printgen.project import Folders

# Objects that previews of books create between two collections of garbage.
MAX_GARBAGE = 500_000


class Renderer:
    """Lays out jobs. Keeps templates, fonts, style sheets and pictures as long as their files are
    unchanged.
    """

    def __init__(self, folders: Folders):
        self.files = Files(folders)
        self.filler = TemplateFiller(self.files)
        self.typesetter = Typesetter(self.files)
        self.faces = FaceLayout(self.filler, self.typesetter)
        gc.disable()
        gc.freeze()

    def lay_out(self, jobs: Sequence[Job]) -> list[JobResult]:
        """Lay out jobs of one format. Errors become faults of all jobs."""
        # Boxes refer to each other in cycles. One collection per batch, of the objects created
        # since start-up only, takes a tenth of the time of automatic collection. It comes before
        # the next batch: after the last one there is none. A preview of a book waits for it only
        # now and then: it reads all boxes of the book.
        if jobs[0].known_pages is None or gc.get_count()[0] > MAX_GARBAGE:
            gc.collect()
        self._refresh()
        try:
            results = self._typeset(jobs)
        except Exception as error:
            # A project's own CSS can make WeasyPrint raise anything.
            results = self._each_alone(jobs, error)
        self.typesetter.log.take()
        self.typesetter.forget_pictures()
        if jobs[0].format.draft and jobs[0].format.kind == "face":
            for job, result in zip(jobs, results, strict=True):
                if result.face is None and result.faults:
                    without = face_without(job, result.faults[0].message)
                    (result.face,) = (r.face for r in self._typeset([without]))
                    result.reads = None
        return results

    def _refresh(self) -> None:
        """Forget what is kept of files that have changed."""
        if self.files.changed():
            self.files.forget()
            self.filler.forget()
            self.typesetter.forget()

    def _each_alone(self, jobs: Sequence[Job], error: Exception) -> list[JobResult]:
        """The results of jobs that failed together: lay out each alone, to know which one fails.

        Jobs that exceed a limit are not tried again: the first one has a fault that names all.
        """
        if isinstance(error, MemoryError | RecursionError | TemplateLimit):
            return [JobResult(faults=[_limit_fault(jobs, error)]), *(JobResult() for _ in jobs[1:])]
        if len(jobs) > 1:
            return [result for job in jobs for result in self.lay_out([job])]
        return [JobResult(faults=[template_fault(jobs[0], error)])]

    def _typeset(self, jobs: Sequence[Job]) -> list[JobResult]:
        if jobs[0].format.kind in ("face", "sheet"):
            found = list(self.faces.typeset(jobs))
        else:
            found = [self._typeset_alone(job) for job in jobs]
        # What was read while files changed is not known exactly.
        if not self.files.changed() and jobs[0].known_pages is None:
            for result, log in found:
                result.reads = log.reads(self.files)
        return [result for result, _ in found]

    def _typeset_alone(self, job: Job) -> tuple[JobResult, ReadLog]:
        """The result of a book or a web page, with what it has read."""
        result, log = JobResult(), ReadLog()
        with log.recording(self.filler):
            try:
                if job.format.kind == "html":
                    sanitize_job(self.filler, job, result)
                else:
                    typeset_book(self.filler, self.typesetter, job, result)
            except TemplateFault as error:
                result.faults.append(error.fault)
        return result, log


def _limit_fault(jobs: Sequence[Job], error: Exception) -> Fault:
    """The fault of jobs that exceed a limit, at the template if it is its own."""
    if isinstance(error, TemplateLimit):
        return error.fault
    reason = f"takes too much memory ({type(error).__name__})"
    return Fault("layout-limit", f"laying out {names_of(jobs)} {reason}")
