"""Templates: their sandbox, what they read of their context, and how they are filled for jobs."""

from __future__ import annotations

import math
import re
import traceback
from collections.abc import (
    Callable,
    ItemsView,
    Iterator,
    KeysView,
    Mapping,
    MutableMapping,
    ValuesView,
)
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from jinja2 import (
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
    nodes,
    pass_context,
)
from jinja2.debug import rewrite_traceback_stack
from jinja2.loaders import FunctionLoader
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from printgen.content.models.base import DEFAULT_ACCENT
from printgen.extra import load, named_parts
from printgen.layout.files import Files
from printgen.layout.jobs import Fault, Job, Reads
from printgen.project import OWN_THEMES, RESOURCE_BASE_URL, TEMPLATE_SUFFIX
from printgen.quoting import Quoted, for_markdown, for_shell, for_xml, markdown_of
from printgen.reading import FileTooBig, read_text
from printgen.typography.blocks import is_block
from printgen.typography.labels import fill
from printgen.typography.language import language
from printgen.typography.measure import (
    even_width,
    initial,
    line_type,
    line_width,
    title_type,
)
from printgen.typography.print_limits import INK, WHITE, drawn, readable, type_on
from printgen.typography.text import in_number, in_sentence

# --- which values of its context a template reads -------------------------------------------------


# Called with the path of a value in the context: a variable, then keys of mappings.
Record = Callable[[tuple[str, ...]], None]

# Keys of mappings are recorded up to this length of a path; what is inside them counts as a whole.
DEPTH = 3


class RecordedDict(dict[str, object]):
    """A mapping of a context that records the keys that are read."""

    def __init__(self, path: tuple[str, ...], values: Mapping[str, object], record: Record):
        super().__init__(values)
        self._path, self._record = path, record

    def _read_all(self) -> None:
        self._record(self._path)

    def __getitem__(self, key: str) -> object:
        path = (*self._path, str(key))
        if not super().__contains__(key):
            self._record(path)
            raise KeyError(key)
        return recorded_value(path, super().__getitem__(key), self._record)

    def __contains__(self, key: object) -> bool:
        self._record((*self._path, str(key)))
        return super().__contains__(key)

    def get(self, key: str, default: object = None) -> object:
        """The value of a key, or the default."""
        try:
            return self[key]
        except KeyError:
            return default

    def __iter__(self) -> Iterator[str]:
        self._read_all()
        return super().__iter__()

    def __len__(self) -> int:
        self._read_all()
        return super().__len__()

    def __reversed__(self) -> Iterator[str]:
        self._read_all()
        return super().__reversed__()

    def __eq__(self, other: object) -> bool:
        self._read_all()
        if isinstance(other, RecordedDict):
            other._read_all()
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __repr__(self) -> str:
        self._read_all()
        return super().__repr__()

    def copy(self) -> dict[str, object]:
        """A copy that records nothing."""
        self._read_all()
        return super().copy()

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """All keys."""
        self._read_all()
        return super().keys()

    def values(self) -> ValuesView[object]:  # type: ignore[override]
        """All values."""
        self._read_all()
        return super().values()

    def items(self) -> ItemsView[str, object]:  # type: ignore[override]
        """All keys with their values."""
        self._read_all()
        return super().items()


# Jinja's messages about missing keys name the class.
RecordedDict.__module__, RecordedDict.__name__ = "builtins", "dict"


class RecordingContext(Context):
    """A template's context that records the variables that are read, see `Recorded`."""

    def resolve_or_missing(self, key: str) -> object:
        """The value of a variable; records it, or hands on a mapping that records its keys."""
        value = super().resolve_or_missing(key)
        if isinstance(value, Recorded):
            return value.read()
        return value


class Recorded:
    """A variable of a job's context, recorded when a template reads it."""

    __slots__ = ("_name", "_record", "_value")

    def __init__(self, name: str, value: object, record: Record):
        self._name, self._value, self._record = name, value, record

    def read(self) -> object:
        """The value; of a mapping, one that records its keys."""
        return recorded_value((self._name,), self._value, self._record)


def recorded_value(path: tuple[str, ...], value: object, record: Record) -> object:
    """A value that is read; a mapping near the top of the context records its keys instead."""
    if type(value) is dict and len(path) < DEPTH:
        return RecordedDict(path, value, record)
    record(path)
    return value


def recorded(context: Mapping[str, object], record: Record) -> dict[str, object]:
    """The variables of a context, which are recorded when they are read."""
    return {name: Recorded(name, value, record) for name, value in context.items()}


# --- the sandbox ----------------------------------------------------------------------------------


# For templates of printgen only: a project folder without templates of its own.
_NO_PROJECT = OWN_THEMES

MAX_TEMPLATE = 500_000

MAX_HTML = 4_000_000


# Rounds of loops, and calls, while a template is filled once. A book takes up to twenty thousand.
MAX_STEPS = 2_000_000


class TooManySteps(Exception):
    """A template takes more steps than `steps_left`."""


