"""Lay out batches in a worker process, under limits of time and memory."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from printgen.layout.batch import LayoutBatch, LayoutResult
from printgen.layout.book_layout import typeset_book
from printgen.layout.engine import Engine
from printgen.layout.face_layout import typeset_faces
from printgen.layout.filling import TemplateFault, TemplateFiller, template_problem
from printgen.layout.sanitize import sanitize_faces
from printgen.problems import Problem
from printgen.project import Folders

BATCH_TIMEOUT_SECONDS = 180

GRACE_SECONDS = 30


class _Timeout(Exception):
    """The batch takes too long."""


class Renderer:
    """Lays out batches. Keeps templates, fonts, style sheets and images between them."""

    def __init__(self, folders: Folders):
        self.filler = TemplateFiller(folders)
        self.engine = Engine(folders)
        gc.disable()
        gc.freeze()

    def lay_out(self, batch: LayoutBatch) -> LayoutResult:
        """Lay out a batch within the limits. Faults of content and templates become problems."""
        result = LayoutResult()
        self.engine.log.messages.clear()
        names = ", ".join(dict.fromkeys(face.name for face in batch.faces))
        where = batch.faces[0].position
        try:
            with _time_limit(BATCH_TIMEOUT_SECONDS):
                self._typeset(batch, result)
        except TemplateFault as error:
            result.problems.append(error.problem)
        except _Timeout:
            message = f"laying out {names} takes more than {BATCH_TIMEOUT_SECONDS} seconds"
            # Without the warnings about a picture whose drawing was interrupted.
            result.problems = [Problem(where, "layout-limit", message)]
        except (MemoryError, RecursionError) as error:
            message = f"laying out {names} takes too much memory ({type(error).__name__})"
            result.problems.append(Problem(where, "layout-limit", message))
        except Exception as error:
            # A project's own CSS can make WeasyPrint raise anything.
            result.problems.append(template_problem(batch, batch.faces[0], error))
        self.engine.forget_pictures()
        # Boxes refer to each other in cycles. One collection per batch, of the objects created
        # since start-up only, takes a tenth of the time of automatic collection.
        gc.collect()
        return result

    def _typeset(self, batch: LayoutBatch, result: LayoutResult) -> None:
        if batch.html_only:
            sanitize_faces(self.filler, batch, result)
        elif batch.book:
            typeset_book(self.filler, self.engine, batch, result)
        else:
            typeset_faces(self.filler, self.engine, batch, result)


@contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    """Raise _Timeout after `seconds`, at the latest when the code of the context ends."""
    expired = False

    def stop(*_: object) -> None:
        nonlocal expired
        expired = True
        raise _Timeout

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    # Code that never returns to Python, or swallows the exception, is killed by the kernel: this
    # signal has no handler.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds + GRACE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGALRM, before)
    if expired:
        # WeasyPrint catches every exception while it draws a picture.
        raise _Timeout
