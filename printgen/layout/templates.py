"""The sandboxed Jinja environment of all templates."""

from __future__ import annotations

from collections.abc import Callable

from jinja2 import StrictUndefined, TemplateNotFound
from jinja2.loaders import FunctionLoader
from jinja2.sandbox import ImmutableSandboxedEnvironment

from printgen.mechanics.templates import find_mechanic_template
from printgen.project import TEMPLATES, Folders, find_template_file

# For templates of printgen only: a project folder without templates of its own.
_NO_PROJECT = Folders(TEMPLATES.resolve())

MAX_TEMPLATE = 500_000

MAX_HTML = 4_000_000


def environment(folders: Folders | None = None) -> ImmutableSandboxedEnvironment:
    """The sandbox that templates run in: autoescaped, strict, without the loop helpers.

    Templates of the project take precedence over printgen's. Without `folders`, only printgen's are
    used, as for files that a browser opens and that may contain scripts.
    """

    def load(name: str) -> tuple[str, str, Callable[[], bool]]:
        path = find_template_file(folders or _NO_PROJECT, name) or find_mechanic_template(name)
        if path is None or path.stat().st_size > MAX_TEMPLATE:
            raise TemplateNotFound(name)
        return path.read_text(encoding="utf-8"), str(path), lambda: True

    env = ImmutableSandboxedEnvironment(
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
    return env


def _bounded_range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > 1000:
        raise ValueError("a range in a template has at most 1000 numbers")
    return numbers