class Sandbox(ImmutableSandboxedEnvironment):
    """The sandbox. It records the files of the templates that it loads or has loaded before, and
    counts the steps of templates: `steps_left` is what the next ones may take.
    """

    context_class = RecordingContext
    steps_left = math.inf

    def __init__(self, files: Files, **options: Any):
        super().__init__(**options)
        self.files = files
        # One object, which calls are compared with.
        self.counted = self._counted

    def _counted(self, values: object) -> Iterator[object]:
        """The values of a loop, each a step. Raises what another value raises in a loop."""
        for value in values:  # type: ignore[attr-defined]
            self._step()
            yield value

    def call(
        self, context: Context, function: object, /, *arguments: object, **named: object
    ) -> object:
        """A call in a template: a step, except the start of a loop."""
        if function is self.counted:
            return self._counted(*arguments)
        self._step()
        if isinstance(function, LoopContext):
            # A loop within itself.
            arguments = (self._counted(arguments[0]), *arguments[1:])
        return super().call(context, function, *arguments, **named)

    def _step(self) -> None:
        self.steps_left -= 1
        if self.steps_left < 0:
            raise TooManySteps

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree = super()._parse(source, name, filename)
        for loop in list(tree.find_all(nodes.For)):
            function = nodes.EnvironmentAttribute("counted", lineno=loop.lineno)
            loop.iter = nodes.Call(function, [loop.iter], [], None, None, lineno=loop.lineno)
        tree.set_environment(self)
        return tree

    def _load_template(self, name: str, globals: MutableMapping[str, Any] | None) -> Template:
        self.files.find(f"templates/{name}")
        return super()._load_template(name, globals)


def _word(value: object) -> str:
    """A value as a word of a shell."""
    return for_shell(str(value))


def _markdown(value: object) -> str:
    """A value in Markdown. Typeset HTML keeps its emphasis."""
    if isinstance(value, Markup):
        return markdown_of(value)
    return value if isinstance(value, Quoted) else for_markdown(str(value))


def _xml(value: object) -> Markup:
    """A value in XML."""
    return value if isinstance(value, Markup) else for_xml(str(value))


# How values are quoted in templates that are not HTML, by the suffix before `.j2`. A new kind of
# template needs a line here.
_QUOTED = {".sh": _word, ".md": _markdown, ".opf": _xml, ".xhtml": _xml}


@cache
def shared_template(name: str) -> Template:
    """A template of printgen in `_shared`. All its values are quoted as its suffix says.

    Raises KeyError if its kind is unknown.
    """
    suffix = PurePosixPath(name.removesuffix(".j2")).suffix
    quoted = None if suffix == ".html" else _QUOTED[suffix]
    return _environment(Files(_NO_PROJECT), quoted).get_template(f"_shared/{name}")


def environment(files: Files | None = None) -> Sandbox:
    """The sandbox that templates of HTML run in: autoescaped, strict, without the loop helpers.

    Templates of the project take precedence over printgen's. Without `files`, only printgen's are
    used, as for files that a browser opens and that may contain scripts. Loaded templates are kept:
    clear `cache` when files have changed.
    """
    return _environment(files or Files(_NO_PROJECT))


def _environment(files: Files, quoted: Callable[[object], str] | None = None) -> Sandbox:
    """The sandbox, in which values are escaped for HTML, or else `quoted`."""

    def read(name: str) -> tuple[str, str, Callable[[], bool]]:
        path = files.find(f"templates/{name}")
        if path is None:
            raise TemplateNotFound(name)
        try:
            return read_text(path, MAX_TEMPLATE), str(path), lambda: True
        except FileTooBig as error:
            raise TemplateNotFound(name) from error

    env = Sandbox(
        files,
        loader=FunctionLoader(read),
        autoescape=quoted is None,
        finalize=quoted,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )
    for helper in ("lipsum", "cycler", "joiner"):
        env.globals.pop(helper, None)
    env.globals |= {"range": _bounded_range, "language": language}
    env.globals |= {"ground": _flat_ground, "pattern": _no_pattern, "crest": _no_crest}
    env.globals |= {name: load(part) for name, part in named_parts("functions").items()}
    env.filters |= {"type_on": type_on, "readable": readable, "drawn": drawn}
    env.filters |= {
        "in_sentence": _in_sentence,
        "in_number": _in_number,
        "even_width": even_width,
        "title_type": title_type,
        "fill": fill,
    }
    env.tests["block"] = is_block
    env.filters |= {"initial": initial, "line_type": line_type, "line_width": line_width}
    env.filters["with_code"] = partial(for_markdown, code=True)
    return env


@pass_context
def _in_sentence(context: Context, label: str) -> str:
    """A label within a sentence of the language of the template."""
    return in_sentence(label, str(context.get("lang")))


@pass_context
def _in_number(context: Context, words: str, number: int) -> str:
    """The form of `singular|plural` after a number, in the language of the template."""
    return in_number(words, str(number), str(context.get("lang")))


def _bounded_range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > 1000:
        raise ValueError("a range in a template has at most 1000 numbers")
    return numbers


# --- what the plain theme draws where no extra draws ornaments: flat grounds, and white faces -----


def _flat_ground(_name: str, accent: str | None) -> dict[str, str]:
    colour = accent or DEFAULT_ACCENT
    return {"colour": colour, "tone": type_on(colour)}


def _no_pattern(
    _name: str,
    _accent: str | None,
    _seed: str,
    width: float,
    height: float,
    _bleed: float = 0.0,
    safe: float = 3.0,
    _ink: str = "full",
    *,
    titled: bool = True,
    head: float = 0.0,
    pictured: bool = False,
) -> dict[str, object]:
    """No drawing (sizes in mm), with the place of a title."""
    place = {"left": safe, "top": safe, "width": width - 2 * safe, "height": head or 0.16 * height}
    plate = place | {"colour": INK, "align": "center"} if titled else None
    return {"drawing": "", "plate": plate, "middle": 0.3 * min(width, height), "ground": WHITE}


def _no_crest(*_: object) -> str:
    return ""


# --- templates that are filled with the context of a job ------------------------------------------


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
            "page_size": {key: getattr(job.format, key) for key in ("width", "height", "bleed")},
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
