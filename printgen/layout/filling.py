"""Fill templates with the context of jobs: HTML, or the fault of a template; and what they read."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.debug import rewrite_traceback_stack
from markupsafe import Markup

from printgen.layout.files import Files
from printgen.layout.jobs import Fault, Job
from printgen.layout.reads import Reads
from printgen.layout.recording import recorded
from printgen.layout.templates import MAX_HTML, MAX_STEPS, TooManySteps, environment
from printgen.project import RESOURCE_BASE_URL, TEMPLATE_SUFFIX

# --- fill templates with the context of jobs: HTML, or the fault of a template --------------------


DEFAULT_TYPE_SIZE = 8.0


class TemplateFault(Exception):
    """A template that fails, as a fault of its job."""

    def __init__(self, fault: Fault):
        super().__init__(fault.message)
        self.fault = fault


class TemplateLimit(Exception):
    """A template that takes too many steps or too much memory, as a fault: other jobs need not try
    it.
    """

    def __init__(self, fault: Fault):
        super().__init__(fault.message)
        self.fault = fault


class Filling(NamedTuple):
    """The HTML of a job, and the type sizes of its template (pt) from preferred to minimum. Sizes
    above `usual` are only for a sheet that takes one page in them.
    """

    html: str
    sizes: list[float]
    usual: float


class TemplateFiller:
    """Fills templates of the project and of printgen in the sandbox.

    `data` collects the paths of the values that templates read.
    """

    def __init__(self, files: Files):
        self.files = files
        self.data: set[tuple[str, ...]] = set()
        self.environment = environment(files)

    def forget(self) -> None:
        """Forget the loaded templates."""
        if self.environment.cache is not None:
            self.environment.cache.clear()

    def fill(self, job: Job, step: int, **variables: object) -> Filling:
        """A job at a step of its template's type sizes.

        Raises TemplateFault, and TemplateLimit.
        """
        try:
            return self._fill(job, {**variables, "step": step})
        except (TooManySteps, MemoryError, RecursionError) as error:
            fault = template_fault(job, _rewritten_error())
            raise TemplateLimit(replace(fault, message=_limit(error))) from error
        except (TemplateError, ValueError, TypeError, KeyError, ArithmeticError) as error:
            # Jinja rewrites the traceback to the lines of the template.
            shown = error if isinstance(error, TemplateSyntaxError) else _rewritten_error()
            raise TemplateFault(template_fault(job, shown)) from error

    def _fill(self, job: Job, variables: dict[str, object]) -> Filling:
        theme, _, name = job.format.template.partition("/")
        shared = job.format.kind in ("book", "html")
        candidates = [job.format.template, *([f"_shared/{name}"] if shared else [])]
        template = self.environment.select_template([c + TEMPLATE_SUFFIX for c in candidates])
        helpers = {
            "asset": lambda name: self._asset(theme, str(name)),
            "exists": lambda name: self.files.find(f"templates/{theme}/{name}") is not None,
        }
        context = recorded(job.context, self.data.add)
        self.environment.steps_left = MAX_STEPS
        module = template.make_module({**context, **helpers, **variables})
        html = str(module)
        if len(html) > MAX_HTML:
            raise ValueError("the template makes too much HTML")
        # A preview of a book, of which each edit fills the template, has no time for this.
        if job.known_pages is None and (depth := deepest(html)) > MAX_NESTED:
            raise ValueError(f"elements are nested {depth} deep (at most {MAX_NESTED})")
        sizes = [float(size) for size in getattr(module, "shrink", [])] or [DEFAULT_TYPE_SIZE]
        return Filling(html, sizes, float(getattr(module, "usual", sizes[0])))

    def _asset(self, theme: str, name: str) -> Markup:
        """The URL of a file of the theme, or of the shared files."""
        for folder in (theme, "_shared"):
            if self.files.find(f"templates/{folder}/{name}"):
                return Markup(f"{RESOURCE_BASE_URL}templates/{folder}/{name}")  # noqa: S704 - our own address
        raise ValueError(f"no file '{name}' in the theme '{theme}'")


def _rewritten_error() -> Exception:
    """The exception being handled, its traceback in terms of templates."""
    error = rewrite_traceback_stack()
    assert isinstance(error, Exception)
    return error


def template_fault(job: Job, error: Exception) -> Fault:
    """The fault of an error in a template, at its line; equal for all jobs that use it. An error of
    the layout is at the template of the job.
    """
    name = job.format.template + TEMPLATE_SUFFIX
    line = getattr(error, "lineno", None)
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename.endswith(".html.j2"):
            name, line = "/".join(frame.filename.rsplit("/", 2)[-2:]), frame.lineno
    if isinstance(error, TemplateSyntaxError) and error.name:
        name = error.name
    place = f"templates/{name}" + (f":{line}" if line else "")
    return Fault("template-error", _reason(error), place=("part", place))


def _limit(error: Exception) -> str:
    """The limit of templates that an error is of."""
    if isinstance(error, TooManySteps):
        return f"the template takes more than {MAX_STEPS:,} steps: rounds of loops, and calls"
    if isinstance(error, RecursionError):
        return "the template includes or calls itself without end"
    return "the template takes too much memory"


def _reason(error: Exception) -> str:
    """What an error says; its kind if it says nothing, or only a name."""
    if isinstance(error, TemplateNotFound):
        return f"no template '{error.name}'"
    if isinstance(error, TemplateError | ValueError):
        return str(error) or type(error).__name__
    return f"{type(error).__name__}: {error}".removesuffix(": ")


# --------------------------------------------------------------------------------------------------
# The depth of the HTML that templates give: deep nesting would use up the time for layout.


# No author nests this deep; parsing and layout take time with the square of the depth.
MAX_NESTED = 250

# The start of a tag, or the end of one. A pattern of whole tags would search again and again.
_TAG = re.compile(r"<(?P<close>/?)(?P<name>[a-zA-Z][\w:-]*)|(?P<end>/?>)")

# Elements without content, and those whose end may be left out: these are within each other only
# with other elements between them.
_NAMES = """
    area base br col embed hr img input link meta param source track wbr
    p li dt dd tr td th thead tbody tfoot option colgroup html head body
