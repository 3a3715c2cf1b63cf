"""Fill templates with the data of faces: HTML, and problems at the face for faulty templates."""

from __future__ import annotations

import traceback

from jinja2 import TemplateError, TemplateSyntaxError
from jinja2.debug import rewrite_traceback_stack
from markupsafe import Markup

from printgen.layout.batch import FaceSource, LayoutBatch
from printgen.layout.templates import MAX_HTML, environment
from printgen.problems import Problem
from printgen.project import RESOURCE_BASE_URL, TEMPLATE_SUFFIX, Folders, find_template_file

DEFAULT_TYPE_SIZE = 8.0


class TemplateFault(Exception):
    """A template that fails, as a problem."""

    def __init__(self, problem: Problem):
        super().__init__(problem.message)
        self.problem = problem


class TemplateFiller:
    """Fills templates of the project and of printgen in the sandbox."""

    def __init__(self, folders: Folders):
        self.folders = folders
        self.environment = environment(folders)

    def fill(
        self, batch: LayoutBatch, face: FaceSource, step: int, **variables: object
    ) -> tuple[str, list[float]]:
        """The HTML of a face at a step of its template's type sizes, and these sizes (pt).

        Raises TemplateFault.
        """
        try:
            return self._fill(batch, face, {**variables, "step": step})
        except (TemplateError, ValueError, TypeError, KeyError, ArithmeticError) as error:
            # Jinja rewrites the traceback to the lines of the template.
            shown = error if isinstance(error, TemplateSyntaxError) else _rewritten_error()
            raise TemplateFault(template_problem(batch, face, shown)) from error

    def _fill(
        self, batch: LayoutBatch, face: FaceSource, variables: dict[str, object]
    ) -> tuple[str, list[float]]:
        theme, _, name = batch.template.partition("/")
        candidates = [batch.template, f"_shared/{name}"] if batch.book else [batch.template]
        template = self.environment.select_template([c + TEMPLATE_SUFFIX for c in candidates])
        helpers = {
            "asset": lambda name: self._asset(theme, str(name)),
            "exists": lambda name: find_template_file(self.folders, f"{theme}/{name}") is not None,
        }
        module = template.make_module({**face.context, **helpers, **variables})
        html = str(module)
        if len(html) > MAX_HTML:
            raise ValueError("the template makes too much HTML")
        sizes = [float(size) for size in getattr(module, "shrink", [])] or [DEFAULT_TYPE_SIZE]
        return html, sizes

    def _asset(self, theme: str, name: str) -> Markup:
        """The URL of a file of the theme, or of the shared files."""
        for folder in (theme, "_shared"):
            if find_template_file(self.folders, f"{folder}/{name}"):
                return Markup(f"{RESOURCE_BASE_URL}templates/{folder}/{name}")  # noqa: S704 - our own address
        raise ValueError(f"no file '{name}' in the theme '{theme}'")


def _rewritten_error() -> Exception:
    """The exception being handled, its traceback in terms of templates."""
    error = rewrite_traceback_stack()
    assert isinstance(error, Exception)
    return error


def template_problem(batch: LayoutBatch, face: FaceSource, error: Exception) -> Problem:
    """The problem of an error in a template, with the template's line."""
    name = batch.template + TEMPLATE_SUFFIX
    line = getattr(error, "lineno", None)
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename.endswith(".html.j2"):
            name, line = "/".join(frame.filename.rsplit("/", 2)[-2:]), frame.lineno
    if isinstance(error, TemplateSyntaxError) and error.name:
        name = error.name
    place = f"templates/{name}" + (f":{line}" if line else "")
    return Problem(face.position, "template-error", f"{place}: {error} (for {face.name})")
