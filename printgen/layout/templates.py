"""The sandboxed Jinja environment of all templates."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, MutableMapping
from functools import cache, partial
from pathlib import PurePosixPath
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateNotFound, nodes, pass_context
from jinja2.loaders import FunctionLoader
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from printgen.layout.files import Files
from printgen.layout.recording import RecordingContext
from printgen.project import OWN_THEMES
from printgen.quoting import Quoted, for_markdown, for_shell, for_xml, markdown_of
from printgen.reading import FileTooBig, read_text
from printgen.typography.labels import fill
from printgen.typography.language import language
from printgen.typography.measure import initial, line_type, title_type
from printgen.typography.print_limits import readable, type_on
from printgen.typography.text import in_number, in_sentence

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

    def load(name: str) -> tuple[str, str, Callable[[], bool]]:
        path = files.find(f"templates/{name}")
        if path is None:
            raise TemplateNotFound(name)
        try:
            return read_text(path, MAX_TEMPLATE), str(path), lambda: True
        except FileTooBig as error:
            raise TemplateNotFound(name) from error

    env = Sandbox(
        files,
        loader=FunctionLoader(load),
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
    env.filters |= {"type_on": type_on, "readable": readable}
    env.filters |= {
        "in_sentence": _in_sentence,
        "in_number": _in_number,
        "title_type": title_type,
        "fill": fill,
    }
    env.filters |= {"initial": initial, "line_type": line_type}
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
