"""HTML faces to PDF pages: one batch at a time, in a worker process, under limits.

A batch holds faces of one template and one size. Each face is one page at trim size plus bleed.
A face that does not fit is laid out again at the next size of its template's ladder; at the floor
it is a problem that names the entry. Nothing is clipped in silence.
"""

from __future__ import annotations

import gc
import logging
import re
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jinja2 import TemplateError, TemplateSyntaxError
from jinja2.debug import rewrite_traceback_stack
from markupsafe import Markup

from printgen.layout.batch import FaceSource, LaidOutPdf, LayoutBatch, LayoutResult
from printgen.layout.book_layout import typeset_book
from printgen.layout.fitting import Misfit, inspect, letters_written, overflow, resolution
from printgen.layout.minify import minify_streams
from printgen.layout.sanitize import clean_faces
from printgen.layout.templates import MAX_HTML, environment
from printgen.problems import Problem
from printgen.project import RESOURCE_BASE_URL, TEMPLATE_SUFFIX, Folders, find_template_file

BATCH_TIMEOUT_SECONDS = 180

GRACE_SECONDS = 30

# WeasyPrint drops in silence what an absolute box holds beyond the page. Faces are therefore laid
# out on a page with this much room (mm) below, which is cut off: what runs into it is seen.
SPILL = 400.0


class _TooSlow(Exception):
    pass


class _Faulty(Exception):
    """A template that fails, as a problem."""

    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem


class Renderer:
    """Lays out batches. Holds what is worth keeping from one batch to the next."""

    def __init__(self, folders: Folders):
        import weasyprint
        from weasyprint.text.fonts import FontConfiguration

        from printgen.layout.resources import Resources

        self.folders = folders
        self.weasyprint = weasyprint
        self.fonts = FontConfiguration()
        self.resources = Resources(folders)
        self.environment = environment(folders)
        self.styles: dict[str, Any] = {}
        self.images: dict[str, Any] = {}
        self.log = _Log()
        logger = logging.getLogger("weasyprint")
        logger.handlers = [self.log]
        logger.propagate = False
        logger.setLevel(logging.WARNING)
        gc.disable()
        gc.freeze()

    def layout(self, batch: LayoutBatch) -> LayoutResult:
        """Lay out a batch within the limits. Never raises for what content or templates hold."""
        result = LayoutResult()
        self.log.records.clear()
        names = ", ".join(dict.fromkeys(face.name for face in batch.faces))
        where = batch.faces[0].position
        try:
            with _time_limit(BATCH_TIMEOUT_SECONDS):
                if batch.filled:
                    clean_faces(self, batch, result)
                elif batch.book:
                    typeset_book(self, batch, result)
                else:
                    self._layout(batch, result)
        except _Faulty as error:
            result.problems.append(error.problem)
        except _TooSlow:
            message = f"laying out {names} takes more than {BATCH_TIMEOUT_SECONDS} seconds"
            result.problems.append(Problem(where, "layout-limit", message))
        except (MemoryError, RecursionError) as error:
            message = f"laying out {names} takes too much memory ({type(error).__name__})"
            result.problems.append(Problem(where, "layout-limit", message))
        except Exception as error:
            # A stranger's styles can drive the renderer into any corner.
            result.problems.append(_template_problem(batch, batch.faces[0], error))
        for url in [url for url in self.images if url.startswith(RESOURCE_BASE_URL + "content/")]:
            del self.images[url]
        # Boxes refer to each other in circles. Collecting once a batch, what was there before the
        # first batch apart, costs a tenth of letting the collector run as it likes.
        gc.collect()
        return result

    def _layout(self, batch: LayoutBatch, result: LayoutResult) -> None:
        waiting = dict.fromkeys(range(len(batch.faces)), 0)
        while waiting:
            step = min(waiting.values())
            chosen = [index for index, at in waiting.items() if at == step]
            pieces = [self.fill(batch, batch.faces[index], step) for index in chosen]
            bodies = [body for body, _ in pieces]
            sizes = pieces[0][1]
            misfits = self._pages(batch, chosen, bodies, step, sizes, result)
            for index in chosen:
                del waiting[index]
            for misfit in misfits.values():
                if step + 1 < len(sizes):
                    waiting[misfit.face] = step + 1
                else:
                    result.problems.append(overflow(batch, misfit, sizes[-1]))

    def parse(self, batch: LayoutBatch, html: str) -> Any:
        """HTML as WeasyPrint reads it, with its tree of elements."""
        return self.weasyprint.HTML(
            string=html,
            base_url=f"{RESOURCE_BASE_URL}templates/{batch.template.partition('/')[0]}/",
            url_fetcher=self.resources,
        )

    def render(self, batch: LayoutBatch, source: Any) -> Any:
        """What was parsed as a WeasyPrint document."""
        return source.render(
            font_config=self.fonts, stylesheets=self._styles(batch), cache=self.images
        )

    def fill(
        self, batch: LayoutBatch, face: FaceSource, step: int, **more: Any
    ) -> tuple[str, list[float]]:
        """The HTML of a face, and the ladder of type sizes (pt) that its template states."""
        try:
            return self._fill(batch, face, step, more)
        except (TemplateError, ValueError, TypeError, KeyError, ArithmeticError) as error:
            # Jinja's own: it puts the template's lines in the place of the compiled ones.
            where = error if isinstance(error, TemplateSyntaxError) else _rewritten()
            raise _Faulty(_template_problem(batch, face, where)) from error

    def _fill(
        self, batch: LayoutBatch, face: FaceSource, step: int, more: dict[str, Any]
    ) -> tuple[str, list[float]]:
        theme, _, name = batch.template.partition("/")
        candidates = [batch.template, f"_shared/{name}"] if batch.book else [batch.template]
        template = self.environment.select_template([c + TEMPLATE_SUFFIX for c in candidates])
        helpers = {
            "asset": lambda name: self._asset(theme, str(name)),
            "exists": lambda name: find_template_file(self.folders, f"{theme}/{name}") is not None,
            "step": step,
        }
        module = template.make_module({**face.context, **helpers, **more})
        html = str(module)
        if len(html) > MAX_HTML:
            raise ValueError("the template makes too much HTML")
        sizes = [float(size) for size in getattr(module, "shrink", [])] or [8.0]
        return html, sizes

    def _asset(self, theme: str, name: str) -> Markup:
        """The address of a file of the theme, or of the shared files."""
        for folder in (theme, "_shared"):
            if find_template_file(self.folders, f"{folder}/{name}"):
                return Markup(f"{RESOURCE_BASE_URL}templates/{folder}/{name}")  # noqa: S704 - our own address
        raise ValueError(f"no file '{name}' in the theme '{theme}'")

    def _pages(
        self,
        batch: LayoutBatch,
        chosen: list[int],
        bodies: list[str],
        step: int,
        sizes: list[float],
        result: LayoutResult,
    ) -> dict[int, Misfit]:
        """Lay out the chosen faces; add the pages that fit to the result, return the misfits."""
        self.log.records.clear()
        html = _document(batch, chosen, bodies, sizes[step])
        source = self.parse(batch, html)
        document, tree = self.render(batch, source), source.etree_element
        letters = letters_written(tree)
        height = batch.height + 2 * batch.bleed + (0 if batch.pages else SPILL)
        misfits, pictures = inspect(batch, chosen, document.pages, letters, height)
        result.problems += resolution(batch, pictures)
        good = [i for i in chosen if i not in misfits]
        if good:
            # A face without misfit has one page, in the order in which the faces were chosen.
            keep = (
                document.pages if batch.pages else [document.pages[chosen.index(i)] for i in good]
            )
            pdf = document.copy(keep).write_pdf(finisher=minify_streams)
            faces = good * len(keep) if batch.pages else good
            result.parts.append(LaidOutPdf(pdf, tuple(faces)))
        result.problems += self.log_problems(batch, dict(zip(chosen, bodies, strict=True)))
        return misfits

    def log_problems(self, batch: LayoutBatch, bodies: dict[int, str]) -> list[Problem]:
        """What WeasyPrint has said, as problems. `bodies` is the HTML of each face: a missing glyph
        names the faces that have it."""
        problems: dict[Problem, None] = {}
        for message in self.log.records:
            match = _MISSING_GLYPH.search(message)
            character = chr(int(match[1], 16)) if match else None
            found = [i for i, body in bodies.items() if character and character in body]
            for index in found or list(bodies)[:1]:
                face = batch.faces[index]
                if match:
                    text = f"{face.name}: no font has the character '{character}' (U+{match[1]})"
                    problems[Problem(face.position, "glyph-missing", text)] = None
                else:
                    text = f"{batch.template}: {message}"
                    problems[Problem(face.position, "render-warning", text)] = None
        return list(problems)

    def _styles(self, batch: LayoutBatch) -> list[Any]:
        """The style sheets of a batch: the shared ones, then its theme's."""
        theme = batch.template.partition("/")[0]
        if batch.book:
            # The classes of a theme's cards and sheets are not those of its books.
            paths = ["_shared/style.css", "_shared/book.css", f"{theme}/book.css"]
            # What stands alone, as a cover on a page of another shape, may have a style of its own.
            paths = list(dict.fromkeys([*paths, f"{batch.template}.css"]))
        else:
            paths = [f"{folder}/style.css" for folder in dict.fromkeys(["_shared", theme])]
        for name in paths:
            if name not in self.styles:
                path = find_template_file(self.folders, name)
                self.styles[name] = path and self.weasyprint.CSS(
                    string=path.read_text(encoding="utf-8"),
                    base_url=f"{RESOURCE_BASE_URL}templates/{name}",
                    url_fetcher=self.resources,
                    font_config=self.fonts,
                )
        return [self.styles[name] for name in paths if self.styles[name]]


