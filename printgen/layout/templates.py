"""The sandboxed Jinja environment of all templates."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateNotFound, pass_context
from jinja2.loaders import FunctionLoader
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from printgen.layout.files import Files
from printgen.layout.recording import RecordingContext
from printgen.project import OWN_THEMES
from printgen.typography.contrast import readable, type_on
from printgen.typography.fill import fill
from printgen.typography.text import in_sentence
from printgen.typography.titles import initial, line_type, title_type

# For templates of printgen only: a project folder without templates of its own.
_NO_PROJECT = OWN_THEMES

MAX_TEMPLATE = 500_000

MAX_HTML = 4_000_000


class Sandbox(ImmutableSandboxedEnvironment):
    """The sandbox; it records the files of the templates that it loads or has loaded before."""

    context_class = RecordingContext

    def __init__(self, files: Files, **options: Any):
        super().__init__(**options)
        self.files = files

    def _load_template(self, name: str, globals: MutableMapping[str, Any] | None) -> Template:
        self.files.find(f"templates/{name}")
        return super()._load_template(name, globals)


def environment(files: Files | None = None) -> Sandbox:
    """The sandbox that templates run in: autoescaped, strict, without the loop helpers.

    Templates of the project take precedence over printgen's. Without `files`, only printgen's are
    used, as for files that a browser opens and that may contain scripts. Loaded templates are kept:
    clear `cache` when files have changed.
    """
    files = files or Files(_NO_PROJECT)

    def load(name: str) -> tuple[str, str, Callable[[], bool]]:
        path = files.find(f"templates/{name}")
        if path is None or path.stat().st_size > MAX_TEMPLATE:
            raise TemplateNotFound(name)
        return path.read_text(encoding="utf-8"), str(path), lambda: True

    env = Sandbox(
        files,
        loader=FunctionLoader(load),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.do"],
    )
    for helper in ("lipsum", "cycler", "joiner"):
        env.globals.pop(helper, None)
    env.globals["range"] = _bounded_range
    env.filters |= {"type_on": type_on, "readable": readable}
    env.filters |= {"in_sentence": _in_sentence, "title_type": title_type, "fill": fill}
    env.filters |= {"initial": initial, "line_type": line_type}
    return env


@pass_context
def _in_sentence(context: Context, label: str) -> str:
    """A label within a sentence of the language of the template."""
    return in_sentence(label, str(context.get("lang")))


def _bounded_range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > 1000:
        raise ValueError("a range in a template has at most 1000 numbers")
    return numbers