"""

_UNCOUNTED = frozenset(_NAMES.split())


def deepest(html: str) -> int:
    """The depth of the elements of a text in each other, as its tags have it."""
    depth = most = drawings = 0
    opened = ""
    for tag in _TAG.finditer(html):
        name = (tag["name"] or "").lower()
        if tag["end"]:
            # Only in drawings, a tag that ends with a slash is a whole element.
            if opened and tag["end"] == "/>" and drawings:
                depth, drawings = depth - 1, drawings - (opened == "svg")
            opened = ""
        elif name not in _UNCOUNTED:
            step = -1 if tag["close"] else 1
            depth, opened = max(0, depth + step), "" if tag["close"] else name
            drawings = max(0, drawings + step * (name == "svg"))
            most = max(most, depth)
    return most


# --- the log of what a job reads while it is laid out ---------------------------------------------


_CONTENT = "content/"


class ReadLog:
    """The paths of the values and the names of the files that a job has read."""

    def __init__(self) -> None:
        self.data: set[tuple[str, ...]] = set()
        self.files: set[str] = set()

    @contextmanager
    def recording(self, filler: TemplateFiller) -> Iterator[None]:
        """Record what is read within the block."""
        filler.data.clear()
        filler.files.used.clear()
        yield
        self.data |= filler.data
        self.files |= filler.files.used

    def add(self, common: ReadLog, html: str, others: str) -> None:
        """Add what jobs that were laid out together have read: all but the pictures of the content
        that only the HTML of others names.
        """
        self.data |= common.data
        for name in common.files:
            if not name.startswith(_CONTENT) or name in html or name not in others:
                self.files.add(name)

    def reads(self, files: Files) -> Reads:
        """The names in order, with the digests of the files."""
        digests = tuple((name, files.digest(name)) for name in sorted(self.files))
        return Reads(tuple(sorted(self.data)), digests)