class _Log(logging.Handler):
    """Keeps what WeasyPrint says."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record.getMessage())


@contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise _TooSlow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    # What never comes back to Python, or swallows the exception, is ended by the kernel: no handler
    # stands for this signal.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds + GRACE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGALRM, before)


def _document(batch: LayoutBatch, chosen: list[int], bodies: list[str], size: float) -> str:
    """One HTML document with a page for each face."""
    bleed, safe = batch.bleed, batch.bleed + batch.safe
    width, height = batch.width + 2 * bleed, batch.height + 2 * bleed
    page = height if batch.pages else height + SPILL
    kind = "sheet" if batch.pages else "face"
    accent = f".face, .sheet {{ --accent: {batch.accent} }}" if batch.accent else ""
    style = f"""
      @page {{ size: {width:g}mm {page:g}mm; {"" if batch.pages else "margin: 0"} }}
      .face {{ width: {width:g}mm; height: {height:g}mm; --bleed: {bleed:g}mm }}
      .sheet {{ --paper-width: {width:g}mm; --paper-height: {height:g}mm }}
      .trim {{ left: {bleed:g}mm; top: {bleed:g}mm; width: {batch.width:g}mm;
        height: {batch.height:g}mm; border-radius: {batch.radius:g}mm }}
      .safe {{ left: {safe:g}mm; top: {safe:g}mm; width: {batch.width - 2 * batch.safe:g}mm;
        height: {batch.height - 2 * batch.safe:g}mm }}
      .sized {{ font-size: {size:g}pt }}
      {accent}
    """
    name = re.sub(r"[^a-z0-9]+", "-", batch.template.rpartition("/")[2])
    width_class = "narrow" if batch.width < 66 else "wide"
    classes = f"{kind} sized {name} ink-{batch.ink} {width_class}"
    sections = "".join(
        f'<section class="{classes}" id="face-{index}">{body}</section>'
        for index, body in zip(chosen, bodies, strict=True)
    )
    return (
        f'<!doctype html><html lang="{batch.lang}"><head><meta charset="utf-8">'
        f"<title>{Markup.escape(batch.faces[0].name)}</title>"
        f"<style>{style}</style></head><body>{sections}</body></html>"
    )


def _rewritten() -> Exception:
    """The exception at hand, its traceback in terms of templates."""
    error = rewrite_traceback_stack()
    assert isinstance(error, Exception)
    return error


def _template_problem(batch: LayoutBatch, face: FaceSource, error: Exception) -> Problem:
    """What went wrong in a template, with the line of the template where it did."""
    name = batch.template + TEMPLATE_SUFFIX
    line = getattr(error, "lineno", None)
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename.endswith(".html.j2"):
            name, line = "/".join(frame.filename.rsplit("/", 2)[-2:]), frame.lineno
    if isinstance(error, TemplateSyntaxError) and error.name:
        name = error.name
    place = f"templates/{name}" + (f":{line}" if line else "")
    return Problem(face.position, "template-error", f"{place}: {error} (for {face.name})")


_MISSING_GLYPH = re.compile(r"\.notdef glyph rendered.*\(U\+([0-9A-F]+)\)", re.DOTALL)
